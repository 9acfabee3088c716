"""The words of a report: the same in every format, in order, and true of what they stand beside."""

from datetime import date

import pytest
from harbour import CLAIMS, REPORT, SOURCES, TEXTS, claim, differs, quote, score
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as parser

from stet.cli.page import claim_lines, report_lines, source_lines
from stet.domain.claims import Check, Conflict, ConflictValue, Decision, Label, LedgerEntry, Outcome
from stet.domain.evidence import PageStatus
from stet.domain.report import ListedSource, Report, ReportOutcome, ReportQuery
from stet.report import days, view, words
from stet.report.html import to_html
from stet.report.markdown import to_markdown

OLD = "The toll is collected from 1 March 2027."
SINCE = Check(
    name="amendments",
    outcome=Outcome.UNSURE,
    reason="amended_since",
    detail="S1 was amended by S2 (Ordinance 31/2026, 2026-10-12); whether these words were changed was not judged.",
)


def terminal(report: Report) -> str:
    return "\n".join(" " * line.indent + line.text for line in report_lines(report))


def page(report: Report) -> str:
    tree = parser.document_fromstring(to_html(report, TEXTS))
    for data in tree.xpath("//script | //style"):
        data.drop_tree()
    return " ".join(tree.text_content().split())


def markdown(report: Report) -> str:
    return to_markdown(report).replace("\\", "")


SHOWN = (terminal, markdown, page)
"""A report as each format shows it, without what only the format needs."""


def with_claims(*entries: LedgerEntry, conflicts: tuple[Conflict, ...] = ()) -> Report:
    changed = {entry.key: entry for entry in entries}
    return REPORT.model_copy(
        update={
            "outcome": ReportOutcome.APPROVED,
            "claims": tuple(changed.get(entry.key, entry) for entry in CLAIMS),
            "conflicts": conflicts,
        }
    )


def conflict(*sides: tuple[str, str, str], on: str = "when the toll starts", **more: object) -> Conflict:
    values = tuple(ConflictValue(claim=key, value=value, source=source) for key, value, source in sides)
    fields = {"claims": tuple(key for key, _, _ in sides), "on": on, "values": values}
    return Conflict.model_validate(fields | more)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("2027-09-01", "1 September 2027"),
        ("2027-09", "September 2027"),
        ("2027-Q3", "third quarter of 2027"),
        ("2027-13-01", "2027-13-01"),
        ("2027-02-30", "2027-02-30"),
        ("2027", "2027"),
        ("12 %", "12 %"),
    ],
)
def test_a_value_is_shown_as_a_reader_writes_it(value: str, shown: str) -> None:
    assert days.value(value) == shown


def test_days_in_a_sentence_are_written_out_but_not_in_paths_or_quotations() -> None:
    assert days.said("Others give C2 (2027-09-01).") == "Others give C2 (1 September 2027)."
    for kept in ("notes/2027-09-01.md", "2027-09-01-notice.txt", "“from 2027-09-01 on”", "12027-09-011"):
        assert days.said(kept) == kept


@given(st.text(alphabet=st.sampled_from('“”"2027-09-01 ./x'), max_size=80))
def test_a_sentence_of_any_shape_can_be_said(text: str) -> None:
    assert isinstance(days.said(text), str)


def test_approval_says_what_it_does_not_mean() -> None:
    apart = conflict(("C9", "exempt", "S3"), ("C8", "every vehicle", "S1"))
    changed = conflict(("C1", "2027-07-01", "S2"), ("C2", "2027-03-01", "S1"), relation="change")
    old = CLAIMS[1].model_copy(
        update={
            "checks": (
                *CLAIMS[1].checks[:-1],
                Check(name="conflicts", outcome=Outcome.FAIL, reason="superseded"),
            )
        }
    )
    passed = "Every point of the review passed."
    assert words.outcome(with_claims())[1] == passed
    assert words.outcome(with_claims(conflicts=(apart,)))[1] == (
        f"{passed} The sources disagree, and both sides are shown."
    )
    one = conflict(("C9", "exempt", "S3"), ("C8", "every vehicle", "S3"))
    assert "A source says different things, and both sides are shown." in words.outcome(
        with_claims(conflicts=(one,))
    )[1]  # fmt: skip
    assert words.outcome(with_claims(old, conflicts=(changed,)))[1] == (
        f"{passed} Something that is quoted was changed since, and is marked so."
    )
    both = words.outcome(with_claims(old, conflicts=(apart, apart, changed)))[1]
    assert "disagree on 2 points, and both sides are shown; something that is quoted" in both
    for shown in SHOWN:
        assert both in shown(with_claims(old, conflicts=(apart, apart, changed)))


