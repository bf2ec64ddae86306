"""Parcels: a call on its way to another process of this machine, and what came of it on its way back, as bytes.

A pool of processes that is given something it cannot pickle may be broken for all calls that follow; so it gets bytes
alone, and what does not go into them is named.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeGuard

from toolkit.calling.guard import Raised, attempt, is_raised, text_of
from toolkit.errors import MisuseError, Retry, ToolError
from toolkit.misfits import object_in_words

if TYPE_CHECKING:
    from collections.abc import Callable


class Parcel(bytes):
    """What goes to another process or comes from there, pickled."""

    __slots__ = ()


def takes_parcels(executor: Any) -> bool:
    """Whether the calls of an executor run in other processes of this machine."""
    pools = sys.modules.get("concurrent.futures.process")
    is_standard = pools is not None and isinstance(executor, pools.ProcessPoolExecutor)
    return is_standard or getattr(executor, "takes_parcels", False) is True


def sent(run: Callable[..., Any], function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Parcel:
    """The call `run(function, args, kwargs)`, to be `carried` out.

    Raises:
        MisuseError: The function or a value does not pickle.
    """
    call = attempt(_pickled, (run, function, args, kwargs))
    if isinstance(call, Parcel):
        return call
    for value in (*args, *kwargs.values()):
        fault = attempt(_pickled, value)
        if isinstance(fault, Raised):
            cure = "make it in the function, or run the tool in threads"
            raise _stuck(f"{object_in_words(value)} that the function takes", fault, cure)
    cure = "write it at the top of a module, and no lambda, or run the tool in threads"
    raise _stuck("the function, or the object that it is a method of,", call, cure)


def carried(call: Parcel) -> Parcel:
    """What came of a call, in the other process."""
    opened = attempt(_unpickled, call)
    if isinstance(opened, Raised):
        cure = "write it in a module that the other process can import, or run the tool in threads"
        return _back(Raised(_stuck("the function or a value that it takes", opened, cure)))
    run, function, args, kwargs = opened
    outcome = attempt(run, function, args, kwargs)
    return _back(Raised(_travelling(outcome.exception)) if is_raised(outcome) else outcome)


def received(outcome: Parcel) -> Any | Raised:
    """What came of a call, in the process that sent it."""
    opened = attempt(_unpickled, outcome)
    return Raised(_no_result("", opened)) if isinstance(opened, Raised) else opened[0]


def _back(outcome: Any) -> Parcel:
    made = attempt(_pickled, (outcome,))
    if isinstance(made, Raised):
        return _pickled((Raised(_no_result(f", {object_in_words(outcome)},", made)),))
    return made


def _travelling(exception: BaseException) -> BaseException:
    """An exception that survives the way, with the traceback, which would not, as a note."""
    import traceback  # noqa: PLC0415 - dear at start

    made = _surviving(exception)
    attempt(lambda: made.add_note("".join(traceback.format_exception(exception))))
    return made


def _surviving(exception: BaseException) -> BaseException:
    """An exception as it is, if it survives the way; else its text as one of the nearest of its classes that does."""
    if _survives(exception):
        return exception
    text = text_of(exception)
    if not isinstance(exception, ToolError | Retry):
        text = f"{type(exception).__name__}: {text}"
    bases = type(exception).__mro__[1:-1]
    return next(each for each in (attempt(cls, text) for cls in bases) if _survives(each))


def _survives(made: Any) -> TypeGuard[BaseException]:
    """Whether it is an exception that is of the same class when it has been pickled."""
    if not issubclass(type(made), BaseException):
        return False
    again = attempt(lambda: _unpickled(_pickled(made)))
    return type(again) is type(made)


def _pickled(value: Any) -> Parcel:
    import pickle  # noqa: PLC0415 - dear at start

    return Parcel(pickle.dumps(value))


def _unpickled(parcel: Parcel) -> Any:
    import pickle  # noqa: PLC0415 - dear at start

    return pickle.loads(parcel)  # noqa: S301 - it has been made here, or by this library in the other process


def _stuck(what: str, fault: Raised, cure: str) -> MisuseError:
    return MisuseError(f"{what} cannot go to another process ({text_of(fault.exception)}); {cure}")


def _no_result(which: str, fault: Raised) -> MisuseError:
    return MisuseError(
        f"the function has run, but its result{which} cannot come back from the other process "
        f"({text_of(fault.exception)}); let it return what JSON can hold, or run the tool in threads"
    )
