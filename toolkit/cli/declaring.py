"""What `toolkit schema` tells: the tools of a target as a provider's API takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolkit.cli.faults import UsageError, near
from toolkit.dialects import dialect, dialect_names
from toolkit.providers.declaring import has_strict_mode
from toolkit.tools.schemas import schemas

if TYPE_CHECKING:
    from toolkit.dialects import Dialect
    from toolkit.tools.registry import Registry

DEFAULT_PROVIDER: Final = "openai"


def provider_named(name: str | None) -> Dialect:
    """The dialect of that name, OpenAI's without one.

    Raises:
        UsageError: There is none of that name.
    """
    name = DEFAULT_PROVIDER if name is None else name
    if name not in dialect_names():
        raise UsageError(f"no provider {name!r}{near(name, dialect_names())}")
    return dialect(name)


def declarations(registry: Registry, provider: str | None, *, strict: bool) -> list[dict[str, Any]]:
    """The declarations of the tools.

    Raises:
        UsageError: There is no such provider, or it has no strict mode.
        DefinitionError: A tool cannot be declared to it.
    """
    chosen = provider_named(provider)
    if strict and not has_strict_mode(chosen):
        raise UsageError(f"{chosen.name} has no strict mode in its declarations; leave --strict out")
    return schemas(registry, chosen, strict)
