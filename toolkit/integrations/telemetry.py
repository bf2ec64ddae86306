"""Tracing with OpenTelemetry: a span for each call, by the semantic conventions for generative AI.

Needs `pip install "functoolkit[otel]"`, and an SDK with an exporter to see anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.dispatch.canonical import canonical
from toolkit.errors import DefinitionError, install_command

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.calls import ToolResult
    from toolkit.dispatch.prepared import PreparedCall


def tracing(
    tracer: Any = None, *, values: bool = False
) -> Callable[[PreparedCall, Callable[[PreparedCall], ToolResult]], ToolResult]:
    """Middleware that makes a span `execute_tool {name}` of each call; the body's own spans stand inside it.

    A call whose arguments are refused, or that a person has to allow first, executes no tool and makes no span; hooks
    and the log `toolkit.audit` are told of it.

    The attributes are those of "Execute tool span" in the OpenTelemetry semantic conventions for generative AI.

    Args:
        tracer: Makes the spans; None for the one of the global provider.
        values: Whether arguments and results are recorded, which the conventions make opt-in: they may hold secrets.

    Raises:
        DefinitionError: OpenTelemetry is not installed.
    """
    try:
        from opentelemetry import trace  # noqa: PLC0415 - optional
    except ImportError as error:
        raise DefinitionError("OpenTelemetry is not installed", cure=install_command("otel")) from error
    spans = tracer or trace.get_tracer("toolkit")

    def record(call: PreparedCall, proceed: Callable[[PreparedCall], ToolResult]) -> ToolResult:
        name = f"execute_tool {call.name}"
        with spans.start_as_current_span(name, kind=trace.SpanKind.INTERNAL, attributes=_asked(call)) as span:
            if values:
                span.set_attribute("gen_ai.tool.call.arguments", canonical(call.arguments))
            result = proceed(call)
            if result.error is not None:
                span.set_attribute("error.type", _error_type(result))
                span.set_status(trace.Status(trace.StatusCode.ERROR, result.kind))
            elif values:
                span.set_attribute("gen_ai.tool.call.result", result.text)
        return result

    return record


def _asked(call: PreparedCall) -> dict[str, str]:
    told = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call.name,
        "gen_ai.tool.type": "function",
        "gen_ai.tool.description": call.tool.description,
    }
    return told if call.id is None else {**told, "gen_ai.tool.call.id": call.id}


def _error_type(result: ToolResult) -> str:
    """The class of the body's exception, or the kind of a failure that has none."""
    exception = result.error.exception if result.error is not None else None
    is_bodys = exception is not None and result.kind == "tool_error"
    return type(exception).__qualname__ if is_bodys else result.kind
