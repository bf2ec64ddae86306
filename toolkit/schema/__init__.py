"""Descriptors as JSON Schema, and arguments against it."""

from __future__ import annotations

from toolkit.schema.generator import OllamaSchemaGenerator, OpenAICompatibleSchemaGenerator, SchemaGenerator

__all__ = ["OllamaSchemaGenerator", "OpenAICompatibleSchemaGenerator", "SchemaGenerator"]
