"""The fast path: JSON text -> loaded arguments in one pass, for most tools.

It accepts only what the schema accepts, and hands over exactly what the slower path would build. What it refuses, for
whatever reason, is decided and explained by the slower path.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolkit.schema.building import Code
from toolkit.schema.mirrors import Mirrors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.descriptor import ObjectType, ParameterType
    from toolkit.types.loaders import RecordLoader


class FastPath:
    """Decodes, checks and loads the arguments of one tool.

    Args:
        root: Type of the arguments object.
        definitions: The types that it names.
        loader: How the arguments are loaded.

    Attributes:
        take: Text to the loaded arguments, in a form of its own; None if the slower path has to decide.

    Raises:
        TypeError: No mirror fits the arguments as a whole.
    """

    def __init__(self, root: ObjectType, definitions: Mapping[str, ParameterType], loader: RecordLoader) -> None:
        import msgspec  # noqa: PLC0415 - loaded at the first dispatch, where it is installed

        part = Mirrors(definitions).part(root, loader)
        if part.kind != "record":
            message = "the arguments object has no mirror"
            raise TypeError(message)
        self._fields = part.fields
        self._code = Code(definitions)
        self.take: Callable[[str], Any] = self._code.taker(part, msgspec.json.Decoder(part.mirror).decode)

    def caller(self, function: Callable[..., Any]) -> Callable[[Any], Any]:
        """A function that calls this one with what `take` gave, each argument by its name."""
        return self._code.caller(self._fields, function)

    def loaded(self, text: str) -> dict[str, Any] | None:
        """The loaded arguments, None if the slower path has to decide."""
        taken = self.take(text)
        return None if taken is None else self._as_dict(taken)

    @cached_property
    def _as_dict(self) -> Callable[[Any], dict[str, Any]]:
        return self.caller(dict)
