"""A server on the loopback that speaks the providers' wire formats: it checks each request and plays a part.

`serving(Model)` starts it. A model is one of the classes below; it refuses, with status 400, a request that the
provider's API would refuse, calls the tools that it is told to call, and answers once it has their results.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import Any, ClassVar

Call = tuple[str, dict[str, Any]]


class RefusedError(Exception):
    """What the API would answer with status 400."""


def require(holds: object, message: str) -> None:
    """Refuse the request unless something holds."""
    if not holds:
        raise RefusedError(message)


class Model:
    """A model that makes some calls, then says something.

    Args:
        calls: What it calls in its first turn, all at once.
        answer: What it says when it has the results.

    Attributes:
        requests: The bodies of the requests so far.
        results: The texts of the results it was given.
    """

    content_type: ClassVar[str] = "text/event-stream"

    def __init__(self, calls: list[Call], answer: str = "Done.") -> None:
        self.calls, self.answer = calls, answer
        self.requests: list[dict[str, Any]] = []
        self.results: list[str] = []

    def respond(self, path: str, request: dict[str, Any]) -> tuple[str, bytes]:
        """Content type and body of the response."""
        self.requests.append(request)
        self.check_tools(request)
        self.results = self.results_in(request)
        require(len(self.results) in (0, len(self.calls)), "every call needs a result")
        is_last = bool(self.results) or not self.calls
        if self.is_stream(path, request):
            return self.content_type, b"".join(self.stream(is_last=is_last))
        return "application/json", json.dumps(self.reply(is_last=is_last)).encode()

    def is_stream(self, path: str, request: dict[str, Any]) -> bool:
        return request.get("stream") is True

    def check_tools(self, request: dict[str, Any]) -> None:
        raise NotImplementedError

    def results_in(self, request: dict[str, Any]) -> list[str]:
        raise NotImplementedError

    def reply(self, *, is_last: bool) -> dict[str, Any]:
        raise NotImplementedError

    def stream(self, *, is_last: bool) -> Iterator[bytes]:
        raise NotImplementedError


def event(data: Any, name: str = "") -> bytes:
    """A server-sent event."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {data if isinstance(data, str) else json.dumps(data)}\n\n".encode()


