"""Who a sentence says it has something from, beside who its sources are."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from stet.domain.evidence import Source
from stet.report.days import long_date
from stet.verify.found import Kind
from stet.verify.names import Lexicon
from stet.verify.values import cached_values
from stet.verify.words import STOP_WORDS, words

_ACCORDING: Final = re.compile(
    r"\b(?:according to|as (?:stated|reported|announced|published) by|in the words of|laut|nach angaben (?:von|der|des)"
    r"|selon|d[’']après|según|de acuerdo con)\s{1,4}([^,:;()“”„«»\"\n]{2,160})",
    re.IGNORECASE,
)
_SAYS: Final = frozenset(
    "says said states stated reports reported announces announced confirms confirmed writes wrote notes noted claims "
    "claimed explains explained argues argued insists insisted warns warned "
    "sagt sagte meldet meldete berichtet berichtete erklärt erklärte bestätigt schreibt "
    "dit déclare indique rapporte annonce affirme confirme dice afirma informa anuncia señala declara".split()
)
_AFTER: Final = re.compile(r"\s{1,4}([^\W\d_]{2,20})")
_OWNS: Final = re.compile(r"['’]s?\s{1,3}")
_DATED: Final = re.compile(
    r"(?:\(|\b(?:dated|published|updated|issued|vom|veröffentlicht am|publié le|du|publicado el))[^()“”\"]{0,120}$",
    re.IGNORECASE,
)


def naming(sources: Iterable[Source]) -> str:
    """What these sources are called: title, publisher, site and place of each."""
    told = [
        part
        for source in sources
        for part in (source.title, source.publisher, source.site, source.path or source.url)
        if part
    ]
    return ". ".join(" ".join(part.split()) for part in told)


def dates_of(sources: Iterable[Source]) -> str:
    """The dates of these sources as a reader writes them."""
    days = (day for source in sources for day in (source.published_at, source.modified_at) if day)
    return ". ".join(long_date(day) for day in days)


def is_source_date(text: str, start: int) -> bool:
    """Whether what stands at `start` is put as the date of a source: in parentheses, or after “published”."""
    return _DATED.search(text[max(0, start - 140) : start]) is not None


def named(text: str) -> list[tuple[int, int]]:
    """Where the names of a text stand; two of which the first owns the second are one: “the Pilots' Gazette”."""
    spans: list[tuple[int, int]] = []
    for value in cached_values(text):
        if value.kind is Kind.NAME:
            joined = spans and _OWNS.fullmatch(text, spans[-1][1], value.start)
            start = spans.pop()[0] if joined else value.start
            spans.append((start, value.end))
    return spans


def owned(name: str) -> list[str]:
    """The names that a name as `named` gives it is joined from."""
    return _OWNS.split(name)


def attributions(text: str) -> tuple[str, ...]:
    """Whom a text names as having said something, in its own words."""
    found = [" ".join(match[1].split()) for match in _ACCORDING.finditer(text)]
    for start, end in named(text):
        after = _AFTER.match(text, end)
        if after is not None and after[1].casefold() in _SAYS:
            found.append(text[start:end])
    return tuple(dict.fromkeys(found))


def is_named(phrase: str, sources: Sequence[Source]) -> bool:
    """Whether one of the sources goes by this name, in whole or by every name in it."""
    return any(_goes_by(phrase, source) for source in sources)


def _goes_by(phrase: str, source: Source) -> bool:
    called = naming([source])
    told = [word for word in words(phrase) if word not in STOP_WORDS]
    if not told:
        return False
    lexicon, known = Lexicon(called), set(words(called))
    names = [value.exact for value in cached_values(phrase) if value.kind is Kind.NAME]
    close = "".join(told) in "".join(words(f"{source.site or ''} {source.publisher or ''}"))
    return close or set(told) <= known or bool(names and all(lexicon.knows(name) for name in names))
