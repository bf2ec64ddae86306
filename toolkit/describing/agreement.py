"""Whether a function takes what the class or schema of its arguments describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.errors import DefinitionError
from toolkit.reading.annotations import take_apart
from toolkit.reading.evaluation import Unresolved
from toolkit.reading.signature import unresolved_error
from toolkit.record import MISSING
from toolkit.types.field_readers import fields_of_class
from toolkit.types.models import model_field_names

if TYPE_CHECKING:
    from toolkit.describing.arguments import Argument
    from toolkit.descriptor import ToolDescriptor


def whole_taker(arguments: tuple[Argument, ...], whole: Any) -> str | None:
    """The name of the one parameter that takes the whole arguments object, None if they go by name."""
    models = [each for each in arguments if each.is_models and each.role == "argument"]
    if len(models) != 1 or len([each for each in arguments if each.is_models]) != 1:
        return None
    only = models[0]
    return only.parameter.name if only.hint.type == take_apart(whole).type else None


def require_fields_fit(
    descriptor: ToolDescriptor, arguments: tuple[Argument, ...], whole: Any, tool: str, *, is_given: bool
) -> None:
    """Nothing, if every described field reaches a parameter and every required parameter has one.

    Args:
        descriptor: The declaration.
        arguments: The function's parameters.
        whole: The class of the arguments object, MISSING if there is none.
        tool: Name of the tool, for errors.
        is_given: Whether a class or schema describes the arguments in place of the signature.

    Raises:
        DefinitionError: A field or a parameter is left alone.
        UndescribableParameterError: A parameter without a field has a hint that means nothing, and may be the host's.
    """
    if whole is not MISSING and whole_taker(arguments, whole) is not None:
        return
    if not is_given:
        if whole is not MISSING:
            raise DefinitionError(
                f"execute must take exactly one {getattr(whole, '__name__', whole)}",
                tool=tool,
                cure="write def execute(self, args: Args), beside injected parameters only",
            )
        return
    fields = _field_names(descriptor, whole)
    for each in arguments:
        hint = each.parameter.annotation
        is_fed = each.parameter.name in fields or each.role == "rest"
        if each.is_models and isinstance(hint, Unresolved) and not is_fed:
            raise unresolved_error(each.parameter.name, hint, tool)
    taken = [each.parameter.name for each in arguments if each.is_models]
    if not any(each.role == "rest" for each in arguments):
        lost = next((name for name in fields if name not in taken), None)
        if lost is not None:
            raise DefinitionError(f"no parameter takes the field {lost!r}", tool=tool, cure=f"add a parameter {lost}")
    for each in arguments:
        if each.is_models and each.required and each.parameter.name not in fields:
            raise DefinitionError(
                f"no field feeds the parameter {each.parameter.name!r}",
                tool=tool,
                cure="give it a default, a field, or Inject() if the host fills it",
            )


def _field_names(descriptor: ToolDescriptor, whole: Any) -> list[str]:
    """What the fields are called in Python."""
    if whole is MISSING:
        return [each.name for each in descriptor.parameters]
    fields = fields_of_class(whole)
    if fields is not None and not model_field_names(whole):
        return [each.name for each in fields]
    return [*model_field_names(whole)] or [each.name for each in descriptor.parameters]
