"""Tools in front of other tools, and declarations without code."""

from __future__ import annotations

import pytest

from toolkit import (
    ApprovalRequired,
    ArgumentError,
    CallError,
    DefinitionError,
    DelegatingTool,
    Tool,
    ToolDescriptor,
    tool,
)


@tool(tags=["sum"], read_only=True)
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


class Doubled(DelegatingTool):
    def execute_call(self, arguments, context):
        return 2 * super().execute_call(arguments, context)


def test_a_delegate_forwards_everything():
    """Declaration, options and calls."""
    made = DelegatingTool(add)
    assert (made.name, made.description, made.tags) == ("add", "Add two numbers.", ("sum",)) or made.tags == ["sum"]
    assert made.input_schema == add.__tool__.input_schema
    assert made.invoke({"a": 1, "b": 2}) == 3


def test_a_delegate_may_change_the_call():
    """One hook, `execute_call`, sees validated JSON arguments."""
    assert Doubled(add).invoke({"a": 1, "b": 2}) == 6
    with pytest.raises(ArgumentError):
        Doubled(add).invoke({"a": 1})


def test_arguments_that_a_delegate_changes_are_validated_again():
    """The inner tool trusts nobody."""

    class Spoiled(DelegatingTool):
        def execute_call(self, arguments, context):
            return super().execute_call({**arguments, "a": "text"}, context)

    with pytest.raises(ArgumentError, match="a: integer"):
        Spoiled(add).invoke({"a": 1, "b": 2})


def test_a_mark_is_found_at_any_depth():
    """And makes the call one that a person must allow."""
    made = Doubled(DelegatingTool(ApprovalRequired(add)))
    assert isinstance(made.find(ApprovalRequired), ApprovalRequired)
    assert made.approval is True
    assert made.find(DelegatingTool) is made
    assert DelegatingTool(add).find(ApprovalRequired) is None


def test_a_delegate_needs_a_tool():
    """None is none."""
    with pytest.raises(DefinitionError, match="inner"):
        DelegatingTool(None)


def test_a_declaration_validates_and_does_not_run():
    """Execution is the caller's."""
    made = Tool.declare(
        "ask", "Ask a person.", {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    )
    with pytest.raises(ArgumentError, match="q: required"):
        made.invoke({})
    with pytest.raises(CallError, match="declared only") as caught:
        made.invoke({"q": "now?"})
    assert caught.value.kind == "external"


def test_a_handler_carries_a_declaration_out():
    """It gets the arguments object, sync or async."""

    async def later(arguments):
        return arguments["n"] + 1

    made = Tool.declare("next", None, {"properties": {"n": {"type": "integer"}}}, handler=later)
    assert made.description == ""
    assert made.invoke({"n": 1}) == 2


def test_a_declaration_without_schema_admits_any_object():
    """As the field has it."""
    made = Tool.declare("free", handler=lambda arguments: arguments)
    assert made.invoke({"a": [1]}) == {"a": [1]}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"properties": {"a": {"$ref": "https://example.org/a.json"}}},
        {"properties": {"a": {"type": "string", "pattern": "("}}},
        {"type": "array"},
        "text",
    ],
)
def test_a_schema_that_is_none_is_refused_when_it_is_declared(schema):
    """Never at the first call."""
    with pytest.raises(DefinitionError):
        Tool.declare("bad", "", schema)


def test_a_descriptor_is_a_declaration():
    """`Tool.of` takes it beside functions, tools and dicts."""
    assert Tool.of(ToolDescriptor("x", "Text.")).description == "Text."


@pytest.mark.parametrize(
    "declaration",
    [
        {"type": "function", "function": {"name": "f", "description": "D", "parameters": {"type": "object"}}},
        {"type": "function", "name": "f", "description": "D", "parameters": {"type": "object"}},
        {"name": "f", "description": "D", "input_schema": {"type": "object"}},
        {"name": "f", "description": "D", "inputSchema": {"type": "object"}},
        {"toolSpec": {"name": "f", "description": "D", "inputSchema": {"json": {"type": "object"}}}},
        {"name": "f", "description": "D", "parameters": {"type": "object"}},
    ],
)
def test_a_declaration_dict_of_any_provider_is_a_tool(declaration):
    """Its shape says whose it is."""
    made = Tool.of(declaration)
    assert (made.name, made.description) == ("f", "D")


def test_hints_of_a_foreign_declaration_may_tighten_but_not_loosen():
    """Whoever wrote them is not trusted."""
    made = Tool.of(
        {"name": "f", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True, "destructiveHint": True}}
    )
    assert made.read_only is None
    assert made.destructive is True
