"""The rules, applied to a catalogue of tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.dialects import dialects_of
from toolkit.misfits import tells_misfits
from toolkit.quality.argument_types import fitting_defaults, same_defaults, told_types
from toolkit.quality.effects import told_effects
from toolkit.quality.inspection import Inspection
from toolkit.quality.likeness import different_names, telling_descriptions
from toolkit.quality.providers import carried_tools, fewer_tools, shorter_declarations
from toolkit.quality.rules import is_named, unknown_code
from toolkit.quality.sources import place_of_function
from toolkit.quality.texts import (
    described_arguments,
    described_members,
    described_tools,
    different_arguments,
    different_descriptions,
    real_parameters,
    telling_texts,
)
from toolkit.record import replace_fields
from toolkit.tools.catalogue import tools_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from toolkit.dialects import Dialect
    from toolkit.quality.rules import Finding

_CHECKS: Final[tuple[Callable[[Inspection], Iterator[Finding]], ...]] = (
    described_tools,
    described_arguments,
    described_members,
    telling_texts,
    different_descriptions,
    different_arguments,
    real_parameters,
    told_types,
    same_defaults,
    fitting_defaults,
    different_names,
    telling_descriptions,
    told_effects,
    carried_tools,
    fewer_tools,
    shorter_declarations,
)


@tells_misfits
def lint(
    tools: Any,
    providers: str | Dialect | Iterable[str | Dialect] | None = None,
    *,
    strict: bool = False,
    max_chars: int | None = None,
    ignore: str | Iterable[str] = (),
) -> tuple[Finding, ...]:
    """What is wrong with tools before any model has called them, errors first; `toolkit.quality.RULES` has the rules.

    >>> from toolkit import tool
    >>> @tool
    ... def send_mail(to: str) -> None:
    ...     "Send a mail."
    >>> [(each.code, each.place, each.what) for each in lint([send_mail], ignore=["B401"])]
    [('D102', 'arguments.to', 'no description')]

    Args:
        tools: A registry, or whatever one is made of.
        providers: Those that the tools are meant for, by name or as objects: what they lose counts, too.
        strict: Whether these shall hold the model to the schemas.
        max_chars: How long all declarations may be together, for each provider.
        ignore: Rules that are left out, by their codes; for some tools alone as "D102:mail_*".

    Raises:
        KeyError: There is no provider of that name, or no such rule.
        DefinitionError: Something is no tool, or no provider.
    """
    named = None if providers is None else dialects_of(providers)
    left_out = _left_out(ignore)
    every = tools_in(tools)
    hosted = tuple(each for each in every if getattr(each, "builtin", None) is not None)
    own = tuple(each for each in every if each not in hosted)
    inspection = Inspection(own, hosted, named, strict, max_chars)
    found = [each for check in _CHECKS for each in check(inspection) if not is_named(each, left_out)]
    places = {tool.name: place_of_function(tool) for tool in own}
    placed = (_placed(each, places.get(each.tool)) for each in found)
    return tuple(sorted(placed, key=lambda each: (each.level != "error", each.tool, each.code)))


def _left_out(ignore: str | Iterable[str]) -> tuple[str, ...]:
    rules = (ignore,) if isinstance(ignore, str) else tuple(ignore)
    unknown = unknown_code(rules)
    if unknown is not None:
        raise KeyError(f"no rule {unknown!r}; the keys of toolkit.quality.RULES are the rules")
    return rules


def _placed(finding: Finding, place: tuple[str, int] | None) -> Finding:
    return finding if place is None else replace_fields(finding, path=place[0], line=place[1])
