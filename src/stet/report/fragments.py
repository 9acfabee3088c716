"""Links to live pages at the quoted words: text fragments, `#:~:text=[prefix-,]start[,end][,-suffix]`.

A fragment is built from the saved text and looked for in it by the browser's own rule, so that it is given only
where it leads to the quoted words and to nothing else. The rule is that of the draft “URL Fragment Text Directives”
of the Web Platform Incubator Community Group: letters are compared without case and accents, a term lies within one
block and ends where a word does, and only white space may stand between a term and its context. The live page may
have changed: the link is a courtesy, the saved text is the proof.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate, islice
from typing import NamedTuple
from urllib.parse import quote as percent

from stet.domain.evidence import Quote
from stet.domain.report import ListedSource
from stet.report.clean import web_address

LONGEST_WHOLE = 120
"""Characters of a quote that is named whole; a longer one by its first and last words."""

_ENDS = (4, 7, 12)
_CONTEXTS = (3, 6, 10)
_LONGEST_LINK = 2000
_GAP = re.compile(r"[^\S\n]+")
_JOINS = ".,:;'\u2019\u00b7_"
_IGNORED = frozenset({"Mn", "Cf"})
_MOST_LOOKS = 2000
_NOWHERE = (-1, -1)
_NEAR = 400
"""Characters beside a quote in which its context is looked for."""


class Directive(NamedTuple):
    """The terms of a text directive; an empty one is left out."""

    start: str
    end: str = ""
    prefix: str = ""
    suffix: str = ""

    @property
    def fragment(self) -> str:
        """`:~:text=…`, every character that means something in it percent-encoded."""
        terms = [f"{_encoded(self.prefix)}-"] if self.prefix else []
        terms += [_encoded(term) for term in (self.start, self.end) if term]
        terms += [f"-{_encoded(self.suffix)}"] if self.suffix else []
        return f":~:text={','.join(terms)}"


class Fragments:
    """Finds fragments in saved texts; each text, by its source's id, is prepared once."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._folded: dict[str, _Folded] = {}

    def link(self, source: ListedSource | None, quote: Quote) -> str | None:
        """The address of a page on the web at the quoted words; None where no link leads to exactly these.

        A PDF is opened at the page of the quote: its readers know no text fragments.
        """
        if source is None or source.path or web_address(source.url) is None or ":~:" in source.url:
            return None
        if source.media_type == "application/pdf":
            return None if quote.page is None else f"{source.url.partition('#')[0]}#page={quote.page}"
        found = self.directive(quote)
        if found is None:
            return None
        address = f"{source.url}{'' if '#' in source.url else '#'}{found.fragment}"
        return address if len(address) <= _LONGEST_LINK else None

    def directive(self, quote: Quote) -> Directive | None:
        """The shortest directive that leads to the quote alone, by its source's saved text; None without one."""
        text = self._texts.get(quote.source)
        if text is None or text[quote.start : quote.end] != quote.exact or not quote.exact.strip():
            return None
        start = quote.start + len(quote.exact) - len(quote.exact.lstrip())
        end = quote.end - len(quote.exact) + len(quote.exact.rstrip())
        if quote.source not in self._folded:
            self._folded[quote.source] = _Folded(text)
        page = self._folded[quote.source]
        own = folded(text[start:end])
        first = page.place(start)
        if not own or not page.text.startswith(own, first):
            return None  # the words begin or end within a character as it is compared
        place = (first, first + len(own))
        for made in _candidates(text, start, end):
            if made.fragment.isascii() and _only(page.text, made, place):
                return made
        return None


class _Folded:
    """A text as a browser compares it, and where its places are in it."""

    def __init__(self, text: str) -> None:
        self._original = text
        lines = text.split("\n")
        own = [folded(line) for line in lines]
        self.text = "\n".join(own)
        self._starts = [0, *accumulate(len(line) + 1 for line in lines)]
        self._places = [0, *accumulate(len(line) + 1 for line in own)]

    def place(self, start: int) -> int:
        """Where the character at `start` of the original begins."""
        line = bisect_right(self._starts, start) - 1
        return self._places[line] + len(folded(self._original[self._starts[line] : start]))


def folded(text: str) -> str:
    """Without case, accents and invisible characters, a gap as one space; lines stay, each for itself."""
    if not text.isascii():
        text = "".join(
            c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) not in _IGNORED
        )
    return _GAP.sub(" ", text.casefold())


def _encoded(term: str) -> str:
    try:
        return percent(term, safe="").replace("-", "%2D")
    except UnicodeEncodeError:  # half of a surrogate pair
        return "\ufffd"


