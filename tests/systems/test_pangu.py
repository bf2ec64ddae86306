"""Pangu's static and dynamic tools, and tools that come and go at run time; the document's tools run here.

Not of this layer, so without a test: agents, their sessions and step mode (a declaration or an approval leaves a call
to the host, see test_agent_framework.py), the limit of iterations, the prompt's own templates, retrieval of tools by
similarity (`registry.provide` may ask a retriever), the Java twin.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

import pytest

from toolkit import (
    DefinitionError,
    Dispatcher,
    MissingDescriptionError,
    Registry,
    Tool,
    replace,
    schemas,
    tool,
)
from toolkit.schema import OpenAICompatibleSchemaGenerator

pydantic = pytest.importorskip("pydantic")
BaseModel, Field, create_model = pydantic.BaseModel, pydantic.Field, pydantic.create_model


class AddTool(Tool):
    class AddParam(BaseModel):
        a: int = Field(description="加法运算的数字")
        b: int = Field(description="加法运算的数字")

    name = "add"
    description = "加法运算"
    args_schema = AddParam
    principle = "请在需要做两个整型的加法运算时调用此工具"
    input_description = "加法输入"
    output_description = "加法运算的结果"

    def _run(self, a: int, b: int) -> int:
        return a + b


class ReverseTool(Tool):
    name = "reverse"
    description = "字符串翻转"
    principle = "请在需要字符串翻转时调用此工具"
    input_description = "输入的字符串"
    output_description = "反转的结果"

    def _run(self, s: str) -> str:
        return s[::-1]


def add(a: int, b: int) -> int:  # noqa: D103 - its texts are passed
    return a + b


TEXTS: dict[str, Any] = {
    "name": "add",
    "description": "加法运算",
    "principle": "请在需要做两个整型的加法运算时调用此工具",
    "input_description": "加法输入",
    "output_description": "加法运算的结果",
}
COMMA = "\uff0c"
NUMBER = {"description": "加法运算的数字", "type": "integer"}


def arguments_of_add() -> type:
    """The class of the arguments, made at run time."""
    number = (int, Field(description="加法运算的数字"))
    return create_model("AddTool", a=number, b=number)


class PanguProvider:
    """A provider's own format: what the SDK sends, made from the descriptor by twenty lines of a user."""

    name = "pangu"

    def declare(self, tools, strict=False):
        return [self.function(each) for each in tools]

    def function(self, each: Tool) -> dict[str, Any]:
        said = each.options
        return {
            "name": each.name,
            "description": COMMA.join(filter(None, [said.description, said.principle])),
            "arguments": OpenAICompatibleSchemaGenerator().generate(each.descriptor),
            "results": {"type": "object", "properties": {"arg": each.output_schema}, "required": ["arg"]},
        }


# -- static tools


def test_a_static_tool():
    """The document's addition: a class with texts, a model of its arguments and `_run`."""
    made = AddTool()
    assert (made.name, made.description) == ("add", "加法运算\nUse when: 请在需要做两个整型的加法运算时调用此工具")
    assert made.input_schema == {
        "description": "加法输入",
        "type": "object",
        "properties": {"a": NUMBER, "b": NUMBER},
        "required": ["a", "b"],
        "additionalProperties": False,
    }
    assert made.output_schema == {"description": "加法运算的结果", "type": "integer"}
    assert made.invoke({"a": 1, "b": 2}) == 3


def test_a_static_tool_of_one_simple_argument():
    """The document's reversal: the text for the input is that of the only argument, which keeps its name."""
    made = ReverseTool()
    assert made.input_schema["properties"] == {"s": {"description": "输入的字符串", "type": "string"}}
    assert made.output_schema == {"description": "反转的结果", "type": "string"}
    assert made.invoke({"s": "abc"}) == "cba"


def test_a_tool_without_a_body_is_refused():
    """When its declaration is asked for, before any call."""

    class Empty(Tool):
        """Nothing."""

    with pytest.raises(DefinitionError, match="empty: has no execute method; write def execute"):
        _ = Empty().descriptor


# -- dynamic tools


def test_a_dynamic_tool_of_a_function():
    """The document's first one: texts beside the function, the class of its arguments made at run time."""
    made = Tool.from_function(add, args_schema=arguments_of_add(), **TEXTS)
    assert made.input_schema == AddTool().input_schema
    assert made.output_schema == AddTool().output_schema
    assert made.invoke({"a": 1, "b": 2}) == 3


