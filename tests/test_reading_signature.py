"""A callable of any kind -> its parameters in order."""

from __future__ import annotations

import contextlib
import functools
import inspect
import math
import select
import sys
from dataclasses import dataclass
from typing import Annotated, Generic, Optional, ParamSpec, TypeVar

import pytest

from toolkit import Tool
from toolkit.errors import DefinitionError
from toolkit.reading.evaluation import Unresolved
from toolkit.reading.signature import (
    KEYWORD_ONLY,
    POSITIONAL_ONLY,
    POSITIONAL_OR_KEYWORD,
    VAR_KEYWORD,
    VAR_POSITIONAL,
    Parameter,
    may_be_method,
    read_signature,
    unresolved_error,
)
from toolkit.record import MISSING


def everything(
    a: int, b="x", /, c: Optional[str] = None, *args: float, d: Annotated[int, "text"], e=1, **kwargs: bool
) -> str:
    """Take everything."""


class Anything:
    """An object far away, which has an attribute of any name."""

    def __getattr__(self, name: str) -> Anything:
        return self

    def __call__(self, number: int) -> int:
        return number + 1


class Shop:
    """A shop."""

    def buy(self, item: str, count: int = 1) -> Shop:
        """Buy an item."""

    @classmethod
    def open(cls, town: str):
        """Open a shop."""

    @staticmethod
    def price(item: str):
        """Price of an item."""

    def __call__(self, item: str):
        """Ask for an item."""

    @functools.lru_cache  # noqa: B019 - a cached method is tested
    def count(self, item: str):
        """Count an item."""

    sell = functools.partialmethod(buy, "nut")


class Static:
    @staticmethod
    def __call__(item: str):
        """Ask without a shop."""


def traced(function):
    """A decorator."""

    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


@functools.lru_cache
def cached(a: int, b: str = "x") -> str:
    """Cached."""


@functools.singledispatch
def dispatched(a: int, b: str = "x"):
    """Dispatched."""


def signed(*args, **kwargs):
    """Signed."""


signed.__signature__ = inspect.Signature(
    [inspect.Parameter("q", KEYWORD_ONLY, annotation="int")], return_annotation="str"
)


class AsyncCallable:
    """Waits."""

    async def __call__(self, a: int) -> int: ...


def names(target):
    """The names of the parameters of a callable."""
    return [each.name for each in read_signature(target).parameters]


def test_a_functions_own_code_says_its_signature():
    """All five kinds of parameters, in the order in which they are written, with hints and defaults."""
    assert read_signature(everything).parameters == (
        Parameter("a", POSITIONAL_ONLY, int),
        Parameter("b", POSITIONAL_ONLY, MISSING, "x"),
        Parameter("c", POSITIONAL_OR_KEYWORD, Optional[str], None),
        Parameter("args", VAR_POSITIONAL, float),
        Parameter("d", KEYWORD_ONLY, Annotated[int, "text"]),
        Parameter("e", KEYWORD_ONLY, MISSING, 1),
        Parameter("kwargs", VAR_KEYWORD, bool),
    )
    read = read_signature(everything)
    assert (read.name, read.returns, read.docstring, read.is_method) == ("everything", str, "Take everything.", False)


def test_it_says_what_inspect_says():
    """For any order of any kinds."""
    for function in (everything, Shop.price, traced, lambda *, a, b=1: a, lambda a, /, *b: a, lambda **k: k):
        seen = [(each.name, each.kind) for each in inspect.signature(function).parameters.values()]
        assert [(each.name, each.kind) for each in read_signature(function).parameters] == seen


@pytest.mark.parametrize(
    ("target", "name", "parameters"),
    [
        (Shop().buy, "buy", ["item", "count"]),
        (Shop.open, "open", ["town"]),
        (Shop.price, "price", ["item"]),
        (Shop.__dict__["open"], "open", ["town"]),
        (Shop.__dict__["price"], "price", ["item"]),
        (Shop().count, "count", ["item"]),
        (Shop().sell, "sell", ["count"]),
        (Shop(), "Shop", ["item"]),
        (functools.partial(Shop().buy, count=2), "buy", ["item"]),
        (functools.partial(functools.partial(everything, 1), d=2), "everything", ["b", "c", "args", "e", "kwargs"]),
        (functools.partial(Shop(), item="a"), "Shop", []),
        (traced(traced(Shop().buy)), "buy", ["item", "count"]),
        (functools.partial(traced(cached), 1), "cached", ["b"]),
        (cached, "cached", ["a", "b"]),
        (signed, "signed", ["q"]),
        (AsyncCallable(), "AsyncCallable", ["a"]),
        (lambda a: a, "", ["a"]),
        (math.pow, "pow", ["x", "y"]),
        (len, "len", ["obj"]),
        ("abc".upper, "upper", []),
    ],
)
def test_callables_of_all_kinds_are_read(target, name, parameters):
    """What is bound or partially applied is no parameter any more."""
    assert (read_signature(target).name, names(target)) == (name, parameters)


