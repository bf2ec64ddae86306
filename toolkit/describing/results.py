"""What a function finally gives: its hint, awaited, drained, without the artifact; and its type in a descriptor."""

from __future__ import annotations

from collections import abc
from typing import TYPE_CHECKING, Any, Final

from toolkit.context import Progress
from toolkit.descriptor import NullType, ParameterType, described
from toolkit.errors import UndescribableParameterError
from toolkit.reading.annotations import Hint, take_apart
from toolkit.reading.dedenting import dedented
from toolkit.record import EMPTY, MISSING
from toolkit.types.definitions import renamed_references, settled
from toolkit.types.foreign import type_from_schema
from toolkit.types.keywords import free_name
from toolkit.types.walk import Walk, plain_scalar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.descriptor import ToolDescriptor
    from toolkit.options import ToolOptions
    from toolkit.reading.signature import Signature

# Which argument of an awaitable's hint says what comes out of it.
_AWAITED: Final[dict[Any, int]] = {abc.Awaitable: 0, abc.Coroutine: 2}
_DRAINED: Final = (
    abc.Iterator,
    abc.Generator,
    abc.Iterable,
    abc.AsyncIterator,
    abc.AsyncGenerator,
    abc.AsyncIterable,
)


def result_hint(signature: Signature, options: ToolOptions) -> Any:
    """The hint of the value that the model reads, MISSING if it is not declared."""
    annotation = signature.returns if options.return_type is MISSING else options.return_type
    if annotation is MISSING:
        return MISSING
    hint = awaited(take_apart(annotation))
    if options.response_format == "content_and_artifact":
        is_pair = hint.origin is tuple and len(hint.arguments) == 2  # noqa: PLR2004 - content and artifact
        return hint.arguments[0] if is_pair else MISSING
    if hint.origin in _DRAINED and Progress in hint.metadata:
        return take_apart(hint.arguments[0]) if hint.arguments else MISSING
    if hint.origin in _DRAINED:
        return list[hint.arguments[0]] if hint.arguments else list  # type: ignore[name-defined]
    return hint


def awaited(hint: Hint) -> Hint:
    """The hint of what an awaitable gives; any other hint as it is."""
    place = _AWAITED.get(hint.origin)
    if place is None or len(hint.arguments) <= place:
        return hint
    return awaited(take_apart(hint.arguments[place]))


def output_fields(descriptor: ToolDescriptor, result: Any, documented: str, options: ToolOptions) -> dict[str, Any]:
    """The fields of a descriptor that say the type of the result, none if nothing does.

    Args:
        descriptor: The tool's, without its result.
        result: The hint of the result, MISSING if there is none.
        documented: What the docstring says of it.
        options: What the tool's author said.

    Raises:
        DefinitionError: The output_schema is none, or no schema describes the return_type.
    """
    output, types = _output_type(descriptor.name, result, options)
    if output is None or isinstance(output, NullType):
        return {}
    (output,), kept = settled([output], types) if types else ((output,), {})
    text = (options.output_description and dedented(options.output_description)) or output.description or documented
    if not kept:
        return {"output": described(output, text)}
    renamed = _free_names(kept, descriptor.definitions)
    definitions = {renamed[name]: renamed_references(each, renamed) for name, each in kept.items()}
    return {
        "output": described(renamed_references(output, renamed), text),
        "definitions": {**descriptor.definitions, **definitions},
    }


def _output_type(
    name: str, result: Any, options: ToolOptions
) -> tuple[ParameterType | None, Mapping[str, ParameterType]]:
    """The type of the result, None if nobody says it, and the types that it names."""
    said = options.output_schema
    if said is not True and said is not False:
        return type_from_schema(said, tool=name)
    if said is False or result is MISSING:
        return None, EMPTY
    scalar = plain_scalar(result, options.types)
    if scalar is not None:
        return scalar, EMPTY
    walk = Walk(name, options.types, of_results=True)
    try:
        return walk.describe(result), walk.definitions.types
    except UndescribableParameterError:
        if options.return_type is not MISSING:
            raise
        return None, EMPTY  # what a function returns may be anything that it renders itself


def _free_names(types: Mapping[str, ParameterType], taken: Mapping[str, ParameterType]) -> dict[str, str]:
    """A name for each type of the result: its own, or one with a number if the input has another type under it."""
    names = {name: name for name in types}
    while True:
        # What refers to a type under another name is another type itself.
        own = [name for name in types if names[name] == name and name in taken]
        other = [name for name in own if renamed_references(types[name], names) != taken[name]]
        if not other:
            return names
        for name in other:
            names[name] = free_name(name, {*taken, *types, *names.values()})
