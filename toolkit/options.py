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
    unknown = next((name for name in given if name not in ToolOptions._fields), None)
    if unknown is not None:
        raise DefinitionError(f"no option {unknown!r}", tool=tool, cure=_cure_for(unknown))
    return ToolOptions(**given)


# What other libraries call it, for the error's text alone: no option has two names.
_ELSEWHERE: Final[dict[str, str]] = {
    "annotations": "read_only=, destructive=, idempotent= and open_world=",
    "approval_mode": "approval=True",
    "args_validator": "a check in the class of args_schema",
    "cache_control": 'extras={"anthropic": {"cache_control": ...}}',
    "callbacks": "hooks=",
    "defer_loading": 'extras={"anthropic": {"defer_loading": True}}',
    "docstring_format": "docstring_style=",
    "error_on_invalid_docstring": "strict_docstring=True",
    "failure_error_function": "on_tool_error=",
    "func": "the function as the first argument",
    "handle_tool_error": "on_tool_error=",
    "handle_validation_error": "on_invalid_arguments=",
    "input_model": "args_schema=",
    "is_enabled": "enabled=",
    "max_invocations": "max_calls=",
    "max_retries": "retries=",
    "name_override": "name=",
    "needs_approval": "approval=True",
    "parse_docstring": "nothing: docstrings are read (docstring_style=None to leave them)",
    "prepare": "enabled=, or registry.provide",
    "require_parameter_descriptions": "strict_docstring=True",
    "requires_approval": "approval=True",
    "schema": "args_schema=",
    "strict": "strict=True where the tools are declared: schemas(tools, strict=True)",
    "strict_mode": "strict=True where the tools are declared: schemas(tools, strict=True)",
    "timeout": "timeout_seconds=",
    "use_docstring_info": "nothing: docstrings are read (docstring_style=None to leave them)",
}


def _cure_for(unknown: str) -> str:
    if unknown in _ELSEWHERE:
        return f"here it is {_ELSEWHERE[unknown]}"
    from difflib import get_close_matches  # noqa: PLC0415 - dear at start, and only a wrong option needs it

    near = get_close_matches(unknown, ToolOptions._fields, 1)
    return f"did you mean {near[0]}?" if near else f"the options are {', '.join(sorted(ToolOptions._fields))}"


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
