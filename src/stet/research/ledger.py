"""The ledger: every claim checked, weighed and decided. Pure, so that an audit makes it again."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property

from stet.confidence.copies import copy_groups
from stet.confidence.profile import Profile
from stet.confidence.score import score
from stet.domain.base import value_id
from stet.domain.claims import Check, Claim, ClaimKind, Conflict, ConflictValue, LedgerEntry, Outcome, Score
from stet.domain.evidence import Quote, Source, Stance
from stet.domain.question import Plan
from stet.ports import Case, Evidence, Excerpt
from stet.report.clean import short
from stet.verify.amendments import amended_by
from stet.verify.conflicts import find_conflicts, replaces, winner_of, withdrawn_by
from stet.verify.coverage import covers
from stet.verify.decide import decide
from stet.verify.ladder import EvidenceIndex, check_claim
from stet.verify.values import cached_values

_TITLE = 120
JUDGE = "judge"


def _voted(checks: tuple[Check, ...], vote: Check | None) -> tuple[Check, ...]:
    if vote is None:
        return checks
    return tuple(vote if check.name == JUDGE and unjudged(check) else check for check in checks)


def unjudged(check: Check) -> bool:
    """Whether a check is the judge's rung, and nobody went through it."""
    return check.name == JUDGE and check.reason == "no_judge"


