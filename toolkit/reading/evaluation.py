"""Texts in annotations -> the hints that they spell (PEP 563, forward references)."""

from __future__ import annotations

import builtins
import re
import sys
import types
import typing
from typing import TYPE_CHECKING, Any, Final

from toolkit.closeness import surely_meant
from toolkit.record import MISSING, Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# What else than an unknown name evaluating a hint may find; it is the author's own, so there is no telling.
FAULTS: Final = (
    SyntaxError,
    TypeError,
    ValueError,
    LookupError,
    ArithmeticError,
    ImportError,
    RuntimeError,
)
_UNKNOWN: Final = (NameError, AttributeError)

_BUILTINS: Final = ("bool", "bytes", "dict", "float", "int", "list", "str")
_IMPORT: Final = "import it outside `if TYPE_CHECKING:`, or define it before the tool is used"


class Unresolved(Record):
    """A hint that means nothing, or nothing yet.

    Attributes:
        text: The hint as it was written.
        name: The name in it that is not defined, and may be later; "" if something else is wrong.
        problem: What else is wrong.
    """

    text: str
    name: str = ""
    problem: str = ""

    @property
    def cure(self) -> str:
        """What its author may do."""
        if not self.name:
            return 'write a type; a text for the model goes into Annotated[T, "..."]'
        if self.name in typing.__all__:
            return f"write from typing import {self.name}, or define it before the tool is used"
        near = surely_meant(self.name, [*typing.__all__, *_BUILTINS])
        return f"did you mean {near!r}?" if near else _IMPORT


class Recurring:
    """A text in the hint that it stands for: the inner "Json" of `Json = dict[str, "Json"] | list["Json"] | str`.

    Args:
        text: The text.
        globals_: The module's names where it was written.
        locals_: Names nearer than these.
    """

    __slots__ = ("__name__", "_globals", "_locals")

    def __init__(self, text: str, globals_: Mapping[str, Any], locals_: Mapping[str, Any]) -> None:
        self.__name__, self._globals, self._locals = text, globals_, locals_

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recurring) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return self.__name__

    def _identity(self) -> tuple[str, int, int]:
        return self.__name__, id(self._globals), id(self._locals.get(self.__name__))

    @property
    def value(self) -> Any:
        """The hint that it stands for, in which it stands itself."""
        text = self.__name__
        meant = self._locals.get(text, self._globals.get(text, MISSING))
        if meant is MISSING:  # no name, but `list[Json]`
            return evaluated(text, self._globals, self._locals)
        return evaluated(meant, self._globals, {**self._locals, text: self})


def evaluated(
    annotation: Any, globals_: Mapping[str, Any], locals_: Mapping[str, Any], *, of_class: bool = False
) -> Any:
    """The hint with all texts and forward references in it resolved.

    Args:
        annotation: A hint, a text, or a hint with texts inside.
        globals_: Namespace of the module that its author wrote in.
        locals_: Names nearer than these: type parameters, enclosing functions and classes.
        of_class: Whether it stands in the body of a class, where it may be ClassVar or Final.

    Returns:
        The hint, or an Unresolved that says which name is not defined.
    """
    if not holds_text(annotation):
        return annotation
    named = _named_class(annotation, globals_, locals_)
    if named is not None:
        return named
    names = globals_ if isinstance(globals_, dict) else dict(globals_)
    try:
        found = _type_hint(annotation, names, dict(locals_), of_class=of_class)
        return _tied(found, annotation, globals_, locals_) if holds_text(found) else found
    except (*_UNKNOWN, *FAULTS) as error:
        value = _value_of(annotation, names, locals_) if isinstance(error, TypeError) else MISSING
        return _unresolved(_text_of(annotation), error) if value is MISSING or holds_text(value) else value


def _value_of(text: Any, globals_: dict[str, Any], locals_: Mapping[str, Any]) -> Any:
    """What a text means that spells no type, such as (int, str), as without quotes; MISSING if it means nothing."""
    try:
        return eval(text, globals_, dict(locals_))  # noqa: S307 - what Python does with the annotations of a module
    except (*_UNKNOWN, *FAULTS):
        return MISSING


def alias_evaluated(alias: Any) -> Any:
    """What a `type X = ...` alias stands for.

    Python evaluates it now, not where it is written (PEP 695): a name in it may mean nothing yet.
    """
    try:
        value = alias.__value__
    except (*_UNKNOWN, *FAULTS) as error:
        return _unresolved(alias.__name__, error)
    return evaluated_for(alias, value)


def evaluated_for(owner: Any, hint: Any) -> Any:
    """What an alias, a NewType or a type variable holds, with texts in it evaluated in the module that made it.

    It stays as it is if a name in it means nothing.
    """
    if not holds_text(hint):
        return hint
    module = sys.modules.get(getattr(owner, "__module__", "") or "")
    if module is typing:  # by itself the variable of `def f[T: "Book"]` does not know where it was written (PEP 695)
        return hint
    globals_, name = vars(module) if module else {}, owner.__name__
    # A NewType that names itself would be looked into again and again.
    meant = Recurring(name, globals_, {name: owner}) if hasattr(owner, "__supertype__") else owner
    found = evaluated(hint, globals_, {name: meant})
    return hint if isinstance(found, Unresolved) and found.name else found


