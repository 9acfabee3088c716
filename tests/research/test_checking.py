"""Statements of texts by anyone, decided on the sources that they cite."""

from collections.abc import Mapping, Sequence

import pytest
from checkkit import BLOG, MUSEUM, NOTICE, checked, decided, desk, page

from stet.domain.claims import Action, Check, ClaimKind, Decision, LedgerEntry, Outcome
from stet.domain.evidence import Page, Quote
from stet.errors import Unavailable
from stet.ports import Case
from stet.research.checking import Had

HARBOUR: dict[str, Page | Had] = {"1": page(NOTICE, "harbour")}
BOTH: dict[str, Page | Had] = {"1": page(NOTICE, "harbour"), "2": page(MUSEUM, "museum")}
LOST = Had((), "timeout", "It could not be had: no answer.")


class Says:
    """A judge that says one thing of every claim, and remembers what it was asked."""

    def __init__(self, outcome: Outcome, reason: str) -> None:
        self.check = Check(name="judge", outcome=outcome, reason=reason, detail="words", by="model")
        self.asked: list[str] = []

    async def judge(self, cases: Sequence[Case]) -> Mapping[str, Check]:
        """See `stet.ports.Judge`."""
        self.asked += [case.claim.text for case in cases]
        return {case.claim.key: self.check for case in cases}


class Away:
    """A judge that cannot be had."""

    async def judge(self, cases: Sequence[Case]) -> Mapping[str, Check]:
        """See `stet.ports.Judge`."""
        raise Unavailable("no answer within 30 s")


async def test_a_sentence_that_the_source_has_word_for_word_is_supported_as_a_quotation() -> None:
    (one,) = await checked("The ferry to Selby runs on weekdays from 1 May 2027. [1]", desk(HARBOUR))
    assert (one.decision, one.reason) == (Decision.SUPPORTED, "verbatim")
    (words,) = one.words
    assert (words.source, words.found) == ("S1", True)
    assert (
        NOTICE[words.start : words.end]
        == words.exact
        == "The ferry to Selby runs on weekdays from 1 May 2027."
    )


@pytest.mark.parametrize(
    "statement",
    [
        "It takes the ferry 25 minutes to cross, and 120 people fit on it. [1]",
        "Adults pay 4 euros. [1]",
        "Cyclists are not charged for their bicycles. [1]",
    ],
)
async def test_without_a_judge_other_words_are_never_supported(statement: str) -> None:
    assert await decided(statement, desk(HARBOUR)) == (Decision.UNREVIEWED, "no_judge")


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("The ferry to Selby costs 9 euros for adults. [1]", "9 euros"),
        ("The ferry to Selby runs from 1 May 2028. [1]", "1 May 2028"),
        ("The ferry carries 210 passengers on a crossing. [1]", "210"),
        ("The ferry was ordered by Magnus Thorvald. [1]", "Magnus Thorvald"),
    ],
)
async def test_a_value_or_name_that_the_source_does_not_give_is_unsupported(
    statement: str, named: str
) -> None:
    (one,) = await checked(statement, desk(HARBOUR))
    assert one.decision is Decision.UNSUPPORTED
    deciding = next(check for check in one.checks if check.reason == one.reason)
    assert named in deciding.detail
    assert one.words, "a reader sees what the source says instead"


async def test_what_another_source_says_is_no_support_for_the_cited_one() -> None:
    statement = "The museum of the town was founded in 1911 by Ida Lund. [1]"
    (one,) = await checked(statement, desk(BOTH))
    assert one.decision is Decision.UNSUPPORTED
    attribution = next(check for check in one.checks if check.name == "attribution")
    assert attribution.outcome is Outcome.FAIL
    assert "S2" in attribution.detail


async def test_a_statement_that_takes_its_values_from_two_places_of_a_source_has_them_all() -> None:
    far = NOTICE + " The office is closed on holidays." * 40 + " The ferry was built in 1987 at Tolby yard."
    statement = "The ferry, built in 1987, carries 120 passengers. [1]"
    (one,) = await checked(statement, desk({"1": page(far, "harbour")}))
    assert (one.decision, one.reason) == (Decision.UNREVIEWED, "no_judge")
    assert len(one.words) == 2


async def test_a_judge_that_passes_makes_a_paraphrase_supported_and_sees_the_source_words() -> None:
    judge = Says(Outcome.PASS, "supports")
    statement = "Adults pay 4 euros for a crossing. [1]"
    assert await decided(statement, desk(HARBOUR, judge)) == (Decision.SUPPORTED, "supports")
    assert judge.asked == ["Adults pay 4 euros for a crossing."]


async def test_a_judge_that_fails_makes_it_unsupported() -> None:
    judge = Says(Outcome.FAIL, "not_supported")
    assert (await decided("Pupils cross for 2 euros. [1]", desk(HARBOUR, judge)))[0] is Decision.UNSUPPORTED


