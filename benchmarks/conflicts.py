"""Conflicts found and missed: `python benchmarks/conflicts.py DATA_FOLDER [--part even|odd|all] [--show KIND]`.

DATA_FOLDER holds `qa/ramdocs.jsonl` and `qa/conflictqa_strategyqa_300.jsonl` (see its README). Rules were chosen on the
items at even places; the odd ones are what is reported (the default). Shares come with 95 % Wilson intervals.

ramdocs, where each document is labelled with the answer that it gives, in two ways:

- sentences: each document's claim is the sentence that holds its answer and fits the question best, and the claim's
  value is the answer as far as it stands there as a value (what an analyst that misreads nothing would hand in).
  Counted per kind of answer: questions whose documents disagree in which a conflict is found; and of the documents of
  one question those that give one answer, taken alone, in which one is found. Then pairs, which say more: two documents
  with other answers; two with one answer; and a document's answer beside another value of the same kind in a second
  document that gives the same answer (something else is measured there, so a conflict is wrong);
- quote engine: the whole program without a model, asked the question with the documents in a folder.

conflictqa, where two passages support opposite statements: the two statements; the two passages; each statement beside
the passage for the other one and beside its own; and sentences of one passage among themselves.
"""

import argparse
import asyncio
import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import combinations, product
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from stet.app import App, Request
from stet.domain.claims import Claim, ClaimKind
from stet.domain.evidence import Quote, Source
from stet.errors import StetError
from stet.verify.conflicts import find_conflicts
from stet.verify.focus import Focus, focus_of
from stet.verify.opposition import opposed
from stet.verify.sentences import Span, sentences
from stet.verify.statements import statement
from stet.verify.values import Found, Kind, cached_values

TODAY = date(2026, 11, 30)
LONGEST = 900
_AMOUNTS = (Kind.NUMBER, Kind.PERCENT, Kind.MONEY, Kind.QUANTITY)


class Rate:
    """A share with its 95 % Wilson score interval (Wilson 1927)."""

    def __init__(self) -> None:
        self.hits = self.count = 0

    def add(self, hit: bool) -> None:  # noqa: FBT001
        """Count one case."""
        self.hits += hit
        self.count += 1

    def __str__(self) -> str:
        if not self.count:
            return "no cases"
        share, z = self.hits / self.count, 1.96
        middle = share + z * z / (2 * self.count)
        reach = z * sqrt(share * (1 - share) / self.count + z * z / (4 * self.count**2))
        low, high = ((middle + sign * reach) / (1 + z * z / self.count) for sign in (-1, 1))
        return f"{self.hits}/{self.count} = {share:.3f} [{max(0.0, low):.3f}, {high:.3f}]"


class Answer(NamedTuple):
    """What one document answers: its claim, and the kind of its value."""

    said: str
    claim: Claim
    kind: str


class Asked(NamedTuple):
    """A question with its documents' answers."""

    question: str
    answers: tuple[Answer, ...]
    documents: dict[str, str]
    given: frozenset[str]


def rows(path: Path, part: str) -> Iterator[dict[str, Any]]:
    """The rows of a JSON Lines file at even or odd places, or all."""
    with path.open(encoding="utf-8") as file:
        for place, line in enumerate(file):
            if part == "all" or (place % 2 == 1) == (part == "odd"):
                yield json.loads(line)


