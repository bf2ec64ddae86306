"""Calls that local models write into prose, and prose that only looks like one."""

from __future__ import annotations

import json
import time
from typing import Annotated

import msgspec
import pytest
from hypothesis import given, strategies as st
from samples import needs_re2

from toolkit import Dispatcher, Tool
from toolkit.calls import ToolCall
from toolkit.descriptor import (
    AnyOfType,
    AnyType,
    BooleanType,
    EnumType,
    IntegerType,
    ListType,
    NullType,
    ReferenceType,
    StringType,
    ToolDescriptor,
    ToolParameterDescriptor as Parameter,
)
from toolkit.dialects import read_calls
from toolkit.errors import CallError
from toolkit.providers import Text
from toolkit.providers.pieces import MAX_CHARS
from toolkit.providers.prose.tags import Untyped
from toolkit.providers.prose.thoughts import without_thoughts

BAR, BLOCK = "\uff5c", "\u2581"
BEGIN, SEPARATOR, END = (f"<{BAR}tool{BLOCK}{what}{BAR}>" for what in (f"call{BLOCK}begin", "sep", f"call{BLOCK}end"))
ADD = '{"name": "add", "arguments": {"a": 1}}'
ONE = [("add", {"a": 1}, None)]
RAW = [("add", '{"a": 1}', None)]
TEXTS = [("add", {"a": "1", "b": "x\ny"}, None)]


