"""What a function may be given beside its arguments: context, metadata, services, the call's id."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Generic

from toolkit.face import tells_names
from toolkit.misfits import FAILURES, raise_misfit
from toolkit.record import MISSING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator, Iterator

    from typing_extensions import TypeVar

    from toolkit.calls import ToolCall
    from toolkit.tools.base import Tool
    from toolkit.tools.registry import Registry

    Deps = TypeVar("Deps", default=Any)
else:  # Python below 3.13 has no defaults, and typing_extensions is dear at start.
    from typing import TypeVar

    Deps = TypeVar("Deps")

CONTEXT_KEY: Final = "toolkit.context"


class CallMetadata(Mapping[str, Any]):
    """What the host tells about one call: an immutable mapping that no model can write.

    Under "toolkit.context" it holds the caller's own object, if there is one: take it out before the whole is logged
    or returned.

    >>> CallMetadata({"user": "ann"}) + CallMetadata.of(trace="t1")
    CallMetadata({'user': 'ann', 'trace': 't1'})
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Any] | None = None) -> None:
        try:
            self._items: dict[str, Any] = dict(items or {})
        except FAILURES as error:
            raise_misfit(error, "CallMetadata", {"items": "Mapping[str, Any]"}, {"items": items})
            raise

    @classmethod
    def of(cls, **items: Any) -> CallMetadata:
        """Metadata of these items."""
        return cls(items)

    def __getitem__(self, key: str) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __add__(self, other: Mapping[str, Any]) -> CallMetadata:
        """Both together; the right one wins."""
        return CallMetadata({**self._items, **other})

    def __hash__(self) -> int:
        return hash(frozenset(self._items))

    def __repr__(self) -> str:
        # The caller's own object may hold secrets.
        shown = {**self._items, CONTEXT_KEY: ...} if CONTEXT_KEY in self._items else self._items
        return f"CallMetadata({shown!r})"


class _Told:
    """An awaitable that is over at once."""

    __slots__ = ()

    def __await__(self) -> Generator[Any, None, None]:
        yield from ()


_TOLD: Final = _Told()


@tells_names()
class ToolContext(Generic[Deps]):
    """The live context of one call. A parameter annotated with it is filled by the dispatcher.

    Attributes:
        call: The model's call.
        metadata: What the host tells about the call.
        registry: Where the dispatcher found the tool; None for a tool invoked by itself.
        tool: The tool that runs; None in a context that was made by hand.
        tags: The call's tags, then the tool's, each once.
        run_id: Id of this run of the tool.
        run_name: Name of this run, else the tool's name.
        cancelled: Set when the call has timed out or was cancelled, for sync bodies that want to stop.
        inner_value: What the tool behind a delegate has given, MISSING before; so that what fails afterwards is told
            apart.
    """

    __slots__ = (
        "_deps",
        "_progress",
        "call",
        "cancelled",
        "inner_value",
        "metadata",
        "registry",
        "run_id",
        "run_name",
        "services",
        "tags",
        "tool",
    )

    def __init__(
        self,
        deps: Any = MISSING,
        *,
        call: ToolCall | None = None,
        metadata: CallMetadata | None = None,
        registry: Registry | None = None,
        tool: Tool[Any, Any] | None = None,
        services: Mapping[type, Any] | None = None,
        tags: tuple[str, ...] = (),
        run_id: str = "",
        run_name: str = "",
        progress: Callable[[Any], None] | None = None,
        cancelled: threading.Event | None = None,
    ) -> None:
        self._deps = deps
        self.call = call
        self.metadata = CallMetadata() if metadata is None else metadata
        self.registry = registry
        self.tool: Tool[Any, Any] = tool  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
        self.services = services or {}
        self.tags = tags
        self.run_id = run_id
        self.run_name = run_name
        self._progress = progress
        self.cancelled = threading.Event() if cancelled is None else cancelled
        self.inner_value: Any = MISSING

    def __repr__(self) -> str:
        # The caller's own object may hold secrets, so its class is named alone.
        deps = "" if self._deps is MISSING else f", deps={type(self._deps).__name__}"
        name = None if self.call is None else self.call.name
        return f"ToolContext({name!r}, run_id={self.run_id!r}{deps})"

    @property
    def deps(self) -> Deps:
        """The caller's own object; None if it gave none."""
        return None if self._deps is MISSING else self._deps  # type: ignore[return-value]

    @property
    def has_deps(self) -> bool:
        """Whether the caller gave an object of its own."""
        return self._deps is not MISSING

    def report_progress(self, progress: Any, total: float | None = None, message: str = "") -> Awaitable[None]:
        """Tell who listens (hooks with `on_tool_progress`) how far the call is.

        Args:
            progress: A number towards `total`, or any partial result.
            total: What `progress` counts up to, if known.
            message: A text for a person.

        Hooks get the three as a dict, `progress` alone where the others are left out.

        Returns:
            Nothing to wait for: it has been told, and `await` may stand before the call or not.
        """
        if self._progress is not None:
            plain = total is None and not message
            self._progress(progress if plain else {"progress": progress, "total": total, "message": message})
        return _TOLD


class Inject:
    """Marks a parameter that the host fills: `Annotated[T, Inject()]`, or `= Inject()` in the place of its default.

    Args:
        source: Nothing: the context object if it is a T, else the service of that type. A function: its
            result, made anew for each call and closed after it if it is a context manager. A text: the
            item of the call's metadata under that key.
    """

    __slots__ = ("source",)

    if TYPE_CHECKING:  # For a checker it may stand where a parameter of any type has its default.

        def __new__(cls, source: Callable[..., Any] | str | None = None) -> Any:
            """The mark."""

        source: Callable[..., Any] | str | None
    else:

        def __init__(self, source: Callable[..., Any] | str | None = None) -> None:
            self.source = source

        def __getattr__(self, name: str) -> Any:
            """The fault of who takes it for the value, when the function is called as any other."""
            told = "a dispatcher gives a value in its place; who calls the function itself passes one"
            raise AttributeError(f"Inject() has no attribute {name!r}: {told}")

    def __repr__(self) -> str:
        return f"Inject({'' if self.source is None else repr(self.source)})"


class Progress:
    """Marks a generator whose last value is the result: `-> Annotated[AsyncIterator[T], Progress]`.

    What it yields before goes to the hooks that have `on_tool_progress`. Without this mark every value that a
    generator yields is part of the result, which then is a list.
    """


class CallId:
    """Marks a parameter that gets the id of the call: `Annotated[str, CallId]`."""