async def test_nobody_judges_what_code_has_settled_or_what_cannot_be_checked() -> None:
    judge = Says(Outcome.PASS, "supports")
    body = (
        "The ferry to Selby runs on weekdays from 1 May 2027. [1] The crossing costs 9 euros for adults. [1] "
        "The museum is on the quay. [2] The sea is deep here."
    )
    found = await checked(body, desk({"1": page(NOTICE, "harbour"), "2": LOST}, judge))
    assert [one.reason for one in found][::3] == ["verbatim", "uncited"]
    assert judge.asked == []


async def test_a_judge_that_cannot_be_had_leaves_the_statement_unreviewed() -> None:
    decision, reason = await decided("Pupils cross for 2 euros. [1]", desk(HARBOUR, Away()))
    assert (decision, reason) == (Decision.UNREVIEWED, "unavailable")


async def test_a_source_that_could_not_be_had_leaves_its_statement_unreviewed_with_that_reason() -> None:
    assert await decided("The museum is on the quay. [1]", desk({"1": LOST})) == (
        Decision.UNREVIEWED,
        "timeout",
    )


async def test_a_value_may_stand_in_the_cited_source_that_could_not_be_had() -> None:
    statement = "A crossing costs 9 euros for adults. [1][2]"
    found = await decided(statement, desk({"1": page(NOTICE, "harbour"), "2": LOST}))
    assert found == (Decision.UNREVIEWED, "timeout")


async def test_a_mark_that_points_at_nothing_and_a_statement_without_one_are_unreviewed() -> None:
    found = await checked("The museum is on the quay. [7] The sea is deep here.", desk(HARBOUR))
    assert [one.reason for one in found] == ["dangling", "uncited"]
    assert {one.decision for one in found} == {Decision.UNREVIEWED}
    assert not found[0].citations[0].resolved


async def test_two_cited_sources_that_give_different_values_are_in_conflict() -> None:
    on = desk({"1": page(NOTICE, "harbour"), "2": page(BLOG, "blog")})
    (one,) = await checked("The ferry to Selby runs on weekdays from 1 May 2027. [1][2]", on)
    assert (one.decision, one.reason) == (Decision.CONFLICTING, "sources_differ")
    assert [words.source for words in one.words] == ["S1", "S2"]
    assert "1 July 2027" in one.words[1].exact


async def test_a_value_that_neither_cited_source_gives_is_no_conflict_but_unsupported() -> None:
    on = desk({"1": page(NOTICE, "harbour"), "2": page(BLOG, "blog")})
    assert (await decided("The ferry to Selby runs on weekdays from 1 June 2027. [1][2]", on))[
        0
    ] is Decision.UNSUPPORTED


async def test_a_second_source_that_speaks_of_something_else_is_no_conflict() -> None:
    found = await decided("The ferry to Selby runs on weekdays from 1 May 2027. [1][2]", desk(BOTH))
    assert found == (Decision.SUPPORTED, "verbatim")


@pytest.mark.parametrize(
    "source",
    [
        "Some say: the ferry to Selby runs on weekdays from 1 May 2027.",
        "It is a rumour that the ferry to Selby runs on weekdays from 1 May 2027.",
        'He said "The ferry to Selby runs on weekdays from 1 May 2027." and laughed.',
        "The ferry to Selby runs on weekdays from 1 May 2027, if the council agrees.",
    ],
)
async def test_words_that_are_not_the_source_s_own_sentence_are_no_verbatim_match(source: str) -> None:
    decision, _ = await decided(
        "The ferry to Selby runs on weekdays from 1 May 2027. [1]", desk({"1": page(source, "harbour")})
    )
    assert decision is Decision.UNREVIEWED


async def test_words_in_quotation_marks_that_the_source_does_not_have_are_unsupported() -> None:
    body = "The office says that “a crossing costs 5 euros for adults and 2 euros for pupils”. [1]"
    (one,) = await checked(body, desk(HARBOUR))
    assert (one.decision, one.reason) == (Decision.UNSUPPORTED, "altered")
    assert "5 euros" in one.checks[-1].detail
    assert "4 euros" in one.words[0].exact


async def test_a_quotation_with_nothing_beside_its_source_s_name_is_supported_as_one() -> None:
    body = "According to the harbour page: “A crossing costs 4 euros for adults and 2 euros for pupils.” [1]"
    assert await decided(body, desk(HARBOUR)) == (Decision.SUPPORTED, "verbatim")


async def test_a_quotation_that_is_denied_or_explained_is_the_judge_s() -> None:
    body = "It is untrue that “a crossing costs 4 euros for adults and 2 euros for pupils”. [1]"
    assert await decided(body, desk(HARBOUR)) == (Decision.UNREVIEWED, "no_judge")


async def test_words_beside_the_main_text_of_a_page_are_not_called_altered() -> None:
    aside = page(
        MUSEUM, "museum", full_text=f"{MUSEUM} Opening hours differ on public holidays and in winter months."
    )
    body = "The page warns that “opening hours differ on public holidays and in winter months”. [1]"
    (one,) = await checked(body, desk({"1": aside}))
    assert one.decision is Decision.UNREVIEWED


