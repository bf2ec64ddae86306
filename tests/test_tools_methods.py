"""Methods of objects and classes as tools, and what they inherit."""

from __future__ import annotations

import abc
import functools
import re
from dataclasses import dataclass, replace
from typing import Annotated, Any, Generic, Optional, Self, TypeVar

import pytest
from annotated_types import Ge
from dispatching import call
from samples import Shop

from toolkit import (
    DefinitionError,
    Dispatcher,
    DuplicateToolError,
    MissingDescriptionError,
    Registry,
    Tool,
    ToolContext,
    tool,
)


class Store:
    """A shop that describes its methods well."""

    @tool(name="purchase", tags=("trade",), read_only=False)
    def buy(self, product: str, count: int = 1) -> str:
        """Buy a product.

        Args:
            product: Name of the product.
            count: How many.
        """
        return f"{count} {product}"

    def sell(self, product: str, price: float) -> str:
        """Sell a product.

        Args:
            product: Name of the product sold.
            price: What it costs.
        """
        return f"{product} for {price}"


class Silent(Store):
    """Overrides without a word."""

    def buy(self, product: str, count: int = 2) -> str:
        return f"silent {count} {product}"


class Spoken(Store):
    """Overrides with words of its own."""

    def buy(self, product: Annotated[str, "What to buy."], count: int = 1) -> str:
        """Purchase a product, gift-wrapped."""
        return f"gift {product}"


class Parametric(Silent):
    """Says something of one parameter alone."""

    def buy(self, product: str, count: int = 1, colour: str = "red") -> str:
        """:param count: How many, at most ten."""
        return colour


class Marked(Store):
    """Marks its overrides itself."""

    @tool(name="acquire")
    def buy(self, product: str, count: int = 1) -> str:
        """Acquire a product."""
        return f"acquired {product}"

    @tool
    def sell(self, product: str, price: float) -> str:  # noqa: D417 - what it leaves out is inherited
        """Sell at a price.

        Args:
            price: The price in euros.
        """
        return f"sold {product}"


def texts(made: Tool) -> dict[str, str]:
    """The text of each parameter."""
    return {each.name: each.description for each in made.descriptor.parameters}


def only(owner: object) -> Tool:
    """The one tool of an object."""
    (made,) = Registry().add_object(owner)
    return made


def test_the_decorated_methods_of_an_object_are_bound_to_it():
    """In the order of their definition."""
    registry = Registry()
    taken = registry.add_object(Shop("Bergen"))
    assert registry.names() == ["buy", "chain", "hours"]
    assert taken == list(registry)
    assert registry["buy"].invoke({"product": "tea"}) == "1 tea in Bergen"
    assert (registry["chain"].invoke({}), registry["hours"].invoke({"day": "Monday"})) == ("Shop", "Monday 9-17")
    assert "self" not in registry["buy"].input_schema["properties"]


def test_every_public_method_is_taken_on_request():
    """Those with an underscore are not."""
    registry = Registry()
    registry.add_object(Shop(), all_methods=True)
    assert registry.names() == ["buy", "chain", "hours", "stock"]


def test_a_public_method_without_text_is_refused():
    """A model would not know when to use it."""

    class Bare:
        def run(self) -> int:
            return 1

    with pytest.raises(MissingDescriptionError, match="run: no description"):
        Registry().add_object(Bare(), all_methods=True)


@pytest.mark.parametrize("owner", [object(), Annotated])
def test_an_object_without_tools_is_refused(owner: object):
    """The error says what to do."""
    with pytest.raises(DefinitionError, match=r"no tools found in it; decorate its methods with @tool, or pass all_"):
        Registry().add_object(owner)


def test_a_class_without_tools_is_refused():
    """As an object is."""
    with pytest.raises(DefinitionError, match="Exception: no tools found in it"):
        Registry().add_class(Exception)


class Bank:
    """Has a tool."""

    @tool
    def balance(self) -> int:
        """How much there is."""
        return 7


class Branch(Bank):
    """Has it too."""