def read(text, **options):
    """Name, arguments and id of each call; the problem where there is one."""
    return [call.problem or (call.name, call.arguments, call.id) for call in Text().read_calls(text, **options)]


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        (f"Sure.\n<tool_call>\n{ADD}\n</tool_call>", ONE),
        (f"<tool_call>{ADD}", ONE),
        (f"<tool_call>```json\n{ADD}\n```</tool_call>", ONE),
        (f"<tool_call>[{ADD}]</tool_call>", ONE),
        (f"<function_call>{ADD}</function_call>", ONE),
        (f"<|tool_call|>[{ADD}]", ONE),
        (f"<tool_calls>[{ADD}]</tool_calls>", ONE),
        (f"<tool_calls>\n<tool_call>{ADD}</tool_call>\n</tool_calls>", ONE),
        (f"<longcat_tool_call>{ADD}</longcat_tool_call>", ONE),
        (f"<functioncall> {ADD}", ONE),
        (f"<TOOLCALL>[{ADD}]</TOOLCALL>", ONE),
        (f" functools[{ADD}]", ONE),
        ('<|START_ACTION|>[{"tool_name": "add", "parameters": {"a": 1}}]<|END_ACTION|>', ONE),
        ('<|action_start|><|plugin|>{"name": "add", "parameters": {"a": 1}}<|action_end|>', ONE),
        (f"<tool_call>{ADD}</tool_call>\n<tool_call>{ADD}</tool_call>", ONE * 2),
        ('<|python_tag|>{"name": "add", "parameters": {"a": 1}}', ONE),
        (f"<|python_tag|>{ADD}; {ADD}<|eom_id|>", ONE * 2),
        ('<function=add>{"a": 1}</function>', RAW),
        (
            (
                "<tool_call>\n<function=add>\n<parameter=a>\n1\n</parameter>\n<parameter=b>\nx\ny\n</parameter>\n"
                "</function>\n</tool_call>"
            ),
            TEXTS,
        ),
        (
            (
                '<function_calls><invoke name="add"><parameter name="a">1</parameter>'
                '<parameter name="b">x\ny</parameter></invoke></function_calls>'
            ),
            TEXTS,
        ),
        (
            (
                f'<{BAR}DSML{BAR}invoke name="add"><{BAR}DSML{BAR}parameter name="a" string="true">1'
                f'</{BAR}DSML{BAR}parameter><{BAR}DSML{BAR}parameter name="b">x\ny</{BAR}DSML{BAR}parameter>'
                f"</{BAR}DSML{BAR}invoke>"
            ),
            TEXTS,
        ),
        ('<invoke name="add"><parameter name="a">1<parameter name="b">x\ny</invoke>', TEXTS),
        ('<invoke name="add"><parameter name="a">1', [("add", {"a": "1"}, None)]),
        (
            '<invoke name="add"><parameter name="a">1<invoke name="now">',
            [("add", {"a": "1"}, None), ("now", {}, None)],
        ),
        (
            '<function=run><parameter=code>print("</function>")</parameter></function>',
            [("run", {"code": 'print("</function>")'}, None)],
        ),
        (
            (
                "<tool_call>add\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n"
                "<arg_key>b</arg_key><arg_value>x\ny</arg_value></tool_call>"
            ),
            TEXTS,
        ),
        ("<tool_call>now\n</tool_call>", [("now", {}, None)]),
        ('[TOOL_CALLS][{"name": "add", "arguments": {"a": 1}, "id": "abcdefghi"}]', [("add", {"a": 1}, "abcdefghi")]),
        ('[TOOL_CALLS]add[CALL_ID]c1[ARGS]{"a": 1}', [("add", '{"a": 1}', "c1")]),
        ('[TOOL_CALLS]add{"a": 1}[TOOL_CALLS]add{"a": 1}', RAW * 2),
        (f'{BEGIN}function{SEPARATOR}add\n```json\n{{"a": 1}}\n```{END}', RAW),
        (f'{BEGIN}add{SEPARATOR}{{"a": 1}}{END}', RAW),
        (
            '<|tool_call_begin|>functions.add:0<|tool_call_argument_begin|>{"a": 1}<|tool_call_end|>',
            [("add", '{"a": 1}', "functions.add:0")],
        ),
        ('<|channel|>commentary to=functions.add <|constrain|>json<|message|>{"a": 1}<|call|>', RAW),
        (f"Sure:\n```json\n{ADD}\n```\nDone.", ONE),
        (f"```\n{ADD}\n```", ONE),
        (f"```json\n{ADD}", ONE),
        (ADD, ONE),
        (f"  {ADD}  ", ONE),
        (f"[{ADD}, {ADD}]", ONE * 2),
        (f"Sure!\n{ADD}\n{ADD}", ONE * 2),
        ('{"name": "add", "parameters": {"a": 1}}', ONE),
        ('{"name": "add", "arguments": "{\\"a\\": 1}"}', RAW),
        (
            '{"tool_calls": [{"id": "c1", "type": "function", "function": {"name": "add", "arguments": {"a": 1}}}]}',
            [("add", {"a": 1}, "c1")],
        ),
        (f"<think>{ADD}\n<tool_call>{ADD}</tool_call></think>\n<tool_call>{ADD}</tool_call>", ONE),
        ("<|python_start|>[add(a=1), now()]<|python_end|>", [*ONE, ("now", {}, None)]),
        ("<|python_start|>add(a=1)  # don't\nsay(a=r'\\d', b='\\d')", [*ONE, ("say", {"a": r"\d", "b": r"\d"}, None)]),
        ("Sure. <|tool_call_start|>[add(a=1)]<|tool_call_end|>Done.", ONE),
        (f"<|tool_call_start|>[{ADD}]<|tool_call_end|>", ONE),
        ("<function_calls>\nadd(a=1)\nnow()\n</function_calls>", [*ONE, ("now", {}, None)]),
        ("Sure:\n```tool_code\nadd(a=1)\n```\nand\n```tool_code\nadd(a=1)\n```", ONE * 2),
        ("  [add(a=1), add(a=1)]\n", ONE * 2),
        ("<|tool_call_start|>add(a=1), now()<|tool_call_end|>", [*ONE, ("now", {}, None)]),
        ("```tool_code\nprint(default_api.add(a=1))\n```", ONE),
        ("<tool_code>\nprint(add(a=1), add(a=1))\n</tool_code>", ONE * 2),
        ("<|python_start|>[functions.add(a=1)]<|python_end|>", ONE),
        (f"<tool_calls>\n{ADD}\n{ADD}\n</tool_calls>", ONE * 2),
        ("<start_function_call>call:add{a:1}<end_function_call>call:x", [("add", '{"a":1}', None)]),
        ('<tool_call>add\n```json\n{"a": 1}\n```\n</tool_call>', RAW),
        (
            "<tool_call>add<tool_sep>\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n</tool_call>",
            [("add", {"a": "1"}, None)],
        ),
        ("<tool_call>now<tool_sep></tool_call>", [("now", {}, None)]),
        ('<function name="add"><param name="a">1</param><param name="b">\nx\ny\n</param></function>', TEXTS),
        ('<|tools_prefix|>[{"add": {"a": 1}}, {"now": {}}]<|tools_suffix|>', [*ONE, ("now", {}, None)]),
        (
            '<|tool_call:begin|>c1<|tool_call:name|>add<|tool_call:args|>{"a": 1}<|tool_call:end|>',
            [("add", '{"a": 1}', "c1")],
        ),
        (
            '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "add", "parameters": {"a": 1}}]',
            [("add", {"a": 1}, "0")],
        ),
        ('Action: ```json\n[{"tool_name": "add", "parameters": {"a": 1}}]```', ONE),
        ('Thought: I add.\nAction: add\nAction Input: {"a": 1}\n', RAW),
        ('**Action:** add\n\n**Action Input:** {"a": 1}\n', RAW),
        ("```tool_code\nadd(a=1)```\n", ONE),
        ('Action: add\nAction Input:\n```json\n{"a": 1}\n```', RAW),
        ('Action:\n```json\n{"action": "add", "action_input": {"a": 1}}\n```', ONE),
        ('{"tool": "add", "tool_input": {"a": 1}}', ONE),
        (f'<{BAR}DSML{BAR}tool_calls>\n<{BAR}DSML{BAR}invoke name="add">\n{{"a": 1}}\n</{BAR}DSML{BAR}invoke>', RAW),
        (
            (
                "<longcat_tool_call>add\n<longcat_arg_key>a</longcat_arg_key>\n<longcat_arg_value>1</longcat_arg_value>\n"
                "</longcat_tool_call>"
            ),
            [("add", {"a": "1"}, None)],
        ),
        (
            (
                '<|open|>tools<|sep|><|open|>call tool="add" index="1"<|sep|>'
                '<|open|>argument key="a" type="number"<|sep|>1<|close|>argument<|sep|>'
                '<|open|>argument key="b" type="string"<|sep|>2<|close|>argument<|sep|><|close|>call<|sep|>'
                '<|open|>call tool="now" index="2"<|sep|><|close|>call<|sep|><|close|>tools<|sep|>'
            ),
            [("add", {"a": 1, "b": "2"}, None), ("now", {}, None)],
        ),
        ('all\nI add.>>>add\n{"a": 1}', RAW),
        ('>>>add\n{"a": 1}>>>add\r\n{"a": 1}<|eot_id|>', RAW * 2),
        ('add\n{"a": 1}\n>>>add\n{"a": 1}', RAW * 2),
    ],
)
def test_a_call_is_read_in_every_familys_form(text, calls):
    """Hermes, Qwen, Llama, Mistral, DeepSeek, GLM, Kimi, gpt-oss, tags, Python and plain JSON."""
    assert read(text) == calls


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I could use <tool_call> tags here.",
        "The [TOOL_CALLS] token begins a call.",
        "In <tool_calls>, functools[0] and <TOOLCALL> stands nothing.",
        f"{BEGIN} is a token; so is <|tool_call_begin|>.",
        f"{BEGIN}add{SEPARATOR} and no arguments",
        "<tool_call>add(1, 2)</tool_call>",
        '<|python_tag|>brave_search.call(query="x")',
        '{"name": "Ann", "age": 3}',
        '{"name": "add", "parameters": {"type": "object", "properties": {}}}',
        '{"name": "add", "description": "Adds.", "arguments": {}}',
        '{"name": "a b", "arguments": {}}',
        '{"name": 5, "arguments": {}}',
        '{"name": "add", "arguments": 5}',
        '{"type": "function", "function": "add"}',
        '{"tool_calls": []}',
        "[]",
        "[1, 2]",
        f"You could send\n{ADD}\nto me.",
        f"You could send {ADD}",
        "```json\n{broken}\n```",
        f"```python\n{ADD}\n```\nprints it.",
        f"```json\n{ADD}\nand more\n```\nprints it.",
        "{\n{\n",
        "The <function_calls> tag, and the <|python_start|> token.",
        "<|python_start|>x = add(a=1)<|python_end|>",
        "```tool_code for that```",
        "[add(a=1)] is what I would call.",
        "[add(1)]",
        "[add(a=b)]",
        "[a, b]",
        f"<think><tool_call>{ADD}</tool_call>",
        f"<tool_call>{ADD}</tool_call></think> Hi.",
        f"[THINK]<tool_call>{ADD}</tool_call>[/THINK] Hi.",
        f"<seed:think>{ADD}</seed:think>",
        f"<|START_THINKING|><tool_call>{ADD}</tool_call><|END_THINKING|>",
        f"<|channel|>analysis<|message|><tool_call>{ADD}</tool_call><|end|><|channel|>final<|message|>Hi.",
        "<|channel>thought\n<|tool_call>call:add{a:1}<tool_call|><channel|>Hi.",
        '<|open|>think<|sep|><|open|>call tool="add"<|sep|><|close|>call<|sep|><|close|>think<|sep|>Hi.',
        '<|open|>call tool="add"<|sep|><|close|>call<|sep|><|close|>think<|sep|>Hi.',
        '<|start|>functions.add to=assistant<|channel|>commentary<|message|>{"a": 1}<|end|>',
        '<|channel|>analysis to=browser.search<|message|>{"query": "x"}<|call|>',
        "The <|tool_call> token, <|tools_prefix|> and <tool_code>.",
        "Action: add\nAction Input: the numbers",
        "Action: none\nFinal Answer: {}",
        '```json\n{"action": "Final Answer", "action_input": "Hi."}\n```',
        '{"tool": "hammer", "parameters": {}}',
        'In Qt, <function name="add"> begins a function.',
        "print(add(a=1))",
        "add(a=1), add(a=2)",
        'add\n{"a": 1}',
        '>>>all\n{"a": 1}',
        '>>> add\n{"a": 1}',
        '>>>>>>>add\n{"a": 1}',
        ">>>add\nI quote.",
    ],
)
def test_prose_that_only_looks_like_a_call_is_none(text):
    """Mentions of marks, data, declarations, examples in the middle, code, thoughts."""
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('<tool_call>{"name": "add", "arguments": {"a": 1,}}</tool_call>', "the arguments are no valid JSON: "),
        ('<tool_call>{"name": "add"', "the JSON of a call has no end"),
        ("<|tool_call>call:add{a:[1}", "the arguments of add have no end"),
        ("<|tools_prefix|>[5]", "the calls are no array of objects; expected [{name: {...}}]"),
        ('<|tools_prefix|>[{"add": 5}]', "the arguments of the call are a number; expected"),
        ("<tool_code>print(1)</tool_code>", "1 is no call; write name(argument=value)"),
        ('<function=add>{"a": ', "the JSON of the arguments of add has no end"),
        ('<tool_call>{"arguments": {}}</tool_call>', "the call has no name; expected "),
        ('<tool_call>{"name": "add", "arguments": 5}</tool_call>', "the arguments of the call are a number; expected"),
        ("<tool_call>[5]</tool_call>", "the call is a number; expected"),
        (
            '<invoke name="add"><parameter name="a">1</parameter><parameter name="a">2</parameter></invoke>',
            "add gets the argument 'a' twice; send it once",
        ),
        (
            '<invoke name="add"><a>1</a></invoke>',
            "the arguments of add stand in tags that are not known here; send JSON",
        ),
        ("<|python_start|>[add(a=1]", "the calls are no valid Python (closing parenthesis ']' does not match"),
        ("<|python_start|>add(a=" + "-" * 20_000, "the calls are no valid Python ("),
        ("<|python_start|>add(1)", "add gets 1 without a name; write name(argument=value)"),
        ("<|python_start|>add(a=1, a=2)", "add gets a=2 twice or unpacked; write name(argument=value), each"),
        ("<|python_start|>add(**{'a': 1})", "add gets **{'a': 1} twice or unpacked; write"),
        ("<|python_start|>add(a=1)\nprint", "print is no call; write name(argument=value)"),
        ("<|python_start|>add(a=1)\nx = 1", "x = 1 is no call; write name(argument=value)"),
        ("<|python_start|>[add(a=b)]", "b is no value that JSON has; write texts, numbers, True, False, None"),
        ("<|python_start|>[add(a=1e999)]", "1e309 is no value that JSON has"),
        ("<|python_start|>[add(a={'b': 1, 'b': 2})]", "a dict has the key 'b' twice; send it once"),
        ("<|python_start|>[add(a={1: 2})]", "a dict has a key that is no text; write keys in quotes"),
    ],
)
def test_a_marked_call_that_is_broken_has_a_problem(text, problem):
    """The model meant to call, so it gets an answer; what stands beside it is read."""
    (found,) = read(text)
    assert found.startswith(problem)


