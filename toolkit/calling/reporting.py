"""What the log is told of exceptions that no caller sees: whose code raised, with the traceback.

A traceback shows what an exception says; the messages themselves hold no value of an argument or a result.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from toolkit.calling.cleaning import visible

if TYPE_CHECKING:
    import logging

_NAME: Final = "toolkit.dispatch"
_NAME_CHARS: Final = 128


def log_raised(what: str, tool: str, exception: BaseException) -> None:
    """Write that code of the host around a tool has raised: a hook, middleware, an approver, a provider.

    Args:
        what: Whose code.
        tool: Name of the tool, as a model wrote it perhaps.
        exception: What it raised.
    """
    import logging as logging_  # noqa: PLC0415 - dear at start

    logger = logging_.getLogger(_NAME)
    kind = type(exception).__name__
    logger.error("%s raised %s in a call of %s", what, kind, visible(tool[:_NAME_CHARS]), exc_info=exception)


def log_body_raised(tool: str, exception: BaseException) -> None:
    """Write at DEBUG that the body of a tool has raised: the result says so already.

    Args:
        tool: Name of the tool.
        exception: What it raised.
    """
    logger = _listened_to()
    if logger is not None:
        logger.debug("the body of %s raised %s", tool, type(exception).__name__, exc_info=exception)


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
