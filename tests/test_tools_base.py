"""Tools that are written as classes."""

from __future__ import annotations

import asyncio
import copy
import functools
import pickle
from dataclasses import dataclass
from datetime import date
from typing import Annotated, TypedDict

import pytest

from toolkit import (
    ArgumentError,
    CallError,
    DefinitionError,
    Dispatcher,
    DocstringError,
    IntegerType,
    MissingContextError,
    MissingDescriptionError,
    Registry,
    Tool,
    ToolCall,
    ToolContext,
    ToolDescriptor,
    ToolParameterDescriptor,
    replace,
    schemas,
)


class Add(Tool):
    description = "Add two numbers."

    def execute(self, a: int, b: int = 1) -> int:
        return a + b


class Digits(Tool):
    """Add two digits."""

    @dataclass
    class Args:
        left: int
        right: int

        def __post_init__(self) -> None:
            if not 0 <= self.left <= 9:
                raise ValueError("left must be a single digit (0-9)")

    async def execute(self, args: Args) -> int:
        await asyncio.sleep(0)
        return args.left + args.right


class Shift(Tool):
    __slots__ = ("by",)
    description = "Add what the tool was made with."

    def __init__(self, by: int) -> None:
        self.by = by

    def execute(self, a: int) -> int:
        return a + self.by


class Point(TypedDict):
    x: int
    y: int


class Norm(Tool[Point, int]):
    name = "norm"
    description = "The Manhattan norm."
    tags = ("geometry",)

    def execute(self, args: Point) -> int:
        return abs(args["x"]) + abs(args["y"])


def test_a_class_takes_its_name_in_snake_case_and_its_options_from_attributes():
    """Without `name` the class's own; description falls back to the docstring."""
    assert Add().name == "add"
    assert Add().description == "Add two numbers."
    assert Add.description == "Add two numbers."
    assert Digits().description == "Add two digits."
    assert Norm().tags == ("geometry",)


def test_execute_is_read_as_a_function_is():
    """By signature, with defaults."""
    assert Add().input_schema["required"] == ["a"]
    assert Add().invoke({"a": 1}) == 2


def test_execute_may_take_the_whole_arguments_object():
    """Through a nested Args, or through Tool[Args, Result]."""
    assert Digits().invoke({"left": 1, "right": 2}) == 3
    assert Norm().invoke({"x": -1, "y": 2}) == 3
    assert Norm().output_schema == {"type": "integer"}


def test_a_check_in_the_class_is_an_argument_error():
    """What it says stands in the refusal."""
    with pytest.raises(ArgumentError, match="left must be a single digit"):
        Digits().invoke({"left": 10, "right": 1})


def test_tool_of_arguments_must_be_taken_by_exactly_one_parameter():
    """Otherwise nobody could say where it goes."""

    class Wrong(Tool[Point, int]):
        description = ""

        def execute(self, x: int, y: int) -> int:
            return x + y

    with pytest.raises(DefinitionError, match="exactly one Point"):
        _ = Wrong().input_schema


def test_run_is_another_name_of_execute():
    """Tools that come from elsewhere keep their method."""

    class Old(Tool):
        description = ""

        def _run(self, x: int) -> int:
            return x

    assert Old().invoke({"x": 3}) == 3


def test_a_class_without_execute_is_no_tool():
    """The error names the method to write."""

    class Empty(Tool):
        description = ""

    with pytest.raises(DefinitionError, match="def execute"):
        _ = Empty().input_schema


@pytest.mark.parametrize("name", ["forward", "run", "call", "__call__"])
def test_a_method_that_other_libraries_call_is_told_to_be_renamed(name: str):
    """Whoever ports a class of theirs need not look for what is missing."""
    other = type("Other", (Tool,), {"description": "Other.", name: lambda self, task: task})
    with pytest.raises(DefinitionError, match=rf"other: .* def execute\(self, \.\.\.\) in the place of {name}$"):
        _ = other().input_schema


def test_a_descriptor_may_be_written_by_hand():
    """It is the declaration and what arguments are held to; execute gets them by name."""

    class Root(Tool):
        descriptor = ToolDescriptor("root", "Integer root.", [ToolParameterDescriptor("n", "A number", IntegerType())])

        def execute(self, n: int) -> int:
            return int(n**0.5)

    assert Root().name == "root"
    assert Root().description == "Integer root."
    assert Root().invoke({"n": 10}) == 3
    with pytest.raises(ArgumentError, match="integer"):
        Root().invoke({"n": "10"})


