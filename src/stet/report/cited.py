"""The sources of a report as a bibliography lists them: which, under which keys, with which links."""

import re
import unicodedata
from collections import Counter
from typing import NamedTuple

from stet.domain.report import ListedSource, Report
from stet.report.clean import one_line, short, web_address

MOST_TITLE = 400
"""Characters of a title in a bibliography."""

_WORDS = re.compile(r"[a-z0-9]+")
_COMMON = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with", "www"}
)
_DOI = re.compile(r"10\.[0-9]{4,9}/[!-~]{1,300}")
_UNSAFE_IN_DOI = re.compile(r"[\\{}<>\"%\s]")


class Cited(NamedTuple):
    """A source and the key by which reference managers know it, such as `ellery2026a`."""

    key: str
    source: ListedSource


def bibliography(report: Report, *, every: bool = False) -> tuple[Cited, ...]:
    """The sources that the report cites, in its order; with `every` those too that were read and not cited.

    A key is made of the site, or else the title, and the year (`nd` without one). Letters count all the sources
    that were read, so that a key is the same in every export of the report.
    """
    read = [source for source in report.sources if source.status == "read"]
    seen: Counter[str] = Counter()
    keyed: list[Cited] = []
    for source in read:
        stem = f"{_stem(source)}{source.published_at.year if source.published_at else 'nd'}"
        keyed.append(Cited(f"{stem}{_letters(seen[stem])}", source))
        seen[stem] += 1
    return tuple(each for each in keyed if every or each.source.cited)


def title(source: ListedSource) -> str:
    """The title on one line, else where it stands."""
    return short(source.title or source.path or source.url, MOST_TITLE) or source.id


def link(source: ListedSource) -> str | None:
    """The address of a page on the web; None for a file, or an address that is not safe to follow."""
    return None if source.path else web_address(source.url)


def doi(source: ListedSource) -> str | None:
    """The DOI, if it has the form of one."""
    known = source.doi
    if known is None or _DOI.fullmatch(known) is None or _UNSAFE_IN_DOI.search(known):
        return None
    return known


def note(report: Report, source: ListedSource) -> str:
    """What ties an entry to the saved page: its hash, the run and the source's number in it."""
    place = "" if link(source) else f"{one_line(source.path or source.url)}; "
    number = f"source {one_line(source.id)} of run {one_line(report.run)}"
    return f"{place}saved page {source.sha256 or 'not kept'}; {number}"


def _stem(source: ListedSource) -> str:
    """Such as `ellery` of ellery.example, or the first telling word of a title; in ASCII, at most 20 letters."""
    if source.site and (words := _ascii_words(source.site)):
        return words[0][:20]
    words = [word for word in _ascii_words(title(source)) if word not in _COMMON and not word.isdigit()]
    return words[0][:20] if words else "source"


def _ascii_words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _WORDS.findall(plain)


def _letters(number: int) -> str:
    """Letters from a to z, then aa, ab and so on."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
