"""A signature, its docstring and its options -> the ToolDescriptor that a model sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.descriptor import (
    AnyType,
    ListType,
    NullType,
    ObjectType,
    ParameterType,
    ReferenceType,
    ToolDescriptor,
    ToolParameterDescriptor,
    described,
)
from toolkit.describing.agreement import require_fields_fit
from toolkit.describing.arguments import Argument, arguments_of
from toolkit.describing.results import result_hint
from toolkit.errors import DefinitionError, DocstringError, MissingDescriptionError, UndescribableParameterError
from toolkit.reading.class_texts import class_text
from toolkit.reading.docstrings import parse_docstring
from toolkit.record import EMPTY, MISSING, Record, replace_fields
from toolkit.types.definitions import renamed_references, settled
from toolkit.types.foreign import descriptor_from_schema
from toolkit.types.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.options import ToolOptions
    from toolkit.reading.docstrings import Docstring
    from toolkit.reading.signature import Signature


class Described(Record):
    """What is known of a function as a tool.

    Attributes:
        descriptor: What the model sees.
        arguments: Where the value of each parameter comes from.
        whole: The class that the whole arguments object becomes, MISSING if there is none: of
            args_schema, or of the one parameter of a `Tool[Args, Result]`.
        result: The hint of the result, MISSING if it is not declared.
        is_raw: Whether the arguments reach the function by name as the JSON they are.
    """

    descriptor: ToolDescriptor
    arguments: tuple[Argument, ...]
    whole: Any = MISSING
    result: Any = MISSING
    is_raw: bool = False


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
    walk = Walk(name, options.types)
    arguments = arguments_of(signature, options, name)
    documented = _docstring(signature, arguments, options, name)
    if whole is MISSING and options.args_schema is not None and not isinstance(options.args_schema, dict):
        whole = options.args_schema
    if isinstance(options.args_schema, dict):
        described_ = descriptor_from_schema(name, "", options.args_schema)
    elif whole is not MISSING:
        described_ = _of_class(whole, walk, name)
    else:
        described_ = _of_arguments(arguments, documented, walk, name)
    result = result_hint(signature, options)
    description = tool_description(documented.description, options, name, whole)
    descriptor = replace_fields(described_, description=description)
    descriptor = _with_input_description(descriptor, options.input_description)
    if options.examples:
        shown = [dict(example) for example in options.examples]
        descriptor = replace_fields(descriptor, keywords={**descriptor.keywords, "examples": shown})
    is_raw = isinstance(options.args_schema, dict)
    require_fields_fit(descriptor, arguments, whole, name, is_given=is_raw or options.args_schema is whole)
    return Described(_with_output(descriptor, result, documented.returns, options), arguments, whole, result, is_raw)


def describe_as_declared(descriptor: ToolDescriptor, signature: Signature, options: ToolOptions) -> Described:
    """What is known of a function whose declaration its author wrote by hand.

    Raises:
        DefinitionError: The declaration and the function do not fit each other.
    """
    arguments = arguments_of(signature, options, descriptor.name)
    require_fields_fit(descriptor, arguments, MISSING, descriptor.name, is_given=True)
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
    return "\n".join(part for part in (text, f"Use when: {options.principle}" if options.principle else "") if part)


def _schema_text(options: ToolOptions, whole: Any) -> str | None:
    if isinstance(options.args_schema, dict):
        text = options.args_schema.get("description")
        return text if isinstance(text, str) else None
    cls = options.args_schema if whole is MISSING else whole
    return (class_text(cls) or None) if isinstance(cls, type) else None


def _docstring(signature: Signature, arguments: tuple[Argument, ...], options: ToolOptions, name: str) -> Docstring:
    names = [each.parameter.name for each in arguments]
    names += [each.wire for each in arguments if each.role == "spread"]
    if options.args_schema is not None and not isinstance(options.args_schema, dict):
        names += list(getattr(options.args_schema, "__annotations__", {}))
    documented = parse_docstring(signature.docstring, names, options.docstring_style)
    if options.strict_docstring:
        _require_agreement(documented, [each for each in arguments if each.is_models], name)
    return documented


def _require_agreement(documented: Docstring, arguments: list[Argument], name: str) -> None:
    if documented.unknown:
        reason = f"the docstring documents {documented.unknown[0]!r}, which is no parameter"
        known = ", ".join(each.parameter.name for each in arguments) or "none"
        raise DocstringError(reason, tool=name, cure=f"the parameters are {known}")
    silent = [each.wire for each in arguments if not _text(each, documented)]
    if silent:
        reason = f"no text for {', '.join(silent)}"
        raise DocstringError(reason, tool=name, cure="document each parameter in the docstring or in Annotated")


def _text(argument: Argument, documented: Docstring) -> str:
    """The text that stands nearest the type: Annotated, then the default's marker, then the docstring."""
    if argument.hint.texts:
        return argument.hint.texts[0]
    found = documented.parameters.get(argument.wire) if argument.role == "spread" else None
    return argument.text or found or documented.parameters.get(argument.parameter.name, "")


