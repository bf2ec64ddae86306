"""Regular expressions: the author's own by Python's engine, foreign ones by RE2."""

from __future__ import annotations

import sys
from typing import Annotated

import pytest
from pydantic import Field
from samples import needs_re2

from toolkit import ArgumentError, Dispatcher, Tool
from toolkit.errors import DefinitionError
from toolkit.schema.patterns import author_pattern, foreign_pattern, rewritten
from toolkit.schema.reference import reference_validator


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"\p{Letter}\P{Lowercase_Letter}", r"\p{L}\P{Ll}"),
        (r"\p{Script=Greek}\p{Lu}\p{gc=Nd}", r"\p{Greek}\p{Lu}\p{Nd}"),
        (r"A\u{1F432}", r"\x{0041}\x{1F432}".replace(r"\x{0041}", "A")),
        (r"\ud83d\udc32", r"\x{1F432}"),
        (r"\u0041", r"\x{0041}"),
        (r"\cA\cz", r"\x{1}\x{1A}"),
        (r"\\u0041\.\d", r"\\u0041\.\d"),
    ],
)
def test_escapes_of_ecma_262_are_rewritten(pattern, expected):
    """What RE2 spells otherwise is rewritten, an escaped backslash is not."""
    assert rewritten(pattern) == expected


@needs_re2
@pytest.mark.parametrize(
    ("pattern", "found", "missed"),
    [
        (r"^\p{Letter}+$", "Zürich", "a1"),
        (r"^🐲*$", "🐲🐲", "🐲x"),
        (r"^\d$", "3", "٣"),
        ("a$", "a", "a\n"),
        ("^(?<year>[0-9]{4})", "2026", "x"),
        ("b", "\ud800b", "\ud800"),
    ],
)
def test_foreign_pattern_is_searched_for(pattern, found, missed):
    """Anywhere in the text, by the rules of ECMA-262."""
    search = foreign_pattern(pattern)
    assert search(found)
    assert not search(missed)


@needs_re2
@pytest.mark.parametrize(
    "pattern",
    [
        "(?=a)",
        "^(?!a",
        "^(?!a)b|c",
        "^(?!(?!a))a",
        "^(?=a)*",
        "(?<=a)",
        r"(a)\1",
        "(",
        "a{1,2000}",
        r"\p{Nope}",
        "\ud800",
    ],
)
def test_foreign_pattern_that_re2_lacks_is_refused(pattern):
    """Nothing is searched for by an engine that goes back."""
    with pytest.raises(DefinitionError, match="cannot be searched for in linear time"):
        foreign_pattern(pattern)


@needs_re2
@pytest.mark.parametrize("pattern", ["^a$+", "(?<n>^a$)", r"^\pLl?$"])
def test_a_foreign_pattern_need_not_be_one_of_python(pattern):
    """Its tool is called; Python's engine is not asked."""
    schema = {"type": "object", "properties": {"s": {"type": "string", "pattern": pattern, "minLength": 1}}}
    dispatcher = Dispatcher([Tool.declare("t", "T.", schema, handler=lambda arguments: arguments["s"])])
    results = [dispatcher.dispatch({"name": "t", "arguments": {"s": text}}) for text in ("a", "7")]
    assert [result.kind for result in results] == ["ok", "invalid_arguments"]


@needs_re2
@pytest.mark.parametrize(
    ("pattern", "found", "missed"),
    [
        (r"^(?!\.)(?!.*\.\.)[a-z.]+@[a-z.]+$", "a.b@c.de", [".a@b", "a..b@c", "A.b@c"]),
        (r"^(?=.*\d)(?=.*[a-z]).{4,}$", "abc1", ["abcd", "1234", "a1"]),
        (r"^(?!(a|\)|[)|]b))(?:a|\)|x)", "x", ["a", ")", "|b"]),
    ],
)
def test_a_foreign_pattern_may_look_ahead_at_its_beginning(pattern, found, missed):
    """What it looks ahead for is searched for by itself, which takes linear time too."""
    search = foreign_pattern(pattern)
    assert search(found)
    assert not any(map(search, missed))


def test_author_s_pattern_may_look_ahead():
    """The tool's own author is trusted with Python's engine."""
    assert author_pattern("a(?=b)")("ab")
    with pytest.raises(DefinitionError, match=r"'\('.* no regular expression"):
        author_pattern("(")


def test_the_end_that_a_pattern_asks_for_is_that_of_the_text():
    """In all that checks one, as in JSON Schema: Python's `$` also matches in front of a last newline."""

    def take(code: Annotated[str, Field(pattern=r"^\d$")], names: dict[int, str]) -> str:
        return code

    made = Tool.from_function(take, description="")
    assert not author_pattern(r"^\d$")("1\n")
    assert not reference_validator(made.input_schema).accepts({"code": "1\n", "names": {}})
    for arguments in ({"code": "1\n", "names": {}}, {"code": "1", "names": {"1\n": "a"}}):
        with pytest.raises(ArgumentError):
            made.invoke(arguments)
    assert made.invoke({"code": "1", "names": {"1": "a"}}) == "1"


def test_a_foreign_pattern_needs_re2(monkeypatch):
    """Python's own engine may take for ever, and a pattern that nobody checks would be a promise that is not kept."""
    monkeypatch.setitem(sys.modules, "re2", None)
    with pytest.raises(DefinitionError, match="pip install google-re2"):
        foreign_pattern("a+")
