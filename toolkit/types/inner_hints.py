"""The hints inside of a class that another library describes, to which no walk comes."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any

from toolkit.reading.annotations import LITERAL, UNION, alias_value, is_alias, members_of, take_apart
from toolkit.reading.pydantic_classes import pydantic_fields
from toolkit.record import replace_fields
from toolkit.types.field_readers import fields_of_class

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.reading.annotations import Hint

# Where a hint stands, the hint, and the markers beside it.
Place = tuple[str, Any, tuple[Any, ...]]


def inner_hints(cls: Any) -> Iterator[tuple[str, Hint]]:
    """The hints of the fields of a class and of all classes in it, each with its place, such as `buyer.token`.

    Among the markers of a model's field stands its default, which may be a marker as well.
    """
    return _walked(_fields(cls, ""), {cls}, enters_models=True)


def hints_within(annotation: Any) -> Iterator[Hint]:
    """A hint and those inside of it, save those of the fields of models."""
    return (hint for _, hint in _walked([("", annotation, ())], set(), enters_models=False))


def _walked(waiting: list[Place], seen: set[Any], *, enters_models: bool) -> Iterator[tuple[str, Hint]]:
    while waiting:
        at, annotation, markers = waiting.pop()
        hint = take_apart(annotation)
        yield at, replace_fields(hint, metadata=(*hint.metadata, *markers)) if markers else hint
        named = hint.class_ or ((hint.origin or hint.type) if is_alias(hint.type) else None)
        is_entered = enters_models or not pydantic_fields(named)
        if named is not None and is_entered and named not in seen:
            seen.add(named)
            waiting += [(at, alias_value(hint.type), ())] if hint.class_ is None else _fields(named, f"{at}.")
        if hint.origin is not LITERAL:
            waiting += [(at, each, ()) for each in hint.arguments]


def text_of(annotation: Any) -> str:
    """What stands beside a type, or in the alias that it is: `Annotated[int, "Grams"]`; "" if nothing."""
    hint = take_apart(annotation)
    if not hint.texts and is_alias(hint.type):
        return text_of(alias_value(hint.type))
    return hint.texts[0] if hint.texts else ""


def annotations_in(cls: Any) -> dict[str, Any]:
    """The annotations of the fields of a class, by name."""
    of_model = pydantic_fields(cls)
    if not of_model:
        return {each.name: each.annotation for each in fields_of_class(cls) or ()}
    return {
        name: Annotated[(each.annotation, *each.metadata)] if each.metadata else each.annotation
        for name, each in of_model.items()
    }


def tell_inside(schema: dict[str, Any], annotation: Any) -> None:
    """Write into a schema what its hint says of what is inside: `list[Annotated[int, "Grams"]]`."""
    hint = take_apart(annotation)
    for part, inner in _parts(schema, hint):
        text = text_of(inner)
        if text and text not in hint.texts:
            part.setdefault("description", text)
        tell_inside(part, inner)


def _parts(schema: dict[str, Any], hint: Hint) -> Iterator[tuple[dict[str, Any], Any]]:
    """The schemas of members, items and values in that of a whole, each with its hint."""
    if hint.origin is UNION:
        options = schema.get("anyOf", [schema])
        members = sorted(members_of(hint), key=lambda each: each is NoneType)
        yield from zip(options, members, strict=True) if len(options) == len(members) else ()
        return
    arguments = [each for each in hint.arguments if each is not ...]
    yield from zip(schema.get("prefixItems", ()), arguments, strict=False)
    inner = [schema.get("items"), schema.get("additionalProperties"), *schema.get("patternProperties", {}).values()]
    yield from ((each, arguments[-1]) for each in inner if isinstance(each, dict) and arguments)


def _fields(cls: Any, before: str) -> list[Place]:
    of_model = pydantic_fields(cls)
    if of_model:
        return [(before + name, each.annotation, (*each.metadata, each.default)) for name, each in of_model.items()]
    return [(before + each.wire, each.annotation, ()) for each in fields_of_class(cls) or ()]
