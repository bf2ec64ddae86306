"""Calls that a model writes into its text behind marks that its training has given it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.decoding import json_value
from toolkit.calls import ToolCall
from toolkit.errors import CallError
from toolkit.providers.prose.gemma import gemma_json
from toolkit.providers.prose.json_calls import NAME, calls_from_json, calls_from_members, json_end
from toolkit.providers.prose.python_calls import python_calls
from toolkit.providers.prose.tags import BLOCKS, PAIRS, PARAMETERS, PREFIX, TagReader, Tags
from toolkit.providers.prose.thoughts import THOUGHT, thought_end

if TYPE_CHECKING:
    from collections.abc import Callable

    # Calls, and where what they stand in ends.
    Found = tuple[list[ToolCall], int]
    Reader = Callable[["Prose", re.Match[str]], Found]

_SPACE: Final = re.compile(r"\s*")
_FENCE: Final = re.compile(r"\s*(?:```(?:json)?\s*)?")
_SEPARATOR: Final = re.compile(r"[\s;,]*")
# A tag with something in it, where the arguments of a call stand; those around calls are no arguments.
_UNKNOWN_TAG: Final = re.compile(
    rf"\s*+<(?!/|{PREFIX}(?:function|invoke|tool_call|longcat_tool_call))[A-Za-z][^<>]*+>(?!\s*+(?:</|\Z))"
)


class Prose:
    """A text that is read from its beginning to its end, each part of it once.

    Args:
        text: What the model wrote.
        provider: Name of the dialect that its calls come in.
    """

    def __init__(self, text: str, provider: str) -> None:
        self.text, self.provider = text, provider
        self._tags = TagReader(text)

    def calls(self) -> list[ToolCall]:
        """The calls behind marks, in their order; a broken one has a problem."""
        calls: list[ToolCall] = []
        position = 0
        while (mark := _MARK.search(self.text, position)) is not None:
            found, end = _READERS[_group(mark)](self, mark)
            calls += found
            position = max(end, mark.end())
        return calls

    def json(self, start: int, read: Callable[[Any, str], list[ToolCall]] = calls_from_json) -> Found:
        """The calls in the JSON that begins there, one value behind the other, and its end; none if none begins."""
        calls: list[ToolCall] = []
        position = _end(_FENCE, self.text, start)
        begins: tuple[str, ...] = ("{", "[")
        while self.text.startswith(begins, position):
            end = json_end(self.text, position)
            if end < 0:
                return [*calls, self.broken("the JSON of a call has no end")], len(self.text)
            try:
                calls += read(json_value(self.text[position:end], exact=True), self.provider)
            except CallError as error:
                calls.append(self.broken(str(error)))
            position, begins = _end(_SEPARATOR, self.text, end), ("{",)
        return calls, position

    def named_json(self, name: str, start: int, id_: str | None = None) -> Found:
        """The call of that name, whose arguments are the JSON that begins there, and its end; none if none does."""
        start = _end(_FENCE, self.text, start)
        if not self.text.startswith("{", start):
            return [], start
        end = json_end(self.text, start)
        if end < 0:
            return [self.broken(f"the JSON of the arguments of {name} has no end")], len(self.text)
        return [ToolCall(name, self.text[start:end], id_, self.provider)], end

    def tagged(self, name: str, tags: Tags, start: int) -> Found:
        """The call of that name, whose arguments stand in tags from there on, and its end."""
        arguments, twice, end = self._tags.arguments(tags, start)
        if twice:
            return [self.broken(f"{name} gets the argument {twice[:80]!r} twice; send it once")], end
        if not arguments and _UNKNOWN_TAG.match(self.text, start, end):
            return [self.broken(f"the arguments of {name} stand in tags that are not known here; send JSON")], end
        return [ToolCall(name, arguments, None, self.provider)], end

    def python(self, start: int, ends: re.Pattern[str]) -> Found:
        """The calls in the Python that begins there, and its end."""
        closing = ends.search(self.text, start)
        end = len(self.text) if closing is None else closing.start()
        try:
            return python_calls(self.text[start:end], self.provider), end
        except CallError as error:
            return [self.broken(str(error))], end

    def broken(self, problem: str) -> ToolCall:
        """A call that could not be read."""
        return ToolCall("", None, None, self.provider, problem)


def _json_call(prose: Prose, mark: re.Match[str]) -> Found:
    """Hermes, Qwen, Granite, Phi: JSON between tags. Qwen's coder puts a function there.

    GLM puts a name and pairs there, as Hunyuan and LongCat do; Hunyuan also writes a name and fenced JSON.
    """
    start = _end(_SPACE, prose.text, mark.end())
    name = _NAME.match(prose.text, start)
    if name is not None and prose.text.startswith(("`", "{"), name.end()):
        return prose.named_json(name[1], name.end())
    if name is not None:
        return prose.tagged(name[1], PAIRS, name.end())
    if prose.text.startswith("<", start):
        return [], start  # the mark of a function follows
    return prose.json(start)


def _members(prose: Prose, mark: re.Match[str]) -> Found:
    """Apertus: [{"get_weather": {"city": "Oslo"}}]."""
    return prose.json(mark.end(), calls_from_members)


def _gemma(prose: Prose, mark: re.Match[str]) -> Found:
    """FunctionGemma and Gemma 4: call:get_weather{city:<escape>Oslo<escape>}."""
    arguments, end = gemma_json(prose.text, mark.end())
    if end < 0:
        return [prose.broken(f"the arguments of {mark['gemma_name']} have no end")], len(prose.text)
    return [ToolCall(mark["gemma_name"], arguments, None, prose.provider)], end


def _thought(prose: Prose, mark: re.Match[str]) -> Found:
    """What the model thinks, passed over."""
    return [], thought_end(prose.text, mark)


def _python(prose: Prose, mark: re.Match[str]) -> Found:
    """Llama 4, LFM2, Olmo 3, Gemma 3, Gemini: calls in Python, or JSON; Anthropic's older models put <invoke> there."""
    start = _end(_SPACE, prose.text, mark.end())
    if _CALL_BEGINS.match(prose.text, start) is None:
        return prose.json(start)
    return prose.python(start, _FENCE_ENDS if mark["python"].startswith("`") else _PYTHON_ENDS)


