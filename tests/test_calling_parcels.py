"""Parcels: what goes to another process, what comes back, and what is said where it cannot."""

from __future__ import annotations

import pickle
import threading
from typing import Any

import pooled
import pytest

from toolkit import Retry, ToolError
from toolkit.calling.guard import Raised
from toolkit.calling.parcels import Parcel, carried, received, sent
from toolkit.errors import MisuseError


def run(function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """What is run over there."""
    return function(*args, **kwargs)


def carry(function: Any, *args: Any) -> Any:
    """What comes of a call that goes there and back."""
    return received(carried(sent(run, function, list(args), {})))


class Unreadable:
    """An object that pickles, but does not come out again."""

    def __reduce__(self) -> Any:
        return int, ("not a number",)


class Held:
    """An object with something that belongs to its process."""

    def __init__(self, *_: Any) -> None:
        self.lock = threading.Lock()

    def method(self) -> int:
        """One."""
        return 1


class TwoPartsError(ConnectionError):
    """As many libraries write them: it cannot be made of its text alone."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(f"{code} {text}")

    def __reduce__(self) -> Any:
        # As it is by itself; dask.distributed teaches all exceptions a way of its own.
        return type(self), self.args


class NotFoundError(ToolError):
    """A text for the model, made of something else."""

    def __init__(self, name: str, *, near: str) -> None:
        super().__init__(f"no {name}; did you mean {near}?")

    def __reduce__(self) -> Any:
        return type(self), self.args


def fails_with(kind: str) -> Any:
    """Raise one of them."""
    if kind == "two parts":
        raise TwoPartsError(503, "try later")
    if kind == "for the model":
        raise NotFoundError("paris", near="Paris")
    if kind == "held":
        error = Retry("soon", 2.0)
        error.lock = threading.Lock()  # type: ignore[attr-defined]
        raise error
    raise KeyError(kind)


def test_a_call_goes_there_and_back():
    """As bytes alone, that a pool cannot stumble over."""
    call = sent(run, pow, [2], {"exp": 3})
    outcome = carried(call)
    assert (type(call), type(outcome), received(outcome)) == (Parcel, Parcel, 8)


@pytest.mark.parametrize(("value", "named"), [(threading.Lock(), "a lock that"), (Held(), "a Held that")])
def test_a_value_that_cannot_go_is_named(value, named):
    """By its class, beside those that can."""
    with pytest.raises(MisuseError, match=named):
        sent(run, print, [1, value], {"end": ""})


@pytest.mark.parametrize("function", [lambda: 1, Held().method])
def test_a_function_that_cannot_go_is_blamed(function):
    """With the cure."""
    with pytest.raises(MisuseError, match=r"the function.*at the top of a module"):
        sent(run, function, [], {})


def test_a_function_that_the_other_process_does_not_find_is_blamed():
    """A pool would break at it."""
    lost = pickle.dumps((run, pooled.where, [], {})).replace(b"pooled", b"puddle")
    outcome = received(carried(Parcel(lost)))
    assert isinstance(outcome, Raised)
    assert str(outcome.exception).startswith("the function or a value that it takes cannot go to another process")


@pytest.mark.parametrize("function", [threading.Lock, Held, Unreadable])
def test_a_result_that_cannot_come_back_is_blamed(function):
    """Not the body, which has done its work."""
    outcome = carry(function)
    assert isinstance(outcome, Raised)
    assert str(outcome.exception).startswith("the function has run, but its result")


@pytest.mark.parametrize(
    ("kind", "comes", "text"),
    [
        ("plain", KeyError, "'plain'"),
        ("two parts", ConnectionError, "TwoPartsError: 503 try later"),
        ("for the model", ToolError, "no paris; did you mean Paris?"),
        ("held", Exception, "soon"),
    ],
)
def test_an_exception_comes_back_as_far_as_it_can(kind, comes, text):
    """Itself, or its text as the nearest of its classes that can; with the traceback as a note."""
    outcome = carry(fails_with, kind)
    assert isinstance(outcome, Raised)
    exception = outcome.exception
    assert (type(exception), str(exception)) == (comes, text)
    assert "in fails_with" in exception.__notes__[0]
