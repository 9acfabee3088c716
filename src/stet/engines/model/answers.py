"""From what a model said to what it meant: thinking taken out, repetition cut, one JSON value found and validated.

Nothing is repaired. What cannot be read says why, so that the model can be told.
"""

import json
import re
from typing import NamedTuple, TypeVar, cast

from pydantic import BaseModel, ValidationError

V = TypeVar("V", bound=BaseModel)

LONGEST = 200_000
"""Characters: an answer longer than this is not read."""

_THOUGHT = re.compile(
    r"<(think|thinking|thought|reasoning|reflection)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE
)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning|reflection)>", re.IGNORECASE)
_FENCED = re.compile(r"\A```[\w+-]*[ \t]*\r?\n(.*?)\r?\n?[ \t]*```\s*\Z", re.DOTALL)
_OPENING = re.compile(r"[{\[]")
_STARTS = 200
"""Places at which a JSON value is looked for; more is no answer with an apology around it."""

_LAST = 8_000
_LEAST_RUN, _LEAST_TIMES = 240, 4
_SHOWN_FAULTS = 6
_DECODER = json.JSONDecoder()


class Unreadable(ValueError):
    """An answer that is not of the agreed shape, and what is wrong with it in words for the model."""


class Kept(NamedTuple):
    """A text, and whether a repetition was cut from its end."""

    text: str
    cut: bool


def plain(text: str) -> str:
    """A model's prose: without byte order mark, thinking and a code fence around the whole of it."""
    said = text.lstrip("\ufeff").strip()
    if not said.startswith(("{", "[")):
        said = _THOUGHT.sub("", said)
        # Some servers keep the opening tag to themselves.
        if (closing := list(_THOUGHT_END.finditer(said))) != []:
            said = said[closing[-1].end() :]
    said = said.strip().lstrip("\ufeff")
    fenced = _FENCED.match(said)
    return fenced[1].strip() if fenced and "```" not in fenced[1] else said


def without_repetition(text: str) -> Kept:
    """`text` without a block that its end repeats over and over; one instance of the block stays.

    A model that has lost its thread says one thing until its limit. A run counts from 240 characters and four times on.
    Linear in the length of the text.
    """
    end = text.rstrip()
    backwards = end[: -_LAST - 1 : -1]
    for period, more in enumerate(_prefixes(backwards)):
        run = period + more
        if period and run >= max(_LEAST_RUN, _LEAST_TIMES * period):
            start = len(end) - run
            while start > 0 and end[start - 1] == end[start - 1 + period]:
                start -= 1
            # One block and what belongs to it: what is kept ends as the whole did.
            whole = start + period + (len(end) - start) % period
            return Kept(end[:whole].rstrip(), cut=True)
    return Kept(text, cut=False)


def read(text: str, shape: type[V]) -> V:
    """The one value of `shape` that an answer holds.

    Words around it are passed over where only one value can be meant.

    Raises:
        Unreadable: there is none, there are several, or it is of another shape
    """
    if len(text) > LONGEST:
        raise Unreadable(f"the answer is longer than {LONGEST} characters")
    if not text:
        raise Unreadable("the answer is empty")
    try:
        return shape.model_validate_json(_value(text))
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
        listed = [f"{_place(fault['loc'])}{fault['msg']}" for fault in faults[:_SHOWN_FAULTS]]
        raise Unreadable("; ".join(listed)) from None


def _value(text: str) -> str:
    """The part of an answer that is its value; the whole, where that begins like one."""
    if text.startswith("{"):
        try:
            _, end = _DECODER.raw_decode(text)
        except (ValueError, RecursionError):
            return text  # the validator says best what is wrong
        if not text[end:].strip():
            return text
    found = _values(text)
    objects = [each for each in found if each.startswith("{")]
    wanted = objects or found
    if len(wanted) == 1:
        return wanted[0]
    if len(wanted) > 1:
        raise Unreadable(f"there are {len(wanted)} JSON values where one was asked for")
    if text.startswith(("{", "[")):
        return text
    raise Unreadable("there is no JSON value in the answer")


def _values(text: str) -> list[str]:
    """The objects and lists that stand in a text on the outermost level; lists of bare values are prose (`[3]`)."""
    found: list[str] = []
    at, starts = 0, 0
    while (opening := _OPENING.search(text, at)) is not None and starts < _STARTS:
        starts += 1
        begin = opening.start()
        try:
            value, at = cast("tuple[object, int]", _DECODER.raw_decode(text, begin))
        except (ValueError, RecursionError):
            at = begin + 1
            continue
        nested = isinstance(value, list) and any(
            isinstance(e, dict | list) for e in cast("list[object]", value)
        )
        if isinstance(value, dict) or nested:
            found.append(text[begin:at])
    return found


def _place(loc: tuple[int | str, ...]) -> str:
    return f"{'.'.join(str(part) for part in loc)}: " if loc else ""


def _prefixes(text: str) -> list[int]:
    """For each place how many characters from there on are as those at the start (the Z function)."""
    size = len(text)
    found = [0] * size
    left = right = 0
    for i in range(1, size):
        if i < right:
            found[i] = min(right - i, found[i - left])
        while i + found[i] < size and text[found[i]] == text[i + found[i]]:
            found[i] += 1
        if i + found[i] > right:
            left, right = i, i + found[i]
    return found
