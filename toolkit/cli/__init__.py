"""The command line: tools listed, declared and called from a shell."""

from __future__ import annotations

from toolkit.cli.command import main

__all__ = ["main"]
