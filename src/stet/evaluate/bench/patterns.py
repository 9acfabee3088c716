"""What a statement looks for: its values in normal form, its words with their alternatives, and its own wording."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from stet.evaluate.bench import cues
from stet.evaluate.bench.clauses import Placed, Prepared, Token, prepared
from stet.evaluate.bench.task import Statement
from stet.verify.dates import date_covered
from stet.verify.derive import same_amount
from stet.verify.found import Found, Kind
from stet.verify.opposites import DENYING, DENYING_AROUND, LIGHT, NO_DENIAL
from stet.verify.references import comparable
from stet.verify.values import measured_values
from stet.verify.words import STOP_WORDS

_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ENDINGS: Final = frozenset("e en er es em n s t te ten d ed ent nt r x a as o os ée és ées".split())
_BASE: Final = 4
"""Letters from which a word and the same word with an ending are taken for one, beyond the English stem."""

_REACH: Final = 8
"""Words behind a denial among which the denied one is looked for."""


class Denial(NamedTuple):
    """A denying word and the first telling word that it denies; `verbal`: a verb is denied, as by "does not"."""

    token: Token
    told: Token | None
    verbal: bool


class Alternative(NamedTuple):
    """Words that stand side by side, as stems; `han` is a text to be found as it is."""

    words: tuple[str, ...]
    stems: tuple[str, ...]
    han: str = ""

    def at(self, tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
        """The places where it stands, as their tokens."""
        width = len(self.stems)
        return [
            tuple(tokens[i : i + width])
            for i in range(len(tokens) - width + 1)
            if all(_form(tokens[i + k], self.words[k], self.stems[k]) for k in range(width))
        ]


class Pattern(NamedTuple):
    """A statement as it is looked for.

    `text` is its own wording: the words that it denies, how it limits its values, and which way its dates go, are
    what a sentence must agree with. `known` are the stems of all that it speaks of, `denied` of what it denies, and
    `turned` those among them that it looks for and never affirms: a sentence that affirms one says the opposite.
    """

    text: Prepared
    values: tuple[Found, ...]
    groups: tuple[tuple[Alternative, ...], ...]
    known: frozenset[str]
    denied: frozenset[str]
    turned: frozenset[str]

    def has(self, cue: re.Pattern[str]) -> bool:
        """Whether the statement's own wording has such a word."""
        return cue.search(self.text.plain(0, len(self.text.text))) is not None

    def own(self, value: Found) -> Placed | None:
        """Where the statement's own wording gives a value."""
        return next((each for each in self.text.values if equal(value, each.value)), None)


def pattern_of(statement: Statement) -> Pattern:
    """What a statement looks for; entries in which nothing can be read are left out (`load` refuses them)."""
    return _pattern(statement.text, statement.values, statement.words)


@lru_cache(maxsize=4096)
def _pattern(said: str, wanted: tuple[str, ...], words: tuple[str, ...]) -> Pattern:
    text = prepared(said)
    values = tuple(found for written in wanted if (found := value_of(written)) is not None)
    groups = tuple(group for written in words if (group := alternatives(written)))
    spoken = {word for group in groups for each in group for word in each.stems}
    known = frozenset(spoken | {token.stem for token in text.tokens if telling(token)})
    found = [each for each in denials(text.tokens, text) if each.told is not None]
    denied = frozenset(each.told.stem for each in found if each.told is not None)
    told = {each.told for each in found if each.told is not None and each.token.word not in cues.WITHOUT}
    affirmed = {token.stem for token in text.tokens if token not in told}
    turned = frozenset(token.stem for token in told) & spoken - affirmed
    return Pattern(text, values, groups, known, denied, turned)


def value_of(written: str) -> Found | None:
    """The one value in `written`; None where there is none or more than one, or where words stand beside it."""
    found = measured_values(written)
    if len(found) != 1:
        return None
    value = found[0]
    rest = [t for t in prepared(written).tokens if not (value.start <= t.start < value.end)]
    return value if value.bound or not any(telling(token) for token in rest) else None


def alternatives(written: str) -> tuple[Alternative, ...]:
    """The alternatives of an entry of `words`, those without a word left out."""
    found: list[Alternative] = []
    for phrase in written.split("|"):
        ready = prepared(phrase.strip())
        if _CJK.search(phrase):
            found.append(Alternative((), (), ready.folded))
        elif ready.tokens:
            found.append(
                Alternative(tuple(t.word for t in ready.tokens), tuple(t.stem for t in ready.tokens))
            )
    return tuple(found)


