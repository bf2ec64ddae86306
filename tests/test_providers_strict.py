"""Strict mode: what is declared, and how the calls come back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

import pytest
from golden.tools import TOOLS
from strict_values import Writer
from strictness import strict_faults

from toolkit import DefinitionError, Dispatcher, Registry, Tool, descriptor_from_schema, schemas, tool
from toolkit.calls import ToolCall
from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    EnumType,
    IntegerType,
    ListType,
    NullType,
    ObjectType,
    ReferenceType,
    StringType,
    ToolDescriptor,
    ToolParameterDescriptor as Parameter,
    TupleType,
)
from toolkit.providers import Anthropic, Bedrock, LangChain, Mistral, OpenAI, OpenAIResponses, get
from toolkit.providers.strict.mode import _KEPT_FORMS, LIKE_OPENAI, StrictMode
from toolkit.providers.strict.plan import opens
from toolkit.providers.strict.rules import OPENAI
from toolkit.record import replace_fields
from toolkit.schema import OpenAICompatibleSchemaGenerator

LIKE_OPENAIS = (OpenAI, OpenAIResponses, Mistral, LangChain)
LIKE_ANTHROPICS = (Anthropic, Bedrock)


def schema_of(declaration: dict[str, Any]) -> dict[str, Any]:
    """The schema in a declaration of any of these providers."""
    inner = declaration.get("function") or declaration.get("toolSpec") or declaration
    return inner.get("parameters") or inner.get("input_schema") or inner["inputSchema"]["json"]


def strict_schema(function: Any, provider: str = "openai") -> dict[str, Any]:
    """The schema of a tool's arguments in strict mode."""
    return schema_of(get(provider).declare([function], strict=True)[0])


def restored(function: Any, arguments: dict[str, Any], provider: str = "openai") -> Any:
    """The arguments of a strict call as the tool knows them."""
    get(provider).declare([function], strict=True)
    name = getattr(function, "__tool__", function).name
    made = get(provider).restore(ToolCall(name, json.dumps(arguments)), [function])
    return made.problem or made.arguments


@tool
def search(query: str, limit: int = 10, tag: str | None = None) -> str:
    """Search.

    Args:
        query: What to look for.
        limit: How many.
        tag: Only those with it.
    """
    return f"{query} {limit} {tag}"


@pytest.mark.parametrize("provider", [*LIKE_OPENAIS, *LIKE_ANTHROPICS])
@pytest.mark.parametrize("function", TOOLS, ids=lambda each: each.__name__)
def test_every_sample_is_declared_by_the_rules(provider, function):
    """Whatever a signature holds, the provider takes the schema."""
    rules = "openai" if provider in LIKE_OPENAIS else "anthropic"
    assert strict_faults(schema_of(provider().declare([function], strict=True)[0]), rules) == []


def test_an_optional_argument_becomes_required_and_nullable():
    """Its default stands in the description; null is restored to absence."""
    assert strict_schema(search) == {
        "type": "object",
        "properties": {
            "query": {"description": "What to look for.", "type": "string"},
            "limit": {"description": "How many. (default: 10)", "type": ["integer", "null"]},
            "tag": {"description": "Only those with it.", "type": ["string", "null"]},
        },
        "required": ["query", "limit", "tag"],
        "additionalProperties": False,
    }
    assert restored(search, {"query": "a", "limit": None, "tag": None}) == {"query": "a", "tag": None}
    assert restored(search, {"query": "a", "limit": 3, "tag": "b"}) == {"query": "a", "limit": 3, "tag": "b"}


def test_a_strict_call_reaches_the_function():
    """The dispatcher undoes the forms before it checks the arguments."""
    get("openai").declare([search], strict=True)
    arguments = '{"query": "a", "limit": null, "tag": null}'
    call = {"id": "c", "type": "function", "function": {"name": "search", "arguments": arguments}}
    result = Dispatcher([search]).dispatch(call)
    assert result.text == "a 10 None"


def test_null_is_refused_where_nobody_asked_for_strict_mode():
    """Only tools that were declared strictly have forms to undo."""

    @tool
    def count(number: int = 1) -> int:
        """Count."""
        return number

    call = ToolCall("count", {"number": None}, provider="openai")
    assert OpenAI().restore(call, [count]) is call
    assert Dispatcher([count]).dispatch(call).kind == "invalid_arguments"


class Changes(TypedDict):
    """What to change; null clears a field."""

    name: NotRequired[str | None]
    tags: NotRequired[list[str] | None]


