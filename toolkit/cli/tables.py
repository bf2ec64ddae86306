"""Rows as a table: rich's where a terminal watches and rich is installed, aligned text otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.calling.cleaning import visible
from toolkit.cli.faults import one_line
from toolkit.schema.wording import aligned

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from toolkit.cli.streams import Output

Row = tuple[str, ...]


def print_table(output: Output, header: Row, rows: Sequence[Row]) -> None:
    """Print the rows under their header."""
    cells = [tuple(visible(one_line(cell)) for cell in row) for row in rows]
    if not (output.is_terminal and output.results is not None and _is_drawn(output.results, header, cells)):
        output.text(aligned([tuple(title.upper() for title in header), *cells]))


def _is_drawn(stream: TextIO, header: Row, rows: Sequence[Row]) -> bool:
    """Whether rich is there; then it has drawn the table."""
    try:
        from rich.box import SIMPLE_HEAD  # noqa: PLC0415 - optional, and dear at start
        from rich.console import Console  # noqa: PLC0415
        from rich.table import Table  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415
    except ImportError:
        return False
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in header:
        table.add_column(title, style="bold" if title == header[0] else None)
    for row in rows:
        # As Text, so that brackets in a description are no markup.
        table.add_row(*map(Text, row))
    Console(file=stream).print(table)
    return True