def plain(text: str) -> str:
    """Letters and digits only, for finding an answer whatever its punctuation."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def asked(row: dict[str, Any]) -> Asked:
    """The claims of one question."""
    focus = focus_of(row["question"])
    answers: list[Answer] = []
    documents: dict[str, str] = {}
    for document in row["documents"]:
        documents[document["id"]] = document["text"]
        said = document["answer"]
        if said and said != "unknown" and (best := best_sentence(document["text"], said, focus)) is not None:
            answers.append(_answer(document["id"], said, document["text"], best))
    given = frozenset(
        plain(d["answer"]) for d in row["documents"] if d["answer"] not in ("", "unknown", None)
    )
    return Asked(row["question"], tuple(answers), documents, given)


def best_sentence(text: str, said: str, focus: Focus) -> Span | None:
    """The sentence that holds the words of an answer and fits the question best."""
    wanted = f" {plain(said)} "
    spans = (span for span in sentences(text) if span.end - span.start <= LONGEST)
    holding = [span for span in spans if wanted in f" {plain(text[span.start : span.end])} "]
    return max(holding, key=lambda s: statement(text[s.start : s.end], focus, {}).match, default=None)


def _answer(document: str, said: str, text: str, span: Span) -> Answer:
    there = {value.normal: value for value in cached_values(text[span.start : span.end])}
    value = next((there[v.normal] for v in cached_values(said) if v.normal in there), None)
    return Answer(plain(said), claim(document, text, span, value), kind_of(value))


def kind_of(value: Found | None) -> str:
    """The group a value is counted in."""
    if value is None:
        return "no value"
    return "date" if value.kind is Kind.DATE else "amount" if value.kind in _AMOUNTS else "name"


def claim(document: str, text: str, span: Span, value: Found | None) -> Claim:
    """A sentence of a document as a claim."""
    quote = Quote(source=document, start=span.start, end=span.end, exact=text[span.start : span.end])
    return Claim(
        key=f"C{document}",
        text=quote.exact,
        kind=ClaimKind.QUOTATION,
        topic="T1",
        quotes=(quote,),
        value=value.normal if value else None,
    )


def source(key: str) -> Source:
    """An undated source that weighs what every other one weighs."""
    return Source(
        id=key,
        url=key,
        normalized_url=key,
        kind="unknown",
        authority=0.15,
        retrieved_at=datetime(2026, 1, 1, tzinfo=UTC),
        sha256="",
        text_sha256="",
    )


def found(each: Asked, claims: Sequence[Claim]) -> bool:
    """Whether a conflict is found among claims on one question."""
    sources = {key: source(key) for key in each.documents}
    return bool(find_conflicts(claims, {"T1": each.question}, sources, each.documents))


def by_sentences(questions: Sequence[Asked], show: str | None) -> None:
    """Claims that nobody misread."""
    whole: dict[tuple[str, bool], Rate] = defaultdict(Rate)
    pairs: dict[tuple[str, str], Rate] = defaultdict(Rate)
    for each in questions:
        for differ, answers in cases(each):
            kinds = {answer.kind for answer in answers}
            hit = found(each, [answer.claim for answer in answers])
            for group in ("all", kinds.pop() if len(kinds) == 1 else "mixed"):
                whole[group, differ].add(hit)
        for name, kind, one, other in labelled(each):
            hit = found(each, [one, other])
            for group in ("all", kind):
                pairs[name, group].add(hit)
            if show == name and hit == (name != "other answers"):
                print(
                    f"\n{each.question}\n  {one.value} | {one.text[:300]}\n  {other.value} | {other.text[:300]}"
                )
    print("questions, by sentences     documents disagree: found             documents agree: found")
    for group in sorted({group for group, _ in whole}):
        print(f"  {group:<24}  {whole[group, True]!s:<36}  {whole[group, False]}")
    print("pairs of documents")
    for (name, group), rate in sorted(pairs.items()):
        print(f"  {name:<34} {group:<10} {rate}")


def cases(each: Asked) -> Iterator[tuple[bool, list[Answer]]]:
    """The answers of a question where they differ, and those of each answer that two documents or more give."""
    alike: dict[str, list[Answer]] = defaultdict(list)
    for answer in each.answers:
        alike[answer.said].append(answer)
    if len(alike) > 1:
        yield True, list(each.answers)
    yield from ((False, answers) for answers in alike.values() if len(answers) > 1)


def labelled(each: Asked) -> Iterator[tuple[str, str, Claim, Claim]]:
    """Pairs of claims with what they are, and the kind of their values."""
    for one, other in combinations(each.answers, 2):
        kind = one.kind if one.kind == other.kind else "mixed"
        yield "other answers" if one.said != other.said else "one answer", kind, one.claim, other.claim
        if one.said == other.said and one.kind in ("date", "amount"):
            beside = another_value(one, each.documents[other.claim.quotes[0].source], other)
            if beside is not None:
                yield "one answer, another thing's value", kind, one.claim, beside


def another_value(one: Answer, text: str, other: Answer) -> Claim | None:
    """The sentence of a document that is likest to a claim and has another value of its kind; the answer not in it."""
    terms = set(plain(one.claim.text).split())
    best: tuple[float, Claim] | None = None
    for span in sentences(text):
        words = text[span.start : span.end]
        if span.end - span.start > LONGEST or f" {one.said} " in f" {plain(words)} ":
            continue
        value = next((v for v in cached_values(words) if kind_of(v) == one.kind), None)
        if value is None:
            continue
        said = set(plain(words).split())
        alike = len(said & terms) / len(said | terms)
        if best is None or alike > best[0]:
            best = alike, claim(other.claim.quotes[0].source, text, span, value)
    return best[1] if best else None


def by_quote_engine(questions: Sequence[Asked]) -> None:
    """The whole program, no model."""
    rates: dict[tuple[str, bool], Rate] = defaultdict(Rate)
    with tempfile.TemporaryDirectory() as home:
        for each in questions:
            shown = conflicts_shown(each, Path(home))
            if shown is not None:
                for group in ("all", focus_of(each.question).kind.value):
                    rates[group, len(each.given) > 1].add(shown)
    print("questions, by quote engine  documents disagree: shown             documents agree: shown")
    for group in sorted({group for group, _ in rates}):
        print(f"  {group:<24}  {rates[group, True]!s:<36}  {rates[group, False]}")


def conflicts_shown(each: Asked, home: Path) -> bool | None:
    """Whether the report on a question shows a conflict; None where the program refused it."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in each.documents.items():
            (Path(folder) / f"{name}.md").write_text(text, encoding="utf-8")
        request = Request(question=each.question, documents=(folder,), profile="general", today=TODAY)
        try:
            return bool(asyncio.run(App(home).ask(request)).conflicts)
        except StetError as error:
            print(f"  refused: {error.code}: {each.question[:80]}")
            return None


