"""What type checkers see of options: a misspelt one, and a value that is none. They read this file, nothing runs it.

An ignore that is not needed is an error, so each of them says that the fault in its line is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, ParamSpec, TypeVar, assert_type, overload

from toolkit import Inject, Registry, Tool, ToolContext, ToolDescriptor, replace, tool

P = ParamSpec("P")
R = TypeVar("R")
registry = Registry()


def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


tool(nmae="x")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
tool("x", tagz=3)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
tool(retries="2")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
tool(approval=lambda arguments: True)  # type: ignore[misc, arg-type]  # pyright: ignore[reportCallIssue]
tool(enabled=lambda: True)  # type: ignore[misc, arg-type]  # pyright: ignore[reportCallIssue]
tool(add, nmae="x")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
registry.tool(nmae="x")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
registry.tool(repair="fully")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
registry.add(add, nmae="x")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
registry.add([add], tag="x")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
registry.replace(add, nmae="x")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Tool.from_function(add, nmae="x")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
Tool.of(add, nmae="x")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
Tool.declare("ask", nmae="x")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
replace(Tool.of(add), nmae="x")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
replace(add, nmae="x")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]

Tool.declare("ask", "Ask.", {}, tags=["people"], handler=lambda arguments: arguments["question"])
assert_type(registry.add(add, name="plus", on_duplicate="replace"), Tool[Any, Any])
assert_type(registry.add(lambda a: a, name="same", description=""), Tool[Any, Any])
assert_type(registry.add(Tool.of(add)), Tool[Any, Any])
assert_type(registry.add(ToolDescriptor("ask", "Ask."), handler=print), Tool[Any, Any])
assert_type(registry.add([add], tags=["math"]), list[Tool[Any, Any]])


def kept(function: Callable[P, R]) -> Callable[P, R]:
    """A decorator that keeps the parameters."""
    return function


@tool(tags=["text"], timeout_seconds=2, enabled=lambda context: True, approval=lambda arguments, context: True)
@kept
def joined(*parts: str, between: str = " ") -> str:
    """Join."""
    return between.join(parts)


@tool(idempotent=True, retries=2)
def counted(most: int) -> Iterator[int]:
    """Count."""
    yield from range(most)


@overload
def twice(value: int) -> int: ...
@overload
def twice(value: str) -> str: ...
@tool(name="double")
def twice(value: int | str) -> int | str:
    """The double."""
    return value * 2


class Shop:
    """Decorators in either order."""

    @tool(title="Buy")
    @classmethod
    def buy(cls, item: str) -> int:
        """Buy."""
        return len(item)

    @tool(read_only=True)
    @staticmethod
    def hours(day: str) -> str:
        """Opening hours."""
        return day

    @registry.tool(tags=["shop"])
    async def sold(self, item: str) -> bool:
        """Whether it is sold out."""
        return bool(item)


assert_type(joined("a", "b", between="-"), str)
assert_type(counted(3), Iterator[int])
assert_type(twice(1), int)
assert_type(twice("a"), str)
assert_type(Shop.buy("tea"), int)
assert_type(Shop.hours("monday"), str)


async def awaited() -> None:
    """Methods stay methods."""
    assert_type(await Shop().sold("tea"), bool)


@tool
def greet(
    word: str, context: ToolContext[str], user: str = Inject("user"), db: Annotated[bytes, Inject()] = b""
) -> str:
    """Greet; `Inject` may stand where the default has its place."""
    assert_type(context.tool, Tool[Any, Any])
    assert_type(context.registry, Registry | None)
    return f"{word} {user} {db!r}"


class Careful(Tool):
    """In a class body, too, a choice that there is, and one that there is not."""

    repair = "full"
    response_format = "content"
    extra_arguments = "forgive"  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    docstring_style = None


def is_dear(arguments: dict[str, Any], context: ToolContext[str]) -> bool:
    """Whether a person is asked."""
    return bool(arguments["amount"] > 10 and context.deps)


def is_ann(user: str | None) -> bool:
    """Whether the caller sees the tool."""
    return user == "ann"


class Pay(Tool):
    """Functions of the author's own may say what they take."""

    approval = staticmethod(is_dear)
    enabled = staticmethod(is_ann)


Tool.of(add, approval=is_dear, enabled=is_ann, marshal_result=lambda value, declared: str(value))
