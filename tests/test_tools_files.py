"""Python files and entry points as sources of tools."""

from __future__ import annotations

import os
import pickle
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

from toolkit import DefinitionError, DuplicateToolError, Registry

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TOOLS = '''
    from __future__ import annotations

    import json
    from dataclasses import dataclass
    from pathlib import Path

    from toolkit import tool

    TEXT = Path(__file__).with_name("text.txt").read_text()

    @dataclass
    class Place:
        name: str
        near: list[Place]

    @tool
    def visit(place: Place) -> Place:
        """Visit a place."""
        return place

    @tool
    def text() -> str:
        """The text beside the file."""
        return TEXT
'''


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """A function that writes a file, a second later each time."""
    before = set(sys.modules)
    (tmp_path / "text.txt").write_text("hello", encoding="utf-8")
    written: list[Path] = []

    def written_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        written.append(path)
        os.utime(path, (len(written), len(written)))
        return path

    yield written_file
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_file_gives_its_tools(write):
    """With dataclasses that know each other, and files beside it."""
    registry = Registry()
    taken = registry.add_file(write("tools.py", TOOLS))
    assert registry.names() == ["visit", "text"]
    assert taken == list(registry)
    assert registry["text"].invoke({}) == "hello"


def test_classes_of_a_file_can_be_found_again(write):
    """Their module stands in sys.modules, so they can be pickled."""
    registry = Registry()
    registry.add_file(str(write("tools.py", TOOLS)))
    place = registry["visit"].invoke({"place": {"name": "a", "near": []}})
    assert pickle.loads(pickle.dumps(place)) == place


def test_files_of_one_name_are_two_modules(write):
    """Neither hides the other, nor a module of that name elsewhere."""
    first, second = write("a/json.py", "VALUE = 1"), write("b/json.py", "VALUE = 2")
    registry = Registry()
    registry.add_file(first)
    registry.add_file(second)
    import json

    assert json.loads("1") == 1
    assert sorted(name for name in sys.modules if name.endswith("_json") and name.startswith("toolkit_file_")) != []


def test_a_file_may_import_what_lies_beside_it(write):
    """As a script may; the search path is as before afterwards."""
    before = list(sys.path)
    write("beside_it.py", "NAME = 'near'")
    registry = Registry()
    registry.add_file(
        write(
            "tools.py",
            """
            from beside_it import NAME
            from toolkit import tool

            @tool(name=NAME)
            def found() -> int:
                "Found."
                return 1
            """,
        )
    )
    assert (registry.names(), sys.path) == (["near"], before)


def test_a_file_runs_once(write):
    """Two registries share its module; added twice, it collides with nothing."""
    path = write("tools.py", TOOLS)
    first, second = Registry(), Registry()
    first.add_file(path)
    second.add_file(path)
    first.add_file(os.path.relpath(path))
    assert first["visit"] is second["visit"]


def test_a_file_that_has_changed_runs_again(write):
    """Its tools take the places of what they were."""
    registry = Registry()
    registry.add_file(write("tools.py", TOOLS))
    registry.add_file(write("tools.py", TOOLS.replace("return TEXT", "return 'else'")))
    assert registry["text"].invoke({}) == "else"
    assert registry.names() == ["visit", "text"]


def test_a_file_that_fails_leaves_nothing_behind(write):
    """Neither tools nor a module; the module of an earlier run remains."""
    registry = Registry()
    before = set(sys.modules)
    with pytest.raises(ZeroDivisionError):
        registry.add_file(write("tools.py", TOOLS + "\n    1 / 0\n"))
    assert (len(registry), {name for name in set(sys.modules) - before if "toolkit_file" in name}) == (0, set())
    registry.add_file(write("tools.py", TOOLS))
    module = sys.modules[registry["text"].function.__module__]
    with pytest.raises(ZeroDivisionError):
        registry.add_file(write("tools.py", TOOLS + "\n    1 / 0\n"))
    assert sys.modules[module.__name__] is module
    assert registry["text"].invoke({}) == "hello"


def test_a_file_may_add_another_one(write):
    """While it runs."""
    inner = write("inner.py", TOOLS)
    write("outer.py", f"from toolkit import Registry\nregistry = Registry()\nregistry.add_file({str(inner)!r})\n")
    registry = Registry()
    assert registry.add_file(inner.with_name("outer.py")) == []


