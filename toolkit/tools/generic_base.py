"""What a class says of its arguments and its result by its base: `class Add(Tool[Args, Result])`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.record import MISSING

if TYPE_CHECKING:
    from toolkit.reading.signature import Signature


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
            return getattr(written, "__args__", ())
        if isinstance(origin, type) and issubclass(origin, base):
            return tuple(_filled(each, written) for each in types_of_base(origin, base))
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
