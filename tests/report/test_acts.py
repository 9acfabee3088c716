"""What was done with claims and sentences is told in every form, and its words take no effect."""

import re

from harbour import REPORT, TEXTS
from hypothesis import given, settings
from markdown_it import MarkdownIt
from test_html import HOSTILE_TEXT, parser, shape

from stet.domain.claims import Action, Taken
from stet.domain.report import Removed, Report
from stet.report.html import to_html
from stet.report.json import from_json, to_json
from stet.report.markdown import to_markdown

FALLEN = next(entry for entry in REPORT.claims if entry.action is Action.NARROW)
SAVED = REPORT.claims[0]
TRIED = Taken(
    claim=FALLEN.key,
    text=FALLEN.text,
    action=Action.NARROW,
    outcome="failed",
    detail="Nothing of it could be saved.",
)
NARROWED = Taken(
    claim="C77",
    text="The toll is due from everybody.",
    action=Action.NARROW,
    outcome="carried_out",
    detail="The rest was checked again.",
    became=SAVED.text,
)
LEFT_OUT = Removed(
    what="sentence",
    text="Rowers pay 900 crowns.",
    claims=(SAVED.key,),
    reason="revised",
    detail="Review 1 found: “900”",
)


def told(*actions: Taken, removed: tuple[Removed, ...] = ()) -> Report:
    return REPORT.model_copy(update={"actions": actions, "removed": removed})


def both(report: Report) -> list[str]:
    html = re.sub(r"<script.*?</script>", "", to_html(report, TEXTS), flags=re.DOTALL)
    return [to_markdown(report).replace("\\", ""), re.sub(r"<[^>]+>", "", html)]


def test_a_claim_tells_what_it_is_what_was_done_with_it_and_what_it_said_before() -> None:
    for text in both(told(TRIED, NARROWED)):
        assert "narrowed, without success: Nothing of it could be saved." in text
        assert "narrowed: The rest was checked again. Before: “The toll is due from everybody.”." in text
        assert "a quotation, on “" in text


def test_a_sentence_that_was_taken_out_is_listed_with_what_the_review_found() -> None:
    for text in both(told(removed=(LEFT_OUT,))):
        assert "What was taken out of the draft" in text
        listed = text[text.index("What was taken out of the draft") :]
        assert "Rowers pay 900 crowns." in listed
        assert "Review 1 found: “900”" in listed
    assert "taken out of the draft" not in to_markdown(REPORT)


def test_every_claim_shows_the_factors_of_its_score() -> None:
    text = to_markdown(REPORT).partition("\n## Score factors")[0]
    for entry in REPORT.claims:
        start = text.index(f"### {entry.key}")
        part = text[start:].partition("\n### ")[0]
        assert ("authority × recency × corroboration" in part) == (entry.score is not None)


def test_each_point_of_a_review_says_who_answered_it() -> None:
    for text in both(REPORT):
        assert re.search(r"gaps stated, by (?:code|a model)", text)


def test_the_report_survives_json_and_one_without_these_fields_opens() -> None:
    full = told(TRIED, NARROWED, removed=(LEFT_OUT,))
    assert from_json(to_json(full)) == full
    old = re.sub(r'\n  "(?:actions|removed)": \[\],', "", to_json(REPORT))
    assert '"removed"' not in old
    assert from_json(old) == REPORT


def everywhere(text: str) -> Report:
    return told(
        NARROWED.model_copy(update={"text": text, "detail": text}),
        TRIED.model_copy(update={"detail": text}),
        removed=(LEFT_OUT.model_copy(update={"text": text, "detail": text}),),
    )


EMPTY = parser.document_fromstring(to_html(everywhere("plain words"), TEXTS))


@settings(max_examples=30, deadline=None)
@given(HOSTILE_TEXT)
def test_words_of_others_take_no_effect_here_either(text: str) -> None:
    tree = parser.document_fromstring(to_html(everywhere(text), TEXTS))
    assert shape(tree) == shape(EMPTY) or not text.strip()
    rendered = MarkdownIt().enable("table").render(to_markdown(everywhere(text)))
    assert "<script" not in rendered
    assert "<img" not in rendered
