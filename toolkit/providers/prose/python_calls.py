"""Calls that a model writes into its text as Python: get_weather(city="Oslo", days=3)."""

from __future__ import annotations

import ast
import math
import re
from typing import Any, Final

from toolkit.calling.decoding import from_json_text
from toolkit.calls import ToolCall
from toolkit.errors import CallError
from toolkit.providers.prose.json_calls import NAME, plain_name
from toolkit.schema.wording import shortened

_IS_NAME: Final = re.compile(NAME)
# A list of calls, as Llama 3.2 and 4 write it; what stands in the middle is left to the parser.
_LOOKS_LIKE_CALLS: Final = re.compile(rf"\[\s*+{NAME}\(.*\)\s*\]", re.DOTALL)
# Python keeps a backslash that escapes nothing, and warns of it (Language Reference, 2.5.1).
_BACKSLASH: Final = re.compile(r"\\(.)", re.DOTALL)
# A comment may hold a quote that opens nothing; a text without an end takes all the rest, which is looked through once.
_TEXT: Final = re.compile(r"""\#[^\n]*+|([rR]?)('{3}|"{3}|'|")(?:\\.|(?!\2).)*+(?:\2|\Z)""", re.DOTALL)
_ESCAPED: Final = frozenset("\n\\'\"abfnrtvxuUN0")
# Models mix JSON's words with Python's.
_WORDS: Final = {"true": True, "false": False, "null": None}
# What values begin with that JSON writes otherwise; texts, which it does too, are left alone.
_VALUES: Final = ("True", "False", "None", "[", "{", "(")
_SCALARS: Final = (str, int, float, type(None))
_FORM: Final = "name(argument=value)"
_SHOWN: Final = 80


def python_calls(source: str, provider: str) -> list[ToolCall]:
    """The calls in lines of Python, each a call or a list of calls. Nothing is run.

    >>> [(call.name, call.arguments) for call in python_calls("[add(a=1, b=-2), now()]", "text")]
    [('add', {'a': 1, 'b': -2}), ('now', {})]

    Raises:
        CallError: Something in them is no call, or no value that JSON has.
    """
    try:
        lines = ast.parse(_without_warnings(source.strip())).body
        return [_call(each, provider) for line in lines for each in _listed(line)]
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        why = error.msg if isinstance(error, SyntaxError) else "too large, or nested too deep"
        raise CallError(f"the calls are no valid Python ({why}); write {_FORM}") from None


def python_value(text: str) -> Any:
    """The value that a text says in JSON, or in Python where it is no JSON; a text that says none stands for itself.

    >>> python_value("{'days': [1, True]}"), python_value("[x]")
    ({'days': [1, True]}, '[x]')
    """
    value = from_json_text(text)
    if value is not text or not text.startswith(_VALUES):
        return value
    try:
        return _value(ast.parse(_without_warnings(text), mode="eval").body)
    except (SyntaxError, ValueError, MemoryError, RecursionError, CallError):
        return text


def unmarked_python_calls(text: str, provider: str) -> list[ToolCall]:
    """The calls of a text that is nothing but a list of them."""
    text = text.strip()
    if _LOOKS_LIKE_CALLS.fullmatch(text) is None:
        return []
    try:
        return python_calls(text, provider)
    except CallError:
        return []


def _without_warnings(source: str) -> str:
    """The source, with backslashes twice that escape nothing; in raw texts none does."""
    return _TEXT.sub(lambda text: text[0] if text[1] else _BACKSLASH.sub(_kept, text[0]), source)


def _kept(backslash: re.Match[str]) -> str:
    return backslash[0] if backslash[1] in _ESCAPED else f"\\{backslash[0]}"


def _listed(line: ast.stmt) -> list[ast.expr]:
    """What should be calls in a line; a statement has none."""
    if not isinstance(line, ast.Expr):
        raise CallError(f"{_shown(line)} is no call; write {_FORM}")
    match line.value:
        case ast.List(elts=calls) | ast.Tuple(elts=calls):
            return calls
        # Gemini and Gemma print what a call gives.
        case ast.Call(func=ast.Name(id="print"), args=calls, keywords=[]) if calls:
            return calls
        case call:
            return [call]


def _call(node: ast.expr, provider: str) -> ToolCall:
    name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    if not isinstance(node, ast.Call) or _IS_NAME.fullmatch(name) is None:
        raise CallError(f"{_shown(node)} is no call; write {_FORM}")
    arguments: dict[str, Any] = {}
    if node.args:
        raise CallError(f"{name} gets {_shown(node.args[0])} without a name; write {_FORM}")
    for each in node.keywords:
        if each.arg is None or each.arg in arguments:
            raise CallError(f"{name} gets {_shown(each)} twice or unpacked; write {_FORM}, each argument once")
        arguments[each.arg] = _value(each.value)
    return ToolCall(plain_name(name), arguments, None, provider)


def _value(node: ast.expr) -> Any:
    """The JSON value that an expression stands for."""
    match node:
        case ast.Constant(value=value) if isinstance(value, _SCALARS) and value != math.inf:
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)) if number != math.inf:
            return -number
        case ast.Name(id=word) if word in _WORDS:
            return _WORDS[word]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_value(each) for each in items]
        case ast.Dict(keys=names, values=values):
            return _object(names, values)
        case _:
            cure = "write texts, numbers, True, False, None, lists and dicts"
            raise CallError(f"{_shown(node)} is no value that JSON has; {cure}")


def _object(names: list[ast.expr | None], values: list[ast.expr]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in zip(names, values, strict=True):
        if not (isinstance(name, ast.Constant) and isinstance(name.value, str)):
            raise CallError("a dict has a key that is no text; write keys in quotes")
        if name.value in members:
            raise CallError(f"a dict has the key {name.value[:_SHOWN]!r} twice; send it once")
        members[name.value] = _value(value)
    return members


def _shown(node: ast.AST) -> str:
    return shortened(ast.unparse(node), _SHOWN)
