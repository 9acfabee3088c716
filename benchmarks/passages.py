"""Which passages come first, by words and by meaning.

`python benchmarks/passages.py DATA_FOLDER [--most N] [--only SET]`

DATA_FOLDER holds `qa/` and `retrieval/scifact` (see their READMEs). Questions are asked of the passages of their own
documents, by `stet.research.passages.PassageIndex`:

- hotpotqa: ten paragraphs a question, of which two or more hold the answer;
- timeqa: the passages of one article, of which one holds the evidence;
- scifact: 5,183 abstracts, of which one or a few speak of the claim (the 300 queries of the BEIR test set).

Printed for each way of ranking: nDCG@10 and the share of what is wanted among the first 1, 3 and 5. Ways: words
(BM25, the default), fused (with the extra `semantic`), meaning (cosine alone), ranks (both by reciprocal-rank fusion,
k = 60). The last two rank the 200 best by words. Exit status 1 where fused is worse than words by nDCG.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from stet.adapters.semantic import MiniLM
from stet.domain.base import content_id
from stet.domain.evidence import Page, PageStatus, Passage
from stet.research.passages import NEAR, PassageIndex

SETS = ("hotpotqa", "timeqa", "scifact")
WAYS = ("words", "fused", "meaning", "ranks")
FIRST = (1, 3, 5)


class Kept:
    """The model, asked once about each text."""

    def __init__(self) -> None:
        self.model = MiniLM()
        self.name = self.model.name
        self.vectors: dict[str, Sequence[float]] = {}
        self.seconds = 0.0

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """See `stet.ports.Embed`."""
        new = [text for text in dict.fromkeys(texts) if text not in self.vectors]
        started = time.perf_counter()
        self.vectors.update(zip(new, self.model.embed(new), strict=True))
        self.seconds += time.perf_counter() - started
        return [self.vectors[text] for text in texts]


class Task(NamedTuple):
    """A question over pages by source id; `wanted` are the right sources, or with `at` passages by that character."""

    question: str
    pages: dict[str, Page]
    wanted: frozenset[str] = frozenset()
    at: int | None = None

    def unit(self, passage: Passage) -> str:
        """What a passage counts as."""
        if self.at is None:
            return passage.source
        return "evidence" if passage.start <= self.at < passage.end else passage.id


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSON Lines file."""
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def page(title: str | None, text: str) -> Page:
    """A page with this text."""
    told, same = datetime(2026, 11, 30, tzinfo=UTC), content_id(text)
    return Page(
        status=PageStatus.OK, sha256=same, text_sha256=same, text=text, title=title, retrieved_at=told
    )


def hotpotqa(data: Path) -> Iterator[Task]:
    """Ten paragraphs a question."""
    for row in rows(data / "qa" / "hotpotqa_distractor_100.jsonl"):
        titles = {each["title"] for each in row["supporting"]}
        pages = {d["id"]: page(d["title"], d["text"]) for d in row["documents"]}
        wanted = frozenset(d["id"] for d in row["documents"] if d["title"] in titles)
        yield Task(row["question"], pages, wanted)


def timeqa(data: Path) -> Iterator[Task]:
    """One article a question."""
    articles = {row["id"]: row["paragraphs"] for row in rows(data / "qa" / "timeqa_docs.jsonl")}
    for row in rows(data / "qa" / "timeqa_human_test.jsonl"):
        if not row["answerable"] or not row["evidence"] or row["evidence"][0]["doc"] not in articles:
            continue
        evidence = row["evidence"][0]
        paragraphs = articles[evidence["doc"]]
        at = sum(len(p) + 2 for p in paragraphs[: evidence["paragraph"]]) + evidence["start"]
        page_of = {"S1": page(None, "\n\n".join(paragraphs))}
        yield Task(row["question"], page_of, frozenset({"evidence"}), at)


