"""Registries: what they take in, what they refuse, and how they change."""

from __future__ import annotations

import copy
import functools
import logging
import math
import pickle
import re
import sys
import threading
from abc import ABC, abstractmethod
from types import ModuleType, SimpleNamespace

import pytest
import samples

from toolkit import (
    ApprovalRequired,
    DeclaredTool,
    DefinitionError,
    Dispatcher,
    DuplicateToolError,
    FunctionTool,
    Registry,
    StringType,
    Tool,
    ToolCall,
    ToolDescriptor,
    ToolParameterDescriptor,
    UndescribableParameterError,
    schemas,
    tool,
)


class Shop:
    @tool
    def buy(self, item: str) -> str:
        """Buy."""
        return item


CELL = '''
from toolkit import tool

@tool
def answer() -> int:
    """The answer."""
    return {value}

class Ask(Tool):
    """Ask."""

    def execute(self) -> int:
        return {value}

registry.add(answer)
registry.add(Ask())
registry.add(ApprovalRequired(answer), name="asked_first")
'''


def named(name: str) -> Tool:
    """A tool of that name."""
    return Tool.declare(name, "")


def run_cell(registry: Registry, value: int) -> None:
    """Run a cell of a notebook: the same text, in the same module."""
    namespace = {"__name__": "notebook", "registry": registry, "Tool": Tool, "ApprovalRequired": ApprovalRequired}
    exec(CELL.format(value=value), namespace)


def adder(amount: int):
    """A function that has taken a value from its surroundings."""

    def shift(x: int) -> int:
        """Add an amount."""
        return x + amount

    return shift


def test_a_registry_takes_functions_tools_classes_descriptors_and_declarations():
    """Each becomes a tool under its name, in the order given."""
    descriptor = ToolDescriptor("fetch", "Fetch a page.", (ToolParameterDescriptor("url", "", StringType()),))
    registry = Registry([samples.add, samples.multiply, samples.Echo, named("now"), descriptor, samples.SEARCH])
    assert registry.names() == ["add", "multiply", "echo", "now", "fetch", "search"]
    assert registry["fetch"].input_schema["required"] == ["url"]
    assert registry["echo"].invoke({"text": "hi"}) == "hi"


def test_a_class_that_needs_arguments_is_refused():
    """An object of it is wanted."""

    class Fetch(Tool):
        """Fetch a page."""

        def __init__(self, url: str) -> None:
            self.url = url

        def execute(self) -> str:
            return self.url

    with pytest.raises(DefinitionError, match="Fetch: its constructor needs url; pass an instance instead"):
        Registry([Fetch])
    assert Registry([Fetch("x")])["fetch"].invoke({}) == "x"


def test_a_class_is_made_whatever_its_constructor_calls_itself():
    """By what the class takes, not by the name of the first parameter."""

    class Here(Tool):
        """Say where."""

        def __init__(this) -> None:  # noqa: N805 - as some write it
            this.place = "here"

        def execute(self) -> str:
            return self.place

    assert Registry([Here])["here"].invoke({}) == "here"


def test_an_abstract_class_is_refused():
    """As other classes of which there is no object."""

    class Fetch(Tool, ABC):
        """Fetch a page."""

        @abstractmethod
        def execute(self) -> str: ...

    with pytest.raises(DefinitionError, match="Fetch: it is abstract; pass an instance instead"):
        Registry([Fetch])


def test_a_class_that_takes_no_arguments_refuses_them():
    """As any class without a constructor does."""
    with pytest.raises(TypeError, match=r"Echo\(\) takes no arguments; .* options are attributes"):
        samples.Echo("x")


def test_a_constructor_that_hands_on_what_nobody_takes_is_told_so():
    """Options are attributes; what another base takes, it gets."""

    class Named(Tool):
        def __init__(self) -> None:
            super().__init__(name="find")

    with pytest.raises(TypeError, match=r"Named\(\) takes no arguments; .* options are attributes"):
        Named()

    class Holder:
        def __init__(self, held: int) -> None:
            self.held = held

    class Give(Tool, Holder):
        """Give what is held."""

        def execute(self) -> int:
            return self.held

    assert Give(3).invoke({}) == 3


