"""What `stet bench` and `stet compare` show: the table, its JSON, a page, and what moved since an earlier result."""

import sys
from pathlib import Path
from typing import NamedTuple

from stet.cli.output import save
from stet.cli.terminal import Line, write
from stet.errors import BadSetting
from stet.evaluate.bench.state import load_result
from stet.evaluate.bench.table import groups_of
from stet.evaluate.bench.values import BenchResult

_PAGE = b"<!doctype html"


class Goal(NamedTuple):
    """Where a result goes, as flags say it."""

    as_json: bool
    html: str | None = None
    baseline: str | None = None
    seconds: bool = False

    def look(self) -> BenchResult | None:
        """The earlier result, read before anything can take its place; the files can be what they are said to be.

        Raises:
            BadSetting: the page has no folder or has the place of another file, or the earlier result cannot
                be read
        """
        if self.seconds and self.baseline is None:
            raise BadSetting(
                "--count-seconds says what counts beside an earlier result", hint="name it: --baseline FILE"
            )
        if self.html is not None:
            place = Path(self.html)
            if not self.html.strip() or "\0" in self.html or place.is_dir():
                raise BadSetting(
                    "--html: this cannot be the name of a file", hint="name one: --html bench.html"
                )
            if _is_other_work(place):
                raise BadSetting(
                    f"--html: {place} is there, and is no page", hint="name another: --html bench.html"
                )
            if not place.parent.is_dir():
                raise BadSetting(
                    f"--html: there is no folder {place.parent}", hint=f"mkdir -p {place.parent}"
                )
        return load_result(Path(self.baseline)) if self.baseline is not None else None


def apart(page: str | None, result: Path) -> None:
    """Refuse a page that would be written over the result itself.

    Raises:
        BadSetting: both have one place
    """
    if page is not None and Path(page).resolve() == result.resolve():
        raise BadSetting(f"--html: {page} is the file of the result", hint="name another: --html bench.html")


def _is_other_work(place: Path) -> bool:
    """Whether a file is there that is no page: a result, tasks, labels, which a page would take the place of."""
    try:
        if not place.is_file():
            return False
        with place.open("rb") as file:
            head = file.read(len(_PAGE)).lower()
    except OSError as error:
        raise BadSetting(
            f"--html: {place}: {error.strerror}", hint="name another: --html bench.html"
        ) from error
    return head not in {b"", _PAGE}


def show(result: BenchResult, goal: Goal, earlier: BenchResult | None) -> bool:
    """Print the table or its JSON, write the page; whether something is worse than in the earlier result.

    Raises:
        OSError: the page cannot be written
    """
    drift, words = None, ""
    if earlier is not None:
        from stet.evaluate.drift import compared, told

        drift = compared(earlier, result, seconds=goal.seconds)
        words = told(drift)
    if goal.html is not None:
        from stet.evaluate.page import page_of

        save(Path(goal.html), page_of(result, drift), force=True)
    if goal.as_json:
        print(result.model_dump_json(indent=1, by_alias=True))
        print(words, end="", file=sys.stderr)
    else:
        write(_lines(result, words))
    # Nothing that can be compared is no sign that nothing got worse.
    return drift is not None and (drift.regressed or not drift.comparable)


def _lines(result: BenchResult, words: str) -> list[Line]:
    lines: list[Line] = []
    for group in groups_of(result):
        lines += [Line()] if lines else []
        lines += [Line(group.title, "bold"), *(Line(each) for each in group.lines())]
    if words:
        lines += [Line(), *(Line(each) for each in words.splitlines())]
    return lines
