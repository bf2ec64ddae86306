"""Whether a function can be described, found at a glance.

Describing costs many times what marking a function as a tool may cost, and can wait until somebody asks for the
schema. What is wrong with a function its author must hear at once, though. So a function that is obviously right
waits, and any other is described when its tool is made.
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

from toolkit.reading.evaluation import evaluated, holds_text
from toolkit.reading.fields import FOREIGN, is_field
from toolkit.reading.namespaces import annotations_of, class_hints, function_names, keep_names
from toolkit.reading.plain_hints import is_plain
from toolkit.reading.signature import is_plain_function
from toolkit.reading.typed_dicts import further_items
from toolkit.record import EMPTY, MISSING
from toolkit.types.host_marks import fault_of_marks, fault_of_stand_in
from toolkit.types.rules import registered

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from toolkit.options import ToolOptions

# Classes that no fault was found with, be it at a glance or by describing them.
_SOUND: Final[WeakSet[type]] = WeakSet()
# Options that describing heeds and may find fault with.
_HEEDED: Final = ("args_schema", "bind", "exclude_from_schema", "strict_docstring", "examples", "types")
# What classes of the standard library are called; most programs never import them.
_STANDARD: Final = frozenset(
    {
        "datetime.date",
        "datetime.datetime",
        "datetime.time",
        "datetime.timedelta",
        "decimal.Decimal",
        "pathlib.Path",
        "pathlib._local.Path",
        "uuid.UUID",
    }
)


def note_described(classes: Iterable[Any]) -> None:
    """Remember classes that no fault was found with."""
    _SOUND.update([each for each in classes if isinstance(each, type)])


def is_surely_right(function: Any, options: ToolOptions | None = None) -> bool:
    """Whether no fault can come to light when a function is described with these options, None for none at all.

    It will be described later, so what texts in its hints name now is kept.

    >>> from toolkit.options import ToolOptions
    >>> is_surely_right(lambda a, b=1: a + b, ToolOptions(description="Add two numbers."))
    True
    """
    if not is_plain_function(function):
        return False
    has_text = options is not None and options.description is not None
    if not (has_text or _begins_with_prose(function.__doc__)) or registered():
        return False
    if options is not None and not _are_harmless(options):
        return False
    if any(map(_is_told, function.__defaults__ or ())) or any(map(_is_told, (function.__kwdefaults__ or {}).values())):
        return False
    hints = annotations_of(function)
    if holds_text(hints.get("return")):
        keep_names(function)
    written = [hint for name, hint in hints.items() if name != "return"]
    return _are_sound(written, lambda: _evaluated(function, written))


def _is_told(default: Any) -> bool:
    """Whether a default says something of the parameter, or is none that a function may have."""
    if type(default).__module__ == "builtins":
        return False
    return is_field(default) or bool(fault_of_stand_in(default) or fault_of_marks((default,)))


def _are_harmless(options: ToolOptions) -> bool:
    if any(getattr(options, name) for name in _HEEDED):
        return False
    return options.return_type is MISSING and isinstance(options.output_schema, bool)


def _begins_with_prose(docstring: Any) -> bool:
    """Whether a docstring has a description, whatever sections follow: "Args:" and ":param x:" begin with none."""
    if not isinstance(docstring, str):  # whoever assigns `__doc__` may write anything
        return False
    first = docstring.lstrip().partition("\n")[0]
    return " " in first and ":" not in first and not first.startswith("@")


def _evaluated(function: Any, written: Iterable[Any]) -> list[Any]:
    """Those hints of a function, with texts in them turned into types."""
    keep_names(function)
    globals_, near = function_names(function)
    return [evaluated(hint, globals_, near) for hint in written]


def _are_sound(written: Collection[Any], resolve: Callable[[], Iterable[Any]]) -> bool:
    """Whether hints are plain, and so are those of the members of each enum, data class or TypedDict in them.

    Args:
        written: The hints as they are written.
        resolve: Gives them with the texts in them turned into types; a text that means nothing stays one.
    """
    met: dict[type, bool] = {}

    def are_plain(written: Collection[Any], resolve: Callable[[], Iterable[Any]]) -> bool:
        # A text is not plain, so most hints need not be looked through for one.
        if all(map(is_plain, written, repeat(is_sound))):
            return True
        return any(map(holds_text, written)) and all(map(is_plain, resolve(), repeat(is_sound)))

    def is_sound(cls: type) -> bool:
        if cls in met or cls in _SOUND:
            return met.get(cls, True)
        met[cls] = True  # inside itself a class is as sound as the rest of it
        members = _members(cls)
        met[cls] = members is not None and are_plain(members.values(), lambda: _resolved(cls, members))
        return met[cls]

    are_sound = are_plain(written, resolve)
    if are_sound and met:
        _SOUND.update(cls for cls in met if met[cls])
    return are_sound


def _members(cls: Any) -> Mapping[str, Any] | None:
    """The hints of what an instance is built from, as they are written; None if a glance does not tell."""
    own = cls.__dict__
    if "_member_map_" in own:
        return EMPTY if own["_member_map_"] else None
    if "__dataclass_fields__" in own:
        return _fields(cls)
    if "__required_keys__" in own:
        # Items beside those it names (PEP 728) have a hint of their own.
        return annotations_of(cls) if further_items(cls) is None else None
    return EMPTY if f"{cls.__module__}.{cls.__qualname__}" in _STANDARD else None


def _resolved(cls: type, written: Mapping[str, Any]) -> list[Any]:
    """Those hints of a class, with texts in them turned into types."""
    hints = class_hints(cls)
    return [hints.get(name, hint) for name, hint in written.items()]


def _fields(cls: Any) -> Mapping[str, Any] | None:
    """The hints of a data class's fields; None if its constructor takes others, or another row describes it."""
    if issubclass(cls, tuple) or any(map(hasattr, repeat(cls), FOREIGN)):
        return None
    fields = cls.__dataclass_fields__
    code = getattr(cls.__init__, "__code__", None)
    if code is None or code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount] != tuple(fields):
        return None
    return {name: field.type for name, field in fields.items()}
