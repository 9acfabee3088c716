"""Planting: each copy has one error of its kind, where it says, and can be had again."""

import re

import pytest

from stet.domain.claims import Claim, ClaimKind, Label, Score
from stet.domain.evidence import Quote
from stet.domain.report import Gap
from stet.evaluate.plant import KINDS, Planted, Target, plant, restated
from stet.evaluate.plant.reading import statements

ORDER = (
    "The Selby ferry fee is 12 euros for every lorry. It may be raised by at most 5 percent each year.\n\n"
    "The fee applies from 1 May 2027. Permits of the Harbour Office of Selby expire on 31 March 2029, within 30 days.\n"
    "The Port Council of Arne watches over it.\n"
)
NOTE = "The Lorne ferry fee is 15 euros for every van. The fee at Lorne applies from 1 June 2027.\n"
OLD = "The Selby ferry fee applies from 1 March 2027 under the first plan.\n"
SOURCES = {"S1": ORDER, "S2": NOTE, "S3": OLD}
CLAIMS = {
    "C1": ("S1", "The Selby ferry fee is 12 euros for every lorry."),
    "C2": ("S1", "It may be raised by at most 5 percent each year."),
    "C3": ("S1", "The fee applies from 1 May 2027."),
    "C4": ("S1", "Permits of the Harbour Office of Selby expire on 31 March 2029, within 30 days."),
    "C5": ("S2", "The Lorne ferry fee is 15 euros for every van."),
    "C6": ("S3", "The Selby ferry fee applies from 1 March 2027 under the first plan."),
}
NAMES = {"S1": "Order of the harbour", "S2": "Note of Lorne", "S3": "First plan"}


def claim(key: str) -> Claim:
    source, words = CLAIMS[key]
    start = SOURCES[source].index(words)
    quote = Quote(source=source, start=start, end=start + len(words), exact=words)
    return Claim(key=key, text=words, kind=ClaimKind.QUOTATION, topic="T1", quotes=(quote,))


def told(key: str) -> str:
    source, words = CLAIMS[key]
    return f"According to “{NAMES[source]}” (undated): “{words[:-1]}\\.” [{key}]"


def target() -> Target:
    score = Score(
        value=0.5,
        label=Label.MEDIUM,
        authority=0.5,
        recency=1,
        corroboration=1,
        strongest="S1",
        sites=("a.example",),
    )
    body = "\n\n".join(told(key) for key in CLAIMS)
    return Target(
        text=f"## Short answer\n\n{told('C3')}\n\n## What is the fee\\?\n\n{body}\n",
        claims=tuple(claim(key) for key in CLAIMS),
        sources=SOURCES,
        names=NAMES,
        scores=dict.fromkeys(CLAIMS, score),
        conflicts=(("C3", "C6"),),
        gaps=(Gap(topic="T2", missing="who collects the fee"),),
    )


def planted(kind: str, report: Target | None = None, each: int = 50) -> tuple[Planted, ...]:
    return plant(report or target(), each=each, kinds=(kind,))[0]


def test_every_kind_finds_room_in_a_report_with_everything() -> None:
    made, skipped = plant(target(), each=1)
    assert skipped == ()
    assert {each.kind for each in made} == {name for name, kind in KINDS.items() if kind.planters}


def test_a_seed_gives_the_same_copies_again_whichever_kinds_are_planted() -> None:
    every = plant(target(), seed=5)[0]
    assert every == plant(target(), seed=5)[0]
    assert [e for e in every if e.kind == "changed_number"] == list(
        plant(target(), seed=5, kinds=("changed_number",))[0]
    )
    assert every != plant(target(), seed=6)[0]


@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if kind.planters])
def test_every_copy_differs_and_says_what_is_wrong(kind: str) -> None:
    for each in planted(kind):
        assert each.report != target()
        assert each.before != each.after
        assert each.place
        assert (each.layer == "draft") <= (each.report.claims == target().claims)


def test_a_changed_claim_is_repeated_by_every_statement_that_names_it() -> None:
    for each in planted("moved_by_a_year"):
        if each.layer == "claim":
            changed = next(c for c in each.report.claims if c not in target().claims)
            lines = [p.words(each.report.text) for p in statements(each.report.text) if changed.key in p.keys]
            assert lines
            assert all(changed.text[:-1] in line for line in lines)


def test_words_that_a_source_says_are_no_error() -> None:
    report = target()
    wrong = report.model_copy(update={"sources": {**SOURCES, "S9": "The fee applies from 1 May 2026."}})
    after = [each.after for each in planted("moved_by_a_year", wrong)]
    assert after
    assert not any("The fee applies from 1 May 2026." in each for each in after)


@pytest.mark.parametrize("kind", ["same_source_name", "same_source_number", "same_source_date"])
def test_what_is_swapped_in_stands_in_the_source_of_the_statement(kind: str) -> None:
    for each in planted(kind):
        source = CLAIMS[re.findall(r"C\d", each.place)[0]][0]
        new = set(re.findall(r"\w+", each.after)) - set(re.findall(r"\w+", each.before))
        assert new <= set(re.findall(r"\w+", SOURCES[source]))


