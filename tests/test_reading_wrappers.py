"""What callers fill of a function that functools.wraps has made."""

from __future__ import annotations

import functools
import inspect
import itertools
from typing import Annotated

import pytest

from toolkit import ArgumentError, Tool, ToolContext
from toolkit.reading.wrappers import inspected


def wrapping(inner, wrapped):
    """A wrapper with the looks of what it wraps."""
    return functools.wraps(wrapped)(inner)


def book(shelf: object, title: Annotated[str, "What it says on the back"], copies: int = 1, *, signed: bool = False):
    """Order a book."""
    return shelf, title, copies, signed


class Library:
    """Has wrapped methods."""

    def lend(self, title: str, days: int = 7):
        """Lend a book."""
        return title, days

    around = wrapping(lambda obj, *args, **kwargs: [Library.lend(obj, *args, **kwargs)], lend)
    fixed = wrapping(lambda self, title: self.lend(title, 1), lend)
    loose = wrapping(lambda *args, **kwargs: [Library.lend(*args, **kwargs)], lend)
    order = wrapping(lambda self, *args, **kwargs: [book(*args, **kwargs)], book)
    bought = classmethod(order)
    __call__ = order


def kinds(target):
    """Names and kinds of the parameters."""
    return [(each.name, each.kind.name.lower()) for each in inspected(target)[0]]


def test_a_wrapper_that_passes_on_whatever_comes_has_the_signature_of_the_function():
    """As inspect says."""
    wrapper = wrapping(lambda *args, **kwargs: [book(*args, **kwargs)], book)
    assert [*inspect.signature(book).parameters.values()] == inspected(wrapper)[0]


def test_a_wrapper_that_passes_nothing_on_has_its_own_parameters_with_the_hints_of_the_function():
    """What it fills in itself is not asked for."""
    made = Tool.of(wrapping(lambda title: book("top", title), book))
    assert made.input_schema["properties"] == {"title": {"type": "string", "description": "What it says on the back"}}
    assert made.invoke({"title": "Emma"}) == ("top", "Emma", 1, False)


def test_the_hints_of_such_a_wrapper_itself_count():
    """What is only the wrapper's is described and loaded as well."""

    def inner(title, *, gift):
        return book("top", title), gift

    wrapper = wrapping(inner, book)
    wrapper.__annotations__ = {"title": str, "gift": bool}
    made = Tool.of(wrapper)
    assert made.input_schema["required"] == ["title", "gift"]
    assert made.invoke({"title": "Emma", "gift": True}) == (("top", "Emma", 1, False), True)


def test_what_a_wrapper_names_has_its_kind_and_its_default():
    """The function's own default never gets a chance."""
    wrapper = wrapping(lambda shelf, copies, /, *args, **kwargs: book(shelf, *args, copies=copies, **kwargs), book)
    assert kinds(wrapper) == [
        ("shelf", "positional_only"),
        ("copies", "positional_only"),
        ("title", "positional_or_keyword"),
        ("signed", "keyword_only"),
    ]
    assert inspected(wrapper)[0][1].default is inspect.Parameter.empty


def test_a_name_of_the_wrapper_stands_for_what_the_function_has_in_its_place():
    """It is passed by position, as its name differs."""
    wrapper = wrapping(lambda obj, *args, **kwargs: [book(obj, *args, **kwargs)], book)
    assert kinds(wrapper)[:2] == [("shelf", "positional_only"), ("title", "positional_or_keyword")]
    assert Tool.of(wrapper).invoke({"shelf": 3, "title": "Emma", "signed": True}) == [(3, "Emma", 1, True)]


def test_what_a_name_of_the_wrapper_stands_for_is_required():
    """The wrapper has no default for it."""

    def greet(name: str = "you", loud: bool = False):
        """Greet."""

    wrapper = wrapping(lambda whom, *args: (whom, args), greet)
    assert [each.default for each in inspected(wrapper)[0]] == [inspect.Parameter.empty, False]


def test_a_wrapper_without_keywords_is_called_by_position():
    """And its function gets no keywords."""
    made = Tool.of(wrapping(lambda *args: book(*args, signed=True), book))
    assert [*made.input_schema["properties"]] == ["shelf", "title", "copies"]
    assert made.invoke({"shelf": 3, "title": "Emma"}) == (3, "Emma", 1, True)