def test_arguments_and_results_may_be_read_and_written_by_the_class():
    """`load_arguments` may refuse: that is an argument error."""

    class Codec(Tool):
        description = ""

        def load_arguments(self, arguments: dict) -> int:
            if arguments["n"] > 5:
                raise LookupError("n is too large")
            return arguments["n"] * 10

        def execute(self, n: int) -> int:
            return n

    assert Codec().invoke({"n": 2}) == 20
    with pytest.raises(ArgumentError, match="n is too large"):
        Codec().invoke({"n": 6})


def test_what_the_base_reads_and_writes_may_be_changed_by_a_class():
    """`super().load_arguments` gives values by name or the whole object; `super().dump_result` the result."""

    class Span(Tool):
        description = ""

        def load_arguments(self, arguments: dict) -> dict:
            loaded = super().load_arguments(arguments)
            return {"first": min(loaded.values()), "last": max(loaded.values())}

        def execute(self, first: date, last: date = date(2030, 1, 1)) -> int:
            return (last - first).days

        def dump_result(self, result: int) -> str:
            return f"{super().dump_result(result)} days"

    class Whole(Tool):
        description = ""

        @dataclass
        class Args:
            n: int

        def load_arguments(self, arguments: dict) -> Args:
            loaded = super().load_arguments(arguments)
            return self.Args(loaded.n + 1)

        def execute(self, args: Args) -> int:
            return args.n

    ends = {"first": "2031-01-03", "last": "2031-01-01"}
    assert Span().invoke(ends) == 2
    assert Dispatcher([Span()]).dispatch(ToolCall("span", ends)).text == "2 days"
    assert Whole().invoke({"n": 1}) == 2
    with pytest.raises(ArgumentError, match="first"):
        Span().invoke({"first": "soon"})


def test_a_dict_that_holds_other_names_is_the_sole_argument():
    """Of a class that reads its arguments by itself."""

    class Keys(Tool):
        description = ""

        def load_arguments(self, arguments: dict) -> dict:
            return {"x": arguments["options"]}

        def execute(self, options: dict[str, int]) -> list[str]:
            return [*options]

    assert Keys().invoke({"options": {}}) == ["x"]


def test_a_context_is_injected_and_must_be_there():
    """It is no argument."""

    class Who(Tool):
        description = ""

        def execute(self, greeting: str, context: ToolContext[str]) -> str:
            return f"{greeting} {context.deps}"

    assert list(Who().input_schema["properties"]) == ["greeting"]
    assert Who().invoke({"greeting": "hi"}, context="ann") == "hi ann"
    with pytest.raises(MissingContextError, match="who"):
        Who().invoke({"greeting": "hi"})


def test_invoke_takes_the_forms_of_arguments_and_no_other():
    """None, a dict, JSON text, a ToolCall of this tool."""
    assert Add().invoke(ToolCall("add", '{"a": 2}')) == 3
    with pytest.raises(CallError, match="not for 'add'"):
        Add().invoke(ToolCall("other", {"a": 2}))
    with pytest.raises(ArgumentError, match="required"):
        Add().invoke()
    with pytest.raises(CallError, match="JSON"):
        Add().invoke("2")


def test_arguments_are_always_validated():
    """Also when there are none."""
    with pytest.raises(ArgumentError, match="a: required"):
        Add().invoke(None)
    Add().validate({"a": 1})
    with pytest.raises(ArgumentError):
        Add().validate({"a": "1"})


def test_a_fingerprint_follows_what_a_model_sees():
    """Name, description and schema."""
    changed = Add().replaced({"description": "Sum."})
    assert changed.description == "Sum."
    assert Add().fingerprint == Add().fingerprint
    assert changed.fingerprint != Add().fingerprint
    assert changed.invoke({"a": 1}) == 2


def test_find_begins_with_the_tool_itself():
    """With a key the base finds nothing."""
    made = Add()
    assert made.find(Add) is made
    assert made.find(Norm) is None
    assert made.find(Add, "key") is None


class Ride(Tool):
    """Order a ride."""

    def execute(self, to: Annotated[str, "Where to."], context: ToolContext, seats: int = 1) -> str:
        return f"{seats} to {to} by {context.call.name}"


class Shuttle(Ride):
    """Order a shuttle."""

    def execute(self, to, context, seats=4):  # noqa: D417
        """Go.

        Args:
            to: Which hotel.
        """
        return super().execute(to, context, seats)


