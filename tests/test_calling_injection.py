"""Injection: what the host gives to a function beside the model's arguments, made and closed for each call."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any, Protocol, TypedDict

import pytest
from dispatching import call

from toolkit import (
    CallId,
    CallMetadata,
    Dispatcher,
    HostError,
    Inject,
    MissingContextError,
    Tool,
    ToolCall,
    ToolContext,
    tool,
)

log: list[str] = []


@pytest.fixture(autouse=True)
def _fresh_log() -> None:
    log.clear()


class Db:
    """A service."""

    def __init__(self, name: str = "db") -> None:
        self.name = name


class SubDb(Db):
    """One derived from it."""


@contextlib.contextmanager
def opened() -> Iterator[str]:
    """A context manager."""
    log.append("open")
    try:
        yield "opened"
    except ValueError as error:
        log.append(f"saw {error}")
        raise
    finally:
        log.append("close")


@contextlib.asynccontextmanager
async def aopened(inner: Annotated[str, Inject(opened)]) -> AsyncIterator[str]:
    """One that needs the other."""
    log.append("aopen")
    yield f"a{inner}"
    log.append("aclose")


def run(x: Any, settings: dict[str, Any] | None = None, **given: Any) -> Any:
    """The result for a sync caller; the same is checked for an async one."""
    dispatcher = Dispatcher([x], **(settings or {}))
    one = call(dispatcher.registry.names()[0])
    log.clear()
    result = dispatcher.dispatch(one, **given)
    seen = list(log)
    log.clear()
    other = asyncio.run(dispatcher.adispatch(one, **given))
    assert (other.kind, other.text, log) == (result.kind, result.text, seen)
    return result


def test_the_context_and_all_that_hangs_on_it():
    """The call, the caller's own object, metadata, registry and tool."""

    @tool
    def f(context: ToolContext[dict]) -> str:
        """F."""
        names = (context.call.name, context.tool.name, context.registry.names(), dict(context.metadata)["k"])
        return f"{context.deps['user']} {names}"

    assert run(f, context={"user": "ann"}, metadata={"k": 1}).text == "ann ('f', 'f', ['f'], 1)"


def test_a_typed_context_needs_an_object_a_plain_one_does_not():
    """And `| None` takes none."""

    @tool
    def typed(context: ToolContext[dict]) -> str:
        """Typed."""
        return "typed"

    @tool
    def plain(context: ToolContext) -> str:
        """Plain."""
        return str(context.deps)

    @tool
    def optional(context: ToolContext[dict] | None) -> str:
        """Optional."""
        return str(context)

    with pytest.raises(MissingContextError, match=r"typed\(context\).*context="):
        run(typed)
    assert (run(plain).text, run(optional).text) == ("None", "None")


def test_metadata_whole_and_by_key():
    """CallMetadata, and Inject with a text."""

    @tool
    def f(
        metadata: CallMetadata, span: Annotated[str, Inject("trace.id")], other: Annotated[str, Inject("o")] = "x"
    ) -> str:
        """F."""
        return f"{dict(metadata)} {span} {other}"

    assert run(f, metadata={"trace.id": "t1"}).text == "{'trace.id': 't1'} t1 x"
    with pytest.raises(MissingContextError, match=r"trace\.id"):
        run(f)


def test_the_id_of_the_call():
    """None will do where the hint says so."""

    @tool
    def f(call_id: Annotated[str | None, CallId]) -> str:
        """F."""
        return str(call_id)

    @tool
    def g(call_id: Annotated[str, CallId]) -> str:
        """G."""
        return call_id

    assert (run(f).text, Dispatcher([f]).dispatch(ToolCall("f", {})).text) == ("c1", "None")
    with pytest.raises(MissingContextError, match="id"):
        Dispatcher([g]).dispatch(ToolCall("g", {}))


@pytest.mark.parametrize(
    ("settings", "given"),
    [
        ({}, {"context": Db("x")}),
        ({}, {"context": SubDb("x")}),
        ({"services": {Db: Db("x")}}, {}),
        ({"services": {Db: lambda: Db("x")}}, {}),
        ({"services": {SubDb: SubDb("x")}}, {}),
        ({"services": {Db: Db("y")}}, {"services": {Db: Db("x")}}),
        ({"services": {Db: Db("y")}}, {"context": Db("x")}),
        ({"context": Db("x")}, {}),
    ],
)
def test_a_service_by_its_type(settings, given):
    """The caller's object, the call's services, the dispatcher's; values or functions that make them."""

    @tool
    def f(db: Annotated[Db, Inject()]) -> str:
        """F."""
        return db.name

    assert run(f, settings, **given).text == "x"


