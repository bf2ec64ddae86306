"""R28-R38: context, approval and middleware are the host's; no model reaches them."""

from __future__ import annotations

import asyncio
import functools
import json
from typing import Annotated, Any

import pytest
from dispatching import call

from toolkit import (
    Allow,
    CallId,
    CallMetadata,
    Dispatcher,
    Inject,
    MissingContextError,
    PendingApproval,
    Registry,
    Tool,
    ToolCall,
    ToolContext,
    tool,
)

SECRET = "hunter2-secret"
INJECTED = ("user", "context", "metadata", "call_id")


class User:
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"User({SECRET})"


@tool
def whoami(
    user: Annotated[User, Inject()],
    context: ToolContext,
    metadata: CallMetadata,
    call_id: Annotated[str, CallId] = "",
    loud: bool = False,
) -> str:
    """Who am I."""
    if loud:
        raise ValueError("loud")
    return user.name


def test_r28_injected_parameters_are_not_in_the_schema():
    """In no provider's declaration."""
    from toolkit import schemas

    for provider in ("openai", "anthropic", "gemini", "mcp"):
        text = json.dumps(schemas([whoami], provider=provider))
        assert not any(f'"{name}"' in text for name in INJECTED)
    assert list(whoami.__tool__.input_schema["properties"]) == ["loud"]


@pytest.mark.parametrize("name", INJECTED)
@pytest.mark.parametrize("given", [{}, {"context": User("ann")}])
def test_r28_a_forged_value_is_refused(name, given):
    """With and without a value of the host's, in every level of repair."""
    for level in ("off", "safe", "full"):
        result = Dispatcher([whoami], repair=level).dispatch(ToolCall("whoami", {name: {"name": "root"}}), **given)
        assert (result.kind, name in result.text) == ("invalid_arguments", True)


async def test_r29_the_hosts_object_arrives_itself_per_dispatch():
    """In many calls at once."""
    seen: list[Any] = []

    @tool
    async def check(context: ToolContext[User]) -> bool:
        """Check."""
        before = context.deps
        await asyncio.sleep(0.01)
        seen.append(before)
        return context.deps is before

    users = [User(str(n)) for n in range(20)]
    dispatcher = Dispatcher([check])
    results = await asyncio.gather(*(dispatcher.adispatch(call("check"), context=user) for user in users))
    assert all(result.value for result in results)
    assert sorted(map(id, seen)) == sorted(map(id, users))


def test_r29_a_missing_context_is_the_hosts_error():
    """Before the tool is entered."""
    with pytest.raises(MissingContextError, match="whoami"):
        Dispatcher([whoami]).dispatch(call("whoami"))


def test_r30_context_values_appear_nowhere(caplog):
    """Not in messages, not in logs, whatever fails."""
    dispatcher = Dispatcher([whoami], services={User: User("x")})
    metadata = {"token": SECRET}
    with caplog.at_level("DEBUG"):
        for one in (call("whoami", loud=True), call("whoami", loud="x"), call("whoami", user=1), call("who")):
            result = dispatcher.dispatch(one, context=User(SECRET), metadata=metadata)
            assert SECRET not in result.text
            assert SECRET not in json.dumps(result.to_dict())
    assert SECRET not in caplog.text


class Till:
    def __init__(self) -> None:
        self.paid: list[Any] = []
        self.asked: list[PendingApproval] = []

        @tool(approval=True)
        def pay(amount: int, note: str = "") -> str:
            """Pay."""
            self.paid.append((amount, note))
            return "paid"

        self.pay = pay

    def approver(self, request: PendingApproval) -> bool:
        self.asked.append(request)
        return True


@pytest.mark.parametrize("arguments", ["{", "[]", '{"amount": NaN}', '{"amount": "5"}', "{}", '{"amount": 5, "x": 1}'])
def test_r31_nobody_is_asked_about_an_invalid_call(arguments):
    """It is refused first."""
    till = Till()
    result = Dispatcher([till.pay], approver=till.approver).dispatch(ToolCall("pay", arguments))
    assert (result.ok, till.asked, till.paid) == (False, [], [])


def test_r32_what_is_shown_is_what_runs():
    """After repair; with tool, digest and source; the id cannot be guessed."""
    till = Till()
    Dispatcher([till.pay], approver=till.approver).dispatch(ToolCall("pay", '{"amount": 5.0, "note": "x"}'))
    request = till.asked[0]
    assert (request.arguments, till.paid) == ({"amount": 5, "note": "x"}, [(5, "x")])
    assert (request.name, request.tool_fingerprint) == ("pay", till.pay.__tool__.fingerprint)
    assert request.source.endswith("pay")
    ids = {Dispatcher([till.pay]).dispatch(call("pay", amount=5)).pending.id for _ in range(50)}
    assert (len(ids), min(map(len, ids)) >= 22) == (50, True)


