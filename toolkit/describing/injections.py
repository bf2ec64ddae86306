"""Which parameters the host fills, and with what: they never reach a schema."""

from __future__ import annotations

import re
from itertools import repeat
from operator import is_
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, Literal

from toolkit.context import CallId, CallMetadata, Inject, ToolContext
from toolkit.errors import DefinitionError, UndescribableParameterError
from toolkit.reading.annotations import UNION, alias_value, bare_class, is_alias, take_apart
from toolkit.reading.callables import callable_name
from toolkit.reading.evaluation import Unresolved
from toolkit.reading.signature import VAR_KEYWORD, VAR_POSITIONAL, read_signature
from toolkit.record import MISSING, Record, replace_fields
from toolkit.signatures import own_signature, takes

if TYPE_CHECKING:
    from toolkit.reading.annotations import Hint
    from toolkit.reading.signature import Parameter

Kind = Literal["context", "metadata", "call_id", "service", "provider", "item"]


class Injection(Record):
    """How the host fills one parameter.

    Attributes:
        parameter: Name of the parameter.
        kind: context: the ToolContext. metadata: the CallMetadata. call_id: the call's id. service: the
            context object or service of a type. provider: what a function gives. item: an item of the metadata.
        source: The type of the service, the function, or the item's key; for context the type that the
            caller's object must have, MISSING if any object or none will do.
        may_be_none: Whether None will do where the host has nothing to give.
        default: What the parameter gets instead, MISSING if it has no default.
    """

    parameter: str
    kind: Kind
    source: Any = MISSING
    may_be_none: bool = False
    default: Any = MISSING


def injection_of(parameter: Parameter, hint: Hint | None = None) -> Injection | None:
    """How the host fills a parameter; None if the model fills it.

    Args:
        parameter: The parameter.
        hint: Its hint, if it is taken apart already.
    """
    hint = take_apart(parameter.annotation) if hint is None else hint
    if parameter.default is not MISSING and _is_marker(parameter.default):
        return _by_default(parameter, without_alias(hint))
    if type(hint.type) is type and bare_class(hint) is not None:
        return None
    hint = without_alias(hint)
    if not hint.metadata and _is_of_model(hint):
        return None
    marked = _by_marker(parameter, hint, hint)
    if marked is not None:
        return marked
    members = [without_alias(take_apart(each)) for each in hint.arguments] if hint.origin is UNION else [hint]
    may_be_none = any(each.type is None for each in members)
    for member in members:
        found = _by_type(parameter, member, may_be_none=may_be_none) or _by_marker(parameter, member, hint)
        if found is not None:
            return found
    return None


def injection_by_name(parameter: Parameter) -> Injection | None:
    """How the host fills a parameter whose hint names what is not defined, as it was imported for type checkers alone.

    What stands in the brackets of `ToolContext[Deps]` is nothing that a schema needs, so it may stay unknown.
    """
    found = re.fullmatch(_BY_NAME, parameter.annotation.text)
    if found is None:
        return None
    kind: Kind = "context" if found["name"] == ToolContext.__name__ else "metadata"
    may_be_none = bool(found["maybe"] or found["none"])
    return Injection(parameter.name, kind, MISSING, may_be_none, parameter.default)


def without_alias(hint: Hint) -> Hint:
    """The hint that a `type X = ...` alias stands for, with the markers around it; any other as it is."""
    for _ in range(_MOST_ALIASES):
        if hint.class_ is not None or hint.origin is UNION or not is_alias(hint.type):
            break
        inner = take_apart(alias_value(hint.type))
        if isinstance(inner.type, Unresolved):
            break
        hint = replace_fields(inner, metadata=(*inner.metadata, *hint.metadata))
    return hint


# One that stands for itself comes to no end.
_MOST_ALIASES: Final = 32
# "ToolContext[Deps]", "toolkit.CallMetadata | None", "Optional[ToolContext]".
_BY_NAME: Final = (
    r"(?P<maybe>(?:[\w.]+\.)?Optional\[)?(?:[\w.]+\.)?(?P<name>ToolContext|CallMetadata)(?:\[.*\])?"
    r"(?P<none>\s*\|\s*None)?\]?"
)


def _is_of_model(hint: Hint) -> bool:
    """Whether a hint without markers is surely for the model, as nearly all are."""
    if hint.origin is not UNION:
        return hint.class_ not in _BY_TYPE
    return {*map(type, hint.arguments)} == {type} and {*hint.arguments}.isdisjoint(_BY_TYPE)


def _is_marker(default: Any) -> bool:
    """Whether a default is a marker, as other libraries write them: `user: User = Inject(current_user)`."""
    # By class and identity: what other defaults say to == is theirs, and one that loads lazily may raise for its class.
    return issubclass(type(default), _MARKERS) or any(map(is_, _MARKERS, repeat(default)))


