"""What somebody says of a claim, a sentence or a reference fact: the labels that measures are made from."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Final, Literal, NamedTuple, Self, get_args

from pydantic import AfterValidator, model_validator

from stet.domain.base import Value
from stet.errors import BadSetting, NotFound
from stet.evaluate.bench.facts import Verdict
from stet.report.clean import one_line

Truth = Literal["supported", "overstated", "unsupported", "open"]
"""`overstated`: its words bear out a part of it, or less strongly. `open`: heard, and nobody could tell."""

By = Literal["code", "model", "person"]

TRUTHS: Final = ("supported", "overstated", "unsupported")
"""What a person may say of a claim or a sentence; of one that nobody could tell a person says nothing."""

FACTS: Final[tuple[Verdict, ...]] = ("said", "contradicted", "absent")
"""What a report can make of a reference fact."""

FORBIDDEN: Final[tuple[Verdict, ...]] = ("said", "disclosed", "denied", "absent")
"""What it can make of a statement that it must not claim."""

_Line = Annotated[str, AfterValidator(one_line)]


class Judgement(Value):
    """What somebody says of one claim, one sentence or one fact of a run.

    `claim` is its key, `sentence` its text (white space makes no difference), `fact` the id of a reference fact of
    `task` or of what must not be claimed. The `verdict` on a claim or sentence is one of `Truth`, that on a fact one of
    `FACTS` or `FORBIDDEN`.
    """

    run: _Line
    claim: _Line | None = None
    sentence: _Line | None = None
    task: _Line | None = None
    fact: _Line | None = None
    verdict: str
    by: By = "person"
    name: _Line | None = None
    note: _Line | None = None

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        named = [each for each in (self.claim, self.sentence, self.fact) if each is not None]
        if len(named) != 1 or not named[0]:
            raise ValueError("a label names one claim, one sentence or one fact")
        if (self.fact is None) != (self.task is None):
            raise ValueError("a label on a fact names its task, and no other label does")
        allowed = (
            get_args(Verdict) if self.fact is not None else TRUTHS if self.by == "person" else get_args(Truth)
        )
        if self.verdict not in allowed:
            raise ValueError(f"“{one_line(self.verdict)[:40]}” is no verdict: use {', '.join(allowed)}")
        return self

    @property
    def thing(self) -> tuple[str, str]:
        """What it is on: `claim`, `sentence` or `fact`, and which."""
        if self.claim is not None:
            return "claim", self.claim
        return ("fact", self.fact or "") if self.sentence is None else ("sentence", self.sentence)


class Labels(Value):
    """Judgements on claims, sentences and facts of any runs; a person's word comes before a model's."""

    judgements: tuple[Judgement, ...] = ()

    def of(self, run: str) -> Mapping[tuple[str, str], Judgement]:
        """The judgements that count for a run, by what they are on; of several by models the last."""
        found: dict[tuple[str, str], Judgement] = {}
        for each in self.judgements:
            held = found.get(each.thing)
            if each.run == run and (held is None or held.by != "person" or each.by == "person"):
                found[each.thing] = each
        return found

    def joined(self, others: "Labels") -> "Labels":
        """These and others.

        Raises:
            BadSetting: two people say different things of one claim, sentence or fact
        """
        both = (*self.judgements, *others.judgements)
        disagree([Placed(f"label {number}", each) for number, each in enumerate(both, start=1)])
        return Labels(judgements=both)

    def expect(self, runs: Collection[str]) -> None:
        """Labels on no other runs than these, by full ids.

        Raises:
            NotFound: a label names another
        """
        for each in self.judgements:
            if each.run not in runs:
                raise NotFound(
                    f"a label on {_told(each)} names run {each.run}, which is not among those measured",
                    hint="give the whole id of a run that is measured, or take the label out",
                )


class Placed(NamedTuple):
    """A judgement and where it stands in its file."""

    place: str
    judgement: Judgement


def disagree(placed: Sequence[Placed], where: str = "") -> None:
    """Nothing where people agree; `where` names the file in the error.

    Raises:
        BadSetting: two people say different things of one claim, sentence or fact
    """
    first: dict[tuple[str, str, str], Placed] = {}
    for each in placed:
        said = each.judgement
        held = first.setdefault((said.run, *said.thing), each) if said.by == "person" else each
        if held.judgement.verdict != said.verdict:
            raise BadSetting(
                f"{where}{each.place}: {_told(said)} of run {said.run} is {_by(said)}, "
                f"and {held.place} says {_by(held.judgement)}",
                hint="agree on one verdict and keep that label",
            )


def _told(said: Judgement) -> str:
    kind, name = said.thing
    return f"{kind} “{name[:80]}”"


def _by(said: Judgement) -> str:
    return f"{said.verdict} ({said.name})" if said.name else said.verdict
