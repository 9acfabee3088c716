"""Names in running text, and whether a text knows a name.

A name is a run of capitalised words or an acronym. The first word of a sentence has its capital from its place, so
alone it is a name only where it is one elsewhere in the text or is written in capitals.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from stet.verify.words import STOP_WORDS

# German writes every noun with a capital: there a single word says nothing.
_GERMAN: Final = (" der ", " die ", " das ", " und ", " ist ", " von ", " für ", " mit ", " wird ", " nicht ")


class Name(NamedTuple):
    """A name at `[start, end)`."""

    start: int
    end: int
    exact: str


_CAPITAL: Final = r"[A-ZÀ-ÞŁŚŠŽČ]"
_REST: Final = (
    r"(?:[\w]|['’](?=[^\W\d_]{2})|&(?=[A-Z])|-(?=[A-Z]))*"
    r"(?:(?<=\b[A-Z])\.(?:[A-Z]\.){0,4}|(?<=\b[DMS]r)\.|(?<=\bSt)\.|(?<=\bMrs)\.)?"
)
_SMALL_WORDS: Final = (
    "of|of the|for the|for|de|de la|del|du|des|van|van der|von|von der|da|di|al|bin|el|la|le|&"
)
_JOIN: Final = rf"(?:[ \u00a0](?:{_SMALL_WORDS})[ \u00a0]|[ \u00a0])"
# The first letter comes before the look behind it: so the engine can skip to capitals.
_NAME: Final = re.compile(rf"{_CAPITAL}(?<![\w’'-].){_REST}(?:{_JOIN}{_CAPITAL}{_REST}){{0,9}}")
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?:;…][\"”’)\]]{0,2}\s|\n|[•|*#–—-]\s|[\"“‘(\[])\s{0,3}$")
_SPLIT: Final = re.compile(r"[^\W_]+(?:['’&][^\W_]+)*")

_TITLES: Final = frozenset(
    "mr mrs ms dr prof professor sir lord lady dame president minister chancellor senator judge king "
    "queen prince princess "
    "pope saint st rev general captain colonel herr frau monsieur madame señor señora".split()
)
_NOT_NAMES: Final = frozenset(
    "i've i'm i'd i'll it's that's there's he's she's we've we're they're don't didn't january february "
    "march april may june july august september october november december monday tuesday wednesday thursday "
    "friday saturday sunday article articles annex annexes section sections chapter chapters recital "
    "recitals table figure "
    "regulation regulations directive directives decision point points paragraph paragraphs member page title part "
    "i however therefore moreover furthermore although while since because when where what who why how "
    "if then thus hence "
    "according despite during after before under until unless yes many most some several each every both few all any "
    "there here this that these those it its he she they we you his her their our my your not no new one "
    "two three four "
    "five six seven eight nine ten first second third also meanwhile instead overall finally additionally according "
    "januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag "
    "samstag sonntag".split()
)  # fmt: skip


def names(text: str) -> Iterator[Name]:
    """The names of `text` in order."""
    german: bool | None = None
    for match in _NAME.finditer(text):
        start, exact = match.span()[0], match.group()
        # What a sentence begins with, a title, or a word that only has a capital here is no part of the name.
        opening = _opens(text, start)
        while True:
            first, _, rest = exact.partition(" ")
            low = first.lower().rstrip(".")
            ordinary = low in STOP_WORDS or low in _NOT_NAMES
            if not rest or not (low in _TITLES or (ordinary and not (first.isupper() and len(first) > 1))):
                break
            start, exact, opening = start + len(first) + 1, rest, False
            if not exact[:1].isupper():
                exact = ""
                break
        if " " not in exact and not exact.isupper():
            # Asked at the first single word: most sentences have none, and need not be read for it.
            german = sum([text.count(word) for word in _GERMAN]) > 1 if german is None else german
            if german:
                continue
        if exact and not _ordinary(exact, opening=opening):
            exact = re.sub(r"['’]s?$", "", exact)
            yield Name(start, start + len(exact), exact)


def _opens(text: str, start: int) -> bool:
    return bool(_SENTENCE_START.search(text[max(0, start - 6) : start]))


def _ordinary(exact: str, *, opening: bool) -> bool:
    if " " in exact:
        return False
    low = re.sub(r"['’]s?$|\.$", "", exact).lower()
    if len(low) < 2 or low in _TITLES:
        return True
    if exact.isupper():
        # Roman numerals and single letters are parts of references.
        return bool(re.fullmatch(r"[IVXLC]{1,6}", exact))
    if low in STOP_WORDS or low in _NOT_NAMES:
        return True
    inner = any(char.isupper() for char in exact[1:])
    return opening and not inner


_DEMONYMS: Final = {
    "french": "france", "spanish": "spain", "spaniard": "spain", "dutch": "netherlands",
    "swiss": "switzerland", "danish": "denmark",
    "polish": "poland", "greek": "greece", "turkish": "turkey", "irish": "ireland",
    "welsh": "wales", "english": "england",
    "scottish": "scotland", "british": "britain", "finnish": "finland", "swedish": "sweden",
    "norwegian": "norway", "thai": "thailand",
    "filipino": "philippines", "argentine": "argentina", "peruvian": "peru", "european": "europe",
    "american": "america",
    "chinese": "china", "japanese": "japan", "portuguese": "portugal", "iraqi": "iraq",
    "israeli": "israel", "pakistani": "pakistan",
}  # fmt: skip
_ALIASES: Final = (
    frozenset(
        {"us", "usa", "u.s", "america", "american", "americans", "united states", "united states of america"}
    ),
    frozenset({"uk", "u.k", "britain", "british", "great britain", "united kingdom"}),
    frozenset({"eu", "european union"}),
    frozenset({"un", "united nations"}),
)
_ENDINGS: Final = (
    "n",
    "an",
    "ian",
    "ians",
    "ese",
    "ish",
    "i",
    "is",
    "s",
    "es",
    "er",
    "ers",
    "ns",
    "istan",
    "istani",
)


_GIVEN: Final = re.compile(
    r"(?:^|[^.!?]\s|[\w,]\s)(?!(?:The|In|On|At|By|For|And|But|As|When|While|After|Before)\s)[A-ZÀ-Þ][\w.’'-]*\s$"
)


def acronym(name: str) -> str | None:
    """The capitals of an acronym ("SMC" and "SMCs" alike), or None for another name."""
    bare = name.removesuffix("s") if len(name) > 2 else name
    return bare if bare.isupper() and 2 <= len(bare) <= 8 and bare.isalpha() else None


class Lexicon:
    """The words of a window, prepared for asking whether a name is known there."""

    def __init__(self, text: str) -> None:
        plain = [word.replace("’", "'").removesuffix("'s") for word in _SPLIT.findall(text)]
        low = [word.lower() for word in plain]
        words = set(low)
        for word in low:
            if "'" in word:
                words.update(word.split("'"))
        self.words = frozenset(words if text.isascii() else words.union(*(bare(word) for word in words)))
        self._plain = text
        self._text = text.lower()
        self._initials = "".join([word[0] for word in low if word not in _SMALL])
        self._capitals = frozenset(word for word in plain if word.isupper() and len(word) > 1)

    def knows(self, name: str) -> bool:
        """Whether every word of the name, or another form of the whole name, stands in the window."""
        low = name.lower().rstrip(".")
        if low in self._text and all(word in self.words for word in _parts(low)):
            return True
        if any(low in aliases and any(self._has(alias) for alias in aliases) for aliases in _ALIASES):
            return True
        short = acronym(name)
        if short is not None:
            return short.lower() in self.words or self.spells(short)
        parts = [part for part in _parts(low) if part not in _SMALL]
        if len(parts) > 1 and "".join(part[0] for part in parts).upper() in self._capitals:
            return True
        return all(part in _TITLES or self._word(part) for part in parts) or self._short(name)

    def spells(self, short: str) -> bool:
        """Whether the window has words, one after the other, whose initials make an acronym."""
        if len(short) > 2:
            return short.lower() in self._initials
        first, second = short
        return bool(re.search(rf"\b{first}[a-z]+[ -](?:of |the )?{second}[a-z]+", self._plain))

    def _short(self, name: str) -> bool:
        """Whether the last word of a longer name stands here by itself, as in "Penn" for "Sean Penn"."""
        words = name.split()
        last = re.sub(r"['’]s?$", "", words[-1])
        if len(words) < 2 or len(last) < 3 or last.lower() not in self.words:
            return False
        # "Jane Penn" is someone else; so every mention with a first name before it says nothing.
        return any(
            not _GIVEN.search(self._plain[max(0, match.start() - 24) : match.start()])
            for match in re.finditer(rf"\b{re.escape(last)}\b", self._plain)
        )

    def _has(self, alias: str) -> bool:
        return alias in self.words if " " not in alias else alias in self._text

    def _word(self, word: str) -> bool:
        if word in self.words or word.isdigit() or len(word) == 1:
            return True
        if not word.isascii() and not self.words.isdisjoint(bare(word)):
            return True
        base = _DEMONYMS.get(word)
        if base is not None and (
            base in self.words or any(_DEMONYMS.get(other) == base for other in self.words)
        ):
            return True
        if any(_DEMONYMS.get(other) == word for other in self.words):
            return True
        stem = word[:-1] if word[-1] in "aeyos" else word
        if len(stem) >= 4 and any(
            f"{stem}{ending}" in self.words for ending in ("", "a", "y", "e", *_ENDINGS)
        ):
            return True
        return any(
            word.endswith(e) and len(word) - len(e) > 3 and self._base(word[: -len(e)]) for e in _ENDINGS
        )

    def _base(self, stem: str) -> bool:
        return any(f"{stem}{ending}" in self.words for ending in ("", "a", "y", "e", "o"))


_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa", "æ": "ae"})
_STROKES: Final = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "ł": "l", "đ": "d", "ı": "i"})


def bare(word: str) -> frozenset[str]:
    """The ways to write a word in lower case without diacritics: "müller" as "muller" and "mueller"."""
    if word.isascii():
        return frozenset()
    stripped = unicodedata.normalize("NFKD", word.translate(_STROKES))
    plain = "".join(char for char in stripped if not unicodedata.combining(char))
    return frozenset({plain, word.translate(_UMLAUTS)})


_SMALL: Final = frozenset(
    "of the for and de la del du des van der von da di al a an in on & y et und".split()
)


def _parts(low: str) -> list[str]:
    return [word.replace("’", "'").removesuffix("'s") for word in _SPLIT.findall(low.replace("-", " "))]
