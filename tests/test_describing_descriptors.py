"""A signature, its docstring and its options -> what a model sees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NotRequired, TypedDict, Unpack

import attrs
import pytest
from pydantic import BaseModel, Field, create_model
from typing_extensions import TypeAliasType

from toolkit import DefinitionError, DocstringError, MissingDescriptionError, Tool
from toolkit.describing.descriptors import describe, describe_as_declared
from toolkit.descriptor import AnyType, IntegerType, ListType, StringType, ToolDescriptor, ToolParameterDescriptor
from toolkit.options import ToolOptions
from toolkit.reading.signature import read_signature


def search(  # noqa: D417
    query: str, top: Annotated[int, "How many."] = 3, *tags: str, lang: Literal["de", "en"] = "de", **more: int
) -> str:
    """Search for articles.

    Ask for few.

    Args:
        query: What to look for.
        top: Not this text.
        tags: Words to file it under.
        lang: Language.

    Returns:
        What was found.
    """


@dataclass
class Query:
    """What to look for.

    Attributes:
        text: A text.
    """

    text: str
    top: int = 3
    tags: list[str] = field(default_factory=list)


class Spread(TypedDict):
    """What is spread.

    Attributes:
        z: The z.
    """

    x: int
    y: NotRequired[str]
    z: NotRequired[int]


class Colliding(TypedDict, total=False):
    title: str
    model_dump: str
    self: str


def described(function: Any, **options: Any) -> ToolDescriptor:
    """What a model sees of a function."""
    options.setdefault("description", "")
    return describe(read_signature(function), ToolOptions(**options), "tool").descriptor


def test_parameters_are_described_in_order():
    """Required ones first; `*args` is an array, `**kwargs` are further arguments."""
    assert described(search, description=None) == ToolDescriptor(
        "tool",
        "Search for articles.\n\nAsk for few.",
        (ToolParameterDescriptor("query", "What to look for.", StringType()),),
        (
            ToolParameterDescriptor("top", "How many.", IntegerType(), 3),
            ToolParameterDescriptor("tags", "Words to file it under.", ListType(StringType())),
            ToolParameterDescriptor("lang", "Language.", described(search).optional_parameters[2].type, "de"),
        ),
        StringType(description="What was found."),
        IntegerType(),
    )


def test_the_description_is_the_nearest():
    """What is passed, else the docstring, else that of the arguments' class; then when to use the tool."""

    def silent(text: str, top: int = 1, tags: list[str] | None = None): ...

    assert described(search, description="Mine.").description == "Mine."
    assert described(silent, description=None, args_schema=Query).description == "What to look for."
    assert (
        described(silent, description="", principle="nothing else helps").description == "Use when: nothing else helps"
    )
    assert described(search, description="Mine.", principle="lost").description == "Mine.\nUse when: lost"
    schema = {"description": "From the schema.", "properties": {"text": {}}}
    assert described(silent, description=None, args_schema=schema).description == "From the schema."
    with pytest.raises(
        MissingDescriptionError,
        match=r"no description for the model; write a docstring that begins with what it does, or",
    ):
        described(silent, description=None)


@dataclass
class Written:
    word: str = field(metadata={"description": "\n        The word\n        looked for.\n    "})


class WrittenModel(BaseModel):
    word: str = Field(
        description="""
        The word
        looked for.
        """
    )


def test_a_text_over_several_lines_loses_the_indentation_of_the_code():
    """As a docstring does, wherever it stands."""

    def find(
        a: Annotated[
            str,
            """
            The word
              looked for.
            """,
        ],
        b: Written,
        c: WrittenModel,
    ) -> int: ...

    text = """
        Find it.

          Slowly.
        """
    made = described(find, description=text, principle=text, input_description=text, output_description=text)
    plain = "Find it.\n\n  Slowly."
    assert made.description == f"{plain}\nUse when: {plain}"
    assert (made.keywords["description"], made.output.description) == (plain, plain)
    a, b, c = made.parameters
    assert a.description == "The word\n  looked for."
    (word,), (model_word,) = b.type.properties, c.type.properties
    assert (word.description, model_word.description) == ("The word\nlooked for.",) * 2


def test_a_docstring_may_be_taken_as_it_is():
    """docstring_style=None reads no sections."""
    assert "Args:" in described(search, description=None, docstring_style=None).description


def test_an_input_description_is_for_all_arguments_or_the_sole_one():
    """A sole parameter that has a text keeps it."""

    def one(a: str): ...

    def documented(a: Annotated[str, "Own."]): ...

    assert described(one, input_description="Text.").parameters[0].description == "Text."
    assert described(documented, input_description="Text.").parameters[0].description == "Own."
    assert described(search, input_description="Text.").keywords == {"description": "Text."}

    def optional(a: str = "x"): ...

    assert described(optional, input_description="Text.").optional_parameters[0].description == "Text."


