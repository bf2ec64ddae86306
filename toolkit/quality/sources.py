"""Where the function of a tool stands, so that a finding can be shown beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.reading.callables import innermost, undecorated
from toolkit.tools.declared import DeclaredTool

if TYPE_CHECKING:
    from types import CodeType

    from toolkit.tools.base import Tool


def place_of_function(tool: Tool[Any, Any]) -> tuple[str, int] | None:
    """The file of the function behind a tool and its first line there, decorators included; None if it has none.

    What a declaration says was not written where its handler stands, and what a console was given stands nowhere.
    """
    function = None if tool.find(DeclaredTool) is not None else tool.function
    code: CodeType | None = getattr(innermost(undecorated(function)), "__code__", None)
    return None if code is None or code.co_filename.startswith("<") else (code.co_filename, code.co_firstlineno)
