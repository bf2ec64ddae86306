"""What has changed between two locks, and whom it touches."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Optional

import pytest
from annotated_types import Ge, MaxLen
from samples import needs_re2

from toolkit import Tool
from toolkit.quality import Change, breaking, changes, lock, read_lock

CLOSED = {"additionalProperties": False}


def told(was: Any, now: Any, **options: Any):
    """The changes of one tool in short: kind, place and what."""
    return [(each.kind, each.place, each.what) for each in changes(*(locked(each, **options) for each in (was, now)))]


def locked(side: Any, **options: Any):
    """The lock of a function or of a declaration's arguments."""
    if isinstance(side, dict):
        return lock([Tool.declare("f", "Text.", side, **options)])
    return lock([Tool.from_function(side, name="f", description="Text.", **options)])


def takes(hint: Any, default: Any = ...):
    """A function with one parameter of that hint."""

    def take(x): ...

    take.__annotations__ = {"x": hint, "return": None}
    take.__defaults__ = () if default is ... else (default,)
    return take


def gives(hint: Any):
    """A function with a result of that hint."""

    def give(): ...

    give.__annotations__ = {"return": hint}
    return give


@dataclass
class Node:
    value: int
    inner: Optional[Node] = None


@dataclass
class WiderNode:
    value: float
    inner: Optional[WiderNode] = None


@dataclass
class Price:
    amount: float


@dataclass
class PriceWithUnit:
    amount: float
    unit: str


class Old(enum.Enum):
    A = "a"
    B = "b"


class New(enum.Enum):
    B = "b"
    A = "a"


@pytest.mark.parametrize(
    ("was", "now", "what"),
    [
        (int, float, "type widened"),
        (int, int | None, "type widened"),
        (list[int], list[int] | str, "type widened"),
        (Literal["a"], Literal["a", "b"], "choices added"),
        (Literal["a", "b"], str, "type widened"),
        (Annotated[int, Ge(1)], Annotated[int, Ge(0)], "minimum widened"),
        (Annotated[str, MaxLen(3)], str, "maxLength widened"),
    ],
)
def test_arguments_may_widen_and_not_narrow(was: Any, now: Any, what: str):
    """Calls that were right stay so one way, and results their readers the other way."""
    (kind, place, said), (back_kind, _, back) = (*told(takes(was), takes(now)), *told(takes(now), takes(was)))
    assert (kind, place, said, back_kind) == ("compatible", "arguments.x", what, "breaking")
    assert back == {"choices added": "choices removed"}.get(what, what.replace("widened", "narrowed"))
    (kind, place, said), (back_kind, *_) = (*told(gives(was), gives(now)), *told(gives(now), gives(was)))
    assert (kind, place, said, back_kind) == ("breaking", "result", what, "compatible")


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (int, int),
        (int | str, str | int),
        (Old, New),
        (Node, Node),
        (Optional[Node], Node | None),
        (
            {"properties": {"a": {}, "b": {}}, "required": ["a", "b"]},
            {"required": ["b", "a"], "properties": {"b": {}, "a": {}}},
        ),
        ({"properties": {"a": {"const": 1}}}, {"properties": {"a": {"enum": [1.0]}}}),
        (
            {"properties": {"a": {"type": ["string", "null"]}}},
            {"properties": {"a": {"anyOf": [{"type": "null"}, {"type": "string"}]}}},
        ),
        (
            {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}},
            {"properties": {"a": {"$ref": "#/$defs/B"}}, "$defs": {"B": {"type": "string"}}},
        ),
        ({"properties": {"a": {"type": "string", "minLength": 0}}}, {"properties": {"a": {"type": "string"}}}),
    ],
)
def test_the_same_in_other_words_is_no_change(was: Any, now: Any):
    """Order, names of definitions, and other spellings of one meaning."""
    sides = [each if isinstance(each, dict) else takes(each) for each in (was, now)]
    assert told(*sides) == told(*reversed(sides)) == []


