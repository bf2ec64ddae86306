"""What type checkers see of tools as they are defined. mypy and pyright read this file, nothing runs it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypedDict, assert_type

from toolkit import (
    ApprovalRequired,
    CallMetadata,
    DeclaredTool,
    DelegatingTool,
    FunctionTool,
    IntegerType,
    Tool,
    ToolContext,
    ToolDescriptor,
    ToolParameterDescriptor,
    replace,
    tool,
)


@tool
def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


@tool("later", tags=["slow"])
async def add_later(a: int, b: int) -> int:
    """Add two numbers later."""
    return a + b


@tool(name="named", read_only=True)
def named(text: str) -> str:
    """Name it."""
    return text


# The decorator is the identity: a wrong call of what it decorates is still found.
assert_type(add(1, b=2), int)
later: Coroutine[Any, Any, int] = add_later(1, 2)
assert_type(named("x"), str)
add("1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
named(x="y")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
again: Callable[[str], str] = tool(named, name="again")


class Shop:
    """Methods stay methods."""

    @tool
    def buy(self, item: str, count: int = 1) -> float:
        """Buy."""
        return float(len(item) * count)

    @staticmethod
    @tool
    def hours(day: str) -> str:
        """Opening hours."""
        return day

    @classmethod
    @tool(name="of")
    def opened(cls, city: str) -> Shop:
        """Open one."""
        return cls()


assert_type(Shop().buy("tea", count=2), float)
assert_type(Shop.hours("monday"), str)
assert_type(Shop.opened("Oslo"), Shop)


@dataclass
class Digits:
    """Two digits."""

    left: int
    right: int


class Add(Tool[Digits, int]):
    """Add two digits."""

    name = "add_digits"
    tags = ("math",)
    metadata = {"owner": "ann"}
    timeout_seconds = 2.0
    output_schema = {"type": "integer"}

    def execute(self, args: Digits) -> int:
        """Add them."""
        return args.left + args.right


class Later(Tool[Digits, int]):
    """Add two digits later, for somebody."""

    async def execute(self, args: Digits, context: ToolContext[str], metadata: CallMetadata) -> int:
        """Add them."""
        assert_type(context.deps, str)
        assert_type(metadata["trace"], Any)
        return args.left + args.right + len(context.deps)


class ByName(Tool):
    """Arguments by name."""

    output_schema = None

    def execute(self, a: int, b: int = 1) -> int:
        """Add them."""
        return a + b


class Alone(Tool[Digits]):
    """Says nothing of its result."""

    def execute(self, args: Digits) -> str:
        """Show them."""
        return f"{args.left}{args.right}"


class Read(TypedDict):
    """A path."""

    path: str


class Codec(Tool[Read, bytes]):
    """Reads its arguments and writes its results by itself."""

    descriptor = ToolDescriptor("read", "Read.", (ToolParameterDescriptor("path", "Where", IntegerType()),))

    def load_arguments(self, arguments: dict[str, Any]) -> Read:
        """The path."""
        return Read(path=str(arguments["path"]))

    def execute(self, args: Read) -> bytes:
        """The bytes."""
        return args["path"].encode()

    def dump_result(self, result: bytes) -> str:
        """How many."""
        return f"{len(result)} bytes"


assert_type(Add().invoke({"left": 1, "right": 2}), int)
assert_type(Later().invoke('{"left": 1, "right": 2}', "ann"), int)
assert_type(Alone().invoke({"left": 1, "right": 2}), Any)
assert_type(Codec().load_arguments({}), Read)
assert_type(Add().execute(Digits(1, 2)), int)


async def awaited() -> None:
    """What is awaited has the tool's type of result."""
    assert_type(await add_later(1, 2), int)
    assert_type(await Add().ainvoke(), int)
    assert_type(await Later().execute(Digits(1, 2), ToolContext("ann"), CallMetadata()), int)


class Logged(DelegatingTool):
    """Around another tool."""

    def __init__(self, inner: Any, log: list[str]) -> None:
        super().__init__(inner)
        self.log = log

    def execute_call(self, arguments: dict[str, Any], context: ToolContext[Any]) -> Any:
        """What the inner one gives."""
        self.log.append(self.name)
        return super().execute_call(arguments, context)


def both(text: str) -> tuple[str, int]:
    """A text for the model, and a number for the program."""
    return text, len(text)


def counted(most: int) -> Iterator[int]:
    """Count."""
    yield from range(most)


made = Tool.from_function(add, name="sum", max_calls=3)
add_descriptor = ToolDescriptor("add", "Add.")
assert_type(made, Tool[Any, int])
assert_type(made.name, str)
assert_type(made.input_schema, dict[str, Any])
assert_type(Logged(add, []).inner, Tool[Any, Any])
assert_type(ApprovalRequired(made).find(ApprovalRequired), ApprovalRequired[Any, Any] | None)
assert_type(made.find(FunctionTool), FunctionTool | None)
assert_type(replace(Add(), description="Sum."), Add)
assert_type(Add().find(Add), Add | None)
assert_type(made.renamed("x").described("y").tagged("z"), Tool[Any, int])
assert_type(Add().renamed("x").described("y").tagged("z"), Tool[Digits, int])
assert_type(Add().with_arguments(hide="left"), Tool[Any, int])
assert_type(ApprovalRequired(Add()).invoke({"left": 1, "right": 2}), int)
assert_type(ApprovalRequired(Add()).inner, Tool[Digits, int])
assert_type(ApprovalRequired(add), ApprovalRequired[Any, Any])
assert_type(Tool.of(Add()), Tool[Digits, int])
assert_type(Tool.of(Add), Add)
assert_type(Tool.of(add), Tool[Any, Any])
assert_type(Tool.from_function(add_later).invoke({}), int)
assert_type(Tool.from_function(Shop().buy), Tool[Any, float])
assert_type(Tool.from_function(partial(add, b=2), name="increment"), Tool[Any, int])
assert_type(Tool.from_function(both, response_format="content_and_artifact"), Tool[Any, Any])
assert_type(Tool.from_function(counted), Tool[Any, Any])
assert_type(Tool.from_function(name="later", coroutine=add_later), Tool[Any, Any])
assert_type(replace(add, name="plus"), Tool[Any, Any])
assert_type(replace(Add, name="plus"), Add)
assert_type(replace(Add().renamed("x"), description="Sum."), Tool[Digits, int])
assert_type(replace(add_descriptor, name="plus"), ToolDescriptor)
assert_type(Tool.declare("ask", "Ask."), Tool[Any, Any])
declared: type[Tool[Any, Any]] = DeclaredTool
