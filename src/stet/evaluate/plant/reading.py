"""Where the statements of a report stand, and how one of them is changed; a reading of its own, and a small one.

A statement is what stands before a group of keys on its line; in a text by anyone, the last sentence before it. Nothing
here looks at what it means.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from stet.evaluate.plant.values import Target

_GROUP = re.compile(r" {0,2}\[(C\d{1,6}(?:[,;] ?C\d{1,6}){0,40})\]")
_MARK = (
    r"(?:\[\^?[A-Z]{0,2}\d{1,4}(?: ?[,;–-] ?\^?[A-Z]{0,2}\d{1,4}){0,20}\]|\[\^[\w-]{1,40}\]"
    r"|[【［]\d{1,4}[^】］\n]{0,20}[】］])"
)
_MARKS = re.compile(rf" {{0,2}}{_MARK}(?: ?{_MARK}){{0,8}}(?![(\[:])")
_KEY = re.compile(r"(?<=\[\^)[\w-]{1,40}(?=\])|[A-Z]{0,2}\d{1,4}")
_LINES = re.compile(r"†[^】］]*")
_YEAR_LIKE = re.compile(r"(?:19|20)\d\d")
_SENTENCE_END = re.compile(r"[.!?][”\")]?\s+|[。！？]")
_HEADING = re.compile(r"#{1,6} +(.{1,300})")
_LITERAL = re.compile(r"[\\`*_\[\]<>|~&\"【]|[.!?…。！？](?=[\s”\"»’')]|$)")
_LEAD = "short answer"
_SHOWN = 60


class Statement(NamedTuple):
    """Words `[start, end)` of a text and the keys behind them, up to `stop`; `lead` in the short answer."""

    start: int
    end: int
    stop: int
    keys: tuple[str, ...]
    heading: str
    lead: bool

    def words(self, text: str) -> str:
        """The statement as it is written, without its keys."""
        return text[self.start : self.end]

    @property
    def place(self) -> str:
        """Where it stands, for a reader."""
        return f"{', '.join(self.keys)} under “{plain(self.heading)[:_SHOWN]}”"


def places(target: Target) -> tuple[Statement, ...]:
    """The statements of a report in which something may be planted, in order."""
    found = statements(target.text, target.marks)
    return tuple(
        p for p in found if not any(p.start < end and start < p.stop for start, end in target.spared)
    )


@lru_cache(maxsize=8)
def statements(text: str, marks: str = "keys") -> tuple[Statement, ...]:
    """The statements of a text, in order; `marks` as in `Target`."""
    return tuple(_statements(text, _GROUP if marks == "keys" else _MARKS))


def _statements(text: str, group: re.Pattern[str]) -> Iterator[Statement]:
    heading, at = "", 0
    for line in text.splitlines(keepends=True):
        titled = _HEADING.match(line)
        if titled is not None:
            heading = titled[1].strip()
        else:
            start = 0
            for hit in group.finditer(line):
                first = start if group is _GROUP else _sentence_start(line, start, hit.start())
                words = line[first : hit.start()]
                first += len(words) - len(words.lstrip(" -*.\n"))
                keys = tuple(_KEY.findall(_LINES.sub("", hit[0])))
                if any(_YEAR_LIKE.fullmatch(key) for key in keys):
                    continue
                if first < hit.start():
                    lead = heading.casefold() == _LEAD
                    yield Statement(at + first, at + hit.start(), at + hit.end(), keys, heading, lead)
                start = hit.end()
        at += len(line)


def _sentence_start(line: str, start: int, end: int) -> int:
    """Where the last sentence before `end` begins; a mark may stand before its full stop or behind it."""
    ends = [hit.end() for hit in _SENTENCE_END.finditer(line, start, end - 1)]
    return ends[-1] if ends else start


def plain(words: str) -> str:
    """Words without the backslashes that make marks literal."""
    return re.sub(r"\\([^\w\s])", r"\1", words)


def literal(words: str) -> str:
    """Words as a report writes them: on one line, their marks literal."""
    return _LITERAL.sub(lambda mark: f"\\{mark[0]}", " ".join(words.split()))


def with_words(target: Target, place: Statement, words: str) -> Target:
    """The report with other words in one statement."""
    text = f"{target.text[: place.start]}{words}{target.text[place.end :]}"
    return target.model_copy(update={"text": text})


def with_keys(target: Target, place: Statement, keys: tuple[str, ...]) -> Target:
    """The report with other keys behind one statement; none at all if there are none."""
    text = f"{target.text[: place.end]}{_group(target, place, keys)}{target.text[place.stop :]}"
    return target.model_copy(update={"text": text})


def _group(target: Target, place: Statement, keys: tuple[str, ...]) -> str:
    if not keys:
        return ""
    if target.marks == "keys":
        return f" [{', '.join(keys)}]"
    written = target.text[place.end : place.stop]
    mark = re.search(_MARK, written)
    made = _KEY.sub(keys[-1], mark[0] if mark is not None else "[1]", count=1)
    return f"{written}{made}" if keys[:-1] == place.keys else made


def folded(words: str) -> str:
    """Words as they are compared: letters and digits, in small letters, one space between."""
    return " ".join(re.findall(r"\w+", plain(words).casefold()))