def test_the_plain_function_of_a_method_lacks_its_object():
    """Its unannotated first parameter is dropped."""
    read = read_signature(Shop.buy)
    assert (read.is_method, [each.name for each in read.parameters]) == (True, ["item", "count"])
    assert not read_signature(Shop().buy).is_method


def test_a_first_parameter_that_is_annotated_is_the_models():
    """Unless it is called self or cls."""

    class Odd:
        def plain(item: str, count: int): ...  # noqa: N805 - no method by its looks
        def typed(self: Odd, count: int): ...

    assert (names(Odd.plain), names(Odd.typed)) == (["item", "count"], ["count"])
    assert may_be_method(Odd.plain)
    assert not may_be_method(everything)


def test_a_method_of_any_arguments_is_none_by_its_looks():
    """What is first in `*args` is not known."""

    class Odd:
        def take(*args: int): ...

    assert names(Odd.take) == ["args"]


def test_a_function_that_is_called_self_takes_self():
    """Outside a class it is a name like any other."""

    def take(self, cls): ...

    assert names(take) == ["self", "cls"]


def test_the_dispatched_argument_goes_by_position():
    """functools.singledispatch looks at no other."""
    assert read_signature(dispatched).parameters[0].kind is POSITIONAL_ONLY
    assert read_signature(functools.partial(dispatched, b="y")).parameters[0].kind is POSITIONAL_ONLY


class Dispatching:
    """Methods that choose what to run by the type of their argument."""

    @functools.singledispatchmethod
    def of_object(self, a, b: int = 2):
        """Of an object."""
        return "any", a, b

    @of_object.register
    def _(self, a: str, b: int = 2):
        return "text", a, b

    @functools.singledispatchmethod
    @classmethod
    def of_class(cls, a: int):
        """Of a class."""
        return cls.__name__, a

    @functools.singledispatchmethod
    @staticmethod
    def of_nobody(a: int):
        """Of nobody."""
        return a


def test_a_dispatching_method_takes_what_its_caller_gives():
    """functools.singledispatchmethod shows self and cls in the signature of what it has bound."""
    read = read_signature(Dispatching().of_object)
    assert ([each.name for each in read.parameters], read.is_method) == (["a", "b"], False)
    assert Tool.of(Dispatching().of_object).invoke({"a": "x"}) == ("text", "x", 2)
    assert Tool.of(Dispatching().of_object).invoke({"a": 1, "b": 3}) == ("any", 1, 3)
    assert read_signature(Dispatching.of_object).is_method is True


@pytest.mark.parametrize("owner", [Dispatching, Dispatching()])
def test_dispatching_methods_of_a_class_need_no_object(owner):
    """A classmethod and a staticmethod know all that they need."""
    assert Tool.of(owner.of_class).invoke({"a": 1}) == ("Dispatching", 1)
    assert Tool.of(owner.of_nobody).invoke({"a": 1}) == 1


def test_a_static_method_of_a_class_in_a_function_keeps_its_first_parameter():
    """Though nobody finds the class again, to ask it whether the method is a static one."""

    class Local:
        @staticmethod
        def twice(text):
            return text * 2

        def once(self, text):
            return text

    (text,) = read_signature(Local.twice).parameters
    assert text.name == "text"
    assert read_signature(Local.once).is_method is True


def test_texts_of_a_signature_are_resolved():
    """Those of `__signature__` too."""
    read = read_signature(signed)
    assert (read.parameters[0].annotation, read.returns) == (int, str)


def test_a_hint_that_means_nothing_is_kept_for_later():
    """A return hint is no error, but reading again may find it."""

    def take(a: Nothing, b: int) -> Nothing: ...  # noqa: F821 - a name that means nothing

    read = read_signature(take)
    assert [each.annotation for each in read.parameters] == [Unresolved("Nothing", "Nothing"), int]
    assert (read.returns, read.is_final, read_signature(everything).is_final) == (MISSING, False, True)


