"""The README as its parts: sections, and the fenced blocks in each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

README = Path(__file__).parent.parent / "README.md"
FENCE = re.compile(r"^```(?P<language>\S*)[^\n]*\n(?P<text>.*?)^```\s*?$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)


class Block(NamedTuple):
    """One fenced block.

    Attributes:
        section: The title of the `##` section it stands in, "" before the first.
        line: The line of its first line of text, from 1.
        language: What follows the fence: python, sh, text.
        text: What stands between the fences.
    """

    section: str
    line: int
    language: str
    text: str


def blocks_in(markdown: str) -> list[Block]:
    """The fenced blocks of a Markdown text, in their order."""
    found = []
    for fence in FENCE.finditer(markdown):
        before = markdown[: fence.start("text")]
        # A `## ` inside a block is a comment of the shell, no heading.
        titles = HEADING.findall(FENCE.sub("", markdown[: fence.start()]))
        section = titles[-1].strip() if titles else ""
        found.append(Block(section, before.count("\n") + 1, fence["language"], fence["text"]))
    return found


def readme_blocks() -> list[Block]:
    """The fenced blocks of the README; none while there is no README."""
    return blocks_in(README.read_text(encoding="utf-8")) if README.exists() else []


def first_commands(markdown: str) -> list[str]:
    """The commands that a README begins with: its first two `sh` blocks, each one line.

    Raises:
        ValueError: There are fewer, or one has several lines.
    """
    commands = [block.text.strip() for block in blocks_in(markdown) if block.language == "sh"][:2]
    if len(commands) != 2 or any("\n" in command for command in commands):
        message = f"README.md begins with two sh blocks of one line each, not with {commands}"
        raise ValueError(message)
    return commands
