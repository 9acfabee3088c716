"""Passages: whole sentences under one heading, numbered, ranked."""

from datetime import UTC, datetime

from stet.domain.base import content_id
from stet.domain.evidence import Mark, Page, PageStatus
from stet.research.passages import LARGEST, Outline, PassageIndex, cut


def page(text: str, marks: tuple[Mark, ...] = (), title: str | None = None) -> Page:
    return Page(
        status=PageStatus.OK,
        sha256=content_id(text),
        text_sha256=content_id(text),
        text=text,
        marks=marks,
        title=title,
        retrieved_at=datetime(2026, 11, 30, tzinfo=UTC),
    )


def heading(text: str, label: str, level: int = 1) -> Mark:
    start = text.index(label)
    return Mark(kind="heading", start=start, end=start + len(label), label=label, level=level)


def test_a_passage_ends_with_a_sentence_and_never_spans_two_headings() -> None:
    first, second = "The toll starts in March. " * 30, "The ferry stays free of charge. " * 30
    text = f"Toll\n\n{first.strip()}\n\nFerry\n\n{second.strip()}"
    made = page(text, (heading(text, "Toll"), heading(text, "Ferry")))
    spans = cut(made)
    assert len(spans) > 2
    for span in spans:
        piece = text[span.start : span.end]
        assert piece.endswith(".")
        assert piece.startswith("The ")
        assert not ("toll" in piece and "ferry" in piece)
        assert len(piece) <= LARGEST


def test_one_sentence_longer_than_a_passage_stays_whole() -> None:
    text = "The toll applies to " + ", ".join(f"vehicle class {n}" for n in range(200)) + "."
    assert [text[s.start : s.end] for s in cut(page(text))] == [text]


def test_headings_and_pages_are_those_over_the_character() -> None:
    text = "Act\n\nPart\n\nFirst rule.\n\nOther\n\nSecond rule."
    marks = (
        heading(text, "Act", 1),
        heading(text, "Part", 2),
        heading(text, "Other", 2),
        Mark(kind="page", start=0, end=0, label="1"),
        Mark(kind="page", start=text.index("Other"), end=text.index("Other"), label="2"),
    )
    outline = Outline(marks)
    assert outline.heading(text.index("First")) == "Act › Part"
    assert outline.heading(text.index("Second")) == "Act › Other"
    assert (outline.page(text.index("First")), outline.page(text.index("Second"))) == (1, 2)
    assert Outline(()).heading(0) is None
    assert Outline(()).page(0) is None


def test_selection_prefers_what_is_asked_and_bounds_each_source() -> None:
    index = PassageIndex()
    index.add(
        "S1",
        page("\n\n".join(f"Paragraph {n} on gardens and their many paths, {'x' * 480}." for n in range(20))),
    )
    index.add("S2", page("The bridge toll starts on 1 March 2027."))
    chosen = index.select(["When does the bridge toll start?"], limit=10, characters=2000)
    assert chosen[0].source == "S2"
    everything = index.select(["gardens paths bridge toll"], limit=100, characters=2000)
    of_first = [p for p in everything if p.source == "S1"]
    assert 0 < sum(p.end - p.start for p in of_first) <= 2000


def test_passages_are_numbered_in_reading_order() -> None:
    index = PassageIndex()
    index.add("S1", page("The toll starts in March."))
    index.add("S2", page("The toll starts in September."))
    found = index.select(["toll starts"], limit=5, characters=1000)
    assert sorted(p.id for p in found) == ["P1", "P2"]
