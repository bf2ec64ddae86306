"""What the decoder says of arguments that it refuses, to the last word, and where exactly its bounds are."""

from __future__ import annotations

import json

import pytest

from toolkit import CallError
from toolkit.calling.copying import MAX_ODD_VALUES, ExactNumber, copied
from toolkit.calling.decoding import decoded, json_value
from toolkit.calls import Repair

MAX = 10_000


def said(arguments, *, exact=False):
    """The text of the refusal."""
    with pytest.raises(CallError) as caught:
        decoded(arguments, MAX, exact=exact)
    assert caught.value.kind == "malformed_call"
    return str(caught.value)


def nested(levels, inner="1"):
    """Arguments with arrays in arrays, so many levels in all."""
    return '{"a": ' + "[" * (levels - 1) + inner + "]" * (levels - 1) + "}"


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("[]", "the arguments must be a JSON object, not an array; send one JSON object"),
        ("1", "the arguments must be a JSON object, not a number; send one JSON object"),
        ("1.5", "the arguments must be a JSON object, not a number; send one JSON object"),
        ("true", "the arguments must be a JSON object, not a boolean; send one JSON object"),
        ('"x"', "the arguments must be a JSON object, not a text; send one JSON object"),
        (1.5, "the arguments must be a JSON object, not a number; send one JSON object"),
        (True, "the arguments must be a JSON object, not a boolean; send one JSON object"),
        ((), "the arguments must be a JSON object, not an array; send one JSON object"),
        ({1}, "the arguments must be a JSON object, not a set; send one JSON object"),
        (b'{"a": "\xff"}', "the arguments are no JSON: not UTF-8 at byte 7"),
        (" " * 10_001, "the arguments have 10,001 characters; at most 10,000 are taken"),
        ("\ufeff{}", "the arguments are no JSON: a byte order mark at char 0; send the text without it"),
        ('{"a": "\\ud800"}', "the JSON holds half of a surrogate pair; write the character itself"),
        ('{"a": "\ud800"}', "the JSON holds half of a surrogate pair; write the character itself"),
        ('{"\\udfff": 1}', "the JSON holds half of a surrogate pair; write the character itself"),
        ('{"a": 1, "b": 2, "b": 3}', "the JSON has the name 'b' twice in one object; send it once"),
        (
            '{"a": {"' + "b" * 100 + '": 1, "' + "b" * 100 + '": 2}}',
            f"the JSON has the name '{'b' * 80}' twice in one object; send it once",
        ),
        ('{"a": NaN}', "NaN is no JSON; send a number, or null where the tool takes it"),
        ('{"a": -Infinity}', "-Infinity is no JSON; send a number, or null where the tool takes it"),
        ('{"a": 1e400}', "the number 1e400 in the JSON is beyond the range of float"),
        (
            '{"a": ' + "1" * 350 + ".0}",
            f"the number {'1' * 40} in the JSON is beyond the range of float",
        ),
        ('{"a": ' + "9" * 1001 + "}", "an integer in the JSON has 1,001 digits; at most 1,000 are taken"),
        ('{"a": -' + "9" * 1001 + "}", "an integer in the JSON has 1,001 digits; at most 1,000 are taken"),
        (nested(65), "the JSON has more than 64 levels at char 69"),
        ("[" * MAX, "the JSON has more than 64 levels at char 64"),
        ({"a": float("nan")}, "nan is no JSON; send a number, or null where the tool takes it"),
        ({"a": {1}}, "the arguments hold a value of type set, which JSON does not have"),
        ({"a": {1: 2}}, "the arguments hold a name of type int; names in JSON are texts"),
        ({"a": "\ud800"}, "the arguments hold half of a surrogate pair; write the character itself"),
        ({"a": 10**1000}, "an integer in the arguments has more than 1,000 digits"),
        ({"a": -(10**1000)}, "an integer in the arguments has more than 1,000 digits"),
    ],
)
def test_a_refusal_says_what_is_wrong(arguments, text, exact):
    """In the same words, whether numbers keep their digits or not."""
    assert said(arguments, exact=exact) == text


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        ('{"a": 01234567890123456789012345}', ""),
        ("{'a': 123456789012345678901234}", 'write double quotes ("), not single ones; '),
        ('{"a": True}', "write true, false and null, not True, False and None of Python; "),
        ('{"a": #1\n1}', "leave out the comments; "),
        ('{"a": 1 // one\n}', "leave out the comments; "),
        ("a=1", ""),
        ('```json\n{"a": 1}\n```', "leave out the code fence; "),
        ('{"a": 1} So be it.', "leave out what stands behind the object; "),
        ('{"a": 1}{"a": 2}', "make a call of its own for each object; "),
        ('{"a": 1},\n{"a": 2}', "make a call of its own for each object; "),
        ('{"a": "b\n"}', r"write \n for a line break in a text, \t for a tab; "),
        (r'{"a": "C:\Windows"}', r"write \\ for a backslash; "),
        ("{a: 1}", "write names in double quotes; "),
        ('{"a": [1, 2,]}', "leave out the comma before the closing bracket; "),
        ('{"a": 1,}', "leave out the comma before the closing bracket; "),
        ('{"a": 1, ]', "leave out the comma before the closing bracket; "),
        ('{"a": 1]', ""),
        ('{"a": 1, b: 2}', "write names in double quotes; "),
        ('{"a": 1, X}', ""),
        ('{"a"', "the text ends too soon: it was cut off, or a closing quote or bracket is missing; "),
        ('{"a": "b', "the text ends too soon: it was cut off, or a closing quote or bracket is missing; "),
    ],
)
def test_what_is_no_json_is_told_with_its_place_and_a_cure(arguments, advice):
    """Where it stops being JSON, the next twenty characters, and what to change where that is plain."""
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(arguments)
    error = caught.value
    near = f" near {arguments[error.pos : error.pos + 20]!r}" if arguments[error.pos :] else " at its end"
    assert said(arguments) == (
        f"the arguments are no valid JSON: {error.msg.removesuffix(' at')} at line {error.lineno} column {error.colno}"
        f" (char {error.pos}){near}; {advice}send one JSON object"
    )


