"""The six points of a review, as far as code can answer them."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from stet.confidence.profile import Profile
from stet.domain.claims import Check, LedgerEntry, Outcome
from stet.domain.report import Sentence
from stet.ports import Brief
from stet.report.draft import ANSWER, Draft, DraftSentence, SentenceKind
from stet.report.sentences import is_checkable
from stet.research.book import STANDS, Book, bare, not_in, same_tongue, shared, whole
from stet.research.faithful import SHOWN, told_of
from stet.research.labelling import mislabelled, too_certain
from stet.research.sides import hidden, turned
from stet.verify.normal import fold
from stet.verify.wording import flags

POINTS = (
    "cited",
    "nothing_beyond_claims",
    "contradictions_disclosed",
    "labels_match",
    "summary_matches_body",
    "gaps_stated",
)
_LISTED = 5
_SPOKEN, _STRANGE = 0.5, 0.2
"""The share of a sentence's words from which it speaks its claims' language, and up to which it is not about them."""


def code_points(draft: Draft, brief: Brief, profile: Profile) -> tuple[Check, ...]:
    """The six points, in the order of `POINTS`: `pass`, `fail`, or `unsure` where only a reader of meaning could tell.

    A fail is certain. A pass says that code found nothing, and of a draft that code wrote itself that all is well.
    """
    return _Points(draft, brief, profile).checks()


def written_by_code(draft: Draft, brief: Brief) -> bool:
    """Whether a draft is the one that code writes of this brief, from the first heading to the last gap.

    Then nobody need judge it. Sentences by code in another order, under other headings or with some of them left out
    can mislead, and are read like any draft; so is a gap that a model worded.
    """
    return _Points(draft, brief, None).by_code


class _Points:
    """A draft beside the ledger that it was written from."""

    def __init__(self, draft: Draft, brief: Brief, profile: Profile | None) -> None:
        self.draft, self.brief, self.profile = draft, brief, profile
        self.book = Book(brief, " ".join(sentence.text for sentence in draft.sentences))
        self.told = told_of(draft.sentences, self.book)

    @cached_property
    def by_code(self) -> bool:
        same = self.draft.sections == self.book.draft.sections and not self.draft.problems
        return same and all(own for _, own in self.book.gaps)

    def checks(self) -> tuple[Check, ...]:
        return (
            _check(
                "cited",
                "uncited",
                self._uncited(),
                "Every sentence names claims that stand on what was read.",
            ),
            self._nothing_beyond(),
            _check(
                "contradictions_disclosed",
                "hidden_conflict",
                hidden(self.draft, self.book),
                "Both sides of every conflict are shown.",
                turned(self.draft, self.book),
            ),
            _check(
                "labels_match",
                "label_differs",
                mislabelled(self.told, self.book, self.profile),
                "Every label follows from its score.",
                too_certain(self.told, self.book),
            ),
            _check(
                "summary_matches_body",
                "summary_differs",
                self._only_in_summary(),
                "The short answer says nothing that the body does not.",
                self._otherwise_in_summary(),
            ),
            _check(
                "gaps_stated",
                "gap_hidden",
                self._unstated(),
                "Every topic without evidence is listed with what is missing.",
            ),
        )

    def _uncited(self) -> Iterable[str]:
        if not self.draft.sentences:
            yield "the draft says nothing"
        for problem in self.draft.problems:
            yield f"{problem.code}: {problem.detail}"
        for sentence in self.draft.sentences:
            if not sentence.claims and needs_claims(sentence):
                yield f"no claims under “{sentence.text[:SHOWN]}”"
            for entry in self._entries(sentence):
                yield from self._unfounded(entry)

    def _unfounded(self, entry: LedgerEntry) -> Iterable[str]:
        if entry.decision not in STANDS:
            yield f"{entry.key} is {entry.decision.value} and may not be used"
        if not entry.quotes:
            yield f"{entry.key} quotes nothing"
        for quote in entry.quotes:
            if quote.source not in self.book.sources:
                yield f"{entry.key} quotes {quote.source}, which was not read"

    def _nothing_beyond(self) -> Check:
        """A sentence repeats the words that it quotes; its other values are those of its claims or sources."""
        faults = [fault for told in self.told.values() for fault in told.faults]
        faults += self._strangers()
        doubts = [doubt for told in self.told.values() for doubt in told.doubts]
        for heading, claims in self._foreign_headings():
            absent = [
                f"“{each}” in the heading “{heading[:SHOWN]}” is in no claim"
                for each in not_in(heading, claims)
            ]
            if not self.book.foreign:
                faults += absent
            doubts.append(f"the heading “{heading[:SHOWN]}” is not a topic")
        doubts += self._misplaced()
        doubts += [f"“{s.text[:SHOWN]}” names no claim" for s in self.draft.sentences if _leads_in(s)]
        if not faults and not doubts and not self.by_code:
            detail = "Whether the sentences mean no more than their claims is not code's to judge."
            return Check(
                name="nothing_beyond_claims",
                outcome=Outcome.UNSURE,
                reason="meaning_not_judged",
                detail=detail,
            )
        return _check(
            "nothing_beyond_claims",
            "beyond_claims",
            faults,
            "Every sentence repeats the words of its claims.",
            doubts,
        )

    def _strangers(self) -> Iterable[str]:
        """Sentences that share hardly a word with their claims, in a draft that otherwise speaks their language."""
        shares = {
            sentence: share
            for sentence, told in self.told.items()
            if not told.settled and (share := shared(sentence, self._entries(sentence))) is not None
        }
        if self.book.foreign or sum(share >= _SPOKEN for share in shares.values()) * 2 < len(shares):
            return
        for sentence, share in shares.items():
            said = " ".join(whole(entry) for entry in self._entries(sentence))
            if share <= _STRANGE and same_tongue(sentence.text, said):
                yield f"“{sentence.text[:SHOWN]}” says nothing of what its claims say"

    def _foreign_headings(self) -> Iterable[tuple[str, str]]:
        """Headings that are no topic's text, each with the claims under it: a word or a sign can deny them all."""
        topics = {fold(topic.text) for topic in self.brief.plan.topics} | {fold(ANSWER)}
        for section in self.draft.sections:
            if fold(section.heading) not in topics:
                entries = [entry for sentence in section.sentences for entry in self._entries(sentence)]
                yield section.heading, " ".join(entry.text for entry in entries)

    def _misplaced(self) -> Iterable[str]:
        """Sentences under a topic that none of their claims is on: a heading changes what is understood."""
        topics: dict[str, set[str]] = {}
        for topic in self.brief.plan.topics:
            topics.setdefault(fold(topic.text), set()).add(topic.id)
        for section in self.draft.sections:
            ids = topics.get(fold(section.heading), set())
            for sentence in section.sentences if ids else ():
                if sentence.claims and not ids & {entry.topic for entry in self._entries(sentence)}:
                    where = section.heading[:SHOWN]
                    yield f"“{sentence.text[:SHOWN]}” stands under “{where}”, which its claims are not on"

    def _only_in_summary(self) -> Iterable[str]:
        if not self.draft.answer:
            yield "there is no short answer"
        if sum(fold(section.heading).casefold() == ANSWER.casefold() for section in self.draft.sections) > 1:
            yield "there is more than one short answer"
        body = self._body()
        named = {key for sentence in body for key in sentence.claims}
        for sentence in self.draft.answer:
            unnamed = [key for key in sentence.claims if key not in named]
            yield from (f"{key} is in the short answer and not in the body" for key in unnamed)
            if not unnamed and not self._is_by_code(sentence):
                values = not_in(bare(sentence.text), self._beside(sentence, body))
                yield from (f"“{each}” is in the short answer and not so in the body" for each in values)

    def _otherwise_in_summary(self) -> Iterable[str]:
        body = self._body()
        for sentence in self.draft.answer:
            if not self._is_by_code(sentence):
                for flag in flags(sentence.text, self._beside(sentence, body)):
                    yield f"{flag.kind} in “{sentence.text[:SHOWN]}” against the body: {flag.detail}"

    def _beside(self, sentence: Sentence, body: Sequence[Sentence]) -> str:
        """What the body says with the keys of a sentence."""
        return " ".join(each.text for each in body if set(each.claims) & set(sentence.claims))

    def _unstated(self) -> Iterable[str]:
        covered = {entry.topic for entry in self.brief.ledger if entry.decision in STANDS}
        stated = {gap.topic for gap in self.brief.gaps}
        for topic in self.brief.plan.topics:
            if topic.id not in covered | stated:
                yield f"nothing is said of the gap in “{topic.text}”"
        said = {fold(sentence.text) for sentence in self.draft.sentences if sentence.kind is SentenceKind.GAP}
        for wanted, _ in self.book.gaps:
            if fold(wanted) not in said:
                yield f"the draft does not say this: {wanted[: 2 * SHOWN]}"

    def _body(self) -> list[Sentence]:
        return [sentence for section in self.draft.body for sentence in section.sentences]

    def _is_by_code(self, sentence: Sentence) -> bool:
        return (sentence.text, sentence.claims) in self.book.by_code

    def _entries(self, sentence: DraftSentence) -> list[LedgerEntry]:
        return [self.book.ledger[key] for key in sentence.claims]


def needs_claims(sentence: DraftSentence) -> bool:
    """Whether a sentence must name claims: any but one that says what is missing, or only opens what follows."""
    return sentence.kind is not SentenceKind.GAP and not _leads_in(sentence)


def _leads_in(sentence: DraftSentence) -> bool:
    """Whether it only opens what follows (“In short:”); even so it could deny that, which a reader sees."""
    return not sentence.claims and sentence.text.endswith((":", "：")) and not is_checkable(sentence.text)


def _check(name: str, reason: str, faults: Iterable[str], passed: str, doubts: Iterable[str] = ()) -> Check:
    listed = list(dict.fromkeys(faults))
    if listed:
        return Check(name=name, outcome=Outcome.FAIL, reason=reason, detail=_told(listed))
    if open_still := list(dict.fromkeys(doubts)):
        return Check(name=name, outcome=Outcome.UNSURE, reason="doubtful", detail=_told(open_still))
    return Check(name=name, outcome=Outcome.PASS, reason="ok", detail=passed)


def _told(listed: Sequence[str]) -> str:
    more = f"; and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
    return "; ".join(listed[:_LISTED]) + more
