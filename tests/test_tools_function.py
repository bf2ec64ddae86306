"""Functions of every kind as tools."""

from __future__ import annotations

import functools
import math
import pickle
import sys
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

import pytest

from toolkit import (
    ArgumentError,
    CallError,
    CallId,
    CallMetadata,
    DefinitionError,
    Dispatcher,
    FunctionTool,
    Inject,
    MissingDescriptionError,
    Registry,
    Tool,
    ToolCall,
    ToolContext,
    UndescribableParameterError,
    tool,
)


@tool
def add(a: int, b: int = 2) -> int:
    """Add two numbers."""
    return a + b


class Scale:
    """Weighs things."""

    def __init__(self, offset: int) -> None:
        self.offset = offset

    @tool
    def weigh(self, grams: int) -> int:
        """Weigh a thing.

        Args:
            grams: What it weighs.
        """
        return grams + self.offset

    @tool
    @staticmethod
    def kilograms(grams: int) -> float:
        """Convert to kilograms."""
        return grams / 1000

    @classmethod
    @tool
    def model(cls, prefix: str) -> str:
        """Name the model."""
        return prefix + cls.__name__

    @staticmethod
    @tool
    def shout(word) -> str:
        """Say it loud."""
        return word.upper()

    @tool
    def merged(self, other: Scale) -> str:
        """Name a class that is not finished yet."""
        return "merged"

    def __call__(self, grams: int) -> int:
        return grams


def test_a_decorated_function_stays_what_it_was():
    """The decorator returns the function itself."""
    assert type(add) is type(lambda: None)
    assert add(1) == 3
    assert pickle.loads(pickle.dumps(add)) is add
    assert isinstance(add.__tool__, FunctionTool)


def test_the_tool_of_a_function_calls_it_with_typed_arguments():
    """Text, dict and no default: all forms of arguments."""
    assert add.__tool__.invoke({"a": 1}) == 3
    assert add.__tool__.invoke('{"a": 1, "b": 5}') == 6


def test_a_bound_method_is_a_tool_without_self():
    """`Tool.of(obj.method)` binds."""
    made = Tool.of(Scale(5).weigh)
    assert list(made.input_schema["properties"]) == ["grams"]
    assert made.invoke({"grams": 2}) == 7
    assert made.input_schema["properties"]["grams"]["description"] == "What it weighs."


def test_an_unbound_method_says_how_to_bind_it():
    """Its own tool cannot run."""
    with pytest.raises(DefinitionError, match=r"Tool.of\(obj.method\)"):
        Scale.weigh.__tool__.invoke({"grams": 2})


@pytest.mark.parametrize(
    ("target", "arguments", "expected"),
    [
        (lambda: Scale.kilograms, {"grams": 500}, 0.5),
        (lambda: Scale.model, {"prefix": "a "}, "a Scale"),
        (lambda: Scale(1).model, {"prefix": "a "}, "a Scale"),
        (lambda: Scale.shout, {"word": "hey"}, "HEY"),
        (lambda: Scale(1).shout, {"word": "hey"}, "HEY"),
    ],
)
def test_static_and_class_methods_are_tools_in_either_order_of_the_decorators(target, arguments, expected):
    """A staticmethod has no first parameter to drop, a classmethod is bound already."""
    assert Tool.of(target()).invoke(arguments) == expected


def test_a_method_may_name_its_own_class_when_that_is_a_type_with_a_schema():
    """The name resolves once the class is complete; then the error is about the type."""
    with pytest.raises(UndescribableParameterError, match="no schema for Scale"):
        _ = Tool.of(Scale(1).merged).input_schema


def test_a_partial_keeps_name_and_text_and_hides_what_it_binds():
    """What is bound leaves the schema."""
    made = Tool.from_function(functools.partial(add, b=40))
    assert made.name == "add"
    assert made.description == "Add two numbers."
    assert list(made.input_schema["properties"]) == ["a"]
    assert made.invoke({"a": 2}) == 42


