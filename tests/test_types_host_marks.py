"""What a host fills is never the model's to set, whoever's mark says so."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple, TypedDict

import attrs
import msgspec
import pytest
from pydantic import BaseModel, ConfigDict, PrivateAttr, create_model
from road import fault, giver
from typing_extensions import TypeAliasType, Unpack

from toolkit import CallId, Inject, Tool, ToolContext, UndescribableParameterError, schemas, tool
from toolkit.types.host_marks import fault_of_context


def foreign(path: str, *bases: type) -> Any:
    """A class as another package has it."""
    module, _, name = path.rpartition(".")
    return type(name, bases, {"__module__": module})


InjectedToolArg = foreign("langchain_core.tools.base.InjectedToolArg")
InjectedState = foreign("langgraph.prebuilt.tool_node.InjectedState", InjectedToolArg)
InjectedToolCallId = foreign("langchain_core.tools.base.InjectedToolCallId", InjectedToolArg)
Depends = foreign("docket.dependencies.Depends", foreign("docket.dependencies.Dependency"))
RunContext = foreign("pydantic_ai._run_context.RunContext")


@dataclass
class Found:
    """What was found, and for whom."""

    query: str
    user: Annotated[str, Inject("user")]


class FoundModel(BaseModel):
    """What was found, and for whom."""

    query: str
    user: Annotated[str, Inject("user")]


class FoundKeys(TypedDict):
    """What was found, and for whom."""

    query: str
    user: Annotated[str, Inject("user")]


def search(query: str, user: str) -> str:
    """Search."""
    return f"{query} {user}"


@pytest.mark.parametrize(
    ("hint", "told"),
    [
        (Annotated[str, InjectedToolArg], "InjectedToolArg of langchain_core is not filled here, so the model"),
        (Annotated[str, InjectedState()], "write Inject() of toolkit in its place"),
        (Annotated[str, InjectedToolCallId()] | None, "write CallId of toolkit in its place"),
        (RunContext, "RunContext of pydantic_ai is not filled here"),
        (RunContext | None, "annotate ToolContext of toolkit, or fill it by bind="),
        (list[Annotated[str, CallId]], "CallId has no effect inside of a type"),
    ],
)
def test_a_mark_that_fills_nothing_is_refused_when_the_tool_is_made(hint: Any, told: str):
    """Otherwise a model would see the parameter, and set what the host meant to."""
    assert told in fault(hint)


class Token(BaseModel):
    secret: Annotated[str, InjectedToolArg()] | None = None


@dataclass
class Bearer:
    secret: Annotated[str, InjectedToolArg()]


class Login(BaseModel):
    """A login, with the ways in which a model may have a token."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    name: str
    token: Any
    logins: list[Login] = []


@pytest.mark.parametrize(
    ("token", "place"),
    [
        (Token, "value.token.secret"),
        (list[Token], "value.token.secret"),
        (dict[str, Bearer | None], "value.token.secret"),
        (TypeAliasType("Either", Token | int), "value.token.secret"),
        (list[Annotated[str, InjectedToolArg]], "value.token"),
        (RunContext | None, "value.token"),
    ],
)
def test_a_mark_inside_of_a_model_is_found_at_any_depth(token: Any, place: str):
    """Pydantic describes what is in a model, and knows no such mark."""
    text = fault(create_model("Holder", __base__=Login, token=(token, ...)))
    assert text.startswith(f"take({place}): ")
    assert "is not filled here, so the model would set it; mark a parameter of the function, and" in text