def test_examples_stand_in_the_schema():
    """As JSON Schema has them."""
    assert described(search, examples=[{"query": "x"}]).keywords == {"examples": [{"query": "x"}]}


def test_an_unpacked_typed_dict_gives_its_keys():
    """Their texts come from the docstring, or from its own."""

    def take(**kwargs: Unpack[Spread]):
        """Take.

        Args:
            x: The x.
        """

    made = described(take)
    assert [(each.name, each.description) for each in made.parameters] == [("x", "The x."), ("y", ""), ("z", "The z.")]
    assert (len(made.required_parameters), made.additional) == (1, False)


def test_further_arguments_of_any_type_are_open():
    """An unannotated `**kwargs` takes everything."""
    assert described(lambda **kwargs: 1).additional is True


def test_the_text_of_an_alias_stands_at_each_of_several_arguments():
    """It is about the type, so the parameter may have a text besides; a text beside the hint is the parameter's."""
    grams = TypeAliasType("grams", Annotated[int, "Grams."])

    def weigh(*loads: grams):
        """Weigh.

        Args:
            loads: What is on the scale.
        """

    def weigh_all(*loads: Annotated[int, "Grams."]): ...

    items = ListType(IntegerType(description="Grams."))
    assert described(weigh).optional_parameters[0] == ToolParameterDescriptor("loads", "What is on the scale.", items)
    assert described(weigh_all).optional_parameters[0] == ToolParameterDescriptor(
        "loads", "Grams.", ListType(IntegerType())
    )


def test_what_is_said_of_further_arguments_stands_at_them():
    """The nearest text, as for any other parameter."""

    def take(**more):
        """Take.

        Args:
            more: Filters, by column.
        """

    def take_whole(**more: Annotated[int, "Whole numbers."]):
        """Take.

        Args:
            more: Filters, by column.
        """

    assert described(take).additional == AnyType(description="Filters, by column.")
    assert described(take_whole).additional == IntegerType(description="Whole numbers.")


def test_types_used_once_are_put_in_place():
    """Types used more than once are definitions."""

    def once(query: Query): ...

    def twice(query: Query, more: list[Query]): ...

    assert (dict(described(once).definitions), list(described(twice).definitions)) == ({}, ["Query"])


@pytest.mark.parametrize(
    "schema",
    [
        Query,
        attrs.make_class("Query", {"text": attrs.field(type=str), "top": attrs.field(type=int, default=3)}),
        create_model("Query", text=(str, Field(description="A text.")), top=(int, 3)),
        TypedDict("Query", {"text": str, "top": NotRequired[int]}),
        {"properties": {"text": {"type": "string"}, "top": {"type": "integer"}}, "required": ["text"]},
    ],
)
def test_a_class_or_schema_describes_the_arguments(schema):
    """In place of the signature; texts that it lacks come from the docstring."""

    def take(text, top=1, tags=()):  # noqa: D417
        """Take.

        Args:
            text: A text.
            top: How many.
        """

    made = described(take, args_schema=schema)
    assert [each.name for each in made.required_parameters] == ["text"]
    assert [each.description for each in made.parameters[:2]] == ["A text.", "How many."]


@pytest.mark.parametrize(
    ("function", "schema", "message"),
    [
        (lambda text: 1, Query, "tool: no parameter takes the field 'top'; add a parameter top, or **rest; one dict"),
        (
            lambda text, top, tags, more: 1,
            Query,
            "tool: no field feeds the parameter 'more'; give it a default, a field, or Inject() if the host fills it",
        ),
        (lambda a: 1, {"properties": {"b": {}}}, "tool: no parameter takes the field 'b'"),
        (
            lambda a: 1,
            list[int],
            "tool: list is no object in JSON; give a dataclass, TypedDict, attrs class or pydantic model",
        ),
        (lambda a: 1, int, "tool: int is no object in JSON"),
    ],
)
def test_a_function_must_take_what_is_described(function, schema, message):
    """Every field reaches a parameter, and every required parameter has a field."""
    with pytest.raises(DefinitionError) as caught:
        described(function, args_schema=schema)
    assert str(caught.value).startswith(message)


def test_a_sole_parameter_of_that_class_takes_the_whole():
    """And one that takes `**kwargs` takes every field."""

    def whole(query: Query): ...

    for function in (whole, lambda **kwargs: 1):
        assert [each.name for each in described(function, args_schema=Query).parameters] == ["text", "top", "tags"]


