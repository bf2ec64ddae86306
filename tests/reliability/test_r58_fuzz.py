"""R58: random hostile payloads never raise out of dispatch, and never enter a function that refuses them."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

from hypothesis import given, strategies as st

from toolkit import Dispatcher, ToolCall, tool

ENTERED: list[Any] = []


@tool
def plan(  # noqa: PLR0917
    city: str,
    days: int,
    ratio: float = 1.0,
    tags: list[str] = [],  # noqa: B006
    deep: dict[str, list[int]] = {},  # noqa: B006
    flag: bool = False,
) -> dict[str, Any]:
    """Plan."""
    ENTERED.append((city, days, ratio, tags, deep, flag))
    return {"city": city}


SAFE = Dispatcher([plan])
FULL = Dispatcher([plan], repair="full", extra_arguments="ignore")

texts = st.text(st.characters(), max_size=8) | st.sampled_from(
    ["city", "days", "NaN", "null", "{}", "[1]", "\ud800", "3", "true"]
)
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | texts
    | st.binary(max_size=4)
    | st.just(10**2000)
    | st.complex_numbers()
)
names = st.sampled_from(["city", "days", "ratio", "tags", "deep", "flag", "name", "arguments", "__class__", ""]) | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4) | st.tuples(inner, inner),
    max_leaves=12,
)
arguments = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("city", "days", "ratio", "tags", "deep", "flag", "x"), values)
)


def as_text(value: Any) -> str:
    """A value as JSON, as far as that goes."""
    return json.dumps(value, default=str)


argument_forms = (
    arguments
    | arguments.map(as_text)
    | arguments.map(as_text).map(lambda text: text[:-1])
    | arguments.map(as_text).map(json.dumps)
    | texts
    | values
)
payloads = (
    argument_forms.map(lambda form: ToolCall("plan", form))
    | argument_forms.map(lambda form: {"id": "c", "type": "function", "function": {"name": "plan", "arguments": form}})
    | argument_forms.map(lambda form: {"type": "tool_use", "id": "t", "name": "plan", "input": form})
    | argument_forms.map(lambda form: {"functionCall": {"name": "plan", "args": form}})
    | st.dictionaries(
        st.sampled_from(["function", "name", "arguments", "type", "id", "input", "tool_calls", "args"]), values
    )
    | st.builds(ToolCall, values, values, values, values)
    | values
)


def is_right(entered: tuple[Any, ...]) -> bool:
    """Whether a function was entered with values that its hints admit."""
    city, days, ratio, tags, deep, flag = entered
    return (
        type(city) is str
        and type(days) is int
        and type(ratio) is float
        and all(type(each) is str for each in tags)
        and all(type(name) is str and all(type(n) is int for n in numbers) for name, numbers in deep.items())
        and type(flag) is bool
    )


@given(payloads)
def test_r58_dispatch_never_raises(payload):
    """A result whose text can be written and is short; what is entered is right."""
    for dispatcher in (SAFE, FULL):
        ENTERED.clear()
        result = dispatcher.dispatch(payload)
        assert result.text.encode()
        assert len(result.text) <= 70_000 if result.ok else len(result.text) <= 2000
        assert all(map(is_right, ENTERED))
        assert len(ENTERED) == int(result.ok)
        assert json.dumps(result.to_dict())


@given(st.lists(payloads, max_size=4))
def test_r58_batches_never_raise(batch):
    """One result or more for each call, whatever it is."""
    assert all(isinstance(result.kind, str) for result in SAFE.dispatch_all(batch))


def test_r58_memory_does_not_grow():
    """Refused calls leave nothing behind."""
    wrong = [ToolCall(f"nope{n}", {"a": "x" * 1000}, f"c{n}") for n in range(2000)]
    for one in wrong[:1000]:
        SAFE.dispatch(one)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for one in wrong[1000:]:
        SAFE.dispatch(one)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 300_000