def test_a_dynamic_tool_of_a_lambda():
    """The document's second one: a lambda says no type for its result, so that is passed."""
    made = Tool.from_function(lambda a, b: a + b, args_schema=arguments_of_add(), return_type=int, **TEXTS)
    assert made.input_schema == AddTool().input_schema
    assert made.output_schema == {"description": "加法运算的结果", "type": "integer"}
    assert Dispatcher([made]).dispatch({"name": "add", "arguments": {"a": 1, "b": 2}}).value == 3


def test_a_dynamic_tool_needs_a_function():
    """And a name and a description, where the function has none."""
    with pytest.raises(DefinitionError, match="no function"):
        Tool.from_function(None, **TEXTS)
    with pytest.raises(MissingDescriptionError):
        Tool.from_function(add)


def test_a_subclass_makes_tools_of_functions_as_its_base_does():
    """The class method may be called on any of them."""
    assert AddTool.from_function(add, **TEXTS).invoke({"a": 1, "b": 2}) == 3


# -- texts and types


def test_a_name_is_unique_in_one_registry_only():
    """Two registries may have a tool of one name each."""
    assert [Registry([each]).names() for each in (AddTool(), Tool.from_function(add, **TEXTS))] == [["add"], ["add"]]


def test_the_principle_is_told_with_the_description():
    """On a line of its own, to every provider; without one nothing is added."""
    (made,) = schemas([ReverseTool()], provider="anthropic")
    assert made["description"] == "字符串翻转\nUse when: 请在需要字符串翻转时调用此工具"
    assert Tool.from_function(add, name="add", description="加法运算").description == "加法运算"


def test_the_text_for_the_input_describes_a_sole_argument_that_has_none():
    """One that has a text keeps it."""

    def say(text: Annotated[str, "What to say"]) -> str:
        return text

    made = Tool.from_function(say, description="", input_description="Anything")
    assert made.input_schema["properties"]["text"]["description"] == "What to say"


def test_the_text_for_the_output_stands_in_its_schema():
    """In no provider's declaration of the arguments."""
    made = AddTool()
    assert made.output_schema["description"] == "加法运算的结果"
    assert "加法运算的结果" not in json.dumps(made.input_schema, ensure_ascii=False)


def test_several_parameters_need_no_class():
    """None, one and many are read from the signature."""

    @tool
    def now() -> str:
        """The time."""
        return "noon"

    made = Tool.from_function(add, **TEXTS)
    assert list(made.input_schema["properties"]) == ["a", "b"]
    assert Tool.of(now).input_schema == {"type": "object", "properties": {}, "additionalProperties": False}


def test_an_untyped_argument_admits_anything():
    """It breaks nothing later."""
    made = Tool.from_function(lambda x: x, name="same", description="")
    assert made.input_schema["properties"] == {"x": {}}
    assert [made.invoke({"x": each}) for each in (1, "a", [None])] == [1, "a", [None]]


def test_the_return_type_that_is_passed_beats_the_annotation():
    """As a name that is passed beats the function's; neither of them is no error."""
    assert Tool.from_function(add, return_type=float, **TEXTS).output_schema["type"] == "number"
    assert Tool.from_function(lambda a: a, name="same", description="").output_schema is None


def test_nested_models_and_many_parameters_are_no_limit():
    """Typed at every depth."""

    class Line(BaseModel):
        product: str
        count: int = 1

    class Order(BaseModel):
        lines: list[Line]

    def total(order: Order, a: int, b: int, *, c: int, d: int, e: int) -> int:
        """Count."""
        return sum(line.count for line in order.lines) + a + b + c + d + e

    order = {"lines": [{"product": "tea"}, {"product": "milk", "count": 2}]}
    assert Tool.from_function(total).invoke({"order": order, "a": 1, "b": 1, "c": 1, "d": 1, "e": 1}) == 8


def test_a_provider_of_ones_own_sends_its_own_format():
    """Pangu's function as its SDK writes it; the types are JSON's, and an argument keeps its name."""
    (made,) = schemas([AddTool()], provider=PanguProvider())
    assert json.dumps(made, ensure_ascii=False) == (
        f'{{"name": "add", "description": "加法运算{COMMA}请在需要做两个整型的加法运算时调用此工具", '
        '"arguments": {"description": "加法输入", "type": "object", "properties": {'
        '"a": {"description": "加法运算的数字", "type": "integer"}, '
        '"b": {"description": "加法运算的数字", "type": "integer"}}, "required": ["a", "b"]}, '
        '"results": {"type": "object", "properties": {'
        '"arg": {"description": "加法运算的结果", "type": "integer"}}, "required": ["arg"]}}'
    )
    (reverse,) = schemas([ReverseTool()], provider=PanguProvider())
    assert list(reverse["arguments"]["properties"]) == ["s"]