@pytest.mark.parametrize(
    ("default", "called"),
    [
        (field(default=3), "Field of dataclasses"),
        (attrs.field(default=3), "CountingAttr of attr"),
        (attrs.Factory(list), "Factory of attr"),
        (msgspec.field(default=3), "Field of msgspec"),
        (PrivateAttr(3), "ModelPrivateAttr of pydantic"),
        (enum.auto(), "auto of enum"),
        (foreign("typer.models.OptionInfo", foreign("typer.models.ParameterInfo"))(), "OptionInfo of typer"),
    ],
)
def test_what_stands_for_a_default_elsewhere_is_refused_at_once(default: Any, called: str):
    """The function would get the stand-in where the model leaves the argument out."""

    def ask(count: int = default) -> int:
        """Ask so many times."""
        return count

    with pytest.raises(UndescribableParameterError) as caught:
        tool(ask)
    expected = f"ask(count): {called} stands for a default elsewhere, and would arrive as the value here; write the "
    assert str(caught.value).startswith(expected)


def test_a_stand_in_is_no_default_of_a_field_either():
    """A data class takes whatever stands there for the default."""

    @dataclass
    class Order:
        count: int = msgspec.field(default=3)

    assert fault(Order).startswith("take(value.count): Field of msgspec stands for a default")


class Guest(BaseModel):
    """A guest, whose token no model is to know."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    token: str = Depends()


class Place(NamedTuple):
    """A place, which no model is to know the token of."""

    name: str
    token: str = Depends()


@dataclass
class Booking:
    """A booking of a guest."""

    guests: list[Guest]


@pytest.mark.parametrize(
    ("hint", "place"), [(Guest, "value.token"), (Place, "value.token"), (Booking, "value.guests[].token")]
)
def test_a_mark_in_the_place_of_a_fields_default_is_refused(hint: type, place: str):
    """There it would make the field optional, and be its value."""
    assert fault(hint).startswith(f"take({place}): Depends of docket is not filled here")
    assert fault(hint).endswith("mark a parameter of the function, and leave the field out")


def test_a_mark_in_the_place_of_a_default_is_refused_too():
    """The parameter would be optional, and the function get the mark."""

    def ask(question: str, user: str = Depends()) -> str:
        """Ask."""
        return f"{question} {user}"

    with pytest.raises(UndescribableParameterError, match=r"\(user\): Depends of docket .* write Inject\(function\)"):
        Tool.from_function(ask)


@pytest.mark.parametrize("schema", [Found, FoundModel, FoundKeys])
def test_a_field_of_args_schema_is_not_the_hosts(schema: type):
    """The mark belongs to the parameter, which needs no field."""
    with pytest.raises(UndescribableParameterError, match=r"user\): Inject has no effect inside of a type; mark a "):
        Tool.from_function(search, args_schema=schema)


def test_a_key_of_unpacked_keywords_is_not_the_hosts():
    """They are the model's, all of them."""

    def find(**given: Unpack[FoundKeys]) -> str:
        """Find."""
        return str(given)

    with pytest.raises(UndescribableParameterError, match=r"find\(user\): Inject has no effect"):
        Tool.from_function(find)


@pytest.mark.parametrize("result", [Found, FoundModel])
def test_a_mark_in_a_result_keeps_nothing_from_a_model(result: type):
    """What a function returns is no argument."""
    assert set(giver(result).output_schema["properties"]) == {"query", "user"}


def test_what_is_filled_otherwise_or_hidden_may_keep_a_foreign_mark():
    """One function serves both libraries."""

    def ask(question: str, user: Annotated[str, InjectedToolArg], run: RunContext | None = None) -> str:
        """Ask."""
        return f"{question} {user} {run}"

    made = Tool.from_function(ask, bind={"user": lambda arguments, context: "ann"}, exclude_from_schema=["run"])
    (declared,) = schemas([made], "openai")
    assert list(declared["function"]["parameters"]["properties"]) == ["question"]
    assert made.invoke({"question": "Who?"}) == "Who? ann None"


def test_only_the_classes_of_those_packages_are_meant():
    """Anybody may call a class Context."""
    assert fault_of_context(foreign("shop.Context")) is None
    assert fault_of_context(ToolContext) is None
    assert fault_of_context(foreign("mcp.server.mcpserver.context.Context"))[0].startswith("Context of mcp")
