"""Descriptors as JSON Schema, and arguments against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolkit.face import lazy_names

if TYPE_CHECKING:
    from toolkit.schema.engine import FastPath as FastPath
    from toolkit.schema.generator import (
        OllamaSchemaGenerator as OllamaSchemaGenerator,
        OpenAICompatibleSchemaGenerator as OpenAICompatibleSchemaGenerator,
        SchemaGenerator as SchemaGenerator,
    )
    from toolkit.schema.listing import (
        HasDescriptor as HasDescriptor,
        tools_as_json as tools_as_json,
        tools_as_text as tools_as_text,
    )
    from toolkit.schema.reference import reference_validator as reference_validator
    from toolkit.schema.refusal import RefusalWriter as RefusalWriter
    from toolkit.schema.trial import Trial as Trial
    from toolkit.schema.violations import ArgumentCheck as ArgumentCheck

__all__ = [
    "HasDescriptor",
    "OllamaSchemaGenerator",
    "OpenAICompatibleSchemaGenerator",
    "SchemaGenerator",
    "tools_as_json",
    "tools_as_text",
]

_HOMES: Final = {
    "ArgumentCheck": "violations",
    "FastPath": "engine",
    "HasDescriptor": "listing",
    "OllamaSchemaGenerator": "generator",
    "OpenAICompatibleSchemaGenerator": "generator",
    "RefusalWriter": "refusal",
    "SchemaGenerator": "generator",
    "Trial": "trial",
    "reference_validator": "reference",
    "tools_as_json": "listing",
    "tools_as_text": "listing",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES), __all__.copy
