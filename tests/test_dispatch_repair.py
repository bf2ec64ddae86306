"""Full repair: each rung mends what it should, and leaves alone what it must."""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass
from time import process_time
from typing import Any, Literal

import pytest
from dispatching import call

from toolkit import Dispatcher, Tool, ToolCall, tool
from toolkit.dispatch import broken_text


@dataclass
class Order:
    item: str
    qty: int = 1
    gift: bool = False


@tool
def search(  # noqa: PLR0917
    query: str,
    limit: int = 10,
    score: float = 0.5,
    exact: bool = False,
    unit: Literal["Celsius", "Fahrenheit"] = "Celsius",
    mixed: int | str = 0,
    tags: list[int] = [],  # noqa: B006 - copied for each call
    nothing: int | None = None,
) -> dict[str, Any]:
    """Search."""
    return locals()


@tool
def order(order: Order) -> str:
    """Order."""
    return f"{order.item} {order.qty} {order.gift}"


FULL = Dispatcher([search, order], repair="full")


def mended(**arguments: Any) -> tuple[Any, list[tuple[str, str]]]:
    """The changed arguments of a search, and the receipts; the kind where it was refused."""
    result = FULL.dispatch(call("search", **{"query": "q", **arguments}))
    if not result.ok:
        return result.kind, []
    changed = {name: value for name, value in result.arguments.items() if name != "query"}
    return changed, [(each.path, each.rung) for each in result.repairs]


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ({"limit": "3"}, {"limit": 3}),
        ({"limit": "-3"}, {"limit": -3}),
        ({"limit": "3.0"}, {"limit": 3}),
        ({"score": "0.25"}, {"score": 0.25}),
        ({"score": "1e3"}, {"score": 1000.0}),
        ({"exact": "true"}, {"exact": True}),
        ({"exact": "False"}, {"exact": False}),
        ({"tags": ["1", 2]}, {"tags": [1, 2]}),
        ({"nothing": "4"}, {"nothing": 4}),
    ],
)
def test_scalars_in_text_are_read(sent, read):
    """Numbers and booleans, at any depth, in unions too."""
    changed, receipts = mended(**sent)
    assert (changed, {rung for _, rung in receipts}) == (read, {"scalar_in_text"})


@pytest.mark.parametrize(
    "sent",
    [
        {"limit": "3x"},
        {"limit": "3.5"},
        {"limit": "NaN"},
        {"limit": "inf"},
        {"limit": "1e400"},
        {"limit": "0x10"},
        {"limit": "03"},
        {"score": "NaN"},
        {"score": "Infinity"},
        {"score": "1e999"},
        {"exact": "yes"},
        {"exact": 1},
        {"limit": True},
        {"limit": 1.5},
        {"query": 5},
    ],
)
def test_what_is_no_scalar_in_text_stays_refused(sent):
    """Nothing is coerced that is not the same thing in quotes."""
    assert mended(**sent)[0] == "invalid_arguments"


def test_text_that_fits_is_not_touched():
    """A union that admits text, and a text that looks like a number."""
    assert mended(mixed="3", limit="3") == ({"mixed": "3", "limit": 3}, [("limit", "scalar_in_text")])
    assert FULL.dispatch(call("search", query="3")).arguments == {"query": "3"}


@pytest.mark.parametrize("sent", [None, "None", "null", "undefined", " none "])
def test_null_for_an_absent_optional_is_left_out(sent):
    """Where the argument takes no null."""
    assert mended(limit=sent) == ({}, [("limit", "null_for_absent")])


def test_null_that_means_something_stays():
    """Where it is admitted; and a required argument is not left out."""
    assert mended(nothing=None) == ({"nothing": None}, [])
    assert FULL.dispatch(call("search", query=None)).kind == "invalid_arguments"


@pytest.mark.parametrize("sent", ["celsius", "CELSIUS", " Celsius "])
def test_the_case_of_a_choice_is_mended(sent):
    """If one choice alone is like it."""
    assert mended(unit=sent) == ({"unit": "Celsius"}, [("unit", "enum_case")])


