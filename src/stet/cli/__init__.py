"""The command line: `main` runs one command and returns its exit status."""

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; `argv` is without the program's name, by default the process's own arguments."""
    from stet.cli.edge import run

    return run(list(sys.argv[1:] if argv is None else argv))
