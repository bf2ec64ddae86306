"""LangChain's tools: their fields, each with its effect.

Not of this layer, so without a test: the pipe (`RunnableLambda(tool.invoke)` serves) and runnables as bodies, console
colours, a serialised tool (a decorated function is pickled by its name), agents and what they do after a call.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

import pytest

from toolkit import (
    ArgumentError,
    DefinitionError,
    Dispatcher,
    Registry,
    Tool,
    ToolCall,
    ToolError,
    replace,
    schemas,
    tool,
)
from toolkit.schema import tools_as_text


@tool
def multiply(a: int, b: int = 3) -> int:
    """Multiply two numbers."""
    return a * b


def dispatched(made: Any, /, **arguments: Any) -> Any:
    """The result of a call of one tool, as LangChain writes calls."""
    made = Tool.of(made)
    return Dispatcher([made]).dispatch({"type": "tool_call", "name": made.name, "args": arguments, "id": "c1"})


class Search(Tool):
    """Search the web."""

    tags = ("web",)
    metadata = {"owner": "ann"}

    def _run(self, query: str, limit: int = 3) -> list[str]:
        return [f"{query} {number}" for number in range(limit)]

    async def _arun(self, query: str, limit: int = 3) -> list[str]:
        return [f"later {query}"] * limit


def test_a_name_is_held_to_the_rule_of_names():
    """When the tool is made, not when a provider refuses it."""
    with pytest.raises(DefinitionError, match="'bad name!' is no name for a tool"):
        tool("bad name!")(lambda a: a)


def test_a_change_of_name_or_description_reaches_the_schemas():
    """Of a copy; what was declared before stays as it was."""
    changed = replace(Tool.of(multiply), name="times", description="Times.")
    (made,) = schemas([changed])
    assert (made["function"]["name"], made["function"]["description"]) == ("times", "Times.")
    assert Tool.of(multiply).name == "multiply"


@dataclass
class Fields:
    a: int
    b: str = "x"


class Keys(TypedDict):
    a: int
    b: NotRequired[str]


def arguments_of(form: str) -> Any:
    """The same two arguments, described in each way."""
    if form == "attrs":
        attrs = pytest.importorskip("attrs")
        return attrs.make_class("Attributes", {"a": attrs.field(type=int), "b": attrs.field(type=str, default="x")})
    if form == "model":
        return pytest.importorskip("pydantic").create_model("Model", a=(int, ...), b=(str, "x"))
    schema = {"properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["a"]}
    return {"dataclass": Fields, "TypedDict": Keys, "JSON Schema": schema}[form]


@pytest.mark.parametrize("form", ["dataclass", "TypedDict", "attrs", "model", "JSON Schema"])
def test_the_schema_of_arguments_may_be_given(form: str):
    """It is enforced in every form; LangChain lets anything through a JSON Schema."""
    made = Tool.from_function(lambda a, b="x": f"{a}{b}", name="join", description="", args_schema=arguments_of(form))
    assert made.input_schema["properties"]["a"] == {"type": "integer"}
    assert made.input_schema["required"] == ["a"]
    assert (made.invoke({"a": 1}), made.invoke({"a": 1, "b": "y"})) == ("1x", "1y")
    with pytest.raises(ArgumentError, match="a: integer"):
        made.invoke({"a": "notint"})


def test_what_describes_no_arguments_is_refused():
    """When the tool is made."""
    with pytest.raises(DefinitionError):
        Tool.from_function(lambda a: a, name="same", description="", args_schema=5)


def test_a_class_without_schema_is_read_from_its_run():
    """With the texts in its annotations."""
    assert Search().input_schema["properties"] == {
        "query": {"type": "string"},
        "limit": {"type": "integer", "default": 3},
    }
    assert Search().invoke({"query": "x", "limit": 1}) == ["x 0"]


async def test_the_async_run_serves_async_calls():
    """The sync one serves the others."""
    assert await Search().ainvoke({"query": "x", "limit": 1}) == ["later x"]


def test_a_result_may_be_meant_for_the_caller():
    """`return_direct` stands on the result; the agent's loop obeys it."""
    assert dispatched(replace(Tool.of(multiply), return_direct=True), a=1).return_direct is True
    assert dispatched(multiply, a=1).return_direct is False