def test_values_in_python_become_those_of_json():
    """Texts with escapes, numbers, the words of both languages, lists and dicts; a fence in a text ends nothing."""
    written = r"""[add(a="x\d\n'```", b=[1, (-2.5, 3)], c={"d": None, "e": true}, f=r'\w', g="""
    assert read(f'<|tool_call_start|>{written}"é")]')[0][1] == {
        "a": "x\\d\n'```",
        "b": [1, [-2.5, 3]],
        "c": {"d": None, "e": True},
        "f": "\\w",
        "g": "é",
    }


@pytest.mark.parametrize("mark", ["<escape>", '<|"|>'])
def test_values_in_gemmas_form_become_those_of_json(mark):
    """Texts stand between tokens and hold anything; names, and texts that need none, have no quotes."""
    opening = "<start_function_call>" if mark == "<escape>" else "<|tool_call>"
    text = 'it\'s "q", {x}: [y]\n\\n é </tool_call> <think>'
    written = f'a:{mark}{text}{mark}, b: [1,-2.5,true,null,{{c:{mark}{mark},7:x y}}],{mark}d{mark}:"e\\n",f:{{}}'
    (found,) = Text().read_calls(f"Sure.{opening}call:add{{{written}}}")
    expected = {"a": text, "b": [1, -2.5, True, None, {"c": "", "7": "x y"}], "d": "e\n", "f": {}}
    assert json.loads(found.arguments) == expected


