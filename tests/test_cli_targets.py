"""A target is a module, a file, or a name in one; what is not there or is broken is one line."""

from __future__ import annotations

import sys

import pytest
from cli_shop import Run, written

from toolkit import MissingDescriptionError

IMPORT = "from toolkit import tool\n"
PRICE_TOOL = """
@tool
def price() -> int:
    'A price.'
    return PRICE
"""
HOLDING = """
from toolkit import Registry, tool

class Counter:
    @tool
    def count(self) -> int:
        'Count.'

counter = Counter()
_hidden = counter
none = Registry()
registry = Registry()
for name in ("one", "two"):
    registry.add(lambda: 1, name=name, description=name)
"""


@pytest.mark.parametrize(
    ("target", "names"),
    [
        ("shop", ["price", "order", "pay", "fail", "echo"]),
        ("shop.py", ["price", "order", "pay", "fail", "echo"]),
        ("shop:echo", ["echo"]),
        ("./shop.py:echo", ["echo"]),
        ("./shop.py:plain", ["plain"]),
        ("./shop.py:only_prices", ["price"]),
        ("./shop.py:both", ["price", "echo"]),
        ("./shop.py:Counter", ["count"]),
        ("./shop.py:counter", ["count"]),
        ("./shop.py:counter.count", ["count"]),
        ("toolkit.examples.weather", ["get_weather", "list_cities"]),
    ],
)
def test_a_target_is_a_module_a_file_or_a_name_in_one(
    run: Run, target: str, names: list[str], monkeypatch: pytest.MonkeyPatch
):
    """The name may be a function, a class, an object, a registry or a list."""
    monkeypatch.delitem(sys.modules, "shop", raising=False)
    ran = run("list", target, "--json")
    assert ran.status == 0, ran.err
    assert [each["name"] for each in ran.json] == names


@pytest.mark.parametrize(
    ("target", "line"),
    [
        ("nowhere", "no module 'nowhere' in this directory or on the path"),
        ("nowhere.at.all", "no module 'nowhere.at.all' in this directory or on the path"),
        ("shop.prices", "no module 'shop.prices' in this directory or on the path"),
        ("./nowhere.py", "no file ./nowhere.py"),
        ("shop.price", "no module 'shop.price' in this directory or on the path; did you mean shop:price?"),
        ("./kept", "./kept is a directory; a package is written with dots: pkg.mod"),
        ("./kept.txt", "./kept.txt is no Python file"),
        ("sh op", "'sh op' is no module and no file; write pkg.mod, pkg.mod:function or ./file.py"),
        ("./shop.py:ehco", "no 'ehco' in ./shop.py; did you mean echo?"),
        ("./shop.py:zzz", "no 'zzz' in ./shop.py; there are price, order, pay, fail, echo, only_prices"),
        ("./plain.py:zzz", "no 'zzz' in ./plain.py; there is plain"),
        ("./shop.py:Counter.zzz", "no 'Counter.zzz' in ./shop.py; there is count"),
        ("./empty.py", "no tools in ./empty.py; decorate functions with @tool, or name one: ./empty.py:function"),
        (
            "holding",
            "no tools in holding; name what holds some: holding:registry, holding:Counter or holding:counter",
        ),
        ("holding:none", "no tools in holding:none; decorate functions with @tool, or name one: holding:function"),
        (
            "full",
            "no tools in full; name its modules: full.one, full.two; or a registry of all: pkg.mod:registry",
        ),
        ("os:path", "os:path is a module; write it with dots: os.path"),
        ("kept.empty", "no module 'kept.empty' in this directory or on the path; there is a file: ./kept/empty.py"),
    ],
)
def test_a_target_that_is_not_there_is_wrong_use(run: Run, target: str, line: str, monkeypatch: pytest.MonkeyPatch):
    """The line names what was looked for, and what may have been meant."""
    monkeypatch.delitem(sys.modules, "shop", raising=False)
    written("plain.py", "from typing import Any\n\ndef plain() -> Any: ...\n")
    for file in ("kept.txt", "empty.py", "kept/empty.py", "kept.py", "full/__init__.py", "full/one.py", "full/two.py"):
        written(file, "")
    written("holding.py", HOLDING)
    ran = run("list", target)
    assert (ran.status, ran.out, ran.said) == (2, "", [f"toolkit: {line}"])


@pytest.mark.parametrize(("name", "names"), [("calling", ["count"]), ("shelf", ["one", "two"])])
def test_an_object_that_can_be_called_and_one_that_has_tools_are_targets(run: Run, name: str, names: list[str]):
    """As an entry point names them."""
    calling = "class Calling(Counter):\n    def __call__(self) -> None: ...\ncalling = Calling()\n"
    shelf = "from types import SimpleNamespace\nshelf = SimpleNamespace(tools=registry)\n"
    written("named.py", f"{HOLDING}\n{calling}{shelf}")
    assert [each["name"] for each in run("list", f"named:{name}", "--json").json] == names