def test_a_verbose_tool_is_logged(caplog: pytest.LogCaptureFixture):
    """Its start, its end and how long it took, never what went in or out."""
    caplog.set_level(logging.INFO, logger="toolkit")
    dispatched(multiply, a=7)
    assert [each for each in caplog.records if each.name == "toolkit.dispatch"] == []
    dispatched(replace(Tool.of(multiply), verbose=True), a=7)
    begin, end = [each.getMessage() for each in caplog.records if each.name == "toolkit.dispatch"]
    assert begin.startswith("multiply begins")
    assert end.startswith("multiply ended: ok after 0.0")
    assert "'a'" not in begin + end


class Listener:
    """Notes what it is told."""

    def __init__(self, name: str, told: list[Any]) -> None:
        self.name, self.told = name, told

    def on_tool_start(self, call, context):
        self.told.append((self.name, "start", call.arguments, context.tags, context.run_name))

    def on_tool_end(self, call, context, value):
        self.told.append((self.name, "end", value))

    def on_tool_error(self, call, context, exception):
        self.told.append((self.name, "error", str(exception)))


def test_callbacks_of_dispatcher_tool_and_call():
    """In this order; each is told of the start and of one end."""
    told: list[Any] = []
    made = Tool.of(multiply, hooks=[Listener("tool", told)])
    Dispatcher([made], hooks=[Listener("all", told)]).dispatch(
        ToolCall("multiply", {"a": 2}), hooks=[Listener("call", told)]
    )
    start = ("start", {"a": 2}, (), "multiply")
    assert told == [
        *[(name, *start) for name in ("all", "tool", "call")],
        *[(name, "end", 6) for name in ("all", "tool", "call")],
    ]


def test_tags_of_call_and_tool():
    """The call's first, each once, for those who listen and for choosing; no provider is told."""
    told: list[Any] = []
    made = replace(Search(), hooks=[Listener("tool", told)])
    call = ToolCall("search", {"query": "x"})
    Dispatcher([made]).dispatch(call, tags=["night", "web"], run_name="nightly")
    assert told[0][3:] == (("night", "web"), "nightly")
    assert Registry([multiply, Search()]).find(tags=["web"])[0].name == "search"
    assert not {"'night'", "'web'"} & set(str(schemas([made])).split())


def test_a_run_has_an_id_and_a_name():
    """Those that the caller gives, else a new id and the name of the tool."""
    seen: list[tuple[str, str]] = []

    class Reader:
        def on_tool_start(self, call, context):
            seen.append((context.run_id, context.run_name))

    dispatcher = Dispatcher([multiply], hooks=[Reader()])
    dispatcher.dispatch(ToolCall("multiply", {"a": 2}), run_id="r1", run_name="nightly")
    dispatcher.dispatch(ToolCall("multiply", {"a": 2}))
    assert seen[0] == ("r1", "nightly")
    assert (len(seen[1][0]), seen[1][1]) == (36, "multiply")


def test_metadata_of_a_tool_is_for_the_hosts_code():
    """No model is told; that of a call stands beside it, and neither overrides the other."""
    seen: list[Any] = []

    class Reader:
        def on_tool_start(self, call, context):
            seen.append((context.tool.metadata["owner"], context.metadata["owner"]))

    Dispatcher([Search()], hooks=[Reader()]).dispatch(ToolCall("search", {"query": "x"}), metadata={"owner": "bob"})
    assert seen == [("ann", "bob")]
    assert "owner" not in str(schemas([Search()]))


@pytest.mark.parametrize(
    ("wording", "text"),
    [
        (False, "too hot"),
        (True, "too hot"),
        ("Try later.", "Try later."),
        (lambda error: f"Sorry: {error.message}", "Sorry: too hot"),
        (lambda error: 1 / 0, "too hot"),
    ],
)
def test_a_tool_error_is_worded(wording: Any, text: str):
    """It is a failure all the same, and the exception stays with it."""

    def cook() -> None:
        """Cook."""
        raise ToolError("too hot")

    result = dispatched(Tool.from_function(cook, on_tool_error=wording))
    assert (result.ok, result.kind, result.text) == (False, "tool_error", text)
    assert isinstance(result.error.exception, ToolError)
    with pytest.raises(ToolError, match="too hot"):
        Tool.from_function(cook, on_tool_error=wording).invoke({})


