"""What markers in annotations and defaults say."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import annotated_types as at
import msgspec
import pytest
from pydantic import AfterValidator, AliasChoices, AliasPath, Field, StringConstraints
from pydantic.fields import FieldInfo
from typing_extensions import Doc, deprecated

from toolkit import Tool
from toolkit.reading.fields import NO_FACTS, Facts, compiled, facts_from, is_field
from toolkit.record import MISSING


@pytest.mark.parametrize(
    ("markers", "constraints"),
    [
        ([at.Ge(1), at.Lt(5)], {"ge": 1, "lt": 5}),
        ([at.Interval(gt=1, le=5)], {"gt": 1, "le": 5}),
        ([at.Len(1, 3)], {"min_length": 1, "max_length": 3}),
        ([at.MultipleOf(3)], {"multiple_of": 3}),
        ([Field(ge=1, max_length=3)], {"ge": 1, "max_length": 3}),
        ([Field(pattern="^a")], {"pattern": "^a"}),
        ([Field(max_digits=3, decimal_places=1)], {"max_digits": 3, "decimal_places": 1}),
        ([StringConstraints(min_length=1, pattern="^a")], {"min_length": 1, "pattern": "^a"}),
        ([msgspec.Meta(gt=0), msgspec.Meta(min_length=1)], {"gt": 0, "min_length": 1}),
        ([at.Timezone(None)], {"timezone": None}),
        ([at.Timezone(...)], {"timezone": ...}),
        ([msgspec.Meta(tz=True)], {"timezone": ...}),
        ([at.Ge(1), at.Ge(5), at.Le(9), at.Le(7)], {"ge": 5, "le": 7}),
        ([at.MinLen(1), at.MinLen(2), at.MaxLen(9), at.MaxLen(8)], {"min_length": 2, "max_length": 8}),
        ([at.Ge(1), at.Ge("a")], {"ge": 1}),
        ([at.MultipleOf(3), at.MultipleOf(3)], {"multiple_of": 3}),
        ([at.MultipleOf(4), at.MultipleOf(6)], {"multiple_of": 12}),
        ([at.MultipleOf(0.1), at.MultipleOf(0.01)], {"multiple_of": 0.1}),
        ([at.MultipleOf(0.4), Field(multiple_of=3)], {"multiple_of": 6}),
        ([at.MultipleOf(Decimal("0.4")), at.MultipleOf(Decimal("0.25"))], {"multiple_of": 2}),
        ([at.MultipleOf(1), at.MultipleOf(Fraction(2, 3)), at.MultipleOf(Fraction(4, 5))], {"multiple_of": 4}),
        ([at.MultipleOf(Fraction(1, 3)), at.MultipleOf(Fraction(1, 6))], {"multiple_of": Fraction(1, 3)}),
    ],
)
def test_bounds_are_gathered(markers, constraints):
    """Of two bounds both hold, so the tighter one counts."""
    assert facts_from(markers).constraints == constraints


def test_bounds_that_are_not_one_become_predicates():
    """Two patterns are both asked."""
    facts = facts_from([Field(pattern="^a"), Field(pattern="b$")])
    (pattern,) = facts.constraints["predicates"]
    assert facts.constraints["pattern"] == "^a"
    assert [bool(pattern("ab")), bool(pattern("a"))] == [True, False]


def test_predicates_are_gathered():
    """In their order, negated ones too."""
    facts = facts_from([at.Predicate(str.islower), at.Predicate(at.Not(str.isdigit)), at.Not(str.isspace)])
    assert [[test(text) for test in facts.constraints["predicates"]] for text in ("a", "1", " ")] == [
        [True, True, True],
        [False, False, True],
        [False, True, False],
    ]


@pytest.mark.parametrize(
    ("markers", "texts"),
    [
        (["near", "far"], ("near", "far")),
        ([Doc("near"), Field(description="far")], ("near", "far")),
        ([msgspec.Meta(description="near"), at.doc("far")], ("near", "far")),
        (["", "far"], ("far",)),
        ([Field(ge=1)], ()),
        ([Field(description="kept", json_schema_extra={"x": 1})], ("kept",)),
        ([Field(description="lost", json_schema_extra={"description": "near"})], ("near",)),
        ([msgspec.Meta(extra_json_schema={"description": "near"}), "far"], ("near", "far")),
    ],
)
def test_texts_keep_their_order(markers, texts):
    """The one nearest the type is first (PEP 727 for Doc)."""
    assert facts_from(markers).texts == texts


def test_a_field_has_alias_default_and_keywords():
    """A validation alias wins over the alias; Ellipsis and nothing are no default."""
    facts = facts_from([Field(3, alias="a", validation_alias="b", examples=[1], json_schema_extra={"x-unit": "m"})])
    assert (facts.alias, facts.default, facts.keywords) == ("b", 3, {"examples": [1], "x-unit": "m"})
    assert [facts_from([each]).default for each in (Field(...), Field())] == [MISSING, MISSING]
    assert facts_from([Field(default=None)]).default is None


def test_a_mark_of_pep_702_is_a_keyword():
    """Pydantic reads `deprecated` in Annotated for its fields, too."""
    assert facts_from([deprecated("say name")]) == Facts(keywords={"deprecated": True})


def test_of_several_aliases_the_first_is_taken():
    """As of a field of a model; a path is no name."""
    choices = AliasChoices(AliasPath("names", 0), "first", "second")
    assert facts_from([Field(validation_alias=choices)]).alias == "first"
    assert facts_from([Field(validation_alias=AliasPath("names", 0), alias="name")]).alias == "name"
    assert facts_from([Field(validation_alias=AliasPath("names", 0))]).alias is None


def test_a_default_factory_may_look_at_the_others():
    """As in a model; one that takes nothing is given nothing."""
    assert facts_from([Field(default_factory=list)]).default_factory({"a": 1}) == []
    assert facts_from([Field(default_factory=lambda fields: {**fields})]).default_factory({"a": 1}) == {"a": 1}


def test_markers_that_say_none_of_this_are_kept():
    """Validators, discriminators, and an author's own."""
    own, validator = object(), AfterValidator(abs)
    chooser, stripping = Field(discriminator="kind"), StringConstraints(strip_whitespace=True)
    facts = facts_from([own, validator, chooser, stripping, int])
    assert facts.rest == (own, validator, chooser, stripping, int)