def test_a_broken_call_hides_no_sibling():
    """The next mark is read as if nothing had happened."""
    broken, good = read(f'<tool_call>{{"name": "add", "arguments": {{"a"}}}}</tool_call><tool_call>{ADD}</tool_call>')
    assert isinstance(broken, str)
    assert good == ONE[0]


def test_json_without_a_mark_has_to_name_a_tool_that_exists():
    """Where the names are given, other JSON is prose; a mark says by itself that a call is meant."""
    assert read(ADD, names={"add"}) == ONE
    assert read(ADD, names={"sub"}) == []
    assert read(f"<tool_call>{ADD}</tool_call>", names={"sub"}) == ONE


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "say", "arguments": {"a": "<think>b</think>c"}}</tool_call>',
        "<function=say><parameter=a><think>b</think>c</parameter></function>",
    ],
)
def test_an_argument_may_speak_of_thoughts(text):
    """What stands in a call was said."""
    assert read(f"<think>{ADD}</think>{text}") == [("say", {"a": "<think>b</think>c"}, None)]


@pytest.mark.parametrize(
    "message",
    [
        ADD,
        {"role": "assistant", "content": ADD},
        {"choices": [{"message": {"role": "assistant", "content": ADD}}]},
        {"choices": [{"text": ADD}]},
        {"message": {"role": "assistant", "content": ADD}, "done": True},
        {"response": ADD, "done": True},
        {"role": "assistant", "content": [{"type": "text", "text": ADD}]},
    ],
)
def test_text_is_found_in_messages_and_responses(message):
    """Of chat and of completion APIs; only where somebody names this provider."""
    assert read_calls(message, "text") == [ToolCall("add", {"a": 1}, None, "text")]
    if isinstance(message, str) or "role" not in message:
        with pytest.raises(CallError):
            read_calls({"text_of_a_model": message})
    assert read_calls({"role": "assistant", "content": None}, "text") == []


