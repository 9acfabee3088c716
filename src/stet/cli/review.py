"""`stet review`: what people decide on claims."""

import json
import sys
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from stet.cli.exit import Exit
from stet.cli.reviewing import Reviewing
from stet.cli.setup import app_of, settings_of
from stet.cli.terminal import Line, cut, one_line, write
from stet.domain.claims import Action, LedgerEntry
from stet.domain.people import MOST_NAME, MOST_NOTE, People, PersonDecision, ReviewRule, Verdict, standing
from stet.domain.report import Report
from stet.errors import BadSetting
from stet.ports import Clock
from stet.report import people, words
from stet.report.stakes import drawn
from stet.report.view import weakest_first
from stet.saved import decide, report_of, texts_of, with_people

if TYPE_CHECKING:
    from stet.store.sql import SqlStore


class Said(NamedTuple):
    """What is said of a claim, as arguments and flags say it; None says nothing."""

    claim: str | None
    verdict: str | None
    note: str | None
    action: str | None
    name: str | None


class Spot(NamedTuple):
    """A sample of the claims, as flags say it; None is all of them."""

    share: str | None
    seed: int | None


def review(run: str, said: Said, spot: Spot, *, as_json: bool) -> int:
    """Keep what was said of a claim; or go through the claims, where somebody is there to be asked; or list them.

    Status 1 while a rule of the run is not satisfied, else 0.

    Raises:
        BadSetting: an argument cannot be used, or nobody's name is known
        NotFound: no such run, report or claim
    """
    _fit(said, spot)
    settings = settings_of({"name": said.name})
    app = app_of(settings)
    with app.store() as store:
        report = with_people(store, report_of(store, store.run(run).id))
        wanted = _wanted(report, spot)
        asked = sys.stdin.isatty() and sys.stderr.isatty() and not as_json
        if said.claim is not None:
            report = decide(store, report.run, _decision(said, settings.name, app.clock.now()))
        elif asked:
            report = _asked(store, report, wanted, _named(settings.name), app.clock)
        if as_json:
            print(_json(report, wanted))
        elif said.claim is not None:
            write([Line(each) for each in people.said_of(report, said.claim.upper())[-1:]])
            write([Line(each, "dim") for each in people.lines(report)])
        else:
            write(_lines(report, wanted))
    held = report.people or People()
    return Exit.DONE if held.satisfied else Exit.NOT_ACCEPTED


def _fit(said: Said, spot: Spot) -> None:
    if (said.claim is None) != (said.verdict is None):
        raise BadSetting(
            "a claim and what you say of it go together", hint='stet review RUN C3 agree --note "…"'
        )
    if said.claim is None and (said.note is not None or said.action is not None):
        raise BadSetting("--note and --action belong to a claim", hint="stet review RUN C3 agree --note …")
    if said.claim is not None and spot != (None, None):
        raise BadSetting("--sample chooses claims, and one is named already", hint="leave out --sample")
    if spot.seed is not None and spot.share is None:
        raise BadSetting("--seed draws a sample", hint="add --sample 20%")


def _named(name: str | None) -> str:
    """Who decides: never the login, which nobody was asked for.

    Raises:
        BadSetting: nobody said who
    """
    known = one_line(name or "")
    if not known or len(known) > MOST_NAME:
        raise BadSetting(
            "a decision needs the name of who decides",
            hint='add --name "Your Name", or set name in your config.toml',
        )
    return known


def _decision(said: Said, name: str | None, at: datetime) -> PersonDecision:
    verdict = (said.verdict or "").casefold()
    if verdict not in list(Verdict):
        raise BadSetting(
            f"“{cut(verdict, 40)}” is nothing to say of a claim", hint=f"one of: {_any(Verdict)}"
        )
    action = said.action.casefold() if said.action is not None else None
    if action is not None and action not in list(Action):
        raise BadSetting(f"--action: there is no “{cut(action, 40)}”", hint=f"one of: {_any(Action)}")
    note = (said.note or "").strip() or None
    if note is not None and len(note) > MOST_NOTE:
        raise BadSetting(f"--note has {len(note):,} characters; {MOST_NOTE:,} is the most")
    return PersonDecision(
        claim=(said.claim or "").upper(),
        verdict=Verdict(verdict),
        action=Action(action) if action else None,
        note=note,
        name=_named(name),
        at=at,
    )


def _any(kind: type[Verdict] | type[Action]) -> str:
    return ", ".join(each.value for each in kind)


def _wanted(report: Report, spot: Spot) -> tuple[LedgerEntry, ...]:
    """The claims to go through: those that a rule asks for first, each part weakest first; or a sample of all."""
    entries = weakest_first(report.claims)
    if spot.share is None:
        needed = report.people.needed if report.people else ()
        return tuple(sorted(entries, key=lambda entry: entry.key not in needed))
    share = spot.share.strip()
    try:
        rule = ReviewRule.of(f"sample:{share if share.endswith('%') else share + '%'}")
    except ValueError as error:
        raise BadSetting(f"--sample: “{cut(share, 40)}” is not a share", hint="write it as 20%") from error
    if rule.percent is None:
        raise BadSetting("--sample is a share", hint="write it as 20%")
    chosen = drawn([entry.key for entry in report.claims], rule.percent, spot.seed, report.run)
    return tuple(entry for entry in entries if entry.key in chosen)


def _asked(
    store: "SqlStore", report: Report, wanted: Sequence[LedgerEntry], name: str, clock: Clock
) -> Report:
    """Go through the claims that this person has not decided on yet."""
    mine = {each.claim for each in standing(store.decisions(report.run)) if each.name == name}
    todo = [entry for entry in wanted if entry.key not in mine]

    def keep(claim: str, verdict: Verdict, note: str | None) -> Report:
        said = PersonDecision(claim=claim, verdict=verdict, note=note, name=name, at=clock.now())
        return decide(store, report.run, said)

    return Reviewing(report, texts_of(store, report.run), keep).through(todo)


def _lines(report: Report, wanted: Sequence[LedgerEntry]) -> list[Line]:
    lines = [Line(report.question, "bold"), *(Line(said) for said in people.lines(report))]
    held = report.people or People()
    said = {each.claim: each.verdict.value for each in standing(held.decisions)}
    for entry in wanted:
        state = said.get(entry.key) or ("needed" if entry.key in held.needed else "not checked")
        lines.append(Line(f"{entry.key}  {state}  {words.verdict(entry)}: {cut(entry.text, 100)}"))
    if wanted:
        lines.append(Line(f"say it: stet review {report.run} {wanted[0].key} agree|disagree|unclear", "dim"))
    return lines


def _json(report: Report, wanted: Sequence[LedgerEntry]) -> str:
    held = report.people or People()
    said = {
        "schema": "stet.review/1",
        "run": report.run,
        "accepted": report.states.report_accepted,
        "claims": len(report.claims),
        "wanted": [entry.key for entry in wanted],
        **held.model_dump(mode="json"),
    }
    return json.dumps(said, indent=2, ensure_ascii=False)