@pytest.mark.parametrize("said", [1, "true", "yes", object(), [True], None, 0, Allow])
def test_r33_only_true_approves(said):
    """What is no bool is a TypeError, and nothing runs."""
    till = Till()
    dispatcher = Dispatcher([till.pay])
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    with pytest.raises(TypeError):
        dispatcher.resume(pending, said)
    asked = Dispatcher([till.pay], approver=lambda request: said).dispatch(call("pay", amount=5))
    assert (asked.kind, till.paid) == ("denied", [])


def test_r34_an_approval_covers_no_twin():
    """Not an equal call, not an equal id, not the next turn."""
    till = Till()
    dispatcher = Dispatcher([till.pay])
    twins = dispatcher.dispatch_all([call("pay", amount=5), call("pay", amount=5)])
    assert len({result.pending.id for result in twins}) == 2
    dispatcher.resume(twins[0].pending, True)
    assert till.paid == [(5, "")]
    assert dispatcher.dispatch(call("pay", amount=5)).kind == "approval_required"


def test_r34_a_request_of_another_dispatcher_carries_no_authority():
    """The store does."""
    till = Till()
    pending = Dispatcher([till.pay]).dispatch(call("pay", amount=5)).pending
    assert (Dispatcher([till.pay]).resume(pending, True).kind, till.paid) == ("denied", [])


@pytest.mark.parametrize("rule", [lambda a, c: 1 / 0, lambda a, c: None, lambda a, c: 0, lambda a, c: "no"])
def test_r35_a_rule_that_is_unclear_means_ask(rule):
    """It raises, or gives no bool."""

    @tool(approval=rule)
    def f() -> str:
        """F."""
        return "ran"

    assert Dispatcher([f]).dispatch(call("f")).kind == "approval_required"


def test_r36_siblings_of_a_waiting_call_run_once():
    """Partial decisions leave the rest waiting."""
    till, runs = Till(), []

    @tool
    def look() -> None:
        """Look."""
        runs.append(1)

    dispatcher = Dispatcher([till.pay, look])
    results = dispatcher.dispatch_all([call("look"), *(call("pay", amount=n) for n in range(3)), call("look")])
    waiting = [result.pending for result in results if result.pending]
    dispatcher.resume(waiting[1], True)
    dispatcher.resume(waiting[0], False)
    assert (runs, till.paid) == ([1, 1], [(1, "")])
    assert dispatcher.resume(waiting[2], True).ok


def test_r37_middleware_that_changes_approved_arguments_voids_the_approval():
    """The changed call waits for itself."""
    till = Till()

    def raising_amount(call: Any, proceed: Any) -> Any:
        return proceed(call.with_arguments({"amount": 1000}))

    dispatcher = Dispatcher([till.pay], middleware=[raising_amount])
    first = dispatcher.dispatch(call("pay", amount=5))
    second = dispatcher.resume(first.pending, True)
    assert (second.kind, second.pending.arguments, till.paid) == ("approval_required", {"amount": 1000}, [])
    assert (dispatcher.resume(second.pending, True).ok, till.paid) == (True, [(1000, "")])


@pytest.mark.parametrize("changed", [{"amount": "5"}, {}, {"amount": 5, "user": "root"}])
def test_r38_changed_arguments_are_checked_again(changed):
    """Before the function."""
    ran: list[int] = []

    @tool
    def f(amount: int) -> None:
        """F."""
        ran.append(amount)

    dispatcher = Dispatcher([f], middleware=[lambda call, proceed: proceed(call.with_arguments(changed))])
    assert (dispatcher.dispatch(call("f", amount=1)).kind, ran) == ("invalid_arguments", [])


@pytest.mark.parametrize("exception", [ValueError(SECRET), SystemExit(1), asyncio.CancelledError()])
def test_r38_middleware_that_raises_fails_closed(exception):
    """Masked as a tool is."""
    ran: list[int] = []

    @tool
    def f() -> None:
        """F."""
        ran.append(1)

    def broken(call: Any, proceed: Any) -> Any:
        raise exception

    result = Dispatcher([f], middleware=[broken], error_detail="masked").dispatch(call("f"))
    assert (result.kind, result.text, ran) == ("tool_error", "The tool failed.", [])


def open_tools():
    """Functions that take arguments of any name, and parameters that are none of the model's business."""

    @tool
    def injected(q: str, user: Annotated[str, Inject("user")], context: ToolContext, **rest: Any) -> Any:
        """Search."""
        return user, type(context).__name__, rest

    @tool(exclude_from_schema={"user"})
    def hidden(q: str, user: str = "ann", **rest: Any) -> Any:
        """Search."""
        return user, "ToolContext", rest

    @tool(bind={"user": lambda arguments, context: "ann"})
    def bound(q: str, user: str, **rest: Any) -> Any:
        """Search."""
        return user, "ToolContext", rest

    @tool(args_schema={"properties": {"q": {"type": "string"}}}, exclude_from_schema={"user"})
    def described(q: str, user: str = "ann", **rest: Any) -> Any:
        """Search."""
        return user, "ToolContext", rest

    return injected, hidden, bound, described