def test_thoughts_are_left_out():
    """Whichever of the two tags a model leaves out."""
    assert without_thoughts("a<think>b</think>c<think>d</think>e") == "ace"
    assert without_thoughts("a<think>b") == "a"
    assert without_thoughts("a</think>b</think>c") == "b</think>c"
    assert without_thoughts("a[/THINK]b[THINK]c[/THINK]d<thinking>e</thinking>") == "bd"


TOOL = ToolDescriptor(
    "find",
    "",
    (
        Parameter("text", "", StringType()),
        Parameter("number", "", IntegerType()),
        Parameter("flag", "", BooleanType()),
        Parameter("items", "", ListType(IntegerType())),
        Parameter("choice", "", EnumType(("1", "2"))),
        Parameter("numbers", "", EnumType((1, 2))),
        Parameter("either", "", AnyOfType((StringType(), IntegerType()))),
        Parameter("any", "", AnyType()),
        Parameter("named", "", ReferenceType("Name")),
        Parameter("tree", "", ReferenceType("Tree")),
        Parameter("broken", "", IntegerType()),
        Parameter("worded", "", AnyOfType((BooleanType(), NullType()))),
        Parameter("note", "", AnyOfType((StringType(), NullType()))),
        Parameter("mode", "", AnyOfType((EnumType(("None", "all")), NullType()))),
        Parameter("size", "", AnyOfType((EnumType(("auto",)), IntegerType()))),
        Parameter("since", "", AnyOfType((StringType(constraints={"pattern": "^....-"}), IntegerType()))),
    ),
    definitions={"Name": StringType(), "Tree": AnyOfType((IntegerType(), ListType(ReferenceType("Tree"))))},
)