@pytest.mark.parametrize("exact", [False, True])
def test_what_is_just_within_the_bounds_is_taken(exact):
    """Characters, levels, digits; many arrays side by side are not deep."""
    assert decoded(" " * MAX, MAX, exact=exact) == ({}, ())
    beside = [[]] * 100
    for text in (nested(64), '{"a": ' + "9" * 1000 + "}", '{"a": -' + "9" * 1000 + "}", json.dumps({"a": beside})):
        assert decoded(text, MAX, exact=exact) == (json.loads(text), ())
    for value in ({"a": 10**1000 - 1}, {"a": 1 - 10**1000}, json.loads(nested(64))):
        assert decoded(value, MAX, exact=exact) == (value, ())


@pytest.mark.parametrize("exact", [False, True])
def test_what_closes_before_makes_nothing_less_deep(exact):
    """Fifty arrays side by side, and then one that is too deep."""
    assert "more than 64 levels" in said(nested(3, "[]," * 50 + "[" * 62 + "]" * 62), exact=exact)
    assert "more than 64 levels" in said(nested(3, '"]]]]","}",' * 50 + "[" * 62 + "]" * 62), exact=exact)
    assert "more than 64 levels" in said(json.loads(nested(65)), exact=exact)


def test_digits_are_kept_where_they_are_asked_for():
    """Not by default; also in a text that was encoded twice."""
    text = '{"a": 1.10, "b": 1, "c": 1e2}'
    assert [type(each) for each in decoded(text, MAX)[0].values()] == [float, int, float]
    for arguments in (text, text.encode(), json.dumps(text)):
        numbers = decoded(arguments, MAX, exact=True)[0]
        assert numbers == {"a": 1.1, "b": 1, "c": 100.0}
        assert [numbers["a"].text, type(numbers["b"]), numbers["c"].text] == ["1.10", int, "1e2"]
        assert type(numbers["a"]) is ExactNumber
    assert type(json_value("1.10")) is float


def test_a_text_that_was_encoded_twice_is_told():
    """As a repair of the whole; white space before it does not matter, a third time does."""
    repair = Repair("", "encoded_twice", "the JSON text was encoded twice")
    assert decoded(json.dumps(' {"a": 1}'), MAX) == ({"a": 1}, (repair,))
    assert (
        said(json.dumps(json.dumps('{"a": 1}')))
        == "the arguments must be a JSON object, not a text; send one JSON object"
    )


class OddList(list):
    """A list of a class of its own."""


class OddDict(dict):
    """A dict of a class of its own."""


def test_containers_of_their_own_classes_are_copied_plainly():
    """And counted all together."""
    made = copied(OddDict(a=OddList([1, OddDict(b=(2,))])))
    assert made == {"a": [1, {"b": [2]}]}
    assert [type(made), type(made["a"]), type(made["a"][1])] == [dict, list, dict]
    half = OddList([None] * (MAX_ODD_VALUES // 2))
    with pytest.raises(CallError, match=r"^the arguments hold more than 100,000 values$"):
        copied(OddList([half, half]))


def test_values_are_copied_as_what_they_are():
    """Each kind of scalar."""
    value = {"t": True, "f": False, "n": None, "i": 0, "x": 0.0, "s": "", "u": "\u00e9"}
    made = copied(value)
    assert made == value
    assert [type(each) for each in made.values()] == [type(each) for each in value.values()]


def test_only_containers_of_their_own_classes_are_counted():
    """A hundred thousand values in all; plain ones are as long as the caller made them."""
    many = [None] * (MAX_ODD_VALUES + 1)
    assert copied([many, tuple(many)]) == [many, many]
    assert copied(dict.fromkeys(map(str, range(MAX_ODD_VALUES + 1)))).keys()
    assert len(copied(OddList(many[1:]))) == MAX_ODD_VALUES
    with pytest.raises(CallError, match=r"^the arguments hold more than 100,000 values$"):
        copied(OddList(many))


@pytest.mark.parametrize(
    "wrap", [lambda inner: OddList([inner]), lambda inner: OddDict(a=inner), lambda inner: (inner,)]
)
def test_containers_of_any_class_are_as_deep_as_others(wrap):
    """64 levels, no more."""
    value = 1
    for _ in range(64):
        value = wrap(value)
    assert copied(value)
    with pytest.raises(CallError, match=r"^the arguments have more than 64 levels$"):
        copied(wrap(value))


@pytest.mark.parametrize("number", ["1e300", "1" * 300, "1.5"])
def test_a_long_number_makes_nothing_else_lax(number):
    """Names that stand twice, and NaN, are refused beside it."""
    assert "'b' twice" in said('{"a": ' + number + ', "b": 1, "b": 2}')
    assert "NaN is no JSON" in said('{"a": ' + number + ', "b": NaN}')
