"""The key at the beginning of an entry of a source list."""

import re
import unicodedata
from typing import Final, NamedTuple


class Keyed(NamedTuple):
    """A key and where the words after it begin; `bracket` says that it stands in brackets."""

    key: str
    at: int
    bracket: bool


_BEFORE: Final = r"[ \t]*(?:<a\s[^<>]{1,200}>(?:</a>)?|<sup>|\*\*|__|\^){0,4}[ \t]*"
_NUMBER: Final = r"\^?[A-Za-z]{0,3}-?[0-9０-９]{1,4}"
_AFTER: Final = r"(?:</sup>|</a>|\*\*|__){0,3}[ \t]{0,4}(?:[:：.]|[-–—](?=[ \t]))?[ \t]{0,4}"
_BRACKETED: Final = re.compile(
    _BEFORE
    + r"\\?[\[［【〔](?:\\?\[)?[ \t]?(?:(?:source|ref|quelle|来源)[ \t:]{0,2})?"
    + rf"(?P<key>{_NUMBER}|\^[^\s\[\]]{{1,60}}|[\w.:+-]{{2,60}}(?=[\]］】〕](?!\())"
    + r"|[A-Za-z](?=[\]］】〕](?:[ \t:：.]|$))"
    + r"|[A-Z][\w .&+-]{1,40}\d{4}[a-z]?(?=\](?!\()))"
    + r"(?:†[^】\]]{0,60})?[ \t]?\\?[\]］】〕](?:\\?\])?"
    + _AFTER,
    re.IGNORECASE,
)
_LETTERED: Final = re.compile(
    _BEFORE + r"(?P<key>[A-Z]{1,3}-?[0-9]{1,3})(?:\*\*)?[ \t]?[:：.)|–—-](?:\*\*)?[ \t]+"
)
_ROUND: Final = re.compile(
    _BEFORE + r"\((?P<key>[a-z][\w-]{2,60}(?: pages [0-9]{1,5}[-–][0-9]{1,5})?)\):[ \t]*"
)
_DIGITS: Final = re.compile(
    _BEFORE + r"\(?(?P<key>[0-9０-９]{1,3})(?:[.)、．：:]|\\\.)(?:</sup>|\*\*)?[ \t]*(?=\D)"
)
_RAISED: Final = re.compile(
    r"[ \t]*(?:<sup>[ \t]?(?P<tag>[0-9]{1,3})[ \t]?</sup>|(?P<key>[⁰¹²³⁴-⁹]{1,3}))[ \t]*"
)
_BARE: Final = re.compile(r"[ \t]*(?P<key>[0-9]{1,3})[ \t]{1,8}(?=[^\W\d])")


def bracketed(text: str, start: int, end: int) -> Keyed | None:
    """A key in brackets at the beginning of a line (`[3] …`, `【3】 …`, `[[3]](#x) …`)."""
    if not re.match(r"[ \t<*_^\\]{0,12}[\[［【〔]|<", text[start : min(end, start + 16)]):
        return None
    found = _BRACKETED.match(text, start, end)
    if not found or found.end() > end:
        return None
    return Keyed(_plain(found["key"]), found.end(), bracket=True)


def keyed(text: str, start: int, end: int, after: str | None = None) -> Keyed | None:
    """Any key at the beginning of a line; `after` is the key of the entry before, which a bare number must follow."""
    if found := bracketed(text, start, end):
        return found
    for pattern in (_LETTERED, _ROUND, _DIGITS, _RAISED):
        if found := pattern.match(text, start, end):
            key = found["key"] or found["tag"] if pattern is _RAISED else found["key"]
            return Keyed(_plain(key), found.end(), bracket=False)
    found = _BARE.match(text, start, end)
    if found and (
        found["key"] == "1" if after is None else after.isdecimal() and int(found["key"]) == int(after) + 1
    ):
        return Keyed(found["key"], found.end(), bracket=False)
    return None


def _plain(key: str) -> str:
    plain = unicodedata.normalize("NFKC", key)
    plain = plain.lstrip("^") if plain[1:].isalnum() else plain
    return plain.lstrip("0") or "0" if plain.isdecimal() else plain