def test_arguments_in_tags_get_the_types_of_the_tool():
    """Where a tool takes text they stay text, elsewhere they are JSON; what is neither is left to validation."""
    written = dict.fromkeys(("text", "number", "choice", "numbers", "either", "any", "named", "tree", "other"), "1")
    written |= {"flag": " true ", "items": "[1, 2]", "broken": "one"}
    call = ToolCall("find", Untyped(written), None, "text")
    assert Text().restore(call, [TOOL]).arguments == {
        "text": "1",
        "number": 1,
        "choice": "1",
        "numbers": 1,
        "either": "1",
        "any": "1",
        "named": "1",
        "tree": 1,
        "other": "1",
        "flag": True,
        "items": [1, 2],
        "broken": "one",
    }
    for word, value in {"True": True, "False": False, "None": None}.items():
        call = ToolCall("find", Untyped(worded=word, text=word), None, "text")
        assert Text().restore(call, [TOOL]).arguments == {"worded": value, "text": word}
    typed = ToolCall("find", {"number": "1"}, None, "text")
    assert Text().restore(typed, [TOOL]) is typed


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ({"note": "null"}, None),
        ({"note": "None"}, None),
        ({"note": "None of them"}, "None of them"),
        ({"text": "null"}, "null"),
        ({"any": "null"}, "null"),
        ({"mode": "None"}, "None"),
        ({"mode": "null"}, None),
        ({"size": "5"}, 5),
        ({"size": "auto"}, "auto"),
        ({"size": "wide"}, "wide"),
        pytest.param({"since": "2024-01"}, "2024-01", marks=needs_re2),
        pytest.param({"since": "1700000000"}, 1700000000, marks=needs_re2),
        ({"items": "(1, 2,)"}, [1, 2]),
        ({"items": "[1, x]"}, "[1, x]"),
    ],
)
def test_a_text_in_tags_is_the_value_that_the_tool_takes(written, value):
    """Null by its name where null may be and no choice is called so; Python's lists, as Qwen's coder writes them."""
    assert Text().restore(ToolCall("find", Untyped(written), None, "text"), [TOOL]).arguments == dict.fromkeys(
        written, value
    )


def test_an_argument_whose_tag_says_its_type_is_exact():
    """DeepSeek and Kimi say whether it is text: then white space stays, and JSON is read whatever the tool takes."""
    tags = {
        'string="true"': "5\n",
        'string="false"': 5,
    }
    for said, value in tags.items():
        text = f'<{BAR}DSML{BAR}invoke name="find"><{BAR}DSML{BAR}parameter name="either" {said}>5\n'
        (call,) = Text().read_calls(f"{text}</{BAR}DSML{BAR}parameter></{BAR}DSML{BAR}invoke>")
        assert Text().restore(call, [TOOL]).arguments == {"either": value}


