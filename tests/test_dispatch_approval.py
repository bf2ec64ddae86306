"""Approval: bound to one call as it was shown, used once, for a time."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import json
import threading
import time
from decimal import Decimal
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from dispatching import Told, Unbound, add, call

from toolkit import ApprovalRequired, Dispatcher, PendingApproval, Registry, ToolCall, ToolContext, tool
from toolkit.dispatch import approval
from toolkit.dispatch.approval import Allow, Approvals, Deny, Edit
from toolkit.errors import MisuseError
from toolkit.providers import OpenAI, register


class Till:
    """A tool that needs approval, and what it has paid."""

    def __init__(self, **options: Any) -> None:
        self.paid: list[int] = []

        @tool(**{"approval": True, **options})
        def pay(amount: int, to: str = "Ann") -> str:
            """Pay an amount."""
            self.paid.append(amount)
            return f"paid {amount} to {to}"

        self.pay = pay


@pytest.mark.parametrize("decision", [True, Allow()])
def test_an_approver_lets_the_call_run(decision):
    """It is shown the tool and the exact arguments."""
    till, shown = Till(), []

    def approver(request: PendingApproval) -> Any:
        shown.append((request.name, request.arguments, request.call_id, request.description, request.source))
        request.arguments["amount"] = 1000
        return decision

    result = Dispatcher([till.pay], approver=approver).dispatch(call("pay", amount=5))
    assert (result.text, till.paid) == ("paid 5 to Ann", [5])
    assert shown[0][0] == "pay"
    assert shown[0][2:4] == ("c1", "Pay an amount.")
    assert shown[0][4].endswith("pay")


async def test_an_approver_may_be_async():
    """It is awaited."""
    till = Till()

    async def approver(request: PendingApproval) -> bool:
        return request.arguments["amount"] < 10

    dispatcher = Dispatcher([till.pay], approver=approver)
    kinds = [(await dispatcher.adispatch(call("pay", amount=each))).kind for each in (5, 50)]
    assert (kinds, till.paid) == (["ok", "denied"], [5])


async def test_a_sync_approver_does_not_block_the_loop():
    """It may ask somebody, so it runs in a thread."""
    till, threads = Till(), []

    def approver(request: PendingApproval) -> bool:
        threads.append(threading.current_thread())
        return True

    await Dispatcher([till.pay], approver=approver).adispatch(call("pay", amount=5))
    assert threads[0] is not threading.current_thread()


def test_a_denial_has_its_reason_in_the_text():
    """For the model."""
    results = [
        Dispatcher([Till().pay], approver=lambda request, said=said: said).dispatch(call("pay", amount=5)).text
        for said in (False, Deny("over budget"))
    ]
    assert results == ["The call was denied.", "The call was denied: over budget"]


def test_an_edit_runs_with_other_arguments():
    """They are checked, and stand in the result."""
    till = Till()
    dispatcher = Dispatcher([till.pay], approver=lambda request: Edit({"amount": 2, "to": "Bo"}))
    result = dispatcher.dispatch(call("pay", amount=5))
    assert (result.text, result.arguments) == ("paid 2 to Bo", {"amount": 2, "to": "Bo"})


@pytest.mark.parametrize("edit", [{"amount": "x"}, {"amount": float("nan")}, 5, {"amount": object()}])
def test_an_edit_that_does_not_fit_runs_nothing(edit):
    """Whatever the person has sent."""
    till = Till()
    result = Dispatcher([till.pay], approver=lambda request: Edit(edit)).dispatch(call("pay", amount=5))
    assert (result.ok, till.paid) == (False, [])


def test_without_an_approver_the_call_waits():
    """The result says so, and carries the request."""
    till = Till()
    dispatcher = Dispatcher([till.pay])
    result = dispatcher.dispatch(call("pay", amount=5))
    assert (result.kind, result.ok, till.paid) == ("approval_required", False, [])
    assert (result.pending.name, result.pending.arguments, result.pending.call_id) == ("pay", {"amount": 5}, "c1")
    assert dispatcher.resume(result.pending, True).text == "paid 5 to Ann"


async def test_an_async_caller_resumes():
    """Aresume."""
    till = Till()
    dispatcher = Dispatcher([till.pay])
    pending = (await dispatcher.adispatch(call("pay", amount=5))).pending
    assert (await dispatcher.aresume(pending, Allow())).text == "paid 5 to Ann"


def test_a_resumed_result_is_that_of_the_first_call():
    """Its id and dialect, so that it can be written back."""
    till = Till()
    dispatcher = Dispatcher([till.pay])
    payload = {"type": "tool_use", "id": "t9", "name": "pay", "input": {"amount": 5}}
    resumed = dispatcher.resume(dispatcher.dispatch(payload).pending, True)
    assert (resumed.call.id, resumed.call.provider) == ("t9", "anthropic")


def test_an_approval_is_spent_once():
    """The second time it is unknown."""
    till = Till()
    dispatcher = Dispatcher([till.pay])
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    kinds = [dispatcher.resume(pending, decision).kind for decision in (True, True, False)]
    assert (kinds, till.paid) == (["ok", "denied", "denied"], [5])


def test_a_denial_spends_it_too():
    """Nobody may change their mind for a model that insists."""
    till = Till()
    dispatcher = Dispatcher([till.pay])
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    results = [dispatcher.resume(pending, Deny("no")), dispatcher.resume(pending, True)]
    assert ([result.kind for result in results], till.paid) == (["denied", "denied"], [])
    assert "no" in results[0].text


@pytest.mark.parametrize(
    "change",
    [{"arguments": {"amount": 500}}, {"name": "other"}, {"call_id": "c2"}, {"fingerprint": "0"}, {"expires_at": 9e9}],
)
def test_a_changed_request_is_refused(change):
    """Whatever is changed; the one that was made still holds."""
    till = Till()
    dispatcher = Dispatcher([till.pay])
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    changed = PendingApproval.from_dict({**pending.to_dict(), **change})
    refused = dispatcher.resume(changed, True)
    assert (refused.kind, "not the request" in refused.text, till.paid) == ("denied", True, [])
    assert dispatcher.resume(pending, True).ok


@pytest.mark.parametrize("forged", [None, 5, {}, {"id": "x"}, "id", object(), {"id": [1], "name": "pay"}])
def test_what_is_no_request_is_denied(forged):
    """Never an exception."""
    assert Dispatcher([Till().pay]).resume(forged, True).kind == "denied"


def test_a_wrong_decision_raises_and_spends_nothing():
    """The program that resumes has made a mistake."""
    dispatcher = Dispatcher([Till().pay])
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    with pytest.raises(TypeError) as caught:
        dispatcher.resume(pending, "yes")
    assert str(caught.value) == "a decision is True, False, Allow(), Deny(reason) or Edit(arguments), not a str"
    assert dispatcher.resume(pending, True).ok


def test_an_edit_that_is_refused_spends_nothing():
    """The person may try again."""
    dispatcher = Dispatcher([Till().pay])
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    kinds = [dispatcher.resume(pending, decision).kind for decision in (Edit({"amount": "x"}), Edit({"amount": 1}))]
    assert kinds == ["invalid_arguments", "ok"]


def test_a_request_goes_through_json_and_another_process():
    """Two dispatchers share a store; the second one resumes what the first one asked."""
    store: dict[str, str] = {}
    first, second = Till(), Till()
    asked = Dispatcher([first.pay], approvals=store).dispatch(call("pay", amount=5)).pending
    sent = json.loads(json.dumps(asked.to_dict()))
    other = Dispatcher([second.pay], approvals=store)
    assert other.resume(PendingApproval.from_dict(sent), True).text == "paid 5 to Ann"
    assert Dispatcher([first.pay], approvals=store).resume(asked, True).kind == "denied"
    assert (first.paid, second.paid, store) == ([], [5], {})


def test_a_tool_that_has_changed_since_does_not_run():
    """The person has seen another one."""
    store: dict[str, str] = {}
    pending = Dispatcher([Till().pay], approvals=store).dispatch(call("pay", amount=5)).pending
    changed = Till(description="Pay, and tip.")
    result = Dispatcher([changed.pay], approvals=store).resume(pending, True)
    assert (result.kind, "changed" in result.text, changed.paid) == ("denied", True, [])


def test_a_tool_that_is_gone_is_unknown():
    """And its request is kept, should it come back."""
    till = Till()
    registry = Registry([till.pay])
    dispatcher = Dispatcher(registry)
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    registry.remove("pay")
    gone = dispatcher.resume(pending, True)
    registry.add(till.pay)
    assert (gone.kind, dispatcher.resume(pending, True).kind) == ("unknown_tool", "ok")


def test_a_store_that_holds_rubbish_gives_nothing():
    """What cannot be read is no request."""
    store = {"x": "{", "y": '{"name": "pay"}'}
    dispatcher = Dispatcher([Till().pay], approvals=store)
    for id_ in store:
        forged = PendingApproval(id_, "pay", {"amount": 5}, None, "f", time.time() + 60)
        assert dispatcher.resume(forged, True).kind == "denied"


def test_only_so_many_calls_wait():
    """The next one is refused as overloaded; expired ones make room."""
    dispatcher = Dispatcher([Till().pay], max_pending=2, approval_seconds=0.05)
    kinds = [dispatcher.dispatch(call("pay", amount=each)).kind for each in range(3)]
    time.sleep(0.06)
    kinds.append(dispatcher.dispatch(call("pay", amount=4)).kind)
    assert kinds == ["approval_required", "approval_required", "overloaded", "approval_required"]


def test_a_rule_sees_arguments_and_context():
    """And may be async."""

    async def rule(arguments: dict[str, Any], context: ToolContext) -> bool:
        return arguments["amount"] > context.deps["limit"]

    till = Till(approval=rule)
    dispatcher = Dispatcher([till.pay])
    kinds = [dispatcher.dispatch(call("pay", amount=each), context={"limit": 10}).kind for each in (5, 50)]
    assert kinds == ["ok", "approval_required"]


def test_middleware_that_changes_allowed_arguments_asks_anew():
    """A person has allowed other ones."""
    till, asked = Till(), []

    def double(call: Any, proceed: Any) -> Any:
        return proceed(call.with_arguments({**call.arguments, "amount": call.arguments["amount"] * 2}))

    def approver(request: PendingApproval) -> bool:
        asked.append(request.arguments["amount"])
        return request.arguments["amount"] < 10

    dispatcher = Dispatcher([till.pay], middleware=[double], approver=approver)
    kinds = [dispatcher.dispatch(call("pay", amount=each)).kind for each in (2, 7)]
    assert (kinds, asked, till.paid) == (["ok", "denied"], [2, 4, 7, 14], [4])


def test_middleware_that_writes_the_same_arguments_voids_nothing():
    """Equal by content is equal."""
    till, asked = Till(), []
    dispatcher = Dispatcher(
        [till.pay],
        middleware=[lambda call, proceed: proceed(call.with_arguments(call.arguments))],
        approver=lambda request: asked.append(1) or True,
    )
    assert (dispatcher.dispatch(call("pay", amount=5)).ok, asked) == (True, [1])


def test_a_delegate_that_requires_approval_is_seen_at_any_depth():
    """ApprovalRequired around a tool, renamed."""

    @tool
    def wipe() -> str:
        """Wipe."""
        return "wiped"

    guarded = ApprovalRequired(wipe).renamed("erase")
    assert Dispatcher([guarded]).dispatch(call("erase")).kind == "approval_required"


def test_digits_that_a_float_cannot_hold_survive_waiting():
    """What was shown is what runs, to the last digit."""
    seen: list[Decimal] = []

    @tool(approval=True)
    def send(amount: Decimal) -> str:
        """Send."""
        seen.append(amount)
        return "sent"

    dispatcher = Dispatcher([send])
    pending = dispatcher.dispatch(ToolCall("send", '{"amount": 0.1000000000000000000001}')).pending
    sent = PendingApproval.from_dict(json.loads(json.dumps(pending.to_dict())))
    assert (dispatcher.resume(sent, True).ok, seen) == (True, [Decimal("0.1000000000000000000001")])


def test_names_keep_their_order_while_a_call_waits():
    """The members of a dict arrive as they do where nobody is asked."""

    @tool(approval=True)
    def sort(by: dict[str, int]) -> list[str]:
        """Sort."""
        return [*by]

    dispatcher = Dispatcher([sort])
    pending = dispatcher.dispatch(ToolCall("sort", '{"by": {"price": 1, "age": 2}}')).pending
    assert dispatcher.resume(pending, True).value == ["price", "age"]


def test_hooks_hear_how_it_ended():
    """A call that waits has begun, and ended for now."""
    told = Told()
    dispatcher = Dispatcher([Till().pay], hooks=[told])
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    dispatcher.resume(pending, True)
    assert told.events == [
        ("start", "pay"),
        ("error", "CallError"),
        ("start", "pay"),
        ("end", "paid 5 to Ann"),
    ]


class _Slow(dict):
    """A store that has not forgotten yet what was taken out of it."""

    def pop(self, key: str, *_: Any) -> Any:
        return self[key]


@pytest.mark.parametrize("kept", [0, 2])
def test_a_request_is_spent_once_whatever_its_store_does(kept):
    """One that is slow to forget gives it again; so many are remembered as may wait."""
    till = Till()
    dispatcher = Dispatcher([till.pay], approvals=_Slow(), max_pending=3)
    asked = [dispatcher.dispatch(call("pay", amount=amount)).pending for amount in range(1 + kept)]
    kinds = [dispatcher.resume(pending, True).kind for pending in asked + asked]
    assert (kinds, till.paid) == (["ok"] * len(asked) + ["denied"] * len(asked), list(range(1 + kept)))


def test_a_spent_request_is_spent_for_good():
    """Also for who has found it just before."""
    approvals = Approvals(_Slow({"a": "{}", "b": "{}"}), 60, 1)
    assert [approvals.spend(id_) for id_ in ("a", "a", "b", "b")] == [True, False, True, False]


def test_of_two_decisions_at_once_the_quicker_one_counts():
    """The store had the request when the other looked, and not when it took it out."""

    class Racing(dict):
        def pop(self, key: str, *default: Any) -> Any:
            super().pop(key)
            return super().pop(key, *default)

    till = Till()
    dispatcher = Dispatcher([till.pay], approvals=Racing())
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    assert dispatcher.resume(pending, True).text == (
        "The call was denied: there is no such request: it was decided before, never made, or is kept elsewhere"
    )
    assert till.paid == []


@pytest.mark.parametrize(
    ("rule", "kind", "text"),
    [
        (lambda arguments, context: 1 / 0, ZeroDivisionError, "division by zero"),
        (lambda arguments, context: None, MisuseError, "a rule of approval gives True or False, not None"),
    ],
)
def test_a_broken_rule_is_logged_and_stands_in_the_result(rule, kind, text, caplog):
    """The call waits; the developer can find out why."""
    result = Dispatcher([Till(approval=rule).pay]).dispatch(call("pay", amount=5))
    told = result.error.exception
    assert (result.kind, type(told), str(told)) == ("approval_required", kind, text)
    assert [(each.name, each.exc_info[0]) for each in caplog.records] == [("toolkit.dispatch", kind)]


@pytest.mark.parametrize("approver", [lambda request: 1 / 0, lambda request: "yes"])
def test_a_broken_approver_denies_shortly_and_is_logged(approver, caplog):
    """The model reads no detail."""
    result = Dispatcher([Till(approval=True).pay], approver=approver).dispatch(call("pay", amount=5))
    assert (result.kind, result.text) == ("denied", "The call was denied: the approver failed")
    assert [(each.name, each.exc_info[1]) for each in caplog.records] == [("toolkit.dispatch", result.error.exception)]


def test_a_fingerprint_is_of_the_tool_and_the_arguments():
    """It is the same in every process, so that requests may be kept and compared."""
    pay = Till().pay
    pending = Dispatcher([pay]).dispatch(ToolCall("pay", '{"to": "Bo", "amount": 5}')).pending
    told = ["pay", pay.__tool__.fingerprint, '{"amount":5,"to":"Bo"}']
    assert pending.fingerprint == hashlib.sha256(json.dumps(told).encode()).hexdigest()
    assert pending.tool_fingerprint == pay.__tool__.fingerprint


def test_what_a_request_was_refused_for_is_told():
    """Whole sentences, for whoever resumes."""
    till = Till()
    dispatcher = Dispatcher([till.pay], approval_seconds=0.02)
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    changed = PendingApproval.from_dict({**pending.to_dict(), "call_id": "c2"})
    texts = [dispatcher.resume(changed, True).text, dispatcher.resume({"id": 1}, True).text]
    time.sleep(0.03)
    texts += [dispatcher.resume(pending, True).text]
    unknown = PendingApproval("guess", "pay", {"amount": 5}, None, "f", time.time() + 60)
    texts += [dispatcher.resume(unknown, True).text]
    assert texts == [
        "The call was denied: it is not the request that was made",
        "The call was denied: this is no request for approval; hand back result.pending",
        "The call was denied: the request has expired",
        "The call was denied: there is no such request: it was decided before, never made, or is kept elsewhere",
    ]


def test_a_request_may_be_handed_back_as_a_dict():
    """What `to_dict` gave, after a way through JSON."""
    till = Till()
    dispatcher = Dispatcher([till.pay])
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    assert dispatcher.resume(json.loads(json.dumps(pending.to_dict())), True).text == "paid 5 to Ann"


def test_a_request_ends_at_its_time(monkeypatch):
    """It holds up to the very moment, and not in it; then it makes room for others."""
    store: dict[str, str] = {}
    dispatcher = Dispatcher([Till().pay], approvals=store, max_pending=1)
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    approvals = Approvals(store, 1, 1)
    for late, found in ((-0.001, "Waiting"), (0, "expired"), (0.001, "expired")):
        monkeypatch.setattr(approval, "time", SimpleNamespace(time=lambda late=late: pending.expires_at + late))
        kept = approvals.found(pending)
        assert (kept if isinstance(kept, str) else type(kept).__name__) == found
    monkeypatch.setattr(approval, "time", SimpleNamespace(time=lambda: pending.expires_at))
    assert dispatcher.dispatch(call("pay", amount=6)).kind == "approval_required"
    assert len(store) == 1


def test_a_full_store_says_so_and_keeps_what_it_cannot_read():
    """Another program may know what it is."""
    store = {"x": "{"}
    result = Dispatcher([Till().pay], approvals=store, max_pending=1).dispatch(call("pay", amount=5))
    assert (result.kind, store) == ("overloaded", {"x": "{"})
    assert result.text == "1 calls wait for approval already; nothing was run"


def test_neither_rule_nor_approver_reaches_the_arguments():
    """What they change, at any depth, is their own copy."""
    paid: list[Any] = []

    def spoil(arguments: dict[str, Any]) -> bool:
        arguments["to"]["name"] = "Eve"
        arguments["amounts"].append({"n": 1000})
        arguments["amounts"][0]["n"] = 1000
        return True

    @tool(approval=lambda arguments, context: spoil(arguments))
    def pay(to: dict[str, str], amounts: list[dict[str, int]]) -> str:
        """Pay."""
        paid.append((to, amounts))
        return "paid"

    dispatcher = Dispatcher([pay], approver=lambda request: spoil(request.arguments))
    result = dispatcher.dispatch(call("pay", to={"name": "Ann"}, amounts=[{"n": 1}]))
    assert (result.text, paid) == ("paid", [({"name": "Ann"}, [{"n": 1}])])
    assert result.arguments == {"to": {"name": "Ann"}, "amounts": [{"n": 1}]}


def test_a_call_that_waits_says_so_to_the_model():
    """So that it does not ask again."""
    result = Dispatcher([Till().pay]).dispatch(call("pay", amount=5))
    assert result.text == (
        "This call has to be allowed by a person first, and has not run. Do not repeat it; its result will follow."
    )


def no_bool(arguments: dict[str, Any], context: ToolContext) -> Any:
    """A rule that says nothing."""


def yes(request: PendingApproval) -> Any:
    """An approver that says what is no decision."""
    return "yes"


def unreadable(request: PendingApproval) -> Edit:
    """An approver whose edit cannot be looked at."""

    class Hostile(dict):
        def items(self) -> Any:
            raise RuntimeError

    return Edit(Hostile(amount=5))


@pytest.mark.parametrize(
    ("rule", "approver", "told", "text"),
    [
        (no_bool, None, "the predicate `approval` raised MisuseError in a call of pay", None),
        (True, yes, "the approver yes raised MisuseError in a call of pay", "The call was denied: the approver failed"),
        (
            True,
            unreadable,
            "reading edited arguments raised RuntimeError in a call of pay",
            "The call was denied: the edited arguments cannot be read",
        ),
    ],
)
def test_the_log_says_whose_code_has_failed(rule, approver, told, text, caplog):
    """And in a call of which tool; the model reads that nothing has run."""
    result = Dispatcher([Till(approval=rule).pay], approver=approver).dispatch(call("pay", amount=5))
    assert [record.getMessage() for record in caplog.records] == [told]
    assert text is None or result.text == text


def test_rules_and_approvers_may_wait_in_a_loop_for_a_caller_without_one():
    """Each is awaited where a loop runs, though `dispatch` is called in a plain thread."""
    loops = []

    async def waited(*_: Any) -> bool:
        loops.append(asyncio.get_running_loop())
        await asyncio.sleep(0.001)
        return True

    for rule, approver in ((waited, lambda request: True), (True, waited), (True, lambda request: waited())):
        dispatcher = Dispatcher([Till(approval=rule).pay], approver=approver)
        assert dispatcher.dispatch(call("pay", amount=5)).text == "paid 5 to Ann"
    assert len(loops) == 3


class Watched(functools.partial):
    """A function, and the threads that it was called in."""

    threads: list[Any]

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        self.threads.append(threading.current_thread())
        return super().__call__(*args, **keywords)


async def test_an_async_approver_is_called_in_the_callers_loop():
    """It takes none of the threads that sync ones may block."""

    async def gives(request: PendingApproval) -> bool:
        return True

    for each, is_here in ((gives, True), (lambda request: True, False)):
        approver = Watched(each)
        approver.threads = []
        assert (await Dispatcher([Till().pay], approver=approver).adispatch(call("pay", amount=5))).ok
        assert [thread is threading.current_thread() for thread in approver.threads] == [is_here]


class Doubling(OpenAI):
    """A dialect that reads an amount twice as high as a model writes it."""

    name = "doubling"

    def restore(self, call: ToolCall, tools: Any) -> ToolCall:
        """The call with twice the amount."""
        return ToolCall(call.name, {"amount": call.arguments["amount"] * 2}, call.id, call.provider)


def test_a_kept_call_is_read_in_its_dialect_once():
    """What was shown is what runs, and the result is written in the dialect that the call came in."""
    register(Doubling())
    till = Till()
    dispatcher = Dispatcher([till.pay])
    pending = dispatcher.dispatch(ToolCall("pay", {"amount": 5}, "c1", "doubling")).pending
    result = dispatcher.resume(pending, True)
    assert (pending.arguments, till.paid, result.call.provider) == ({"amount": 10}, [10], "doubling")


def test_refusals_name_the_call_as_far_as_it_can_be_trusted():
    """Its name and id where they are texts, nothing where it is no request."""
    dispatcher = Dispatcher([Till().pay])
    forged = [
        5,
        PendingApproval("x", "pay", {}, "c9", "f", 0.0),
        PendingApproval("x", 5, {}, 6, "f", 0.0),
    ]
    calls = [dispatcher.resume(each, True).call for each in forged]
    assert [(each.name, each.id, each.arguments) for each in calls] == [
        ("", None, None),
        ("pay", "c9", None),
        ("", None, None),
    ]


def test_every_refusal_of_a_decision_is_audited(caplog):
    """As refused, with the tool and the digest of what it was about."""
    store: dict[str, str] = {}
    pending = Dispatcher([Till().pay], approvals=store).dispatch(call("pay", amount=5)).pending
    dispatcher = Dispatcher([Till(description="Pay, and tip.").pay], approvals=store)
    caplog.set_level("INFO", logger="toolkit.audit")
    results = [dispatcher.resume(each, True) for each in (5, {**pending.to_dict(), "id": "x"}, pending)]
    assert results[2].text == "The call was denied: the tool has changed since"
    told = [json.loads(record.getMessage()) for record in caplog.records]
    assert [(each["decision"], each["outcome"], each["tool"]) for each in told] == [
        ("refused", "denied", ""),
        ("refused", "denied", "pay"),
        ("refused", "denied", "pay"),
    ]
    assert [result.call.name for result in results] == ["", "pay", "pay"]


@pytest.mark.parametrize(
    ("decision", "told"), [(True, "allow"), (Deny("no"), "deny"), (Edit({"amount": 1}), "edit"), (Edit({}), "edit")]
)
def test_every_decision_is_audited(decision, told, caplog):
    """By its name."""
    dispatcher = Dispatcher([Till().pay])
    caplog.set_level("INFO", logger="toolkit.audit")
    dispatcher.resume(dispatcher.dispatch(call("pay", amount=5)).pending, decision)
    assert [json.loads(record.getMessage())["decision"] for record in caplog.records] == ["asked", told]


def test_every_fault_of_a_request_has_a_text():
    """Those of the type are those of the table."""
    assert get_args(approval.Fault) == tuple(approval.FAULT_TEXTS)


class Down(dict):
    """A store that may not be reached."""

    def fails(self, *_: Any) -> Any:
        raise ConnectionError("down")


class Unwritable(Down):
    __setitem__ = Down.fails


@pytest.mark.parametrize(
    ("broken", "text"),
    [("get", "the request cannot be read now"), ("pop", "the request cannot be taken out of its store now")],
)
def test_a_store_that_cannot_be_reached_lets_nothing_run(broken, text, caplog):
    """And it is told in the log; the other calls of the message have their results."""
    till, store = Till(approval=True), Down()
    dispatcher = Dispatcher([till.pay, add], approvals=store)
    pending = dispatcher.dispatch(call("pay", amount=5)).pending
    setattr(store, broken, store.fails)
    result = dispatcher.resume(pending, True)
    assert (result.kind, result.text, till.paid) == ("denied", f"The call was denied: {text}", [])
    assert "the store of approvals raised ConnectionError in a call of pay" in caplog.text


def test_a_store_that_takes_nothing_costs_no_other_call_its_result(caplog):
    """The call that has to wait is denied."""
    till = Till(approval=True)
    dispatcher = Dispatcher([till.pay, add], approvals=Unwritable())
    results = dispatcher.dispatch_all([call("pay", amount=5), call("add", a=1, b=2)])
    assert [each.kind for each in results] == ["denied", "ok"]
    assert results[0].text == "The call was denied: the request could not be kept"
    assert "the store of approvals raised ConnectionError in a call of pay" in caplog.text


@pytest.mark.parametrize("say", [lambda request: Unbound(), lambda request: Deny(Unbound())])
def test_a_decision_that_cannot_be_read_is_that_of_an_approver_that_failed(say):
    """Nothing is run."""
    till = Till()
    result = Dispatcher([till.pay], approver=say).dispatch(call("pay", amount=5))
    assert (result.kind, result.text, till.paid) == ("denied", "The call was denied: the approver failed", [])
