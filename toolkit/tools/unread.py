"""Attributes of a class of tools that were meant as options, and that nothing reads."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any

from toolkit.closeness import surely_meant
from toolkit.doubts import log_doubt
from toolkit.errors import DefinitionError
from toolkit.option_kinds import check_option
from toolkit.options import ToolOptions, name_here

if TYPE_CHECKING:
    from collections.abc import Iterator


def warn_of_unread(cls: type) -> None:
    """Tell the log of attributes that are options elsewhere, or misspelt, and that no method of the class reads."""
    said = {name: value for name, value in vars(cls).items() if name[0] != "_" and not hasattr(value, "__get__")}
    foreign = {name: cure for name, value in said.items() if (cure := _cure_for(cls, name, value))}
    if not foreign:
        return
    read = _words_of(cls)
    for name, cure in foreign.items():
        if name not in read:
            log_doubt("%s: nothing reads the attribute %s; %s", cls.__qualname__, name, cure)


def _cure_for(cls: type, name: str, value: Any) -> str:
    """What was meant by an attribute that is no option, "" if it is surely something of the author's own."""
    if name_here(name):
        return f"here it is {name_here(name)}"
    if any(name in vars(base) for base in cls.__mro__[1:]):
        return ""
    # Slips leave the first letter as it is, and to look at it costs the least.
    near = surely_meant(name, [each for each in ToolOptions._names if each[0] == name[0]])
    return f"did you mean {near!r}?" if near and _may_be(near, value) else ""


def _may_be(option: str, value: Any) -> bool:
    """Whether a value is one for an option: `type = "x"` never meant `types`."""
    try:
        check_option(option, value, "")
    except DefinitionError:
        return False
    return True


def _words_of(cls: type) -> set[str]:
    """The names, and the texts for getattr, in the methods of a class and its bases, the library's own aside."""
    bases = (base for base in cls.__mro__ if not base.__module__.startswith("toolkit."))
    functions = (_function_of(member) for base in bases for member in vars(base).values())
    return {word for function in functions for word in _words(getattr(function, "__code__", None))}


def _function_of(member: Any) -> Any:
    """The function under a property, a classmethod or a staticmethod."""
    return next((found for place in ("fget", "func", "__func__") if (found := getattr(member, place, None))), member)


def _words(code: types.CodeType | None) -> Iterator[str]:
    if code is None:
        return
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, types.CodeType):
            yield from _words(constant)
