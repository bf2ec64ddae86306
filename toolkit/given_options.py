"""The options of a tool as keywords, for type checkers, which find a misspelt one in `@tool(nmae="x")` (PEP 692).

The library imports this for them alone. `toolkit.options` has the same names with their defaults and their meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

    from toolkit.options import DocstringStyle, ExtraArguments, RepairLevel
    from toolkit.types.rules import TypeRule


class FurtherOptions(TypedDict, total=False):
    """The options that every way to a tool takes as keywords only."""

    title: str | None
    version: str | None
    principle: str
    input_description: str
    output_description: str
    args_schema: Any
    return_type: Any
    infer_schema: bool
    docstring_style: DocstringStyle | None
    strict_docstring: bool
    return_direct: bool
    tags: Collection[str]
    metadata: Mapping[str, Any]
    extras: Mapping[str, Mapping[str, Any]]
    examples: Sequence[Mapping[str, Any]]
    read_only: bool | None
    destructive: bool | None
    idempotent: bool | None
    open_world: bool | None
    approval: bool | Callable[[Any, Any], Any]
    timeout_seconds: float | None
    retries: int
    sequential: bool
    repair: RepairLevel | None
    extra_arguments: ExtraArguments | None
    max_calls: int | None
    on_tool_error: bool | str | Callable[[Any], str]
    on_invalid_arguments: bool | str | Callable[[Any], str]
    bind: Mapping[str, Callable[[Any, Any], Any]]
    exclude_from_schema: Collection[str]
    marshal_result: Callable[[Any, Any], Any] | None
    hooks: Sequence[Any]
    enabled: bool | Callable[[Any], bool | Awaitable[bool]]
    coroutine: Callable[..., Any] | None
    additional_properties: Any
    verbose: bool
    instance: Callable[[Any, Any], Any] | None
    schema_generator: Any
    types: Sequence[TypeRule]


class PlainOptions(FurtherOptions, total=False):
    """The options that leave the type of a function's result as it is."""

    name: str | None
    description: str | None
    output_schema: bool | Mapping[str, Any] | None


class GivenOptions(PlainOptions, total=False):
    """All options of a tool: the fields of ToolOptions."""

    response_format: Literal["content", "content_and_artifact"]


class HandledOptions(GivenOptions, total=False):
    """The options of what may be a function or a declaration."""

    handler: Callable[[dict[str, Any]], Any] | None


class DeclarationOptions(FurtherOptions, total=False):
    """The options of a declaration, beside what it declares."""

    response_format: Literal["content", "content_and_artifact"]
    handler: Callable[[dict[str, Any]], Any] | None