def test_no_argument_of_any_name_overwrites_what_is_filled_already():
    """Where **kwargs admits all names, those that a partial has bound and that of the object are none of them."""

    class Basket:
        def put(self, item: str, count: int = 1, **extra: int) -> str:
            """Put something in."""
            return f"{count} {item} {extra}"

    for target, name in [
        (functools.partial(Basket().put, count=3), "count"),
        (functools.partial(Basket().put, ripe=3), "ripe"),
        (functools.partial(Basket().put, "pear"), "item"),
        (Basket().put, "self"),
    ]:
        made = Tool.from_function(target, name="put")
        with pytest.raises(ArgumentError, match=f"{name}: no such argument"):
            made.invoke({"item": "fig", name: 9} if name != "item" else {name: "fig"})
    made = Tool.from_function(functools.partial(Basket().put, count=3))
    assert made.invoke({"item": "fig", "ripe": 1}) == "3 fig {'ripe': 1}"


def test_a_callable_object_is_named_after_its_class():
    """Its class's docstring describes it."""
    made = Tool.from_function(Scale(1))
    assert made.name == "Scale"
    assert made.description == "Weighs things."
    assert made.invoke({"grams": 3}) == 3


def test_a_callable_object_is_described_by_its_class_and_its_parameters_by_its_call():
    """Each docstring says what it stands at; the nearer one beats the other on a parameter."""

    class Repeat:
        """Say it again.

        Args:
            word: A word.
            times: How often.
        """

        def __call__(self, word: str, times: int = 2) -> str:  # noqa: D417 - its class documents times
            """Do the work.

            Args:
                word: What to say.

            Returns:
                What was said.
            """
            return word * times

    made = Tool.from_function(Repeat())
    assert made.description == "Say it again."
    texts = {name: each["description"] for name, each in made.input_schema["properties"].items()}
    assert texts == {"word": "What to say.", "times": "How often."}
    assert made.output_schema["description"] == "What was said."


def test_what_a_class_says_of_its_constructor_is_not_said_of_its_call():
    """A name that both take is documented for the constructor."""

    class Repeat:
        """Say it again.

        Args:
            word: What to begin with.
            times: How often.
        """

        def __init__(self, word: str) -> None:
            self.word = word

        def __call__(self, word: str, times: int = 2) -> str:
            return self.word + word * times

    properties = Tool.from_function(Repeat("x")).input_schema["properties"]
    assert properties == {
        "word": {"type": "string"},
        "times": {"description": "How often.", "type": "integer", "default": 2},
    }


def test_a_partial_may_have_a_name_and_a_docstring_of_its_own():
    """As functools.update_wrapper and authors give them."""
    more = functools.partial(add, b=40)
    more.__name__, more.__doc__ = "add_forty", "Add forty."
    made = Tool.from_function(more)
    assert (made.name, made.description, made.invoke({"a": 2})) == ("add_forty", "Add forty.", 42)


def test_a_lambda_needs_a_name():
    """The error says how to give one."""
    with pytest.raises(DefinitionError, match=r'name="\.\.\."'):
        Tool.from_function(lambda x: x, description="")
    assert Tool.from_function(lambda x: x, name="same", description="").invoke({"x": [1]}) == [1]


def test_a_builtin_is_a_tool():
    """Its text signature is enough."""
    assert Tool.from_function(math.isqrt).invoke({"n": 9}) == 3


@pytest.mark.parametrize("target", [42, "text", Scale, None])
def test_what_cannot_be_called_is_no_tool(target):
    """Numbers, texts and classes are refused with a cure."""
    with pytest.raises(DefinitionError):
        Tool.from_function(target, description="", name="x")


def test_a_function_without_a_docstring_must_say_so():
    """`description=""` is the way to have none."""

    def silent(x: int) -> int:
        return x

    with pytest.raises(MissingDescriptionError, match='description=""'):
        tool(silent)
    assert Tool.from_function(silent, description="").description == ""


@pytest.mark.parametrize("name", ["has space", "ä", "a" * 129, "a\n", "<lambda>"])
def test_a_name_that_no_tool_may_have_is_refused(name):
    """Letters, digits, `_`, `.` and `-`, at most 128."""
    with pytest.raises(DefinitionError, match="at most 128"):
        tool(add, name=name)


