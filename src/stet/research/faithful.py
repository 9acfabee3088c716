"""A sentence beside the claims that it names: what code can tell of it, and what only a reader of meaning could.

Code is sure of little: a value that no claim has, quoted words that stand nowhere, a sentence that differs from its
claim by a negation alone, one that another claim covers better. Everything else is a doubt, and goes to the reviewer.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from stet.domain.claims import ClaimKind, LedgerEntry
from stet.report.draft import DraftSentence, SentenceKind
from stet.research.attributed import attributions, dates_of, is_named, is_source_date, named, naming, owned
from stet.research.book import LEAST_SHARED, Book, bare, even, multiplied, not_in, same_tongue, whole, window
from stet.research.edits import Edits, changes, edits, otherwise_said
from stet.verify.coverage import covers
from stet.verify.found import Found, Kind
from stet.verify.names import Lexicon
from stet.verify.normal import fold
from stet.verify.values import cached_values, values
from stet.verify.wording import flags
from stet.verify.words import content_stems, words

SHOWN: Final = 80
"""Characters of a sentence that a fault repeats."""

LONGEST: Final = 3_000
"""Characters of a sentence that is looked at; quotations that code writes may be longer."""

_QUOTED: Final = re.compile('[“"«„「]([^“”"«»„「」]{1,3000})[”"»“」]')
_LEFT_OUT: Final = re.compile(r"\s?(?:…|\.\.\.|\[…\])\s?")
_LEAST_QUOTED: Final = 3
"""Words: fewer between quotation marks are a term, and its values are looked at like any other."""
_SAYING: Final = frozenset(
    content_stems("according say said state report write note announce confirm dated undated")
)
_NEARLY: Final = 2
"""Words of content by which a sentence and its claim differ, where a difference of wording is no paraphrase."""
_COVERED, _MARGIN, _SUSPECT = 0.6, 0.2, 0.1
"""Below what share of its words a sentence is not its claim's, and by how much another must cover it better."""


class Told(NamedTuple):
    """What code finds on a sentence: faults it is sure of, doubts for a reader, or nothing left to look at."""

    faults: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    settled: bool = False


def look(sentence: DraftSentence, book: Book) -> Told:
    """What code can tell of a sentence."""
    if (sentence.text, sentence.claims) in book.by_code:
        return Told(settled=True)
    if len(sentence.text) > LONGEST:
        return Told(
            (f"“{sentence.text[:SHOWN]}” has {len(sentence.text)} characters: nobody can check that",)
        )
    entries = [book.ledger[key] for key in sentence.claims]
    if sentence.kind is SentenceKind.GAP:
        return _gap(sentence, entries, book)
    text = bare(sentence.text)
    if len(entries) == 1 and _same(text, entries[0].text):
        return Told()
    seen = _Seen(sentence.text, text, entries, book)
    return Told(tuple(dict.fromkeys(seen.faults())), tuple(dict.fromkeys(seen.doubts())))


def _gap(sentence: DraftSentence, entries: Sequence[LedgerEntry], book: Book) -> Told:
    """A sentence that says what is missing may state nothing that is there."""
    brief = book.brief
    told = [brief.plan.question, *(topic.text for topic in brief.plan.topics), *(e.text for e in entries)]
    basis = ". ".join([*told, *(gap.missing for gap in brief.gaps)])
    stated = not_in(sentence.text.partition(":")[2], basis)
    faults = [
        f"“{each}” is stated in a gap, “{sentence.text[:SHOWN]}”, and stands nowhere" for each in stated
    ]
    known = any(sentence.text == text for text, _ in book.gaps)
    doubt = "what is missing is told in a model's words" if known else "a gap that the run does not know"
    return Told(tuple(faults), (f"{doubt}: “{sentence.text[:SHOWN]}”",))


