"""Tools made of another one: under another name, with another text, with other arguments."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import ArgumentError
from toolkit.options import check_options, valid_name
from toolkit.record import replace_fields
from toolkit.tools.delegating import DelegatingTool
from toolkit.tools.reshaping import ReshapedArguments, Reshaping

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.calling.body import Body, Entry
    from toolkit.calling.contract import Contract
    from toolkit.calling.guard import Raised
    from toolkit.calls import Violation
    from toolkit.context import ToolContext
    from toolkit.descriptor import ToolDescriptor
    from toolkit.options import ToolOptions
    from toolkit.tools.base import Tool

_RETOLD: Final = ("name", "description", "tags")


class TransformedTool(DelegatingTool):
    """Shows another tool differently; a subclass says how."""

    def _shown(self) -> ToolDescriptor:
        """The declaration that is shown for the inner tool's; here that itself."""
        return self.inner.contract.descriptor

    def _outward(self, violations: tuple[Violation, ...]) -> tuple[Violation, ...]:
        """The faults that the inner tool finds, as they are shown."""
        return violations

    @cached_property
    def contract(self) -> Contract:
        """The inner tool's, with the declaration that is shown."""
        return self.inner.contract.shown_as(self._shown(), self.options)

    def load_values(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The Python values of the inner tool's parameters.

        Raises:
            ArgumentError: The inner tool refuses them; the text names what is shown.
        """
        try:
            return self._loaded(arguments)
        except ArgumentError as error:
            raise self.contract.refusal(self._outward(error.violations)) from error.__cause__

    def _loaded(self, arguments: dict[str, Any]) -> dict[str, Any]:
        return self.inner.load_values(arguments)

    def _replaced_inner(self, changes: Mapping[str, Any]) -> tuple[Tool[Any, Any], dict[str, Any]]:
        """The inner tool with those changes that concern it, and the changes of what is shown."""
        check_options(changes, tool=self.name)
        own = {name: value for name, value in changes.items() if name in _RETOLD}
        further = {name: value for name, value in changes.items() if name not in _RETOLD}
        return self.inner.replaced(further) if further else self.inner, own


class RetoldTool(TransformedTool):
    """Another tool under another name, with another description or other tags.

    Args:
        inner: The tool.
        told: Its name, description, tags, as far as they are others.
    """

    def __init__(self, inner: Any, told: Mapping[str, Any]) -> None:
        check_options(told, tool=inner.name)
        if "name" in told:
            valid_name(told["name"])
        self._told = dict(told)
        super().__init__(inner)

    def _changed_options(self, options: ToolOptions) -> ToolOptions:
        return replace_fields(options, **self._told)

    def _shown(self) -> ToolDescriptor:
        texts = {name: text for name, text in self._told.items() if name != "tags"}
        return replace_fields(super()._shown(), **texts)

    def replaced(self, changes: Mapping[str, Any]) -> RetoldTool:
        """A copy: name, description and tags change here, all else in the inner tool."""
        inner, own = self._replaced_inner(changes)
        return RetoldTool(inner, {**self._told, **own})


class ReshapedTool(TransformedTool):
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

    def _shown(self) -> ToolDescriptor:
        return self._arguments.descriptor

    def _outward(self, violations: tuple[Violation, ...]) -> tuple[Violation, ...]:
        return self._arguments.outward(violations)

    def load_values(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The Python values of the inner tool's parameters.

        Raises:
            ArgumentError: The inner tool refuses them, or one is named as that tool alone knows it.
        """
        self._require_own_names(arguments)
        return super().load_values(arguments)

    def _require_own_names(self, arguments: dict[str, Any]) -> None:
        faults = self._arguments.misnamed(arguments)
        if faults:
            raise self.contract.refusal(faults)

    def _loaded(self, arguments: dict[str, Any]) -> dict[str, Any]:
        inward = self._arguments.inward(arguments)
        self.inner.contract.check(inward)
        return self.inner.load_values(inward)

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

    def replaced(self, changes: Mapping[str, Any]) -> Any:
        """A copy: name, description and tags change in front of it, all else in the inner tool."""
        inner, own = self._replaced_inner(changes)
        made = ReshapedTool(inner, **dict(self._reshaping._items()))
        return RetoldTool(made, own) if own else made
