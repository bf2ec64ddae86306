"""The tools whose declarations stand in this folder: one for each thing that dialects disagree on."""

from __future__ import annotations

import datetime as dt
import decimal
import enum
import uuid
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

from annotated_types import Ge, Gt, Le, Len, MinLen, MultipleOf, Predicate

from toolkit import tool

__all__ = ["TOOLS"]


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Address:
    """Where somebody lives."""

    street: str
    zip_code: Annotated[str, Len(5, 5)]
    country: str = "DE"


@dataclass
class Person:
    name: str
    home: Address
    work: Address | None = None


@dataclass
class Node:
    value: int
    children: list[Node] = field(default_factory=list)


class Filter(TypedDict):
    field: str
    operator: Literal["=", "<", ">"]
    negated: NotRequired[bool]


class Point(NamedTuple):
    x: float
    y: float = 0.0


@tool
def now() -> dt.datetime:
    """The time of day."""
    return dt.datetime.now(dt.UTC)


@tool
def get_weather(city: str, unit: Literal["c", "f"] = "c", days: Annotated[int, "How far ahead"] = 1) -> str:  # noqa: D417
    """Forecast for a city.

    Args:
        city: Name of the city, in any language.
        unit: Degrees Celsius or Fahrenheit.
    """
    return f"{city}: {days} {unit}"


@tool
def add(a: int, b: float) -> float:
    """Add two numbers."""
    return a + b


@tool
def switch(on: bool) -> None:
    """Turn the light on or off."""


@tool("geo.search", description="Find a place.", principle="the user names a place")
def search_place(query: Annotated[str, MinLen(1)]) -> list[str]:
    return [query]


@tool
def page(size: Annotated[int, Ge(1), Le(100)] = 20, ratio: Annotated[float, Gt(0)] = 1.0) -> int:
    """One page of a list."""
    return round(size * ratio)


@tool
def steps(count: Annotated[int, MultipleOf(5)]) -> int:
    """Go so many steps."""
    return count


@tool
def tags(names: Annotated[list[str], Len(1, 3)]) -> list[str]:
    """Set the tags."""
    return names


@tool
def unique(ids: set[int]) -> list[int]:
    """Keep each number once."""
    return sorted(ids)


@tool
def paint(color: Color, coats: Literal[1, 2] = 1) -> str:
    """Paint the wall."""
    return f"{color} {coats}"


@tool
def mixed(choice: Literal[1, "1", True] | None) -> str:
    """Choose one of several kinds."""
    return repr(choice)


@tool
def nickname(name: str | None) -> str:
    """Set the nickname, or none."""
    return name or ""


@tool
def maybe(name: str | None = None, age: int | None = None) -> str:
    """Change what is given."""
    return f"{name} {age}"


@tool
def either(value: int | str | list[int]) -> str:
    """Take one of several types."""
    return str(value)


@tool
def move(to: tuple[float, float], path: tuple[int, ...] = ()) -> list[float]:
    """Move to a place."""
    return [*to, *path]


@tool
def at(point: Point) -> float:
    """The height at a point."""
    return point.x


@tool
def headers(values: dict[str, str], counts: dict[int, int] | None = None) -> int:
    """Send headers."""
    return len(values) + len(counts or {})


@tool
def hire(person: Person) -> str:
    """Hire somebody.

    Args:
        person: Who.
    """
    return person.name


@tool
def total(tree: Node) -> int:
    """The sum of a tree."""
    return tree.value + sum(map(total, tree.children))


@tool
def query(table: str, filters: list[Filter]) -> list[dict[str, Any]]:
    """Look rows up."""
    return [{"table": table, "filters": filters}]


@tool
def schedule(day: dt.date, start: dt.time, length: dt.timedelta, stamp: dt.datetime | None = None) -> str:
    """Put something into the calendar."""
    return f"{day} {start} {length} {stamp}"


@tool
def pay(amount: decimal.Decimal, order: uuid.UUID) -> decimal.Decimal:
    """Pay an order."""
    return amount if order else decimal.Decimal(0)


@tool
def upload(content: bytes) -> int:
    """Upload a file."""
    return len(content)


@tool
def anything(value: Any, other=None) -> Any:
    """Take whatever comes."""
    return value or other


@tool
def rest(first: str, *others: int, **named: float) -> int:
    """Take any number of arguments."""
    return len(first) + len(others) + len(named)


@tool(read_only=True, title="Look a user up", output_description="The user's name.")
def look_up(user_id: Annotated[int, "Number of the user."]) -> str:
    """Look a user up."""
    return str(user_id)


@tool(destructive=True, extras={"anthropic": {"cache_control": {"type": "ephemeral"}}})
def delete(path: str) -> bool:
    """Delete a file."""
    return bool(path)


@tool(description="")
def silent(x: int) -> int:
    return x


@tool
def even(number: Annotated[int, Predicate(lambda value: value % 2 == 0)]) -> int:
    """Halve an even number."""
    return number // 2


@tool
def measure(höhe_in_cm: int) -> int:  # noqa: PLC2401 - not every provider takes such a name
    """Wie groß etwas ist."""
    return höhe_in_cm


TOOLS = [value for value in globals().values() if hasattr(value, "__tool__")]
