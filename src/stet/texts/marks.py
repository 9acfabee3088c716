"""What stands in brackets: which keys of references it names, if any.

A mark is *weak* where it may as well be something else: it cites only if the text's own list has its keys.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple


class Names(NamedTuple):
    """The keys that a mark names, as the text has them, ranges spelled out."""

    keys: tuple[str, ...]
    weak: bool = False


_MOST: Final = 2_000  # characters between brackets that are read
_WIDEST: Final = 200  # numbers of one range
_FIRST: Final = 3  # where a range of sources may begin: [100-500] is a dose
_MANY: Final = re.compile(r"[0-9,;，；、 \t–—-]+")
_RANGE: Final = re.compile(r"[ \t]?\^?([1-9])[ \t]?[-–—−‐][ \t]?\^?([0-9]{3,18})[ \t]?")
_WORD: Final = re.compile(
    r"(?:cite|citations?|sources?|refs?\.?|references?|webpages?|web|docs?|documents?|search|result"
    r"|attached_file|file"
    r"|quellen?|fuentes?|fonte|来源|來源|资料|資料|出典|参考|參考|文献|文獻|出處)"
    r"[ \t]{0,3}[:：#_]?[ \t]{0,3}(?=[0-9^S])",
    re.IGNORECASE,
)
_SPLIT: Final = re.compile(r"[ \t\n]*[,;，；、&][ \t\n]*|[ \t\n]+(?:and|und|et|y|和)[ \t\n]+")
_PART: Final = re.compile(
    r"(\^?)([A-Za-z]{0,3})-?([0-9]{1,4})(?:[ \t]?[-–—−‐‑~〜～][ \t]?\^?([A-Za-z]{0,3})([0-9]{1,4}))?"
)
_DAGGER: Final = re.compile(r"(F:[^†\n]{1,300}|[0-9]{1,4})(?::[0-9]{1,4})?†[^†]{0,300}")
_TURN: Final = re.compile(r"turn[0-9]{1,4}[a-z]{1,20}[0-9]{1,4}")
_OAI: Final = re.compile(r"oaicite:[ \t]?([0-9]{1,4})")
_PANDOC: Final = re.compile(r"-?@([\w:./+-]{1,100})(?:,[^;@]{0,80})?")
# A key made of a name, a year and a word of the title, as reference managers make them.
_MADE: Final = re.compile(r"[a-z][a-z-]{1,40}[12][0-9]{3}[a-z]{1,40}(?: pages [0-9]{1,5}[-–][0-9]{1,5})?")
_NOTE: Final = re.compile(r"\^[^\s\[\]^,;]{1,100}")


@lru_cache(maxsize=4096)
def names_in(content: str) -> Names | None:
    """The keys that the words between brackets name; None where they name none."""
    if len(content) > _MOST or not content.strip():
        return None
    plain = unicodedata.normalize("NFKC", content).replace("\\", "").strip()
    if "†" in plain:
        return _all(_DAGGER, re.split(r"[,;]\s?(?=[0-9F])|(?<=[a-z0-9])\s(?=[0-9]{1,4}†)", plain), 1)
    if turns := _TURN.findall(plain):
        return Names(tuple(turns)) if not re.sub(r"[,;\s]|cite", "", _TURN.sub("", plain)) else None
    if found := _OAI.fullmatch(plain):
        return Names((f"oaicite:{found[1]}",))
    if "@" in plain:
        return _all(_PANDOC, plain.split(";"), 1)
    if numbers := _numbers(plain):
        return numbers
    if _NOTE.fullmatch(plain):
        return Names((plain,))
    return _made(plain)


def _all(pattern: re.Pattern[str], parts: list[str], group: int) -> Names | None:
    found = [pattern.fullmatch(part.strip()) for part in parts]
    return Names(tuple(m[group] for m in found if m)) if all(found) else None


def _made(plain: str) -> Names | None:
    parts = [part.strip() for part in re.split(r"[;,]", plain)]
    if all(_MADE.fullmatch(part) for part in parts):
        return Names(tuple(parts))
    return None


def _numbers(plain: str) -> Names | None:
    """Keys of numbers, with or without a letter before: `1, 3-5`, `S2, S4`, `cite: 12`, `^3`."""
    word = _WORD.match(plain)
    text = plain[word.end() :] if word else plain
    keys: list[str] = []
    weak = False
    parts = _SPLIT.split(text)
    for part in parts:
        bare = _WORD.sub("", part, count=1) if word else part
        found = _PART.fullmatch(bare.strip())
        if not found:
            return None
        expanded = _expand(found)
        if expanded is None:
            return None
        keys.extend(expanded)
        weak = weak or _doubtful(found, several=len(parts) > 1 or len(expanded) > 1)
    return Names(tuple(dict.fromkeys(keys)), weak and word is None)


def _expand(found: re.Match[str]) -> list[str] | None:
    """The keys of one part; None for what cannot be a range (`31-13`)."""
    note, letters, first, other, last = found.groups()
    if last is None:
        return [note + letters + _number(first)]
    low, high = int(first), int(last)
    if other not in ("", letters) or not low < high <= low + _WIDEST or len(last) > len(first) + 2:
        return None
    return [f"{note}{letters}{number}" for number in range(low, high + 1)]


def _number(digits: str) -> str:
    return digits.lstrip("0") or "0"


def _doubtful(found: re.Match[str], *, several: bool) -> bool:
    """Whether it may be a year, an interval or a name: `2025`, `0, 1`, `H2`."""
    note, letters, first, _, last = found.groups()
    if note:
        return False
    if letters:
        return letters not in ("S", "s")
    return int(last or first) >= 1_000 or (several and int(first) == 0)


def runaway(content: str) -> bool:
    """Whether the words between brackets are numbers of more sources than one mark is read for.

    `1-999999999`, or a list of numbers longer than any text has sources.
    """
    if len(content) > _MOST:
        return _MANY.fullmatch(content) is not None
    found = _RANGE.fullmatch(content)
    return found is not None and int(found[1]) <= _FIRST and int(found[2]) > int(found[1]) + _WIDEST


@lru_cache(maxsize=4096)
def key_form(key: str) -> str:
    """A key in the form in which keys are compared: case, width, leading zeros and `^` make no difference."""
    plain = unicodedata.normalize("NFKC", key).strip().casefold().lstrip("^")
    plain = " ".join(plain.replace("–", "-").split())
    return _number(plain) if plain.isdecimal() else plain
