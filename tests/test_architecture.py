"""The floors of the house: what may import what, and what may stand where. tests/floors.py has the tables."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter

import pytest
from floors import (
    EDGE,
    FLOORS,
    LAZY,
    LAZY_STANDARD,
    MODULES,
    OWNERS,
    finding,
    floor,
    imports,
    names_in,
    nodes,
    own_imports,
    place,
    rule_for,
    top_name,
)

LINES_PER_FILE = 350
LINES_PER_FUNCTION = 60
VAGUE_NAMES = {"common", "data", "helper", "helpers", "info", "manager", "misc", "util", "utils"}
EVERYTHING = {"Exception", "BaseException"}


def test_every_module_stands_on_a_floor():
    """A new file or folder gets its floor in the table before anything imports it; the table names no other."""
    assert {top_name(name) for name in MODULES} == set().union(*FLOORS)


def test_imports_go_down():
    """No module imports one of a higher floor, save for type checkers."""
    found = [
        finding(file, each.line, f"floor {floor(module)} imports {each.module} of floor {floor(each.module)}")
        for module, file in MODULES.items()
        for each in own_imports(file)
        if floor(each.module) > floor(module) and not each.is_typing_only
    ]
    assert found == []


def test_imports_make_no_circle():
    """The modules have an order in which each imports earlier ones only."""
    needs = {
        module: {each.module for each in own_imports(file) if not each.is_typing_only}
        for module, file in MODULES.items()
    }
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' <- '.join(error.args[1])}")


def test_own_modules_are_imported_at_the_top():
    """No import of ours hides inside a function."""
    found = [
        finding(file, each.line, each.module)
        for file in MODULES.values()
        for each in own_imports(file)
        if each.is_inside_function
    ]
    assert found == []


def test_dear_modules_are_imported_inside_functions():
    """What costs at the start is imported when it is first needed."""
    found = [
        finding(file, each.line, each.module)
        for module, file in MODULES.items()
        for each in imports(file)
        if rule_for(each.module) in (LAZY - LAZY_STANDARD if floor(module) == EDGE else LAZY)
        and not (each.is_typing_only or each.is_inside_function)
    ]
    assert found == []


def test_only_its_owner_imports_a_third_party_package():
    """Each package is known to one part of the library, where it can be exchanged."""
    found = [
        finding(file, each.line, each.module)
        for file in MODULES.values()
        for each in imports(file)
        if rule_for(each.module) in OWNERS
        and not each.is_typing_only
        and not place(file).startswith(OWNERS[rule_for(each.module)])
    ]
    assert found == []


def test_hints_are_taken_apart_in_one_place():
    """get_origin and UnionType occur in reading/annotations.py alone."""
    found = [
        finding(file, node.lineno, ast.unparse(node))
        for file, node in nodes(ast.Name, ast.Attribute, ast.alias)
        if {"get_origin", "UnionType"} & {getattr(node, field, None) for field in ("id", "attr", "name")}
        and place(file) != "reading/annotations.py"
    ]
    assert found == []


def test_only_the_guard_catches_everything():
    """A bare except, and one of Exception or BaseException, occur in calling/guard.py alone."""
    found = [
        finding(file, node.lineno, "except")
        for file, node in nodes(ast.ExceptHandler)
        if (node.type is None or EVERYTHING & names_in(node.type)) and place(file) != "calling/guard.py"
    ]
    assert found == []


def test_nothing_suppresses_everything():
    """contextlib.suppress names the errors that it swallows."""
    found = [
        finding(file, node.lineno, ast.unparse(node))
        for file, node in nodes(ast.Call)
        if "suppress" in names_in(node.func) and EVERYTHING & names_in(*node.args)
    ]
    assert found == []


def test_the_library_asserts_nothing():
    """An assert is gone under -O, so no rule may rest on one."""
    assert [finding(file, node.lineno, ast.unparse(node)) for file, node in nodes(ast.Assert)] == []


def test_only_the_command_line_prints():
    """Standard output belongs to the program that uses the library."""
    found = [
        finding(file, node.lineno, ast.unparse(node))
        for file, node in nodes(ast.Call)
        if isinstance(node.func, ast.Name) and node.func.id == "print" and not place(file).startswith("cli/")
    ]
    assert found == []


def test_files_are_short():
    """A file is one noun."""
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in MODULES.values()}
    assert [finding(file, 1, f"{lines} lines") for file, lines in lengths.items() if lines > LINES_PER_FILE] == []


def test_functions_are_short():
    """A function is one step."""
    found = [
        finding(file, node.lineno, f"{node.name} has {lines} lines")
        for file, node in nodes(ast.FunctionDef, ast.AsyncFunctionDef)
        if (lines := node.end_lineno - node.lineno + 1) > LINES_PER_FUNCTION
    ]
    assert found == []


def test_files_are_named_after_what_they_hold():
    """A name that would fit every file says nothing about this one."""
    assert [name for name in MODULES if VAGUE_NAMES & set(name.replace("_", ".").split("."))] == []
