"""Where the statements of a report stand, and how one of them is changed; a reading of its own, and a small one.

A statement is what stands before a group of keys on its line. Nothing here looks at what it means.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from stet.evaluate.plant.values import Target

_GROUP = re.compile(r" {0,2}\[(C\d{1,6}(?:[,;] ?C\d{1,6}){0,40})\]")
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


def statements(text: str) -> tuple[Statement, ...]:
    """The statements of a report, in order."""
    return tuple(_statements(text))


def _statements(text: str) -> Iterator[Statement]:
    heading, at = "", 0
    for line in text.splitlines(keepends=True):
        titled = _HEADING.match(line)
        if titled is not None:
            heading = titled[1].strip()
        else:
            start = at
            for group in _GROUP.finditer(line):
                end = at + group.start()
                start += len(text[start:end]) - len(text[start:end].lstrip(" -*.\n"))
                keys = tuple(re.findall(r"C\d+", group[1]))
                if start < end:
                    yield Statement(start, end, at + group.end(), keys, heading, heading.casefold() == _LEAD)
                start = at + group.end()
        at += len(line)


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
    group = f" [{', '.join(keys)}]" if keys else ""
    text = f"{target.text[: place.end]}{group}{target.text[place.stop :]}"
    return target.model_copy(update={"text": text})


def folded(words: str) -> str:
    """Words as they are compared: letters and digits, in small letters, one space between."""
    return " ".join(re.findall(r"\w+", plain(words).casefold()))
