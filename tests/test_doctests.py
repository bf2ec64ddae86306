"""The examples in docstrings run."""

from __future__ import annotations

import doctest
import importlib

import pytest
from floors import MODULES


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_in_docstrings_run(name: str):
    """What a docstring shows is what happens."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0
