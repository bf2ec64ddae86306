"""PreparedCall: a call on its way to the tool, as middleware sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.calling.cleaning import spoken
from toolkit.calling.copying import copied
from toolkit.dispatch.canonical import duplicate
from toolkit.dispatch.outcomes import MAX_MESSAGE_CHARS, after_run, denied, failed
from toolkit.errors import MisuseError
from toolkit.misfits import object_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.calls import ToolCall, ToolResult
    from toolkit.context import CallMetadata, ToolContext
    from toolkit.dispatch.course import Course
    from toolkit.tools.base import Tool


class PreparedCall:
    """A call whose arguments are checked, on its way to the tool; it does not change.

    Attributes:
        name: Name of the tool.
        call: The model's call.
        tool: The tool.
        context: The live context of the call.
        course: What the dispatcher knows of it.
    """

    name: str
    call: ToolCall
    tool: Tool[Any, Any]
    context: ToolContext[Any]
    course: Course
    _arguments: Mapping[str, Any]

    def __init__(
        self,
        call: ToolCall,
        tool: Tool[Any, Any],
        arguments: Mapping[str, Any],
        context: ToolContext[Any],
        course: Course,
    ) -> None:
        vars(self).update(name=tool.name, call=call, tool=tool, context=context, course=course, _arguments=arguments)

    def __setattr__(self, name: str, value: object) -> None:
        message = f"a PreparedCall is frozen; use call.with_arguments(...) to change {name}"
        raise AttributeError(message)

    @property
    def id(self) -> str | None:
        """The provider's id of the call."""
        return self.call.id

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments as JSON: a copy, so that changing it changes nothing."""
        return duplicate(self._arguments)  # type: ignore[no-any-return]

    def holds(self, arguments: Mapping[str, Any]) -> bool:
        """Whether these are its arguments, the very object."""
        return self._arguments is arguments

    @property
    def metadata(self) -> CallMetadata:
        """What the host tells of the call."""
        return self.context.metadata

    def with_arguments(self, arguments: Mapping[str, Any]) -> PreparedCall:
        """The call with other arguments; they are checked before the tool runs, and void an approval.

        Raises:
            CallError: They are no JSON object.
            TypeError: They are no mapping.
        """
        if not hasattr(arguments, "keys"):
            message = f"arguments are a mapping, not {object_in_words(arguments)}"
            raise MisuseError(message)
        return PreparedCall(self.call, self.tool, copied(arguments), self.context, self.course)

    def answer(self, value: Any) -> ToolResult:
        """The result of a tool that gave this value; the tool is not run."""
        return self.course.plan.finisher.plain(self.call, value)

    def refuse(self, message: str) -> ToolResult:
        """The result of kind `denied` with this text for the model; the tool is not run.

        After `proceed` the text says that the tool ran all the same.
        """
        if not self._has_taken_effect:
            return denied(self.call, message)
        return after_run(self.course, "denied", f"its result was refused: {_spoken(message)}")

    def fail(self, text: str) -> ToolResult:
        """The result of kind `tool_error` with these words for the model.

        After `proceed` they follow the note that the tool ran, unless it failed itself.
        """
        if not self._has_taken_effect:
            return failed(self.call, "tool_error", _spoken(text) or "The tool failed.")
        return after_run(self.course, "tool_error", f"the call failed: {_spoken(text)}")

    @property
    def _has_taken_effect(self) -> bool:
        """Whether the tool has run, and did not itself say that it failed."""
        ran = self.course.ran
        return ran is not None and ran.kind != "tool_error"

    def __repr__(self) -> str:
        return f"PreparedCall({self.name!r})"


def _spoken(text: str) -> str:
    return spoken(text, MAX_MESSAGE_CHARS // 2)