def test_layout_is_no_change():
    """Nor are line breaks in a description."""
    was, now = (lock([Tool.declare("f", text)]) for text in ("One text.", "One\n  text."))
    assert changes(was, now) == ()


def test_members_come_and_go():
    """Each with what it means to callers."""

    def was(a: int, b: str, c: int = 1): ...

    def now(b: str = "x", c: int = 1, *, d: bool, e: int = 0): ...

    assert told(was, now) == [
        ("breaking", "arguments.a", "argument removed"),
        ("breaking", "arguments.d", "required argument added"),
        ("behaviour", "arguments.b", "default changed"),
        ("compatible", "arguments.e", "argument added"),
        ("compatible", "arguments.b", "argument now optional"),
    ]
    assert ("breaking", "arguments.b", "argument now required") in told(now, was)


def test_a_renamed_argument_is_told_as_one_change():
    """By its text, else by a name that is close."""

    def was(city: Annotated[str, "Where"], max_count: int = 1): ...

    def now(town: Annotated[str, "Where"], maxCount: int = 1): ...  # noqa: N803

    found = changes(locked(was), locked(now))
    assert [(each.kind, each.what, each.was, each.now) for each in found] == [
        ("breaking", "argument renamed", "city", "town"),
        ("breaking", "argument renamed", "max_count", "maxCount"),
    ]


def test_one_name_is_the_new_one_of_one_argument():
    """And one tool of one tool: the others are gone."""

    def was(city_from: str, city_to: str): ...

    def now(city: str): ...

    found = changes(locked(was), locked(now))
    assert [(each.what, each.was, each.now) for each in found if each.kind == "breaking"] == [
        ("argument renamed", "city_from", "city"),
        ("argument removed", "city_to", None),
    ]
    old = lock([Tool.declare(name, "One text.") for name in ("a", "b")])
    assert [each.what for each in changes(old, lock([Tool.declare("c", "One text.")]))] == [
        "tool renamed",
        "tool removed",
    ]


def test_results_may_have_more_members_and_not_fewer():
    """Who reads JSON leaves alone what it does not know."""
    assert told(gives(Price), gives(PriceWithUnit)) == [("compatible", "result.unit", "required member added")]
    assert told(gives(PriceWithUnit), gives(Price)) == [("breaking", "result.unit", "member removed")]


def test_a_result_that_is_no_longer_described_breaks():
    """Its readers have nothing to hold on to."""
    one, other = gives(int), gives(Any)
    assert told(one, other, output_schema=True)[0][0] == "breaking"
    was, now = (lock([Tool.from_function(one, name="f", description="", output_schema=each)]) for each in (True, False))
    assert [(each.kind, each.what) for each in changes(was, now)] == [("breaking", "result no longer described")]
    assert [(each.kind, each.what) for each in changes(now, was)] == [("compatible", "result now described")]


def test_recursive_types_are_told_where_they_change():
    """Once, though they contain themselves and are used twice."""

    def was(a: Node, b: list[Node]): ...

    def now(a: WiderNode, b: list[WiderNode]): ...

    assert told(was, now) == [("compatible", "arguments.a.value", "type widened")]
    assert told(now, was) == [("breaking", "arguments.a.value", "type narrowed")]


@needs_re2
@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        ({"type": "string"}, {"type": "integer"}, "type changed"),
        ({"pattern": "a"}, {"pattern": "b"}, "pattern cannot be told to be compatible"),
        ({"type": "string", "pattern": "a"}, {"type": "string"}, "pattern widened"),
        (
            {"type": "array", "prefixItems": [{"type": "string"}]},
            {"type": "array", "prefixItems": [{"type": "null"}]},
            "type changed",
        ),
        ({"type": "object", "minProperties": 1}, {"type": "object", "minProperties": 2}, "minProperties narrowed"),
        ({"type": "object"}, {"type": "object", "additionalProperties": False}, "closed to other names"),
        ({"type": "object", "additionalProperties": False}, {"type": "object"}, "open to other names"),
        (
            {"type": "object", "additionalProperties": {"type": "number"}},
            {"type": "object", "additionalProperties": {"type": "integer"}},
            "type narrowed",
        ),
    ],
)
def test_each_change_has_a_name(was: Any, now: Any, expected: str):
    """For programs that read the list."""
    assert expected in [what for _, _, what in told({"properties": {"a": was}}, {"properties": {"a": now}})]


