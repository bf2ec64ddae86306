"""Tools made of another one: other names, texts, tags, arguments."""

from __future__ import annotations

import datetime as dt
import enum
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
import samples

from toolkit import (
    ApprovalRequired,
    ArgumentError,
    CallError,
    DefinitionError,
    FunctionTool,
    Inject,
    Registry,
    Tool,
    ToolCall,
    ToolContext,
    replace,
    tool,
)

weather = samples.get_weather.__tool__


class Size(enum.Enum):
    SMALL = "s"
    LARGE = "l"


@dataclass
class Range:
    """A range of numbers."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low is above high")


@tool(examples=[{"span": {"low": 1, "high": 2}, "size": "s"}])
def pick(span: Range, size: Size = Size.SMALL, since: dt.date | None = None) -> str:  # noqa: D417 - one has no text
    """Pick a number.

    Args:
        span: From where to where.
        size: How large.
    """
    return f"{span.low}-{span.high} {size} {since}"


@tool
def gather(*names: str, limit: int = 2, **others: int) -> str:
    """Gather what is there."""
    return f"{names} {limit} {others}"


def properties(made: Tool) -> dict[str, dict]:
    """The properties of the arguments."""
    return made.input_schema["properties"]


def test_a_renamed_tool_is_the_same_under_another_name():
    """Its declaration and its refusals have the new name; the old tool stays."""
    made = weather.renamed("forecast")
    assert (made.name, made.descriptor.name, weather.name) == ("forecast", "forecast", "get_weather")
    assert made.input_schema == weather.input_schema
    assert made.invoke({"city": "Rome"}) == "Rome: 21 c in 1 days"
    assert made.invoke(ToolCall("forecast", {"city": "Rome"})) == "Rome: 21 c in 1 days"
    with pytest.raises(ArgumentError, match="The arguments of forecast are not valid"):
        made.invoke({})
    with pytest.raises(CallError, match="not for 'forecast'"):
        made.invoke(ToolCall("get_weather", {}))


def test_what_a_class_refuses_is_told_under_the_new_name():
    """Loading is the inner tool's, the text is not."""
    with pytest.raises(ArgumentError, match=r"(?s)The arguments of choose are not valid.*span: low is above high"):
        pick.__tool__.renamed("choose").invoke({"span": {"low": 2, "high": 1}})


def test_a_name_that_is_none_is_refused():
    """As it is anywhere."""
    with pytest.raises(DefinitionError, match="'my tool' is no name"):
        weather.renamed("my tool")


def test_a_described_tool_has_another_text():
    """Parameters keep theirs."""
    made = weather.described("How the weather will be.")
    assert (made.description, made.descriptor.description) == ("How the weather will be.",) * 2
    assert properties(made)["unit"]["description"] == "Degrees Celsius or Fahrenheit."


def test_a_tagged_tool_has_further_tags():
    """Each once, after its own."""
    assert samples.add.__tool__.tagged("new", "math", "new").tags == ("math", "fast", "new")


def test_tags_in_a_list_are_refused_as_an_option_is():
    """They are given one by one."""
    with pytest.raises(DefinitionError, match="give a list of texts"):
        samples.add.__tool__.tagged(["a", "b"])


def test_transforms_can_be_put_one_on_another():
    """Each leaves what the others have said."""
    made = weather.renamed("forecast").tagged("geo").described("Forecast.").with_arguments(hide="days").renamed("f")
    assert (made.name, made.tags, made.description, list(properties(made))) == (
        "f",
        ("geo",),
        "Forecast.",
        ["city", "unit"],
    )
    assert made.find(FunctionTool) is weather
    assert made.body is weather.body
    assert (made.source, made.function) == ("samples:get_weather", samples.get_weather)


async def test_a_transformed_tool_runs_async_bodies():
    """As the inner one does."""
    made = samples.divide.__tool__.renamed("over").with_arguments(rename={"dividend": "top"}, defaults={"divisor": 2})
    assert await made.ainvoke({"top": 3}) == 1.5
    assert made.invoke({"top": 3, "divisor": 4}) == 0.75


