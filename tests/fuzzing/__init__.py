"""A search for inputs that the library does not stand: `python -m fuzzing --help` in the folder `tests`."""
