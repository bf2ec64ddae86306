"""A function and its options -> what a model sees of it, and how a call fills its parameters."""