def test_a_missing_service_is_the_hosts_fault():
    """Named with the tool and the type."""

    @tool
    def f(db: Annotated[Db, Inject()]) -> str:
        """F."""
        return db.name

    with pytest.raises(MissingContextError, match=r"f\(db\): needs a Db"):
        run(f)


def test_what_is_made_is_closed_in_reverse():
    """Sync and async, nested, each once per call."""

    @tool
    def f(one: Annotated[str, Inject(aopened)], two: Annotated[str, Inject(opened)]) -> str:
        """F."""
        log.append("body")
        return f"{one} {two}"

    assert run(f).text == "aopened opened"
    assert log == ["open", "aopen", "body", "aclose", "close"]


def test_a_plain_generator_closes_after_its_value():
    """As other frameworks have it; async ones too, and functions that give a value."""

    def made() -> Iterator[int]:
        log.append("made")
        yield 1
        log.append("unmade")

    async def amade(one: Annotated[int, Inject(made)]) -> AsyncIterator[int]:
        yield one + 1
        log.append("aunmade")

    async def later(two: Annotated[int, Inject(amade)], context: ToolContext) -> int:
        await asyncio.sleep(0)
        return two + 1

    @tool
    def f(three: Annotated[int, Inject(later)], one: Annotated[int, Inject(made)]) -> int:
        """F."""
        return three + one

    assert (run(f).value, log) == (4, ["made", "aunmade", "unmade"])


@pytest.mark.parametrize("is_async", [True, False])
def test_what_the_body_raises_is_shown_to_what_closes(is_async):
    """And stays the failure."""

    @tool
    def f(one: Annotated[str, Inject(opened)]) -> None:
        """F."""
        raise ValueError("bad")

    @tool("f")
    async def g(one: Annotated[str, Inject(opened)]) -> None:
        """G."""
        raise ValueError("bad")

    result = run(g if is_async else f)
    assert (result.kind, result.text, log) == ("tool_error", "ValueError: bad", ["open", "saw bad", "close"])


def test_an_injection_that_raises_is_a_tool_error():
    """When it is made, and what was made before is closed; or when it is closed."""

    def broken() -> None:
        raise RuntimeError("no db")

    def broken_end() -> Iterator[int]:
        yield 1
        raise RuntimeError("not closed")

    entered: list[int] = []

    @tool
    def f(one: Annotated[str, Inject(opened)], two: Annotated[Any, Inject(broken)]) -> None:
        """F."""
        entered.append(1)

    @tool
    def g(one: Annotated[int, Inject(broken_end)], two: Annotated[str, Inject(opened)]) -> int:
        """G."""
        return one

    assert (run(f).kind, entered, log[-1]) == ("tool_error", [], "close")
    result = run(g)
    assert (result.kind, "not closed" in result.text, log[-1]) == ("tool_error", True, "close")


def test_a_provider_whose_own_call_lacks_a_context_is_a_tool_error():
    """That is not this caller's fault."""

    @tool
    def inner(context: ToolContext[dict]) -> str:
        """Inner."""
        return "inner"

    def provider() -> str:
        return Tool.of(inner).invoke({})

    @tool
    def f(one: Annotated[str, Inject(provider)]) -> str:
        """F."""
        return one

    @tool
    def g() -> str:
        """G."""
        return provider()

    assert (run(f).kind, run(g).kind) == ("tool_error", "tool_error")


def test_what_a_provider_needs_is_asked_of_the_host_too():
    """However deep."""

    def deep(db: Annotated[Db, Inject()]) -> str:
        return db.name

    def outer(inner: Annotated[str, Inject(deep)]) -> str:
        return inner

    @tool
    def f(one: Annotated[str, Inject(outer)]) -> str:
        """F."""
        return one

    assert run(f, services={Db: Db("deep")}).text == "deep"
    with pytest.raises(MissingContextError, match="needs a Db"):
        run(f)