def _candidates(text: str, start: int, end: int) -> Iterator[Directive]:
    """Directives for `text[start:end]`, shorter ones first."""
    bare = list(_terms(text[start:end]))
    before, after = _words_before(text, start), _words_after(text, end)
    for first, last in bare:
        yield Directive(first, last)
    for many in _CONTEXTS:
        prefix, suffix = " ".join(before[-many:]), " ".join(after[:many])
        for first, last in bare:
            if prefix:
                yield Directive(first, last, prefix=prefix)
            if suffix:
                yield Directive(first, last, suffix=suffix)
            if prefix and suffix:
                yield Directive(first, last, prefix, suffix)


def _terms(exact: str) -> Iterator[tuple[str, str]]:
    """The quote whole, or its first and last words; each within a line, which is as far as a term may reach."""
    lines = [line for line in exact.split("\n") if line.strip()]
    if len(lines) == 1 and len(exact) <= LONGEST_WHOLE:
        yield " ".join(exact.split()), ""
        return
    opening, closing = lines[0].split(), lines[-1].split()
    for many in _ENDS:
        if len(lines) > 1 or 2 * many <= len(opening):
            yield " ".join(opening[:many]), " ".join(closing[-many:])
    if len(lines) == 1 and len(exact) <= 2 * LONGEST_WHOLE:
        yield " ".join(exact.split()), ""


def _words_before(text: str, start: int) -> list[str]:
    """The words of the block that ends where the quote begins, or of the last one above it."""
    near = text[max(0, start - _NEAR) : start]
    words = near.rstrip().rpartition("\n")[2].split()
    cut = start > _NEAR and "\n" not in near.rstrip()
    return words[1:] if cut else words


def _words_after(text: str, end: int) -> list[str]:
    near = text[end : end + _NEAR]
    words = near.lstrip().partition("\n")[0].split()
    cut = end + _NEAR < len(text) and "\n" not in near.lstrip()
    return words[:-1] if cut else words


def _only(page: str, made: Directive, place: tuple[int, int]) -> bool:
    """Whether the directive leads to `place` of the folded text, and to no other."""
    found = _matches(page, Directive(*(folded(term) for term in made)))
    return next(found, None) == place and next(found, None) is None


def _matches(page: str, sought: Directive) -> Iterator[tuple[int, int]]:
    """Every place that a browser could take for the directive, in order and in linear time."""
    stop = -1  # where the next ending stands: looked for again only once a beginning has passed it
    for looks, first in enumerate(_occurrences(page, sought.prefix or sought.start)):
        if looks == _MOST_LOOKS:
            yield _NOWHERE  # words as common as these lead nowhere in particular
            return
        start = _past_space(page, first + len(sought.prefix)) if sought.prefix else first
        end = start + len(sought.start)
        if not page.startswith(sought.start, start):
            continue
        if (sought.end or not sought.suffix) and not _boundary(page, end):
            continue
        if sought.end:
            if stop < end:
                stop = _ending(page, sought, end)
                if stop < 0:
                    return
            end = stop + len(sought.end)
        if not sought.suffix or _beside(page, sought.suffix, end):
            yield start, end


def _occurrences(page: str, term: str, at: int = 0) -> Iterator[int]:
    """Where `term` stands at the beginning of a word, from `at` on."""
    while (at := page.find(term, at)) >= 0:
        if _boundary(page, at):
            yield at
        at += 1


def _ending(page: str, sought: Directive, after: int) -> int:
    """Where the last words stand next, or -1."""
    for at in islice(_occurrences(page, sought.end, after), _MOST_LOOKS):
        if sought.suffix or _boundary(page, at + len(sought.end)):
            return at
    return -1


def _beside(page: str, suffix: str, end: int) -> bool:
    at = _past_space(page, end)
    return page.startswith(suffix, at) and _boundary(page, at + len(suffix))


def _past_space(page: str, at: int) -> int:
    while at < len(page) and page[at].isspace():
        at += 1
    return at


def _boundary(page: str, at: int) -> bool:
    """Whether a word may begin or end at `at`: not between letters or digits, nor within can't or 3.5.

    The script's own rules for words without spaces between them (Unicode Standard Annex 29) are left to browsers:
    between two letters there is no boundary here, so that a quote may be left without a link, never led astray.
    """
    if not 0 < at < len(page):
        return True
    left, right = page[at - 1].isalnum(), page[at].isalnum()
    if left and right:
        return False
    if right and page[at - 1] in _JOINS:
        return at < 2 or not page[at - 2].isalnum()
    if left and page[at] in _JOINS:
        return at + 1 >= len(page) or not page[at + 1].isalnum()
    return True
