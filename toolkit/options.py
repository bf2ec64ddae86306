"""All that an author may say of a tool beside its function."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

from toolkit.closeness import advice
from toolkit.errors import DefinitionError
from toolkit.option_kinds import HELD_OPTIONS, check_option
from toolkit.record import EMPTY, MISSING, Record

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from toolkit.types.rules import TypeRule

DocstringStyle = Literal["auto", "google", "numpy", "rest", "epydoc"]
RepairLevel = Literal["off", "safe", "full"]
ExtraArguments = Literal["forbid", "ignore"]

# MCP SEP-986 says which names a tool may have.
NAME: Final = re.compile(r"\A[A-Za-z0-9_.-]{1,128}\Z")


class ToolOptions(Record, kw_only=True, is_sparse=True):
    """The options of `@tool`, of `Tool.from_function` and, as class attributes, of class-based tools.

    What is not said keeps its default. Lists and dicts are copied: whoever changes them later changes no tool.

    Attributes:
        name: The tool's name, by default the function's: letters, digits, `_`, `.` and `-`, at most 128.
        description: The text for the model. It beats the docstring; "" says "none" on purpose.
        title: A name for people, as in MCP.
        version: The tool's version, a text, as in MCP.
        principle: When a model should use the tool; a line "Use when: ..." below the description.
        input_description: A text for the arguments as a whole, or for a sole argument that has none.
        output_description: A text for the result, in place of the docstring's Returns.
        args_schema: A dataclass, TypedDict, attrs class, pydantic model or JSON Schema dict that describes the
            arguments instead of the signature.
        return_type: The type of the result, in place of the return annotation.
        infer_schema: False: take no types from the signature; every argument is a string.
        docstring_style: "auto" (the style that fits best), "google", "numpy", "rest" or "epydoc"; None: the raw
            docstring is the description.
        strict_docstring: True: a documented name that is no parameter, or a parameter without text, is an error.
        return_direct: True: the agent loop should hand the result to its caller and end.
        response_format: "content", or "content_and_artifact" for a function that returns a pair: what the model
            reads, and what only the program gets.
        tags: Texts to select tools by; no model sees them.
        metadata: A dict for your own code; no model sees it.
        extras: Further fields of the declaration, per provider: {"anthropic": {"cache_control": ...}}.
        examples: Valid arguments objects; they are checked when the tool is made.
        read_only: Whether it changes nothing; None: not said.
        destructive: Whether it may destroy something; such a tool runs alone in a batch.
        idempotent: Whether a second call with the same arguments changes nothing more.
        open_world: Whether it deals with the world outside, such as the web.
        approval: True, or a function of (arguments, context): whether a person must allow the call.
        timeout_seconds: How long a call may take; None: no bound of its own.
        retries: How often a call that failed for a while is tried again; for idempotent or read-only tools alone.
        sequential: True: it runs alone in a batch, in its place.
        repair: How far broken arguments are mended: "off", "safe" or "full"; None: as the dispatcher says.
        extra_arguments: "forbid" or "ignore" arguments that it does not know; None: as the dispatcher says.
        max_calls: How often a dispatcher runs it; None: no limit.
        on_tool_error: What the model reads when the body raises ToolError: False or True for the error's own
            message, a text, or a function of (exception).
        on_invalid_arguments: The same for refused arguments.
        bind: Functions of (arguments, context) by parameter, which give its value at each call; the parameter
            leaves the schema.
        exclude_from_schema: Names of parameters that leave the schema and keep their default.
        marshal_result: A function of (value, declared_type) that gives what the model reads.
        hooks: Objects with any of on_tool_start, on_tool_end, on_tool_error and on_tool_progress.
        enabled: False, or a function of (context), the caller's own object, that says so: the tool is not declared
            and cannot be called.
        coroutine: An async twin of the function, for async calls.
        output_schema: False: none; a dict: in place of the derived one.
        additional_properties: Anything, kept on the tool for your own code.
        verbose: True: log start, end and duration of its calls at INFO.
        instance: A function of (arguments, context) that makes the object of each call, for an unbound method.
        schema_generator: An object with generate(descriptor) that makes this tool's schema.
        types: TypeRules that are asked before all others, for this tool alone.
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
    approval: bool | Callable[[Any, Any], Any] = False
    timeout_seconds: float | None = None
    retries: int = 0
    sequential: bool = False
    repair: RepairLevel | None = None
    extra_arguments: ExtraArguments | None = None
    max_calls: int | None = None
    on_tool_error: bool | str | Callable[[Any], str] = False
    on_invalid_arguments: bool | str | Callable[[Any], str] = False
    bind: Mapping[str, Callable[[Any, Any], Any]] = EMPTY
    exclude_from_schema: Collection[str] = ()
    marshal_result: Callable[[Any, Any], Any] | None = None
    hooks: Sequence[Any] = ()
    enabled: bool | Callable[[Any], bool | Awaitable[bool]] = True
    coroutine: Callable[..., Any] | None = None
    output_schema: bool | Mapping[str, Any] | None = True
    additional_properties: Any = None
    verbose: bool = False
    instance: Callable[[Any, Any], Any] | None = None
    schema_generator: Any = None
    types: Sequence[TypeRule] = ()

    def _check(self) -> None:
        said, name = vars(self), self.name or ""
        if self.output_schema is None:
            said["output_schema"] = False
        for field, value in said.items():
            if field in HELD_OPTIONS and value is not ToolOptions._defaults[field]:
                check_option(field, value, name)
            if value and value is not True and field in _COPIED:
                said[field] = _COPIED[field](value)
        if self.retries and not (self.idempotent or self.read_only):
            raise DefinitionError(
                "retries of a tool that may not be called twice",
                tool=name,
                cure="say idempotent=True or read_only=True if a second call does no harm",
            )


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, Collection) and not isinstance(value, str) else value


