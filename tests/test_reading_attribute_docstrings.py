"""Attribute docstrings: the string that stands right below a field in the body of its class."""

from __future__ import annotations

import importlib.util
import sys
from textwrap import dedent

import pytest

from toolkit.reading import attribute_docstrings as module_under_test
from toolkit.reading.attribute_docstrings import attribute_docstrings

SILENT = [
    "class A:\n    x: int\n    y: str = 'b'\n",
    "class A(Base):\n    x: int\n\n# a comment\n    y: int = f(1)\n",
    'class A:\n    """Own.\n\n    Of "two" lines.\n    """\n\n    x: int\n',
    'def f():\n    class A:\n        """Own."""\n        x: int\n    return A\n"""Text."""\n',
]
TELLING = [
    'class A:\n    x: int\n    "Text."\n',
    'class A:\n    "Own."\n    x: int\n    r"""Text."""\n',
    "class A:\n    x: int\n# a comment\n    'Text.'\n",
    'class A:\n    x: int; "Text."\n',
    'class A: x: int; "Text."\n',
    'class A(\n    Base,\n):\n    x: int\n    "Text."\n',
    'class A:  # a comment\n    x: int\n    "Text."\n',
    'class A:\n    x: int = f(\n0)\n    "Text."\n',
    'class A:\n    x: str = """\n0"""\n    "Text."\n',
    'class A:\n    x: int = \\\n0\n    "Text."\n',
    'class A:\n    """Own \\"""."""\n    x: int\n    "Text."\n',
    'class A:\n    """Own."""; x: int\n    "Text."\n',
    'class A:\n    """Own.\nFlat.\n    """\n    x: int\n    "Text."\n',
    'if True:\n  class A:\n    x: int\n\n    """Text."""\n',
]


def made(source, tmp_path):
    """The class A of a module with that source."""
    file = tmp_path / "module_of_test.py"
    file.write_text(f"class Base: ...\ndef f(x=0): return x\n{source}")
    spec = importlib.util.spec_from_file_location("module_of_test", file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.A if hasattr(module, "A") else module.f()


@pytest.fixture(autouse=True)
def no_module():
    """The module of one test is none of the next."""
    yield
    sys.modules.pop("module_of_test", None)


@pytest.mark.parametrize("source", SILENT)
def test_a_class_without_texts_is_not_parsed(source, tmp_path, monkeypatch):
    """A look at its lines tells."""
    monkeypatch.setattr(module_under_test, "getsource", None)
    assert attribute_docstrings(made(source, tmp_path)) == {}


@pytest.mark.parametrize("source", TELLING)
def test_a_text_is_found_however_the_class_is_written(source, tmp_path):
    """Where a look at the lines does not tell, the class is parsed."""
    assert attribute_docstrings(made(source, tmp_path)) == {"x": "Text."}


@pytest.mark.skipif(sys.version_info < (3, 13), reason="a class tells its line since 3.13")
def test_of_two_classes_of_one_name_each_has_its_own_texts(tmp_path):
    """The last one stands in the module."""
    source = dedent("""\
        class A:
            x: int
        class A:
            x: int
            'Text.'
    """)
    assert attribute_docstrings(made(source, tmp_path)) == {"x": "Text."}
