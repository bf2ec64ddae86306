"""Ready-made middleware for a Dispatcher: `Dispatcher(tools, middleware=[logging_calls(), caching(60)])`."""

from __future__ import annotations

from toolkit.dispatch.middleware import Only, only
from toolkit.dispatch.protocols import Middleware, Proceed, SyncMiddleware, SyncProceed
from toolkit.dispatch.ready import caching, logging_calls, rate_limit, result_size, retrying

__all__ = [
    "Middleware",
    "Only",
    "Proceed",
    "SyncMiddleware",
    "SyncProceed",
    "caching",
    "logging_calls",
    "only",
    "rate_limit",
    "result_size",
    "retrying",
]
