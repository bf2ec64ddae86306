"""`toolkit call` makes calls of words, payloads and standard input."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from cli_shop import Run, openai_call


@pytest.mark.parametrize(
    ("words", "out"),
    [
        (["price", "article=tea"], "2.5\n"),
        (["price", "article=tea", "count=2"], "5.0\n"),
        (["price", '{"article": "tea", "count": 4}'], "10.0\n"),
        (["echo", "text=3"], "3\n"),
        (["echo", "text=a\nb"], "a\nb\n"),
        (
            ["order", "article=tea", "at.city=Oslo", "at.zip_code=150", "tags=a", "tags=b"],
            '{"article": "tea", "at": {"city": "Oslo", "zip_code": 150}, "tags": ["a", "b"]}\n',
        ),
    ],
)
def test_call_prints_what_the_model_would_read(run: Run, words: list[str], out: str):
    """The text of the result stands alone on standard output; what the tool prints does not."""
    ran = run("call", "./shop.py", *words)
    assert (ran.status, ran.out, ran.said) == (0, out, [])


def test_a_sole_tool_need_not_be_named(run: Run):
    """Arguments alone are enough where only one tool can be meant."""
    assert run("call", "./shop.py:price", "article=tea").out == "2.5\n"
    assert run("call", "./shop.py", "article=tea").status == 2


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([], "name the tool to call; there are price, order, pay, fail, echo"),
        (["pirce"], "no tool 'pirce'; did you mean price?"),
        (["article=tea"], "no tool 'article=tea'; there are price, order, pay, fail, echo"),
        (["price", "tea"], "'tea' is neither key=value nor a JSON object; write name=value for each argument"),
        (["price", "count=1", "count=2"], "count takes one value and is given 2"),
        (["{}", "x"], "a payload stands alone, without 'x'; or name the tool before its arguments"),
        (["--timeout", "0"], "argument --timeout: '0' is no number of seconds above 0; see toolkit call --help"),
        (["--a", "3"], "unrecognized argument '--a': an argument of a tool is written a=VALUE; see toolkit --help"),
        (["--a=3"], "unrecognized argument '--a=3': an argument of a tool is written a=3; see toolkit --help"),
        (["--timeout", "x"], "argument --timeout: 'x' is no number of seconds above 0; see toolkit call --help"),
    ],
)
def test_words_that_make_no_call_are_wrong_use(run: Run, words: list[str], line: str):
    """The exit status is 2, and the line says what to write."""
    ran = run("call", "./shop.py", *words)
    assert (ran.status, ran.out, ran.said) == (2, "", [f"toolkit: {line}"])


@pytest.mark.parametrize(
    ("payload", "line"),
    [
        ('{"a": ', "the payload is no valid JSON: Expecting value at line 1 column 7"),
        ("[" * 100_000, "the payload is no valid JSON: "),
        ('{"a": 1, "a": 2}', "the JSON has the name 'a' twice in one object; send it once"),
        ('{"city": "Oslo"}', "no tool call found: "),
        ("<tool_call>", "the payload is no valid JSON: Expecting value at line 1 column 1"),
    ],
)
def test_a_payload_that_is_nobodys_fails(run: Run, payload: str, line: str):
    """In one line that says what is wrong with it."""
    ran = run("call", "./shop.py", payload)
    assert (ran.status, ran.out, len(ran.said)) == (1, "", 1)
    assert ran.said[0].startswith("toolkit: ")
    assert line in ran.said[0] or payload.startswith("[[")
    (told,) = run("call", "./shop.py", payload, "--json").json
    assert (told["ok"], told["kind"], told["text"][:40]) == (False, "malformed_call", ran.said[0][9:49])


def test_a_broken_call_is_answered_under_its_id(run: Run):
    """As the model waits for it."""
    ran = run("call", "./shop.py", '{"id": "c1", "type": "function", "function": {}}', "--messages")
    assert (ran.status, ran.json[0]["tool_call_id"]) == (1, "c1")
    assert ran.said == ["toolkit: function.name is missing; expected text"]


def test_a_message_without_calls_is_done(run: Run):
    """There is nothing to call, and the command says so."""
    ran = run("call", "./shop.py", '{"role": "assistant", "content": "hi"}')
    assert (ran.status, ran.out, ran.said) == (0, "", ["toolkit: the message calls no tool"])
    assert run("call", "./shop.py", '{"role": "assistant", "content": "hi"}', "--json").json == []


def test_prose_is_read_by_name(run: Run):
    """What a local model writes into its text."""
    prose = 'At once. <tool_call>{"name": "echo", "arguments": {"text": "hi"}}</tool_call>'
    assert run("call", "./shop.py", "--from", "text", prose).out == "hi\n"


@pytest.mark.parametrize("words", [["-"], ["echo", "-"]])
def test_a_dash_stands_for_standard_input(run: Run, words: list[str], monkeypatch: pytest.MonkeyPatch):
    """For a payload, and for the arguments of a named tool."""
    given = {"text": "hi"} if len(words) == 2 else openai_call("echo", text="hi")
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(given)))
    assert run("call", "./shop.py", *words).out == "hi\n"


def test_standard_input_is_bounded(run: Run, monkeypatch: pytest.MonkeyPatch):
    """No more is read than a payload may hold."""
    monkeypatch.setattr("sys.stdin", io.StringIO("x" * 2_000_000))
    ran = run("call", "./shop.py", "-")
    assert (ran.status, ran.said) == (1, ["toolkit: standard input has more than 1,048,576 characters"])


def test_standard_input_is_utf_8(run: Run, monkeypatch: pytest.MonkeyPatch):
    """Whatever encoding the terminal has."""
    given = json.dumps(openai_call("echo", text="日本"), ensure_ascii=False).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="ascii"))
    assert run("call", "./shop.py", "-").out == "日本\n"


def test_standard_input_that_is_no_text_fails(run: Run, monkeypatch: pytest.MonkeyPatch):
    """Bytes that are not UTF-8 are refused by their position."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"a": "\xff"}'), encoding="utf-8"))
    ran = run("call", "./shop.py", "-")
    assert (ran.status, ran.said) == (1, ["toolkit: standard input is no text: not UTF-8 at byte 7"])


