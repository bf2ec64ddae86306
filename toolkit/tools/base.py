"""Tool: what all kinds of tools are, and the base of those that are written as classes."""

from __future__ import annotations

import copy
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from toolkit import calling, describing, reading
from toolkit.descriptor import ToolDescriptor
from toolkit.errors import DefinitionError
from toolkit.options import ToolOptions, check_options, options_from, valid_name
from toolkit.reading.signature import read_signature, with_class_docstring
from toolkit.record import MISSING, replace_fields
from toolkit.tools.attributes import OptionAttributes, options_of_instance
from toolkit.tools.generic_base import completed, elders_of, inherited, said_type, types_of_base
from toolkit.tools.imported import note_module, running_module
from toolkit.tools.kinds import Args, Kind, Result, ToolKinds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.calling.body import Body, Entry
    from toolkit.calling.contract import Contract
    from toolkit.calling.guard import Raised
    from toolkit.context import ToolContext
    from toolkit.describing.descriptors import Described
    from toolkit.reading.signature import Signature


class Tool(OptionAttributes, ToolKinds[Args, Result]):
    """A function that a model can call, with its declaration.

    Derive a class from it and write `execute`; options are class attributes:

    >>> class Add(Tool):
    ...     description = "Add two numbers."
    ...
    ...     def execute(self, a: int, b: int) -> int:
    ...         return a + b
    >>> Add().invoke({"a": 1, "b": 2})
    3

    `Tool[Args, Result]`, or a nested class `Args`, makes `execute` take the whole arguments object as one
    typed value. Functions become tools through `toolkit.tool`, `Tool.of` and `Tool.from_function`.

    Attributes:
        made_in: Name of the module whose top-level code made it, "" if none did.
    """

    made_in: str = ""
    _made_by: ClassVar[str] = (
        "@tool, Tool.from_function(f), Tool.of(x) or Tool.declare; in a class, options are attributes"
    )

    if not TYPE_CHECKING:  # pragma: no branch - a checker shall hold calls of the class to its __init__

        def __new__(cls, *_values: Any, **named: Any) -> Self:
            """A tool that knows the module that it was made in."""
            if named and "_made_by" in vars(cls) and named.keys() & ToolOptions._names:
                raise TypeError(f"{cls.__name__}() takes no options by name; use {cls._made_by}")
            made = super().__new__(cls)
            note_module(made.__dict__.setdefault("made_in", running_module()))
            return made

        def __init__(self, *values: Any, **named: Any) -> None:
            """Nothing is taken, unless another base takes something."""
            if (values or named) and getattr(super().__init__, "__objclass__", None) is object:
                raise TypeError(f"{type(self).__name__}() takes no arguments; use {Tool._made_by}")
            super().__init__(*values, **named)

        def __class_getitem__(cls, parameters: Any) -> Any:
            """`Tool[Args]` is `Tool[Args, Any]`, as the default of the type variable says to a checker."""
            is_sole = cls is Tool and not isinstance(parameters, tuple)
            return super().__class_getitem__((parameters, Any) if is_sole else parameters)

    # -- what the author writes

    def execute(self, *args: Any, **kwargs: Any) -> Any:
        """What the tool does; a subclass writes it, sync or async."""
        raise NotImplementedError

    def load_arguments(self, arguments: dict[str, Any]) -> Args:
        """The arguments object from checked JSON; a subclass may read it in its own way.

        Where `execute` takes its arguments by name, it is a dict of their values.

        Raises:
            ArgumentError: The values are refused; any exception of an override becomes one.
        """
        loaded: Any = self.contract.load(arguments)
        return next(iter(loaded.values())) if self._takes_whole else loaded  # type: ignore[no-any-return]

    def dump_result(self, result: Any) -> Any:
        """The result as text or as a JSON value; a subclass may write it in its own way."""
        return result

    # -- what the tool is

    @cached_property
    def options(self) -> ToolOptions:
        """All that its author said."""
        said = options_of_instance(self, Tool)
        declared = self._declared_descriptor()
        if declared is not None:
            said = {"name": declared.name, "description": declared.description, **said}
        name = said.pop("name", None) or snake_case(type(self).__name__)
        if said.get("return_type") is None:
            said.pop("return_type", None)
        if said.get("description") is None:
            said["description"] = reading.class_text(type(self)) or None
        if said.get("coroutine") is None:
            said["coroutine"] = self._async_twin()
        return options_from({**said, "name": valid_name(name)}, tool=name)

    @cached_property
    def _signature(self) -> Signature:
        return self._read_signature()

    def _read_signature(self) -> Signature:
        function = self._tool_function()
        read = read_signature(function)
        # A method without a docstring inherits one; what the base says of `execute` is not what this tool does.
        own = read._replace(docstring="") if read.docstring == _OF_BASE else read
        elders = elders_of(function, type(self), Tool)
        return with_class_docstring(inherited(own, function, elders), self)

    @cached_property
    def _described(self) -> Described:
        # What was read before may have been read when a name in it was not defined yet, or may lack its docstring.
        signature = self._read_signature()
        vars(self)["_signature"] = signature._replace(docstring="", call_docstring="")  # which are a kilobyte at times
        declared = self._declared_descriptor()
        if declared is not None:
            own = {"name": self.options.name, "description": self.options.description}
            return describing.describe_as_declared(replace_fields(declared, **own), signature, self.options)
        whole, result = self._types_of_class()
        read = completed(signature, whole, result)
        return describing.describe(read, self.options, self.options.name or "", whole=whole)

    def _declared_descriptor(self) -> ToolDescriptor | None:
        """The descriptor that a class body sets by hand in place of a signature."""
        found: Any = vars(self).get("descriptor") or type(self).descriptor
        return found if isinstance(found, ToolDescriptor) else None

    def _tool_function(self) -> Callable[..., Any]:
        """The function whose signature is read, and which runs."""
        if type(self).execute is not Tool.execute:
            return self.execute
        found = getattr(self, "_run", None) or getattr(self, "_arun", None)
        if found is None:
            other = next((name for name in ("forward", "run", "call", "__call__") if name in vars(type(self))), "")
            cure = f"write def execute(self, ...){f' in the place of {other}' if other else ''}"
            raise DefinitionError("has no execute method", tool=self.name, cure=cure)
        return found  # type: ignore[no-any-return]

    def _async_twin(self) -> Callable[..., Any] | None:
        """The `_arun` beside another method that carries calls out."""
        is_beside = type(self).execute is not Tool.execute or hasattr(self, "_run")
        return getattr(self, "_arun", None) if is_beside else None

    def _types_of_class(self) -> tuple[Any, Any]:
        """The classes of the whole arguments object and of the result; MISSING where the class says none."""
        types = types_of_base(type(self), Tool)
        whole = said_type(types, 0)
        nested = getattr(type(self), "Args", MISSING) if whole is MISSING else MISSING
        return nested if isinstance(nested, type) else whole, said_type(types, 1)

    @property
    def _takes_whole(self) -> bool:
        """Whether `execute` takes the arguments as one object."""
        return self._types_of_class()[0] is not MISSING

    @cached_property
    def contract(self) -> Contract:
        """What the tool takes, and how arguments are held to it."""
        made = calling.Contract(self._described.descriptor, self.options, self._described)
        made.require_valid_examples()
        return made

    @cached_property
    def _tool_body(self) -> Body:
        binding = self.contract.binding
        if binding is None:  # pragma: no cover - whoever has another contract has another body
            raise DefinitionError("has no function", tool=self.name)
        return calling.Body(self._tool_function(), self._described, binding, self.options)

    @property
    def body(self) -> Body | None:
        """The function behind the tool, and what it takes of the host; None if something else carries calls out."""
        return self._tool_body

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema (2020-12) of the arguments object, as a copy of the contract's, which all share."""
        return self.contract.given_input_schema()

    if TYPE_CHECKING:  # A class body may set these two, which a checker allows of attributes alone.
        descriptor: ToolDescriptor
        output_schema: dict[str, Any] | None
    else:

        @property
        def descriptor(self) -> ToolDescriptor:
            """The declaration as data."""
            return self.contract.descriptor

        @property
        def output_schema(self) -> dict[str, Any] | None:
            """The JSON Schema of the result, as a copy; None if it is not declared."""
            return self.contract.given_output_schema()

    @property
    def result_type(self) -> Any:
        """What the body is declared to give: None for nothing, MISSING if that is not said."""
        return self._tool_body.result

    @property
    def function(self) -> Callable[..., Any] | None:
        """The function behind the tool, None if there is none."""
        return self._tool_function()

    @property
    def source(self) -> str:
        """Where it comes from, as "module:qualname"."""
        return f"{type(self).__module__}:{type(self).__qualname__}"

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of name, description and schema, so that a host can pin what it has seen."""
        return self.contract.fingerprint

    # -- calling it

    def validate(self, arguments: Any) -> None:
        """Refuse arguments that the tool would not take.

        Raises:
            ArgumentError: It would not; the error names every fault.
            CallError: They are no JSON object.
        """
        decoded, _ = self.contract.decode(arguments)
        settled, _ = self.contract.settle(decoded)
        self.contract.check(settled)
        self.load_values(settled)

    @property
    def loads_plainly(self) -> bool:
        """Whether its arguments are loaded by their types alone."""
        return type(self).load_arguments is Tool.load_arguments

    def load_values(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The Python values of the parameters, from checked JSON.

        Raises:
            ArgumentError: A class, or the tool's own `load_arguments`, refuses the values.
        """
        if self.loads_plainly:
            return self.contract.load(arguments)
        names = [each.parameter.name for each in self._described.arguments if each.is_models] or ["args"]
        loaded = self.contract.loaded_by(self.load_arguments, arguments)
        is_by_name = isinstance(loaded, dict) and not self._takes_whole and loaded.keys() <= set(names)
        return loaded if is_by_name else {names[0]: loaded}

    def invoke(self, arguments: Any = None, context: Any = MISSING) -> Result:
        """The result of one call.

        Args:
            arguments: A dict, its JSON text, a ToolCall of this tool, or None for none.
            context: The caller's own object, for parameters that are injected; or a whole `ToolContext`, which holds
                services and metadata too.

        Raises:
            CallError: The arguments are refused; ArgumentError names every fault.
            MissingContextError: The tool needs what the caller did not give.
            BaseException: What the tool raises.
        """
        return calling.drive(lambda switch: calling.invoked(self, arguments, context, switch))  # type: ignore[no-any-return]

    async def ainvoke(self, arguments: Any = None, context: Any = MISSING) -> Result:
        """The result of one call, awaited; a sync body runs in a worker thread. Raises as `invoke` does."""
        return await calling.invoked(self, arguments, context, None)  # type: ignore[no-any-return]

    async def run_call(self, entry: Entry) -> Any | Raised:
        """What the body gives for checked and loaded arguments, or what it raised."""
        return await self._tool_body.run(entry)

    def execute_call(self, arguments: dict[str, Any], context: ToolContext[Any]) -> Any:
        """The value for JSON arguments, or an awaitable of it; they are checked and loaded here.

        Raises:
            ArgumentError: The arguments are refused.
        """
        self.contract.check(arguments)
        return self._tool_body.enter(arguments, self.load_values(arguments), context)

    # -- other tools from it

    def find(self, kind: type[Kind], key: Any = None) -> Kind | None:
        """The first tool of that class along the chain of delegates, this one included."""
        return self if key is None and isinstance(self, kind) else None

    def replaced(self, changes: Mapping[str, Any]) -> Self:
        """A copy with other options; its schemas follow. `toolkit.replace` calls this."""
        made = copy.copy(self)
        forget(made)
        options = replace_fields(self.options, **_checked(changes, self.name))
        vars(made).update(options=options, made_in=running_module())
        declared = self._declared_descriptor()
        if declared is not None:
            told = {name: changes[name] for name in ("name", "description") if name in changes}
            vars(made)["descriptor"] = replace_fields(declared, **told)
        return made

    def __getstate__(self) -> Any:
        found: Any = super().__getstate__()  # with the slots of a class that has some behind the attributes
        kept = {name: value for name, value in vars(self).items() if name not in _CACHES}
        return (kept, found[1]) if isinstance(found, tuple) else kept

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


_OF_BASE: Final = Tool.execute.__doc__
# What follows from the options and the function.
_CACHES: Final = ("_signature", "_described", "contract", "_tool_body")


def forget(tool: Tool[Any, Any]) -> None:
    """Have the declaration of a tool read anew when it is next asked for."""
    for name in _CACHES:
        vars(tool).pop(name, None)


def _checked(changes: Mapping[str, Any], tool: str) -> Mapping[str, Any]:
    check_options(changes, tool=tool)
    if "name" in changes:
        valid_name(changes["name"])
    return changes


def snake_case(name: str) -> str:
    """The class's name as a function would be named: GetWeather -> get_weather."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
