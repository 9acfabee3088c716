"""What a judge said of a claim, as a vote: only grounds that code finds again bear one out."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from stet.domain.claims import Check, Outcome
from stet.engines.model.shapes import VerdictShape
from stet.research.judging import NOT_SUPPORTED
from stet.research.orders import is_order
from stet.verify.found import Kind
from stet.verify.quotes import locate
from stet.verify.sentences import sentences
from stet.verify.values import missing_values
from stet.verify.words import content_stems, words

_LEAST_WORDS: Final = 3
_SHOWN: Final = 600
_NOTHING: Final = frozenset({"", "none", "null", "n/a", "nothing", "-"})

_COUNTED: Final = frozenset({Kind.NUMBER, Kind.PERCENT, Kind.POINTS, Kind.MONEY, Kind.QUANTITY, Kind.DATE})

By = Literal["model", "person"]

QUOTED: Final = Check(
    name="judge",
    outcome=Outcome.PASS,
    reason="verbatim",
    detail="A quotation is supported as a quotation by being found; its meaning was not judged.",
)
"""The check of a claim that is a quotation, whoever is asked."""


class Vote(NamedTuple):
    """An outcome, its reason code and its detail; one that contradicts itself is no vote."""

    outcome: Outcome
    reason: str
    detail: str

    @property
    def valid(self) -> bool:
        """Whether it is a vote at all."""
        return self.outcome is not Outcome.NOT_RUN

    def check(self, by: By = "model") -> Check:
        """The vote as the check of the judge's rung."""
        return Check(name="judge", outcome=self.outcome, reason=self.reason, detail=self.detail, by=by)


def by_key(said: Sequence[VerdictShape], keys: Sequence[str]) -> Mapping[str, VerdictShape | None]:
    """The verdict under each key; None where there is none, or more than one."""
    found: dict[str, list[VerdictShape]] = {}
    for each in said:
        found.setdefault(key_of(each), []).append(each)
    return {key: found[key][0] if len(found.get(key, ())) == 1 else None for key in keys}


def key_of(said: VerdictShape) -> str:
    """The key of the claim that a verdict is on, without brackets."""
    return said.claim.strip().strip("[]`")


def read(said: VerdictShape | None, claim: str, texts: Sequence[str]) -> Vote:
    """A vote, if its label and its grounds agree; `texts` are those that the judge was shown for the claim."""
    if said is None:
        return _none("no_vote", "The judge gave no verdict on this claim, or more than one.")
    relied, failing = _told(said.words), _told(said.failing)
    if said.verdict == "cannot_tell":
        return Vote(
            Outcome.UNSURE, "cannot_tell", "The judge could not tell whether the words support the claim."
        )
    if said.verdict == "does_not_support":
        return _refused(failing, claim)
    if failing:
        return _invalid(f"it says that the claim is supported and that this part is not: {failing[:_SHOWN]}")
    return relied_on(relied, texts)


def relied_on(relied: str, texts: Sequence[str]) -> Vote:
    """A pass that rests on words, where one of the texts has them."""
    if not relied:
        return _invalid("it says that the claim is supported and names no words that say so")
    for text in texts:
        found = locate(relied, text)
        if found is None:
            continue
        exact = text[found.start : found.end]
        if is_order(exact):
            detail = f"The words that the judge relies on are an order to a reader: “{exact[:_SHOWN]}”"
            return Vote(Outcome.UNSURE, "words_are_an_order", detail)
        if len(words(exact)) >= _LEAST_WORDS:
            return Vote(Outcome.PASS, "supports", exact)
        detail = f"The words that the judge relies on are too few to say anything: “{exact}”"
        return Vote(Outcome.UNSURE, "words_too_few", detail)
    detail = f"The words that the judge relies on are not in the source: “{relied[:_SHOWN]}”"
    return Vote(Outcome.UNSURE, "words_not_found", detail)


def lacking(claim: str, relied: str, texts: Sequence[str]) -> bool:
    """Whether a number or a date of a claim is not in the sentences that a judge relied on, nor follows from them."""
    said: list[str] = []
    for text in texts:
        found = locate(relied, text)
        if found is not None:
            spans = [each for each in sentences(text) if each.start < found.end and found.start < each.end]
            said.append(
                text[
                    min([found.start, *(s.start for s in spans)]) : max([found.end, *(s.end for s in spans)])
                ]
            )
    return any(each.value.kind in _COUNTED for each in missing_values(claim, "\n".join(said)))


def both(first: Vote, second: Vote, *, doubted: bool) -> Vote:
    """Two votes as one: where code had a doubt both must say the same, else the valid one counts."""
    if not second.valid:
        return second
    if not first.valid:
        # One valid vote is enough only where one would have been asked for.
        return first if doubted and second.outcome is Outcome.PASS else second
    if first.outcome is second.outcome:
        return first
    detail = f"Two votes differ: {first.reason} and {second.reason}."
    return Vote(Outcome.UNSURE, "votes_differ", detail)


def no_answer(reason: str, why: str) -> Vote:
    """What there is where the judge could not be had or read."""
    return _none(reason, f"The judge gave no answer: {why}.")


def _refused(failing: str, claim: str) -> Vote:
    """A fail that names a part of the claim: in the claim's words where these can be found."""
    if not failing:
        return _invalid("it says that the claim is not supported and names no part of it that is not")
    found = locate(failing, claim)
    if found is not None:
        return Vote(Outcome.FAIL, "does_not_support", f"{NOT_SUPPORTED}{claim[found.start : found.end]}")
    if set(content_stems(failing)) & set(content_stems(claim)):
        return Vote(Outcome.FAIL, "does_not_support", f"{NOT_SUPPORTED}{failing[:_SHOWN]}")
    return _invalid(f"the part that it finds unsupported is not in the claim: {failing[:_SHOWN]}")


def _none(reason: str, detail: str) -> Vote:
    return Vote(Outcome.NOT_RUN, reason, detail)


def _invalid(why: str) -> Vote:
    return _none("contradictory", f"The judge's answer contradicts itself: {why}.")


def _told(text: str | None) -> str:
    flat = " ".join((text or "").split())
    return "" if flat.casefold().strip(".") in _NOTHING else flat
