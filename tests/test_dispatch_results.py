"""Results: the value for the program, the text for the model, and why a value is of no use."""

from __future__ import annotations

import itertools
import json
import re
import time
import tracemalloc
from dataclasses import dataclass
from typing import Any, TypedDict

import pytest
from dispatching import call, dispatch

from toolkit import Dispatcher, ToolError, tool
from toolkit.media import Audio, File, Image, Text, blocks_of


@pytest.mark.parametrize(("hints", "told"), [({"return": None}, (None, None)), ({}, (5, None))])
def test_a_result_of_nothing_is_told_as_nothing(hints, told):
    """None and None; where nothing is declared, with the value."""
    seen: list[Any] = []

    def act():
        """Act."""
        return 5

    act.__annotations__ = hints
    tool(marshal_result=lambda value, declared: seen.append((value, declared)) or "done")(act)
    assert (dispatch(act).text, seen) == ("done", [told])


def test_a_telling_that_raises_is_a_result_error():
    """What the function returned is kept."""

    @tool(marshal_result=lambda value, declared: 1 / 0)
    def f() -> int:
        """F."""
        return 5

    result = dispatch(f)
    assert (result.kind, result.value, type(result.error.exception)) == ("result_error", 5, ZeroDivisionError)


@pytest.mark.parametrize("value", [object(), lambda: 1, {"a": {1, object()}}, type, open, json])
def test_what_json_cannot_hold_is_a_result_error_without_a_repr(value):
    """No memory address reaches the model."""

    @tool
    def f() -> Any:
        """F."""
        return value

    result = dispatch(f)
    assert (result.kind, " at 0x" in result.text, result.value is value) == ("result_error", False, True)


def test_long_text_is_cut_and_says_so():
    """On a character, with the full size."""

    @tool
    def long() -> str:
        """Long."""
        return "é" * 5000

    result = dispatch(long, settings={"max_result_chars": 100})
    assert result.text == "é" * 100 + "\n[truncated: first 100 of 5,000 characters]"


def test_long_text_may_be_kept_elsewhere():
    """The model gets the beginning and the key."""
    store: dict[str, str] = {}

    @tool
    def long() -> str:
        """Long."""
        return "x" * 500

    result = dispatch(long, settings={"max_result_chars": 100, "result_store": store})
    ((key, kept),) = store.items()
    assert (kept, key in result.text, "first 100 of 500" in result.text) == ("x" * 500, True, True)


def test_a_store_that_fails_does_not_lose_the_result():
    """It is cut instead."""

    class Full(dict):
        def __setitem__(self, key: str, value: str) -> None:
            raise OSError("full")

    @tool
    def long() -> str:
        """Long."""
        return "x" * 500

    assert "truncated" in dispatch(long, settings={"max_result_chars": 100, "result_store": Full()}).text


def test_values_are_checked_against_the_declaration_where_asked():
    """check_result=True."""

    @tool
    def wrong() -> list[int]:
        """Wrong."""
        return ["a"]  # type: ignore[list-item]

    assert dispatch(wrong).ok
    result = dispatch(wrong, settings={"check_result": True})
    assert (result.kind, result.value) == ("result_error", ["a"])

    @tool
    def right() -> list[int]:
        """Right."""
        return [1]

    assert dispatch(right, settings={"check_result": True}).text == "[1]"


@dataclass
class Animal:
    """An animal."""

    name: str


@dataclass
class Dog(Animal):
    """An animal that barks."""

    tricks: int = 0


class Sighting(TypedDict):
    """Where something was seen."""

    place: str


def find_animals() -> list[Animal]:
    """Find animals."""
    return [Dog("Rex", 3)]


def find_sighting() -> Sighting:
    """Find a sighting."""
    return {"place": "quay", "hour": 7}  # type: ignore[typeddict-unknown-key]


def find_model() -> Any:
    """A function that gives an instance of a subclass of a model."""
    pydantic = pytest.importorskip("pydantic")
    base = pydantic.create_model("Base", name=(str, ...))
    made = pydantic.create_model("Made", __base__=base, tricks=(int, ...))

    def find():
        """Find one."""
        return made(name="Rex", tricks=3)

    find.__annotations__["return"] = base
    return find


