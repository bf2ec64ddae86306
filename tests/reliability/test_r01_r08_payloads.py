"""R1-R8: whatever comes as a payload is a result, strictly read and bounded."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from dispatching import add, call

from toolkit import Dispatcher, ToolCall, tool

ENTERED: list[Any] = []


@tool
def note(text: str, n: int = 0, ratio: float = 0.0, flag: bool = False, items: list[int] = [], lone: str = "") -> str:  # noqa: B006, PLR0917
    """Note."""
    ENTERED.append(text)
    return text


@tool
def lone(text: str) -> str:
    """Take a lone string."""
    ENTERED.append(text)
    return text


DISPATCHER = Dispatcher([note, lone, add])


class Hostile:
    """Everything about it raises."""

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise RuntimeError

    def __len__(self) -> int:
        raise RuntimeError

    def __iter__(self) -> Any:
        raise RuntimeError

    def __repr__(self) -> str:
        raise RuntimeError


class HostileText(str):
    __slots__ = ()

    def __len__(self) -> int:
        raise RuntimeError

    def __getitem__(self, key: Any) -> Any:
        raise RuntimeError

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = str.__hash__


class HostileDict(dict):
    def items(self) -> Any:
        raise RuntimeError

    def __iter__(self) -> Any:
        raise SystemExit(3)

    def __getitem__(self, key: Any) -> Any:
        raise RuntimeError


class EndlessAttributes:
    def __getattr__(self, name: str) -> Any:
        return self


class LyingClass:
    @property
    def __class__(self) -> Any:
        raise RuntimeError


def deep(levels: int, make: Any) -> Any:
    """An object nested so deep."""
    value: Any = {}
    for _ in range(levels):
        value = make(value)
    return value


SELF: list[Any] = []
SELF.append(SELF)

PAYLOADS = [
    None,
    True,
    5,
    2.5,
    "text",
    "",
    b"bytes",
    bytearray(b"x"),
    [],
    {},
    (),
    set(),
    object(),
    type,
    print,
    iter([]),
    Hostile(),
    HostileText("x"),
    HostileDict(a=1),
    EndlessAttributes(),
    LyingClass(),
    SELF,
    ValueError("x"),
    deep(100_000, lambda value: [value]),
    deep(5000, lambda value: {"function": value}),
    {"type": "function"},
    {"type": "function", "function": None},
    {"type": "function", "function": []},
    {"type": "function", "function": {"name": None, "arguments": "{}"}},
    {"type": "function", "function": {"name": 5, "arguments": "{}"}},
    {"type": "function", "function": {"name": "", "arguments": "{}"}},
    {"type": "function", "function": {"name": "note"}},
    {"type": "function", "function": {"name": "note", "arguments": 5}},
    {"type": "function", "function": {"name": "note", "arguments": ["text"]}},
    {"type": "function", "function": {"name": "note", "arguments": Hostile()}},
    {"type": "function", "function": {"name": HostileText("note"), "arguments": "{}"}},
    {"type": "function", "id": 5, "function": {"name": "note", "arguments": "{}"}},
    {"type": "function", "id": "x" * 300, "function": {"name": "note", "arguments": '{"text": "x"}'}},
    {"type": "tool_use", "name": "note"},
    {"type": "tool_use", "name": "note", "input": "text"},
    {"functionCall": {"name": "note", "args": [1]}},
    {"functionCall": 5},
    {"toolUse": {}},
    {"toolUse": {"name": "note"}},
    {"name": "note", "arguments": Hostile()},
    {"name": "note", "args": 5},
    {"tool_calls": 5},
    {"tool_calls": [5]},
    ToolCall("note", Hostile()),
    ToolCall("note", HostileDict(text="x")),
    ToolCall("note", [1]),
    ToolCall("note", {1: 2}),
    ToolCall("note", {"text": Hostile()}),
    ToolCall("note", {"text": LyingClass()}),
    ToolCall(5, {}),
    ToolCall(None, {}),  # type: ignore[arg-type]
    ToolCall(Hostile(), Hostile(), Hostile(), Hostile()),
    ToolCall("note", {"text": "x"}, 5),
    ToolCall("note", SELF),  # type: ignore[arg-type]
    ToolCall("note", {"text": SELF}),
    ToolCall("note", HostileText('{"text": "x"}')),
    ToolCall(HostileText("note"), {}),
    ToolCall("note", {HostileText("text"): "x"}),
    ToolCall("note", {"text": HostileText("x")}, HostileText("id")),
    ToolCall("note", deep(100_000, lambda value: {"text": value})),
    ToolCall("note", b"\xff\xfe"),
    ToolCall("note", "\ud800"),
]


@pytest.mark.parametrize("place", range(len(PAYLOADS)))
def test_r01_every_payload_gives_a_result(place):
    """Any Python object, alone and in a batch; nothing refused is entered."""
    payload = PAYLOADS[place]
    ENTERED.clear()
    result = DISPATCHER.dispatch(payload)
    results = DISPATCHER.dispatch_all([payload, call("add", a=1, b=2)])
    assert isinstance(result.text, str)
    assert len(result.text) <= 2000
    assert results[-1].value == 3
    assert ENTERED == [] or result.ok


async def test_r01_async_callers_get_results_too():
    """The same."""
    for payload in PAYLOADS:
        assert isinstance((await DISPATCHER.adispatch(payload)).kind, str)
        assert (await DISPATCHER.adispatch_all(payload)) is not None


def test_r01_a_keyboard_interrupt_passes():
    """From a body in this thread, and in the loop's."""

    @tool
    def stop() -> None:
        """Stop."""
        raise KeyboardInterrupt

    @tool
    async def astop() -> None:
        """Stop."""
        raise KeyboardInterrupt

    for each in (stop, astop):
        for settings in ({}, {"timeout_seconds": 5}):
            with pytest.raises(KeyboardInterrupt):
                Dispatcher([each], **settings).call(each)
    assert DISPATCHER.call(add, 1, 2).value == 3


