"""The errors of the general validator as violations, in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.calls import Violation
from toolkit.closeness import Names
from toolkit.descriptor import EnumType
from toolkit.schema.constraints import KEYWORDS
from toolkit.schema.fuel import STEPS
from toolkit.schema.hints import name_hint
from toolkit.schema.wording import in_one_line, listed, path_text, quoted, type_text, value_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

OUT_OF_FUEL: Final = Violation("", f"arguments that can be checked in {STEPS:,} steps", "arguments that take more")
_SHOWN: Final = 3
_CHOICES: Final = frozenset({"const", "enum"})
# A value that is none of a form's choices was hardly meant for it.
_TAG_WEIGHT: Final = 4
_HINTED_NAMES: Final = 100
_NAME_CHARS: Final = 40


def told(error: Any) -> Iterator[Violation]:
    """The violations that one error of the validator stands for."""
    yield from _TELLERS.get(error.validator, _of_keyword)(error)


def _violation(error: Any, expected: str, *inner: str, got: str | None = None, hint: str = "") -> Violation:
    # A property may have that name, too.
    if "propertyNames" in error.relative_schema_path and "propertyNames" not in error.relative_path:
        inner, expected, got = (error.instance,), f"as a name, {expected}", quoted(error.instance, _NAME_CHARS)
    path = path_text([*error.absolute_path, *inner])
    return Violation(path, expected, value_text(error.instance) if got is None else got, hint)


def _of_keyword(error: Any) -> Iterator[Violation]:
    row = KEYWORDS.get(error.validator)
    if error.validator in _WORDS:
        yield _violation(error, _WORDS[error.validator])
    elif row is None:
        yield _violation(error, "no value", hint="leave it out")
    else:
        yield _violation(error, row.words(error.validator_value))


_WORDS: Final = {
    "not": "another value: this one is ruled out",
    "contains": "an array with an item of the kind that must be in it",
    "minContains": "more items of the kind that must be in it",
    "maxContains": "fewer items of the kind that may be in it",
    "items": "fewer items",
}


def _required(error: Any) -> Iterator[Violation]:
    missing = (name for name in error.validator_value if name not in error.instance)
    yield from (_violation(error, "required", name, got="") for name in missing)


def _dependent(error: Any) -> Iterator[Violation]:
    for name, needed in error.validator_value.items():
        if name in error.instance:
            missing = (each for each in needed if each not in error.instance)
            yield from (_violation(error, f"required beside {quoted(name)}", each, got="") for each in missing)


def _unknown(error: Any) -> Iterator[Violation]:
    """An additional property: the path leads to it, the instance is the object that holds it."""
    names = error.schema.get("properties", {})
    name = error.absolute_path[-1]
    hint = name_hint(name, Names(names)) if isinstance(name, str) and 0 < len(names) <= _HINTED_NAMES else ""
    patterns = [in_one_line(each, _NAME_CHARS) for each in error.schema.get("patternProperties", ())]
    others = f"; others match {listed(patterns, ' or ')}" if patterns else ""
    yield _violation(error, f"no such property{others}", got="", hint=hint)


def _no_form(error: Any) -> Iterator[Violation]:
    """None of several forms fits: the faults against the one that comes nearest."""
    forms: dict[Any, list[Any]] = {}
    for inner in error.context:
        forms.setdefault(inner.schema_path[0], []).append(inner)
    if not forms:
        yield _violation(error, "a value that fits one of the forms alone")
        return
    if len(forms) > 1 and all(
        each.validator == "required" and not each.path for form in forms.values() for each in form
    ):
        yield _violation(error, f"{listed(map(_missing, forms.values()), ' or ')} must be there", got="")
        return
    tags = _tag_errors(list(forms.values()))
    if tags:
        choices = EnumType(tuple(each for error in tags for each in _choices(error)))
        yield _violation(tags[0], type_text(choices))
        return
    nearest = min(forms.values(), key=_distance)
    if _distance(nearest)[0]:
        yield _violation(error, f"one of {len(forms)} forms" if len(forms) > 1 else "another form")
        return
    for inner in nearest[:_SHOWN]:
        yield from told(inner)


def _tag_errors(forms: list[list[Any]]) -> list[Any]:
    """The errors of a value that every form lists choices for, none of which it is."""
    by_place = [{tuple(each.absolute_path): each for each in form if each.validator in _CHOICES} for form in forms]
    places = [place for place in by_place[0] if all(place in each for each in by_place)]
    return [each[places[0]] for each in by_place] if places and len(forms) > 1 else []


def _missing(form: list[Any]) -> str:
    """The names that one form needs and that are not there."""
    names = (name for each in form for name in each.validator_value if name not in each.instance)
    return listed([quoted(name, _NAME_CHARS) for name in dict.fromkeys(names)], " and ")


def _choices(error: Any) -> list[Any]:
    admitted = error.validator_value
    return admitted if error.validator == "enum" else [admitted]


def _distance(errors: list[Any]) -> tuple[bool, int]:
    """How far a value is from a form: another type altogether is farthest, then another tag."""
    is_other = any(inner.validator in {"type", None} and not inner.path for inner in errors)
    return is_other, sum(_TAG_WEIGHT if inner.validator in _CHOICES else 1 for inner in errors)


_TELLERS: Final[Mapping[Any, Callable[[Any], Iterator[Violation]]]] = {
    "required": _required,
    "dependentRequired": _dependent,
    "additionalProperties": _unknown,
    "unevaluatedProperties": _unknown,
    "unevaluatedItems": _unknown,
    "anyOf": _no_form,
    "oneOf": _no_form,
}
