"""Names for the hints of programs: what the functions of the library take and give.

>>> from toolkit.typing import Approver
>>> def never(request: object) -> bool:
...     return False
>>> approver: Approver = never
"""

from __future__ import annotations

from toolkit.calls import FailureKind
from toolkit.dispatch.approval import Decision
from toolkit.dispatch.dispatcher import Caller
from toolkit.dispatch.protocols import (
    Approver,
    EndHook,
    ErrorHook,
    Hook,
    Middleware,
    Proceed,
    ProgressHook,
    StartHook,
    SyncMiddleware,
    SyncProceed,
)
from toolkit.dispatch.request import Given
from toolkit.dispatch.settings import ErrorDetail
from toolkit.given_options import DeclarationOptions, GivenOptions, HandledOptions
from toolkit.options import DocstringStyle, ExtraArguments, RepairLevel
from toolkit.reading.fields import Facts
from toolkit.tools.portability import Portability, PortabilityReport
from toolkit.tools.snapshot import OnDuplicate
from toolkit.tools.views import Predicate

__all__ = [
    "Approver",
    "Caller",
    "Decision",
    "DeclarationOptions",
    "DocstringStyle",
    "EndHook",
    "ErrorDetail",
    "ErrorHook",
    "ExtraArguments",
    "Facts",
    "FailureKind",
    "Given",
    "GivenOptions",
    "HandledOptions",
    "Hook",
    "Middleware",
    "OnDuplicate",
    "Portability",
    "PortabilityReport",
    "Predicate",
    "Proceed",
    "ProgressHook",
    "RepairLevel",
    "StartHook",
    "SyncMiddleware",
    "SyncProceed",
]
