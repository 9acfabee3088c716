"""Conflicts in a draft: both sides are shown with their values, and the stronger one is told as the answer."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from stet.domain.claims import Conflict
from stet.report.draft import Draft
from stet.research.book import STANDS, Book
from stet.research.same import gives

SHOWN = 80


def hidden(draft: Draft, book: Book) -> Iterable[str]:
    """Sides that a draft does not show, or that its short answer passes over, each in words."""
    answered = {key for sentence in draft.answer for key in sentence.claims}
    for conflict in book.brief.conflicts:
        yield from (
            f"{key} of “{conflict.on}” is not in the ledger"
            for key in conflict.claims
            if key not in book.ledger
        )
        standing = _standing(conflict, book)
        for key in standing:
            if not _shown(key, conflict, draft, book):
                yield f"the other side of “{conflict.on}” ({key}) is not in the draft"
        # The stronger side comes first; an answer that gives another and not that one misleads.
        weaker = [key for key in standing[1:] if key in answered]
        if weaker and standing[0] not in answered:
            yield f"the short answer gives {weaker[0]} of “{conflict.on}” and not the stronger {standing[0]}"
        # Open sides on one topic of which the answer gives one: it speaks as if the others were not there.
        by_code = draft.answer == book.draft.answer
        if conflict.relation != "change" and not by_code and answered & set(standing):
            topics = {book.ledger[key].topic for key in standing if key in answered}
            for key in standing:
                if key not in answered and book.ledger[key].topic in topics:
                    yield f"the short answer gives one side of “{conflict.on}” and not {key}"


def turned(draft: Draft, book: Book) -> Iterable[str]:
    """Sides in an order in which another than the stronger one may be read as what holds, each in words."""
    order = list(dict.fromkeys(key for sentence in draft.answer for key in sentence.claims))
    if draft.answer != book.draft.answer:
        for conflict in book.brief.conflicts:
            first, *others = _standing(conflict, book) or ("",)
            before = order[: order.index(first)] if first in order else ()
            for key in others:
                if key in before:
                    yield f"the short answer gives {key} of “{conflict.on}” before the stronger {first}"
    yield from _torn(draft, book)


def _torn(draft: Draft, book: Book) -> Iterable[str]:
    """Sentences by code that speak of the one before them (“Another value is given”), behind another one."""
    answer, *rest = book.draft.sections
    body = {sentence for section in rest for sentence in section.sentences}
    belong = {(lead, sentence) for lead, sentence in pairwise(answer.sentences) if sentence not in body}
    torn = {sentence for _, sentence in belong}
    for section in draft.sections:
        for lead, sentence in pairwise((None, *section.sentences)):
            if sentence in torn and (lead, sentence) not in belong:
                told = sentence.text[:SHOWN] if sentence else ""
                yield f"“{told}” stands behind another sentence than the one it speaks of"


def _standing(conflict: Conflict, book: Book) -> Sequence[str]:
    known = (key for key in conflict.claims if key in book.ledger)
    return [key for key in known if book.ledger[key].decision in STANDS]


def _shown(key: str, conflict: Conflict, draft: Draft, book: Book) -> bool:
    """Whether a sentence that names this side also gives its value."""
    said = [sentence for sentence in draft.sentences if key in sentence.claims]
    entry = book.ledger[key]
    wanted = [value.value for value in conflict.values if value.claim == key]
    if entry.value is None or not wanted:
        return bool(said)
    # Of claims that say opposite things a conflict has the words, shortened: then their own value is looked for.
    words = " ".join(wanted[0].split()).removesuffix("…")
    value = entry.value if " ".join(entry.text.split()).startswith(words) else wanted[0]
    return any(gives(sentence.text, value) for sentence in said)
