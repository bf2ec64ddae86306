"""The lock of a catalogue of tools: all that models, hosts and readers of results rely on, as plain JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from toolkit.errors import DefinitionError
from toolkit.misfits import tells_misfits
from toolkit.option_kinds import HINTS
from toolkit.tools.catalogue import tools_in
from toolkit.types.keywords import plain

if TYPE_CHECKING:
    from toolkit.tools.base import Tool

Lock = dict[str, Any]

# Rises when an older library could not read what is written.
FORMAT: Final = 1
# What a host goes by, beside the schemas.
PROMISED: Final = (*HINTS, "return_direct")
SOMETIMES: Final = "sometimes"
_CURE: Final = "write it anew: toolkit lock TARGET -o FILE"


def lock(tools: Any) -> Lock:
    """What the tools promise, as JSON that is the same on every machine: no paths, no times, no code.

    >>> from toolkit import tool
    >>> @tool(read_only=True)
    ... def add(a: int, b: int = 1) -> int:
    ...     "Add two numbers."
    ...     return a + b
    >>> made = lock([add])
    >>> made["format"], list(made["tools"]), made["tools"]["add"]["hints"]
    (1, ['add'], {'read_only': True})

    Args:
        tools: A registry, or whatever one is made of.

    Raises:
        DefinitionError: Something is no tool.
    """
    every = sorted(tools_in(tools), key=lambda each: each.name)
    return {"format": FORMAT, "tools": {tool.name: _locked(tool) for tool in every}}


def _locked(tool: Tool[Any, Any]) -> dict[str, Any]:
    made: dict[str, Any] = plain(
        {
            "description": tool.description,
            "fingerprint": tool.fingerprint,
            "hints": _hints(tool),
            "input_schema": tool.input_schema,
            "output_schema": tool.output_schema,
        }
    )
    return made


def _hints(tool: Tool[Any, Any]) -> dict[str, Any]:
    """What its author said of its behaviour; what was not said is left out."""
    options = tool.options
    said = {name: getattr(options, name) for name in PROMISED}
    said["approval"] = SOMETIMES if callable(options.approval) else options.approval
    unsaid = {"return_direct": False, "approval": False}
    return {name: value for name, value in said.items() if value is not unsaid.get(name)}


@tells_misfits
def lock_text(made: Lock) -> str:
    """The text of a lock as it is kept under version control: sorted, one value a line, other characters escaped.

    >>> print(lock_text({"tools": {}, "format": 1}), end="")
    {
      "format": 1,
      "tools": {}
    }
    """
    return json.dumps(made, indent=2, sort_keys=True) + "\n"


@tells_misfits
def read_lock(text: str) -> Lock:
    """The lock in the text of a file.

    >>> read_lock('{"format": 1, "tools": {}}')["tools"]
    {}

    Raises:
        DefinitionError: It is none, or one of a newer library.
    """
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DefinitionError(f"the lock is no valid JSON: {error}", cure=_CURE) from None
    return required_lock(read)


def required_lock(read: Any) -> Lock:
    """What is surely a lock, as this library writes it.

    Raises:
        DefinitionError: It is none, or one of a newer library.
    """
    version = read.get("format") if isinstance(read, dict) else None
    if type(version) is int and version > FORMAT:
        reason = f"the lock has format {version}, and this library reads up to {FORMAT}"
        raise DefinitionError(reason, cure="install the version of the library that wrote it, or a newer one")
    if version is True or version != FORMAT or not _are_entries(read.get("tools")):
        raise DefinitionError('the lock lacks "format" and "tools" as `toolkit lock` writes them', cure=_CURE)
    return dict(read)


def _are_entries(tools: Any) -> bool:
    """Whether each tool has what is compared."""
    return isinstance(tools, dict) and all(
        isinstance(each, dict)
        and isinstance(each.get("description"), str)
        and isinstance(each.get("hints"), dict)
        and all(isinstance(hint, bool | str) for hint in each["hints"].values())
        and isinstance(each.get("input_schema"), dict)
        and isinstance(each.get("output_schema"), dict | None)
        for each in tools.values()
    )