class _Seen:
    """One sentence, looked at from each side."""

    def __init__(self, whole: str, text: str, entries: Sequence[LedgerEntry], book: Book) -> None:
        self.shown, self.text, self.entries, self.book = whole[:SHOWN], text, entries, book
        self.sources = book.cited(entries)
        self.naming = naming(self.sources)
        self.basis = " ".join(entry.text for entry in entries)
        self.quoted = [entry for entry in entries if entry.kind is ClaimKind.QUOTATION and entry.quotes]
        self.only_quotes = bool(self.quoted) and len(self.quoted) == len(entries)
        # What a sentence adds to the words that it quotes is the writer's.
        self.rest, self.absent = _without(text, self.quoted) if self.only_quotes else (text, [])

    def faults(self) -> Iterable[str]:
        yield from (f"the words of {key} are not as quoted" for key in self.absent)
        yield from (f"“{words}” is quoted and stands in no claim of it" for words in self._misquoted())
        yield from (
            f"“{value.exact}” is in no claim of “{self.shown}”"
            for value in self._beyond
            if self._sure_of(value)
        )
        yield from (
            f"“{self.shown}” names “{who}”, and its claims are from another source"
            for who in self._wrongly_named()
        )
        yield from self._wording(sure=True)
        if self._edits is not None:
            yield from (f"in “{self.shown}” {change}" for change in changes(self._edits))
            yield from (f"“{name}” in “{self.shown}” is in no claim of it" for name in self._borrowed())
        if extra := self._added():
            yield f"“{' '.join(extra)}” is added to what “{self.shown}” repeats"
        yield from self._covered_by_another(sure=True)

    def doubts(self) -> Iterable[str]:
        beyond = (value.exact for value in self._beyond if not self._sure_of(value))
        yield from (f"“{name}” in “{self.shown}” is in no claim of it in these letters" for name in beyond)
        yield from self._wording(sure=False)
        yield from self._covered_by_another(sure=False)
        for who in self._unknown_names():
            yield f"“{self.shown}” is said to be from “{who}”, which no source of it is called"
        for entry in self.entries:
            limited = entry.scope.conditions
            if limited and not set(content_stems(limited)) & set(content_stems(self.text)):
                yield f"“{self.shown}” leaves out a condition of {entry.key}: {limited[:SHOWN]}"
        if self._edits is None:
            yield from (f"“{name}” in “{self.shown}” is the name of a source" for name in self._borrowed())
        elif self._edits.left_out and not self._edits.added:
            gone = " … ".join(" ".join(run) for run in self._edits.left_out)
            yield f"“{self.shown}” leaves out “{gone[:SHOWN]}”"
        if self._reordered():
            yield f"“{self.shown}” gives the values of its claim in another order"

    def _misquoted(self) -> Iterable[str]:
        """What stands between quotation marks and is nobody's words."""
        known = [even(whole(entry)) for entry in self.entries]
        known += [even(f"{source.title or ''} {source.publisher or ''}") for source in self.sources]
        for match in _QUOTED.finditer(self.text):
            for part in _LEFT_OUT.split(match[1]):
                words_of = even(part).strip(" .,;:!?'")
                if len(words(words_of)) >= _LEAST_QUOTED and not any(words_of in each for each in known):
                    yield part.strip()[:SHOWN]

    @cached_property
    def _beyond(self) -> tuple[Found, ...]:
        """Values of no claim; a source's own date is one where it is given as that."""
        found = values(self.rest)
        missing = covers(found, window(self.basis, self.naming), self.rest).missing
        dates = dates_of(self.sources)
        beside = f"{dates}. {self.naming}" if self.only_quotes else dates
        return tuple(each.value for each in missing if not self._of_source(each.value, beside))

    def _sure_of(self, value: Found) -> bool:
        """Whether a value that is not there is missing for certain; a name of another language may be translated."""
        if value.kind is Kind.NAME:
            return not self.book.foreign and same_tongue(self.text, self.basis)
        inferred = self.shown.casefold().startswith("inference:")
        return not (inferred and multiplied(value, self.rest, self.basis))

    def _of_source(self, value: Found, told: str) -> bool:
        if value.kind is not Kind.DATE and not self.only_quotes:
            return False
        given = not covers([value], window(told), self.rest).missing
        return given and (self.only_quotes or is_source_date(self.rest, value.start))

    @cached_property
    def _edits(self) -> Edits | None:
        """How it differs from its one claim, where it all but repeats that."""
        if self.only_quotes or len(self.entries) != 1:
            return None
        return edits(self._unattributed, self.entries[0].text)

    def _added(self) -> list[str]:
        """Words of content after quoted words, or in a copy of a claim that leaves nothing out, which nobody said."""
        if self.only_quotes:
            tail = words(self.rest.rpartition(" … ")[2])
        elif self._edits is not None and not self._edits.left_out:
            tail = list(self._edits.added)
        else:
            return []
        known = set(
            content_stems(
                f"{self.naming} {dates_of(self.sources)} {' '.join(whole(entry) for entry in self.entries)}"
            )
        )
        new = [word for word in tail if (stems := content_stems(word)) and not {*stems} <= known | _SAYING]
        return new if len(new) >= _NEARLY else []

    def _borrowed(self) -> list[str]:
        """Names of its sources that stand in it and in no claim, other than as those who say it."""
        if self.only_quotes:
            return []
        said = " ".join(attributions(self.text))
        own = Lexicon(" ".join(whole(entry) for entry in self.entries))
        return [
            name
            for start, end in named(self.text)
            if (name := self.text[start:end]) not in said
            and not all(own.knows(part) for part in owned(name))
            and not is_source_date(self.text, start)
            and self.text[end : end + 1] not in {":", "("}
            and self.text[end : end + 2] != " ("
        ]

    def _wrongly_named(self) -> Iterable[str]:
        others = [source for source in self.book.sources.values() if source not in self.sources]
        return (who for who in self._unknown_names() if is_named(who, others))

    def _unknown_names(self) -> list[str]:
        """Who is named as the one who says it, and neither is a source of it nor named so by its claims."""
        by_claims = set(attributions(self.basis))
        said = attributions(self.rest)
        return [who for who in said if who not in by_claims and not is_named(who, self.sources)]

    def _wording(self, *, sure: bool) -> Iterable[str]:
        """Differences of negation, strength and direction; sure where there is hardly any other difference."""
        entry = self._nearest
        if self.only_quotes or entry is None:
            found = flags(self.rest, "") if self.only_quotes else flags(self.text, self.basis)
            if not sure:
                yield from (f"{flag.kind} in “{self.shown}”: {flag.detail}" for flag in found)
            return
        for flag in flags(self._unattributed, entry.text):
            certain = self._nearly_verbatim and not otherwise_said(flag.kind, self.text, entry.text)
            if sure == certain:
                yield f"{flag.kind} in “{self.shown}” against {entry.key}: {flag.detail}"

    @cached_property
    def _nearest(self) -> LedgerEntry | None:
        said = set(content_stems(self.text))
        ranked = [(len(said & set(content_stems(each.text))), each) for each in self.entries]
        return max(ranked, key=lambda pair: pair[0])[1] if ranked else None

    @cached_property
    def _unattributed(self) -> str:
        """The sentence without who says it."""
        text = self.text
        for who in attributions(text):
            text = text.replace(who, " ")
        return text

    @property
    def _nearly_verbatim(self) -> bool:
        if self._nearest is None or len(self.entries) != 1:
            return False
        mine = set(content_stems(self._unattributed)) - set(content_stems(self.naming)) - {"accord"}
        theirs = set(content_stems(self._nearest.text))
        extra, lost = mine - theirs, theirs - mine - set(content_stems(self.naming))
        return len(mine & theirs) >= LEAST_SHARED and len(extra | lost) <= _NEARLY

    def _covered_by_another(self, *, sure: bool) -> Iterable[str]:
        """Rung 4 again, among claims: another covers the sentence better than those that it names."""
        if self.only_quotes or len(set(content_stems(self.text))) < LEAST_SHARED:
            return
        shares = self.book.shares.shares(self.text)
        own = min(1.0, sum(shares.get(entry.key, 0.0) for entry in self.entries))
        others = {key: share for key, share in shares.items() if not self._akin(self.book.ledger[key])}
        best = max(others, key=lambda key: (others[key], key), default=None)
        if best is None:
            return
        certain = own < _COVERED and others[best] >= own + _MARGIN
        if certain if sure else (not certain and others[best] >= own + _SUSPECT):
            keys = ", ".join(entry.key for entry in self.entries)
            yield f"“{self.shown}” names {keys}, and {best} says it rather"

    def _akin(self, other: LedgerEntry) -> bool:
        """Whether a claim is one of those named, or stands on the same words as one of them."""
        places = {(quote.source, quote.start) for entry in self.entries for quote in entry.quotes}
        named = {entry.key for entry in self.entries}
        return other.key in named or any((q.source, q.start) in places for q in other.quotes)

    def _reordered(self) -> bool:
        if len(self.entries) != 1 or self.only_quotes:
            return False
        mine = [value.normal for value in values(self.text) if value.kind is not Kind.NAME]
        theirs = [value.normal for value in cached_values(self.basis) if value.kind is not Kind.NAME]
        return mine != theirs and sorted(mine) == sorted(theirs)


def _same(text: str, other: str) -> bool:
    return fold(text).rstrip(" .") == fold(" ".join(other.split())).rstrip(" .")


def _without(text: str, quoted: Iterable[LedgerEntry]) -> tuple[str, list[str]]:
    """What stands around the quoted words of a sentence, and the keys of the claims whose words it does not hold."""
    rest = whole = even(text)
    absent: list[str] = []
    for entry in quoted:
        exact = even(entry.quotes[0].exact)
        if exact not in whole:
            absent.append(entry.key)
        rest = rest.replace(exact, " … ")
    return rest, absent


def told_of(sentences: Iterable[DraftSentence], book: Book) -> Mapping[DraftSentence, Told]:
    """What code tells of each sentence, each looked at once."""
    return {sentence: look(sentence, book) for sentence in dict.fromkeys(sentences)}