def test_lists_and_dicts_name_the_type_of_their_items_in_json():
    """Pangu writes Python's `int`, and `items` for a dict; a list that says nothing of its items admits anything."""

    def total(numbers: list[int], prices: dict[str, int], more: list | None = None) -> int:
        """Add."""
        return sum(numbers)

    properties = Tool.from_function(total).input_schema["properties"]
    assert properties["numbers"] == {"type": "array", "items": {"type": "integer"}}
    assert properties["prices"] == {"type": "object", "additionalProperties": {"type": "integer"}}
    assert properties["more"]["anyOf"][0] == {"type": "array", "items": {}}


# -- at run time


def test_schemas_follow_a_change():
    """A tool is immutable, so a changed copy takes its place and nothing stale is left."""
    registry = Registry([Tool.from_function(add, **TEXTS)])
    before = schemas(registry)
    with pytest.raises(AttributeError):
        registry["add"].description = "求和"  # type: ignore[misc]
    registry.replace(replace(registry["add"], description="求和", principle=""))
    after = schemas(registry)
    assert before[0]["function"]["description"].startswith("加法运算\n")
    assert after[0]["function"]["description"] == "求和"


def test_tools_come_go_and_change_while_the_registry_is_in_use():
    """Each dispatch sees what is there; what is not there cannot be taken out."""
    registry = Registry()
    dispatcher = Dispatcher(registry)
    call = {"name": "add", "arguments": {"a": 1, "b": 2}}
    kinds = [dispatcher.dispatch(call).kind]
    registry.add(Tool.from_function(add, **TEXTS))
    kinds.append(dispatcher.dispatch(call).kind)
    registry.replace(Tool.from_function(lambda a, b: a * b, **TEXTS))
    assert dispatcher.dispatch(call).value == 2
    registry.remove("add")
    kinds.append(dispatcher.dispatch(call).kind)
    assert kinds == ["unknown_tool", "ok", "unknown_tool"]
    with pytest.raises(KeyError, match="no tool 'add'"):
        registry.remove("add")
    registry.clear()
    assert len(registry) == 0


def test_a_name_that_is_nearly_right_is_offered_never_run():
    """Pangu runs the closest one."""
    ran: list[str] = []

    @tool
    def delete_all(folder: str) -> None:
        """Delete."""
        ran.append(folder)

    result = Dispatcher([delete_all]).dispatch({"name": "delete_al", "arguments": {"folder": "x"}})
    assert (result.kind, "Did you mean delete_all?" in result.text, ran) == ("unknown_tool", True, [])
    assert Dispatcher().dispatch({"name": "", "arguments": {}}).ok is False


def test_a_type_error_of_the_body_runs_it_once():
    """Pangu runs it a second time with text in place of the arguments."""
    runs: list[Any] = []

    @tool
    def broken(value: int) -> int:
        """Break."""
        runs.append(value)
        raise TypeError("inside")

    result = Dispatcher([broken]).dispatch({"name": "broken", "arguments": {"value": 1}})
    assert (result.kind, result.text, runs) == ("tool_error", "TypeError: inside", [1])


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), ("是", "是"), ({"键": "值"}, '{"键": "值"}'), (None, "null")]
)
def test_results_are_json_that_keeps_every_character(value: Any, text: str):
    """A text goes as it is; no Python spelling such as `True`."""
    made = Tool.from_function(lambda: value, name="give", description="")
    assert Dispatcher([made]).dispatch({"name": "give", "arguments": {}}).text == text


def test_tools_are_provided_for_one_call():
    """What a provider gives depends on the context of the call; the registry itself stays as it is."""
    pool = {each.name: each for each in (AddTool(), ReverseTool())}
    registry = Registry()
    registry.provide(lambda wanted: [pool[name] for name in wanted or () if name in pool])
    dispatcher = Dispatcher(registry)
    call = {"name": "reverse", "arguments": {"s": "ab"}}
    assert dispatcher.dispatch(call, context=["reverse", "unknown"]).value == "ba"
    assert dispatcher.dispatch(call, context=["add"]).kind == "unknown_tool"
    assert (registry.names(), registry.offered(["add"]).names()) == ([], ["add"])
