"""The namespaces in which an author's annotations mean what they say."""

from __future__ import annotations

import dataclasses
import re
import sys
from functools import lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, Generic

from toolkit.errors import DefinitionError
from toolkit.reading.annotations import SELF, substituted, variables_of
from toolkit.reading.evaluation import FAULTS, Unresolved, evaluated, holds_text
from toolkit.reading.keeping import keep, kept
from toolkit.reading.pydantic_classes import made_by_pydantic
from toolkit.reading.typed_dicts import is_typed_dict
from toolkit.record import EMPTY, MISSING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

# Where a function has what `keep_names` has kept, and what may be a name in a hint.
_KEPT: Final = "__toolkit_names__"
_WORD: Final = r"[^\W\d]\w*"
_EVERYWHERE: Final = frozenset(
    {"None", "bool", "bytes", "dict", "float", "frozenset", "int", "list", "object", "set", "str", "tuple"}
)
_MODULES_OF_FORMS: Final = frozenset({"types", "typing", "typing_extensions"})


def function_names(function: Any, bound_to: Any = None) -> tuple[Mapping[str, Any], dict[str, Any]]:
    """The module's names of a function, and the names nearer to it than these.

    Nearer are its type parameters (PEP 695), the types in the body of its class, what it closes over, and,
    while they still run, the functions and class bodies that it was defined in.

    Args:
        function: The function.
        bound_to: The object or class that it is a method of, if that is known.
    """
    globals_ = getattr(function, "__globals__", None)
    if globals_ is None:
        globals_ = _module_names(getattr(function, "__module__", None))
    near = _enclosing_names(getattr(function, "__qualname__", ""), globals_)
    near.update(getattr(function, _KEPT, {}))
    near.update(_closure(function))
    near.update(_names_in_class(function, bound_to))
    near.update(_type_parameters(function))
    return globals_, near


def keep_names(function: Any) -> None:
    """Keep at a function inside another one what its hints say now: once that has ended, the names are gone.

    Args:
        function: The function, or a method in the body of its class.
    """
    if not isinstance(function, FunctionType) or "<locals>" not in function.__qualname__:
        return
    texts = (str(each) for each in annotations_of(function).values() if holds_text(each))
    words = {word for text in texts for word in _unknown_words(text)}
    if not words:
        return
    around = _enclosing_names(function.__qualname__, function.__globals__)
    found = {name: around[name] for name in words if name in around}
    if found:
        setattr(function, _KEPT, found)
    for each in found.values():
        keep_hints(each)


@lru_cache
def _unknown_words(text: str) -> frozenset[str]:
    """What may be a name in a hint, without what is a type everywhere."""
    return frozenset(re.findall(_WORD, text)) - _EVERYWHERE


def keep_hints(hint: Any, read: set[int] | None = None) -> None:
    """Read the hints of the classes inside functions that a hint names, and of those that these name.

    Args:
        hint: The hint.
        read: The ids of the classes that are read already, None for none.
    """
    read = set() if read is None else read
    inner: Any = ()
    if issubclass(type(hint), type):
        if "<locals>" in hint.__qualname__ and id(hint) not in read:
            read.add(id(hint))
            inner = [*class_hints(hint).values(), *getattr(hint, "__orig_bases__", ())]
    elif _is_form(hint):
        # A word of a text may be the name of any object, which is not looked at.
        inner = getattr(hint, "__args__", ())
    for each in inner if isinstance(inner, list | tuple) else ():
        keep_hints(each, read)


def class_hints(cls: type) -> dict[str, Any]:
    """The resolved hint of each annotated name of a class, inherited ones first.

    Type variables of generic bases are filled in, and Self is the class. A name that does not resolve has an
    Unresolved. What is read of a class inside a function is kept: once the function has ended, its names are gone.
    """
    if "<locals>" not in cls.__qualname__:
        return _class_hints(cls)
    found: Any = kept(cls, "hints")
    if found is MISSING:
        found = _class_hints(cls)
        if Unresolved not in map(type, found.values()):
            keep(cls, "hints", found)
    return dict(found)


def _class_hints(cls: type) -> dict[str, Any]:
    found = _hints_of_typed_bases(cls) if is_typed_dict(cls) else {}
    filled = _filled_variables(cls) if hasattr(cls, "__orig_bases__") else {}
    for base in reversed(cls.__mro__):
        own = annotations_of(base) if base is not object else {}
        if own:
            globals_, near = _names_of(base, own.values())
            known = {SELF: cls, **filled.get(base, {})}
            found |= {
                name: _resolved(annotation, globals_, near, known)
                for name, annotation in own.items()
                if name not in found or not _is_copied(name, annotation, base)
            }
    return found


