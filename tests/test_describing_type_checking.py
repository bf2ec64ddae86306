"""Hints whose names were imported for type checkers alone, as linters advise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import pytest

import toolkit
from toolkit import Dispatcher, MissingContextError, Tool, ToolCall, UndescribableParameterError, tool

if TYPE_CHECKING:
    from toolkit import CallMetadata, ToolContext

    Deps = Any


@tool
def plain(x: int, context: ToolContext[Deps]) -> str:
    """The caller's object."""
    return str(context.deps)


@tool
def maybe(x: int, context: Optional[toolkit.ToolContext[Deps]] = None, meta: CallMetadata | None = None) -> str:
    """The caller's object and the metadata."""
    assert meta is not None
    return f"{context and context.deps} {meta['page']}"


@tool
def later(context: toolkit.ToolContext[Owner]) -> str:
    """The caller's object."""
    return context.deps.name


class Owner:
    """Defined below the tool."""

    name = "ann"


@pytest.mark.parametrize("name", ["plain", "maybe"])
def test_what_stands_in_the_brackets_of_a_context_may_stay_unknown(name):
    """It is in no schema, and the context is given all the same."""
    made = Tool.of(globals()[name])
    assert list(made.input_schema["properties"]) == ["x"]
    result = Dispatcher([made]).dispatch(ToolCall(name, {"x": 1}), context="ann", metadata={"page": 3})
    assert result.text.split() == ["ann", "3"][: 1 if name == "plain" else 2]


def test_a_class_that_is_defined_later_is_held_against_the_context():
    """It means nothing when the tool is made, and something when it is used."""
    dispatcher = Dispatcher([later])
    assert dispatcher.dispatch(ToolCall("later"), context=Owner()).text == "ann"
    with pytest.raises(MissingContextError, match="type Owner, not int"):
        dispatcher.dispatch(ToolCall("later"), context=5)


def test_any_other_name_has_to_be_defined():
    """Also one that only begins like that of the context."""

    @tool
    def odd(context: ToolContexts[int]) -> str:  # type: ignore[name-defined] # noqa: F821
        """Odd."""

    with pytest.raises(UndescribableParameterError, match="'ToolContexts'"):
        _ = Tool.of(odd).input_schema
