"""A signature and its options -> where the value of each parameter comes from."""

from __future__ import annotations

import functools
from inspect import _ParameterKind
from itertools import product
from typing import Annotated, Any, Optional, TypedDict, Unpack

import pytest
from pydantic import Field
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypeAliasType

from toolkit import ArgumentError, DefinitionError, Inject, Tool, ToolContext, UndescribableParameterError
from toolkit.describing.arguments import _of_parameter, _of_plain, arguments_of
from toolkit.options import ToolOptions
from toolkit.reading.signature import Parameter, read_signature
from toolkit.record import MISSING


class Query(TypedDict, total=False):
    text: str


class Point(TypedDict):
    north: int
    east: int


def arguments(function, **options):
    """The arguments of a function."""
    return arguments_of(read_signature(function), ToolOptions(**options), "tool")


def roles(function, **options):
    """What each argument is, by its name on the wire."""
    return {each.wire: each.role for each in arguments(function, **options)}


def test_each_parameter_has_a_role():
    """The model's, the host's, and what is hidden or bound."""

    def take(a: int, b: ToolContext, c: str, d: int = 1, *args: int, **kwargs: int): ...

    found = roles(take, bind={"c": lambda arguments, context: "x"}, exclude_from_schema={"d"})
    assert found == {"a": "argument", "b": "injected", "c": "bound", "d": "hidden", "args": "items", "kwargs": "rest"}


@pytest.mark.parametrize("named", [Query, TypeAliasType("Named", Query)])
def test_an_unpacked_typed_dict_is_spread(named):
    """An argument for each of its keys (PEP 692), under another name as well (PEP 695)."""

    def take(**kwargs): ...

    take.__annotations__["kwargs"] = Unpack[named]
    (only,) = arguments(take)
    assert (only.wire, only.role, only.required, only.parameter.name) == ("text", "spread", False, "kwargs")


@pytest.mark.parametrize(
    ("default", "required", "value"),
    [(MISSING, True, MISSING), (Field(), True, MISSING), (Field(3), False, 3), (4, False, 4), (None, False, None)],
)
def test_defaults_make_arguments_optional(default, required, value):
    """A Field in their place stands for the default that it has."""

    def take(a): ...

    if default is not MISSING:
        take.__defaults__ = (default,)
    (only,) = arguments(take)
    assert (only.required, only.default) == (required, value)


def test_a_field_as_default_has_text_bounds_and_alias():
    """They join those of the annotation."""

    def take(a: Annotated[int, "near"] = Field(3, ge=1, alias="A", description="far")): ...

    (only,) = arguments(take)
    assert (only.wire, only.text, only.hint.texts, only.hint.constraints) == ("A", "far", ("near",), {"ge": 1})


def test_a_default_in_annotated_is_a_default():
    """The function's own default wins over it; a factory makes one for each call."""

    def take(
        a: Annotated[int, Field(default=1)],
        b: Annotated[int, Field(default=1)] = 2,
        c: Annotated[list[int], Field(default_factory=list)] = MISSING,
    ): ...

    take.__defaults__ = (2, MISSING)
    first, second, third = arguments(take)
    assert (first.default, first.required, second.default) == (1, False, 2)
    assert third.default_factory is not None


def test_without_inference_all_are_texts():
    """infer_schema=False takes no types from the signature."""

    def take(a: int, b: Any, c: Nothing): ...  # noqa: F821 - a name that means nothing

    assert [each.hint.type for each in arguments(take, infer_schema=False)] == [str, str, str]


def test_a_hidden_parameter_needs_no_meaning():
    """Nobody asks for its type."""

    def take(a: int, b: Nothing = 1): ...  # noqa: F821 - a name that means nothing

    assert roles(take, exclude_from_schema={"b"}) == {"a": "argument", "b": "hidden"}


def test_a_parameter_that_pydantic_keeps_from_schemas_is_hidden():
    """SkipJsonSchema does what `exclude_from_schema` does."""

    def take(a: int, b: SkipJsonSchema[int] = 1): ...

    assert roles(take) == {"a": "argument", "b": "hidden"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bind": {"z": print}}, "tool: bind names 'z', which is no parameter; the parameters are a, b"),
        ({"exclude_from_schema": {"z"}}, "tool: exclude_from_schema names 'z', which is no parameter"),
        (
            {"exclude_from_schema": {"a"}},
            "tool: the hidden parameter 'a' has no value; give it a default, or a function in bind",
        ),
    ],
)
def test_options_must_name_parameters(options, message):
    """The error lists them."""

    def take(a: int, b: int = 1): ...

    with pytest.raises(DefinitionError) as caught:
        arguments(take, **options)
    assert str(caught.value).startswith(message)


