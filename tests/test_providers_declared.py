"""What may stand for a tool."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from toolkit import Tool
from toolkit.descriptor import ToolDescriptor
from toolkit.errors import DefinitionError
from toolkit.options import ToolOptions
from toolkit.providers import OpenAI
from toolkit.providers.declared import declared

FIND = ToolDescriptor("find", "Find it.")
OPTIONS = ToolOptions(title="Find")
TOOL = SimpleNamespace(descriptor=FIND, options=OPTIONS)


def decorated():
    """A function that carries its tool."""


decorated.__tool__ = TOOL


def test_tools_functions_descriptors_and_declarations_are_declared():
    """Each gives a descriptor, and the options that it has."""
    assert declared(TOOL) == declared(decorated) == (FIND, OPTIONS, None, None)
    assert declared(FIND) == (FIND, ToolOptions(), None, None)
    made = Tool.declare("find", "Find it.")
    assert declared(made).tool is made
    assert declared({"name": "find", "description": "Find it."}).descriptor.name == "find"
    assert declared({"type": "web_search"}).builtin == {"type": "web_search"}
    kept = SimpleNamespace(descriptor=FIND, options=OPTIONS, builtin={"type": "x"})
    assert declared(kept).builtin == {"type": "x"}


def find(word: str) -> str:
    """Find it."""
    return word


def test_a_plain_function_is_declared_as_its_tool_would_be():
    """Undecorated, and bound to an object as well."""

    class Shelf:
        def find(self, word: str) -> str:
            """Find it."""
            return word

    plain = Tool.from_function(find).descriptor
    assert [declared(each).descriptor for each in (find, Shelf().find)] == [plain, plain]
    with pytest.raises(DefinitionError, match="'<lambda>' is no name for a tool"):
        declared(lambda: None)


def test_what_can_be_called_and_has_no_name_of_its_own_is_refused():
    """The cure is the decorator."""
    with pytest.raises(DefinitionError, match=r"len is no tool yet; decorate it with @tool"):
        declared(len)


def test_several_functions_of_gemini_are_several_tools():
    """One dict, two tools."""
    several = {"functionDeclarations": [{"name": "a"}, {"name": "b"}]}
    assert [each["function"]["name"] for each in OpenAI().declare([several, FIND])] == ["a", "b", "find"]
    with pytest.raises(DefinitionError, match="a list of 2 tools"):
        declared(several)


def test_a_declaration_becomes_a_descriptor():
    """Arguments and result; definitions of the same name stay apart."""
    ref = {"$ref": "#/$defs/T"}
    given = {"type": "object", "properties": {"x": ref, "y": ref}}
    t, r = ({"type": "object", "properties": {name: ref}} for name in "tr")
    output = {"items": ref, "type": "array", "$defs": {"T": r}}
    descriptor = declared(
        {"name": "find", "inputSchema": {**given, "$defs": {"T": t}}, "outputSchema": output}
    ).descriptor
    assert [parameter.name for parameter in descriptor.parameters] == ["x", "y"]
    assert descriptor.output is not None
    properties = {name: type_.properties[0].name for name, type_ in descriptor.definitions.items()}
    assert sorted(properties.values()) == ["r", "t"]
    assert declared({"name": "find"}).descriptor.additional is True
