"""Whether a task measures what it means to: statements that can be told, answers for every part, nothing ambiguous."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from unicodedata import category

from stet.app.request import LONGEST_QUESTION
from stet.evaluate.bench.clauses import prepared
from stet.evaluate.bench.facts import verdict_of
from stet.evaluate.bench.patterns import Alternative, alternatives, equal, pattern_of, telling, value_of
from stet.evaluate.bench.task import Fact, Forbidden, Statement, Task

_LONGEST: Final = 1000
"""Characters of a statement, a name or one of its entries."""

_MOST: Final = 200
"""Statements of a task: they are compared in pairs."""


class Fault(NamedTuple):
    """What is wrong with a task, naming the field, and what to do."""

    what: str
    hint: str


def fault_of(task: Task) -> Fault | None:
    """The first thing that is wrong with a task; None where nothing is."""
    return next(_faults(task), None)


def _faults(task: Task) -> Iterator[Fault]:
    yield from _names(task)
    if not task.documents and not task.search:
        yield Fault(
            "documents: neither documents nor search", "name the folder to read, or a search provider"
        )
    yield from _parts(task)
    for kind, statements in (("facts", task.facts), ("forbidden", task.forbidden)):
        for each in statements:
            yield from _statement(f"{kind} “{each.id}”", each)
    for fact in task.facts:
        if fact.since is not None and fact.since > task.today:
            yield Fault(
                f"facts “{fact.id}”: since: {fact.since} is after today, {task.today}",
                "a fact must hold on the task's day; `since` is the day from which it holds",
            )
    yield from _ambiguous(task)


def _names(task: Task) -> Iterator[Fault]:
    statements: Sequence[Statement] = (*task.facts, *task.forbidden)
    if len(statements) > _MOST:
        yield Fault(f"facts: more than {_MOST} statements", "part the task")
    question = " ".join(task.question.split())
    if not question or len(question) > LONGEST_QUESTION:
        yield Fault("question: empty, or too long", f"a question has at most {LONGEST_QUESTION} characters")
    if any(category(char) in {"Cc", "Cs"} for char in question):
        yield Fault("question: a control character", "take it out")
    fields = (
        ("id", [task.id]),
        ("subquestions", [each.id for each in task.subquestions]),
        ("facts, forbidden", [each.id for each in statements]),
    )
    for field, ids in fields:
        bad = next(
            (name for name in ids if not name.strip() or len(name) > _LONGEST or not name.isprintable()), None
        )
        if bad is not None:
            yield Fault(
                f"{field}: an id that is empty, too long, or cannot be printed", "an id is a short word"
            )
        twice = next((name for name in ids if ids.count(name) > 1), None)
        if twice is not None:
            yield Fault(f"{field}: “{twice}” stands twice", "every id once")


def _parts(task: Task) -> Iterator[Fault]:
    """Facts and subquestions must fit together."""
    known = {part.id for part in task.subquestions}
    for fact in task.facts:
        if fact.subquestion is None and known:
            yield Fault(
                f"facts “{fact.id}”: subquestion: it is missing", f"one of: {', '.join(sorted(known))}"[:300]
            )
        elif fact.subquestion is not None and fact.subquestion not in known:
            yield Fault(
                f"facts “{fact.id}”: subquestion: there is no “{fact.subquestion[:80]}”",
                f"one of: {', '.join(sorted(known))}"[:300] if known else "add it under subquestions",
            )
    answered = {fact.subquestion for fact in task.facts}
    for part in task.subquestions:
        if part.unanswerable and part.id in answered:
            yield Fault(
                f"subquestions “{part.id}”: unanswerable, and a fact answers it", "take out one of them"
            )
        elif not part.unanswerable and part.id not in answered:
            yield Fault(
                f"subquestions “{part.id}”: no fact answers it", "add a fact, or say unanswerable = true"
            )


def _statement(where: str, statement: Statement) -> Iterator[Fault]:
    entries = (
        *statement.values,
        *statement.words,
        *(statement.unless if isinstance(statement, Forbidden) else ()),
    )
    if not statement.text.strip() or max(map(len, (statement.text, *entries))) > _LONGEST:
        yield Fault(f"{where}: text: empty, or longer than {_LONGEST} characters", "say it in one sentence")
    for written in statement.values:
        if value_of(written) is None:
            yield Fault(
                f"{where}: values: “{written[:80]}” is not one value",
                "a date, number, amount or reference an entry; a name is a word, and goes into words",
            )
    for written in entries[len(statement.values) :]:
        if len(alternatives(written)) != written.count("|") + 1:
            yield Fault(f"{where}: words: “{written[:80]}” has an empty alternative", 'write "toll|charge"')
    if not statement.values and not any(_tells(written) for written in statement.words):
        yield Fault(f"{where}: neither values nor words that tell anything", "any sentence would match it")
    verdict = verdict_of(statement.text, statement)
    if verdict != "said":
        yield Fault(
            f"{where}: text: read by its own values and words, it is {verdict}",
            "its text must hold each of values and words, in one plain sentence",
        )


def _tells(written: str) -> bool:
    """Whether each alternative of an entry has a word that says something."""
    phrases = [prepared(phrase) for phrase in written.split("|")]
    return bool(phrases) and all(any(map(telling, phrase.tokens)) for phrase in phrases)


def _ambiguous(task: Task) -> Iterator[Fault]:
    for fact in task.facts:
        for each in task.forbidden:
            if _same(fact, each):
                yield Fault(
                    f"forbidden “{each.id}”: what says the fact “{fact.id}” says this as well",
                    "tell them apart by a value or a word",
                )


def _same(fact: Fact, forbidden: Forbidden) -> bool:
    """Whether one sentence would satisfy both: by what they look for, or because one's own text says the other."""
    if verdict_of(fact.text, forbidden) == "said" or verdict_of(forbidden.text, fact) == "said":
        return True
    # A denial tells them apart, whatever they look for.
    if pattern_of(fact).turned != pattern_of(forbidden).turned:
        return False
    return _implies(fact, forbidden) or _implies(forbidden, fact)


def _implies(one: Statement, other: Statement) -> bool:
    """Whether every sentence that says `one` holds all that `other` looks for."""
    first, second = pattern_of(one), pattern_of(other)
    if not all(any(equal(wanted, value) for value in first.values) for wanted in second.values):
        return False
    return all(any(_within(group, wide) for group in first.groups) for wide in second.groups)


def _within(group: Sequence[Alternative], wide: Sequence[Alternative]) -> bool:
    return {each.stems or each.han for each in group} <= {each.stems or each.han for each in wide}