@pytest.mark.parametrize("name", ["", "  "])
def test_a_blank_name_counts_as_none(name):
    """The function's own name is taken."""
    assert Tool.from_function(add.__tool__.function, name=name).name == "add"


def test_a_text_for_the_model_in_the_place_of_the_name_is_told_so():
    """Other libraries take a description there."""
    with pytest.raises(
        DefinitionError,
        match=r"'Add two numbers\.' is no name for a tool; .* name=.add_two_numbers.; .* into description=",
    ):
        tool("Add two numbers.")(lambda a, b: a + b)


def test_a_second_name_for_a_marked_function_is_told_in_the_log_with_the_way_to_a_second_tool(caplog):
    """The function carries one tool, the latest; the first would vanish without a word."""

    @tool(name="first")
    def act(a: int) -> int:
        """Act."""
        return a

    assert tool(name="first", description="Act anew.")(act).__tool__.description == "Act anew."  # type: ignore[attr-defined]
    assert caplog.records == []
    tool(name="second")(act)
    (record,) = caplog.records
    assert "act was the tool 'first' and is now 'second'" in record.getMessage()
    assert "Tool.from_function(act, name='second')" in record.getMessage()
    assert Registry([act, Tool.from_function(act, name="third")]).names() == ["second", "third"]


def test_a_wrapper_of_a_marked_function_may_have_a_name_of_its_own():
    """What functools.wraps has copied to it is another function's tool."""

    @tool(name="inner")
    def act(a: int) -> int:
        """Act."""
        return a

    @tool(name="outer")
    @functools.wraps(act)
    def around(a: int) -> int:
        return -act(a)

    assert [(each.name, each.invoke({"a": 1})) for each in Registry([act, around])] == [("inner", 1), ("outer", -1)]


def test_a_decorator_without_wraps_is_named_as_what_may_have_lost_the_text():
    """The wrapper has neither the docstring nor the parameters."""

    def around(*args, **kwargs):
        return args, kwargs

    with pytest.raises(DefinitionError, match=r"around: no description .* put @functools\.wraps\(function\) on"):
        tool(around)
    with pytest.raises(DefinitionError) as caught:
        tool(lambda *args, **kwargs: 1, name="one")
    assert "functools.wraps" in str(caught.value)


def test_an_unknown_option_is_refused_with_the_one_that_was_meant():
    """Options are checked when the tool is made."""
    with pytest.raises(DefinitionError, match="did you mean 'timeout_seconds'"):
        tool(add, timeout_second=3)


def test_a_wrapper_over_a_tool_is_what_runs():
    """functools.wraps copies `__tool__`; the copy must not win over the wrapper."""

    @functools.wraps(add)
    def doubled(*args, **kwargs):
        return 2 * add(*args, **kwargs)

    assert Tool.of(doubled).invoke({"a": 1, "b": 1}) == 4
    assert Tool.of(add).invoke({"a": 1, "b": 1}) == 2


@dataclass
class Pair:
    """Two numbers."""

    left: int
    right: int = 1

    def __post_init__(self) -> None:
        if self.left < 0:
            raise ValueError("left must not be negative")


def test_fields_of_args_schema_reach_the_parameters_by_name():
    """The class's defaults are filled in and its checks run."""
    made = Tool.from_function(lambda left, right: left + right, name="sum", description="", args_schema=Pair)
    assert made.invoke({"left": 4}) == 5
    with pytest.raises(Exception, match="left must not be negative"):
        made.invoke({"left": -1})


def test_a_sole_parameter_of_the_args_schema_gets_the_object():
    """The arguments object becomes one value."""

    def total(pair: Pair) -> int:
        """Add."""
        return pair.left + pair.right

    made = Tool.from_function(total, args_schema=Pair)
    assert list(made.input_schema["properties"]) == ["left", "right"]
    assert made.invoke({"left": 4, "right": 2}) == 6


