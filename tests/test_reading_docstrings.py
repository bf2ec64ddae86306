"""Docstrings of every style, as they are meant to be written and as they are written."""

from __future__ import annotations

import enum
import importlib.util
import subprocess
import sys
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path
from typing import Generic, TypedDict, TypeVar

import pytest
from hypothesis import given, strategies as st

from toolkit.reading.docstrings import Docstring, attribute_texts, parse_docstring

T = TypeVar("T")


def texts(text: str, *names: str, style: str | None = "auto") -> dict[str, str]:
    """The parameter texts of a docstring."""
    return dict(parse_docstring(text, names, style).parameters)


def description(text: str, *names: str) -> str:
    """The description of a docstring."""
    return parse_docstring(text, names).description


# What a docstring is made of


@pytest.mark.parametrize("text", [None, "", "  \n  "])
def test_no_docstring_says_nothing(text):
    """A function without docstring has an empty one."""
    assert parse_docstring(text, ["bell"]) == Docstring()


def test_prose_is_the_description():
    """Paragraphs are kept and dedented."""
    found = parse_docstring(
        """Ring a bell
        that hangs high.

        It is loud: mind
        your ears.
        """,
        ["bell"],
    )
    assert found == Docstring("Ring a bell\nthat hangs high.\n\nIt is loud: mind\nyour ears.")


