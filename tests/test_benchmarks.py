"""The benchmarks run, and their report can be read; how fast anything is, is not tested here."""

from __future__ import annotations

import inspect
import json
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from benchmarks.chart import PANELS, chart
from benchmarks.figures import TARGETS, Figure
from benchmarks.measure import QUESTIONS, measured
from benchmarks.peer import FILES, OURS, peers
from benchmarks.report import joined, lines, verdict
from benchmarks.shapes import SHAPES, A, as_coroutine_function
from benchmarks.timing import SMOKE, plain, ratios

LARGE = {"call among 1000 tools", "call among 10000 tools"}


@cache
def figures(question: str) -> list[Figure]:
    """What the shortest run of one question finds out about this library alone."""
    return measured([question], [OURS], SMOKE)["figures"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_question_is_answered_for_this_library_alone(question):
    """Each gives numbers above zero, in rows that the report knows."""
    assert {figure.work for figure in figures(question)} <= TARGETS.keys()
    assert [figure for figure in figures(question) if figure.value <= 0] == []


def test_every_row_is_measured():
    """No row of the report stays empty."""
    assert {figure.work for question in QUESTIONS for figure in figures(question)} == TARGETS.keys() - LARGE


def test_missing_library_is_left_out_with_the_reason(monkeypatch):
    """A report without every peer says who is missing."""
    monkeypatch.setitem(FILES, "absent", "no_such_file")
    found, missing = peers([OURS, "absent"])
    assert [peer.name for peer in found] == [OURS]
    assert "no_such_file" in missing["absent"]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.letter)
def test_library_does_the_same_work_as_the_floor(shape):
    """Both give the model the same value."""
    (ours,), _ = peers([OURS])
    assert json.loads(ours.call(ours.define(shape.make()), shape.arguments)()) == json.loads(shape.base()())


async def test_coroutine_function_has_the_signature_of_the_plain_one():
    """The twin for libraries with an async road takes and gives the same."""
    plain_one = A.make()
    twin = as_coroutine_function(plain_one)
    assert inspect.iscoroutinefunction(twin)
    assert inspect.signature(twin) == inspect.signature(plain_one)
    assert await twin(2, 3) == 5


def test_ratio_to_itself_is_about_one():
    """Work of the same length as the floor costs about as much."""
    effort = SMOKE._replace(rounds=25, slot_seconds=0.001)
    found = ratios(plain("floor", lambda: sum(range(500))), [plain("same", lambda: sum(range(500)))], effort)
    assert 0.3 < found["same"] < 3


def test_table_shows_target_and_median_of_the_runs():
    """A held target is bold, a missed one says so."""
    runs = [{"figures": [Figure("dispatch (a)", OURS, value), Figure("dispatch (b)", OURS, 9)]} for value in (0.3, 0.4)]
    rows = joined(runs)
    table = list(lines(rows))
    assert table[2] == "| dispatch (a) | 0.5 | **0.35** | 0.3-0.4 |"
    assert table[3] == "| dispatch (b) | 0.55 | 9 (missed) | 9-9 |"
    assert verdict(rows) == "1 of 2 targets hold."


def test_chart_is_well_formed_and_names_everyone():
    """The picture is XML, with one bar per library and panel."""
    picture = ET.fromstring(chart({row: {OURS: 0.4, "a<b": 12.0} for row in PANELS}))
    texts = ["".join(text.itertext()) for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count(OURS) == texts.count("a<b") == len(PANELS)
