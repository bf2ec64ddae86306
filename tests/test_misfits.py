"""What the library was given where its hints want something of another kind."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import pytest
from dispatching import Unbound, add

from toolkit import (
    MISSING,
    AnyOfType,
    CallMetadata,
    DeclaredTool,
    Dispatcher,
    ObjectType,
    PendingApproval,
    Registry,
    StringType,
    ToolDescriptor,
    ToolkitError,
    TypeRule,
    descriptor_from_schema,
    quality,
    schema,
)
from toolkit.errors import DefinitionError, MisuseError
from toolkit.middleware import only
from toolkit.misfits import object_in_words, require_kinds, tells_misfits
from toolkit.types import register

Mode = Literal["a", "b"]


class Shop:
    """Has methods."""

    @tells_misfits
    def buy(self, items: Iterable[str], where: Mapping[str, int] | None = None, *, mode: Mode = "a") -> list[str]:
        """What was bought."""
        return [f"{each}{(where or {}).get(each, 0) + 1}{mode.upper()}" for each in items]

    @tells_misfits
    def __init__(self, name: str = "x") -> None:
        self.name = name.upper()

    @classmethod
    @tells_misfits
    def of(cls, shop: Shop) -> str:
        """Its name."""
        return shop.name


@tells_misfits
def first(call: Callable[[], int], texts: Sequence[str]) -> int:
    """What is called."""
    return call() + len(texts[0])


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: Shop().buy(5), "Shop.buy: items is an int; give Iterable[str]"),
        (lambda: Shop().buy(["a"], 5), "Shop.buy: where is an int; give Mapping[str, int] | None"),
        (
            lambda: Shop().buy(["a"], where="x"),
            "Shop.buy: where is a str; give Mapping[str, int] | None",
        ),
        (lambda: Shop().buy(["a"], mode=None), "Shop.buy: mode is None; give Mode"),
        (lambda: Shop(None), "Shop: name is None; give str"),
        (lambda: Shop.of("x"), "Shop.of: shop is a str; give Shop"),
        (lambda: first(len, int), "first: texts is the class int; give Sequence[str]"),
        (lambda: AnyOfType(5), "AnyOfType: options is an int; give tuple[ParameterType, ...]"),
        (lambda: ObjectType(None), "ObjectType: properties is None; give tuple[ToolParameterDescriptor, ...]"),
        (
            lambda: StringType(constraints=5),
            "StringType: constraints is an int; give Mapping[str, Any]",
        ),
        (
            lambda: Registry().find(tags=5),
            "Registry: tags is an int; give Collection[str] | str | None",
        ),
        (lambda: Registry().filtered(name=b"x"), "Registry: name is a bytes; give str | None"),
        (lambda: Registry().prefixed(None), "Registry.prefixed: prefix is None; give str"),
        (lambda: quality.breaking(None), "breaking: changes is None; give Iterable[Change]"),
        (lambda: quality.errors(5), "errors: findings is an int; give Iterable[Finding]"),
        (lambda: quality.read_lock({}), "read_lock: text is a dict; give str"),
        (lambda: quality.lint([add], max_chars="9"), "lint: max_chars is a str; give int | None"),
        (lambda: schema.tools_as_text(None), "tools_as_text: tools is None; give "),
        (lambda: CallMetadata("ab"), "CallMetadata: items is a str; give Mapping[str, Any]"),
        (lambda: PendingApproval.from_dict(None), "PendingApproval.from_dict: stored is None; give Mapping[str, Any]"),
        (lambda: DeclaredTool("ask"), "DeclaredTool: descriptor is a str; give ToolDescriptor"),
        (
            lambda: Dispatcher([add]).answer("x", 1),
            "Dispatcher.answer: result is a str; give ToolResult",
        ),
        (
            lambda: descriptor_from_schema("x", 5),
            "descriptor_from_schema: description is an int; give str",
        ),
        (lambda: only(lambda call, proceed: proceed(call), tags=5), "only: tags is an int; give "),
        (lambda: register(5), "register: rule is an int; give TypeRule"),
        (lambda: register(TypeRule("x", *[5] * 4)), "TypeRule 'x': matches is an int; give Callable["),
    ],
)
def test_what_fails_over_a_value_of_another_kind_says_which_and_what_to_give(call, said):
    """In the place of what the code inside stumbled over; that is its cause, if something did."""
    with pytest.raises(MisuseError) as caught:
        call()
    assert str(caught.value).startswith(said)
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize(
    ("call", "kind", "said"),
    [
        (lambda: first(lambda: None, ["a"]), TypeError, "unsupported operand"),
        (lambda: first(lambda: 1, [None]), TypeError, "has no len"),
        (lambda: Shop().buy(["a"], mode=MISSING), AttributeError, "upper"),
        (lambda: Shop().sell(), AttributeError, "sell"),
        (lambda: Shop().buy(), TypeError, "missing 1 required positional argument"),
        (lambda: Shop().buy([], amount=1), TypeError, "unexpected keyword argument"),
        (lambda: Registry([add]).find(where=lambda tool: tool.nope), AttributeError, "nope"),
        (lambda: first(lambda: require_kinds("x", {"a": "str"}, {"a": 1}), []), MisuseError, "x: a is"),
    ],
)
def test_what_fails_otherwise_is_raised_as_it_is(call, kind, said):
    """Code of the caller's, what the hints do not tell, and errors that say it already."""
    with pytest.raises(kind, match=said) as caught:
        call()
    assert (said == "x: a is") or not isinstance(caught.value, ToolkitError)


def test_a_word_that_may_be_an_alias_is_held_against_what_was_stumbled_over_alone():
    """A mode is a text, which its name does not tell."""
    with pytest.raises(TypeError, match=r"unsupported operand|can only concatenate") as caught:
        Shop().buy([1], {1: "x"}, mode="a")
    assert not isinstance(caught.value, ToolkitError)


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (1, "float"),
        (True, "int"),
        ([], "tuple[str, ...]"),
        ({}, "Lock"),
        (len, "Callable[[int], Callable[..., Any]] | None"),
        ("x", "Literal['a|b', 'c']"),
        (object(), "Dialect | None"),
        (object(), "Any"),
        (ToolDescriptor("x", ""), "ToolDescriptor"),
        ("x", "Broken[["),
    ],
)
def test_what_a_hint_may_mean_is_let_pass(value, hint):
    """In doubt nobody is blamed."""
    if hint.startswith("Literal"):
        value = object()
    require_kinds("x", {"a": hint}, {"a": value})


def test_a_function_stays_what_it_was():
    """For whoever looks at it."""
    assert str(inspect.signature(quality.breaking)).startswith("(changes: ")
    assert quality.breaking.__name__ == "breaking"


@pytest.mark.parametrize("lock", [{}, {"format": 1}, None, "x", 5])
def test_what_is_no_lock_is_compared_with_none(lock: Any):
    """Whichever of the two it is."""
    right = quality.lock([add])
    for pair in ((lock, right), (right, lock)):
        with pytest.raises(DefinitionError, match='the lock lacks "format" and "tools"'):
            quality.changes(*pair)


def test_an_object_is_told_by_its_class():
    """None by itself, a class by its name; one that raises when it is asked for its class is not asked."""

    class Absent(Unbound):
        """A proxy as it may be given."""

    given = [None, 3, "x", Shop, Shop(), Absent()]
    assert [object_in_words(each) for each in given] == [
        *("None", "an int", "a str", "the class Shop"),
        *("a Shop", "an Absent"),
    ]
