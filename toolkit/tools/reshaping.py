"""How the arguments that a model gives become those of the tool behind: other names, texts, fixed values."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from toolkit.calling.contract import Contract
from toolkit.calls import Violation
from toolkit.closeness import advice
from toolkit.descriptor import ToolDescriptor, described
from toolkit.errors import ArgumentError, DefinitionError
from toolkit.options import ToolOptions
from toolkit.record import EMPTY, MISSING, Record, replace_fields
from toolkit.schema.wording import path_text
from toolkit.types.dumping import Dumper
from toolkit.types.undumpable import UndumpableError

if TYPE_CHECKING:
    from toolkit.descriptor import ToolParameterDescriptor

# Other keywords of the arguments object may name arguments; the tool behind holds to them all the same.
_KEPT_KEYWORDS: Final = ("title", "description", "$comment")
_OWNER: Final = "with_arguments"


class Reshaping(Record, kw_only=True):
    """What is changed of the arguments; each option names them as the tool behind does.

    Attributes:
        hide: Arguments that are not in the schema; one alone may be a text.
        rename: Other names.
        defaults: Values for what is hidden or left out, as JSON.
        describe: Other texts.
    """

    hide: tuple[str, ...] = ()
    rename: Mapping[str, str] = EMPTY
    defaults: Mapping[str, Any] = EMPTY
    describe: Mapping[str, str] = EMPTY

    def _check(self) -> None:
        hidden: Any = self.hide
        if not isinstance(hidden, Iterable) or isinstance(hidden, Mapping):
            raise DefinitionError(f"hide={hidden!r}", tool=_OWNER, cure='give names of arguments: hide=["limit"]')
        object.__setattr__(self, "hide", (hidden,) if isinstance(hidden, str) else tuple(dict.fromkeys(hidden)))
        for field in ("rename", "defaults", "describe"):
            told: Any = getattr(self, field)
            is_told = isinstance(told, Mapping)
            if not is_told or not (field == "defaults" or all(isinstance(each, str) for each in told.values())):
                what = "values" if field == "defaults" else "texts"
                raise DefinitionError(f"{field}={told!r}", tool=_OWNER, cure=f"give a dict of {what} by name")
            object.__setattr__(self, field, dict(told))


class ReshapedArguments:
    """The arguments of a tool as another one shows them.

    Args:
        contract: The contract of the tool behind.
        reshaping: What is changed.

    Raises:
        DefinitionError: A name is no argument, two arguments have one name, a hidden one has no value, or a
            value does not fit.
    """

    def __init__(self, contract: Contract, reshaping: Reshaping) -> None:
        self._inner = contract.descriptor
        self._told = replace_fields(reshaping, defaults=_defaults_as_json(contract, reshaping.defaults))
        known = {each.name for each in self._inner.parameters}
        for option in Reshaping._names:
            _require_known(option, getattr(reshaping, option), known, self._inner.name)
        self._require_values()
        self._inward = {self._outward_name(name): name for name in known if name not in reshaping.hide}
        self._require_apart(known)

    def _outward_name(self, name: str) -> str:
        return self._told.rename.get(name, name)

    def _require_values(self) -> None:
        for each in self._inner.required_parameters:
            if each.name in self._told.hide and each.name not in self._told.defaults:
                raise DefinitionError(
                    f"the hidden argument {each.name!r} has no value",
                    tool=self._inner.name,
                    cure=f'give it one: defaults={{"{each.name}": ...}}',
                )

    def _require_apart(self, known: set[str]) -> None:
        if len(self._inward) + len(self._told.hide) < len(known):
            names = [self._outward_name(name) for name in known if name not in self._told.hide]
            twice = next(name for name in names if names.count(name) > 1)
            raise DefinitionError(f"two arguments would be called {twice!r}", tool=self._inner.name)

    @cached_property
    def descriptor(self) -> ToolDescriptor:
        """The declaration with these arguments."""
        inner = self._inner
        shown = [each for each in inner.parameters if each.name not in self._told.hide]
        needed = {each.name for each in inner.required_parameters} - self._told.defaults.keys()
        return replace_fields(
            inner,
            required_parameters=tuple(self._parameter(each) for each in shown if each.name in needed),
            optional_parameters=tuple(self._parameter(each) for each in shown if each.name not in needed),
            keywords=self._keywords(),
        )

    def _keywords(self) -> dict[str, Any]:
        own = self._inner.keywords
        kept = {key: own[key] for key in _KEPT_KEYWORDS if key in own}
        examples = [each for each in own.get("examples", ()) if isinstance(each, Mapping)]
        return {**kept, "examples": list(self.examples(examples))} if examples else kept

    def _parameter(self, inner: ToolParameterDescriptor) -> ToolParameterDescriptor:
        told = self._told
        made = replace_fields(
            inner, name=self._outward_name(inner.name), default=told.defaults.get(inner.name, inner.default)
        )
        if inner.name not in told.describe:
            return made
        return replace_fields(made, description=told.describe[inner.name], type=described(inner.type, ""))

    def inward(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of the tool behind."""
        found = {name: copy.deepcopy(value) for name, value in self._told.defaults.items()}
        found.update((self._inward.get(name, name), value) for name, value in arguments.items())
        return found

    def misnamed(self, arguments: Iterable[str]) -> tuple[Violation, ...]:
        """The faults of names that mean something to the tool behind alone, which may admit further arguments."""
        behind = {*self._told.hide, *self._told.rename} - self._inward.keys()
        return tuple(Violation(path_text([name]), "no such argument") for name in arguments if name in behind)

    def outward(self, violations: Iterable[Violation]) -> tuple[Violation, ...]:
        """The faults that the tool behind finds, at the places where the model knows them."""
        return tuple(replace_fields(each, path=self._outward_path(each.path)) for each in violations)

    def _outward_path(self, path: str) -> str:
        for name, shown in self._told.rename.items():
            start = path_text([name])
            if path.startswith(start) and path[len(start) :][:1] in {"", ".", "["}:
                return path_text([shown]) + path[len(start) :]
        return path

    def examples(self, examples: Iterable[Mapping[str, Any]]) -> tuple[dict[str, Any], ...]:
        """Examples for the tool behind, as they are here."""
        return tuple(
            {self._outward_name(name): value for name, value in each.items() if name not in self._told.hide}
            for each in examples
        )


