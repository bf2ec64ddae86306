"""Tools that stand in front of another one."""

from __future__ import annotations

import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolkit.calling.body import entered
from toolkit.errors import DefinitionError
from toolkit.record import replace_fields
from toolkit.tools.base import Kind, Tool
from toolkit.tools.imported import running_module

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.calling.body import Body
    from toolkit.calling.contract import Contract
    from toolkit.calling.guard import Raised
    from toolkit.calling.switch import Switch
    from toolkit.context import ToolContext
    from toolkit.options import ToolOptions


class DelegatingTool(Tool[Any, Any], kind="delegate"):
    """Forwards everything to another tool; a subclass overrides `execute_call`.

    Attributes:
        inner: The tool that it stands in front of.
    """

    def __init__(self, inner: Any) -> None:
        if inner is None:
            raise DefinitionError("a delegate needs a tool", cure="pass the inner tool")
        self.inner: Tool[Any, Any] = Tool.of(inner)
        self.__dict__["options"] = self._changed_options(self.inner.options)

    def _changed_options(self, options: ToolOptions) -> ToolOptions:
        """The inner tool's options; a delegate may change them."""
        return options

    @cached_property
    def contract(self) -> Contract:
        """The inner tool's."""
        return self.inner.contract

    @property
    def body(self) -> Body | None:
        """The inner tool's, unless a subclass stands before it."""
        return self.inner.body if type(self).execute_call is DelegatingTool.execute_call else None

    @property
    def function(self) -> Callable[..., Any] | None:
        """The inner tool's."""
        return self.inner.function

    @property
    def source(self) -> str:
        """The inner tool's."""
        return self.inner.source

    def load(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The Python values of the inner tool's parameters."""
        return self.inner.load(arguments)

    async def run(
        self,
        arguments: dict[str, Any],
        loaded: dict[str, Any],
        context: ToolContext[Any],
        switch: Switch,
        executor: Any = None,
    ) -> Any | Raised:
        """What the inner tool gives; by way of `execute_call` where a subclass writes it."""
        if type(self).execute_call is DelegatingTool.execute_call:
            return await self.inner.run(arguments, loaded, context, switch, executor)
        return await entered(self.execute_call, arguments, context, switch)

    def execute_call(self, arguments: dict[str, Any], context: ToolContext[Any]) -> Any:
        """What the inner tool gives for JSON arguments, or an awaitable of it; they are checked again."""
        return self.inner.execute_call(arguments, context)

    def find(self, kind: type[Kind], key: Any = None) -> Kind | None:
        """This tool if it is of the class, else what the inner one finds."""
        return super().find(kind, key) or self.inner.find(kind, key)

    def replaced(self, changes: Mapping[str, Any]) -> Any:
        """A copy in front of a changed inner tool."""
        made = copy.copy(self)
        inner = self.inner.replaced(changes)
        vars(made).update(inner=inner, options=self._changed_options(inner.options), made_in=running_module())
        made._forget()
        return made


class ApprovalRequired(DelegatingTool):
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