def halves(text: str) -> tuple[str, str]:
    """A text as it comes in two chunks."""
    return text[: len(text) // 2], text[len(text) // 2 :]


class OpenAIModel(Model):
    """POST /chat/completions."""

    def check_tools(self, request: dict[str, Any]) -> None:
        for tool in request["tools"]:
            require(tool["type"] == "function", "tools[].type")
            require(set(tool["function"]) <= {"name", "description", "parameters", "strict"}, "tools[].function")
            require(tool["function"]["parameters"]["type"] == "object", "schema must have type 'object'")

    def results_in(self, request: dict[str, Any]) -> list[str]:
        messages = request["messages"]
        asked = [each["id"] for message in messages for each in message.get("tool_calls") or ()]
        answers = [message for message in messages if message["role"] == "tool"]
        require([each["tool_call_id"] for each in answers] == asked, "tool_call_ids did not have response messages")
        require(not answers or messages[-1]["role"] == "tool", "tool messages come last")
        return [each["content"] for each in answers]

    def tool_calls(self) -> list[dict[str, Any]]:
        return [
            {"id": f"call_{at}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for at, (name, arguments) in enumerate(self.calls)
        ]

    def reply(self, *, is_last: bool) -> dict[str, Any]:
        message = {"role": "assistant", "content": self.answer} if is_last else self._calling()
        choice = {"index": 0, "message": message, "finish_reason": "stop" if is_last else "tool_calls"}
        return {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}

    def _calling(self) -> dict[str, Any]:
        return {"role": "assistant", "content": None, "tool_calls": self.tool_calls()}

    def stream(self, *, is_last: bool) -> Iterator[bytes]:
        for delta in self._deltas(is_last=is_last):
            choice = {"index": 0, "delta": delta, "finish_reason": None}
            yield event({"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]})
        yield event("[DONE]")

    def _deltas(self, *, is_last: bool) -> Iterator[dict[str, Any]]:
        if is_last:
            yield from ({"content": part} for part in halves(self.answer))
            return
        for at, call in enumerate(self.tool_calls()):
            first, second = halves(call["function"]["arguments"])
            yield {"tool_calls": [{**call, "index": at, "function": {**call["function"], "arguments": first}}]}
            yield {"tool_calls": [{"index": at, "function": {"arguments": second}}]}


class ResponsesModel(Model):
    """POST /responses."""

    def check_tools(self, request: dict[str, Any]) -> None:
        for tool in request["tools"]:
            require(tool["type"] == "function", "tools[].type")
            require(tool["parameters"]["type"] == "object", "schema must have type 'object'")

    def results_in(self, request: dict[str, Any]) -> list[str]:
        asked = [item["call_id"] for item in request["input"] if item.get("type") == "function_call"]
        outputs = [item for item in request["input"] if item.get("type") == "function_call_output"]
        require([item["call_id"] for item in outputs] == asked, "No tool output found for function call")
        return [item["output"] for item in outputs]

    def _items(self, *, is_last: bool) -> list[dict[str, Any]]:
        if is_last:
            text = {"type": "output_text", "text": self.answer, "annotations": []}
            return [{"type": "message", "id": "m", "status": "completed", "role": "assistant", "content": [text]}]
        return [
            {
                "type": "function_call",
                "id": f"fc_{at}",
                "call_id": f"call_{at}",
                "name": name,
                "arguments": json.dumps(arguments),
                "status": "completed",
            }
            for at, (name, arguments) in enumerate(self.calls)
        ]

    def reply(self, *, is_last: bool) -> dict[str, Any]:
        return {
            "id": "r",
            "object": "response",
            "created_at": 1,
            "model": "m",
            "status": "completed",
            "output": self._items(is_last=is_last),
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
        }

    def stream(self, *, is_last: bool) -> Iterator[bytes]:
        for at, item in enumerate(self._items(is_last=is_last)):
            yield self._event("output_item.added", output_index=at, item={**item, "arguments": ""})
            for delta in halves(item.get("arguments", "")):
                yield self._event(
                    "function_call_arguments.delta", output_index=at, item_id=item["id"], delta=delta, sequence_number=1
                )
            yield self._event("output_item.done", output_index=at, item=item)
        yield self._event("completed", response=self.reply(is_last=is_last))

    def _event(self, kind: str, **fields: Any) -> bytes:
        return event({"type": f"response.{kind}", "sequence_number": 1, **fields}, f"response.{kind}")


class AnthropicModel(Model):
    """POST /v1/messages."""

    def check_tools(self, request: dict[str, Any]) -> None:
        for tool in request["tools"]:
            require(set(tool) <= {"name", "description", "input_schema", "strict", "cache_control"}, "tools[]")
            require(tool["input_schema"]["type"] == "object", "input_schema.type")

    def results_in(self, request: dict[str, Any]) -> list[str]:
        messages = request["messages"]
        roles = [message["role"] for message in messages]
        require(all(one != other for one, other in pairwise(roles)), "roles must alternate")
        blocks = [block for message in messages if isinstance(message["content"], list) for block in message["content"]]
        asked = [block["id"] for block in blocks if block["type"] == "tool_use"]
        results = [block for block in blocks if block["type"] == "tool_result"]
        require([each["tool_use_id"] for each in results] == asked, "tool_use ids without tool_result blocks")
        require(
            not results or all(block["type"] == "tool_result" for block in messages[-1]["content"]), "results first"
        )
        return [each["content"] for each in results]

    def _blocks(self, *, is_last: bool) -> list[dict[str, Any]]:
        if is_last:
            return [{"type": "text", "text": self.answer}]
        return [
            {"type": "text", "text": "Let me see."},
            *(
                {"type": "tool_use", "id": f"toolu_{at}", "name": name, "input": arguments}
                for at, (name, arguments) in enumerate(self.calls)
            ),
        ]

    def reply(self, *, is_last: bool) -> dict[str, Any]:
        return {
            "id": "msg",
            "type": "message",
            "role": "assistant",
            "model": "m",
            "content": self._blocks(is_last=is_last),
            "stop_reason": "end_turn" if is_last else "tool_use",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }

    def stream(self, *, is_last: bool) -> Iterator[bytes]:
        yield self._event("message_start", message={**self.reply(is_last=is_last), "content": []})
        for at, block in enumerate(self._blocks(is_last=is_last)):
            if block["type"] == "text":
                begun, deltas = {**block, "text": ""}, [{"type": "text_delta", "text": block["text"]}]
            else:
                begun, parts = {**block, "input": {}}, halves(json.dumps(block["input"]))
                deltas = [{"type": "input_json_delta", "partial_json": part} for part in parts]
            yield self._event("content_block_start", index=at, content_block=begun)
            for delta in deltas:
                yield self._event("content_block_delta", index=at, delta=delta)
            yield self._event("content_block_stop", index=at)
        reason = "end_turn" if is_last else "tool_use"
        yield self._event("message_delta", delta={"stop_reason": reason}, usage={"output_tokens": 1})
        yield self._event("message_stop")

    def _event(self, kind: str, **fields: Any) -> bytes:
        return event({"type": kind, **fields}, kind)


class GeminiModel(Model):
    """POST /v1beta/models/{model}:generateContent, and :streamGenerateContent."""

    def is_stream(self, path: str, request: dict[str, Any]) -> bool:
        return ":streamGenerateContent" in path

    def check_tools(self, request: dict[str, Any]) -> None:
        (tool,) = request["tools"]
        for function in tool["functionDeclarations"]:
            # Protocol buffers in JSON take both spellings, and the client mixes them.
            known = {"name", "description", "parametersJsonSchema", "parameters_json_schema"}
            require(set(function) <= known, f"unknown name {sorted(set(function) - known)}")

    def results_in(self, request: dict[str, Any]) -> list[str]:
        parts = [part for content in request["contents"] for part in content["parts"]]
        asked = [part["functionCall"] for part in parts if "functionCall" in part]
        answers = [part["functionResponse"] for part in parts if "functionResponse" in part]
        pairs = [(each["name"], each["id"]) for each in asked], [(each["name"], each["id"]) for each in answers]
        require(pairs[0] == pairs[1], "the number of function response parts is equal to that of function call parts")
        last = request["contents"][-1]
        require(not answers or len(answers) == len(last["parts"]), "one turn holds all function responses")
        require(last["role"] == "user", "the last turn is the user's")
        return [next(iter(each["response"].values())) for each in answers]

    def reply(self, *, is_last: bool) -> dict[str, Any]:
        parts: list[dict[str, Any]] = [{"text": self.answer}]
        if not is_last:
            calls = enumerate(self.calls)
            parts = [{"functionCall": {"id": f"f{at}", "name": name, "args": args}} for at, (name, args) in calls]
        return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}]}

    def stream(self, *, is_last: bool) -> Iterator[bytes]:
        (candidate,) = self.reply(is_last=is_last)["candidates"]
        for part in candidate["content"]["parts"]:
            yield event({"candidates": [{**candidate, "content": {"role": "model", "parts": [part]}}]})


class OllamaModel(Model):
    """POST /api/chat."""

    content_type = "application/x-ndjson"

    def check_tools(self, request: dict[str, Any]) -> None:
        for tool in request["tools"]:
            require(tool["type"] == "function", "tools[].type")
            require(tool["function"]["parameters"]["type"] == "object", "parameters.type")

    def results_in(self, request: dict[str, Any]) -> list[str]:
        messages = request["messages"]
        asked = [call["function"]["name"] for message in messages for call in message.get("tool_calls") or ()]
        answers = [message for message in messages if message["role"] == "tool"]
        require([each["tool_name"] for each in answers] == asked, "tool messages name their tools")
        return [each["content"] for each in answers]

    def _message(self, *, is_last: bool) -> dict[str, Any]:
        if is_last:
            return {"role": "assistant", "content": self.answer}
        calls = [{"function": {"name": name, "arguments": arguments}} for name, arguments in self.calls]
        return {"role": "assistant", "content": "", "tool_calls": calls}

    def reply(self, *, is_last: bool) -> dict[str, Any]:
        return {
            "model": "m",
            "created_at": "2031-05-06T07:08:09Z",
            "message": self._message(is_last=is_last),
            "done": True,
        }

    def stream(self, *, is_last: bool) -> Iterator[bytes]:
        message = self._message(is_last=is_last)
        for call in message.pop("tool_calls", []):
            chunk = {**self.reply(is_last=is_last), "message": {**message, "tool_calls": [call]}, "done": False}
            yield json.dumps(chunk).encode() + b"\n"
        yield json.dumps({**self.reply(is_last=is_last), "message": message}).encode() + b"\n"


@contextmanager
def serving(model: Model) -> Iterator[str]:
    """The address of a server that plays the model, for as long as it is needed."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            try:
                status, (content_type, body) = 200, model.respond(self.path, request)
            except (RefusedError, KeyError) as error:
                status, content_type = 400, "application/json"
                body = json.dumps({"error": {"message": f"refused: {error}", "type": "invalid_request_error"}}).encode()
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
