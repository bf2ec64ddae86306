"""`python -m toolkit`: the command line."""

from __future__ import annotations

from toolkit.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
