"""The options as type checkers know them are those that there are."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys

import pytest
from floors import PACKAGE, ROOT

from toolkit import Registry, Tool, ToolOptions, replace, tool
from toolkit.given_options import DeclarationOptions, GivenOptions, HandledOptions, PlainOptions


def hints(kind: type) -> dict[str, str]:
    """The hints of a TypedDict as they are written, those of its bases among them."""
    return {name: getattr(hint, "__forward_arg__", hint) for name, hint in kind.__annotations__.items()}


def test_they_are_the_fields_of_tool_options():
    """Each with the same type; none may be left out, and none is required."""
    assert dict(sorted(ToolOptions._hints.items())) == dict(sorted(hints(GivenOptions).items()))
    assert frozenset() == GivenOptions.__required_keys__


def test_they_are_the_attributes_of_tools():
    """Each with the same type, where a tool has no better one: it always has a name, and a description."""
    text = (PACKAGE / "tools" / "attributes.py").read_text(encoding="utf-8")
    (cls,) = (each for each in ast.parse(text).body if getattr(each, "name", "") == "OptionAttributes")
    (checked,) = (each for each in cls.body if isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING")
    attributes = {each.target.id: ast.unparse(each.annotation) for each in checked.body}
    options = {name: ast.unparse(ast.parse(hint)) for name, hint in hints(GivenOptions).items()}
    # Its class may set a schema by hand, so that `tool.output_schema` stands where tools are defined.
    del options["output_schema"]
    assert attributes == options | {"name": "str", "description": "str"}


def test_a_handler_is_for_declarations():
    """`Tool.declare` has parameters of its own for what a declaration says."""
    own = {"name", "description", "output_schema"}
    assert {"handler"} == hints(HandledOptions).keys() - hints(GivenOptions).keys()
    assert hints(HandledOptions).keys() - own == hints(DeclarationOptions).keys()
    assert own <= set(inspect.signature(Tool.declare).parameters)


def test_plain_options_leave_the_type_of_the_result():
    """The one that does not is that a function gives a pair."""
    assert {"response_format"} == hints(GivenOptions).keys() - hints(PlainOptions).keys()


@pytest.mark.parametrize("function", [tool, replace, Tool.from_function, Tool.of, Tool.declare, Registry.add])
def test_signatures_can_be_read(function: object):
    """What is there for type checkers alone is in nobody's way."""
    assert "VAR_KEYWORD" in {each.kind.name for each in inspect.signature(function).parameters.values()}


def test_the_library_itself_does_not_import_them():
    """Forty hints cost more at start than marking a function as a tool."""
    code = "import sys; from toolkit import Dispatcher, tool; sys.exit('toolkit.given_options' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
