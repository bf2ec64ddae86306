"""Plain Python functions as tools for language models.

`@tool` makes a tool of a function, `schemas` declares tools to a provider, a `Registry` collects them and a
`Dispatcher` carries out what a model calls. Each name is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.face import lazy_names

_HOMES: Final = {
    "Allow": "dispatch.approval",
    "AnyOfType": "descriptor",
    "AnyType": "descriptor",
    "ApprovalRequired": "tools.delegating",
    "ArgumentError": "errors",
    "BooleanType": "descriptor",
    "CallAccumulator": "providers.streams",
    "CallError": "errors",
    "CallId": "context",
    "CallMetadata": "context",
    "DeclaredTool": "tools.declared",
    "DefinitionError": "errors",
    "DelegatingTool": "tools.delegating",
    "Deny": "dispatch.approval",
    "Dispatcher": "dispatch.dispatcher",
    "DocstringError": "errors",
    "DuplicateToolError": "errors",
    "Edit": "dispatch.approval",
    "EnumType": "descriptor",
    "Failure": "calls",
    "FloatType": "descriptor",
    "FunctionTool": "tools.function",
    "Hint": "reading.annotations",
    "HostError": "errors",
    "Inject": "context",
    "IntegerType": "descriptor",
    "ListType": "descriptor",
    "MISSING": "record",
    "MissingContextError": "errors",
    "MissingDescriptionError": "errors",
    "NullType": "descriptor",
    "ObjectType": "descriptor",
    "ParameterType": "descriptor",
    "PendingApproval": "calls",
    "PreparedCall": "dispatch.prepared",
    "Progress": "context",
    "ReferenceType": "descriptor",
    "Registry": "tools.registry",
    "Repair": "calls",
    "Retry": "errors",
    "StringType": "descriptor",
    "Tool": "tools.base",
    "ToolCall": "calls",
    "ToolContext": "context",
    "ToolDescriptor": "descriptor",
    "ToolError": "errors",
    "ToolOptions": "options",
    "ToolParameterDescriptor": "descriptor",
    "ToolResult": "calls",
    "ToolkitError": "errors",
    "TupleType": "descriptor",
    "TypeRule": "types.rules",
    "UndescribableParameterError": "errors",
    "Violation": "calls",
    "descriptor_from_schema": "types.foreign",
    "messages": "providers.messages",
    "portability": "tools.portability",
    "read_calls": "dialects",
    "replace": "tools.replacing",
    "schemas": "tools.schemas",
    "tool": "tools.decorator",
}
_SUBMODULES: Final[frozenset[str]] = frozenset(
    {"executors", "media", "middleware", "providers", "quality", "schema", "types", "typing"}
)

if TYPE_CHECKING:
    from toolkit import (
        executors as executors,
        media as media,
        middleware as middleware,
        providers as providers,
        quality as quality,
        schema as schema,
        types as types,
        typing as typing,
    )
    from toolkit.calls import (
        Failure as Failure,
        PendingApproval as PendingApproval,
        Repair as Repair,
        ToolCall as ToolCall,
        ToolResult as ToolResult,
        Violation as Violation,
    )
    from toolkit.context import (
        CallId as CallId,
        CallMetadata as CallMetadata,
        Inject as Inject,
        Progress as Progress,
        ToolContext as ToolContext,
    )
    from toolkit.descriptor import (
        AnyOfType as AnyOfType,
        AnyType as AnyType,
        BooleanType as BooleanType,
        EnumType as EnumType,
        FloatType as FloatType,
        IntegerType as IntegerType,
        ListType as ListType,
        NullType as NullType,
        ObjectType as ObjectType,
        ParameterType as ParameterType,
        ReferenceType as ReferenceType,
        StringType as StringType,
        ToolDescriptor as ToolDescriptor,
        ToolParameterDescriptor as ToolParameterDescriptor,
        TupleType as TupleType,
    )
    from toolkit.dialects import read_calls as read_calls
    from toolkit.dispatch.approval import Allow as Allow, Deny as Deny, Edit as Edit
    from toolkit.dispatch.dispatcher import Dispatcher as Dispatcher
    from toolkit.dispatch.prepared import PreparedCall as PreparedCall
    from toolkit.errors import (
        ArgumentError as ArgumentError,
        CallError as CallError,
        DefinitionError as DefinitionError,
        DocstringError as DocstringError,
        DuplicateToolError as DuplicateToolError,
        HostError as HostError,
        MissingContextError as MissingContextError,
        MissingDescriptionError as MissingDescriptionError,
        Retry as Retry,
        ToolError as ToolError,
        ToolkitError as ToolkitError,
        UndescribableParameterError as UndescribableParameterError,
    )
    from toolkit.options import ToolOptions as ToolOptions
    from toolkit.providers.messages import messages as messages
    from toolkit.providers.streams import CallAccumulator as CallAccumulator
    from toolkit.reading.annotations import Hint as Hint
    from toolkit.record import MISSING as MISSING
    from toolkit.tools.base import Tool as Tool
    from toolkit.tools.declared import DeclaredTool as DeclaredTool
    from toolkit.tools.decorator import tool as tool
    from toolkit.tools.delegating import ApprovalRequired as ApprovalRequired, DelegatingTool as DelegatingTool
    from toolkit.tools.function import FunctionTool as FunctionTool
    from toolkit.tools.portability import portability as portability
    from toolkit.tools.registry import Registry as Registry
    from toolkit.tools.replacing import replace as replace
    from toolkit.tools.schemas import schemas as schemas
    from toolkit.types.foreign import descriptor_from_schema as descriptor_from_schema
    from toolkit.types.rules import TypeRule as TypeRule
    from toolkit.version import __version__ as __version__
else:  # Type checkers take the imports above for the whole truth, and so find a misspelt name.
    __all__ = sorted(_HOMES)  # noqa: PLE0605 - ruff wants the names written out, and here the table is the list.

    # The public names, and the public submodules.
    __getattr__ = lazy_names(__name__, {**_HOMES, **dict.fromkeys(_SUBMODULES, ""), "__version__": "version"})
    __dir__ = [*_HOMES, *_SUBMODULES, "__version__"].copy