def _function(prose: Prose, mark: re.Match[str]) -> Found:
    """Llama 3.1: <function=name>{...}</function>. Qwen's coder: parameters in tags instead.

    So do Anthropic's older models and DeepSeek since 3.2, in <invoke name="...">, where DeepSeek also writes JSON.
    """
    name = mark["function_name"] or mark["invoke_name"]
    start = _end(_SPACE, prose.text, mark.end())
    if prose.text.startswith("{", start):
        return prose.named_json(name, start)
    return prose.tagged(name, PARAMETERS, start)


def _block(prose: Prose, mark: re.Match[str]) -> Found:
    """Kimi K3: a call in blocks between tokens, each argument with its type."""
    return prose.tagged(mark["block_name"], BLOCKS, mark.end())


def _named(prose: Prose, mark: re.Match[str]) -> Found:
    """The call whose name stands in the mark, its id perhaps too, with JSON behind; without a name, calls in JSON."""
    groups, of = mark.groupdict(), _group(mark)
    name = groups.get(f"{of}_name")
    if name is None:
        return prose.json(mark.end())
    return prose.named_json(name, mark.end(), groups.get(f"{of}_id"))


# Hermes, Qwen, Granite, Phi, Nemotron, Hunyuan, Jamba, Longcat; then Command, InternLM, and Phi-4 mini.
_JSON: Final = (
    r"<(?:[a-z]{1,20}_)?tool_calls?>|<function_?call>|<TOOLCALL>|<\|tool_calls?\|>|<\|START_ACTION\|>"
    r"|<\|action_start\|>\s*+<\|plugin\|>|\bfunctools(?=\[\s*+{)"
)
# GLM may close a value that it has not opened, where there are no arguments. Hunyuan has a token behind the name.
_NAME: Final = re.compile(
    rf"(?:<function>\s*+)?({NAME})\s*+(?:</arg_value>\s*+|<tool_sep>\s*+|</function>\s*+)?"
    r"(?=<(?:longcat_)?arg_key>|</(?:longcat_)?tool_call>|```|\{)"
)
_PYTHON: Final = r"<\|python_start\|>|<\|tool_call_start\|>|<function_calls>|```tool_code\b|<tool_code>"
_PYTHON_ENDS: Final = re.compile(
    r"<\|python_(?:start|end)\|>|<\|tool_call_(?:start|end)\|>|</?function_calls>|</?tool_code>"
    r"|<\|e(?:om|ot)(?:_id)?\|>"
)
_FENCE_ENDS: Final = re.compile(r"\n[ \t]*+```|```\s*+\Z")
_CALL_BEGINS: Final = re.compile(rf"\[?\s*+{NAME}\(")
# [TOOL_CALLS][{...}], and since 2025 [TOOL_CALLS]name[ARGS]{...}.
_MISTRAL: Final = (
    rf"\[TOOL_CALLS\]\s*+(?:(?P<mistral_name>{NAME})(?:\[CALL_ID\](?P<mistral_id>[A-Za-z0-9]{{1,64}}))?"
    r"(?:\[ARGS\])?\s*+(?={))?"
)
# DeepSeek 3 writes a name and fenced JSON, 3.1 a name and JSON.
_DEEPSEEK: Final = (
    r"<\uff5ctool\u2581call\u2581begin\uff5c>\s*+(?:function\s*+<\uff5ctool\u2581sep\uff5c>\s*+)?"
    rf"(?P<deepseek_name>{NAME})\s*+(?:<\uff5ctool\u2581sep\uff5c>)?"
)
# Kimi K2 has functions.name:0 as the id; other ids where it has seen such of others.
_KIMI: Final = (
    rf"<\|tool_call_begin\|>\s*+(?P<kimi_id>(?:functions[._])?(?P<kimi_name>{NAME}?)(?:[:_]\d{{1,6}})?)\s*+"
    r"<\|tool_call_argument_begin\|>"
)
# gpt-oss: a message to functions.name; in long conversations it forgets that they are functions. Messages to the tools
# of the model's own family are no calls of ours, nor are results, which go to the assistant.
_HARMONY: Final = (
    r"to=(?:functions\.|(?!(?:assistant|browser|container|python)\b))"
    rf"(?P<harmony_name>{NAME})[^{{}}]{{0,100}}?<\|message\|>"
)
# An id, a name and JSON, each behind a token of its own.
_SOLAR: Final = (
    r"<\|tool_call:begin\|>(?P<solar_id>[A-Za-z0-9_-]{1,64})"
    rf"<\|tool_call:name\|>(?P<solar_name>{NAME})<\|tool_call:args\|>"
)
# A line with the name and one with JSON.
_REACT: Final = (
    rf"^\**+Action:\**+[ \t]*+(?P<react_name>{NAME})[ \t]*+\r?\n"
    r"\s*+\**+Action Input:\**+(?=\s*+(?:```(?:json)?\s*+)?\{)"
)
# Functionary 3.2: a line with the name and then JSON. What it says to its user stands behind the name `all`. Its
# template begins the text with `>>>` for it, so that a first call is known by the second alone.
_FUNCTIONARY: Final = (
    rf"(?:(?<!>)>>>|\A(?=(?s:.*)\}}\s*+>>>{NAME}\r?\n))(?!all\r?\n)(?P<functionary_name>{NAME})\r?\n\s*+(?={{)"
)
# The second form is MiniCPM's; it may also stand in any XML, so that more of a call has to follow.
_FUNCTION: Final = (
    rf'<function(?:=|(?P<xml>\s++name="))(?P<function_name>{NAME})(?(xml)">(?=\s*+(?:<param|{{|</function>))|>)'
)
# Each mark, what it looks like, and how what follows it is read. Where white space may stand, it is taken whole
# (`*+`), so that a text of it costs no more than its length.
_MARKS: Final[tuple[tuple[str, str, Reader], ...]] = (
    ("json", _JSON, _json_call),
    # Llama 3: JSON objects with semicolons between them. What is no JSON is code for a tool of Llama's own.
    ("python_tag", r"<\|python_tag\|>", _named),
    ("python", _PYTHON, _python),
    ("function", _FUNCTION, _function),
    ("invoke", rf'<{PREFIX}invoke\s++name\s*+=\s*+"(?P<invoke_name>{NAME})"[^<>]{{0,200}}>', _function),
    ("block", rf'<\|open\|>call\s++tool="(?P<block_name>{NAME})"[^<>]{{0,100}}<\|sep\|>', _block),
    ("mistral", _MISTRAL, _named),
    ("deepseek", _DEEPSEEK, _named),
    ("kimi", _KIMI, _named),
    ("harmony", _HARMONY, _named),
    ("gemma", rf"<(?:start_function_call|\|tool_call)>\s*+call:(?:{NAME}:)?(?P<gemma_name>{NAME})(?={{)", _gemma),
    ("members", r"<\|tools_prefix\|>", _members),
    ("solar", _SOLAR, _named),
    ("react", _REACT, _named),
    ("functionary", _FUNCTIONARY, _named),
    ("thought", THOUGHT, _thought),
)
_READERS: Final = {name: reader for name, _, reader in _MARKS}
_MARK: Final = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern, _ in _MARKS), re.MULTILINE)


def _group(mark: re.Match[str]) -> str:
    """The name of the mark that was found."""
    return next(name for name in _READERS if mark[name] is not None)


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Where a pattern that may match nothing stops matching."""
    found = pattern.match(text, start)
    return start if found is None else found.end()