def _of_arguments(arguments: tuple[Argument, ...], documented: Docstring, walk: Walk, name: str) -> ToolDescriptor:
    described_: list[tuple[ToolParameterDescriptor, bool]] = []
    additional: bool | ParameterType = False
    for argument in (each for each in arguments if each.is_models):
        if argument.role == "rest":
            additional = _additional(walk.describe(argument.hint, at=argument.wire))
            continue
        described_.append((_parameter(argument, documented, walk), argument.required))
    return _settled(
        ToolDescriptor(
            name,
            "",
            tuple(each for each, required in described_ if required),
            tuple(each for each, required in described_ if not required),
            additional=additional,
        ),
        walk.definitions.types,
    )


def _additional(type_: ParameterType) -> bool | ParameterType:
    return True if type_ == AnyType() else type_


def _parameter(argument: Argument, documented: Docstring, walk: Walk) -> ToolParameterDescriptor:
    type_ = walk.describe(argument.hint, at=argument.wire)
    if argument.role == "items" and "Unpack" not in argument.hint.qualifiers:
        type_ = ListType(described(type_, ""))
    text = _text(argument, documented)
    default = MISSING if argument.required else walk.default_as_json(argument.default, type_)
    return ToolParameterDescriptor(argument.wire, text, described(type_, "") if text else type_, default)


def _of_class(cls: Any, walk: Walk, name: str) -> ToolDescriptor:
    """The descriptor whose arguments object is a class's."""
    type_ = walk.describe(cls, at="arguments")
    types = walk.definitions.types
    root = types[type_.name] if isinstance(type_, ReferenceType) else type_
    if not isinstance(root, ObjectType):
        raise DefinitionError(
            f"{getattr(cls, '__name__', cls)} is no object in JSON",
            tool=name,
            cure="give a dataclass, TypedDict, attrs class or pydantic model",
        )
    return _settled(descriptor_of_object(name, root), types)


def descriptor_of_object(name: str, root: ObjectType) -> ToolDescriptor:
    """The descriptor of a tool whose arguments object is of that type."""
    required = set(root.required)
    return ToolDescriptor(
        name,
        "",
        tuple(each for each in root.properties if each.name in required),
        tuple(each for each in root.properties if each.name not in required),
        additional=root.additional,
        keywords=dict(root.constraints),
    )


def _settled(descriptor: ToolDescriptor, types: Mapping[str, ParameterType]) -> ToolDescriptor:
    """The descriptor with those types put in place that it uses once."""
    if not types:
        return descriptor
    (root,), kept = settled([descriptor.arguments], dict(types))
    if not isinstance(root, ObjectType):  # pragma: no cover - putting types in place keeps the root's class
        return descriptor
    count = len(descriptor.required_parameters)
    return replace_fields(
        descriptor,
        required_parameters=root.properties[:count],
        optional_parameters=root.properties[count:],
        additional=root.additional,
        definitions=kept,
    )


def _with_input_description(descriptor: ToolDescriptor, text: str) -> ToolDescriptor:
    """The text on the sole parameter that has none; of several, on the arguments as a whole."""
    if not text:
        return descriptor
    parameters = descriptor.parameters
    if len(parameters) == 1 and not (parameters[0].description or parameters[0].type.description):
        only = (replace_fields(parameters[0], description=text),)
        side = "required_parameters" if descriptor.required_parameters else "optional_parameters"
        return replace_fields(descriptor, **{side: only})
    if len(parameters) == 1:
        return descriptor
    return replace_fields(descriptor, keywords={**descriptor.keywords, "description": text})


def _with_output(descriptor: ToolDescriptor, result: Any, documented: str, options: ToolOptions) -> ToolDescriptor:
    if isinstance(options.output_schema, dict):
        foreign = descriptor_from_schema(descriptor.name, "", {"properties": {"result": options.output_schema}})
        output: ParameterType | None = foreign.parameters[0].type
        types: Mapping[str, ParameterType] = foreign.definitions
    elif options.output_schema is False or result is MISSING:
        return descriptor
    else:
        output, types = _output_type(result, descriptor.name, options)
    if output is None or isinstance(output, NullType):
        return descriptor
    (output,), kept = settled([output], dict(types))
    renamed = {name: _free(name, descriptor.definitions, kept[name]) for name in kept}
    output = renamed_references(output, renamed)
    text = options.output_description or output.description or documented
    definitions = {renamed[name]: renamed_references(each, renamed) for name, each in kept.items()}
    return replace_fields(
        descriptor, output=described(output, text), definitions={**descriptor.definitions, **definitions}
    )


def _output_type(
    result: Any, name: str, options: ToolOptions
) -> tuple[ParameterType | None, Mapping[str, ParameterType]]:
    walk = Walk(name, options.types)
    try:
        return walk.describe(result), walk.definitions.types
    except UndescribableParameterError:
        if options.return_type is not MISSING:
            raise
        return None, EMPTY  # what a function returns may be anything that it renders itself


def _free(name: str, taken: Mapping[str, ParameterType], type_: ParameterType) -> str:
    """The name, or one with a number if the input has another type under it."""
    wanted, number = name, 2
    while wanted in taken and taken[wanted] != type_:
        wanted, number = f"{name}_{number}", number + 1
    return wanted
