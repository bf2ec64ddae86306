"""Injection: what the host gives to a function beside the model's arguments, made and closed for each call."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Protocol, TypedDict

import pytest
from dispatching import call

from toolkit import (
    CallId,
    CallMetadata,
    DelegatingTool,
    Dispatcher,
    HostError,
    Inject,
    MissingContextError,
    Tool,
    ToolCall,
    ToolContext,
    UndescribableParameterError,
    tool,
)
from toolkit.calling.injection import Injector
from toolkit.calling.switch import Switch
from toolkit.errors import MisuseError

log: list[str] = []


@pytest.fixture(autouse=True)
def _fresh_log() -> None:
    log.clear()


class State(TypedDict):
    """A service whose type no object can be asked for."""

    user: str


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


@pytest.mark.parametrize("hint", [ToolContext, ToolContext[Any], ToolContext[None], ToolContext[dict] | None])
def test_a_context_of_nothing_in_particular_needs_no_object(hint):
    """Any and None admit that there is none, as does `| None`; what is asked for otherwise is told below."""

    @tool
    def f(context: hint) -> str:
        """F."""
        return str(context and context.deps)

    assert run(f).text == "None"


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


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_provider_that_needs_itself_is_the_hosts_fault(is_alone):
    """It is not asked for ever, and it is told at which parameter the circle closes."""

    def ping(one: Any) -> str:
        return one

    def pong(two: Annotated[str, Inject(ping)]) -> str:
        return two

    ping.__annotations__["one"] = Annotated[str, Inject(ping if is_alone else pong)]

    @tool
    def f(first: Annotated[str, Inject(ping)]) -> str:
        """F."""
        return first

    with pytest.raises(HostError) as caught:
        run(f)
    assert str(caught.value) == f"f({'one' if is_alone else 'two'}): ping needs itself"


def test_any_callable_may_provide():
    """A class, a partial, objects that cannot be hashed, a bound method."""

    class Unhashable:
        __hash__ = None  # type: ignore[assignment]

        def __call__(self) -> str:
            return "object"

    @dataclass(frozen=True)
    class Frozen:
        names: list[str]

        def __call__(self) -> str:
            return self.names[0]

    class Maker:
        def make(self) -> str:
            return "method"

    @tool
    def f(
        one: Annotated[Db, Inject(Db)],
        two: Annotated[Db, Inject(functools.partial(Db, "partial"))],
        three: Annotated[str, Inject(Unhashable())],
        four: Annotated[str, Inject(Frozen(["frozen"]))],
        five: Annotated[str, Inject(Maker().make)],
    ) -> str:
        """F."""
        return f"{one.name} {two.name} {three} {four} {five}"

    assert run(f).text == "db partial object frozen method"


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


def test_a_bound_value_takes_the_place_of_what_is_injected():
    """As a test does with a database of its own; the function of the tool is not asked, and the tool is another."""

    def connection() -> Db:
        raise AssertionError

    @tool
    def total(db: Annotated[Db, Inject(connection)]) -> str:
        """Total."""
        return db.name

    bound = Tool.of(total, bind={"db": lambda arguments, context: Db(f"of {context.deps}")})
    assert (bound.invoke({}, "ann"), Tool.of(total) is bound) == ("of ann", False)


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


@pytest.mark.parametrize(
    ("broken", "exception"), [(lambda call: 1 / 0, ZeroDivisionError), (lambda call: 5, MisuseError)]
)
def test_a_provider_of_metadata_that_fails_is_a_tool_error(broken, exception):
    """The body is not entered."""
    entered: list[int] = []

    @tool
    def f() -> None:
        """F."""
        entered.append(1)

    dispatcher = Dispatcher([f])
    dispatcher.provide_metadata(broken)
    result = dispatcher.dispatch(call("f"))
    assert (result.kind, type(result.error.exception), entered) == ("tool_error", exception, [])


def test_a_tool_by_itself_is_injected_too():
    """Invoke and ainvoke, and a delegate's execute_call."""

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


