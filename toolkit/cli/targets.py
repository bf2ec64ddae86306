"""TARGET: a module, a file, or a name in one, -> the tools that are meant."""

from __future__ import annotations

import inspect
import os
import pkgutil
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from toolkit.calling.guard import Raised, attempt
from toolkit.cli.faults import UsageError, near, shown_path
from toolkit.cli.modules import module_from_file, module_named
from toolkit.errors import DefinitionError
from toolkit.quality.sources import place_of_function
from toolkit.schema.wording import listed
from toolkit.tools.base import Tool
from toolkit.tools.collecting import holders_in, tools_held_by, tools_of_modules, warn_of_left_out
from toolkit.tools.offering import ANYONE
from toolkit.tools.registry import Registry

# The colon of a Windows drive parts nothing.
_DRIVE: Final = re.compile(r"[A-Za-z]:(?=[\\/])")


class Target(NamedTuple):
    """What the command names.

    Attributes:
        place: The module, or the path of the file.
        attribute: The name in it, "" for all of its tools.
        is_file: Whether `place` is a path.
    """

    place: str
    attribute: str
    is_file: bool

    @classmethod
    def parse(cls, text: str) -> Target:
        """The parts of a target as it is written.

        >>> Target.parse("./shop.py:buy")
        Target(place='./shop.py', attribute='buy', is_file=True)
        """
        drive = _DRIVE.match(text)
        start = 0 if drive is None else drive.end()
        rest, _, attribute = text[start:].partition(":")
        place = text[:start] + rest
        return cls(place, attribute, place.endswith(".py") or "/" in place or os.sep in place)


def file_of(text: str) -> str:
    """The file of a target, as it is named from the working directory; the target itself where that is not known."""
    target = Target.parse(text)
    file = target.place if target.is_file else getattr(sys.modules.get(target.place), "__file__", None)
    return shown_path(str(Path(file).absolute())) if file else text


def registry_of(text: str) -> Registry:
    """The tools of `pkg.mod`, `./file.py`, or of one name in either: a function, a class, a tool or a registry.

    Those that are switched off are left out. Those that some callers alone see, and those that a registry is provided
    with, are there.

    Raises:
        UsageError: Nothing is there, or no tool is.
        DefinitionError: A tool in it is written wrong.
        BaseException: What the module raises while it is imported.
    """
    target = Target.parse(text)
    module = module_from_file(target.place) if target.is_file else module_named(target.place)
    named = _member(module, target) if target.attribute else module
    if named is not module and isinstance(named, ModuleType):
        raise UsageError(f"{text} is a module; write it with dots: {target.place}.{target.attribute}")
    if named is module:
        named = _tools_in(module)
    registry = (named if isinstance(named, Registry) else Registry(tools_held_by(named))).offered(ANYONE)
    if not len(registry):
        raise UsageError(f"no tools in {text}; {_cure(module, target)}")
    return registry


def _cure(module: ModuleType, target: Target) -> str:
    """What to name instead of what has no tools."""
    if not target.attribute:
        holders = holders_in(module)
        if holders:
            return f"name what holds some: {listed((f'{target.place}:{each}' for each in holders), ' or ')}"
        inner = sorted(each.name for each in pkgutil.iter_modules(getattr(module, "__path__", ())))
        if inner:
            modules = listed(f"{target.place}.{each}" for each in inner)
            return f"name its modules: {modules}; or a registry of all: pkg.mod:registry"
    return f"decorate functions with @tool, or name one: {target.place}:function"


def _tools_in(module: ModuleType) -> Registry:
    """The tools that a module defines; the log is told of those that something in it holds."""
    made = attempt(lambda: Registry(tools_of_modules([module])))
    if isinstance(made, Raised):
        if isinstance(made.exception, DefinitionError):
            _note_place(made.exception, module)
        raise made.exception
    if len(made):
        warn_of_left_out([module], made)
    return made


def _note_place(error: DefinitionError, module: ModuleType) -> None:
    """Note on an error where the function of its tool stands: none of the code that failed is of its file."""
    tools = (inspect.getattr_static(value, "__tool__", None) for value in vars(module).values())
    named = (each for each in tools if isinstance(each, Tool) and each.name == error.tool)
    place = next(map(place_of_function, named), None)
    if place is not None:
        error.add_note(f"{shown_path(place[0])}:{place[1]}")


def _member(module: ModuleType, target: Target) -> Any:
    """What a name in the module stands for, a dotted one being looked up step by step."""
    holder: Any = module
    for name in target.attribute.split("."):
        found = attempt(getattr, holder, name)
        if isinstance(found, Raised):
            if not isinstance(found.exception, AttributeError):
                raise found.exception
            raise UsageError(f"no {target.attribute!r} in {target.place}{near(name, _names_in(holder))}")
        holder = found
    return holder


def _names_in(holder: Any) -> list[str]:
    """The names that may have been meant: of a module its tools, else what it defines; of an object all."""
    if not isinstance(holder, ModuleType):
        return [each for each in dir(holder) if not each.startswith("_")]
    own = {name: value for name, value in vars(holder).items() if not name.startswith("_") and _is_own(value, holder)}
    tools = [name for name, value in own.items() if isinstance(value, Tool | Registry) or hasattr(value, "__tool__")]
    return tools or list(own)


def _is_own(value: Any, module: ModuleType) -> bool:
    """Whether a module defines a value: functions and classes know theirs, of any other value a tool is taken."""
    home = getattr(value, "__module__", None)
    return home == module.__name__ or isinstance(value, Tool | Registry)