def test_a_transformed_tool_can_be_replaced():
    """What it shows changes there, all else in the tool behind."""
    made = replace(weather.renamed("forecast"), name="f", description="Short.", read_only=True)
    assert (made.name, made.description, made.read_only, weather.read_only) == ("f", "Short.", True, None)
    shaped = replace(weather.with_arguments(hide="days"), name="f", tags=("geo",), timeout_seconds=3)
    assert (shaped.name, shaped.tags, shaped.timeout_seconds) == ("f", ("geo",), 3)
    assert list(properties(shaped)) == ["city", "unit"]
    assert list(properties(replace(weather.with_arguments(hide="days"), verbose=True))) == ["city", "unit"]
    declared = Tool.declare("now", "The time.")
    for shown in (declared.renamed("time"), declared.with_arguments()):
        assert replace(shown, handler=lambda arguments: "noon").invoke({}) == "noon"
    with pytest.raises(DefinitionError, match="no option 'nam'; did you mean 'name'"):
        replace(made, nam="f")


def test_the_fingerprint_follows():
    """A host that pins what it has seen notices."""
    prints = {each.fingerprint for each in (weather, weather.renamed("f"), weather.described(""), weather.tagged("a"))}
    assert len(prints) == 3


def test_an_approval_stays_in_place():
    """Also under another name, and for a predicate with other arguments."""
    assert ApprovalRequired(weather).renamed("f").find(ApprovalRequired) is not None
    guarded = replace(weather, approval=lambda arguments, context: arguments["city"] == "Rome" and arguments["days"])
    made = guarded.with_arguments(rename={"city": "place"}, hide="days", defaults={"days": 7})
    assert made.approval({"place": "Rome"}, None) == 7
    assert made.approval({"place": "Oslo"}, None) is False


def test_a_hidden_argument_has_its_value():
    """From `defaults`, or from the function; the model cannot give another one."""
    made = weather.with_arguments(hide=iter(["unit", "days"]), defaults={"unit": "f"})
    assert list(properties(made)) == ["city"]
    assert made.invoke({"city": "Rome"}) == "Rome: 21 f in 1 days"
    with pytest.raises(ArgumentError, match="unit: no such argument"):
        made.invoke({"city": "Rome", "unit": "c"})


def test_a_hidden_argument_without_value_is_refused():
    """The error says how to give it one."""
    with pytest.raises(
        DefinitionError, match=r"""the hidden argument 'city' has no value; give it one: defaults=\{"c"""
    ):
        weather.with_arguments(hide="city")


def test_a_renamed_argument_reaches_the_tool_under_its_own_name():
    """And is told to the model under the new one, at any depth."""
    made = pick.__tool__.with_arguments(rename={"span": "range", "since": "from"})
    assert list(properties(made)) == ["range", "size", "from"]
    assert made.invoke({"range": {"low": 1, "high": 2}, "from": "2026-01-02"}) == "1-2 Size.SMALL 2026-01-02"
    with pytest.raises(ArgumentError) as refused:
        made.invoke({"range": {"low": 3, "high": 2}})
    assert [each.path for each in refused.value.violations] == ["range"]
    with pytest.raises(ArgumentError) as refused:
        pick.__tool__.with_arguments(rename={"since": "from"}).invoke({"span": {"low": 3, "high": 2}})
    assert [each.path for each in refused.value.violations] == ["span"]
    with pytest.raises(ArgumentError) as refused:
        made.invoke({"range": {"low": "x", "high": 2}, "span": 1})
    assert [each.path for each in refused.value.violations] == ["range.low", "span"]


def test_a_fault_deep_inside_has_the_new_name_in_its_path():
    """Also where a class finds it."""

    @tool
    def pick_all(spans: list[Range]) -> int:
        """Pick from each."""
        return len(spans)

    made = pick_all.__tool__.with_arguments(rename={"spans": "all ranges"})
    with pytest.raises(ArgumentError) as refused:
        made.invoke({"all ranges": [{"low": 1, "high": 1}, {"low": 2, "high": 1}]})
    assert [each.path for each in refused.value.violations] == ["all ranges[1]"]


