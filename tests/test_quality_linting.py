"""Each rule finds what it says, and lets good tools pass."""

from __future__ import annotations

import datetime as dt
import functools
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Optional

import pytest
from annotated_types import Ge, MultipleOf

from toolkit import DelegatingTool, Registry, Tool, tool
from toolkit.examples import weather
from toolkit.quality import RULES, Finding, errors, lint

Documented = Annotated[str, "What it is."]


def declared(name: str = "act", description: str = "Act well.", schema: Any = None, **options: Any):
    """A declared tool."""
    return Tool.declare(name, description, {"properties": {}} if schema is None else schema, **options)


def found(*tools: Any, **asked: Any):
    """What is found, in short: rule, tool and place."""
    return [(each.code, each.tool, each.place) for each in lint(tools, **asked)]


def only(code: str, *tools: Any, **asked: Any):
    """The one finding under a code."""
    (finding,) = [each for each in lint(tools, **asked) if each.code == code]
    return finding


def test_good_tools_pass():
    """With all providers at once, strictly, too."""
    assert lint(Registry([weather.get_weather, weather.list_cities])) == ()
    assert lint([weather.get_weather], ["openai", "gemini", "anthropic"], strict=True) == ()


def test_a_finding_is_data():
    """For programs, with the level of its rule."""
    finding = only("D101", declared(description=" "))
    assert finding == Finding("D101", "act", "", "no description", finding.cure)
    assert finding.to_dict() == {
        "level": "error",
        "code": "D101",
        "tool": "act",
        "place": "",
        "what": "no description",
        "cure": "say in a docstring what it does and when to use it",
        "path": None,
        "line": None,
    }


def test_a_finding_tells_where_the_function_of_its_tool_stands():
    """Of a function, a method and what stands before them; nothing is known of declarations, and of tools together."""

    @tool
    def act(x: int) -> None:
        """Act."""

    class Actor:
        @tool("go")
        def act(self, x: int) -> None:
            """Go."""

    code, method = act.__code__, Actor.act.__code__
    described = [act, Tool.of(Actor().act), Tool.of(act).renamed("run").described("Run.")]
    handled = Tool.declare("handled", "Done.", {"properties": {"x": {"type": "integer"}}}, handler=lambda _: 1)
    places = {(each.code, each.tool): (each.path, each.line) for each in lint([*described, handled], max_chars=1)}
    assert places == {
        ("C602", ""): (None, None),
        ("D102", "act"): (code.co_filename, code.co_firstlineno),
        ("D102", "go"): (code.co_filename, method.co_firstlineno),
        ("D102", "handled"): (None, None),
        ("D102", "run"): (code.co_filename, code.co_firstlineno),
    }


def test_every_rule_says_what_and_why():
    """One letter for what it is about, and a number."""
    assert all(code[0] in "DTNBPC" and code[1:].isdecimal() for code in RULES)
    assert all(rule.finds and rule.why and rule.level in {"error", "warning"} for rule in RULES.values())


def test_errors_come_first():
    """Then each tool by itself."""

    @tool
    def late(x: int) -> None:
        """Act late."""

    assert [code for code, *_ in found(late, declared(description=""))] == ["D101", "D102"]
    assert errors(lint([late])) == ()


def test_rules_can_be_left_out():
    """By their code, for all tools or for some."""
    assert found(declared(description=""), ignore=["D101"]) == []
    nameless = [declared("go", ""), declared("go_on", "")]
    assert [name for _, name, _ in found(*nameless, ignore=["D101:go_*", "D102"])] == ["go"]
    assert found(*nameless, ignore="D101") == []


def test_a_rule_that_there_is_not_is_refused():
    """It would leave nothing out in silence."""
    for ignore in ("D999", ["D101", "d102:go_*"]):
        with pytest.raises(KeyError, match=r"no rule '(D999|d102)'; the keys of toolkit\.quality\.RULES"):
            lint([declared()], ignore=ignore)


def test_arguments_without_a_text_are_found():
    """A text may stand with the parameter, its type, or a class of its own."""

    @tool
    def act(one: Documented, two: int, three: Annotated[list[int], "Some numbers."]) -> None:
        """Act."""

    assert found(act) == [("D102", "act", "arguments.two")]
    assert 'Annotated[..., "text"] of two' in only("D102", act).cure