def test_a_method_is_not_called_on_nothing():
    """A factory that forgets to return its object is a fault of the host's code."""
    made = Tool.from_function(Owner.name, instance=lambda arguments, context: None, description="Name.")
    result = Dispatcher([made]).dispatch(call("name"))
    assert (result.kind, result.value) == ("tool_error", None)
    assert "instance= gave None" in result.text


def test_what_a_delegates_inner_tool_raises_reaches_the_delegate():
    """As it was raised."""

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


class Named(Protocol):
    """What has a name, which no object can be asked at runtime."""

    name: str


def asking(annotation: Any) -> Any:
    """A tool that wants a context of that type."""

    def f(context: Any) -> str:
        """F."""
        return "ran"

    f.__annotations__["context"] = annotation
    return tool(f)


@pytest.mark.parametrize("annotation", [ToolContext[Db], ToolContext[Db] | None])
def test_a_context_of_another_class_names_tool_and_types(annotation):
    """Before the tool runs, rather than an AttributeError inside it."""
    with pytest.raises(MissingContextError) as caught:
        Dispatcher([asking(annotation)]).dispatch(ToolCall("f", {}), context={"user": "ann"})
    assert str(caught.value) == "f(context): needs a context of type Db, not dict; pass one as context=..."


@pytest.mark.parametrize(
    ("annotation", "deps"),
    [
        (ToolContext[Db], SubDb()),
        (ToolContext[Any], 5),
        (ToolContext[dict[str, int]], {"a": 1}),
        (ToolContext[Named], Db()),
        (ToolContext[State], {"user": "ann"}),
        (ToolContext, 5),
    ],
)
def test_a_context_that_fits_or_cannot_be_asked_is_passed(annotation, deps):
    """Of a derived class, a protocol that is none at runtime, a TypedDict."""
    assert Dispatcher([asking(annotation)]).dispatch(ToolCall("f", {}), context=deps).text == "ran"


def test_a_service_is_not_held_against_the_context():
    """The caller's object may be of another class than a service that is there."""

    @tool
    def f(db: Annotated[Db, Inject()], context: ToolContext[dict]) -> str:
        """F."""
        return f"{db.name} {context.deps}"

    assert run(f, context={}, services={Db: Db("d")}).text == "d {}"


@pytest.mark.parametrize("wanted", [Named, State, list[int]])
@pytest.mark.parametrize("context", [None, 5])
def test_a_service_of_a_type_that_cannot_be_asked_is_found_by_that_type_alone(wanted, context):
    """A protocol, a TypedDict, a generic: the value itself, or a function that makes it."""

    @tool
    def f(service: Annotated[wanted, Inject()]) -> str:
        """F."""
        return type(service).__name__

    assert run(f, context=context, services={wanted: Db()}).text == "Db"
    assert run(f, context=context, services={wanted: Db}).text == "Db"
    with pytest.raises(MissingContextError, match="needs a"):
        run(f, context=context, services={int: 5, 6: 6})


@pytest.mark.parametrize(("deps", "fits"), [(Db(), True), ("text", True), (5, False)])
def test_a_context_of_several_classes_is_one_of_them(deps, fits):
    """A union of classes can be asked as one of them can."""

    @tool
    def f(context: ToolContext[Db | str]) -> str:
        """F."""
        return type(context.deps).__name__

    if fits:
        assert run(f, context=deps).text == type(deps).__name__
    else:
        with pytest.raises(MissingContextError, match=r"^f\(context\): needs a context of type Db \| str, not int"):
            run(f, context=deps)


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (ToolContext[dict], "needs a context (dict); pass context=... to dispatch or the Dispatcher"),
        (Annotated[str, CallId], "needs the id of the call; dispatch a ToolCall that has one"),
        (Annotated[Db, Inject()], "needs a Db; pass one as context= or in services={Db: ...}"),
        (
            Annotated[State, Inject()],
            "needs a State; pass it in services={State: ...}, as no object can be asked",
        ),
        (Annotated[str, Inject("k")], "needs the metadata 'k'; pass metadata={'k': ...}"),
    ],
)
def test_what_is_missing_is_told_with_its_cure(hint, text):
    """To the host, with the tool and the parameter."""

    @tool
    def f(one: hint) -> str:
        """F."""
        return str(one)

    with pytest.raises(MissingContextError) as caught:
        Dispatcher([f]).dispatch(ToolCall("f"))
    assert str(caught.value).startswith(f"f(one): {text}")


