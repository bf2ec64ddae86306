"""Types of the standard library that are texts in JSON."""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
import pathlib
import re
import uuid
import zoneinfo
from decimal import Decimal
from fractions import Fraction
from typing import Any, Optional, Union

import pytest
from road import alike, arriving, arriving_text, refusal, schema_of, taker

from toolkit import Dispatcher, ToolCall, UndescribableParameterError, read_calls, schemas

ID = uuid.UUID("0f8fad5b-d9cb-469f-a165-70867728950e")
TWO_HOURS = dt.timezone(dt.timedelta(hours=2))


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        (dt.datetime, {"format": "date-time"}),
        (dt.date, {"format": "date"}),
        (dt.time, {"format": "time"}),
        (dt.timedelta, {"format": "duration"}),
        (uuid.UUID, {"format": "uuid"}),
        (pathlib.Path, {}),
        (ipaddress.IPv4Address, {"format": "ipv4"}),
        (ipaddress.IPv6Address, {"format": "ipv6"}),
        (ipaddress.IPv4Network, {}),
        (bytes, {"contentEncoding": "base64"}),
        (bytearray, {"contentEncoding": "base64"}),
        (complex, {"format": "complex", "examples": ["1+2j"]}),
        (re.Pattern, {"format": "regex"}),
        (zoneinfo.ZoneInfo, {"examples": ["Europe/Oslo"]}),
    ],
)
def test_each_is_a_string_with_its_format(hint, said):
    """JSON Schema 2020-12, Validation, sections 7.3 and 8.3, has the formats and encodings."""
    assert schema_of(hint) == {"type": "string", **said}


@pytest.mark.parametrize(
    ("hint", "sent", "arrives"),
    [
        (dt.datetime, "2031-05-06T07:08:09", dt.datetime(2031, 5, 6, 7, 8, 9)),
        (dt.datetime, "2031-05-06 07:08", dt.datetime(2031, 5, 6, 7, 8)),
        (dt.datetime, "2031-05-06T07:08:09Z", dt.datetime(2031, 5, 6, 7, 8, 9, tzinfo=dt.UTC)),
        (dt.datetime, "2031-05-06t07:08:09z", dt.datetime(2031, 5, 6, 7, 8, 9, tzinfo=dt.UTC)),
        (dt.datetime, "2031-05-06T07:08:09.5+02:00", dt.datetime(2031, 5, 6, 7, 8, 9, 500_000, TWO_HOURS)),
        (dt.date, "2032-02-29", dt.date(2032, 2, 29)),
        (dt.time, "07:08", dt.time(7, 8)),
        (dt.time, "07:08:09+02:00", dt.time(7, 8, 9, tzinfo=TWO_HOURS)),
        (dt.timedelta, "P1DT2H", dt.timedelta(days=1, hours=2)),
        (uuid.UUID, str(ID), ID),
        (uuid.UUID, str(ID).upper(), ID),
        (uuid.UUID, ID.hex, ID),
        (pathlib.Path, "a/b.txt", pathlib.Path("a/b.txt")),
        (pathlib.PurePosixPath, "a/b", pathlib.PurePosixPath("a/b")),
        (pathlib.PureWindowsPath, "a\\b", pathlib.PureWindowsPath("a\\b")),
        (os.PathLike, "a/b", pathlib.Path("a/b")),
        (os.PathLike[str], "a/b", pathlib.Path("a/b")),
        (Union[str, os.PathLike[str]], "a/b", "a/b"),
        (ipaddress.IPv4Address, "192.0.2.1", ipaddress.IPv4Address("192.0.2.1")),
        (ipaddress.IPv6Interface, "2001:db8::1/32", ipaddress.IPv6Interface("2001:db8::1/32")),
        (Union[ipaddress.IPv4Address, ipaddress.IPv6Address], "::1", ipaddress.IPv6Address("::1")),
        (bytes, "aGk=", b"hi"),
        (bytearray, "", bytearray()),
        (memoryview, "aGk=", memoryview(b"hi")),
        (complex, "1+2j", 1 + 2j),
        (re.Pattern, "a+", re.compile("a+")),
        (re.Pattern[str], "a+", re.compile("a+")),
        (re.Pattern[bytes], "a+", re.compile(b"a+")),
        (zoneinfo.ZoneInfo, "UTC", zoneinfo.ZoneInfo("UTC")),
        (Decimal, 5, Decimal(5)),
        (Decimal, "1.10", Decimal("1.10")),
        (Fraction, "1/3", Fraction(1, 3)),
        (Fraction, 0.5, Fraction(1, 2)),
        (Union[Decimal, str], "ten", "ten"),
        (Union[str, Decimal], "1.5", "1.5"),
    ],
)
def test_texts_arrive_as_values(hint, sent, arrives):
    """ISO 8601, RFC 9562, RFC 4648; a naive time stays naive."""
    assert alike(arriving(hint, sent), arrives)


