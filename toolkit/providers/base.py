"""Provider: what all dialects do alike, with a place for each thing that one does in its own way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from toolkit.calling.copying import copied
from toolkit.calling.decoding import json_value
from toolkit.calling.guard import Raised, attempt
from toolkit.calls import ToolCall
from toolkit.errors import CallError
from toolkit.providers.declared import by_name, declared
from toolkit.providers.declaring import Declaring, unwritten
from toolkit.providers.history import unanswered
from toolkit.providers.naming import wire_names
from toolkit.providers.payloads import id_field, is_array, kind_in_words
from toolkit.providers.pieces import Fragment
from toolkit.record import replace_fields

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.calls import ToolResult
    from toolkit.descriptor import ToolDescriptor
    from toolkit.providers.pieces import Pieces
    from toolkit.providers.strict.mode import StrictForm


class Provider(Declaring):
    """One provider's dialect: how it declares tools, writes calls and takes results.

    A subclass sets the class attributes and writes `declaration`, `is_call`, `calls_in`, `parsed` and
    `write_results`; `toolkit.providers.register` makes it known.

    Attributes:
        id_name: The field of a call that holds its id.
        example: How a call looks, for the text of errors.
    """

    id_name: ClassVar[str] = "id"
    example: ClassVar[str] = ""

    def __init__(self, schema_generator: Any = None) -> None:
        super().__init__(schema_generator)
        self._last_names: tuple[tuple[str, ...], dict[str, str]] = ((), {})

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def is_call(self, payload: object) -> bool:  # noqa: ARG002 - a subclass looks
        """Whether a payload is one call in this dialect, be it broken; none is, until a subclass says which."""
        return False

    def calls_in(self, message: object) -> Sequence[object] | None:  # noqa: ARG002 - as above
        """The calls in a message or a whole response, as they stand there; None if it is neither.

        Raises:
            CallError: What should be a list of calls is none.
        """
        return None

    def parsed(self, call: object) -> ToolCall:
        """The call that a payload is.

        Raises:
            CallError: A field is missing or of the wrong type.
        """
        raise NotImplementedError(unwritten(self, "parsed(self, call)"))

    def write_results(self, results: Sequence[ToolResult]) -> list[dict[str, Any]]:
        """The messages that carry results back to the model."""
        raise NotImplementedError(unwritten(self, "write_results(self, results)"))

    def fragments(self, chunk: object) -> Iterator[Fragment]:
        """What a chunk of a stream says of calls; here, that whole calls stand in it as in a message.

        Raises:
            CallError: The chunk is broken.
        """
        for call in self.calls_in(chunk) or ():
            yield Fragment(call=self._read(call))

    def assembled(self, pieces: Pieces) -> list[ToolCall]:
        """The calls in what has come of one, when nothing more comes."""
        return [pieces.call(self.name)]

    def claims(self, message: object) -> bool:
        """Whether a payload or message is of this provider rather than of another.

        Raises:
            CallError: It is, and it is broken.
        """
        return self.is_call(message) or self.calls_in(message) is not None

    def wire_name(self, name: str) -> str:
        """A tool's name as it stands in this provider's messages.

        Of the tools whose calls were restored last, it is the name they were declared under.
        """
        if self.naming.fits(name):
            return name
        rewritten = (wire for wire, owner in self._last_names[1].items() if owner == name)
        return next(rewritten, None) or self.naming.nearest(name)

    def recognises(self, message: object) -> bool:
        """Whether a payload or message has this provider's shape, be it broken."""
        try:
            return self.claims(message)
        except CallError:
            return True

    def read_calls(self, message: object) -> list[ToolCall]:
        """The calls in a payload, a message, a whole response or a list of these.

        A broken call among others has a `problem`. Of a list, the calls that no later message answers.

        Raises:
            CallError: The payload is one broken call, or has not this provider's shape.
        """
        if is_array(message):
            return unanswered(message, self._read_one, self.name)
        return self._read_one(message)

    def _read_one(self, message: object) -> list[ToolCall]:
        """The calls in a payload, a message or a whole response."""
        if self.is_call(message):
            call = self._read(message)
            if call.problem:
                raise CallError(call.problem, call=call)
            return [call]
        calls = self.calls_in(message)
        if calls is None:
            raise CallError(f"{kind_in_words(message)} without a tool call of {self.name}; expected {self.example}")
        return [self._read(call) for call in calls]

    def restore(self, call: ToolCall, tools: Any) -> ToolCall:
        """The call as the tool's author knows it, with rewritten names of the tool and of arguments undone.

        Args:
            call: The call as the model wrote it.
            tools: What was declared: a registry, a mapping from names, or a list of tools.
        """
        if not call.name:
            return call
        offered = by_name(tools)
        if call.name not in offered:
            name = self._own_name(call.name, tuple(offered.names() if hasattr(offered, "names") else offered))
            if name is None:
                return call
            call = replace_fields(call, name=name)
        return self.restored(call, offered[call.name])

    def restored(self, call: ToolCall, tool: Any) -> ToolCall:
        """The call with the arguments that the tool knows, when its name is right already.

        Forms of strict mode are undone if the tool was declared strictly; what cannot be is the call's problem.
        """
        if self.property_naming is None and (self.strict_mode is None or self.strict_mode.is_unused):
            return call
        descriptor = declared(tool).descriptor
        form = None if self.strict_mode is None else self.strict_mode.declared(descriptor)
        owners = self._owners(descriptor, form)
        arguments = _object(call.arguments) if owners or form is not None else None
        if arguments is None:
            return call
        own = {owners.get(name, name): value for name, value in arguments.items()}
        try:
            return replace_fields(call, arguments=own if form is None else form.undone(own))
        except CallError as error:
            return replace_fields(call, problem=str(error))

    def _owners(self, descriptor: ToolDescriptor, form: StrictForm | None) -> dict[str, str]:
        """The own name of each argument that was rewritten, by the name it was declared under."""
        if self.property_naming is None:
            return {}
        declared_as = [descriptor] if form is None else [form.descriptor, descriptor]
        names = ([parameter.name for parameter in each.parameters] for each in declared_as)
        return {wire: name for each in names for name, wire in wire_names(each, self.property_naming).items()}

    def _own_name(self, wire: str, names: tuple[str, ...]) -> str | None:
        """The name that was rewritten to `wire` when tools of these names were declared."""
        known, owners = self._last_names
        if names != known:
            owners = {rewritten: name for name, rewritten in wire_names(names, self.naming).items()}
            self._last_names = (names, owners)
        return owners.get(wire)

    def _read(self, payload: object) -> ToolCall:
        """The call that a payload is; a broken one as a call with a problem, and with its id if it has one."""
        try:
            return self.parsed(payload)
        except CallError as error:
            id_ = attempt(self.id_of, payload)
            return ToolCall("", None, None if isinstance(id_, Raised) else id_, self.name, str(error))

    def id_of(self, call: object) -> str | None:
        """The id of a call, be it broken; None if it has none.

        Raises:
            CallError: What should be an id is none.
        """
        return id_field(call, self.id_name)


def _object(arguments: Any) -> dict[str, Any] | None:
    """The arguments as an object, None if they are none; a fault in them is found where they are decoded."""
    try:
        value = json_value(arguments, exact=True) if isinstance(arguments, str) else copied(arguments)
    except CallError:
        return None
    return value if isinstance(value, dict) else None
