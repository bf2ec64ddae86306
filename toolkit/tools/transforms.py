"""Tools made of another one: under another name, with another text, with other arguments."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolkit.errors import ArgumentError
from toolkit.options import check_options
from toolkit.record import replace_fields
from toolkit.tools.delegating import DelegatingTool
from toolkit.tools.reshaping import ReshapedArguments, Reshaping

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.calling.body import Body, Entry
    from toolkit.calling.contract import Contract
    from toolkit.calling.guard import Raised
    from toolkit.context import ToolContext
    from toolkit.options import ToolOptions


class RetoldTool(DelegatingTool):
    """Another tool under another name, with another description or other tags.

    Args:
        inner: The tool.
        told: Its name, description, tags, as far as they are others.
    """

    def __init__(self, inner: Any, told: Mapping[str, Any]) -> None:
        check_options(told, tool=inner.name)
        vars(self).update(told)
        super().__init__(inner)


class ReshapedTool(DelegatingTool):
    """Another tool with other arguments; that tool gets them as it knows them.

    Args:
        inner: The tool.
        changes: What is changed of its arguments: the fields of a Reshaping.

    Raises:
        DefinitionError: They do not fit the tool.
    """

    def __init__(self, inner: Any, **changes: Any) -> None:
        self._reshaping = Reshaping(**changes)
        super().__init__(inner)

    @cached_property
    def _arguments(self) -> ReshapedArguments:
        return ReshapedArguments(self.inner.contract, self._reshaping)

    def _changed_options(self, options: ToolOptions) -> ToolOptions:
        changes: dict[str, Any] = {"examples": self._arguments.examples(options.examples)}
        if callable(options.approval):
            changes["approval"] = self._translated(options.approval)
        return replace_fields(options, **changes)

    def _translated(self, decide: Callable[..., Any]) -> Callable[..., Any]:
        """A function of arguments and context that is told the inner tool's arguments."""
        return lambda arguments, context: decide(self._arguments.inward(arguments), context)

    @cached_property
    def contract(self) -> Contract:
        """The inner tool's, with the arguments that are shown."""
        return self.inner.contract.shown_as(self._arguments.descriptor, self.options)

    def load_values(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The Python values of the inner tool's parameters.

        Raises:
            ArgumentError: The inner tool refuses them, or one is named as that tool alone knows it; the text names what
                is shown.
        """
        self._require_own_names(arguments)
        inward = self._arguments.inward(arguments)
        try:
            self.inner.contract.check(inward)
            return self.inner.load_values(inward)
        except ArgumentError as error:
            raise self.contract.refusal(self._arguments.outward(error.violations)) from error.__cause__

    def _require_own_names(self, arguments: dict[str, Any]) -> None:
        faults = self._arguments.misnamed(arguments)
        if faults:
            raise self.contract.refusal(faults)

    async def run_call(self, entry: Entry) -> Any | Raised:
        """What the inner tool gives for its arguments."""
        return await self.inner.run_call(entry._replace(arguments=self._arguments.inward(entry.arguments)))

    def execute_call(self, arguments: dict[str, Any], context: ToolContext[Any]) -> Any:
        """What the inner tool gives for its arguments, or an awaitable of it; they are checked again."""
        self.contract.check(arguments)
        self._require_own_names(arguments)
        return self.inner.execute_call(self._arguments.inward(arguments), context)

    @property
    def body(self) -> Body | None:
        """The inner tool's."""
        return self.inner.body

    def replaced(self, changes: Mapping[str, Any]) -> ReshapedTool:
        """A copy in front of a changed inner tool."""
        return ReshapedTool(self.inner.replaced(changes), **dict(self._reshaping._items()))
