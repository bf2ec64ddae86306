"""Live views: the tools of another registry under other names, or some of them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from toolkit.errors import DefinitionError, HostError
from toolkit.misfits import object_in_words, require_kinds
from toolkit.record import Record, replace_fields
from toolkit.tools.base import Tool
from toolkit.tools.snapshot import Snapshot
from toolkit.tools.store import Store

if TYPE_CHECKING:
    from collections.abc import Collection

Predicate = Callable[[Tool[Any, Any]], object]
Change = Callable[[Tool[Any, Any]], Tool[Any, Any] | None]


class Criteria(Record, kw_only=True):
    """Which tools are meant: those that meet all that is said.

    Attributes:
        tags: The tool has one of these tags; a text is one tag.
        name: Its name matches this pattern, with the wildcards of fnmatch: "geo.*".
        where: This function of the tool says so.
    """

    tags: Collection[str] | str | None = None
    name: str | None = None
    where: Predicate | None = None

    def _check(self) -> None:
        if self.where is not None and not callable(self.where):
            raise DefinitionError(
                f"where is {object_in_words(self.where)}",
                cure='give a function of the tool, such as lambda tool: tool.name in names; or say name="geo.*"',
            )
        require_kinds("Registry", type(self).all_hints(), dict(self._items()))

    def admits(self, tool: Tool[Any, Any]) -> bool:
        """Whether a tool is meant."""
        wanted = [self.tags] if isinstance(self.tags, str) else self.tags
        return (
            (wanted is None or not set(wanted).isdisjoint(tool.tags))
            and (self.name is None or fnmatchcase(tool.name, self.name))
            and (self.where is None or bool(self.where(tool)))
        )


class View:
    """Another source's tools, changed or left out one by one.

    Args:
        source: The tools.
        change: What becomes of each; None leaves it out.
    """

    def __init__(self, source: Source, change: Change) -> None:
        self._source = source
        self._change = change
        self._lock = threading.RLock()
        self._below: Snapshot | None = None
        self._shown = Snapshot()
        self._made: dict[int, tuple[Tool[Any, Any], Tool[Any, Any] | None]] = {}

    @property
    def snapshot(self) -> Snapshot:
        """The tools now.

        Raises:
            DefinitionError: A tool's new name is none, or another one has it too.
        """
        with self._lock:
            below = self._source.snapshot
            if below is not self._below:
                self._shown = self._changed(below)
                self._below = below
            return self._shown

    def _changed(self, below: Snapshot) -> Snapshot:
        # A tool stays the same object while that below does: plans and declarations are kept by it.
        self._made = {id(tool): self._made.get(id(tool)) or (tool, self._change(tool)) for tool in below.tools.values()}
        tools = [made for _, made in self._made.values() if made is not None]
        providers = [replace_fields(each, changes=(*each.changes, self._change)) for each in below.providers]
        return Snapshot().with_tools(tools).with_providers(*providers)

    def change(self, change: Callable[[Snapshot], Snapshot]) -> None:  # noqa: ARG002 - as a store takes it
        """Nothing: the tools are another registry's.

        Raises:
            HostError: Always.
        """
        raise HostError(
            "a view cannot be changed; change the registry that it shows, or copy() the view;"
            " registry + view has the tools of both"
        )

    def subscribe(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call a function after each change of the source."""
        return self._source.subscribe(callback)


# Where a registry has its tools: in a store of its own, or in a view of another source.
Source = Store | View