def test_a_choice_that_is_none_stays_refused():
    """Also where two choices differ in case alone."""

    @tool
    def pick(which: Literal["a", "A"]) -> str:
        """Pick."""
        return which

    assert mended(unit="Kelvin")[0] == "invalid_arguments"
    results = [Dispatcher([pick], repair="full").dispatch(call("pick", which=each)) for each in (" a", "A")]
    assert [result.kind for result in results] == ["invalid_arguments", "ok"]


@pytest.mark.parametrize("written", ["Limit", "LIMIT", "limt"])
def test_an_almost_right_name_is_mended(written):
    """If the argument that was meant is missing."""
    assert mended(**{written: 3}) == ({"limit": 3}, [("limit", "near_name")])


def test_a_name_that_is_like_no_other_or_taken_stays_refused():
    """No value is given to an argument twice."""
    assert mended(zebra=3)[0] == "invalid_arguments"
    assert mended(limit=3, Limit=4)[0] == "invalid_arguments"


def test_names_of_an_open_object_are_not_touched():
    """Any name may be meant there."""

    @tool
    def openly(limit: int = 1, **further: int) -> dict[str, int]:
        """Openly."""
        return {"limit": limit, **further}

    result = Dispatcher([openly], repair="full").dispatch(call("openly", limt="3"))
    assert result.value == {"limit": 1, "limt": 3} or result.kind == "invalid_arguments"


@pytest.mark.parametrize(
    ("arguments", "rungs"),
    [
        ({"item": "x", "qty": "2"}, {"missing_wrapper", "scalar_in_text"}),
        ({"order": {"order": {"item": "x", "qty": 2}}}, {"superfluous_wrapper"}),
        ({"arguments": {"order": {"item": "x", "qty": 2}}}, {"superfluous_wrapper"}),
        ({"order": {"Item": "x", "qty": 2}}, {"near_name"}),
    ],
)
def test_wrappers_of_a_sole_object_are_mended(arguments, rungs):
    """One too few, one too many."""
    result = FULL.dispatch(ToolCall("order", arguments))
    assert (result.text, {each.rung for each in result.repairs}) == ("x 2 False", rungs)


@pytest.mark.parametrize("arguments", [{"order": "x"}, {"wrong": {"x": 1}}, {"order": {}}, {"a": 1, "b": 2}])
def test_what_is_no_wrapper_stays_refused(arguments):
    """Nothing is invented."""
    assert FULL.dispatch(ToolCall("order", arguments)).kind == "invalid_arguments"


@pytest.mark.parametrize(
    "text",
    ['```json\n{"query": "q"}\n```', '```\n{"query": "q"}```', '  ```JSON {"query": "q"} ```  '],
)
def test_a_code_fence_is_taken_off(text):
    """Around the whole text."""
    result = FULL.dispatch(ToolCall("search", text))
    assert (result.arguments, [each.rung for each in result.repairs]) == ({"query": "q"}, ["code_fence"])


@pytest.mark.parametrize("text", ['```json\n{"query": }\n```', "```json\n[1]\n```", "see ```{}``` there", "query=q"])
def test_other_text_stays_refused(text):
    """Prose is no call, an array is no object."""
    assert FULL.dispatch(ToolCall("search", text)).kind == "malformed_call"


def test_syntax_is_mended_where_json_repair_is_there():
    """Single quotes, a comma too many; never prose, and nothing is made up."""
    pytest.importorskip("json_repair")
    good = ["{'query': 'q'}", '{"query": "q",}', '```json\n{"query": "q",,}\n```']
    bad = ["the query is q", '["query"]', '{"query": "q', '{"query": }', '{"query": "q", "limit": 1']
    results = [FULL.dispatch(ToolCall("search", text)) for text in good + bad]
    assert [result.kind for result in results] == ["ok"] * len(good) + ["malformed_call"] * len(bad)
    assert results[0].repairs[0].rung == "syntax"


