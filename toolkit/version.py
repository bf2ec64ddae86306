"""The version of the library, as its installation says."""

from __future__ import annotations

from typing import Final

from toolkit.errors import DISTRIBUTION


def _installed() -> str:
    """The version of the distribution; a local version (PEP 440) where it is run without being installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - dear at start

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:  # pragma: no cover - the tests run an installed library
        return "0+unknown"


__version__: Final = _installed()
