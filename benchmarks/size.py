"""How long the declaration of a tool is: name, description and schema as compact JSON, in characters.

Every model reads it with every request. What a library loses of the texts and constraints is not counted against it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from benchmarks.figures import Figure
from benchmarks.shapes import A, B, C

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.peer import Peer
    from benchmarks.timing import Effort

SCHEMA_NAMES = ("parameters", "input_schema", "inputSchema")


def figures(peers: Sequence[Peer], effort: Effort) -> Iterator[Figure]:
    for shape in (A, B, C):
        for peer in peers:
            told = content(peer.declaration(peer.define(shape.make())))
            yield Figure(f"declaration ({shape.letter}), characters", peer.name, len(written(told)))


def content(declaration: Any) -> dict[str, Any]:
    """What a declaration says, without the wrapping of a provider."""
    inner = declaration.get("function") or declaration
    schema = next((inner[name] for name in SCHEMA_NAMES if name in inner), {})
    return {"name": inner["name"], "description": inner.get("description"), "parameters": schema}


def written(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
