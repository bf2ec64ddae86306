"""What the log is told of a program that may well be wrong, and is no error."""

from __future__ import annotations

from typing import Final

_LOGGER: Final = "toolkit"


def log_doubt(words: str, *parts: object) -> None:
    """Write a warning about what is no error, and yet hardly what its author meant.

    Args:
        words: The sentence, with the places of its parts as logging writes them.
        parts: Its parts.
    """
    import logging as logging_  # noqa: PLC0415 - dear at start

    logging_.getLogger(_LOGGER).warning(words, *parts)
