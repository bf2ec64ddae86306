"""Microsoft.Extensions.AI: tools, declarations, delegates and the factory with its options, as the document shows them.

Not of this layer, so without a test: cancellation tokens (`context.cancelled` and asyncio's own cancellation stand in
their place), JSON serializer options (a TypeRule says how a type is read and written), loops over a chat client with
their counts of errors, agents with instructions and messages.
"""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from microsoft_samples import WEATHER, get_weather

from toolkit import (
    ApprovalRequired,
    ArgumentError,
    CallError,
    DeclaredTool,
    DefinitionError,
    DelegatingTool,
    Dispatcher,
    FunctionTool,
    Registry,
    Tool,
    ToolCall,
    schemas,
)

# -- tools and declarations


def test_a_tool_has_a_name_a_description_and_properties_of_the_host():
    """The document's `AITool`: the properties are kept for the host's code, and no model is told."""
    assert (WEATHER.name, WEATHER.description) == ("get_weather", "The weather of a city.")
    assert WEATHER.additional_properties == {"team": "weather"}
    assert "team" not in str(schemas([WEATHER]))
    assert repr(WEATHER) == "FunctionTool('get_weather')"


def test_a_tool_is_asked_what_it_is():
    """The document's `GetService`: itself if it is of the class and no key is given, else nothing."""
    assert WEATHER.find(FunctionTool) is WEATHER
    assert WEATHER.find(Tool) is WEATHER
    assert WEATHER.find(DeclaredTool) is None
    assert WEATHER.find(FunctionTool, "key") is None


def test_a_declaration_has_the_schemas_of_arguments_and_result():
    """The document's `AIFunctionDeclaration`; without a schema it admits any object, and declares no result."""
    asked = {
        "type": "object",
        "properties": {"a": {"type": "number"}, "b": {"type": ["number", "null"], "default": 1}},
        "required": ["a"],
    }
    made = Tool.declare("add", "Add.", asked, {"type": "number"})
    assert made.input_schema["properties"]["a"] == {"type": "number"}
    made.validate({"a": 1, "b": None})
    with pytest.raises(ArgumentError, match="b: number or null"):
        made.validate({"a": 1, "b": "x"})
    assert made.output_schema == {"type": "number"}
    bare = Tool.declare("any")
    bare.validate({"whatever": [1]})
    assert (bare.description, bare.output_schema) == ("", None)


def test_a_declaration_needs_a_name():
    """A description it may do without."""
    for name in ("", None):
        with pytest.raises(DefinitionError, match="a declaration needs a name"):
            Tool.declare(name, None)  # type: ignore[arg-type]


def test_a_function_knows_its_method_and_is_invoked():
    """The document's `AIFunction`: with arguments or with none."""
    assert WEATHER.function is get_weather
    assert WEATHER.invoke({"city": "Oslo"}) == "Oslo: 21 celsius"
    with pytest.raises(ArgumentError, match="city: required"):
        WEATHER.invoke()


def test_a_declaration_of_a_function_leads_to_nothing_that_runs():
    """The document's `AsDeclarationOnly`; .NET's gives the function away when it is asked for it."""
    made = WEATHER.declaration_only()
    assert (made.name, made.description, made.input_schema) == (WEATHER.name, WEATHER.description, WEATHER.input_schema)
    assert (made.output_schema, made.additional_properties) == (WEATHER.output_schema, {"team": "weather"})
    assert (made.find(FunctionTool), made.function, made.body) == (None, None, None)
    with pytest.raises(CallError, match="declared only"):
        made.invoke({"city": "Oslo"})
    assert ApprovalRequired(WEATHER).declaration_only().find(FunctionTool) is None


# -- delegates


class Logged(DelegatingTool):
    """What stands before and after every call."""

    def __init__(self, inner: Any) -> None:
        super().__init__(inner)
        self.log: list[Any] = []

    def execute_call(self, arguments, context):
        self.log.append(arguments)
        value = super().execute_call(arguments, context)
        self.log.append(value)
        return value


def test_a_delegate_stands_before_and_after_a_function():
    """The document's `DelegatingAIFunction`: all else is the inner one's."""
    made = Logged(WEATHER)
    assert made.inner is WEATHER
    for attribute in ("name", "description", "input_schema", "output_schema", "function", "additional_properties"):
        assert getattr(made, attribute) == getattr(WEATHER, attribute)
    assert Dispatcher([made]).dispatch(ToolCall("get_weather", {"city": "Oslo"})).text == "Oslo: 21 celsius"
    assert made.log == [{"city": "Oslo"}, "Oslo: 21 celsius"]


async def test_a_delegate_may_be_async():
    """Around sync and async functions alike."""

    class Twice(DelegatingTool):
        async def execute_call(self, arguments, context):
            return [super(Twice, self).execute_call(arguments, context) for _ in range(2)]

    made = Twice(WEATHER)
    assert await made.ainvoke({"city": "Oslo"}) == ["Oslo: 21 celsius"] * 2
    assert made.invoke({"city": "Oslo"}) == ["Oslo: 21 celsius"] * 2