def test_a_recursive_class_describes_the_arguments():
    """Its definition stays, its own fields stand at the root."""

    class Tree(BaseModel):
        name: str
        inner: list[Tree] = []

    def take(name: str, inner: list[Tree] | None = None): ...

    made = described(take, args_schema=Tree)
    assert ([each.name for each in made.parameters], list(made.definitions)) == (["name", "inner"], ["Tree"])


def test_a_strict_docstring_must_fit():
    """No name too many, no parameter without a text."""

    def unknown(a: int):  # noqa: D417
        """Take.

        Args:
            b: No parameter.
        """

    def silent(a: int, b: Annotated[int, "Text."]):
        """Take."""

    with pytest.raises(DocstringError) as caught:
        described(unknown, strict_docstring=True)
    assert str(caught.value) == "tool: the docstring documents 'b', which is no parameter; the parameters are a"
    with pytest.raises(DocstringError) as caught:
        described(silent, strict_docstring=True)
    assert str(caught.value) == "tool: no text for a; document each parameter in the docstring or in Annotated"
    described(search, strict_docstring=True)


def test_a_class_documents_itself_under_a_strict_docstring():
    """Its fields need no second text."""

    def take(text, top=1, tags=()):  # noqa: D417
        """Take.

        Args:
            top: How many.
            tags: Words.
        """

    described(take, args_schema=Query, strict_docstring=True)


class Renamed(BaseModel):
    user: str = Field(alias="userName")


class RenamedKeys(TypedDict):
    user: Annotated[str, Field(alias="userName")]


def take_alias(user: Annotated[str, Field(alias="userName")]):
    """Find."""


def take_user(user):
    """Find."""


def take_all(**further):
    """Find."""


def take_keys(**keys: Unpack[RenamedKeys]):
    """Find."""


@pytest.mark.parametrize("name", ["user", "userName"])
@pytest.mark.parametrize(
    ("function", "schema"),
    [
        (take_alias, None),
        (take_user, Renamed),
        (take_all, {"type": "object", "properties": {"user": {"type": "string"}, "userName": {"type": "string"}}}),
        (take_keys, None),
    ],
)
def test_a_parameter_may_be_documented_by_either_of_its_names(monkeypatch, function, schema, name):
    """What Python calls it, or what a model calls it; neither is unknown to a strict docstring."""
    monkeypatch.setattr(function, "__doc__", f"Find.\n\nArgs:\n    {name}: Who it is.\n")
    made = described(function, args_schema=schema, strict_docstring=not isinstance(schema, dict))
    assert [each.description for each in made.parameters if each.description] == ["Who it is."]


def test_a_declaration_written_by_hand_must_fit_the_function():
    """It is kept as it is."""
    declared = ToolDescriptor("t", "does", (ToolParameterDescriptor("a", "", IntegerType()),))
    made = describe_as_declared(declared, read_signature(lambda a: 1), ToolOptions())
    assert (made.descriptor, made.is_raw) == (declared, True)
    with pytest.raises(DefinitionError, match="no parameter takes the field 'a'"):
        describe_as_declared(declared, read_signature(lambda b: 1), ToolOptions())


def test_whole_arguments_need_one_parameter():
    """Of exactly that class."""

    def two(a: Query, b: int): ...

    with pytest.raises(DefinitionError) as caught:
        describe(read_signature(two), ToolOptions(description=""), "tool", whole=Query)
    assert str(caught.value) == (
        "tool: execute must take exactly one Query; "
        "write def execute(self, args: Args), beside injected parameters only"
    )


def test_names_that_mean_something_elsewhere_are_names():
    """A parameter may be called like a keyword of JSON Schema, or like a method of a model."""

    def take(type: str, properties: dict[str, int], **kwargs: Unpack[Colliding]): ...

    schema = Tool.from_function(take, description="").input_schema
    assert list(schema["properties"]) == ["type", "properties", "title", "model_dump", "self"]


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"text": {"type": "string", "pattern": "["}, "top": {"pattern": "^a"}}},
        {"properties": {"text": {"type": "array", "items": {"pattern": r"^\p{L}"}}}},
        {"properties": {"text": {"type": "object", "patternProperties": {"(": {}}}}},
    ],
)
def test_a_pattern_that_python_cannot_read_is_refused(schema):
    """When the tool is made: each call of it would fail, whatever a model sent."""

    def take(text="", top=""):
        """Take it."""

    with pytest.raises(DefinitionError, match="which is no regular expression to Python; write it as the module re"):
        described(take, args_schema=schema)
