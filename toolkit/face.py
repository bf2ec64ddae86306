"""The face of a package: its names, each imported when it is first asked for (PEP 562).

Marking a function as a tool must cost little; what checks and runs calls is loaded by the first that needs it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

C = TypeVar("C", bound=type)


def lazy_names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package.

    Args:
        package: Its full name.
        homes: For each name the module inside the package that has it; "" for a module itself.
    """

    def __getattr__(name: str) -> Any:  # noqa: N807 - what Python calls it
        if name not in homes:
            raise _without(package, name)
        home = homes[name]
        found = import_module(f"{package}.{home or name}")
        value = getattr(found, name) if home else found
        setattr(sys.modules[package], name, value)
        return value

    return __getattr__


def _without(package: str, name: str) -> Exception:
    """The error for a name that a package has not, which says what it has in its place."""
    asker = sys._getframe(2)  # noqa: SLF001 - as in reading/namespaces.py
    # An import statement looks for the name first, and takes an AttributeError for one that may be a module's.
    is_imported = asker.f_code.co_name == "_handle_fromlist"
    asker = asker.f_back if is_imported and asker.f_back else asker
    is_told = name[0] != "_" and not f"{asker.f_globals.get('__name__')}.".startswith("toolkit.")
    here = import_module("toolkit.elsewhere").name_in_package(package, name) if is_told else ""
    if here and is_imported:
        return ImportError(f"cannot import name {name!r} from {package!r}; here it is {here}", name=package)
    return AttributeError(f"module {package!r} has no attribute {name!r}{here and f'; here it is {here}'}")


def tells_names(*of_class: str) -> Callable[[C], C]:
    """A decorator of a class: an attribute that is called otherwise elsewhere is told with what it is here.

    Args:
        of_class: Names that the class is asked for, not its objects.
    """

    def decorate(cls: C) -> C:
        for name in of_class:
            setattr(cls, name, _Elsewhere(name))
        if sys.version_info >= (3, 12):  # before, every attribute of its objects would cost four times as much
            cls.__getattr__ = _attribute  # type: ignore[attr-defined]
        return cls

    return decorate


class _Elsewhere:
    """Stands in a class for what it has under another name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.__doc__ = "A name of other libraries; to ask for it tells what it is here."

    def __get__(self, held: object, owner: type) -> Any:
        raise _foreign(owner.__name__, self._name, _here(owner, self._name))


def _attribute(held: Any, name: str) -> Any:
    """The `__getattr__` of a class."""
    # A property that has raised is asked once more, for its own error.
    here = "" if name[0] == "_" or hasattr(type(held), name) else _here(type(held), name)
    if here:
        raise _foreign(f"{type(held).__name__!r} object", name, here)
    return object.__getattribute__(held, name)


def _foreign(owner: str, name: str, here: str) -> Exception:
    error: type[Exception] = import_module("toolkit.errors").ForeignNameError
    return error(f"{owner} has no attribute {name!r}; here it is {here}")


def _here(cls: type, name: str) -> str:
    return str(import_module("toolkit.elsewhere").name_on_object(cls, name))
