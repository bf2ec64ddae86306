"""New inputs out of old ones: as JSON trees where they are JSON, as bytes where they are not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fuzzing.seeds import KEYWORDS, SCALARS, WORDS

if TYPE_CHECKING:
    from random import Random

MAX_BYTES = 4096
_MAX_LEVELS = 4


def mutated(data: bytes, random: Random, prefix_bytes: int) -> bytes:
    """An input like this one.

    Args:
        data: The old input.
        random: Where chance comes from.
        prefix_bytes: How many bytes at the beginning choose, and are no text.
    """
    prefix, rest = bytearray(data[:prefix_bytes].ljust(prefix_bytes, b"\0")), data[prefix_bytes:]
    if prefix and random.random() < 0.2:
        prefix[random.randrange(len(prefix))] = random.randrange(256)
    lines = rest.split(b"\n")
    chosen = random.randrange(len(lines))
    for _ in range(random.choice((1, 1, 1, 2, 3, 5))):
        lines[chosen] = mutated_text(lines[chosen], random)
    return (bytes(prefix) + b"\n".join(lines))[:MAX_BYTES]


def mutated_text(text: bytes, random: Random) -> bytes:
    """A text like this one: most often JSON still."""
    if random.random() < 0.25:
        return mutated_bytes(text, random)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return mutated_bytes(text, random) if random.random() < 0.9 else written(any_value(random, 0), random)
    return written(mutated_value(value, random), random)


def written(value: Any, random: Random) -> bytes:
    """A value as JSON, spaced and escaped in one of the ways there are."""
    separators = random.choice(((",", ":"), (", ", ": "), (" ,\t", " :\r")))
    text = json.dumps(value, ensure_ascii=random.random() < 0.5, separators=separators)
    return text.encode("utf-8", "surrogatepass")


def mutated_bytes(text: bytes, random: Random) -> bytes:
    """Bytes like these: some put in, taken out, doubled or changed."""
    at = random.randrange(len(text) + 1)
    to = min(len(text), at + random.randrange(1, 9))
    word = random.choice(WORDS) if random.random() < 0.7 else random.randbytes(random.randrange(1, 4))
    ways = (
        text[:at] + word + text[at:],
        text[:at] + word + text[to:],
        text[:at] + text[to:],
        text[:to] + text[at:],
        text[:at],
        text[:at] + text[at:to] * random.choice((2, 8, 70)) + text[to:],
    )
    return random.choice(ways)


def mutated_value(value: Any, random: Random, level: int = 0) -> Any:
    """A JSON value like this one: a part of it is another."""
    if isinstance(value, dict) and value and random.random() < 0.85:
        return mutated_object(value, random, level)
    if isinstance(value, list) and value and random.random() < 0.85:
        at = random.randrange(len(value))
        part = [mutated_value(value[at], random, level + 1)]
        return random.choice((value[:at] + part + value[at + 1 :], value[:at] + part + value[at:], value[:at]))
    if random.random() < 0.15:
        return random.choice(([value], {random.choice(KEYWORDS): value}, [value, value], json.dumps(value)))
    return any_value(random, level)


def mutated_object(value: dict[str, Any], random: Random, level: int) -> dict[str, Any]:
    """An object like this one: a member changed, added, renamed or left out."""
    name = random.choice(list(value))
    made = dict(value)
    way = random.random()
    if way < 0.6:
        made[name] = mutated_value(value[name], random, level + 1)
    elif way < 0.8:
        made[random.choice(KEYWORDS)] = any_value(random, level + 1)
    elif way < 0.9:
        made[random.choice(KEYWORDS)] = made.pop(name)
    else:
        del made[name]
    return made


def any_value(random: Random, level: int) -> Any:
    """Any JSON value, and some that only Python's reader takes for one."""
    if level >= _MAX_LEVELS or random.random() < 0.6:
        return random.choice(SCALARS)
    inner = [any_value(random, level + 1) for _ in range(random.randrange(4))]
    return inner if random.random() < 0.4 else {random.choice(KEYWORDS): each for each in inner}
