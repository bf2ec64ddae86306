"""Plain text: tools described in a prompt, and calls that local models write into what they say."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from toolkit.descriptor import AnyType, EnumType, NullType, StringType
from toolkit.errors import CallError
from toolkit.providers.base import Provider
from toolkit.providers.chat import message_of, named
from toolkit.providers.declared import declared
from toolkit.providers.naming import ANY_NAME, NameRule
from toolkit.providers.payloads import field, first, is_array, is_text, kind_in_words, label
from toolkit.providers.pieces import MAX_CHARS, Fragment
from toolkit.providers.prose.json_calls import unmarked_calls
from toolkit.providers.prose.marked import Prose
from toolkit.providers.prose.python_calls import python_value, unmarked_python_calls
from toolkit.providers.prose.tags import Untyped
from toolkit.providers.prose.thoughts import without_first_thought, without_thoughts
from toolkit.providers.spoken import without_closing, without_null_defaults
from toolkit.record import replace_fields
from toolkit.schema.acceptance import Parts
from toolkit.schema.members import alternatives

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from toolkit.calls import ToolCall, ToolResult
    from toolkit.descriptor import ParameterType
    from toolkit.providers.declared import Declared
    from toolkit.providers.pieces import Pieces
    from toolkit.types.keywords import Schema

_PROMPT: Final = """You may call tools. Each is described by one line of JSON:

<tools>
{tools}
</tools>

To call one, write nothing but this, once for each call:

<tool_call>
{{"name": "the tool's name", "arguments": {{the arguments as JSON}}}}
</tool_call>

