"""How tools are read: by name, in order, by what is said of them; also as other registries that show them."""

from __future__ import annotations

from types import MethodType
from typing import TYPE_CHECKING, Any, Final, Self

from toolkit.calling.switch import Switch, drive
from toolkit.closeness import advice
from toolkit.errors import DefinitionError
from toolkit.misfits import object_in_words, require_kinds
from toolkit.tools.base import Tool
from toolkit.tools.gathering import gathered
from toolkit.tools.offering import decided, offered
from toolkit.tools.store import Store
from toolkit.tools.views import Criteria, View

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from toolkit.tools.snapshot import Snapshot
    from toolkit.tools.views import Change, Predicate, Source

# So many names stand in the repr of a registry.
_SHOWN_NAMES: Final = 10


class Catalogue:
    """Tools by name, in the order of their definition; the half of a registry that reads.

    Attributes:
        source: What holds the tools.
    """

    source: Source

    @property
    def snapshot(self) -> Snapshot:
        """The tools of this moment, which never change."""
        return self.source.snapshot

    def __getitem__(self, name: str) -> Tool[Any, Any]:
        return self.snapshot.tool(name)

    def __contains__(self, x: object) -> bool:
        """Whether there is a tool of that name, or this very tool, decorated function or bound method."""
        if isinstance(x, str):
            return x in self.snapshot.tools
        tool = x if isinstance(x, Tool) else getattr(x, "__tool__", None)
        known = self.get(tool.name) if isinstance(tool, Tool) else None
        if known is None:
            return False
        # A bound method is another object each time it is asked for.
        is_its_function = known.function == x if isinstance(x, MethodType) else known.function is x
        return known is tool or is_its_function

    def __len__(self) -> int:
        return len(self.snapshot.tools)

    def __iter__(self) -> Iterator[Tool[Any, Any]]:
        return iter(self.snapshot.tools.values())

    def __repr__(self) -> str:
        names = self.names()
        shown = [*map(repr, names[:_SHOWN_NAMES]), *["..."] * (len(names) > _SHOWN_NAMES)]
        return f"{type(self).__name__}([{', '.join(shown)}])"

    def names(self) -> list[str]:
        """The names of all tools."""
        return list(self.snapshot.tools)

    def get(self, name: str) -> Tool[Any, Any] | None:
        """The tool of that name, None if there is none."""
        return self.snapshot.tools.get(name)

    def find(
        self,
        *,
        tags: Collection[str] | str | None = None,
        name: str | None = None,
        where: Predicate | None = None,
    ) -> list[Tool[Any, Any]]:
        """The tools that meet all that is said.

        Args:
            tags: Each has one of these tags.
            name: Its name matches this pattern, with the wildcards of fnmatch: "geo.*".
            where: This function of the tool says so.
        """
        criteria = Criteria(tags=tags, name=name, where=where)
        return [tool for tool in self if criteria.admits(tool)]

    # -- other registries from it

    def copy(self) -> Self:
        """A registry of its own with the same tools and providers; of a view, one that stays as it is."""
        return self._with_source(Store(self.snapshot))

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """As `copy`, for tools never change."""
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the tools of this moment, without those who want to hear of changes."""
        return {**vars(self), "source": self.snapshot}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, source=Store(state["source"]))

    def prefixed(self, prefix: str) -> Self:
        """A live view of it: every name has the prefix.

        Raises:
            DefinitionError: Names with that prefix are none.
        """
        require_kinds("Registry.prefixed", {"prefix": "str"}, {"prefix": prefix})
        return self._view(lambda tool: tool.renamed(prefix + tool.name))

    def renamed(self, names: Mapping[str, str]) -> Self:
        """A live view of it: some tools have other names.

        Args:
            names: New name by old name.

        Raises:
            DefinitionError: There is no tool of an old name, or a new one is taken.
        """
        if not hasattr(names, "keys"):
            raise DefinitionError(f"new names that are {object_in_words(names)}", cure='give {"old name": "new name"}')
        known = self.names()
        for name in names:
            if name not in known:
                cure = advice(name, known, "give new names by old ones")
                raise DefinitionError(f"no tool {name!r} to rename", cure=cure)
        return self._view(lambda tool: tool.renamed(names[tool.name]) if tool.name in names else tool)

    def filtered(
        self,
        where: Predicate | None = None,
        *,
        tags: Collection[str] | str | None = None,
        name: str | None = None,
    ) -> Self:
        """A live view of those of its tools that meet all that is said; see `find`."""
        criteria = Criteria(tags=tags, name=name, where=where)
        return self._view(lambda tool: tool if criteria.admits(tool) else None)

    def _view(self, change: Change) -> Self:
        view = View(self.source, change)
        _ = view.snapshot  # names that are none, or that two tools have, are found here
        return self._with_source(view)

    def offered(self, context: Any = None) -> Self:
        """What a call with that context sees: provided tools added, those that are not enabled left out.

        It is to be declared; whoever dispatches with it gives the context too, and each tool is asked again.

        Args:
            context: The caller's own object.

        Raises:
            DuplicateToolError: A provided tool has a name that is taken.
            BaseException: What a provider raises.
        """
        snapshot = self.snapshot
        made = snapshot.offer or drive(lambda switch: offered(snapshot, context, switch))
        return self._with_source(Store(decided(made)))

    async def aoffered(self, context: Any = None) -> Self:
        """As `offered`, awaited."""
        made = await offered(self.snapshot, context, Switch(by_hand=False))
        return self._with_source(Store(decided(made)))

    def _with_source(self, source: Source) -> Self:
        """The same kind of registry over other tools."""
        made = type(self).__new__(type(self))
        vars(made).update(vars(self), source=source)
        return made


def tools_in(x: Any) -> list[Tool[Any, Any]]:
    """The tools in a registry, or in whatever one is made of.

    Raises:
        DefinitionError: Something is no tool.
    """
    return list(x.snapshot.tools.values()) if isinstance(x, Catalogue) else gathered(x)