@pytest.mark.parametrize("cls", [Bank, Branch])
def test_a_class_is_told_from_an_object_and_each_sends_to_what_takes_it(cls: Any):
    """Every way that a text names is one that works."""
    name = cls.__name__
    for refused in (Registry, lambda x: Registry([x])):
        with pytest.raises(DefinitionError, match=rf"registry\.add_class\({name}\) or registry\.add_object\({name}\("):
            refused(cls)
    with pytest.raises(DefinitionError, match=rf"use registry\.add_class\({name}\), or give an instance"):
        Registry().add_object(cls)
    with pytest.raises(DefinitionError, match=rf"a {name} is no class; use registry\.add_object\(obj\)"):
        Registry().add_class(cls())
    registry = Registry()
    assert [each.name for each in registry.add_class(cls)] == ["balance"]
    assert [each.invoke() for each in registry.add_object(cls(), on_duplicate="replace")] == [7]


@pytest.mark.parametrize(
    ("given", "method"),
    [(abc, "import_module(module)"), (len, ""), ([len], "add(tools)"), (lambda: 1, "add(function)")],
)
def test_what_is_no_such_object_is_sent_to_the_method_that_takes_it(given: Any, method: str):
    """A module, a function, a list."""
    with pytest.raises(
        DefinitionError, match=re.escape(f"no tools found in it; use registry.{method}" if method else "pass all_")
    ):
        Registry().add_object(given)


def test_two_objects_of_one_class_go_into_one_registry_as_the_refusal_says():
    """With a name for each method, or a prefix for all."""
    first, second = Registry(), Registry()
    first.add_object(Bank())
    second.add_object(Bank())
    with pytest.raises(DuplicateToolError, match=r"registry \+ other\.prefixed\("):
        first.add_object(Bank())
    first.add(Bank().balance, name="other_balance")
    assert (first + second.prefixed("my_")).names() == ["balance", "other_balance", "my_balance"]


def test_methods_of_bases_come_first():
    """An override keeps the place of what it overrides."""

    class Corner(Shop):
        @tool
        def pay(self) -> str:
            """Pay."""
            return "paid"

        @tool
        def buy(self, product: str) -> str:
            """Buy at the corner."""
            return "corner"

    registry = Registry()
    registry.add_object(Corner())
    assert registry.names() == ["buy", "chain", "hours", "pay"]
    assert registry["chain"].invoke({}) == "Corner"


def test_two_objects_of_one_class_are_two_tools():
    """The second would shadow the first."""
    registry = Registry()
    shop = Shop("Oslo")
    registry.add_object(shop)
    registry.add_object(shop)
    with pytest.raises(DuplicateToolError, match=r"buy: defined twice, both times by .*Shop.buy, as of two obj"):
        registry.add_object(Shop("Bergen"))


def test_a_class_binds_its_methods_to_one_object():
    """Which is made without arguments."""

    class Counter:
        def __init__(self) -> None:
            self.count = 0

        @tool
        def up(self) -> int:
            """Count up."""
            self.count += 1
            return self.count

        @tool
        def shown(self) -> int:
            """The count."""
            return self.count

    registry = Registry()
    registry.add_class(Counter)
    registry["up"].invoke({})
    assert registry["shown"].invoke({}) == 1
    registry.add_class(Counter)
    assert registry["shown"].invoke({}) == 0


def test_a_class_whose_constructor_needs_arguments_is_refused():
    """The error names add_object."""

    class Bank:
        def __init__(self, key: str, *, url: str, retries: int = 3) -> None:
            self.key = key

        @tool
        def pay(self) -> str:
            """Pay."""
            return self.key

    cure = r"Bank: its constructor needs key, url; make an object and pass it to registry\.add_object"
    with pytest.raises(DefinitionError, match=cure):
        Registry().add_class(Bank)


def test_an_abstract_class_is_refused():
    """It has no objects."""

    class Base(abc.ABC):
        @tool
        @abc.abstractmethod
        def pay(self) -> str:
            """Pay."""

    with pytest.raises(DefinitionError, match="Base: it is abstract; make an object"):
        Registry().add_class(Base)