@dataclass
class Stop:
    name: str


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (
            Shop,
            "Shop: a class is no tool by itself; give a function that makes an instance, derive it from toolkit.Tool",
        ),
        (int, "int: a class is no tool by itself"),
        (
            Stop,
            "Stop: a class is no tool by itself; give a function with a parameter of it, as in def take(given: Stop)",
        ),
        (Tool, "Tool: a class is no tool by itself; give an instance, Tool(...), or use Tool.of(Tool)"),
        (42, "an object of class int cannot be called; give a function"),
        (
            (each for each in ()),
            "<genexpr>: an object of class generator cannot be called; give the function itself, without",
        ),
        (max, "max: its signature cannot be read; wrap it in a function of your own with annotations"),
    ],
)
def test_what_is_no_callable_with_a_signature_is_an_error(target, message):
    """With the cure."""
    with pytest.raises(DefinitionError) as caught:
        read_signature(target)
    assert str(caught.value).startswith(message)


@pytest.mark.skipif(not hasattr(select, "epoll"), reason="a module of Linux")
def test_a_builtin_with_a_default_that_only_its_module_knows_keeps_its_signature_to_itself():
    """Some Pythons look for EPOLLIN in what the method is bound to."""
    with contextlib.suppress(AttributeError):
        pytest.skip(f"this Python reads it: {inspect.signature(select.epoll.register)}")
    with pytest.raises(DefinitionError, match="register: its signature cannot be read"):
        read_signature(select.epoll.register)


def test_an_object_with_an_attribute_of_any_name_keeps_its_signature_to_itself():
    """What it says of itself is not taken for the texts and types that Python keeps there."""
    with pytest.raises(DefinitionError, match="its signature cannot be read"):
        Tool.from_function(Anything(), name="far", description="")


@pytest.mark.parametrize(
    ("unresolved", "text", "may_resolve"),
    [
        (
            Unresolved("list[A]", "A"),
            "t(p): the name 'A' in its annotation 'list[A]' is not defined; import it outside `if TYPE_CHECKING:`",
            True,
        ),
        (
            Unresolved("Dict[str, int]", "Dict"),
            "t(p): the name 'Dict' in its annotation 'Dict[str, int]' is not defined; write from typing import Dict",
            True,
        ),
        (
            Unresolved("Optinal[int]", "Optinal"),
            "t(p): the name 'Optinal' in its annotation 'Optinal[int]' is not defined; did you mean 'Optional'?",
            True,
        ),
        (
            Unresolved("how many", problem="SyntaxError: invalid syntax"),
            "t(p): its annotation 'how many' is no type (SyntaxError: invalid syntax); write a type; a text for the",
            False,
        ),
    ],
)
def test_an_unresolved_hint_is_an_error_with_its_cure(unresolved, text, may_resolve):
    """Only a name may resolve later."""
    error = unresolved_error("p", unresolved, "t")
    assert (str(error)[: len(text)], error.is_unresolved) == (text, may_resolve)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="needs the syntax of PEP 695")
def test_type_parameters_are_resolved():
    """Of functions and of the classes of methods (PEP 695)."""
    scope: dict = {}
    exec("def take[T: int](a: T, b: 'list[T]'): ...\nclass Box[T]:\n    def put(self, a: 'T'): ...", scope)
    (variable,) = scope["take"].__type_params__
    assert [each.annotation for each in read_signature(scope["take"]).parameters] == [variable, list[variable]]
    (parameter,) = read_signature(scope["Box"]().put).parameters
    assert parameter.annotation == scope["Box"].__type_params__[0]


T = TypeVar("T")
P = ParamSpec("P")


class Shelf(Generic[T]):
    def put(self, item: T, more: Optional[list[T]] = None) -> T:
        """Put it there."""

    @classmethod
    def opened(cls, item: T):
        """Open it."""

    def __call__(self, item: T): ...


class Middle(Shelf[list[T]]):
    pass


class Books(Middle[str]):
    pass


@pytest.mark.parametrize(
    ("method", "hint"),
    [
        (Books().put, list[str]),
        (Books.opened, list[str]),
        (Shelf[int]().put, int),
        (Middle[int]().put, list[int]),
        (Shelf().put, T),
        (Books(), list[str]),
        (Shelf[int](), int),
        (functools.partial(Books().put, more=None), list[str]),
        (functools.partial(Shelf[int]()), int),
        (functools.wraps(Books().put)(lambda *given: given), list[str]),
    ],
)
def test_a_method_has_what_its_class_is_filled_with(method, hint):
    """`class Books(Shelf[str])` says what a Shelf holds, and so does `Shelf[int]()`."""
    assert read_signature(method).parameters[0].annotation == hint


