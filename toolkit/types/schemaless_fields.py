"""The field of a model that pydantic has no JSON Schema for: it says the kind of its type, not where it stands."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_WAY = "_toolkit_way"


def noting_the_way(generate: Callable[[Any], Any], core_schema: Any) -> Any:
    """What a method of pydantic's generator makes of a part of a core schema; an error notes which parts it leaves."""
    try:
        return generate(core_schema)
    # What pydantic tells its users is the one, and in older releases the other.
    except (RuntimeError, TypeError) as error:
        vars(error).setdefault(_WAY, []).append(core_schema)
        raise


def field_of(error: Exception) -> str:
    """The innermost field that an error was about, such as `Order.buyer`; empty if it was about none."""
    return next(_fields(vars(error).get(_WAY, [])), "")


def _fields(way: list[Any]) -> Iterator[str]:
    for at, (inner, each) in enumerate(pairwise(way), 1):
        cls = next((outer["cls"] for outer in way[at:] if "cls" in outer), None)
        fields = each.get("fields", ())
        # Those of a data class are a list, and have their names in them.
        named = fields.items() if isinstance(fields, dict) else [(field["name"], field) for field in fields]
        yield from (f"{cls.__name__}.{name}" for name, field in named if field is inner and cls is not None)