def test_plain_prose_does_not_load_the_parser():
    """docstring_parser is dear to import, and needed for the fields of reST and Epydoc alone."""
    code = """
import sys
from toolkit.reading.docstrings import parse_docstring
parse_docstring("Ring.", ["bell"])
parse_docstring("Ring.\\n\\nArgs:\\n    bell: Which.", ["bell"])
print("docstring_parser" in sys.modules)
parse_docstring("Ring.\\n\\n:param bell: Which.", ["bell"])
print("docstring_parser" in sys.modules)
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=Path(__file__).parent.parent
    )
    assert ran.stdout.split() == ["False", "True"]


def test_without_a_style_to_read_the_text_stays_as_it_is():
    """None as style makes the whole text the description."""
    text = "Ring.\n\n    Args:\n        bell: Which one."
    assert parse_docstring(text, ["bell"], None) == Docstring("Ring.\n\nArgs:\n    bell: Which one.")


@pytest.mark.parametrize(
    ("style", "expected"),
    [("google", {"a": "G"}), ("numpy", {"b": "N"}), ("rest", {"c": "R"}), ("epydoc", {"d": "E"})],
)
def test_a_style_reads_its_own_parts_alone(style, expected):
    """What the other styles wrote is prose then."""
    text = "Go.\n\nArgs:\n    a: G\n\nParameters\n----------\nb : int\n    N\n\n:param c: R\n\n@param d: E"
    assert texts(text, "a", "b", "c", "d", style=style) == expected
    assert texts(text, "a", "b", "c", "d") == {"a": "G", "b": "N", "c": "R", "d": "E"}
    assert description(text, "a", "b", "c", "d") == "Go."


def test_google_reads_titles_that_are_underlined():
    """An author who asks for Google style and underlines means the same section."""
    assert texts("Go.\n\nArgs:\n-----\n    a: G", "a", style="google") == {"a": "G"}


def test_the_style_that_knows_most_parameters_wins():
    """Where two styles describe one parameter, the one that agrees more with the signature is right."""
    text = "Go.\n\n:param a: stale\n\nArgs:\n    a: Fresh.\n    b: New."
    assert texts(text, "a", "b") == {"a": "Fresh.", "b": "New."}


def test_styles_fill_each_others_gaps():
    """A parameter that the main style leaves out is described by another one."""
    text = "Go.\n\nArgs:\n    a: First.\n    b: Second.\n\n:param c: Third."
    assert texts(text, "c", "a", "b") == {"c": "Third.", "a": "First.", "b": "Second."}


def test_documented_names_that_are_no_parameters_are_told():
    """They are no parameter texts, and come in the order of the text."""
    text = "Go.\n\nArgs:\n    tempo: Gone.\n    a: Here.\n\n:param pace: Gone too."
    found = parse_docstring(text, ["a"])
    assert (dict(found.parameters), found.unknown) == ({"a": "Here."}, ("tempo", "pace"))


def test_line_endings_and_tabs_do_not_matter():
    """A file from Windows reads like any other."""
    assert texts("Go.\r\n\r\n\tArgs:\r\n\t\ta: One.\r\n\t\t  More.\r\n\t\tb: Two.", "a", "b") == {
        "a": "One.\nMore.",
        "b": "Two.",
    }


# Google style

GOOGLE = """Book a table.

    The table is by the window.

    Args:
        guests (int): How many come.
        seats (Dict[str, List[int]], optional): Seats by row: "a", "b".
            - a: near the door
            - b: far from it

            Both are free.
        note(str) : A wish, see https://example.org/x:y for more.
        *extras: Further wishes.
        **options:
            Whatever else: see the list.

    Returns:
        dict[str, int]: Number of the
        table.

    Raises:
        ValueError: All tables are taken.

    Example:
        >>> book(guests: 2)
        Args:
            guests: not this
    """


def test_google_sections_are_taken_apart():
    """Types are no part of a text, deeper lines are, and examples stay in the description."""
    found = parse_docstring(GOOGLE, ["guests", "seats", "note", "extras", "options"])
    assert dict(found.parameters) == {
        "guests": "How many come.",
        "seats": 'Seats by row: "a", "b".\n- a: near the door\n- b: far from it\n\nBoth are free.',
        "note": "A wish, see https://example.org/x:y for more.",
        "extras": "Further wishes.",
        "options": "Whatever else: see the list.",
    }
    assert found.returns == "Number of the\ntable."
    assert found.unknown == ()
    assert found.description.split("\n") == [
        "Book a table.",
        "",
        "The table is by the window.",
        "",
        "Example:",
        "    >>> book(guests: 2)",
        "    Args:",
        "        guests: not this",
    ]


@pytest.mark.parametrize(
    "title",
    [
        "Args:",
        "Args:   ",
        "ARGS:",
        "Arguments:",
        "Params:",
        "Parameters :",
        "Keyword Args:",
        "Keyword Arguments:",
        "Other Parameters:",
        "Attributes:",
        ":Parameters:",
        "Args",
        "**Args:**",
        "**Args**",
        "### Parameters",
    ],
)
def test_a_section_has_many_titles(title):
    """Each of them begins a section on parameters, which leaves the description."""
    found = parse_docstring(f"Go.\n{title}\n  speed: How fast,\n    in knots.\n\nHurry.", ["speed"])
    assert dict(found.parameters) == {"speed": "How fast,\nin knots."}
    assert found.description == "Go.\n\nHurry."


@pytest.mark.parametrize(
    "entry",
    [
        "speed: Knots.",
        "speed : Knots.",
        "speed:\n        Knots.",
        "speed\n        Knots.",
        "speed (float)\n        Knots.",
        "speed - Knots.",
        "speed -- Knots.",
        "speed (float) \u2013 Knots.",
        "speed:Knots.",
        "speed\uff1aKnots.",
        "speed(float): Knots.",
        "speed [float]: Knots.",
        "speed {float} -- Knots.",
        "`speed`: Knots.",
        "``speed`` (`float`): Knots.",
        "**speed** (*float*): Knots.",
        "- speed: Knots.",
        "* speed (float): Knots.",
        "1. speed: Knots.",
        "12) speed (float): Knots.",
        "\\*speed: Knots.",
        "speed (Union[int,\n            float]): Knots.",
        "speed (Callable[[int], str] | Literal['a: b']): Knots.",
        "speed : float, optional\n        Knots.",
        "other, speed: Knots.",
        ":param speed: Knots.",
        "**speed:** Knots.",
        "- **speed (float):** Knots.",
        "*speed:* Knots.",
        "`speed: float = 1.0`: Knots.",
        "- `speed: float` - Knots.",
        "speed (float) = 1.0: Knots.",
        "speed (float) [required]: Knots.",
        "speed float: Knots.",
        "speed list[float] | None: Knots.",
        "speed <float>: Knots.",
        "float speed: Knots.",
        "(Optional[float]) speed: Knots.",
    ],
)
def test_an_entry_has_many_forms(entry):
    """However a name is dressed and its type is written, the text is the same."""
    assert texts(f"Go.\n\nArgs:\n    {entry}\n    course: Degrees.", "speed", "course") == {
        "speed": "Knots.",
        "course": "Degrees.",
    }


@pytest.mark.parametrize("form", ["speed: Knots.\n    {}", "course: Degrees.\n    {}\n    speed: Knots."])
@pytest.mark.parametrize(
    "line",
    ["course matters: mind it.", "see int course: text", "course Degrees:minutes", "Mind the course: it is long."],
)
def test_a_line_that_names_a_parameter_begins_no_entry_by_that(form, line):
    """What stands beside the name has to be a type."""
    found = texts("Go.\n\nArgs:\n    " + form.format(line), "speed", "course")
    assert line in "\n".join(found.values())


def test_a_title_without_a_colon_needs_an_entry_below():
    """Of a parameter; otherwise it may be any word."""
    text = "Go.\n\nParameters\n    are not needed."
    assert (texts(text, "speed"), description(text, "speed")) == ({}, text)


def test_quotes_and_brackets_in_a_text_are_kept():
    """Those of an entry stand behind its name."""
    assert texts("Go.\n\nArgs:\n    a: Use `b: int` or [b] = 2.\n    b (int): Is **c:** d [e].", "a", "b") == {
        "a": "Use `b: int` or [b] = 2.",
        "b": "Is **c:** d [e].",
    }


def test_a_numbered_entry_for_another_name_begins_an_entry():
    """Its number is no part of what the entries have in common."""
    assert texts("Go.\n\nArgs:\n    1. speed: Knots.\n    2. depth: Fathoms.", "speed") == {"speed": "Knots."}


@pytest.mark.parametrize("colon", [": ", " : "])
def test_a_sentence_in_the_place_of_a_numpy_type_is_kept(colon):
    """It goes on in the line below; types are shorter."""
    said = "How many seconds to wait, and no longer,\nthan are left."
    long_type = "int or sequence of ints, optional (default is what the caller has set before)"
    for first, expected in ((said, said), (f"{long_type}\nfew.", "few.")):
        text = "Go.\n\nParameters\n----------\nspeed" + colon + first.replace("\n", "\n    ")
        assert texts(text, "speed") == {"speed": expected}


@pytest.mark.parametrize("joint", [", ", " / ", "/", " & ", " and ", " or "])
@pytest.mark.parametrize("form", ["Args:\n    {}: How big.\n", "Parameters\n----------\n{} : int\n    How big.\n"])
def test_several_names_may_share_a_text(form, joint):
    """However they are joined."""
    assert texts("Draw.\n\n" + form.format(f"width{joint}height"), "width", "height") == {
        "width": "How big.",
        "height": "How big.",
    }


def test_deeper_lines_are_no_entries():
    """A colon, or even the name of a parameter, begins no entry further in."""
    text = (
        "Find.\n\nArgs:\n    words: What to find, as\n        title: dune or\n        limit: 3\n    limit: Most hits."
    )
    assert texts(text, "words", "limit") == {
        "words": "What to find, as\ntitle: dune or\nlimit: 3",
        "limit": "Most hits.",
    }


def test_lines_that_are_not_indented_go_on_with_the_text():
    """A sloppy second line, or a list, belongs to the entry above."""
    text = """Paint.

    Args:
        tone: One of these
        colours of paint:
        - "red": like fire
        - blue: like the sea
        coats: How many."""
    found = parse_docstring(text, ["tone", "coats"])
    assert dict(found.parameters) == {
        "tone": 'One of these\ncolours of paint:\n- "red": like fire\n- blue: like the sea',
        "coats": "How many.",
    }
    assert found.unknown == ()


def test_an_entry_without_text_describes_nothing():
    """The name is known all the same."""
    found = parse_docstring("Go.\n\nArgs:\n    speed:\n    course (int):", ["speed", "course"])
    assert (dict(found.parameters), found.unknown) == ({}, ())


def test_a_name_with_an_open_bracket_is_no_entry():
    """A type that never ends costs its line, no more."""
    text = "Go.\n\nArgs:\n    speed (Dict[str: Knots.\n    course: Degrees."
    assert texts(text, "speed", "course") == {"course": "Degrees."}


def test_dashes_of_names_that_are_gone_are_told():
    """In a section of dashes, one for no parameter is an entry too."""
    found = parse_docstring("Go.\n\nArgs:\n    a - one\n    b - two\n    c - three", ["a", "c"])
    assert (dict(found.parameters), found.unknown) == ({"a": "one", "c": "three"}, ("b",))


def test_sections_may_stand_in_any_order_and_without_blank_lines():
    """Each title ends the section before it, and a note eats nothing."""
    text = """Go.
    Raises:
        OSError: Broken.
    Note:
        Mind the tide.
    Returns:
        bool: Whether it went.
    Args:
        b: Two.
        a: One.
    Bye."""
    found = parse_docstring(text, ["a", "b"])
    assert dict(found.parameters) == {"a": "One.", "b": "Two."}
    assert found.returns == "Whether it went."
    assert found.description == "Go.\nNote:\n    Mind the tide.\nBye."


def test_a_title_inside_a_section_is_no_entry():
    """A note among the entries is prose, results and exceptions among them are what they are."""
    text = """Go.

    Args:
        a: One.
        Note: Mind the tide.
        b: Two.
        Returns:
            str: A log.
        Raises: OSError"""
    assert parse_docstring(text, ["a", "b"]) == Docstring(
        "Go.\n\nNote: Mind the tide.", {"a": "One.", "b": "Two."}, "A log."
    )


def test_a_parameter_may_be_called_like_a_title():
    """Its own name is no title."""
    text = "Go.\n\nParameters\n----------\nargs:\n    Words.\nNote : str\n    A note."
    assert texts(text, "args", "Note") == {"args": "Words.", "Note": "A note."}


def test_sections_that_are_not_indented_are_read():
    """Entries may stand as deep as their title, as long as they name a parameter."""
    text = "Go.\n\nArgs:\nspeed: Knots,\nmore or less.\n\ncourse: Degrees.\nReturns:\nstr: A log.\n\nMore."
    found = parse_docstring(text, ["speed", "course"])
    assert dict(found.parameters) == {"speed": "Knots,\nmore or less.", "course": "Degrees."}
    assert (found.returns, found.description) == ("A log.", "Go.\n\nMore.")


def test_a_section_that_is_not_indented_may_begin_with_a_name_that_is_gone():
    """The real parameters come after it."""
    read = parse_docstring("Rank.\n\nArgs:\nold (str): Gone.\nitems (list): To rank.\n\nMore.", ["items"])
    assert (read.parameters, read.unknown) == ({"items": "To rank."}, ("old",))
    assert read.description == "Rank.\n\nMore."


def test_a_docstring_may_begin_with_a_title():
    """Then it describes the parameters and not the tool."""
    found = parse_docstring("Args:\n        speed: Knots,\n            or so.\n    ", ["speed"])
    assert found == Docstring(parameters={"speed": "Knots,\nor so."})


def test_a_sentence_that_ends_in_a_colon_is_no_title():
    """Nor is a title without a section."""
    text = "It takes these parts:\n    hull: Of wood.\n\nReturns:\n\nThe way back is the same.\n\nArgs:\nNo wind."
    assert description(text, "hull") == text
    assert texts(text, "hull") == {}


@pytest.mark.parametrize(
    "text", ["Go.\n\nArgs:", "Go.\n\nArgs:\n\nReturns:\n    None", "Go.\n\nParameters\n----------\n"]
)
def test_a_title_with_nothing_below_is_left_out(text):
    """It says nothing."""
    assert description(text) == "Go."


@pytest.mark.parametrize("nothing", ["None", "None.", "No arguments.", "N/A", "None: takes nothing", "-"])
def test_a_section_may_say_that_there_are_no_parameters(nothing):
    """That is no text for the model."""
    assert parse_docstring(f"Go.\n\nArgs:\n    {nothing}", []) == Docstring("Go.")


@pytest.mark.parametrize("entry", ["{}: {}", "- `{}` (int): {}", "{} -- {}", "* {} - {}", "{}:\n    {}", "{} - {}"])
@pytest.mark.parametrize("behind", ["", "\n\nHurry.", "\n\nReturns:\n    A log."])
def test_entries_of_several_parameters_need_no_title(entry, behind):
    """They stand below a blank line, with or without blank lines between them."""
    lines = [entry.format(*each) for each in (("speed", "Knots."), ("course", "Degrees."))]
    for between in ("\n", "\n\n"):
        found = parse_docstring(f"Go on.\n\n{between.join(lines)}{behind}", ["speed", "course", "wind"])
        assert dict(found.parameters) == {"speed": "Knots.", "course": "Degrees."}
        assert found.description == "Go on." + (behind if "Hurry" in behind else "")


@pytest.mark.parametrize(
    "text",
    [
        "Go.\n\nspeed: Knots.",
        "Go, and get:\n\nspeed: Knots.\ncourse: Degrees.",
        "speed: Knots.\n\ncourse: Degrees.\n\nwind: None.",
        "Go.\n\nspeed: Knots.\nlog: Miles.\ncourse: Degrees.",
        "Go.\n\n```\nspeed: Knots.\ncourse: Degrees.\n```",
        "Go.\n\nspeed\ncourse",
        "Go.\nspeed: Knots.\ncourse: Degrees.",
    ],
)
def test_other_lines_without_a_title_are_prose(text):
    """One entry alone, what a sentence announces, what begins the docstring, names of no parameters, code."""
    assert parse_docstring(text, ["speed", "course", "wind"]) == Docstring(text)


def test_prose_in_a_section_is_kept():
    """What documents no name may still matter to the model."""
    text = "Go.\n\nArgs:\n    All in metres.\n    a: One."
    assert parse_docstring(text, ["a"]) == Docstring("Go.\n\nAll in metres.", {"a": "One."})


def test_sections_with_text_on_the_line_of_their_title():
    """`Returns: text` is a section, unless it is all that the docstring begins with."""
    text = (
        "Returns: the wind.\n\n**Returns**: int: Knots,\n    measured.\nArgs: a: One.\n      b: Two.\nNote: Be quick."
    )
    found = parse_docstring(text, ["a", "b"])
    assert dict(found.parameters) == {"a": "One.", "b": "Two."}
    assert found.returns == "Knots,\nmeasured."
    assert found.description == "Returns: the wind.\n\nNote: Be quick."


def test_sections_that_are_all_deeper_are_read():
    """An author who indents the sections below the summary means them."""
    text = "Go.\nFar.\n\n    Args:\n        a: One.\n    Returns:\n        A log.\nBye."
    found = parse_docstring(text, ["a"])
    assert (dict(found.parameters), found.returns, found.description) == ({"a": "One."}, "A log.", "Go.\nFar.\n\nBye.")


def test_sections_inside_a_note_are_read():
    """An admonition above them does not announce an example."""
    assert texts("Go.\n\nNote:\n    Quick.\n\n    Args:\n        a: One.", "a") == {"a": "One."}


@pytest.mark.parametrize("announcement", ["Document it like this:", "Write::", "Example:"])
def test_sections_of_an_example_are_no_sections(announcement):
    """A deeper section that a sentence announces is text."""
    text = f"Go.\n\n{announcement}\n\n    Args:\n        a: Sample."
    assert (texts(text, "a"), description(text, "a")) == ({}, text)


def test_sections_in_a_code_block_are_no_sections():
    """Markdown's fences are respected; one that is left open is none."""
    text = "Go.\n\n```\nArgs:\n    a: Sample.\n```\n\nArgs:\n    a: Real.\n\n```"
    assert texts(text, "a") == {"a": "Real."}


