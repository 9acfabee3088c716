"""`stet config`: where things are, and which settings are in force."""

import json
import sys

from stet.cli.exit import Exit
from stet.cli.terminal import clean, table
from stet.config import load_settings


def paths(*, as_json: bool) -> int:
    """Print where things are."""
    found = load_settings().paths()
    if as_json:
        print(json.dumps(dict(found), indent=2, ensure_ascii=False))
    else:
        print("\n".join(f"{name:<8}  {clean(place)}" for name, place in found))
    return Exit.DONE


def show(*, as_json: bool) -> int:
    """Print every setting and where its value comes from."""
    settings = load_settings()
    rows = list(settings.rows())
    if as_json:
        said = {row.name: {"value": row.value, "origin": row.origin} for row in rows}
        print(json.dumps(said, indent=2, ensure_ascii=False))
    else:
        print("\n".join(table(tuple(row) for row in rows)))
    for name in settings.ignored:
        print(f"stet: the variable {clean(name)} means nothing to this version", file=sys.stderr)
    return Exit.DONE
