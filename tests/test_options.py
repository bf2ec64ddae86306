"""What an author may say of a tool, and what is refused when the tool is made."""

from __future__ import annotations

from typing import Any

import pytest

from toolkit import ApprovalRequired, DefinitionError, DelegatingTool, Registry, Tool, ToolOptions, TypeRule, replace
from toolkit.options import valid_name


def add(a: int, b: int = 1) -> int:
    """Add."""
    return a + b


class Audit:
    """Is told of the start of calls."""

    def on_tool_start(self, call: Any, context: Any) -> None:
        """Nothing."""


class Misspelt:
    """Means to be told of the start of calls."""

    def on_tool_strat(self, call: Any, context: Any) -> None:
        """Nothing."""


class HalfMisspelt(Audit, Misspelt):
    """Has a method that is called, and one that is not."""


class Allowing:
    """A function of the wrong arguments that has no name."""

    def __call__(self, arguments: Any) -> bool:
        """Yes."""
        return True


def allows(arguments: Any) -> bool:
    """Take too little."""
    return bool(arguments)


async def aworded(exception: Exception) -> str:
    """Word a failure, later."""
    return str(exception)


def never(hint: Any) -> bool:
    """No hint is meant."""
    return hint is WRONG


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"description": 5}, "add: description=5; give a text"),
    ({"read_only": "no"}, "add: read_only='no'; give True or False"),
    ({"verbose": None}, "add: verbose=None; give True or False"),
    ({"approval": "never"}, "add: approval='never'; give True, False, or a function of (arguments, context)"),
    ({"enabled": "yes"}, "add: enabled='yes'; give True, False, or a function of (context)"),
    ({"extras": 5}, "add: extras=5; give a dict for each provider"),
    ({"extras": {"openai": 5}}, "add: extras={'openai': 5}; give a dict for each provider"),
    ({"extras": {"antropic": {}}}, "add: extras for no provider 'antropic'; did you mean 'anthropic'?"),
    ({"extras": {"cache_control": {}}}, """name whose field it is: extras={"anthropic": {"cache_control": ...}}"""),
    ({"docstring_style": "sphinx"}, "'epydoc', None; Sphinx's is 'rest'"),
    ({"args": {}}, "add: no option 'args'; here it is args_schema="),
    ({"response_model": int}, "add: no option 'response_model'; here it is return_type="),
    ({"return_schema": {}}, "add: no option 'return_schema'; here it is output_schema="),
    ({"context": True}, "add: no option 'context'; here it is nothing: a parameter annotated ToolContext gets"),
    ({"inputs_from_state": {}}, "add: no option 'inputs_from_state'; here it is bind=, or a parameter with Inject()"),
    ({"inputs": {}}, "add: no option 'inputs'; here it is the annotations of the function"),
    ({"category": "math"}, "add: no option 'category'; here it is tags="),
    ({"permissions": ["admin"]}, "add: no option 'permissions'; here it is enabled=, which asks the caller's object"),
    ({"returns": int}, "add: no option 'returns'; here it is the return annotation, with Annotated[..., \"text\"]"),
    ({"extras": {"OpenAI": {}}}, "add: extras for no provider 'OpenAI'; did you mean 'openai'?"),
    ({"metadata": 5}, "add: metadata=5; give a dict"),
    ({"tags": "math"}, "add: tags='math'; give a list of texts: tags=[\"math\"]"),
    ({"tags": [1]}, "add: tags=[1]; give a list of texts"),
    ({"types": 5}, "add: types=5; give a tuple of rules"),
    ({"examples": 5}, "add: examples=5; give a list of arguments objects"),
    ({"examples": [5]}, "add: examples=[5]; give a list of arguments objects"),
    ({"bind": 5}, "add: bind=5; give a function for each parameter"),
    ({"bind": {"a": 5}}, "add: bind={'a': 5}; give a function for each parameter"),
    ({"name": 5}, "5: name=5; give a text"),
    ({"version": 5}, 'add: version=5; give a text: version="1.0"'),
    ({"principle": object()}, "add: principle=an object; give a text"),
    ({"hooks": Audit()}, "add: hooks=an Audit; give a list of objects"),
    (
        {"hooks": [lambda: 1]},
        "hooks: a function has none of on_tool_start, on_tool_end, on_tool_error, on_tool_progress",
    ),
    ({"hooks": [Misspelt()]}, "rename on_tool_strat to on_tool_start"),
    ({"hooks": [HalfMisspelt()]}, "has on_tool_strat, which is never called; rename it to on_tool_start"),
    ({"on_tool_error": {}}, "add: on_tool_error={}; give False, True, a text, or a sync function"),
    ({"on_invalid_arguments": (1,)}, "add: on_invalid_arguments=(1,); give False, True, a text, or a sync function"),
    ({"on_tool_error": aworded}, "add: on_tool_error=a function; give False, True, a text, or a sync function"),
    ({"output_schema": "none"}, "add: output_schema='none'; give a JSON Schema as a dict"),
    ({"max_calls": 1.5}, "max_calls=1.5; give a positive whole number, or None"),
    ({"timeout_seconds": float("nan")}, "timeout_seconds=nan; give a positive number, or None"),
    ({"timeout_seconds": float("inf")}, "timeout_seconds=inf; give a positive number, or None"),
    ({"args_schema": "Point"}, "add: args_schema='Point'; give a class of arguments, or a JSON Schema as a dict"),
    ({"schema_generator": 5}, "add: schema_generator=5; give an object with generate(descriptor)"),
    ({"marshal_result": 5}, "add: marshal_result=5; give a function of (value, declared_type)"),
    ({"principle": 3, "metadata": ["x" * 99]}, "add: principle=3"),
    ({"metadata": ["x" * 99]}, f"add: metadata=['{'x' * 58}...; give a dict"),
]