def _by_default(parameter: Parameter, hint: Hint) -> Injection | None:
    """How the host fills a parameter whose default is a marker: it is no default, and never the model's to set."""
    default, bare = parameter.default, parameter._replace(default=MISSING)
    if isinstance(default, ToolContext) or default is ToolContext:
        return Injection(parameter.name, "context")
    return _by_marker(bare, replace_fields(hint, metadata=(default,)), hint)


_MARKERS: Final = (Inject, CallId, ToolContext)
_BY_TYPE: Final = (ToolContext, CallMetadata)


def _by_type(parameter: Parameter, hint: Hint, *, may_be_none: bool) -> Injection | None:
    if hint.class_ is ToolContext:
        wanted = hint.arguments[0] if hint.arguments else MISSING
        return Injection(parameter.name, "context", wanted, may_be_none, parameter.default)
    if hint.class_ is CallMetadata:
        return Injection(parameter.name, "metadata", MISSING, may_be_none, parameter.default)
    return None


def _by_marker(parameter: Parameter, hint: Hint, whole: Hint) -> Injection | None:
    if not hint.metadata:
        return None
    may_be_none = whole.origin is UNION and any(take_apart(each).type is None for each in whole.arguments)
    for marker in hint.metadata:
        if marker is CallId or isinstance(marker, CallId):
            return Injection(parameter.name, "call_id", MISSING, may_be_none, parameter.default)
        if marker is Inject:
            return Injection(parameter.name, "service", _wanted(hint), may_be_none, parameter.default)
        if isinstance(marker, Inject):
            kind: Kind = (
                "service" if marker.source is None else "item" if isinstance(marker.source, str) else "provider"
            )
            source = _wanted(hint) if marker.source is None else marker.source
            return Injection(parameter.name, kind, source, may_be_none, parameter.default)
    return None


def needs_of(provider: Any) -> tuple[Injection, ...]:
    """What a function, or a class, that makes a value wants injected itself.

    Raises:
        DefinitionError: It is none, or has a parameter that nobody fills.
    """
    if not callable(provider):
        kind = type(provider).__name__
        cure = f"give a function that gives the value; one value for all calls goes into services={{{kind}: ...}}"
        raise DefinitionError(f"Inject({kind}(...)) holds no function", cure=cure)
    found = [(parameter, injection_of(parameter)) for parameter in _parameters_of(provider)]
    filled = [parameter.name for parameter, injection in found if injection is not None]
    open_ = next((parameter.name for parameter, injection in found if injection is None and _is_needed(parameter)), "")
    # What a decorator takes counts, as it may fill others of what it wraps.
    own = own_signature(provider) if open_ else None
    if open_ and (own is None or not takes(own, **dict.fromkeys(filled))):
        name = callable_name(provider) or "a lambda"
        cure = f"annotate it, {open_}: ToolContext for one, in a def; give it a default, or leave it out"
        raise DefinitionError(f"nobody fills the parameter {open_!r} of {name}, which makes the value", cure=cure)
    return tuple(injection for _, injection in found if injection is not None)


def require_filled(injection: Injection, tool: str, above: tuple[Any, ...] = ()) -> None:
    """Refuse a function that makes a value and cannot be called, or one behind it that cannot.

    Raises:
        UndescribableParameterError: One has a parameter that nobody fills.
    """
    provider = injection.source
    if injection.kind != "provider" or any(each is provider for each in above) or _may_resolve(provider):
        return
    try:
        needs = needs_of(provider)
    except DefinitionError as error:
        raise UndescribableParameterError(injection.parameter, error.reason, tool=tool, cure=error.cure) from None
    for needed in needs:
        require_filled(needed, tool, (*above, provider))


def _parameters_of(provider: Any) -> tuple[Parameter, ...]:
    """What it takes; nothing if it keeps that to itself, as some builtins do."""
    target = provider.__init__ if isinstance(provider, type) else provider  # type: ignore[misc]
    if isinstance(provider, type) and not isinstance(target, FunctionType):
        return ()
    try:
        return read_signature(target).parameters
    except DefinitionError:
        return ()


def _may_resolve(provider: Any) -> bool:
    """Whether a name in its hints means nothing yet."""
    return any(isinstance(each.annotation, Unresolved) for each in _parameters_of(provider))


def _is_needed(parameter: Parameter) -> bool:
    return parameter.default is MISSING and parameter.kind not in {VAR_POSITIONAL, VAR_KEYWORD}


def _wanted(hint: Hint) -> Any:
    """The type that a service must have: the one member of an optional, else the hint's own."""
    if hint.origin is not UNION:
        return hint.type
    members = [each for each in hint.arguments if take_apart(each).type is not None]
    return members[0] if len(members) == 1 else hint.type
