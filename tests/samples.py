"""Functions and tools that several tests share; being a module of tools, it is collected itself as well."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Annotated, Any, Literal

import pytest

from toolkit import Tool, tool

# Not every interpreter has wheels of it.
needs_re2 = pytest.mark.skipif(find_spec("re2") is None, reason="google-re2 is not installed")


@tool
def get_weather(city: str, unit: Literal["c", "f"] = "c", days: Annotated[int, "How far ahead."] = 1) -> str:  # noqa: D417
    """Forecast for a city.

    Args:
        city: Name of the city, in any language.
        unit: Degrees Celsius or Fahrenheit.
    """
    return f"{city}: 21 {unit} in {days} days"


@tool(tags=("math", "fast"), read_only=True)
def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


@tool(tags=("math",))
async def divide(dividend: float, divisor: float) -> float:
    """Divide a number by another one."""
    return dividend / divisor


def multiply(a: int, b: int) -> int:
    """Multiply two numbers."""
    return a * b


@dataclass
class Node:
    """A tree of texts."""

    text: str
    children: list[Node]


@tool
def count_nodes(tree: Node) -> int:
    """Count the nodes of a tree."""
    return 1 + sum(count_nodes(child) for child in tree.children)


class Echo(Tool):
    """Say a text again."""

    def execute(self, text: str) -> str:
        return text


class Shop:
    """A shop whose clerk can be asked."""

    def __init__(self, city: str = "Oslo") -> None:
        self.city = city

    @tool
    def buy(self, product: str, count: int = 1) -> str:
        """Buy a product.

        Args:
            product: Name of the product.
            count: How many.
        """
        return f"{count} {product} in {self.city}"

    @tool
    @classmethod
    def chain(cls) -> str:
        """Name of the chain of shops."""
        return cls.__name__

    @staticmethod
    @tool
    def hours(day: str) -> str:
        """Opening hours of a day."""
        return f"{day} 9-17"

    def stock(self, product: str) -> int:
        """How many there are of a product."""
        return len(product)

    def _count(self) -> int:
        """Count all products."""
        return 0


SEARCH: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "search",
        "description": "Search the web.",
        "parameters": {
            "type": "object",
            "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
            "required": ["query"],
        },
    },
}