def test_a_provider_that_needs_itself_is_the_hosts_fault():
    """It is not asked for ever."""

    def loop(one: Any) -> str:
        return one

    loop.__annotations__["one"] = Annotated[str, Inject(loop)]

    @tool
    def f(one: Annotated[str, Inject(loop)]) -> str:
        """F."""
        return one

    with pytest.raises(HostError, match="needs itself"):
        run(f)


def test_any_callable_may_provide():
    """A class, a partial, an object that cannot be hashed, a bound method."""

    class Unhashable:
        __hash__ = None  # type: ignore[assignment]

        def __call__(self) -> str:
            return "object"

    class Maker:
        def make(self) -> str:
            return "method"

    @tool
    def f(
        one: Annotated[Db, Inject(Db)],
        two: Annotated[Db, Inject(functools.partial(Db, "partial"))],
        three: Annotated[str, Inject(Unhashable())],
        four: Annotated[str, Inject(Maker().make)],
    ) -> str:
        """F."""
        return f"{one.name} {two.name} {three} {four}"

    assert run(f).text == "db partial object method"


def test_a_value_from_the_model_is_refused():
    """For every injected parameter, whether the host has a value or not."""

    @tool
    def f(context: ToolContext, db: Annotated[Db, Inject()] = Db(), call_id: Annotated[str, CallId] = "") -> str:  # noqa: B008
        """F."""
        return "entered"

    assert f.__tool__.input_schema["properties"] == {}
    for name in ("context", "db", "call_id"):
        for given in ({}, {"context": Db(), "services": {Db: Db()}}):
            result = Dispatcher([f]).dispatch(ToolCall("f", {name: "forged"}), **given)
            assert (result.kind, name in result.text) == ("invalid_arguments", True)


def test_bound_parameters_and_instances():
    """bind= and instance=: per call, from arguments and context, closed afterwards."""

    class Shop:
        def __init__(self, name: str) -> None:
            self.name = name

        def buy(self, item: str, user: str = "") -> str:
            """Buy an item."""
            return f"{self.name} {item} {user}"

        def close(self) -> None:
            log.append(f"{self.name} closed")

    class AsyncShop(Shop):
        async def aclose(self) -> None:
            log.append(f"{self.name} aclosed")

    @contextlib.contextmanager
    def managed() -> Iterator[Shop]:
        yield Shop("managed")
        log.append("left")

    async def later(arguments: Any, context: ToolContext) -> Any:
        return Shop(context.deps)

    def bought(instance: Any) -> Any:
        bound = {"user": lambda arguments, context: f"{context.deps} {arguments['item']}"}
        made = Tool.from_function(Shop.buy, instance=instance, bind=bound)
        log.clear()
        return Dispatcher([made]).dispatch(call("buy", item="tea"), context="ann").text

    assert (bought(lambda arguments, context: Shop("s")), log) == ("s tea ann tea", ["s closed"])
    assert (bought(lambda arguments, context: AsyncShop("a")), log) == ("a tea ann tea", ["a aclosed"])
    assert (bought(lambda arguments, context: managed()), log) == ("managed tea ann tea", ["left"])
    assert (bought(later), log) == ("ann tea ann tea", ["ann closed"])


def test_metadata_of_all_sources_in_their_order():
    """The live context, the caller's, a later provider's, an earlier one's."""
    seen: list[Any] = []

    @tool
    def f(metadata: CallMetadata) -> str:
        """F."""
        seen.append(dict(metadata))
        return "done"

    dispatcher = Dispatcher([f])

    @dispatcher.provide_metadata
    def early(call: Any) -> dict[str, Any]:
        return {"a": 1, "b": 1, "c": 1, "toolkit.context": "forged", "name": call.name}

    @dispatcher.provide_metadata
    async def late(call: Any) -> dict[str, Any] | None:
        return {"b": 2, "c": 2}

    dispatcher.provide_metadata(lambda call: None)
    given = {"c": 3, "toolkit.context": "forged"}
    dispatcher.dispatch(call("f"), metadata=given, context="live")
    dispatcher.dispatch(call("f"), metadata=given)
    assert seen == [
        {"a": 1, "b": 2, "c": 3, "name": "f", "toolkit.context": "live"},
        {"a": 1, "b": 2, "c": 3, "name": "f"},
    ]


