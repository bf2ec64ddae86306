"""What a benchmark finds out, and what it should be."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """One measured number.

    Attributes:
        work: What was done, and over what, as a row of the table says.
        subject: Who did it.
        value: A ratio, unless the row names a unit.
    """

    work: str
    subject: str
    value: float


# Row of the table -> the most that it may be; rows in the order of the table.
TARGETS: dict[str, float | None] = {
    "import + first tool": 5,
    "import + first tool, modules": 110,
    "define (a)": 1.0,
    "define (b)": 1.2,
    "define (a), schema and texts read": 4,
    "define (b), schema and texts read": 5,
    "declare 100 tools (a), first": 2,
    "declare 100 tools (a), again": 1,
    "declare 100 tools (b), first": 2,
    "declare 100 tools (b), again": 1,
    "dispatch (a)": 0.5,
    "dispatch (a), an OpenAI call": None,
    "dispatch (b)": 0.55,
    "dispatch (c)": 0.8,
    "refusal (a)": 2.2,
    "refusal (b)": 2.5,
    "refusal (c)": 1.6,
    "concurrent async calls": 1.2,
    "64 blocking tools": 2.5,
    "64 blocking tools, longest stop of the loop in ms": 10,
    "sync tool from adispatch": 1.2,
    "call among 10 tools": 0.45,
    "call among 100 tools": 0.45,
    "call among 1000 tools": 0.45,
    "call among 10000 tools": 0.45,
    "call among the most tools, over among 10": 1.15,
    "memory of a tool (a), KiB": 3,
    "memory of a tool (b), KiB": 14,
    "memory of a tool (a) after its first call, KiB": 8,
    "memory of a tool (b) after its first call, KiB": 32,
    "declaration (a), characters": None,
    "declaration (b), characters": None,
    "declaration (c), characters": None,
}