@pytest.mark.parametrize(
    "text",
    [
        '{"query": "q"}{"query": "r"}',
        '{"query": "q",} and {"query": "r"}',
        "{query: 'q'}{query: 'r'}",
        '{"query": "q", "query": "r"}',
        '{"query": "q", "query": "r",}',
        '{"query": "q", "r"}',
        '{"query": "q"\n\n"r"}',
        '{"query": "q", "limit": 1,000}',
        '{"query": "q", "limit": 1 234}',
        '{"query": `q`}',
        '{"query": "q", "more": ["" "r"]}',
    ],
)
def test_nothing_is_lost_in_mending(text):
    """Of two calls that were glued together, or two values of one argument, nobody can say which was meant."""
    pytest.importorskip("json_repair")
    assert FULL.dispatch(ToolCall("search", text)).kind == "malformed_call"


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("{\u201cquery\u201d: \u201ca, b\u201d, \u201climit\u201d: 1}", "a, b"),
        ("{\u201dquery\u201d: \u201dit\u2019s\u201d}", "it\u2019s"),
        ("{\u201equery\u201c: \u201eq\u201c, \u201elimit\u201c: 1}", "q"),
        ("{'query': '\u00abq\u00bb'}", "\u00abq\u00bb"),
        ("{\u201cquery\u201d: \u201cq, \u201climit\u201d: 1}", None),
        ("{\u201cquery\u201d: \u201csay \u201eq\u201c\u201d}", None),
        ("{\u2018query\u2019: \u2018q\u2019}", None),
    ],
)
def test_quotes_of_typography_are_quotes_where_they_tell_texts_apart(text, query):
    """Of any language; within a text they belong to it, and one that might be an apostrophe says nothing."""
    pytest.importorskip("json_repair")
    result = FULL.dispatch(ToolCall("search", text))
    assert (result.value["query"] if result.ok else None) == query


def test_without_json_repair_broken_text_stays_refused(monkeypatch, caplog):
    """And the log names the cure."""
    import sys

    monkeypatch.setitem(sys.modules, "json_repair", None)
    broken_text._say_what_is_missing.cache_clear()
    kinds = [FULL.dispatch(ToolCall("search", "{'query': 'q'}")).kind for _ in range(2)]
    assert (kinds, caplog.text.count("functoolkit[repair]")) == (["malformed_call"] * 2, 1)


@pytest.mark.parametrize("text", ['{"query": "if (q) { r }', """{'query': '{q}""", '{"query": "q", "tags": ["{r}'])
def test_a_text_that_breaks_off_is_not_mended(text):
    """A bracket at its end is part of the text that was cut."""
    pytest.importorskip("json_repair")
    assert FULL.dispatch(ToolCall("search", text)).kind == "malformed_call"


@pytest.mark.parametrize("text", ["'\\\\", '"\\\\', "'\\\\\"\\\\"])
def test_texts_without_an_end_are_looked_through_once(text):
    """What a model sends costs a time that grows with its length alone."""
    pytest.importorskip("json_repair")
    began = process_time()
    assert FULL.dispatch(ToolCall("search", "{" + text * 24_000 + "}")).kind == "malformed_call"
    assert process_time() - began < 5


@pytest.mark.parametrize("level", ["off", "safe"])
def test_only_full_repair_guesses(level):
    """The default does not."""
    assert Dispatcher([search], repair=level).dispatch(call("search", query="q", limit="3")).kind == "invalid_arguments"


def test_a_tool_may_ask_for_it_alone():
    """Its own option comes first."""

    @tool(repair="full")
    def f(n: int) -> int:
        """F."""
        return n

    assert Dispatcher([f], repair="off").dispatch(call("f", n="3")).value == 3


def test_arguments_of_destructive_tools_are_never_guessed():
    """Not even where the tool asks for it."""

    @tool(repair="full", destructive=True)
    def wipe(n: int, tags: list[int]) -> int:
        """Wipe."""
        return n

    dispatcher = Dispatcher([wipe], repair="full")
    assert dispatcher.dispatch(call("wipe", n="3", tags=[])).kind == "invalid_arguments"
    assert dispatcher.dispatch(call("wipe", n=3.0, tags="[1]")).ok


