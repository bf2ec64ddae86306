"""What a callable says that it takes."""

from __future__ import annotations

import inspect
import sys
from types import FunctionType, MethodType
from typing import Any

from toolkit.errors import DefinitionError
from toolkit.misfits import object_in_words


def signature_of(target: Any, *, follow_wrapped: bool = True) -> inspect.Signature:
    """The signature of a callable, whatever the names in its hints mean so far.

    Args:
        target: The callable.
        follow_wrapped: Whether the function counts that functools.wraps notes as the one inside.

    Raises:
        TypeError: It is no callable.
        ValueError: It keeps its signature to itself, as some builtins do.
    """
    if sys.version_info >= (3, 14):  # pragma: no cover - names that mean nothing yet raise otherwise (PEP 649)
        import annotationlib  # noqa: PLC0415

        form = annotationlib.Format.FORWARDREF
        return inspect.signature(target, follow_wrapped=follow_wrapped, annotation_format=form)
    return inspect.signature(target, follow_wrapped=follow_wrapped)


def own_signature(function: Any) -> inspect.Signature | None:
    """What a function takes, whatever it wraps: a decorator may fill parameters by itself.

    None if it keeps that to itself.
    """
    try:
        return signature_of(function, follow_wrapped=False)
    except (TypeError, ValueError):
        return None


def takes(signature: inspect.Signature, *values: Any, **named: Any) -> bool:
    """Whether a function of that signature can be called with these arguments."""
    try:
        signature.bind(*values, **named)
    except TypeError:
        return False
    return True


def needed_names(cls: type) -> list[str]:
    """The arguments that a constructor cannot do without, as far as it says so."""
    try:
        parameters = signature_of(cls).parameters.values()
    except ValueError:
        return []
    starred = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [each.name for each in parameters if each.default is each.empty and each.kind not in starred]


def require_signature(place: str, function: Any, wanted: str, tool: str) -> None:
    """Refuse a function of the program that cannot be called with those arguments, as far as it says what it takes.

    Args:
        place: What the function was given as.
        function: The function.
        wanted: The arguments that it will get, by position: "arguments, context".
        tool: Whose it is.

    Raises:
        DefinitionError: It cannot.
    """
    require_callable(place, function, wanted, tool)
    signature = own_signature(function)
    if signature is None or takes(signature, *wanted.split(", ")):
        return
    is_named = isinstance(function, FunctionType | MethodType) and function.__name__.isidentifier()
    taken = f"self, {wanted}" if isinstance(function, MethodType) else wanted
    written = f"def {function.__name__}({taken}): ..." if is_named else f"lambda {wanted}: ..."
    reason = f"the function of {place} takes {signature}, and is called with ({wanted})"
    raise DefinitionError(reason, tool=tool, cure=f"write {written}")


def require_callable(place: str, function: Any, wanted: str, tool: str) -> None:
    """Refuse what cannot be called at all; the rest as for `require_signature`.

    Raises:
        DefinitionError: It cannot.
    """
    if not callable(function):
        reason = f"{place} got {object_in_words(function)}, which cannot be called"
        raise DefinitionError(reason, tool=tool, cure=f"give a function of ({wanted})")