def equal(wanted: Found, found: Found) -> bool:
    """Whether a text's value is the wanted one: equal in normal form, or in another unit of the same measure.

    A date is covered by one at least as precise. Nothing is rounded.
    """
    if wanted.kind is not found.kind:
        return False
    if wanted.kind is Kind.DATE:
        return date_covered(wanted.normal, found.normal) and not found.also
    if wanted.kind is Kind.REFERENCE:
        one, other = comparable(wanted.normal), comparable(found.normal)
        return one == other or other.startswith(f"{one}(")
    if wanted.kind is Kind.ORDINAL:
        return wanted.normal == found.normal
    plain = wanted._replace(bound=""), found._replace(bound="")
    forth, back = same_amount(*plain), same_amount(plain[1], plain[0])
    if "" in (forth, back):
        return True
    # By conversion, both ways: else 3.5 t, given to a tenth, would be 3,540 kg.
    return wanted.kind is Kind.QUANTITY and wanted.unit != found.unit and None not in (forth, back)


def telling(token: Token) -> bool:
    """Whether a word says something by itself."""
    return token.word not in STOP_WORDS and token.word not in LIGHT and len(token.word) > 1


def denials(tokens: Sequence[Token], sentence: Prepared) -> list[Denial]:
    """The denials among some tokens; "not only", "no later than" and the like are none."""
    found: list[Denial] = []
    for at, token in enumerate(tokens):
        around = token.word in DENYING_AROUND
        if not (around or token.word in DENYING or token.word in _ENDING):
            continue
        behind = [each.word for each in tokens[at + 1 : at + 3]]
        if behind and (
            behind[0] in NO_DENIAL or (behind[-1] == "than" and token.word in ("no", "not", "never"))
        ):
            continue
        verbal = (
            (at > 0 and tokens[at - 1].word in cues.AUXILIARY) or "'" in token.word or token.word == "cannot"
        )
        told = _told(tokens[at + 1 : at + 1 + _REACH], sentence, token.end, verbal=verbal)
        if told is None and around and at:
            told = _told(tokens[max(0, at - _REACH) : at][::-1], sentence, None, verbal=verbal)
        if token.word in _ENDING and not (told is not None and told.start - token.end <= _CLOSE):
            continue
        found.append(Denial(token, told, verbal))
    return found


_ENDING: Final = frozenset("ceases ceased cease stops stopped stop".split())
_CLOSE: Final = 4
"""Characters: "ceases to apply" and "stops applying" deny the very next verb, "stops on the bridge" denies nothing."""

_FILLERS: Final = frozenset("longer yet already just anymore".split())
_ASIDE: Final = re.compile(r"\s?,[^,;.]{1,80},")


def _told(run: Sequence[Token], sentence: Prepared, end: int | None, *, verbal: bool) -> Token | None:
    """The first telling word of a run; what stands aside between two commas is passed over."""
    aside = _ASIDE.match(sentence.text, end) if end is not None and verbal else None
    first = aside.end() if aside else 0
    return next(
        (
            token
            for token in run
            if token.start >= first
            and (telling(token) or token.word.isdigit())
            and token.word not in _FILLERS
            and not (token.word.endswith("ly") and len(token.word) > _BASE)
        ),
        None,
    )


def _form(token: Token, word: str, stemmed: str) -> bool:
    if token.stem == stemmed or token.word == word:
        return True
    short, long = sorted((token.word, word), key=len)
    return len(short) >= _BASE and long.startswith(short) and long[len(short) :] in _ENDINGS


def first_of(
    group: Sequence[Alternative], tokens: Sequence[Token], sentence: Prepared, span: tuple[int, int]
) -> int | None:
    """The offset at which one of some alternatives first stands within `span`; None where none does."""
    places = [place[0].start for each in group if each.stems for place in each.at(tokens)]
    for each in group:
        if each.han and each.han in sentence.folded:
            at = sentence.text.find(each.han, *span)
            places += [at] if at >= 0 else []
    return min(places, default=None)


def denying(groups: Sequence[Sequence[Alternative]], tokens: Sequence[Token]) -> frozenset[int]:
    """Where denying words stand that a statement looks for itself, as in "not be given|contraindicated"."""
    places = [place for group in groups for each in group if each.stems for place in each.at(tokens)]
    return frozenset(
        token.start for place in places for token in place if token.word in DENYING | DENYING_AROUND
    )


def knows(known: Collection[str], token: Token) -> bool:
    """Whether a word is one of those that a statement speaks of, in some form."""
    return token.stem in known or any(
        _form(token, stemmed, stemmed) for stemmed in known if stemmed[:3] == token.word[:3]
    )
