"""Nothing that a terminal obeys is printed, and a reader that has left is no fault."""

from __future__ import annotations

import io
import sys

import pytest

from toolkit.cli.streams import Output, clean_json

EVIL = "a\x1b[31mb\u202ec\x9bd\u061ce\u200bf\u2028g"


class Closed(io.StringIO):
    """A stream whose reader has left."""

    def write(self, text: str) -> int:
        """Nothing any more."""
        raise BrokenPipeError

    def flush(self) -> None:
        """Nothing any more."""
        raise BrokenPipeError


def narrow(encoding: str) -> io.TextIOWrapper:
    """A stream that lacks some characters."""
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")


def test_texts_lose_what_hides(capsys: pytest.CaptureFixture[str]):
    """Tabs and newlines stay."""
    Output().text(f"{EVIL}\t\n")
    assert capsys.readouterr().out == "a[31mbcdefg\t\n\n"


def test_json_keeps_its_meaning():
    """What hides is escaped, in pairs beyond U+FFFF."""
    assert clean_json('"é\u202e\x7f\U000e0041\n"') == '"é\\u202e\\u007f\\udb40\\udc41\n"'


def test_json_of_half_a_character_can_be_printed(capsys: pytest.CaptureFixture[str]):
    """Half a surrogate pair is no character that UTF-8 holds."""
    Output().json(["\ud800"], is_compact=True)
    assert capsys.readouterr().out == '["\\ud800"]\n'


def test_a_note_is_one_short_line(capsys: pytest.CaptureFixture[str]):
    """On standard error, however long and broken the text is."""
    Output().note("- a:\n\tb\n\n- c\n" + "d" * 5000)
    line = capsys.readouterr().err
    assert line.startswith("toolkit: a: b; c; ddd")
    assert (line.count("\n"), len(line) < 2100) == (1, True)


@pytest.mark.parametrize(("encoding", "shown"), [("ascii", "\\u00e9\\u65e5"), ("latin-1", "\\u00e9\\u65e5")])
def test_an_encoding_that_lacks_a_character_is_no_fault(encoding: str, shown: str, monkeypatch: pytest.MonkeyPatch):
    """The character is escaped as JSON does it."""
    stream = narrow(encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    Output().text("é日")
    assert stream.buffer.getvalue().decode() == f"{shown}\n"


def test_a_reader_that_has_left_is_no_fault(monkeypatch: pytest.MonkeyPatch):
    """The rest goes nowhere."""
    monkeypatch.setattr(sys, "stdout", Closed())
    output = Output()
    output.text("a")
    output.text("b")
    output.flush()
    assert output.results is None


def test_what_is_held_back_for_a_reader_that_has_left_is_dropped(monkeypatch: pytest.MonkeyPatch):
    """Also where the pipe breaks after all is printed."""
    monkeypatch.setattr(sys, "stdout", Closed())
    output = Output()
    output.flush()
    assert output.results is None


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_a_stream_that_is_not_there_is_no_fault(name: str, monkeypatch: pytest.MonkeyPatch):
    """Windows starts some programs without any."""
    monkeypatch.setattr(sys, name, None)
    output = Output()
    with output.kept_for_results():
        sys.stdout and sys.stdout.write("lost or not")
    output.text("a")
    output.note("b")
    output.flush()
    assert output.is_terminal is False


def test_a_closed_standard_error_is_no_fault(monkeypatch: pytest.MonkeyPatch):
    """There is nobody to tell."""
    monkeypatch.setattr(sys, "stderr", Closed())
    Output().note("a")
