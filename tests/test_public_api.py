"""The public names: one sorted list, each documented, annotated, and there in a bare install."""

from __future__ import annotations

import ast
import importlib.metadata
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest
from floors import MODULES, ROOT

import toolkit

NAMES = toolkit.__all__
SUBMODULES = sorted(toolkit._SUBMODULES)
# Packages that a bare install does not bring, and that a machine may have all the same.
OPTIONAL = ("annotated_types", "attr", "attrs", "json_repair", "opentelemetry", "pebble", "pydantic", "rich")


def public_functions(name: str) -> dict[str, object]:
    """A function itself; of a class, what it defines under public names."""
    value = getattr(toolkit, name)
    if inspect.isroutine(value):
        return {name: value}
    members = vars(value).items() if inspect.isclass(value) else ()
    return {
        f"{name}.{member}": function
        for member, each in members
        if not member.startswith("_") and inspect.isfunction(function := written_function(each))
    }


def written_function(member: object) -> object:
    """The function that stands under a property, cached or not, a classmethod or a staticmethod."""
    return getattr(member, "fget", None) or getattr(member, "func", None) or getattr(member, "__func__", member)


def unannotated(function: object) -> list[str]:
    """The parameters, and the "return", that a function leaves without a hint."""
    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())
    bare = [
        each.name
        for place, each in enumerate(parameters)
        if each.annotation is each.empty and not (place == 0 and each.name in ("self", "cls"))
    ]
    return bare + ["return"] * (signature.return_annotation is signature.empty)


def typing_imports() -> dict[str, str]:
    """Name -> module, as the face tells type checkers."""
    tree = ast.parse(MODULES["toolkit"].read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    return {each.asname: node.module for node in block.body for each in node.names}


def test_the_list_is_sorted():
    """The public names stand in one order, each once."""
    assert sorted(set(NAMES)) == NAMES
    assert list(toolkit._HOMES) == NAMES


def test_type_checkers_see_the_same_names():
    """What the face loads lazily is what it tells type checkers, from the same modules."""
    lazily = {name: f"toolkit.{home}" for name, home in toolkit._HOMES.items()} | dict.fromkeys(SUBMODULES, "toolkit")
    assert typing_imports() == {**lazily, "__version__": "toolkit.version"}


@pytest.mark.parametrize("name", [*NAMES, *SUBMODULES])
def test_every_name_can_be_imported(name: str):
    """Each name of the list, and each public submodule, is an attribute of the package."""
    assert hasattr(toolkit, name)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_documented(name: str):
    """Each public class and function has a docstring of its own, as has each public method."""
    value = getattr(toolkit, name)
    documented = public_functions(name) | ({name: value} if inspect.isclass(value) else {})
    assert [label for label, each in documented.items() if not (each.__doc__ or "").strip()] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_annotated(name: str):
    """Each public function and method says the type of each parameter and of its result."""
    functions = public_functions(name).items()
    assert {label: bare for label, each in functions if (bare := unannotated(each))} == {}


# What the library hands itself through methods that it calls alone.
INTERNAL = {"Body", "Contract", "Course", "Criteria", "Entry", "Raised", "Snapshot"}


def own_names() -> set[str]:
    """The classes and aliases of types of the whole package."""
    found = set()
    for file in MODULES.values():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Assign) and not isinstance(node.value, ast.Call):
                found |= {
                    each.id
                    for each in node.targets
                    if isinstance(each, ast.Name) and each.id[0].isupper() and not each.id.isupper()
                }
    return found


def hints_of(value: object) -> set[str]:
    """The names in the hints of a function; of a class, of its fields, its constructor and its public members."""
    if not inspect.isclass(value):
        return words(getattr(value, "__annotations__", {}))
    found = set()
    for base in value.__mro__:
        if base.__module__.startswith("toolkit"):
            found |= words({name: hint for name, hint in vars(base).get("_hints", {}).items() if name[0] != "_"})
            members = {name: each for name, each in vars(base).items() if name[0] != "_" or name == "__init__"}
            found |= set().union(
                *(words(getattr(written_function(each), "__annotations__", {})) for each in members.values())
            )
    return found


def words(hints: dict[str, object]) -> set[str]:
    """The names in some hints."""
    return set(re.findall(r"\w+", " ".join(map(str, hints.values()))))


def test_what_public_hints_name_is_public():
    """A program can annotate all that it gives and gets."""
    modules = [toolkit, *(getattr(toolkit, name) for name in SUBMODULES)]
    public = {(module, name) for module in modules for name in getattr(module, "__all__", ())}
    named = set().union(*(hints_of(getattr(module, name)) for module, name in public))
    missing = (named & own_names()) - {name for _, name in public}
    assert sorted(INTERNAL) == sorted(missing)


@pytest.mark.parametrize("name", SUBMODULES)
def test_a_submodule_lists_what_it_offers(name: str):
    """Each name of its list is there, has a docstring if it is a class or a function, and stands in `dir`."""
    module = getattr(toolkit, name)
    offered = {each: getattr(module, each) for each in getattr(module, "__all__", ())}
    kinds = (type, FunctionType)
    assert [each for each, value in offered.items() if isinstance(value, kinds) and not value.__doc__] == []
    assert offered.keys() <= set(dir(module))


def test_no_name_hides_a_submodule():
    """A submodule takes its name in the package when it is imported, so no public name may be the same."""
    taken = {name.split(".")[1] for name in MODULES if "." in name}
    assert taken & set(NAMES) == set()


def test_an_unknown_name_is_an_attribute_error():
    """A misspelt name is missed as in any module."""
    with pytest.raises(AttributeError, match="module 'toolkit' has no attribute 'misspelt'"):
        toolkit.misspelt  # noqa: B018


def test_the_version_is_that_of_the_installation():
    """As the metadata of the distribution and the command line say."""
    try:
        installed = importlib.metadata.version("functoolkit")
    except importlib.metadata.PackageNotFoundError:
        installed = "0+unknown"
    assert toolkit.__version__ == installed


def test_dir_lists_the_public_names():
    """A person at a prompt finds what was not imported yet."""
    assert {*NAMES, *SUBMODULES} <= set(dir(toolkit))


def test_a_bare_install_has_every_name():
    """No public name needs a package that functoolkit does not depend on."""
    code = f"""
import sys
sys.modules.update(dict.fromkeys({OPTIONAL!r}))  # None there makes an import fail.
import toolkit
for name in [*toolkit.__all__, *{SUBMODULES!r}]:
    getattr(toolkit, name)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_package_is_typed():
    """Type checkers read the hints of an installed functoolkit (PEP 561)."""
    assert Path(toolkit.__file__).with_name("py.typed").is_file()
