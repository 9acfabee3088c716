"""`stet cost`: what runs cost, from the store or from a file of counters, or beside a provider's bill."""

import gc
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from stet.cli.exit import Exit
from stet.cli.setup import reading_app
from stet.cli.terminal import write
from stet.config import Settings, load_settings
from stet.config.spans import seconds
from stet.errors import BadSetting
from stet.saved import chosen_run

if TYPE_CHECKING:
    from stet.store.costs import Charged
    from stet.store.sql import SqlStore


class Asked(NamedTuple):
    """What is asked: runs, or all since then; or a file of counters; and a bill to compare with."""

    runs: tuple[str, ...]
    since: str | None
    counts: str | None
    bill: str | None


def cost(asked: Asked, *, as_json: bool) -> int:
    """Print what was asked for.

    Raises:
        BadSetting: options that do not go together, a file that cannot be used, money of two currencies
        NotFound: no such run or file
        IntegrityError: the store cannot be read
    """
    if asked.counts is not None and (asked.runs or asked.since or asked.bill):
        raise BadSetting(
            "--counts works out of its file alone, without runs, --since or --bill",
            hint="stet cost --counts FILE",
        )
    if asked.runs and asked.since:
        raise BadSetting("give runs, or --since for all of a time, not both", hint="stet cost --since 30d")
    if asked.counts is not None:
        return _of_file(Path(asked.counts), as_json=as_json)
    settings = load_settings()
    if asked.bill is not None:
        return _beside(Path(asked.bill), asked, settings, as_json=as_json)
    return _of_runs(asked, settings, as_json=as_json)


def _of_file(path: Path, *, as_json: bool) -> int:
    from stet.cli.costtold import told
    from stet.evaluate.cost.countsfile import read_counts
    from stet.evaluate.cost.reporting import report_of_counts

    file = read_counts(path)
    report = report_of_counts(str(path), file.counts(), file.costs)
    if as_json:
        print(report.model_dump_json(indent=2))
    else:
        write(told(report))
    return Exit.DONE


def _of_runs(asked: Asked, settings: Settings, *, as_json: bool) -> int:
    from stet.cli.costtold import told
    from stet.evaluate.cost.pricing import pricing_of
    from stet.evaluate.cost.reporting import report_of_runs

    with _uncollected(), reading_app().store() as store:
        runs = _charged(store, asked)
        one = len(runs) == 1 and asked.since is None
        of = f"run {runs[0].run}" if one else f"runs since {asked.since}" if asked.since else "these runs"
        report = report_of_runs(store, of, runs, pricing_of(settings), settings.costs)
    if as_json:
        print(report.model_dump_json(indent=2))
    else:
        write(told(report))
    return Exit.DONE


@contextmanager
def _uncollected() -> Generator[None]:
    """Without the search for cycles: what is read of many runs has none, and would be searched again and again."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _charged(store: "SqlStore", asked: Asked) -> "tuple[Charged, ...]":
    if asked.since is not None:
        return store.charged(since=_moment(asked.since))
    named = [store.run(run).id for run in asked.runs] or [chosen_run(store, None).id]
    return store.charged(tuple(dict.fromkeys(named)))


def _beside(path: Path, asked: Asked, settings: Settings, *, as_json: bool) -> int:
    """A bill beside the runs that were asked for, or beside all that can have calls on its days."""
    from stet.cli.costtold import compared
    from stet.evaluate.cost.bill import read_bill
    from stet.evaluate.cost.pricing import pricing_of
    from stet.evaluate.cost.reconcile import reconciled

    bill = read_bill(path, settings.costs.currency)
    with _uncollected(), reading_app().store() as store:
        runs = _charged(store, asked) if asked.runs or asked.since else store.charged()
    found = reconciled(bill, runs, pricing_of(settings))
    if as_json:
        print(found.model_dump_json(indent=2))
    else:
        write(compared(found))
    return Exit.DONE


def _moment(text: str) -> datetime:
    """When a span began that ends now, or the beginning of a day here.

    Raises:
        BadSetting: it is neither
    """
    now = datetime.now(UTC)
    try:
        if text.strip()[:4].isdigit() and "-" in text:
            return datetime.combine(datetime.fromisoformat(text.strip()).date(), time()).astimezone()
        return now - timedelta(seconds=seconds(text))
    except (ValueError, OverflowError) as error:
        raise BadSetting(
            f"--since: “{text[:40]}” is no date and no span of time", hint="write 30d, 12h, 1y, or 2026-11-01"
        ) from error