def test_nothing_is_repaired_where_repair_is_off():
    """Text for an array is refused."""

    @tool
    def f(items: list[int]) -> int:
        """F."""
        return len(items)

    kinds = [Dispatcher([f], repair=level).dispatch(call("f", items="[1]")).kind for level in ("off", "safe")]
    assert kinds == ["invalid_arguments", "ok"]


def test_a_refusal_is_about_what_came():
    """Where full repair was of no avail."""
    result = FULL.dispatch(call("search", query="q", limit="3", zebra=1))
    assert (result.kind, "zebra" in result.text) == ("invalid_arguments", True)


def test_recursive_types_are_mended_too():
    """By the definition that a reference names."""
    result = Dispatcher([tree], repair="full").dispatch(call("tree", root={"n": "1", "kids": [{"n": "2", "kids": []}]}))
    assert result.value == 3


@dataclass
class Node:
    n: int
    kids: list[Node]


@tool
def tree(root: Node) -> int:
    """Add up a tree."""
    return root.n + sum(kid.n for kid in root.kids)


def test_positions_of_a_tuple_are_mended_each_by_its_own_type():
    """What follows them by the type of the rest."""

    @tool
    def pair(at: tuple[int, bool]) -> list[Any]:
        """Pair."""
        return list(at)

    assert Dispatcher([pair], repair="full").dispatch(call("pair", at=["1", "true"])).value == [1, True]
    assert Dispatcher([pair], repair="full").dispatch(call("pair", at=["1", "true", "3"])).kind == "invalid_arguments"


def test_a_union_that_no_member_fits_stays_refused():
    """Each is tried."""
    assert mended(nothing="four")[0] == "invalid_arguments"


class Speed(enum.IntEnum):
    """Choices that are no texts."""

    SLOW = 1
    FAST = 2


@tool
def drive(
    speed: Speed | None = Speed.SLOW,
    mode: Literal[True, 0.5, None, "auto"] = "auto",
    order: Order | None = None,
    limits: dict[str, int] = {},  # noqa: B006 - copied for each call
    **options: bool,
) -> dict[str, Any]:
    """Drive."""
    return {"speed": speed, "mode": mode, "order": order, "limits": limits, **options}


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ({"speed": "2"}, {"speed": Speed.FAST}),
        ({"speed": "null"}, {"speed": None}),
        ({"speed": " None "}, {"speed": None}),
        ({"mode": "true"}, {"mode": True}),
        ({"mode": "0.5"}, {"mode": 0.5}),
        ({"mode": "null"}, {"mode": None}),
        ({"limits": {"a": "1", "b": 2}}, {"limits": {"a": 1, "b": 2}}),
        ({"quiet": "false"}, {"quiet": False}),
    ],
)
def test_choices_null_and_further_members_in_text_are_read(sent, read):
    """Where the type takes null, the word for it is null, and nothing is left out."""
    result = Dispatcher([drive], repair="full").dispatch(call("drive", **sent))
    unchanged = {"speed": Speed.SLOW, "mode": "auto", "order": None, "limits": {}}
    assert result.value == {**unchanged, **read}
    assert {each.rung for each in result.repairs} == {"scalar_in_text"}


@pytest.mark.parametrize("sent", [{"speed": "3"}, {"mode": "1"}, {"mode": "TRUE!"}, {"limits": {"a": "x"}}])
def test_what_is_no_choice_in_text_stays_refused(sent):
    """Also what Python takes for the same: 1 is not true."""
    assert Dispatcher([drive], repair="full").dispatch(call("drive", **sent)).kind == "invalid_arguments"


@pytest.mark.parametrize(("level", "kind"), [("off", "malformed_call"), ("safe", "ok"), ("full", "ok")])
def test_arguments_encoded_twice_are_refused_where_nothing_is_mended(level, kind):
    """One wrapping is a safe repair, and a repair all the same."""
    dispatcher = Dispatcher([search], repair=level)
    assert kind == dispatcher.dispatch(ToolCall("search", json.dumps('{"query": "q"}'))).kind


