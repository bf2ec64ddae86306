"""The search for inputs that the library does not stand: its targets, its driver by chance, its command line."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from fuzzing.drivers import fails, run_by_chance, word_line
from fuzzing.mutating import MAX_BYTES, mutated
from fuzzing.seeds import PREFIX_BYTES, SEEDS
from fuzzing.targets import TARGETS

FOLDER = Path(__file__).parent
# What the search has found; each was mended.
FOUND = {
    "dispatch": (b'\5\0{"value": "\\udfaa"}',),
    "declare": (
        b'{"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}\n{"a": 1, "b": 2}',
        b'{"additionalProperties": true, "unevaluatedProperties": false}\n{"b": 2}',
    ),
}


def broken(data: bytes) -> None:
    """A target that does not stand a letter."""
    assert b"Q" not in data


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """How the command line ends."""
    command = [sys.executable, "-m", "fuzzing", *arguments]
    return subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False, timeout=100)


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_and_what_was_found_are_stood(name):
    """No target raises for what the search begins with, nor for what it found before."""
    for data in (b"", b"\0", *SEEDS[name], *FOUND[name]):
        TARGETS[name](data)


@pytest.mark.parametrize("name", TARGETS)
def test_some_inputs_by_chance_are_stood(name):
    """The same few hundred inputs in every run; `.ci/run` and people look for others, and for longer."""
    chance = random.Random(1)
    for _ in range(200):
        TARGETS[name](mutated(chance.choice(SEEDS[name]), chance, PREFIX_BYTES[name]))


@pytest.mark.parametrize("name", SEEDS)
def test_inputs_by_chance_differ_and_are_bounded(name):
    """Most are new, each is short, and the same seed gives the same ones."""
    made = [[mutated(SEEDS[name][0], random.Random(n), PREFIX_BYTES[name]) for n in range(100)] for _ in range(2)]
    assert made[0] == made[1]
    assert len(set(made[0])) > 80
    assert max(map(len, made[0])) <= MAX_BYTES


def test_an_input_that_fails_is_printed_and_kept(tmp_path, capsys):
    """The error, the bytes, and the file that they are in."""
    assert not fails(broken, b"a", "dispatch", tmp_path)
    assert fails(broken, b"aQ", "dispatch", tmp_path / "new")
    (kept,) = (tmp_path / "new").iterdir()
    assert kept.read_bytes() == b"aQ"
    assert kept.name.startswith("dispatch-")
    printed = capsys.readouterr().err
    assert "AssertionError" in printed
    assert f"dispatch fails on b'aQ'\nkept in {kept}\n" in printed


def test_chance_finds_a_letter(tmp_path):
    """A target that fails is found out; one that does not is fed until the time is over."""

    def short(data: bytes) -> None:
        assert len(data) < 1000

    assert run_by_chance(short, "dispatch", tmp_path, 20, 1) is None
    assert len(list(tmp_path.iterdir())) == 1
    assert run_by_chance(lambda _: None, "declare", tmp_path, 0.1, 1) > len(SEEDS["declare"])


def test_words_are_written_as_libfuzzer_reads_them():
    """Every byte in hexadecimal."""
    assert word_line(b'"\xff') == '"\\x22\\xff"\n'


def test_the_command_line_feeds_every_target_in_turn():
    """Each tells how many inputs it stood."""
    ended = run("--driver", "chance", "--seconds", "0.2", "--seed", "1")
    assert (ended.stderr, ended.returncode) == ("", 0)
    assert "all targets: driver chance, seed 1\n" in ended.stdout
    assert ended.stdout.count(" inputs by chance, none fails\n") == len(TARGETS)


def test_the_command_line_feeds_a_file_again(tmp_path):
    """An input that was kept, by the target that its name begins with."""
    kept = tmp_path / "declare-0"
    kept.write_bytes(FOUND["declare"][0])
    ended = run(str(kept))
    assert (ended.stdout, ended.stderr, ended.returncode) == ("", "", 0)