@pytest.mark.parametrize("broken", [lambda call: 1 / 0, lambda call: 5])
def test_a_provider_of_metadata_that_fails_is_a_tool_error(broken):
    """The body is not entered."""

    @tool
    def f() -> str:
        """F."""
        return "entered"

    dispatcher = Dispatcher([f])
    dispatcher.provide_metadata(broken)
    assert dispatcher.dispatch(call("f")).kind == "tool_error"


def test_a_tool_by_itself_is_injected_too():
    """Invoke and ainvoke, and a delegate's execute_call."""
    from toolkit import DelegatingTool

    @tool
    def f(context: ToolContext[str], one: Annotated[str, Inject(opened)]) -> str:
        """F."""
        return f"{context.deps} {one}"

    @tool
    async def g(context: ToolContext[str]) -> str:
        """G."""
        return context.deps

    class Loud(DelegatingTool):
        def execute_call(self, arguments: dict[str, Any], context: ToolContext) -> Any:
            return super().execute_call(arguments, context)

    assert Tool.of(f).invoke({}, "ann") == "ann opened"
    assert asyncio.run(Tool.of(f).ainvoke({}, "ann")) == "ann opened"
    for inner, text in ((f, "ann opened"), (g, "ann")):
        assert Loud(inner).invoke({}, "ann") == text
        assert asyncio.run(Loud(inner).ainvoke({}, "ann")) == text
    with pytest.raises(MissingContextError):
        Tool.of(f).invoke({})


async def test_a_cancelled_call_closes_what_was_made():
    """Before the cancellation goes on."""

    @tool
    async def f(one: Annotated[str, Inject(opened)]) -> None:
        """F."""
        await asyncio.sleep(60)

    task = asyncio.ensure_future(Dispatcher([f]).adispatch(call("f")))
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert log == ["open", "close"]


def test_a_class_without_a_constructor_needs_nothing():
    """Its instance is the value, which is not closed if it cannot be."""

    class Bare:
        pass

    @tool
    def f(one: Annotated[Bare, Inject(Bare)]) -> str:
        """F."""
        return type(one).__name__

    made = Tool.from_function(Owner.name, instance=lambda arguments, context: Owner(), description="Name.")
    assert run(f).text == "Bare"
    assert Dispatcher([made]).dispatch(call("name")).text == "owner"


class Owner:
    """A class whose objects need no closing."""

    def name(self) -> str:
        return "owner"


def test_what_a_delegates_inner_tool_raises_reaches_the_delegate():
    """As it was raised."""
    from toolkit import DelegatingTool

    @tool
    def f(context: ToolContext) -> str:
        """F."""
        raise KeyError("inner")

    class Mending(DelegatingTool):
        def execute_call(self, arguments: dict[str, Any], context: ToolContext) -> Any:
            try:
                return super().execute_call(arguments, context)
            except KeyError:
                return "mended"

    assert run(Mending(f)).text == "mended"


class Deps:
    """What a tool asks for."""


class Named(Protocol):
    """What has a name, which no object can be asked at runtime."""

    name: str


class Shape(TypedDict):
    """A dict, which no object can be asked either."""

    side: int


def asking(annotation: Any) -> Any:
    """A tool that wants a context of that type."""

    def f(context: Any) -> str:
        """F."""
        return "ran"

    f.__annotations__["context"] = annotation
    return tool(f)


@pytest.mark.parametrize("annotation", [ToolContext[Deps], ToolContext[Deps] | None])
def test_a_context_of_another_class_names_tool_and_types(annotation):
    """Before the tool runs, rather than an AttributeError inside it."""
    with pytest.raises(MissingContextError) as caught:
        Dispatcher([asking(annotation)]).dispatch(ToolCall("f", {}), context={"user": "ann"})
    assert str(caught.value) == "f(context): needs a context of type Deps, not dict; pass one as context=..."


@pytest.mark.parametrize(
    ("annotation", "deps"),
    [
        (ToolContext[Deps], type("Derived", (Deps,), {})()),
        (ToolContext[Any], 5),
        (ToolContext[dict[str, int]], {"a": 1}),
        (ToolContext[Named], Deps()),
        (ToolContext[Shape], {"side": 1}),
        (ToolContext, 5),
    ],
)
def test_a_context_that_fits_or_cannot_be_asked_is_passed(annotation, deps):
    """Of a derived class, a protocol that is none at runtime, a TypedDict."""
    assert Dispatcher([asking(annotation)]).dispatch(ToolCall("f", {}), context=deps).text == "ran"