def test_keys_are_found_in_the_text_of_keyword_arguments():
    """Unpacked keys are often listed below `**kwargs`; an entry of their own wins."""
    text = """Go.

    Args:
        **kwargs: Options, such as
            depth (int): Metres.
            pace: Old.
            other: Else.
        pace: Knots."""
    found = parse_docstring(text, ["depth", "pace"])
    assert (dict(found.parameters), found.unknown) == ({"depth": "Metres.", "pace": "Knots."}, ("kwargs",))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("The knots.", "The knots."),
        ("int: The knots.", "The knots."),
        ("Optional[dict[str, int]]: Knots\n    by hour.", "Knots\nby hour."),
        ("list of str or None: Names.", "Names."),
        ("A list of pairs: name and age.", "A list of pairs: name and age."),
        ("knots: Speed.\ncourse (int): Degrees.", "knots: Speed.\ncourse (int): Degrees."),
        ("at 12:30", "at 12:30"),
    ],
)
def test_the_type_of_a_google_result_is_no_text(written, expected):
    """Only what reads as a type is dropped."""
    indented = written.replace("\n", "\n    ")
    assert parse_docstring(f"Go.\n\nReturns:\n    {indented}", []).returns == expected


def test_the_first_of_several_results_counts():
    """Yields is a result as well."""
    text = "Go.\n\nYields:\n    int: Knots.\n\nReturns:\n    A log."
    assert parse_docstring(text, []).returns == "Knots."