def _hints_of_typed_bases(cls: type) -> dict[str, Any]:
    """The hints that a TypedDict has from its bases, which are no bases for Python: it copies their annotations."""
    found: dict[str, Any] = {}
    for each in cls.__dict__.get("__orig_bases__", ()):
        base = getattr(each, "__origin__", each)
        if is_typed_dict(base):
            variables = _variables_given(each, cls)
            found.update((name, substituted(hint, variables)) for name, hint in class_hints(base).items())
    return found


def _is_copied(name: str, annotation: Any, cls: type) -> bool:
    """Whether a TypedDict has the annotation from a base as it stands there."""
    bases = (getattr(each, "__origin__", each) for each in cls.__dict__.get("__orig_bases__", ()))
    return any(annotations_of(base).get(name) == annotation for base in bases if is_typed_dict(base))


def _names_of(cls: type, annotations: Iterable[Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The module's names of a class and those nearer to it; none where no text asks for them."""
    if not any(map(_may_hold_text, annotations)):
        return EMPTY, EMPTY
    globals_ = _module_names(cls.__module__)
    around = {**names_around(cls), **_type_parameters(cls), cls.__name__: cls}
    return globals_, {**around, **_types_in(cls)}


def _may_hold_text(annotation: Any) -> bool:
    return type(annotation) is not type and (isinstance(annotation, dataclasses.InitVar) or holds_text(annotation))


def _resolved(annotation: Any, globals_: Mapping[str, Any], near: Mapping[str, Any], known: Mapping[Any, Any]) -> Any:
    if type(annotation) is type:
        return annotation
    hint = evaluated(annotation, globals_, near, of_class=True)
    if isinstance(hint, dataclasses.InitVar):
        return _resolved(hint.type, globals_, near, known)
    return hint if isinstance(hint, Unresolved) else substituted(hint, known)


def names_around(cls: type) -> dict[str, Any]:
    """The names of the functions and class bodies that a class was defined in, the functions while they still run."""
    return _enclosing_names(cls.__qualname__, _module_names(cls.__module__))


def annotations_of(owner: Any) -> Mapping[str, Any]:
    """The annotations that stand in the body of a class or at a function, as they are written.

    Raises:
        DefinitionError: They cannot be evaluated; before 3.14, Python itself says so where they stand.
    """
    if sys.version_info >= (3, 14):  # pragma: no cover - annotations are computed on demand (PEP 649)
        import annotationlib  # noqa: PLC0415

        try:
            return annotationlib.get_annotations(owner, format=annotationlib.Format.FORWARDREF)
        except FAULTS as error:
            raise DefinitionError(
                f"the annotations of {owner.__qualname__} mean nothing: {type(error).__name__}: {error}",
                cure='write what comes later as one text: "Later | None"',
            ) from error
    if isinstance(owner, FunctionType):
        return owner.__annotations__
    own: Any = owner.__dict__.get("__annotations__")  # noqa: RUF063 - inspect takes 3 us to do that
    return own if type(own) is dict else {}


def variables_of_method(function: Any, bound_to: Any) -> Mapping[Any, Any]:
    """What Self, and the type variables of the class in which a bound method was written, stand for.

    >>> from typing import Generic, TypeVar
    >>> T = TypeVar("T")
    >>> class Shelf(Generic[T]):
    ...     def put(self, item: T) -> None: ...
    >>> class Books(Shelf[str]): ...
    >>> variables_of_method(Shelf.put, Books())
    {typing.Self: <class 'toolkit.reading.namespaces.Books'>, ~T: <class 'str'>}
    """
    cls = bound_to if isinstance(bound_to, type) else type(bound_to)
    owner = _owner(function, cls) if hasattr(cls, "__orig_bases__") else None
    if owner is None:
        return {SELF: cls}
    # `Shelf[str]()` remembers its arguments, and so far only such an object does.
    own = variables_of(getattr(bound_to, "__orig_class__", None))
    return {SELF: cls, **(own if owner is cls else _filled_variables(cls, own).get(owner, {}))}


def _owner(function: Any, cls: type) -> type | None:
    """The class among a class and its bases in whose body a method was written."""
    written_in = getattr(function, "__qualname__", "").rpartition(".")[0]
    return next((each for each in cls.__mro__ if each.__qualname__ == written_in), None)


def _filled_variables(cls: type, own: Mapping[Any, Any] = EMPTY) -> dict[type, Mapping[Any, Any]]:
    """For each generic base of a class, what its type variables stand for, given those of the class itself."""
    filled: dict[type, Mapping[Any, Any]] = {cls: own}
    for each in cls.__mro__:
        outer = filled.get(each, {})
        for base, variables in _generic_bases(each):
            if variables and isinstance(base, type):
                filled[base] = {key: substituted(value, outer) for key, value in variables.items()}
    return filled


def _generic_bases(cls: type) -> Iterator[tuple[Any, Mapping[Any, Any]]]:
    """The bases of a class, each with what the class gives for its type variables."""
    origin = made_by_pydantic(cls).get("origin")
    if origin is not None:  # `Shelf[int]` is a class that derives from `Shelf`
        variables = made_by_pydantic(origin)["parameters"]
        yield origin, dict(zip(variables, made_by_pydantic(cls)["args"], strict=False))
    for base in cls.__dict__.get("__orig_bases__", ()):
        if isinstance(base, type):  # `Shelf[T]`, too, whose variables are those of the class
            yield base, {each: each for each in made_by_pydantic(base).get("parameters", ())}
        else:
            yield getattr(base, "__origin__", None), _variables_given(base, cls)


def _variables_given(base: Any, cls: type) -> Mapping[Any, Any]:
    """What a class gives for the type variables of a base."""
    return {key: meant_in(cls, value) for key, value in variables_of(base).items()}


def meant_in(cls: type, hint: Any) -> Any:
    """A hint among the bases of a class, as the class means it: the text in `Shelf["Book"]` is a name there.

    A text that means nothing, or nothing yet, stays as it is.
    """
    if not _may_hold_text(hint):
        return hint
    found = _resolved(hint, *_names_of(cls, (hint,)), EMPTY)
    return hint if isinstance(found, Unresolved) else found


def _module_names(module: str | None) -> Mapping[str, Any]:
    return getattr(sys.modules.get(module or ""), "__dict__", {})


def _names_in_class(function: Any, bound_to: Any) -> dict[str, Any]:
    """The types in the body of the class that a bound method was written in, and the class's type parameters."""
    cls = bound_to if isinstance(bound_to, type) else type(bound_to)
    owner = _owner(function, cls)
    return {} if owner is None else {owner.__name__: owner, **_type_parameters(owner), **_types_in(owner)}


def _types_in(cls: type) -> dict[str, Any]:
    """The classes and type aliases in the body of a class; a default of a field is no meaning of its name."""
    return {name: value for name, value in vars(cls).items() if isinstance(value, type) or _is_form(value)}


def _is_form(value: Any) -> bool:
    """Whether a value is `list[int]`, a union, a Literal, a type alias or the like."""
    return type(value).__module__ in _MODULES_OF_FORMS


def _type_parameters(owner: Any) -> dict[str, Any]:
    """The type variables of a function or a class by name, those of `Generic[T]` too."""
    variables = {each.__name__: each for each in getattr(owner, "__type_params__", ())}
    if variables or Generic not in getattr(owner, "__mro__", ()):
        return variables
    # `T = TypeVar("Item")` is no meaning of the name where a class has it.
    known, found = _module_names(owner.__module__), getattr(owner, "__parameters__", ())
    return {each.__name__: each for each in found if not isinstance(known.get(each.__name__), type)}


def _closure(function: Any) -> Iterator[tuple[str, Any]]:
    cells = getattr(function, "__closure__", None) or ()
    names = getattr(getattr(function, "__code__", None), "co_freevars", ())
    for name, cell in zip(names, cells, strict=False):
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue  # not assigned yet: a function may close over what is defined further down


def _enclosing_names(qualname: str, globals_: Mapping[str, Any]) -> dict[str, Any]:
    """Names of the functions and class bodies around a definition, the outermost first."""
    parts = qualname.split(".")[:-1]
    if not parts:
        return {}
    around = {".".join(parts[: end + 1]) for end in range(len(parts)) if parts[end] != "<locals>"}
    found: dict[str, Any] = {}
    for names in reversed([*_running(around, globals_)]):
        found.update(names)
    found.update(_class_names(parts, globals_))
    return found


def _running(qualnames: set[str], globals_: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The local names of the frames on the stack that run one of these definitions."""
    frame = sys._getframe(1)  # noqa: SLF001 - the documented way without importing inspect
    while frame is not None:
        if frame.f_globals is globals_ and frame.f_code.co_qualname in qualnames:
            yield frame.f_locals
        frame = frame.f_back  # type: ignore[assignment]


def _class_names(parts: list[str], globals_: Mapping[str, Any]) -> dict[str, Any]:
    """The names in the body of a finished module-level class, and of the classes nested in it."""
    found: dict[str, Any] = {}
    owner: Any = None
    for part in parts:
        owner = globals_.get(part) if owner is None else getattr(owner, part, None)
        if not isinstance(owner, type):
            return found
        found.update(_type_parameters(owner))
        found.update(_types_in(owner))
        found[owner.__name__] = owner
    return found