async def test_a_source_that_shares_no_word_with_a_statement_has_no_passage_for_it() -> None:
    assert await decided("Quarterly dividends disappointed shareholders. [1]", desk(HARBOUR)) == (
        Decision.UNREVIEWED,
        "no_passage",
    )


@pytest.mark.parametrize(
    ("name", "decision"), [("SFO", Decision.UNREVIEWED), ("Tolby", Decision.UNSUPPORTED)]
)
async def test_an_abbreviation_that_the_source_does_not_use_proves_nothing_and_a_name_does(
    name: str, decision: Decision
) -> None:
    (one,) = await checked(
        f"By the {name} rules the ferry carries bicycles on every crossing. [1]", desk(HARBOUR)
    )
    assert (one.decision, one.reason) == (decision, "name_absent")


async def _settled(statement: str, source: str) -> tuple[Decision, str]:
    return await decided(f"{statement} [1]", desk({"1": page(source, "notice")}))


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("The ferry to Selby runs on weekdays.", "The ferry to Selby runs on weekdays?\n\nNo."),
        ("“The ferry to Selby runs on weekdays.”", "Is it so that the ferry to Selby runs on weekdays?"),
        ("“The pilots said no ferry runs on weekdays”", "The pilots said no\n\nFerry runs on weekdays."),
        (
            "The page says “the ferry to Selby runs on weekdays”.",
            "Do not believe that the ferry to Selby runs on weekdays.",
        ),
        ("“The ferry to Selby runs on weekdays.”", "If approved, the ferry to Selby runs on weekdays."),
        ("“The captain … to raise the ferry fares.”", "The captain refused to raise the ferry fares."),
        ("The ferry to Selby runs on weekdays.", "FALSE. The ferry to Selby runs on weekdays. FALSE."),
        (
            "The ferry to Selby runs on weekdays.",
            "Claim | Verdict\nThe ferry to Selby runs on weekdays. | False",
        ),
        ("“[T]he ferry to Selby runs on weekdays”", "In short, the ferry to Selby runs on weekdays."),
        ("“The captain [Lund] approved the new timetable”", "The captain approved the new timetable."),
        ("“The timetabel [sic] of the ferry is new”", "The timetabel of the ferry is new."),
    ],
)
async def test_words_that_their_surroundings_may_turn_round_are_left_to_a_judge(
    statement: str, source: str
) -> None:
    decision, reason = await _settled(statement, source)
    assert (decision, reason) == (Decision.UNREVIEWED, "no_judge")


@pytest.mark.parametrize("added", ["never", "not yet", "12 times"])
async def test_what_an_editor_adds_that_turns_the_meaning_is_no_quotation(added: str) -> None:
    decision, reason = await _settled(
        f"“The captain [{added}] approved the new timetable”", "The captain approved the new timetable."
    )
    assert (decision, reason) == (Decision.UNSUPPORTED, "altered")


async def test_words_quoted_from_the_middle_of_a_law_stand_with_its_points() -> None:
    law = "Free of charge are:\n(a) bicycles of every kind;\n(b) dogs on a short lead."
    assert await _settled(f"“{law.removesuffix('.')}”", law) == (Decision.SUPPORTED, "verbatim")


async def test_words_that_another_text_found_in_conflict_are_so_in_every_text() -> None:
    said = "The ferry to Selby runs on weekdays from 1 May 2027."
    at = NOTICE.index(said)
    quote = Quote(source="S1", start=at, end=at + len(said), exact=said)
    other = Check(name="conflicts", outcome=Outcome.FAIL, reason="superseded", detail="C1 gives 1 July 2027.")
    disputed = LedgerEntry(
        key="C2",
        text=said,
        kind=ClaimKind.QUOTATION,
        topic="T1",
        quotes=(quote,),
        checks=(other,),
        decision=Decision.CONFLICTING,
        reason="superseded",
        action=Action.ACCEPT,
    )
    on = desk(HARBOUR)._replace(disputed=(disputed,))
    assert await decided(f"{said} [1]", on) == (Decision.CONFLICTING, "superseded")
    assert await decided("Bicycles are carried free of charge on every crossing. [1]", on) == (
        Decision.SUPPORTED,
        "verbatim",
    )
    assert await decided(f"{said.replace('May', 'June')} [1]", on) == (Decision.UNSUPPORTED, "date_absent")


async def test_what_is_said_again_of_the_same_source_is_judged_once() -> None:
    judge = Says(Outcome.PASS, "supports")
    said = "A crossing is 4 euros for adults. [1]"
    found = await checked(f"{said}\n\nOther words.\n\n{said}", desk(HARBOUR, judge))
    assert [each.decision for each in found if each.citations] == [Decision.SUPPORTED] * 2
    assert judge.asked == ["A crossing is 4 euros for adults."]