@pytest.mark.parametrize("finding", [lambda: find_animals, lambda: find_sighting, find_model])
def test_a_result_may_have_more_members_than_its_hint_says(finding):
    """An instance of a subclass is shown whole, and fits the declared schema, which is not closed."""
    result = dispatch(tool(finding()), settings={"check_result": True})
    assert result.ok
    assert {"tricks", "hour"} & set(re.findall(r"\w+", result.text))


def test_a_result_that_does_not_fit_as_a_whole_is_called_the_result():
    """It has no path, and is no argument."""

    @tool
    def wrong() -> int:
        """Wrong."""
        return "one"  # type: ignore[return-value]

    text = dispatch(wrong, settings={"check_result": True}).text
    assert text.endswith('it does not fit its declaration: result: integer, got string "one"')


def test_a_masked_result_error_says_nothing():
    """error_detail="masked"."""

    @tool
    def f() -> Any:
        """F."""
        return object()

    assert dispatch(f, settings={"error_detail": "masked"}).text == "The tool failed."


def test_a_value_may_bring_its_own_text():
    """text_for_llm; one that raises, or gives no text, is a result error."""

    class Own:
        def __init__(self, text: Any) -> None:
            self.text = text

        def text_for_llm(self) -> Any:
            if isinstance(self.text, Exception):
                raise self.text
            return self.text

    def of(text: Any) -> Any:
        @tool
        def f() -> Any:
            """F."""
            return Own(text)

        return dispatch(f)

    assert [of(each).kind for each in ("own", 5, ValueError("x"), ToolError("told"))] == [
        "ok",
        "result_error",
        "result_error",
        "result_error",
    ]
    assert (of("own").text, of(ToolError("told")).text) == ("own", "told")


def test_media_blocks_have_a_note_for_those_that_show_none():
    """Alone, and among texts."""

    @tool
    def picture() -> Image:
        """Picture."""
        return Image(b"abc")

    @tool
    def mixed() -> list[Any]:
        """Mixed."""
        return ["A cat:", Image(b"abc", "image/jpeg"), Audio(b"x"), File(b"12", "text/csv", "a.csv"), Text("end")]

    assert dispatch(picture).text == "[image/png, 3 bytes]"
    result = dispatch(mixed)
    assert result.text == "A cat:\n[image/jpeg, 3 bytes]\n[audio/wav, 1 bytes]\n[a.csv, text/csv, 2 bytes]\nend"
    assert [each.kind for each in blocks_of(result.value)] == ["text", "image", "audio", "file", "text"]
    assert blocks_of(result.value)[1].base64() == "YWJj"


def test_blocks_among_other_values_are_a_result_error():
    """A list with blocks holds blocks and texts only."""

    @tool
    def mixed() -> list[Any]:
        """Mixed."""
        return [Image(b"abc"), 5]

    assert dispatch(mixed).kind == "result_error"


def test_a_block_takes_bytes():
    """Base64 is the dialects' business."""
    with pytest.raises(ValueError, match="bytes"):
        Image("YWJj")  # type: ignore[arg-type]


def test_values_that_a_generator_yields_are_collected():
    """Sync and async, in order; an error after some of them is a tool error."""

    @tool
    def some(n: int) -> Any:
        """Some."""
        yield from range(n)
        if n == 3:
            raise ValueError("three")

    dispatcher = Dispatcher([some])
    assert dispatcher.dispatch(call("some", n=2)).value == [0, 1]
    assert dispatcher.dispatch(call("some", n=3)).kind == "tool_error"
    assert dispatcher.dispatch(call("some", n=200_000)).kind == "tool_error"


class Numbers(list):
    """A list that never ends."""

    def __iter__(self):
        return itertools.count(10)


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize("is_async", [True, False])
@pytest.mark.parametrize(
    "value",
    [
        [[1, 2]] * 3_000_000,
        range(10**12),
        Numbers(),
        dict.fromkeys(range(2_000_000), "x"),
        [{"a": ["x" * 50] * 50}] * 100_000,
        [("x" * 50_000_000,)],
        {"a": ({"b": "é" * 20_000_000},)},
        {str(number): number for number in range(2_000_000)},
    ],
    ids=["deep", "range", "endless", "keys", "wide", "text", "inner", "names"],
)
def test_of_a_huge_value_only_the_beginning_is_written(value, is_async):
    """The work and the memory are bounded, and the loop is not kept from its work."""

    @tool
    def huge() -> Any:
        """Huge."""
        return value

    @tool(name="huge")
    async def ahuge() -> Any:
        """Huge."""
        return value

    dispatcher = Dispatcher([ahuge if is_async else huge])
    dispatcher.dispatch(call("huge"))
    tracemalloc.start()
    started = time.process_time()
    result = dispatcher.dispatch(call("huge"))
    seconds = time.process_time() - started
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert re.search(r"\n\[truncated: first 65,536 of more than 262,144 characters\]$", result.text)
    assert (result.ok, len(result.text) < 66_000, peak < 30_000_000, seconds < 10) == (True, True, True, True)