def test_a_class_without_instance_methods_needs_no_object():
    """Static and class methods are taken as they are."""

    class Rates:
        def __init__(self, key: str) -> None:
            raise AssertionError(key)

        @staticmethod
        @tool
        def rate(currency: str) -> float:
            """Rate of a currency."""
            return float(len(currency))

        @classmethod
        @tool
        def owner(cls) -> str:
            """Who owns it."""
            return cls.__name__

    registry = Registry()
    registry.add_class(Rates)
    assert (registry["rate"].invoke({"currency": "EUR"}), registry["owner"].invoke({})) == (3.0, "Rates")


def test_a_class_that_keeps_its_signature_to_itself_is_tried():
    """Some built in ones do."""

    class Keyed(dict):
        @tool
        def size(self) -> int:
            """How many keys."""
            return len(self)

    registry = Registry()
    registry.add_class(Keyed)
    assert registry["size"].invoke({}) == 0


def test_an_override_without_a_mark_has_the_name_and_the_texts_of_its_base():
    """And runs itself, with its own defaults."""
    made = only(Silent())
    assert (made.name, made.tags, made.description) == ("purchase", ("trade",), "Buy a product.")
    assert texts(made) == {"product": "Name of the product.", "count": "How many."}
    assert made.input_schema["properties"]["count"]["default"] == 2
    assert made.invoke({"product": "tea"}) == "silent 2 tea"


def test_an_overrides_own_text_wins_where_it_has_one():
    """The others are inherited."""
    made = only(Spoken())
    assert made.description == "Purchase a product, gift-wrapped."
    assert texts(made) == {"product": "What to buy.", "count": "How many."}


def test_texts_come_from_the_nearest_method_that_has_them():
    """Through several generations; what nobody described stays without text."""
    made = only(Parametric())
    assert made.description == "Buy a product."
    assert texts(made) == {"product": "Name of the product.", "count": "How many, at most ten.", "colour": ""}


def test_an_override_with_its_own_mark_inherits_the_texts_of_parameters():
    """Name and description are its own; so are the texts that it has."""
    acquire, sell = Registry().add_object(Marked())
    assert (acquire.name, acquire.description, acquire.tags) == ("acquire", "Acquire a product.", ())
    assert texts(acquire) == {"product": "Name of the product.", "count": "How many."}
    assert texts(sell) == {"product": "Name of the product sold.", "price": "The price in euros."}
    assert sell.invoke({"product": "tea", "price": 1}) == "sold tea"


@pytest.mark.parametrize("make", [Tool.from_function, Tool.of])
def test_an_undecorated_override_inherits_the_texts_of_parameters(make):
    """Whichever way a bound method becomes a tool."""

    class Base:
        def send(self, target: Annotated[str, "Where to."], count: int = 1) -> None:  # noqa: D417
            """Send.

            Args:
                count: How often.
            """

    class Derived(Base):
        def send(self, target: str, count: int = 1) -> None:
            """Send it on."""

    made = make(Derived().send)
    assert (made.description, texts(made)) == ("Send it on.", {"target": "Where to.", "count": "How often."})


def test_a_description_that_was_passed_is_inherited_as_well():
    """The principle stands behind it once."""

    class Base:
        @tool(description="Say it.", principle="asked to")
        def say(self, text: str) -> str:
            return text

    class Derived(Base):
        def say(self, text: str) -> str:
            return text.upper()

    assert only(Derived()).description == "Say it.\nUse when: asked to"


def test_a_base_that_cannot_be_described_lends_no_texts():
    """Its override can be a tool all the same."""

    class Base:
        def send(self, target: object, via: Nowhere) -> str:  # noqa: D417, F821 - there is no such class
            """Send.

            Args:
                target: Where to.
            """

    class Derived(Base):
        @tool
        def send(self, target: str) -> str:
            """Send it."""
            return target

    assert texts(only(Derived())) == {"target": ""}


T = TypeVar("T")


class Bin(Generic[T]):
    """Says what it takes, for those that derive from it."""

    @tool
    def put(self, item: T, where: ToolContext, count: Annotated[int, Ge(1)] = 1) -> list[T]:
        """Put something in."""
        raise NotImplementedError

    def count(self, item: T, *names: str) -> int:
        """Count something."""
        raise NotImplementedError


