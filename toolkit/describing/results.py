"""The hint of what a function finally gives: awaited, drained, without the artifact."""

from __future__ import annotations

import collections.abc as abc
from typing import TYPE_CHECKING, Any, Final

from toolkit.context import Progress
from toolkit.reading.annotations import Hint, take_apart
from toolkit.record import MISSING

if TYPE_CHECKING:
    from toolkit.options import ToolOptions
    from toolkit.reading.signature import Signature

# Which argument of an awaitable's or generator's hint says what comes out of it.
_AWAITED: Final[dict[Any, int]] = {abc.Awaitable: 0, abc.Coroutine: 2}
_DRAINED: Final = (
    abc.Iterator,
    abc.Generator,
    abc.Iterable,
    abc.AsyncIterator,
    abc.AsyncGenerator,
    abc.AsyncIterable,
)


def result_hint(signature: Signature, options: ToolOptions) -> Any:
    """The hint of the value that the model reads, MISSING if it is not declared."""
    annotation = signature.returns if options.return_type is MISSING else options.return_type
    if annotation is MISSING:
        return MISSING
    hint = awaited(take_apart(annotation))
    if options.response_format == "content_and_artifact":
        return hint.arguments[0] if hint.origin is tuple and len(hint.arguments) == 2 else MISSING
    if hint.origin in _DRAINED and Progress in hint.metadata:
        return take_apart(hint.arguments[0]) if hint.arguments else MISSING
    if hint.origin in _DRAINED:
        return list[hint.arguments[0]] if hint.arguments else list  # type: ignore[name-defined]
    return hint


def awaited(hint: Hint) -> Hint:
    """The hint of what an awaitable gives; any other hint as it is."""
    place = _AWAITED.get(hint.origin)
    if place is None or len(hint.arguments) <= place:
        return hint
    return awaited(take_apart(hint.arguments[place]))
