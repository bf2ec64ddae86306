"""The fast path: JSON text -> loaded arguments in one pass, for most tools.

It accepts only what the schema accepts, and hands over exactly what the slower path would build. What it refuses, for
whatever reason, is decided and explained by the slower path.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.schema.building import Code
from toolkit.schema.mirrors import Mirrors
from toolkit.types.rules import REFUSALS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.descriptor import ObjectType, ParameterType
    from toolkit.types.loaders import RecordLoader

# Where a part decodes anything, the text's depth must be looked at; see calling/decoding.py.
_MAX_BRACKETS: Final = 64
_LONG_NUMBER: Final = re.compile("[0-9]{1001}")


class FastPath:
    """Decodes, checks and loads the arguments of one tool.

    Args:
        root: Type of the arguments object.
        definitions: The types that it names.
        loader: How the arguments are loaded.

    Raises:
        TypeError: No mirror fits the arguments as a whole.
    """

    def __init__(self, root: ObjectType, definitions: Mapping[str, ParameterType], loader: RecordLoader) -> None:
        import msgspec  # noqa: PLC0415 - loaded at the first dispatch, where it is installed

        part = Mirrors(definitions).part(root, loader)
        if part.kind != "record":
            message = "the arguments object has no mirror"
            raise TypeError(message)
        code = Code(definitions)
        self._build: Callable[[Any], Any] = code.function(part)
        self._pairs: Callable[[Any], int] = code.counter(part)
        self._is_deep = code.decodes_anything
        self._decode = msgspec.json.Decoder(part.mirror).decode
        self._refusals = (msgspec.MsgspecError, RecursionError, *REFUSALS)

    def loaded(self, text: str) -> Any | None:
        """The loaded arguments, None if the slower path has to decide."""
        if "\\u" in text and ("\\ud" in text or "\\uD" in text):
            return None
        if self._is_deep and (text.count("[") + text.count("{") > _MAX_BRACKETS or _LONG_NUMBER.search(text)):
            return None
        try:
            mirror = self._decode(text)
            return self._build(mirror) if _has_no_name_twice(text, self._pairs(mirror)) else None
        except self._refusals:
            return None


def _has_no_name_twice(text: str, pairs: int) -> bool:
    """Whether the text has as many names as were decoded: msgspec keeps the last of two equal names.

    Each pair has one colon. Where texts hold colons too, the colons that follow a quotation mark are counted,
    provided that none follows white space or an escaped quotation mark.
    """
    colons = text.count(":")
    if colons == pairs:
        return True
    if text.count('":') != pairs:
        return False
    return not ('\\":' in text or " :" in text or "\n:" in text or "\t:" in text or "\r:" in text)