@pytest.mark.parametrize(
    "payload",
    [
        {"id": "i", "type": "function", "function": {"name": "add", "arguments": '{"a": 1, "b": 2}'}},
        {"type": "function_call", "call_id": "i", "name": "add", "arguments": '{"a": 1, "b": 2}'},
        {"type": "tool_use", "id": "i", "name": "add", "input": {"a": 1, "b": 2}},
        {"functionCall": {"name": "add", "args": {"a": 1, "b": 2}}},
        {"function": {"name": "add", "arguments": {"a": 1, "b": 2}}},
        {"toolUse": {"toolUseId": "i", "name": "add", "input": {"a": 1, "b": 2}}},
        {"name": "add", "arguments": {"a": 1, "b": 2}},
        {"name": "add", "args": {"a": 1, "b": 2}, "id": "i", "type": "tool_call"},
    ],
)
def test_r02_every_providers_shape_is_read(payload):
    """Whole, or with one field less: then refused, unless that is the id."""
    assert DISPATCHER.dispatch(payload).value == 3
    for name in ("id", "call_id"):
        assert DISPATCHER.dispatch({key: each for key, each in payload.items() if key != name}).value == 3


def test_r02_ids_are_not_repeated_in_messages():
    """They are opaque."""
    for one in (ToolCall("nope", {}, "secret-id"), ToolCall("add", {"a": "x"}, "secret-id")):
        assert "secret-id" not in DISPATCHER.dispatch(one).text


@pytest.mark.parametrize("empty", ["", "  \n", "null", "{}", None, {}])
def test_r03_empty_means_no_arguments(empty):
    """In each of its forms."""

    @tool
    def f() -> str:
        """F."""
        return "ran"

    assert Dispatcher([f]).dispatch(ToolCall("f", empty)).text == "ran"


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "5",
        '"x"',
        "true",
        "{",
        '{"text": "x"} trailing',
        "text=x",
        "{'text': 'x'}",
        "\ufeff{}",
        "x",
        "{}{}",
        '"[1]"',
    ],
)
def test_r03_anything_but_one_object_is_refused(text):
    """No raw text reaches a parameter."""
    ENTERED.clear()
    for name in ("note", "lone"):
        result = Dispatcher([note, lone]).dispatch(ToolCall(name, text))
        assert (result.kind, "JSON" in result.text) == ("malformed_call", True)
    assert ENTERED == []


def test_r03_python_text_is_never_run(tmp_path):
    """No eval of what a model writes."""
    file = tmp_path / "touched"
    text = f"__import__('pathlib').Path({str(file)!r}).touch()"
    for arguments in (text, f'{{"text": {text}}}', {"n": text}):
        DISPATCHER.dispatch(ToolCall("note", arguments))
    assert not file.exists()


