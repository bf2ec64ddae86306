"""The namespaces in which an author's annotations mean what they say."""

from __future__ import annotations

import enum
import gc
import sys
import types
import weakref
from dataclasses import InitVar, dataclass
from datetime import date
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    ForwardRef,
    Generic,
    Literal,
    NamedTuple,
    Optional,
    Self,
    TypedDict,
    TypeVar,
)

import pytest

from toolkit import Tool, UndescribableParameterError, tool
from toolkit.reading.annotations import take_apart
from toolkit.reading.evaluation import Unresolved, evaluated
from toolkit.reading.namespaces import annotations_of, class_hints, function_names, variables_of_method

T = TypeVar("T")
U = TypeVar("U")


class Outer:
    class Inner:
        other: Outer
        itself: Inner  # noqa: F821 - the class inside knows its own name

        def method(self) -> None: ...


@dataclass
class Base(Generic[T]):
    content: T
    start: InitVar[list["T"]]  # noqa: UP037 - a text inside an InitVar is tested


@dataclass
class Middle(Base[list[U]], Generic[U]):
    more: U


@dataclass
class Last(Middle[int]):
    itself: Optional[Self]


def hint_of(function, text):
    """The hint that a text means at a function."""
    return evaluated(text, *function_names(function))


def test_a_function_sees_its_module():
    """Its own, wherever it is read."""
    module = types.ModuleType("elsewhere")
    exec("class Thing: ...\ndef take(a): ...", module.__dict__)
    assert hint_of(module.take, "Thing") is module.Thing


def test_a_builtin_sees_its_module_by_name():
    """It has no globals of its own."""
    assert hint_of(len, "print") is print


def test_a_method_sees_the_classes_around_it():
    """By their own names and from outside in."""
    assert [hint_of(Outer.Inner.method, each) for each in ("Inner", "Outer", "Outer.Inner")] == [
        Outer.Inner,
        Outer,
        Outer.Inner,
    ]


def test_a_function_sees_what_it_closes_over():
    """And what is not assigned yet it does not."""

    def define():
        class Local: ...

        def take(a: Local) -> None:
            _ = Local, later

        found = hint_of(take, "Local"), hint_of(take, "later")
        later = 1
        return found, Local, later

    (local, later), expected, _ = define()
    assert local is expected
    assert later == Unresolved("later", "later")


def test_a_function_sees_what_the_running_functions_around_it_define():
    """A local class is found while its function runs, closed over or not."""

    class Local: ...

    def take(a: Local) -> None: ...

    assert hint_of(take, "Local") is Local


def test_names_of_another_run_are_not_taken():
    """A function of another module with the same name is none around it."""
    module = types.ModuleType("other")
    exec("def define():\n def take(a): ...\n return take\nTaken = 1", module.__dict__)
    assert isinstance(hint_of(module.define(), "Missing"), Unresolved)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="needs the syntax of PEP 695")
def test_type_parameters_are_names():
    """Of a function and of a class (PEP 695)."""
    names: dict = {}
    exec("def take[A](a: A): ...\nclass Box[A]:\n content: 'list[A]'", names)
    assert hint_of(names["take"], "A") is names["take"].__type_params__[0]
    box = names["Box"]
    assert class_hints(box)["content"] == list[box.__type_params__[0]]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="needs the syntax of PEP 695")
def test_a_text_in_the_bound_of_a_type_parameter_is_no_name_of_typing():
    """Of the module that it was written in the parameter does not tell."""
    names = {"__name__": __name__}
    exec("class Text: ...\ndef take[A: 'Text'](a: A): ...", names)
    assert take_apart(names["take"].__type_params__[0]).type == ForwardRef("Text")


def test_class_hints_are_resolved_where_each_class_stands():
    """With the variables of generic bases filled in, inherited ones first."""
    assert class_hints(Last) == {
        "content": list[int],
        "start": list[list[int]],
        "more": int,
        "itself": Optional[Last],
    }
    assert class_hints(Outer.Inner) == {"other": Outer, "itself": Outer.Inner}


def test_a_class_hint_that_means_nothing_is_unresolved():
    """The others are not touched by it."""

    class Half:
        a: int
        b: Nothing  # noqa: F821 - a name that means nothing

    assert class_hints(Half) == {"a": int, "b": Unresolved("Nothing", "Nothing")}


