"""Text that tries to give a program orders. It is recorded and stays text: nothing here acts on it."""

import re
import unicodedata
from functools import lru_cache

from stet.research.orderwords import matches

_SHOWN = 120
_MOST = 5
_BEFORE = " .!?:;,'\"”’)*-"
# What is not seen: of no width, directions of writing, soft hyphens, what chooses a form of the character before.
_UNSEEN = {0xAD: None, 0x34F: None, 0x61C: None, 0x180E: None, 0xFEFF: None} | dict.fromkeys(
    code
    for first, last in (
        (0x200B, 0x200F),
        (0x202A, 0x202E),
        (0x2060, 0x206F),
        (0xFE00, 0xFE0F),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
# Tags are not seen either, and spell ASCII (Unicode, section 23.9): a way to write to a program alone.
_TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)} | {0xE0001: None, 0xE007F: None}
_PAIRS = dict(
    zip("авеёкмнорстухѕіјԁһԛԝѵ" + "αβεικνορτυχ", "abeekmhopctyxsijdhqwv" + "abeiknoptux", strict=True)
)
_LIKE_LATIN = _PAIRS | {letter.upper(): latin.upper() for letter, latin in _PAIRS.items()}
_MIXED = re.compile(r"[^\W\d_]{2,60}")
_LATIN = re.compile(r"[A-Za-z]")


@lru_cache(maxsize=64)
def find_orders(text: str) -> tuple[str, ...]:
    """The first few stretches of `text` that read like orders to a program, each with the words that follow.

    Words are shown as they are written, without what cannot be seen.
    """
    seen, folded = _folded(text)
    found: list[str] = []
    end = 0
    for match in sorted(matches(folded), key=re.Match[str].start):
        if match.start() < end:
            continue
        end = match.end()
        words = " ".join(seen[match.start() : match.start() + 2 * _SHOWN].split()).lstrip(_BEFORE)
        found.append(words if len(words) <= _SHOWN else f"{words[:_SHOWN].rsplit(' ', 1)[0]} …")
        if len(found) == _MOST:
            break
    return tuple(found)


def is_order(sentence: str) -> bool:
    """Whether a sentence reads like an order to a program."""
    return next(matches(_folded(sentence)[1]), None) is not None


def _folded(text: str) -> tuple[str, str]:
    """A text without what is not seen; and the same, character by character, as its letters look.

    Letters lose their accents and their styles (bold, full width), and in a word that mixes alphabets what looks
    like a Latin letter is one.
    """
    if text.isascii():
        return text, text
    seen = text.translate(_UNSEEN | _TAGS)
    letters = set(seen)
    plain = seen.translate({ord(letter): _plain(letter) for letter in letters if letter > "~"})
    if letters.isdisjoint(_LIKE_LATIN):
        return seen, plain
    return seen, _MIXED.sub(_as_latin, plain)


def _plain(letter: str) -> str:
    """The ASCII letter or sign that a character is a form of, or itself; always one character."""
    base = unicodedata.normalize("NFKD", letter)[:1]
    if base.isascii() and base != " ":
        return base
    return {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "ı": "i", "’": "'"}.get(letter, letter)


def _as_latin(word: re.Match[str]) -> str:
    if word.group().isascii() or not _LATIN.search(word.group()):
        return word.group()
    return "".join(_LIKE_LATIN.get(letter, letter) for letter in word.group())
