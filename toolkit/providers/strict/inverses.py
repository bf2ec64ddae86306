"""The way back from strict mode's forms of a value to the value itself.

An inverse changes what has the form that it undoes, and leaves everything else as it is: the check of the
arguments then says what is wrong with it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolkit.errors import CallError
from toolkit.record import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Inverse = Callable[[Any], Any]
    Fits = Callable[[Any], bool]

KEY: Final = "key"
VALUE: Final = "value"


class Member(NamedTuple):
    """How a member of an object comes back.

    Attributes:
        name: Its own name.
        inverse: What undoes the form of its value, or gives MISSING where the member is absent; None if it has no form.
    """

    name: str
    inverse: Inverse | None = None


def looked_up(values: Mapping[str, Any]) -> Inverse:
    """The value that a text stands for."""
    return lambda text: values.get(text, text) if isinstance(text, str) else text


def absent_if_null(inner: Inverse | None) -> Inverse:
    """MISSING for null, else what the value comes back as."""
    return lambda value: MISSING if value is None else _back(inner, value)


def out_of_list(inner: Inverse | None) -> Inverse:
    """The only item of a list, MISSING if it has none."""

    def inverse(value: Any) -> Any:
        if not isinstance(value, list) or len(value) > 1:
            return value
        return _back(inner, value[0]) if value else MISSING

    return inverse


def out_of_object(name: str, inner: Inverse | None) -> Inverse:
    """The only member of an object, if it has that name."""

    def inverse(value: Any) -> Any:
        return _back(inner, value[name]) if isinstance(value, dict) and value.keys() == {name} else value

    return inverse


def each_item(inner: Inverse) -> Inverse:
    """A list of what each item comes back as."""
    return lambda value: [inner(each) for each in value] if isinstance(value, list) else value


def members(wires: Mapping[str, Member], further: str = "") -> Inverse:
    """The object with its own names.

    Args:
        wires: The members by their names in strict mode.
        further: The member that holds those without a name of their own, "" if there is none.
    """
    own = {member.name for wire, member in wires.items() if wire != further}

    def inverse(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        made: dict[str, Any] = {}
        more: Any = {}
        for wire, each in value.items():
            member = wires.get(wire, Member(wire))
            found = _back(member.inverse, each)
            if wire == further and isinstance(found, dict):
                more = found
            elif found is not MISSING:
                made[member.name] = found
        twice = next((name for name in more if name in made or name in own), None)
        if twice is not None:
            raise CallError(f"the key {twice!r} stands in {further!r}, and has a place of its own; give each key once")
        return {**made, **more}

    return inverse


def from_pairs(inner: Inverse | None, path: str) -> Inverse:
    """The object whose members stand in a list of {key, value}.

    Args:
        inner: What undoes the form of a value.
        path: Where the list stands, for the text of the error.
    """

    def inverse(value: Any) -> Any:
        if not isinstance(value, list) or not all(map(_is_pair, value)):
            return value
        made = {each[KEY]: _back(inner, each[VALUE]) for each in value}
        if len(made) < len(value):
            twice = Counter(each[KEY] for each in value).most_common(1)[0][0]
            raise CallError(f"{path or 'the arguments'}: the key {twice!r} stands there twice; give it once")
        return made

    return inverse


def from_positions(names: Sequence[str], inverses: Sequence[Inverse | None], rest: str = "") -> Inverse:
    """The array whose items stand in an object, each under a name.

    Args:
        names: The names by position.
        inverses: What undoes the form of each.
        rest: The member that holds the items behind them, "" if there is none.
    """

    def inverse(value: Any) -> Any:
        if not isinstance(value, dict) or not value.keys() <= {*names, rest}:
            return value
        items = [_back(each, value.get(name, MISSING)) for name, each in zip(names, inverses, strict=False)]
        behind = value.get(rest, []) if rest else []
        if not isinstance(behind, list):
            return value
        items += _back(inverses[-1], behind) if rest else []
        while items and items[-1] is MISSING:
            items.pop()
        return [None if each is MISSING else each for each in items]

    return inverse


def chosen(options: Sequence[tuple[Fits, Inverse | None]]) -> Inverse:
    """What the value comes back as under the first option that it fits."""

    def inverse(value: Any) -> Any:
        return next((_back(each, value) for fits, each in options if fits(value)), value)

    return inverse


def defined(name: str, inverses: Mapping[str, Inverse | None]) -> Inverse:
    """What the value comes back as by a definition, which may not be complete yet."""
    return lambda value: _back(inverses[name], value)


def _back(inverse: Inverse | None, value: Any) -> Any:
    return value if inverse is None or value is MISSING else inverse(value)


def _is_pair(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {KEY, VALUE} and isinstance(value[KEY], str)
