"""Ready-made middleware for a Dispatcher: `Dispatcher(tools, middleware=[logging_calls(), caching(60)])`."""

from __future__ import annotations

from toolkit.dispatch.middleware import only
from toolkit.dispatch.ready import caching, logging_calls, rate_limit, result_size, retrying

__all__ = ["caching", "logging_calls", "only", "rate_limit", "result_size", "retrying"]
