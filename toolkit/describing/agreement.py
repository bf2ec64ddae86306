"""Whether a function takes what the class or schema of its arguments describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import DefinitionError
from toolkit.reading.annotations import take_apart
from toolkit.reading.evaluation import Unresolved
from toolkit.reading.signature import unresolved_error
from toolkit.reading.typed_dicts import is_typed_dict
from toolkit.record import MISSING, replace_fields
from toolkit.types.field_readers import wire_names_of_class
from toolkit.types.keywords import plain

if TYPE_CHECKING:
    from toolkit.describing.arguments import Argument
    from toolkit.descriptor import ToolDescriptor


def whole_taker(arguments: tuple[Argument, ...], whole: Any) -> str | None:
    """The name of the one parameter that takes the whole arguments object, None if they go by name."""
    models = [each for each in arguments if each.is_models]
    is_taker = len(models) == 1 and models[0].role == "argument" and models[0].hint.type == take_apart(whole).type
    return models[0].parameter.name if is_taker else None


def require_whole_taker(arguments: tuple[Argument, ...], whole: Any, tool: str) -> None:
    """Refuse parameters of which none takes the whole arguments object.

    Raises:
        DefinitionError: None does.
    """
    if whole_taker(arguments, whole) is None:
        reason = f"execute must take exactly one {getattr(whole, '__name__', whole)}"
        cure = "write def execute(self, args: Args), beside injected parameters only"
        raise DefinitionError(reason, tool=tool, cure=cure)


def require_fields_fit(descriptor: ToolDescriptor, arguments: tuple[Argument, ...], whole: Any, tool: str) -> None:
    """Refuse a field of a class or schema that reaches no parameter, and a required parameter that has no field.

    Args:
        descriptor: The declaration.
        arguments: The function's parameters.
        whole: The class of the arguments object, MISSING if there is none.
        tool: Name of the tool, for errors.

    Raises:
        DefinitionError: A field or a parameter is left alone.
        UndescribableParameterError: A parameter without a field has a hint that means nothing, and may be the host's.
    """
    if whole is not MISSING and whole_taker(arguments, whole) is not None:
        return
    of_class = {} if whole is MISSING else wire_names_of_class(whole)
    fields = [*of_class] or [each.name for each in descriptor.parameters]
    models = [each for each in arguments if each.is_models]
    unfed = [each for each in models if each.role != "rest" and each.parameter.name not in fields]
    for each in unfed:
        if isinstance(each.parameter.annotation, Unresolved):
            raise unresolved_error(each.parameter.name, each.parameter.annotation, tool)
    taken = [each.parameter.name for each in models]
    lost = next((name for name in fields if name not in taken), None)
    if lost is not None and not any(each.role == "rest" for each in models):
        is_filled = any(each.parameter.name == lost for each in arguments)
        cure = "leave it out, for no model fills that parameter" if is_filled else _TAKE_FIELD.format(lost)
        raise DefinitionError(f"no parameter takes the field {lost!r}", tool=tool, cure=cure)
    needed = next((each.parameter.name for each in unfed if each.required), None)
    if needed is not None:
        cure = "give it a default, a field, or Inject() if the host fills it"
        raise DefinitionError(f"no field feeds the parameter {needed!r}", tool=tool, cure=cure)


_TAKE_FIELD: Final = (
    "add a parameter {0}, or **rest; one dict of all is what Tool.declare(..., handler=function) gives its function"
)


def with_gaps_filled(
    descriptor: ToolDescriptor, arguments: tuple[Argument, ...], whole: Any = MISSING
) -> tuple[ToolDescriptor, tuple[Argument, ...]]:
    """Both, so that nothing a model may leave out is missing where the function needs it.

    A parameter without a default of its own gets that of the declaration; where there is none, the model must give it.

    Args:
        descriptor: The declaration, by a schema or a class.
        arguments: The function's parameters.
        whole: The class, MISSING for a schema. All but a TypedDict fill in what is left out.
    """
    needed = {each.parameter.name for each in arguments if each.role == "argument" and each.required}
    gaps = [each for each in descriptor.optional_parameters if each.name in needed]
    if not gaps or (whole is not MISSING and not is_typed_dict(take_apart(whole).class_)):
        return descriptor, arguments
    defaults = {each.name: plain(each.default) for each in gaps if each.default is not MISSING}
    demanded = [each for each in gaps if each.name not in defaults]
    filled = replace_fields(
        descriptor,
        required_parameters=(*descriptor.required_parameters, *demanded),
        optional_parameters=tuple(each for each in descriptor.optional_parameters if each not in demanded),
    )
    names = [each.parameter.name for each in arguments]
    return filled, tuple(
        each._replace(required=False, default=defaults[name]) if name in defaults else each
        for name, each in zip(names, arguments, strict=True)
    )
