"""DeclaredTool: a declaration without code, from a JSON Schema or a ToolDescriptor."""

from __future__ import annotations

import copy
import inspect
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from toolkit.calling.body import entered
from toolkit.calling.contract import Contract
from toolkit.calls import ToolCall
from toolkit.descriptor import ToolDescriptor
from toolkit.errors import CallError, DefinitionError
from toolkit.misfits import object_in_words, tells_misfits
from toolkit.options import ToolOptions, check_options, options_from, valid_name
from toolkit.providers.absent import without_absent
from toolkit.providers.mcp_answers import is_answer, value_of_answer
from toolkit.reading.callables import gives_awaitable
from toolkit.record import MISSING, replace_fields
from toolkit.schema.reference import check_schema
from toolkit.signatures import own_signature, takes
from toolkit.tools.base import Tool, forget
from toolkit.tools.function import source_of
from toolkit.tools.imported import running_module
from toolkit.types.documents import document_copy
from toolkit.types.foreign import descriptor_from_schema
from toolkit.types.keywords import require_keywords

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from toolkit.calling.body import Body, Entry
    from toolkit.calling.guard import Raised
    from toolkit.context import ToolContext


class DeclaredTool(Tool[Any, Any]):
    """A tool whose execution is somebody else's.

    Its calls are validated all the same. Dispatching one gives a result of kind "external" that carries the
    checked arguments, unless a handler was given: then these go to `handler(arguments)`.

    Args:
        descriptor: The declaration.
        options: What is said beside.
        handler: Carries calls out, sync or async; None leaves them to the caller.
        is_foreign: Whether another party wrote the schema, so that checking it must be bounded.

    Attributes:
        builtin: The declaration of a tool that a provider runs by itself, None for any other.
    """

    builtin: Mapping[str, Any] | None = None
    _made_by: ClassVar[str] = "Tool.declare(name, description, schema)"

    @tells_misfits
    def __init__(
        self,
        descriptor: ToolDescriptor,
        options: ToolOptions | None = None,
        handler: Callable[..., Any] | None = None,
        *,
        is_foreign: bool = False,
    ) -> None:
        options = options or ToolOptions()
        _require_no_function(options, descriptor.name)
        require_handler(handler, descriptor.name)
        self.__dict__["options"] = replace_fields(
            options, name=valid_name(descriptor.name), description=descriptor.description
        )
        self._stated = descriptor, is_foreign
        forget(self)
        self.contract.require_valid_examples()
        self.handler = handler

    @cached_property
    def contract(self) -> Contract:
        """What it takes, and how arguments are held to it."""
        descriptor, is_foreign = self._stated
        return Contract(descriptor, self.options, is_foreign=is_foreign)

    @classmethod
    def from_schema(
        cls,
        name: str,
        description: str | None,
        input_schema: Mapping[str, Any] | None,
        output_schema: Mapping[str, Any] | None,
        options: Mapping[str, Any],
    ) -> DeclaredTool:
        """A declaration from a foreign JSON Schema, which is copied, bounded and checked.

        Raises:
            DefinitionError: The schema is none, or asks for what is not done: remote references, patterns
                without linear time.
        """
        if not isinstance(name, str) or not name:
            raise DefinitionError("a declaration needs a name", cure='Tool.declare("name", ...)')
        check_options({"description": description}, tool=name)
        for schema in (input_schema, output_schema):
            _require_no_class(schema, name)
        said = dict(options)
        handler = said.pop("handler", None)
        try:
            descriptor = _foreign_descriptor(valid_name(name), description, input_schema, output_schema)
        except DefinitionError as error:
            error.tool = error.tool or name
            raise
        return cls(descriptor, options_from(said, tool=name), handler, is_foreign=True)

    @classmethod
    def of_provider(cls, name: str, builtin: Mapping[str, Any], options: Mapping[str, Any]) -> DeclaredTool:
        """A tool that a provider runs by itself, kept as the provider writes it."""
        made = cls(ToolDescriptor(valid_name(name), "", additional=True), options_from(options, tool=name))
        made.builtin = builtin
        return made

    @classmethod
    def of_tool(cls, tool: Tool[Any, Any]) -> DeclaredTool:
        """What a tool declares, without its code: nothing in it leads to what runs."""
        made = cls(tool.descriptor, _without_code(tool.options), is_foreign=tool.contract.is_foreign)
        made.builtin = getattr(tool, "builtin", None)
        return made

    @property
    def is_external(self) -> bool:
        """Whether its calls are left to the caller."""
        return self.handler is None

    @property
    def body(self) -> Body | None:
        """None: a handler gets the arguments object."""
        return None

    @property
    def result_type(self) -> Any:
        """MISSING: a declaration has no Python types."""
        return MISSING

    @property
    def function(self) -> Callable[..., Any] | None:
        """The handler, None without one."""
        return self.handler

    @property
    def source(self) -> str:
        """Where calls are carried out: the handler's place, or "external"."""
        handler: Any = self.handler
        if isinstance(handler, Tool):
            return handler.source
        return "external" if handler is None else source_of(handler)

    def load_values(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments as they are: a declaration has no Python types."""
        return arguments

    async def run_call(self, entry: Entry) -> Any | Raised:
        """What the handler gives for the arguments object, or what it raised."""
        return await entered(self.execute_call, entry, is_async=gives_awaitable(self.handler))

    def execute_call(self, arguments: dict[str, Any], context: ToolContext[Any]) -> Any:
        """What the handler gives, an awaitable perhaps.

        Raises:
            CallError: There is no handler; kind external.
        """
        if self.handler is None:
            call = ToolCall(self.name, arguments)
            raise CallError(f"{self.name} is declared only; the caller carries it out", kind="external", call=call)
        if isinstance(self.handler, Tool) or hasattr(self.handler, "__tool__"):
            return Tool.of(self.handler).execute_call(copy.deepcopy(arguments), context)
        made = self.handler(copy.deepcopy(arguments))
        return _read_later(made) if inspect.isawaitable(made) else _read(made)

    def handled_by(self, handler: Callable[..., Any]) -> Self:
        """The same declaration, carried out by a function."""
        return self._copy(self.descriptor, self.options, handler)

    def replaced(self, changes: Mapping[str, Any]) -> Self:
        """A copy with other options; name and description reach the declaration."""
        changes = dict(changes)
        handler = changes.pop("handler", self.handler)
        check_options(changes, tool=self.name)
        named = {key: changes[key] for key in ("name", "description") if key in changes}
        descriptor = replace_fields(self.descriptor, **named)
        return self._copy(descriptor, replace_fields(self.options, **changes), handler)

    def _copy(self, descriptor: ToolDescriptor, options: ToolOptions, handler: Callable[..., Any] | None) -> Self:
        """A tool of the same class, with all that a subclass keeps."""
        made = copy.copy(self)
        DeclaredTool.__init__(made, descriptor, options, handler, is_foreign=self.contract.is_foreign)
        made.made_in = running_module()
        return made


def _read(given: Any) -> Any:
    """What a handler gave; of the answer of an MCP server, what is in it."""
    return value_of_answer(given) if is_answer(given) else given


async def _read_later(given: Awaitable[Any]) -> Any:
    return _read(await given)


# The options that are there for the body alone.
_OF_THE_BODY: Final = ("bind", "coroutine", "instance", "marshal_result", "on_tool_error")


def _without_code(options: ToolOptions) -> ToolOptions:
    """The options that still mean something where there is no body; a method of the tool is a function in them."""
    changes: dict[str, Any] = {name: ToolOptions._defaults[name] for name in _OF_THE_BODY}
    for name, value in options._items():
        if isinstance(getattr(value, "__self__", None), Tool):
            changes.setdefault(name, _function_of(value))
    return replace_fields(options, **changes)


def _function_of(method: Callable[..., Any]) -> Callable[..., Any]:
    def function(*args: Any) -> Any:
        return method(*args)

    return function


_OF_FUNCTIONS: Final = ("bind", "exclude_from_schema", "coroutine", "instance")


def _require_no_function(options: ToolOptions, name: str) -> None:
    """Refuse an option that speaks of the parameters of a function, which a declaration has not.

    Raises:
        DefinitionError: One does; left alone, it would not do what its author relies on.
    """
    said = next((each for each in _OF_FUNCTIONS if getattr(options, each)), None)
    if said is not None:
        raise DefinitionError(
            f"{said} is for tools that are functions, and this is a declaration",
            tool=name,
            cure="use tool.with_arguments(hide=..., defaults=...), or make the tool of a function",
        )


def _require_no_class(schema: object, name: str) -> None:
    """Refuse a class where a JSON Schema should be.

    Raises:
        DefinitionError: It is one.
    """
    if isinstance(schema, type):
        own = f"{schema.__name__}.model_json_schema()" if hasattr(schema, "model_json_schema") else "a JSON Schema"
        raise DefinitionError(
            f"the schema is the class {schema.__name__}",
            tool=name,
            cure=f"give {own}, or make a tool of a function with args_schema={schema.__name__}",
        )


def require_handler(handler: Any, name: str) -> None:
    """Refuse a handler that cannot be called with the arguments object.

    Raises:
        DefinitionError: It cannot.
    """
    if handler is None or isinstance(handler, Tool) or hasattr(handler, "__tool__"):
        return
    if not callable(handler):
        raise DefinitionError(
            f"the handler is {object_in_words(handler)}", tool=name, cure="give a function of the arguments object"
        )
    signature = own_signature(handler)
    if signature is not None and not takes(signature, {}):
        raise DefinitionError(
            f"a handler is called with the arguments object alone, and this one takes {signature}",
            tool=name,
            cure="let it take one parameter, or decorate it with @tool to get the arguments by name",
        )


def _foreign_descriptor(
    name: str, description: str | None, input_schema: Mapping[str, Any] | None, output_schema: Mapping[str, Any] | None
) -> ToolDescriptor:
    arguments, result = (
        None if schema is None else without_absent(document_copy(schema, tool=name))
        for schema in (input_schema, output_schema)
    )
    for schema in (arguments, result):
        if schema is not None:
            # The copy is bounded, and the metaschema takes its time.
            check_schema(schema, foreign=True)
    require_keywords(arguments, name)
    return descriptor_from_schema(name, description, arguments, result)
