"""The road of one call, from a provider's payload to its result: one async core for sync and async callers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from toolkit.calling.cleaning import truncated
from toolkit.calling.guard import Raised, attempt
from toolkit.calling.invoking import content_and_artifact
from toolkit.calling.rendering import rendered
from toolkit.calls import ToolCall, ToolResult, read_calls
from toolkit.context import CallMetadata, ToolContext
from toolkit.dispatch.outcomes import failed, raised, refused, unknown_tool
from toolkit.errors import CallError
from toolkit.record import EMPTY, MISSING, Record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolkit.calling.switch import Switch
    from toolkit.dispatch.settings import Settings
    from toolkit.tools.base import Tool
    from toolkit.tools.registry import Registry


class Request(Record, kw_only=True):
    """What a caller gives along with a payload.

    Attributes:
        context: The caller's own object, MISSING for none.
        metadata: What it tells about the call.
        services: Services by type, beside those of the dispatcher.
        tools: What was on offer this turn, None for the whole registry.
        hooks: Hooks of this call.
        tags: Tags of this call.
        run_id: Id of this run.
        run_name: Name of this run.
    """

    context: Any = MISSING
    metadata: Mapping[str, Any] = EMPTY
    services: Mapping[type, Any] = EMPTY
    tools: Registry | None = None
    hooks: Sequence[Any] = ()
    tags: Sequence[str] = ()
    run_id: str | None = None
    run_name: str | None = None


def calls_in(payload: Any, max_payload_chars: int) -> list[ToolCall]:
    """The calls of a payload.

    Raises:
        CallError: It has nobody's shape.
    """
    if isinstance(payload, ToolCall):
        return [payload]
    if isinstance(payload, str) and len(payload) > max_payload_chars:
        raise CallError(f"the payload has {len(payload):,} characters; at most {max_payload_chars:,} are taken")
    return read_calls(payload)


async def carried_out(
    call: ToolCall, registry: Registry, settings: Settings, request: Request, switch: Switch
) -> ToolResult:
    """The result of one call.

    Raises:
        HostError: The caller left out what the tool needs.
    """
    started = time.perf_counter()
    tool = registry.get(call.name)
    if tool is None:
        result = unknown_tool(call, registry.names())
    else:
        try:
            result = await _prepared_and_run(call, tool, registry, settings, request, switch)
        except CallError as error:
            result = refused(call, error, tool)
    result.seconds = time.perf_counter() - started
    return result


async def _prepared_and_run(
    call: ToolCall, tool: Tool[Any, Any], registry: Registry, settings: Settings, request: Request, switch: Switch
) -> ToolResult:
    contract = tool.contract
    decoded, unwrapped = contract.decode(call.arguments, settings.max_payload_chars)
    settled, mended = contract.settle(decoded, repairing=settings.repair_of(tool) != "off")
    if settings.extra_arguments_of(tool) == "ignore":
        settled = contract.without_unknown(settled)
    contract.check(settled)
    loaded = tool.load(settled)
    context = ToolContext(
        settings.context if request.context is MISSING else request.context,
        call=call,
        metadata=CallMetadata(request.metadata),
        registry=registry,
        tool=tool,
        services={**settings.services, **request.services},
    )
    value = await tool.run(settled, loaded, context, switch, settings.executor)
    result = finished(call, tool, value, settings)
    result.repairs = unwrapped + mended
    result.arguments = settled
    return result


def finished(call: ToolCall, tool: Tool[Any, Any], value: Any | Raised, settings: Settings) -> ToolResult:
    """The result for what a tool's body gave or raised."""
    if isinstance(value, Raised):
        if isinstance(value.exception, CallError) and value.exception.kind == "external":
            return failed(call, "external", str(value.exception))
        return raised(call, value.exception, tool, settings.error_detail)
    content, artifact = content_and_artifact(value, tool.options)
    text = attempt(rendered, content, tool.options.types)
    if isinstance(text, Raised):
        result = raised(call, text.exception, tool, settings.error_detail, "result_error")
        result.value = content
        return result
    return ToolResult(
        call,
        content,
        text=truncated(text, settings.max_result_chars),
        artifact=artifact,
        return_direct=tool.options.return_direct,
    )
