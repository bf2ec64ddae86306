"""Two ordinary functions that a model can call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit import tool


@dataclass
class Forecast:
    """What the weather will be."""

    city: str
    degrees: float
    unit: Literal["c", "f"]


@tool
def get_weather(city: str, unit: Literal["c", "f"] = "c", days: int = 1) -> Forecast:
    """Forecast for a city.

    Args:
        city: Name of the city, in any language.
        unit: Degrees Celsius or Fahrenheit.
        days: How many days ahead.
    """
    celsius = 20 + len(city) - days
    return Forecast(city, celsius if unit == "c" else celsius * 9 / 5 + 32, unit)


@tool(read_only=True)
def list_cities(country: str, limit: int = 3) -> list[str]:
    """The largest cities of a country.

    Args:
        country: ISO 3166-1 code of the country, such as "NO".
        limit: How many cities to list.
    """
    cities = {"NO": ["Oslo", "Bergen", "Trondheim"], "CH": ["Zurich", "Geneva", "Basel"]}
    return cities.get(country, [])[:limit]
