"""What modules and packages give to a registry."""

from __future__ import annotations

import importlib
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest
import samples

from toolkit import DefinitionError, DuplicateToolError, Registry, UndescribableParameterError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WEATHER = '''
    """Tools about the weather."""
    from functools import wraps
    from math import sqrt
    from toolkit import Tool, tool

    @tool
    def rain(city: str) -> int:
        """Rain in a city, in millimetres."""
        return len(city)

    def helper(city: str) -> str:
        """No tool."""
        return city

    class Wind(Tool):
        """Wind in a city."""

        def execute(self, city: str) -> int:
            return 2 * len(city)

    wind = Wind()
    root = Tool.from_function(sqrt, name="root", description="The root.")
    fetch = Tool.declare("fetch", "Fetch a page.")

    @tool
    def _hidden() -> str:
        """A tool whose name has an underscore."""
        return "hidden"
'''


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """A function that writes a module into a folder where modules are looked for."""
    monkeypatch.syspath_prepend(tmp_path)
    # Bytecode is told apart by whole seconds.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = set(sys.modules)
    yield lambda name, text: written(tmp_path / name, text)
    for name in set(sys.modules) - before:
        del sys.modules[name]


def written(path: Path, text: str) -> None:
    """A Python file with that text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    importlib.invalidate_caches()


def test_a_module_gives_its_decorated_functions_and_its_tools(write):
    """In the order of their definition; what is not marked is no tool."""
    write("weather_tools.py", WEATHER)
    registry = Registry()
    taken = registry.import_module("weather_tools")
    assert registry.names() == ["rain", "wind", "root", "fetch", "_hidden"]
    assert taken == list(registry)
    assert registry["rain"].invoke({"city": "Oslo"}) == 4


def test_a_module_may_be_given_itself():
    """Instead of its name."""
    registry = Registry()
    registry.import_module(samples)
    assert registry.names() == ["get_weather", "add", "divide", "count_nodes"]


def test_recursive_types_and_deferred_hints_are_read():
    """A collected tool has its whole schema."""
    registry = Registry()
    registry.import_module("samples")
    assert registry["count_nodes"].invoke({"tree": {"text": "a", "children": [{"text": "b", "children": []}]}}) == 2


def test_what_a_module_only_imports_is_not_its_own(write):
    """By name, by star, as a tool or as a function; its class does not make a tool another module's."""
    write("weather_tools.py", WEATHER)
    write(
        "other_tools.py",
        """
        from weather_tools import *
        from weather_tools import Wind, rain as drizzle, wind as breeze, fetch
        from toolkit import ApprovalRequired, replace, tool

        storm = Wind().renamed("storm")
        shower = replace(drizzle, name="shower")
        hail = replace(ApprovalRequired(drizzle), name="hail")

        @tool
        def snow() -> int:
            "Snow."
            return 1
        """,
    )
    registry = Registry()
    registry.import_module("other_tools")
    assert registry.names() == ["storm", "shower", "hail", "snow"]


def test_what_a_module_exports_is_given(write):
    """Whatever stands in __all__, also if it is made on demand or is missing."""
    write("weather_tools.py", WEATHER)
    write(
        "facade.py",
        """
        from weather_tools import rain, wind
        from toolkit import tool

        __all__ = ["rain", "later", "missing"]

        @tool
        def own() -> int:
            "Own."
            return 1

        def __getattr__(name):
            if name != "later":
                raise AttributeError(name)
            import weather_tools
            return weather_tools.fetch
        """,
    )
    registry = Registry()
    registry.import_module("facade")
    assert registry.names() == ["rain", "own", "fetch"]


def test_a_tool_under_two_names_is_one(write):
    """An alias defines nothing."""
    write("weather_tools.py", WEATHER + "\n    drizzle = rain\n    again = Tool.of(rain)\n")
    assert len(Registry().import_module("weather_tools")) == 5