def test_a_text_in_tags_is_held_to_the_pattern_that_the_author_of_a_tool_wrote():
    """It may look behind, as Python's engine searches for it."""

    def say(word: Annotated[str, msgspec.Meta(pattern=r"(?<=a)b")], times: int) -> str:
        """Say a word."""
        return word * times

    text = "<function=say><parameter=word>ab</parameter><parameter=times>2</parameter></function>"
    (result,) = Dispatcher([Tool.of(say)]).dispatch_all(Text().read_calls(text))
    assert (result.text, result.kind) == ("abab", "ok")


def test_a_text_that_is_said_to_be_one_names_no_null():
    """Only a text that might be something else is read as null."""
    text = '<|open|>call tool="find"<|sep|><|open|>argument key="note" type="string"<|sep|>None<|close|>argument<|sep|>'
    (call,) = Text().read_calls(f"{text}<|close|>call<|sep|>")
    assert Text().restore(call, [TOOL]).arguments == {"note": "None"}


@pytest.mark.parametrize(
    "text",
    [
        "<tool_call>\n<function=now>\n</tool_call>",
        '<invoke name="now"/></function_calls>',
        '<invoke name="now"><parameters>\n</parameters></invoke>',
        "<function=now>\n</parameter>\n</function>",
        "<function=now></func",
        "<function=now> That is <b>all</b>.",
    ],
)
def test_tags_around_a_call_without_arguments_hold_none(text):
    """Models leave the tag out that ends such a call, or break off in it."""
    assert read(text) == [("now", {}, None)]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("<parameter=a>\nends with </parameter> here\n</parameter>\n</function>", {"a": "ends with </parameter> here"}),
        (
            "<parameter=a>\n<x>\n<parameter>1</parameter>\n</x>\n</parameter>\n",
            {"a": "<x>\n<parameter>1</parameter>\n</x>"},
        ),
        ("<parameter=a>use <parameter=b> there</parameter></function>", {"a": "use <parameter=b> there"}),
        ('<parameter name="a">\n<parameter name="k" v="1"/>\n</parameter>', {"a": '<parameter name="k" v="1"/>'}),
        ("<parameter=a>\n1\n<parameter=b>\n2\n</parameter>\n</function>", {"a": "1", "b": "2"}),
        ("<parameter=a>1</parameter> then <parameter=b>2</parameter></function>", {"a": "1", "b": "2"}),
        ("<parameter=a>1</parameter>\nI wait now.", {"a": "1"}),
    ],
)
def test_an_argument_may_speak_of_the_tags_and_lack_its_own(text, arguments):
    """A tag that ends an argument has another tag or nothing behind it; one that begins a line begins an argument."""
    assert read(f"<function=add>{text}") == [("add", arguments, None)]


def test_an_argument_without_an_end_leaves_the_next_call_alone():
    """It ends with its own call."""
    calls = [("add", {"a": "1"}, None), ("sub", {"b": "2"}, None)]
    for line, between in (("\n", "\n"), ("", "\n"), ("", "</tool_call><tool_call>")):
        first = f"<function=add>{line}<parameter=a>{line}1{line}</function>"
        second = f"<function=sub>{line}<parameter=b>{line}2{line}</parameter>{line}</function>"
        assert read(f"{first}{between}{second}") == calls
    first = '<invoke name="add"><parameter name="a">1</invoke>'
    assert read(f'{first}<invoke name="sub"><parameter name="b">2</parameter></invoke>') == calls


def test_whatever_has_text_is_of_this_dialect():
    """Whether there are calls in it or not."""
    assert Text().recognises(ADD)
    assert Text().recognises("Hi.")
    assert not Text().recognises(5)


def test_a_text_is_bounded():
    """A megabyte of characters, no more."""
    with pytest.raises(CallError, match="the text has 1,048,577 characters; at most 1,048,576 are read"):
        read("x" * (MAX_CHARS + 1))


