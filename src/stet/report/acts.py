"""What was done with claims and sentences, in the words that a reader sees."""

from stet.domain.claims import Action, Check, ClaimKind, LedgerEntry, Taken
from stet.domain.report import Removed, Report
from stet.report.clean import one_line, short
from stet.report.days import said

_MOST = 400
_WORDS = 160

KINDS = {
    ClaimKind.QUOTATION: "a quotation",
    ClaimKind.PARAPHRASE: "a paraphrase",
    ClaimKind.INFERENCE: "an inference, which no source states",
    ClaimKind.RECOMMENDATION: "a recommendation, which no source makes",
}
_DONE = {
    Action.ACCEPT: "accepted",
    Action.NARROW: "narrowed",
    Action.INVESTIGATE: "looked for again",
    Action.LABEL_INFERENCE: "labelled as an inference",
    Action.REMOVE: "taken out",
}
_HOW = {"carried_out": "", "failed": ", without success", "not_possible": ": not possible"}
_BY = {"code": "by code", "model": "by a model", "person": "by a person"}


def nature(report: Report, entry: LedgerEntry) -> str:
    """What a claim is, what it is on and what is to be done: a paraphrase, on “Who pays?”; action: narrow."""
    topic = next((topic.text for topic in report.topics if topic.id == entry.topic), entry.topic)
    action = entry.action.value.replace("_", " ")
    return f"{KINDS[entry.kind]}, on “{short(topic, _WORDS)}”; action: {action}"


def done_with(report: Report, entry: LedgerEntry) -> tuple[Taken, ...]:
    """What was done with a claim, in order; a claim is known by its words, for its key may have been another's."""
    return tuple(taken for taken in report.actions if entry.text in {taken.text, taken.became})


def told(taken: Taken) -> str:
    """An action as a line: narrowed: what its words do not support was taken out …, before: “…”."""
    before = f" Before: “{short(taken.text, _WORDS)}”." if taken.became is not None else ""
    return f"{_DONE[taken.action]}{_HOW[taken.outcome]}: {short(said(taken.detail), _MOST)}{before}"


def sentences_out(report: Report) -> tuple[Removed, ...]:
    """The sentences that were drafted and are not in the report."""
    return tuple(each for each in report.removed if each.what == "sentence")


def why_out(each: Removed) -> str:
    """Why a sentence is not in the report."""
    return short(said(each.detail), _MOST)


def point(check: Check) -> str:
    """A point of the review and who answered it: nothing beyond claims, by a model."""
    return f"{one_line(check.name.replace('_', ' '))}, {_BY[check.by]}"