def test_a_class_without_hints_takes_what_the_class_that_it_derives_from_takes():
    """What the host fills stays the host's; what the class itself says in its docstring was written later."""
    made = Shuttle()
    assert made.input_schema["properties"] == {
        "to": {"description": "Which hotel.", "type": "string"},
        "seats": {"type": "integer", "default": 4},
    }
    assert made.output_schema == {"type": "string"}
    call = {"name": "shuttle", "arguments": {"to": "Ritz"}}
    assert Dispatcher([made]).dispatch(call).value == "4 to Ritz by shuttle"

    class Walk(Ride):
        """Walk there."""

        @classmethod
        def execute(cls, to, context, seats=0):
            return f"{cls.__name__} to {to} by {context.call.name}, {seats} seats"

    assert Walk().input_schema["properties"]["to"] == {"description": "Where to.", "type": "string"}


def test_what_execute_is_need_not_be_a_function():
    """A partial has no name by which something could be overridden."""

    class Twice(Tool):
        """Multiply by two."""

        name = "twice"
        execute = staticmethod(functools.partial(lambda factor, number=1: factor * number, 2))

    assert Dispatcher([Twice()]).dispatch({"name": "twice", "arguments": {"number": 3}}).value == 6


def test_the_arguments_class_may_stand_alone():
    """`Tool[Args]` says nothing of the result."""

    class Distance(Tool[Point]):
        description = "How far."

        def execute(self, args: Point) -> str:
            return f"{args['x'] + args['y']} away"

    assert Distance().invoke({"x": 1, "y": 2}) == "3 away"
    assert Distance().output_schema == {"type": "string"}


def test_the_parameter_of_the_arguments_need_not_repeat_their_class():
    """The base of the class has said it."""

    class Distance(Tool[Point, int]):
        description = "How far."

        def execute(self, args, context: ToolContext):
            return args["x"] + args["y"]

    assert Distance().invoke({"x": 1, "y": 2}) == 3


async def test_an_async_twin_is_named_as_elsewhere():
    """`_arun` beside `_run` or `execute` serves async calls; alone it serves all."""

    class Both(Tool):
        description = ""

        def _run(self, x: int) -> str:
            return f"now {x}"

        async def _arun(self, x: int) -> str:
            return f"later {x}"

    class Alone(Tool):
        description = ""

        async def _arun(self, x: int) -> str:
            return f"later {x}"

    class Beside(Tool):
        description = ""

        def execute(self, x: int) -> str:
            return f"now {x}"

        async def coroutine(self, x: int) -> str:
            return f"later {x}"

    for made in (Both(), Beside()):
        assert (made.invoke({"x": 1}), await made.ainvoke({"x": 1})) == ("now 1", "later 1")
    assert (Alone().invoke({"x": 1}), await Alone().ainvoke({"x": 1})) == ("later 1", "later 1")


def test_options_are_set_by_the_class_or_its_constructor_and_by_nobody_else():
    """A change afterwards would reach no schema, so it is refused with the cure."""

    class Times(Tool):
        def __init__(self, factor: int) -> None:
            self.factor = factor
            self.name = f"times_{factor}"
            self.description = f"{self.name} multiplies."

        def execute(self, n: int) -> int:
            return n * self.factor

    made = Times(3)
    assert (made.name, made.description, made.invoke({"n": 2})) == ("times_3", "times_3 multiplies.", 6)
    cure = r"Times\('times_3'\) does not change; use toolkit.replace\(tool, description=...\)"
    with pytest.raises(AttributeError, match=cure):
        made.description = "Other."
    assert replace(made, description="Other.").description == "Other."
    assert made.description == "times_3 multiplies."


def test_a_class_may_say_that_it_declares_no_result():
    """By None or False, as a type checker or a person reads it; or what it declares in its place."""

    class Bare(Tool):
        description = ""

        def execute(self) -> int:
            return 1

    class Silent(Bare):
        output_schema = None

    class Said(Bare):
        output_schema = {"type": "number"}

    schemas = [each().output_schema for each in (Bare, Silent, Said)]
    assert schemas == [{"type": "integer"}, None, {"type": "number"}]
    assert replace(Bare(), output_schema=False).output_schema is None


def test_a_class_may_say_what_it_returns():
    """In place of the annotation; None is as good as saying nothing."""

    class Wide(Tool):
        description = ""
        return_type = float

        def execute(self) -> int:
            return 1

    class Silent(Wide):
        return_type = None

    assert [each().output_schema for each in (Wide, Silent)] == [{"type": "number"}, {"type": "integer"}]


def test_a_base_without_a_body_cannot_be_executed():
    """It is there to be overridden."""
    with pytest.raises(NotImplementedError):
        Tool().execute()


