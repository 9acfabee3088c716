"""Edits that change no meaning."""

from random import Random

import pytest

from stet.domain.claims import Claim, ClaimKind
from stet.domain.evidence import Quote
from stet.evaluate.plant import CONTROLS, Target, edited
from stet.evaluate.plant.edits import Around, Editor
from stet.evaluate.plant.harmless import number_in_words, other_date_form, reordered, synonym


def made(editor: Editor, words: str) -> set[str]:
    return {edit.of(words) for seed in range(9) for edit in editor(words, Around((), Random(seed)))}


@pytest.mark.parametrize(
    ("editor", "words", "wanted"),
    [
        (
            synonym,
            "It starts on Monday for every van",
            {"It begins on Monday for every van", "It starts on Monday for each van"},
        ),
        (other_date_form, "Due on 1 May 2027.", {"Due on May 1, 2027.", "Due on 2027-05-01."}),
        (other_date_form, "Due on 2027-05-01.", {"Due on May 1, 2027.", "Due on 1 May 2027."}),
        (other_date_form, "Due in May 2027 or on 2027-15-01.", set[str]()),
        (number_in_words, "Within 14 days, €12, 240 euros.", {"Within fourteen days, €12, 240 euros."}),
        (
            number_in_words,
            "Under Section 4(1), as thirty vans came.",
            {"Under Section 4(1), as 30 vans came."},
        ),
        (number_in_words, "Sec 4 lists point 2 and Article 113(3) from 2 Aug 2026.", set[str]()),
        (reordered, "The fee is due from 1 May 2027.", {"From 1 May 2027 the fee is due."}),
        (reordered, "If a van is late, it pays more\\.", {"It pays more if a van is late\\."}),
        (reordered, "Selby has no fee before 1 May 2027.", set[str]()),
        (reordered, "If it rains, snows, or hails, it is shut.", set[str]()),
    ],
)
def test_the_same_is_said_in_another_way(editor: Editor, words: str, wanted: set[str]) -> None:
    assert made(editor, words) == wanted


def test_neighbours_change_places_unless_one_leans_on_the_other() -> None:
    text = "The fee is due [1]. Vans pay half [2]. It ends in May [1].\n\n## More\n\nCanoes are free [2].\n"
    (moved,) = edited(Target(text=text, marks="any"), each=9, kinds=("moved_sentence",))
    assert moved.report.text.startswith("Vans pay half [2]. The fee is due [1]. It ends in May [1].")


def test_a_claim_and_its_draft_are_edited_alike_and_a_quotation_never() -> None:
    words = "The fee starts on 1 May 2027."
    quote = Quote(source="S1", start=0, end=len(words), exact=words)
    claim = Claim(key="C1", text=words, kind=ClaimKind.PARAPHRASE, topic="T1", quotes=(quote,))
    report = Target(text=f"## Fee\n\n{words} [C1]\n", claims=(claim,), sources={"S1": words})
    found = edited(report, each=9)
    assert {each.layer for each in found} == {"draft", "claim"}
    for each in found:
        same = each.report.claims == report.claims
        assert same == (each.layer == "draft")
        assert each.after in each.report.text
    quoted = report.model_copy(
        update={
            "text": f"## Fee\n\nAccording to “A”: “{words}” [C1]\n",
            "claims": (claim.model_copy(update={"kind": ClaimKind.QUOTATION}),),
        }
    )
    assert edited(quoted, each=9) == ()


def test_a_seed_gives_the_same_edits_again() -> None:
    text = "The fee starts on 1 May 2027 [1]. Every van pays within 14 days [2]. The pier ends at 9 [1].\n"
    target = Target(text=text, marks="any")
    assert edited(target, seed=3) == edited(target, seed=3)
    assert {each.kind for each in edited(target, seed=3)} == set(CONTROLS)


@pytest.mark.parametrize(
    "text",
    ["If " * 90_000 + "[1]", "1 May 2027 " * 20_000 + "[1]", "a, " * 99_000 + "[1]", "A [1]. " * 9_000],
)
def test_hostile_texts_are_edited_in_time(text: str) -> None:
    edited(Target(text=text, marks="any"), each=1)
