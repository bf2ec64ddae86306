"""What a class says of arguments and results by its bases: `class Add(Tool[Args, Result])`, and what it overrides."""

from __future__ import annotations

import types
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from toolkit.reading.namespaces import meant_in
from toolkit.reading.signature import VAR_KEYWORD, VAR_POSITIONAL, read_signature
from toolkit.record import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.reading.signature import Parameter, Signature

_METHODS: Final = (types.FunctionType, staticmethod, classmethod)


def types_of_base(cls: type, base: type) -> tuple[Any, ...]:
    """The types that a class puts in the place of a generic base's variables, however many classes lie between.

    >>> from typing import Generic, TypeVar
    >>> T, S = TypeVar("T"), TypeVar("S")
    >>> class Base(Generic[T]): ...
    >>> class Listed(Base[list[S]], Generic[S]): ...
    >>> class Numbers(Listed[int]): ...
    >>> types_of_base(Numbers, Base)
    (list[int],)
    """
    for written in getattr(cls, "__orig_bases__", cls.__bases__):
        origin = getattr(written, "__origin__", written)
        if origin is base:
            return tuple(meant_in(cls, each) for each in getattr(written, "__args__", ()))
        if isinstance(origin, type) and issubclass(origin, base):
            return tuple(meant_in(cls, _filled(each, written)) for each in types_of_base(origin, base))
    return ()


def _filled(type_: Any, written: Any) -> Any:
    """A type with the variables filled in that a base has and a class gives: T of `Base[T]` by int of `Base[int]`."""
    variables = getattr(written.__origin__, "__parameters__", ()) if hasattr(written, "__origin__") else ()
    given = dict(zip(variables, getattr(written, "__args__", ()), strict=False))
    own = getattr(type_, "__parameters__", ())
    if own:
        return type_[tuple(given.get(each, each) for each in own)]
    return given.get(type_, type_) if _is_variable(type_) else type_


def _is_variable(type_: Any) -> bool:
    # TypeVar of typing and that of typing_extensions are two classes.
    return hasattr(type_, "__bound__") and hasattr(type_, "__constraints__")


def said_type(types: tuple[Any, ...], place: int) -> Any:
    """The type at a place, MISSING where nothing is said: a variable, or Any."""
    type_ = types[place] if place < len(types) else Any
    return MISSING if type_ is Any or _is_variable(type_) else type_


def completed(signature: Signature, whole: Any, result: Any) -> Signature:
    """The signature with what a base says in the place of hints that its author left out.

    Args:
        signature: That of `execute`.
        whole: The class of the arguments object, for the one parameter without a hint; MISSING if it is not said.
        result: The type of the result; MISSING if it is not said.
    """
    silent = [each.name for each in signature.parameters if each.annotation is MISSING]
    if whole is not MISSING and len(silent) == 1:
        parameters = (each._replace(annotation=whole) if each.name in silent else each for each in signature.parameters)
        signature = signature._replace(parameters=tuple(parameters))
    return signature._replace(returns=result) if signature.returns is MISSING else signature


def members_under(name: str, cls: type, base: type = object) -> list[Any]:
    """What stands under a name in a class and in its bases before `base`, the nearest first."""
    classes = takewhile(lambda each: each is not base, cls.__mro__)
    return [vars(each)[name] for each in classes if name in vars(each)]


def elders_of(method: Any, cls: type, base: type) -> list[Any]:
    """The methods that one of a class overrides, of its bases before `base`, the nearest first."""
    name = getattr(method, "__name__", "")  # a partial has none
    return [each for each in members_under(name, cls, base)[1:] if isinstance(each, _METHODS)]


def inherited(read: Signature, method: Any, elders: Iterable[Any]) -> Signature:
    """The signature with the hints of the methods that one overrides, in the place of those that its author left out.

    Args:
        read: That of the method.
        method: The method, bound as it is called, so that its class fills in the type variables of its bases.
        elders: The overridden methods, the nearest first, as they stand in their classes.
    """
    remaining = iter(elders)
    while _is_silent(read) and (elder := next(remaining, None)) is not None:
        read = _with_hints(read, elder, method)
    return read


def _is_silent(read: Signature) -> bool:
    """Whether the author of a method left hints out."""
    return read.returns is MISSING or any(each.annotation is MISSING for each in read.parameters)


def _with_hints(read: Signature, elder: Any, method: Any) -> Signature:
    overridden = read_signature(bound_as(method, elder))
    hints = {_place(each): each.annotation for each in overridden.parameters}
    parameters = (
        each._replace(annotation=hints.get(_place(each), MISSING), is_inherited=True)
        if each.annotation is MISSING
        else each
        for each in read.parameters
    )
    returns = overridden.returns if read.returns is MISSING else read.returns
    return read._replace(parameters=tuple(parameters), returns=returns)


def bound_as(method: Any, elder: Any) -> Any:
    """The method that one overrides, bound to the same object or class."""
    owner = getattr(method, "__self__", None)
    is_class = owner is None or isinstance(owner, type)
    return elder.__get__(None, owner or object) if is_class else elder.__get__(owner, type(owner))


def _place(parameter: Parameter) -> tuple[str, Any]:
    """What an overriding method keeps of a parameter: its name, and its stars."""
    return parameter.name, parameter.kind if parameter.kind in {VAR_POSITIONAL, VAR_KEYWORD} else None
