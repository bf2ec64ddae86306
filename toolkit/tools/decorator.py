"""@tool: marks a function as a tool and gives it back unchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, overload

from toolkit.doubts import log_doubt
from toolkit.errors import DefinitionError
from toolkit.misfits import object_in_words
from toolkit.reading.callables import callable_name
from toolkit.reading.signature import class_error
from toolkit.tools.function import FunctionTool
from toolkit.tools.imported import note_module

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Unpack

    from toolkit.given_options import GivenOptions

F = TypeVar("F")


@overload
def tool(function: str | None = None, /, **options: Unpack[GivenOptions]) -> Callable[[F], F]: ...
@overload
def tool(function: F, /, **options: Unpack[GivenOptions]) -> F: ...
def tool(function: Any = None, /, **options: Any) -> Any:
    """Make a function a tool.

    `@tool`, `@tool("name")`, `@tool(name=..., ...)` and `tool(function, ...)` return the function itself,
    unchanged in type, identity, speed and pickling; its tool hangs on it as `function.__tool__`.

    >>> @tool
    ... def add(a: int, b: int) -> int:
    ...     "Add two numbers."
    ...     return a + b
    >>> add(1, 2)
    3
    >>> add.__tool__.invoke({"a": 1, "b": 2})
    3

    Args:
        function: The function, or the tool's name.
        options: The options of a tool; `help(toolkit.ToolOptions)` says what each means.

    Raises:
        DefinitionError: No tool can be made of it; the text names the parameter and the cure.
    """
    if isinstance(function, str):
        options.setdefault("name", function)
        function = None
    if function is None:
        return lambda decorated: _marked(decorated, options)
    return _marked(function, options)


def _marked(function: Any, options: dict[str, Any]) -> Any:
    if isinstance(function, type):
        raise class_error(function)
    made = FunctionTool(function, options)
    _warn_of_another(function, made.name)
    _attach(function, made)
    if isinstance(function, staticmethod | classmethod):
        _attach(function.__func__, made)
    # The function's own module holds it, wherever it was decorated.
    note_module(getattr(function, "__module__", None))
    return function


def _warn_of_another(function: Any, name: str) -> None:
    """Log that a function is a tool of another name already, which is so no longer.

    What functools.wraps has copied to a wrapper is the tool of another function.
    """
    known = getattr(function, "__tool__", None)
    if isinstance(known, FunctionTool) and known.function is function and known.name != name:
        log_doubt(
            "the function %s was the tool %r and is now %r, as it carries one tool only; "
            "a second one beside it: Tool.from_function(%s, name=%r)",
            *(callable_name(function), known.name, name, callable_name(function), name),
        )


def _attach(function: Any, made: FunctionTool) -> None:
    try:
        function.__tool__ = made
    except (AttributeError, TypeError) as error:
        raise DefinitionError(
            f"{object_in_words(function)} takes no attribute",
            tool=made.name,
            cure='use Tool.from_function(x, name="...") or registry.add(x, name="...")',
        ) from error
