"""Markdown: what stands in it, and that no text from outside takes effect."""

from harbour import HOSTILE, REPORT
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from test_html import HOSTILE_TEXT, everywhere

from stet.domain.claims import Check, Outcome
from stet.domain.report import ReportOutcome
from stet.report.clean import markdown_text
from stet.report.markdown import to_markdown
from stet.report.words import reason

TEXT = to_markdown(REPORT)


def test_the_outcome_comes_first_and_plain():
    assert (
        TEXT.splitlines()[0] == "**Not approved.** The review found: One topic is not covered: motorcycles."
    )
    memory = REPORT.model_copy(update={"level": "single", "queries": ()})
    assert to_markdown(memory).startswith("**From memory.** No source was read")
    searched = REPORT.model_copy(update={"level": "single"})
    assert to_markdown(searched).startswith(
        "**From a model's own search.** A model answered with its own search."
    )
    nothing = REPORT.model_copy(update={"outcome": ReportOutcome.NO_EVIDENCE, "answer": ()})
    assert to_markdown(nothing).startswith("**No evidence.** Nothing that was read answers the question")
    approved = REPORT.model_copy(update={"outcome": ReportOutcome.APPROVED})
    assert to_markdown(approved).startswith(
        "**Approved.** Every point of the review passed. The sources disagree, and both sides are shown."
    )
    settled = approved.model_copy(update={"conflicts": ()})
    assert to_markdown(settled).splitlines()[0] == "**Approved.** Every point of the review passed."


def test_the_sections_stand_in_order():
    headings = [line[3:] for line in TEXT.splitlines() if line.startswith("## ")]
    assert headings[:2] == ["Short answer", "Who pays, and who is exempt?"]
    assert headings[3:] == [
        "Disagreements",
        "What we could not support",
        "Gaps",
        "Claims",
        "Score factors",
        "Sources",
        "How it was made",
        "Notes",
    ]


def test_a_citation_leads_to_the_exact_words_with_place_and_date():
    assert "“The toll is collected from 1 March 2027.” [[C2]](#c2)" in TEXT
    entry = TEXT[TEXT.index("### C2") : TEXT.index("### C3")]
    assert "> The toll is collected from 1 March 2027." in entry
    assert (
        "file law/01-ordinance.pdf, page 3, under “Article 2”, 3 February 2026 (date from: front matter)"
        in entry
    )
    assert "\\[C99: no such claim\\]" in TEXT


def test_a_change_is_worded_apart_from_a_contradiction():
    assert "### A later source changes an earlier one: the day from which the toll is collected" in TEXT
    assert "**Changed from: 1 March 2027** [[C2]](#c2), score 0.50 (medium)" in TEXT
    assert "### Sources disagree: whether buses pay" in TEXT
    assert TEXT.index("Stronger evidence: exempt") < TEXT.index("Weaker evidence: every vehicle")


def test_sources_stand_in_four_lists_and_scores_with_their_factors():
    for line in ("### Cited (6)", "### Read, not cited (2)", "### Found, not read (1)", "### Failed (2)"):
        assert line in TEXT
    assert "not usable: paywalled" in TEXT
    assert "| [[C7]](#c7) | 0.84 high | 0.7 × 1 × 1.2 = 0.84 |" in TEXT


def active(markdown: str) -> list[tuple[str, str]]:
    """What a renderer makes of it: every link, image, HTML, code and heading."""
    renderer = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    kinds = {"link_open", "image", "html_block", "html_inline", "code_inline", "fence", "code_block"}
    parts = [part for token in renderer.parse(markdown) for part in [token, *(token.children or [])]]
    return [(part.type, str(part.attrs.get("href", ""))) for part in parts if part.type in kinds]


@settings(max_examples=60, deadline=None)
@given(HOSTILE_TEXT)
def test_no_text_becomes_a_link_an_image_or_html(text: str):
    for kind, href in active(to_markdown(everywhere(text))):
        assert kind == "link_open"
        assert href.lower().startswith(("#c", "http://", "https://"))
        assert href.startswith("#c") or text.lower().startswith("http")


@given(st.one_of(st.text(max_size=60), HOSTILE_TEXT))
def test_escaped_text_renders_as_itself(text: str):
    tokens = (
        MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(markdown_text(text))
    )
    assert [t.type for t in tokens if t.type.endswith("_open")] in ([], ["paragraph_open"])
    children = [c for t in tokens for c in (t.children or [])]
    assert {c.type for c in children} <= {"text", "text_special"}


def test_hostile_headings_stay_words():
    assert "<script>" not in MarkdownIt("commonmark", {"html": True}).render(TEXT)
    assert HOSTILE not in TEXT


def test_the_reason_is_the_sentence_of_the_check_that_decided():
    passed = [
        Check(name=name, outcome=Outcome.PASS, reason="verbatim", detail=f"{name} says so.")
        for name in ("values", "judge")
    ]
    entry = REPORT.claims[0].model_copy(update={"reason": "verbatim", "checks": tuple(passed)})
    assert reason(entry) == "Judge says so."
    assert reason(REPORT.claims[5]) == "The source only repeats hearsay."
    assert reason(entry.model_copy(update={"reason": "some_code"})) == "Some code"
