"""The targets: each takes any bytes, and raises only where the library does what it must never do."""

from __future__ import annotations

import enum
import json
import logging
import os
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from toolkit import CallError, DefinitionError, Dispatcher, Tool, ToolCall, ToolResult, schemas, tool
from toolkit.calling.decoding import decoded, json_value
from toolkit.providers.absent import without_absent
from toolkit.schema.reference import check_schema, reference_validator
from toolkit.schema.reports import OUT_OF_FUEL
from toolkit.schema.violations import ArgumentCheck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_FAILURE_CHARS = 2000
MAX_RESULT_CHARS = 70_000
MAX_CHARS = 1 << 20
PROVIDERS = ("openai", "openai-responses", "anthropic", "gemini", "ollama", "bedrock", "mistral", "mcp", "langchain")
ENTERED: list[Any] = []


class Unit(enum.Enum):
    """An enum whose names are on the wire."""

    C = "c"
    F = "f"


@dataclass
class Leg:
    """A record that holds itself."""

    to: str
    km: float = 0.0
    then: Leg | None = None


@tool
def plan(  # noqa: PLR0917 - one parameter for each kind of type
    city: str,
    days: int = 1,
    ratio: float = 1.0,
    tags: list[str] = [],  # noqa: B006
    deep: dict[str, list[int]] = {},  # noqa: B006
    flag: bool = False,
    unit: Unit = Unit.C,
    size: Literal[1, "1", True] | None = None,
) -> str:
    """Plan."""
    ENTERED.append((city, days, ratio, tags, deep, flag, unit, size))
    return city


@tool
def take(value: Any) -> Any:
    """Take anything."""
    ENTERED.append(value)
    return value


@tool
def travel(legs: list[Leg], by: dict[int, tuple[str, int]] | None = None) -> int:
    """Travel."""
    ENTERED.append((legs, by))
    return len(legs)


@tool
def pay(amount: Decimal, *notes: str, **further: float) -> str:
    """Pay exactly."""
    ENTERED.append((amount, notes, further))
    return str(amount)


NAMES = ("plan", "take", "travel", "pay")


class Reader(logging.Handler):
    """Formats every record of the library, and remembers what none may hold: a raw control character."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.wrong: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Read one record."""
        text = record.getMessage()
        if any(ord(each) < 32 and each not in "\t\n" for each in text):
            self.wrong.append(text)


LOG = Reader()


def read_log() -> None:
    """Send the log of the library to its reader, and nowhere else."""
    logger = logging.getLogger("toolkit")
    logger.handlers[:] = [LOG]
    logger.propagate = False


@contextmanager
def engine(name: str) -> Iterator[None]:
    """What is made within is checked by this engine."""
    before = os.environ.get("TOOLKIT_ENGINE")
    os.environ["TOOLKIT_ENGINE"] = name
    try:
        yield
    finally:
        os.environ.pop("TOOLKIT_ENGINE")
        if before is not None:
            os.environ["TOOLKIT_ENGINE"] = before


def dispatcher_with(name: str, **settings: Any) -> Dispatcher:
    """A dispatcher over tools of its own; their engine is chosen at their first call."""
    with engine(name):
        made = Dispatcher([tool(each.__tool__.function) for each in (plan, take, travel, pay)], **settings)
        for each, arguments in zip(NAMES, ({"city": "x"}, {"value": 1}, {"legs": []}, {"amount": 1}), strict=True):
            made.dispatch(ToolCall(each, json.dumps(arguments)))
    return made


# A refusal that comes a second time is worded more firmly, so these two are fed the same, and the others apart.
FAST = dispatcher_with("fast")
REFERENCE = dispatcher_with("reference")
PLAIN = dispatcher_with("fast")
FULL = dispatcher_with("fast", repair="full", extra_arguments="ignore")


def outcome(dispatcher: Dispatcher, payload: Any) -> tuple[ToolResult, list[Any]]:
    """The result of a payload, held to what every result is, and what the functions were entered with."""
    ENTERED.clear()
    result = dispatcher.dispatch(payload)
    hold_result(result)
    assert len(ENTERED) == int(result.ok), f"{len(ENTERED)} functions entered, result {result.kind}"
    return result, list(ENTERED)


def hold_result(result: ToolResult) -> None:
    """Nothing, if the text of a result can be written and is short, and the log holds no control characters."""
    result.text.encode()
    assert len(result.text) <= (MAX_RESULT_CHARS if result.ok else MAX_FAILURE_CHARS), len(result.text)
    json.dumps(result.to_dict()).encode()
    assert not LOG.wrong, LOG.wrong.pop()


def arguments_as_text(rest: bytes, name: str) -> None:
    """JSON text of arguments: both engines say the same, and let the same values in."""
    text = rest.decode("utf-8", "surrogateescape")
    fast, entered = outcome(FAST, ToolCall(name, text))
    reference, also_entered = outcome(REFERENCE, ToolCall(name, text))
    assert (fast.kind, fast.text) == (reference.kind, reference.text), (fast, reference)
    assert repr(entered) == repr(also_entered), (entered, also_entered)
    mended, _ = outcome(FULL, ToolCall(name, text))
    assert mended.ok or not fast.ok, (fast, mended)


