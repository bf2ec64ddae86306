"""What callers fill of a function that functools.wraps has made: what the wrapper takes."""

from __future__ import annotations

import functools
import types
from inspect import Parameter
from typing import TYPE_CHECKING, Any, Final

from toolkit.signatures import signature_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from inspect import Signature

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

    Not all signatures of partials are theirs: a curried function of toolz has a default, a text, for what is still to
    be given, and one with the looks of its function (functools.update_wrapper) has all of that function's parameters.
    """
    is_curried = type(target).__name__ == "curry" and isinstance(getattr(target, "keywords", None), dict)
    if is_curried or (isinstance(target, functools.partial) and not _says_its_signature(target)):
        return functools.partial(called(target.func), *target.args, **target.keywords)
    says_it = hasattr(target, "__wrapped__") or hasattr(target, "__signature__")
    call = None if says_it else getattr(target, "__call__", None)  # noqa: B004
    # Before Python 3.13 inspect took a static `__call__` for a method.
    return call if type(call) in _BOUND else target


def _says_its_signature(partial: functools.partial[Any]) -> bool:
    """Whether a partial has a signature of its own, which is not that of its function."""
    own = getattr(partial, "__signature__", None)
    return own is not None and own is not getattr(partial.func, "__signature__", None)


def inspected(target: Any) -> tuple[list[Parameter], Any]:
    """The parameters and the return hint of a callable, as `inspect.signature` has them but for some wrappers.

    What functools.wraps has made has the signature of the function that it wraps. That holds for a wrapper that passes
    on whatever comes; one that names parameters itself may take fewer, or take them otherwise, so they are compared.

    Raises:
        TypeError: It is no callable.
        ValueError: It keeps its signature to itself.
    """
    found = signature_of(target)
    function = target.__func__ if isinstance(target, types.MethodType) else target
    if not _is_wrapper(function):
        return _unfilled(target, found), found.return_annotation
    parameters = _taken(function)
    is_bound = function is not target and any(each.kind in _IN_PLACE for each in parameters[:1])
    return parameters[1:] if is_bound else parameters, found.return_annotation


def _is_wrapper(function: Any) -> bool:
    """Whether a function wraps another callable, and does not say what its signature is."""
    if not isinstance(function, types.FunctionType) or "__signature__" in function.__dict__:
        return False
    return callable(function.__dict__.get("__wrapped__"))


def _taken(function: Any) -> list[Parameter]:
    """What of the parameters of the innermost function comes through its wrappers, and what these ask for."""
    if not _is_wrapper(function):
        function = called(function)
        return _unfilled(function, signature_of(function))
    inner = _taken(function.__wrapped__)
    # functools.wraps has given the wrapper the hints of the function, by name.
    own = [*signature_of(function, follow_wrapped=False).parameters.values()]
    passing = _REST.intersection(each.kind for each in own)
    if not passing:
        return own
    return inner if len(own) == len(passing) == len(_REST) else _passed_on(own, inner, passing)


def _unfilled(target: Any, signature: Signature) -> list[Parameter]:
    """What a caller fills: not what functools.partial has bound by keyword."""
    applied = target.keywords if isinstance(target, functools.partial) else ()
    return [each for name, each in signature.parameters.items() if name not in applied]


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