The results come in <tool_response> tags."""

_NULLS: Final = ("null", "None")


class Text(Provider):
    """Text of models that have no tool calls of their own; read only where somebody names this provider.

    Calls behind a mark are read wherever they stand, save in what the model thinks: Hermes, Qwen, Llama, Mistral,
    DeepSeek, GLM, Kimi, gpt-oss, Gemma, Command, Apertus, Solar, LFM2, Olmo, Functionary, <invoke>, and ReAct's Action
    and Action Input. Without marks, JSON is read that has exactly the fields of a call and stands in a fenced block or
    at the end, and Python that is a list of calls and nothing else. A tool of that name has to exist in any case.
    """

    name: str = "text"
    naming: ClassVar[NameRule] = ANY_NAME

    def declaration(self, tool: Declared, schema: Schema, *, strict: bool) -> dict[str, Any]:  # noqa: ARG002
        """One line of the prompt."""
        return named(tool, "parameters", schema)

    def adapted(self, schema: Schema) -> tuple[Schema, str]:
        """The schema, shorter by what a model need not know."""
        return without_closing(without_null_defaults(schema)), ""

    def listed(self, declarations: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """A text for the system prompt that describes the tools and how to call them; nothing for no tools."""
        lines = "\n".join(json.dumps(each, ensure_ascii=False).replace("</", "<\\/") for each in declarations)
        return [{"type": "text", "text": _PROMPT.format(tools=lines)}] if lines else []

    def claims(self, message: object) -> bool:
        """Whether there is text."""
        return said_in(message) is not None

    def read_calls(self, message: object, names: Collection[str] | None = None) -> list[ToolCall]:
        """The calls in a text, or in the text of a message or response.

        Args:
            message: The text, or what holds it.
            names: The tools that exist; JSON without a mark that names another one is no call.

        Raises:
            CallError: There is no text, or too much.
        """
        text = said_in(message)
        if text is None:
            raise CallError(f"{kind_in_words(message)} without text; expected what the model wrote")
        return self.read_text(text, names)

    def read_text(self, text: str, names: Collection[str] | None = None) -> list[ToolCall]:
        """The calls in a text.

        Raises:
            CallError: It is too long.

        >>> [call.name for call in Text().read_text('<tool_call>{"name": "now", "arguments": {}}</tool_call>')]
        ['now']
        """
        if len(text) > MAX_CHARS:
            raise CallError(f"the text has {len(text):,} characters; at most {MAX_CHARS:,} are read")
        marked = Prose(without_first_thought(text), self.name).calls()
        if marked:
            return marked
        spoken = without_thoughts(text)
        found = unmarked_calls(spoken, self.name) or unmarked_python_calls(spoken, self.name)
        return [call for call in found if names is None or call.name in names]

    def restored(self, call: ToolCall, tool: Any) -> ToolCall:
        """The call with types for arguments that were written without."""
        if type(call.arguments) is not Untyped:
            return call
        return replace_fields(call, arguments=typed(call.arguments, declared(tool)))

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """One user message with all results in tags, as Hermes and Qwen know them."""
        texts = [_response(result) for result in results]
        return [{"role": "user", "content": "\n".join(texts)}] if texts else []

    def fragments(self, chunk: object) -> Iterator[Fragment]:
        """The text in a chunk."""
        text = said_in(chunk)
        if text:
            yield Fragment("text", arguments=text)

    def assembled(self, pieces: Pieces) -> list[ToolCall]:
        """The calls in the whole text."""
        if pieces.chars > MAX_CHARS:
            return super().assembled(pieces)
        return self.read_text(pieces.text)


def said_in(message: Any) -> str | None:
    """The text of a message, a response or a chunk of one; None if it has none."""
    if is_text(message):
        return str.__str__(message)
    delta = field(first(message, "choices"), "delta")
    message = message_of(message) if delta is None else delta
    content = field(message, "content", "text", "response")
    if is_array(content):
        return "".join(label(part, "text") for part in content)
    if is_text(content):
        return str.__str__(content)
    return "" if label(message, "role") or delta is not None else None


def typed(arguments: Untyped, tool: Declared) -> dict[str, Any]:
    """The arguments, with JSON read where the tool does not take the text."""
    made, fits = dict(arguments), _fits(tool)
    for parameter in tool.descriptor.parameters:
        value = made.get(parameter.name)
        if isinstance(value, str):
            options = alternatives(parameter.type, tool.descriptor.definitions, exact=False)
            is_said = parameter.name in arguments.said
            made[parameter.name] = _read(value, options, partial(fits, parameter.type), is_said=is_said)
    return made


def _fits(tool: Declared) -> Callable[[ParameterType, Any], bool]:
    """Whether a value fits a type in a declaration, by the tool's own test if it is one."""
    if tool.tool is not None:
        fits: Callable[[ParameterType, Any], bool] = tool.tool.contract.fits
        return fits
    parts = Parts(tool.descriptor.definitions, foreign=True)
    return lambda type_, value: parts.acceptor(type_)(value)


def _read(text: str, options: list[ParameterType], accepts: Callable[[Any], bool], *, is_said: bool) -> Any:
    """What a text stands for: null where it names that, itself where it fits, else what it says in JSON or Python.

    A text that is said to be one names no null.
    """
    stripped = text.strip()
    if accepts(text) and (is_said or not _names_null(stripped, options)):
        return text
    # Qwen's coder writes values of Python, as its template shows it some.
    value = python_value(stripped)
    return value if accepts(value) or not any(map(_is_text, options)) else text


def _names_null(text: str, options: list[ParameterType]) -> bool:
    """Whether a text is the name of null, where null may be and no choice has that name."""
    chosen = any(isinstance(option, EnumType) and text in option.values for option in options)
    return text in _NULLS and not chosen and any(isinstance(option, NullType) for option in options)


def _is_text(type_: ParameterType) -> bool:
    """Whether text may be a value of the type."""
    if isinstance(type_, EnumType):
        return all(isinstance(value, str) for value in type_.values)
    return isinstance(type_, StringType | AnyType)


def _response(result: ToolResult) -> str:
    said = {"name": result.call.name, "content" if result.ok else "error": result.text}
    # A result cannot end its own tag.
    inner = json.dumps(said, ensure_ascii=False).replace("</", "<\\/")
    return f"<tool_response>\n{inner}\n</tool_response>"
