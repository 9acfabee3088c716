"""The review of a draft: six points, code first; approved only when every one of them passes."""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from stet.confidence.profile import Profile
from stet.domain.claims import Check, ClaimKind, Decision, LedgerEntry, Outcome
from stet.domain.report import ReviewRound
from stet.errors import BudgetExhausted, ProviderError
from stet.ports import Brief, Reviewer
from stet.report.days import long_date
from stet.report.draft import Draft, DraftSentence, SentenceKind, parse
from stet.research.quotations import write_draft
from stet.verify.coverage import Window, covers
from stet.verify.normal import fold
from stet.verify.values import values

_STANDS = frozenset({Decision.SUPPORTED, Decision.CONFLICTING})
_SHOWN = 80
_LISTED = 5


async def review(draft: str, brief: Brief, profile: Profile, reviewer: Reviewer, number: int) -> ReviewRound:
    """One pass: what code can settle, then what the engine's reviewer says of the rest. No answer is a no."""
    checks = code_points(parse(draft, [e.key for e in brief.ledger]), brief, profile)
    undecided = {check.name for check in checks if check.outcome is Outcome.UNSURE}
    given = await _answers(reviewer, draft, brief, undecided) if undecided else ()
    answers = {check.name: check for check in given if check.name in undecided}
    final = tuple(answers.get(check.name, check) for check in checks)
    failed = [check for check in final if check.outcome is not Outcome.PASS]
    return ReviewRound(
        round=number,
        approved=not failed,
        checks=final,
        instructions=tuple(f"{check.name}: {check.detail}" for check in failed),
    )


async def _answers(
    reviewer: Reviewer, draft: str, brief: Brief, undecided: Collection[str]
) -> Sequence[Check]:
    """What the reviewer says; one that cannot be had leaves every point open, and the draft is kept."""
    try:
        return await reviewer.review(draft, brief)
    except (ProviderError, BudgetExhausted) as error:
        detail = f"The reviewer gave no answer: {error.message}."
        return [
            Check(name=name, outcome=Outcome.NOT_RUN, reason=error.code, detail=detail, by="model")
            for name in undecided
        ]


def code_points(draft: Draft, brief: Brief, profile: Profile) -> tuple[Check, ...]:
    """The six points as far as code can answer them; `unsure` where only a reader of meaning could."""
    return _Points(draft, brief, profile).checks()


