"""Python values -> the JSON arguments of a call, for a caller that is a program and no model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.calls import Violation
from toolkit.errors import ArgumentError
from toolkit.schema.wording import counted
from toolkit.tools.transforms import ReshapedTool
from toolkit.types.dumping import Dumper
from toolkit.types.undumpable import UndumpableError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolkit.tools.base import Tool


def arguments_from(tool: Tool[Any, Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call that passes these values, as its function would take them.

    Raises:
        ArgumentError: JSON cannot hold a value, or there are too many.
    """
    body = None if isinstance(tool, ReshapedTool) else tool.body
    placed, named = (_in_order(tool, args), kwargs) if body is None else body.arguments_of(args, kwargs)
    twice = next((name for name in named if name in placed), None)
    if twice is not None:
        raise ArgumentError(f"{tool.name} got two values for {twice!r}, by position and by name")
    found: dict[str, Any] = {}
    for name, value in {**placed, **named}.items():
        try:
            found[name] = _Revealing(tool.options.types, of_arguments=True).dump(value)
        except UndumpableError as error:
            path = error.inside(name).path or name
            raise ArgumentError(f"{path}: {error.reason}", (Violation(path, error.reason),)) from error
    if body is not None and body.whole is not None:
        whole = found.pop(body.whole, {})
        return {**whole, **found} if isinstance(whole, dict) else {body.whole: whole, **found}
    return found


class _Revealing(Dumper):
    """Dumps what a secret of pydantic holds, which writes asterisks for itself: the function is to get the secret."""

    def dump(self, value: Any) -> Any:
        """The value as JSON, secrets as what they hold.

        Raises:
            UndumpableError: Something in it has no JSON form.
        """
        if not hasattr(type(value), "get_secret_value"):
            return super().dump(value)
        held = value.get_secret_value()
        try:
            return super().dump(held.decode() if isinstance(held, bytes) else held)
        except UnicodeDecodeError as error:
            raise UndumpableError(f"{type(value).__name__} holds bytes that are no UTF-8") from error


def _in_order(tool: Tool[Any, Any], args: Sequence[Any]) -> dict[str, Any]:
    """The positional values of a call by the names of a tool's arguments, in their order."""
    names = [each.name for each in tool.descriptor.parameters]
    if len(args) > len(names):
        raise ArgumentError(f"{tool.name} takes {counted(len(names), 'argument')}, not {len(args)}")
    return dict(zip(names, args, strict=False))
