"""Standard output for results, standard error for all else, and nothing on either that a terminal obeys."""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import contextmanager, redirect_stdout, suppress
from typing import TYPE_CHECKING, Any, Final, TextIO

from toolkit.calling.cleaning import visible
from toolkit.cli.faults import one_line
from toolkit.schema.wording import shortened
from toolkit.types.hidden import escaped_hidden

if TYPE_CHECKING:
    from collections.abc import Generator

_MAX_LINE_CHARS: Final = 2000


class Output:
    """The two streams of the process, as they were when the command began.

    Attributes:
        is_terminal: Whether a terminal watches the results.
    """

    def __init__(self) -> None:
        self._results: TextIO | None = sys.stdout
        self._notes: TextIO | None = sys.stderr
        self.is_terminal = self._results is not None and self._results.isatty()

    @property
    def results(self) -> TextIO | None:
        """Standard output itself, None where there is none any more."""
        return self._results

    def text(self, text: str) -> None:
        """Print a text with its lines, cleaned."""
        self._write(visible(text))

    def json(self, value: Any, *, is_compact: bool = False) -> None:
        """Print a value as JSON: over several lines, or on one."""
        layout: dict[str, Any] = {"separators": (",", ":")} if is_compact else {"indent": 2}
        self._write(clean_json(json.dumps(value, ensure_ascii=False, **layout)))

    def note(self, text: str) -> None:
        """Print one line on standard error."""
        if self._notes is not None:
            line = shortened(visible(one_line(text)), _MAX_LINE_CHARS)
            # There is nobody left to tell where standard error is closed.
            with suppress(OSError, ValueError):
                print(f"toolkit: {_encodable_by(self._notes, line)}", file=self._notes, flush=True)

    @contextmanager
    def kept_for_results(self) -> Generator[None, None, None]:
        """While this lasts, whatever else is printed goes to standard error, that of child processes included."""
        with redirect_stdout(sys.stderr), _descriptor_on_standard_error(self._results):
            yield

    def _write(self, text: str) -> None:
        if self._results is None:
            return
        try:
            print(_encodable_by(self._results, text), file=self._results, flush=True)
        except BrokenPipeError:
            # The reader has seen enough (`| head`).
            self.close()

    def flush(self) -> None:
        """Hand over what was printed, so that nothing is left to fail when the interpreter ends."""
        if self._results is not None:
            try:
                self._results.flush()
            except OSError:
                self.close()

    def close(self) -> None:
        """Write no more; what a broken pipe holds back goes nowhere, so that the interpreter can end in peace."""
        stream, self._results = self._results, None
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]


def clean_json(text: str) -> str:
    r"""The JSON text with escapes for what a terminal obeys or nobody sees: the same value (RFC 8259, 7).

    >>> print(clean_json('"a\u202eb"'))
    "a\u202eb"
    """
    return escaped_hidden(text).replace("\r", "\\r")


def _in_ascii(found: re.Match[str]) -> str:
    """Characters as JSON escapes them, those beyond U+FFFF as two."""
    return json.dumps(found[0])[1:-1]


def _encodable_by(stream: TextIO, text: str) -> str:
    """The text, with what the stream's encoding lacks escaped as JSON does it."""
    try:
        text.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return re.sub(r"[^\x00-\x7f]+", _in_ascii, text)
    return text


@contextmanager
def _descriptor_on_standard_error(stream: TextIO | None) -> Generator[None, None, None]:
    """While this lasts, the file that a child process inherits as standard output is standard error."""
    try:
        number = stream.fileno() if stream is not None else -1
        kept = os.dup(number)
        os.dup2(2, number)
    except (OSError, ValueError):
        # Not a file (a test's, a notebook's), or standard error is closed.
        yield
        return
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            # What was printed by way of sys.__stdout__ waits in the stream's buffer.
            stream.flush()  # type: ignore[union-attr]
        os.dup2(kept, number)
        os.close(kept)
