"""Which parameters the host fills, and with what."""

from __future__ import annotations

from typing import Annotated, Any, Optional, Union

import pytest
from typing_extensions import TypeAliasType

from toolkit import CallId, CallMetadata, Inject, ToolContext
from toolkit.describing.injections import Injection, injection_of
from toolkit.reading.signature import Parameter
from toolkit.record import MISSING


class Deps:
    """The caller's own object."""


def _give(context: ToolContext) -> Deps: ...


LIVE = TypeAliasType("LIVE", ToolContext[Deps])
OWN = TypeAliasType("OWN", Deps)
GIVEN = TypeAliasType("GIVEN", Annotated[OWN, Inject(_give)])
MAYBE = TypeAliasType("MAYBE", LIVE | None)
NAMES = TypeAliasType("NAMES", list[str])


def injected(annotation: Any, default: Any = MISSING) -> Injection | None:
    """How a parameter of this hint is filled."""
    return injection_of(Parameter("p", 1, annotation, default))


@pytest.mark.parametrize(
    ("annotation", "kind", "source", "may_be_none"),
    [
        (ToolContext, "context", MISSING, False),
        (ToolContext[Deps], "context", Deps, False),
        (Optional[ToolContext], "context", MISSING, True),
        (ToolContext[Deps] | None, "context", Deps, True),
        (Annotated[ToolContext, "text"], "context", MISSING, False),
        (CallMetadata, "metadata", MISSING, False),
        (Optional[CallMetadata], "metadata", MISSING, True),
        (Annotated[Deps, Inject()], "service", Deps, False),
        (Annotated[Deps, Inject], "service", Deps, False),
        (Annotated[Optional[Deps], Inject()], "service", Deps, True),
        (Optional[Annotated[Deps, Inject()]], "service", Deps, True),
        (Annotated[Union[Deps, int], Inject()], "service", Union[Deps, int], False),
        (Annotated[Deps, Inject(_give)], "provider", _give, False),
        (Annotated[str, Inject("trace.id")], "item", "trace.id", False),
        (Annotated[str, CallId], "call_id", MISSING, False),
        (Annotated[Optional[str], CallId()], "call_id", MISSING, True),
    ],
)
def test_the_host_fills_what_is_marked(annotation, kind, source, may_be_none):
    """By type or by a marker, also beside None."""
    assert injected(annotation) == Injection("p", kind, source, may_be_none)


@pytest.mark.parametrize("annotation", [int, Optional[int], Annotated[int, "text"], list[ToolContext], Any, [int]])
def test_the_model_fills_the_rest(annotation):
    """A context inside a list is none."""
    assert injected(annotation) is None


def test_the_default_is_kept():
    """For a host that has nothing to give."""
    assert injected(Annotated[Deps, Inject()], None) == Injection("p", "service", Deps, False, None)


@pytest.mark.parametrize(
    ("annotation", "default", "injection"),
    [
        (Deps, Inject(_give), Injection("p", "provider", _give)),
        (Deps, Inject, Injection("p", "service", Deps)),
        (str, Inject("trace.id"), Injection("p", "item", "trace.id")),
        (Optional[str], CallId(), Injection("p", "call_id", MISSING, True)),
        (Any, ToolContext, Injection("p", "context")),
    ],
)
def test_a_marker_may_stand_in_the_place_of_the_default(annotation, default, injection):
    """It is no default, and never the model's to set."""
    assert injected(annotation, default) == injection


def test_other_defaults_are_not_compared():
    """What they say to == is theirs."""

    class Elementwise:
        __hash__ = None

        def __eq__(self, other):
            raise ValueError("ambiguous")

    assert injected(int, Elementwise()) is None


@pytest.mark.parametrize(
    ("annotation", "kind", "source", "may_be_none"),
    [
        (LIVE, "context", Deps, False),
        (Optional[LIVE], "context", Deps, True),
        (MAYBE, "context", Deps, True),
        (GIVEN, "provider", _give, False),
        (Annotated[GIVEN, "text"], "provider", _give, False),
        (Annotated[OWN, Inject()], "service", Deps, False),
    ],
)
def test_an_alias_is_what_it_stands_for(annotation, kind, source, may_be_none):
    """`type Live = ToolContext[Deps]` names the context."""
    assert injected(annotation) == Injection("p", kind, source, may_be_none)


def test_an_alias_of_what_the_model_gives_is_the_models():
    """One that stands for itself too: it has no schema, which is told elsewhere."""
    itself = TypeAliasType("itself", "itself")
    assert [injected(each) for each in (NAMES, Optional[NAMES], itself)] == [None, None, None]