HOSTILE = [
    "<tool_call>",
    "{\n",
    '<invoke name="a">',
    '<invoke name="a"><parameter name="b">',
    "[TOOL_CALLS]" + " " * 500,
    BEGIN + " " * 500,
    "<think></think>",
    "<think>",
    "```json\n",
    "<tool_call>{",
    "<arg_key>" + " " * 200,
    "<tool_call>a<arg_key>",
    "<function=a>\n<parameter=b>\n",
    "<parameter=b>\n</parameter> x",
    '"',
    '{"a":',
    "<function=a>{}",
    "to=functions.a",
    "{}\n",
    "\\",
    "<|python_start|>f(",
    "<|python_start|>f(a='\\d')\n",
    "```tool_code\nf(",
    "[f(",
    "[f()) ",
    "[f(a=\\'\\'",
    "```tool_code\nf(" + "\n" * 59_000,
    "<start_function_call>call:f{a:<escape>",
    '<|tool_call>call:f{a:",',
    "<|tools_prefix|>[{",
    "Action: f\nAction Input:" + " " * 500,
    "Action: f\n" + "\n" * 500,
    "```" + " " * 500,
    "[THINK]",
    "</thinking>",
    '<function name="f"><param name="a">',
    "</function>\n<function=f>",
    "<parameter=a></function></tool_call>",
    "<tool_code>print(f())\n",
    '<|open|>call tool="f"<|sep|><|open|>argument key="a"<|sep|>',
    "<|tool_call_begin|>" + "a_1" * 50,
    "to=f ",
    "<arg_key>a" + "</arg_key>" * 50,
    "<|tool_call>call:f{a:'",
    "< | DSML |",
    ">>>f\n",
    "f\n{}>>>f\n",
    "}" + " " * 500,
]


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize("unit", HOSTILE)
def test_reading_takes_no_longer_than_the_text_is_long(unit):
    """Twice the text costs about twice the time, whatever it is made of."""
    text = unit * (60_000 // len(unit))
    seconds = []
    for size in (1, 4):
        started = time.process_time()
        Text().read_calls(text * size)
        seconds.append(time.process_time() - started)
    assert seconds[1] < 20 * seconds[0] + 0.2


PIECES = [*"<>{}[]\"'`:,=/| \n", "tool_call", "function", "parameter", "invoke", "name", "arguments", "add", "1"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_is_read_without_an_error(text):
    """Calls, calls with a problem, or none."""
    for call in Text().read_calls(text):
        assert call.problem or call.name


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("<|tool_call_begin|>functions_add_up_1<|tool_call_argument_begin|>{}", ("add_up", "{}", "functions_add_up_1")),
        ("<|tool_call_begin|>functions.add_1:0<|tool_call_argument_begin|>{}", ("add_1", "{}", "functions.add_1:0")),
        ("<tool_call>add</arg_value></tool_call>", ("add", {}, None)),
        ("<|tool_call_begin|>functions.add<|tool_call_argument_begin|>{}", ("add", "{}", "functions.add")),
        ("<|tool_call_begin|>call_7f3a<|tool_call_argument_begin|>{}", ("call_7f3a", "{}", "call_7f3a")),
        ("<|channel|>commentary to=add<|message|>{}<|call|>", ("add", "{}", None)),
        ("<tool_call>\n<function>add</function>\n{}\n</tool_call>", ("add", "{}", None)),
        ("<tool_call>add\n{}\n</tool_call>", ("add", "{}", None)),
        ("<|tool_call>call:shop:add{a:'x, y'}<tool_call|>", ("add", '{"a":"x, y"}', None)),
        ('<||DSML||invoke name="add"></||DSML||invoke>', ("add", {}, None)),
        ('< | DSML | invoke name="add">{}</ | DSML | invoke>', ("add", "{}", None)),
        (
            "<tool_call>add<arg_key>a</arg_key></arg_key><arg_value>1</arg_value></tool_call>",
            ("add", {"a": "1"}, None),
        ),
        (
            "<tool_call>add</arg_value><arg_key>a</arg_key><arg_value>1</arg_value></tool_call>",
            ("add", {"a": "1"}, None),
        ),
    ],
)
def test_marks_that_models_write_badly_are_read_all_the_same(text, call):
    """Kimi copies ids of others, GLM closes what it has not opened, gpt-oss leaves out that it calls a function."""
    (found,) = Text().read_calls(text)
    assert (found.name, found.arguments, found.id) == call
