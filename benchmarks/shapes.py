"""The three shapes of work: two integers, eight mixed parameters, a thousand objects."""

# ruff: noqa: I002 - hints that are objects, as every peer takes them; hints that are strings stop two of them.
import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Literal, NamedTuple, Optional


class Shape(NamedTuple):
    """One kind of tool and the calls it gets.

    Attributes:
        letter: How the tables name it.
        make: A fresh function, of fresh classes, as a program that defines many tools has them.
        arguments: The JSON text of a good call.
        wrong: The JSON text of a call that has to be refused.
        faults: Paths that the refusal has to name.
    """

    letter: str
    make: Callable[[], Callable[..., Any]]
    arguments: str
    wrong: str
    faults: tuple[str, ...]

    def base(self) -> Callable[[], str]:
        """The floor: `json.loads`, the call with raw dicts, `json.dumps`."""
        function, text, loads, dumps = self.make(), self.arguments, json.loads, json.dumps
        return lambda: dumps(function(**loads(text)))


def two_integers() -> Callable[..., Any]:
    def add(a: int, b: int) -> int:
        """Add two integers.

        Args:
            a: The first one.
            b: The second one.
        """
        return a + b

    return add


def eight_parameters() -> Callable[..., Any]:
    @dataclass
    class Address:
        street: str
        city: str
        postcode: str
        country: str = "NO"

    @dataclass
    class Order:
        customer: str
        reference: int
        address: Address

    @dataclass
    class Item:
        name: str
        quantity: int
        price: float

    def place_order(  # noqa: PLR0917 - eight parameters are its point.
        order: Order,
        items: list[Item],
        priority: Literal["low", "normal", "high"],
        tags: list[str],
        weights: dict[str, float],
        note: Optional[str],  # noqa: UP045 - as it is often written.
        copies: int = 1,
        dry_run: bool = False,
    ) -> dict[str, float]:
        """Place an order with a supplier.

        The order is checked, priced and sent on; nothing is sent in a dry run.

        Args:
            order: Who orders, and where the goods go.
            items: What is ordered.
            priority: How soon it is needed.
            tags: Words to find the order by.
            weights: Weight in kilograms by the name of the item.
            note: A text for the supplier.
            copies: How many invoices to print.
            dry_run: Whether to check only.

        Returns:
            The weights that were understood.
        """
        return weights

    return place_order


def thousand_objects() -> Callable[..., Any]:
    @dataclass
    class Row:
        id: int
        name: str
        score: float
        tags: list[str]

    def load_rows(rows: list[Row]) -> int:
        """Load rows into a table.

        Args:
            rows: The rows.
        """
        return len(rows)

    return load_rows


def suspending() -> Callable[..., Any]:
    """A coroutine function of two integers that gives way once, as one that waits for a network does."""

    async def add(a: int, b: int) -> int:
        """Add two integers."""
        await asyncio.sleep(0)
        return a + b

    return add


def blocking() -> Callable[..., Any]:
    """A plain function of two integers that blocks its thread for ten milliseconds."""

    def add(a: int, b: int) -> int:
        """Add two integers."""
        time.sleep(0.01)
        return a + b

    return add


def renamed(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A function of its own with the same code under another name."""
    copy = FunctionType(function.__code__, function.__globals__, name, function.__defaults__, function.__closure__)
    copy.__annotations__ = dict(function.__annotations__)
    copy.__doc__ = function.__doc__
    return copy


def as_coroutine_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """A coroutine function with the same signature, docstring and result."""

    async def body(**arguments: Any) -> Any:
        return function(**arguments)

    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    given = ", ".join(f"{name}={name}" for name in names)
    scope: dict[str, Any] = {"body": body}
    exec(f"async def made({', '.join(names)}): return await body({given})", scope)
    made = scope["made"]
    made.__name__ = made.__qualname__ = function.__name__
    made.__defaults__, made.__doc__, made.__module__ = function.__defaults__, function.__doc__, function.__module__
    made.__annotations__ = dict(function.__annotations__)
    return made


_ORDER: dict[str, Any] = {
    "order": {
        "customer": "Fjordlaks Oppdrett AS",
        "reference": 48120,
        "address": {"street": "Strandgata 14B", "city": "Bodø", "postcode": "8006", "country": "NO"},
    },
    "items": [
        {"name": "net, fine mesh", "quantity": 12, "price": 149.5},
        {"name": "anchor 40 kg", "quantity": 3, "price": 899.0},
        {"name": "rope, 200 m", "quantity": 7, "price": 320.25},
    ],
    "priority": "high",
    "tags": ["spring", "north", "restock", "urgent"],
    "weights": {"net, fine mesh": 8.5, "anchor 40 kg": 40.0, "rope, 200 m": 21.75},
    "note": "Deliver to the quay before noon, the gate is locked after that.",
    "copies": 2,
    "dry_run": True,
}
_ROWS = [
    {"id": 100_000 + number, "name": f"row {number:08}", "score": number / 8, "tags": ["alpha", "beta"]}
    for number in range(1000)
]
_WRONG_ORDER = _ORDER | {"priority": "asap", "copies": "two", "items": [*_ORDER["items"][:2], {"name": "rope"}]}
_WRONG_ROWS = [*_ROWS[:500], _ROWS[500] | {"score": "high"}, *_ROWS[501:]]

A = Shape("a", two_integers, '{"a": 2, "b": 3}', '{"a": "two"}', ("a", "b"))
B = Shape(
    "b",
    eight_parameters,
    json.dumps(_ORDER, ensure_ascii=False),
    json.dumps(_WRONG_ORDER, ensure_ascii=False),
    ("priority", "copies", "items[2].quantity", "items[2].price"),
)
C = Shape(
    "c",
    thousand_objects,
    json.dumps({"rows": _ROWS}),
    json.dumps({"rows": _WRONG_ROWS}),
    ("rows[500].score",),
)
SHAPES = (A, B, C)