def test_names_in_any_script():
    """Identifiers are not ASCII, and neither are texts."""
    text = "Suche.\n\nArgs:\n    größe (int): Größe: in cm.\n    城市: 城市名。"
    assert texts(text, "größe", "城市") == {"größe": "Größe: in cm.", "城市": "城市名。"}


# NumPy style

NUMPY = """Sail a course.

    ----
    Wind is given.

    Parameters
    ----------
    east, north : float
        Metres.

        Negative for west and south.
    plain
        Without a type.
    tight: int
        Without a blank.
    mode : {'calm', "wild"}, optional
        How: calm or wild.
    *stops : str
        Ports.
    crew : The people on board.
    hull : str

    late : int, default=1
        After a blank line.
    Other Parameters
    ----------------
    gone : int
        No parameter.

    Returns
    -------
    list of float
        The way.

    Raises
    ------
    OSError
        Broken.

    Notes
    -----
    Ships : are slow.
    """


def test_numpy_sections_are_taken_apart():
    """Types are no part of a text, names may share one, and notes stay in the description."""
    names = ["north", "east", "plain", "tight", "mode", "stops", "crew", "hull", "late"]
    found = parse_docstring(NUMPY, names)
    assert dict(found.parameters) == {
        "north": "Metres.\n\nNegative for west and south.",
        "east": "Metres.\n\nNegative for west and south.",
        "plain": "Without a type.",
        "tight": "Without a blank.",
        "mode": "How: calm or wild.",
        "stops": "Ports.",
        "crew": "The people on board.",
        "late": "After a blank line.",
    }
    assert found.unknown == ("gone",)
    assert found.returns == "The way."
    assert found.description == "Sail a course.\n\n----\nWind is given.\n\nNotes\n-----\nShips : are slow."
    assert texts(NUMPY, *names, style="numpy") == found.parameters