@tool
def patch(changes: Changes) -> str:
    """Change something."""
    return json.dumps(changes)


def test_null_and_absence_stay_apart_where_both_mean_something():
    """A list of at most one, or an object around the value, where that may be a list itself."""
    properties = strict_schema(patch)["properties"]["changes"]["properties"]
    assert properties["name"] == {"type": "array", "items": {"type": ["string", "null"]}, "maxItems": 1}
    assert [*properties["tags"]["anyOf"][0]["properties"]] == ["value"]
    for name, tags, expected in (
        ([], None, {}),
        ([None], {"value": None}, {"name": None, "tags": None}),
        (["a"], {"value": ["b"]}, {"name": "a", "tags": ["b"]}),
        (["a", "b"], None, {"name": ["a", "b"]}),
    ):
        assert restored(patch, {"changes": {"name": name, "tags": tags}}) == {"changes": expected}


@tool
def weigh(weights: dict[str, float], by_number: dict[int, Any] | None = None) -> float:
    """Weigh."""
    return sum(weights.values())


def test_a_mapping_becomes_a_list_of_pairs():
    """Its keys are held to their type; two equal keys are the model's fault."""
    weights = strict_schema(weigh)["properties"]["weights"]
    assert weights["items"]["properties"] == {"key": {"type": "string"}, "value": {"type": "number"}}
    arguments = {"weights": [{"key": "a", "value": 1}], "by_number": [{"key": "1", "value": '{"x": [null]}'}]}
    assert restored(weigh, arguments) == {"weights": {"a": 1}, "by_number": {"1": {"x": [None]}}}
    twice = {"weights": [{"key": "a", "value": 1}, {"key": "a", "value": 2}], "by_number": None}
    assert restored(weigh, twice) == "weights: the key 'a' stands there twice; give it once"
    odd = {"weights": [{"key": "a"}], "by_number": None}
    assert restored(weigh, odd) == odd


class Point(NamedTuple):
    x: float
    y: float = 0.0
    label: str | None = None


@tool
def draw(at: Point, size: tuple[int, int], mixed: tuple[str, int], more: tuple[int, ...] = ()) -> str:
    """Draw."""
    return repr((at, size, mixed, more))


