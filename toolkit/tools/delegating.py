"""Tools that stand in front of another one."""

from __future__ import annotations

import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, overload

from toolkit.calling.body import RaisedAfter, entered
from toolkit.calling.guard import Raised, is_raised
from toolkit.calling.running import is_awaitable
from toolkit.doubts import log_doubt
from toolkit.errors import ArgumentError, DefinitionError
from toolkit.options import options_from, valid_name
from toolkit.record import MISSING, replace_fields
from toolkit.tools.attributes import options_of_instance
from toolkit.tools.base import Tool, forget
from toolkit.tools.imported import running_module
from toolkit.tools.kinds import Args, Result

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping

    from toolkit.calling.body import Body, Entry
    from toolkit.calling.contract import Contract
    from toolkit.context import ToolContext
    from toolkit.options import ToolOptions
    from toolkit.tools.kinds import Kind


class DelegatingTool(Tool[Args, Result]):
    """Forwards everything to another tool; a subclass overrides `execute_call`.

    Options that its class sets take the place of the inner tool's.

    Attributes:
        inner: The tool that it stands in front of.

    Raises:
        DefinitionError: There is no inner tool, or the class sets an option that belongs to the function behind.
    """

    def __init_subclass__(cls, **further: Any) -> None:
        super().__init_subclass__(**further)
        if "execute" in vars(cls):
            log_doubt("%s: nothing calls its execute; override execute_call(self, arguments, context)", cls.__name__)

    @overload
    def __init__(self, inner: Tool[Args, Result]) -> None: ...
    @overload
    def __init__(self: DelegatingTool[Any, Any], inner: Any) -> None: ...
    def __init__(self, inner: Any) -> None:
        if inner is None:
            raise DefinitionError("a delegate needs a tool", cure="pass the inner tool")
        self.inner: Tool[Args, Result] = Tool.of(inner)
        self._said = _outward(options_of_instance(self, Tool), type(self).__name__)
        self.__dict__["options"] = self._changed_options(_with_said(self.inner.options, self._said))

    def _changed_options(self, options: ToolOptions) -> ToolOptions:
        """The inner tool's options; a delegate may change them."""
        return options

    @cached_property
    def contract(self) -> Contract:
        """The inner tool's, under the name and description that the class sets."""
        texts = {name: self._said[name] for name in ("name", "description") if name in self._said}
        inner = self.inner.contract
        return inner.shown_as(replace_fields(inner.descriptor, **texts), self.options) if texts else inner

    @property
    def body(self) -> Body | None:
        """The inner tool's, unless a subclass stands before it."""
        return self.inner.body if type(self).execute_call is DelegatingTool.execute_call else None

    @property
    def result_type(self) -> Any:
        """The inner tool's."""
        return self.inner.result_type

    @property
    def function(self) -> Callable[..., Any] | None:
        """The inner tool's."""
        return self.inner.function

    @property
    def source(self) -> str:
        """The inner tool's."""
        return self.inner.source

    @property
    def builtin(self) -> Mapping[str, Any] | None:
        """The declaration of a tool that a provider runs by itself, None for any other; such a one is kept as it is."""
        return getattr(self.inner, "builtin", None)

    def load_values(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The Python values of the inner tool's parameters.

        Raises:
            ArgumentError: The inner tool refuses them; the text has the name that is shown.
        """
        try:
            return self.inner.load_values(arguments)
        except ArgumentError as error:
            raise self.contract.refusal(error.violations) from error.__cause__

    async def run_call(self, entry: Entry) -> Any | Raised:
        """What the inner tool gives; by way of `execute_call` where a subclass writes it."""
        if type(self).execute_call is DelegatingTool.execute_call:
            return await self.inner.run_call(entry)
        context = entry.context
        context.inner_value = MISSING
        value = await entered(self.execute_call, entry)
        if is_raised(value) and context.inner_value is not MISSING:
            return RaisedAfter(value.exception, context.inner_value, "a delegate")
        return value

    def execute_call(self, arguments: dict[str, Any], context: ToolContext[Any]) -> Any:
        """What the inner tool gives for JSON arguments, or an awaitable of it; they are checked again."""
        value = self.inner.execute_call(arguments, context)
        if is_awaitable(value):
            return _noted(value, context)
        context.inner_value = value
        return value

    def find(self, kind: type[Kind], key: Any = None) -> Kind | None:
        """This tool if it is of the class, else what the inner one finds."""
        return super().find(kind, key) or self.inner.find(kind, key)

    def replaced(self, changes: Mapping[str, Any]) -> Any:
        """A copy in front of a changed inner tool."""
        said = _outward({name: changes.get(name, value) for name, value in self._said.items()}, self.name)
        inner = self.inner.replaced({name: value for name, value in changes.items() if name not in said})
        options = self._changed_options(_with_said(inner.options, said))
        made = copy.copy(self)
        forget(made)
        vars(made).update(inner=inner, _said=said, options=options, made_in=running_module())
        return made


async def _noted(value: Awaitable[Any], context: ToolContext[Any]) -> Any:
    context.inner_value = inner_value = await value
    return inner_value


def line_of(tool: Tool[Any, Any]) -> Iterator[Tool[Any, Any]]:
    """The tool, the one that it delegates to, and so on up to the one that delegates to none."""
    yield tool
    while isinstance(tool, DelegatingTool):
        tool = tool.inner
        yield tool


# What decides how a function is read and called: nothing in front of it can.
_INWARD: Final = frozenset(
    {
        "args_schema",
        "bind",
        "coroutine",
        "docstring_style",
        "examples",
        "exclude_from_schema",
        "infer_schema",
        "input_description",
        "instance",
        "output_description",
        "output_schema",
        "principle",
        "return_type",
        "schema_generator",
        "strict_docstring",
        "types",
    }
)


def _outward(said: dict[str, Any], delegate: str) -> dict[str, Any]:
    """What the class of a delegate says, if it may.

    Raises:
        DefinitionError: It says what only the tool behind can say, or what is no name for a tool.
    """
    wrong = sorted(said.keys() & _INWARD)
    if wrong:
        raise DefinitionError(f"a delegate cannot set {wrong[0]}", tool=delegate, cure="set it on the tool behind it")
    if "name" in said:
        valid_name(said["name"])
    options_from(said, tool=delegate)
    return said


def _with_said(options: ToolOptions, said: Mapping[str, Any]) -> ToolOptions:
    """The inner tool's options with what a delegate says.

    Raises:
        DefinitionError: It would take away that a person must allow calls.
    """
    if options.approval and not said.get("approval", True):
        raise DefinitionError("a delegate cannot take the approval away", tool=options.name or "")
    return replace_fields(options, **said) if said else options


class ApprovalRequired(DelegatingTool[Args, Result]):
    """Marks a tool whose calls a person must allow; the dispatcher asks.

    >>> from toolkit import ApprovalRequired, tool
    >>> @tool
    ... def pay(amount: int) -> str:
    ...     "Pay an amount."
    ...     return "paid"
    >>> ApprovalRequired(pay).approval
    True
    """

    def _changed_options(self, options: ToolOptions) -> ToolOptions:
        return options if options.approval else replace_fields(options, approval=True)