def test_an_error_that_is_worded_is_still_told_as_an_error():
    """LangChain tells those who listen that all went well."""
    told: list[Any] = []

    def cook() -> None:
        """Cook."""
        raise ToolError("too hot")

    dispatched(Tool.from_function(cook, on_tool_error="Try later.", hooks=[Listener("tool", told)]))
    assert [each[1] for each in told] == ["start", "error"]


def test_the_wording_is_for_tool_errors_alone():
    """Any other exception says what it is."""

    def cook() -> None:
        """Cook."""
        raise ValueError("no salt")

    assert dispatched(Tool.from_function(cook, on_tool_error="Try later.")).text == "ValueError: no salt"


@pytest.mark.parametrize(
    ("wording", "text"),
    [("Give a number.", "Give a number."), (lambda error: error.violations[0].path, "a")],
)
def test_a_refusal_of_arguments_is_worded(wording: Any, text: str):
    """Without a wording it lists every fault, which says more than a fixed sentence."""
    result = dispatched(Tool.of(multiply, on_invalid_arguments=wording), a="x")
    assert (result.kind, result.text, len(result.error.violations)) == ("invalid_arguments", text, 1)
    assert "a: integer, got string" in dispatched(Tool.of(multiply, on_invalid_arguments=True), a="x").text


def test_a_validation_error_of_the_body_is_no_fault_of_the_arguments():
    """What a call is refused for is decided by when it happens."""
    pydantic = pytest.importorskip("pydantic")

    class Inside(pydantic.BaseModel):
        n: int

    def body(a: int) -> None:
        """Check inside."""
        Inside(n="text")

    assert dispatched(Tool.from_function(body, on_invalid_arguments="never"), a=1).kind == "tool_error"


def test_content_goes_to_the_model_and_the_artifact_to_the_program():
    """With an id and without one."""

    @tool(response_format="content_and_artifact")
    def draw(what: str) -> tuple[str, bytes]:
        """Draw."""
        return f"drew {what}", b"png"

    result = dispatched(draw, what="a cat")
    assert (result.text, result.value, result.artifact) == ("drew a cat", "drew a cat", b"png")
    assert "png" not in str(result.to_message())
    assert Dispatcher([draw]).dispatch({"name": "draw", "arguments": {"what": "a dog"}}).artifact == b"png"
    assert Tool.of(draw).output_schema == {"type": "string"}


@pytest.mark.parametrize("value", ["text", ["a", "b"], ("a", "b", "c"), 3])
def test_content_and_artifact_are_a_pair(value: Any):
    """Anything else is a fault of the result."""
    made = Tool.from_function(lambda: value, name="draw", description="", response_format="content_and_artifact")
    result = dispatched(made)
    assert (result.kind, result.value) == ("result_error", value)
    assert f"must return a pair (content, artifact), not a{'n int' * (value == 3)}" in result.text


def test_extras_go_to_the_provider_that_they_are_for():
    """Merged into its declaration; no other one sees them."""
    made = Tool.of(multiply, extras={"anthropic": {"cache_control": {"type": "ephemeral"}}})
    assert schemas([made], "anthropic")[0]["cache_control"] == {"type": "ephemeral"}
    assert "cache_control" not in str(schemas([made], "openai"))


def test_the_message_of_a_result():
    """Id, name, content and status, as LangChain's own messages have them."""
    assert dispatched(multiply, a=2).to_message() == {
        "role": "tool",
        "name": "multiply",
        "tool_call_id": "c1",
        "content": "6",
    }
    assert dispatched(multiply).to_message()["status"] == "error"


def test_what_a_model_sees_of_the_arguments():
    """One schema, the same until the tool is another one."""
    made = Tool.of(multiply)
    assert made.input_schema == made.input_schema
    assert list(made.input_schema["properties"]) == ["a", "b"]
    assert made.description == "Multiply two numbers."


def test_a_toolkit_is_an_object_with_tools():
    """Or any iterable of tools."""

    class Kit:
        tools = (multiply, Search)

    assert Registry([Kit()]).names() == Registry(iter([multiply, Search])).names() == ["multiply", "search"]


def test_tools_as_lines_of_text():
    """For a prompt: how each is called, what it gives, what it does."""
    assert tools_as_text(Registry([multiply, Search()])) == (
        "multiply(a: integer, b: integer = 3) -> integer - Multiply two numbers.\n"
        "search(query: string, limit: integer = 3) -> string[] - Search the web."
    )
