"""Passages: whole sentences under one heading, numbered, ranked."""

from collections.abc import Sequence
from datetime import UTC, datetime

from stet.domain.base import content_id
from stet.domain.evidence import Mark, Page, PageStatus, Quote
from stet.research.passages import LARGEST, NEAR, Outline, PassageIndex, cut, neighbours
from stet.verify.sentences import Span


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
    asked = ["When does the bridge toll start?"]
    assert index.ranked(asked)[0].source == "S2"
    assert [p.source for p in index.select(asked, limit=1, characters=2000)] == ["S2"]
    everything = index.select(["gardens paths bridge toll"], limit=100, characters=2000)
    of_first = [p for p in everything if p.source == "S1"]
    assert 0 < sum(p.end - p.start for p in of_first) <= 2000


def test_passages_are_numbered_in_reading_order() -> None:
    index = PassageIndex()
    index.add("S1", page("The toll starts in March."))
    index.add("S2", page("The toll starts in September."))
    found = index.select(["toll starts"], limit=5, characters=1000)
    assert sorted(p.id for p in found) == ["P1", "P2"]


def test_passages_are_chosen_by_rank_and_go_on_in_reading_order() -> None:
    index = PassageIndex()
    index.add("S1", page("The ferry is free.\n\nThe toll is paid at the bridge.", title="Ferry"))
    filler = "Nothing here is about it at all, " + "and so it goes on for a while, " * 18 + "to the end."
    text = (
        f"# A\n\nThe toll is five euro.\n\n{filler}\n\n# B\n\nThe bridge toll starts in March at the bridge."
    )
    marks = (Mark(kind="heading", start=0, end=3, label="A"), heading(text, "# B"))
    index.add("S2", page(text, marks))
    asked = ["When does the bridge toll start?"]
    best, *_ = index.ranked(asked)
    assert text[best.start : best.end] == "The bridge toll starts in March at the bridge."
    assert index.select(asked, limit=1, characters=6000) == (best,)
    chosen = index.select(asked, limit=3, characters=6000)
    assert best == chosen[-1]
    assert [(p.source, p.start) for p in chosen] == sorted((p.source, p.start) for p in chosen)


SENTENCES = "One is first. Two follows it. Three is next. Four comes then. Five is last."


def test_what_stands_around_a_quote_joins_it_without_a_gap() -> None:
    made = page(SENTENCES)
    start = SENTENCES.index("Three")
    quote = Quote(source="S1", start=start, end=start + len("Three is next."), exact="Three is next.")
    around = neighbours(made, quote, extra=1)
    assert SENTENCES[slice(*around.before)] == "Two follows it. "
    assert SENTENCES[slice(*around.after)] == " Four comes then."
    wide = neighbours(made, quote)
    assert SENTENCES[slice(*wide.before)] + quote.exact + SENTENCES[slice(*wide.after)] == SENTENCES


def test_what_stands_around_part_of_a_sentence_begins_with_the_rest_of_it() -> None:
    start = SENTENCES.index("is next")
    around = neighbours(page(SENTENCES), Span(start, start + 7), extra=1)
    assert SENTENCES[slice(*around.before)] == "Two follows it. Three "
    assert SENTENCES[slice(*around.after)] == ". Four comes then."


def test_nothing_stands_around_a_whole_page() -> None:
    around = neighbours(page(SENTENCES), Span(0, len(SENTENCES)))
    assert around == (Span(0, 0), Span(len(SENTENCES), len(SENTENCES)))


class Topics:
    """Vectors by what a text is about: boats, tolls, or neither."""

    name = "topics"
    about = (("ferry", "boat", "vessel"), ("toll", "charge", "price"))

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        self.asked += texts
        return [self.vector(text.lower()) for text in texts]

    def vector(self, text: str) -> tuple[float, float, float]:
        boats, tolls = (any(word in text for word in words) for words in self.about)
        if boats and tolls:
            return 0.6, 0.8, 0.0
        return float(boats), float(tolls), float(not boats and not tolls)


def of_boats(embed: Topics | None) -> PassageIndex:
    index = PassageIndex(embed)
    for number, text in enumerate(
        [
            "Gardens are open to all.",
            "Each vessel is inspected in spring.",
            "When it is spring, gardens open.",
        ],
        start=1,
    ):
        index.add(f"S{number}", page(text))
    return index


def test_a_passage_without_a_word_of_the_question_is_found_by_its_meaning_where_that_is_on() -> None:
    asked = ["Which boats sail?"]
    assert of_boats(None).select(asked, limit=5, characters=6000) == ()
    assert [p.source for p in of_boats(Topics()).select(asked, limit=5, characters=6000)] == ["S2"]


def test_meaning_and_words_are_weighed_together() -> None:
    asked = ["Are boats inspected when it is spring?"]
    assert [p.source for p in of_boats(None).ranked(asked)] == ["S2", "S3"]
    asked = ["Do boats go in gardens when it is spring?"]
    assert of_boats(None).ranked(asked)[0].source == "S3"
    assert of_boats(Topics()).ranked(asked)[0].source == "S2"


def test_each_text_is_turned_into_a_vector_once() -> None:
    embed = Topics()
    index = of_boats(embed)
    for _ in range(3):
        index.select(["Which boats sail?", "Boats"], limit=5, characters=6000)
    assert len(embed.asked) == len(set(embed.asked)) == 5


def test_of_many_passages_only_the_best_by_words_are_compared_by_meaning() -> None:
    embed = Topics()
    index = PassageIndex(embed)
    for number in range(NEAR + 50):
        index.add(f"S{number}", page(f"The gate number {number} opens." + " It is a gate." * (number == 7)))
    ranked = index.ranked(["Which gate is it?"])
    assert len(ranked) == NEAR + 50
    assert len(embed.asked) == NEAR + 1
    assert ranked[0].source == "S7"
