"""Koog's descriptors: values that say what a model sees of a tool, and their text dump."""

from __future__ import annotations

from enum import Enum

import pytest
from koog_samples import GET_USER, parameter

from toolkit import (
    MISSING,
    EnumType,
    IntegerType,
    ListType,
    ObjectType,
    StringType,
    Tool,
    ToolDescriptor,
    ToolParameterDescriptor,
    replace,
    tool,
)
from toolkit.schema import tools_as_json


def test_a_descriptor_is_a_value():
    """Immutable, equal by content, required parameters before optional ones; a changed copy is another one."""
    optional = [ToolParameterDescriptor("limit", "", IntegerType(), default=5)]
    made = ToolDescriptor("search", "Search.", GET_USER.required_parameters, optional)
    assert [each.name for each in made.parameters] == ["id", "limit"]
    assert made == ToolDescriptor("search", "Search.", list(GET_USER.required_parameters), list(optional))
    assert replace(made, name="find").name == "find"
    with pytest.raises(AttributeError, match="frozen"):
        made.name = "find"  # type: ignore[misc]


def test_a_parameter_has_a_name_a_text_and_a_type():
    """The name stays as it is written; a default is kept beside, where Koog has none."""
    made = ToolParameterDescriptor("userId", "", StringType())
    assert (made.name, made.description, made.default) == ("userId", "", MISSING)


def test_the_types_are_a_closed_set_of_values():
    """Equal by content; an enum made from Python's has its values."""

    class Colour(Enum):
        RED = "r"

    @tool
    def paint(colour: Colour) -> None:
        """Paint."""

    assert ListType(EnumType(("A", "B"))) == ListType(EnumType(["A", "B"]))
    assert EnumType(("A",)) != EnumType(("B",))
    assert Tool.of(paint).descriptor.parameters[0].type == EnumType(("r",))


def test_descriptors_as_compact_json():
    """The text dump; what is inside an object stands in it as well, unlike Koog's."""
    choices = EnumType(("A", "B", "C", "D"))
    made = ToolDescriptor(
        "tool-1",
        "really good tool!",
        [
            ToolParameterDescriptor("p1", "blah blah", StringType()),
            ToolParameterDescriptor("p3", "blah blah", choices),
            ToolParameterDescriptor("p7", "blah blah", ListType(ListType(choices))),
        ],
    )
    assert tools_as_json([made]) == (
        '[{"name":"tool-1","description":"really good tool!","required_parameters":['
        '{"name":"p1","type":"STRING","description":"blah blah"},'
        '{"name":"p3","type":"ENUM","description":"blah blah","enum":["A","B","C","D"]},'
        '{"name":"p7","type":"ARRAY","description":"blah blah",'
        '"items":{"type":"ARRAY","items":{"type":"ENUM","enum":["A","B","C","D"]}}}],'
        '"optional_parameters":[]}]'
    )
    assert '"type":"OBJECT","description":"D","properties":[{"name":"x","type":"INT"' in (
        tools_as_json([parameter(ObjectType([ToolParameterDescriptor("x", "", IntegerType())]))])
    )