@pytest.mark.parametrize(
    ("name", "text", "is_found"),
    [
        ("user_id", "The user's ID.", True),
        ("userIds", "ids of the users", True),
        ("count", "count (int)", True),
        ("q", "TODO: description", True),
        ("user_id", "The user's ID, as list_users gives it.", False),
        ("city", "Name of the city.", False),
        ("q", "%", False),
        ("straße", "Straße", True),
    ],
)
def test_texts_that_say_no_more_than_the_name_are_found(name: str, text: str, is_found: bool):
    """In other words, letters or order, with the words that any argument might have."""
    each = declared(schema={"properties": {name: {"type": "string", "description": text}}})
    assert [code for code, *_ in found(each, ignore=["N303"])] == (["D106"] if is_found else [])


def test_members_without_a_text_are_found():
    """At every depth, but for what has one value only; texts that say nothing, too."""

    @dataclass
    class Line:
        """A line.

        Attributes:
            text: What is charged.
            amount: The amount.
        """

        text: str
        amount: float
        tax: float = 0.0
        kind: Literal["line"] = "line"

    @tool
    def act(lines: Annotated[list[Line] | None, "What is charged, in order."] = None) -> None:
        """Act."""

    assert found(act) == [
        ("D106", "act", "arguments.lines[].amount"),
        ("D107", "act", "arguments.lines[].tax"),
    ]
    assert 'Annotated[..., "text"] of tax' in only("D107", act).cure


def test_a_description_that_is_still_to_be_written_is_found():
    """One that is there, and says that it is not."""
    assert found(declared(description="TODO")) == [("D106", "act", "description")]
    assert found(declared(description="Todo lists.")) == found(declared(description="?")) == []


def test_texts_that_repeat_are_found():
    """Whatever their layout, of tools and of arguments of one tool."""

    @tool
    def act(one: Documented, two: Documented) -> None:
        """Act."""

    assert only("D104", act).what == "the same description as one"
    finding = only("D103", declared("go", "Do it, now."), declared("run", "do it  now"))
    assert (finding.tool, finding.what) == ("run", "the same description as go")
    assert found(declared("go", "。"), declared("run", "。"), ignore=["D102"]) == []


def test_documented_names_that_no_parameter_has_are_found():
    """In front of whatever stands before the function; with the name that was meant."""

    @tool
    def act(city: str) -> None:
        """Act.

        Args:
            city: Where.
            citty: Where, once more.
        """

    for each in (act, Tool.of(act).renamed("go"), declared("a", "")):
        codes = [code for code, *_ in found(each, ignore=["D101", "D102"])]
        assert codes == ([] if each is not act and each.name == "a" else ["D105"])
    finding = only("D105", act)
    assert finding.what == "the docstring documents 'citty', which is no parameter"
    assert finding.cure == "did you mean 'city'?"


def test_what_callers_need_not_fill_may_be_documented():
    """What a partial or a decorator gives, self, and what an object was made with; a mistake beside it is found."""

    def act(a: int, base: str) -> None:
        """Act.

        Args:
            a: How far.
            base: Where.
        """

    class Acting:
        """Acts.

        Args:
            base: Where.
            a: How far.
        """

        def __init__(self, base: str) -> None: ...

        def __call__(self, a: int) -> None: ...

        def method(self, a: int) -> None:
            """Act.

            Args:
                self: What acts.
                a: How far.
            """

    @functools.wraps(act)
    def wrapper(a: int) -> None: ...

    whole = (functools.partial(act, 1), functools.partial(act, base="x"), wrapper, Acting("x"))
    for each in (*whole, Acting("x").method, functools.partial(Acting("x").method, 3)):
        assert found(Tool.from_function(each, name="act"), ignore=["D102"]) == []
    act.__doc__ = (act.__doc__ or "") + "    citty: Where."
    assert only("D105", Tool.from_function(functools.partial(act, 1))).what.startswith(
        "the docstring documents 'citty'"
    )


def test_a_tool_that_cannot_be_copied_is_not_checked_for_it():
    """It may stand in front of anything."""

    class Stubborn(DelegatingTool):
        def replaced(self, changes):
            from toolkit import DefinitionError

            raise DefinitionError("no")

    assert found(Stubborn(weather.get_weather)) == []


