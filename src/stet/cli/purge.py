"""`stet runs purge`: what is past its time goes."""

import json
import sys
from collections.abc import Sequence

from stet.app.forgetting import Due, due, let_go
from stet.cli.exit import Exit
from stet.cli.setup import app_of
from stet.cli.terminal import cut, table
from stet.config import Retention, load_settings
from stet.errors import BadSetting
from stet.report.words import plural

_NOUNS = {"pages": "saved page", "calls": "row of calls", "run": "whole run"}
_MANY = {"calls": "rows of calls"}


def purge(*, dry_run: bool, yes: bool, as_json: bool) -> int:
    """Let go of what is past its time; nothing goes when the reader does not say yes.

    Raises:
        BadSetting: nothing says how long things are kept, or nobody is there to be asked
    """
    settings = load_settings()
    if settings.retention == Retention():
        raise BadSetting(
            "nothing says how long things are kept",
            hint='in your config.toml: [retention] with pages = "90d", calls = "30d", runs = "2y"',
        )
    app = app_of(settings)
    now = app.clock.now()
    with app.store() as store:
        found = due(store, settings.retention, now)
        if not as_json:
            for line in table(_row(each) for each in found):
                print(line)
        agreed = bool(found) and not dry_run and (yes or _agreed(found))
        if agreed:
            for each in found:
                let_go(store, each, now)
        if not dry_run:
            store.sweep(now)
    if as_json:
        print(_json(found, done=agreed))
    else:
        print(_told(found, settings.retention, done=agreed), file=sys.stderr)
    return Exit.NOT_ACCEPTED if found and not agreed and not dry_run else Exit.DONE


def _row(found: Due) -> tuple[str, ...]:
    last = found.run.updated_at.astimezone().strftime("%Y-%m-%d")
    return found.run.id, last, _counted(found), cut(found.run.spec.question, 80)


def _counted(found: Due) -> str:
    return plural(found.number, _NOUNS[found.what], _MANY.get(found.what))


def _agreed(found: Sequence[Due]) -> bool:
    what = plural(len(found), "line")
    if not sys.stdin.isatty():
        raise BadSetting(f"{what} would go for good", hint="add --yes to let go without being asked")
    print(f"Let go of {what}? There is no way back. [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() in {"y", "yes"}


def _told(found: Sequence[Due], retention: Retention, *, done: bool) -> str:
    if not found:
        return f"nothing is past its time ({retention.shown()})"
    return f"{plural(len(found), 'line')} {'went' if done else 'would go'} ({retention.shown()})"


def _json(found: Sequence[Due], *, done: bool) -> str:
    rows = [{"run": each.run.id, "what": each.what, "count": each.number} for each in found]
    return json.dumps({"schema": "stet.purge/1", "done": done, "due": rows}, indent=2)