@pytest.mark.parametrize("name", ["arguments", "parameters", "args", "input"])
def test_a_call_in_its_own_arguments_is_taken_off(name):
    """Its name says that it is this very tool's; one of another tool is none of its arguments."""

    @tool
    def add(a: int) -> int:
        """Add."""
        return a

    dispatcher = Dispatcher([add], repair="full")
    result = dispatcher.dispatch(ToolCall("add", {"name": "add", name: {"a": "1"}}))
    assert (result.value, [each.rung for each in result.repairs]) == (1, ["superfluous_wrapper", "scalar_in_text"])
    assert dispatcher.dispatch(ToolCall("add", {"name": "pay", name: {"a": 1}})).kind == "invalid_arguments"
    assert dispatcher.dispatch(ToolCall("add", {"name": "add", name: {"b": 1}})).kind == "invalid_arguments"


def test_a_tool_with_arguments_of_these_names_gets_them():
    """Then it is no call."""

    @tool
    def run(name: str, args: dict[str, str], times: int = 1) -> str:
        """Run."""
        return f"{name} {args} {times}"

    call_of_it = ToolCall("run", {"name": "run", "args": {"x": "y"}, "times": "2"})
    assert Dispatcher([run], repair="full").dispatch(call_of_it).value == "run {'x': 'y'} 2"


def test_members_that_definitions_share_are_tried_once():
    """Unions of unions are no more work than their definitions are many."""
    definitions: dict[str, Any] = {"d0": {"type": "integer"}}
    for each in range(1, 25):
        definitions[f"d{each}"] = {"anyOf": [{"$ref": f"#/$defs/d{each - 1}"}, {"$ref": f"#/$defs/d{each - 1}"}]}
    made = Tool.declare("count", "Count.", {"properties": {"to": {"$ref": "#/$defs/d24"}}, "$defs": definitions})
    dispatch = Dispatcher([made], repair="full").dispatch
    assert dispatch(ToolCall("count", {"to": "3"})).value == {"to": 3}
    assert dispatch(ToolCall("count", {"to": "three"})).kind == "invalid_arguments"


def test_a_union_in_itself_is_mended_at_every_depth_once():
    """Both members take a list, and each would have the lists below it looked at again."""
    nest: dict[str, Any] = {"$ref": "#/$defs/nest"}
    lists = [{"type": "array", "items": nest}, {"type": "array", "prefixItems": [nest, nest], "items": False}]
    definitions = {"nest": {"anyOf": [*lists, {"type": "integer"}]}}
    made = Tool.declare("keep", "Keep.", {"properties": {"all": nest}, "$defs": definitions})
    dispatch = Dispatcher([made], repair="full").dispatch
    good: Any = 1
    sent, bad = "1", "one"
    for _ in range(30):
        good, sent, bad = [good, 2], [sent, "2"], [bad, "2"]
    assert dispatch(ToolCall("keep", {"all": sent})).value == {"all": good}
    assert dispatch(ToolCall("keep", {"all": bad})).kind == "invalid_arguments"


@pytest.mark.parametrize("level", ["safe", "full"])
def test_repair_spends_no_more_on_a_foreign_schema_than_a_check(level):
    """Somebody else's definitions may double each other."""
    definitions: dict[str, Any] = {"d0": {"not": {"maxItems": 0}}}
    for each in range(1, 31):
        definitions[f"d{each}"] = {"allOf": [{"$ref": f"#/$defs/d{each - 1}"}, {"$ref": f"#/$defs/d{each - 1}"}]}
    lists = [{"type": "array", "allOf": [{"$ref": "#/$defs/d30"}]}, {"type": "array", "items": {"type": "integer"}}]
    made = Tool.declare("add", "Add.", {"properties": {"all": {"anyOf": lists}}, "$defs": definitions})
    assert Dispatcher([made], repair=level).dispatch(ToolCall("add", {"all": ["1"]})).kind == "invalid_arguments"
