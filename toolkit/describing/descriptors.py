"""A signature, its docstring and its options -> the ToolDescriptor that a model sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from toolkit.describing.agreement import require_fields_fit, require_whole_taker, whole_taker, with_gaps_filled
from toolkit.describing.arguments import MODELS, Argument, arguments_of
from toolkit.describing.glance import note_described
from toolkit.describing.results import output_fields, result_hint
from toolkit.descriptor import (
    AnyType,
    ListType,
    ObjectType,
    ParameterType,
    ReferenceType,
    ToolDescriptor,
    ToolParameterDescriptor,
    described,
    descriptor_of_object,
)
from toolkit.errors import DefinitionError, DocstringError, MissingDescriptionError
from toolkit.reading.class_texts import class_text
from toolkit.reading.dedenting import dedented
from toolkit.reading.docstrings import Docstring, parse_docstring
from toolkit.reading.fields import is_pattern
from toolkit.reading.signature import VAR_KEYWORD, VAR_POSITIONAL
from toolkit.record import MISSING, replace_fields
from toolkit.types.definitions import settled
from toolkit.types.field_readers import wire_names_of_class
from toolkit.types.foreign import descriptor_from_schema
from toolkit.types.keywords import patterns_in, require_keywords
from toolkit.types.walk import Walk

if TYPE_CHECKING:
    from toolkit.options import ToolOptions
    from toolkit.reading.signature import Signature
    from toolkit.types.definitions import Definitions


class Described(NamedTuple):
    """What is known of a function as a tool.

    Attributes:
        descriptor: What the model sees.
        arguments: Where the value of each parameter comes from.
        whole: The class that the whole arguments object becomes, MISSING if there is none: of
            args_schema, or of the one parameter of a `Tool[Args, Result]`.
        result: The hint of the result, MISSING if it is not declared.
        is_raw: Whether the arguments reach the function by name as the JSON they are.
        filled_names: Parameters that no caller fills: self, what a partial has bound, what a decorator gives.
    """

    descriptor: ToolDescriptor
    arguments: tuple[Argument, ...]
    whole: Any = MISSING
    result: Any = MISSING
    is_raw: bool = False
    filled_names: tuple[str, ...] = ()

    @property
    def whole_taker(self) -> str | None:
        """The name of the one parameter that takes the whole arguments object, None if they go by name."""
        return whole_taker(self.arguments, self.whole)


def describe(signature: Signature, options: ToolOptions, name: str, *, whole: Any = MISSING) -> Described:
    """What a model sees of a function, and where the values of its parameters come from.

    Args:
        signature: The function's.
        options: What its author said beside.
        name: The tool's name.
        whole: A class: the sole parameter that the model fills takes the whole arguments object as it.

    Raises:
        DefinitionError: No tool can be made of it; the text says which parameter and what to write instead.
    """
    schema = options.args_schema
    arguments = arguments_of(signature, options, name, is_given=schema is not None)
    is_raw = isinstance(schema, dict)
    if whole is MISSING and schema is not None and not is_raw:
        whole = schema
    documented = _docstring(signature, arguments, options, whole)
    walk = Walk(name, options.types)
    declared = _declared(arguments, documented, schema, whole, walk)
    if walk.definitions.types:
        note_described(walk.definitions.keys)
    if options.strict_docstring:
        _require_agreement(declared, documented)
    try:
        text = tool_description(documented.description, options, name, whole)
    except MissingDescriptionError:
        raise MissingDescriptionError(name, is_wrapper=_is_wrapper(signature)) from None
    if is_raw or schema is whole:
        require_fields_fit(declared, arguments, whole, name)
        if whole_taker(arguments, whole) is None:
            declared, arguments = with_gaps_filled(declared, arguments, whole)
    elif whole is not MISSING:
        require_whole_taker(arguments, whole, name)
    result = result_hint(signature, options)
    output = output_fields(declared, result, documented.returns, options)
    declared = _with_options(declared, options, description=text, **output)
    return Described(declared, arguments, whole, result, is_raw, signature.filled_names)


def _declared(
    arguments: tuple[Argument, ...], documented: Docstring, schema: Any, whole: Any, walk: Walk
) -> ToolDescriptor:
    """The descriptor of what the model gives: as a schema, a class, or the parameters say it."""
    if isinstance(schema, dict):
        require_keywords(schema, walk.tool)
        declared = descriptor_from_schema(walk.tool, "", schema)
        _require_patterns(schema, walk.tool)
    elif whole is not MISSING:
        declared = _of_class(whole, walk)
    else:
        return _of_arguments(arguments, documented, walk)
    return _with_texts(declared, documented)


def _require_patterns(schema: Any, tool: str) -> None:
    """Refuse a pattern that Python's engine, which searches for what a tool's own author writes, does not read."""
    for pattern in patterns_in(schema):
        if not is_pattern(pattern):
            reason = f"args_schema has the pattern {pattern[:60]!r}, which is no regular expression to Python"
            raise DefinitionError(reason, tool=tool, cure="write it as the module re reads it")


def _is_wrapper(signature: Signature) -> bool:
    """Whether a function says nothing of what it takes, as one does that calls another."""
    kinds = [each.kind for each in signature.parameters if each.annotation is MISSING]
    return kinds == [VAR_POSITIONAL, VAR_KEYWORD] and len(signature.parameters) == len(kinds)


def describe_as_declared(descriptor: ToolDescriptor, signature: Signature, options: ToolOptions) -> Described:
    """What is known of a function whose declaration its author wrote by hand.

    Raises:
        DefinitionError: The declaration and the function do not fit each other.
    """
    arguments = arguments_of(signature, options, descriptor.name, is_given=True)
    require_fields_fit(descriptor, arguments, MISSING, descriptor.name)
    descriptor, arguments = with_gaps_filled(descriptor, arguments)
    return Described(descriptor, arguments, result=result_hint(signature, options), is_raw=True)


def tool_description(documented: str, options: ToolOptions, name: str, whole: Any = MISSING) -> str:
    """The text for the model: what is passed, else the docstring, else that of the arguments' class.

    Raises:
        MissingDescriptionError: There is none of them.
    """
    text = options.description
    if text is None:
        text = documented or _schema_text(options, whole)
    if text is None:
        raise MissingDescriptionError(name)
    text = dedented(text)
    if not options.principle:
        return text
    use = f"Use when: {dedented(options.principle)}"
    return f"{text}\n{use}" if text else use


def _schema_text(options: ToolOptions, whole: Any) -> str | None:
    if isinstance(options.args_schema, dict):
        text = options.args_schema.get("description")
        return text if isinstance(text, str) else None
    cls = options.args_schema if whole is MISSING else whole
    return (class_text(cls) or None) if isinstance(cls, type) else None


def _docstring(signature: Signature, arguments: tuple[Argument, ...], options: ToolOptions, whole: Any) -> Docstring:
    """The function's docstring, its texts by what a model calls the parameters and the fields that they stand for."""
    wires = _wire_names(arguments, options, whole)
    names = [*wires, *signature.filled_names, *signature.constructor_names]
    documented = parse_docstring(signature.docstring, names, options.docstring_style)
    parameters, returns, unknown = documented.parameters, documented.returns, documented.unknown
    if signature.call_docstring or signature.constructor_names:
        of_call = parse_docstring(signature.call_docstring, names, options.docstring_style)
        of_class = {name: text for name, text in parameters.items() if name not in signature.constructor_names}
        parameters, returns = {**of_class, **of_call.parameters}, of_call.returns or returns
        unknown = (*of_call.unknown, *unknown)
    by_wire = {wires[name]: text for name, text in parameters.items() if name in wires}
    return Docstring(documented.description, by_wire, returns, unknown)


