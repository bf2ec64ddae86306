"""What all tests stand on: coroutines run, and generated examples are the same in every run."""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from toolkit import dialects
from toolkit.tools import imported
from toolkit.types import rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cli_shop import Run

# The same examples each time, in no more time than a test may take; `HYPOTHESIS_PROFILE=search` looks for new ones.
settings.register_profile(
    "same",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("search", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine function in a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    """What a test registers for the whole process is forgotten after it: tools, dialects, rows of the type table."""
    tables: list[Any] = [dialects._DIALECTS, imported._MODULES, dialects._FURTHER, rules._REGISTERED]
    before = [table.copy() for table in tables]
    yield
    for table, content in zip(tables, before, strict=True):
        table.clear()
        table.update(content) if isinstance(table, dict) else table.extend(content)


@pytest.fixture
def uncollected() -> Iterator[None]:
    """No garbage is collected meanwhile.

    That takes the longer the more tests ran before; and where the stack has ended, finalizers of what they left fail.
    """
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs one command in a directory that has a file of tools."""
    from cli_shop import Ran, open_shop

    open_shop(tmp_path, monkeypatch)
    return partial(Ran, capsys)
