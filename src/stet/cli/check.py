"""`stet check`: a cited text by anyone, checked on the sources that it cites."""

import sys
from collections.abc import Sequence
from typing import NamedTuple

from stet.app import profile_of
from stet.app.checking import STDIN, Checking, Wanted
from stet.cli.checkpage import text_lines
from stet.cli.edge import Fault
from stet.cli.exit import Exit
from stet.cli.interrupt import Interruptible
from stet.cli.setup import app_of, day_of, settings_of
from stet.cli.terminal import Line, write
from stet.domain.claims import Decision
from stet.errors import BadSetting, StetError
from stet.report.checked import UNCITED, CheckedText

GATES = (Decision.UNSUPPORTED.value, Decision.CONFLICTING.value, UNCITED, Decision.UNREVIEWED.value)


class Asked(NamedTuple):
    """Which texts to check, on what and how, as flags say it."""

    files: Sequence[str]
    sources: str | None
    profile: str | None
    today: str | None
    fail_on: Sequence[str]
    json: bool


class _Outcome(NamedTuple):
    """What became of the files: texts in order, and the errors of those that could not be checked."""

    texts: list[CheckedText]
    errors: list[StetError]


def check(asked: Asked) -> int:
    """Print the ledger of every text; status 1 where a gate of `--fail-on` found something.

    Raises:
        StetError: a text could not be checked; the first of them, when all others were
    """
    gates = _gates(asked.fail_on)
    files = _files(asked.files)
    settings = settings_of({"profile": asked.profile})
    app = app_of(settings)
    today = day_of(asked.today) or app.clock.now().date()
    wanted = Wanted(profile_of(settings.profile), today, asked.sources)
    outcome = _Outcome([], [])

    def tell(text: CheckedText) -> None:
        if not asked.json:
            write([*([Line(), Line()] if outcome.texts else []), *text_lines(text)])
        outcome.texts.append(text)

    async def work() -> None:
        with Checking(app, wanted) as checking:
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
    found = any(text.counts[gate] for text in outcome.texts for gate in gates)
    return Exit.NOT_ACCEPTED if found else Exit.DONE


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
    unknown = [gate for gate in gates if gate not in GATES]
    if unknown or (given and not gates):
        raise BadSetting(
            f"--fail-on: there is no “{', '.join(unknown)[:80]}”", hint=f"choose of: {', '.join(GATES)}"
        )
    return tuple(dict.fromkeys(gates))
