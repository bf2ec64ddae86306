"""What feeds a target: atheris, which looks for inputs that reach further, or chance, which needs nothing installed."""

from __future__ import annotations

import hashlib
import os
import sys
import time
import traceback
from random import Random
from typing import TYPE_CHECKING, Any

from fuzzing.mutating import MAX_BYTES, mutated
from fuzzing.seeds import PREFIX_BYTES, SEEDS, WORDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SLOW_SECONDS = 20
_MAX_POOL = 2000


def fails(target: Callable[[bytes], None], data: bytes, name: str, folder: Path) -> bool:
    """Whether an input makes a target raise, or takes it long; then it is printed, and kept in the folder."""
    started_at = time.monotonic()
    try:
        target(data)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - whatever the library raises is a find
        traceback.print_exc()
    else:
        if time.monotonic() - started_at < SLOW_SECONDS:
            return False
        sys.stderr.write(f"it takes more than {SLOW_SECONDS} s\n")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{hashlib.sha256(data).hexdigest()[:16]}"
    path.write_bytes(data)
    sys.stderr.write(f"{name} fails on {data!r}\nkept in {path}\n")
    return True


def run_by_chance(target: Callable[[bytes], None], name: str, folder: Path, seconds: float, seed: int) -> int | None:
    """How many inputs a target has stood before the time was over, None if one fails.

    Args:
        target: What is fed.
        name: Its name, which names its seeds.
        folder: Where a failing input is kept.
        seconds: For how long, if that suffices for the seeds.
        seed: Where chance begins.
    """
    random = Random(seed)
    pool = list(SEEDS[name])
    if any(fails(target, data, name, folder) for data in pool):
        return None
    count, until = len(pool), time.monotonic() + seconds
    while time.monotonic() < until:
        data = mutated(random.choice(pool), random, PREFIX_BYTES[name])
        if fails(target, data, name, folder):
            return None
        count += 1
        # Without a measure of what is new, a few are kept so that changes add up.
        if random.random() < 0.1:
            pool[_MAX_POOL:] = []
            pool.insert(len(SEEDS[name]), data)
    return count


def run_atheris(  # noqa: PLR0917 - as `run_by_chance`, and a folder
    target: Callable[[bytes], None], name: str, folder: Path, seconds: float, seed: int, corpus: Path
) -> None:
    """Never comes back: libFuzzer ends the process, with a status that is not 0 if an input fails.

    Args:
        target: What is fed.
        name: Its name, which names its seeds.
        folder: Where a failing input is kept.
        seconds: For how long.
        seed: Where chance begins.
        corpus: A folder with the inputs of former runs, which gains those that reach further.
    """
    import atheris

    def one(data: bytes) -> None:
        if fails(target, data, name, folder):
            # libFuzzer keeps inputs that crash or hang the interpreter, not those that raise.
            os._exit(1)

    def mutate(data: bytes, max_size: int, chosen: int) -> bytes:
        random = Random(chosen)
        if random.random() < 0.3:
            changed: bytes = atheris.Mutate(data, max_size)
            return changed
        return mutated(data, random, PREFIX_BYTES[name])[:max_size]

    for each in (folder, corpus):
        each.mkdir(parents=True, exist_ok=True)
    for number, seed_data in enumerate(SEEDS[name]):
        (corpus / f"seed-{number}").write_bytes(seed_data)
    words = corpus.parent / f"{name}.words"
    words.write_text("".join(map(word_line, WORDS)), encoding="ascii")
    options: dict[str, Any] = {
        "max_total_time": max(1, int(seconds)),
        "max_len": MAX_BYTES,
        "seed": seed,
        "dict": words,
        "timeout": SLOW_SECONDS,
        "artifact_prefix": f"{folder}/{name}-",
        "print_final_stats": 1,
        "verbosity": 0,
    }
    given = [sys.argv[0], *(f"-{option}={value}" for option, value in options.items()), str(corpus)]
    atheris.Setup(given, one, custom_mutator=mutate)
    atheris.Fuzz()


def word_line(word: bytes) -> str:
    """A word as a line of libFuzzer's dictionary."""
    written = "".join(f"\\x{byte:02x}" for byte in word)
    return f'"{written}"\n'