def scifact(data: Path) -> Iterator[Task]:
    """All abstracts for every claim."""
    folder = data / "retrieval" / "scifact"
    pages = {str(row["_id"]): page(row["title"], row["text"]) for row in rows(folder / "corpus.jsonl")}
    right: dict[str, set[str]] = {}
    for line in (folder / "qrels_beir_test.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, document, _ = line.split("\t")
        right.setdefault(query, set()).add(document)
    for row in rows(folder / "queries.jsonl"):
        if str(row["_id"]) in right:
            yield Task(row["text"], pages, frozenset(right[str(row["_id"])]))


def by_meaning(task: Task, model: Kept, near: Sequence[Passage]) -> list[Passage]:
    """Passages by their cosine to the question."""
    asked = model.embed([task.question])[0]
    texts = [
        f"{task.pages[p.source].title or ''}\n{task.pages[p.source].text[p.start : p.end]}".strip()
        for p in near
    ]
    cosines = [sum(a * b for a, b in zip(asked, v, strict=True)) for v in model.embed(texts)]
    return [p for _, _, p in sorted(zip([-c for c in cosines], range(len(near)), near, strict=True))]


def rankings(task: Task, model: Kept, plain: PassageIndex, fused: PassageIndex) -> dict[str, list[Passage]]:
    """The passages in the order of each way."""
    words = list(plain.ranked([task.question]))
    near = words[:NEAR]
    meaning = by_meaning(task, model, near)
    place = {p.id: n for n, p in enumerate(meaning)}
    scores = {p.id: 1 / (60 + n + 1) + 1 / (60 + place[p.id] + 1) for n, p in enumerate(near)}
    ranks = sorted(near, key=lambda p: -scores[p.id])
    return {"words": words, "fused": list(fused.ranked([task.question])), "meaning": meaning, "ranks": ranks}


def measures(units: Sequence[str], wanted: frozenset[str]) -> dict[str, float]:
    """nDCG@10 and shares of what is wanted among the first."""
    gains = sum(1 / math.log2(n + 2) for n, unit in enumerate(units[:10]) if unit in wanted)
    ideal = sum(1 / math.log2(n + 2) for n in range(min(10, len(wanted))))
    shares = {f"first {k}": len(wanted & set(units[:k])) / len(wanted) for k in FIRST}
    return {"nDCG@10": gains / ideal, **shares}


def measure(name: str, tasks: Sequence[Task], model: Kept) -> bool:
    """Print one set; whether fused is no worse than words."""
    kept: dict[int, tuple[PassageIndex, PassageIndex]] = {}
    found: dict[str, list[dict[str, float]]] = {way: [] for way in WAYS}
    for task in tasks:
        if id(task.pages) not in kept:
            kept = {id(task.pages): (PassageIndex(), PassageIndex(model))}
            for source, each in task.pages.items():
                for index in kept[id(task.pages)]:
                    index.add(source, each)
        plain, fused = kept[id(task.pages)]
        for way, passages in rankings(task, model, plain, fused).items():
            found[way].append(measures(list(dict.fromkeys(map(task.unit, passages))), task.wanted))
    means = {w: {k: sum(m[k] for m in of) / len(of) for k in of[0]} for w, of in found.items()}
    for way, of in means.items():
        print(
            f"{name}: {len(found[way])} questions | {way:8} | {' | '.join(f'{k} {v:.3f}' for k, v in of.items())}"
        )
    print(f"{name}: {len(model.vectors)} texts in {model.seconds:.0f} s", flush=True)
    return means["fused"]["nDCG@10"] >= means["words"]["nDCG@10"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--most", type=int, default=100, help="questions of each set, spread over it")
    parser.add_argument("--only", choices=SETS)
    options = parser.parse_args()
    better: list[bool] = []
    for each, read in {"hotpotqa": hotpotqa, "timeqa": timeqa, "scifact": scifact}.items():
        if options.only in {None, each}:
            every = list(read(options.data))
            chosen = every[:: max(1, len(every) // options.most)][: options.most]
            better.append(measure(each, chosen, Kept()))
    raise SystemExit(0 if all(better) else 1)