@pytest.mark.parametrize(
    ("hint", "text", "given"),
    [
        (ToolContext[str], "needs a context (str); pass context=... to invoke", {"context": "x"}),
        (
            Annotated[str, CallId],
            "needs the id of the call; invoke or dispatch a ToolCall that has one",
            {"arguments": ToolCall("f", id="x")},
        ),
        (
            Annotated[Db, Inject()],
            "needs a Db; pass one as context= or in context=ToolContext(services={Db: ...})",
            {"context": ToolContext(services={Db: Db()})},
        ),
        (
            Annotated[str, Inject("k")],
            "needs the metadata 'k'; pass metadata={'k': ...}, as context=ToolContext(metadata=CallMetadata(...))",
            {"context": ToolContext(metadata=CallMetadata({"k": "x"}))},
        ),
    ],
)
def test_a_tool_by_itself_tells_how_it_gets_what_is_missing(hint, text, given):
    """Invoked without a dispatcher, it is given nothing by way of one; and what it advises serves."""

    @tool
    def f(one: hint) -> str:
        """F."""
        return str(one)

    with pytest.raises(MissingContextError) as caught:
        Tool.of(f).invoke()
    assert str(caught.value) == f"f(one): {text}"
    assert Tool.of(f).invoke(**given)


def test_a_context_made_by_hand_serves_the_call_that_it_is_given_with():
    """And then the next one; nothing of a call stays in it."""

    @tool
    def f(call_id: Annotated[str, CallId], db: Annotated[Db, Inject()]) -> str:
        """F."""
        return f"{db.name} {call_id}"

    context = ToolContext(services={Db: Db()})
    assert [Tool.of(f).invoke(ToolCall("f", id=id_), context) for id_ in ("a", "b")] == ["db a", "db b"]
    assert context.call is None


def test_no_context_is_no_service():
    """Not even of the class that everything is of; nor is there one of a type that cannot be a key."""

    @tool
    def f(service: Annotated[object, Inject()]) -> str:
        """F."""
        return str(service)

    @tool
    def g(service: Annotated[Literal[[]], Inject()] = 5) -> str:
        """G."""
        return str(service)

    with pytest.raises(MissingContextError, match="needs a object"):
        run(f)
    assert run(f, context=5).text == "5"
    assert run(g, services={int: 6}).text == "5"


class CallableDb(Db):
    """A service that can be called itself."""

    def __call__(self) -> str:
        return "called"


def test_what_is_given_is_called_only_if_it_makes_a_service():
    """Not a service that is of the type, nor one that cannot be called, nor an item of the metadata."""

    def made() -> str:
        return "made"

    @tool
    def f(
        itself: Annotated[Db, Inject()],
        made_: Annotated[bytes, Inject()],
        duck: Annotated[set, Inject()],
        item: Annotated[Any, Inject("made")],
    ) -> str:
        """F."""
        return f"{type(itself).__name__} {made_} {duck} {item is made}"

    services = {Db: CallableDb(), bytes: lambda: b"x", set: "duck"}
    assert run(f, services=services, metadata={"made": made}).text == "CallableDb b'x' duck True"


def test_what_a_provider_leaves_open_is_left_to_it():
    """A parameter without a hint, or with one that means nothing, keeps its default."""

    def provider(plain=1, unknown: Nowhere = 2, db: Annotated[Db, Inject()] = None):  # noqa: F821
        return f"{plain} {unknown} {db.name}"

    @tool
    def f(one: Annotated[str, Inject(provider)]) -> str:
        """F."""
        return one

    assert run(f, services={Db: Db("d")}).text == "1 2 d"


