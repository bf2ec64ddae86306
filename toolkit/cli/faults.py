"""What went wrong, in one line: where, in whose file, and how."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Final

from toolkit.calling.guard import Raised, attempt, text_of
from toolkit.closeness import closest
from toolkit.errors import MissingContextError, ToolkitError
from toolkit.schema.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

_NO_CONTEXT: Final = "the command line has none, so call this tool from a program"
_INSTALLED: Final = frozenset({"site-packages", "dist-packages"})


class UsageError(ToolkitError):
    """The command was written wrong: it names what is not there, or takes no such argument."""


def near(written: str, names: Iterable[str]) -> str:
    """What may have been meant: `; did you mean x?`, else the names there are, "" if there are none.

    >>> near("get_wether", ["get_weather", "list_cities"])
    '; did you mean get_weather?'
    """
    known = list(names)
    found = closest(written, known)
    if found is not None:
        return f"; did you mean {found}?"
    return f"; there {'is' if len(known) == 1 else 'are'} {listed(known)}" if known else ""


def one_line(text: str) -> str:
    r"""The text on one line; the points of a list are parted by semicolons.

    >>> one_line("The arguments are wrong:\n- a: missing\n- b: unknown")
    'The arguments are wrong: a: missing; b: unknown'
    """
    lines = [line.strip().removeprefix("- ") for line in text.splitlines() if line.strip()]
    made = ""
    for line in lines:
        made += line if not made else f" {line}" if made.endswith((":", ".", ";", ",")) else f"; {line}"
    return made


def fault_line(exception: BaseException) -> str:
    """An exception in one line, with the file and line of the user's code that it comes from, if it does."""
    place, text = fault(exception)
    return f"{place}: {text}" if place else text


def fault(exception: BaseException) -> tuple[str, str]:
    """The file and line of the user's code that an exception comes from, "" if it comes from none, and its text."""
    text = exception.msg if isinstance(exception, SyntaxError) else text_of(exception)
    if not isinstance(exception, ToolkitError):
        kind = type(exception).__name__
        text = f"{kind}: {text}" if text and text != kind else kind
    if isinstance(exception, MissingContextError):
        # What the error advises is for programs.
        text = f"{exception.tool}({exception.parameter}): {exception.needed.partition(';')[0]}; {_NO_CONTEXT}"
    return _place(exception) or next(iter(getattr(exception, "__notes__", ())), ""), one_line(text)


def shown_path(file: str) -> str:
    """The path as it is named from the working directory, if it lies there."""
    path, here = Path(file), attempt(Path.cwd)
    # The directory may have been removed.
    return file if isinstance(here, Raised) or not path.is_relative_to(here) else str(path.relative_to(here))


def _place(exception: BaseException) -> str:
    if isinstance(exception, SyntaxError) and exception.filename:
        return f"{shown_path(exception.filename)}:{exception.lineno or 1}"
    frames = [frame for frame in _frames(exception.__traceback__) if not _is_standard(frame[1])]
    written = [place for place, _, is_installed in frames if not is_installed]
    return (written or [place for place, _, _ in frames] or [""])[-1]


def _frames(trace: TracebackType | None) -> Iterable[tuple[str, str, bool]]:
    """Each frame as its place, the package of its code, and whether that was installed from elsewhere."""
    for frame, line in traceback.walk_tb(trace):
        file = frame.f_code.co_filename
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        yield f"{shown_path(file)}:{line}", package, bool(_INSTALLED & set(Path(file).parts))


def _is_standard(package: str) -> bool:
    return package == "toolkit" or package in sys.stdlib_module_names
