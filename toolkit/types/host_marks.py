"""Marks of what a host fills, where they fill nothing: the model would set the value that they keep from it.

Ours count at a parameter alone; those of other libraries are for their own hosts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.context import CallId, Inject
from toolkit.reading.fields import package_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# What is wrong, and the cure.
Fault = tuple[str, str]

INNER_CURE: Final = "mark a parameter of the function, and leave the field out"
# What stands in Annotated or in the place of a default elsewhere, by package and class, and what it is here.
_MARKS: Final[Mapping[str, str]] = {
    "docket.Dependency": "write Inject(function) of toolkit in its place",
    "fastapi.Depends": "write Inject(function) of toolkit in its place",
    "fastmcp.Dependency": "write Inject(function) of toolkit in its place",
    "langchain_core.InjectedToolArg": 'write Inject() of toolkit in its place, Inject("key") for an item of metadata=',
    "langchain_core.InjectedToolCallId": "write CallId of toolkit in its place",
    "uncalled_for.Dependency": "write Inject(function) of toolkit in its place",
}
# What stands for a default where a class is made or a command line is read, and is a value like any other here.
_STAND_INS: Final = frozenset(
    {
        *("attr.Factory", "attr._CountingAttr", "dataclasses.Field", "enum.auto"),
        *("msgspec.Field", "pydantic.ModelPrivateAttr", "typer.ParameterInfo"),
    }
)
_BESIDE: Final[Mapping[type, str]] = {Inject: "T, Inject()", CallId: "str, CallId"}
# Classes whose objects other hosts hand to a tool, with the packages that have one of that name.
_CONTEXTS: Final[Mapping[str, frozenset[str]]] = {
    "Context": frozenset({"fastmcp", "google", "mcp"}),
    "RunContext": frozenset({"pydantic_ai"}),
    "RunContextWrapper": frozenset({"agents"}),
    "RunnableConfig": frozenset({"langchain_core"}),
    "ToolContext": frozenset({"agents", "google"}),
    "ToolRuntime": frozenset({"langchain", "langgraph"}),
}


def fault_of_marks(marks: Iterable[Any]) -> Fault | None:
    """What is wrong with the first mark of what a host fills; None if there is none."""
    for mark in marks:
        # The class is asked, as a value that loads lazily may raise.
        kind = mark if issubclass(type(mark), type) else type(mark)
        if issubclass(kind, Inject | CallId):
            return f"{kind.__name__} has no effect inside of a type", INNER_CURE
        for each in kind.__mro__:
            cure = _MARKS.get(f"{package_of(each)}.{each.__name__}")
            if cure is not None:
                return _foreign(kind), cure
    return None


def fault_of_stand_in(default: Any) -> Fault | None:
    """What is wrong with a default that stands for another; None for any other."""
    kind = type(default)
    if not any(f"{package_of(each)}.{each.__name__}" in _STAND_INS for each in kind.__mro__):
        return None
    name = f"{kind.__name__.lstrip('_')} of {package_of(kind)}"
    return f"{name} stands for a default elsewhere, and would arrive as the value here", "write the default itself"


def fault_of_context(cls: type | None) -> Fault | None:
    """What is wrong with a class that is the context of another library; None for any other."""
    if cls is Inject or cls is CallId:
        return f"{cls.__name__} is no type", f"write it beside one: Annotated[{_BESIDE[cls]}]"
    if cls is None or cls.__name__ not in _CONTEXTS or package_of(cls) not in _CONTEXTS[cls.__name__]:
        return None
    return _foreign(cls), "annotate ToolContext of toolkit, or fill it by bind="


def _foreign(cls: type) -> str:
    return f"{cls.__name__} of {package_of(cls)} is not filled here, so the model would set it"
