"""What an MCP server answers to tools/call, as the value of a tool that stands for one of its tools."""

from __future__ import annotations

import binascii
from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import ToolError
from toolkit.media import Audio, Binary, Block, File, Image, Text
from toolkit.providers.payloads import field, has_field, is_array, label

if TYPE_CHECKING:
    from collections.abc import Callable

# The wire's name, and that of the SDK for Python.
_MARKS: Final = ("isError", "is_error")


def is_answer(value: object) -> bool:
    """Whether a value is a CallToolResult, as an object of the SDK or as its JSON (server/tools, Tool Result)."""
    blocks = field(value, "content")
    return (
        is_array(blocks)
        and any(has_field(value, name) for name in _MARKS)
        and all(label(each, "type") in _READERS for each in blocks)
    )


def value_of_answer(answer: object) -> Any:
    """What a tool gives where a server answers for it: structured content, else a text, else media blocks.

    Raises:
        ToolError: The server says that the call failed; its text is for the model.
    """
    blocks = [_READERS[label(each, "type")](each) for each in field(answer, "content")]
    text = "\n".join(each.text_for_llm() for each in blocks)
    if field(answer, *_MARKS) is True:
        raise ToolError(text)
    if any(isinstance(each, Binary) for each in blocks):
        return blocks
    structured = field(answer, "structuredContent", "structured_content")
    return text if structured is None else structured


def _link(block: object) -> Block:
    """A note of a resource that is not sent along."""
    about = ", ".join(filter(None, (label(block, name) for name in ("name", "uri", "mimeType", "description"))))
    return Text(f"[resource: {about or _uri(block)}]")


def _resource(block: object) -> Block:
    """The text of an embedded resource, or its bytes."""
    inner = field(block, "resource")
    if has_field(inner, "text"):
        return Text(label(inner, "text"))
    kind = _mime_type(inner).partition("/")[0]
    made = {"image": Image, "audio": Audio}.get(kind, File)
    return _binary(made, inner, "blob", _uri(inner).rpartition("/")[2])


def _uri(source: object) -> str:
    """The address of a resource; the SDK has an object of its own for it."""
    uri = field(source, "uri")
    return "" if uri is None else str(uri)


def _mime_type(source: object) -> str:
    return label(source, "mimeType") or label(source, "mime_type")


def _binary(kind: type[Binary], source: object, name: str, file_name: str = "") -> Block:
    """The block of some bytes; a note where what should be base64 is none."""
    try:
        content = binascii.a2b_base64(label(source, name), strict_mode=True)
    except (binascii.Error, ValueError):
        return Text(f"[{_mime_type(source) or kind.kind}, not readable: no base64]")
    return kind(content, _mime_type(source), file_name)


_READERS: Final[dict[str, Callable[[object], Block]]] = {
    "audio": lambda block: _binary(Audio, block, "data"),
    "image": lambda block: _binary(Image, block, "data"),
    "resource": _resource,
    "resource_link": _link,
    "text": lambda block: Text(label(block, "text")),
}