def test_types_that_say_too_little_are_found():
    """At every depth, each once, with the place."""
    item = {"type": "object", "properties": {"free": {}, "again": {"$ref": "#/$defs/Item"}, "list": {"type": "array"}}}
    schema = {
        "properties": {
            "a": {"$ref": "#/$defs/Item", "description": "About A."},
            "b": {"type": "array", "items": {"type": "array", "items": {}}, "description": "About B."},
            "c": {"type": "object", "additionalProperties": {"type": "array"}, "description": "About C."},
            "d": {
                "anyOf": [{"type": "array", "prefixItems": [{"type": "string"}, {}]}, {"type": "null"}],
                "description": "About D.",
            },
            "e": {"enum": [1, 2], "description": "About E."},
        },
        "$defs": {"Item": item},
    }
    assert found(declared(schema=schema), ignore=["D107"]) == [
        ("T201", "act", "arguments.a.free"),
        ("T202", "act", "arguments.a.list"),
        ("T202", "act", "arguments.b[]"),
        ("T202", "act", "arguments.c.*"),
    ]


def test_open_objects_count_under_strict():
    """As strict mode rewrites them."""

    @tool
    def act(sizes: Annotated[dict[str, int], "How large."], more: Annotated[dict[str, Any], "Further ones."]) -> None:
        """Act."""

    assert found(act) == []
    assert found(act, strict=True) == [("T203", "act", "arguments.sizes"), ("T203", "act", "arguments.more")]


def test_defaults_that_are_paths_of_this_machine_are_found(tmp_path, monkeypatch):
    """Which another machine, and so a lock, would not have."""
    home, place = tmp_path / "home", tmp_path / "place"
    place.mkdir()
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.chdir(place)
    here = place / "x"
    beside = f"{place}less/x"

    def act(
        where: Annotated[Path, "In which folder."] = here, name: Documented = "x/y", at: Documented = beside
    ) -> None:
        """Act."""

    assert only("T204", act).what == f"its default is {here}, a path of this machine"
    assert len(found(act, ignore=["D104"])) == 1


@dataclass
class Stay:
    nights: Annotated[int, "How many."] = "one"  # type: ignore[assignment]
    since: Annotated[dt.date, "The first day."] = dt.date(2031, 5, 6)


def test_defaults_that_their_type_refuses_are_found():
    """At every depth, and in declarations of others; a None that is not shown to a model is none."""

    def act(
        stays: Annotated[list[Stay], "How long, and where."],
        count: Annotated[int, "How many."] = "many",  # type: ignore[assignment]
        price: Annotated[Decimal, "What it costs."] = Decimal("1.5"),
        limit: Annotated[int, "At most."] = None,  # type: ignore[assignment] # noqa: RUF013
    ) -> None:
        """Act."""

    foreign = declared(schema={"properties": {"a": {"type": "string", "description": "Text.", "default": 3}}})
    assert found(act) == [("T205", "act", "arguments.count"), ("T205", "act", "arguments.stays[].nights")]
    assert found(foreign) == [("T205", "act", "arguments.a")]
    assert only("T205", foreign).what == "its default 3 does not fit its type"


@pytest.mark.parametrize(
    ("one", "other", "is_found"),
    [
        ("get_user", "fetchUser", True),
        ("get_user", "get_users", True),
        ("get_user", "user.get.v2", True),
        ("delete_row", "remove-row", True),
        ("get_user", "set_user", False),
        ("get_user", "get_username", False),
        ("get_address", "get_addres", False),
    ],
)
def test_names_that_mean_the_same_are_found(one: str, other: str, is_found: bool):
    """Without number, order, version and choice of verb."""
    tools = [declared(name, text, destructive=False) for name, text in ((one, "First text."), (other, "Second."))]
    assert ("N301" in [code for code, *_ in found(*tools, ignore=["N303"])]) is is_found


def test_descriptions_that_are_nearly_the_same_are_found():
    """By the share of words; a short text is not judged."""
    text = "Look up the orders of one customer by number"
    finding = only("N302", declared("one", text), declared("two", f"{text}, quickly"))
    assert (finding.tool, finding.what) == ("two", "90% of the words that one says")
    assert found(declared("one", "Find it soon"), declared("two", "Find it late")) == []