def test_a_provider_makes_one_value_for_each_call():
    """It is the same function if it is equal: a bound method; of those that cannot be hashed, if it is the same one."""
    made: list[str] = []

    class Maker:
        def make(self) -> str:
            made.append("method")
            return "method"

    class Unhashable:
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other: object) -> bool:
            return type(other) is Unhashable

        def __call__(self) -> str:
            made.append("object")
            return "object"

    maker, unhashable, other = Maker(), Unhashable(), Unhashable()

    @tool
    def f(
        one: Annotated[str, Inject(maker.make)],
        two: Annotated[str, Inject(maker.make)],
        three: Annotated[str, Inject(unhashable)],
        four: Annotated[str, Inject(unhashable)],
        five: Annotated[str, Inject(other)],
    ) -> str:
        """F."""
        return ""

    assert Dispatcher([f]).dispatch(call("f")).ok
    assert made == ["method", "object", "object"]


class Entered:
    """A context manager that waits, and tells in which thread it is closed."""

    async def __aenter__(self) -> str:
        await asyncio.sleep(0.001)
        log.append("aenter")
        return "entered"

    async def __aexit__(self, *_: object) -> None:
        await asyncio.sleep(0.001)
        log.append("aexit")


class Here:
    """One that is entered and left where the caller is."""

    def __enter__(self) -> str:
        self.thread = threading.current_thread()
        return "here"

    def __exit__(self, *_: object) -> None:
        log.append(f"left here: {threading.current_thread() is self.thread}")


class Half:
    """One that can only be entered."""

    def __enter__(self) -> str:
        log.append("half")
        return "half"

    async def __aenter__(self) -> str:
        log.append("half")
        return "half"


class OtherHalf:
    """One that can only be left."""

    def __exit__(self, *_: object) -> None:
        log.append("half")

    async def __aexit__(self, *_: object) -> None:
        log.append("half")


def test_what_can_be_entered_and_left_is():
    """In a loop where it waits, in the caller's thread where it does not; half a context manager is none."""

    async def waited() -> str:
        await asyncio.sleep(0.001)
        return "waited"

    @tool
    def f(
        one: Annotated[Any, Inject(Here)], half: Annotated[Any, Inject(Half)], other: Annotated[Any, Inject(OtherHalf)]
    ) -> str:
        """F."""
        return f"{one} {type(half).__name__} {type(other).__name__}"

    @tool
    def g(one: Annotated[Any, Inject(Entered)]) -> str:
        """G."""
        return one

    @tool
    def h(one: Annotated[str, Inject(waited)]) -> str:
        """H."""
        return one

    assert Dispatcher([f]).dispatch(call("f")).text == "here Half OtherHalf"
    assert log == ["left here: True"]
    log.clear()
    assert (run(g).text, log) == ("entered", ["aenter", "aexit"])
    assert run(h).text == "waited"


def test_what_waits_when_it_is_closed_does_so_in_a_loop():
    """The object of a call, for a caller without a loop."""

    class Shop:
        def buy(self, thing: str) -> str:
            """Buy."""
            return thing

        async def aclose(self) -> None:
            await asyncio.sleep(0.001)
            log.append("closed")

    made = Tool.from_function(Shop.buy, instance=lambda arguments, context: Shop())
    assert Dispatcher([made]).dispatch(call("buy", thing="hat")).text == "hat"
    assert log == ["closed"]


async def test_of_what_closing_raises_the_first_counts(caplog):
    """What the body raised itself is no news; further faults are for the log."""
    body = ValueError("body")

    def leaves(exception: BaseException) -> Any:
        def leave(*told: Any) -> None:
            log.append(str(told[1]))
            raise exception

        return leave

    injector = Injector(ToolContext(), "f", Switch(by_hand=False))
    injector._open += [leaves(KeyError("last")), leaves(RuntimeError("first")), leaves(body)]
    first = await injector.close(body)
    assert (str(first.exception), log) == ("first", ["body"] * 3)
    assert [record.getMessage() for record in caplog.records] == [
        "closing an injected value raised KeyError in a call of f"
    ]
    injector._open += [leaves(body)]
    assert await injector.close(body) is None