def test_an_argument_that_could_have_had_any_value_cannot_get_a_type():
    """An open object admitted it before it was named."""
    assert told({"properties": {}}, {"properties": {"a": {"type": "string"}}}) == [
        ("breaking", "arguments", "type cannot be told to be compatible"),
        ("compatible", "arguments.a", "argument added"),
    ]
    assert told({"properties": {}}, {"properties": {"a": {}}}) == [("compatible", "arguments.a", "argument added")]
    closed = {"properties": {}, **CLOSED}
    assert breaking(changes(locked(closed), locked({"properties": {"a": {"type": "string"}}, **CLOSED}))) == ()


def test_texts_are_behaviour():
    """What a model reads, at every depth."""
    was = {
        "description": "One.",
        "properties": {"a": {"type": "array", "items": {"description": "An item.", "examples": [1]}}},
    }
    now = {
        "properties": {
            "a": {"type": "array", "description": "Items.", "items": {"description": "A thing.", "x-order": 1}}
        }
    }
    assert {(kind, place, what) for kind, place, what in told(was, now)} == {
        ("behaviour", "arguments", "description changed"),
        ("behaviour", "arguments.a", "description changed"),
        ("behaviour", "arguments.a[]", "description changed"),
        ("behaviour", "arguments.a[]", "examples changed"),
        ("behaviour", "arguments.a[]", "x-order changed"),
    }


@pytest.mark.parametrize(
    "around",
    [
        lambda inner: {"anyOf": [inner, {"type": "null"}]},
        lambda inner: {"anyOf": [{"type": "integer"}, {"type": "array", "items": inner}]},
        lambda inner: {"anyOf": [{"anyOf": [{"type": "string"}, inner]}, {"type": "null"}]},
    ],
)
@pytest.mark.parametrize("as_reference", [True, False])
def test_texts_in_what_may_be_absent_are_behaviour(around, as_reference: bool):
    """Members of a union that take the same values may say something else of them, at every depth."""

    def side(text: str, default: int) -> Any:
        node = {"type": "object", "properties": {"n": {"type": "integer", "description": text, "default": default}}}
        inner = {"$ref": "#/$defs/Node"} if as_reference else node
        return {"properties": {"a": around(inner)}, "$defs": {"Node": node}}

    assert told(side("How many.", 1), side("How many.", 1)) == []
    found = told(side("How many.", 1), side("How few.", 2))
    assert {kind for kind, *_ in found} == {"behaviour"}
    assert [what for *_, what in found] == ["description changed", "default changed"]
    assert {place.removeprefix("arguments.a").removeprefix("[]") for _, place, _ in found} == {".n"}


def test_members_that_take_the_same_values_are_told_apart_by_their_texts():
    """Their order is no change; a text that is another one is."""
    texts = [{"type": "string", "description": text} for text in ("A name.", "An id.", "A path.")]
    sides = [{"properties": {"a": {"anyOf": each}}} for each in (texts[:2], texts[1::-1], texts[1:])]
    assert told(sides[0], sides[1]) == []
    assert told(sides[0], sides[2]) == [("behaviour", "arguments.a", "description changed")]


