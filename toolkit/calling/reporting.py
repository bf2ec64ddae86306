"""What the log is told of exceptions that no caller sees: whose code raised, and where.

What an exception says may hold values of arguments and results, so it is written at DEBUG alone, save what the library
says of the program itself. Handlers that format by themselves find the exception in the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.calling.cleaning import visible
from toolkit.calling.guard import is_raised, sole
from toolkit.errors import CallError, DefinitionError, ForeignNameError, MisuseError, Retry, ToolError
from toolkit.types.undumpable import UndumpableError

if TYPE_CHECKING:
    import logging

_NAME: Final = "toolkit.dispatch"
_NAME_CHARS: Final = 128
_FRAMES: Final = 50
# The levels of logging, which is not loaded before something is to be written.
_WARNING: Final = 30
_ERROR: Final = 40
# What a body raises for the model to read, and what ends a call from outside: no mistake of its author.
_MEANT: Final = (ToolError, Retry, CallError)
# What the library says of the program: of its functions and tools, not of what they were given. A body may well make
# a tool of what it was given, so that a DefinitionError of its own tells of that.
_OURS_IN_BODIES: Final = (MisuseError, ForeignNameError)
_OURS: Final = (*_OURS_IN_BODIES, DefinitionError)


def log_raised(what: str, tool: str, exception: BaseException) -> None:
    """Write that code of the host around a call has raised: a hook, middleware, an approver, a provider.

    Args:
        what: Whose code.
        tool: Name of the tool, as a model wrote it perhaps.
        exception: What it raised.
    """
    log_host_raised(what, exception, f" in a call of {name_in_line(tool)}")


def log_host_raised(what: str, exception: BaseException, where: str = "") -> None:
    """Write that code of the host has raised.

    Args:
        what: Whose code.
        exception: What it raised.
        where: The end of the sentence.
    """
    _log(_ERROR, exception, _OURS, "%s raised %s%s", what, type(exception).__name__, where)


def log_if_raised(outcome: object, what: str) -> None:
    """Write what code of the host has raised, if it did.

    Args:
        outcome: What it gave, or Raised.
        what: Whose code.
    """
    if is_raised(outcome):
        log_host_raised(what, outcome.exception)


def log_body_raised(tool: str, exception: BaseException, what: str = "the body") -> None:
    """Write that the body of a tool has raised: at WARNING where, if it was not meant for the model; at DEBUG what.

    Args:
        tool: Name of the tool.
        exception: What it raised.
        what: What has raised, if it was not the body itself.
    """
    level = None if isinstance(sole(exception), _MEANT) else _WARNING
    told = what, name_in_line(tool), type(exception).__name__
    _log(level, exception, _OURS_IN_BODIES, "%s of %s raised %s", *told)


def log_verbosely(words: str, *parts: object) -> None:
    """Write of a call of a tool with `verbose=True`; never what is in it."""
    import logging as logging_  # noqa: PLC0415 - dear at start

    logging_.getLogger(_NAME).info(words, *parts)


def _log(
    level: int | None, exception: BaseException, ours: tuple[type[BaseException], ...], words: str, *parts: str
) -> None:
    """Write where something was raised at a level, unless there is none, and what it says at DEBUG."""
    import logging as logging_  # noqa: PLC0415 - dear at start

    logger = logging_.getLogger(_NAME)
    if level is not None and logger.isEnabledFor(level):
        _write(logger, level, exception, _place(exception, ours), words, *parts)
    if logger.isEnabledFor(logging_.DEBUG):
        _write(logger, logging_.DEBUG, exception, _said(exception), words, *parts)


def _write(logger: logging.Logger, level: int, exception: BaseException, shown: str, words: str, *parts: str) -> None:
    """Write a record whose exception is shown in our words, not in its own."""
    caught = type(exception), exception, exception.__traceback__
    record = logger.makeRecord(_NAME, level, __file__, 0, words, parts, caught)
    record.exc_text = visible(shown)
    logger.handle(record)


def _place(exception: BaseException, ours: tuple[type[BaseException], ...]) -> str:
    """The frames that an exception came through, the outermost first; what it says only if it is one of ours."""
    import traceback  # noqa: PLC0415 - dear at start

    frames = "".join(traceback.format_tb(exception.__traceback__, -_FRAMES))
    ours_said = exception.loggable if isinstance(exception, UndumpableError) else ""
    said = str(exception) if isinstance(exception, ours) else ours_said
    return f"{frames}{type(exception).__qualname__}{said and f': {said}'}"


def _said(exception: BaseException) -> str:
    """The frames, the causes and the texts of an exception."""
    import traceback  # noqa: PLC0415 - dear at start

    return "".join(traceback.format_exception(exception, limit=-_FRAMES)).rstrip()


def name_in_line(tool: str) -> str:
    """The name of a tool, as a model wrote it perhaps, on one line and not too long."""
    return " ".join(visible(tool[:_NAME_CHARS]).split())


def name_of(function: object) -> str:
    """The name of a function or of a callable object, for the log."""
    name = getattr(function, "__qualname__", None)
    return name if isinstance(name, str) else type(function).__qualname__
