"""What authors write in place of a type, and what they mean by it."""

from __future__ import annotations

import enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final

from toolkit.context import Inject
from toolkit.misfits import object_in_words
from toolkit.reading.annotations import needs_brackets
from toolkit.reading.evaluation import written
from toolkit.reading.fields import package_of

if TYPE_CHECKING:
    from toolkit.types.host_marks import Fault

_INSTEAD: Final[tuple[tuple[type | tuple[type, ...], str], ...]] = (
    (list, "write list[T]"),
    (tuple, "write tuple[T1, T2]"),
    (dict, "write dict[str, T], or a TypedDict"),
    ((set, frozenset), "write set[T]"),
    (BuiltinFunctionType, "write a type, typing.Any for one"),
    (FunctionType, "write a type"),
    ((int, float, bytes), "write a type; a default stands behind an equals sign"),
    (Inject, "write it beside a type, Annotated[T, Inject()], or in the place of the default"),
)
# Where classes stand whose objects are hints.
_OF_HINTS: Final = frozenset({"types", "typing", "typing_extensions"})


def fault_of_no_type(value: Any) -> Fault | None:
    """What is wrong with a value that stands in place of a type; None for what may be one."""
    if isinstance(value, ModuleType):
        return f"{value.__name__} is a module", f"write a type out of it{_example(value)}"
    if isinstance(value, enum.Enum):
        name = f"{type(value).__name__}.{value.name}"
        return f"{name} is no type", f"write Literal[{name}]"
    reason = f"{written(value)} is no type"
    if isinstance(value, list | tuple) and len(value) > 1 and all(isinstance(each, str) for each in value):
        return reason, f"write Literal[{', '.join(map(repr, value))}]"
    cure = next((cure for kind, cure in _INSTEAD if isinstance(value, kind)), "")
    if cure or needs_brackets(value):
        return reason, cure or "write the types that it is about in brackets behind it"
    if isinstance(value, type) or package_of(type(value)) in _OF_HINTS or hasattr(value, "__origin__"):
        return None
    return (
        f"{object_in_words(value)} is no type",
        "write a type; what is told of it stands beside it: Annotated[T, ...]",
    )


def _example(module: ModuleType) -> str:
    """The class that bears the name of its module, which is mostly the one that is meant: datetime.datetime."""
    last = module.__name__.rpartition(".")[2]
    named = (name for name, each in vars(module).items() if isinstance(each, type) and name.casefold() == last)
    return next((f", as {module.__name__}.{name}" for name in named), "")