def _require_known(option: str, names: Iterable[str], known: set[str], tool: str) -> None:
    for name in names:
        if name not in known:
            names = sorted(known)
            cure = advice(str(name), names, f"the arguments are {', '.join(names)}" if names else "it has none")
            raise DefinitionError(f"{option} names {name!r}, which is no argument", tool=tool, cure=cure)


def _defaults_as_json(contract: Contract, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The values as JSON.

    Raises:
        DefinitionError: JSON cannot hold one, or the argument does not admit it.
    """
    inner = contract.descriptor
    dumper = Dumper(contract.options.types, of_arguments=True)
    found: dict[str, Any] = {}
    for each in inner.parameters:
        value = defaults.get(each.name, MISSING)
        if value is MISSING:
            continue
        try:
            found[each.name] = dumper.dump(value)
            _contract_of(each, inner, is_foreign=contract.is_foreign).check({each.name: found[each.name]})
        except UndumpableError as error:
            raise DefinitionError(f"the default of {each.name!r}: {error}", tool=inner.name) from error
        except ArgumentError as error:
            reason = f"the default of {each.name!r} is not valid: {error.violations[0]}"
            raise DefinitionError(reason, tool=inner.name) from error
    return found


def _contract_of(parameter: ToolParameterDescriptor, tool: ToolDescriptor, *, is_foreign: bool) -> Contract:
    """The contract of a tool with this argument alone."""
    alone = ToolDescriptor(tool.name, "", (parameter,), definitions=tool.definitions)
    return Contract(alone, ToolOptions(), is_foreign=is_foreign)