def test_markers_without_meaning_here_say_nothing():
    """Strictness and NaN are settled by the library's own rules."""
    assert facts_from([Field(strict=True, allow_inf_nan=False), msgspec.Meta(title="T")]) == NO_FACTS


def test_a_field_is_told_from_other_values():
    """It stands for a default, but is none."""
    assert [is_field(each) for each in (Field(1), 1, None, msgspec.field(default=1))] == [True, False, False, False]


def test_what_loads_lazily_is_left_alone():
    """A default may fail at any attribute that it is asked for."""

    class Lazy:
        def __getattr__(self, name):
            raise LookupError(name)

    assert not is_field(Lazy())


def test_a_default_that_stands_for_what_is_not_there_yet_is_left_alone():
    """A proxy of a web framework raises for its class as well, outside of a request."""

    class Proxy:
        @property
        def __class__(self):
            raise RuntimeError("outside of a request")

    def take(count: int = Proxy()):
        """Take."""
        return type(count) is Proxy

    made = Tool.from_function(take)
    assert made.input_schema["properties"] == {"count": {"type": "integer"}}
    assert made.invoke({}) is True


def test_a_field_of_a_class_derived_from_pydantics_is_one():
    """As FastAPI and SQLModel derive theirs."""

    class Query(FieldInfo):
        pass

    field = Query(default=3, alias="q", ge=1, description="How many.")
    facts = facts_from([field])
    assert (facts.alias, facts.default, facts.constraints, facts.texts) == ("q", 3, {"ge": 1}, ("How many.",))
    assert (is_field(field), facts.rest) == (True, ())


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"^\d$", r"^\d\Z"),
        ("(a$|b$)", r"(a\Z|b\Z)"),
        (r"a\$[$][^]$]\\$", r"a\$[$][^]$]\\\Z"),
        ("(?m)a$", "(?m)a$"),
        ("(?i:a$)(?im:b$)", "(?i:a$)(?im:b$)"),
    ],
)
def test_the_end_of_a_pattern_is_the_end_of_the_text(pattern, expected):
    """As in ECMA-262; where a flag makes it that of a line, it stays so."""
    assert compiled(pattern).pattern == expected


def test_the_help_of_a_command_line_is_a_text():
    """As Typer and Cyclopts have it."""

    class Parameter:
        help = "How many."

    assert facts_from([Parameter()]).texts == ("How many.",)


def test_of_fields_that_disagree_the_last_one_wins():
    """As in a model: who takes an annotated type for a part of his own says anew what it means there."""
    near = Field(alias="a", description="Near.", default=1, examples=[1])
    far = Field(alias="b", description="Far.", default_factory=list, examples=[2])
    found = facts_from([near, far])
    assert (found.alias, found.texts, found.default, found.keywords) == ("b", ("Far.",), MISSING, {"examples": [2]})
    assert found.default_factory({}) == []
    assert facts_from([far, near]).default_factory is None


def test_the_text_of_a_field_keeps_its_place_among_others():
    """Only another field takes it."""
    markers = ["First.", Field(description="Near."), "Last.", Field(description="Far.")]
    assert facts_from(markers).texts == ("First.", "Far.", "Last.")


def test_a_dict_with_a_description_is_a_text():
    """As Semantic Kernel writes it; it stays as it is, so that several parameters may share it."""
    shared = {"description": "How many."}
    assert facts_from([shared]).texts == ("How many.",)
    assert facts_from([shared, {"unit": "m"}]).rest == ({"unit": "m"},)
    assert shared == {"description": "How many."}


def test_a_blank_text_is_none():
    """The docstring may say more."""
    assert facts_from(["  ", Field(description="\n")]).texts == ()