@pytest.mark.parametrize(("options", "message"), WRONG, ids=lambda each: str(each)[:40])
def test_a_wrong_option_is_refused_when_the_tool_is_made(options: dict[str, Any], message: str):
    """The text has the option, what came, and the cure."""
    with pytest.raises(DefinitionError) as caught:
        Tool.from_function(add, **options)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [{"retries": "2"}, {"retries": 2}, {"timeout_seconds": "3"}, {"response_format": "x"}, {"docstring_style": 1}],
)
def test_a_refused_option_names_the_tool_though_nothing_says_its_name(options: dict[str, Any]):
    """Who makes fifty tools has to know which."""
    with pytest.raises(DefinitionError) as caught:
        Tool.from_function(add, **options)
    assert str(caught.value).startswith(f"add: {next(iter(options))}")


@pytest.mark.parametrize("shown", [lambda tool: tool, ApprovalRequired, lambda tool: tool.renamed("plus")])
@pytest.mark.parametrize("made", [Tool.from_function, lambda function, **said: Tool.declare("add", "Add.", **said)])
def test_retries_may_be_given_to_a_tool_that_is_idempotent_already(made: Any, shown: Any):
    """A change is held to the options that it meets, not to the defaults."""
    tool = shown(made(add, idempotent=True))
    assert replace(tool, retries=2).retries == 2
    with pytest.raises(DefinitionError, match="retries of a tool that may not be called twice"):
        replace(tool, retries=2, idempotent=None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"approval": allows}, "add: the function of approval takes (arguments: 'Any') -> 'bool', and is called with"),
        ({"approval": allows}, "write def allows(arguments, context): ..."),
        ({"approval": Allowing()}, "write lambda arguments, context: ..."),
        ({"enabled": lambda: True}, "enabled takes (), and is called with (context); write lambda context: ..."),
        ({"on_tool_error": lambda: ""}, "on_tool_error takes (), and is called with (exception)"),
        ({"on_invalid_arguments": lambda: ""}, "on_invalid_arguments takes (), and is called with (exception)"),
        ({"marshal_result": lambda value: value}, "takes (value), and is called with (value, declared_type)"),
        ({"bind": {"a": lambda context: 1}}, "bind['a'] takes (context), and is called with (arguments, context)"),
        ({"instance": lambda: 1}, "instance takes (), and is called with (arguments, context)"),
    ],
)
def test_a_function_that_cannot_take_what_it_will_get_is_refused(options: dict[str, Any], message: str):
    """The text has the arguments it is called with, and how to write it."""
    with pytest.raises(DefinitionError) as caught:
        Tool.from_function(add, **options)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"description": None, "title": None, "read_only": None},
        {"tags": {"math"}, "metadata": {}, "examples": [{"a": 1}]},
        {"extras": {"acme": {}, "openai-mine": {}, "anthropic": {"cache_control": {}}}},
        {"hooks": (Audit(),)},
        {"approval": lambda *given: True, "enabled": lambda context, more=None: True},
        {"marshal_result": None, "on_tool_error": "It failed."},
        {"on_tool_error": type("Wording", (), {"__call__": lambda self, error: "", "__signature__": 5})()},
        {"types": (TypeRule("none", never, repr, repr, repr),)},  # type: ignore[arg-type]
    ],
    ids=", ".join,
)
def test_what_makes_sense_is_taken(options: dict[str, Any]):
    """None where it stands for what is not said, any collection, a provider that may become known later."""
    assert Tool.from_function(add, **options).name == "add"


