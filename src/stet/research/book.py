"""The claims that a draft was written from, prepared for looking at its sentences."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final

from stet.domain.claims import Decision, LedgerEntry
from stet.domain.evidence import Source
from stet.ports import Brief
from stet.report.draft import Draft, DraftSentence, parse
from stet.research.gapwords import own_words
from stet.research.quotations import gap_sentence, write_draft
from stet.verify.attribution import CoverageIndex
from stet.verify.coverage import Window, covers
from stet.verify.found import Found, Kind
from stet.verify.normal import fold
from stet.verify.values import cached_values, values
from stet.verify.words import STOP_WORDS, content_stems, words

CUT_OFF: Final = "Gap: This section was cut off."
STANDS: Final = frozenset({Decision.SUPPORTED, Decision.CONFLICTING})
LEAST_SHARED: Final = 3
"""Words of content: fewer say too little to tell whose they are."""

_FEW, _ALIKE = 3, 0.35
"""Small words below which a language is not told by them, and the share of them that texts of one language have."""

_MEASURED: Final = frozenset({Kind.NUMBER, Kind.MONEY, Kind.QUANTITY})
_MOST_AMOUNTS: Final = 12
_PREFIXES: Final = ("inference:", "recommendation:")


class Book:
    """The claims that a draft was written from, prepared for looking at its sentences."""

    def __init__(self, brief: Brief, said: str = "") -> None:
        self.brief = brief
        self.ledger = {entry.key: entry for entry in brief.ledger}
        self.sources = {source.id: source for source in brief.sources}
        # Names are translated, and words of two languages are not the same.
        self.foreign = bool(said) and not same_tongue(said, " ".join(e.text for e in brief.ledger))

    @cached_property
    def draft(self) -> Draft:
        """What code itself writes of these claims."""
        return parse(write_draft(self.brief), list(self.ledger))

    @cached_property
    def gaps(self) -> tuple[tuple[str, bool], ...]:
        """The sentence for each gap as it is read, and whether code worded what is missing."""
        topics = {topic.id: topic.text for topic in self.brief.plan.topics}
        found: list[tuple[str, bool]] = []
        for gap in self.brief.gaps:
            read = parse(f"## -\n\n{gap_sentence(self.brief, gap)}", ()).sentences
            own = gap.topic in topics and own_words(gap.missing, topics[gap.topic])
            found.append((" ".join(sentence.text for sentence in read), own))
        return tuple(found)

    @cached_property
    def by_code(self) -> frozenset[tuple[str, tuple[str, ...]]]:
        """The sentences that code itself writes, with their keys: attributed quotations, gaps, and no word more."""
        worded = {text for text, own in self.gaps if not own}
        written = {(sentence.text, sentence.claims) for sentence in self.draft.sentences}
        own = {(text, ()) for text, own in self.gaps if own}
        return frozenset({each for each in written if each[0] not in worded} | own | {(CUT_OFF, ())})

    def cited(self, entries: Iterable[LedgerEntry]) -> list[Source]:
        """The sources that these claims quote."""
        ids = dict.fromkeys(quote.source for entry in entries for quote in entry.quotes)
        return [self.sources[each] for each in ids if each in self.sources]

    @cached_property
    def shares(self) -> CoverageIndex:
        """Who covers what, among the claims that stand."""
        standing = (entry for entry in self.brief.ledger if entry.decision in STANDS)
        return CoverageIndex({entry.key: whole(entry) for entry in standing})


def same_tongue(one: str, other: str) -> bool:
    """Whether two texts seem to be in one language: by their small words, or where there are few by their script."""
    first, second = (set(words(text)) & STOP_WORDS for text in (one, other))
    least = min(len(first), len(second))
    if least < _FEW:
        return abs(_latin(one) - _latin(other)) < 0.5
    return len(first & second) >= _ALIKE * least


def _latin(text: str) -> float:
    letters = [char for char in text if char.isalpha()]
    return sum(char < "\u0250" for char in letters) / len(letters) if letters else 1.0


def bare(text: str) -> str:
    """A sentence without the word that says what kind it is."""
    head = next((prefix for prefix in _PREFIXES if text.casefold().startswith(prefix)), "")
    return text[len(head) :].strip()


@lru_cache(maxsize=512)
def window(basis: str, context: str = "") -> Window:
    """A text prepared for being asked about values, once for all sentences that rest on it."""
    return Window(basis, cached_values(basis), context)


def not_in(text: str, basis: str, context: str = "") -> list[str]:
    """The values of `text` that `basis` does not give; `context` vouches for names only."""
    missing = covers(values(text), window(basis, context), text).missing
    return [each.exact for each in missing]


def multiplied(value: Found, text: str, basis: str) -> bool:
    """Whether a value of `text` is a factor or the result of so many times an amount of `basis`.

    “Two fines are 180 crowns” of a fine of 90. A whole number without a unit multiplies; only the first amounts of
    each text are looked at.
    """
    mine, theirs = (_amounts(found) for found in (values(text), cached_values(basis)))
    return any(
        value in (times, total)
        for times, many in mine
        for total, much in mine
        if times.kind is Kind.NUMBER
        and not times.unit
        and many == many.to_integral_value()
        and times != total
        for given, each in theirs
        if given.unit == total.unit and many * each == much
    )


def _amounts(found: Iterable[Found]) -> list[tuple[Found, Decimal]]:
    kept = ((each, each.amount) for each in found if each.amount is not None and each.kind in _MEASURED)
    return list(islice(kept, _MOST_AMOUNTS))


def even(text: str) -> str:
    """A text for comparing: whether its quotation marks are double or, within others, single does not matter."""
    return fold(text).replace('"', "'")


def whole(entry: LedgerEntry) -> str:
    """What a claim says, and the words that it stands on."""
    return " ".join([entry.text, *(quote.exact for quote in entry.quotes)])


def shared(sentence: DraftSentence, entries: Sequence[LedgerEntry]) -> float | None:
    """The share of a sentence's words that stand in its claims or their words; None where there are too few to tell."""
    said = set(content_stems(bare(sentence.text)))
    if len(said) < LEAST_SHARED or not entries:
        return None
    known = {stem for entry in entries for stem in content_stems(whole(entry))}
    return len(said & known) / len(said)
