"""How well and how fast documents on disk are searched: `python benchmarks/retrieval.py DATA_FOLDER`.

DATA_FOLDER holds `scifact`, or `retrieval/scifact`, in BEIR layout (corpus.jsonl, queries.jsonl,
qrels_beir_test.tsv). Each abstract is written as a text file of its own, outside the timing, and a corpus is
opened over them: scan, extraction, index and search are those of a user. Plain FTS5 with Porter stemming over
the same texts runs beside it.
"""

import argparse
import json
import math
import re
import resource
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

from stet.adapters.corpus import Corpus

Qrels = dict[str, dict[str, int]]
DEPTH = 10


def load(folder: Path) -> tuple[dict[str, tuple[str, str]], dict[str, str], Qrels]:
    """Documents (title and text), test queries and the grades of relevant documents, by id."""
    with (folder / "corpus.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    documents = {row["_id"]: (row["title"], row["text"]) for row in rows}
    qrels: Qrels = {}
    with (folder / "qrels_beir_test.tsv").open(encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            query, document, grade = line.split()
            qrels.setdefault(query, {})[document] = int(grade)
    with (folder / "queries.jsonl").open(encoding="utf-8") as lines:
        queries = {row["_id"]: row["text"] for row in map(json.loads, lines)}
    return documents, {query: queries[query] for query in qrels}, qrels


def ndcg(ranked: dict[str, list[str]], qrels: Qrels) -> float:
    """Mean nDCG@10 with linear gain and the logarithmic discount of trec_eval."""

    def dcg(grades: list[int]) -> float:
        return sum(grade / math.log2(place + 2) for place, grade in enumerate(grades[:DEPTH]))

    scores = [
        dcg([grades.get(document, 0) for document in ranked[query]])
        / dcg(sorted(grades.values(), reverse=True))
        for query, grades in qrels.items()
    ]
    return statistics.fmean(scores)


def ask(name: str, search: Callable[[str], list[str]], queries: dict[str, str], qrels: Qrels) -> None:
    """Run the queries and print quality and times."""
    ranked: dict[str, list[str]] = {}
    wall: list[float] = []
    started = time.process_time()
    for query, text in queries.items():
        before = time.perf_counter()
        ranked[query] = search(text)
        wall.append(1000 * (time.perf_counter() - before))
    cpu = 1000 * (time.process_time() - started) / len(queries)
    wall.sort()
    p95 = wall[int(0.95 * len(wall))]
    print(
        f"{name}: nDCG@10 {ndcg(ranked, qrels):.4f}, query median {statistics.median(wall):.1f} ms, "
        f"p95 {p95:.1f} ms, CPU {cpu:.1f} ms"
    )


def plain(documents: dict[str, tuple[str, str]]) -> Callable[[str], list[str]]:
    """FTS5 with nothing of ours: every word of the query, quoted, any of them."""
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(id UNINDEXED, title, body, tokenize = 'porter unicode61')")
    db.executemany("INSERT INTO t VALUES (?, ?, ?)", [(key, *value) for key, value in documents.items()])

    def search(text: str) -> list[str]:
        match = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", text))
        rows = db.execute("SELECT id FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?", (match, DEPTH))
        return [row[0] for row in rows]

    return search


def open_corpus(name: str, folder: Path, index: Path) -> Corpus:
    """Open a corpus and print how long it took."""
    wall, cpu = time.perf_counter(), time.process_time()
    corpus = Corpus.open([folder], index_folder=index, today=date(2026, 11, 30))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    size = sum(file.stat().st_size for file in index.iterdir()) / 1e6
    print(f"{name}: {len(corpus.documents)} documents in {wall:.2f} s (CPU {cpu:.2f} s), index {size:.1f} MB")
    return corpus


def main() -> int:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    data: Path = parser.parse_args().data
    folders = [folder for folder in (data / "scifact", data / "retrieval/scifact") if folder.is_dir()]
    if not folders:
        parser.error(f"no scifact in {data}")
    documents, queries, qrels = load(folders[0])
    with tempfile.TemporaryDirectory() as temporary:
        folder, index = Path(temporary, "docs"), Path(temporary, "index")
        folder.mkdir()
        for key, (title, text) in documents.items():
            (folder / f"{key}.txt").write_text(f"{title}\n\n{text}\n", encoding="utf-8")
        corpus = open_corpus("first open", folder, index)
        corpus.close()
        corpus = open_corpus("opened again", folder, index)
        ask(
            "corpus",
            lambda text: [Path(h.path or "").stem for h in corpus.search(text, DEPTH)],
            queries,
            qrels,
        )
        corpus.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    print(f"peak memory {peak:.0f} MB (with the benchmark's own copy of the documents)")
    ask("plain FTS5", plain(documents), queries, qrels)
    return 0


if __name__ == "__main__":
    sys.exit(main())
