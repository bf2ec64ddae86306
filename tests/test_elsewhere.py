"""Names that people bring from other libraries, or look for in the wrong module, are told with what they are here."""

from __future__ import annotations

import copy
import importlib
import pickle
import re
import subprocess
import sys

import pytest

import toolkit
from toolkit import Dispatcher, Registry, Tool, ToolCall, ToolContext, ToolResult, elsewhere, tool

# Before Python 3.12 objects are as Python makes them: there every attribute would cost four times as much.
of_objects = pytest.mark.skipif(sys.version_info < (3, 12), reason="objects tell nothing in this Python")
CLASSES = {each.__name__: each for each in (Tool, Registry, Dispatcher, ToolResult, ToolCall, ToolContext)}
OF_CLASS = {"from_defaults", "from_schema", "from_tool"}


@tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


class Broken(Tool):
    """Has a property that fails."""

    def execute(self) -> str:
        """Nothing."""
        return ""

    @property
    def values(self) -> int:
        """Not there."""
        return self.nowhere

    @property
    def schema(self) -> int:
        """Not there, and told of by name elsewhere."""
        return self.nowhere


def test_the_objects_that_tell_are_those_of_the_table():
    """Each table is that of a class, which it is found by."""
    assert set(elsewhere._OF_OBJECTS) == set(CLASSES)


@pytest.mark.parametrize("name", CLASSES)
def test_no_name_elsewhere_is_one_of_ours(name: str):
    """A name that the class has would never be told, and one that stands twice only once."""
    names = [each for names in elsewhere._OF_OBJECTS[name].values() for each in names.split()]
    assert len(set(names)) == len(names)
    assert set(names) & set(dir(CLASSES[name])) <= OF_CLASS


@pytest.mark.parametrize("name", CLASSES)
def test_what_is_told_is_there(name: str):
    """The first word is an attribute, a function of the package or of Python, or an option."""
    firsts = {re.match(r"(?:await )?(\w+)", here)[1] for here in elsewhere._OF_OBJECTS[name]}
    of_objects = {"call", "seconds", "text", "add", "approval", "hooks", "middleware"}
    assert firsts <= {*dir(CLASSES[name]), *of_objects, *toolkit.__all__, "list", "logging"}


def test_no_name_elsewhere_is_in_the_package():
    """Nor do two rows hold the same name; what is told is public, where it is a name."""
    names = [each for names in elsewhere._OF_PACKAGE.values() for each in names.split()]
    assert len(set(names)) == len(names)
    assert set(names).isdisjoint(dir(toolkit))
    assert {here for here in elsewhere._OF_PACKAGE if here.isidentifier()} <= set(toolkit.__all__)


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("BaseTool", "Tool"),
        ("function_tool", "tool"),
        ("Image", "toolkit.media.Image"),
        ("caching", "toolkit.middleware.caching"),
        ("processes", "toolkit.executors.processes"),
        ("OpenAI", "toolkit.providers.OpenAI"),
        ("Middleware", "toolkit.middleware.Middleware"),
    ],
)
def test_a_name_that_is_looked_for_in_the_package_is_told(name: str, here: str):
    """Whether it is imported or asked for; for who only asks whether it is there, it is not."""
    with pytest.raises(AttributeError, match=rf"module 'toolkit' has no attribute '{name}'; here it is {here}$"):
        getattr(toolkit, name)
    with pytest.raises(ImportError, match=rf"cannot import name '{name}' from 'toolkit'; here it is {here}$"):
        exec(f"from toolkit import {name}")
    assert not hasattr(toolkit, name)


@pytest.mark.parametrize(
    ("package", "name", "here"),
    [
        ("tools", "tool", "toolkit.tool"),
        ("tools", "BaseTool", "Tool"),
        ("dispatch", "Dispatcher", "toolkit.Dispatcher"),
        ("schema", "schemas", "toolkit.schemas"),
        ("types", "Image", "toolkit.media.Image"),
    ],
)
def test_a_name_that_is_looked_for_in_another_package_is_told(package: str, name: str, here: str):
    """As the place of a module is guessed by what it holds."""
    told = rf"cannot import name '{name}' from 'toolkit.{package}'; here it is {here}$"
    with pytest.raises(ImportError, match=told):
        exec(f"from toolkit.{package} import {name}")


