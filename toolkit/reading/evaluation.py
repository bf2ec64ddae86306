"""Texts in annotations -> the hints that they spell (PEP 563, forward references)."""

from __future__ import annotations

import builtins
import re
import types
import typing
from typing import TYPE_CHECKING, Any, Final

from toolkit.record import MISSING, Record

if TYPE_CHECKING:
    from collections.abc import Mapping

# What else than an unknown name evaluating a text may find; the text is the author's own, so there is no telling.
_FAULTS: Final = (
    SyntaxError,
    TypeError,
    ValueError,
    LookupError,
    ArithmeticError,
    ImportError,
    RuntimeError,
)


class Unresolved(Record):
    """A hint that means nothing, or nothing yet.

    Attributes:
        text: The hint as it was written.
        name: The name in it that is not defined, and may be later; "" if something else is wrong.
        problem: What else is wrong.
    """

    text: str
    name: str = ""
    problem: str = ""


def evaluated(annotation: Any, globals_: Mapping[str, Any], locals_: Mapping[str, Any]) -> Any:
    """The hint with all texts and forward references in it resolved.

    Args:
        annotation: A hint, a text, or a hint with texts inside.
        globals_: Namespace of the module that its author wrote in.
        locals_: Names nearer than these: type parameters, enclosing functions and classes.

    Returns:
        The hint, or an Unresolved that says which name is not defined.
    """
    if not holds_text(annotation):
        return annotation
    named = _named_class(annotation, globals_, locals_)
    if named is not None:
        return named
    holder = types.SimpleNamespace(__annotations__={"hint": annotation})
    names = globals_ if isinstance(globals_, dict) else dict(globals_)
    try:
        return typing.get_type_hints(holder, names, dict(locals_), include_extras=True)["hint"]
    except (NameError, AttributeError) as error:
        return Unresolved(_text_of(annotation), error.name or _text_of(annotation))
    except _FAULTS as error:
        problem = error.msg if isinstance(error, SyntaxError) else str(error)
        return Unresolved(_text_of(annotation), problem=f"{type(error).__name__}: {problem}")


def _named_class(annotation: Any, globals_: Mapping[str, Any], locals_: Mapping[str, Any]) -> type | None:
    """The class that a text names without more ado, which takes a tenth of evaluating it; None for anything else."""
    if type(annotation) is not str:
        return None
    found = locals_.get(annotation, globals_.get(annotation, getattr(builtins, annotation, None)))
    return found if type(found) is type else None


def holds_text(annotation: Any) -> bool:
    """Whether a text or a forward reference stands somewhere in a hint."""
    if type(annotation) is type:
        return False
    if isinstance(annotation, str | typing.ForwardRef):
        return True
    if getattr(annotation, "__origin__", None) is typing.Literal:
        return False
    arguments = getattr(annotation, "__args__", ())
    return isinstance(arguments, tuple) and any(map(holds_text, arguments))


def _text_of(annotation: Any) -> str:
    if isinstance(annotation, str):
        return annotation
    return getattr(annotation, "__forward_arg__", None) or written(annotation)


def unresolved_reference(annotation: Any) -> str | None:
    """The text of a forward reference that nothing resolved, None for any other hint."""
    return annotation.__forward_arg__ if isinstance(annotation, typing.ForwardRef) else None


def written(annotation: Any) -> str:
    """The hint as its author would write it: `int`, `list[Stop]`, without module names."""
    if annotation is MISSING:
        return ""
    if isinstance(annotation, Unresolved):
        return annotation.text
    if isinstance(annotation, type):
        return "None" if annotation is types.NoneType else annotation.__qualname__.rpartition("<locals>.")[2]
    if isinstance(annotation, types.FunctionType | types.BuiltinFunctionType):
        return annotation.__qualname__
    try:
        text = str(annotation)
    except ValueError:  # it holds a number of more digits than Python writes
        text = type(annotation).__name__.strip("_").removesuffix("GenericAlias")
    return re.sub(r"(?:[\w<>]+\.)+(?=\w)", "", text)[:80]