def test_names_that_a_provider_rewrites_are_found():
    """Of tools; the providers that do it alike stand together."""
    finding = only("N303", declared("geo.find"))
    assert finding.what == ("openai, openai-responses, anthropic, bedrock, mistral, langchain: geo.find as geo_find")
    assert found(declared("geo.find"), providers=["mcp"]) == []
    assert found(declared("geo.find"), providers="openai") == [("N303", "geo.find", "")]


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("delete_row", {}, "B401"),
        ("sendMail", {}, "B401"),
        ("pay.now", {"sequential": True}, "B401"),
        ("pay", {"approval": True}, None),
        ("pay", {"destructive": False}, None),
        ("payment_status", {}, None),
        ("post", {"read_only": True}, "B402"),
        ("look", {"read_only": True, "destructive": True}, "B402"),
        ("look", {}, None),
    ],
)
def test_effects_without_a_hint_are_found(name: str, options: dict[str, Any], code: str | None):
    """As the first word of the name tells."""
    codes = [each for each, *_ in found(declared(name, **options)) if each != "N303"]
    assert codes == ([] if code is None else [code])


def test_what_a_provider_loses_is_found_where_it_was_named():
    """Bounds, not defaults; without a provider nothing is lost."""

    @tool
    def act(days: Annotated[int, "How far.", Ge(1)] = 1, more: Annotated[Optional[int], "Further ones."] = 2) -> None:
        """Act."""

    assert found(act) == found(act, providers=["anthropic", "gemini"]) == []
    finding = only("P502", act, providers=["anthropic", "openai"], strict=True)
    assert finding.what == "anthropic: only in words: days (minimum: 1)"


def test_a_provider_without_a_strict_mode_is_declared_to_as_ever():
    """So that what it loses, and what declarations cost, is found under strict, too."""

    @tool
    def act(days: Annotated[int, "How far.", MultipleOf(2)] = 2) -> None:
        """Act."""

    for strict in (False, True):
        told = lint(act, ["gemini"], strict=strict, max_chars=20)
        assert [each.code for each in told] == ["C602", "P502"]
        assert told[1].what == "gemini: only in words: days (multipleOf: 2)"


@pytest.mark.parametrize(
    "default", ["http://x", "see: (a, b)", "12:30", 'a "minimum: 3"', {"a": "b"}, ["x:y"], {"at": {"n": 1}}]
)
def test_a_default_is_no_bound(default: Any):
    """Whatever stands in it; nor is what else says nothing about which values are valid. A bound beside it is."""
    lenient = {"description": "How many.", "default": default, "deprecated": True}
    schema = {"properties": {"x": lenient}}
    ignored = {"ignore": ["T201", "T205"], "providers": ["gemini"]}
    assert found(declared(schema=schema), **ignored) == []
    lenient["not"] = {"const": 7}
    assert found(declared(schema=schema), **ignored) == [("P502", "act", "")]


def test_what_a_provider_refuses_is_found():
    """With its reason; a tool that some provider runs itself is nobody else's fault."""
    large = declared(schema={"properties": {"x": {"enum": list(range(1001)), "description": "How many."}}})
    finding = only("P501", large, strict=True, providers=["openai", "mcp"])
    assert finding.what.startswith("openai: too large for strict mode at x: 1,001 choices")
    assert found(large) == []
    assert found(large, strict=True, providers=["openai"], max_chars=20) == [("P501", "act", "")]
    hosted = {"type": "web_search_20250305", "name": "web_search"}
    assert found(hosted) == found(hosted, providers=["anthropic"]) == []
    assert found(hosted, providers=["gemini"]) == [("P501", "web_search", "")]


def test_too_many_tools_are_found():
    """For a provider that says how many it takes."""
    tools = [declared(f"t{chr(97 + at // 26)}{chr(97 + at % 26)}", str(at)) for at in range(129)]
    finding = only("C601", *tools, providers=["openai", "anthropic"])
    assert finding.what == "openai takes 128 tools, and there are 129"
    assert found(*tools) == []


def test_a_budget_of_characters_is_kept():
    """For each provider that was named, OpenAI without one; with the tools that cost most."""
    tools = [declared("short"), declared("long", "Act well. " * 20)]
    finding = only("C602", *tools, max_chars=200)
    assert finding.what.endswith("characters for openai, and the budget is 200")
    assert finding.cure.startswith("shorten the longest: long (")
    assert [each.tool for each in lint(tools, ["gemini", "mcp"], max_chars=100)] == ["", ""]
    assert found(*tools, max_chars=5000) == []


def test_an_unknown_provider_is_a_key_error():
    """As wherever one is named."""
    with pytest.raises(KeyError, match="no provider 'opnai'"):
        lint([declared()], ["opnai"])