def statements(folder: Path, part: str, show: str | None) -> None:
    """Opposite statements and the passages that support them."""
    rates: dict[str, Rate] = defaultdict(Rate)
    for row in rows(folder / "conflictqa_strategyqa_300.jsonl", part):
        texts = [document["text"] for document in row["documents"]]
        said = [document["label"].removeprefix("supports: ") for document in row["documents"]]
        split = [[text[s.start : s.end] for s in sentences(text)] for text in texts]
        cases = {
            "opposite: the two statements": [(said[0], said[1])],
            "opposite: the two passages": list(product(*split)),
            "opposite: a statement, the other's passage": [
                *product(said[:1], split[1]),
                *product(said[1:], split[0]),
            ],
            "one side: a statement, its own passage": [
                *product(said[:1], split[0]),
                *product(said[1:], split[1]),
            ],
            "one side: sentences of one passage": [*combinations(split[0], 2), *combinations(split[1], 2)],
        }
        for name, pairs in cases.items():
            hits = [pair for pair in pairs if opposed(*pair)]
            rates[name].add(bool(hits))
            if show and name.startswith(show) and bool(hits) == name.startswith("one side"):
                print(f"\n{name}: {row['question']}\n  {(hits or pairs)[0][0]}\n  {(hits or pairs)[0][1]}")
    print("conflictqa, a pair of sentences found opposed")
    for name, rate in rates.items():
        print(f"  {name:<46} {rate}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--part", choices=["even", "odd", "all"], default="odd")
    parser.add_argument("--show", help="print the misses of a kind of pair")
    parser.add_argument("--no-engine", action="store_true", help="leave the whole program out")
    options = parser.parse_args()
    questions = [asked(row) for row in rows(options.data / "qa" / "ramdocs.jsonl", options.part)]
    by_sentences(questions, options.show)
    statements(options.data / "qa", options.part, options.show)
    if not options.no_engine:
        by_quote_engine(questions)


if __name__ == "__main__":
    main()