def test_two_tools_of_one_name_in_a_module_are_refused(write):
    """As they are anywhere."""
    write("weather_tools.py", WEATHER + "\n    gale = Wind()\n")
    with pytest.raises(DuplicateToolError, match=r"wind: defined twice, both times by weather_tools:Wind, as of"):
        Registry().import_module("weather_tools")


def test_the_outermost_function_is_called(write):
    """A decorator over @tool copies its mark; the tool calls what the module's name stands for."""
    write(
        "wrapped_tools.py",
        """
        from functools import wraps
        from toolkit import tool

        def loud(function):
            @wraps(function)
            def shout(*args, **kwargs):
                return function(*args, **kwargs).upper()
            return shout

        @loud
        @tool
        def greet(name: str) -> str:
            "Greet."
            return f"hi {name}"

        @tool
        def plain(name: str) -> str:
            "Say a name."
            return name

        louder = loud(plain)
        """,
    )
    registry = Registry()
    registry.import_module("wrapped_tools")
    assert [each.invoke({"name": "ann"}) for each in registry] == ["HI ANN", "ANN"]


def test_a_module_of_a_bound_method(write):
    """A method of an object at the top of a module is a tool of that object."""
    write("bound_tools.py", "from samples import Shop\nbuy = Shop('Rome').buy\n__all__ = ['buy']")
    registry = Registry()
    registry.import_module("bound_tools")
    assert registry["buy"].invoke({"product": "tea"}) == "1 tea in Rome"


def test_values_that_refuse_to_be_looked_at_are_passed_over(write):
    """Proxies of web frameworks raise for every attribute outside a request."""
    write(
        "proxies.py",
        """
        class Proxy:
            def __getattribute__(self, name):
                raise RuntimeError("outside of a request")

        request = Proxy()
        """,
    )
    assert Registry().import_module("proxies") == []


def test_importing_twice_is_no_collision(write):
    """The module's tools are the same."""
    write("weather_tools.py", WEATHER)
    registry = Registry()
    registry.import_module("weather_tools")
    first = list(registry)
    registry.import_module("weather_tools")
    assert list(registry) == first


def test_a_reloaded_module_replaces_its_own_tools(write):
    """Functions, instances of classes, declarations alike."""
    write("weather_tools.py", WEATHER)
    registry = Registry()
    registry.import_module("weather_tools")
    first = {each.name: each for each in registry}
    write("weather_tools.py", WEATHER.replace("return len(city)", "return -1").replace("2 *", "3 *"))
    importlib.reload(sys.modules["weather_tools"])
    registry.import_module("weather_tools")
    assert registry.names() == list(first)
    assert [each.name for each in registry if each is first[each.name]] == []
    assert (registry["rain"].invoke({"city": "x"}), registry["wind"].invoke({"city": "x"})) == (-1, 3)


def test_another_modules_tools_are_not_replaced(write):
    """A name that two modules use is refused, with both places."""
    write("weather_tools.py", WEATHER)
    write("second_tools.py", WEATHER)
    registry = Registry()
    registry.import_module("weather_tools")
    with pytest.raises(DuplicateToolError, match="rain: defined twice, by weather_tools:rain and by second_tools:rain"):
        registry.import_module("second_tools")
    registry.import_module("second_tools", on_duplicate="replace")
    assert registry["rain"].source == "second_tools:rain"


@pytest.mark.parametrize("failure", ["1 / 0", "import not_there", "raise SystemExit(3)"])
def test_a_module_that_fails_half_way_registers_nothing(write, failure):
    """Not in this registry, and not among the imported tools."""
    write("weather_tools.py", f"{WEATHER}\n    {failure}\n")
    registry = Registry()
    with pytest.raises((ZeroDivisionError, ImportError, SystemExit)):
        registry.import_module("weather_tools")
    assert registry.names() == []
    assert "rain" not in Registry.imported(on_duplicate="keep")


