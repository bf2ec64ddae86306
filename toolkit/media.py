"""Pictures, sounds and files as results: what a function returns so that a model sees more than text.

>>> from toolkit.media import Image
>>> Image(b"...", "image/png").text_for_llm()
'[image/png, 3 bytes]'
"""

from __future__ import annotations

from itertools import islice
from typing import Any, ClassVar, Final

from toolkit.errors import DefinitionError
from toolkit.misfits import object_in_words
from toolkit.record import Record

# What many write, and its registered name (IANA, Media Types).
_WRITTEN_OTHERWISE: Final = {
    "application/csv": "text/csv",
    "application/html": "text/html",
    "application/md": "text/markdown",
    "application/txt": "text/plain",
    "audio/mp3": "audio/mpeg",
    "audio/x-wav": "audio/wav",
    "image/jpg": "image/jpeg",
    "image/svg": "image/svg+xml",
}
# Blocks are looked for among so many items of a list: a result of millions is not looked through for one.
_SEARCHED_ITEMS: Final = 1000


class Block(Record):
    """One piece of a result; the providers' dialects write it in their own way (MCP 2025-06-18, content blocks)."""

    kind: ClassVar[str] = ""

    def text_for_llm(self) -> str:
        """What stands for it where a dialect has text alone."""
        raise NotImplementedError


class Text(Block):
    """A text among other blocks.

    Attributes:
        text: The text.
    """

    text: str

    kind: ClassVar[str] = "text"

    def text_for_llm(self) -> str:
        """The text."""
        return self.text


class Binary(Block):
    """Bytes of some type.

    Attributes:
        content: The bytes; base64 is the dialects' business.
        mime_type: What they are: "image/png", or its second half alone.
        name: Name of the file, "" if it has none.
    """

    content: bytes
    mime_type: str = ""
    name: str = ""

    default_mime_type: ClassVar[str] = ""

    def _check(self) -> None:
        if not isinstance(self.content, bytes | bytearray | memoryview):
            reason = f"the content is {object_in_words(self.content)}"
            cure = 'give bytes, not base64; those of a file: Path("...").read_bytes()'
            raise DefinitionError(reason, tool=type(self).__name__, cure=cure)
        object.__setattr__(self, "content", bytes(self.content))
        object.__setattr__(self, "mime_type", self._mime_type((self.mime_type or "").strip().lower()))

    def _mime_type(self, stated: str) -> str:
        """The type in full: of "jpg" image/jpeg, of "" the default one."""
        if not stated:
            return self.default_mime_type
        whole = stated if "/" in stated else f"{self.default_mime_type.partition('/')[0]}/{stated}"
        return _WRITTEN_OTHERWISE.get(whole, whole)

    def base64(self) -> str:
        """The content as base64 (RFC 4648, section 4)."""
        import base64  # noqa: PLC0415 - most results have no such block

        return base64.b64encode(self.content).decode("ascii")

    def text_for_llm(self) -> str:
        """A note of what it is: name, type and size."""
        name = f"{self.name}, " if self.name else ""
        return f"[{name}{self.mime_type}, {len(self.content):,} bytes]"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text_for_llm()[1:-1]})"


class Image(Binary):
    """A picture, PNG unless `mime_type` says otherwise."""

    kind: ClassVar[str] = "image"
    default_mime_type: ClassVar[str] = "image/png"


class Audio(Binary):
    """A sound, WAV unless `mime_type` says otherwise."""

    kind: ClassVar[str] = "audio"
    default_mime_type: ClassVar[str] = "audio/wav"


class File(Binary):
    """Any other file."""

    kind: ClassVar[str] = "file"
    default_mime_type: ClassVar[str] = "application/octet-stream"


def holds_blocks(value: Any) -> bool:
    """Whether a value is a list or tuple with a block among its first thousand items."""
    return type(value) in {list, tuple} and any(isinstance(each, Block) for each in islice(value, _SEARCHED_ITEMS))


def blocks_of(value: Any) -> tuple[Block, ...]:
    """The blocks in the value of a result: itself, or those of a list that holds some; texts in it become Text.

    >>> blocks_of(["A cat:", Image(b"...")])
    (Text(text='A cat:'), Image(image/png, 3 bytes))
    >>> blocks_of([1, 2])
    ()
    """
    if isinstance(value, Block):
        return (value,)
    if not holds_blocks(value):
        return ()
    return tuple(each if isinstance(each, Block) else Text(each) for each in value if isinstance(each, Block | str))