def test_a_function_without_parameters_has_none_to_name():
    """And the error says so."""
    with pytest.raises(DefinitionError, match="the function has no parameters"):
        arguments(lambda: 1, bind={"a": print})


def marked(*names: Annotated[str, Inject(list)]):
    """One of a mark on each value."""


@pytest.mark.parametrize(
    ("function", "role"), [(lambda *names: 1, "bound"), (lambda **names: 1, "bound"), (marked, "injected")]
)
def test_the_host_fills_no_parameter_that_takes_any_number_of_values(function, role):
    """It has one value, which would go elsewhere."""
    options = {"bind": {"names": print}} if role == "bound" else {}
    with pytest.raises(DefinitionError, match=f"'names' takes any number of values, and is {role}; write a parameter"):
        arguments(function, **options)


def test_two_parameters_of_one_wire_name_are_a_fault():
    """An alias must not be the name of another parameter."""

    def take(a: int, b: int = Field(1, alias="a")): ...

    with pytest.raises(DefinitionError, match="two parameters are called 'a' on the wire; change an alias"):
        arguments(take)


def test_unpacking_what_is_no_typed_dict_is_a_fault():
    """Only a TypedDict has keys."""

    def take(**kwargs: Unpack[Optional[int]]): ...

    with pytest.raises(DefinitionError, match=r"\*\*kwargs unpacks what is no TypedDict; unpack a TypedDict"):
        arguments(take)


def test_a_name_that_means_nothing_is_a_fault():
    """In a parameter, and in a key of an unpacked TypedDict."""

    class Half(TypedDict):
        inner: Nothing  # noqa: F821 - a name that means nothing

    def take(a: Nothing): ...  # noqa: F821 - a name that means nothing

    def spread(**kwargs: Unpack[Half]): ...

    for function, place in ((take, "a"), (spread, "inner")):
        with pytest.raises(UndescribableParameterError, match=rf"tool\({place}\): the name 'Nothing'"):
            arguments(function)


def test_what_a_partial_has_bound_of_an_unpacked_typed_dict_is_no_argument():
    """A caller cannot set it anew, however the function is wrapped."""

    def take(**kwargs: Unpack[Point]):
        return kwargs

    bound = functools.partial(take, north=1)
    for made in (bound, functools.wraps(bound)(lambda **kwargs: {**bound(**kwargs)})):
        tool = Tool.from_function(made, name="take", description="Take.")
        assert tool.input_schema["required"] == ["east"]
        assert tool.invoke({"east": 2}) == {"north": 1, "east": 2}
        with pytest.raises(ArgumentError, match="north: no such argument"):
            tool.invoke({"north": 3, "east": 2})


def test_what_a_wrapped_partial_has_bound_of_other_keywords_is_no_argument():
    """`**kwargs` takes any name but that."""

    def take(**kwargs: int):
        return kwargs

    bound = functools.partial(take, north=1)
    wrapper = functools.wraps(bound)(lambda **kwargs: {**bound(**kwargs)})
    tool = Tool.from_function(wrapper, name="take", description="Take.")
    assert tool.invoke({"east": 2}) == {"north": 1, "east": 2}
    with pytest.raises(ArgumentError, match="north: no such argument"):
        tool.invoke({"north": 3})


def test_a_plain_parameter_is_read_at_a_glance_as_at_length():
    """Whatever says more, a marker or a star, is left to the longer road."""
    hints = (bool, int, float, str, list, dict, type(None), ToolContext, Any, Optional[int], list[int], MISSING)
    defaults = (MISSING, None, 1, True, 1.5, "x", (), Field(default=3), Field(4, alias="other"), Inject())
    found = [
        (plain, [*_of_parameter(parameter, ToolOptions(), "tool", False)])
        for parameter in map(Parameter, *zip(*product("a", _ParameterKind, hints, defaults), strict=True))
        if (plain := _of_plain(parameter)) is not None
    ]
    assert len(found) == 7 * 6 * 3
    assert [[plain] for plain, _ in found] == [argument for _, argument in found]
