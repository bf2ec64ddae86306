"""Approval: what a person decides about one call, and where calls wait for it.

An approval is bound to one request: this tool as it is, these arguments, once, for a time. The authority lies in the
store; what a caller hands back only names the request.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from typing import TYPE_CHECKING, Any, Final, Literal

from toolkit.calling.guard import Raised, attempt
from toolkit.calling.threads import HaltedError
from toolkit.calls import PendingApproval, ToolCall
from toolkit.dispatch.canonical import as_written, canonical, duplicate
from toolkit.errors import CallError, MisuseError
from toolkit.misfits import object_in_words
from toolkit.record import Record
from toolkit.tools.delegating import line_of

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

    from toolkit.tools.base import Tool

_ID_BYTES: Final = 24
# How many wrappers around a function are looked at.
_MAX_CODES: Final = 64


class Allow(Record):
    """The decision that the call may run."""


class Deny(Record):
    """The decision that the call may not run.

    Attributes:
        reason: Why; the model reads it.
    """

    reason: str = ""


class Edit(Record):
    """The decision that the call may run with other arguments.

    Attributes:
        arguments: All arguments of the call, as JSON; they are checked as the model's are.
    """

    arguments: Mapping[str, Any]


Decision = Allow | Deny | Edit


def decision_from(said: object) -> Decision:
    """The decision that an approver gave: True and False stand for Allow() and Deny().

    Raises:
        TypeError: It is none.
    """
    if said is True:
        return Allow()
    if said is False:
        return Deny()
    if isinstance(said, Deny):
        return Deny(str(said.reason))
    if isinstance(said, Allow | Edit):
        return said
    message = f"a decision is True, False, Allow(), Deny(reason) or Edit(arguments), not {object_in_words(said)}"
    raise MisuseError(message)


def request_for(tool: Tool[Any, Any], call: ToolCall, arguments: dict[str, Any], seconds: float) -> PendingApproval:
    """What a person is asked: exactly the call that would run, with an id that nobody can guess."""
    return PendingApproval(
        id=secrets.token_urlsafe(_ID_BYTES),
        name=tool.name,
        arguments=duplicate(arguments),
        call_id=call.id,
        fingerprint=_fingerprint(tool, arguments),
        expires_at=time.time() + seconds,
        description=tool.description,
        source=tool.source,
        tool_fingerprint=tool.fingerprint,
    )


def _fingerprint(tool: Tool[Any, Any], arguments: Any) -> str:
    told = json.dumps([tool.name, tool.fingerprint, canonical(arguments)])
    return hashlib.sha256(told.encode()).hexdigest()


class Waiting(Record):
    """A call as it is kept while it waits.

    Attributes:
        name: The tool.
        arguments: Its arguments as JSON text.
        call_id: The provider's id of the call.
        provider: The dialect that it came in.
        fingerprint: Of the tool and the arguments.
        tool_fingerprint: Of the tool.
        expires_at: Seconds since the epoch.
        source: Where the function that would run is written, as "module:qualname"; "" if nobody has said.
    """

    name: str
    arguments: str
    call_id: str | None
    provider: str | None
    fingerprint: str
    tool_fingerprint: str
    expires_at: float
    source: str = ""

    def call(self) -> ToolCall:
        """The call that was asked about."""
        return ToolCall(self.name, self.arguments, self.call_id, self.provider)

    def is_of(self, tool: Tool[Any, Any]) -> bool:
        """Whether a tool is the one that was asked about: what it declares, and where its function is written."""
        return tool.fingerprint == self.tool_fingerprint and self.source in {"", tool.source}

    def is_for(self, pending: PendingApproval) -> bool:
        """Whether what a caller hands back is what was asked, in every part that counts."""
        if attempt(_as_sent, pending.arguments) != _as_sent(json.loads(self.arguments)):
            return False
        told = (pending.name, pending.call_id, pending.fingerprint, pending.expires_at)
        return told == (self.name, self.call_id, self.fingerprint, self.expires_at)


def _as_sent(arguments: Any) -> str:
    """The arguments as they are after a way through JSON, which may have cost a number its last digits."""
    return canonical(json.loads(json.dumps(arguments)))


Fault = Literal["unknown", "changed", "expired"]
FAULT_TEXTS: Final[dict[Fault, str]] = {
    "unknown": "there is no such request: it was decided before, never made, or is kept elsewhere",
    "changed": "it is not the request that was made",
    "expired": "the request has expired",
}


class Approvals:
    """The calls that wait for a person.

    Args:
        store: Keeps them by id, as JSON text: any mutable mapping; for several processes one that they share,
            whose `pop` gives an entry to one of them alone. None: the memory of this process.
        seconds: How long they wait.
        max_pending: How many may wait.
    """

    def __init__(self, store: MutableMapping[str, str] | None, seconds: float, max_pending: int) -> None:
        self._store: MutableMapping[str, str] = {} if store is None else store
        self._lock = threading.RLock()
        self._codes: dict[str, tuple[Any, ...]] = {}
        # A store may be slow to forget, or have a `pop` that takes nothing out.
        self._spent: dict[str, None] = {}
        self.seconds = seconds
        self._max_pending = max_pending

    def keep(self, pending: PendingApproval, call: ToolCall, tool: Tool[Any, Any]) -> None:
        """Let a call of a tool wait.

        Raises:
            HaltedError: Too many wait; kind overloaded.
        """
        told = {field: value for field, value in pending._items() if field in Waiting._names}
        told |= {"arguments": as_written(pending.arguments), "provider": call.provider}
        with self._lock:
            if len(self._store) >= self._max_pending:
                self._drop_expired()
            if len(self._store) >= self._max_pending:
                raise HaltedError(
                    f"{self._max_pending:,} calls wait for approval already; nothing was run", kind="overloaded"
                )
            self._store[pending.id] = json.dumps(told)
            self._codes[pending.id] = code_of(tool)
            if len(self._codes) > self._max_pending:
                # One of those that other processes have decided.
                del self._codes[next(iter(self._codes))]

    def holds_for(self, id_: str, waiting: Waiting, tool: Tool[Any, Any]) -> bool:
        """Whether a tool is the one that was asked about.

        In the process that asked it must run the same code: a function that was put in the place of another one is
        another tool, whatever its name and text. In another process it must be the function of that module and name.
        """
        return waiting.is_of(tool) and self._codes.get(id_, code := code_of(tool)) == code

    def found(self, pending: PendingApproval) -> Waiting | Fault:
        """The call that a request is about, or why there is none to be decided on."""
        with self._lock:
            waiting = self._read(pending.id)
        if waiting is None or pending.id in self._spent:
            return "unknown"
        if not waiting.is_for(pending):
            return "changed"
        return waiting if time.time() < waiting.expires_at else "expired"

    def spend(self, id_: str) -> bool:
        """Take a request out; False if another decision was quicker."""
        with self._lock:
            if id_ in self._spent:
                return False
            try:
                self._store.pop(id_)
            except KeyError:
                return False
            finally:
                self._codes.pop(id_, None)
            self._spent[id_] = None
            if len(self._spent) > self._max_pending:
                # The store holds no more than that.
                del self._spent[next(iter(self._spent))]
            return True

    def _read(self, id_: str) -> Waiting | None:
        text = self._store.get(id_) if isinstance(id_, str) else None
        if text is None:
            return None
        read = attempt(lambda: Waiting(**json.loads(text)))
        return None if isinstance(read, Raised) else read

    def _drop_expired(self) -> None:
        now = time.time()
        for id_ in list(self._store):
            waiting = self._read(id_)
            if waiting is not None and waiting.expires_at <= now:
                self._store.pop(id_, None)
                self._codes.pop(id_, None)


def code_of(tool: Tool[Any, Any]) -> tuple[Any, ...]:
    """What runs when a tool is called: the classes of its delegates, and the code of each function on the way.

    Functions that a factory makes anew for each call share their code.
    """
    *_, behind = line = list(line_of(tool))
    found: list[Any] = list(map(type, line))
    function: Any = behind.function
    while function is not None and len(found) < _MAX_CODES:
        function = getattr(function, "__func__", function)
        found.append(getattr(function, "__code__", type(function)))
        function = getattr(function, "__wrapped__", None) or getattr(function, "func", None)
    return tuple(found)


def pending_from(given: Any) -> PendingApproval:
    """The request that a caller hands back: itself, or what its `to_dict` gave.

    Raises:
        CallError: It is neither.
    """
    if isinstance(given, PendingApproval):
        return given
    read = attempt(PendingApproval.from_dict, given)
    if isinstance(read, Raised):
        raise CallError("this is no request for approval; hand back result.pending", kind="denied")
    return read
