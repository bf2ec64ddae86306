"""One file per library: how a program defines a tool with it, and carries out a call."""

from __future__ import annotations