BOUNDED = [
    ({"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False, "maxItems": 1}, ["x"]),
    ({"prefixItems": [{"type": "string"}, {"type": "integer"}, {"type": "null"}], "maxItems": 2}, ["x", 1]),
    ({"prefixItems": [{"type": "string"}, {"type": "integer"}], "maxItems": 0}, []),
    ({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}, "minItems": 2, "maxItems": 3}, ["x", 1, 2]),
]


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
@pytest.mark.parametrize(("array", "value"), BOUNDED)
def test_an_array_by_position_has_no_more_positions_than_it_may_have_items(provider, array, value):
    """So no value of the form is one that the tool refuses; what follows the positions has counts of its own."""
    schema = {"type": "object", "properties": {"a": {"type": "array", **array}}, "required": ["a"]}
    made = descriptor_from_schema("f", "", {**schema, "additionalProperties": False})
    mode = get(provider).strict_mode
    sent = Writer(made, mode.rules).arguments({"a": value})
    assert mode.form(made).undone(sent) == {"a": value}
    declared = strict_schema(made, provider)
    (inner,) = declared["properties"].values()
    assert strict_faults(declared, provider) == []
    if inner["type"] == "object":
        assert inner.keys().isdisjoint({"minItems", "maxItems"})
        assert len([name for name in inner["properties"] if name != "rest"]) <= len(value)


def test_a_tuple_becomes_an_object_unless_a_list_says_the_same():
    """Positions have names: the fields', or numbers."""
    properties = strict_schema(draw)["properties"]
    assert properties["size"] == {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    assert [*properties["at"]["properties"]] == ["x", "y", "label"]
    assert [*properties["mixed"]["properties"]] == ["item_1", "item_2"]
    arguments = {"at": {"x": 1, "y": None, "label": []}, "size": [1, 2], "mixed": {"item_1": "a", "item_2": 1}}
    assert restored(draw, {**arguments, "more": None}) == {"at": [1], "size": [1, 2], "mixed": ["a", 1]}
    assert [*strict_schema(draw, "anthropic")["properties"]["size"]["properties"]] == ["item_1", "item_2"]


def test_a_hole_among_positions_is_refused_later():
    """An array has no absent items before others."""
    hole = {"at": {"x": 1, "y": None, "label": ["a"]}, "size": [1, 2], "mixed": "?", "more": None}
    assert restored(draw, hole)["at"] == [1, None, "a"]


def test_items_behind_positions_stand_in_a_list():
    """An array by position may go on."""
    made = descriptor_from_schema(
        "t",
        "",
        {"properties": {"a": {"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}}}},
    )
    schema = strict_schema(made)
    assert [*schema["properties"]["a"]["anyOf"][0]["properties"]] == ["item_1", "rest"]
    for written, expected in (({"item_1": "a", "rest": [1, 2]}, ["a", 1, 2]), ({"item_1": None, "rest": []}, [])):
        assert restored(made, {"a": written, "additional_properties": []}) == {"a": expected}
    odd = {"item_1": "a", "rest": "no list"}
    assert restored(made, {"a": odd, "additional_properties": []}) == {"a": odd}


def test_whatever_may_come_is_json_text():
    """Under another name, so that it is never taken for the value itself; no JSON stands for itself."""

    @tool
    def keep(value: Any, values: list[Any], other=None) -> Any:
        """Keep."""
        return value

    properties = strict_schema(keep)["properties"]
    assert properties == {
        "value_json": {"description": "(JSON text)", "type": "string"},
        "values_json": {"type": "array", "items": {"description": "(JSON text)", "type": "string"}},
        "other_json": {"description": "(JSON text)", "type": ["string", "null"]},
    }
    written = {"value_json": '{"a": 1.50}', "values_json": ["[1]", '"x"', "hello"], "other_json": None}
    assert restored(keep, written) == {"value": {"a": 1.5}, "values": [[1], "x", "hello"]}
    assert restored(keep, {"value": "5", "values": ["6"]}) == {"value": "5", "values": ["6"]}


@dataclass
class Leaf:
    value: int
    note: str = ""


@dataclass
class Tree:
    left: Tree | Leaf
    right: Tree | Leaf | None = None


@tool
def total(tree: Tree) -> int:
    """Add up."""
    return 0


def test_a_recursive_type_is_referred_to_where_that_is_allowed():
    """Elsewhere it is JSON text, with its schema in the description."""
    schema = strict_schema(total)
    assert schema["properties"]["tree"] == {"$ref": "#/$defs/Tree"}
    assert restored(total, {"tree": {"left": {"value": 1, "note": None}, "right": None}}) == {
        "tree": {"left": {"value": 1}, "right": None}
    }
    text = strict_schema(total, "anthropic")["properties"]["tree"]
    assert text["type"] == "string"
    assert '"$defs"' in text["description"]
    assert restored(total, {"tree": '{"left": {"value": 1}}'}, "anthropic") == {"tree": {"left": {"value": 1}}}


@dataclass
class Cat:
    name: str
    kind: Literal["cat"] = "cat"
    lives: int = 9


@dataclass
class Dog:
    name: str
    kind: Literal["dog"] = "dog"


@dataclass
class Bird:
    name: str
    wings: int


@dataclass
class Bat:
    name: str
    wings: int


def test_objects_of_a_union_differ_in_their_first_property():
    """By a property of their own, or in an object that names them."""

    @tool
    def own(pet: Cat | Bird) -> str:
        """Own a pet."""
        return repr(pet)

    @tool
    def watch(animal: Bird | Bat) -> str:
        """Watch an animal."""
        return repr(animal)

    options = strict_schema(own)["properties"]["pet"]["anyOf"]
    assert [next(iter(each["properties"])) for each in options] == ["kind", "wings"]
    assert restored(own, {"pet": {"kind": None, "name": "a", "lives": None}}) == {"pet": {"name": "a"}}
    options = strict_schema(watch)["properties"]["animal"]["anyOf"]
    assert [[*each["properties"]] for each in options] == [["option_1"], ["option_2"]]
    assert restored(watch, {"animal": {"option_2": {"name": "a", "wings": 2}}}) == {"animal": {"name": "a", "wings": 2}}


def test_a_list_and_a_mapping_are_told_apart():
    """Both are lists in strict mode."""

    @tool
    def take(items: list[int] | dict[str, int]) -> str:
        """Take either."""
        return repr(items)

    assert restored(take, {"items": [1, 2]}) == {"items": [1, 2]}
    assert restored(take, {"items": {"option_2": [{"key": "a", "value": 1}]}}) == {"items": {"a": 1}}
    assert restored(take, {"items": {"a": 1}}) == {"items": {"a": 1}}


def test_choices_of_several_types_are_parted_by_type():
    """OpenAI wants a type beside each enum; what is no scalar is a choice of JSON texts."""
    schema = {
        "properties": {"a": {"enum": [1, "1", None]}, "b": {"enum": [[1], {"x": 2}, "y"]}},
        "required": ["a", "b"],
    }
    made = descriptor_from_schema("t", "", {**schema, "additionalProperties": False})
    properties = strict_schema(made)["properties"]
    assert properties == {
        "a": {"anyOf": [{"type": "integer", "enum": [1]}, {"type": "string", "enum": ["1"]}, {"type": "null"}]},
        "b_json": {"type": "string", "enum": ["[1]", '{"x": 2}', '"y"']},
    }
    assert restored(made, {"a": "1", "b_json": '{"x": 2}'}) == {
        "a": "1",
        "b": {"x": 2},
    }
    assert strict_schema(made, "anthropic")["properties"]["a"] == {"enum": [1, "1", None]}


def test_a_choice_of_null_alone_is_the_type_null():
    """OpenAI takes no enum beside it."""

    @tool
    def take(nothing: Literal[None] = None) -> None:
        """Take nothing."""

    assert strict_schema(take)["properties"] == {"nothing": {"type": "null"}}


@pytest.mark.parametrize(
    ("definition", "key"),
    [
        ({"type": "string", "enum": ["x", "y"]}, {"type": "string", "enum": ["x", "y"]}),
        ({"not": {"required": ["x"], "properties": {"x": {"$ref": "#/$defs/Side"}}}}, {"type": "string"}),
    ],
)
def test_names_may_be_those_of_a_definition(definition, key):
    """A model with a dict of enum members says it so; the definition itself gets no form."""
    members = {"type": "object", "propertyNames": {"$ref": "#/$defs/Side"}, "additionalProperties": {"type": "integer"}}
    schema = {
        "properties": {"a": members},
        "required": ["a"],
        "additionalProperties": False,
        "$defs": {"Side": definition},
    }
    made = descriptor_from_schema("t", "", schema)
    declared = strict_schema(made)
    assert declared["properties"]["a"]["items"]["properties"]["key"] == key
    assert "$defs" not in declared
    assert restored(made, {"a": [{"key": "x", "value": 1}]}) == {"a": {"x": 1}}


def test_further_arguments_stand_in_a_list_of_pairs():
    """Of an object that names some members and admits others."""

    @tool
    def call(name: str, **options: int) -> str:
        """Call."""
        return f"{name} {options}"

    schema = strict_schema(call)
    assert [*schema["properties"]] == ["name", "additional_properties"]
    written = {"name": "a", "additional_properties": [{"key": "b", "value": 1}]}
    assert restored(call, written) == {"name": "a", "b": 1}
    clash = {"name": "a", "additional_properties": [{"key": "name", "value": 1}]}
    assert restored(call, clash) == (
        "the key 'name' stands in 'additional_properties', and has a place of its own; give each key once"
    )
    assert restored(call, {"name": "a", "b": 1}) == {"name": "a", "b": 1}
    unnamed = {"name": "a", "additional_properties": [{"key": "", "value": 1}]}
    assert restored(call, unnamed) == {"name": "a", "": 1}


def test_a_union_of_whole_arguments_is_wrapped():
    """Strict mode demands an object at the root."""
    by_id, by_name = (
        {"type": "object", "properties": {key: {"type": "string"}}, "required": [key]} for key in ("id", "name")
    )
    made = descriptor_from_schema("find", "Find.", {"type": "object", "anyOf": [by_id, by_name], "title": "Find"})
    schema = strict_schema(made)
    assert strict_faults(schema, "openai") == []
    assert [*schema["properties"]] == ["arguments"]
    assert restored(made, {"arguments": {"name": "a", "additional_properties": []}}) == {"name": "a"}


def test_a_union_of_whole_arguments_may_need_nothing_else():
    """Where its members are closed and have every property."""
    closed = [
        {"properties": {name: {"type": "string"}}, "required": [name], "additionalProperties": False}
        for name in ("id", "name")
    ]
    made = descriptor_from_schema("find", "", {"oneOf": closed})
    assert restored(made, {"arguments": {"id": "a"}}) == {"id": "a"}
    assert restored(made, {"id": "a"}) == {"id": "a"}


def referring(*members: Any, **definitions: Any) -> ToolDescriptor:
    """A tool that takes one of some members."""
    return ToolDescriptor("t", "", (Parameter("x", "", AnyOfType(members)),), definitions=definitions)


def test_definitions_of_a_union_differ_in_their_first_property():
    """Wherever they are used."""
    kinds = {
        name: ObjectType(
            properties=(Parameter("name", "", StringType()), Parameter("kind", "", EnumType((name,)))),
            required=("name", "kind"),
        )
        for name in ("cat", "dog")
    }
    schema = strict_schema(referring(*map(ReferenceType, kinds), **kinds))
    assert [[*each["properties"]] for each in schema["$defs"].values()] == [["kind", "name"], ["kind", "name"]]
    assert strict_faults(schema, "openai") == []


def test_a_union_in_a_union_is_one():
    """Unless it says something of its own."""
    inner = AnyOfType((IntegerType(), AnyOfType((StringType(), NullType()), description="Text.")))
    schema = strict_schema(referring(inner, ListType(IntegerType())))
    options = schema["properties"]["x"]["anyOf"]
    assert options[:2] == [{"type": "integer"}, {"description": "Text.", "type": ["string", "null"]}]
    assert len(options) == 3


def test_members_that_look_alike_stand_in_an_object_that_names_them():
    """Two arrays by position, and a name that is taken."""
    pair = TupleType((StringType(), IntegerType()))
    named = ObjectType(properties=(Parameter("option_1", "", StringType()),), required=("option_1",))
    made = referring(pair, TupleType((IntegerType(), StringType())), named, ReferenceType("Pair"), Pair=pair)
    options = strict_schema(made)["properties"]["x"]["anyOf"]
    assert [[*each["properties"]] for each in options] == [["option_1_"], ["option_2"], ["option_1"], ["Pair"]]
    for tag in ("option_1_", "Pair"):
        assert restored(made, {"x": {tag: {"item_1": "a", "item_2": 1}}}) == {"x": ["a", 1]}


def test_a_default_of_null_where_null_is_refused_says_nothing():
    """As foreign schemas have it."""
    made = ToolDescriptor(
        "t",
        "",
        (),
        (Parameter("a", "", AnyOfType((StringType(), IntegerType())), None), Parameter("b", "", NullType(), None)),
    )
    properties = strict_schema(made, "anthropic")["properties"]
    assert properties == {"a": {"type": ["string", "integer"]}, "b": {"type": "null"}}


def test_names_that_are_taken_are_left_alone():
    """A stand-in gets an underscore."""
    made = ToolDescriptor(
        "t",
        "",
        (Parameter("a", "", AnyType()), Parameter("a_json", "", StringType())),
        (Parameter("b", "", AnyOfType((StringType(), IntegerType())), 1),),
    )
    schema = strict_schema(made)
    assert [*schema["properties"]] == ["a_json_", "a_json", "b"]
    assert "anyOf" not in strict_schema(made, "anthropic")["properties"]["b"]


def test_a_named_type_that_may_be_anything_is_json_text():
    """As if it had no name; what is no text is left alone."""
    made = ToolDescriptor("t", "", (Parameter("x", "", ReferenceType("Any")),), definitions={"Any": AnyType()})
    assert [*strict_schema(made)["properties"]] == ["x_json"]
    for written, expected in (("[1]", [1]), (5, 5)):
        assert restored(made, {"x_json": written}) == {"x": expected}


def test_definitions_that_lead_in_a_circle_end():
    """Whatever another party declares."""
    ends = {"A": AnyOfType((ReferenceType("B"), IntegerType())), "B": AnyOfType((ReferenceType("A"), NullType()))}
    made = referring(ReferenceType("A"), StringType(), **ends)
    assert OpenAI().declare([made], strict=True)
    assert Anthropic().declare([made], strict=True)


def test_what_strict_mode_does_not_know_stands_in_the_description():
    """OpenAI knows bounds and patterns, Anthropic does not know bounds; neither looks around."""
    constraints = {"minLength": 2, "pattern": "^(?=a)b", "format": "regex"}
    made = ToolDescriptor(
        "t",
        "",
        (
            Parameter("s", "Text.", StringType(constraints=constraints)),
            Parameter("n", "", IntegerType(constraints={"minimum": 1})),
            Parameter("l", "", ListType(StringType(constraints={"pattern": "^a+$"}), constraints={"minItems": 2})),
        ),
        keywords={"minProperties": 1, "$comment": "c"},
    )
    declared = OpenAI().declare([made], strict=True)[0]["function"]
    assert declared["description"] == "(minProperties: 1)"
    properties = declared["parameters"]["properties"]
    assert properties["s"]["description"] == "Text. (minLength: 2, pattern: ^(?=a)b, format: regex)"
    assert properties["n"] == {"type": "integer", "minimum": 1}
    assert properties["l"]["minItems"] == 2
    properties = strict_schema(made, "anthropic")["properties"]
    assert properties["n"] == {"type": "integer", "description": "(minimum: 1)"}
    assert properties["l"] == {
        "type": "array",
        "items": {"type": "string", "pattern": "^a+$"},
        "description": "(minItems: 2)",
    }


ADDRESS = ObjectType(properties=(Parameter("street", "", StringType()),), required=("street",), description="A place.")


def test_a_reference_has_nothing_beside_it():
    """It stands in a union of one, or what it refers to in its place."""
    parameters = (Parameter("home", "Where to.", ReferenceType("A")), Parameter("work", "", ReferenceType("A")))
    made = ToolDescriptor("t", "", parameters, definitions={"A": ADDRESS})
    properties = strict_schema(made)["properties"]
    assert properties["home"] == {"description": "Where to.", "anyOf": [{"$ref": "#/$defs/A"}]}
    properties = strict_schema(made, "anthropic")["properties"]
    assert properties["home"]["description"] == "Where to."
    assert properties["work"] == {"$ref": "#/$defs/A"}


def test_anthropic_leaves_optional_arguments_optional():
    """Null is left out where it means what absence means."""
    schema = strict_schema(search, "anthropic")
    assert schema["required"] == ["query"]
    assert schema["properties"]["tag"] == {"description": "Only those with it.", "type": "string"}
    assert schema["properties"]["limit"]["description"] == "How many. (default: 10)"

    @tool
    def choose(what: int | str | None = None, how: Literal["a", "b"] | None = None) -> str:
        """Choose."""
        return f"{what} {how}"

    properties = strict_schema(choose, "anthropic")["properties"]
    assert properties == {
        "what": {"type": ["integer", "string"]},
        "how": {"type": "string", "enum": ["a", "b"]},
    }


def test_names_of_arguments_are_undone_with_their_forms():
    """A name that Anthropic forbids, of an argument that has another name in strict mode."""

    @tool
    def put(höhe: Any, breite: dict[str, int]) -> Any:  # noqa: PLC2401 - not every provider takes such a name
        """Put."""
        return höhe

    assert [*strict_schema(put, "anthropic")["properties"]] == ["h_he_json", "breite"]
    written = {"h_he_json": "[1]", "breite": [{"key": "a", "value": 1}]}
    assert restored(put, written, "anthropic") == {"höhe": [1], "breite": {"a": 1}}


def test_a_forbidden_name_of_a_tool_is_undone_too():
    """The tool is remembered under its own name."""

    @tool("geo.find")
    def find(place: str, near: int = 1) -> str:
        """Find."""
        return f"{place} {near}"

    provider = get("openai")
    assert provider.declare([find], strict=True)[0]["function"]["name"] == "geo_find"
    call = ToolCall("geo_find", '{"place": "a", "near": null}', provider="openai")
    assert provider.restore(call, Registry([find])) == ToolCall("geo.find", {"place": "a"}, provider="openai")


def test_calls_of_imitators_are_undone():
    """A strict tool of Mistral's gets calls in OpenAI's shape, and the tool may come from an equal declaration."""
    made = ToolDescriptor("find", "", (), (Parameter("q", "", StringType()),))
    again = ToolDescriptor("find", "", (), (Parameter("q", "", StringType()),))
    Mistral().declare([made], strict=True)
    assert OpenAI().restore(ToolCall("find", {"q": None}), [again]).arguments == {}
    for plain in ("ollama", "mcp"):
        call = ToolCall("find", {"q": None}, provider=plain)
        assert get(plain).restore(call, [again]) is call
    broken = ToolCall("find", '{"q": nul')
    assert OpenAI().restore(broken, [again]) is broken


def test_the_schema_may_come_from_a_generator_of_ones_own():
    """It gets the tool in the form for strict mode."""

    class Shouting(OpenAICompatibleSchemaGenerator):
        def string(self, type_: StringType, /) -> dict[str, Any]:
            return {"type": "string", "description": "TEXT"}

    (declared,) = OpenAI(schema_generator=Shouting).declare([search], strict=True)
    assert declared["function"]["parameters"]["properties"]["query"]["description"] == "What to look for."
    assert declared["function"]["parameters"]["additionalProperties"] is False


def wide(count: int, type_: Any) -> ToolDescriptor:
    """A tool with many parameters."""
    return ToolDescriptor("wide", "", tuple(Parameter(f"p{number}", "", type_) for number in range(count)))


def nested(levels: int) -> ToolDescriptor:
    """A tool whose argument holds objects in objects."""
    type_: Any = StringType()
    for _ in range(levels):
        type_ = ObjectType(properties=(Parameter("inner", "", type_),), required=("inner",))
    return ToolDescriptor("deep", "", (Parameter("inner", "", type_),))


def choices(count: int, text: str = "c") -> Any:
    """A choice of so many values."""
    return EnumType(tuple(f"{text}{number}" for number in range(count)))


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (wide(5001, StringType()), "wide: too large for strict mode: 5,001 properties, of 5,000 at most"),
        (nested(10), r"deep: too large for strict mode at inner(\.inner)+: 11 levels of nesting, of 10 at most"),
        (wide(2, choices(501)), "wide: too large for strict mode at p[01]: 1,002 choices in all enums, of 1,000"),
        (
            wide(1, choices(251, "c" * 60)),
            "wide: too large for strict mode at p0: [0-9,]+ characters in one large enum",
        ),
        (wide(1, choices(250, "c" * 500)), "wide: too large for strict mode: [0-9,]+ characters in names and choices"),
    ],
)
def test_what_is_too_large_for_openai_is_refused(made, fault):
    """The error names the tool and the place, and the cure."""
    with pytest.raises(DefinitionError, match=fault + ".*; make it smaller, or say strict=False"):
        OpenAI().declare([made], strict=True)
    assert OpenAI().declare([made])


def test_what_is_too_much_in_one_request_to_anthropic_is_refused():
    """Twenty tools, 24 optional parameters, 16 unions, all tools together."""
    small = [ToolDescriptor(f"t{number}", "") for number in range(21)]
    with pytest.raises(DefinitionError, match="t20: with it there are 21 strict tools in one request, of 20 at most"):
        Anthropic().declare(small, strict=True)
    assert len(Anthropic().declare(small[:20], strict=True)) == 20
    optional = ToolDescriptor("o", "", (), tuple(Parameter(f"p{number}", "", StringType()) for number in range(25)))
    with pytest.raises(DefinitionError, match=r"o\(p24\): with it there are 25 optional parameters"):
        Anthropic().declare([optional], strict=True)
    union = wide(17, AnyOfType((IntegerType(), NullType())))
    with pytest.raises(DefinitionError, match=r"wide\(p16\): .* 17 parameters with a union .*; declare fewer"):
        Anthropic().declare([union], strict=True)


def test_gemini_says_where_its_strict_mode_is():
    """It is a field of the request, and no word in a declaration."""
    with pytest.raises(DefinitionError, match=r"gemini has no strict mode .*VALIDATED"):
        get("gemini").declare([search], strict=True)


def test_only_so_many_tools_are_remembered(monkeypatch):
    """The oldest are forgotten first."""
    assert _KEPT_FORMS > 1000
    monkeypatch.setattr("toolkit.providers.strict.mode._KEPT_FORMS", 2)
    mode = StrictMode(OPENAI)
    made = [ToolDescriptor(f"t{number}", "", (), (Parameter("a", "", AnyType()),)) for number in range(3)]
    for each in made:
        mode.schema(each)
        mode.schema(each)
    assert [mode.declared(each) is not None for each in made] == [False, True, True]
    assert mode.form(made[0]).changes == (("a", "JSON text"), ("a", "null for absent"))
    assert LIKE_OPENAI.declared(made[0]) is None


def test_tools_of_one_name_are_told_apart_and_no_more_are_remembered(monkeypatch):
    """As where a tool is made anew for each request, with what the caller may choose."""
    monkeypatch.setattr("toolkit.providers.strict.mode._KEPT_FORMS", 3)
    mode = StrictMode(OPENAI)
    made = [ToolDescriptor("t", "", (), (Parameter(f"a{number}", "", AnyType()),)) for number in range(5)]
    for each in made:
        mode.schema(each)
        assert mode.declared(replace_fields(each)) is mode.declared(each) is not None
    assert [mode.declared(each) is not None for each in made] == [False, False, True, True, True]
    mode.schema(ToolDescriptor("u", "", (), (Parameter("b", "", AnyType()),)))
    assert [mode.declared(each) is not None for each in made] == [False, False, False, True, True]
    assert StrictMode(OPENAI).declared(made[0]) is None


REFERRED = {
    "Place": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    "Node": {"type": "object", "properties": {"kid": {"$ref": "#/$defs/Node"}}},
}


@pytest.mark.parametrize("name", ["Place", "Node"])
@pytest.mark.parametrize(
    "schema",
    [
        {"allOf": [{"$ref": "#/$defs/X"}]},
        {"properties": {"n": {"type": "integer"}}, "dependentSchemas": {"n": {"$ref": "#/$defs/X"}}},
        {"properties": {"o": {"type": "object", "allOf": [{"$ref": "#/$defs/X"}]}}},
        {"properties": {"o": {"type": "array", "items": {}, "contains": {"$ref": "#/$defs/X"}}}},
        {"properties": {"n": {"type": "integer", "not": {"$ref": "#/$defs/X"}}}},
        {"patternProperties": {"^x": {"$ref": "#/$defs/X"}}, "additionalProperties": False},
    ],
)
@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_keyword_that_refers_to_a_definition_is_said_with_what_it_refers_to(provider, schema, name):
    """The definition stands for values as they are, so that none in another form takes its place."""
    referring = json.loads(json.dumps({"type": "object", **schema}).replace("/X", f"/{name}"))
    made = descriptor_from_schema("f", "F.", {**referring, "$defs": REFERRED})
    (declared,) = get(provider).declare([made], strict=True)
    assert strict_faults(schema_of(declared), provider) == []
    assert {"Place": "city", "Node": "kid"}[name] in json.dumps(declared)
    assert opens(made.arguments) == ("additional_properties" in json.dumps(declared))


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"type": "string", "anyOf": [{"minLength": 2}, {"pattern": "^x"}]}}},
        {"properties": {"a": {"type": "string"}, "b": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
    ],
)
def test_alternatives_that_narrow_a_type_are_said_in_words(provider, schema):
    """The APIs take `anyOf` for a union of types only, and none at all in the root."""
    made = descriptor_from_schema("f", "F.", {"type": "object", **schema})
    (declared,) = get(provider).declare([made], strict=True)
    assert strict_faults(schema_of(declared), provider) == []
    assert "(anyOf: [{" in json.dumps(declared)


