"""Words of the command line, `key=value`, -> the arguments object that a tool's declaration makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.cli.faults import UsageError
from toolkit.cli.values import json_fault, value_from_text
from toolkit.descriptor import AnyType, ListType, ObjectType, ParameterType, StringType, TupleType
from toolkit.schema.members import alternatives, further_type, item_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from toolkit.descriptor import ToolDescriptor

Pair = tuple[str, str]


def arguments_from_words(words: Sequence[str], descriptor: ToolDescriptor) -> dict[str, Any]:
    """The arguments that the words give, typed as the tool declares them.

    `n=3` is a number where one is wanted, `tags=a tags=b` an array, `at.city=Oslo` a member of an object; a value
    that begins with `[` or `{` is JSON where the type admits that. What the tool does not declare is passed on as
    it is written, to be refused where all arguments are checked.

    Raises:
        UsageError: A word is no `key=value`, a key is given twice for one value, or broken JSON is given.
    """
    return _Reader(descriptor.definitions).object_from([_pair(word) for word in words], descriptor.arguments, "")


def _pair(word: str) -> Pair:
    key, equals, text = word.partition("=")
    if not (key and equals):
        raise UsageError(f"{word!r} is neither key=value nor a JSON object; write name=value for each argument")
    return key, text


class _Reader:
    """Reads pairs of key and text by the types of one declaration."""

    def __init__(self, definitions: Mapping[str, ParameterType]) -> None:
        self._definitions = definitions

    def object_from(self, pairs: Iterable[Pair], type_: ObjectType, above: str) -> dict[str, Any]:
        """The object whose members the pairs give, each by its key or by the beginning of it."""
        types = {each.name: each.type for each in type_.properties}
        groups: dict[str, list[Pair]] = {}
        for key, text in pairs:
            name, rest = self._split(key, types, type_.additional)
            groups.setdefault(name, []).append((rest, text))
        other = further_type(type_)
        return {name: self._member(f"{above}{name}", group, types.get(name, other)) for name, group in groups.items()}

    def _split(self, key: str, types: Mapping[str, ParameterType], additional: bool | ParameterType) -> Pair:
        """The name of the member that a key begins with, and the rest: the key of something inside it."""
        if key in types:
            return key, ""
        for name in sorted(types, key=len, reverse=True):
            if key.startswith(f"{name}.") and self._object_type(types[name]) is not None:
                return name, key[len(name) + 1 :]
        head, _, rest = key.partition(".")
        if rest and isinstance(additional, ParameterType) and self._object_type(additional) is not None:
            return head, rest
        return key, ""

    def _member(self, path: str, group: Sequence[Pair], type_: ParameterType) -> Any:
        inner = [pair for pair in group if pair[0]]
        texts = [text for rest, text in group if not rest]
        if inner and texts:
            raise UsageError(f"{path} is given as a whole and by its parts; choose one")
        holder = self._object_type(type_)
        if inner and holder is not None:
            return self.object_from(inner, holder, f"{path}.")
        return self._value(path, texts, type_)

    def _value(self, path: str, texts: Sequence[str], type_: ParameterType) -> Any:
        for text in texts:
            self._require_json(path, text, type_)
        if len(texts) == 1:
            return value_from_text(texts[0], type_, self._definitions)
        arrays = [each for each in self._alternatives(type_) if isinstance(each, ListType | TupleType | AnyType)]
        if not arrays:
            raise UsageError(f"{path} takes one value and is given {len(texts)}")
        array = arrays[0] if isinstance(arrays[0], ListType | TupleType) else ListType(items=AnyType())
        typed = ((text, item_type(array, place)) for place, text in enumerate(texts))
        return [value_from_text(text, item, self._definitions) for text, item in typed]

    def _require_json(self, path: str, text: str, type_: ParameterType) -> None:
        """Refuse a text that begins as the JSON that is wanted and goes on otherwise.

        Raises:
            UsageError: It does, most often for a quote that the shell took away.
        """
        wanted = {"[": ListType | TupleType, "{": ObjectType}.get(text.lstrip()[:1])
        admitted = self._alternatives(type_)
        if wanted is None or any(isinstance(each, StringType | AnyType) for each in admitted):
            return
        fault = json_fault(text) if any(isinstance(each, wanted) for each in admitted) else ""
        if fault:
            raise UsageError(f"{path} is no valid JSON: {fault}; put it in single quotes: {path}='{text[:1]}...'")

    def _object_type(self, type_: ParameterType) -> ObjectType | None:
        return next((each for each in self._alternatives(type_) if isinstance(each, ObjectType)), None)

    def _alternatives(self, type_: ParameterType) -> list[ParameterType]:
        return alternatives(type_, self._definitions, exact=False)