def _dict(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value


def _json(value: Any) -> Any:
    """A copy of what consists of dicts, lists and tuples; what else is in it stays as it is."""
    if type(value) is dict:
        return {name: _json(each) for name, each in value.items()}
    if type(value) is list:
        return list(map(_json, value))
    return tuple(map(_json, value)) if type(value) is tuple else value


# Options that their author may go on changing, which shall change no tool; and what copies them.
_COPIED: Final[Mapping[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(("tags", "hooks", "exclude_from_schema", "types"), _tuple),
    **dict.fromkeys(("metadata", "bind"), _dict),
    **dict.fromkeys(("extras", "args_schema", "output_schema"), _json),
    "examples": lambda examples: _tuple(_json(examples)),
}


def options_from(given: Mapping[str, Any], *, tool: str) -> ToolOptions:
    """The options from keyword arguments.

    Raises:
        DefinitionError: A name is no option, a value is none for it, or two of them do not go together.
    """
    check_options(given, tool=tool)
    try:
        return ToolOptions(**given)
    except DefinitionError as error:
        error.tool = error.tool or tool
        raise


def check_options(given: Mapping[str, Any], *, tool: str) -> None:
    """Refuse a name that is no option, and a value that an option may not have.

    Raises:
        DefinitionError: A name is no option, or a value is none for it.
    """
    unknown = next((name for name in given if name not in ToolOptions._names), None)
    if unknown is not None:
        raise DefinitionError(f"no option {unknown!r}", tool=tool, cure=_cure_for(unknown))
    for name, value in given.items():
        check_option(name, value, tool)


# What other libraries call it, for the error's text alone: no option has two names.
_ELSEWHERE: Final[dict[str, str]] = {
    "annotations": "read_only=, destructive=, idempotent= and open_world=",
    "approval_mode": "approval=True",
    "args": "args_schema=",
    "args_validator": "a check in the class of args_schema",
    "async_fn": "coroutine=",
    "cache_control": 'extras={"anthropic": {"cache_control": ...}}',
    "cache_function": "toolkit.middleware.caching, of the dispatcher",
    "cache_results": "toolkit.middleware.caching, of the dispatcher",
    "callbacks": "hooks=",
    "context": "nothing: a parameter annotated ToolContext gets the context",
    "custom_metadata": "metadata=",
    "defer_loading": 'extras={"anthropic": {"defer_loading": True}}',
    "docstring_format": "docstring_style=",
    "error_on_invalid_docstring": "strict_docstring=True",
    "external_execution": "Tool.declare, or Tool.from_function(...).declaration_only()",
    "failure_error_function": "on_tool_error= for ToolError alone, error_detail= of the dispatcher for the others",
    "fn": "the function as the first argument",
    "fn_schema": "args_schema=",
    "func": "the function as the first argument",
    "function": "the function as the first argument",
    "handle_tool_error": "on_tool_error=",
    "handle_validation_error": "on_invalid_arguments=",
    "icons": 'extras={"mcp": {"icons": ...}}',
    "inputSchema": "args_schema=",
    "input_model": "args_schema=",
    "input_schema": "args_schema=",
    "inputs": 'the annotations of the function, with Annotated[..., "text"], or args_schema=',
    "inputs_from_state": "bind=, or a parameter with Inject()",
    "is_enabled": "enabled=",
    "json_schema": "Tool.declare(name, description, schema, handler=function)",
    "max_invocations": "max_calls=",
    "max_retries": "retries=",
    "max_usage_count": "max_calls=",
    "meta": 'extras={"mcp": {"_meta": ...}}',
    "name_override": "name=",
    "needs_approval": "approval=True",
    "on_invoke_tool": "Tool.declare(name, description, schema, handler=function)",
    "output_type": "return_type=",
    "outputs_to_state": "nothing: a parameter annotated ToolContext[State] reaches the state",
    "outputs_to_string": "marshal_result=",
    "parameters": "args_schema=",
    "params_json_schema": "args_schema=",
    "parse_docstring": "nothing: docstrings are read (docstring_style=None to leave them)",
    "partial_params": "Tool.with_arguments(hide=..., defaults=...)",
    "prepare": "enabled=, or registry.provide",
    "require_confirmation": "approval=True",
    "require_parameter_descriptions": "strict_docstring=True",
    "requires_approval": "approval=True",
    "requires_confirmation": "approval=True",
    "response_model": "return_type=",
    "result_as_answer": "return_direct=True",
    "return_schema": "output_schema=",
    "schema": "args_schema=",
    "stop_after_tool_call": "return_direct=True",
    "strict": "strict=True where the tools are declared: schemas(tools, strict=True)",
    "strict_json_schema": "strict=True where the tools are declared: schemas(tools, strict=True)",
    "strict_mode": "strict=True where the tools are declared: schemas(tools, strict=True)",
    "structured_output": "nothing: the return annotation is the schema (output_schema=False to leave it out)",
    "takes_ctx": "nothing: a parameter annotated ToolContext gets the context",
    "timeout": "timeout_seconds=",
    "tool_input_guardrails": "middleware=, of the dispatcher",
    "tool_output_guardrails": "middleware=, of the dispatcher",
    "transform_args": "Tool.with_arguments(hide=..., rename=..., defaults=..., describe=...)",
    "use_docstring_info": "nothing: docstrings are read (docstring_style=None to leave them)",
}
# What they call it where a tool is made; in a class these words may be its author's own.
_OF_KEYWORDS: Final[dict[str, str]] = {
    **dict.fromkeys(("auth", "permissions", "roles", "scopes"), "enabled=, which asks the caller's object"),
    "cache": "toolkit.middleware.caching, of the dispatcher",
    "callback": "hooks=",
    **dict.fromkeys(("category", "group", "labels", "toolset"), "tags="),
    **dict.fromkeys(("confirm", "confirmation", "require_approval"), "approval=True"),
    **dict.fromkeys(("error_handler", "on_error"), _ELSEWHERE["failure_error_function"]),
    **dict.fromkeys(("hidden", "disabled", "private"), "enabled=False, or a function of the caller's object"),
    **dict.fromkeys(("parallel", "concurrency_safe", "run_in_parallel"), "sequential="),
    "rate_limit": "toolkit.middleware.rate_limit, of the dispatcher",
    "returns": 'the return annotation, with Annotated[..., "text"]',
}


def name_here(name: str) -> str:
    """What an option of other libraries is called here, "" if it is none."""
    return _ELSEWHERE.get(name, "")


def _cure_for(unknown: str) -> str:
    here = _OF_KEYWORDS.get(unknown) or name_here(unknown)
    if here:
        return f"here it is {here}"
    return advice(unknown, ToolOptions._names, f"the options are {', '.join(sorted(ToolOptions._names))}")


def valid_name(name: Any) -> str:
    """The name, if a tool may have it.

    Raises:
        DefinitionError: It is no text, has other characters than letters, digits, `_`, `.` and `-`, or more than 128.
    """
    if isinstance(name, str) and NAME.match(name):
        return name
    shown = name[:40] if isinstance(name, str) else name
    is_sentence = isinstance(name, str) and " " in name
    near = re.sub(r"[^A-Za-z0-9_.-]+", "_", shown).strip("_.-").lower() if is_sentence else ""
    raise DefinitionError(
        f"{shown!r} is no name for a tool",
        tool=str(shown),
        cure=f'give one of letters, digits, "_", "." and "-", at most 128: name="{near or "..."}"'
        + ('; a text for the model goes into description="..."' if is_sentence else ""),
    )