def test_the_call_of_an_object_may_name_a_type_in_the_body_of_its_class():
    """As any method may, also where the class was made inside a function."""

    def made():
        class Meter:
            class Unit: ...

            def __call__(self, unit: Unit): ...

        return Meter()

    meter = made()
    for each in (meter, functools.partial(meter)):
        assert read_signature(each).parameters[0].annotation is type(meter).Unit


class Scales:
    @staticmethod
    def weigh(grams: int, copies: int = 1):
        """Weigh it."""
        return grams * copies

    @classmethod
    def of_class(cls, grams: int, copies: int = 1):
        """Weigh it."""
        return grams * copies

    @functools.singledispatchmethod
    def by_type(self, grams: int, copies: int = 1):
        """Weigh it."""
        return grams * copies


@pytest.mark.parametrize("name", ["weigh", "of_class", "by_type"])
def test_the_call_of_an_object_may_be_any_kind_of_method(name):
    """Each is bound as Python binds it."""
    scales = type("Scale", (Scales,), {"__call__": vars(Scales)[name]})()
    made = Tool.from_function(scales, description="")
    assert [*made.input_schema["properties"]] == ["grams", "copies"]
    assert made.invoke({"grams": 4, "copies": 2}) == 8


def test_other_hints_of_such_a_method_are_filled_too():
    """At every depth, and what is given back."""
    found = read_signature(Shelf[int]().put)
    assert found.parameters[1].annotation == Optional[list[int]]
    assert found.returns is int


def test_a_name_without_meaning_in_such_a_method_is_told_all_the_same():
    """It has no type variables to fill."""

    class Lost(Shelf[int]):
        def put(self, item: Nowhere): ...  # noqa: F821

    assert isinstance(read_signature(Lost().put).parameters[0].annotation, Unresolved)


def test_what_a_parameter_specification_stands_for_is_anything():
    """A wrapper that does not say what it wraps takes whatever comes."""

    def call(name: str, *args: P.args, **kwargs: P.kwargs):
        """Call it."""
        return name, args, kwargs

    tool = Tool.from_function(call)
    assert tool.input_schema["properties"] == {"name": {"type": "string"}, "args": {"type": "array", "items": {}}}
    assert tool.invoke({"name": "a", "args": [1], "more": "b"}) == ("a", (1,), {"more": "b"})


class Selfless:
    def buy(item: str) -> str:  # type: ignore[misc]  # noqa: N805
        return item

    def sell(this, item: str) -> str:  # noqa: N805
        return item


def test_a_method_without_self_is_refused():
    """The object would be given in the place of what a model says; another name for `self` is right."""
    with pytest.raises(DefinitionError, match=r"buy: its first parameter, item, would .* write def buy\(self, item, "):
        read_signature(Selfless().buy)
    assert [each.name for each in read_signature(Selfless().sell).parameters] == ["item"]


@pytest.mark.skipif(sys.version_info < (3, 14), reason="before, Python itself says so where the function is defined")
def test_annotations_that_python_cannot_evaluate_are_refused():
    """With the usual cause, `"Later" | None`."""
    made: dict[str, object] = {"__name__": __name__}
    exec(compile("def take(a: int, b: 'Later' | None = None): ...", "<test>", "exec", dont_inherit=True), made)
    with pytest.raises(DefinitionError, match=r"annotations of take mean nothing: TypeError: .*one text"):
        read_signature(made["take"])


def nothing():  # noqa: D103 - it says nothing
    pass


def late(a: Nowhere, b: list[Optional[int]] = ()) -> Nowhere:  # noqa: F821 - it means nothing
    """Take what is not defined."""


def silent(a, *, b: "int" = 1):  # noqa: UP037 - a text in a text
    """Say nothing of the first."""


@pytest.mark.parametrize(
    "function", [everything, nothing, late, silent, lambda x, y=1: x], ids=lambda each: each.__name__
)
def test_a_plain_function_is_read_as_any_other_callable_is(function):
    """The road that most tools take leads where that of all others leads."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs): ...

    plain, wrapped = read_signature(function), read_signature(wrapper)
    assert repr(plain) == repr(wrapped)
    assert plain.is_final is (function is not late)