def test_a_delegate_needs_an_inner_tool():
    """None is refused when it is made."""
    with pytest.raises(DefinitionError, match="a delegate needs a tool"):
        DelegatingTool(None)


def test_a_delegate_may_say_something_of_its_own():
    """What its class sets takes the place of the inner tool's; what belongs to the function cannot be set there."""

    class Loud(DelegatingTool):
        name = "shout_weather"
        tags = ("loud",)

        def execute_call(self, arguments, context):
            return super().execute_call(arguments, context).upper()

    class Wrong(DelegatingTool):
        bind = {"unit": lambda arguments, context: "kelvin"}

    made = Loud(WEATHER)
    assert (made.name, made.tags, made.description) == ("shout_weather", ("loud",), "The weather of a city.")
    assert schemas([made])[0]["function"]["name"] == "shout_weather"
    assert Dispatcher([made]).dispatch(ToolCall("shout_weather", {"city": "Oslo"})).text == "OSLO: 21 CELSIUS"
    with pytest.raises(DefinitionError, match="a delegate cannot set bind; set it on the tool behind it"):
        Wrong(WEATHER)


def test_a_mark_for_approval_is_found_at_any_depth():
    """The document's `ApprovalRequiredAIFunction`: a mark that a dispatcher obeys and `invoke` does not."""
    made = Logged(DelegatingTool(ApprovalRequired(WEATHER)))
    assert isinstance(made.find(ApprovalRequired), ApprovalRequired)
    assert Logged(WEATHER).find(ApprovalRequired) is None
    assert made.invoke({"city": "Oslo"}) == "Oslo: 21 celsius"
    assert Dispatcher([made]).dispatch(ToolCall("get_weather", {"city": "Oslo"})).kind == "approval_required"


def test_a_subclass_answers_for_a_key():
    """Delegates pass the question on."""

    class Keyed(FunctionTool):
        def find(self, kind, key=None):
            return self if key == "weather" else super().find(kind, key)

    made = Keyed(get_weather)
    assert Logged(made).find(Tool, "weather") is made
    assert Logged(made).find(Tool, "other") is None


# -- the factory


class Station:
    """Where the weather is measured."""

    closed: list[str] = []

    def __init__(self, place: str) -> None:
        self.place = place

    def measure(self, what: str) -> str:
        """Measure."""
        return f"{what} in {self.place}"

    def close(self) -> None:
        self.closed.append(self.place)


def test_a_function_of_a_delegate_or_a_lambda():
    """The document's `Create(Delegate, name, description)`."""
    made = Tool.from_function(lambda a, b: a + b, name="add", description="Add.")
    assert (made.name, made.description, made.invoke({"a": 1, "b": 2})) == ("add", "Add.", 3)


def test_a_function_of_a_method_and_its_object():
    """The document's `Create(MethodInfo, target)`: static and bound methods; one without its object cannot run."""
    assert Tool.from_function(Station("Oslo").measure).invoke({"what": "wind"}) == "wind in Oslo"
    with pytest.raises(DefinitionError, match="a method needs its object"):
        Tool.from_function(Station.measure).invoke({"what": "wind"})


def test_a_function_of_a_method_and_what_makes_its_object():
    """The document's `Create(MethodInfo, createInstanceFunc)`: an object for each call, closed after it."""
    Station.closed.clear()
    made = Tool.from_function(Station.measure, instance=lambda arguments, context: Station(arguments["what"]))
    assert list(made.input_schema["properties"]) == ["what"]
    assert [made.invoke({"what": each}) for each in ("wind", "rain")] == ["wind in wind", "rain in rain"]
    assert Station.closed == ["wind", "rain"]


def test_two_parameters_of_one_name_are_refused():
    """When the tool is made."""
    pydantic = pytest.importorskip("pydantic")

    def body(a: Annotated[int, pydantic.Field(alias="x")], x: int) -> int:
        """Body."""
        return a + x

    with pytest.raises(DefinitionError, match="two parameters are called 'x' on the wire"):
        Tool.from_function(body)


def test_a_declaration_from_a_schema():
    """The document's `CreateDeclaration`: its calls are checked and left to the host."""
    made = Tool.declare("search", None, {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]})
    dispatcher = Dispatcher([made])
    result = dispatcher.dispatch(ToolCall("search", {"q": "tea"}))
    assert (result.kind, result.ok, result.value) == ("external", False, {"q": "tea"})
    assert dispatcher.dispatch(ToolCall("search", {"q": 1})).kind == "invalid_arguments"


def test_the_name_of_a_function_is_its_own():
    """Nothing is cut off or put in its place: `_async` stays, and a name that is none is refused."""

    async def fetch_async(url: str) -> str:
        """Fetch."""
        return url

    assert Tool.from_function(fetch_async).name == "fetch_async"


def test_registered_tools_are_a_list_that_is_never_changed():
    """The document's `ChatOptions.Tools`: functions and tools in one list, which stays the caller's."""
    tools = [get_weather, Tool.declare("ask", "Ask.")]
    registry = Registry(tools)
    registry.add(Station("Oslo").measure)
    assert (len(tools), registry.names()) == (2, ["get_weather", "ask", "measure"])