@pytest.mark.parametrize("target", [lambda left: left, lambda left, right, more: left])
def test_args_schema_and_parameters_must_fit(target):
    """A field without a parameter, a parameter without a field."""
    with pytest.raises(DefinitionError):
        Tool.from_function(target, name="x", description="", args_schema=Pair)


def test_a_json_schema_as_args_schema_gives_json_values():
    """The values arrive as JSON, and are validated."""
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    made = Tool.from_function(lambda n: n + 1, name="next", description="", args_schema=schema)
    assert made.invoke({"n": 1}) == 2
    with pytest.raises(Exception, match="integer"):
        made.invoke({"n": "1"})


@pytest.mark.parametrize("schema", [Pair, {"type": "object", "properties": {"left": {}, "right": {}}}])
def test_what_args_schema_describes_needs_no_hint_that_means_anything(schema: object):
    """It stands in place of the signature, so a hint may name what is imported for type checkers alone."""

    def add(left: Nowhere, right: Nowhere = 2) -> list:  # noqa: F821 - there is no such class
        """Add."""
        return [left, right]

    made = Tool.from_function(add, args_schema=schema)
    assert made.invoke({"left": 1, "right": 3}) == [1, 3]

    def listed(**kwargs: Nowhere) -> list:  # noqa: F821 - there is no such class
        """Add."""
        return [*kwargs.values()]

    assert Tool.from_function(listed, args_schema=schema).invoke({"left": 1, "right": 3}) == [1, 3]


@pytest.mark.parametrize("schema", [Pair, {"type": "object", "properties": {"left": {}, "right": {}}}])
def test_what_args_schema_does_not_describe_needs_one(schema: object):
    """The host may be meant to fill it."""

    def add(left: int, right: int, user: Nowhere = None) -> int:  # noqa: F821 - there is no such class
        """Add."""
        return left + right

    with pytest.raises(UndescribableParameterError, match=r"add\(user\): the name 'Nowhere' .* is not defined"):
        _ = Tool.from_function(add, args_schema=schema).input_schema


OPEN = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def test_an_open_schema_by_hand_does_not_open_the_function():
    """What the function has no place for is refused like any unknown argument, or left out where that is wanted."""

    def look(city: str, days: int = 1) -> str:
        """Look up a city."""
        return f"{city} {days}"

    made = Tool.from_function(look, args_schema=OPEN)
    for name in ("lang", "days"):
        with pytest.raises(ArgumentError, match=f"{name}: no such argument"):
            made.invoke({"city": "Oslo", name: 3})
    with pytest.raises(ArgumentError, match=r"city: string, got 3.*\n- lang: no such argument"):
        made.invoke({"city": 3, "lang": "no"})
    lenient = Tool.from_function(look, args_schema=OPEN, extra_arguments="ignore")
    assert Registry([lenient])["look"].invoke({"city": "Oslo"}) == "Oslo 1"
    assert Dispatcher(Registry([lenient])).dispatch(ToolCall("look", {"city": "Oslo", "lang": "no"})).value == "Oslo 1"


def test_what_an_open_schema_admits_reaches_the_rest():
    """Under every name, that of the rest among them."""

    def look(city: str, **more: object) -> tuple[str, dict[str, object]]:
        """Look up a city."""
        return city, more

    made = Tool.from_function(look, args_schema=OPEN)
    assert made.invoke({"city": "Oslo", "lang": "no", "more": 3}) == ("Oslo", {"lang": "no", "more": 3})


def test_bound_and_hidden_parameters_leave_the_schema():
    """`bind` gives a value per call, `exclude_from_schema` leaves the default."""

    def search(query: str, user: str, limit: int = 5) -> list:
        """Search."""
        return [query, user, limit]

    made = Tool.from_function(
        search, bind={"user": lambda arguments, context: arguments["query"].upper()}, exclude_from_schema={"limit"}
    )
    assert list(made.input_schema["properties"]) == ["query"]
    assert made.invoke({"query": "a"}) == ["a", "A", 5]
    with pytest.raises(Exception, match="limit"):
        made.invoke({"query": "a", "limit": 9})


