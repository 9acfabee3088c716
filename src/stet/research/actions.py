"""What is done with claims that do not stand: looked for again, narrowed once, labelled, or taken out.

Each action is an event, within the budget of the run. A quotation is not rewritten; a claim that nobody could judge is
not looked for again, since no page would help.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from stet.domain.claims import Action, Claim, ClaimKind, LedgerEntry, Outcome, Taken
from stet.domain.events import Acted, Noted
from stet.domain.question import Query
from stet.domain.report import ReportTopic
from stet.errors import BudgetExhausted, KeyMissing, ProviderError
from stet.ports import Brief, Narrower
from stet.report.clean import short
from stet.research.deciding import STANDS, Votes, decide, decided
from stet.research.ledger import Bench
from stet.research.quotations import WORD_FOR
from stet.research.rounds import Read, read_on
from stet.research.searching import cost
from stet.research.tools import Tools
from stet.verify.normal import fold
from stet.verify.values import cached_values

_MOST = 3
"""Claims of a run that are looked for again: one query each, in one round."""

_QUERY, _LONGEST, _SHOWN = 200, 1_500, 120
"""Characters of a query, of a narrowed claim, and of a claim in a sentence about it."""

_Outcome = Literal["carried_out", "failed", "not_possible"]


class Settled(NamedTuple):
    """What a writer gets, which topics are covered, and what was read in the end."""

    brief: Brief
    topics: tuple[ReportTopic, ...]
    read: Read


async def settle(tools: Tools, read: Read) -> Settled:
    """Decide on the claims of what was read, and carry out what the decisions ask for."""
    said = Votes(tools)
    first = Settled(*await decide(tools, read, said), read)
    found = await _investigated(tools, first, said)
    narrowed = await _narrowed(tools, found, said)
    for entry in narrowed.brief.ledger:
        _conclude(tools, narrowed.read.number, entry)
    return narrowed


async def _investigated(tools: Tools, now: Settled, said: Votes) -> Settled:
    """One query for each of a few claims that more words could settle, and everything decided anew on what it found."""
    asked = [entry for entry in now.brief.ledger if _is_open(entry, Action.INVESTIGATE)]
    chosen, why = _worth_asking(tools, now, asked)
    for entry in asked:
        if entry not in chosen:
            _tell(
                tools,
                now.read.number,
                entry,
                "not_possible",
                why.get(entry.key, "The budget leaves no query."),
            )
    if not chosen:
        return now
    read = await read_on(tools, now.read, [_query(entry) for entry in chosen])
    more = len(read.evidence.sources) - len(now.read.evidence.sources)
    if read.evidence is now.read.evidence:
        for entry in chosen:
            _tell(
                tools,
                read.number,
                entry,
                "failed",
                "It was searched for once more, and nothing new was found.",
            )
        return now._replace(read=read)
    after = Settled(*await decide(tools, read, said), read)
    for entry in chosen:
        _tell(tools, read.number, entry, *_what_came(entry, after.brief.ledger, more))
    return after


def _worth_asking(
    tools: Tools, now: Settled, asked: Sequence[LedgerEntry]
) -> tuple[list[LedgerEntry], dict[str, str]]:
    """The claims to search for, those of topics without any other claim first; and why not, by key."""
    why = {entry.key: reason for entry in asked if (reason := _why_not(tools, now.read, entry)) is not None}
    covered = {entry.topic for entry in now.brief.ledger if entry.decision in STANDS}
    worth = sorted((e for e in asked if e.key not in why), key=lambda entry: entry.topic in covered)
    room = _MOST
    if now.read.reading is not None:
        issued = len(now.read.reading.asked) * cost(tools)
        room = min(_MOST, max(0, tools.budget.searches - issued) // max(1, cost(tools)))
    return worth[:room], why


def _why_not(tools: Tools, read: Read, entry: LedgerEntry) -> str | None:
    open_checks = [check for check in entry.checks if check.reason == entry.reason]
    if open_checks and all(check.outcome is Outcome.NOT_RUN for check in open_checks):
        return "Nobody could check it, and no further page would change that."
    if read.reading is None:
        return "This run reads nothing: it writes from what another one read."
    if read.reading.limit is not None:
        return f"The limit on {read.reading.limit} was reached."
    if read.number >= tools.budget.rounds:
        return "No round was left."
    return None


def _query(entry: LedgerEntry) -> Query:
    text = " ".join(entry.text.split())
    if len(text) > _QUERY:
        text = text[:_QUERY].rsplit(" ", 1)[0]
    return Query(text=text, topic=entry.topic, gap=f"whether this holds: {short(entry.text, _SHOWN)}")


def _what_came(entry: LedgerEntry, ledger: Sequence[LedgerEntry], more: int) -> tuple[_Outcome, str]:
    pages = "more passages" if more == 0 else "1 more source" if more == 1 else f"{more} more sources"
    same = next((e for e in ledger if (e.topic, fold(e.text)) == (entry.topic, fold(entry.text))), None)
    if same is not None and same.decision in STANDS:
        return "carried_out", f"It was searched for once more, and with {pages} it stands as {same.key}."
    return "failed", f"It was searched for once more; {pages} did not settle it."


async def _narrowed(tools: Tools, now: Settled, said: Votes) -> Settled:
    """Every claim that says too much rewritten, checked and judged once more; one that still fails stays as it was."""
    asked = [entry for entry in now.brief.ledger if _is_open(entry, Action.NARROW)]
    if not asked:
        return now
    tried = [entry for entry in asked if entry.kind is not ClaimKind.QUOTATION]
    for entry in asked:
        if entry not in tried:
            _tell(tools, now.read.number, entry, "not_possible", "A quotation is not rewritten.")
    bench = Bench(now.brief.plan, now.read.evidence, tools.profile, tools.today)
    claims = [_claim(entry) for entry in now.brief.ledger]
    new, why = await _rewritten(tools, bench, tried, claims)
    changed = [new.get(claim.key, claim) for claim in claims]
    ledger, _ = bench.ledger(changed, await said.of(bench, changed))
    stands = {entry.key: entry for entry in ledger if entry.key in new and entry.decision in STANDS}
    for entry in tried:
        if entry.key in stands:
            became = stands[entry.key].text
            detail = "What its words do not support was taken out, and the rest was checked again."
            _tell(tools, now.read.number, entry, "carried_out", detail, became)
        else:
            _tell(tools, now.read.number, entry, "failed", why.get(entry.key) or _still(entry, ledger))
    if not stands:
        return now
    final = tuple(new[claim.key] if claim.key in stands else claim for claim in claims)
    return Settled(*await decided(tools, now.read, final, said), now.read)


async def _rewritten(
    tools: Tools, bench: Bench, tried: Sequence[LedgerEntry], claims: Sequence[Claim]
) -> tuple[dict[str, Claim], dict[str, str]]:
    """The new claims by key, and why there is none for the others."""
    narrower = tools.engine.narrower
    if not tried:
        return {}, {}
    if narrower is None:
        return {}, dict.fromkeys((entry.key for entry in tried), "Nobody is there who could rewrite it.")
    texts = await _asked(tools, narrower, bench, tried)
    known = {(claim.topic, fold(claim.text)) for claim in claims}
    new: dict[str, Claim] = {}
    why: dict[str, str] = {}
    for entry in tried:
        text = " ".join(texts.get(entry.key, "").split())
        if not text:
            why[entry.key] = "Nothing of it could be saved."
        elif len(text) > _LONGEST or (entry.topic, fold(text)) in known:
            why[entry.key] = "What was left of it is no new claim."
        else:
            new[entry.key] = _claim(entry).model_copy(update={"text": text, "value": _value(entry, text)})
    return new, why


async def _asked(
    tools: Tools, narrower: Narrower, bench: Bench, tried: Sequence[LedgerEntry]
) -> Mapping[str, str]:
    cases = [bench.case(_claim(entry)).model_copy(update={"findings": entry.checks}) for entry in tried]
    try:
        return await narrower.narrow(cases)
    except (ProviderError, KeyMissing, BudgetExhausted) as error:
        message = f"claims that say too much were not rewritten: {error.message}"
        tools.recorder.emit(Noted(code="not_narrowed", message=message))
        return {}


def _still(entry: LedgerEntry, ledger: Sequence[LedgerEntry]) -> str:
    now = next((each for each in ledger if each.key == entry.key), entry)
    said = next((c.detail for c in now.checks if c.reason == now.reason and c.detail), now.reason)
    return f"Rewritten as “{short(now.text, _SHOWN)}” it did not pass either: {said}"


def _value(entry: LedgerEntry, text: str) -> str | None:
    """The value of a claim, where what is left of it still gives it."""
    return entry.value if entry.value in {value.normal for value in cached_values(text)} else None


def _conclude(tools: Tools, number: int, entry: LedgerEntry) -> None:
    """What becomes of a claim in the end: taken out, or written under the word for what no source says."""
    if entry.decision not in STANDS:
        taken = Taken(
            claim=entry.key,
            text=entry.text,
            action=Action.REMOVE,
            outcome="carried_out",
            detail=f"It is {entry.decision.value} ({entry.reason}) and stands in no sentence.",
        )
        tools.recorder.emit(Acted(round=number, taken=taken))
    elif entry.action is Action.LABEL_INFERENCE and entry.kind in WORD_FOR:
        detail = f"A sentence that rests on it begins with “{WORD_FOR[entry.kind]}”."
        _tell(tools, number, entry, "carried_out", detail)


def _is_open(entry: LedgerEntry, action: Action) -> bool:
    return entry.action is action and entry.decision not in STANDS


def _claim(entry: LedgerEntry) -> Claim:
    return Claim(**{name: getattr(entry, name) for name in Claim.model_fields})


def _tell(
    tools: Tools, number: int, entry: LedgerEntry, outcome: _Outcome, detail: str, became: str | None = None
) -> None:
    taken = Taken(
        claim=entry.key,
        text=entry.text,
        action=entry.action,
        outcome=outcome,
        detail=detail,
        became=became,
    )
    tools.recorder.emit(Acted(round=number, taken=taken))