def _unresolved(text: str, error: Exception) -> Unresolved:
    if isinstance(error, _UNKNOWN):
        return Unresolved(text, error.name or text)
    problem = error.msg if isinstance(error, SyntaxError) else str(error)
    return Unresolved(text, problem=f"{type(error).__name__}: {problem}")


def _type_hint(annotation: Any, globals_: dict[str, Any], locals_: dict[str, Any], *, of_class: bool) -> Any:
    holder: Any = types.SimpleNamespace(__annotations__={"hint": annotation})
    try:
        return typing.get_type_hints(holder, globals_, locals_, include_extras=True)["hint"]
    except TypeError:
        if not of_class:
            raise
    # To make a class takes as long as all else here.
    holder = type("Holder", (), {"__annotations__": {"hint": annotation}})
    return typing.get_type_hints(holder, globals_, locals_, include_extras=True)["hint"]


def _tied(hint: Any, annotation: Any, globals_: Mapping[str, Any], locals_: Mapping[str, Any]) -> Any:
    """The hint with a Recurring for each text that Python left in it, as it was about to evaluate it anew.

    Args:
        hint: What the annotation means so far.
        annotation: The annotation.
        globals_: Namespace of the module that its author wrote in.
        locals_: Names nearer than these.
    """
    left = {text: Recurring(text, globals_, locals_) for text in _texts_in(hint)}
    names = {text: each for text, each in left.items() if text.isidentifier()}
    return evaluated(annotation, globals_, {**locals_, **names}) if names else _with_recurring(hint, left)


def _texts_in(hint: Any) -> Iterator[str]:
    if isinstance(hint, typing.ForwardRef):
        yield hint.__forward_arg__
    elif holds_text(hint):
        yield from (text for each in hint.__args__ for text in _texts_in(each))


def _with_recurring(hint: Any, left: Mapping[str, Recurring]) -> Any:
    if isinstance(hint, typing.ForwardRef):
        return left[hint.__forward_arg__]
    if not holds_text(hint):
        return hint
    return refilled(hint, tuple(_with_recurring(each, left) for each in hint.__args__))


def refilled(hint: Any, arguments: tuple[Any, ...]) -> Any:
    """The hint with other arguments in its brackets, or as other members of its union."""
    if hasattr(hint, "copy_with"):
        return hint.copy_with(arguments)
    origin = getattr(hint, "__origin__", None)
    return typing.Union[arguments] if origin is None else origin[arguments]  # noqa: UP007 - known at run time


def _named_class(annotation: Any, globals_: Mapping[str, Any], locals_: Mapping[str, Any]) -> type | None:
    """The class that a text names without more ado, which takes a tenth of evaluating it; None for anything else."""
    if type(annotation) is not str:
        return None
    found = locals_.get(annotation, globals_.get(annotation, getattr(builtins, annotation, None)))
    return found if type(found) is type else None


def holds_text(annotation: Any) -> bool:
    """Whether a text or a forward reference stands somewhere in a hint."""
    if type(annotation) is type:
        return False
    if isinstance(annotation, str | typing.ForwardRef):
        return True
    arguments = getattr(annotation, "__args__", None)
    if not arguments or type(arguments) is not tuple or getattr(annotation, "__origin__", None) is typing.Literal:
        return False
    for each in arguments:  # noqa: SIM110 - most are plain classes, which need no call
        if type(each) is not type and holds_text(each):
            return True
    return False


def _text_of(annotation: Any) -> str:
    if isinstance(annotation, str):
        return annotation
    return getattr(annotation, "__forward_arg__", None) or written(annotation)


def unresolved_reference(annotation: Any) -> str | None:
    """The text of a forward reference that nothing resolved, None for any other hint."""
    return annotation.__forward_arg__ if isinstance(annotation, typing.ForwardRef) else None


def written(annotation: Any) -> str:
    """The hint as its author would write it: `int`, `list[Stop]`, without module names."""
    if annotation is MISSING:
        return ""
    if isinstance(annotation, Unresolved):
        return annotation.text
    if isinstance(annotation, type):
        return "None" if annotation is types.NoneType else annotation.__qualname__.rpartition("<locals>.")[2]
    if isinstance(annotation, types.FunctionType | types.BuiltinFunctionType):
        return annotation.__qualname__
    try:
        text = str(annotation)
    except ValueError:  # it holds a number of more digits than Python writes
        text = type(annotation).__name__.strip("_").removesuffix("GenericAlias")
    text = re.sub(r"<(?:class|enum) '([^']*)'>", r"\1", text)
    text = re.sub(r"ForwardRef\('([^']*)'[^()]*\)", r"\1", text)
    return re.sub(r"(?:\b[^\W\d]\w*\.|<\w+>\.)+(?=\w)", "", text)[:80]