def test_prose_after_a_numpy_section_is_prose():
    """A paragraph that is no entry ends the section, and so does a directive."""
    text = "Go.\n\nParameters\n----------\nspeed : int\n    Knots.\n\n{}"
    for after in (
        "This is how it goes.",
        "Note: be quick.",
        ".. note::\n    Be quick.",
        "Details\n=======\nNone : yet.",
    ):
        assert description(text.format(after), "speed") == f"Go.\n\n{after}"


def test_numpy_entries_after_a_blank_line_are_entries():
    """They name a parameter, have a type or a text below."""
    text = "Go.\n\nParameters\n----------\nspeed\n    Knots.\n\ncourse\n\ngone : int\n\nlost\n    Where."
    found = parse_docstring(text, ["speed", "course"])
    assert (dict(found.parameters), found.unknown, found.description) == ({"speed": "Knots."}, ("gone", "lost"), "Go.")


def test_numpy_entries_may_be_written_like_googles():
    """A type in brackets leaves the text on the line; a text below without indentation is one."""
    text = "Go.\n\nParameters:\n-----------\nspeed (int): Knots.\ncourse : int\nDegrees."
    assert texts(text, "speed", "course") == {"speed": "Knots.", "course": "Degrees."}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("int\n    Knots.", "Knots."),
        ("knots : int\n    Speed.\ncourse : int\n    Degrees.", "knots: Speed.\ncourse: Degrees."),
        ("int\n    Knots.\n\nstr\n    A log.", "Knots.\nA log."),
        ("int\n    Knots.\nstr", "Knots.\nstr"),
        ("int", ""),
        ("The knots.", "The knots."),
        ("int: Knots.", "Knots."),
    ],
)
def test_the_type_of_a_numpy_result_is_no_text(written, expected):
    """The names of several results are kept."""
    assert parse_docstring(f"Go.\n\nReturns\n-------\n{written}\n\nBye.", []).returns == expected


# reST and Epydoc

FIELDS = """Lend a book.

    Only for members.

    {0}param title: Name of the book,
        as on its cover.

        - all: of them
    {0}type title: str
    {0}param int days: How long: at most 30.
    {0}keyword dict[str, int] fees: Fees
    by week.
    {0}param branch (str): Where.
    {0}param *others, more: Further ones.
    {0}param shelf:
        Where it stands.
    {0}param pages int: How many.
    {0}raises ValueError: It is lent, see param title: above.
    {0}return: When it is due.
    {0}rtype: str

    Bring it back.
    """


@pytest.mark.parametrize("sign", [":", "@"])
@pytest.mark.parametrize("style", ["auto", None])
def test_fields_are_taken_apart(sign, style):
    """Fields run on over deeper lines, and all that is no field is description."""
    names = ["title", "days", "fees", "branch", "others", "more", "shelf", "pages"]
    style = style or {":": "rest", "@": "epydoc"}[sign]
    text = FIELDS.format(sign) if sign == ":" else FIELDS.format(sign).replace("pages int:", "pages:")
    assert parse_docstring(text, names, style) == Docstring(
        "Lend a book.\n\nOnly for members.\n\nBring it back.",
        {
            "title": "Name of the book,\nas on its cover.\n\n- all: of them",
            "days": "How long: at most 30.",
            "fees": "Fees\nby week.",
            "branch": "Where.",
            "others": "Further ones.",
            "more": "Further ones.",
            "shelf": "Where it stands.",
            "pages": "How many.",
        },
        "When it is due.",
    )