def test_a_module_with_one_broken_tool_registers_nothing(write):
    """A name that never resolves is an error of its author."""
    write(
        "broken_tools.py",
        """
        from __future__ import annotations
        from toolkit import tool

        @tool
        def fine() -> int:
            "Fine."
            return 1

        @tool
        def broken(place: Nowhere) -> int:
            "Broken."
            return 1
        """,
    )
    registry = Registry()
    with pytest.raises(UndescribableParameterError, match=r"broken\(place\): the name 'Nowhere'"):
        registry.import_module("broken_tools")
    assert len(registry) == 0


def test_names_defined_further_down_are_known_when_a_module_is_collected(write):
    """Also where they stand in quotes."""
    write(
        "deferred_tools.py",
        """
        from dataclasses import dataclass
        from toolkit import tool

        @tool
        def visit(place: "Place") -> "Place":
            "Visit a place."
            return place

        @dataclass
        class Place:
            name: str
            near: "list[Place]"
        """,
    )
    registry = Registry()
    registry.import_module("deferred_tools")
    place = registry["visit"].invoke({"place": {"name": "a", "near": [{"name": "b", "near": []}]}})
    assert place.near[0].name == "b"


def test_a_module_that_is_not_there_is_an_import_error():
    """Python's own."""
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        Registry().import_module("no_such_module")


@pytest.fixture
def package(write) -> Callable[[str, str], None]:
    """A package of tools, some of which its top exports again."""
    write("kit/__init__.py", "from kit.deep.sea import dive\n__all__ = ['dive']")
    write("kit/__main__.py", "raise RuntimeError('the program of the package ran')")
    write("kit/air.py", "from toolkit import tool\n\n@tool\ndef fly() -> int:\n    'Fly.'\n    return 1\n")
    write("kit/deep/__init__.py", "")
    write(
        "kit/deep/sea.py",
        "from toolkit import tool\nfrom kit.air import fly\n\n@tool\ndef dive() -> int:\n    'Dive.'\n    return 2\n",
    )
    return write


def test_a_package_gives_what_its_top_exports(package):
    """Its modules are not walked through."""
    registry = Registry()
    registry.import_module("kit")
    assert registry.names() == ["dive"]


def test_a_package_is_walked_through_on_request(package):
    """Every module but the program; each tool once."""
    registry = Registry()
    registry.import_module("kit", recursive=True)
    assert registry.names() == ["dive", "fly"]


def test_a_package_of_which_one_module_fails_registers_nothing(package):
    """All or nothing."""
    package("kit/zoo.py", "1 / 0")
    registry = Registry()
    with pytest.raises(ZeroDivisionError):
        registry.import_module("kit", recursive=True)
    assert len(registry) == 0


def test_importing_registers(write):
    """Every module that was imported, by whomever, with its tools of every kind."""
    write("weather_tools.py", WEATHER)
    importlib.import_module("weather_tools")
    imported = Registry.imported(on_duplicate="keep")
    assert {"rain", "wind", "root", "fetch", "_hidden", "get_weather"} <= set(imported.names())
    assert imported["wind"] is sys.modules["weather_tools"].wind


def test_what_is_imported_changes_no_registry_that_was_made_before(write):
    """Each is made anew."""
    before = Registry.imported(on_duplicate="keep")
    write("weather_tools.py", WEATHER)
    importlib.import_module("weather_tools")
    assert "rain" not in before


def test_inner_functions_are_no_tools_of_a_module(write):
    """A function made at run time belongs to whoever made it."""
    write(
        "factory.py",
        """
        from toolkit import tool

        def make(name):
            @tool(name=name)
            def made() -> str:
                "Made."
                return name
            return made

        one, two = make("one"), make("two")
        make("three")
        """,
    )
    importlib.import_module("factory")
    assert {"one", "two", "three"} & set(Registry.imported(on_duplicate="keep").names()) == {"one", "two"}


def test_two_imported_modules_with_one_name_are_refused(write):
    """Unless the caller decides."""
    write("first_tools.py", WEATHER)
    write("second_tools.py", WEATHER)
    importlib.import_module("first_tools")
    importlib.import_module("second_tools")
    with pytest.raises(DuplicateToolError):
        Registry.imported()
    imported = Registry.imported(on_duplicate="replace")
    assert imported["rain"].source == "second_tools:rain"