def test_a_wrapper_without_positions_is_called_by_keyword():
    """Whatever the function takes by position."""
    made = Tool.of(wrapping(lambda *, shelf, **kwargs: book(shelf, **kwargs), book))
    assert made.invoke({"shelf": 3, "title": "Emma", "signed": True}) == (3, "Emma", 1, True)


def test_further_arguments_are_asked_for_where_the_wrapper_passes_them_on():
    """Else they cannot come."""

    def sums(first: int, *more: int, **named: int):
        """Add up."""
        return first, more, named

    by_keyword = wrapping(lambda first, **kwargs: [sums(first, **kwargs)], sums)
    assert kinds(by_keyword) == [("first", "positional_or_keyword"), ("named", "var_keyword")]
    by_position = wrapping(lambda first, *args: [sums(first, *args)], sums)
    assert kinds(by_position) == [("first", "positional_only"), ("more", "var_positional")]


def test_what_only_the_wrapper_needs_is_asked_for():
    """What it can do without is its own affair."""
    wrapper = wrapping(lambda *args, reason, loud=False, **kwargs: (book(*args, **kwargs), reason, loud), book)
    assert kinds(wrapper)[-2:] == [("reason", "keyword_only"), ("signed", "keyword_only")]
    made = Tool.of(
        wrapping(lambda extra, *args, **kwargs: (extra, args, kwargs), lambda: None), name="nothing", description=""
    )
    assert made.invoke({"extra": 1}) == (1, (), {})


def test_a_context_that_a_wrapper_is_annotated_with_stands_for_nothing():
    """It is injected, and the function gets its own arguments."""

    def inner(context, *args, **kwargs):
        return context.tool.name, book(*args, **kwargs)

    wrapper = wrapping(inner, book)
    wrapper.__annotations__ = {**book.__annotations__, "context": ToolContext}
    made = Tool.of(wrapper)
    assert made.input_schema["required"] == ["shelf", "title"]
    assert made.invoke({"shelf": 3, "title": "Emma"}) == ("book", (3, "Emma", 1, False))


def test_wrappers_of_wrappers_are_looked_through_one_by_one():
    """The outer one passes on what the inner one takes."""
    fixed = wrapping(lambda title: book("top", title), book)
    made = Tool.of(wrapping(lambda *args, **kwargs: [fixed(*args, **kwargs)], fixed))
    assert [*made.input_schema["properties"]] == ["title"]


@pytest.mark.parametrize("name", ["around", "loose"])
def test_a_wrapped_method_lacks_the_object_that_it_is_bound_to(name):
    """Whatever the wrapper calls it."""
    made = Tool.from_function(getattr(Library(), name), name="lend")
    assert [*made.input_schema["properties"]] == ["title", "days"]
    assert made.invoke({"title": "Emma", "days": 2}) == [("Emma", 2)]


@pytest.mark.parametrize("target", [Library().order, Library.bought, Library()])
def test_a_method_may_wrap_a_function_that_is_none(target):
    """It is bound itself, and the function gets all of its arguments."""
    made = Tool.from_function(target, name="order")
    assert [*made.input_schema["properties"]] == ["shelf", "title", "copies", "signed"]
    assert made.invoke({"shelf": 3, "title": "Emma"}) == [(3, "Emma", 1, False)]


def test_a_wrapped_method_may_take_less():
    """As a wrapped function may."""
    made = Tool.from_function(Library().fixed, name="lend")
    assert [*made.input_schema["properties"]] == ["title"]
    assert made.invoke({"title": "Emma"}) == ("Emma", 1)


def test_a_wrapper_that_says_its_signature_is_taken_at_its_word():
    """`__signature__` counts."""
    wrapper = wrapping(lambda title: book("top", title), book)
    wrapper.__signature__ = inspect.Signature([inspect.Parameter("title", inspect.Parameter.POSITIONAL_ONLY)])
    assert kinds(wrapper) == [("title", "positional_only")]


def test_a_class_method_may_be_wrapped_before_its_class_is_made():
    """By a decorator over @classmethod; what it wraps cannot be called as it is."""
    opened = classmethod(lambda cls, town: (cls, town))
    wrapper = wrapping(lambda *args, **kwargs: opened.__func__(Library, *args, **kwargs), opened)
    assert kinds(wrapper) == [("cls", "positional_or_keyword"), ("town", "positional_or_keyword")]


