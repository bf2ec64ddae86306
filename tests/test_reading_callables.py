"""toolkit.reading.callables: the function inside a callable, its name, and what its author says of it."""

import dataclasses
import functools
import types

import pytest

from toolkit.reading.callables import callable_name, docstring_of, gives_awaitable, innermost


def take(a: int, b: str = "x"):
    """Take two."""


class Shop:
    """A shop."""

    def buy(self, item: str, count: int = 1):
        """Buy an item."""

    def __call__(self, item: str):
        """Ask for an item."""


class Static:
    @staticmethod
    def __call__(item: str):
        """Ask without a shop."""


class Silent:
    """Does not say what its call does."""

    def __call__(self, item: str): ...


class Spoken:
    def __call__(self, item: str):
        """Ask anybody."""


@dataclasses.dataclass
class Made:
    times: int

    def __call__(self, item: str):
        """Ask twice."""


def renamed(target, name, text):
    """The callable with a name and a docstring of its own."""
    target.__name__, target.__doc__ = name, text
    return target


def traced(function):
    """A decorator."""

    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


@functools.lru_cache
def cached(a: int) -> int:
    """Cached."""


async def waiting(a: int) -> int:
    """Wait."""
    return a


async def yielding(a: int):
    """Yield."""
    yield a


class AsyncCallable:
    """Waits."""

    async def __call__(self, a: int) -> int: ...


@pytest.mark.parametrize(
    ("target", "text"),
    [
        (take, "Take two."),
        (functools.partial(take, 1), "Take two."),
        (Shop().buy, "Buy an item."),
        (Shop(), "A shop."),
        (Silent(), "Does not say what its call does."),
        (Static(), "Ask without a shop."),
        (cached, "Cached."),
        (functools.partial(Shop()), "A shop."),
        (Spoken(), "Ask anybody."),
        (Made(2), "Ask twice."),
        (functools.update_wrapper(Made(2), take), "Take two."),
        (renamed(functools.partial(take, 1), "fewer", "Take fewer."), "Take fewer."),
        (lambda: 1, ""),
    ],
)
def test_docstrings_are_their_authors(target, text):
    """Not those of partial, nor of a slot."""
    assert docstring_of(target) == text


def test_an_override_inherits_its_docstring():
    """As inspect.getdoc finds it."""

    class Stall(Shop):
        def buy(self, item: str, count: int = 1): ...

    assert docstring_of(Stall().buy) == "Buy an item."


@pytest.mark.parametrize(
    ("target", "is_async"),
    [
        (waiting, True),
        (yielding, True),
        (AsyncCallable(), True),
        (functools.partial(waiting, 1), True),
        (AsyncCallable().__call__, True),
        (functools.partial(functools.partial(AsyncCallable().__call__), 1), True),
        (traced(waiting), False),
        (take, False),
        (Shop(), False),
        (Shop, False),
        (len, False),
        (None, False),
    ],
)
def test_coroutine_functions_are_known(target, is_async):
    """Under partials and in callable objects, not under a wrapper, which may do anything."""
    assert gives_awaitable(target) is is_async


def test_the_innermost_function_is_the_authors():
    """Under take that stands around it."""
    assert innermost(functools.partial(traced(take), 1)) is take
    assert innermost(Shop().buy) is Shop.buy
    assert innermost(Shop()) is Shop.__call__
    assert callable_name(types.SimpleNamespace()) == ""
