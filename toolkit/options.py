"""All that an author may say of a tool beside its function."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Literal

from toolkit.errors import DefinitionError
from toolkit.record import EMPTY, MISSING, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from toolkit.types.rules import TypeRule

DocstringStyle = Literal["auto", "google", "numpy", "rest", "epydoc"]
RepairLevel = Literal["off", "safe", "full"]
ExtraArguments = Literal["forbid", "ignore"]

# MCP SEP-986 says which names a tool may have.
NAME: Final = re.compile(r"\A[A-Za-z0-9_.-]{1,128}\Z")


class ToolOptions(Record, kw_only=True):
    """The options of `@tool`, of `Tool.from_function` and, as class attributes, of class-based tools.

    The interface's table of options says what each means; MISSING or None stand for "not said".
    """

    name: str | None = None
    description: str | None = None
    title: str | None = None
    version: str | None = None
    principle: str = ""
    input_description: str = ""
    output_description: str = ""
    args_schema: Any = None
    return_type: Any = MISSING
    infer_schema: bool = True
    docstring_style: DocstringStyle | None = "auto"
    strict_docstring: bool = False
    return_direct: bool = False
    response_format: Literal["content", "content_and_artifact"] = "content"
    tags: Collection[str] = ()
    metadata: Mapping[str, Any] = EMPTY
    extras: Mapping[str, Mapping[str, Any]] = EMPTY
    examples: Sequence[Mapping[str, Any]] = ()
    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None
    approval: bool | Callable[..., Any] = False
    timeout_seconds: float | None = None
    retries: int = 0
    sequential: bool = False
    repair: RepairLevel | None = None
    extra_arguments: ExtraArguments | None = None
    max_calls: int | None = None
    on_tool_error: bool | str | Callable[..., str] = False
    on_invalid_arguments: bool | str | Callable[..., str] = False
    bind: Mapping[str, Callable[..., Any]] = EMPTY
    exclude_from_schema: Collection[str] = ()
    marshal_result: Callable[..., Any] | None = None
    hooks: Sequence[Any] = ()
    enabled: bool | Callable[..., bool] = True
    coroutine: Callable[..., Any] | None = None
    output_schema: bool | Mapping[str, Any] | None = True
    additional_properties: Any = None
    verbose: bool = False
    instance: Callable[..., Any] | None = None
    schema_generator: Any = None
    types: tuple[TypeRule, ...] = ()

    def _check(self) -> None:
        name = self.name or ""
        if self.output_schema is None:
            object.__setattr__(self, "output_schema", False)
        for field, choices in _CHOICES.items():
            if getattr(self, field) not in choices:
                reason = f"{field}={getattr(self, field)!r}"
                raise DefinitionError(reason, tool=name, cure=f"choose one of {', '.join(map(repr, choices))}")
        for field in ("timeout_seconds", "max_calls"):
            value = getattr(self, field)
            if value is not None and not (_is_number(value) and value > 0):
                raise DefinitionError(f"{field}={value!r}", tool=name, cure="give a positive number, or None")
        if isinstance(self.retries, bool) or not isinstance(self.retries, int) or self.retries < 0:
            raise DefinitionError(f"retries={self.retries!r}", tool=name, cure="give a whole number from 0")
        if self.retries and not (self.idempotent or self.read_only):
            raise DefinitionError(
                "retries of a tool that may not be called twice",
                tool=name,
                cure="say idempotent=True or read_only=True if a second call does no harm",
            )


_CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "docstring_style": ("auto", "google", "numpy", "rest", "epydoc", None),
    "response_format": ("content", "content_and_artifact"),
    "repair": ("off", "safe", "full", None),
    "extra_arguments": ("forbid", "ignore", None),
}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def options_from(given: Mapping[str, Any], *, tool: str) -> ToolOptions:
    """The options from keyword arguments.

    Raises:
        DefinitionError: A name is no option, or a value makes no sense.
    """
    unknown = [name for name in given if name not in ToolOptions._fields]
    if unknown:
        from difflib import get_close_matches  # noqa: PLC0415 - needed for a misspelt option only

        near = get_close_matches(unknown[0], ToolOptions._fields, 1)
        cure = f"did you mean {near[0]}?" if near else f"the options are {', '.join(sorted(ToolOptions._fields))}"
        raise DefinitionError(f"no option {unknown[0]!r}", tool=tool, cure=cure)
    return ToolOptions(**given)


def valid_name(name: str) -> str:
    """The name, if a tool may have it.

    Raises:
        DefinitionError: It has other characters than letters, digits, `_`, `.` and `-`, or more than 128.
    """
    if not NAME.match(name):
        raise DefinitionError(
            f"{name[:40]!r} is no name for a tool",
            tool=name[:40],
            cure='give one of letters, digits, "_", "." and "-", at most 128: name="..."',
        )
    return name
