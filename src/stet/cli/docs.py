"""`stet docs`: what a folder holds, as a run would see it."""

import dataclasses
import json
from collections.abc import Sequence

from stet.adapters.corpus.values import Document
from stet.cli.exit import Exit
from stet.cli.setup import app_of, day_of
from stet.cli.terminal import cut, table
from stet.config import checked
from stet.report.words import grouped, plural


def docs(folders: Sequence[str], today: str | None, *, as_json: bool) -> int:
    """Print what was read and what was skipped; status 1 when nothing can be read."""
    day = day_of(today)
    flags = checked({"docs": tuple(folders)}, lambda _: "PATH")
    app = app_of()
    corpus = app.corpus(flags.docs or (), day or app.clock.now().date())
    try:
        documents, skipped, notes = corpus.documents, corpus.skipped, corpus.notes
    finally:
        corpus.close()
    if as_json:
        said = {
            "schema": "stet.documents/1",
            "documents": [dataclasses.asdict(document) for document in documents],
            "skipped": [dataclasses.asdict(item) for item in skipped],
            "notes": list(notes),
        }
        print(json.dumps(said, indent=2, ensure_ascii=False, default=str))
        return Exit.DONE if documents else Exit.NOT_ACCEPTED
    for line in table(_cells(document) for document in documents):
        print(line)
    if skipped:
        print(f"\nskipped {len(skipped)}")
        for line in table((item.path, item.status.value, cut(grouped(item.reason), 120)) for item in skipped):
            print(f"  {line}")
    for note in notes:
        print(f"note: {cut(note, 300)}")
    size = plural(sum(d.size for d in documents), "byte")
    print(f"\n{plural(len(documents), 'document')}, {size}; {len(skipped):,} skipped")
    return Exit.DONE if documents else Exit.NOT_ACCEPTED


def _cells(document: Document) -> tuple[str, ...]:
    origin = f" ({document.published_from})" if document.published_from else ""
    dated = f"{document.published_at or 'undated'}{origin}"
    return document.path, f"{document.size:,} B", dated, cut(document.title or "-", 70)
