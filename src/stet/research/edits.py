"""A sentence that all but repeats its claim: which few words differ, and whether they change what is said.

Lists of words are blunt on free paraphrase, where the same is said in other ways. Between a sentence and its copy with
a word or two changed there is no other way: what differs is the change.
"""

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from stet.verify.words import words

_LONGEST: Final = 150
"""Words of a sentence that is compared word by word."""

_LEAST: Final = 4
_ALIKE: Final = 0.7
"""The share of the longer text that stands in both, in order, of two that all but repeat each other."""

_NEGATIONS: Final = frozenset(
    "not no never none neither nor without cannot don't doesn't didn't isn't aren't wasn't weren't won't wouldn't "
    "can't "
    "nicht kein keine keinen keiner keinem nie niemals ohne pas jamais aucun aucune sans nunca ningún "
    "ninguna sin".split()
)
_STRENGTH: Final = frozenset(
    "must may might can could shall should will would ought needs need only mainly mostly partly largely chiefly "
    "nearly almost about around roughly approximately exactly just up to at least most more less than over under "
    "every all each any some many few several both always often sometimes usually rarely generally "
    "likely unlikely possibly probably perhaps certainly definitely expected planned proposed reportedly allegedly "
    "potentially apparently fully entirely completely solely merely strictly "
    "muss müssen kann können darf dürfen soll sollen wird nur meist fast etwa rund genau mindestens höchstens alle "
    "jeder "
    "einige immer oft vielleicht wahrscheinlich voraussichtlich "
    "doit peut pourrait seulement presque environ au moins plus tous toutes chaque toujours probablement "
    "debe puede podría solo solamente casi aproximadamente todos todas cada siempre probablemente".split()
)
_LIMITS: Final = frozenset(
    "if unless except only provided where when until before within after while during "
    "wenn falls sofern außer nur bis vor binnen innerhalb nach si sauf avant après jusqu'à salvo antes "
    "después hasta".split()
)


_POSSIBLE: Final = frozenset(
    "may might can could possible possibly perhaps maybe kann können könnte könnten darf dürfen möglich "
    "möglicherweise vielleicht peut pourrait possible peut-être puede podría posible quizás".split()
)
"""All say that something may be so; which of them is stronger depends on what is said."""

_WITHOUT: Final = frozenset(
    "exempt exempts exempted exemption free excluded excludes except excepted waived waives spared unaffected immune "
    "outside befreit ausgenommen frei exempté exemptée exonéré exonérée exempte exento exenta exentos exentas".split()
)
"""Words that say no without a negation."""


class Edits(NamedTuple):
    """The words that a sentence adds to its claim, and the runs of words that it leaves out."""

    added: tuple[str, ...]
    left_out: tuple[tuple[str, ...], ...]

    @property
    def dropped(self) -> tuple[str, ...]:
        """All words left out."""
        return tuple(word for run in self.left_out for word in run)


def edits(sentence: str, claim: str) -> Edits | None:
    """How a sentence differs from a claim that it all but repeats; None where it says it in its own way."""
    mine, theirs = words(sentence), words(claim)
    if min(len(mine), len(theirs)) < _LEAST or max(len(mine), len(theirs)) > _LONGEST:
        return None
    matcher = SequenceMatcher(a=theirs, b=mine, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    if same < _LEAST or (same < _ALIKE * max(len(mine), len(theirs)) and same < len(mine)):
        return None
    added: list[str] = []
    left_out: list[tuple[str, ...]] = []
    for tag, start, end, mine_start, mine_end in matcher.get_opcodes():
        if tag != "equal":
            added += mine[mine_start:mine_end]
            left_out += [tuple(theirs[start:end])] if end > start else []
    return Edits(tuple(added), tuple(left_out))


def changes(found: Edits) -> list[str]:
    """What such a difference changes for certain, each in words; empty where code cannot tell."""
    added, dropped = found.added, found.dropped
    told: list[str] = []
    if _count(added) != _count(dropped):
        told.append(_said("a negation", added, dropped, _NEGATIONS))
    differing = {*added, *dropped}
    if differing and differing <= _STRENGTH | _NEGATIONS and _strength(added) != _strength(dropped):
        told.append(_said("how strong it is", added, dropped, differing))
    if not added:
        told += [f"the limit “{' '.join(run)}” is left out" for run in found.left_out if run[0] in _LIMITS]
    return told


def otherwise_said(flag: str, sentence: str, claim: str) -> bool:
    """Whether a difference of wording may be none: one says with another word what the other denies or leaves open."""
    mine, theirs = set(words(sentence)), set(words(claim))
    if flag == "negation_dropped":
        return bool(mine & _WITHOUT) and not theirs & _WITHOUT
    if flag == "negation_added":
        return bool(theirs & _WITHOUT) and not mine & _WITHOUT
    return flag == "hedge_dropped" and bool(mine & _POSSIBLE)


def _strength(some: Sequence[str]) -> Counter[str]:
    return Counter("may" if word in _POSSIBLE else word for word in some)


def _count(some: Sequence[str]) -> int:
    return sum(word in _NEGATIONS for word in some)


def _said(what: str, added: Sequence[str], dropped: Sequence[str], listed: set[str] | frozenset[str]) -> str:
    new = " ".join(word for word in added if word in listed)
    old = " ".join(word for word in dropped if word in listed)
    return f"{what} is changed: “{old or '–'}” to “{new or '–'}”"
