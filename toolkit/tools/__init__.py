"""Every kind of tool, and the registry that collects them."""

from __future__ import annotations

from toolkit.tools.base import Tool
from toolkit.tools.declared import DeclaredTool
from toolkit.tools.decorator import tool
from toolkit.tools.delegating import ApprovalRequired, DelegatingTool
from toolkit.tools.function import FunctionTool
from toolkit.tools.making import AnyTool

__all__ = ["AnyTool", "ApprovalRequired", "DeclaredTool", "DelegatingTool", "FunctionTool", "Tool", "tool"]
