"""What is measured: a report with the events, texts, task and labels that belong to it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, cast

from stet.domain.claims import LedgerEntry
from stet.domain.events import Stamped
from stet.domain.report import Report
from stet.errors import BadSetting, NotFound
from stet.evaluate.bench.facts import Finding, claimed, found
from stet.evaluate.bench.task import Task
from stet.evaluate.metrics.defaults import OPEN, Held, of_claim, of_sentences
from stet.evaluate.metrics.labels import FACTS, FORBIDDEN, Judgement, Labels, Truth
from stet.evaluate.metrics.sentences import as_drafted, published, said_in, statements_of
from stet.report.clean import one_line
from stet.report.draft import DraftSentence

_HINT: Final = "take keys, sentences and ids from the report and the task that the label is on"


@dataclass(frozen=True)
class Subject:
    """A report and what is known of it; everything derived from it is worked out once.

    `texts` are the saved texts by source id, in which the offsets of quotes count. Labels on other runs are passed
    over.
    """

    report: Report
    events: tuple[Stamped, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    task: Task | None = None
    labels: Labels = field(default_factory=Labels)

    def with_labels(self, labels: Labels) -> "Subject":
        """The same with other labels."""
        return replace(self, labels=labels)

    @cached_property
    def sentences(self) -> tuple[DraftSentence, ...]:
        """Every sentence, the short answer first."""
        return said_in(self.report)

    @cached_property
    def statements(self) -> tuple[DraftSentence, ...]:
        """The sentences that must name claims, by the reviewer's rule."""
        return statements_of(self.sentences)

    @cached_property
    def ledger(self) -> Mapping[str, LedgerEntry]:
        """The claims by key."""
        return {entry.key: entry for entry in self.report.claims}

    @cached_property
    def published(self) -> tuple[str, ...]:
        """The keys that sentences name, each once; one that no claim has may be among them."""
        return published(self.report)

    @cached_property
    def major(self) -> tuple[str, ...]:
        """The major findings: the claims that the short answer names."""
        named = (key for sentence in self.report.answer for key in as_drafted(sentence).claims)
        return tuple(dict.fromkeys(key for key in named if key in self.ledger))

    def of_claim(self, key: str) -> Held:
        """The label of a claim; a key that no claim has supports nothing, as code can tell.

        Raises:
            NotFound: a label of this run names a claim, sentence or fact that it does not have
            BadSetting: the verdict of a label on a fact is none that there is for it
        """
        return self._of_claims.get(key, Held("unsupported", "code"))

    def of_sentence(self, sentence: DraftSentence) -> Held:
        """The label of a sentence: whether its claims say it.

        Raises:
            NotFound: as `of_claim`
        """
        return self._of_sentences.get(one_line(sentence.text), OPEN)

    @cached_property
    def facts(self) -> tuple[Finding, ...]:
        """What the report says of each reference fact of the task.

        Raises:
            NotFound: as `of_claim`
        """
        facts = self.task.facts if self.task is not None else ()
        return self._as_labelled(found(self.report, facts) if facts else ())

    @cached_property
    def forbidden(self) -> tuple[Finding, ...]:
        """What the report makes of each statement of the task that it must not claim.

        Raises:
            NotFound: as `of_claim`
        """
        forbidden = self.task.forbidden if self.task is not None else ()
        return self._as_labelled(claimed(self.report, forbidden) if forbidden else ())

    @cached_property
    def false_claims(self) -> frozenset[str]:
        """Published claims by which the report contradicts a reference fact, or says what it must not."""
        wrong = [each for each in self.facts if each.verdict == "contradicted"]
        wrong += [each for each in self.forbidden if each.verdict == "said"]
        return frozenset(key for each in wrong for key in each.claims)

    @cached_property
    def labelled(self) -> Mapping[str, int]:
        """How many labels in use `code`, `model` and `person` gave: of published claims, sentences and facts."""
        held = [self.of_claim(key) for key in self.published if key in self.ledger]
        held += [self.of_sentence(sentence) for sentence in self.statements if sentence.claims]
        by = Counter(each.by for each in held if each.by is not None)
        for finding in (*self.facts, *self.forbidden):
            given = self._given.get(("fact", finding.statement))
            by[given.by if given else "code"] += 1
        return {"code": by["code"], "model": by["model"], "person": by["person"]}

    @cached_property
    def _given(self) -> Mapping[tuple[str, str], Judgement]:
        """The labels on this run, each on something that it has."""
        given = self.labels.of(self.report.run)
        known = {("claim", key) for key in self.ledger}
        known |= {("sentence", one_line(sentence.text)) for sentence in self.sentences}
        for (kind, name), said in given.items():
            if kind == "fact":
                self._check_fact(name, said)
            elif (kind, name) not in known:
                raise NotFound(
                    f"a label names the {kind} “{name[:80]}”, which run {self.report.run} does not have",
                    hint=_HINT,
                )
        return given

    def _check_fact(self, name: str, said: Judgement) -> None:
        task = self.task
        if task is None or said.task != task.id:
            measured = f"measured by task {task.id}" if task is not None else "measured without a task"
            raise NotFound(
                f"a label names a fact of task “{(said.task or '')[:80]}”, and run {self.report.run} is {measured}",
                hint=_HINT,
            )
        allowed = FACTS if name in {fact.id for fact in task.facts} else FORBIDDEN
        if allowed is FORBIDDEN and name not in {each.id for each in task.forbidden}:
            raise NotFound(
                f"a label names the fact “{name[:80]}”, which task {task.id} does not have", hint=_HINT
            )
        if said.verdict not in allowed:
            raise BadSetting(
                f"the label on fact “{name[:80]}” of task {task.id} is “{said.verdict}”: use {', '.join(allowed)}"
            )

    def _as_labelled(self, told: Sequence[Finding]) -> tuple[Finding, ...]:
        given = {name: said for (kind, name), said in self._given.items() if kind == "fact"}
        return tuple(
            each.model_copy(update={"verdict": given[each.statement].verdict})
            if each.statement in given
            else each
            for each in told
        )

    @cached_property
    def _of_claims(self) -> Mapping[str, Held]:
        own = {key: of_claim(entry) for key, entry in self.ledger.items()}
        return own | self._said("claim")

    @cached_property
    def _of_sentences(self) -> Mapping[str, Held]:
        own = of_sentences(self.report, self.events, self.sentences)
        return {**own, **self._said("sentence")}

    def _said(self, kind: str) -> dict[str, Held]:
        return {
            name: Held(cast("Truth", said.verdict), said.by)
            for (what, name), said in self._given.items()
            if what == kind
        }