def test_names_may_be_swapped():
    """They are given all at once."""
    made = samples.add.__tool__.with_arguments(rename={"a": "b", "b": "a"})
    assert made.input_schema["required"] == ["b"]
    assert (
        samples.divide.__tool__.with_arguments(rename={"dividend": "divisor", "divisor": "dividend"}).invoke(
            {"divisor": 1, "dividend": 2}
        )
        == 0.5
    )


def test_two_arguments_of_one_name_are_refused():
    """A new name must be free."""
    with pytest.raises(DefinitionError, match="two arguments would be called 'days'"):
        weather.with_arguments(rename={"city": "days"})
    assert list(properties(weather.with_arguments(rename={"city": "days"}, hide="days"))) == ["days", "unit"]


def test_a_default_makes_an_argument_optional():
    """It stands in the schema; a value that is given wins."""
    made = weather.with_arguments(defaults={"city": "Oslo", "days": 3})
    assert "required" not in made.input_schema
    assert (properties(made)["city"]["default"], properties(made)["days"]["default"]) == ("Oslo", 3)
    assert made.invoke() == "Oslo: 21 c in 3 days"
    assert made.invoke({"city": "Rome"}) == "Rome: 21 c in 3 days"


def test_defaults_may_be_python_values():
    """They are written as JSON."""
    made = pick.__tool__.with_arguments(
        hide=("span", "since"), defaults={"span": Range(1, 2), "size": Size.LARGE, "since": dt.date(2026, 1, 2)}
    )
    assert properties(made)["size"]["default"] == "l"
    assert made.invoke({}) == "1-2 Size.LARGE 2026-01-02"


def test_a_default_that_does_not_fit_is_refused():
    """When the tool is made."""
    with pytest.raises(DefinitionError, match="the default of 'days' is not valid: days: integer, got string"):
        weather.with_arguments(defaults={"days": "three"})
    with pytest.raises(DefinitionError, match="the default of 'days': object has no JSON form"):
        weather.with_arguments(defaults={"days": object()})


def test_each_call_has_its_own_default():
    """What a body does to a list stays in that call."""

    @tool
    def collect(items: list[str]) -> int:
        """Collect."""
        items.append("x")
        return len(items)

    made = collect.__tool__.with_arguments(hide="items", defaults={"items": ["a"]})
    assert [made.invoke({}), made.invoke({})] == [2, 2]


def test_an_argument_has_another_text():
    """The type's own text gives way."""
    made = weather.with_arguments(describe={"city": "Where.", "unit": ""})
    assert properties(made)["city"]["description"] == "Where."
    assert "description" not in properties(made)["unit"]


@pytest.mark.parametrize("option", ["hide", "rename", "defaults", "describe"])
def test_a_name_that_is_no_argument_is_refused(option: str):
    """With the closest one, in each option."""
    with pytest.raises(
        DefinitionError, match=f"get_weather: {option} names 'citi', which is no argument; did you mean"
    ):
        weather.with_arguments(**{option: ["citi"] if option == "hide" else {"citi": "x"}})
    with pytest.raises(DefinitionError, match="which is no argument; the arguments are city, days, unit"):
        weather.with_arguments(hide="xyz")
    with pytest.raises(DefinitionError, match="which is no argument; it has none"):
        Tool.declare("now", "", {"properties": {}}).with_arguments(hide="x")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"hide": 5}, "with_arguments: hide=5; give names of arguments"),
        ({"hide": {"unit": "c"}}, "with_arguments: hide=.*; give names of arguments"),
        ({"hide": [5]}, "hide names 5, which is no argument"),
        ({"rename": ["unit"]}, "with_arguments: rename=.*; give a dict of texts by name"),
        ({"rename": {"unit": 5}}, "with_arguments: rename=.*; give a dict of texts by name"),
        ({"describe": {"unit": None}}, "with_arguments: describe=.*; give a dict of texts by name"),
        ({"defaults": ["unit"]}, "with_arguments: defaults=.*; give a dict of values by name"),
    ],
)
def test_changes_of_another_form_are_refused(changes: dict[str, Any], told: str):
    """A name that is no text would stand in the schema, and nothing could be sent under it."""
    with pytest.raises(DefinitionError, match=told):
        weather.with_arguments(**changes)