@pytest.mark.parametrize(
    ("make", "cure"),
    [
        (lambda: Tool(name="find", description="Find."), "@tool, Tool.from_function(f)"),
        (lambda: FunctionTool(print, description="Print."), 'use Tool.from_function(f, name="..."), or Tool.declare('),
        (lambda: DeclaredTool(name="find", description="Find."), "use Tool.declare(name, description, schema)"),
    ],
)
def test_options_by_name_are_not_for_constructors(make, cure):
    """Elsewhere they are, in classes of the same name."""
    with pytest.raises(TypeError, match=re.escape(cure)):
        make()


def test_a_decorated_function_keeps_its_tool():
    """The registry holds the very tool that the decorator made."""
    assert Registry([samples.add])["add"] is samples.add.__tool__


def test_nested_iterables_and_holders_of_tools_are_flattened():
    """Lists in lists, generators, other registries, and objects with `tools`."""
    holder = SimpleNamespace(tools=[samples.add, [samples.divide]])
    assert Registry([[samples.get_weather], holder, Registry([named("now")])]).names() == [
        "get_weather",
        "add",
        "divide",
        "now",
    ]
    assert Registry(each for each in (samples.add, samples.divide)).names() == ["add", "divide"]


def test_what_holds_itself_is_refused():
    """Lists, mappings and objects with `tools`: there is no end to them."""
    by_name: dict[str, object] = {}
    by_name["tools"] = by_name
    many: list[object] = [by_name]
    many.append(many)
    holder = SimpleNamespace(tools=[])
    holder.tools.append(holder)
    for endless in (by_name, [by_name], many[1], holder):
        with pytest.raises(DefinitionError, match="holds itself"):
            Registry(endless)


def test_one_tool_may_stand_alone():
    """Without a list around it."""
    assert Registry(samples.add).names() == ["add"]
    assert Registry(samples.SEARCH).names() == ["search"]


def test_a_declaration_may_hold_several_functions():
    """As Gemini's does."""
    registry = Registry([{"functionDeclarations": [{"name": "one"}, {"name": "two"}]}])
    assert registry.names() == ["one", "two"]


def test_the_objects_of_an_sdk_are_declarations():
    """Also such as iterate over their fields."""

    class Declaration:
        def __init__(self) -> None:
            self.name = "search"
            self.description = "Search."
            self.inputSchema = {"type": "object", "properties": {"query": {"type": "string"}}}

        def __iter__(self):
            return iter(vars(self).items())

    assert Registry([Declaration()])["search"].description == "Search."


@pytest.mark.parametrize("mistake", ["weather_tools", sys])
def test_a_module_is_imported_not_added(mistake: object):
    """A name or a module in place of a tool is refused, and the error names the method."""
    with pytest.raises(DefinitionError, match=r"is no tool; use registry.import_module\("):
        Registry([mistake])


def test_an_object_with_methods_is_sent_to_the_method_that_takes_it():
    """It is no tool, but its methods are."""
    with pytest.raises(DefinitionError, match=r"^Shop: .*; use registry\.add_object\(obj\)$"):
        Registry([Shop()])

    class Kiosk:
        @functools.singledispatchmethod
        @tool
        def buy(self, item: str) -> str:
            """Buy."""
            return item

    with pytest.raises(DefinitionError, match=r"^Kiosk: .*; use registry\.add_object\(obj\)$"):
        Registry([Kiosk()])


def test_what_a_class_holds_says_nothing_of_its_methods():
    """Some objects have every attribute that they are asked for."""

    class Anything:
        def __getattr__(self, name: str) -> object:
            return name

    class Echo:
        helper = Anything()

        def __call__(self, text: str) -> str:
            """Say it again."""
            return text

    assert Registry().add(Echo(), name="echo").invoke({"text": "hi"}) == "hi"


def test_a_tool_is_found_by_its_name():
    """By item, by get, by membership."""
    registry = Registry([samples.add, samples.divide])
    assert registry["add"] is registry.get("add")
    assert registry.get("subtract") is None
    assert ("add" in registry, "subtract" in registry) == (True, False)
    assert (samples.add in registry, samples.divide.__tool__ in registry) == (True, True)
    assert (samples.get_weather in registry, 3 in registry) == (False, False)


def test_a_bound_method_is_found_again():
    """That of the object that was added, not of another."""
    shop = Shop()
    registry = Registry()
    registry.add_object(shop)
    assert (shop.buy in registry, Shop().buy in registry) == (True, False)