def test_a_file_that_is_not_there_is_an_os_error(tmp_path: Path):
    """Python's own."""
    with pytest.raises(FileNotFoundError, match=r"nothing\.py"):
        Registry().add_file(tmp_path / "nothing.py")


@pytest.fixture
def distribution(tmp_path: Path, write, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A function that installs a distribution with entry points, as pip leaves one behind."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(entries: str, name: str = "plugin") -> None:
        write(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        write(f"{name}-1.0.dist-info/entry_points.txt", f"[toolkit.tools]\n{textwrap.dedent(entries)}")

    return install


PLUGIN = '''
    from toolkit import Tool, tool

    @tool
    def first() -> int:
        """First."""
        return 1

    def second() -> int:
        """Second."""
        return 2

    class Third(Tool):
        """Third."""

        def execute(self) -> int:
            return 3

    class Methods:
        @tool
        def fourth(self) -> int:
            """Fourth."""
            return 4

    several = [Tool.declare("fifth", ""), Tool.declare("sixth", "")]
    methods = Methods()
    nothing = object()
'''


def test_entry_points_name_modules_functions_classes_and_lists(write, distribution):
    """Each gives its tools, in the order of the entries' names."""
    write("plugin_tools.py", PLUGIN)
    distribution(
        """\
        e = plugin_tools:several
        d = plugin_tools:Methods
        c = plugin_tools:Third
        b = plugin_tools:second
        a = plugin_tools
        """
    )
    registry = Registry()
    registry.load_entry_points("toolkit.tools")
    assert registry.names() == ["first", "second", "third", "fourth", "fifth", "sixth"]
    assert [registry[name].invoke({}) for name in ("second", "third", "fourth")] == [2, 3, 4]


def test_an_entry_point_may_name_an_object_with_methods(write, distribution):
    """It is bound already, to what its constructor needs."""
    write("plugin_tools.py", PLUGIN)
    distribution("a = plugin_tools:methods\n")
    registry = Registry()
    registry.load_entry_points()
    assert registry["fourth"].invoke() == 4


def test_an_entry_point_that_names_no_tool_is_named(write, distribution, caplog: pytest.LogCaptureFixture):
    """As one that cannot be loaded is; a module without tools leaves a word in the log."""
    write("plugin_tools.py", PLUGIN)
    write("plugin_classes.py", "from toolkit import Tool\nclass Act(Tool):\n    'Act.'\n    def execute(self): ...\n")
    write("plugin_empty.py", "")
    for value, reason in (("plugin_tools:nothing", "no tool"), ("plugin_classes", "nothing is an instance of Act")):
        distribution(f"a = plugin_empty\nb = {value}\n")
        with pytest.raises(DefinitionError, match=reason) as caught:
            Registry().load_entry_points()
        assert caught.value.__notes__ == [f"while loading the entry point b = {value} of group toolkit.tools"]
    assert "no tools in plugin_empty: nothing that it defines is decorated with @tool" in caplog.messages


def test_loading_entry_points_twice_is_no_collision(write, distribution):
    """What a group names takes the place of what it named."""
    write("plugin_tools.py", PLUGIN)
    distribution("a = plugin_tools:Third\nb = plugin_tools:second\n")
    registry = Registry()
    registry.load_entry_points()
    registry.load_entry_points()
    assert registry.names() == ["third", "second"]


def test_a_group_that_nobody_names_is_empty():
    """No plugin, no tool."""
    assert Registry().load_entry_points("toolkit.tools.of_nobody") == []


def test_a_broken_entry_point_is_named(write, distribution):
    """Its own error says which it was, and nothing is registered."""
    write("plugin_tools.py", PLUGIN)
    distribution("a = plugin_tools\nb = plugin_tools:missing\n")
    registry = Registry()
    with pytest.raises(AttributeError) as caught:
        registry.load_entry_points()
    assert caught.value.__notes__ == ["while loading the entry point b = plugin_tools:missing of group toolkit.tools"]
    assert len(registry) == 0


def test_two_plugins_with_one_name_are_refused(write, distribution):
    """As any two tools are."""
    write("plugin_tools.py", PLUGIN)
    write("other_tools.py", PLUGIN)
    distribution("a = plugin_tools:first\n")
    distribution("a = other_tools:first\n", "other")
    with pytest.raises(DuplicateToolError, match="first: defined twice"):
        Registry().load_entry_points()
