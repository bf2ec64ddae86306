"""Strict mode for every signature: each type that a provider does not take is rewritten, and undone in its calls."""

from __future__ import annotations

import threading
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.providers.strict.rules import ANTHROPIC, OPENAI

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.descriptor import ToolDescriptor
    from toolkit.providers.strict.rules import StrictRules
    from toolkit.types.keywords import Schema

    Inverse = Callable[[Any], Any]

# So many ways back are kept; the oldest are forgotten first.
_KEPT_FORMS: Final = 4096
# What makes the forms; most programs declare nothing strictly.
_TOOLS: Final = "toolkit.providers.strict.tools"


class StrictForm(NamedTuple):
    """A tool in strict mode.

    Attributes:
        descriptor: What is declared.
        inverse: What undoes its form in the arguments, None if they stay as they are.
        changes: The places whose form is not the tool's own, each with what it became.
        text: What the tool's description has to say besides.
    """

    descriptor: ToolDescriptor
    inverse: Inverse | None
    changes: tuple[tuple[str, str], ...]
    text: str = ""

    def undone(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments as the tool knows them.

        Raises:
            CallError: A form holds something that it cannot stand for.
        """
        return arguments if self.inverse is None else self.inverse(arguments)


class StrictMode:
    """The strict mode of one provider, or of several that take the same.

    Args:
        rules: What it takes.
    """

    def __init__(self, rules: StrictRules) -> None:
        self.rules = rules
        # By the tool's name, as a program may make a tool anew for each request: with other choices for one.
        self._declared: dict[str, dict[ToolDescriptor, StrictForm]] = {}
        self._lock = threading.RLock()

    @property
    def is_unused(self) -> bool:
        """Whether no tool has been declared in a form of its own, so that no call can need undoing."""
        return not self._declared

    def renewed(self) -> StrictMode:
        """The same mode, in which nothing has been declared."""
        return StrictMode(self.rules)

    def form(self, descriptor: ToolDescriptor) -> StrictForm:
        """The form of a tool; the one that was declared, if it was."""
        made: StrictForm | None = self.declared(descriptor)
        return _tools().strict_form(descriptor, self.rules) if made is None else made

    def declared(self, descriptor: ToolDescriptor) -> StrictForm | None:
        """The form in which a tool was declared, None if it was not, or if nothing of it has another form."""
        known = self._declared.get(descriptor.name, {})
        if len(known) != 1:
            return known.get(descriptor)
        # A hash of all that a tool says takes longer than a look at the only one of its name.
        [(only, form)] = known.items()
        return form if only is descriptor or only == descriptor else None

    def schema(self, descriptor: ToolDescriptor, generator: Any = None) -> tuple[Schema, str]:
        """The schema of a tool, and what its description has to say besides; its calls are undone from now on.

        Args:
            descriptor: The tool.
            generator: What makes the schema, an object with `generate(descriptor)`; None for the library's own.

        Raises:
            DefinitionError: The schema is larger than the provider takes.
        """
        form = self.form(descriptor)
        made, text = _tools().strict_schema(form.descriptor, self.rules, generator)
        self._remember(descriptor, form)
        return made, " ".join(filter(None, (form.text, text)))

    def _remember(self, descriptor: ToolDescriptor, form: StrictForm) -> None:
        if form.inverse is None or self.declared(descriptor) is not None:
            return
        with self._lock:
            if sum(map(len, self._declared.values())) >= _KEPT_FORMS:
                self._forget_oldest()
            # A new dict, as another thread may be looking at what is there.
            known = self._declared.get(descriptor.name, {})
            self._declared[descriptor.name] = {**known, descriptor: form}

    def _forget_oldest(self) -> None:
        name, known = next(iter(self._declared.items()))
        # Of a copy, no key is hashed anew.
        left = known.copy()
        del left[next(iter(left))]
        self._declared[name] = left
        if not left:
            del self._declared[name]


@cache
def _tools() -> Any:
    """What makes the forms, imported with the first strict declaration."""
    return import_module(_TOOLS)


# The two kinds of strict mode that there are; whoever takes the same shares them, as their calls may look alike.
LIKE_OPENAI: Final = StrictMode(OPENAI)
LIKE_ANTHROPIC: Final = StrictMode(ANTHROPIC)