def arguments_as_bytes(rest: bytes, name: str) -> None:
    """Bytes of arguments: what is UTF-8 is read as its text is."""
    result, entered = outcome(PLAIN, ToolCall(name, rest))
    try:
        text = rest.decode()
    except UnicodeDecodeError:
        assert result.kind == "malformed_call", result
        return
    as_text, also_entered = outcome(PLAIN, ToolCall(name, text))
    assert result.kind == as_text.kind, (result, as_text)
    assert repr(entered) == repr(also_entered), (entered, also_entered)


def payload_as_value(rest: bytes, _: str) -> None:
    """Any JSON value as payload, and as a message: results, whatever it is."""
    value = loosely_read(rest)
    for dispatcher in (PLAIN, FULL):
        outcome(dispatcher, value)
        for result in dispatcher.dispatch_all(value):
            hold_result(result)


def payload_as_text(rest: bytes, _: str) -> None:
    """Bytes and text as payload and as message."""
    for payload in (rest, rest.decode("utf-8", "replace")):
        outcome(PLAIN, payload)
        for result in FULL.dispatch_all({"role": "assistant", "content": payload}):
            hold_result(result)


def decoder(rest: bytes, _: str) -> None:
    """The decoder alone: a value that is JSON, the same as Python reads, or our refusal."""
    text = rest.decode("utf-8", "replace")
    for exact in (False, True):
        try:
            value = json_value(text, exact=exact)
            object_, _repairs = decoded(rest, MAX_CHARS, exact=exact)
        except CallError as error:
            require_malformed(error)
            continue
        assert json.dumps(value, allow_nan=False) == json.dumps(json.loads(text)), value
        json.dumps(object_, ensure_ascii=False).encode()


def require_malformed(error: CallError) -> None:
    """Nothing, if an error says that a call is malformed."""
    assert error.kind == "malformed_call", error


_FORMS: tuple[Callable[[bytes, str], None], ...] = (
    arguments_as_text,
    arguments_as_text,
    arguments_as_bytes,
    payload_as_value,
    payload_as_text,
    decoder,
)


def dispatch(data: bytes) -> None:
    """Bytes -> a payload: two choose its form and the tool, the others are what a model sent."""
    form, name = _FORMS[data[0] % len(_FORMS)] if data else decoder, NAMES[data[1] % len(NAMES)] if data[1:] else "plan"
    form(data[2:], name)


def declare(data: bytes) -> None:
    """Bytes -> a foreign schema and, after a line feed, arguments: a DefinitionError, or a tool that checks them."""
    schema_text, _, arguments_text = data.partition(b"\n")
    schema, arguments = loosely_read(schema_text), loosely_read(arguments_text)
    made = declared(schema)
    if made is None:
        return
    check_schema(made.input_schema, foreign=True)
    for provider in PROVIDERS:
        declared_to(made, provider)
    result = Dispatcher([made]).dispatch(ToolCall("t", arguments))
    hold_result(result)
    assert result.kind in {"external", "invalid_arguments", "malformed_call"}, result
    if result.kind != "malformed_call" and isinstance(arguments, dict):
        # Keywords that are null count as absent.
        hold_verdicts(made, {} if schema is None else without_absent(schema), arguments)


def declared(schema: Any) -> Tool[Any, Any] | None:
    """The tool of a foreign schema, and of a whole declaration; None where it is refused."""
    try:
        Tool.of(schema if isinstance(schema, dict) else {"name": schema})
    except DefinitionError as error:
        str(error).encode()
    try:
        return Tool.declare("t", "text", schema)
    except DefinitionError as error:
        str(error).encode()
        return None


def declared_to(made: Tool[Any, Any], provider: str) -> None:
    """Nothing, if a provider's declaration is JSON, or is refused aloud."""
    for strict in (False, True):
        try:
            json.dumps(schemas([made], provider=provider, strict=strict), allow_nan=False).encode()
        except DefinitionError as error:
            str(error).encode()


def hold_verdicts(made: Tool[Any, Any], schema: Any, arguments: dict[str, Any]) -> None:
    """Nothing, if the walk, and the validator of the schema that came and of the one that is shown, say the same.

    Unless one of them ends before, as it takes too much work.
    """
    check = ArgumentCheck(made.descriptor, foreign=True)
    came, shown = (reference_validator(each, foreign=True) for each in (schema, made.input_schema))
    found = {name: each.violations(arguments) for name, each in (("walk", check), ("came", came), ("shown", shown))}
    if any(OUT_OF_FUEL in each for each in found.values()):
        return
    accepted = {name: each.accepts(arguments) for name, each in (("walk", check), ("came", came), ("shown", shown))}
    assert len({*accepted.values(), *(each == () for each in found.values())}) == 1, (accepted, found)


def loosely_read(data: bytes) -> Any:
    """The JSON value of bytes as Python's own reader takes it, NaN and half surrogates too; else their text."""
    text = data.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


TARGETS: dict[str, Callable[[bytes], None]] = {"dispatch": dispatch, "declare": declare}
