"""What the log is told of a program that may well be wrong, and is no error."""

from __future__ import annotations


def log_doubt(words: str, *parts: object, logger: str = "toolkit") -> None:
    """Write a warning about what is no error, and yet hardly what its author meant.

    Args:
        words: The sentence, with the places of its parts as logging writes them.
        parts: Its parts.
        logger: Name of the logger.
    """
    import logging as logging_  # noqa: PLC0415 - dear at start

    logging_.getLogger(logger).warning(words, *parts)