@needs_re2
@pytest.mark.parametrize("keyword", ["allOf", "not", "patternProperties", "propertyNames", "contains"])
def test_texts_in_keywords_that_are_not_taken_apart_are_behaviour(keyword: str):
    """What demands the same breaks nobody; a member that is called as such a text is a member."""

    def side(text: str, name: str = "title") -> Any:
        inner = {"properties": {name: {"type": "string"}}, "description": text}
        holder = {"allOf": [inner, True], "patternProperties": {"^a": inner}}.get(keyword, inner)
        return {"properties": {"a": {keyword: holder}}}

    assert told(side("One."), side("Another.")) == [("behaviour", "arguments.a", f"{keyword} changed")]
    assert breaking(changes(locked(side("One.")), locked(side("One.", "name"))))


def test_a_changed_text_is_told_with_both_texts():
    """Of the tool itself and of an argument; one that was not there before is nothing."""
    was = lock([Tool.declare("f", "Old.", {"properties": {"a": {"type": "string"}}})])
    now = lock([Tool.declare("f", "New.", {"properties": {"a": {"type": "string", "description": "Where."}}})])
    assert changes(was, now) == (
        Change("behaviour", "f", "description", "description changed", "Old.", "New."),
        Change("behaviour", "f", "arguments.a", "description changed", None, "Where."),
    )
    assert [(each.was, each.now) for each in changes(now, was)] == [("New.", "Old."), ("Where.", None)]


def test_choices_that_come_and_go_are_told_apart():
    """Each list with its own values."""
    found = changes(locked(takes(Literal["a", "b"])), locked(takes(Literal["b", "c"])))
    assert [(each.kind, each.what, each.was, each.now) for each in found] == [
        ("breaking", "choices removed", ["a"], None),
        ("compatible", "choices added", None, ["c"]),
    ]


def test_positions_of_an_array_are_told_one_by_one():
    """And those behind the last together."""
    positions = [{"type": "string"}, {"type": "integer"}]
    was = {"type": "array", "prefixItems": positions, "items": {"type": "integer"}}
    now = {"type": "array", "prefixItems": [*positions[:1], {"type": "number"}], "items": {"type": "number"}}
    sides = [{"properties": {"a": each}} for each in (was, now)]
    assert told(*sides) == [
        ("compatible", "arguments.a[1]", "type widened"),
        ("compatible", "arguments.a[]", "type widened"),
    ]
    assert [kind for kind, *_ in told(*reversed(sides))] == ["breaking", "breaking"]


def test_each_side_has_definitions_of_its_own():
    """A union that loses a member is narrower, whatever its parts are called."""
    was = {
        "properties": {"a": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}},
        "$defs": {"A": {"type": "string", "minLength": 1}},
    }
    now = {"properties": {"a": {"$ref": "#/$defs/B"}}, "$defs": {"B": {"type": "string", "minLength": 1}}}
    assert told(was, now) == [("breaking", "arguments.a", "type narrowed")]
    assert told(now, was) == [("compatible", "arguments.a", "type widened")]


def test_what_a_reference_says_itself_comes_before_what_it_names():
    """Of its text."""
    defined = {"$defs": {"A": {"type": "string", "description": "Of the type."}}}
    was = {"properties": {"a": {"$ref": "#/$defs/A"}}, **defined}
    now = {"properties": {"a": {"$ref": "#/$defs/A", "description": "Of the argument."}}, **defined}
    (found,) = changes(locked(was), locked(now))
    assert (found.what, found.now) == ("description changed", "Of the argument.")


def test_a_result_may_be_closed_and_its_members_may_not_become_optional():
    """Its readers count on what is there, and leave alone what they do not know."""
    was, now = (
        {"type": "object", "properties": {"n": {"type": "integer"}}, "required": required, "additionalProperties": more}
        for required, more in ((["n"], True), ([], False))
    )
    sides = [lock([Tool.declare("f", "", {}, output_schema=each)]) for each in (was, {**now, "required": ["n"]}, now)]
    assert [(each.kind, each.what) for each in changes(*sides[:2])] == [("compatible", "closed to other names")]
    assert [(each.kind, each.what) for each in changes(*sides[1:])] == [("breaking", "member now optional")]
    assert [(each.kind, each.what) for each in changes(sides[2], sides[1])] == [("compatible", "member now required")]


