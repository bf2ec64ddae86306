"""Results go to standard output, all else to standard error."""

from __future__ import annotations

import json

from cli_shop import Run, message, openai_call, written

HANGING = """
import time
from toolkit import tool

@tool
def hang() -> str:
    'Hang.'
    time.sleep(0.5)
    return ''
"""
LONG = """
from toolkit import tool

@tool
def long() -> list[int]:
    'A long list.'
    return list(range(50_000))
"""
NEEDY = """
from typing import Annotated
from toolkit import Inject, tool

class Database: ...

@tool
def look(db: Annotated[Database, Inject()]) -> str:
    'Look.'
    return ''
"""


def test_json_of_a_failure_is_on_standard_output(run: Run):
    """A program reads why a call failed, and the line for people is there as well."""
    ran = run("call", "./shop.py", "price", "count=x", "--json")
    assert (ran.status, ran.json["ok"], ran.json["kind"], ran.json["value"]) == (1, False, "invalid_arguments", None)
    assert [each["path"] for each in ran.json["violations"]] == ["article", "count"]
    assert len(ran.said) == 1


def test_refused_arguments_are_one_line(run: Run):
    """An unknown key is refused with the closest name."""
    ran = run("call", "./shop.py", "price", "artcle=tea")
    assert (ran.status, ran.out, len(ran.said)) == (1, "", 1)
    assert 'did you mean "article"?' in ran.said[0]


def test_a_failing_tool_is_one_line(run: Run):
    """Standard output stays empty."""
    ran = run("call", "./shop.py", "fail", "message=sold\nout")
    assert (ran.status, ran.out, ran.said) == (1, "", ["toolkit: fail: sold; out"])


def test_a_message_runs_all_its_calls(run: Run):
    """The results stand in the order of the calls, each under its own."""
    calls = [openai_call("echo", text="a\nb"), openai_call("price", article="tea", count=2)]
    ran = run("call", "./shop.py", message(*calls))
    assert (ran.status, ran.said) == (0, [])
    assert ran.out == 'echo(text="a\\nb")\n  a\n  b\n\nprice(article="tea", count=2)\n  5.0\n'


def test_a_message_of_one_call_prints_the_result_alone(run: Run):
    """As if the tool had been named."""
    assert run("call", "./shop.py", json.dumps(openai_call("echo", text="hi"))).out == "hi\n"


def test_a_failed_call_leaves_its_siblings(run: Run):
    """Results go to standard output, failures to standard error, and the exit status is 1."""
    calls = [openai_call("fail"), openai_call("echo", text="hi"), openai_call("nobody")]
    ran = run("call", "./shop.py", message(*calls))
    assert (ran.status, ran.out) == (1, 'echo(text="hi")\n  hi\n')
    assert [line.split(": ")[1] for line in ran.said] == ["fail", "nobody"]


def test_json_of_a_message_is_a_list(run: Run):
    """One entry for each call, also for a sole one."""
    ran = run("call", "./shop.py", message(openai_call("fail"), openai_call("echo", text="hi")), "--json")
    assert [(each["id"], each["kind"]) for each in ran.json] == [("call_fail", "tool_error"), ("call_echo", "ok")]
    assert len(run("call", "./shop.py", json.dumps(openai_call("echo", text="hi")), "--json").json) == 1


def test_messages_answer_the_model(run: Run):
    """--messages writes in the dialect of the calls, --for in another one."""
    payload = message(openai_call("echo", text="hi"))
    assert run("call", "./shop.py", payload, "--messages").json == [
        {"role": "tool", "tool_call_id": "call_echo", "content": "hi"}
    ]
    [answer] = run("call", "./shop.py", payload, "--for", "anthropic").json
    assert (answer["role"], answer["content"][0]["type"]) == ("user", "tool_result")


def test_a_call_ends_after_its_timeout(run: Run):
    """A body that hangs is left behind."""
    written("hanging.py", HANGING)
    ran = run("call", "./hanging.py", "hang", "--timeout", "0.05", "--json")
    assert (ran.status, ran.json["kind"]) == (1, "timeout")


def test_a_missing_context_is_one_line(run: Run):
    """What only a program can give is missed by name."""
    written("context.py", NEEDY)
    ran = run("call", "./context.py", "look")
    assert (ran.status, ran.out, len(ran.said)) == (1, "", 1)
    assert "look(db)" in ran.said[0]


def test_json_of_a_result_that_was_cut_has_its_text(run: Run):
    """What is left of it is no JSON any more."""
    written("long.py", LONG)
    told = run("call", "./long.py", "long", "--json").json
    assert told["value"] == told["text"]
    assert told["text"].endswith("characters]")