SOLE_CLASS = """
    from toolkit import Tool

    class Gamma(Tool):
        "Do it."
        def execute(self, a: int) -> int:
            return a

    class _Base(Tool):
        "Has no body."
"""


def test_a_class_of_tools_without_an_instance_is_an_error(write):
    """The text names it and the cure; beside any tool it is left alone, and a module without either gives nothing."""
    message = (
        r"nothing is an instance of Gamma; make an instance in the module \(gamma = Gamma\(\)\), or use registry.add"
    )
    write("sole_class.py", SOLE_CLASS)
    write("made_class.py", f"{SOLE_CLASS}\n    gamma = Gamma()\n")
    write("no_tools.py", "x = 1")
    with pytest.raises(DefinitionError, match=f"sole_class: no tools, as {message}"):
        Registry().import_module("sole_class")
    with pytest.raises(DefinitionError, match=rf"sole_class\.py: no tools, as {message}"):
        Registry().add_file(sys.modules["sole_class"].__file__)
    assert len(Registry().import_module("made_class")) == 1
    assert Registry().import_module("no_tools") == []


def test_an_instance_is_advised_under_the_name_of_its_tool(write):
    """So that the line can be taken as it stands."""
    write("deploying.py", SOLE_CLASS.replace("Gamma", "DeployService"))
    with pytest.raises(DefinitionError, match=r"\(deploy_service = DeployService\(\)\)"):
        Registry().import_module("deploying")


def test_a_class_of_tools_without_an_instance_leaves_a_warning(write, caplog):
    """Beside other tools, among which it would be missed."""
    write(
        "shelf.py",
        """
        from toolkit import Tool, tool

        @tool
        def here() -> int:
            "Here."
            return 1

        class Missing(Tool):
            "Missing."

            def execute(self) -> int:
                return 1
        """,
    )
    registry = Registry()
    registry.import_module("shelf")
    assert registry.names() == ["here"]
    assert caplog.messages == [
        "shelf: nothing is an instance of the tool class Missing; make one in the module: name = Missing()"
    ]


def test_a_module_without_tools_leaves_a_warning(write, caplog):
    """It may be meant so, and is most often a decorator that was forgotten."""
    write("bare.py", "def act(a: int) -> int:\n    return a\n")
    assert Registry().import_module("bare") == []
    assert caplog.messages == ["no tools in bare: nothing that it defines is decorated with @tool"]


def test_a_registry_in_a_module_that_holds_more_leaves_a_warning(write, caplog):
    """Its own tools are no names of the module; those that are, are there, and a registry is told of once."""
    write(
        "mailing.py",
        """
        from toolkit import Registry

        registry = Registry()
        again = registry

        @registry.tool
        def send() -> int:
            "Send."
            return 1
        """,
    )
    registry = Registry()
    registry.import_module("mailing")
    assert caplog.messages == []
    sys.modules["mailing"].registry.add(lambda: 1, name="archive", description="Archive.")
    registry.import_module("mailing")
    told = "mailing: its registry registry holds tools that are left out, as no name of the module stands for them: "
    assert (registry.names(), caplog.messages) == (["send"], [f"{told}archive"])


def test_a_path_in_the_place_of_a_module_sends_to_the_method_that_takes_it():
    """Python's own errors speak of packages."""
    with pytest.raises(DefinitionError, match=r"'\./tools\.py' is no name of a module; use registry\.add_file\(path\)"):
        Registry().import_module("./tools.py")
    with pytest.raises(DefinitionError, match="5 is no name of a module; give a dotted name or a module"):
        Registry().import_module(5)  # type: ignore[arg-type]
    with pytest.raises(ModuleNotFoundError) as caught:
        Registry().import_module("nowhere.py")
    assert caught.value.__notes__ == ["for a file, use registry.add_file('nowhere.py')"]