def test_a_union_of_results_is_told_by_which_way_it_went():
    """That its objects are open breaks nobody, and narrows nothing."""

    def sides(more: bool, *names: str) -> Any:
        of = {"type": "integer"}
        made = [{"type": "object", "properties": {name: of}, "required": [name]} for name in names]
        union = {"anyOf": [{**each, "additionalProperties": more} for each in made]}
        return lock([Tool.declare("f", "", {}, output_schema=union)])

    def first(was: Any, now: Any) -> list[tuple[str, str]]:
        return [(each.kind, each.what) for each in changes(was, now)]

    assert first(sides(False, "a", "b"), sides(True, "a", "b")) == [("compatible", "type widened")]
    assert first(sides(True, "a", "b"), sides(False, "a", "b")) == [("compatible", "type narrowed")]
    assert first(sides(False, "a", "b", "c"), sides(True, "a", "b")) == [("compatible", "type changed")]
    assert first(sides(True, "a"), sides(True, "a", "b")) == [("breaking", "type widened")]


def test_tools_come_and_go():
    """A renamed one is told by what it is."""
    one, other, third = (Tool.declare(name, f"Text of {name[0]}.") for name in ("alpha", "beta", "gamma"))
    found = changes(lock([one, other]), lock([one.renamed("amber"), third]))
    assert found == (
        Change("breaking", "alpha", "", "tool renamed", "alpha", "amber"),
        Change("breaking", "beta", "", "tool removed", "beta"),
        Change("compatible", "gamma", "", "tool added", None, "gamma"),
    )
    assert found[0].to_dict()["now"] == "amber"


@pytest.mark.parametrize(
    ("was", "now", "kind"),
    [
        ({"read_only": True}, {"destructive": True}, "breaking"),
        ({"read_only": True}, {}, "breaking"),
        ({}, {"read_only": True}, "compatible"),
        ({}, {"read_only": False}, "behaviour"),
        ({}, {"destructive": True}, "breaking"),
        ({"destructive": True}, {}, "behaviour"),
        ({"destructive": True}, {"destructive": False}, "compatible"),
        ({"idempotent": True}, {"idempotent": False}, "breaking"),
        ({}, {"approval": True}, "breaking"),
        ({"approval": lambda arguments, context: True}, {"approval": True}, "breaking"),
        ({"approval": True}, {}, "breaking"),
        ({"approval": True}, {"approval": lambda arguments, context: True}, "breaking"),
        ({}, {"return_direct": True}, "behaviour"),
    ],
)
def test_promises_that_are_taken_back_break(was: dict[str, Any], now: dict[str, Any], kind: str):
    """A host that asked nobody before would have to; one whose people were asked runs what they were to prevent."""
    found = changes(*(lock([Tool.declare("f", "", {}, **options)]) for options in (was, now)))
    assert found[0].kind == kind
    assert found[0].place == f"hints.{next(iter(sorted({**was, **now})))}"


def test_schemas_that_nobody_can_read_are_in_doubt():
    """A generator of one's own may write anything."""
    was, now = (
        {
            "format": 1,
            "tools": {"f": {"description": "", "hints": {}, "input_schema": {"type": each}, "output_schema": None}},
        }
        for each in ("object", "OBJECT")
    )
    assert [each.what for each in changes(was, now)] == ["type cannot be told to be compatible"]
    assert changes(now, now) == ()


def test_a_lock_of_the_file_is_compared_like_one_just_made():
    """Text and back."""
    from toolkit.quality import lock_text

    made = locked(takes(Node))
    assert changes(read_lock(lock_text(made)), made) == ()
