"""Changed copies of tools, descriptors and other records, which cannot be changed themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, overload

from toolkit.closeness import advice
from toolkit.errors import DefinitionError
from toolkit.record import Record, replace_fields
from toolkit.tools.base import Tool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from typing_extensions import Unpack

    from toolkit.given_options import HandledOptions
    from toolkit.tools.kinds import Kind

R = TypeVar("R", bound=Record)


@overload
def replace(value: R, /, **changes: Any) -> R: ...
@overload
def replace(value: Kind, /, **changes: Unpack[HandledOptions]) -> Kind: ...
@overload
def replace(value: type[Kind], /, **changes: Unpack[HandledOptions]) -> Kind: ...
@overload
def replace(value: Callable[..., Any] | Mapping[str, Any], /, **changes: Unpack[HandledOptions]) -> Tool[Any, Any]: ...
def replace(value: Any, /, **changes: Any) -> Any:
    """A copy with some changes: of a tool, whose schemas follow, of a descriptor or another record.

    >>> from toolkit import Tool, replace
    >>> replace(Tool.declare("now", "The time."), description="The time, in UTC.").description
    'The time, in UTC.'

    Raises:
        DefinitionError: What is changed is no option of a tool, or no field of the record.
    """
    if isinstance(value, Record):
        _require_fields(value, changes)
        return replace_fields(value, **changes)
    made = Tool.of(value).replaced(changes)
    _ = made.descriptor
    return made


def _require_fields(record: Record, changes: dict[str, Any]) -> None:
    fields = type(record)._names
    unknown = next((name for name in changes if name not in fields), None)
    if unknown is not None:
        cure = advice(unknown, fields, f"the fields are {', '.join(fields)}")
        raise DefinitionError(f"no field {unknown!r}", tool=type(record).__name__, cure=cure)
