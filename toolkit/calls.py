"""What a model asked for, and how it ended."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from toolkit.dialects import dialect, read_calls
from toolkit.errors import CallError
from toolkit.face import tells_names
from toolkit.misfits import tells_misfits
from toolkit.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolkit.dialects import Dialect

FailureKind = Literal[
    "malformed_call",
    "unknown_tool",
    "invalid_arguments",
    "tool_error",
    "result_error",
    "timeout",
    "cancelled",
    "denied",
    "approval_required",
    "limit_reached",
    "overloaded",
    "external",
]
FAILURE_KINDS: Final[tuple[FailureKind, ...]] = get_args(FailureKind)


@tells_names()
class ToolCall(Record, is_hot=True):
    """A model's request to call a tool.

    Attributes:
        name: Name of the tool, as the model wrote it.
        arguments: JSON text, an object, or None for none; not yet decoded or checked.
        id: The provider's id of the call, which the result must carry; None if it has none.
        provider: Name of the dialect that the call came in, None if it came in none.
        problem: What is wrong with the payload it was read from, "" if nothing is. A call with a problem has
            no name and no arguments; it is there so that its siblings run and it gets an answer of its own.
    """

    name: str
    arguments: Any = None
    id: str | None = None
    provider: str | None = None
    problem: str = ""

    @classmethod
    def parse(cls, payload: object) -> ToolCall:
        """The one call in a provider's payload or message.

        Raises:
            CallError: There is no call in it, or more than one.
        """
        calls = read_calls(payload)
        if len(calls) != 1:
            message = f"the payload holds {len(calls)} tool calls, not one; dispatch_all takes a whole message"
            raise CallError(message)
        return calls[0]


class Violation(Record, is_hot=True):
    """One fault of the arguments.

    Attributes:
        path: Where, as `items[2].price`; "" for the arguments object itself.
        expected: What the schema admits there, in words.
        got: What came, in words; no value longer than a few characters.
        hint: What may have been meant, "" if there is no guess.
    """

    path: str
    expected: str
    got: str = ""
    hint: str = ""

    def __str__(self) -> str:
        return faults_text((self,))


def faults_text(violations: Iterable[Violation], mark: str = "") -> str:
    """Some faults, one after the other: where, what is wanted, what came and what may have been meant.

    Args:
        violations: The faults.
        mark: What stands before each, a new line for instance.
    """
    text = ""
    for each in violations:
        got, hint = each.got, each.hint
        text += f"{mark}{each.path or 'arguments'}: {each.expected}"
        if got:
            text += f", got {got}"
        if hint:
            text += f" ({hint})"
    return text


class Repair(Record, is_hot=True):
    """One change that the dispatcher made to arguments so that they fit.

    Attributes:
        path: Where.
        rung: Name of the repair, "json_text" for instance.
        detail: What was changed, in words.
    """

    path: str
    rung: str
    detail: str

    def __str__(self) -> str:
        return f"{self.path or 'arguments'}: {self.detail}"


class Failure(Record, is_hot=True):
    """Why a call failed.

    Attributes:
        kind: Which of the fixed kinds of failure.
        message: The text for the model.
        violations: The faults of the arguments, for invalid_arguments.
        exception: The original exception with its traceback, for the developer alone.
    """

    kind: FailureKind
    message: str
    violations: tuple[Violation, ...] = ()
    exception: BaseException | None = None

    _hidden = frozenset({"exception"})


class PendingApproval(Record):
    """A call that waits for a person.

    It carries no authority: the dispatcher keeps what was asked, and runs nothing else.

    Attributes:
        id: Unguessable name of the request, 128 bits or more.
        name: The tool.
        arguments: What it would be called with, after repair; a copy.
        call_id: The provider's id of the call.
        fingerprint: SHA-256 over tool and arguments.
        expires_at: End of its validity, in seconds since the epoch.
        description: What the tool says of itself.
        source: Where the tool comes from, as "module:qualname".
        tool_fingerprint: SHA-256 of the tool's name, description and schema.
    """

    id: str
    name: str
    arguments: dict[str, Any]
    call_id: str | None
    fingerprint: str
    expires_at: float
    description: str = ""
    source: str = ""
    tool_fingerprint: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The request as a JSON-able dict."""
        return dict(self._items())

    @classmethod
    @tells_misfits
    def from_dict(cls, stored: Mapping[str, Any]) -> PendingApproval:
        """The request from what `to_dict` gave."""
        return cls(**{field: stored[field] for field in cls._names if field in stored})


