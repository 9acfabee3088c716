"""Words that a statement puts in quotation marks: they stand in its sources, or they are no quotation."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from stet.domain.evidence import Source
from stet.report.days import long_date
from stet.research.checking_marks import same_title
from stet.verify.words import words

_QUOTED: Final = re.compile(
    "“([^“”]{1,4000})”|„([^„“”]{1,4000})[“”]|«([^«»]{1,4000})»|「([^「」]{1,4000})」|『([^『』]{1,4000})』"
    '|(?<![\\w"])"([^"]{1,4000})"(?!\\w)'
)
_LEAST_WORDS: Final = 6
"""Fewer words in quotation marks may be a name, or said with a raised eyebrow."""
_CAPITALS: Final = 0.6
"""The share of words with a capital from which quoted words are a title."""
_LONGER: Final = 4
# What a sentence may say around a quotation beyond naming its source. Nothing here denies, doubts or adds.
_SAYS: Final[frozenset[str]] = frozenset(
    """according to in the by of from a an on at as its it that this and s says said states stated writes wrote reads
    same value is are given source sources report article page document section paragraph dated published
    laut nach gemäß der die das dem den im in von vom heißt es schreibt sagt
    selon d'après le la les de du des dans écrit indique
    según el los las del en escribe dice indica""".split()
)


_EDITED: Final = re.compile(r"\[([^\[\]]{1,60})\](\w?)")
_LETTERS: Final = 3
# Words that an editor may not put into a quotation without turning it round.
_TURNING: Final = frozenset(
    """no not never none neither nor without hardly nobody nothing only if unless may might could should nicht nie kein
    keine ohne nur wenn ne pas jamais sans si no nunca sin solo""".split()
)


class Quotation(NamedTuple):
    """Words in quotation marks: `text[start:end]`, without the marks."""

    start: int
    end: int
    exact: str


def quotations(text: str) -> Iterator[Quotation]:
    """The quotations of a text, outermost ones, in order; single words too. Time is linear in the text's length."""
    for match in _QUOTED.finditer(text):
        group = match.lastindex or 0
        yield Quotation(match.start(group), match.end(group), match[group])


def checkable(quotation: Quotation, titles: Iterable[str]) -> bool:
    """Whether quoted words must stand in the source: a sentence or a good part of one, and no title of a work."""
    said = quotation.exact.split()
    if any(same_title(quotation.exact, title) for title in titles):
        return False
    if len(words(quotation.exact)) < _LEAST_WORDS:
        return False
    longer = [word for word in said if len(word) >= _LONGER and word[0].isalpha()]
    capitals = sum(word[0].isupper() for word in longer)
    return not longer or capitals < _CAPITALS * len(longer)


def only_attributes(text: str, quoted: Sequence[Quotation], sources: Iterable[Source]) -> bool:
    """Whether a statement says nothing beside its quotations but whose words they are."""
    known: set[str] = set(_SAYS)
    for source in sources:
        day = long_date(source.published_at) if source.published_at else ""
        known.update(words(" ".join(filter(None, (source.title, source.publisher, source.site, day)))))
    at, rest = 0, ""
    for each in quoted:
        rest += text[at : each.start] + " "
        at = each.end
    return set(words(rest + text[at:])) <= known


def without_editing(quoted: str) -> str | None:
    """Quoted words in lower case without what an editor put in brackets: “[T]he minister [Gray] said [sic]”.

    None where they have no such brackets, or where one holds a number or a word that turns the meaning.
    """
    if _EDITED.search(quoted) is None or any(
        any(char.isdigit() for char in each[1]) or _TURNING & set(words(each[1]))
        for each in _EDITED.finditer(quoted)
    ):
        return None

    def plain(found: re.Match[str]) -> str:
        # A letter of the word that follows, in another case; else something added.
        return f"{found[1]}{found[2]}" if found[2] and len(found[1]) <= _LETTERS else f" {found[2]}"

    return " ".join(_EDITED.sub(plain, quoted).lower().split())
