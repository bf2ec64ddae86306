"""UndumpableError: what a Python value is refused with that has no JSON form."""

from __future__ import annotations

from typing import Final

# How much of a name stands in a path.
_STEP_CHARS: Final = 64


class UndumpableError(TypeError):
    """A value that JSON cannot hold; the text names its type and where it stands, never the value.

    Attributes:
        reason: What is wrong.
        path: Where it stands in the whole, as `items[2].price`; "" for the whole itself.
        is_of_whole: Whether it is the whole that is too large or too deep, wherever that comes to light.
    """

    def __init__(self, reason: str, *, is_of_whole: bool = False) -> None:
        self.reason, self.is_of_whole, self.path = reason, is_of_whole, ""
        super().__init__(reason)

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}" if self.path else self.reason

    @property
    def loggable(self) -> str:
        """What holds no value: no names in the data, as the path does, and nothing of another exception."""
        reason = "" if self.__cause__ else self.reason
        return "; ".join(filter(None, (reason, *getattr(self, "__notes__", ()))))

    def inside(self, step: str | int) -> UndumpableError:
        """The same error of what the value stands in.

        Args:
            step: Its name there, or its position.
        """
        if not self.is_of_whole:
            is_name = isinstance(step, str) and step.isidentifier()
            shown = str(step)[:_STEP_CHARS] if is_name or isinstance(step, int) else f'"{step[:_STEP_CHARS]}"'
            joint = "." if self.path and not self.path.startswith("[") else ""
            self.path = f"{shown if is_name else f'[{shown}]'}{joint}{self.path}"
        return self
