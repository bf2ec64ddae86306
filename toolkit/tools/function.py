"""FunctionTool: a tool made of a callable."""

from __future__ import annotations

import types
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from toolkit import describing
from toolkit.errors import DefinitionError, UndescribableParameterError
from toolkit.misfits import object_in_words
from toolkit.options import ToolOptions, options_from, valid_name
from toolkit.reading.callables import callable_name, docstring_of, innermost, undecorated
from toolkit.reading.namespaces import keep_names
from toolkit.reading.signature import may_be_method, read_signature, uncallable_error
from toolkit.record import EMPTY, MISSING, replace_fields
from toolkit.tools.base import Tool, forget

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolkit.calling.body import Body
    from toolkit.reading.signature import Signature


class FunctionTool(Tool[Any, Any]):
    """A tool that calls a function, method, partial or callable object.

    Its signature is read at once; only where a name in an annotation does not resolve yet is it read when
    the declaration is first asked for.

    Args:
        function: The callable; None if `options` name a coroutine function alone.
        options: What its author says of it.

    Raises:
        DefinitionError: No tool can be made of it.
    """

    _function: Callable[..., Any] | None
    _is_made: ClassVar[bool] = True
    _made_by: ClassVar[str] = 'Tool.from_function(f, name="..."), or Tool.declare(name, description, schema, handler=f)'

    def __init__(self, function: Callable[..., Any] | None, options: Mapping[str, Any] | ToolOptions = EMPTY) -> None:
        if isinstance(function, Tool):
            raise DefinitionError("is a tool already", tool=function.name, cure="use toolkit.replace to change it")
        vars(self)["_function"] = function
        if function is not None and not options:
            # A record of forty defaults takes 5 us, more than all else here; it is made when it is first asked for.
            vars(self)["name"] = _name_of(function, None)
            self._read_early(function, None)
            return
        said = options if isinstance(options, ToolOptions) else options_from(options, tool=_label(function, options))
        target = function if function is not None else said.coroutine
        if target is None:
            raise DefinitionError("no function", tool=said.name or "", cure="pass a function, or coroutine=...")
        vars(self)["options"] = replace_fields(said, name=_name_of(target, said.name))
        self._read_early(target, said)

    @cached_property
    def options(self) -> ToolOptions:
        """All that its author said; here that is nothing but the name of the function."""
        made = object.__new__(ToolOptions)  # a name that is valid has nothing else to be held to
        vars(made)["name"] = vars(self)["name"]
        return made

    def _read_early(self, target: Any, said: ToolOptions | None) -> None:
        if may_be_method(undecorated(target)):
            # Whether `self` is missing is known once the class is complete.
            keep_names(undecorated(target))
            describing.tool_description(docstring_of(undecorated(target)), self.options, self.options.name or "")
            return
        if describing.is_surely_right(target, said):
            return
        try:
            _ = self.contract if self.options.examples else self._described
            is_final = self._signature.is_final
        except UndescribableParameterError as error:
            if not error.is_unresolved:
                raise
            is_final = False
        # A second tool of it, or one of a decorator around it, is read when the names inside a function may be gone.
        keep_names(innermost(undecorated(target)))
        if not is_final:
            # A name may be defined further down; nothing of this reading may stay but the names that are known.
            forget(self)

    def _tool_function(self) -> Callable[..., Any]:
        function = self._function if self._function is not None else self.options.coroutine
        return undecorated(function)  # type: ignore[no-any-return]

    def _read_signature(self) -> Signature:
        return read_signature(self._tool_function())

    def _types_of_class(self) -> tuple[Any, Any]:
        return MISSING, MISSING

    @property
    def function(self) -> Callable[..., Any] | None:
        """The function."""
        return self._function

    @property
    def source(self) -> str:
        """Where the function was written, as "module:qualname"."""
        return source_of(self._tool_function())

    def require_bound(self) -> None:
        """Refuse the tool of a method without an object, which cannot run.

        Raises:
            DefinitionError: It is one.
        """
        if self._signature.is_method and self.options.instance is None:
            cure = "use registry.add_object(obj), Tool.of(obj.method), or instance=factory"
            raise DefinitionError("a method needs its object", tool=self.name, cure=cure)

    @cached_property
    def _tool_body(self) -> Body:
        self.require_bound()
        return super()._tool_body

    def with_function(self, function: Callable[..., Any]) -> FunctionTool:
        """A tool with the same options that calls another function: a bound method, or a wrapper."""
        made = FunctionTool.__new__(FunctionTool)
        vars(made).update(_function=function, options=self.options)
        return made


def _label(function: Any, options: Mapping[str, Any]) -> str:
    return str(options.get("name") or callable_name(undecorated(function)) or "")


def _name_of(target: Any, said: str | None) -> str:
    """The name said, if it is not blank, else the function's own.

    Raises:
        DefinitionError: There is none, or it is no name for a tool.
    """
    name = said if said and said.strip() else callable_name(undecorated(target))
    if not name:
        what = "a lambda" if isinstance(target, types.LambdaType) else object_in_words(target)
        if not callable(target):
            raise uncallable_error(target)
        raise DefinitionError(f"{what} has no name", cure='pass name="..."')
    return valid_name(name)


def source_of(target: Any) -> str:
    """Where a callable was written, as "module:qualname"; of a partial what is in it, of an object its class."""
    while not hasattr(target, "__qualname__") and hasattr(target, "func"):
        target = target.func
    owner = target if hasattr(target, "__qualname__") else type(target)
    return f"{getattr(owner, '__module__', '?')}:{owner.__qualname__}"


def attached_tool(function: Any) -> FunctionTool | None:
    """The tool that `@tool` has attached to a callable, whatever stands around it; None if there is none.

    A copy that functools.wraps has carried to a wrapper gives a tool that calls the wrapper.
    """
    found = getattr(function, "__tool__", None)
    if not isinstance(found, FunctionTool):
        return None
    if found.function is function or undecorated(found.function) is undecorated(function):
        return found
    return found.with_function(function)