class Connection:
    """What a tool works with."""

    def __init__(self, url: str) -> None:
        self.url = url


def nested(key: Annotated[str, Inject(lambda secret: secret)]) -> str:
    """A value that needs another, which nobody can make."""
    return key


@pytest.mark.parametrize(
    ("provider", "parameter", "name"),
    [
        (lambda ctx: ctx, "ctx", "a lambda"),
        (functools.partial(lambda first, second: second, 1), "second", "a lambda"),
        (Connection, "url", "Connection"),
        (nested, "secret", "a lambda"),
    ],
)
def test_a_function_with_a_parameter_that_nobody_fills_is_refused_when_the_tool_is_made(
    provider: Any, parameter: str, name: str
):
    """The text says how to get the context."""
    message = f"nobody fills the parameter '{parameter}' of {name}, .*; annotate it, {parameter}: ToolContext for one"
    with pytest.raises(UndescribableParameterError, match=message):

        @tool
        def act(value: Annotated[Any, Inject(provider)]) -> str:
            """Act."""
            return str(value)


def test_a_value_in_the_place_of_a_function_is_refused_when_the_tool_is_made():
    """One for all calls is a service."""
    message = r"act\(value\): Inject\(Connection\(\.\.\.\)\) holds no function; .* into services={Connection: \.\.\.}"
    with pytest.raises(UndescribableParameterError, match=message):

        @tool
        def act(value: Annotated[Connection, Inject(Connection("db"))]) -> str:  # type: ignore[arg-type]
            """Act."""
            return str(value)


def test_a_service_that_cannot_be_made_is_the_hosts_mistake():
    """It comes to light at the call, and no model reads of it."""

    @tool
    def act(value: Annotated[Connection, Inject()]) -> str:
        """Act."""
        return str(value)

    with pytest.raises(HostError, match=r"act\(value\): nobody fills the parameter 'url' of Connection"):
        run(act, services={Connection: Connection})


@pytest.mark.parametrize("provider", [dict, time.time, int, lambda *args, **kwargs: 1, lambda given=1: given])
def test_a_function_that_needs_nothing_or_does_not_say_so_makes_a_value(provider: Any):
    """Some builtins keep their signature to themselves."""

    @tool
    def act(value: Annotated[Any, Inject(provider)]) -> bool:
        """Act."""
        return value is not None

    assert run(act).text == "true"


def test_a_function_whose_hints_mean_nothing_yet_is_looked_at_when_it_is_called():
    """The class may be defined further down."""

    def make(context: Later) -> str:  # type: ignore[name-defined]  # noqa: F821
        return str(context)

    @tool
    def act(value: Annotated[str, Inject(make)]) -> str:
        """Act."""
        return value

    with pytest.raises(HostError, match="nobody fills the parameter 'context' of make"):
        run(act)


def connected(function: Any) -> Any:
    """A decorator that fills the first parameter of what it wraps."""

    @functools.wraps(function)
    def filled(*args: Any, **kwargs: Any) -> Any:
        return function("link", *args, **kwargs)

    return filled


@connected
def row(link: str, context: ToolContext) -> str:
    """A value that needs what the decorator fills, and the context."""
    return f"{link} {context.tool.name}"


class OfFive(type):
    """A class of classes that fills what their instances need."""

    def __call__(cls) -> Any:
        return super().__call__("five")


class Five(Connection, metaclass=OfFive):
    """Made without arguments."""


@pytest.mark.parametrize(("provider", "told"), [(row, "link act"), (lambda: Five().url, "five"), (Five, "Five")])
def test_a_parameter_that_a_decorator_fills_is_filled(provider: Any, told: str):
    """The host need not know of it."""

    @tool
    def act(value: Annotated[Any, Inject(provider)]) -> str:
        """Act."""
        return value if isinstance(value, str) else type(value).__name__

    assert run(act).text == told
