"""Sentences that say opposite things in nearly the same words: one denies, one gives another number.

Code sees only what the words show. Sentences that contradict each other in other words are a judge's to find.
"""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from stet.verify.found import Found, Kind
from stet.verify.reconcile import Stated, comparable, consistent, ranges
from stet.verify.subjects import (
    Said,
    event_of,
    other_frame,
    other_numbered,
    other_period,
    other_thing,
    same_word,
)
from stet.verify.values import cached_values
from stet.verify.wording import flags
from stet.verify.words import STOP_WORDS, content_stems, stem, words

LEAST_ALIKE = 0.55
"""The share of content words (Jaccard) that two sentences must have in common to speak of one thing."""

_DENIED_ALIKE = 0.65
"""The same where one of them denies: in short sentences two words more may change what is spoken of."""

_HELD, _FEWEST = 0.8, 5
"""The share of a short sentence's subject words that a longer one must hold to deny it, and how many it must have."""

_DENYING = frozenset(
    "not no never none neither nor without cannot nobody nothing nowhere hardly barely fails failed lacks unable "
    "unlikely impossible don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't "
    "hasn't haven't hadn't".split()
)  # fmt: skip
_DENYING_AROUND = frozenset(
    "nicht kein keine keinen keiner keinem keines nie niemals weder ohne ne pas jamais aucun aucune sans ni nunca "
    "ningún ninguna ninguno sin tampoco".split()
)  # fmt: skip
"""Words that deny what stands before them as well as behind them."""

_NO_DENIAL = frozenset(
    "only just even least but commonly typically usually necessarily generally often fully entirely normally primarily "
    "solely".split()
)
"""Behind "no" or "not" these limit or add and do not deny; nor does what "than" follows: "no later than"."""

_DOUBTING = frozenset(
    "believe believes believed misconception myth claim claims claimed idea notion although though while rather "
    "rumour rumor alleged allegedly supposed supposedly false incorrect if whether except unless".split()
)
"""Where one of these stands a long sentence may say the opposite of what it seems to say."""

_LIGHT = frozenset(
    "evidence true case indication proof able possible likely actually be been have that suggest suggests".split()
)
_REACH = 8

_POLES = (
    frozenset({"always", "all", "every", "everyone", "everybody"}),
    frozenset({"never", "none", "no", "nobody"}),
)
_POLAR = _POLES[0] | _POLES[1] | _DENYING | _DENYING_AROUND

_ANTONYMS = tuple(
    (frozenset(map(stem, one.split())), frozenset(map(stem, other.split())))
    for one, other in (
        ("permitted permits permit allowed allows allow legal lawful authorised authorized",
         "prohibited prohibits prohibit prohibition forbidden forbids forbid banned bans ban illegal outlawed"),
        ("mandatory compulsory obligatory required requires", "optional voluntary"),
        ("subject liable covered", "exempt exempted"),
        ("include includes included", "exclude excludes excluded"),
        ("increase increases increased rise rises rose risen grew grow grows",
         "decrease decreases decreased fall falls fell fallen drop dropped decline declined shrank"),
        ("accept accepts accepted approve approves approved grant granted",
         "reject rejects rejected refuse refused dismissed denied"),
        ("open opened", "closed shut"),
        ("safe harmless", "dangerous harmful hazardous"),
        ("succeed succeeds succeeded", "fail failed"),
        ("win wins won", "lose loses lost"),
        ("true", "false"),
        ("guilty", "innocent acquitted"),
        ("present", "absent"),
        ("temporary", "permanent"),
        ("confirmed confirms confirm", "denied denies deny refuted"),
        ("supports supported support", "opposes opposed oppose"),
        ("enough", "insufficient"),
        ("erlaubt zulässig gestattet", "verboten untersagt unzulässig"),
        ("verpflichtend pflicht", "freiwillig"),
        ("autorisé autorisée permis permise", "interdit interdite"),
        ("obligatoire", "facultatif facultative"),
        ("permitido permitida", "prohibido prohibida"),
        ("obligatorio obligatoria", "voluntario voluntaria"),
    )
)  # fmt: skip
_PREFIXED = re.compile(
    r"(?:un|non)[^\W\d_]{4,}|(?:in|im|il|ir)[^\W\d_]{2,}(?:able|ible|al|ful|ent|ant|ic|ive|ous|ar|quate|urate|ect|ite|ure)"
    r"(?:ly)?|dis(?:agree|allow|approv|similar|advantag|satisf|qualif|prov|appear|honest|continu|connect)[^\W\d_]*"
)
_VOWELS = re.compile(r"[aeiouäöüéè]")
_MEASURED = frozenset({Kind.DATE, Kind.MONEY, Kind.PERCENT, Kind.POINTS, Kind.QUANTITY, Kind.NUMBER})


def alike(a: str, b: str) -> float:
    """How much two sentences share of their content words (Jaccard of stems, 0 to 1)."""
    left, right = frozenset(content_stems(a)), frozenset(content_stems(b))
    return len(left & right) / len(left | right) if left or right else 1.0


def same_values(a: str, b: str) -> bool:
    """Whether two sentences state the same numbers, amounts and dates."""
    return _values(a) == _values(b)


def agree(a: str, b: str) -> bool:
    """Whether two sentences are near enough in words, and equal in what they deny and measure, to be one statement."""
    turned = _turned(words(a), words(b))
    return same_values(a, b) and not turned.words and not flags(a, b) and not flags(b, a)