def _wire_names(arguments: tuple[Argument, ...], options: ToolOptions, whole: Any) -> dict[str, str]:
    """What a docstring may call each parameter and field, by its name in Python or in JSON, and that in JSON."""
    wires: dict[str, str] = {}
    renamed: dict[str, str] = {}
    for each in arguments:
        name = each.parameter.name
        wires[each.wire] = each.wire
        if each.key:
            wires[name] = name
            renamed[each.key] = each.wire
        elif name != each.wire:
            renamed[name] = each.wire
    if isinstance(options.args_schema, dict):
        properties = options.args_schema.get("properties")
        renamed.update({name: name for name in properties} if isinstance(properties, dict) else {})
    elif whole is not MISSING:
        renamed.update(wire_names_of_class(whole))
    return {**wires, **{wire: wire for wire in renamed.values()}, **renamed} if renamed else wires


def _require_agreement(declared: ToolDescriptor, documented: Docstring) -> None:
    """Refuse a docstring that has a name too many, or no text for a parameter."""
    known = [each.name for each in declared.parameters]
    if documented.unknown:
        name = documented.unknown[0]
        reason = f"the docstring documents {name!r}, which is no parameter"
        cure = f"the parameters are {', '.join(known) or 'none'}"
        raise DocstringError(reason, tool=declared.name, cure=cure, documented=name)
    silent = [each.name for each in declared.parameters if not (each.description or each.type.description)]
    if silent:
        cure = "document each parameter in the docstring or in Annotated"
        raise DocstringError(f"no text for {', '.join(silent)}", tool=declared.name, cure=cure)