def test_tools_of_all_kinds_are_held_to_the_same():
    """Classes, delegates, transforms and replaced tools."""

    class Wrong(Tool):
        """Add."""

        tags = "math"

        def execute(self, a: int) -> int:
            return a

    class Marked(DelegatingTool):
        tags = "math"

    made = Tool.of(add)
    for make in (
        lambda: Wrong().name,
        lambda: Marked(made).name,
        lambda: made.described(5),  # type: ignore[arg-type]
        lambda: replace(made, tags="math"),
    ):
        with pytest.raises(DefinitionError, match="give a"):
            make()


def test_a_name_that_is_no_text_is_none():
    """The text has what came."""
    with pytest.raises(DefinitionError, match="5 is no name for a tool"):
        valid_name(5)


def test_every_option_is_documented():
    """`help(ToolOptions)` has a line for each."""
    documented = [line.strip() for line in (ToolOptions.__doc__ or "").splitlines()]
    assert [name for name in ToolOptions._names if not any(line.startswith(f"{name}: ") for line in documented)] == []


def test_lists_and_dicts_of_an_author_are_copied():
    """What becomes of them later changes no tool, nor does what is taken out of a tool change them."""
    tags, metadata, hooks = ["a"], {"owner": "billing"}, [Audit()]
    examples: list[dict[str, Any]] = [{"a": 1}]
    extras = {"anthropic": {"cache_control": {"type": "ephemeral"}}}
    made = Tool.from_function(add, tags=tags, metadata=metadata, hooks=hooks, examples=examples, extras=extras)
    tags.append("b")
    metadata["owner"] = "nobody"
    hooks.clear()
    examples[0]["a"] = "text"
    examples.append({})
    extras["anthropic"]["cache_control"]["type"] = "none"
    assert (made.tags, made.metadata, len(made.options.hooks)) == (("a",), {"owner": "billing"}, 1)
    assert made.examples == ({"a": 1},)
    assert made.extras == {"anthropic": {"cache_control": {"type": "ephemeral"}}}
    assert Registry([made]).find(tags="b") == []


def test_lists_and_dicts_of_a_class_are_copied():
    """Options in a class body as well."""
    marks = ["a"]

    class Marked(Tool):
        """Mark."""

        tags = marks

        def execute(self) -> None:
            """Nothing."""

    made = Marked()
    assert made.options.tags == ("a",)
    marks.append("b")
    assert made.tags == ("a",)
    assert replace(made, tags={"c"}).tags == ("c",)


def test_a_schema_of_an_author_is_copied():
    """At every depth: it is read again for a copy of the tool."""
    schema: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "integer"}}}
    made = Tool.from_function(add, args_schema=schema, output_schema=schema["properties"]["a"])
    schema["properties"]["a"]["type"] = "string"
    copy = replace(made, description="Add two numbers.")
    assert copy.input_schema["properties"]["a"] == copy.output_schema == {"type": "integer"}