@pytest.mark.parametrize(
    ("hint", "sent", "said"),
    [
        (dt.datetime, "2031-05-06", "'2031-05-06' is no date with a time, such as 2031-05-06T07:08:09"),
        (dt.datetime, "2031-13-06T00:00:00", "is not a date with a time"),
        (dt.datetime, 1714557600, "string"),
        (dt.date, "2031-02-30", "'2031-02-30' is not a date, such as 2031-05-06"),
        (dt.date, "2031-05-06T00:00:00", "is not a date"),
        (dt.time, "25:00", "is not a time of day, such as 07:08:09"),
        (dt.time, "noon", "'noon' is not a time of day, such as 07:08:09"),
        (dt.timedelta, "90", "is no duration of weeks, days, hours, minutes and seconds, such as PT1H30M"),
        (dt.timedelta, "P1Y", "is no duration"),
        (uuid.UUID, "A-17", "'A-17' is not a UUID, such as 0f8fad5b-"),
        (uuid.UUID, "{" + str(ID) + "}", "is not a UUID"),
        (uuid.UUID, ID.urn, "is not a UUID"),
        (uuid.UUID, "0f8fad5bd9cb-469f-a165-70867728950e-", "is not a UUID"),
        (pathlib.Path, 1, "string"),
        (ipaddress.IPv4Address, "192.0.2", "is not an IPv4 address, such as 192.0.2.1"),
        (ipaddress.IPv4Network, "192.0.2.1/24", "is not an IPv4 network"),
        (bytes, "aGk", "not base64 with padding (RFC 4648, section 4), such as aGVsbG8="),
        (bytes, "a-_=", "not base64"),
        (bytes, "aGk=\n", "not base64"),
        (bytes, "ä", "not base64"),
        (complex, "x", "is not a complex number, such as 1+2j"),
        (complex, "nan", "is not finite"),
        (re.Pattern, "(", "'(' is no regular expression"),
        (zoneinfo.ZoneInfo, "Nowhere/Town", "is not a time zone, such as Europe/Oslo"),
        (zoneinfo.ZoneInfo, "../etc/passwd", "is not a time zone"),
        (Decimal, "ten", "'ten' is no number, such as 12.50"),
        (Decimal, "NaN", "is no number"),
        (Decimal, "Infinity", "is no number"),
        (Decimal, "1_000", "is no number"),
        (Decimal, "\N{FULLWIDTH DIGIT ONE}", "is no number"),
        (Decimal, "1e999999", "is no number"),
        (Decimal, "", "is no number"),
        (Decimal, True, "number"),
        (Fraction, "1/0", "is no number"),
        (Fraction, "1e999999999", "is no number"),
    ],
)
def test_other_texts_are_refused_with_an_example(hint, sent, said):
    """A model can mend the text from what the refusal says."""
    assert said in refusal(hint, sent)


def test_a_refusal_quotes_a_text_as_it_was_sent():
    """Python's own words stand behind it where they tell more."""
    assert refusal(dt.time, "noon").endswith("07:08:09")
    assert "(hour must be in 0..23" in refusal(dt.datetime, "2031-05-06t25:00:00z")
    assert "'2031-05-06t25:00:00z'" in refusal(dt.datetime, "2031-05-06t25:00:00z")


class Stored(os.PathLike):
    """A path that is made from no text."""


def test_a_class_that_derives_from_path_like_is_no_path():
    """What it is made from is not known."""
    with pytest.raises(UndescribableParameterError, match="no schema for Stored"):
        schema_of(Stored)


@pytest.mark.parametrize(
    ("hint", "text", "arrives"),
    [
        (Decimal, "19.990", Decimal("19.990")),
        (Decimal, "0.1000000000000000000000001", Decimal("0.1000000000000000000000001")),
        (Decimal, "12345678901234567890.5", Decimal("12345678901234567890.5")),
        (Decimal, "1e2", Decimal("1e2")),
        (Fraction, "0.1", Fraction(1, 10)),
        (list[Decimal], "[19.990]", [Decimal("19.990")]),
        (list[Decimal], '"[19.990]"', [Decimal("19.990")]),
        (dict[str, Decimal], '{"a": 19.990}', {"a": Decimal("19.990")}),
        (Optional[Decimal], "19.990", Decimal("19.990")),
        (Union[list[Decimal], dict[str, Decimal]], '{"a": 19.990}', {"a": Decimal("19.990")}),
    ],
)
def test_numbers_keep_their_digits(hint, text, arrives):
    """A Decimal is made of the number's own text, not of the float nearest to it."""
    assert alike(arriving_text(hint, text), arrives)


LONG = "0.1000000000000000000000001"


@pytest.mark.parametrize(
    ("sent", "provider", "settings"),
    [
        (f'{{"value": {LONG}, "more": []}}', "openai", {}),
        (f'<tool_call>{{"name": "take", "arguments": {{"value": {LONG}}}}}</tool_call>', "text", {}),
        (f'<|python_tag|>{{"name": "take", "parameters": {{"value": {LONG}}}}}', "text", {}),
        (f'{{"Value": {LONG}}}', None, {"repair": "full"}),
        (f'{{"arguments": {{"value": {LONG}}}}}', None, {"repair": "full"}),
        (f'```json\n{{"value": {LONG}}}\n```', None, {"repair": "full"}),
        (f'{{"value": {LONG}}}', None, {"middleware": [lambda call, go: go(call.with_arguments(call.arguments))]}),
    ],
)
def test_numbers_keep_their_digits_whatever_was_undone_before(sent, provider, settings):
    """The forms of strict mode, prose, mistakes that are mended; and middleware may hand them on."""

    def take(value: Decimal, more: dict[str, Decimal] | None = None) -> Any:
        return value

    tool = type(taker(int)).from_function(take, description="")
    schemas([tool], provider="openai", strict=True)
    call = read_calls(sent, provider)[0] if provider == "text" else ToolCall("take", sent, provider=provider)
    assert alike(Dispatcher([tool], **settings).dispatch(call).value, Decimal(LONG))


def test_other_numbers_are_plain_floats_beside_a_decimal():
    """What remembers its digits never reaches a body."""

    def both(price: Decimal, more: Any) -> Any:
        return price, more

    tool = type(taker(int)).from_function(both, description="")
    assert alike(tool.invoke('{"price": 1.10, "more": [2.50, {"a": 0.10}]}'), (Decimal("1.10"), [2.5, {"a": 0.1}]))