def opposed(a: str, b: str) -> bool:
    """Whether two sentences speak of one thing and one denies, turns round or gives otherwise what the other says.

    A denial and an opposite together say the same again: "not permitted" and "prohibited".
    """
    if other_numbered(a, b):
        return False
    left, right = words(a), words(b)
    turned = _turned(left, right)
    ours, theirs = _bare(a) - turned.stems, _bare(b) - turned.stems
    if not ours or not theirs:
        return False
    one_time = not other_period(Said(a), Said(b))
    if len(ours & theirs) < LEAST_ALIKE * len(ours | theirs):
        return one_time and _denied_inside(left, right, ours, theirs)
    if not turned.words and other_frame(a, b):
        return False
    denied = _denies(left, right) != _denies(right, left) or _poles(left, right)
    near = len(ours & theirs) >= _DENIED_ALIKE * len(ours | theirs)
    return (one_time and near and denied != bool(turned.words)) or _differ(a, b)


class _Turned(NamedTuple):
    """The words by which one sentence says the opposite of the other, and their stems."""

    words: frozenset[str]

    @property
    def stems(self) -> frozenset[str]:
        return frozenset(map(stem, self.words))


def _turned(left: Sequence[str], right: Sequence[str]) -> _Turned:
    ours, theirs = frozenset(left), frozenset(right)
    pairs = [*_prefixed(ours - theirs, theirs - ours), *_prefixed(theirs - ours, ours - theirs)]
    by_stem = {stem(word): word for word in ours}, {stem(word): word for word in theirs}
    for one, other in _ANTONYMS:
        for plain, opposite in ((one, other), (other, one)):
            here, there = plain & by_stem[0].keys(), opposite & by_stem[1].keys()
            if here and there and not (opposite & by_stem[0].keys() or plain & by_stem[1].keys()):
                pairs += [by_stem[0][each] for each in here] + [by_stem[1][each] for each in there]
    return _Turned(frozenset(pairs))


def _prefixed(plain: Collection[str], other: Collection[str]) -> list[str]:
    """Words of one side that a prefix turns into a word of the other: lawful, unlawful."""
    found: list[str] = []
    for word in other:
        if word not in _DENYING and _PREFIXED.fullmatch(word):
            bases = [word[cut:] for cut in (2, 3) if word[cut:] in plain]
            found += [word, *bases] if bases else []
    return found


def _denied_inside(
    left: Sequence[str], right: Sequence[str], ours: frozenset[str], theirs: frozenset[str]
) -> bool:
    """Whether a long sentence holds nearly all of a short one, and one of the two denies it."""
    short, (brief, long) = min(ours, theirs, key=len), sorted((left, right), key=len)
    if len(short) < _FEWEST or len(ours & theirs) < _HELD * len(short) or not _DOUBTING.isdisjoint(long):
        return False
    denials = [sum(word in _DENYING or word in _DENYING_AROUND for word in each) for each in (brief, long)]
    return sorted(denials) == [0, 1] and (_denies(brief, long) or _denies(long, brief))


def _poles(left: Sequence[str], right: Sequence[str]) -> bool:
    ours, theirs = frozenset(left), frozenset(right)
    every, none = _POLES
    return bool((ours & every and theirs & none) or (ours & none and theirs & every))


def _denies(said: Sequence[str], other: Sequence[str]) -> bool:
    """Whether a sentence denies something that the other one speaks of."""
    there = frozenset(other)
    for at, word in enumerate(said):
        following = said[at + 1 : at + 3]
        if word in _DENYING and following and (following[0] in _NO_DENIAL or following[-1] == "than"):
            continue
        if word in _DENYING or word in _DENYING_AROUND:
            around = said[max(0, at - _REACH) : at][::-1] if word in _DENYING_AROUND else ()
            if any(_spoken(each, there) for each in (said[at + 1 : at + 1 + _REACH], around)):
                return True
    return False


def _spoken(run: Sequence[str], there: Collection[str]) -> bool:
    """Whether the first telling word of a run stands in the other sentence, in some form."""
    telling = (w for w in run if w not in STOP_WORDS and w not in _LIGHT and not w.endswith("ly"))
    first = next(telling, None)
    return first is not None and any(
        same_word(first, other) or _skeleton(first) == _skeleton(other)
        for other in there
        if other not in STOP_WORDS
    )


def _skeleton(word: str) -> str:
    """The consonants of a word: strong verbs keep them, "sing" and "sang", "write" and "wrote"."""
    return _VOWELS.sub("", word)


def _bare(text: str) -> frozenset[str]:
    """The stems of a sentence without the words that turn it round and without the values it gives."""
    stated = " ".join(value.exact for value in cached_values(text) if value.kind in _MEASURED)
    without = frozenset((*content_stems(stated), *content_stems(" ".join(_POLAR))))
    return frozenset(content_stems(text)) - without


def _differ(a: str, b: str) -> bool:
    """Whether each sentence gives one value of a measure, of one thing, and both cannot be true."""
    left, right = _stated(a), _stated(b)
    for one in left:
        others = [other for other in right if comparable(one, other)]
        # With several, which belongs to which is not code's to say.
        if len(others) != 1 or sum(comparable(each, others[0]) for each in left) != 1:
            continue
        ours, theirs = Said(a, one), Said(b, others[0])
        # A date beside an amount is its time, unless something is said to happen then.
        timing = one.low.kind is Kind.DATE and len(left) > 1 and len(right) > 1
        if timing and (event_of(ours) is None or event_of(theirs) is None):
            continue
        if not consistent(one, others[0]) and not other_thing(ours, theirs):
            return True
    return False


def _stated(text: str) -> list[Stated]:
    return [value for value in ranges(text) if value.high.kind in _MEASURED]


def _values(text: str) -> frozenset[tuple[Kind, str]]:
    found: Sequence[Found] = cached_values(text)
    return frozenset((value.kind, value.normal) for value in found if value.kind in _MEASURED)
