"""LangChain's tools: their fields, each with its effect, and how they are called.

Not of this layer, so without a test: the pipe (`RunnableLambda(tool.invoke)` serves) and runnables as bodies, console
colours, a serialised tool (a decorated function is pickled by its name), agents and what they do after a call.
"""

from __future__ import annotations

import logging
from typing import Any

import pytest

from toolkit import (
    ArgumentError,
    CallError,
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
from toolkit.media import Image
from toolkit.schema import tools_as_text


@tool
def multiply(a: int, b: int = 3) -> int:
    """Multiply two numbers."""
    return a * b


def dispatched(made: Any, /, dispatcher: dict[str, Any] | None = None, **arguments: Any) -> Any:
    """The result of a call of one tool, as LangChain writes calls."""
    made = Tool.of(made)
    call = {"type": "tool_call", "name": made.name, "args": arguments, "id": "c1"}
    return Dispatcher([made], **dispatcher or {}).dispatch(call)


class Search(Tool):
    """Search the web."""

    tags = ("web",)
    metadata = {"owner": "ann"}  # noqa: RUF012 - as its author would

    def _run(self, query: str, limit: int = 3) -> list[str]:
        return [f"{query} {number}" for number in range(limit)]

    async def _arun(self, query: str, limit: int = 3) -> list[str]:
        return [f"later {query}"] * limit


# -- what a list of tools may hold


def test_tools_are_functions_tool_objects_and_dicts():
    """The document's three forms in one list; of a dict only the declaration is known."""
    declared = {"type": "function", "function": {"name": "ask", "description": "Ask.", "parameters": {}}}
    registry = Registry([multiply, Search(), declared])
    assert registry.names() == ["multiply", "search", "ask"]
    assert Dispatcher(registry).dispatch({"name": "ask", "args": {}, "id": "c1"}).kind == "external"


def test_a_dict_is_carried_out_by_a_function_of_the_same_name():
    """The document's map of names and functions."""
    declared = {"name": "ask", "description": "Ask.", "input_schema": {"properties": {"q": {"type": "string"}}}}
    dispatcher = Dispatcher([declared], handlers={"ask": lambda arguments: f"asked {arguments['q']}"})
    assert dispatcher.dispatch({"name": "ask", "args": {"q": "who"}, "id": "c1"}).text == "asked who"


def test_a_plain_function_becomes_a_tool_if_it_has_a_docstring():
    """Without one the list is refused, as the document says."""

    def double(a: int) -> int:
        """Double it."""
        return 2 * a

    def silent(a: int) -> int:
        return a

    assert Registry([double])["double"].invoke({"a": 2}) == 4
    with pytest.raises(DefinitionError, match="silent: no description for the model"):
        Registry([silent])


# -- the fields of a tool


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


def test_the_schema_of_arguments_may_be_given():
    """A model, a dataclass, a TypedDict or JSON Schema; anything else is refused when the tool is made."""
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    made = Tool.from_function(lambda a: a, name="same", description="", args_schema=schema)
    assert made.invoke({"a": 1}) == 1
    with pytest.raises(DefinitionError):
        Tool.from_function(lambda a: a, name="same", description="", args_schema=5)


def test_a_json_schema_is_enforced():
    """LangChain lets anything through."""
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    made = Tool.from_function(lambda a: a, name="same", description="", args_schema=schema)
    with pytest.raises(ArgumentError, match="a: integer"):
        made.invoke({"a": "notint"})


def test_a_class_without_schema_is_read_from_its_run():
    """With the texts in its annotations."""
    assert Search().input_schema["properties"] == {"query": {"type": "string"}, "limit": {"type": "integer", "default": 3}}
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
    Dispatcher([made], hooks=[Listener("all", told)]).dispatch(ToolCall("multiply", {"a": 2}), hooks=[Listener("call", told)])
    start = ("start", {"a": 2}, (), "multiply")
    assert told == [*[(name, *start) for name in ("all", "tool", "call")], *[(name, "end", 6) for name in ("all", "tool", "call")]]


def test_tags_of_call_and_tool():
    """The call's first, each once, for those who listen and for choosing; no provider is told."""
    told: list[Any] = []
    made = replace(Search(), hooks=[Listener("tool", told)])
    call = ToolCall("search", {"query": "x"})
    Dispatcher([made]).dispatch(call, tags=["night", "web"], run_name="nightly")
    assert told[0][3:] == (("night", "web"), "nightly")
    assert Registry([multiply, Search()]).find(tags=["web"])[0].name == "search"
    assert "night" not in str(schemas([made])) and "'web'" not in str(schemas([made]))


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
    [(False, "too hot"), (True, "too hot"), ("Try later.", "Try later."), (lambda error: f"Sorry: {error}", "Sorry: too hot")],
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
    assert (result.kind, result.text) == ("invalid_arguments", text)
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


@pytest.mark.parametrize("value", ["text", ["a", "b"], ("a", "b", "c"), None])
def test_content_and_artifact_are_a_pair(value: Any):
    """Anything else is a fault of the result."""
    made = Tool.from_function(lambda: value, name="draw", description="", response_format="content_and_artifact")
    result = dispatched(made)
    assert result.kind == "result_error"
    assert "must return a pair (content, artifact)" in result.text


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
    """One schema, the same object until the tool is another one."""
    made = Tool.of(multiply)
    assert made.input_schema is made.input_schema
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


# -- calling a tool


def test_a_tool_is_invoked_with_a_dict_a_json_text_or_a_call():
    """The value comes back, never a message."""
    made = Tool.of(multiply)
    assert [made.invoke(each) for each in ({"a": 2}, '{"a": 2}', ToolCall("multiply", {"a": 2}, "c1"))] == [6, 6, 6]


async def test_a_tool_is_awaited_with_the_same():
    """A sync body runs in a worker thread meanwhile."""
    assert await Tool.of(multiply).ainvoke(ToolCall("multiply", {"a": 2})) == 6


def test_the_name_of_a_call_must_be_the_tools():
    """LangChain never looks at it."""
    with pytest.raises(CallError, match="the call is for 'divide', not for 'multiply'"):
        Tool.of(multiply).invoke(ToolCall("divide", {"a": 2}))


def test_a_text_is_no_argument():
    """LangChain's `multiply("2")` gives "222"."""
    with pytest.raises(CallError):
        Tool.of(multiply).invoke("2")


def test_unknown_arguments_and_lax_values_are_refused():
    """Nothing is dropped and nothing turned into another type in silence."""
    for arguments in ({"a": 1, "c": 2}, {"a": "2"}, {"a": True}, {"a": 2.5}):
        with pytest.raises(ArgumentError):
            Tool.of(multiply).invoke(arguments)


def test_nested_models_arrive_as_models_and_leave_as_json():
    """LangChain writes a model as its repr."""
    pydantic = pytest.importorskip("pydantic")

    class Point(pydantic.BaseModel):
        q: int

    @tool
    def move(point: Point) -> Point:
        """Move."""
        return Point(q=point.q + 1)

    result = dispatched(move, point={"q": 1})
    assert (result.value, result.text) == (Point(q=2), '{"q": 2}')


@pytest.mark.parametrize(
    ("value", "text"),
    [("ä", "ä"), (None, "null"), (True, "true"), ((1, 2), "[1, 2]"), ([], "[]"), (b"x", '"eA=="'), ({"é": 1}, '{"é": 1}')],
)
def test_results_as_text(value: Any, text: str):
    """JSON with every character, never a repr."""
    assert dispatched(Tool.from_function(lambda: value, name="give", description="")).text == text


def test_content_blocks_have_a_text():
    """The program gets them whole, and a model without eyes a note of what they are."""
    picture = Image(b"png")
    result = dispatched(Tool.from_function(lambda: ["A cat:", picture], name="draw", description=""))
    assert (result.value, result.text) == (["A cat:", picture], "A cat:\n[image/png, 3 bytes]")


def test_arguments_that_are_no_json():
    """The text is refused, not executed; no text at all, null and an empty object are no arguments."""
    call = {"type": "invalid_tool_call", "name": "multiply", "args": '{"a": ', "id": "c1"}
    assert Dispatcher([multiply]).dispatch(call).kind == "malformed_call"
    for empty in ("", "null", "{}"):
        assert Dispatcher([multiply]).dispatch(ToolCall("multiply", empty)).kind == "invalid_arguments"
    assert Dispatcher([multiply]).dispatch(ToolCall("multiply", "[]")).kind == "malformed_call"


def test_an_unknown_name_is_answered():
    """An error for the model; its siblings run."""
    results = Dispatcher([multiply]).dispatch_all([ToolCall("tool2", {}), ToolCall("multiply", {"a": 1})])
    assert [each.kind for each in results] == ["unknown_tool", "ok"]
