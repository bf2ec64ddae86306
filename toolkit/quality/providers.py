"""Rules on providers: what they refuse, rename, get in words alone, or have too much of."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from toolkit.dialects import dialect
from toolkit.errors import DefinitionError
from toolkit.providers.declaring import has_strict_mode
from toolkit.quality.rules import Finding
from toolkit.schema.wording import listed
from toolkit.tools.portability import portability

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolkit.dialects import Dialect
    from toolkit.quality.inspection import Inspection
    from toolkit.tools.portability import Portability

# How many tools one request may hold. OpenAI API reference, chat.completions.create, tools: "A max of 128 functions".
_MOST_TOOLS: Final[Mapping[str, int]] = {"openai": 128, "openai-responses": 128}
_DEFAULT: Final = "openai"
_LONGEST_SHOWN: Final = 3


def carried_tools(inspection: Inspection) -> Iterator[Finding]:
    """What providers make of each tool; what several make of it alike is told once."""
    # Without a provider in particular, those that run no tool of another one are not at fault.
    hosted = inspection.hosted if inspection.providers is not None else ()
    report = portability((*inspection.tools, *hosted), inspection.providers)
    told: dict[tuple[str, str, str, str], list[str]] = {}
    for entry in report:
        for code, what, cure in _losses(entry, inspection):
            told.setdefault((code, entry.tool, what, cure), []).append(entry.provider)
    for (code, tool, what, cure), providers in told.items():
        yield Finding(code, tool, "", f"{listed(providers)}: {what}", cure)


def _losses(entry: Portability, inspection: Inspection) -> Iterator[tuple[str, str, str]]:
    for name in entry.renamed:
        yield "N303", name, "use letters, digits and underscores, at most 64 of them"
    if entry.impossible:
        yield "P501", entry.impossible, "change the tool, or do not offer it there"
    elif entry.impossible_strictly and inspection.strict:
        yield "P501", entry.impossible_strictly, "change the tool, declare fewer strictly, or do not offer it there"
    elif inspection.providers is not None:
        lost = entry.loosened_strictly if inspection.strict else entry.loosened
        if lost:
            cure = "say it in the argument's own description if models miss it; wrong calls are refused in any case"
            yield "P502", f"only in words: {listed(lost)}", cure


def fewer_tools(inspection: Inspection) -> Iterator[Finding]:
    """Providers that do not take so many tools."""
    for provider in inspection.providers or ():
        most, count = _MOST_TOOLS.get(provider.name), len(inspection.tools)
        if most is not None and count > most:
            cure = "offer those that the task needs: registry.filtered(tags=...), or schemas of a part"
            yield Finding("C601", "", "", f"{provider.name} takes {most} tools, and there are {count:,}", cure)


def shorter_declarations(inspection: Inspection) -> Iterator[Finding]:
    """Providers for which the declarations are longer than the budget."""
    if inspection.max_chars is None:
        return
    for provider in inspection.providers or (dialect(_DEFAULT),):
        lengths = _lengths(provider, inspection)
        total = sum(lengths.values())
        if total > inspection.max_chars:
            longest = sorted(lengths, key=lambda name: -lengths[name])[:_LONGEST_SHOWN]
            what = f"{total:,} characters for {provider.name}, and the budget is {inspection.max_chars:,}"
            cure = f"shorten the longest: {', '.join(f'{name} ({lengths[name]:,})' for name in longest)}"
            yield Finding("C602", "", "", what, cure)


def _lengths(provider: Dialect, inspection: Inspection) -> dict[str, int]:
    """How long each tool's declaration is as JSON; those that cannot be declared are told elsewhere."""
    strict, lengths = inspection.strict and has_strict_mode(provider), dict[str, int]()
    for tool in inspection.tools:
        try:
            made: Any = provider.declare([tool], strict)
        except DefinitionError:
            continue
        lengths[tool.name] = len(json.dumps(made, ensure_ascii=False, separators=(",", ":")))
    return lengths