def _text(argument: Argument, documented: Docstring) -> str:
    """The text that stands nearest the type: Annotated, then the default's marker, then the docstring."""
    told = documented.parameters.get(argument.wire)
    if argument.hint.texts and not (told and argument.parameter.is_inherited):
        return argument.hint.texts[0]
    found = argument.text or told
    return found or (documented.parameters.get(argument.parameter.name, "") if argument.key else "")


def _of_arguments(arguments: tuple[Argument, ...], documented: Docstring, walk: Walk) -> ToolDescriptor:
    required: list[ToolParameterDescriptor] = []
    optional: list[ToolParameterDescriptor] = []
    additional: bool | ParameterType = False
    for argument in arguments:
        if argument.role == "rest":
            type_ = walk.describe(argument.hint, at=argument.wire)
            text = _text(argument, documented)
            type_ = described(type_, text) if text else type_
            additional = True if type_ == AnyType() else type_
        elif argument.role in MODELS:
            (required if argument.required else optional).append(_parameter(argument, documented, walk))
    declared = ToolDescriptor(walk.tool, "", tuple(required), tuple(optional), additional=additional)
    return _settled(declared, walk.definitions)


def _parameter(argument: Argument, documented: Docstring, walk: Walk) -> ToolParameterDescriptor:
    type_ = walk.describe(argument.hint, at=argument.wire)
    text = _text(argument, documented)
    if argument.role == "items" and "Unpack" not in argument.hint.qualifiers:
        type_ = ListType(described(type_, "") if type_.description == text else type_)
    default = MISSING if argument.required else walk.default_as_json(argument.default, type_)
    if default is MISSING and argument.default is not MISSING:
        walk.require_default(argument.hint, argument.default, at=argument.wire)
    type_ = described(type_, "") if text and type_.description else type_
    return ToolParameterDescriptor(argument.wire, text, type_, default)


def _of_class(cls: Any, walk: Walk) -> ToolDescriptor:
    """The descriptor whose arguments object is a class's."""
    root = walk.describe(cls, at="arguments")
    types = walk.definitions.types
    while isinstance(root, ReferenceType):
        root = types[root.name]
    if not isinstance(root, ObjectType):
        raise DefinitionError(
            f"{getattr(cls, '__name__', cls)} is no object in JSON",
            tool=walk.tool,
            cure="give a dataclass, TypedDict, attrs class or pydantic model",
        )
    return _settled(descriptor_of_object(walk.tool, "", root, keywords=dict(root.constraints)), walk.definitions)


def _settled(descriptor: ToolDescriptor, definitions: Definitions) -> ToolDescriptor:
    """The descriptor with those types put in place that it uses once."""
    if not definitions.types:
        return descriptor
    once = definitions.are_used_once
    roots, kept = settled([descriptor.arguments], dict(definitions.types), are_used_once=once)
    root: Any = roots[0]  # an object still: what is put in place is inside of it
    count = len(descriptor.required_parameters)
    return replace_fields(
        descriptor,
        required_parameters=root.properties[:count],
        optional_parameters=root.properties[count:],
        additional=root.additional,
        definitions=kept,
    )


def _with_texts(descriptor: ToolDescriptor, documented: Docstring) -> ToolDescriptor:
    """The descriptor with the docstring's texts for parameters that have none."""

    def told(parameters: tuple[ToolParameterDescriptor, ...]) -> tuple[ToolParameterDescriptor, ...]:
        return tuple(
            replace_fields(each, description=documented.parameters[each.name])
            if each.name in documented.parameters and not (each.description or each.type.description)
            else each
            for each in parameters
        )

    return replace_fields(
        descriptor,
        required_parameters=told(descriptor.required_parameters),
        optional_parameters=told(descriptor.optional_parameters),
    )


def _with_options(descriptor: ToolDescriptor, options: ToolOptions, **fields: Any) -> ToolDescriptor:
    """The descriptor with those fields, and with what its author says of its arguments as a whole."""
    text = dedented(options.input_description) if options.input_description else ""
    if not (text or options.examples):
        return replace_fields(descriptor, **fields)
    keywords = dict(descriptor.keywords)
    if options.examples:
        keywords["examples"] = [dict(example) for example in options.examples]
    if text and len(descriptor.parameters) == 1:
        descriptor = _with_sole_text(descriptor, text)
    elif text:
        keywords["description"] = text
    return replace_fields(descriptor, **fields, keywords=keywords)


def _with_sole_text(descriptor: ToolDescriptor, text: str) -> ToolDescriptor:
    """The descriptor with a text for its one parameter, if that has none."""
    (only,) = descriptor.parameters
    if only.description or only.type.description:
        return descriptor
    side = "required_parameters" if descriptor.required_parameters else "optional_parameters"
    return replace_fields(descriptor, **{side: (replace_fields(only, description=text),)})