@pytest.mark.parametrize(
    "word",
    ["param", "params", "parameter", "arg", "args", "argument", "key", "keyword", "kwarg", "ivar", "var", "Param"],
)
def test_a_field_has_many_words(word):
    """Each of them describes a parameter."""
    assert texts(f"Go.\n:{word} speed: Knots.", "speed") == {"speed": "Knots."}
    assert texts(f"Go.\n@{word} speed: Knots.", "speed") == {"speed": "Knots."}


def test_a_field_is_no_text_of_the_field_before_it():
    """A careless blank before a field makes it no part of another one's text."""
    text = "Go.\n\n:param speed: Knots.\n :type speed: int\n\n  :param course: Degrees.\n\n    @param late: No."
    found = parse_docstring(f"{text}\n\nBye.\n\n    :param wind: Sample.", ["speed", "course"])
    assert dict(found.parameters) == {"speed": "Knots.", "course": "Degrees."}
    assert (found.unknown, found.description) == (("late",), "Go.\n\nBye.\n\n    :param wind: Sample.")


@pytest.mark.parametrize(
    ("sign", "line"),
    [
        (":", ":note: Be quick."),
        (":", ":see also: The log."),
        (":", ".. deprecated:: 2.0"),
        ("@", "@note: Be quick."),
        ("@", "@since 1.2"),
    ],
)
def test_another_tag_is_no_text_of_the_field_before_it(sign, line):
    """It is about the tool, as it is before the fields."""
    text = f"Go.\n\n{sign}param speed: Knots,\nat sea.\n{line}\n{sign}param course: Degrees."
    found = parse_docstring(text, ["speed", "course"])
    assert dict(found.parameters) == {"speed": "Knots,\nat sea.", "course": "Degrees."}
    assert found.description == f"Go.\n\n{line}"


def test_a_field_whose_colon_sticks_to_its_text_is_read():
    """A blank is easily forgotten."""
    found = parse_docstring("Go.\n\n:param speed:Knots, at sea.\n:param course: Degrees.", ["speed", "course"])
    assert dict(found.parameters) == {"speed": "Knots, at sea.", "course": "Degrees."}


def test_brackets_in_a_type_need_not_balance():
    """One too many or too few in a long type is no reason to lose the text."""
    text = """Go.

    Args:
        sails (list[tuple[str, int]]]): Which.
        ropes (`Rope] of shape (n, 2)`): How many.
        masts (`tuple(Mast`, *optional*): Where.
        demo (`bool`, *optional)*, by default on): Whether not.
    """
    expected = {"sails": "Which.", "ropes": "How many.", "masts": "Where.", "demo": "Whether not."}
    assert texts(text, *expected) == expected


def test_a_field_may_be_the_name_of_a_parameter_alone():
    """Other fields and roles of reST are none, nor are names with a role of their own."""
    text = """Go.

    :note: Mind the rocks.
    :speed: Knots,
        by the log.
    :max_depth: Fathoms.
    :return: A log.

    :class:`Ship` is what sails."""
    found = parse_docstring(text, ["speed", "max_depth", "return", "class"])
    assert dict(found.parameters) == {"speed": "Knots,\nby the log.", "max_depth": "Fathoms."}
    assert (found.returns, found.description) == (
        "A log.",
        "Go.\n\n:note: Mind the rocks.\n\n:class:`Ship` is what sails.",
    )
    assert texts("Go.\n\n:max_depth: Fathoms.", "max_depth") == {"max_depth": "Fathoms."}


def test_fields_of_javadoc_are_read():
    """The colon may be missing, and a type may stand in braces."""
    text = """Go.

    @param {int} speed - Knots: many.
    @param course Degrees: or so.
    @param [late] When.
    @returns {str} A log.
    @throws OSError if broken"""
    found = parse_docstring(text, ["speed", "course", "late"])
    assert dict(found.parameters) == {"speed": "Knots: many.", "course": "Degrees: or so.", "late": "When."}
    assert (found.returns, found.description) == ("A log.", "Go.")


@pytest.mark.parametrize(
    "text",
    [
        "Go.\n\nArgs:\n    speed=3: Knots.\n    unit='kn:x': Of speed.\n    late (int=1): When.",
        "Go.\n\n:param speed=3: Knots.\n:param str unit='kn': Of speed.\n:param late = None: When.",
        "Go.\n\nParameters\n----------\nspeed=3 : int\n    Knots.\nunit='kn'\n    Of speed.\nlate = None\n    When.",
    ],
)
def test_a_default_may_stand_behind_the_name(text):
    """It is no part of the name; the signature says it anyway."""
    found = parse_docstring(text, ["speed", "unit", "late"])
    assert dict(found.parameters) == {"speed": "Knots.", "unit": "Of speed.", "late": "When."}
    assert found.description == "Go."


@pytest.mark.parametrize(
    "head", ["course, default None", "course int", "course int, optional", "course in degrees : int"]
)
def test_a_parameter_begins_an_entry_of_numpy_without_a_colon_before_its_type(head):
    """The one before it does not go on there. A line that no text stands under is text itself."""
    text = f"Go.\n\nParameters\n----------\nspeed : int\n    Knots.\ncourse is no speed.\n{head}\n    Degrees."
    texts = {"speed": "Knots.\ncourse is no speed.", "course": "Degrees."}
    assert dict(parse_docstring(text, ["speed", "course"]).parameters) == texts


