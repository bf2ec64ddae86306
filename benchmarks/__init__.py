"""What toolkit costs, question by question, beside its peers: `python -m benchmarks.report`."""

from __future__ import annotations