def test_sides_of_one_weight_are_called_by_no_strength() -> None:
    held = score(0.7, Label.HIGH, (0.7, 1.0, 1.0), "S3", "harbour.example")
    other = held.model_copy(update={"value": 0.701})
    report = with_claims(
        CLAIMS[7].model_copy(update={"score": held}),
        CLAIMS[8].model_copy(update={"score": other}),
        conflicts=(conflict(("C9", "exempt", "S3"), ("C8", "every vehicle", "S1")),),
    )
    (found,) = view.disagreements(report)
    assert [found.role(0), found.role(1)] == ["One side", "Another side"]
    assert 'class="side first"' not in to_html(report, TEXTS)
    assert 'class="side first"' in to_html(REPORT, TEXTS)
    for shown in SHOWN:
        text = shown(report)
        assert "One side" in text
        assert "Stronger" not in text
        assert "more evidence" not in text
        assert "equally strong" in text


def test_a_third_side_that_nobody_replaced_is_not_called_changed() -> None:
    three = conflict(
        ("C1", "2027-07-01", "S2"), ("C2", "2027-03-01", "S1"), ("C4", "2027-08-01", "S3"), relation="change"
    )
    superseded = Check(name="conflicts", outcome=Outcome.FAIL, reason="superseded")
    report = with_claims(
        CLAIMS[1].model_copy(update={"checks": (superseded,)}),
        CLAIMS[3].model_copy(update={"checks": differs("C1 gives another.")}),
        conflicts=(three,),
    )
    (found,) = view.disagreements(report)
    assert [found.role(n) for n in range(3)] == ["Changed to", "Changed from", "Another side"]


def test_one_file_that_says_both_is_not_several_sources() -> None:
    both = conflict(("C9", "exempt", "S3"), ("C8", "every vehicle", "S3"))
    for shown in SHOWN:
        text = shown(with_claims(conflicts=(both,)))
        assert "One source says different things: when the toll starts" in text
        assert "Sources disagree:" not in text


def test_dates_of_a_change_are_words_and_later_pages_are_told_from_earlier_ones() -> None:
    changed = Conflict(
        claims=("C1", "C2"),
        on="the start",
        relation="change",
        values=(
            ConflictValue(value="2027-07-01", source="S2", published_at=date(2026, 10, 12), claim="C1"),
            ConflictValue(value="2027-03-01", source="S1", published_at=date(2026, 2, 3), claim="C2"),
            ConflictValue(value="2027-03-01", source="S7", published_at=date(2026, 11, 2), claim="C2"),
        ),
    )
    for shown in SHOWN:
        text = shown(with_claims(conflicts=(changed,)))
        assert "2027-07-01" not in text
        assert "1 July 2027" in text
        assert text.count("2 November 2026, after the change") == 1
        assert "3 February 2026, after" not in text


def test_a_side_that_is_a_sentence_is_quoted_once() -> None:
    words_of = "Buses of the city lines are exempt."
    sides = conflict(("C9", words_of[:-9] + "…", "S3"), ("C8", CLAIMS[7].text, "S1"))
    report = with_claims(conflicts=(sides,))
    (found,) = view.disagreements(report)
    assert [side.said for side in found.sides] == [f"“{words_of}”", f"“{CLAIMS[7].text}”"]
    assert f"Stronger evidence: “{words_of}” [C9]" in terminal(report)
    assert f"**Stronger evidence: “{words_of}”**" in markdown(report)
    (dispute,) = parser.document_fromstring(to_html(report, TEXTS)).xpath("//article[@class='dispute']")
    assert dispute.text_content().count(words_of) == 1
    for key, other in (("C9", CLAIMS[7].text), ("C8", words_of)):
        entry = report.claim(key)
        assert entry is not None
        assert any(
            line.label.strip() == "against" and other in line.text
            for line in claim_lines(report, entry, TEXTS)
        )


def test_words_that_were_amended_since_say_so_in_every_format() -> None:
    amended = CLAIMS[2].model_copy(update={"checks": (*CLAIMS[2].checks, SINCE)})
    report = with_claims(amended)
    assert words.since(CLAIMS[2]) is None
    first = next(iter(claim_lines(report, amended, TEXTS)))
    assert first.text == "C3  ✓△ supported, amended since"
    assert "**supported, amended since**" in markdown(report)
    tree = parser.document_fromstring(to_html(report, TEXTS))
    (cite, *_) = tree.xpath("//section[@id='answer']//a[@href='#claim-C3']")
    assert cite.get("aria-label").startswith("Citation C3, supported, amended since, ")
    assert "△" in cite.text_content()
    assert any("amended since" in mark.text_content() for mark in tree.xpath("//h3/span[@class='since']"))
    for shown in (markdown, page):
        assert "12 October 2026); whether these words were changed" in shown(report)


@pytest.mark.parametrize(
    "code", ["withdrawn", "superseded", "other_value", "replaces_older", "amended_since"]
)
def test_every_reason_has_words(code: str) -> None:
    bare = claim("C1", OLD, quote("S1", OLD), reason=code, decision=Decision.CONFLICTING)
    assert "_" not in words.reason(bare)
    assert words.reason(bare).casefold() == words.REASONS[code].casefold()


