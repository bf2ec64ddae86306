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
# They take over the declarations of another provider as they are.
FOLLOWERS = {"mistral": "openai", "langchain": "openai"}


@pytest.mark.parametrize(
    ("provider", "strict"),
    [*((name, False) for name in names()), ("openai", True), ("anthropic", True)],  # the two kinds of strict mode
)
def test_declarations_are_what_they_were(provider, strict):
    """Whatever changes for a model shows in a difference of these files."""
    made = [get(provider).declare([tool], strict=strict) for tool in TOOLS]
    text = json.dumps(made, ensure_ascii=False, indent=1) + "\n"
    file = FOLDER / f"{FOLLOWERS.get(provider, provider)}{'-strict' * strict}.json"
    if os.environ.get("GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8")) == json.loads(text)


@pytest.mark.parametrize("provider", names())
def test_all_tools_can_be_declared_together(provider):
    """No name meets another."""
    assert get(provider).declare(TOOLS)
