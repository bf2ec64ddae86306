"""Trial: whether the value of an argument loads, found out as quickly as the fast path loads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.descriptor import ObjectType, ToolParameterDescriptor
from toolkit.schema.building import Code
from toolkit.schema.mirrors import Mirrors
from toolkit.types.loaders import RecordLoader
from toolkit.types.rules import REFUSALS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.descriptor import ParameterType
    from toolkit.types.rules import Loader


class Trial:
    """Tries to load values of one argument.

    Args:
        type_: The argument's type.
        definitions: The types that it names.
        load: Its loader.
    """

    def __init__(self, type_: ParameterType, definitions: Mapping[str, ParameterType], load: Loader) -> None:
        import msgspec  # noqa: PLC0415 - loaded at the first dispatch, where it is installed

        root = ObjectType((ToolParameterDescriptor("value", "", type_),), ("value",))
        part = Mirrors(definitions).part(root, RecordLoader(dict, [("value", "value", load)]))
        self._convert, self._mirror = msgspec.convert, part.mirror
        self._build = Code(definitions).builder(part)
        self._refusals = (msgspec.MsgspecError, RecursionError, *REFUSALS)

    def loads(self, value: Any) -> bool:
        """Whether a value that no safe repair has changed loads as the slower path would load it; if in doubt, no."""
        try:
            self._build(self._convert({"value": value}, self._mirror))
        except self._refusals:
            return False
        return True
