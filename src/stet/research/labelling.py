"""Labels: each follows from its score, each score from its factors, and no sentence raises one or leaves one out."""

from collections.abc import Iterable, Mapping, Sequence

from stet.confidence.profile import Profile
from stet.domain.claims import ClaimKind, LedgerEntry, Score
from stet.report.draft import DraftSentence, SentenceKind
from stet.research.book import Book, whole
from stet.research.faithful import SHOWN, Told
from stet.research.labelwords import certainties, ratings

_EXACT = 1e-6
_OWN_WORDS = {
    ClaimKind.INFERENCE: SentenceKind.INFERENCE,
    ClaimKind.RECOMMENDATION: SentenceKind.RECOMMENDATION,
}


def mislabelled(told: Mapping[DraftSentence, Told], book: Book, profile: Profile | None) -> Iterable[str]:
    """Labels and scores that do not follow, and sentences that rate their claims otherwise."""
    for entry in book.brief.ledger:
        if entry.score is not None:
            yield from _unscored(entry, entry.score, book, profile)
    for sentence, seen in told.items():
        entries = [book.ledger[key] for key in sentence.claims]
        if not seen.settled:
            yield from _wrongly_rated(sentence, entries)
        yield from _wrongly_begun(sentence, entries)


def too_certain(told: Mapping[DraftSentence, Told], book: Book) -> Iterable[str]:
    """Words of certainty that no claim of their sentence has."""
    for sentence, seen in told.items():
        entries = [book.ledger[key] for key in sentence.claims]
        for word in () if seen.settled else certainties(sentence.text, _words(entries)):
            yield f"“{word}” in “{sentence.text[:SHOWN]}” is in no claim of it"


def _unscored(entry: LedgerEntry, score: Score, book: Book, profile: Profile | None) -> Iterable[str]:
    if profile is not None and score.label is not profile.label(score.value):
        yield f"{entry.key} is labelled {score.label.value} at {score.value}"
    product = min(1.0, score.authority * score.recency * score.corroboration)
    if abs(product - score.value) > _EXACT:
        yield f"the score of {entry.key} is {score.value}, and its factors give {product:.6g}"
    source = book.sources.get(score.strongest)
    if source is None or all(quote.source != score.strongest for quote in entry.quotes):
        yield f"the score of {entry.key} rests on {score.strongest}, which it does not quote"
    elif source.authority != score.authority:
        yield f"the score of {entry.key} gives {source.id} another authority than it has"


def _wrongly_rated(sentence: DraftSentence, entries: Sequence[LedgerEntry]) -> Iterable[str]:
    labels = {entry.score.label for entry in entries if entry.score}
    for words, label in ratings(sentence.text, _words(entries)):
        if labels != {label}:
            real = ", ".join(sorted(each.value for each in labels)) or "none"
            yield f"“{sentence.text[:SHOWN]}” says “{words}”, and the label of its claims is {real}"


def _wrongly_begun(sentence: DraftSentence, entries: Sequence[LedgerEntry]) -> Iterable[str]:
    kinds = {_OWN_WORDS[entry.kind] for entry in entries if entry.kind in _OWN_WORDS}
    if kinds and sentence.kind not in kinds:
        wanted = " or ".join(sorted(f"“{kind.value.capitalize()}:”" for kind in kinds))
        yield f"“{sentence.text[:SHOWN]}” rests on what no source says, and does not begin with {wanted}"


def _words(entries: Iterable[LedgerEntry]) -> str:
    return " ".join(whole(entry) for entry in entries)