class IntBin(Bin[int]):
    """Leaves out the hints that it has inherited."""

    def put(self, item, where, count=2, note="", *, loud: bool = False):
        return [item] * count

    @tool
    def count(self, item, *names):
        """Count."""
        return item


def test_an_override_without_hints_takes_what_its_base_takes():
    """As type checkers understand it: types, constraints, what the host fills, and the result."""
    put, count = Registry().add_object(IntBin())
    assert put.input_schema["properties"] == {
        "item": {"type": "integer"},
        "count": {"type": "integer", "minimum": 1, "default": 2},
        "note": {"default": ""},
        "loud": {"type": "boolean", "default": False},
    }
    assert put.output_schema == {"type": "array", "items": {"type": "integer"}}
    assert Dispatcher([put]).dispatch({"name": "put", "arguments": {"item": 3}}).value == [3, 3]
    assert count.input_schema["properties"] == {
        "item": {"type": "integer"},
        "names": {"type": "array", "items": {"type": "string"}},
    }


class Maker:
    """Has methods without an object."""

    @tool
    @classmethod
    def make(cls, size: int) -> str:
        """Make one."""
        raise NotImplementedError

    @tool
    @staticmethod
    def fold(size: int) -> str:
        """Fold one."""
        raise NotImplementedError


class SilentMaker(Maker):
    """Leaves out the hints that it has inherited."""

    @classmethod
    def make(cls, size):
        return cls.__name__

    @staticmethod
    def fold(size):
        return size


def test_an_override_without_hints_takes_self_for_its_own_class():
    """What the base says of Self, and of the parameters beside it, can be known only of an object."""

    @dataclass
    class Stack:
        height: int = 0

        @tool
        def put(self, other: Self | None = None, times: int = 1) -> Self:
            """Put another on top.

            Args:
                other: What to put there.
                times: How often.
            """

    @dataclass
    class Labelled(Stack):
        label: str = ""

        def put(self, other=None, times=1):
            return replace(self, height=self.height + other.height * times)

    (made,) = Registry().add_object(Labelled(1, "a"))
    other = made.input_schema["properties"]["other"]
    assert other["description"] == "What to put there."
    assert list(other["anyOf"][0]["properties"]) == ["height", "label"]
    call = {"name": made.name, "arguments": {"other": {"height": 2}, "times": 3}}
    assert Dispatcher([made]).dispatch(call).value == Labelled(7, "a")


def test_an_override_of_a_class_method_takes_what_its_base_takes():
    """And so does that of a static one."""
    made = [*Registry().add_class(SilentMaker), *Registry().add_object(SilentMaker())]
    assert [each.input_schema["properties"] for each in made] == [{"size": {"type": "integer"}}] * 4


def test_a_base_that_cannot_be_described_lends_no_hints():
    """Its override takes anything, as any parameter without a hint does."""

    class Base:
        def send(self, target: str, via: Nowhere) -> str:  # noqa: F821 - there is no such class
            """Send."""

    class Derived(Base):
        @tool
        def send(self, target, via):
            """Send it."""

    assert only(Derived()).input_schema["properties"] == {"target": {}, "via": {}}


def test_a_method_that_is_withdrawn_is_no_tool():
    """A subclass may set it to None, or make it an attribute."""

    class Closed(Shop):
        class Hours:
            """Attributes of other kinds are no methods."""

        buy = None
        hours = "never"

    registry = Registry()
    registry.add_object(Closed())
    assert registry.names() == ["chain"]


def test_a_wrapper_over_a_marked_method_is_called():
    """The outermost function runs, bound."""

    def loud(function):
        @functools.wraps(function)
        def shout(self, *args, **kwargs):
            return function(self, *args, **kwargs).upper()

        return shout

    class Greeter:
        name = "ann"

        @loud
        @tool
        def greet(self, word: str) -> str:
            """Greet."""
            return f"{word} {self.name}"

    assert only(Greeter()).invoke({"word": "hi"}) == "HI ANN"