def test_a_missing_name_is_a_key_error_with_the_closest_one():
    """The text helps, and lists no thousands of names."""
    registry = Registry([samples.get_weather, samples.add])
    with pytest.raises(KeyError, match=r"no tool 'get_wether'; did you mean 'get_weather'\?"):
        registry["get_wether"]
    with pytest.raises(KeyError, match=r"no tool 'xyz'; there are get_weather, add\"$"):
        registry["xyz"]
    many = Registry([samples.add.__tool__.renamed(f"add_{number}") for number in range(20)])
    with pytest.raises(KeyError, match="add_9 and 10 more"):
        many[5]
    with pytest.raises(KeyError, match="no tool 'x'; there is none"):
        Registry()["x"]


def test_a_registry_is_a_collection_in_order_of_definition():
    """It has a length, iterates over its tools, and shows its first names."""
    registry = Registry([samples.divide, samples.add])
    assert len(registry) == 2
    assert [each.name for each in registry] == ["divide", "add"]
    assert repr(registry) == "Registry(['divide', 'add'])"
    assert repr(Registry(map(named, "abcdefghijkl"))).endswith("'j', ...])")


def test_adding_gives_the_tool():
    """One tool for one thing, a list for an iterable."""
    registry = Registry()
    assert registry.add(samples.add) is samples.add.__tool__
    assert registry.add([samples.divide, samples.get_weather]) == [
        samples.divide.__tool__,
        samples.get_weather.__tool__,
    ]
    assert registry.add([named("now")]) == [registry["now"]]


def test_options_make_a_copy():
    """The function's own tool stays as it is."""
    registry = Registry()
    assert registry.add(samples.add, name="plus", tags=("new",)).tags == ("new",)
    assert registry.names() == ["plus"]
    assert samples.add.__tool__.name == "add"


def test_a_handler_carries_out_a_declaration():
    """It gets the arguments object."""
    registry = Registry()
    registry.add(samples.SEARCH, handler=lambda arguments: arguments["query"].upper(), name="find")
    assert registry["find"].invoke({"query": "cats"}) == "CATS"


def test_whatever_takes_no_attribute_can_be_added():
    """A builtin, a lambda, a partial, a bound method."""
    registry = Registry()
    registry.add(lambda x: x, name="same", description="")
    registry.add(functools.partial(samples.multiply, 2), name="double")
    registry.add(samples.Shop("Bergen").buy)
    registry.add(math.sqrt, description="", name="root")
    assert registry.names() == ["same", "double", "buy", "root"]
    assert registry["double"].invoke({"b": 4}) == 8
    assert registry["buy"].invoke({"product": "tea"}) == "1 tea in Bergen"


def test_an_unbound_method_is_refused():
    """It could never run; the error says how it can."""
    with pytest.raises(DefinitionError, match=r"buy: a method needs its object; use registry.add_object\(obj\)"):
        Registry([samples.Shop.buy])


def test_a_name_that_never_resolves_is_refused():
    """When the tool is registered at the latest."""

    @tool
    def search(place: Elsewhere) -> str:  # noqa: F821
        """Search a place."""

    with pytest.raises(UndescribableParameterError, match=r"search\(place\): the name 'Elsewhere'"):
        Registry([search])


def test_the_decorator_registers_and_returns_the_function():
    """Bare, with a name, with options."""
    registry = Registry()

    def first() -> int:
        """First."""
        return 1

    assert registry.tool(first) is first

    @registry.tool("second")
    def _two() -> int:
        """Second."""
        return 2

    @registry.tool(name="third", tags=("late",))
    def _three() -> int:
        """Third."""
        return 3

    assert registry.names() == ["first", "second", "third"]
    assert registry["third"].tags == ("late",)
    assert (first(), _two(), _three()) == (1, 2, 3)
    assert registry["second"] is _two.__tool__


def test_the_decorator_is_not_for_methods():
    """The class has no object yet; the error says how to register one's methods."""
    with pytest.raises(DefinitionError, match=r"buy: a method needs its object; use registry.add_object\(obj\)"):

        class Stall:
            @Registry().tool
            def buy(self) -> str:
                """Buy."""