def test_examples_are_translated():
    """They are valid for the new arguments, and stand in the schema, those of a foreign one too."""
    made = pick.__tool__.with_arguments(rename={"span": "range"}, hide="size")
    assert made.examples == ({"range": {"low": 1, "high": 2}},)
    assert made.input_schema["examples"] == [*made.examples]
    made.validate(made.examples[0])
    foreign = {"properties": {"q": {"type": "string"}}, "examples": [{"q": "tea"}, "no object"]}
    renamed = Tool.declare("find", "", foreign).with_arguments(rename={"q": "words"})
    assert renamed.input_schema["examples"] == [{"words": "tea"}]


def test_further_arguments_do_not_reach_what_is_hidden():
    """A tool that takes any name still refuses those that mean something else here."""
    made = gather.__tool__.with_arguments(hide="limit", rename={"names": "words"})
    assert made.invoke({"words": ["a"], "x": 1}) == "('a',) 2 {'x': 1}"
    for name in ("limit", "names"):
        with pytest.raises(ArgumentError, match=f"{name}: no such argument"):
            made.invoke({name: 5})


def test_a_foreign_schema_is_held_to_behind():
    """Rules between arguments are left out of what is shown, and checked all the same."""
    schema = {
        "type": "object",
        "description": "What to send.",
        "properties": {"mail": {"type": "string"}, "phone": {"type": "string"}, "key": {"type": "string"}},
        "anyOf": [{"required": ["mail"]}, {"required": ["phone"]}],
    }
    sent = Tool.declare("send", "Send.", schema, handler=lambda arguments: arguments)
    made = sent.with_arguments(rename={"mail": "address"}, hide="key", defaults={"key": "k"})
    assert "anyOf" not in made.input_schema
    assert made.input_schema["description"] == "What to send."
    assert made.invoke({"address": "a@b.c"}) == {"key": "k", "mail": "a@b.c"}
    with pytest.raises(ArgumentError, match="The arguments of send are not valid"):
        made.invoke({})


def test_injected_values_and_bound_ones_are_given_as_ever():
    """A function in `bind` gets the arguments as the tool behind knows them."""

    @tool(bind={"user": lambda arguments, context: f"{context.deps} for {arguments['goal']}"})
    def book(goal: str, user: str, context: ToolContext[str], deps: Annotated[str, Inject()]) -> str:
        """Book a trip."""
        return f"{goal} {user} {deps}"

    made = book.__tool__.with_arguments(rename={"goal": "place"}).renamed("reserve")
    assert made.invoke({"place": "Rome"}, context="ann") == "Rome ann for Rome ann"


def test_a_declaration_can_be_transformed():
    """Its calls stay the caller's."""
    made = Tool.of(samples.SEARCH).with_arguments(rename={"query": "q"}).renamed("find")
    assert made.input_schema["required"] == ["q"]
    with pytest.raises(CallError) as refused:
        made.invoke({"q": "x"})
    assert refused.value.kind == "external"


def test_a_delegate_in_front_gets_arguments_as_they_are_shown():
    """What it passes on is checked and translated again."""

    class Loud(ApprovalRequired):
        def execute_call(self, arguments, context):
            return super().execute_call({"place": arguments["place"].upper()}, context)

    made = Loud(weather.with_arguments(rename={"city": "place"}))
    assert made.invoke({"place": "Rome"}) == "ROME: 21 c in 1 days"


def test_a_tool_whose_hints_wait_can_be_renamed():
    """Its declaration is not asked for before it must be."""

    @tool
    def later(place: Place) -> str:  # noqa: F821 - defined below
        """Later."""
        return place.name

    made = later.__tool__.renamed("sooner")
    globals()["Place"] = dataclass(type("Place", (), {"__annotations__": {"name": str}}))
    try:
        assert Registry([made])["sooner"].invoke({"place": {"name": "x"}}) == "x"
    finally:
        del globals()["Place"]