def test_a_method_that_names_its_own_class_is_read_when_it_is_collected():
    """By then the class is there."""
    registry = Registry()
    registry.add_object(Tree())
    assert registry["graft"].input_schema["properties"]["branch"]["required"] == ["name"]


class Tree:
    """A tree of names."""

    __match_args__ = ()
    name: str = "root"

    @tool
    def graft(self, branch: Branch) -> str:
        """Graft a branch."""
        return branch["name"]


from typing import TypedDict  # noqa: E402 - the class above must not know it


class Branch(TypedDict):
    name: str


def test_a_bound_method_alone_is_treated_as_one_of_its_object():
    """By Tool.of and by add, marked or overriding what is marked."""
    assert Tool.of(Silent().buy).name == "purchase"
    assert Registry([Silent().buy, Shop.chain]).names() == ["purchase", "chain"]
    assert Tool.of(Shop().stock).name == "stock"
    assert Tool.of(Marked().sell, name="sale").name == "sale"


def test_a_method_may_be_called_otherwise_than_its_function():
    """It is itself that counts."""

    class Box:
        size = tool(name="size", description="Size.")(lambda self: 3)

    assert Tool.of(Box().size).invoke({}) == 3
    assert only(Box()).name == "size"


def test_a_class_runs_again_and_replaces_its_own_methods():
    """As a cell of a notebook does."""
    source = "class Desk:\n    @tool\n    def ask(self) -> int:\n        'Ask.'\n        return {}\nadd(Desk())"
    registry = Registry()
    for value in (1, 2):
        exec(source.format(value), {"__name__": "notebook", "tool": tool, "add": registry.add_object})
    assert registry["ask"].invoke({}) == 2


class Printer:
    """Prints what it is given, by its type."""

    @functools.singledispatchmethod
    @tool(name="print", tags=["paper"])
    def show(self, thing: int | str) -> str:
        """Print a thing."""
        return f"thing {thing}"

    @show.register
    def _(self, thing: str) -> str:
        return f"text {thing}"

    @functools.singledispatchmethod
    def plain(self, thing: int) -> str:
        """Print it plainly."""
        return f"plain {thing}"


def test_a_method_that_dispatches_by_type_is_collected():
    """The mark stands under functools.singledispatchmethod; what is called is what the object gives."""
    registry = Registry()
    registry.add_object(Printer())
    assert (registry.names(), registry["print"].tags) == (["print"], ("paper",))
    dispatcher = Dispatcher(registry)
    texts = [dispatcher.dispatch(call("print", thing=each)).text for each in (1, "a")]
    assert texts == ["thing 1", "text a"]
    assert Tool.of(Printer().plain).invoke({"thing": 3}) == "plain 3"


@pytest.mark.parametrize("add", ["add_object", "add_class"])
def test_all_methods_are_those_that_dispatch_by_type_too(add):
    """They are public methods like any other."""
    registry = Registry()
    getattr(registry, add)(Printer if add == "add_class" else Printer(), all_methods=True)
    assert registry.names() == ["print", "plain"]
    assert registry["plain"].invoke({"thing": 2}) == "plain 2"


@pytest.mark.parametrize("options", [{}, {"name": "show", "description": "Show."}])
@pytest.mark.parametrize(
    ("member", "text"),
    [
        (
            functools.singledispatchmethod(lambda self, x: x),
            (
                "a singledispatchmethod cannot be called before an object has bound it; put @tool under it, on the "
                "method itself, and add the object: registry.add_object(obj)"
            ),
        ),
        (
            functools.partialmethod(lambda self, x: x),
            "a partialmethod cannot be called before an object has bound it; write a plain method",
        ),
        (property(lambda self: 1), "a property cannot be called before an object has bound it; write a plain method"),
    ],
)
def test_a_member_that_an_object_has_to_bind_first_is_no_tool(member, text, options):
    """The error says what to write instead."""
    with pytest.raises(DefinitionError) as caught:
        tool(**options)(member)
    assert str(caught.value).endswith(text)