def test_an_outside_name_is_in_no_source() -> None:
    made = planted("outside_name")
    assert made
    for each in made:
        new = set(re.findall(r"\w+", each.after)) - set(re.findall(r"\w+", each.before))
        assert not new & set(re.findall(r"\w+", " ".join(SOURCES.values())))


def test_a_number_is_not_cut_in_two_where_a_qualifier_is_dropped() -> None:
    words = "Goods vehicles of more than 3.5 tonnes have to pay here, as do coaches."
    quote = Quote(source="S1", start=0, end=len(words), exact=words)
    first = Claim(key="C1", text=words, kind=ClaimKind.PARAPHRASE, topic="T1", quotes=(quote,))
    report = Target(text=f"## Fee\n\n{words} [C1]\n", claims=(first,), sources={"S1": words})
    for each in planted("dropped_qualifier", report):
        assert not re.search(r"\w\.\d+ tonnes", each.after.replace("3.5", ""))


def test_a_hidden_side_is_gone_from_the_draft_and_then_from_the_claims() -> None:
    draft, claims = planted("hidden_contradiction")
    assert "C6" not in draft.report.text
    assert draft.report.claim("C6") is not None
    assert "C6" not in claims.report.text
    assert claims.report.claim("C6") is None


def test_a_label_is_raised_alone_or_with_its_score() -> None:
    for each in planted("raised_label"):
        score = each.report.scores[each.place]
        assert score.label is Label.HIGH
        assert (score.value > 0.5) == (each.variant == "label and score")


def test_a_removed_gap_is_neither_listed_nor_told() -> None:
    report = target()
    gap = "Gap: “Who collects it\\?” – who collects the fee"
    (each,) = planted("removed_gap", report.model_copy(update={"text": f"{report.text}\n## Gaps\n\n{gap}\n"}))
    assert each.report.gaps == ()
    assert "who collects" not in each.report.text


def test_an_empty_report_has_no_room_and_each_kind_says_why() -> None:
    made, skipped = plant(Target(text=""))
    assert made == ()
    assert {each.kind for each in skipped} == {name for name, kind in KINDS.items() if kind.planters}
    assert {each.why for each in skipped} == {"no statement ends with a key or mark"}


def test_a_kind_says_what_a_report_lacks_for_it() -> None:
    report = Target(text="## Fee\n\nIt is due. [C1]\n")
    why = {each.kind: each.why for each in plant(report)[1]}
    assert why["moved_by_a_year"] == "no statement has a date"
    assert why["removed_gap"] == "the report states no gap"
    assert "missing_citation" not in why


def test_keys_without_a_figure_can_be_invented_too() -> None:
    report = Target(
        text="The fee is due.[^a] It is 12 euros.[^b]\n", marks="any", leads={"a": ("S1",)}, sources=SOURCES
    )
    made = planted("invented_citation", report)
    assert {each.variant for each in made} == {"in place", "beside"}
    assert all(re.search(r"\[\^[ab]\d+\]", each.report.text) for each in made)


def test_a_text_by_anyone_has_no_kinds_that_only_a_report_of_a_run_can_have() -> None:
    made, skipped = plant(Target(text="The fee is due [1].\n", marks="any"))
    named = {each.kind for each in (*made, *skipped)}
    assert not named & {"hidden_contradiction", "raised_label", "summary_differs", "removed_gap"}


def test_what_the_source_says_is_not_planted_in_a_wrong_statement() -> None:
    words = "Vans pay the Lorne ferry fee"
    source = "Vans do not pay the Lorne ferry fee. Lorries pay it."
    report = Target(text=f"{words} [1].\n", marks="any", leads={"1": ("S1",)}, sources={"S1": source})
    assert planted("flipped_negation", report) == ()


def test_a_report_of_quotations_can_be_told_in_own_words_with_nothing_wrong() -> None:
    report = restated(target())
    assert report is not None
    assert {each.kind for each in report.claims} == {ClaimKind.PARAPHRASE}
    assert "According to" not in report.text
    assert [place.keys for place in statements(report.text)] == [p.keys for p in statements(target().text)]


def test_a_report_without_quotations_is_not_told_again() -> None:
    report = restated(target())
    assert report is not None
    assert restated(report) is None


@pytest.mark.parametrize(
    "text", ["[C1] " * 50_000, "“" * 100_000, "# " * 100_000, "word " * 10_000 + "[C1]", "[C1, " * 60_000]
)
def test_hostile_drafts_are_read_in_time(text: str) -> None:
    plant(Target(text=text, sources={"S1": text[:1000]}), each=1)


@pytest.mark.parametrize(
    "text", ["[1]" * 20_000, "【1" * 100_000, "A. " * 80_000 + "[1]", "[1, " * 60_000, "[1" * 90_000]
)
def test_hostile_marks_are_read_in_time(text: str) -> None:
    plant(Target(text=text, marks="any", leads={"1": ("S1",)}, sources={"S1": text}), each=1)


@pytest.mark.parametrize("source", ["word " * 100_000, "Aa 1, " * 80_000, "x" * 500_000, "“a” (" * 90_000])
def test_hostile_sources_are_read_in_time(source: str) -> None:
    plant(target().model_copy(update={"sources": {"S1": source, "S2": source + ".", "S3": "Short."}}), each=1)