def test_tools_that_a_registry_alone_holds_are_told_of(run: Run, caplog: pytest.LogCaptureFixture):
    """Beside those that the module defines: a lock of these alone would miss them."""
    written("partly.py", f"{HOLDING}\n@tool\ndef three() -> int:\n    'Three.'\n")
    assert [each["name"] for each in run("list", "partly", "--json").json] == ["three"]
    assert [each.partition(":")[2] for each in caplog.messages] == [
        " its registry registry holds tools that are left out, as no name of the module stands for them: one, two"
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("def f(:\n", "broken.py:1: SyntaxError: invalid syntax"),
        ("\nx = undefined\n", "broken.py:2: NameError: name 'undefined' is not defined"),
        ("import no_such_package\n", "broken.py:1: ModuleNotFoundError: No module named 'no_such_package'"),
        ("import json\n\njson.loads('x')\n", "broken.py:3: JSONDecodeError: Expecting value: line 1 column 1 (char 0)"),
        ("raise SystemExit(3)\n", "broken.py:1: SystemExit: 3"),
        (f"{IMPORT}\n@tool\ndef f(): ...\n", f"broken.py:3: {MissingDescriptionError('f')}"),
    ],
)
@pytest.mark.parametrize("target", ["./broken.py", "broken", "./broken.py:f"])
def test_a_broken_module_is_one_line(run: Run, text: str, line: str, target: str):
    """The line names the file of the user, its line and the error; there is no traceback."""
    written("broken.py", text)
    ran = run("list", target)
    assert (ran.status, ran.out, ran.said) == (1, "", [f"toolkit: {line}"])


def test_a_file_in_a_package_may_import_from_it(run: Run):
    """Relative imports work as they do when the package is imported."""
    written("kiosk/__init__.py", "")
    written("kiosk/prices.py", "PRICE = 3\n")
    written("kiosk/tools.py", f"{IMPORT}from .prices import PRICE\n{PRICE_TOOL}")
    assert run("call", "kiosk/tools.py", "price").out == "3\n"


@pytest.mark.parametrize("file", ["email/tools.py", "toolkit/errors.py"])
def test_a_file_in_a_folder_of_a_known_name_stands_by_itself(run: Run, file: str):
    """What was imported before under the folder's name is not what was asked for."""
    written(f"{file.partition('/')[0]}/__init__.py", "")
    written(file, f"{IMPORT}PRICE = 5\n{PRICE_TOOL}")
    assert run("call", file, "price").out == "5\n"


def test_a_broken_file_in_a_package_is_one_line(run: Run):
    """As any other."""
    written("stall/__init__.py", "")
    written("stall/tools.py", "x = undefined\n")
    ran = run("list", "stall/tools.py")
    assert (ran.status, len(ran.said)) == (1, 1)
    assert ran.said[0].endswith("tools.py:1: NameError: name 'undefined' is not defined")


def test_a_name_that_cannot_be_looked_up_is_one_line(run: Run):
    """A module may make its names on demand (PEP 562), and fail at it."""
    written("lazy.py", "def __getattr__(name):\n    raise ValueError(name)\n")
    ran = run("list", "./lazy.py:price")
    assert (ran.status, ran.said) == (1, ["toolkit: lazy.py:2: ValueError: price"])


def test_what_is_beside_a_file_can_be_imported(run: Run):
    """As with `python file.py`."""
    written("apart/beside_prices.py", "PRICE = 4\n")
    written("apart/tools.py", f"{IMPORT}from beside_prices import PRICE\n{PRICE_TOOL}")
    assert run("call", "apart/tools.py", "price").out == "4\n"


def test_the_path_is_left_as_it_was(run: Run):
    """What one command puts on the path does not stay there."""
    before = list(sys.path)
    run("list", "./shop.py")
    assert sys.path == before


def test_a_hint_without_meaning_is_told_with_its_place(run: Run):
    """The function's file and line, though it is read when none of the file's code runs any more."""
    written("hints.py", f"from __future__ import annotations\n{IMPORT}\n@tool\ndef f(a: Nope) -> int:\n    'F.'\n")
    ran = run("list", "./hints.py")
    assert (ran.status, len(ran.said)) == (1, 1)
    assert ran.said[0].startswith("toolkit: hints.py:4: f(a): the name 'Nope' in its annotation 'Nope' is not defined")


def test_a_class_of_tools_is_told_with_its_cure(run: Run):
    """No line of code is to blame."""
    written("gamma.py", "from toolkit import Tool\nclass Gamma(Tool):\n    def execute(self) -> int: ...\n")
    assert (
        run("list", "./gamma.py").said[0].startswith("toolkit: gamma.py: no tools, as nothing is an instance of Gamma")
    )
