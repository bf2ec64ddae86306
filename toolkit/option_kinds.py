"""What each option of a tool may be, and what the functions among them are called with."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from inspect import iscoroutinefunction
from types import NoneType
from typing import Any, Final

from toolkit.closeness import surely_meant
from toolkit.dialects import dialect_names
from toolkit.errors import DefinitionError
from toolkit.events import check_hooks
from toolkit.misfits import object_in_words
from toolkit.signatures import require_signature

Fits = Callable[[Any], bool]
# Options that say how a tool behaves.
HINTS: Final = ("read_only", "destructive", "idempotent", "open_world")
_SHOWN_CHARS: Final = 60


def check_option(name: str, value: Any, tool: str) -> None:
    """Refuse a value that an option may not have.

    Args:
        name: The option's name.
        value: What its author said.
        tool: The tool's name.

    Raises:
        DefinitionError: It may not; the text has the option, what came, and what to write instead.
    """
    if name in _KINDS:
        fits, cure = _KINDS[name]
        if not fits(value):
            raise DefinitionError(f"{name}={shown(value)}", tool=tool, cure=cure)
    if name in _CALLED_WITH and callable(value):
        require_signature(name, value, _CALLED_WITH[name], tool)
    if name in _INSIDE:
        _INSIDE[name](value, tool)


def _is(*kinds: type) -> Fits:
    return lambda value: isinstance(value, kinds)


def or_none(fits: Fits) -> Fits:
    """What also lets None pass."""
    return lambda value: value is None or fits(value)


def _is_mapping_of(fits: Fits) -> Fits:
    return lambda value: isinstance(value, Mapping) and all(map(fits, value.values()))


def _are_texts(value: Any) -> bool:
    return isinstance(value, Collection) and not isinstance(value, str | bytes | Mapping) and all(map(_is(str), value))


def _are_objects(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(map(_is(Mapping), value))


def _are_rules(value: Any) -> bool:
    # The class of rules stands on a higher floor.
    return isinstance(value, list | tuple) and all(
        hasattr(each, "matches") and hasattr(each, "describe") for each in value
    )


def _is_truth_or_function(value: Any) -> bool:
    return isinstance(value, bool) or callable(value)


def _is_wording(value: Any) -> bool:
    # Failures are worded on roads that await nothing.
    return isinstance(value, bool | str) or (callable(value) and not iscoroutinefunction(value))


def is_one_of(*choices: Any, note: str = "") -> tuple[Fits, str]:
    """The row of an option that is one of a few values."""
    return lambda value: value in choices, f"choose one of {', '.join(map(repr, choices))}{note}"


def is_positive(value: Any, kind: type[float] = float) -> bool:
    """Whether a value is a finite number above zero; of kind int, a whole one."""
    return isinstance(value, kind | int) and not isinstance(value, bool) and 0 < value < math.inf


def is_count(value: Any) -> bool:
    """Whether a value is a whole number above zero."""
    return is_positive(value, int)


def _is_retries(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_arguments_schema(value: Any) -> bool:
    # What a class has to be like, the type table knows; a text would wait for a name that never comes.
    return not isinstance(value, str | bytes | int | float | list | tuple | set)


TRUTH: Final = (_is(bool), "give True or False")
_HINT: Final = (_is(bool, NoneType), "give True or False; None if it is not known")
_TEXT: Final = (_is(str), "give a text")
_WORDING: Final = (_is_wording, "give False, True, a text, or a sync function of the exception that gives it")
# ToolOptions holds itself to these, whoever makes it.
_HELD: Final[Mapping[str, tuple[Fits, str]]] = {
    "docstring_style": is_one_of("auto", "google", "numpy", "rest", "epydoc", None, note="; Sphinx's is 'rest'"),
    "response_format": is_one_of("content", "content_and_artifact"),
    "repair": is_one_of("off", "safe", "full", None),
    "extra_arguments": is_one_of("forbid", "ignore", None),
    "timeout_seconds": (or_none(is_positive), "give a positive number, or None"),
    "max_calls": (or_none(is_count), "give a positive whole number, or None"),
    "retries": (_is_retries, "give a whole number from 0"),
}
HELD_OPTIONS: Final = frozenset(_HELD)
# Those that are missing here admit anything.
_KINDS: Final[Mapping[str, tuple[Fits, str]]] = {
    **_HELD,
    "name": (_is(str, NoneType), 'give a text: name="search"'),
    "args_schema": (_is_arguments_schema, "give a class of arguments, or a JSON Schema as a dict"),
    "description": (_is(str, NoneType), 'give a text, or leave it out for the docstring; "" for none on purpose'),
    "title": (_is(str, NoneType), 'give a text: title="Search"'),
    "version": (_is(str, NoneType), 'give a text: version="1.0"'),
    **dict.fromkeys(("principle", "input_description", "output_description"), _TEXT),
    **dict.fromkeys(("infer_schema", "strict_docstring", "return_direct", "sequential", "verbose"), TRUTH),
    **dict.fromkeys(HINTS, _HINT),
    "tags": (_are_texts, 'give a list of texts: tags=["math"]'),
    "exclude_from_schema": (_are_texts, 'give the names of parameters: exclude_from_schema=["limit"]'),
    "metadata": (_is(Mapping), 'give a dict: metadata={"owner": "billing"}'),
    "extras": (
        _is_mapping_of(_is(Mapping)),
        'give a dict for each provider: extras={"anthropic": {"cache_control": ...}}',
    ),
    "examples": (_are_objects, 'give a list of arguments objects: examples=[{"city": "Oslo"}]'),
    "approval": (_is_truth_or_function, "give True, False, or a function of (arguments, context)"),
    "enabled": (_is_truth_or_function, "give True, False, or a function of (context)"),
    **dict.fromkeys(("on_tool_error", "on_invalid_arguments"), _WORDING),
    "bind": (
        _is_mapping_of(callable),
        'give a function for each parameter: bind={"user": lambda arguments, context: ...}',
    ),
    "marshal_result": (or_none(callable), "give a function of (value, declared_type)"),
    "coroutine": (or_none(callable), "give an async function: the twin of the tool's own"),
    "instance": (or_none(callable), "give a function of (arguments, context) that makes the object of a call"),
    "hooks": (_is(list, tuple), "give a list of objects: hooks=[Audit()]"),
    "output_schema": (
        _is(bool, Mapping, NoneType),
        "give a JSON Schema as a dict, False for none, or True for the derived one",
    ),
    "schema_generator": (
        or_none(lambda value: hasattr(value, "generate")),
        "give an object with generate(descriptor)",
    ),
    "types": (_are_rules, "give a tuple of rules: types=(TypeRule(...),)"),
}
_CALLED_WITH: Final[Mapping[str, str]] = {
    "approval": "arguments, context",
    "enabled": "context",
    "on_tool_error": "exception",
    "on_invalid_arguments": "exception",
    "marshal_result": "value, declared_type",
    "instance": "arguments, context",
}
_BOUND_WITH: Final = "arguments, context"


def _check_bound(bind: Mapping[str, Any], tool: str) -> None:
    for parameter, function in bind.items():
        require_signature(f"bind[{parameter!r}]", function, _BOUND_WITH, tool)


# Fields of declarations that are said in the place of the provider who has them.
_FIELDS: Final[Mapping[str, str]] = {"_meta": "mcp", "cache_control": "anthropic"}


def _check_providers(extras: Mapping[str, Any], tool: str) -> None:
    """Refuse a provider's name that is written wrong or left out; an unknown one may become known later."""
    for name in extras:
        if name in _FIELDS:
            cure = f'name whose field it is: extras={{"{_FIELDS[name]}": {{"{name}": ...}}}}'
            raise DefinitionError(f"extras for no provider {name!r}", tool=tool, cure=cure)
        near = None if name in dialect_names() else surely_meant(str(name), dialect_names())
        if near is not None:
            raise DefinitionError(f"extras for no provider {name!r}", tool=tool, cure=f"did you mean {near!r}?")


def shown(value: Any) -> str:
    """What came: a plain value as it is written, any other by its class."""
    if not isinstance(value, str | int | float | list | tuple | dict | set | None):
        return object_in_words(value)
    text = repr(value)
    return text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}..."


_INSIDE: Final[Mapping[str, Callable[[Any, str], None]]] = {
    "bind": _check_bound,
    "extras": _check_providers,
    "hooks": check_hooks,
}