class _Points:
    """A draft beside the ledger that it was written from."""

    def __init__(self, draft: Draft, brief: Brief, profile: Profile) -> None:
        self.draft, self.brief, self.profile = draft, brief, profile
        self.ledger = {entry.key: entry for entry in brief.ledger}

    def checks(self) -> tuple[Check, ...]:
        return (
            _check("cited", self._uncited(), "uncited", "Every sentence names claims that stand."),
            self._nothing_beyond(),
            _check(
                "contradictions_disclosed",
                self._hidden(),
                "hidden_conflict",
                "Both sides of every conflict are shown.",
            ),
            _check(
                "labels_match", self._mislabelled(), "label_differs", "Every label follows from its score."
            ),
            _check(
                "summary_matches_body",
                self._only_in_summary(),
                "summary_differs",
                "The short answer says nothing that the body does not.",
            ),
            _check(
                "gaps_stated",
                self._unstated_gaps(),
                "gap_hidden",
                "Every topic without evidence is listed with what is missing.",
            ),
        )

    def _uncited(self) -> Iterable[str]:
        if not self.draft.sentences:
            yield "the draft says nothing"
        for problem in self.draft.problems:
            yield f"{problem.code}: {problem.detail}"
        for sentence in self.draft.sentences:
            if not sentence.claims and sentence.kind is not SentenceKind.GAP:
                yield f"no claims under “{sentence.text[:_SHOWN]}”"
            for entry in self._entries(sentence):
                if entry.decision not in _STANDS:
                    yield f"{entry.key} is {entry.decision.value} and may not be used"

    def _nothing_beyond(self) -> Check:
        """A sentence must repeat the words that it quotes, and its other values must be its claims' or sources'.

        What no more than quotes, as code would write it, is settled; what else stands around a quotation, and any
        other sentence, is for a reader of meaning.
        """
        faults: list[str] = []
        written = False
        for sentence in self.draft.sentences:
            entries = self._entries(sentence)
            quoted = [entry for entry in entries if entry.kind is ClaimKind.QUOTATION]
            rest, basis = sentence.text, " ".join(entry.text for entry in entries)
            if quoted and len(quoted) == len(entries):
                if sentence.text in self._by_code:
                    continue
                rest, absent = _without(sentence.text, quoted)
                faults += [f"the words of {key} are not as quoted" for key in absent]
                basis = f"{basis} {self._named(quoted)}"
            written = True
            missing = covers(values(rest), Window(basis, values(basis)), rest).missing
            faults += [f"“{each.exact}” is in no claim of “{sentence.text[:_SHOWN]}”" for each in missing]
        check = _check(
            "nothing_beyond_claims",
            faults,
            "beyond_claims",
            "Every sentence repeats the words of its claims.",
        )
        if written and check.outcome is Outcome.PASS:
            return Check(
                name=check.name,
                outcome=Outcome.UNSURE,
                reason="meaning_not_judged",
                detail="Whether the sentences mean no more than their claims is not code's to judge.",
            )
        return check

    def _hidden(self) -> Iterable[str]:
        named = {key for sentence in self.draft.sentences for key in sentence.claims}
        answered = {key for sentence in self.draft.answer for key in sentence.claims}
        for conflict in self.brief.conflicts:
            standing = [key for key in conflict.claims if self.ledger[key].decision in _STANDS]
            for key in standing:
                if key not in named:
                    yield f"the other side of “{conflict.on}” ({key}) is not in the draft"
            # The stronger side comes first; an answer that gives another and not that one misleads.
            weaker = [key for key in standing[1:] if key in answered]
            if weaker and standing[0] not in answered:
                yield f"the short answer gives {weaker[0]} of “{conflict.on}” and not the stronger {standing[0]}"

    def _mislabelled(self) -> Iterable[str]:
        for entry in self.brief.ledger:
            if entry.score is not None and entry.score.label is not self.profile.label(entry.score.value):
                yield f"{entry.key} is labelled {entry.score.label.value} at {entry.score.value}"

    def _only_in_summary(self) -> Iterable[str]:
        if not self.draft.answer:
            yield "there is no short answer"
        body = {
            key for section in self.draft.body for sentence in section.sentences for key in sentence.claims
        }
        for sentence in self.draft.answer:
            for key in sentence.claims:
                if key not in body:
                    yield f"{key} is in the short answer and not in the body"

    def _unstated_gaps(self) -> Iterable[str]:
        covered = {entry.topic for entry in self.brief.ledger if entry.decision in _STANDS}
        stated = {gap.topic for gap in self.brief.gaps}
        for topic in self.brief.plan.topics:
            if topic.id not in covered | stated:
                yield f"nothing is said of the gap in “{topic.text}”"

    def _entries(self, sentence: DraftSentence) -> list[LedgerEntry]:
        return [self.ledger[key] for key in sentence.claims]

    @cached_property
    def _by_code(self) -> frozenset[str]:
        """The sentences that code itself writes of these claims: attributed quotations and no word more."""
        return frozenset(s.text for s in parse(write_draft(self.brief), list(self.ledger)).sentences)

    def _named(self, entries: Iterable[LedgerEntry]) -> str:
        """Who says it, where and when: what a sentence may add to the words that it quotes."""
        cited = {quote.source for entry in entries for quote in entry.quotes}
        told: list[str] = []
        for source in self.brief.sources:
            if source.id in cited:
                days = [day for day in (source.published_at, source.modified_at) if day is not None]
                told += [
                    source.title or "",
                    source.publisher or "",
                    source.site or "",
                    source.path or source.url,
                ]
                told += [long_date(day) for day in days]
        return ". ".join(each for each in told if each)


def _without(text: str, quoted: Iterable[LedgerEntry]) -> tuple[str, list[str]]:
    """What stands around the quoted words of a sentence, and the keys of the claims whose words it does not hold."""
    rest = whole = fold(text)
    absent: list[str] = []
    for entry in quoted:
        exact = fold(entry.quotes[0].exact)
        if exact not in whole:
            absent.append(entry.key)
        rest = rest.replace(exact, " … ")
    return rest, absent


def _check(name: str, faults: Iterable[str], reason: str, passed: str) -> Check:
    listed = list(faults)
    if listed:
        return Check(name=name, outcome=Outcome.FAIL, reason=reason, detail="; ".join(listed[:_LISTED]))
    return Check(name=name, outcome=Outcome.PASS, reason="ok", detail=passed)
