"""Rung 5: differences of wording that change what is said. A flag that routes to the judge, never a verdict.

Word lists are known to be blunt: they catch a tenth of strengthened wording and fire on half of all fair sentences
with a negation. So nothing here may fail a claim.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from stet.domain.claims import Check, Outcome
from stet.verify.words import content_stems, words


class Flag(NamedTuple):
    """A difference: `kind` is a code, `detail` a sentence for the reader."""

    kind: str
    detail: str


_NEGATION: Final = frozenset(
    "not no never none neither nor without cannot nobody nothing nowhere hardly barely fails failed lacks lack unable "
    "nicht kein keine keinen keiner keinem nie niemals weder ohne ne pas jamais aucun aucune sans ni "
    "nunca ningún ninguna ninguno sin "
    "tampoco don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't "
    "hasn't haven't hadn't".split()
)  # fmt: skip
_HEDGE: Final = frozenset(
    "may might could possibly perhaps probably likely unlikely appears appear seems seem suggests "
    "suggest suggested indicates reportedly "
    "allegedly potential potentially expected proposed planned would könnte könnten möglicherweise "
    "vielleicht wahrscheinlich scheint "
    "vermutlich voraussichtlich soll pourrait pourraient peut-être probablement semble podría podrían "
    "quizás posiblemente probablemente "
    "parece previsto estimated approximately".split()
)  # fmt: skip
_STRONG: Final = frozenset(
    "must always all every proves prove proven certainly definitely guarantees guarantee guaranteed "
    "ensures causes cause caused will shall "
    "completely entirely only never muss müssen immer alle jeder beweist sicher garantiert vollständig "
    "nur doit doivent toujours tous "
    "toutes chaque prouve certainement seulement debe deben siempre todos todas cada demuestra ciertamente solo".split()
)  # fmt: skip
_QUANTIFIER: Final = {
    **dict.fromkeys("all every each alle jeder tous toutes todos todas cada".split(), "all"),
    **dict.fromkeys("most majority mostly meisten mehrheit plupart majorité mayoría".split(), "most"),
    **dict.fromkeys("many numerous several viele zahlreiche beaucoup nombreux muchos muchas numerosos".split(), "many"),
    **dict.fromkeys("some certain einige manche certains certaines quelques algunos algunas".split(), "some"),
    **dict.fromkeys("few little wenige peu pocos pocas".split(), "few"),
    **dict.fromkeys("none nobody keine niemand aucun aucune ningún ninguno nadie".split(), "none"),
}  # fmt: skip
_UP: Final = frozenset(
    "increase increases increased increasing rise rises rose risen grew grow grows growth gain gained "
    "higher more above exceeds up larger "
    "later stieg gestiegen steigt höher mehr augmenté augmente hausse plus supérieur aumentó aumenta "
    "subió mayor más".split()
)  # fmt: skip
_DOWN: Final = frozenset(
    "decrease decreases decreased decreasing fall falls fell fallen drop drops dropped decline declined "
    "declines reduced reduces loss lost "
    "lower less fewer below down smaller earlier sank gesunken sinkt niedriger weniger diminué diminue "
    "baisse moins inférieur disminuyó "
    "disminuye bajó menor menos".split()
)  # fmt: skip


def flags(claim: str, evidence: str) -> tuple[Flag, ...]:
    """What the words of a claim add to, or leave out of, the words that they rest on."""
    said, read = set(words(claim)), set(words(evidence))
    found: list[Flag] = []
    mine, theirs = _some(said, _NEGATION), _some(read, _NEGATION)
    if mine and not theirs:
        found.append(Flag("negation_added", f"The claim says “{mine}”, the quoted words have no negation."))
    elif theirs and not mine and (theirs := _denied_near(claim, evidence)):
        found.append(Flag("negation_dropped", f"The quoted words say “{theirs}”, the claim has no negation."))
    hedge = _some(read, _HEDGE)
    if hedge and not said & _HEDGE:
        found.append(Flag("hedge_dropped", f"The quoted words say “{hedge}”, the claim does not."))
    strong = _some(said - read, _STRONG)
    if strong and not read & _STRONG:
        found.append(Flag("strengthened", f"“{strong}” in the claim is stronger than the quoted words."))
    counts, given = _kinds(said), _kinds(read)
    if counts and given and not counts & given:
        found.append(Flag("quantifier", f"The claim says “{min(counts)}”, the quoted words “{min(given)}”."))
    up, down = said & _UP and not said & _DOWN, said & _DOWN and not said & _UP
    if (up and read & _DOWN and not read & _UP) or (down and read & _UP and not read & _DOWN):
        found.append(Flag("direction", "The claim and the quoted words point in opposite directions."))
    return tuple(found)


_CLAUSE: Final = re.compile(r"[.!?;:]\s|[\n。；！？]|,?\s(?=(?:but|while|whereas|aber|sondern|mais|pero)\s)")
# "without paying the toll is 240 euros": what was not done, and no denial of what is said. The verb and two words more
# must have nothing of the claim; "lorries without exhaust" is another thing than lorries, and stays.
_WITHOUT: Final = re.compile(r"\bwithout(?:\s\w{1,20}ing)(?P<what>(?:\s[^\W\d_]{1,20}){0,2})", re.IGNORECASE)
_NEAR: Final = 0.5


def _denied_near(claim: str, evidence: str) -> str | None:
    """The denying word of the clauses that have most of a claim's words; a denial of something else says nothing.

    A clause counts that has half as many of them as the best one; all do where none has any.
    """
    wanted = set(content_stems(claim))
    clauses = [each for each in _CLAUSE.split(evidence) if each.strip()]
    shared = [len(wanted.intersection(content_stems(each))) for each in clauses]
    most = max(shared, default=0)
    near = [each for each, count in zip(clauses, shared, strict=True) if count >= most * _NEAR]
    for clause in near:
        said = _WITHOUT.sub(lambda at: at.group() if wanted & set(content_stems(at.group())) else "", clause)
        found = _some(set(words(said)), _NEGATION)
        if found is not None:
            return found
    return None


def _some(here: set[str], listed: frozenset[str]) -> str | None:
    return min(here & listed, default=None)


def _kinds(here: set[str]) -> set[str]:
    return {_QUANTIFIER[word] for word in here if word in _QUANTIFIER}


def wording(claim: str, evidence: str, *, verbatim: bool, further: Sequence[Flag] = ()) -> Check:
    """The check of rung 5: `pass` or `unsure`, nothing else; `further` flags come from other rungs."""
    if verbatim:
        return Check(
            name="wording", outcome=Outcome.PASS, reason="verbatim", detail="The words are the source's own."
        )
    found = (*further, *flags(claim, evidence))
    if not found:
        return Check(
            name="wording", outcome=Outcome.PASS, reason="ok", detail="No difference of wording was flagged."
        )
    return Check(
        name="wording",
        outcome=Outcome.UNSURE,
        reason=found[0].kind,
        detail=" ".join(flag.detail for flag in found),
    )