@pytest.mark.parametrize(
    "text",
    [
        '{"text": "a", "text": "b"}',
        '{"text": "x", "n": NaN}',
        '{"text": "x", "ratio": Infinity}',
        '{"text": "x", "ratio": -Infinity}',
        '{"text": "x", "ratio": 1e400}',
        '{"text": "\\ud800"}',
        '{"text": "\ud800"}',
        '\ufeff{"text": "x"}',
        '{"text": "x", "items": [{"a": 1, "a": 2}]}',
    ],
)
def test_r04_json_is_strict(text):
    """Nothing that two readers would read differently."""
    assert DISPATCHER.dispatch(ToolCall("note", text)).kind == "malformed_call"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800"])
def test_r04_objects_are_held_to_the_same(value):
    """What came as Python values."""
    assert DISPATCHER.dispatch(ToolCall("note", {"text": "x", "lone": value})).ok is False


@pytest.mark.parametrize("levels", [65, 1000, 100_000])
@pytest.mark.parametrize("bracket", ["[]", "{}"])
def test_r05_depth_is_bounded(levels, bracket):
    """As text and as objects."""
    opening = bracket[0] if bracket == "[]" else '{"a":'
    text = f'{{"text": {opening * levels}1{bracket[1] * levels}}}'
    make = (lambda value: [value]) if bracket == "[]" else (lambda value: {"a": value})
    assert DISPATCHER.dispatch(ToolCall("note", text)).kind == "malformed_call"
    assert DISPATCHER.dispatch(ToolCall("note", {"text": deep(levels, make)})).kind == "malformed_call"


def test_r05_integers_are_bounded():
    """A thousand digits."""
    big = "9" * 1001
    assert DISPATCHER.dispatch(ToolCall("note", f'{{"text": "x", "n": {big}}}')).kind == "malformed_call"
    assert DISPATCHER.dispatch(ToolCall("note", {"text": "x", "n": 10**5000})).kind == "malformed_call"
    assert DISPATCHER.dispatch(ToolCall("note", f'{{"text": "x", "n": {big[:999]}}}')).ok


@pytest.mark.parametrize(
    "wrong",
    [
        {"n": "1"},
        {"n": True},
        {"n": 1.5},
        {"n": None},
        {"n": [1]},
        {"ratio": "NaN"},
        {"ratio": "inf"},
        {"ratio": True},
        {"flag": 1},
        {"flag": "true"},
        {"text": 5},
        {"text": None},
        {"items": {"0": 1}},
        {"items": ["1"]},
        {"items": "1,2"},
        {"ratio": 10**400},
    ],
)
def test_r06_nothing_is_coerced(wrong):
    """Strictly what the schema says."""
    ENTERED.clear()
    result = DISPATCHER.dispatch(ToolCall("note", {"text": "x", **wrong}))
    assert (result.ok, ENTERED) == (False, [])


def test_r06_a_whole_number_is_an_integer():
    """3.0 is one in JSON Schema."""
    assert DISPATCHER.dispatch(ToolCall("add", '{"a": 3.0, "b": 1}')).value == 4


@pytest.mark.parametrize(
    "name",
    ["extra", "ｔext", "Text", "text ", "__class__", "__proto__", "self", "lc", "$type", ""],  # noqa: RUF001
)
def test_r07_unknown_arguments_are_refused_by_name(name):
    """Never dropped."""
    result = DISPATCHER.dispatch(ToolCall("note", {"text": "x", name: "y"}))
    assert result.kind == "invalid_arguments"
    assert any(name.strip() in str(each) for each in result.error.violations)


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize(
    "arguments",
    [
        json.dumps({"text": "x" * 10_000_000}),
        json.dumps({"text": "x", "items": ["a"] * 20_000}),
        json.dumps({f"k{n}": n for n in range(50_000)}),
        {f"k{n}": n for n in range(50_000)},
        {"text": "x", "items": ["a"] * 200_000},
        "[" * 10_000_000,
        '{"a":' * 100_000,
        '{"text": "' + "\\u0041" * 150_000 + '"',
    ],
)
def test_r08_time_and_messages_are_bounded(arguments):
    """However large it is."""
    started = time.process_time()
    result = DISPATCHER.dispatch(ToolCall("note", arguments))
    assert (result.ok, len(result.text) <= 2000, time.process_time() - started < 5) == (False, True, True)


@pytest.mark.parametrize("id_", ["\ud800", "c\udfff"])
def test_r02_an_id_that_no_text_can_hold_is_refused(id_):
    """It would break the message that carries the result."""
    result = DISPATCHER.dispatch(ToolCall("note", {"text": "x"}, id_))
    assert result.kind == "malformed_call"
    json.dumps(result.to_message("openai"), ensure_ascii=False).encode()