def test_the_nearest_class_decides_of_an_option():
    """Whether it says it or computes it."""

    class Computed(Tool):
        description = ""

        @property
        def title(self) -> str:
            return f"about {type(self).__name__}"

        def execute(self) -> None:
            return None

    class Said(Computed):
        title = "said"

    class Again(Said):
        @property
        def title(self) -> str:
            return "again"

    assert [each().title for each in (Computed, Said, Again)] == ["about Computed", "said", "again"]
    assert [each().options.title for each in (Computed, Said, Again)] == ["about Computed", "said", "again"]


def test_what_the_base_says_of_execute_describes_no_tool():
    """A class without a text has none; its own docstrings count, the class's before that of `execute`."""

    class Silent(Tool):
        def execute(self, a: int) -> int:
            return a

    class Method(Tool):
        def execute(self, a: int) -> int:
            """Give it back."""
            return a

    class Both(Method):
        """Echo."""

    class Inheriting(Method):
        def execute(self, a: int) -> int:
            return a

    with pytest.raises(MissingDescriptionError, match="silent: no description for the model"):
        _ = Silent().description
    described = [Method().description, Both().description, Inheriting().description]
    assert described == ["Give it back.", "Echo.", "Give it back."]


class Echo(Tool):
    """Echo.

    Args:
        unit: What one time is.
        word: What to say.
        times: How often.
    """

    def __init__(self, unit: int = 1) -> None:
        self.unit = unit

    def execute(self, word: str, times: int = 2, unit: str = "") -> str:  # noqa: D417 - its class documents times
        """Say it.

        Args:
            word: A word.

        Returns:
            What was said.
        """
        return word * times * self.unit + unit


def test_a_class_may_document_the_arguments_of_execute():
    """What `execute` says itself comes first; what the class was made with is another thing."""
    made = Echo()
    assert made.description == "Echo."
    assert made.output_schema["description"] == "What was said."
    texts = {name: each.get("description") for name, each in made.input_schema["properties"].items()}
    assert texts == {"word": "A word.", "times": "How often.", "unit": None}


def test_both_docstrings_of_a_class_are_held_to_the_parameters():
    """A name that is none is found in either."""

    class OfClass(Echo):
        """Echo.

        Args:
            wrd: What to say.
        """

    class OfMethod(Echo):
        """Echo."""

        def execute(self, word: str) -> str:  # noqa: D417 - a slip is tested
            """Say it.

            Args:
                wrd: A word.
            """
            return word

    for cls in (OfClass, OfMethod):
        with pytest.raises(DocstringError, match="the docstring documents 'wrd', which is no parameter"):
            _ = replace(cls(), strict_docstring=True).input_schema


async def shout_later(word: str) -> str:
    """Shout, later."""
    return word.upper()


def test_what_is_no_tool_names_what_makes_one():
    """The constructor of the base, and an object in the place of a tool."""
    with pytest.raises(TypeError, match=r"use @tool, Tool.from_function\(f\), Tool.of\(x\) or Tool.declare;"):
        Tool(print)  # type: ignore[call-arg]
    for take in (Tool.of, Registry().add):
        with pytest.raises(DefinitionError, match=r"class object is no tool; .*registry.add_object\(obj\)"):
            take(object())
        coming = shout_later("a")
        with pytest.raises(DefinitionError, match=r"^shout_later: an object of class coroutine .* without calling it$"):
            take(coming)
        coming.close()


def test_an_attribute_that_is_an_option_elsewhere_leaves_a_warning(caplog: pytest.LogCaptureFixture):
    """Nobody would heed it, be it a limit or an approval; what the class itself reads is its own."""

    class Slow(Tool):
        """Be slow."""

        timeout = 3
        needs_approval = True
        max_retries = 2

        def execute(self) -> int:
            return self.max_retries

    assert Slow().invoke() == 2
    name = Slow.__qualname__
    assert caplog.messages == [
        f"{name}: nothing reads the attribute timeout; here it is timeout_seconds=",
        f"{name}: nothing reads the attribute needs_approval; here it is approval=True",
    ]