def test_the_decorator_waits_for_names_that_are_defined_further_down(monkeypatch: pytest.MonkeyPatch):
    """The declaration is read when it is first asked for."""
    registry = Registry()
    module = ModuleType("trips")
    monkeypatch.setitem(sys.modules, "trips", module)
    module.registry = registry
    source = '''
from __future__ import annotations
from dataclasses import dataclass

@registry.tool
def book(trip: Trip) -> str:
    """Book a trip."""
    return trip.goal

@dataclass
class Trip:
    goal: str
'''
    exec(source, vars(module))
    assert registry["book"].invoke({"trip": {"goal": "Rome"}}) == "Rome"


def test_the_decorator_over_a_decorated_function_keeps_what_it_is_elsewhere():
    """Options of the registry are the registry's."""
    registry = Registry()
    assert registry.tool(samples.add, name="plus") is samples.add
    assert (registry.names(), samples.add.__tool__.name) == (["plus"], "add")


def test_a_second_tool_of_one_name_is_refused_with_both_origins():
    """Nothing is shadowed."""
    registry = Registry([samples.add])
    with pytest.raises(DuplicateToolError, match="add: defined twice, by samples:add and by a declaration") as caught:
        registry.add({"name": "add"})
    assert caught.value.origins[0] == "samples:add"
    assert registry["add"] is samples.add.__tool__


def test_two_declarations_of_one_name_are_refused():
    """The error says where they were made, as far as a module made them."""
    with pytest.raises(
        DuplicateToolError, match=r"by a declaration in [\w.]*test_tools_registry and by a declaration;"
    ):
        Registry([DECLARED, named("declared")])


DECLARED = named("declared")


def test_the_same_tool_twice_is_one():
    """As itself, as its function, or added again."""
    registry = Registry([samples.add, samples.add.__tool__, samples.multiply])
    registry.add(samples.add)
    registry.add(samples.multiply)
    assert registry.names() == ["add", "multiply"]


@pytest.mark.parametrize(
    "make",
    [
        samples.Echo,
        lambda: named("now"),
        lambda: Tool.of(adder(1)),
        lambda: Tool.of(functools.partial(samples.multiply, 2)),
        lambda: Tool.of(samples.Shop().buy),
        lambda: ApprovalRequired(samples.add),
        lambda: samples.add.__tool__.tagged("new"),
    ],
)
def test_two_objects_of_one_kind_are_two_tools(make):
    """Instances, closures, partials, methods of two objects, delegates: they may do different things."""
    with pytest.raises(DuplicateToolError, match="defined twice"):
        Registry([make(), make()])


def test_a_tool_that_needs_approval_is_not_shadowed_by_the_one_that_does_not():
    """In whichever order they come."""
    for pair in ([samples.add, ApprovalRequired(samples.add)], [ApprovalRequired(samples.add), samples.add]):
        with pytest.raises(DuplicateToolError):
            Registry(pair)


def test_a_cell_that_runs_again_replaces_its_own_tools():
    """Functions, classes, and what stands before them."""
    registry = Registry()
    run_cell(registry, 1)
    run_cell(registry, 2)
    assert [each.invoke({}) for each in registry] == [2, 2, 2]
    assert registry.names() == ["answer", "ask", "asked_first"]


def test_an_inner_function_without_surroundings_is_its_own_successor():
    """Defined again, it does the same."""
    registry = Registry()
    for _ in range(2):

        @registry.tool
        def same(x: int = 3) -> int:
            """The same."""
            return x

    registry.add(lambda x: x, name="one", description="")
    with pytest.raises(DuplicateToolError):
        registry.add(lambda y: y, name="one", description="")


def test_a_cell_of_another_module_does_not_replace():
    """The same name from elsewhere is another tool."""
    registry = Registry()
    run_cell(registry, 1)
    with pytest.raises(DuplicateToolError, match="by notebook:answer and by other:answer"):
        exec('@registry.tool\ndef answer():\n    "Other."', {"__name__": "other", "registry": registry})


def test_on_duplicate_decides():
    """The second takes the place of the first, or is left out."""
    second = named("add")
    registry = Registry([samples.add, samples.divide])
    assert registry.add(second, on_duplicate="keep") is samples.add.__tool__
    assert registry.add(second, on_duplicate="replace") is second
    assert registry.names() == ["add", "divide"]
    assert Registry([samples.add, second], on_duplicate="keep")["add"] is samples.add.__tool__
    assert Registry([samples.add, second], on_duplicate="replace")["add"] is second