class curry:  # noqa: N801 - as toolz writes it
    """A function that waits for what it lacks."""

    def __init__(self, func, *args, **keywords):
        self.func, self.args, self.keywords = func, args, keywords
        functools.update_wrapper(self, func)

    def __call__(self, *args, **keywords):
        return self.func(*self.args, *args, **self.keywords, **keywords)

    @property
    def __signature__(self):
        found = inspect.signature(self.func).parameters.values()
        return inspect.Signature([each.replace(default="__no__default__") for each in found])


def test_a_curried_function_asks_for_what_it_lacks_alone():
    """Although its signature has a default for it."""
    made = Tool.from_function(curry(book, "top", copies=2))
    assert [*made.input_schema["properties"]] == ["title", "signed"]
    assert made.input_schema["required"] == ["title"]
    assert made.invoke({"title": "Emma"}) == ("top", "Emma", 2, False)


def order(title: str, copies: int = 1, *, signed: bool = False):
    """Order a book.

    Args:
        title: What it says on the back.
        copies: How many.
        signed: Whether by its author.
    """
    return title, copies, signed


class Passing:
    """An object in the place of a function."""

    def __init__(self, function):
        functools.update_wrapper(self, function)

    def __call__(self, *args, **kwargs):
        return self.__wrapped__(*args, **kwargs)


class Calling:
    def __call__(self, title: str):
        """Order a book."""


def two_copies(function):
    """A partial with the looks of its function."""
    return functools.update_wrapper(functools.partial(function, copies=2), function)


LAYERS = {
    "wrapper": lambda function: functools.wraps(function)(lambda *args, **kwargs: tuple(function(*args, **kwargs))),
    "object": Passing,
    "cache": functools.cache,
    "partial": lambda function: functools.partial(function, copies=2),
    "partial with looks": two_copies,
}


@pytest.mark.parametrize("chain", [*itertools.product(LAYERS, repeat=3)], ids=" ".join)
def test_what_a_partial_has_bound_is_no_argument_whatever_is_around_it(chain):
    """The other parameters keep their texts."""
    made = functools.reduce(lambda function, layer: LAYERS[layer](function), chain, order)
    tool = Tool.from_function(made, name="order")
    texts = {name: each["description"] for name, each in tool.input_schema["properties"].items()}
    is_bound = any("partial" in layer for layer in chain)
    left = {"title": "What it says on the back.", "copies": "How many.", "signed": "Whether by its author."}
    assert (texts, tool.description) == (
        {name: text for name, text in left.items() if name != "copies" or not is_bound},
        "Order a book.",
    )
    assert tool.invoke({"title": "Emma"}) == ("Emma", 2 if is_bound else 1, False)
    if is_bound:
        with pytest.raises(ArgumentError, match="copies: no such argument"):
            tool.invoke({"title": "Emma", "copies": 5})


def test_a_wrapper_around_an_object_has_the_text_of_its_call():
    """An object has none of its own to hand on."""
    made = Tool.from_function(wrapping(lambda *args, **kwargs: [Calling(*args, **kwargs)], Calling()), name="order")
    assert made.description == "Order a book."


def test_a_partial_of_a_wrapper_that_names_parameters_leaves_what_the_wrapper_takes():
    """Its defaults count, though one stands before what the function requires; so does what it takes no more."""
    first = wrapping(lambda title="Emma", *args, **kwargs: book("top", title, *args, **kwargs), order)
    assert Tool.from_function(functools.partial(first, signed=True), name="order").invoke({}) == (
        "top",
        "Emma",
        1,
        True,
    )
    fewer = functools.partial(wrapping(lambda title, signed: (title, signed), order), signed=True)
    assert [*Tool.from_function(fewer, name="order").input_schema["properties"]] == ["title"]


def test_a_signature_that_a_partial_was_given_counts():
    """Its author says what callers fill."""
    made = functools.update_wrapper(functools.partial(book, "top"), book)
    made.__signature__ = inspect.signature(lambda title: title)
    assert [*Tool.from_function(made).input_schema["properties"]] == ["title"]
