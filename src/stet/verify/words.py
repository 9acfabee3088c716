"""Words of a text for comparing and ranking: folded, lightly stemmed, CJK as pairs."""

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['.&][^\W_]+)*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]+")

STOP_WORDS = frozenset(
    (
        "a an and are as at be been being but by can could did do does for from had has have he her his how i if in "
        "into is it its it's may might must not of on or our shall she should so some such than that the their them "
        "then there these they this those to under up was we were what when where whether which who whom whose why "
        "will with would you your about after all also any because before between both during each more most much "
        "no nor only other out over own same too very via per me my us "
        "der die das ein eine einer eines einem einen und oder ist sind war waren wird werden wurde von vom zu zum zur "
        "im in auf für mit bei nach aus als auch an am es sie er wir ihr nicht wann wer wen wem was wie wo welche "
        "welcher welches ab bis dem den des "
        "le la les un une des du de et ou est sont était au aux en dans pour par sur avec ce cette ces il elle on ne "
        "pas que qui quand quel quelle quels quelles où à d l "
        "el los las una unos unas y o es son del al por para con se su sus no cuándo qué quién cuál dónde"
    ).split()
)

_ALIKE = (
    "penalty fine sanction",
    "price cost fee charge tariff rate fare",
    "start begin apply applicable application commence effective effect launch",
    "obligation duty requirement require must",
    "ban prohibit forbid forbidden prohibition",
    "company undertaking firm business corporation enterprise",
    "car vehicle automobile",
    "person people individual",
    "child minor",
    "population people inhabitant resident",
    "sport football basketball baseball hockey tennis cricket rugby golf chess soccer swimming athletics",
    "violate violation infringe infringement breach contravene compliance",
    "born birth",
    "die death dead",
    "film movie",
    "wife husband spouse marry married",
    "found founder founded establish established create",
    "end expire cease terminate",
    "exempt exemption exception except",
    "change amend amendment modify replace revise",
    "buy purchase",
    "own owner owned",
    "employ employer work",
    "coach manager manage",
    "member play player team club",
    "study attend educate education",
    "author write written",
    "approve approval",
    "keep kept retain",
    "hold held",
    "pay paid",
    "sell sold",
    "buy bought",
    "make made",
    "build built",
    "send sent",
    "spend spent",
    "lend lent",
    "lose lost",
    "win won",
    "meet met",
    "lead led",
    "leave left",
    "seek sought",
    "bring brought",
    "catch caught",
    "teach taught",
    "fight fought",
    "strike struck",
    "grow grew grown",
    "know knew known",
    "draw drew drawn",
    "withdraw withdrew withdrawn",
    "take took taken",
    "give gave given",
    "rise rose risen",
    "fall fell fallen",
    "drive drove driven",
    "choose chose chosen",
    "speak spoke spoken",
    "break broke broken",
    "steal stole stolen",
    "wear wore worn",
    "hide hid hidden",
    "sing sang sung",
    "shrink shrank shrunk",
    "job position office role post occupation",
)

_SHORT = 4
"""Letters: a shorter word is its own stem, one of this length loses a last -e or -s at most."""

_SUFFIXES = ("ingly", "edly", "ings", "ies", "ing", "ied", "ers", "es", "ed", "er", "ly", "s")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A light stem: English inflections and plural endings off, nothing under four letters."""
    if not word.isascii() or len(word) < _SHORT:
        return word
    if len(word) == _SHORT:
        return word[:-1] if word[-1] == "e" or (word[-1] == "s" and word[-2] != "s") else word
    for suffix in _SUFFIXES:
        # "apply" and "early" are no adverbs of "app" and "ear": -ly needs a longer base.
        if (
            word.endswith(suffix)
            and len(word) - len(suffix) >= (5 if suffix == "ly" else 3)
            and word[-2:] != "ss"
        ):
            base = word[: -len(suffix)]
            if suffix in {"ies", "ied"}:
                return base + "y"
            if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz":
                base = base[:-1]
            return base[:-1] if base.endswith("e") and len(base) > 3 else base
    return word.removesuffix("e")


_SENTENCE = 600
"""Characters: the words of a text no longer than this are remembered, for several rungs look at one claim."""


def words(text: str) -> list[str]:
    """The words of `text` in order: NFKC, case-folded, unstemmed; a run of CJK becomes its overlapping pairs."""
    return list(_remembered(text)) if len(text) <= _SENTENCE else _split(text)


@lru_cache(maxsize=4096)
def _remembered(text: str) -> tuple[str, ...]:
    return tuple(_split(text))


def _split(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    found = _WORD.findall(folded)
    if folded.isascii() or _CJK.search(folded) is None:
        return [word.removesuffix("'s") for word in found]
    out: list[str] = []
    for word in found:
        if runs := _CJK.findall(word):
            for run in runs:
                out.extend(run[i : i + 2] for i in range(max(1, len(run) - 1)))
        else:
            out.append(word.removesuffix("'s"))
    return out


def stems(text: str) -> list[str]:
    """The stems of all words of `text`, in order."""
    return [stem(word) for word in words(text)]


@lru_cache(maxsize=16384)
def cached_stems(text: str) -> tuple[str, ...]:
    """`stems(text)`, remembered for sentences that are looked at for several topics."""
    return tuple(stems(text))


def content_stems(text: str) -> list[str]:
    """The stems of the words of `text` that are not stop words, in order, repeats kept."""
    return [stem(word) for word in words(text) if word not in STOP_WORDS]


RELATED: dict[str, frozenset[str]] = {}
"""Stems of words that ask for and answer with the same thing ("penalty", "fine"), by stem.

For finding, never for checking.
"""
for _line in _ALIKE:
    _group = frozenset(stem(word) for word in _line.split())
    for _stem in _group:
        RELATED[_stem] = RELATED.get(_stem, frozenset()) | _group