def test_a_misspelt_option_of_a_class_is_told_to_the_log(caplog):
    """`@tool` raises for it; a class may have attributes of its own, which are let be."""

    class Versioned:
        version_ = "1"

    class Slow(Versioned, Tool):
        """Be slow."""

        timeout_second = 3
        idempotant = True
        exampels = [{}]
        type = "x"
        retrys = "never"
        tool_name = "slow"
        sequentiel = True
        output_schemas = False
        version_ = "2"
        _timeout_second = 3

        @property
        def titel(self) -> str:
            return ""

        @property
        def order(self) -> list[int]:
            return sorted([1, 2], key=lambda _: self.sequentiel)

        @classmethod
        def made(cls) -> object:
            return getattr(cls, "output_schemas", None)

    name = Slow.__qualname__
    assert caplog.messages == [
        f"{name}: nothing reads the attribute timeout_second; did you mean 'timeout_seconds'?",
        f"{name}: nothing reads the attribute idempotant; did you mean 'idempotent'?",
        f"{name}: nothing reads the attribute exampels; did you mean 'examples'?",
    ]


def counting_tools():
    """Tools whose classes end with this function."""

    class Start(TypedDict):
        at: int

    @dataclass
    class Args:
        start: Start

    class Count(Tool):
        """Count."""

        def execute(self, start: Start) -> int:
            return start["at"] + 1

    class CountTo(Tool[Args, int]):
        """Count."""

        def execute(self, args):
            return args.start["at"]

    return Count(), CountTo()


def test_a_tool_outlives_the_function_that_its_class_was_written_in():
    """What its hints say is known when the class is made, and kept."""
    assert [each.invoke({"start": {"at": 1}}) for each in counting_tools()] == [2, 1]


def test_whoever_gets_a_schema_gets_a_copy():
    """What is done to it reaches no declaration, no check and no fingerprint; the library itself shares one."""

    def halve(amounts: list[int]) -> list[int]:
        """Halve."""
        return [each // 2 for each in amounts]

    made, same = Tool.from_function(halve), Tool.from_function(halve)
    for taken in (made.input_schema["properties"]["amounts"], made.output_schema):
        taken["items"]["type"] = "string"
    assert schemas([made]) == schemas([same])
    assert (made.input_schema, made.output_schema) == (same.input_schema, same.output_schema)
    assert made.fingerprint == same.fingerprint
    assert made.invoke({"amounts": [4]}) == [2]
    assert made.contract.input_schema is made.contract.input_schema


def test_definitions_of_arguments_and_of_the_result_are_kept_apart():
    """Both schemas of a declaration may use one name for two things."""
    arguments, result = (
        {
            "properties": {"a": {"$ref": "#/$defs/N"}, "b": {"$ref": "#/$defs/N_result"}},
            "$defs": {"N": {"properties": {member: {"$ref": "#/$defs/N"}}}, "N_result": {"type": type_}},
        }
        for member, type_ in (("n", "string"), ("m", "integer"))
    )
    made = Tool.declare("walk", "Walk.", arguments, result)
    assert made.input_schema["$defs"]["N"]["properties"].keys() == {"n"}
    assert made.output_schema["properties"] == {"a": {"$ref": "#/$defs/N"}, "b": {"$ref": "#/$defs/N_result"}}
    assert made.output_schema["$defs"]["N"]["properties"].keys() == {"m"}
    assert made.output_schema["$defs"]["N_result"] == {"type": "integer"}


def test_a_copy_keeps_what_stands_in_slots():
    """A class may have them beside the attributes of every tool."""
    shift = Shift(2)
    made = (replace(shift, name="other"), copy.copy(shift), pickle.loads(pickle.dumps(shift)))
    assert [each.invoke({"a": 1}) for each in made] == [3, 3, 3]


@pytest.mark.parametrize("name", ["run", "load", "_body", "_read", "_target", "_twin", "_types"])
def test_a_class_may_have_a_method_or_attribute_of_its_own(name):
    """What the library itself calls bears no name that an author is likely to take."""

    class Doubling(Tool):
        """Double a number."""

        def execute(self, a: int) -> int:
            return 2 * a

    class Keeping(Doubling):
        """Double a number."""

        def __init__(self) -> None:
            setattr(self, name, "mine")

    setattr(Doubling, name, lambda self, a: a)
    for made in (Doubling(), Keeping()):
        assert made.invoke({"a": 2}) == 4
        assert Dispatcher([made]).call(made, a=2).unwrap() == 4


@pytest.mark.parametrize("name", ["body", "contract", "find", "options"])
def test_a_name_that_tools_have_already_is_refused(name):
    """As a member of the class when it is written, as an attribute when it is set; the text says what to do."""
    told = f"Search: '{name}' is a name that tools have already; call it _{name}"
    with pytest.raises(DefinitionError, match=f"^{told}$"):
        type("Search", (Tool,), {name: lambda self: self})
    made = type("Search", (Tool,), {"execute": lambda self: None})()
    with pytest.raises(DefinitionError, match=f"^{told}$"):
        setattr(made, name, {"limit": 3})
