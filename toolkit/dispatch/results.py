"""What a tool gave -> the ToolResult of a call that went well, or why the value is of no use."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.cleaning import Beginning, cleaned, size_of, truncated
from toolkit.calling.guard import Raised, attempt, attempt_awaiting, is_raised, text_of
from toolkit.calling.invoking import content_and_artifact
from toolkit.calling.rendering import rendered
from toolkit.calling.reporting import log_body_raised, log_raised
from toolkit.calling.running import awaited_outcome, outcome_in_worker
from toolkit.calls import ToolResult, Violation
from toolkit.dispatch.outcomes import MAX_MESSAGE_CHARS, failed, raised
from toolkit.errors import CallError, ToolError
from toolkit.media import blocks_of
from toolkit.record import MISSING
from toolkit.schema.reference import reference_validator
from toolkit.schema.wording import shortened
from toolkit.tools.base import Tool
from toolkit.tools.delegating import line_of
from toolkit.types.dumping import Dumper
from toolkit.types.undumpable import UndumpableError

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

    from toolkit.calling.switch import Switch
    from toolkit.calls import ToolCall
    from toolkit.dispatch.settings import Settings

# What the model reads of a text that is kept elsewhere: enough to know whether it wants more.
_POINTER_PART: Final = 8
# How much of a long text is made for the sake of its size, beyond what the model reads.
_MEASURED_CHARS: Final = 262_144
# How much of it is kept elsewhere, or made for a check.
MAX_STORED_CHARS: Final = 10_000_000


def _fault_text(fault: Violation) -> str:
    """A fault of a result, in words; the result as a whole has no path."""
    return str(fault if fault.path else Violation("result", fault.expected, fault.got, fault.hint))


class UnfitResultError(ValueError):
    """A value that does not fit the output schema that it was declared with."""


class Finisher:
    """Makes the results of one tool.

    Args:
        tool: The tool.
        settings: The dispatcher's.
    """

    def __init__(self, tool: Tool[Any, Any], settings: Settings) -> None:
        self._tool = tool
        self._settings = settings
        self._options = tool.options
        self._marshal = tool.options.marshal_result
        self._has_artifact = tool.options.response_format != "content"
        self._dump: Callable[[Any], Any] | None = _own_dump(tool)
        schema = tool.output_schema if settings.check_result else None
        self._check = None if schema is None else reference_validator(schema).violations
        self._wanted_chars = max(4 * settings.max_result_chars, _MEASURED_CHARS)
        stores = settings.result_store is not None
        self.is_plain = not (self._marshal or self._dump or self._check or self._has_artifact or stores)

    def plain(self, call: ToolCall, value: Any) -> ToolResult:
        """The result for a value, where nothing but its text has to be made."""
        text = attempt(rendered, value, self._options.types, self._wanted_chars)
        if isinstance(text, Raised):
            return self._useless(call, value, text.exception)
        return ToolResult(call, value, text=self._bounded(text, value), return_direct=self._options.return_direct)

    async def result(self, call: ToolCall, value: Any, switch: Switch) -> ToolResult:
        """The result for what the function gave."""
        if self.is_plain:
            return self.plain(call, value)
        pair = attempt(content_and_artifact, value, self._options)
        if isinstance(pair, Raised):
            return self._useless(call, value, pair.exception)
        content, artifact = pair
        told = await self._told(content, switch)
        text = told if is_raised(told) else attempt(self._text, told, content)
        if isinstance(text, Raised):
            result = self._useless(call, content, text.exception)
        else:
            text = await self._bounded_off_loop(text, told, switch)
            result = ToolResult(call, content, text=text, return_direct=self._options.return_direct)
        result.artifact = artifact
        return result

    async def _told(self, content: Any, switch: Switch) -> Any | Raised:
        """What the model is told of a value: what the author's own function makes of it."""
        if self._marshal is not None:
            return await awaited_outcome(attempt(self._marshal, *self._declared(content)), switch)
        if self._dump is not None:
            return await awaited_outcome(attempt(self._dump, content), switch)
        return content

    def _declared(self, content: Any) -> tuple[Any, Any]:
        """The value and its declared type; None and None where nothing is declared to return."""
        declared = self._tool.result_type
        if declared is MISSING:
            return content, None
        return (None, None) if declared is None else (content, declared)

    def _text(self, told: Any, content: Any) -> str:
        text = rendered(told, self._options.types, self._wanted_chars)
        if self._check is not None and not blocks_of(content):
            dumper = Dumper(self._options.types, MAX_STORED_CHARS)
            faults = self._check(dumper.dump(told))
            if dumper.room < 0:
                raise UnfitResultError("it is too large to be held against its declaration")
            if faults:
                raise UnfitResultError(f"it does not fit its declaration: {'; '.join(map(_fault_text, faults[:3]))}")
        return text

    async def _bounded_off_loop(self, text: str, told: Any, switch: Switch) -> str:
        """As `_bounded`, without keeping a loop from its work while a long text is made and stored."""
        limit = self._settings.max_result_chars
        if len(text) <= limit or self._settings.result_store is None or switch.by_hand:
            return self._bounded(text, told)
        bounded = await attempt_awaiting(outcome_in_worker(lambda: self._bounded(text, told), switch))
        return truncated(text, limit) if isinstance(bounded, Raised) else bounded

    def _bounded(self, text: str, told: Any) -> str:
        """The text, if it is short enough; else its beginning, and where the rest of it is."""
        limit = self._settings.max_result_chars
        if len(text) <= limit:
            return text
        store = self._settings.result_store
        if store is None:
            return truncated(text, limit)
        key = f"result-{secrets.token_hex(_POINTER_PART)}"
        whole = attempt(self._stored, store, key, text, told)
        if isinstance(whole, Raised):
            log_raised("the store of results", self._tool.name, whole.exception)
            return truncated(text, limit)
        return f"{text[:limit]}\n[stored as {key}: first {limit:,} of {size_of(whole)} characters]"

    def _stored(self, store: MutableMapping[str, str], key: str, text: str, told: Any) -> str:
        """The text as it is kept: all of it, up to ten million characters."""
        whole = rendered(told, self._options.types, MAX_STORED_CHARS) if isinstance(text, Beginning) else text
        if len(whole) > MAX_STORED_CHARS:
            whole = Beginning(whole[:MAX_STORED_CHARS])
        store[key] = str(whole)
        return whole

    def _useless(self, call: ToolCall, value: Any, exception: BaseException) -> ToolResult:
        """The result for a value that the model cannot be told."""
        if isinstance(exception, UndumpableError) and not exception.is_of_whole:
            exception.add_note(_CURE_OF_FORM)
        log_body_raised(self._tool.name, exception, "the result")
        result = raised(call, exception, self._tool, self._settings.error_detail, "result_error")
        if not isinstance(exception, ToolError) and self._settings.error_detail != "masked":
            # What the library itself has found needs no name of an exception.
            is_ours = isinstance(exception, UndumpableError | CallError | UnfitResultError)
            why = cleaned(text_of(exception), MAX_MESSAGE_CHARS) if is_ours else result.text
            text = shortened(f"The tool ran, but its result is of no use: {why}", MAX_MESSAGE_CHARS)
            result = failed(call, "result_error", text, exception=exception)
        result.value = value
        return result


_CURE_OF_FORM: Final = (
    "return what JSON can hold, a dataclass for one; give its class text_for_llm(), or the tool marshal_result=;"
    " or register a TypeRule. A picture, a sound or a file is toolkit.media.Image, Audio or File(bytes, mime_type),"
    " alone or in a list with texts"
)


def _own_dump(tool: Tool[Any, Any]) -> Callable[[Any], Any] | None:
    """The tool's own `dump_result`, or that of the tool behind it; None if no class has one."""
    own = (each.dump_result for each in line_of(tool) if type(each).dump_result is not Tool.dump_result)
    return next(own, None)