@pytest.mark.parametrize("words", [["-"], ["echo", "-"]])
def test_standard_input_that_is_empty_is_wrong_use(run: Run, words: list[str], monkeypatch: pytest.MonkeyPatch):
    """The line says what to send."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    ran = run("call", "./shop.py", *words)
    assert (ran.status, ran.said) == (2, ["toolkit: standard input is empty; send a call"])


@pytest.mark.parametrize(
    "words",
    [
        ["price=0.1000000000000000000001"],
        ["keep", '{"price": 0.1000000000000000000001}'],
        ['{"type": "tool_use", "id": "1", "name": "keep", "input": {"price": 0.1000000000000000000001}}'],
    ],
)
def test_numbers_keep_their_digits(run: Run, words: list[str]):
    """Where the tool wants them, be it in words or in JSON."""
    Path("till.py").write_text(
        "from decimal import Decimal\nfrom toolkit import tool\n"
        "@tool\ndef keep(price: Decimal) -> Decimal:\n    'Keep.'\n    return price\n",
        "utf-8",
    )
    assert run("call", "./till.py", *words).out == '"0.1000000000000000000001"\n'


def test_a_tool_that_needs_a_context_is_left_to_programs(run: Run):
    """The command line has none to give."""
    Path("who.py").write_text(
        "from toolkit import ToolContext, tool\n@tool\ndef who(c: ToolContext[int]) -> int:\n    'Who.'\n", "utf-8"
    )
    ran = run("call", "./who.py", "who")
    said = "who(c): needs a context (int); the command line has none, so call this tool from a program"
    assert (ran.status, ran.said) == (1, [f"toolkit: {said}"])
