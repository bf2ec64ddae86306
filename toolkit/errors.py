"""Every exception of the library.

ToolkitError
  DefinitionError (ValueError)     the author of a tool made a mistake; raised when the tool is made
    MissingDescriptionError
    UndescribableParameterError
    DocstringError
    DuplicateToolError
  CallError                        the model made a mistake; the dispatcher turns it into a failure result
    ArgumentError                  the arguments were refused
  MisuseError (TypeError)          code of the program gave something of another kind
  HostError                        the program around the tools made a mistake; leaves the dispatcher
    MissingContextError

ToolError                          raised by the body of a tool: its text goes to the model
Retry                              raised by the body of a tool: try again later
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from toolkit.calls import ToolCall, Violation

DISTRIBUTION: Final = "functoolkit"


def install_command(extra: str) -> str:
    """The command that brings an optional part of the library."""
    return f'pip install "{DISTRIBUTION}[{extra}]"'


class ToolkitError(Exception):
    """Base of all errors of this library."""

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.args, dict(self.__dict__))


class DefinitionError(ToolkitError, ValueError):
    """A tool cannot be made from what its author wrote.

    Attributes:
        tool: Name of the tool or of the function, "" if unknown.
        reason: What is wrong.
        cure: What to write instead, "" if the reason says it.
    """

    def __init__(self, reason: str, *, tool: str = "", cure: str = "") -> None:
        self.tool, self.reason, self.cure = tool, reason, cure
        super().__init__(reason, tool, cure)

    def __str__(self) -> str:
        place = f"{self.tool}: " if self.tool else ""
        return f"{place}{self.reason}" + (f"; {self.cure}" if self.cure else "")


class MissingDescriptionError(DefinitionError):
    """A tool has neither a docstring nor a description.

    Args:
        tool: Its name.
        is_wrapper: Whether the function takes `*args, **kwargs` alone, as one does that a decorator has put around
            another.
    """

    def __init__(self, tool: str, *, is_wrapper: bool = False) -> None:
        cure = "write a docstring that begins with what it does, "
        cure += 'or pass description="..." (description="" for none on purpose)'
        if is_wrapper:
            cure += "; if it calls another function, give that one, "
            cure += "or put @functools.wraps(function) on what a decorator returns"
        super().__init__("no description for the model", tool=tool, cure=cure)


class UndescribableParameterError(DefinitionError):
    """A parameter has an annotation that no JSON Schema describes, or that does not resolve.

    Attributes:
        parameter: Name of the parameter, with the path inside its type if the fault is deeper.
        is_unresolved: Whether a name means nothing yet, and may do so later.
    """

    def __init__(
        self, parameter: str, reason: str, *, tool: str = "", cure: str = "", is_unresolved: bool = False
    ) -> None:
        self.parameter, self.is_unresolved = parameter, is_unresolved
        super().__init__(reason, tool=tool, cure=cure)

    def __str__(self) -> str:
        return f"{self.tool}({self.parameter or 'return'}): {self.reason}" + (f"; {self.cure}" if self.cure else "")


class DocstringError(DefinitionError):
    """A docstring and its signature disagree, and the tool was made with strict_docstring=True.

    Attributes:
        documented: The name that is documented and is no parameter, "" where parameters have no text.
    """

    def __init__(self, reason: str, *, tool: str = "", cure: str = "", documented: str = "") -> None:
        self.documented = documented
        super().__init__(reason, tool=tool, cure=cure)


class DuplicateToolError(DefinitionError):
    """Two different tools of one name meet in one registry.

    Attributes:
        name: The name.
        origins: Where the two come from, as "module:qualname".
    """

    def __init__(self, name: str, first: str, second: str) -> None:
        self.name, self.origins = name, (first, second)
        by = f"by {first} and by {second}" if first != second else f"both times by {first}, as of two objects"
        super().__init__(
            f"defined twice, {by}",
            tool=name,
            cure='give one another name (registry.add(x, name="...")), join a registry under a prefix'
            ' (registry + other.prefixed("other_")), or say on_duplicate="replace"',
        )


class CallError(ToolkitError):
    """A call of a tool was refused before its function was entered.

    Attributes:
        kind: The failure kind that a dispatcher gives for it, "malformed_call" for instance.
        call: The call as far as it could be read, with its id; None if there was nothing to read.
    """

    kind = "malformed_call"
    call: ToolCall | None = None

    def __init__(self, message: str, *, kind: str | None = None, call: ToolCall | None = None) -> None:
        if kind is not None:
            self.kind = kind
        if call is not None:
            self.call = call
        super().__init__(message)


class ArgumentError(CallError):
    """Arguments do not fit the tool's schema, or a class that they should become refuses them.

    Attributes:
        violations: Each fault, with its path.
        again: What a model that has sent the very same before reads in place of the message, "" if there is nothing
            else to say.
    """

    # Slots, and no call of CallError's constructor, which would keep nothing: one is made for every refusal.
    __slots__ = ("again", "violations")

    kind = "invalid_arguments"

    def __init__(self, message: str, violations: tuple[Violation, ...] = (), again: str = "") -> None:
        self.args = (message,)
        self.violations = violations
        self.again = again

    def __reduce__(self) -> tuple[object, ...]:
        kept = {"violations": self.violations, "again": self.again}
        return _rebuilt, (type(self), self.args, {**self.__dict__, **kept})


class MisuseError(ToolkitError, TypeError):
    """The program gave something of another kind than it should: to the library, or a hook or middleware for instance.

    The text names kinds alone and holds no value, so that it may stand in a log.
    """


class ForeignNameError(ToolkitError, AttributeError):
    """An object was asked for what it has under another name; the text says which, and may stand in a log."""


class HostError(ToolkitError):
    """The program that dispatches made a mistake: no text for the model can mend it."""


class MissingContextError(HostError):
    """A tool asks for a context, a service or metadata that the caller did not give.

    Attributes:
        tool: Name of the tool.
        parameter: Name of the parameter that stays empty.
    """

    def __init__(self, tool: str, parameter: str, needed: str) -> None:
        self.tool, self.parameter, self.needed = tool, parameter, needed
        super().__init__(tool, parameter, needed)

    def __str__(self) -> str:
        return f"{self.tool}({self.parameter}): {self.needed}"


class ToolError(Exception):
    """Raised by the body of a tool to tell the model, in its own words, what went wrong.

    Attributes:
        message: The text for the model.
    """

    def __init__(self, message: object = "") -> None:
        self.message = str(message)
        super().__init__(self.message)


class Retry(Exception):  # noqa: N818 - a request to the dispatcher, named after what it asks for
    """Raised by the body of a tool that may succeed if it is called again.

    Attributes:
        message: The text for the model, should no attempt succeed.
        after_seconds: How long to wait before the next attempt; None leaves it to the dispatcher.
    """

    def __init__(self, message: str = "", after_seconds: float | None = None) -> None:
        self.message, self.after_seconds = message, after_seconds
        super().__init__(message, after_seconds)

    def __str__(self) -> str:
        return self.message


def _rebuilt(kind: type[BaseException], args: tuple[object, ...], state: dict[str, object]) -> BaseException:
    """An exception from its parts, without its constructor: unpickling calls this."""
    made = kind.__new__(kind, *args)
    made.args = args
    for name, value in state.items():
        setattr(made, name, value)
    return made