@pytest.mark.parametrize(
    ("wide", "said"),
    [({"$ref": "#/$defs/A"}, [{"$ref": "#/$defs/A"}]), ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, None)],
)
def test_what_narrows_alternatives_or_a_reference_by_members_is_said_in_words(wide, said):
    """Strict modes take the members of an object beside its type alone."""
    narrowed = {**wide, "properties": {"b": {"type": "string"}}, "required": ["b"]}
    schema = {"type": "object", "properties": {"a": narrowed}, "required": ["a"], "$defs": {"A": {"type": "object"}}}
    (declaration,) = schemas([Tool.declare("f", "F.", schema)], "openai", strict=True)
    found = declaration["function"]["parameters"]["properties"]["a"]
    assert found["description"] == '(properties: {"b":{"type":"string"}}, required: ["b"])'
    assert found.keys() - {"description"} == ({"anyOf"} if said else {"type"})
    assert found.get("anyOf") == said


def doubling(member: Any) -> dict[str, Any]:
    """A schema of thirty definitions, each of which names the one below it twice."""
    definitions: dict[str, Any] = {"d0": {"type": "string"}}
    for each in range(1, 31):
        definitions[f"d{each}"] = {"anyOf": [member(f"#/$defs/d{each - 1}", text) for text in ("One.", "Two.")]}
    return {"type": "object", "properties": {"a": {"$ref": "#/$defs/d30"}}, "$defs": definitions}


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
@pytest.mark.parametrize(
    "member",
    [
        lambda name, _: {"$ref": name},
        lambda name, text: {"properties": {text: {"$ref": name}}, "required": [text], "additionalProperties": False},
        lambda name, _: {"type": "array", "items": {"$ref": name}},
    ],
)
def test_definitions_that_share_others_are_looked_at_once(provider, member):
    """Whoever wrote them may have doubled each many times over."""
    made = descriptor_from_schema("f", "F.", doubling(member))
    (declared,) = get(provider).declare([made], strict=True)
    assert strict_faults(schema_of(declared), provider) == []


def test_definitions_that_cannot_be_shared_are_refused_when_they_grow_without_end():
    """Anthropic takes no text beside a reference, so that each would be a copy."""
    made = descriptor_from_schema("f", "F.", doubling(lambda name, text: {"$ref": name, "description": text}))
    with pytest.raises(DefinitionError, match="more than 5,000 copies of what definitions share"):
        get("anthropic").declare([made], strict=True)
