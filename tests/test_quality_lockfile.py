"""A lock says what tools promise, the same on every machine."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from floors import ROOT

from toolkit import ApprovalRequired, DefinitionError, Registry, Tool, tool
from toolkit.quality import lock, lock_text, read_lock


@tool(destructive=True, idempotent=True, approval=lambda arguments, context: True)
def pay(to: str, amount: float = 1.0) -> bool:
    """Bezahle 5 €."""
    return bool(to and amount)


@tool(read_only=True, return_direct=True)
def look() -> None:
    """Look."""


def test_a_lock_has_what_others_rely_on():
    """Texts, schemas, hints that were given, and the fingerprint."""
    entry = lock([pay])["tools"]["pay"]
    assert entry == {
        "description": "Bezahle 5 €.",
        "fingerprint": Tool.of(pay).fingerprint,
        "hints": {"approval": "sometimes", "destructive": True, "idempotent": True},
        "input_schema": Tool.of(pay).input_schema,
        "output_schema": {"type": "boolean"},
    }
    hints = {name: each["hints"] for name, each in lock([look, ApprovalRequired(look).renamed("ask")])["tools"].items()}
    assert hints == {
        "ask": {"approval": True, "read_only": True, "return_direct": True},
        "look": {"read_only": True, "return_direct": True},
    }


def test_the_order_of_registration_leaves_no_trace():
    """Nor does what the lock is made of."""
    texts = {lock_text(lock(tools)) for tools in ([pay, look], [look, pay], Registry([pay, look]))}
    assert len(texts) == 1


def test_a_lock_is_read_as_it_was_written():
    """All of it is JSON, in characters that no tool re-encodes."""
    made = lock([pay, look])
    assert lock_text(made).isascii()
    assert read_lock(lock_text(made)) == made


def test_another_process_writes_the_same():
    """Whatever seed its hashes have: a default may be a set."""
    code = """
from toolkit import Tool
from toolkit.quality import lock, lock_text
def act(kinds: set[str] = frozenset({"one", "two", "three", "four"})): ...
print(lock_text(lock([Tool.from_function(act, description="")])))
"""
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(texts) == 1
    assert str(ROOT).encode() not in texts.pop()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("<<<<<<< HEAD", "the lock is no valid JSON: Expecting value: line 1 column 1 (char 0); write it anew"),
        ("[" * 100_000, "no valid JSON"),
        ('{"format": 2, "tools": {}}', "has format 2, and this library reads up to 1; install the version"),
        ('{"format": true, "tools": {}}', 'lacks "format" and "tools"'),
        ("[]", 'lacks "format" and "tools"'),
        ('{"format": 1, "tools": []}', "write it anew: toolkit lock TARGET -o FILE"),
        ('{"format": 1, "tools": {"a": {}}}', "lacks"),
    ],
)
def test_what_is_no_lock_is_refused_with_the_cure(text: str, part: str):
    """A conflict of two branches, a newer format, another file."""
    with pytest.raises(DefinitionError) as caught:
        read_lock(text)
    assert part in str(caught.value)


@pytest.mark.parametrize("damage", [{"hints": {"approval": []}}, {"output_schema": []}, {"description": None}])
def test_a_damaged_entry_is_refused(damage):
    """Each part has the form that it is compared in."""
    made = lock([pay])
    made["tools"]["pay"].update(damage)
    with pytest.raises(DefinitionError):
        read_lock(json.dumps(made))
