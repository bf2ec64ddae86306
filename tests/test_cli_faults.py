"""What went wrong is said in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.calling.guard import Raised, attempt
from toolkit.cli.faults import UsageError, fault_line, near, one_line, shown_path
from toolkit.errors import HostError


def raised(error: BaseException) -> BaseException:
    """The error, as it comes out of this file."""

    def fail() -> None:
        raise error

    found = attempt(fail)
    assert isinstance(found, Raised)
    return found.exception


class MuteError(Exception):
    """An error whose text cannot be made."""

    def __str__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["price", "order"], "; did you mean price?"),
        (["order", "pay"], "; there are order, pay"),
        (["order"], "; there is order"),
        ([], ""),
        ([f"x{number}" for number in range(12)], "; there are x0, x1, x2, x3, x4, x5, x6, x7, x8, x9 and 2 more"),
    ],
)
def test_what_may_have_been_meant(names: list[str], said: str):
    """The closest name; without one, the names there are."""
    assert near("pirce", names) == said


@pytest.mark.parametrize(
    ("text", "line"),
    [("", ""), ("a", "a"), (" a \r\n\n b", "a; b"), ("a:\n- b\n- c\nd.\ne", "a: b; c; d. e")],
)
def test_lines_become_one(text: str, line: str):
    """They are parted as the points of a sentence."""
    assert one_line(text) == line


@pytest.mark.parametrize(
    ("error", "ending"),
    [
        (ValueError("bad"), ": ValueError: bad"),
        (ValueError(), ": ValueError"),
        (MuteError(), ": MuteError"),
        (KeyError("x"), ": KeyError: 'x'"),
        (HostError("no context"), ": no context"),
    ],
)
def test_an_error_is_named_with_its_place(error: BaseException, ending: str):
    """Its own file and line come first; the errors of the library need no name."""
    line = fault_line(raised(error))
    assert line.endswith(ending)
    assert Path(line.removesuffix(ending).rpartition(":")[0]).name == Path(__file__).name


def test_an_error_from_nobodys_file_has_no_place():
    """What the library or Python's own modules raise is no fault of a file."""
    assert fault_line(UsageError("no such tool")) == "no such tool"


def test_the_place_of_a_syntax_error_is_where_the_text_is_wrong():
    """Not where it was imported."""
    found = attempt(compile, "x = (\n", "wrong.py", "exec")
    assert isinstance(found, Raised)
    assert fault_line(found.exception) == "wrong.py:1: SyntaxError: '(' was never closed"


def test_a_path_is_shown_from_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Elsewhere it is shown whole."""
    monkeypatch.chdir(tmp_path)
    assert shown_path(str(tmp_path / "a" / "b.py")) == str(Path("a", "b.py"))
    assert shown_path(__file__) == __file__