def test_a_sentence_with_words_that_hold_no_more_is_marked_where_it_does_not_say_so_itself() -> None:
    superseded = Check(name="conflicts", outcome=Outcome.FAIL, reason="superseded")
    report = with_claims(CLAIMS[1].model_copy(update={"checks": (superseded,)}))
    assert "“The toll is collected from 1 March 2027.” [[C2]](#c2) (changed since)" in markdown(report)
    assert "“The toll is collected from 1 March 2027.” [C2 changed since]" in terminal(report)
    (cite, *_) = parser.document_fromstring(to_html(report, TEXTS)).xpath("//p/a[@href='#claim-C2']")
    assert "changed since" in cite.get("title")
    entry = report.claims[1]
    assert words.unsaid(entry, "An earlier value, since changed: …") is None
    assert words.unsaid(CLAIMS[0], "…") is None


def test_a_failed_file_is_named_once_with_its_reason() -> None:
    failed = ListedSource(
        id="F9", url="c/m.jsonl:2", normalized_url="c/m.jsonl:2", path="c/m.jsonl:2",
        status="failed", reason=PageStatus.REFUSED_PATH, detail="it leads out of the folder: ../../x",
    )  # fmt: skip
    report = REPORT.model_copy(update={"sources": (*SOURCES, failed)})
    for shown in SHOWN:
        text = shown(report)
        assert text.count("c/m.jsonl:2") == 1
        assert "refused path (it leads out of the folder: ../../x)" in text
    assert any("it leads out of the folder" in line.text for line in source_lines(failed, None))


def test_a_title_of_any_length_is_shown_short() -> None:
    long = "A title that goes on " * 500
    sources = tuple(source.model_copy(update={"title": long}) for source in SOURCES)
    entry = CLAIMS[2].model_copy(
        update={
            "quotes": tuple(q.model_copy(update={"heading": long}) for q in CLAIMS[2].quotes),
            "checks": (
                *CLAIMS[2].checks,
                SINCE.model_copy(update={"detail": f"S1 was amended by S2 ({long})."}),
            ),
        }
    )
    report = with_claims(entry).model_copy(update={"sources": sources})
    for shown in SHOWN:
        assert long[:1000] not in shown(report)
        assert "A title that goes on A title" in shown(report)
    lines = [*claim_lines(report, entry, TEXTS), *source_lines(sources[0], None)]
    assert max(len(line.text) for line in lines) < 1500


def test_long_numbers_are_grouped_and_names_are_left_alone() -> None:
    assert words.grouped("70000000 bytes; at most 25000000 are read") == (
        "70,000,000 bytes; at most 25,000,000 are read"
    )
    for kept in ("a/10000000.txt", "file-1234567", "2027-09-01", "1234 bytes", "70,000,000 bytes"):
        assert words.grouped(kept) == kept


def test_numbers_and_nouns_agree() -> None:
    one = REPORT.usage.model_copy(update={"searches": 1, "pages": 1, "model_calls": 1, "tokens": 1})
    text = words.used(REPORT.model_copy(update={"usage": one}))
    assert text.startswith("1 search, 1 page, 1 model call, 1 token,")


def test_the_answer_puts_the_quoted_words_on_a_line_of_their_own() -> None:
    lines = terminal(REPORT).splitlines()
    at = lines.index("    “The toll is collected from 1 July 2027.” [C1]")
    assert lines[at - 1] == "  According to “Ordinance 31/2026” (12 October 2026):"


QUERY = ReportQuery(text="harbour bridge toll start", topic="T1", round=1, hits=0)
ASKED = [
    ({"provider": "tavily", "scope": "official"}, "official sites, tavily: 0 hits"),
    ({"provider": "tavily", "hits": 8}, "open web, tavily: 8 hits"),
    ({"provider": "arxiv", "scope": "given", "hits": 1}, "given sites, arxiv: 1 hit"),
    ({"provider": "brave", "failed": "rate_limited"}, "open web, brave: failed, rate limited"),
]


@pytest.mark.parametrize(("how", "said"), ASKED)
def test_a_query_on_the_web_says_where_and_by_whom_it_was_asked(how: dict[str, object], said: str) -> None:
    report = REPORT.model_copy(update={"queries": (QUERY.model_copy(update=how),)})
    assert f"Round 1, query: {QUERY.text} ({said})" in markdown(report)
    assert f"{QUERY.text} round 1, {said}" in page(report)


def test_a_query_in_documents_says_only_what_it_found() -> None:
    report = REPORT.model_copy(update={"queries": (QUERY.model_copy(update={"provider": "documents"}),)})
    assert f"query: {QUERY.text} (0 hits)" in markdown(report)
    assert f"{QUERY.text} round 1, 0 hits" in page(report)


def test_a_source_names_the_searches_that_found_it_and_a_document_none() -> None:
    found = SOURCES[1].model_copy(update={"providers": ("documents", "tavily", "wikipedia"), "query": "toll"})
    given = SOURCES[0].model_copy(update={"providers": ("documents",), "query": "toll"})
    report = REPORT.model_copy(update={"sources": (given, found)})
    for shown in (markdown(report), page(report)):
        assert shown.count("found by") == 1
        assert "found by tavily, wikipedia" in shown
    assert [line.text for line in source_lines(found, None) if "found by" in line.label] == [
        "toll (tavily, wikipedia)"
    ]
    assert [line.text for line in source_lines(given, None) if "found by" in line.label] == ["toll"]
