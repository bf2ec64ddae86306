"""TypeRule: one family of types, and the rows of users."""

from __future__ import annotations

import gc
import weakref

import pytest
from road import alike, arriving, refusal, schema_of, taker

import toolkit.types
from toolkit import TypeRule
from toolkit.descriptor import StringType
from toolkit.types import rules
from toolkit.types.dumping import Dumper
from toolkit.types.rules import Refusal, refusal_at, refusal_text
from toolkit.types.table import BUILTIN


class Money:
    """An amount and a currency."""

    def __init__(self, text: str) -> None:
        self.amount, _, self.currency = text.partition(" ")
        if not self.currency:
            raise ValueError("write amount and currency, such as 12 EUR")

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other)

    __hash__ = None


MONEY = TypeRule(
    "money",
    lambda hint: hint.type is Money,
    lambda hint, walk: StringType(description="Amount and currency."),
    lambda hint, walk: Money,
    lambda value, walk: f"{value.amount} {value.currency}",
)


@pytest.fixture
def money():
    """The row, as long as a test runs."""
    toolkit.types.register(MONEY)
    yield
    rules._REGISTERED.clear()


def test_a_registered_row_serves_every_tool(money):
    """It describes, loads and dumps; inside containers too."""
    assert schema_of(Money) == {"description": "Amount and currency.", "type": "string"}
    assert alike(arriving(list[Money], ["12 EUR"]), [Money("12 EUR")])
    assert refusal(dict[str, Money], {"a": "12"}) == "value.a: write amount and currency, such as 12 EUR"
    assert Dumper().dump([Money("12 EUR")]) == ["12 EUR"]


def test_a_row_of_one_tool_serves_that_tool_alone():
    """The option `types` is asked first."""
    tool = taker(Money, types=(MONEY,))
    assert tool.invoke({"value": "12 EUR"}) == Money("12 EUR")
    with pytest.raises(toolkit.UndescribableParameterError):
        taker(Money)


def test_a_row_replaces_one_of_its_name(money):
    """The newest is asked first, and none is asked twice."""
    other = toolkit.types.register(TypeRule("other", *(getattr(MONEY, name) for name in MONEY._names[1:])))
    again = toolkit.types.register(MONEY)
    assert rules.registered() == (again, other)


def test_a_row_may_stand_before_the_librarys():
    """A user's row for str is asked before the library's."""
    shout = TypeRule(
        "shout",
        lambda hint: hint.type is str,
        lambda hint, walk: StringType(),
        lambda hint, walk: str.upper,
        lambda v, w: v,
    )
    assert taker(list[str], types=(shout,)).invoke({"value": ["a"]}) == ["A"]


def test_json_is_dumped_as_it_is():
    """Where the value is JSON already."""
    rows = {rule.name: rule for rule in BUILTIN}
    assert [rows[name].dump(value, Dumper()) for name, value in (("bool", True), ("str", "a"), ("None", None))] == [
        True,
        "a",
        None,
    ]


def test_refusals_keep_their_paths():
    """An inner refusal gets the steps that lead to it."""
    inner = Refusal([(("b", 2), "no"), ((), "never")])
    assert refusal_at("a", inner).faults == ((("a", "b", 2), "no"), (("a",), "never"))
    assert refusal_at(0, ValueError("no")).faults == (((0,), "no"),)
    assert str(inner) == "no; never"


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("must be\n  odd"), "must be odd"),
        (ValueError(), "refused"),
        (KeyError("no such key"), "no such key"),
        (KeyError(), "refused"),
        (TypeError("must be odd", object(), int), "must be odd"),
        (ValueError(3, "b"), "(3, 'b')"),
        (ValueError("x" * 500), "x" * 400),
        (TypeError("unhashable type: 'list'"), "the items of a set must be texts, numbers, booleans or null"),
    ],
)
def test_an_exception_is_one_line_for_the_model(error, text):
    """Without the library's own words."""
    assert refusal_text(error) == text


def test_a_validation_error_is_said_in_its_own_words():
    """What pydantic puts in front is left out, the places of the faults are not."""
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):
        a: int
        b: list[int]

        @pydantic.field_validator("a")
        @classmethod
        def _never(cls, value: int) -> int:
            raise ValueError("never")

    with pytest.raises(pydantic.ValidationError) as caught:
        Model(a=1, b=[2, None])
    assert refusal_text(caught.value) == "a: never; b.1: Input should be a valid integer"


def test_something_else_with_errors_is_said_as_it_is():
    """An exception may call anything `errors`."""

    class OddError(ValueError):
        def errors(self):
            return [1]

    assert refusal_text(OddError("odd")) == "odd"


def test_no_class_is_held_by_the_table():
    """Not even one that passes for a class of Python, as code that runs without a module's name makes it."""

    def made() -> weakref.ref[type]:
        names: dict[str, type] = {}
        exec("class Celsius(float): ...", names)
        assert names["Celsius"].__module__ == "builtins"
        assert arriving(names["Celsius"], 20.5) == 20.5
        return weakref.ref(names["Celsius"])

    seen = made()
    gc.collect()
    assert seen() is None