def test_a_hidden_parameter_needs_a_value():
    """Without default and without bind it could never be filled."""
    with pytest.raises(DefinitionError, match="default"):
        Tool.from_function(lambda a: a, name="x", description="", exclude_from_schema={"a"})


def test_an_async_twin_serves_async_calls():
    """The function serves sync ones."""

    async def later(a: int) -> str:
        return f"later {a}"

    made = Tool.from_function(lambda a: f"now {a}", name="when", description="", coroutine=later)
    assert made.invoke({"a": 1}) == "now 1"


async def test_an_async_twin_is_awaited():
    """`ainvoke` takes it; a tool with a coroutine alone works from sync calls as well."""

    async def later(a: int) -> str:
        """Wait."""
        return f"later {a}"

    both = Tool.from_function(lambda a: f"now {a}", name="when", description="", coroutine=later)
    assert await both.ainvoke({"a": 1}) == "later 1"
    only = Tool.from_function(None, coroutine=later)
    assert await only.ainvoke({"a": 1}) == "later 1"
    assert only.invoke({"a": 1}) == "later 1"


def test_examples_are_checked_when_the_tool_is_made():
    """A wrong one is the author's mistake."""
    assert Tool.from_function(add, examples=[{"a": 1}]).input_schema["examples"] == [{"a": 1}]
    with pytest.raises(DefinitionError) as caught:
        Tool.from_function(add.__tool__.function, examples=[{"a": "1"}])
    assert str(caught.value) == (
        'add: example 1 is not valid: a: integer, got string "1" (a number in quotes: write 1 without them);'
        " correct it, or the signature"
    )


def test_a_factory_makes_the_object_of_each_call():
    """`instance=` serves an unbound method; what it makes is closed afterwards."""
    closed = []

    class Shop:
        def buy(self, item: str) -> str:
            """Buy."""
            return f"bought {item}"

        def close(self) -> None:
            closed.append(self)

    made = Tool.from_function(Shop.buy, instance=lambda arguments, context: Shop())
    assert made.invoke({"item": "tea"}) == "bought tea"
    assert len(closed) == 1


def test_the_principle_stands_on_a_line_of_its_own():
    """When to use the tool is part of what the model reads."""
    assert Tool.from_function(add, principle="numbers must be added.").description.endswith(
        "\nUse when: numbers must be added."
    )


def test_infer_schema_false_takes_texts():
    """No types are taken from the signature."""
    made = Tool.from_function(lambda a, b: a + b, name="join", description="", infer_schema=False)
    assert made.input_schema["properties"]["a"] == {"type": "string"}
    assert made.invoke({"a": "1", "b": "2"}) == "12"


@tool
def found_later() -> Later:
    """Find it."""
    return {"n": 1}


@tool(examples=[{"n": 1}])
def found_by_example(n: int) -> Later:
    """Find it."""
    return {"n": n}


class Later(TypedDict):
    n: int


@pytest.mark.parametrize("function", [found_later, found_by_example])
def test_a_result_that_is_defined_further_down_is_described(function):
    """An early look at the function is not kept."""
    assert Tool.of(function).output_schema["properties"] == {"n": {"type": "integer"}}
    assert Registry([function])[function.__name__].output_schema["required"] == ["n"]


def test_a_result_that_never_means_anything_is_none():
    """It is no error; the value is written by what it is."""

    def body() -> Nowhere:  # noqa: F821 - there is no such class
        """Body."""
        return 5

    made = Tool.from_function(body)
    assert (made.output_schema, made.invoke()) == (None, 5)


def test_a_tool_is_no_function():
    """It is changed by replace."""
    with pytest.raises(DefinitionError, match=r"add: is a tool already; use toolkit\.replace to change it"):
        Tool.from_function(Tool.of(add))


@pytest.mark.parametrize("marker", [Inject(lambda: "ann"), Inject("user")])
def test_a_marker_in_the_place_of_the_default_is_never_the_models_to_set(marker):
    """`user: str = Inject(...)` injects, as `Annotated[str, Inject(...)]` does."""

    def who(question: str, user: str = marker) -> str:
        """Say who asks."""
        return f"{user}: {question}"

    made = Tool.from_function(who)
    context = ToolContext(metadata=CallMetadata({"user": "ann"}))
    assert list(made.input_schema["properties"]) == ["question"]
    assert made.invoke({"question": "hi"}, context) == "ann: hi"
    with pytest.raises(CallError, match="user"):
        made.invoke({"question": "hi", "user": "admin"}, context)


