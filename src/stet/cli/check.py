"""`stet check`: a cited text by anyone, checked on the sources that it cites."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from stet.app import profile_of
from stet.app.checking import STDIN, Checked, Checking, Wanted
from stet.app.checking_run import Terms, judge_model
from stet.app.request import MODEL
from stet.app.settings import engine_of
from stet.cli.checkpage import text_lines
from stet.cli.edge import Fault
from stet.cli.exit import Exit
from stet.cli.interrupt import Interruptible
from stet.cli.output import Destination, destination
from stet.cli.setup import app_of, day_of, settings_of
from stet.cli.terminal import Line, write
from stet.config import RoleSetting, Settings
from stet.config.spans import seconds
from stet.domain.claims import Decision
from stet.errors import BadSetting, StetError
from stet.report.checked import UNCITED, CheckedText
from stet.report.checked_words import FINDINGS

GATES = (Decision.UNSUPPORTED.value, Decision.CONFLICTING.value, UNCITED, Decision.UNREVIEWED.value)
"""What `--fail-on` may name, beside the kinds of findings."""
MOST_PAGES = 60
"""Pages that are fetched for one text, where nothing else is said."""


class Ground(NamedTuple):
    """What to check on, as flags say it; None says nothing."""

    sources: str | None
    run: str | None
    fetch: bool
    judge_model: str | None
    max_pages: int | None
    max_usd: str | None
    max_age: str | None
    allow_unknown_prices: bool | None
    profile: str | None
    today: str | None

    def said(self) -> dict[str, object]:
        """By the names of the settings."""
        return {
            "profile": self.profile,
            "pages": self.max_pages,
            "usd": self.max_usd,
            "max_age": self.max_age,
            "models": {"judge": self.judge_model} if self.judge_model is not None else None,
            "allow_unknown_prices": self.allow_unknown_prices,
        }


class Asked(NamedTuple):
    """Which texts to check, on what, and what to make of it."""

    files: Sequence[str]
    ground: Ground
    fail_on: Sequence[str]
    html: str | None
    force: bool
    json: bool
    quiet: bool


class _Outcome(NamedTuple):
    """What became of the files: texts in order, and the errors of those that could not be checked."""

    texts: list[CheckedText]
    errors: list[StetError]


def check(asked: Asked) -> int:
    """Print the ledger of every text; status 1 where a gate of `--fail-on` found something.

    Raises:
        StetError: a text could not be checked; the first such error, when all others were
    """
    gates, files = _gates(asked.fail_on), _files(asked.files)
    page = _page(asked, files)
    settings = settings_of(asked.ground.said())
    app = app_of(settings)
    budget = settings.budget.model_copy(update={"pages": asked.ground.max_pages or MOST_PAGES})
    terms = Terms(
        profile_of(settings.profile),
        day_of(asked.ground.today) or app.clock.now().date(),
        budget,
        judge_model(app, _judge(settings, asked.ground), budget),
        asked.ground.fetch,
    )
    wanted = Wanted(terms, asked.ground.sources, asked.ground.run, seconds(settings.max_age))
    outcome = _Outcome([], [])

    def tell(checked: Checked) -> None:
        if page is not None:
            _put(page, checked, quiet=asked.quiet)
        if not asked.json and (page is None or page.path is not None):
            write([*([Line(), Line()] if outcome.texts else []), *text_lines(checked.found)])
        outcome.texts.append(checked.found)

    def say(words: str) -> None:
        if not asked.quiet:
            print(words, file=sys.stderr, flush=True)

    async def work() -> None:
        async with Checking(app, wanted, say) as checking:
            for place in files:
                try:
                    tell(await checking.check(place, sys.stdin.buffer.read() if place == STDIN else None))
                except StetError as error:
                    outcome.errors.append(error)

    Interruptible().run(work)
    if asked.json and outcome.texts:
        print(_json(outcome.texts, several=len(files) > 1))
    return _status(outcome, gates)


def _status(outcome: _Outcome, gates: Sequence[str]) -> int:
    if outcome.errors:
        for error in outcome.errors[1:]:
            print(Fault(error.code, error.message, error.hint).text(), file=sys.stderr)
        raise outcome.errors[0]
    found = any(
        text.counts.get(gate, text.counts.get(f"findings.{gate}")) for text in outcome.texts for gate in gates
    )
    return Exit.NOT_ACCEPTED if found else Exit.DONE


def _page(asked: Asked, files: Sequence[str]) -> Destination | None:
    """Where the page of `--html` goes."""
    if asked.html is None:
        return None
    if len(files) > 1:
        raise BadSetting("--html writes the page of one text", hint="give one FILE, or --json for several")
    if asked.html == "-" and asked.json:
        raise BadSetting("--html - and --json both want stdout", hint="write the page to a file")
    name = "stdin" if files[0] == STDIN else Path(files[0]).stem
    try:
        return destination("html", asked.html, f"{name} checked", force=asked.force)
    except BadSetting as error:
        # What the option of other commands is called.
        told = error.message.replace("-o: ", "--html: ", 1)
        raise BadSetting(told, hint=error.hint) from error


def _put(page: Destination, checked: Checked, *, quiet: bool) -> None:
    from stet.report.checked_html import checked_html

    page.put(checked_html(checked.found, checked.text))
    if page.path is not None and not quiet:
        print(f"written to {page.path}", file=sys.stderr)


def _judge(settings: Settings, ground: Ground) -> RoleSetting | None:
    """The model that judges: the one named here, else the settings', where a model plays the roles by these."""
    if ground.judge_model is None and engine_of(settings) != MODEL:
        return None
    return settings.models.played(settings.model).get("judge")


def _json(texts: Sequence[CheckedText], *, several: bool) -> str:
    if not several:
        return texts[0].model_dump_json(indent=2)
    return "[\n" + ",\n".join(text.model_dump_json(indent=2) for text in texts) + "\n]"


def _files(given: Sequence[str]) -> list[str]:
    if list(given).count(STDIN) > 1:
        raise BadSetting("- reads stdin, and there is only one", hint="give it once")
    return list(dict.fromkeys(given))


def _gates(given: Sequence[str]) -> tuple[str, ...]:
    gates = [part.strip().lower() for each in given for part in each.split(",") if part.strip()]
    unknown = [gate for gate in gates if gate not in GATES and gate not in FINDINGS]
    if unknown or (given and not gates):
        raise BadSetting(
            f"--fail-on: there is no “{', '.join(unknown)[:80]}”",
            hint=f"choose of: {', '.join((*GATES, *FINDINGS))}",
        )
    return tuple(dict.fromkeys(gates))
