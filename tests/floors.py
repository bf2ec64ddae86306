"""The plan of the house as tables, and a reader of the source that is held against it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "toolkit"

# What each floor holds, from the ground up; "" is the face, toolkit/__init__.py.
FLOORS = (
    {
        *(
            "face",
            "elsewhere",
            "record",
            "errors",
            "misfits",
            "doubts",
            "closeness",
            "events",
            "version",
            "descriptor",
            "options",
        ),
        *("option_kinds", "given_options", "signatures", "dialects", "calls", "context", "media"),
    },
    {"reading"},
    {"types"},
    {"describing"},
    {"schema"},
    {"calling"},
    {"providers"},
    {"tools"},
    {"dispatch"},
    {"", "__main__", "cli", "quality", "integrations", "executors", "middleware", "typing", "examples"},
)
EDGE = len(FLOORS) - 1

# Third-party packages, and the files that may import each, if any may; a name that ends in "/" is a folder.
OWNERS = {
    "annotated_types": (),
    "attr": (),
    "attrs": (),
    "distributed": ("executors.py",),
    "docstring_parser": ("reading/docstrings.py",),
    "json_repair": ("dispatch/broken_text.py",),
    "jsonschema": ("schema/reference.py",),
    "mcp": (),
    "mcp_types": (),
    "msgspec": (
        *("schema/engine.py", "schema/mirrors.py", "schema/building.py", "schema/glance.py", "schema/trial.py"),
        *("calling/swift_json.py", "types/structs.py"),
    ),
    "opentelemetry": ("integrations/",),
    "pebble": ("executors.py",),
    "pydantic": ("types/models.py", "types/model_schemas.py", "types/model_arguments.py"),
    "pydantic_core": ("types/models.py", "types/model_schemas.py", "types/model_arguments.py"),
    "re2": ("schema/patterns.py",),
    "referencing": ("schema/reference.py",),
    "rich": ("cli/",),
    "typing_inspect": ("reading/annotations.py",),
}
# A program that makes a tool and calls none should not pay for these, so they are imported inside functions. The
# edges may import those of the standard library as they like, as nothing below imports an edge.
LAZY_STANDARD = {
    "asyncio",
    "concurrent.futures",
    "datetime",
    "decimal",
    "difflib",
    "importlib.metadata",
    "logging",
    "uuid",
}
LAZY = LAZY_STANDARD | OWNERS.keys() - {"typing_inspect"}


class Import(NamedTuple):
    """One imported module, as it stands in a file."""

    line: int
    module: str
    is_typing_only: bool
    is_inside_function: bool


def module_name(file: Path) -> str:
    """The dotted name of a file: "toolkit.calling.guard", and "toolkit.calling" for an __init__.py."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(file): file for file in sorted(PACKAGE.rglob("*.py"))}


def place(file: Path) -> str:
    """The file as the tables name it: "calling/guard.py"."""
    return file.relative_to(PACKAGE).as_posix()


def finding(file: Path, line: int, what: object) -> str:
    """One fault, as an editor opens it."""
    return f"toolkit/{place(file)}:{line}: {what}"


def top_name(module: str) -> str:
    """The name that FLOORS knows a module of ours by."""
    return [*module.split("."), ""][1]


def floor(module: str) -> int:
    """The number of the floor that a module of ours stands on; the edges' for one that is in no table."""
    return next((number for number, names in enumerate(FLOORS) if top_name(module) in names), EDGE)


def rule_for(module: str) -> str | None:
    """The entry of OWNERS or LAZY that an imported module falls under."""
    return next((name for name in {*OWNERS, *LAZY} if f"{module}.".startswith(f"{name}.")), None)


@cache
def tree(file: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def nodes(*kinds: type[ast.AST]) -> list[tuple[Path, ast.AST]]:
    """Every node of those kinds in the package, with its file."""
    return [(file, node) for file in MODULES.values() for node in ast.walk(tree(file)) if isinstance(node, kinds)]


def names_in(*expressions: ast.AST | None) -> set[str]:
    """The names and attributes that occur in some expressions."""
    walked = (node for expression in expressions if expression is not None for node in ast.walk(expression))
    return {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in walked
        if isinstance(node, ast.Name | ast.Attribute)
    }


@cache
def imports(file: Path) -> list[Import]:
    """Every import of a file, wherever it stands."""
    return list(_imports(tree(file), file, is_typing_only=False, is_inside_function=False))


def own_imports(file: Path) -> list[Import]:
    """The imports of our own modules in a file."""
    return [each for each in imports(file) if each.module.partition(".")[0] == "toolkit"]


def _imports(node: ast.AST, file: Path, *, is_typing_only: bool, is_inside_function: bool) -> Iterator[Import]:
    for name in _imported(node, file):
        yield Import(node.lineno, name, is_typing_only, is_inside_function)
    inside = is_inside_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    typing_body = node.body if isinstance(node, ast.If) and "TYPE_CHECKING" in names_in(node.test) else []
    for child in ast.iter_child_nodes(node):
        typing_only = is_typing_only or child in typing_body
        yield from _imports(child, file, is_typing_only=typing_only, is_inside_function=inside)


def _imported(node: ast.AST, file: Path) -> list[str]:
    """The modules that an import statement reads; `from x import y` reads x.y where that is a module."""
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    package = module_name(file).split(".")
    above = package[: len(package) - node.level + (file.name == "__init__.py")] if node.level else []
    base = ".".join([*above, *filter(None, [node.module])])
    inner = [f"{base}.{each.name}" for each in node.names]
    return [name if name in MODULES or name in LAZY else base for name in inner]
