"""Whether a function can be described, found at a glance.

Describing costs many times what marking a function as a tool may cost, and can wait until somebody asks for the
schema. What is wrong with a function its author must hear at once, though. So a function that is obviously right
waits, and any other is described when its tool is made.
"""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

from toolkit.reading.annotations import is_plain
from toolkit.reading.evaluation import evaluated, holds_text
from toolkit.reading.fields import is_field
from toolkit.reading.namespaces import annotations_of, function_names
from toolkit.record import MISSING
from toolkit.types.rules import registered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolkit.options import ToolOptions

# Classes that a tool was described with.
_DESCRIBED: Final[WeakSet[type]] = WeakSet()
# Options that describing heeds and may find fault with.
_HEEDED: Final = ("args_schema", "bind", "exclude_from_schema", "strict_docstring", "examples", "types")


def note_described(classes: Iterable[Any]) -> None:
    """Remember classes that no fault was found with."""
    _DESCRIBED.update(each for each in classes if isinstance(each, type))


def is_surely_right(function: Any, options: ToolOptions) -> bool:
    """Whether no fault can come to light when a function is described with these options.

    >>> from toolkit.options import ToolOptions
    >>> is_surely_right(lambda a, b=1: a + b, ToolOptions(description="Add two numbers."))
    True
    """
    if type(function) is not types.FunctionType or function.__dict__.keys() & {"__wrapped__", "__signature__"}:
        return False
    if options.description is None and not _begins_with_prose(function.__doc__ or ""):
        return False
    if any(getattr(options, name) for name in _HEEDED) or options.return_type is not MISSING or registered():
        return False
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    if not isinstance(options.output_schema, bool) or any(map(is_field, defaults)):
        return False
    return all(is_plain(each, _DESCRIBED.__contains__) for each in _hints(function))


def _begins_with_prose(docstring: str) -> bool:
    """Whether a docstring has a description, whatever sections follow: "Args:" and ":param x:" begin with none."""
    first = docstring.lstrip().partition("\n")[0]
    return " " in first and ":" not in first and not first.startswith("@")


def _hints(function: Any) -> Iterator[Any]:
    """The hints of a function's parameters; a text that means nothing yet stays one."""
    written = [hint for name, hint in annotations_of(function).items() if name != "return"]
    if not any(map(holds_text, written)):
        yield from written
        return
    globals_, near = function_names(function)
    for hint in written:
        yield evaluated(hint, globals_, near)
