"""The events of calls, and which objects are hooks, that is, told of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.closeness import surely_meant
from toolkit.errors import DefinitionError
from toolkit.misfits import object_in_words
from toolkit.signatures import require_signature

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# The methods of hooks, and what each is called with.
EVENTS: Final[Mapping[str, str]] = {
    "on_tool_start": "call, context",
    "on_tool_end": "call, context, value",
    "on_tool_error": "call, context, exception",
    "on_tool_progress": "call, context, progress",
}


def hears(hook: object) -> bool:
    """Whether an object is told of any event."""
    return any(hasattr(hook, event) for event in EVENTS)


def check_hooks(hooks: Iterable[Any], tool: str) -> None:
    """Refuse a hook that is told of no event, or has a method that is nearly named after one.

    Raises:
        DefinitionError: One would never be told of anything, or has a misspelt method.
    """
    for hook in hooks:
        wrong = _misspelt(hook)
        if not hears(hook):
            reason = f"hooks: {object_in_words(hook)} has none of {', '.join(EVENTS)}"
            cure = f"rename {wrong[0]} to {wrong[1]}" if wrong else "give an object with any of these methods"
            raise DefinitionError(reason, tool=tool, cure=cure)
        if wrong:
            reason = f"hooks: {object_in_words(hook)} has {wrong[0]}, which is never called"
            raise DefinitionError(reason, tool=tool, cure=f"rename it to {wrong[1]}")
        for event, wanted in EVENTS.items():
            method = getattr(hook, event, None)
            if method is not None:
                _require_method(hook, event, method, wanted, tool)


def _require_method(hook: Any, event: str, method: Any, wanted: str, tool: str) -> None:
    try:
        require_signature(f"the hook {event}", method, wanted, tool)
    except DefinitionError:
        if isinstance(hook, type):
            reason = f"hooks: {hook.__qualname__} is a class"
            raise DefinitionError(reason, tool=tool, cure=f"give an object: {hook.__qualname__}()") from None
        raise


def _misspelt(hook: Any) -> tuple[str, str] | None:
    """A method that was meant to be told of calls, and the name that it should have."""
    for name in dir(type(hook)):
        near = surely_meant(name, EVENTS) if name.startswith("on_") and name not in EVENTS else None
        if near is not None:
            return name, near
    return None
