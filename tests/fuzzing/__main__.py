"""Look for inputs that the library does not stand. In the folder `tests`: `python -m fuzzing --seconds 600`.

Each input that fails is printed, and kept in a file; `python -m fuzzing FILE...` feeds such files again.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.util
import io
import pkgutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from fuzzing.drivers import fails, run_atheris, run_by_chance

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = ("dispatch", "declare")
ROOT = Path(__file__).parents[2]
# No payload reaches these, and some need what is not installed.
UNREACHED = ("toolkit.__main__", "toolkit.cli", "toolkit.examples", "toolkit.executors", "toolkit.integrations")


def parser() -> argparse.ArgumentParser:
    """What may be said on the command line."""
    made = argparse.ArgumentParser(prog="python -m fuzzing", description=__doc__)
    made.add_argument("files", nargs="*", type=Path, help="inputs to feed again, named as they were kept")
    made.add_argument("--target", choices=NAMES, help="what is fed (default: each in turn)")
    made.add_argument("--seconds", type=float, default=60.0, help="for how long, all targets together")
    made.add_argument("--driver", choices=("auto", "atheris", "chance"), default="auto", help="what makes the inputs")
    made.add_argument("--seed", type=int, help="where chance begins (default: anywhere; it is printed)")
    made.add_argument("--keep", type=Path, default=ROOT / "build" / "fuzzing", help="where failing inputs are kept")
    made.add_argument("--corpus", type=Path, help="where inputs that reach further are kept for the next run")
    return made


def targets(*, watched: bool = False) -> dict[str, Callable[[bytes], None]]:
    """The targets by name; watched, the library tells which of its branches an input takes."""
    sys.path.insert(0, str(ROOT))
    if watched:
        import atheris

        # It names every module as it is read.
        with atheris.instrument_imports(include=["toolkit"]), contextlib.redirect_stderr(io.StringIO()):
            import toolkit

            for each in pkgutil.walk_packages(toolkit.__path__, "toolkit."):
                if not each.name.startswith(UNREACHED):
                    importlib.import_module(each.name)
    found = importlib.import_module("fuzzing.targets")
    found.read_log()
    return found.TARGETS


def fed_again(files: list[Path], keep: Path) -> int:
    """0 if no input of these files fails, else 1; a file's name begins with that of its target."""
    known = targets()
    names = [file.name.partition("-")[0] for file in files]
    failed = [fails(known[name], file.read_bytes(), name, keep) for name, file in zip(names, files, strict=True)]
    return int(any(failed))


def fed(said: argparse.Namespace, driver: str) -> int:
    """0 if the target that was named stands whatever is found for it, else 1."""
    name: str = said.target
    if driver == "chance":
        count = run_by_chance(targets()[name], name, said.keep, said.seconds, said.seed)
        sys.stdout.write(
            f"{name}: {'an input fails' if count is None else f'{count:,} inputs by chance, none fails'}\n"
        )
        return int(count is None)
    with tempfile.TemporaryDirectory() as folder:
        corpus = (said.corpus or Path(folder)) / name
        run_atheris(targets(watched=True)[name], name, said.keep, said.seconds, said.seed, corpus)
    return 0


def each_in_turn(said: argparse.Namespace, driver: str) -> int:
    """0 if every target stands it, else 1; each has a process of its own, as libFuzzer ends the one it runs in."""
    command = [sys.executable, "-m", "fuzzing", "--driver", driver, "--seed", str(said.seed), "--keep", str(said.keep)]
    if said.corpus:
        command += ["--corpus", str(said.corpus)]
    command += ["--seconds", str(said.seconds / len(NAMES)), "--target"]
    folder = Path(__file__).parents[1]
    failed = [name for name in NAMES if subprocess.run([*command, name], cwd=folder, check=False).returncode]
    sys.stdout.write(f"an input of {' and '.join(failed)} fails\n" if failed else "no input fails\n")
    return int(bool(failed))


def main() -> int:
    """0 if no input fails, 1 if one does."""
    said = parser().parse_args()
    if said.files:
        return fed_again(said.files, said.keep)
    driver = said.driver
    if driver == "auto":
        driver = "atheris" if importlib.util.find_spec("atheris") else "chance"
    if said.seed is None:
        said.seed = SystemRandom().randrange(1, 2**31)
    sys.stdout.write(f"{said.target or 'all targets'}: driver {driver}, seed {said.seed}\n")
    sys.stdout.flush()
    said.keep = said.keep.absolute()
    return fed(said, driver) if said.target else each_in_turn(said, driver)


if __name__ == "__main__":
    raise SystemExit(main())
