"""A callable of any kind -> the function inside it, its name, and what its author says of it."""

from __future__ import annotations

import functools
import inspect
import types
from typing import Any, Final

from toolkit.reading.dedenting import dedented, own_docstring


def undecorated(target: Any) -> Any:
    """The function inside a staticmethod or classmethod object; anything else as it is."""
    return target.__func__ if isinstance(target, staticmethod | classmethod) else target


def innermost(target: Any, *, unwrapping: bool = True) -> Any:
    """The function that its author wrote, under partials, bindings and functools.wraps.

    Args:
        target: The callable.
        unwrapping: Whether to look under functools.wraps as well.
    """
    while True:
        if isinstance(target, functools.partial | functools.partialmethod):
            target = target.func
        elif isinstance(target, types.MethodType):
            target = target.__func__
        elif unwrapping and hasattr(target, "__wrapped__") and not isinstance(target, type):
            target = target.__wrapped__
        elif not isinstance(target, type) and not inspect.isroutine(target) and hasattr(type(target), "__call__"):  # noqa: B004
            target = type(target).__call__
        else:
            return target


def called_on(target: Any) -> Any:
    """What a method gets as its first argument, under partials and functools.wraps; a callable object is its own."""
    while not isinstance(target, types.MethodType):
        if isinstance(target, functools.partial):
            target = target.func
        elif hasattr(target, "__wrapped__"):
            target = target.__wrapped__
        else:
            return getattr(target, "__self__", None) if inspect.isroutine(target) else target
    return target.__self__


def callable_name(target: Any) -> str:
    """The name its author gave it: a partial's own or its function's, a partialmethod's own, an object's class's."""
    while isinstance(target, functools.partial) and "__name__" not in vars(target):
        own = _name_in_class(target) if "__self__" in vars(target) else ""
        if own:
            return own
        target = target.func
    name = getattr(target, "__name__", None)
    if not isinstance(name, str) and not isinstance(target, type):
        name = getattr(type(target), "__name__", "") if callable(target) else ""
    return "" if name == "<lambda>" else str(name)


def _name_in_class(bound: functools.partial[Any]) -> str:
    """The name under which a class has the partialmethod that a partial was bound from, "" if it has none."""
    owner = vars(bound)["__self__"]
    cls = owner if isinstance(owner, type) else type(owner)
    members = {name: each for base in reversed(cls.__mro__) for name, each in vars(base).items()}
    return next((name for name, each in members.items() if _is_bound_from(bound, each)), "")


def _is_bound_from(bound: functools.partial[Any], member: Any) -> bool:
    """Whether a partial is a member of a class, bound; values count by identity, as comparing them may fail."""
    if not isinstance(member, functools.partialmethod):
        return False
    given, kept = ([*map(id, (*each.args, *each.keywords.values()))] for each in (bound, member))
    is_same = given == kept and bound.keywords.keys() == member.keywords.keys()
    return is_same and innermost(undecorated(member.func)) is innermost(bound)


def docstring_of(target: Any) -> str:
    """The docstring that its author wrote for it, inherited for a method that has none; "" without one.

    That of a callable object is its own, else its class's, else that of `__call__`.
    """
    if type(target) is types.FunctionType and isinstance(target.__doc__, str) and target.__doc__ != _OF_PARTIALS:
        return dedented(target.__doc__)
    while _lacks_docstring(target):
        target = target.func if isinstance(target, functools.partial) else getattr(target, "__wrapped__")  # noqa: B009
    own = getattr(target, "__dict__", {}).get("__doc__")
    if isinstance(own, str) and not isinstance(target, type):
        return dedented(own)
    if inspect.isroutine(target) or isinstance(target, functools.partialmethod):
        return inspect.getdoc(target) or ""
    return own_docstring(type(target)) or call_docstring_of(target)


# What every partial says of itself, and what functools.wraps copies from one.
_OF_PARTIALS: Final = functools.partial.__doc__


def _lacks_docstring(target: Any) -> bool:
    """Whether what a partial or a wrapper says of itself is nobody's text, so that what is inside counts."""
    said = getattr(target, "__doc__", None)
    if isinstance(target, functools.partial):
        return "__doc__" not in vars(target) or said is None or said == _OF_PARTIALS
    return hasattr(target, "__wrapped__") and (said == _OF_PARTIALS or (said is None and not inspect.getdoc(target)))


def call_docstring_of(target: Any) -> str:
    """What the `__call__` of an object says of it; "" for any other callable."""
    target = _unapplied(target)
    called = undecorated(inspect.getattr_static(type(target), "__call__", None))
    if inspect.isroutine(target) or not isinstance(called, types.FunctionType):
        return ""
    text = inspect.getdoc(type(target).__call__) or ""
    # What every class says of its call: "Call self as a function."
    return "" if text == type.__call__.__doc__ else text


def constructor_names(target: Any) -> tuple[str, ...]:
    """What the constructor of a callable object's class takes, which its docstring may document; () for others."""
    target = _unapplied(target)
    code = None if inspect.isroutine(target) else getattr(type(target).__init__, "__code__", None)
    return () if code is None else code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]


def parameter_names(target: Any) -> tuple[str, ...]:
    """All that the function takes that its author wrote; () where it is none of Python's own."""
    code = getattr(innermost(target), "__code__", None)
    if code is None:
        return ()
    rest = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + rest]  # type: ignore[no-any-return]


def applied_names(target: Any) -> tuple[str, ...]:
    """What partials have bound by keyword, under functools.wraps as well."""
    names: list[str] = []
    while target is not None:
        is_partial = isinstance(target, functools.partial)
        names += target.keywords if is_partial else ()
        target = target.func if is_partial else getattr(target, "__wrapped__", None)
    return tuple(names)


def _unapplied(target: Any) -> Any:
    """The callable under partials."""
    while isinstance(target, functools.partial):
        target = target.func
    return target


def gives_awaitable(target: Any) -> bool:
    """Whether calling it gives a coroutine or an async generator, as far as its own code says; None does not.

    A sync wrapper around a coroutine function does not either: it may do anything before.
    """
    function = innermost(target, unwrapping=False)
    return inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)
