"""The metrics in the order in which they are shown, each with its target."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal

from stet.domain.base import Value
from stet.domain.claims import Label
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics import citing, covering, queries, reading, truth
from stet.evaluate.metrics.subject import Subject

Unit = Literal["share", "seconds", "sites"]


class Target(Value):
    """A metric's title, unit and target; one with neither bound has no target and is only shown.

    `strict`: the bound itself does not meet it (“less than 15 %”). `better` is the way in which it gets better.
    """

    name: str
    title: str
    at_least: float | None = None
    at_most: float | None = None
    strict: bool = False
    unit: Unit = "share"
    better: Literal["more", "less"] = "more"

    def met(self, quotient: Quotient) -> bool | None:
        """Whether a quotient meets the target; None where there is no target or nothing was counted."""
        value = quotient.value
        if value is None or (self.at_least is None and self.at_most is None):
            return None
        if self.strict and value in {self.at_least, self.at_most}:
            return False
        return (self.at_least is None or value >= self.at_least) and (
            self.at_most is None or value <= self.at_most
        )

    @property
    def shown(self) -> str:
        """The target in words for a table: `≥ 95 %`, `< 60 s`; empty without one."""
        bound = self.at_least if self.at_least is not None else self.at_most
        if bound is None:
            return ""
        sign = {(True, False): "≥", (True, True): ">", (False, False): "≤", (False, True): "<"}
        number = {"share": f"{100 * bound:g} %", "seconds": f"{bound:g} s", "sites": f"{bound:g}"}[self.unit]
        return f"{sign[self.at_least is not None, self.strict]} {number}"


Metric = Callable[[Subject], Quotient]

_METRICS: Final[tuple[tuple[Target, Metric], ...]] = (
    (Target(name="citation_validity", title="Valid citations", at_least=1), citing.citation_validity),
    (Target(name="claim_support", title="Supported claims", at_least=0.95), citing.claim_support),
    (Target(name="missing_citations", title="Missing citations", better="less"), citing.missing_citations),
    (
        Target(name="mismatched_citations", title="Mismatched citations", better="less"),
        citing.mismatched_citations,
    ),
    (
        Target(name="overstated_citations", title="Overstated citations", better="less"),
        citing.overstated_citations,
    ),
    (Target(name="topic_coverage", title="Topics covered", at_least=0.9), covering.topic_coverage),
    (
        Target(name="source_diversity", title="Sites by major finding", at_least=2, unit="sites"),
        covering.source_diversity,
    ),
    (Target(name="query_relevance", title="Relevant queries", at_least=0.9), queries.query_relevance),
    (
        Target(
            name="redundant_searches", title="Redundant searches", at_most=0.15, strict=True, better="less"
        ),
        queries.redundant_searches,
    ),
    (Target(name="factual_accuracy", title="Reference facts said"), truth.factual_accuracy),
    (
        Target(name="incorrect_facts", title="Reference facts contradicted", better="less"),
        truth.incorrect_facts,
    ),
    (
        Target(name="unverifiable_facts", title="Reference facts left open", better="less"),
        truth.unverifiable_facts,
    ),
    (
        Target(name="latency", title="Seconds", at_most=60, strict=True, unit="seconds", better="less"),
        reading.latency,
    ),
    (Target(name="calibration_high", title="Right of high"), partial(truth.calibration, label=Label.HIGH)),
    (
        Target(name="calibration_medium", title="Right of medium"),
        partial(truth.calibration, label=Label.MEDIUM),
    ),
    (Target(name="calibration_low", title="Right of low"), partial(truth.calibration, label=Label.LOW)),
    (Target(name="calibration_gap", title="Calibration gap", better="less"), truth.calibration_gap),
    (Target(name="text_redundancy", title="Repeated statements", better="less"), reading.text_redundancy),
)

TARGETS: Final[Mapping[str, Target]] = {target.name: target for target, _ in _METRICS}
"""The metrics by name, in the order in which they are shown."""


def measured(subject: Subject) -> Mapping[str, Quotient]:
    """Every metric of a report by name, in the order of `TARGETS`; one of which there is nothing to count is 0 of 0.

    Raises:
        NotFound: a label of this run names a claim, sentence or fact that it does not have
        BadSetting: the verdict of a label on a fact is none that there is for it
    """
    return {target.name: metric(subject) for target, metric in _METRICS}