@pytest.mark.parametrize("marker", [CallId, CallId()])
def test_the_id_of_the_call_may_be_asked_for_by_a_default(marker):
    """It comes from the call."""

    def which(call_id: str = marker) -> str:
        """Say which call it is."""
        return call_id

    assert Tool.from_function(which).invoke(ToolCall("which", {}, id="c7")) == "c7"


def test_a_context_may_be_asked_for_by_a_default():
    """It is the live one."""

    def where(context=ToolContext()) -> str:  # noqa: B008
        """Say where."""
        return context.tool.name

    assert Tool.from_function(where).invoke({}) == "where"


def shop():
    """An object whose classes end with this function."""

    class Brand(TypedDict):
        name: str

    @dataclass
    class Item:
        brand: Brand
        parts: list[Item]

    class Shop:
        class Note(NamedTuple):
            text: str

        @tool
        def sell(self, item: Item, notes: list[Note]) -> str:
            """Sell."""
            return f"{item.parts[0].brand['name']} {notes[0].text}"

        @tool
        @classmethod
        def name(cls, brand: Brand) -> str:
            """The name."""
            return brand["name"]

        @staticmethod
        @tool
        def read(note: Note) -> str:
            """Read."""
            return note.text

    return Shop()


def test_methods_outlive_the_function_that_their_classes_were_written_in():
    """What the texts in their hints say is known where they are decorated, and kept."""
    registry = Registry()
    registry.add_object(shop())
    item = {"brand": {"name": "b"}, "parts": [{"brand": {"name": "p"}, "parts": []}]}
    assert registry["sell"].invoke({"item": item, "notes": [["n"]]}) == "p n"
    assert registry["name"].invoke({"brand": {"name": "b"}}) == "b"
    assert registry["read"].invoke({"note": ["n"]}) == "n"


def reader():
    """A decorated function with a class that ends with this one."""

    class Page(NamedTuple):
        number: int

    @tool
    def read(page: Page) -> Page:
        """Read."""
        return page

    return read


def test_what_is_made_of_a_decorated_function_outlives_the_function_that_it_was_written_in():
    """The texts in its hints are read once more for a second tool, or for one of what a decorator has put around it."""
    read = reader()
    wrapped = functools.wraps(read)(lambda page: read(page=page))
    for made in (
        Tool.from_function(read, name="second"),
        Tool.of(wrapped),
        Tool.from_function(functools.partial(read)),
    ):
        assert made.invoke({"page": [1]}).number == 1
        assert made.output_schema == Tool.of(read).output_schema


@pytest.mark.skipif(sys.version_info < (3, 12), reason="needs the syntax of PEP 695")
def test_an_alias_may_name_what_is_defined_further_down():
    """Python evaluates it when it is asked for (PEP 695); a name that is never defined is told with the parameter's."""
    names: dict[str, Any] = {}
    exec(
        "import dataclasses\n"
        "from toolkit import tool\n"
        "type Order = list[Item]\n"
        "type Lost = list[Nowhere]\n"
        "@tool\n"
        "def count(order: Order) -> int:\n"
        "    'Count.'\n"
        "    return sum(each.pieces for each in order)\n"
        "@tool\n"
        "def lose(order: Lost) -> None:\n"
        "    'Lose.'\n"
        "@dataclasses.dataclass\n"
        "class Item:\n"
        "    pieces: int\n",
        names,
    )
    assert Tool.of(names["count"]).invoke({"order": [{"pieces": 2}, {"pieces": 3}]}) == 5
    with pytest.raises(
        UndescribableParameterError, match=r"lose\(order\): the name 'Nowhere' .* 'Lost' is not defined"
    ):
        _ = Tool.of(names["lose"]).input_schema