def test_annotations_are_read_as_they_are_written():
    """Of the body alone, not of its bases."""
    assert annotations_of(Last) == {"itself": "Optional[Self]"}
    assert annotations_of(int) == {}


@dataclass
class Trip:
    class Stop(TypedDict):
        city: str

    Kind = Literal["day", "night"]

    stops: list[Stop]
    kind: Kind = "day"
    day: date | None = None


Trip.date = None


def test_the_types_in_the_body_of_a_class_are_known_to_its_fields():
    """Classes and aliases; what else stands there, as the default of a field does, is no type."""
    hints = class_hints(Trip)
    assert hints == {"stops": list[Trip.Stop], "kind": Trip.Kind, "day": date | None}


def test_the_types_in_the_body_of_a_local_class_are_known_to_its_bound_methods():
    """The function that the class was defined in has ended."""

    class Office:
        class Form(TypedDict):
            name: str

        def hand_in(self, form: Form) -> None: ...

        @classmethod
        def take(cls, form: Form) -> Office: ...

    class Branch(Office): ...

    hints = [evaluated("Form", *function_names(each, Branch())) for each in (Office.hand_in, Office.take.__func__)]
    assert hints == [Office.Form, Office.Form]
    assert function_names(Office.hand_in, Branch)[1]["Office"] is Office
    assert "Form" not in function_names(Office.hand_in, 5)[1]


def test_what_is_read_of_a_local_class_outlives_the_function_around_it():
    """A tool is described where it stands, and loads arguments long after."""

    def made():
        @dataclass
        class Stop:
            town: str

        class Leg(NamedTuple):
            start: Stop
            end: Stop | None = None

        @dataclass
        class Pair(Generic[T]):
            first: T
            legs: list[Leg]

        @tool
        def plan(leg: Leg, pair: Pair[Stop]):
            """Plan it."""
            return leg.start.town, pair.first.town, pair.legs[0].end

        return plan

    arguments = {"leg": [{"town": "Bern"}], "pair": {"first": {"town": "Genf"}, "legs": [[{"town": "Chur"}]]}}
    assert Tool.of(made()).invoke(arguments) == ("Bern", "Genf", None)


Item = TypeVar("Label")  # noqa: PLC0132 - the mistake


class Label:
    """A class of the name that a type variable has by mistake."""


class Marked(Generic[Item]):
    label: Label
    item: Item


class Plugin:
    """What it calls by that name are no type variables."""

    __parameters__ = ("label",)
    label: Label


def test_a_name_in_a_hint_is_no_type_variable_that_only_has_it():
    """Python knows a variable by what it was assigned to, and those of a class that is not generic not at all."""
    assert class_hints(Marked) == {"label": Label, "item": Item}
    assert class_hints(Plugin) == {"label": Label}


def test_a_local_generic_class_may_name_itself_when_the_function_around_it_has_ended():
    """It knows its type variables as it knows itself."""

    def made():
        Kind = TypeVar("Kind")

        @dataclass
        class Branch(Generic[Kind]):
            name: Kind
            twigs: list[Branch[Kind]]

        return Branch

    branch = made()
    (kind,) = branch.__parameters__
    assert class_hints(branch) == {"name": kind, "twigs": list[branch[kind]]}


def test_what_a_local_function_says_outlives_the_function_around_it():
    """Also where nothing is described before somebody asks, and where a name means nothing yet."""

    def made():
        class Mood(enum.Enum):
            CALM = "calm"

        @dataclass
        class Stop:
            town: str
            mood: Mood = Mood.CALM

        @tool
        def simple(stop: Stop):
            """Plan it."""
            return stop.town, stop.mood

        @tool
        def unfinished(stop: Stop) -> Nowhere:  # noqa: F821 - it is never defined
            """Plan it."""
            return stop.town, stop.mood

        class Planned(Tool):
            """Plan it."""

            @dataclass
            class Args:
                stop: Stop

            def execute(self, args: Args):
                return args.stop.town, args.stop.mood

        @tool
        def unknown(stop: Stop, leg: Leg):  # noqa: F821 - it is never defined
            """Plan it."""

        return Tool.of(simple), Tool.of(unfinished), Planned(), Tool.of(unknown)

    *tools, unknown = made()
    for each in tools:
        town, mood = each.invoke({"stop": {"town": "Bern"}})
        assert (town, mood.value) == ("Bern", "calm")
    with pytest.raises(UndescribableParameterError, match="the name 'Leg' in its annotation"):
        _ = unknown.input_schema


