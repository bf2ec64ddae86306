"""What type checkers see through the lazy face. mypy and pyright read this file, nothing runs it."""

from __future__ import annotations

from typing import assert_type

import toolkit
from toolkit import providers

assert_type(toolkit.ToolCall("add", '{"a": 1}').name, str)
assert_type(toolkit.read_calls({}), list[toolkit.ToolCall])
assert_type(toolkit.ToolContext[int]().deps, int)
toolkit.misspelt  # type: ignore[attr-defined]  # noqa: B018 - the ignore is needed only if the name is missed.
providers.misspelt  # type: ignore[attr-defined]  # noqa: B018 - the same
