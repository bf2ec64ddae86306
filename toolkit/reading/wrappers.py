"""What callers fill of a function that functools.wraps has made: what the wrapper takes."""

from __future__ import annotations

import functools
import types
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, Final

from toolkit.reading.callables import applied_names
from toolkit.signatures import signature_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_IN_PLACE: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
_REST: Final = frozenset({Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD})
# What binding a method gives; since 3.14 one that dispatches by type gives an object of a class of its own.
_BOUND: Final = (
    types.FunctionType,
    types.MethodType,
    type(functools.singledispatchmethod(len).__get__(None, object)),
)


def called(target: Any) -> Any:
    """The `__call__` of an object, bound, where nothing else says its signature; anything else as it is.

    A curried function of toolz is a partial whose signature has a default, a text, for what is still to be given.
    """
    if type(target).__name__ == "curry" and isinstance(getattr(target, "keywords", None), dict):
        return functools.partial(target.func, *target.args, **target.keywords)
    says_it = hasattr(target, "__wrapped__") or hasattr(target, "__signature__")
    call = None if says_it else getattr(target, "__call__", None)  # noqa: B004
    # Before Python 3.13 inspect took a static `__call__` for a method.
    return call if type(call) in _BOUND else target


def inspected(target: Any) -> tuple[list[Parameter], Any]:
    """The parameters and the return hint of a callable, as `inspect.signature` has them but for wrappers and partials.

    What functools.wraps has made has the signature of the function that it wraps. That holds for a wrapper that passes
    on whatever comes; one that names parameters itself may take fewer, or take them otherwise, so they are compared.
    What a partial has bound by keyword is left out, wherever it stands among wrappers.

    Raises:
        TypeError: It is no callable.
        ValueError: It keeps its signature to itself.
    """
    found = signature_of(target)
    return _taken(target, found), found.return_annotation


def _taken(target: Any, signature: Signature | None = None) -> list[Parameter]:
    """What comes through the wrappers and partials around a function, and what these ask for.

    Args:
        target: The callable.
        signature: What inspect says of it, if that has been asked.
    """
    function = _function_of(target)
    is_partial = _is_partial(function)
    if not (is_partial or _is_wrapper(function)):
        call = called(target)
        return [*(signature or signature_of(target)).parameters.values()] if call is target else _taken(call)
    parameters = _unbound(function) if is_partial else _through(function)
    is_bound = function is not target and any(each.kind in _IN_PLACE for each in parameters[:1])
    return parameters[1:] if is_bound else parameters


def _function_of(target: Any) -> Any:
    """What a bound method calls; anything else as it is."""
    return target.__func__ if isinstance(target, types.MethodType) else target


def _is_wrapper(target: Any) -> bool:
    """Whether a function or an object wraps another callable, and does not say what its signature is."""
    noted = getattr(target, "__dict__", {})
    return "__signature__" not in noted and callable(noted.get("__wrapped__")) and not isinstance(target, type)


def _is_partial(target: Any) -> bool:
    """Whether it is a partial that has no signature but that which its function leaves.

    With the looks of its function (functools.update_wrapper) it may have a copy of that function's.
    """
    own = getattr(target, "__signature__", None)
    return isinstance(target, functools.partial) and own is getattr(target.func, "__signature__", None)


def _unbound(partial: functools.partial[Any]) -> list[Parameter]:
    """What a partial leaves to its caller, by the rules of inspect but for what it has bound by keyword."""
    inner = {each.name: each for each in _taken(partial.func)}
    before = applied_names(partial.func)  # may be bound once more
    keywords = {name: value for name, value in partial.keywords.items() if name not in before}
    # A wrapper may have a default before what is required, which no signature may.
    bare = [each.replace(default=Parameter.empty) for each in inner.values()]
    function: Any = type("", (), {"__call__": None, "__signature__": Signature(bare)})()
    left = signature_of(functools.partial(function, *partial.args, **keywords)).parameters
    return [each.replace(default=inner[name].default) for name, each in left.items() if name not in keywords]


def _through(wrapper: Any) -> list[Parameter]:
    """What a function or an object around another callable takes; an object takes whatever that does."""
    inner = _taken(wrapper.__wrapped__)
    if not isinstance(wrapper, types.FunctionType):
        return inner
    # functools.wraps has given the wrapper the hints of the function, by name.
    own = [*signature_of(wrapper, follow_wrapped=False).parameters.values()]
    passing = _REST.intersection(each.kind for each in own)
    if not passing:
        return own
    return inner if len(own) == len(passing) == len(_REST) else _passed_on(own, inner, passing)


def _passed_on(own: Sequence[Parameter], inner: Sequence[Parameter], passing: Collection[Any]) -> list[Parameter]:
    """The parameters of a function whose wrapper names some itself and passes the others on.

    Args:
        own: Those of the wrapper.
        inner: Those of the function.
        passing: Which of `*args` and `**kwargs` the wrapper has.
    """
    named = {each.name: each for each in own if each.kind not in _REST}
    stand_ins = _stand_ins([*named.values()], inner)
    stood_for = {*stand_ins.values()}
    # Whatever default the function has, the wrapper needs what it names.
    inner = [each.replace(default=Parameter.empty) if each.name in stood_for else each for each in inner]
    last = max((place for place, each in enumerate(inner, 1) if each.name in stood_for), default=0)
    kept = [
        _as_taken(each, named.get(each.name), passing, is_in_place=place < last)
        for place, each in enumerate(inner)
        if each.name in named or each.kind in {*_IN_PLACE, *passing} or _is_keyword(each, passing)
    ]
    names = {each.name for each in inner}
    added = [each for name, each in named.items() if name not in names | stand_ins.keys() and _is_required(each)]
    return sorted([*added, *kept], key=lambda each: each.kind)


def _stand_ins(named: Sequence[Parameter], inner: Sequence[Parameter]) -> dict[str, str]:
    """For each name that only a wrapper has, such as `obj`, what the function has in its place, such as `self`."""
    names, taken = {each.name for each in inner}, {each.name for each in named}
    return {
        mine.name: theirs.name
        for mine, theirs in zip(named, inner, strict=False)
        if {mine.kind, theirs.kind}.issubset(_IN_PLACE) and mine.name not in names and theirs.name not in taken
        if _is_required(mine) and mine.annotation is Parameter.empty
        # The wrapper may be a method, and the function none.
        if mine.name not in {"self", "cls"} or theirs.annotation is Parameter.empty
    }


def _is_required(parameter: Parameter) -> bool:
    return parameter.default is Parameter.empty


def _is_keyword(parameter: Parameter, passing: Collection[Any]) -> bool:
    """Whether it is keyword-only, and a wrapper passes keywords on."""
    return parameter.kind is Parameter.KEYWORD_ONLY and Parameter.VAR_KEYWORD in passing


def _as_taken(inner: Parameter, own: Parameter | None, passing: Collection[Any], *, is_in_place: bool) -> Parameter:
    """A parameter of a function, with the kind and the default that count for its wrapper."""
    taken = inner if own is None else inner.replace(kind=own.kind, default=own.default)
    if taken.kind not in _IN_PLACE:
        return taken
    if is_in_place or Parameter.VAR_KEYWORD not in passing:
        return taken.replace(kind=Parameter.POSITIONAL_ONLY)
    return taken if own or Parameter.VAR_POSITIONAL in passing else taken.replace(kind=Parameter.KEYWORD_ONLY)