def test_on_duplicate_is_one_of_three():
    """A misspelt choice is refused."""
    with pytest.raises(DefinitionError, match="on_duplicate='ignore'; choose one of 'error', 'replace', 'keep'"):
        Registry(on_duplicate="ignore")
    with pytest.raises(DefinitionError, match="on_duplicate='ignore'"):
        Registry().add(samples.add, on_duplicate="ignore")


def test_a_batch_is_taken_whole_or_not_at_all():
    """One tool too many leaves the registry as it was."""
    registry = Registry([samples.add])
    with pytest.raises(DuplicateToolError):
        registry.add([samples.divide, named("add")])
    assert registry.names() == ["add"]


def test_replacing_keeps_the_place():
    """The new tool stands where the old one stood."""
    registry = Registry([samples.add, samples.divide])
    made = registry.replace(named("add"), description="Sum.")
    assert registry["add"] is made
    assert registry.names() == ["add", "divide"]
    assert made.description == "Sum."


def test_only_what_is_there_can_be_replaced():
    """A misspelt name would otherwise leave the old tool beside the new one."""
    with pytest.raises(KeyError, match=r"no tool 'ad'; did you mean 'add'\?"):
        Registry([samples.add]).replace(named("ad"))


def test_a_tool_is_removed_by_name_or_by_itself():
    """A name that is not there is a KeyError."""
    registry = Registry([samples.add, samples.divide, samples.get_weather])
    registry.remove("add")
    registry.remove(samples.divide)
    assert registry.names() == ["get_weather"]
    with pytest.raises(KeyError, match="no tool 'add'"):
        registry.remove("add")


def test_clearing_removes_every_tool():
    """The names are free again."""
    registry = Registry([samples.add])
    registry.clear()
    registry.add(named("add"))
    assert len(registry) == 1


def test_a_copy_is_detached():
    """Neither sees the other's changes."""
    registry = Registry([samples.add], on_duplicate="keep")
    copied = registry.copy()
    registry.add(samples.divide)
    copied.remove("add")
    assert (registry.names(), copied.names()) == (["add", "divide"], [])
    assert copied.add([named("x"), named("x")], name="y")[0] is copied["y"]


def more(_context: object) -> list[object]:
    """What a provider of tools gives."""
    return [samples.multiply]


@pytest.mark.parametrize("view", [lambda made: made, lambda made: made.prefixed("x_"), lambda made: made.copy()])
def test_a_registry_is_pickled_with_its_tools(view):
    """So that it reaches another process; a view arrives as what it showed, and nobody there hears of changes here."""
    told: list[str] = []
    registry = Registry([samples.add, samples.get_weather])
    registry.on_change(lambda: told.append("changed"))
    shown = view(registry)
    arrived = pickle.loads(pickle.dumps(shown))
    assert arrived.names() == shown.names()
    assert next(iter(arrived)).invoke({"a": 1}) == 2
    arrived.add(samples.multiply)
    assert (told, "multiply" in shown) == ([], False)


def test_functions_that_provide_tools_are_pickled_too():
    """By their import path."""
    registry = Registry([samples.add])
    registry.provide(more)
    assert pickle.loads(pickle.dumps(registry)).offered().names() == ["add", "multiply"]


class Double(Tool):
    """Double a number."""

    def execute(self, a: int) -> int:
        """The number twice."""
        return 2 * a


PLACE = Tool.declare("place", "", {"type": "object", "properties": {"a": {"type": "integer"}}}, handler=dict)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))])
@pytest.mark.parametrize(
    "made",
    [
        Tool.of(samples.add),
        Tool.of(samples.add).renamed("plus").with_arguments(hide=("b",), defaults={"b": 2}),
        ApprovalRequired(samples.add),
        Double(),
        PLACE,
        ApprovalRequired(PLACE),
        Tool.of({"type": "web_search_20250305", "name": "web_search"}),
    ],
    ids=str,
)
def test_a_tool_is_copied_and_pickled_after_it_was_used(made, copied):
    """What its first call has made of it stays behind, and is made anew."""
    arguments = {} if "web" in made.name else {"a": 1}
    schemas([made], provider="anthropic")
    before = Dispatcher([made]).dispatch(ToolCall(made.name, arguments))
    other = copied(made)
    after = Dispatcher([other]).dispatch(ToolCall(other.name, arguments))
    assert (after.kind, after.value) == (before.kind, before.value)
    assert (other.fingerprint, other.input_schema) == (made.fingerprint, made.input_schema)


