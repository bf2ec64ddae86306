"""What the author of a function wrote: annotations, docstrings, signatures."""
