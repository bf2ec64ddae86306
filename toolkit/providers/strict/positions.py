"""Arrays by position, as strict mode names their positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.record import replace_fields

if TYPE_CHECKING:
    from toolkit.descriptor import TupleType

# The member that holds the items behind those with a position.
REST: Final = "rest"


def position_names(type_: TupleType) -> tuple[str, ...]:
    """A name for each position: its description where that is a name, as for fields of a NamedTuple."""
    texts = [each.description for each in type_.items]
    if len({*texts, REST}) == len(texts) + 1 and all(map(str.isidentifier, texts)):
        return tuple(texts)
    return tuple(f"item_{number}" for number in range(1, len(texts) + 1))


def reachable(type_: TupleType) -> TupleType:
    """The array without the positions that no item can take, as it may not be so long.

    >>> from toolkit.descriptor import IntegerType, StringType, TupleType
    >>> len(reachable(TupleType((StringType(), IntegerType()), constraints={"maxItems": 1})).items)
    1
    """
    most = type_.constraints.get("maxItems")
    if most is None or most > len(type_.items):
        return type_
    return replace_fields(type_, items=type_.items[:most], rest=None, required=min(type_.least, most))


def rest_counts(type_: TupleType) -> dict[str, int]:
    """How many items may stand behind those with a position, as keywords."""
    least = max(type_.least, type_.constraints.get("minItems", 0))
    counts = {"minItems": least, "maxItems": type_.constraints.get("maxItems", 0)}
    return {name: count - len(type_.items) for name, count in counts.items() if count > len(type_.items)}
