"""What makes tools of every kind: the base of all tools needs it, and cannot import what is built on that base."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import MethodType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast, overload

from toolkit.face import tells_names

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping

    from typing_extensions import TypeVar as DefaultedTypeVar, Unpack

    from toolkit.given_options import DeclarationOptions, GivenOptions, HandledOptions, PlainOptions
    from toolkit.tools.base import Tool

    Args = DefaultedTypeVar("Args", default=Any)
    Result = DefaultedTypeVar("Result", default=Any)
else:  # Python below 3.13 has no defaults, and typing_extensions is dear at start.
    Args, Result = TypeVar("Args"), TypeVar("Result")

A = TypeVar("A")
R = TypeVar("R")
Kind = TypeVar("Kind", bound="Tool[Any, Any]")

# A program that only marks functions should not pay for the other kinds, so each is imported when it is needed.
_HOMES: Final = {
    "DeclaredTool": "declared",
    "FunctionTool": "function",
    "MethodTool": "methods",
    "ReshapedTool": "transforms",
    "RetoldTool": "transforms",
    "tool_of": "making",
}


@tells_names("from_defaults", "from_schema", "from_tool")
class ToolKinds(Generic[Args, Result]):
    """A base that makes tools of each kind."""

    # What an iterator gives becomes a list, or its last value alone, which no hint tells apart.
    @overload
    @classmethod
    def from_function(
        cls, fn: Callable[..., Iterator[Any] | AsyncIterator[Any]], **options: Unpack[GivenOptions]
    ) -> Tool[Any, Any]: ...
    @overload
    @classmethod
    def from_function(cls, fn: Callable[..., Awaitable[R]], **options: Unpack[PlainOptions]) -> Tool[Any, R]: ...
    @overload
    @classmethod
    def from_function(cls, fn: Callable[..., R], **options: Unpack[PlainOptions]) -> Tool[Any, R]: ...
    @overload
    @classmethod
    def from_function(cls, fn: Callable[..., Any] | None = None, **options: Unpack[GivenOptions]) -> Tool[Any, Any]: ...
    @classmethod
    def from_function(cls, fn: Callable[..., Any] | None = None, **options: Any) -> Tool[Any, Any]:
        """A tool of any callable; every option is keyword-only.

        Args:
            fn: The function, method, partial or callable object.
            options: The options of a tool; `help(toolkit.ToolOptions)` says what each means.

        Raises:
            DefinitionError: No tool can be made of it.
        """
        made: Tool[Any, Any] = _imported("MethodTool" if isinstance(fn, MethodType) else "FunctionTool")(fn, options)
        return made

    @classmethod
    def declare(
        cls,
        name: str,
        description: str | None = None,
        input_schema: Mapping[str, Any] | None = None,
        output_schema: Mapping[str, Any] | None = None,
        **options: Unpack[DeclarationOptions],
    ) -> Tool[Any, Any]:
        """A declaration without code, from a JSON Schema; its calls are validated and left to the caller.

        Args:
            name: Its name.
            description: The text for the model.
            input_schema: The JSON Schema of the arguments; None for none.
            output_schema: The JSON Schema of the result, if it is known.
            options: Those of `help(toolkit.ToolOptions)` that need no function, and `handler=`, a function of the
                arguments as one dict that carries the calls out.

        Raises:
            DefinitionError: The schema or an option is wrong.
        """
        plain = _imported("DeclaredTool")
        declaration: Any = cls if issubclass(cls, plain) else plain
        made: Tool[Any, Any] = declaration.from_schema(name, description, input_schema, output_schema, options)
        return made

    @overload
    @classmethod
    def of(cls, x: Tool[A, R], **options: Unpack[HandledOptions]) -> Tool[A, R]: ...
    @overload
    @classmethod
    def of(cls, x: type[Kind], **options: Unpack[HandledOptions]) -> Kind: ...
    @overload
    @classmethod
    def of(cls, x: Any, **options: Unpack[HandledOptions]) -> Tool[Any, Any]: ...
    @classmethod
    def of(cls, x: Any, **options: Any) -> Tool[Any, Any]:
        """The tool of a decorated function, or one made from a callable, class, descriptor or declaration dict.

        Args:
            x: What it is made of.
            options: Those of `help(toolkit.ToolOptions)`, in the place of its own.

        Raises:
            DefinitionError: No tool can be made of it.
        """
        made: Tool[Any, Any] = _imported("tool_of")(x, options)
        return made

    def declaration_only(self) -> Tool[Any, Any]:
        """A tool that describes what this one does, cannot run it, and leads to nothing that can."""
        made: Tool[Any, Any] = _imported("DeclaredTool").of_tool(self)
        return made

    def renamed(self, name: str) -> Tool[Args, Result]:
        """The same tool under another name.

        Raises:
            DefinitionError: It is no name for a tool.
        """
        return self._retold(name=name)

    def described(self, text: str) -> Tool[Args, Result]:
        """The same tool with another description."""
        return self._retold(description=text)

    def tagged(self, *tags: str) -> Tool[Args, Result]:
        """The same tool with further tags."""
        own = cast("Tool[Any, Any]", self).tags
        further = (each for place, each in enumerate(tags) if each not in own and each not in tags[:place])
        return self._retold(tags=(*own, *further))

    def _retold(self, **changes: Any) -> Tool[Args, Result]:
        made: Tool[Args, Result] = _imported("RetoldTool")(self, changes)
        return made

    def with_arguments(
        self,
        *,
        hide: str | Collection[str] = (),
        rename: Mapping[str, str] | None = None,
        defaults: Mapping[str, Any] | None = None,
        describe: Mapping[str, str] | None = None,
    ) -> Tool[Any, Result]:
        """The same tool with other arguments; this one gets them as it knows them.

        Every option names the arguments as this tool does, also those that are renamed.

        Args:
            hide: Arguments that leave the schema; each has its value in `defaults`, or a default of its own.
            rename: Other names for arguments.
            defaults: Values for arguments that are hidden or left out.
            describe: Other texts for arguments.

        Raises:
            DefinitionError: A name is no argument of the tool, two arguments would have one name, a hidden one
                has no value, or a value does not fit.
        """
        changes = {"hide": hide, "rename": rename or {}, "defaults": defaults or {}, "describe": describe or {}}
        made: Tool[Any, Result] = _imported("ReshapedTool")(self, **changes)
        return made


@cache
def _imported(name: str) -> Any:
    """The class of a kind of tools, or the function that makes a tool of anything."""
    return getattr(import_module(f"toolkit.tools.{_HOMES[name]}"), name)
