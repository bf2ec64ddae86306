"""The declarations of about thirty tools by every provider, as they stand in tests/golden.

`GOLDEN=write` before pytest writes the files anew; read the difference before you commit it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from golden.tools import TOOLS

from toolkit.providers import get, names

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    ("provider", "strict"),
    [*((name, False) for name in names()), ("openai", True), ("anthropic", True)],  # the two kinds of strict mode
)
def test_declarations_are_what_they_were(provider, strict):
    """Whatever changes for a model shows in a difference of these files."""
    made = [get(provider).declare([tool], strict=strict) for tool in TOOLS]
    text = json.dumps(made, ensure_ascii=False, indent=1) + "\n"
    file = FOLDER / f"{provider}{'-strict' * strict}.json"
    if os.environ.get("GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8")) == json.loads(text)


@pytest.mark.parametrize("provider", names())
def test_all_tools_can_be_declared_together(provider):
    """No name meets another."""
    assert get(provider).declare(TOOLS)


def test_declarations_pass_the_types_of_openai():
    """Chat completions and responses."""
    pytest.importorskip("openai")
    from openai.types.chat import ChatCompletionFunctionToolParam
    from openai.types.responses import FunctionToolParam
    from pydantic import TypeAdapter

    TypeAdapter(list[ChatCompletionFunctionToolParam]).validate_python(get("openai").declare(TOOLS))
    TypeAdapter(list[FunctionToolParam]).validate_python(get("openai-responses").declare(TOOLS))


def test_declarations_pass_the_types_of_anthropic():
    """Messages."""
    pytest.importorskip("anthropic")
    from anthropic.types import ToolParam
    from pydantic import TypeAdapter

    TypeAdapter(list[ToolParam]).validate_python(get("anthropic").declare(TOOLS))


def test_declarations_pass_the_types_of_gemini():
    """GenerateContent."""
    types = pytest.importorskip("google.genai.types")
    (made,) = get("gemini").declare(TOOLS)
    assert len(types.Tool.model_validate(made).function_declarations) == len(TOOLS)


def test_declarations_pass_the_types_of_ollama():
    """Chat; what its client drops is said in the description."""
    ollama = pytest.importorskip("ollama")
    for made in get("ollama").declare(TOOLS):
        kept = ollama.Tool.model_validate(made).model_dump(exclude_none=True)["function"]["parameters"]["properties"]
        stated = made["function"]["parameters"]["properties"]
        assert kept.keys() == stated.keys()


def test_declarations_pass_the_types_of_mistral():
    """Chat completions."""
    models = pytest.importorskip("mistralai.client.models")
    for made in get("mistral").declare(TOOLS):
        models.Tool.model_validate(made)


def test_declarations_pass_the_types_of_mcp():
    """tools/list."""
    types = pytest.importorskip("mcp_types")
    for made in get("mcp").declare(TOOLS):
        types.Tool.model_validate(made)


def test_declarations_pass_the_validator_of_bedrock():
    """Converse."""
    pytest.importorskip("botocore")
    from botocore.session import Session
    from botocore.validate import ParamValidator

    model = Session().get_service_model("bedrock-runtime")
    request = {"modelId": "m", "toolConfig": {"tools": get("bedrock").declare(TOOLS)}}
    report = ParamValidator().validate(request, model.operation_model("Converse").input_shape)
    assert report.generate_report() == ""


def test_declarations_pass_the_converter_of_langchain():
    """It leaves them as they are."""
    convert = pytest.importorskip("langchain_core.utils.function_calling").convert_to_openai_tool
    for made in get("langchain").declare(TOOLS):
        assert convert(made) == made
