"""TypedDict: an object that stays a dict (PEP 589, 655, 705, 728)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.descriptor import constrained
from toolkit.reading.annotations import take_apart
from toolkit.reading.typed_dicts import further_items, is_closed, is_typed_dict
from toolkit.record import replace_fields
from toolkit.types.constraints import counted_keys
from toolkit.types.containers import dump_mapping
from toolkit.types.loaders import loaded_fields
from toolkit.types.records import Field, described_fields, remembered, resolved_hints
from toolkit.types.rules import TypeRule

if TYPE_CHECKING:
    from toolkit.descriptor import ParameterType
    from toolkit.reading.annotations import Hint
    from toolkit.types.rules import Loader
    from toolkit.types.walk import Walk


def has_typed_keys(hint: Hint) -> bool:
    """Whether it is a TypedDict."""
    return is_typed_dict(hint.class_)


@remembered
def typed_dict_fields(hint: Hint) -> list[Field]:
    """The keys of a TypedDict; what their hints say of Required and NotRequired holds."""
    cls: Any = hint.class_
    hints = resolved_hints(hint)
    return [
        Field(name, _wire(name, found), found, _is_required(cls, name, found), attribute=name)
        for name, found in hints.items()
    ]


def _wire(name: str, annotation: Any) -> str:
    """What a model calls the key: a pydantic alias, else its name."""
    facts = take_apart(annotation).facts
    return (facts.alias if facts else None) or name


def _is_required(cls: Any, name: str, annotation: Any) -> bool:
    # __required_keys__ is wrong for qualifiers inside text annotations (PEP 563), so the hint is asked first.
    qualifiers = take_apart(annotation).qualifiers
    if qualifiers & {"Required", "NotRequired"}:
        return "Required" in qualifiers
    return name in cls.__required_keys__


def _describe(hint: Hint, walk: Walk) -> ParameterType:
    def build(_: str) -> ParameterType:
        further = further_items(hint.type)
        additional = False if further is None else walk.describe(further, at="{}")
        fields = typed_dict_fields(hint)
        if walk.of_results:  # the dict that a function returns has the names of the class
            fields = [each._replace(wire=each.name) for each in fields]
        made = described_fields(hint, fields, walk, additional)
        return replace_fields(made, additional=False) if is_closed(hint.type) else made

    return constrained(walk.describe_named(hint, build), counted_keys(hint.constraints))


def _load(hint: Hint, walk: Walk) -> Loader | None:
    steps = [(field.wire, field.name, walk.load(field.annotation)) for field in typed_dict_fields(hint)]
    further = further_items(hint.type)
    load_further = None if further is None else walk.load(further)
    if load_further is None and all(load is None and wire == name for wire, name, load in steps):
        return None
    known = {wire for wire, _, _ in steps}
    renamed = {wire: name for wire, name, _ in steps if wire != name}

    def load(values: dict[str, Any]) -> dict[str, Any]:
        others = [] if load_further is None else [(name, name, load_further) for name in values if name not in known]
        named = {renamed.get(name, name): each for name, each in values.items()} if renamed else values
        return {**named, **loaded_fields([*steps, *others], values)}

    return load


ROWS: Final = (TypeRule("TypedDict", has_typed_keys, _describe, _load, dump_mapping),)
