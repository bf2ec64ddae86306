"""A signature and its options -> where the value of each parameter comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from toolkit.describing.injections import injection_by_name, injection_of, require_filled, without_alias
from toolkit.errors import DefinitionError
from toolkit.reading.annotations import ANY, Hint, bare_hint, is_skipped, take_apart
from toolkit.reading.class_texts import field_texts
from toolkit.reading.evaluation import Unresolved
from toolkit.reading.fields import NO_FACTS, facts_from, is_field
from toolkit.reading.signature import VAR_KEYWORD, VAR_POSITIONAL, unresolved_error
from toolkit.reading.typed_dicts import further_items
from toolkit.record import MISSING, replace_fields
from toolkit.types.field_readers import fields_of_class
from toolkit.types.positional import demands_items

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from toolkit.describing.injections import Injection
    from toolkit.options import ToolOptions
    from toolkit.reading.signature import Parameter, Signature

# The roles of what the model gives, and those of what it gives by name.
MODELS: Final = frozenset({"argument", "items", "rest", "spread"})
_NAMED: Final = MODELS - {"rest"}

Role = Literal["argument", "items", "rest", "spread", "injected", "bound", "hidden"]


class Argument(NamedTuple):
    """One parameter of a function and where its value comes from.

    Attributes:
        parameter: The parameter; several arguments share it where a TypedDict is spread.
        role: argument: the model's argument of that name. items: the array that `*args` gets. rest: the
            further arguments that `**kwargs` gets. spread: a key of `**kwargs: Unpack[TypedDict]`.
            injected: the host. bound: a function in `bind`. hidden: its default.
        wire: Name of the argument on the wire.
        hint: Its hint, taken apart.
        required: Whether the model must give it.
        default: What is used without it, MISSING to leave that to the function.
        default_factory: Makes that anew for each call, of the values of the other parameters.
        injection: How the host fills it.
        text: Description from a marker in the place of the default, or what the unpacked TypedDict says of the key.
        key: The key of `**kwargs` that it fills, where a TypedDict is spread.
    """

    parameter: Parameter
    role: Role
    wire: str
    hint: Hint
    required: bool = False
    default: Any = MISSING
    default_factory: Callable[[Mapping[str, Any]], Any] | None = None
    injection: Injection | None = None
    text: str = ""
    key: str = ""

    @property
    def is_models(self) -> bool:
        """Whether the model gives the value."""
        return self.role in MODELS


def arguments_of(
    signature: Signature, options: ToolOptions, tool: str, *, is_given: bool = False
) -> tuple[Argument, ...]:
    """Where the value of each parameter comes from, in the order of the parameters.

    Args:
        signature: The function's.
        options: What its author said beside.
        tool: Name of the tool, for errors.
        is_given: Whether something else describes the arguments, so that a hint may stay unknown.

    Raises:
        DefinitionError: An option names no parameter, a hidden parameter has no value, or two parameters
            have one name on the wire.
    """
    _require_parameters(signature, options, tool)
    is_plain = options.infer_schema and not (options.bind or options.exclude_from_schema)
    found: list[Argument] = []
    for parameter in signature.parameters:
        plain = _of_plain(parameter) if is_plain and type(parameter.annotation) is type else None
        found += _of_parameter(parameter, options, tool, is_given) if plain is None else (plain,)
    if signature.filled_names:
        found = [each for each in found if each.role != "spread" or each.key not in signature.filled_names]
    names = [each.wire for each in found if each.role in _NAMED]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise DefinitionError(f"two parameters are called {twice!r} on the wire", tool=tool, cure="change an alias")
    return tuple(found)


# Defaults that stand for nothing but themselves.
_PLAIN: Final = frozenset({bool, float, int, str, type(None), type(MISSING)})


def _of_plain(parameter: Parameter) -> Argument | None:
    """The argument of `name: int` or `name: str = ""`, as most are; None where its hint or its default may say more."""
    hint = bare_hint(parameter.annotation)
    if hint is None or type(parameter.default) not in _PLAIN or parameter.kind in (VAR_POSITIONAL, VAR_KEYWORD):
        return None
    return Argument(parameter, "argument", parameter.name, hint, parameter.default is MISSING, parameter.default)


def _require_parameters(signature: Signature, options: ToolOptions, tool: str) -> None:
    if not (options.bind or options.exclude_from_schema):
        return
    known = [each.name for each in signature.parameters]
    for option in ("bind", "exclude_from_schema"):
        unknown = next((name for name in getattr(options, option) if name not in known), None)
        if unknown is not None:
            cure = f"the parameters are {', '.join(known)}" if known else "the function has no parameters"
            raise DefinitionError(f"{option} names {unknown!r}, which is no parameter", tool=tool, cure=cure)


def _of_parameter(parameter: Parameter, options: ToolOptions, tool: str, is_given: bool) -> Iterable[Argument]:
    name = parameter.name
    if name in options.bind:
        return (_filled(parameter, "bound", tool),)
    hint = _hint_of(parameter)
    injection = injection_by_name(parameter) if hint is None else injection_of(parameter, hint)
    if injection is not None:
        require_filled(injection, tool)
        return (_filled(parameter, "injected", tool, injection),)
    is_excluded = name in options.exclude_from_schema
    if not options.infer_schema:
        hint = Hint(str)
    elif hint is None and (is_given or is_excluded):
        hint = Hint(ANY)
    if hint is None:
        raise unresolved_error(name, parameter.annotation, tool)
    argument = _of_model(parameter, hint)
    if is_excluded or (argument.hint.metadata and is_skipped(argument.hint)):
        return (_hidden(argument, tool),)
    if parameter.kind is VAR_KEYWORD and "Unpack" in argument.hint.qualifiers:
        return _spread(argument, tool)
    return (argument,)


def _filled(parameter: Parameter, role: Role, tool: str, injection: Injection | None = None) -> Argument:
    """An argument that the host fills, with one value."""
    if parameter.kind in {VAR_POSITIONAL, VAR_KEYWORD}:
        raise DefinitionError(
            f"the parameter {parameter.name!r} takes any number of values, and is {role}",
            tool=tool,
            cure="write a parameter without a star for the value",
        )
    return Argument(parameter, role, parameter.name, Hint(ANY), injection=injection)


def _hint_of(parameter: Parameter) -> Hint | None:
    """The hint, taken apart; None if a name in it means nothing."""
    annotation = parameter.annotation
    if isinstance(annotation, Unresolved):
        return None
    return Hint(ANY) if annotation is MISSING else take_apart(annotation)


def _of_model(parameter: Parameter, hint: Hint) -> Argument:
    facts = hint.facts or NO_FACTS
    default, factory, text = parameter.default, None, ""
    if default is not MISSING and is_field(default):
        facts, default = facts_from([default]), MISSING
        text = facts.texts[0] if facts.texts else ""
        hint = _with_facts(hint, facts)
    if default is MISSING:
        default, factory = facts.default, facts.default_factory
    wire = facts.alias or (hint.facts.alias if hint.facts else None) or parameter.name
    if parameter.kind is VAR_POSITIONAL:
        return Argument(parameter, "items", wire, hint, "Unpack" in hint.qualifiers and demands_items(hint))
    if parameter.kind is VAR_KEYWORD:
        return Argument(parameter, "rest", wire, hint)
    return Argument(
        parameter, "argument", wire, hint, default is MISSING and factory is None, default, factory, text=text
    )


def _with_facts(hint: Hint, facts: Any) -> Hint:
    """The hint with the constraints and keywords of a marker that stands in the place of the default."""
    return replace_fields(
        hint,
        constraints={**facts.constraints, **hint.constraints},
        keywords={**facts.keywords, **hint.keywords},
        metadata=(*hint.metadata, *facts.rest),
    )


def _hidden(argument: Argument, tool: str) -> Argument:
    if argument.required:
        raise DefinitionError(
            f"the hidden parameter {argument.parameter.name!r} has no value",
            tool=tool,
            cure="give it a default, or a function in bind",
        )
    return argument._replace(role="hidden")


def _spread(argument: Argument, tool: str) -> Iterator[Argument]:
    """An argument for each key of `**kwargs: Unpack[TypedDict]` (PEP 692), and one for its extra items (PEP 728)."""
    named = without_alias(argument.hint)
    unpacked = named.class_
    fields = None if unpacked is None else fields_of_class(named.type)
    if unpacked is None or fields is None:
        raise DefinitionError(
            f"**{argument.parameter.name} unpacks what is no TypedDict", tool=tool, cure="unpack a TypedDict"
        )
    texts = field_texts(unpacked)
    for field in fields:
        if isinstance(field.annotation, Unresolved):
            raise unresolved_error(field.name, field.annotation, tool)
        hint = take_apart(field.annotation)
        text = field.text or texts.get(field.attribute, "")
        yield Argument(argument.parameter, "spread", field.wire, hint, field.required, text=text, key=field.name)
    further = further_items(named.type)
    if further is not None:
        yield Argument(argument.parameter, "rest", argument.parameter.name, take_apart(further))