class Bench:
    """What claims are weighed on: the evidence of a run, its profile and its date, prepared once for every claim."""

    def __init__(self, plan: Plan, evidence: Evidence, profile: Profile, today: date) -> None:
        self._plan, self._evidence, self._profile, self._today = plan, evidence, profile, today
        self._sources = {source.id: source for source in evidence.sources}
        # A text that cannot be had leaves the claims on it unreviewed and every other claim as it is.
        self._texts = {s.id: evidence.text(s.id) for s in evidence.sources if s.id in evidence.pages}
        self._checks: dict[str, tuple[Check, ...]] = {}

    def ledger(
        self, claims: Sequence[Claim], votes: Mapping[str, Check] | None = None
    ) -> tuple[tuple[LedgerEntry, ...], tuple[Conflict, ...]]:
        """Entries in claim order, and conflicts with the stronger side first.

        `votes` are what a judge said, by claim key; they take the place of the rung that nobody went through.
        """
        votes = votes or {}
        checks = {claim.key: _voted(self.checks(claim), votes.get(claim.key)) for claim in claims}
        sound = [c for c in claims if _sound(c, checks[c.key], self._texts)]
        topics = {topic.id: topic.text for topic in self._plan.topics}
        conflicts = find_conflicts(sound, topics, self._sources, self._texts)
        by_key = {claim.key: claim for claim in claims}
        sides = {key: _sides(c, by_key) for c in conflicts for key in c.claims}
        entries = tuple(self._entry(claim, checks[claim.key], sides.get(claim.key, [])) for claim in claims)
        scores = {entry.key: entry.score for entry in entries}
        return entries, tuple(self._ordered(conflict, by_key, scores) for conflict in conflicts)

    def checks(self, claim: Claim) -> tuple[Check, ...]:
        """What code finds on a claim; worked out once."""
        key = value_id(claim)
        if key not in self._checks:
            self._checks[key] = check_claim(claim, self._index)
        return self._checks[key]

    def case(self, claim: Claim) -> Case:
        """A claim with the words around its supporting quotes and what code finds, for a reader of meaning."""
        quotes = [quote for quote in claim.quotes if quote.stance is Stance.SUPPORTS]
        excerpts = dict.fromkeys(self._excerpt(quote) for quote in quotes)
        return Case(claim=claim, excerpts=tuple(excerpts), findings=self.checks(claim))

    def _excerpt(self, quote: Quote) -> Excerpt:
        start, end = self._index.around(quote.source, quote.start, quote.end)
        return Excerpt(source=quote.source, start=start, end=end, text=self._texts[quote.source][start:end])

    @cached_property
    def _index(self) -> EvidenceIndex:
        passages = [p for selected in self._evidence.selected.values() for p in selected]
        marks = {source: page.marks for source, page in self._evidence.pages.items()}
        full = {source: page.full_text for source, page in self._evidence.pages.items() if page.full_text}
        return EvidenceIndex(
            self._evidence.sources, self._texts, passages=passages, marks=marks, full_texts=full
        )

    @cached_property
    def _amendments(self) -> dict[str, str]:
        return amended_by([s for s in self._evidence.sources if s.id in self._texts], self._texts)

    @cached_property
    def _same_text(self) -> dict[str, str]:
        return dict(copy_groups(self._texts))

    def _entry(
        self, claim: Claim, checks: tuple[Check, ...], sides: Sequence[tuple[Claim, str]]
    ) -> LedgerEntry:
        conflict = self._conflict_check(claim, sides)
        seen = (*checks, conflict, *self._amended(claim, conflict))
        decision, reason, action = decide(
            claim, (*checks, conflict), in_conflict=conflict.outcome is Outcome.FAIL
        )
        return LedgerEntry(
            **{name: getattr(claim, name) for name in Claim.model_fields},
            checks=seen,
            decision=decision,
            reason=reason,
            action=action,
            score=self._score(claim),
        )

    def _score(self, claim: Claim) -> Score | None:
        quotes = [q for q in claim.quotes if q.stance is Stance.SUPPORTS and q.source in self._sources]
        supporting = [self._sources[quote.source] for quote in self._giving(claim, quotes)]
        return score(supporting, self._today, self._profile, self._same_text)

    def _giving(self, claim: Claim, quotes: Sequence[Quote]) -> Sequence[Quote]:
        """The quotes that give every value of a claim in other words; one source must not count by another's words."""
        wanted = () if claim.kind is ClaimKind.QUOTATION else cached_values(claim.text)
        if not wanted or len(quotes) < 2:
            return quotes
        giving = [
            quote
            for quote in quotes
            if quote.source in self._texts
            and not covers(
                wanted, self._index.window(quote.source, quote.start, quote.end), claim.text
            ).missing
        ]
        return giving or quotes

    def _conflict_check(self, claim: Claim, sides: Sequence[tuple[Claim, str]]) -> Check:
        own = next((value for side, value in sides if side.key == claim.key), None)
        others = [(side, value) for side, value in sides if value != own]
        newer = self._withdrawn_by(claim) if not others else None
        if newer is not None:
            named = short(newer.title or newer.url, _TITLE)
            detail = f"{newer.id} ({named}) names {claim.value} as a value that held before."
            return Check(name="conflicts", outcome=Outcome.FAIL, reason="withdrawn", detail=detail)
        if not others:
            detail = "No other value was found in the sources that were read."
            return Check(name="conflicts", outcome=Outcome.PASS, reason="no_conflict", detail=detail)
        winner = winner_of([side for side, _ in sides], self._sources, self._texts)
        listed = ", ".join(f"{o.key} ({v})" for o, v in others)
        if winner is not None and winner.key == claim.key:
            detail = f"It replaces what other sources give: {listed}."
            return Check(name="conflicts", outcome=Outcome.PASS, reason="replaces_older", detail=detail)
        if winner is not None and self._replaces(winner, claim):
            value = next(v for side, v in sides if side.key == winner.key)
            detail = f"{winner.key} gives {value}, from a later source of no less weight that says it changes this."
            return Check(name="conflicts", outcome=Outcome.FAIL, reason="superseded", detail=detail)
        detail = f"Other sources give another value: {listed}."
        return Check(name="conflicts", outcome=Outcome.FAIL, reason="other_value", detail=detail)

    def _withdrawn_by(self, claim: Claim) -> Source | None:
        topic = next((t.text for t in self._plan.topics if t.id == claim.topic), None)
        read = bool(claim.quotes) and all(quote.source in self._texts for quote in claim.quotes)
        if claim.value is None or topic is None or not read:
            return None
        return withdrawn_by(claim, topic, self._sources, self._texts)

    def _amended(self, claim: Claim, conflict: Check) -> tuple[Check, ...]:
        """A remark on words of a source that a later one amends; none where the change itself is already known."""
        first = claim.quotes[0].source if claim.quotes else ""
        newer = self._sources.get(self._amendments.get(first, ""))
        if newer is None or conflict.reason == "superseded":
            return ()
        detail = (
            f"{first} was amended by {newer.id} ({short(newer.title or newer.url, _TITLE)}, {newer.published_at}); "
            "whether these words were changed was not judged."
        )
        return (Check(name="amendments", outcome=Outcome.UNSURE, reason="amended_since", detail=detail),)

    def _replaces(self, new: Claim, old: Claim) -> bool:
        return replaces(new, old, self._sources, self._texts)

    def _ordered(
        self, conflict: Conflict, claims: dict[str, Claim], scores: dict[str, Score | None]
    ) -> Conflict:
        winner = winner_of([claims[key] for key in conflict.claims], self._sources, self._texts)

        def strength(key: str) -> tuple[bool, float, float, int]:
            claim, held = claims[key], scores[key]
            replacing = winner is not None and winner.key == key
            days = [self._sources[q.source].published_at for q in claim.quotes]
            newest = max((d.toordinal() for d in days if d is not None), default=0)
            return replacing, held.value if held else 0.0, held.authority if held else 0.0, newest

        keys = sorted(conflict.claims, key=strength, reverse=True)

        def place(value: ConflictValue) -> tuple[int, float, str]:
            return keys.index(value.claim), -self._sources[value.source].authority, value.source

        return conflict.model_copy(
            update={"claims": tuple(keys), "values": tuple(sorted(conflict.values, key=place))}
        )


def _sound(claim: Claim, checks: Sequence[Check], texts: Mapping[str, str]) -> bool:
    """Whether a claim may stand in a conflict: nothing failed, and all its texts are there."""
    return all(c.outcome is not Outcome.FAIL for c in checks) and all(q.source in texts for q in claim.quotes)


def _sides(conflict: Conflict, claims: dict[str, Claim]) -> list[tuple[Claim, str]]:
    """Each claim of a conflict with the value that it gives."""
    values = {value.claim: value.value for value in conflict.values}
    return [(claims[key], values[key]) for key in conflict.claims]