@tells_names()
class ToolResult:
    """How a call ended. Made by the library; read it, do not change it.

    Ask `.ok` whether it went well: as a truth value every result is true, a failure too.

    Attributes:
        call: The call.
        value: What the function returned, as a Python object.
        text: What the model reads.
        artifact: The part that only the program gets (response_format="content_and_artifact").
        error: Why it failed, None if it went well.
        pending: What a person has to decide, for kind approval_required.
        repairs: What was changed in the arguments before they fitted.
        seconds: How long the call took.
        return_direct: Whether the agent loop should hand the result to its caller and end.
    """

    error: Failure | None = None
    artifact: Any = None
    pending: PendingApproval | None = None
    repairs: tuple[Repair, ...] = ()
    return_direct: bool = False

    # Given by position throughout, without slots, and with no more attributes of its own than differ from those
    # above: so CPython 3.13 makes a result in a quarter of the time.
    def __init__(  # noqa: PLR0917 - see above
        self,
        call: ToolCall,
        value: Any = None,
        text: str | None = None,
        error: Failure | None = None,
        seconds: float = 0.0,
        arguments: Mapping[str, Any] | str | None = None,
        repairs: tuple[Repair, ...] = (),
        return_direct: bool = False,
        artifact: Any = None,
        pending: PendingApproval | None = None,
    ) -> None:
        self.call = call
        self.value = value
        self.text = text if text is not None else "" if error is None else error.message
        self.seconds = seconds
        self._arguments = arguments
        if error is not None:
            self.error = error
        if repairs:
            self.repairs = repairs
        if return_direct:
            self.return_direct = True
        if artifact is not None:
            self.artifact = artifact
        if pending is not None:
            self.pending = pending

    @property
    def arguments(self) -> Mapping[str, Any] | None:
        """The checked arguments as JSON, None if they were refused."""
        if isinstance(self._arguments, str):
            decoded: dict[str, Any] = json.loads(self._arguments)
            self._arguments = decoded
        return self._arguments

    @arguments.setter
    def arguments(self, checked: Mapping[str, Any] | str | None) -> None:
        # A text is kept as it is until somebody asks: most callers never do.
        self._arguments = checked

    @property
    def ok(self) -> bool:
        """Whether the call went well."""
        return self.error is None

    @property
    def kind(self) -> str:
        """The kind of the failure, or "ok"."""
        return "ok" if self.error is None else self.error.kind

    def unwrap(self) -> Any:
        """The value.

        Raises:
            BaseException: What the tool raised, if the call failed so.
            CallError: The call failed in another way; it carries the text and the kind.
        """
        if self.error is None:
            return self.value
        if self.error.exception is not None:
            raise self.error.exception
        raise CallError(self.text, kind=self.error.kind)

    def to_dict(self) -> dict[str, Any]:
        """The result as a JSON-able dict; the value stands in it as the text that the model reads."""
        shown: dict[str, Any] = {
            "name": self.call.name,
            "id": self.call.id,
            "ok": self.ok,
            "kind": self.kind,
            "text": self.text,
            "seconds": self.seconds,
        }
        if self.error is not None and self.error.violations:
            shown["violations"] = [dict(each._items()) for each in self.error.violations]
        if self.repairs:
            shown["repairs"] = [dict(each._items()) for each in self.repairs]
        if self.pending is not None:
            shown["pending"] = self.pending.to_dict()
        if self.return_direct:
            shown["return_direct"] = True
        return shown

    def to_message(self, provider: str | Dialect | None = None) -> Any:
        """The message that carries this result back, in the dialect the call came in, as a dict.

        Args:
            provider: Another dialect to write, a name or an object with `write_results`; calls that came in none
                are written as OpenAI's.
        """
        messages = dialect(provider or self.call.provider or "openai", "write_results").write_results([self])
        return messages[0]

    def __repr__(self) -> str:
        return f"ToolResult({self.call.name!r}, kind={self.kind!r}, text={self.text[:80]!r})"