@pytest.mark.parametrize("name", ["Unheard", "__wrapped__", "_private"])
def test_any_other_name_is_told_as_python_does(name: str):
    """Nothing is known of it."""
    with pytest.raises(AttributeError, match=f"^module 'toolkit' has no attribute '{name}'$"):
        getattr(toolkit, name)
    with pytest.raises(ImportError, match=rf"cannot import name '{name}' from 'toolkit' \("):
        exec(f"from toolkit import {name}")


def test_a_module_is_imported_though_it_bears_a_known_name():
    """What `toolkit.quality` calls `errors` is a module of the package too."""
    code = "from toolkit import errors, dispatch; print(errors.__name__, dispatch.__name__)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "toolkit.errors toolkit.dispatch\n"
    assert importlib.import_module("toolkit.errors") is toolkit.errors


@of_objects
@pytest.mark.parametrize(
    ("held", "name", "told"),
    [
        (Tool.of(add), "args", "'FunctionTool' object has no attribute 'args'; here it is input_schema"),
        (Registry([add]), "get_tools", "'Registry' object has no attribute 'get_tools'; here it is list(registry)"),
        (Dispatcher([add]), "execute", "'Dispatcher' object has no attribute 'execute'; here it is dispatch(call), or"),
        (ToolContext(), "info", "'ToolContext' object has no attribute 'info'; here it is logging of Python, or"),
        (ToolResult(ToolCall("add")), "is_error", "'ToolResult' object has no attribute 'is_error'; here it is ok"),
        (ToolCall("add"), "input", "'ToolCall' object has no attribute 'input'; here it is arguments"),
    ],
)
def test_an_attribute_of_another_name_is_told(held: object, name: str, told: str):
    """What only asks whether it is there hears that it is not, and copies are made as before."""
    with pytest.raises(AttributeError) as caught:
        getattr(held, name)
    assert str(caught.value).startswith(told)
    assert not hasattr(held, name)
    with pytest.raises(AttributeError, match=r"object has no attribute 'unheard'$"):
        _ = held.unheard
    assert not hasattr(copy.copy(held), name)


@of_objects
def test_what_a_property_lacks_is_not_hidden():
    """The error is that of the property, not one about its name."""
    for name in ("values", "schema"):
        with pytest.raises(AttributeError, match="'Broken' object has no attribute 'nowhere'"):
            getattr(Broken(), name)


@of_objects
def test_a_body_that_asks_for_one_is_told_in_the_log(caplog: pytest.LogCaptureFixture):
    """Its author reads what it is here at WARNING, as the text holds no value."""

    @tool
    def act(context: ToolContext) -> None:
        """Act."""
        context.info("begun")

    result = Dispatcher([act]).dispatch(ToolCall("act", {}))
    told = "'ToolContext' object has no attribute 'info'; here it is logging of Python"
    assert (result.kind, told in result.text) == ("tool_error", True)
    (record,) = (each for each in caplog.records if each.levelname == "WARNING")
    assert told in record.exc_text


def test_ways_to_make_a_tool_are_told_of_the_class():
    """As they are of its instances and subclasses; a subclass may have its own."""

    class Own(Tool):
        from_schema = "its own"

    with pytest.raises(AttributeError, match=r"^FunctionTool has no attribute 'from_defaults'; here it is from_fun"):
        _ = toolkit.FunctionTool.from_defaults
    with pytest.raises(AttributeError, match=r"^Tool has no attribute 'from_schema'; here it is declare"):
        _ = Tool.from_schema
    assert (Own.from_schema, hasattr(Tool, "from_tool")) == ("its own", False)
    assert pickle.loads(pickle.dumps(Tool.of(add))).name == "add"


def test_the_library_asks_its_own_objects_for_nothing_that_they_lack(monkeypatch):
    """It would look for what that is called elsewhere, at the cost of describing a parameter."""
    asked = []
    monkeypatch.setattr("toolkit.face._here", lambda cls, name: asked.append(name) or "")
    made = Tool.from_function(lambda a: a, name="same", description="The same.")
    results = [Dispatcher([made]).dispatch(ToolCall("same", text, "c1")) for text in ('{"a": 1}', "{}")]
    assert [each["function"]["name"] for each in toolkit.schemas([made, add])] == ["same", "add"]
    assert [each["role"] for each in toolkit.messages(results)] == ["tool", "tool"]
    assert asked == []