class Baker:
    def bake(self, kind: str, count: int = 1) -> str:
        """Bake bread."""
        return f"{count} {kind}"

    @classmethod
    def greet(cls, name: str) -> str:
        """Greet."""
        return f"{cls.__name__} greets {name}"

    bake_dozen = functools.partialmethod(bake, count=12)
    bake_rye = functools.partialmethod(bake, "rye")
    greet_ann = functools.partialmethod(greet, "Ann")


class Confectioner(Baker):
    @tool
    def bake_dozen(self, kind: str) -> str:
        """Bake a dozen."""
        return f"12 sweet {kind}"


class Apprentice(Confectioner):
    bake_dozen = functools.partialmethod(Baker.bake, count=11)


@pytest.mark.parametrize("add", ["add_object", "add_class"])
def test_all_methods_are_those_with_some_arguments_given_too(add):
    """Under the names that the class has for them, without what they give."""
    registry = Registry()
    getattr(registry, add)(Baker if add == "add_class" else Baker(), all_methods=True)
    assert registry.names() == ["bake", "greet", "bake_dozen", "bake_rye", "greet_ann"]
    assert list(registry["bake_dozen"].input_schema["properties"]) == ["kind"]
    assert registry["bake_dozen"].invoke({"kind": "rolls"}) == "12 rolls"
    assert registry["greet_ann"].invoke() == "Baker greets Ann"


def test_a_bound_partialmethod_has_the_name_of_its_own():
    """Found in the class of its object, or in a base; a plain partial has its function's."""
    assert [Tool.of(each).name for each in (Baker().bake_rye, Apprentice().bake_rye)] == ["bake_rye"] * 2
    assert Tool.of(functools.partial(Baker().bake, "rye")).name == "bake"
    strange = functools.partial(Baker().bake, "wheat")
    strange.__self__ = Baker()
    assert Tool.of(strange).name == "bake"


def test_a_partialmethod_may_override_a_tool():
    """It is one then, with the text of the method that it calls."""
    registry = Registry()
    registry.add_object(Apprentice())
    assert registry["bake_dozen"].invoke({"kind": "rolls"}) == "11 rolls"
    assert registry["bake_dozen"].description == "Bake bread."


class Mill:
    @functools.cache  # noqa: B019 - a mill may live as long as the tests
    def grind(self, grain: str, times: int = 1) -> str:
        """Grind grain.

        Args:
            grain: What to grind.
            times: How often.
        """
        return times * f"ground {grain}"


class WaterMill(Mill):
    @functools.cache  # noqa: B019 - a mill may live as long as the tests
    def grind(self, grain, times=2):
        return super().grind(grain, times)


def test_all_methods_are_those_that_keep_their_results_too():
    """By functools.cache; what an override does not say, it takes from its base."""
    for mill, ground in ((Mill(), "ground rye"), (WaterMill(), "ground ryeground rye")):
        made = Registry()
        made.add_object(mill, all_methods=True)
        assert made["grind"].input_schema["properties"]["grain"] == {"type": "string", "description": "What to grind."}
        assert (made["grind"].description, made["grind"].invoke({"grain": "rye"})) == ("Grind grain.", ground)


@dataclass
class Amount:
    """A sum of money."""

    cents: int

    @tool
    def plus(self, other: Self, more: Optional[list[Self]] = None) -> Self:
        """Add amounts to this one."""
        return type(self)(self.cents + other.cents + sum(each.cents for each in more or ()))

    @tool
    @classmethod
    def doubled(cls, amount: Self) -> Self:
        """Double an amount."""
        return cls(2 * amount.cents)


@dataclass
class Price(Amount):
    """An amount to be paid."""

    currency: str = "eur"


def test_self_is_the_class_of_the_object():
    """That of the object itself, also in a method of its base, in what is taken and in what is given."""
    registry = Registry()
    registry.add_object(Price(1))
    assert registry["plus"].invoke({"other": {"cents": 2}, "more": [{"cents": 3, "currency": "usd"}]}) == Price(6)
    assert registry["doubled"].invoke({"amount": {"cents": 2}}) == Price(4)
    assert list(registry["plus"].output_schema["properties"]) == ["cents", "currency"]
    with pytest.raises(DefinitionError, match="no schema for Self"):
        Amount.plus.__tool__.input_schema  # noqa: B018 - it is computed here
