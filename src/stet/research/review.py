"""The review of a draft: six points, code first; approved only when every one of them passes."""

from collections.abc import Collection, Iterable, Sequence

from stet.confidence.profile import Profile
from stet.domain.claims import Check, ClaimKind, Decision, LedgerEntry, Outcome
from stet.domain.report import ReviewRound
from stet.errors import BudgetExhausted, ProviderError
from stet.ports import Brief, Reviewer
from stet.report.draft import Draft, DraftSentence, SentenceKind, parse
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
        """A sentence that quotes must repeat its claim's words; another's values must be those of its claims."""
        faults: list[str] = []
        written = False
        for sentence in self.draft.sentences:
            entries = self._entries(sentence)
            if entries and all(entry.kind is ClaimKind.QUOTATION for entry in entries):
                said = fold(sentence.text)
                faults += [
                    f"the words of {e.key} are not as quoted"
                    for e in entries
                    if fold(e.quotes[0].exact) not in said
                ]
                continue
            written = True
            basis = " ".join(entry.text for entry in entries)
            absent = covers(values(sentence.text), Window(basis, values(basis)), sentence.text).missing
            faults += [f"“{each.exact}” is in no claim of “{sentence.text[:_SHOWN]}”" for each in absent]
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
        for conflict in self.brief.conflicts:
            for key in conflict.claims:
                if key not in named and self.ledger[key].decision in _STANDS:
                    yield f"the other side of “{conflict.on}” ({key}) is not in the draft"

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


def _check(name: str, faults: Iterable[str], reason: str, passed: str) -> Check:
    listed = list(faults)
    if listed:
        return Check(name=name, outcome=Outcome.FAIL, reason=reason, detail="; ".join(listed[:_LISTED]))
    return Check(name=name, outcome=Outcome.PASS, reason="ok", detail=passed)