def test_the_size_of_a_long_text_is_told():
    """As far as it takes little to know: four times what the model reads, and any text that is there already."""
    sizes = {"x" * 5_000_000: "5,000,000", ("x",) * 20_000: "100,000"}
    for value, size in sizes.items():

        @tool
        def long(value: Any = value) -> Any:
            """Long."""
            return value

        assert f"[truncated: first 65,536 of {size} characters]" in dispatch(long).text


@pytest.mark.parametrize("is_async", [True, False])
def test_a_store_gets_ten_million_characters_at_most(is_async):
    """All of a shorter text; the note says what was left out."""
    store: dict[str, str] = {}

    @tool
    def long(n: int) -> Any:
        """Long."""
        return range(n)

    @tool(name="long")
    async def along(n: int) -> Any:
        """Long."""
        return range(n)

    dispatcher = Dispatcher([along if is_async else long], result_store=store)
    whole, cut = dispatcher.dispatch(call("long", n=200_000)), dispatcher.dispatch(call("long", n=3_000_000))
    texts = [*store.values()]
    assert (texts[0], len(texts[1])) == (json.dumps([*range(200_000)]), 10_000_000)
    assert f"first 65,536 of {len(texts[0]):,} characters]" in whole.text
    assert "first 65,536 of more than 10,000,000 characters]" in cut.text


def test_a_value_too_large_to_be_checked_is_a_result_error():
    """check_result=True holds the whole value against the declaration."""

    @tool
    def long() -> list[str]:
        """Long."""
        return ["x" * 1000] * 20_000

    result = dispatch(long, settings={"check_result": True})
    assert (result.kind, "too large" in result.text) == ("result_error", True)


class Formless:
    """Has no JSON form."""


@dataclass
class Holder:
    """Holds anything."""

    held: Any


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (Formless(), "Formless has no JSON form"),
        ({"a": [1, Formless()]}, "a[1]: Formless has no JSON form"),
        ([{"unit price": Holder([Formless()])}], '[0]["unit price"].held[0]: Formless has no JSON form'),
        ([{(1, 2): 1}], "[0]: a key of type tuple is no name of a JSON object"),
    ],
)
def test_a_value_without_a_json_form_is_found_by_its_place(value: Any, where: str):
    """The model reads where it stands; whoever reads the exception, what to do."""

    @tool
    def act() -> Any:
        """Act."""
        return value

    result = dispatch(act)
    assert result.text == f"The tool ran, but its result is of no use: {where}"
    assert "text_for_llm()" in result.error.exception.__notes__[0]
    assert "toolkit.media.Image" in result.error.exception.__notes__[0]


def test_the_log_says_what_has_no_json_form_and_what_to_return(caplog: pytest.LogCaptureFixture):
    """Without the names in the data, as any of them may be a secret."""

    @tool
    def act() -> Any:
        """Act."""
        return {"name of ann": [Formless()]}

    dispatch(act)
    (record,) = (each for each in caplog.records if each.levelname == "WARNING")
    assert record.getMessage() == "the result of act raised UndumpableError"
    assert "UndumpableError: Formless has no JSON form; return what JSON can hold" in record.exc_text
    assert "name of ann" not in record.exc_text


def test_what_is_too_deep_stands_nowhere():
    """It is the whole that is refused, and no class that could be mended."""
    value: list[Any] = []
    for _ in range(70):
        value = [value]

    @tool
    def act() -> Any:
        """Act."""
        return value

    result = dispatch(act)
    assert result.text.endswith("of no use: the result has more than 64 levels")
    assert not hasattr(result.error.exception, "__notes__")


def test_an_argument_without_a_json_form_is_found_by_its_place():
    """Where the host passes Python values."""

    @tool
    def act(items: list[Any]) -> int:
        """Act."""
        return len(items)

    result = Dispatcher([act]).call(act, [1, Formless()])
    assert (result.kind, result.text) == ("invalid_arguments", "items[1]: Formless has no JSON form")