@pytest.mark.parametrize("head", ["{speed,course}_unit : str", "first, second, ... : int"])
def test_an_entry_of_numpy_may_be_about_no_name(head):
    """Neither does the one before it go on there, nor does the section end."""
    text = f"""Go.

    Parameters
    ----------
    speed : int
        Knots.
    {head}
        Of something.

    {head}
        Of something else.
    course : int
        Degrees.
    """
    found = parse_docstring(text, ["speed", "course"])
    assert (found.description, dict(found.parameters)) == ("Go.", {"speed": "Knots.", "course": "Degrees."})


@pytest.mark.parametrize("sign", [":", "@"])
def test_a_field_without_its_colon_may_name_a_parameter_before_a_colon_in_its_text(sign):
    """What stands before that colon is text as well, whatever its last word is."""
    text = f"Go.\n{sign}param speed The speed: in knots.\n{sign}param {{int}} course - Of late, speed: degrees."
    assert texts(text, "speed", "course") == {"speed": "The speed: in knots.", "course": "Of late, speed: degrees."}


@pytest.mark.parametrize(
    "line",
    [
        ":class:`Sail` is used.",
        ":note: Be quick.",
        "@tool",
        ":param: Nothing.",
        ":param 1st: One.",
        ":param ?",
        "@",
        "::",
    ],
)
def test_lines_that_are_no_fields_are_prose(line):
    """Neither a role within the text nor a field that describes no name is one."""
    text = f"Go.\n\n{line}\n\n:param speed: Knots."
    assert (texts(text, "speed"), description(text, "speed")) == ({"speed": "Knots."}, f"Go.\n\n{line}")


def test_one_odd_field_costs_only_itself():
    """The fields around it are read."""
    found = parse_docstring(":param a: One.\n:param b Two\n:param\n:param c: Three.\n::", ["a", "b", "c"])
    assert dict(found.parameters) == {"a": "One.", "b": "Two\n:param", "c": "Three.\n::"}


def test_a_field_that_documents_no_parameter_is_told():
    """Its type is not its name; an attribute is no parameter that is missing."""
    found = parse_docstring("Go.\n\n:param int pace: Gone.\n:ivar log: Inner.\n:ivar late:", ["late"])
    assert (dict(found.parameters), found.unknown) == ({}, ("pace",))


# Any text

LINES = [
    *(line for text in (GOOGLE, NUMPY, FIELDS.format(":"), FIELDS.format("@")) for line in cleandoc(text).split("\n")),
    *(
        "Args:",
        "Returns: x",
        "    **late: O",
        "        late: P",
        "```",
        "**Args**",
        "- late: x",
        "(",
        "late (((",
        "::",
        ":param",
    ),
]
MIXTURES = st.lists(st.sampled_from(LINES) | st.text(max_size=12), max_size=24).map("\n".join)


@given(st.text() | MIXTURES, st.sampled_from(["auto", "google", "numpy", "rest", "epydoc", None]))
def test_any_text_has_parts(text, style):
    """No text raises, only parameters have texts, and none of these is empty."""
    names = {"late", "title", "east", "guests"}
    found = parse_docstring(text, sorted(names), style)
    assert set(found.parameters) <= names
    assert names.isdisjoint(found.unknown)
    assert all(found.parameters.values())


def test_deep_nesting_is_read():
    """The depth of a text is no depth of calls."""
    text = "Args:\n" + "".join(f"{'  ' * depth}**a: x\n" for depth in range(1, 700))
    assert parse_docstring(text, ["a"]).unknown == ()


# The fields of a class


@dataclass
class Boat:
    """A boat.

    Attributes:
        name: Painted on the bow.
        length: Overwritten below.
    """

    name: str
    length: float
    """Metres, from bow to stern."""
    crew: int = 0
    """
    People on board.

    The captain counts.
    """
    first, second = 1, 2
    "Not a field."
    log = None
    "Its diary."
    flag: str = ""
    " "
    len("Neither.")


@dataclass
class Ferry(Boat):
    """A ferry.

    :ivar crew: Sailors only.
    :ivar cars: How many it takes.
    """

    cars: int = 0


class Place(TypedDict):
    """A place.

    Args:
        north: Degrees.
    """

    north: float
    east: float
    "Degrees too."


class Port(Place):
    """A port."""

    depth: int
    """Metres."""


class Crate(Generic[T]):
    content: T
    "What is in it."


class Barrel(Crate[int]):
    litres: int
    "How much it holds."


def test_fields_are_described_by_class_and_attribute_docstrings():
    """What stands below a field is nearer to it than the docstring of the class."""
    assert dict(attribute_texts(Boat)) == {
        "name": "Painted on the bow.",
        "length": "Metres, from bow to stern.",
        "crew": "People on board.\n\nThe captain counts.",
        "log": "Its diary.",
    }


def test_the_nearest_class_describes_a_field():
    """Bases describe what a class does not."""
    found = attribute_texts(Ferry)
    assert (found["crew"], found["cars"], found["name"]) == (
        "Sailors only.",
        "How many it takes.",
        "Painted on the bow.",
    )