@pytest.mark.parametrize("function", open_tools(), ids=lambda function: function.__name__)
@pytest.mark.parametrize("name", ["user", "context"])
def test_r28_a_function_that_takes_any_name_takes_no_forged_one(function, name):
    """`**kwargs` is no way in to what the host, a binding or a default gives."""
    dispatcher = Dispatcher([function])
    fine = dispatcher.dispatch(ToolCall(function.__name__, {"q": "a", "more": 1}), metadata={"user": "ann"})
    assert fine.value == ("ann", "ToolContext", {"more": 1})
    for arguments in ({"q": "a", name: "root"}, json.dumps({"q": "a", name: "root"})):
        result = dispatcher.dispatch(ToolCall(function.__name__, arguments), metadata={"user": "ann"})
        if result.ok:  # a name that this function does not have
            assert result.value == ("ann", "ToolContext", {name: "root"})
            assert name == "context"
        else:
            assert (result.kind, name in result.text) == ("invalid_arguments", True)


def named_pay(body):
    """A tool of that name and text, whatever its function."""
    return Tool.from_function(body, name="pay", description="Pay.", approval=True)


def decorated(body):
    """A function around another one, which has its name."""

    @functools.wraps(body)
    def around(amount: int) -> str:
        return body(amount)

    return around


def pay_of(account):
    """A function that is made anew for each account."""

    def pay(amount: int) -> str:
        return f"{account} {amount}"

    return pay


def paying(amount: int) -> str:
    """Pay."""
    return f"paid {amount}"


class Purse:
    def pay(self, amount: int) -> str:
        return f"purse {amount}"


class Payer:
    def __call__(self, amount: int) -> str:
        return f"payer {amount}"


def other_of(function):
    """The same name, the same module, another code."""

    def pay(amount: int) -> str:
        return f"stolen {amount}"

    pay.__qualname__, pay.__module__ = getattr(function, "__qualname__", "?"), function.__module__
    return pay


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (paying, other_of(paying)),
        (pay_of("a"), other_of(pay_of("a"))),
        (decorated(paying), decorated(other_of(paying))),
        (functools.partial(paying), functools.partial(other_of(paying))),
        (Purse().pay, other_of(Purse().pay)),
        (Payer(), other_of(Payer())),
        (lambda amount: "a", lambda amount: "b"),
    ],
)
def test_r34_an_approval_does_not_cover_a_function_put_in_the_place_of_another(first, second):
    """Name, text and schema are the same, and what was shown was the other one."""
    dispatcher = Dispatcher(Registry([named_pay(first)]))
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    dispatcher.registry.replace(named_pay(second))
    result = dispatcher.resume(pending, True)
    assert (result.kind, result.text) == ("denied", "The call was denied: the tool has changed since")


def test_r34_an_approval_does_not_cover_another_handler_of_a_declaration():
    """A declared tool is carried out by whoever is its handler."""
    declared = {"name": "pay", "description": "Pay.", "parameters": {"type": "object"}}
    registry = Registry()
    registry.add(declared, handler=paying, approval=True)
    dispatcher = Dispatcher(registry)
    pending = dispatcher.dispatch(call("pay")).pending
    registry.remove("pay")
    registry.add(declared, handler=other_of(paying), approval=True)
    assert dispatcher.resume(pending, True).text == "The call was denied: the tool has changed since"


def test_r34_an_approval_covers_what_a_factory_makes_anew():
    """A provider of tools makes them for each call."""
    registry = Registry()
    registry.provide(lambda context: [named_pay(pay_of(context))])
    dispatcher = Dispatcher(registry)
    pending = dispatcher.dispatch(call("pay", amount=5), context="anna").pending
    assert dispatcher.resume(pending, True, context="anna").text == "anna 5"


def test_r34_an_approval_holds_in_another_process_for_the_function_of_that_name():
    """The store is what they share; a function of another name is another tool there too."""
    store: dict[str, str] = {}
    pending = Dispatcher([named_pay(paying)], approvals=store).dispatch(call("pay", amount=5)).pending
    pending = PendingApproval.from_dict(json.loads(json.dumps(pending.to_dict())))
    stranger = Dispatcher([named_pay(pay_of("b"))], approvals=store)
    assert stranger.resume(pending, True).text == "The call was denied: the tool has changed since"
    assert Dispatcher([named_pay(paying)], approvals=store).resume(pending, True).text == "paid 5"


def test_r34_what_is_remembered_of_requests_is_bounded():
    """Also where other processes decide them."""
    store: dict[str, str] = {}
    dispatcher = Dispatcher([named_pay(paying)], approvals=store, max_pending=3)
    for _ in range(10):
        pending = dispatcher.dispatch(call("pay", amount=5)).pending
        store.clear()
    assert len(dispatcher._desk.approvals._codes) == 3
    assert dispatcher.resume(pending, True).kind == "denied"
