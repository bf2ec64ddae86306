"""The hints inside of a class that another library describes, to which no walk comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.reading.annotations import LITERAL, alias_value, is_alias, take_apart
from toolkit.reading.fields import facts_from
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
    seen: set[Any] = {cls}
    waiting = _fields(cls, "")
    while waiting:
        at, annotation, markers = waiting.pop()
        hint = take_apart(annotation)
        yield at, replace_fields(hint, metadata=(*hint.metadata, *markers)) if markers else hint
        named = hint.class_ or ((hint.origin or hint.type) if is_alias(hint.type) else None)
        if named is not None and named not in seen:
            seen.add(named)
            waiting += [(at, alias_value(hint.type), ())] if hint.class_ is None else _fields(named, f"{at}.")
        if hint.origin is not LITERAL:
            waiting += [(at, each, ()) for each in hint.arguments]


def annotated_texts(cls: Any) -> dict[str, str]:
    """What the annotations of a class say of its fields, by name: `Annotated[int, "Grams"]`."""
    of_model = getattr(cls, "__pydantic_fields__", None)
    if isinstance(of_model, dict):
        markers = {name: facts_from(each.metadata).texts for name, each in of_model.items()}
        found = {name: texts or take_apart(of_model[name].annotation).texts for name, texts in markers.items()}
    else:
        found = {each.name: take_apart(each.annotation).texts for each in fields_of_class(cls) or ()}
    return {name: texts[0] for name, texts in found.items() if texts}


def _fields(cls: Any, before: str) -> list[Place]:
    of_model = getattr(cls, "__pydantic_fields__", None)
    if isinstance(of_model, dict):
        return [(before + name, each.annotation, (*each.metadata, each.default)) for name, each in of_model.items()]
    return [(before + each.wire, each.annotation, ()) for each in fields_of_class(cls) or ()]
