"""One walk over a value that does not fit, which names every fault and passes over whatever fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.calls import Violation
from toolkit.closeness import Names
from toolkit.descriptor import AnyOfType, EnumType, ListType, ObjectType, ParameterType, ReferenceType, TupleType
from toolkit.schema.hints import JSON_WORDS, Choices, into_hint, name_hint, sent_hint, value_hint
from toolkit.schema.outlines import outline_of
from toolkit.schema.structures import FullError, Run, UnsettledError
from toolkit.schema.unions import nearest, of_kind, tag_name, tags, undecided
from toolkit.schema.wording import listed, place_inside, quoted, shown_place, type_text, value_text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from toolkit.schema.acceptance import Part, Parts
    from toolkit.schema.fuel import Fuel
    from toolkit.schema.outlines import ObjectOutline, Outline
    from toolkit.schema.reference import ReferenceValidator

# An array with more items is worth a glance; with fewer, it is gone through before a glance has begun.
_FEW: Final = 32
# Comparing names takes time; the first faults are mended first.
_NAME_HINTS: Final = 10
_NAME_CHARS: Final = 40
# A place of less is shown as it is.
_SHORT: Final = 100


class Explanation(Run):
    """The faults of one value: a check that goes on where another one would end.

    Each outline has the method that explains a value of its type, so that a step takes one call; see `_outlined`.

    Args:
        parts: The types.
        fuel: What it pays with, None if it need not.
        limit: How many faults are named.

    Attributes:
        known: Names of arguments that are known to fit.
        is_plain: Whether the value is as it came; see PlainExplanation.
    """

    known: Collection[str] = ()
    is_plain = False

    def __init__(self, parts: Parts, fuel: Fuel | None, limit: int) -> None:
        super().__init__(fuel)
        self.parts, self.limit = parts, limit
        self.found: list[Violation] = []
        self.root: Any = None

    def of(self, part: Part, value: Any) -> tuple[Violation, ...]:
        """The faults of a value, none if it fits.

        Raises:
            UnsettledError: It is plain, and a safe repair could make a difference.
        """
        self.root = root = part.outline or _outlined(part, self.parts)
        try:  # noqa: SIM105 - a context manager costs as much as a fault
            root.explain(self, root, value, "")
        except FullError:
            pass
        return tuple(self.found)

    def explain(self, part: Part, value: Any, place: str) -> None:
        """Look for the faults of a value that does not fit."""
        outline = part.outline or _outlined(part, self.parts)
        outline.explain(self, outline, value, place)

    def in_full(self, outline: Any, value: Any, place: str) -> None:
        """Look for faults in the structure, then in the constraints."""
        part = outline.part
        self.require_settled(outline, value)
        before = len(self.found)
        if part.fits is not None:
            # Arrays and objects are gone through once: what fits in them is passed over on the way.
            if outline.is_container or not part.fits(value, self):
                _STRUCTURES.get(type(part.type), Explanation.mismatch)(self, outline, value, place)
            if (part.limits or part.names) and len(self.found) == before:
                self._tests(part, value, place)
        if part.judge is not None and len(self.found) == before:
            self._judged(part.judge, value, place)

    def require_settled(self, outline: Outline, value: Any) -> None:
        """Refuse a value of which a safe repair would change what is told; here all are made."""

    def add(self, place: str, expected: str, got: str = "", hint: str = "") -> None:
        """Report one fault.

        Raises:
            FullError: It was the last one that the report may hold.
        """
        found = self.found
        found.append(Violation(place if len(place) < _SHORT else shown_place(place), expected, got, hint))
        if len(found) >= self.limit:
            raise FullError

    def mismatch(self, outline: Any, value: Any, place: str) -> None:
        """Report a value of another kind, with a hint at how it may have been meant."""
        if type(value) in outline.mended:
            self.require_settled(outline, value)
        hint = ""
        # A plain word is no JSON, and an item of no array here.
        if not (type(value) is str and value.isalpha() and outline.is_single and value not in JSON_WORDS):
            accept, fuel = outline.part.accept, self.fuel
            hint = value_hint(value, lambda meant: accept(meant, Run(fuel)), outline.example, outline.kinds)
        self.add(place, outline.words, value_text(value), hint)

    def _tests(self, part: Part, value: Any, place: str) -> None:
        for limit in part.limits:
            if not limit.test(value):
                self.add(place, limit.words, value_text(value, is_secret="writeOnly" in part.type.constraints))
        for name in value if part.names and isinstance(value, dict) else ():
            for limit in part.names:
                if not limit.test(name):
                    self.add(place_inside(place, name), f"as a name, {limit.words}", quoted(name, _NAME_CHARS))

    def _judged(self, judge: ReferenceValidator, value: Any, place: str) -> None:
        place = shown_place(place)
        for each in judge.violations(value, self.fuel):
            joint = "." if place and each.path and not each.path.startswith("[") else ""
            self.found.append(Violation(f"{place}{joint}{each.path}", each.expected, each.got, each.hint))
        if len(self.found) >= self.limit:
            raise FullError

    def in_choices(self, outline: Any, value: Any, place: str) -> None:
        """Report a value that is none of the choices."""
        if type(value) in outline.mended:
            self.require_settled(outline, value)
        hint = outline.choices.hint(value)
        if hint:
            self.add(place, outline.words, value_text(value), hint)
        else:
            self.mismatch(outline, value, place)

    def in_array(self, outline: Any, value: Any, place: str) -> None:
        """Report the items that do not fit."""
        if not isinstance(value, list):
            self.mismatch(outline, value, place)
            return
        item = outline.item
        accept = item.accept
        for index in range(len(value)) if len(value) <= _FEW else self.looked_at(outline, value):
            if not accept(value[index], self):
                self.explain(item, value[index], f"{place}[{index}]")

    def looked_at(self, outline: Any, value: list[Any]) -> Sequence[int]:  # noqa: ARG002 - a subclass glances
        """The positions of the items of a long array that may not fit."""
        return range(len(value))

    def in_tuple(self, outline: Any, value: Any, place: str) -> None:
        """Report the items that do not fit their position, and a wrong number of them."""
        if not isinstance(value, list):
            self.mismatch(outline, value, place)
            return
        if len(value) < outline.least or (outline.most is not None and len(value) > outline.most):
            self.add(place, outline.counts, value_text(value))
        for index, item in enumerate(value):
            inner = outline.items[index] if index < len(outline.items) else outline.rest
            if inner is not None and not inner.accept(item, self):
                self.explain(inner, item, f"{place}[{index}]")

    def in_object(self, outline: Any, value: Any, place: str) -> None:
        """Report what is missing, what is unknown, and what does not fit."""
        if not isinstance(value, dict):
            self.mismatch(outline, value, place)
            return
        for name in outline.needed:
            if name not in value:
                self._missing(outline, value, place)
                break
        members = outline.members
        known = self.known if outline is self.root else ()
        for name, each in value.items():
            member = members.get(name)
            if member is None:
                if not outline.accept_other(each, self):
                    self._other(outline, name, each, place)
                continue
            kind = type(each)
            if kind is member.sure or name in known:
                continue
            # What surely does not fit is not asked about, and an array is not gone through twice, if that takes long.
            if (
                (kind is str and member.refuses_text)
                or (member.is_gone_through and kind is list and self.is_plain)
                or not member.accept(each, self)
            ):
                inner = member.part.outline or _outlined(member.part, self.parts)
                explain = inner.explain if each is not None or not member.is_optional else Explanation.in_nothing
                explain(self, inner, each, f"{place}{member.further}" if place else member.first)

    def _missing(self, outline: ObjectOutline, value: Any, place: str) -> None:
        members = outline.members
        found, limit = self.found, self.limit
        is_known = value.keys() <= members.keys()
        others = {} if is_known else {name: each for name, each in value.items() if name not in members}
        likely = Names(others) if others else None
        is_sole = bool(others) and len(outline.needed.keys() - value.keys()) == 1
        for name, (fault, further) in outline.needed.items():
            if name in value:
                continue
            hint = "" if likely is None or len(found) >= _NAME_HINTS else sent_hint(name, likely)
            if is_sole and not hint:
                hint = into_hint(others, members[name].accept(others, Run(self.fuel)))
            if place or hint:
                self.add(f"{place}{further}" if place else fault.path, fault.expected, "", hint)
                continue
            found.append(fault)
            if len(found) >= limit:
                raise FullError

    def in_nothing(self, outline: Any, _: Any, place: str) -> None:
        """Report null in the place of a property that may be left out."""
        self.add(place, outline.words, "null", "leave it out if there is no value")

    def _other(self, outline: Any, name: str, value: Any, place: str) -> None:
        """Report a member that is no property."""
        inner = place_inside(place, name)
        if outline.additional is not None:
            self.explain(outline.additional, value, inner)
            return
        hint = name_hint(name, outline.names) if len(self.found) < _NAME_HINTS else ""
        if not hint and isinstance(value, dict) and value and outline.part.accept(value, Run(self.fuel)):
            hint = f"send what is in it without {quoted(name, _NAME_CHARS)} around it"
        self.add(inner, outline.unknown(is_argument=outline is self.root), hint=hint)

    def in_union(self, outline: Any, value: Any, place: str) -> None:
        """Report the faults against the member that the value was meant for."""
        if type(value) in outline.mended:
            self.require_settled(outline, value)
        options = of_kind(outline.options, value)
        name = tag_name(options, value) if isinstance(value, dict) else None
        if name is not None:
            named = [option for option in options if value.get(name) in tags(option, name)]
            if not named:
                self._wrong_tag(options, name, value, place)
                return
            options = named
        if not options:
            self.mismatch(outline, value, place)
        elif not isinstance(value, dict | list) and (len(options) > 1 or isinstance(options[0], EnumType)):
            self._alternatives(outline, options, value, place)
        else:
            near = nearest(options, value, self.parts, self)
            told = undecided(near, options, value, self.parts, self)
            self.add(place, *told) if told else self.explain(self.parts.of(near[0]), value, place)

    def _alternatives(self, outline: Outline, options: list[ParameterType], value: Any, place: str) -> None:
        """Report a scalar that several members might have taken, or that is none of the choices."""
        choices = [each for option in options if isinstance(option, EnumType) for each in option.values]
        words = dict.fromkeys(word for option in options for word in self._words(option, value))
        expected = outline.words if choices else listed(words, " or ")
        self.add(place, expected, value_text(value), Choices(choices).hint(value))

    def _words(self, option: ParameterType, value: Any) -> list[str]:
        """What a member demands that the value does not keep."""
        part = self.parts.of(option)
        if part.fits is not None and part.fits(value, self):
            failed = [limit.words for limit in part.limits if not limit.test(value)]
            if failed:
                return [" and ".join(failed)]
        return [(part.outline or _outlined(part, self.parts)).words]

    def _wrong_tag(self, options: list[ParameterType], name: str, value: Any, place: str) -> None:
        choices = EnumType(tuple(each for option in options for each in tags(option, name)))
        inner = place_inside(place, name)
        if name in value:
            hint = Choices(choices.values).hint(value[name])
            self.add(inner, type_text(choices), value_text(value[name]), hint)
        else:
            self.add(inner, f"required, {type_text(choices)}")

    def in_definition(self, outline: Any, value: Any, place: str) -> None:
        """Report the faults against the type that is named."""
        self.explain(outline.named, value, place)


class PlainExplanation(Explanation):
    """The faults of the value of a JSON text, before any safe repair; it ends where one could make a difference.

    Args:
        parts: The types.
        limit: How many faults are named.
        known: Names of arguments that are known to fit.
        reads_text: Whether texts may be read as arrays and objects.

    Attributes:
        passed: The long arrays, which msgspec looked over: by their id, the positions in each that may not fit.
    """

    is_plain = True

    # By position, and without a call of the base: so CPython enters it in a third of the time.
    def __init__(self, parts: Parts, limit: int, known: Collection[str], reads_text: bool) -> None:
        self.parts, self.limit, self.fuel, self.verdicts = parts, limit, None, {}
        self.found = []
        self.root = None
        self.known = known
        self.reads_text = reads_text
        self.passed: dict[int, Sequence[int]] = {}

    def require_settled(self, outline: Outline, value: Any) -> None:
        """Refuse a value of which a safe repair would change what is told.

        Raises:
            UnsettledError: One might: the text of an array, a whole number with a fraction of zero, or anything
                that the general validator tells of.
        """
        if type(value) is str:
            is_mended = self.reads_text and str in outline.mended and value.lstrip()[:1] in {"[", "{"}
        else:
            is_mended = type(value) is float and value.is_integer()
        if is_mended or outline.part.judge is not None:
            raise UnsettledError

    def looked_at(self, outline: Any, value: list[Any]) -> Sequence[int]:
        """The positions of the items that may not fit, with a glance at a long array."""
        if outline.glance is None:
            return range(len(value))
        doubtful: Sequence[int] = outline.glance.doubtful(value)
        self.passed[id(value)] = doubtful
        return doubtful


_STRUCTURES: Final[Mapping[type[ParameterType], Callable[[Explanation, Any, Any, str], None]]] = {
    EnumType: Explanation.in_choices,
    ListType: Explanation.in_array,
    TupleType: Explanation.in_tuple,
    ObjectType: Explanation.in_object,
    AnyOfType: Explanation.in_union,
    ReferenceType: Explanation.in_definition,
}


def _outlined(part: Part, parts: Parts) -> Any:
    """The outline of a part, made once, with what explains its values."""
    outline = outline_of(part, parts)
    # What is all structure does not fit it, else nobody would ask: nothing has to be looked at twice.
    is_structure = part.fits is not None and part.fits is part.accept
    outline.explain = _STRUCTURES.get(type(part.type), Explanation.mismatch) if is_structure else Explanation.in_full
    # Last, when it is whole: other threads may be at the same part.
    part.outline = outline
    return outline
