"""Tools and agent loops to read, to run and to start from."""
