"""What the log is told of exceptions that no caller sees: whose code raised, and where.

What an exception says may hold values of arguments and results, so it is written at DEBUG alone. Handlers that format
by themselves find the exception in the record.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from toolkit.calling.cleaning import visible

if TYPE_CHECKING:
    import logging

_NAME: Final = "toolkit.dispatch"
_NAME_CHARS: Final = 128
_FRAMES: Final = 50


def log_raised(what: str, tool: str, exception: BaseException) -> None:
    """Write that code of the host around a call has raised: a hook, middleware, an approver, a provider.

    Args:
        what: Whose code.
        tool: Name of the tool, as a model wrote it perhaps.
        exception: What it raised.
    """
    log_host_raised(what, exception, f" in a call of {visible(tool[:_NAME_CHARS])}")


def log_host_raised(what: str, exception: BaseException, where: str = "") -> None:
    """Write that code of the host has raised.

    Args:
        what: Whose code.
        exception: What it raised.
        where: The end of the sentence.
    """
    import logging as logging_  # noqa: PLC0415 - dear at start

    logger = logging_.getLogger(_NAME)
    told = "%s raised %s%s", what, type(exception).__name__, where
    if logger.isEnabledFor(logging_.ERROR):
        _write(logger, logging_.ERROR, exception, _place(exception), *told)
    if logger.isEnabledFor(logging_.DEBUG):
        _write(logger, logging_.DEBUG, exception, _said(exception), *told)


def log_body_raised(tool: str, exception: BaseException) -> None:
    """Write at DEBUG that the body of a tool has raised: the result says so already.

    Args:
        tool: Name of the tool.
        exception: What it raised.
    """
    import logging as logging_  # noqa: PLC0415 - dear at start

    logger = _listened_to()
    if logger is not None:
        words, kind = "the body of %s raised %s", type(exception).__name__
        _write(logger, logging_.DEBUG, exception, _said(exception), words, visible(tool[:_NAME_CHARS]), kind)


def _write(logger: logging.Logger, level: int, exception: BaseException, shown: str, words: str, *parts: str) -> None:
    """Write a record whose exception is shown in our words, not in its own."""
    caught = type(exception), exception, exception.__traceback__
    record = logger.makeRecord(_NAME, level, __file__, 0, words, parts, caught)
    record.exc_text = visible(shown)
    logger.handle(record)


def _place(exception: BaseException) -> str:
    """The frames that an exception came through, the outermost first, without what it says."""
    import traceback  # noqa: PLC0415 - dear at start

    return "".join(traceback.format_tb(exception.__traceback__, -_FRAMES)) + type(exception).__qualname__


def _said(exception: BaseException) -> str:
    """The frames, the causes and the texts of an exception."""
    import traceback  # noqa: PLC0415 - dear at start

    return "".join(traceback.format_exception(exception, limit=-_FRAMES)).rstrip()


def name_of(function: object) -> str:
    """The name of a function or of a callable object, for the log."""
    name = getattr(function, "__qualname__", None)
    return name if isinstance(name, str) else type(function).__qualname__


def _listened_to() -> logging.Logger | None:
    """The logger, None if nobody listens to it at DEBUG."""
    logging_ = sys.modules.get("logging")
    if logging_ is None:
        return None
    logger: logging.Logger = logging_.getLogger(_NAME)
    return logger if logger.isEnabledFor(logging_.DEBUG) else None
