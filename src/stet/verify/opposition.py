"""Sentences that say opposite things in nearly the same words: one denies, one gives another number.

Code sees only what the words show. Sentences that contradict each other in other words are a judge's to find.
"""

import re
from collections.abc import Collection

from stet.verify.values import Kind, cached_values
from stet.verify.wording import flags
from stet.verify.words import STOP_WORDS, content_stems, stem, words

LEAST_ALIKE = 0.55
"""The share of content words (Jaccard) that two sentences must have in common to speak of one thing."""

_OPPOSITE = frozenset({"negation_added", "negation_dropped", "quantifier", "direction"})
_NUMBERED = re.compile(
    r"(?P<word>[^\W\d_]{2,40})\s(?P<named>no\.?\s|number\s|nr\.?\s)?(?P<number>\d{1,6}[a-z]?)(?![\d.,/%]\d?)"
    r"(?:\s(?P<next>[^\W\d_]+))?"
)
_PREFIXES = ("un", "in", "il", "im", "ir", "non", "dis")
_ALWAYS, _NEVER = (
    frozenset({"always", "all", "every", "everyone"}),
    frozenset({"never", "none", "no", "nobody"}),
)
_POLAR = _ALWAYS | _NEVER | {"not", "nor", "neither", "without"}
_MEASURED = frozenset({Kind.DATE, Kind.MONEY, Kind.PERCENT, Kind.POINTS, Kind.QUANTITY, Kind.NUMBER})


def alike(a: str, b: str) -> float:
    """How much two sentences share of their content words (Jaccard of stems, 0 to 1)."""
    left, right = frozenset(content_stems(a)), frozenset(content_stems(b))
    return len(left & right) / len(left | right) if left or right else 1.0


def same_values(a: str, b: str) -> bool:
    """Whether two sentences state the same numbers, amounts and dates."""
    return _values(a) == _values(b)


def opposed(a: str, b: str) -> bool:
    """Whether two sentences speak of one thing and one denies, turns round or gives otherwise what the other says."""
    if _subject(a, b) < LEAST_ALIKE or other_numbered(a, b):
        return False
    if any(flag.kind in _OPPOSITE for flag in flags(a, b)) or _antonyms(a, b):
        return True
    left, right = _values(a), _values(b)
    kinds = {kind for kind, _ in left} & {kind for kind, _ in right}
    # One value on each side and another one: with several, which belongs to which is not code's to say.
    return any(_differ(_of(left, kind), _of(right, kind)) for kind in kinds)


def other_numbered(a: str, b: str) -> bool:
    """Whether two sentences name things of one kind by other numbers: Lock 11 and Lock 12, door 1 and door 2."""
    left, right = _numbered(a), _numbered(b)
    return any(left[word].isdisjoint(right[word]) for word in left.keys() & right.keys())


def _numbered(text: str) -> dict[str, set[str]]:
    """Numbers by the word before them, where they number it rather than count what follows."""
    found: dict[str, set[str]] = {}
    for match in _NUMBERED.finditer(text):
        word, named, following = match["word"], match["named"], match["next"] or ""
        counts = following and following.casefold() not in STOP_WORDS
        if word.casefold() not in STOP_WORDS and (named or word[0].isupper() or not counts):
            found.setdefault(stem(word.casefold()), set()).add(match["number"])
    return found


def agree(a: str, b: str) -> bool:
    """Whether two sentences are near enough in words, and equal in what they deny and measure, to be one statement."""
    return same_values(a, b) and not _antonyms(a, b) and not flags(a, b) and not flags(b, a)


def _subject(a: str, b: str) -> float:
    """`alike` without the words that turn a sentence round and without the values it gives."""
    left, right = _bare(a), _bare(b)
    # "lawful" and "unlawful" are one subject.
    turned = {word for word in left - right if _negates({word}, right - left)}
    turned |= {word for word in right - left if _negates({word}, left - right)}
    common = len(left & right) + len(turned)
    return common / (len(left | right) - len(turned)) if left and right else 0.0


def _bare(text: str) -> frozenset[str]:
    stated = " ".join(value.exact for value in cached_values(text) if value.kind in _MEASURED)
    return (
        frozenset(content_stems(text))
        - frozenset(content_stems(stated))
        - frozenset(content_stems(" ".join(_POLAR)))
    )


def _antonyms(a: str, b: str) -> bool:
    left, right = set(words(a)), set(words(b))
    if (left & _ALWAYS and right & _NEVER) or (left & _NEVER and right & _ALWAYS):
        return True
    return _negates(left - right, right - left) or _negates(right - left, left - right)


def _negates(plain: Collection[str], other: Collection[str]) -> bool:
    return any(f"{prefix}{word}" in other for word in plain for prefix in _PREFIXES)


def _values(text: str) -> frozenset[tuple[Kind, str]]:
    return frozenset((value.kind, value.normal) for value in cached_values(text) if value.kind in _MEASURED)


def _of(values: frozenset[tuple[Kind, str]], kind: Kind) -> set[str]:
    return {normal for found, normal in values if found is kind}


def _differ(left: set[str], right: set[str]) -> bool:
    if len(left) != 1 or len(right) != 1:
        return False
    (one,), (other,) = left, right
    # A month and a day in it agree.
    return not (one == other or one.startswith(f"{other}-") or other.startswith(f"{one}-"))