class Lazy:
    """An object that is there at a request alone."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("no request")


def test_a_word_of_a_text_that_is_the_name_of_an_object_is_not_looked_at():
    """It may raise at whatever it is asked for."""
    request = Lazy()

    class Desk:
        @tool
        def ask(self, what: Annotated[str, "Of the request"]) -> str:
            """Ask."""
            return what

    class Ask(Tool):
        """Ask."""

        def execute(self, what: Annotated[str, "Of the request"]) -> str:
            return what

    assert (request is not None, Tool.of(Desk().ask).name, Ask().invoke({"what": "a"})) == (True, "ask", "a")


@pytest.mark.parametrize("by", ["dataclass", "attrs"])
def test_a_local_class_that_leads_to_itself_goes_with_its_function(by):
    """What is read of it is kept at the class, and keeps nothing alive."""
    decorate = dataclass if by == "dataclass" else pytest.importorskip("attrs").define

    def made():
        @decorate
        class Node:
            next: Node | None = None

        @tool
        def take(node: Node) -> Node:
            """Take it."""
            return node

        assert Tool.of(take).invoke({"node": {"next": {}}}) == Node(Node())
        return weakref.ref(Node)

    node = made()
    gc.collect()
    assert node() is None


class Sealed:
    shared: ClassVar[int] = 1
    size: Final[int] = 2
    loose: Final = 3
    link: Final[list[Sealed]] = []
    inner: Annotated[Final[int], "How many"] = 4


def test_what_only_the_body_of_a_class_may_say_is_read_there():
    """ClassVar and Final qualify an attribute."""
    assert class_hints(Sealed) == {
        "shared": ClassVar[int],
        "size": Final[int],
        "loose": Final,
        "link": Final[list[Sealed]],
        "inner": Annotated[Final[int], "How many"],
    }
    assert evaluated("dict | 'x'", globals(), {}, of_class=True).problem.startswith("TypeError")


@pytest.mark.parametrize("text", ["(int, str)", "[int]", "5", "Optional", "Final[int]", "{'a': int}"])
def test_a_text_that_spells_no_type_means_what_it_would_without_quotes(text):
    """So its author learns the same of it."""
    assert evaluated(text, globals(), {}) == eval(text)


def test_the_variables_of_a_generic_model_stand_for_its_arguments():
    """Of one that is made with arguments, and of those that are derived from it, generic ones among them."""
    pydantic = pytest.importorskip("pydantic")

    class Shelf(pydantic.BaseModel, Generic[T]):
        def put(self, item: T) -> None:
            """Put it there."""

    class Numbers(Shelf[int]): ...

    class Labelled(Shelf[T], Generic[T, U]): ...

    class Stacks(Shelf[list[U]], Generic[U]): ...

    shelves = (Shelf[str](), Numbers(), Labelled[int, str](), Stacks[int](), Shelf())
    assert [variables_of_method(Shelf.put, each).get(T) for each in shelves] == [str, int, int, list[int], None]


class Ahead(Base["Later"]): ...


class Pages(TypedDict, Generic[T]):
    page: T


class PagesAhead(Pages[list["Later"]]): ...


class Later: ...


def test_a_text_in_the_brackets_of_a_base_is_a_name_where_the_class_stands():
    """Of a class, of a TypedDict, and for bound methods; one that means nothing yet is left to be read later."""

    class Shelf(Generic[T]):
        def put(self, item: T) -> None:
            """Put it there."""

    class Books(Shelf["Later | None"]): ...

    class Lost(Shelf["Nothing"]): ...

    assert class_hints(Ahead) == {"content": Later, "start": list[Later]}
    assert class_hints(PagesAhead) == {"page": list[Later]}
    assert variables_of_method(Shelf.put, Books())[T] == Later | None
    with pytest.raises(UndescribableParameterError, match=r"the name 'Nothing'"):
        _ = Tool.from_function(Lost().put).input_schema
