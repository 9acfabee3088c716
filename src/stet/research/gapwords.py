"""The wordings in which code itself says what is missing; anything else in a gap is somebody's text."""

import re
from typing import Final

from stet.verify.words import words

_FIXED: Final = frozenset(
    (
        "no document with usable text was found",
        "nothing that was read speaks of it",
        "the analyst said nothing of it",
        "the words that were given for it do not stand in what was read",
        "what was found did not pass the checks, or stands under another topic",
        "only a value was found that a later source names as one that no longer holds",
        "a primary source is missing",
        "a date is missing",
        "a definition is missing",
        "a comparison is missing",
        "an explanation of a disagreement is missing",
        "an answer is missing",
    )
)
_READ: Final = re.compile(r" was (not )?found in the \d{1,9} documents? read\Z")
_WANTED: Final = re.compile(r"no sentence that (?:answers|gives an? [a-z][a-z ]{1,30} for) ")
_ASKED: Final = frozenset(
    f"no {what} of what was asked" for what in ("condition or exception", "change or dispute")
)
_LIMIT: Final = re.compile(
    r"what was selected for it could not be assessed: the limit on [a-z ]{1,40} is reached \([\w .,$/]{1,40}\)"
)


def own_words(missing: str, topic: str) -> bool:
    """Whether code worded what is missing of a topic: then nothing can stand in it that nobody checked."""
    if missing in _FIXED or _LIMIT.fullmatch(missing) is not None:
        return True
    read = _READ.search(missing)
    if read is None:
        return False
    head = missing[: read.start()]
    if read[1]:  # a word of the topic that stands nowhere
        return head[:1] == "“" and head[-1:] == "”" and head[1:-1] in words(topic)
    wanted = _WANTED.match(head)
    return head in _ASKED or (wanted is not None and head[wanted.end() :] == f"“{topic}”")