def test_a_deep_copy_is_detached():
    """Settings that hold a registry are often copied as a whole; the tools themselves never change."""
    registry = Registry([samples.add])
    made = copy.deepcopy({"tools": registry})["tools"]
    made.add(samples.multiply)
    assert (made["add"] is registry["add"], registry.names()) == (True, ["add"])


def test_a_mapping_gives_the_names():
    """Of functions and of tools; a declaration is JSON, and no such mapping."""
    registry = Registry({"plus": samples.add, "times": samples.multiply, "weather": Tool.of(samples.get_weather)})
    assert registry.names() == ["plus", "times", "weather"]
    assert registry["plus"].invoke({"a": 1}) == 2


def test_new_names_and_criteria_of_another_kind_are_refused():
    """The text says what to give."""
    registry = Registry([samples.add])
    with pytest.raises(DefinitionError, match=r'new names that are a function; give {"old name": "new name"}'):
        registry.renamed(lambda name: name.upper())
    for where in ("add", ["add"]):
        with pytest.raises(DefinitionError, match=r'where is a (str|list); give a function of the tool.*name="geo'):
            registry.filtered(where)


def test_tools_are_found_by_what_is_said_of_them():
    """By a tag or one of several, by a pattern of names, by a function; all that is said must hold."""
    registry = Registry([samples.add, samples.divide, samples.get_weather, named("geo.find"), named("geo.near")])
    assert [each.name for each in registry.find(tags="math")] == ["add", "divide"]
    assert [each.name for each in registry.find(tags={"fast", "slow"})] == ["add"]
    assert [each.name for each in registry.find(name="geo.*")] == ["geo.find", "geo.near"]
    assert [each.name for each in registry.find(where=lambda each: each.read_only)] == ["add"]
    assert registry.find(tags=["math"], name="geo.*") == []
    assert len(registry.find()) == 5


def test_registries_are_added():
    """The sum is a new registry; both stay as they are."""
    first, second = Registry([samples.add]), Registry([samples.divide, samples.add])
    both = first + second
    both.remove("add")
    assert (both.names(), first.names(), second.names()) == (["divide"], ["add"], ["divide", "add"])
    assert (first + samples.get_weather).names() == ["add", "get_weather"]


def test_a_sum_has_the_providers_of_both():
    """What is provided for a call is provided in the sum."""
    first, second = Registry(), Registry()
    first.provide(lambda context: named("one"))
    second.provide(lambda context: named("two"))
    assert (first + second).offered().names() == ["one", "two"]


def test_a_subclass_stays_one():
    """Copies and sums are of its kind, with its attributes."""

    class Team(Registry):
        owner = ""

    team = Team([samples.add])
    team.owner = "ann"
    made = team.copy() + samples.divide
    assert (type(made), made.owner, made.names()) == (Team, "ann", ["add", "divide"])


def test_a_change_is_told():
    """After it, once for each; the registry is handed over to who takes it."""
    seen: list[object] = []
    registry = Registry()
    registry.on_change(lambda: seen.append("changed"))
    registry.on_change(lambda changed: seen.append(changed.names()))
    registry.add([samples.add, samples.divide])
    registry.remove("add")
    assert seen == ["changed", ["add", "divide"], "changed", ["divide"]]


def test_nothing_is_told_where_nothing_changes():
    """A refused change, and none at all."""
    registry = Registry([samples.add])
    registry.on_change(lambda: pytest.fail("nothing has changed"))
    with pytest.raises(DuplicateToolError):
        registry.add(named("add"))
    registry.add([])


def test_telling_can_be_ended():
    """For this subscription alone."""
    seen: list[str] = []
    registry = Registry()
    end = registry.on_change(lambda: seen.append("first"))
    registry.on_change(lambda: seen.append("second"))
    end()
    end()
    registry.add(samples.add)
    assert seen == ["second"]


def test_a_callback_that_raises_stops_nothing(caplog: pytest.LogCaptureFixture):
    """The log hears of it; the others are told."""
    seen: list[str] = []
    registry = Registry()
    registry.on_change(lambda: 1 / 0)
    registry.on_change(lambda: seen.append("told"))
    with caplog.at_level(logging.ERROR, "toolkit"):
        registry.add(samples.add)
    assert (seen, registry.names()) == (["told"], ["add"])
    assert "a callback of a registry's changes raised ZeroDivisionError" in caplog.text


