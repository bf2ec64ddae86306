"""What the tests of Microsoft's documents share: a tool of each, and one call of any."""

from __future__ import annotations

from typing import Annotated, Any

from toolkit import Dispatcher, Tool, ToolCall, tool


@tool(additional_properties={"team": "weather"})
def get_weather(
    city: Annotated[str, "The city to get the weather for"],
    unit: Annotated[str, "The unit to calculate the current temperature to"] = "celsius",
) -> str:
    """The weather of a city."""
    return f"{city}: 21 {unit}"


WEATHER = Tool.of(get_weather)


@tool
def add(x: int, y: int = 2) -> int:
    """Add two numbers.

    Args:
        x: The first.
        y: The second.
    """
    return x + y


def dispatched(made: Any, arguments: Any = None, **options: Any) -> Any:
    """The result of one call."""
    made = Tool.of(made)
    return Dispatcher([made], **options).dispatch(ToolCall(made.name, arguments))
