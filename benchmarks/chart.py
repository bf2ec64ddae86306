"""The chart of the README: one panel per question, a bar per library from the floor's line at 1, as SVG."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from benchmarks.peer import OURS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Row of the table -> title of its panel, and the floor that 1 stands for.
PANELS = {
    "dispatch (a)": ("A call with two integers", "json + call"),
    "dispatch (b)": ("A call with eight mixed parameters", "json + call"),
    "dispatch (c)": ("A call with a thousand objects", "json + call"),
    "concurrent async calls": ("A thousand async calls at once", "json + call"),
    "define (b), schema and texts read": ("Defining a tool of eight parameters", "reading its signature"),
    "import + first tool": ("Import and first tool", "an empty process"),
}
COLUMNS = 2
WIDTH, MARGIN, GAP = 940, 28, 44
NAMES, NUMBERS = 118, 52
HEAD, BAR, PITCH, FOOT = 54, 13, 21, 26
OURS_COLOUR, PEER_COLOUR, TEXT_COLOUR, PALE_COLOUR, GRID_COLOUR = "#0b6e4f", "#a9b4bf", "#1f2328", "#656d76", "#e3e7eb"
FONT = "font-family=\"-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif\""


class _Scale(NamedTuple):
    """A logarithmic axis between two powers of ten."""

    left: float
    right: float
    least: int
    most: int

    def x(self, value: float) -> float:
        """Where a value stands."""
        share = (log10(value) - self.least) / (self.most - self.least)
        return self.left + share * (self.right - self.left)


def chart(rows: Mapping[str, Mapping[str, float]]) -> str:
    """The chart of the rows that have a panel; shorter is better."""
    panels = [name for name in PANELS if rows.get(name)]
    width = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS
    parts, top = [], 86.0
    for start in range(0, len(panels), COLUMNS):
        line = panels[start : start + COLUMNS]
        for column, name in enumerate(line):
            parts.extend(_panel(name, rows[name], MARGIN + column * (width + GAP), top, width))
        top += HEAD + FOOT + PITCH * max(len(rows[name]) for name in line)
    return "\n".join([*_frame(top + 8), *parts, "</svg>\n"])


def _frame(height: float) -> Iterator[str]:
    size = f'width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {FONT}>'
    yield "<title>What toolkit costs beside its peers, as multiples of a floor; shorter is better</title>"
    yield f'<rect width="{WIDTH}" height="{height:.0f}" rx="10" fill="#ffffff"/>'
    yield _text(MARGIN, 38, "What it costs, beside its peers", 20, weight=600)
    note = "Multiples of a floor that is drawn at 1, on a logarithmic scale. Shorter is better; left of 1 is cheaper."
    yield _text(MARGIN, 60, note, 12.5, PALE_COLOUR)


def _panel(name: str, values: Mapping[str, float], left: float, top: float, width: float) -> Iterator[str]:
    title, unit = PANELS[name]
    scale = _scale(values, left + NAMES, left + width - NUMBERS)
    bottom = top + HEAD + PITCH * len(values) - (PITCH - BAR) / 2
    subtitle = f'<tspan dx="7" font-size="11.5" font-weight="400" fill="{PALE_COLOUR}">over {escape(unit)}</tspan>'
    yield _text(left, top + 20, title, 14.5, weight=600).replace("</text>", f"{subtitle}</text>")
    for power in range(scale.least, scale.most + 1):
        x = scale.x(10**power)
        is_floor = power == 0
        yield _line(x, top + HEAD - 8, bottom, TEXT_COLOUR if is_floor else GRID_COLOUR)
        colour = TEXT_COLOUR if is_floor else PALE_COLOUR
        yield _text(x, top + HEAD - 14, f"{10**power:g}", 10.5, colour, anchor="middle")
    for number, subject in enumerate(sorted(values, key=values.__getitem__)):
        yield from _bar(subject, values[subject], scale, left, top + HEAD + number * PITCH)


def _bar(subject: str, value: float, scale: _Scale, left: float, top: float) -> Iterator[str]:
    is_ours = subject == OURS
    start, end = sorted((scale.x(1), scale.x(value)))
    colour, weight = (OURS_COLOUR, 700) if is_ours else (PEER_COLOUR, 400)
    yield _text(left, top + BAR - 2, subject, 12.5, OURS_COLOUR if is_ours else TEXT_COLOUR, weight=weight)
    box = f'x="{start:.1f}" y="{top:.1f}" width="{max(end - start, 1.5):.1f}" height="{BAR}" rx="2"'
    yield f'<rect {box} fill="{colour}"/>'
    shown = f"{value:.0f}" if value >= 10 else f"{value:.2g}"
    yield _text(end + 6, top + BAR - 2, shown, 11.5, OURS_COLOUR if is_ours else PALE_COLOUR, weight=weight)


def _scale(values: Mapping[str, float], left: float, right: float) -> _Scale:
    least, most = min(*values.values(), 1.0), max(*values.values(), 1.0)
    return _Scale(left, right, min(floor(log10(least)), 0), max(ceil(log10(most)), 1))


def _text(
    x: float, y: float, text: str, size: float, colour: str = TEXT_COLOUR, *, weight: int = 400, anchor: str = "start"
) -> str:
    look = f'font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(text)}</text>'


def _line(x: float, top: float, bottom: float, colour: str) -> str:
    return f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{bottom:.1f}" stroke="{colour}"/>'