def test_a_callback_may_change_the_registry():
    """No lock is held while it runs."""
    registry = Registry()

    def follow() -> None:
        if "divide" not in registry:
            registry.add(samples.divide)

    registry.on_change(follow)
    registry.add(samples.add)
    assert registry.names() == ["add", "divide"]


def test_a_callback_without_a_readable_signature_gets_the_registry():
    """Some builtins keep theirs to themselves."""
    seen: list[object] = []

    class Callback:
        @property
        def __signature__(self) -> object:
            raise ValueError("no signature found")

        def __call__(self, registry: Registry) -> None:
            seen.append(registry)

    registry, callback = Registry(), Callback()
    registry.on_change(callback)
    registry.add(samples.add)
    assert seen == [registry]


def test_iterating_sees_one_state():
    """Whatever is registered meanwhile."""
    registry = Registry([samples.add, samples.divide])
    seen = []
    for each in registry:
        seen.append(each.name)
        registry.add(named(f"after_{each.name}"))
    assert seen == ["add", "divide"]
    assert len(registry) == 4


def test_threads_lose_no_registration():
    """Each of many side by side is there in the end."""
    registry = Registry()
    start = threading.Barrier(8)

    def register(thread: int) -> None:
        start.wait()
        for number in range(25):
            registry.add(named(f"tool_{thread}_{number}"))

    threads = [threading.Thread(target=register, args=(each,)) for each in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(registry) == 200
    assert {each.name for each in registry} == set(registry.names())


def test_a_reader_sees_a_batch_whole():
    """Pairs are registered and removed together, so their number is even in every state."""
    registry = Registry()
    odd: list[int] = []
    is_done = threading.Event()

    def read() -> None:
        while not is_done.is_set():
            odd.extend(count for count in [len(list(registry)), len(registry.find(name="*"))] if count % 2)

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(200):
        registry.add([named(f"a{number}"), named(f"b{number}")])
        if number % 3 == 0:
            registry.clear()
    is_done.set()
    reader.join()
    assert odd == []


@pytest.mark.parametrize(
    "answer",
    [
        {"tools": [{"name": "find", "inputSchema": {"type": "object"}}], "nextCursor": "2"},
        {"tools": [{"toolSpec": {"name": "find", "inputSchema": {"json": {}}}}], "toolChoice": {"auto": {}}},
    ],
)
def test_the_list_in_a_servers_answer_is_taken(answer):
    """Of an MCP server, or the configuration that Bedrock wants; a tool may be called tools all the same."""
    assert Registry(answer).names() == ["find"]
    assert Registry({"name": "tools", "parameters": {"type": "object"}}).names() == ["tools"]


@pytest.mark.parametrize(
    ("handler", "text"),
    [
        ("run", r"x: the handler is a str; give a function of the arguments object"),
        (
            lambda a, b: a,
            r"called with the arguments object alone, and this one takes \(a, b\); .*decorate it with @tool",
        ),
        (lambda **named: named, r"this one takes \(\*\*named\)"),
        (lambda: None, r"this one takes \(\)"),
    ],
)
def test_a_handler_that_cannot_take_the_arguments_object_is_refused(handler, text):
    """When the tool is made, not at its first call."""
    with pytest.raises(DefinitionError, match=text):
        Tool.declare("x", "", handler=handler)


@pytest.mark.parametrize("handler", [dict, lambda *values: values[0], functools.partial(lambda _, a: a, "x")])
def test_whatever_takes_one_value_is_a_handler(handler):
    """A class, a function of any number of values, a method bound by a partial."""
    assert Tool.declare("x", "", handler=handler).invoke({"a": 1}) == {"a": 1}


def test_a_class_is_no_schema():
    """The text says how to get one from it."""
    with pytest.raises(DefinitionError, match="the schema is the class Node; give a JSON Schema, or make a tool of a"):
        Tool.declare("x", "", samples.Node)
    pydantic = pytest.importorskip("pydantic")
    with pytest.raises(DefinitionError, match=r"give Place.model_json_schema\(\), or .* args_schema=Place"):
        Tool.declare("x", "", pydantic.create_model("Place", city=(str, ...)))
