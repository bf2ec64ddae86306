"""Calls that a model writes into its text: marked.py behind marks, the others in JSON, in Python and in tags."""