@pytest.mark.skipif(sys.version_info < (3, 12), reason="a TypedDict tells its bases since 3.12")
def test_a_typed_dict_inherits_texts():
    """Its bases are no bases for Python, and still describe its keys."""
    assert dict(attribute_texts(Port)) == {"north": "Degrees.", "east": "Degrees too.", "depth": "Metres."}


def test_a_class_of_a_generic_base_inherits_texts():
    """The parameters of a base do not hide it."""
    assert dict(attribute_texts(Barrel)) == {"content": "What is in it.", "litres": "How much it holds."}


class Wind(enum.Enum):
    """How it blows.

    low: Sails hang.
    GALE: Reef.
    """

    CALM = "low"
    GALE = 8


def test_the_docstring_of_an_enum_describes_members_by_name_or_value():
    """A model reads the values; no title has to stand above."""
    assert dict(attribute_texts(Wind)) == {"CALM": "Sails hang.", "GALE": "Reef."}


def test_a_class_in_a_function_has_texts():
    """Its source is indented, with strings that are not."""

    class Buoy:
        colour: str
        """Red or
green."""

    assert dict(attribute_texts(Buoy)) == {"colour": "Red or\ngreen."}


def test_a_class_without_source_has_the_texts_of_its_docstring():
    """A class made at run time has no file."""
    made = type("Made", (), {"__doc__": "Made.\n\nArgs:\n    a: One.", "__annotations__": {"a": int}})
    assert dict(attribute_texts(made)) == {"a": "One."}
    assert dict(attribute_texts(int)) == {}


def test_a_source_that_has_changed_is_not_trusted(tmp_path):
    """Another class at the place of the old one describes nothing, and no Python at all neither."""
    file = tmp_path / "harbour.py"
    file.write_text('class Pier:\n    length: int\n    "Metres."\n')
    spec = importlib.util.spec_from_file_location("harbour_of_test", file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        assert dict(attribute_texts(module.Pier)) == {"length": "Metres."}
        for changed in ('class Quay:\n    length: int\n    "Feet."\n', "class Pier: (\n", ""):
            file.write_text(changed)
            assert dict(attribute_texts(module.Pier)) == {}
    finally:
        del sys.modules[spec.name]


def test_a_docstring_that_is_no_text_is_left_alone():
    """A class may have anything as __doc__, and annotations that cannot be evaluated."""

    class Odd(type):
        @property
        def __annotations__(cls):
            raise NameError(cls.__name__)

    for text in (property(str), "Made.\n\nArgs:\n    a: One."):
        assert dict(attribute_texts(Odd("Made", (), {"__doc__": text}))) == {}


def test_what_is_said_of_a_parameter_beats_what_is_said_of_an_attribute():
    """Whichever stands first."""
    text = "Go.\n\nAttributes:\n    a: Is kept.\n    b: Is kept too.\n\nArgs:\n    a: Is given."
    assert texts(text, "a", "b") == {"a": "Is given.", "b": "Is kept too."}


@pytest.mark.parametrize(
    "text",
    [
        "Go.\n\nArgs:\n    type\\_: Which.",
        "Go.\n\nParameters\n----------\ntype\\_ : str\n    Which.",
        "Go.\n\n:param type\\_: Which.",
        "Go.\n\n:param str type\\_: Which.",
        "Go.\n\n@param type\\_: Which.",
    ],
)
def test_an_underscore_may_be_escaped(text):
    """In reST a name that ends in one is a reference, so some write it with a backslash."""
    assert texts(text, "type_") == {"type_": "Which."}


def test_a_section_may_say_which_parameters_it_is_about():
    """Required and optional ones apart."""
    text = "Go.\n\nRequired Args:\n    a: First.\n\nOptional parameters:\n    b: Second."
    assert texts(text, "a", "b") == {"a": "First.", "b": "Second."}
    assert description(text, "a", "b") == "Go."


@pytest.mark.parametrize("title", ["Inputs:", "Eingaben:", "**Fields**:", "### Options:", "参数\uff1a", "параметры:"])
def test_a_section_of_parameters_may_have_another_title(title):
    """It is known by what stands in it: entries of parameters alone."""
    text = f"Go.\n\n{title}\n    a: First,\n        and more.\n\n    b (int): Second.\n\nThe end."
    assert texts(text, "a", "b", "c") == {"a": "First,\nand more.", "b": "Second."}
    assert description(text, "a", "b") == "Go.\n\nThe end."


@pytest.mark.parametrize(
    "text",
    [
        "Go.\n\nSteps:\n    a: First.\n    then: Second.",
        "Go.\n\nExample:\n    a: 1",
        "Go.\n\nSuch as this:\n    a: 1",
        "Go.\n\nInputs:\n\nThe end.",
        "Go.\n\nb:\n    a: 1",
    ],
)
def test_what_may_be_something_else_is_left_alone(text):
    """A word with a colon begins many things."""
    assert texts(text, "a", "b") == {}
    assert description(text, "a", "b") == text


def test_another_title_counts_only_where_no_section_has_its_own():
    """What it lists may be values."""
    text = "Go.\n\nDefaults:\n    a: 1\n\nArgs:\n    a: First."
    assert texts(text, "a", "b") == {"a": "First."}
    assert description(text, "a") == "Go.\n\nDefaults:\n    a: 1"
    assert texts("Go.\n\nInputs:\n    a: First.", "a", style="numpy") == {}
