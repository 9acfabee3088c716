"""Whether a change makes a statement say what its sources say: then it mends something and is no error.

Nothing is understood here: the sentence of the sources that shares most words with what both forms have in common is
asked which of the two it agrees with, by the words that were changed, and by whether it denies something.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from stet.evaluate.plant.edits import Edit
from stet.evaluate.plant.reading import folded
from stet.evaluate.plant.wordlists import COMMON, DENIALS

_SENTENCE = re.compile(r"[^\n.!?。！？]+(?:\.(?=\d)[^\n.!?。！？]*)*")
_ENDS = re.compile(r"(?<!\d)[.!?][”\")]?\s|\n|[。！？]")
_LEAST = 0.5
_MOST = 20_000


def mends(words: str, edit: Edit, sources: Iterable[str]) -> bool:
    """Whether the sources say what the words say after the edit, and nothing like what they said before."""
    old, new = _sentence_of(words, edit.start, edit.end), ""
    shift = len(edit.new) - (edit.end - edit.start)
    made = edit._replace(end=edit.end).of(words)
    new = _sentence_of(made, edit.start, max(edit.start, edit.end + shift))
    before, after = (frozenset(folded(each).split()) for each in (old, new))
    common = (before & after) - COMMON - DENIALS
    near = _nearest(common, sources)
    says_new = any(_agrees(said, after, before) for said in near)
    return says_new and not any(_agrees(said, before, after) for said in near)


def _agrees(said: frozenset[str], words: frozenset[str], others: frozenset[str]) -> bool:
    """Whether a sentence goes with the first words rather than with the others."""
    if bool(words & DENIALS) != bool(others & DENIALS):
        return bool(said & DENIALS) == bool(words & DENIALS)
    own, gone = words - others, others - words
    if own:
        return own <= said
    weighty = (gone - COMMON) or gone
    return not weighty & said


def _nearest(common: frozenset[str], sources: Iterable[str]) -> list[frozenset[str]]:
    """The sentences that share most of these words, if it is at least half of them."""
    best, found = max(1.0, _LEAST * len(common)), list[frozenset[str]]()
    for text in sources:
        for said in _sentences(text):
            shared = len(common & said)
            if shared > best or (shared == best and not found):
                best, found = float(shared), [said]
            elif shared == best:
                found.append(said)
    return found


@lru_cache(maxsize=256)
def _sentences(text: str) -> tuple[frozenset[str], ...]:
    hits = (hit[0] for _, hit in zip(range(_MOST), _SENTENCE.finditer(text), strict=False))
    return tuple(frozenset(folded(each).split()) for each in hits)


def _sentence_of(words: str, start: int, end: int) -> str:
    """The sentence of these words that holds `[start, end)`."""
    first = max((hit.end() for hit in _ENDS.finditer(words, 0, start)), default=0)
    last = _ENDS.search(words, end)
    return words[first : last.start() if last else len(words)]
