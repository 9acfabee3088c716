from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.domain.claims import Action, Check, Claim, ClaimKind, Decision, Outcome
from stet.domain.evidence import Passage, Quote, Source, Stance
from stet.verify.attribution import CoverageIndex, attribution
from stet.verify.decide import decide
from stet.verify.ladder import RUNGS, EvidenceIndex, check_claim
from stet.verify.values import cached_values
from stet.verify.wording import wording

LAW = (
    "The toll on the harbour bridge starts on 2 August 2026. It is EUR 4 for cars. Buses pay nothing. "
    "Sales rose from 12 % to 15 %."
)
BLOG = "A blog about fishing boats and the weather in spring. Nothing else is said here of anything."


def source(key: str) -> Source:
    return Source(
        id=key,
        url=f"https://{key.lower()}.example/",
        normalized_url=f"https://{key.lower()}.example/",
        title="Harbour Bridge Ordinance" if key == "S1" else "Blog",
        kind="law",
        authority=1.0,
        retrieved_at=datetime(2026, 1, 1, tzinfo=UTC),
        sha256="sha256:0",
        text_sha256="sha256:0",
    )


TEXTS = {"S1": LAW, "S2": BLOG}
SOURCES = [source("S1"), source("S2")]


def quote(words: str, of: str = "S1", stance: Stance = Stance.SUPPORTS) -> Quote:
    start = max(0, TEXTS.get(of, "").find(words))
    return Quote(source=of, start=start, end=start + len(words), exact=words, stance=stance)


def claim(
    text: str, *quotes: Quote, kind: ClaimKind = ClaimKind.PARAPHRASE, value: str | None = None
) -> Claim:
    return Claim(key="C1", text=text, kind=kind, topic="T1", quotes=quotes, value=value)


def run(one: Claim, **options: object) -> dict[str, Check]:
    checks = check_claim(one, EvidenceIndex(SOURCES, TEXTS, **options))  # type: ignore[arg-type]
    assert tuple(check.name for check in checks) == RUNGS
    return {check.name: check for check in checks}


STARTS = "The toll on the harbour bridge starts on 2 August 2026."


def test_a_quotation_that_is_found_passes_every_rung():
    one = claim(STARTS, quote(STARTS), kind=ClaimKind.QUOTATION, value="2026-08-02")
    checks = run(one)
    assert {check.outcome for check in checks.values()} == {Outcome.PASS}
    assert checks["judge"].reason == "verbatim"
    assert decide(one, checks.values(), in_conflict=False) == (Decision.SUPPORTED, "verbatim", Action.ACCEPT)
    assert decide(one, checks.values(), in_conflict=True)[0] is Decision.CONFLICTING


def test_a_paraphrase_without_a_judge_is_unreviewed():
    one = claim("The bridge toll begins in August 2026.", quote(STARTS))
    checks = run(one)
    assert checks["values"].outcome is Outcome.PASS
    assert decide(one, checks.values(), in_conflict=False) == (
        Decision.UNREVIEWED,
        "no_judge",
        Action.INVESTIGATE,
    )
    assert decide(one, checks.values(), in_conflict=True)[0] is Decision.UNREVIEWED


@pytest.mark.parametrize(
    ("one", "rung", "reason"),
    [
        (claim("x", kind=ClaimKind.QUOTATION), "citation", "no_quote"),
        (claim("x", quote("x", "S9")), "citation", "source_unknown"),
        (claim("The toll is 5.", quote("It is EUR 5 for cars.")), "quote", "altered"),
        (claim("x", quote("entirely other words that nobody wrote")), "quote", "not_found"),
        (claim("The toll starts.", quote(STARTS), kind=ClaimKind.QUOTATION), "quote", "text_differs"),
        (claim("Toll.", quote(STARTS, stance=Stance.CONTRADICTS)), "quote", "no_support"),
        (claim("The toll starts on 3 August 2026.", quote(STARTS)), "values", "date_absent"),
        (claim("The toll is EUR 6.", quote(STARTS)), "values", "money_absent"),
        (claim("The toll is USD 4.", quote(STARTS)), "values", "unit_differs"),
        (claim("Angela Merkel opened the bridge.", quote(STARTS)), "values", "name_absent"),
        (
            claim("Cars pay EUR 4 on the harbour bridge.", quote("A blog about fishing boats", "S2")),
            "values",
            "money_absent",
        ),
        (
            claim("Buses pay nothing on the harbour bridge.", quote("A blog about fishing boats", "S2")),
            "attribution",
            "other_source_fits_better",
        ),
    ],
)
def test_the_first_failing_rung_decides(one: Claim, rung: str, reason: str):
    checks = run(one)
    first = next(check for check in checks.values() if check.outcome is Outcome.FAIL)
    assert (first.name, first.reason) == (rung, reason)
    assert first.detail
    assert decide(one, checks.values(), in_conflict=False)[:2] == (Decision.UNSUPPORTED, reason)


def test_a_source_that_was_not_given_to_the_writer_cannot_be_cited():
    one = claim(STARTS, quote(STARTS), kind=ClaimKind.QUOTATION)
    assert run(one, given=frozenset({"S2"}))["citation"].reason == "not_given"
    elsewhere = [Passage(id="P1", source="S1", start=60, end=80)]
    assert run(one, passages=elsewhere)["citation"].reason == "passage_not_given"
    assert (
        run(one, passages=[Passage(id="P1", source="S1", start=0, end=80)])["citation"].outcome
        is Outcome.PASS
    )


def test_every_quote_of_a_claim_must_hold():
    one = claim(STARTS, quote(STARTS), quote("not there at all", "S2"), kind=ClaimKind.QUOTATION)
    assert run(one)["quote"].outcome is Outcome.FAIL
    both = claim(
        STARTS,
        quote(STARTS),
        quote("A blog about fishing boats", "S2"),
        kind=ClaimKind.QUOTATION,
        value="2026-08-02",
    )
    assert run(both)["values"].reason == "value_absent"


def test_wrong_offsets_are_forgiven_and_wrong_words_are_not():
    moved = Quote(source="S1", start=3, end=9, exact="Buses pay nothing.")
    assert run(claim("Buses pay nothing.", moved, kind=ClaimKind.QUOTATION))["quote"].outcome is Outcome.PASS


def test_a_derived_value_passes_with_its_formula():
    checks = run(claim("Sales rose 3 percentage points.", quote("Sales rose from 12 % to 15 %.")))
    assert checks["values"].reason == "derived"
    assert "12 % → 15 %: +3 points" in checks["values"].detail


def test_what_was_not_checked_is_never_supported():
    one = claim(STARTS, quote(STARTS))
    passed = Check(name="citation", outcome=Outcome.PASS, reason="ok")
    assert decide(one, [], in_conflict=False)[0] is Decision.UNREVIEWED
    assert decide(one, [passed], in_conflict=True)[0] is Decision.UNREVIEWED
    all_passed = [passed.model_copy(update={"name": rung}) for rung in RUNGS]
    assert decide(one, all_passed, in_conflict=False)[0] is Decision.SUPPORTED
    votes = [*all_passed, Check(name="judge", outcome=Outcome.FAIL, reason="not_supported", by="model")]
    assert decide(one, votes, in_conflict=False)[:2] == (Decision.UNREVIEWED, "not_supported")


@pytest.mark.parametrize(
    ("said", "read", "reason"),
    [
        ("Sales did not grow.", "Sales grew.", "negation_added"),
        ("Sales grew.", "Sales did not grow.", "negation_dropped"),
        ("It cures colds.", "It may cure colds.", "hedge_dropped"),
        ("All users left.", "Some users left.", "strengthened"),
        ("Most users left.", "Some users left.", "quantifier"),
        ("Profits rose.", "Profits fell.", "direction"),
    ],
)
def test_wording_is_flagged_and_never_a_verdict(said: str, read: str, reason: str):
    check = wording(said, read, verbatim=False)
    assert (check.outcome, check.reason) == (Outcome.UNSURE, reason)
    assert wording(read, read, verbatim=False).outcome is Outcome.PASS


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Sales grew by a tenth.", "Sales grew by a tenth. Exports did not change."),
        ("The ferry runs on Sundays.", "The ferry runs on Sundays, but cars cannot board."),
        ("The fine is 240 euros a ride.", "The fine for riding without paying the fare is 240 euros a ride."),
    ],
)
def test_a_denial_of_something_else_is_not_dropped(said: str, read: str):
    assert wording(said, read, verbatim=False).outcome is Outcome.PASS


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Sales grew by a tenth.", "Exports fell. Sales did not grow by a tenth."),
        ("Cars can board the ferry.", "The ferry runs on Sundays, but cars cannot board."),
        ("Lorries pay half.", "Lorries without exhaust emissions pay half."),
        ("Whoever rides must pay the fare.", "Whoever rides without paying the fare must pay a fine."),
        ("Profits soared.", "It did not rain."),
    ],
)
def test_a_denial_of_what_is_said_or_a_limit_to_it_is_flagged(said: str, read: str):
    assert wording(said, read, verbatim=False).reason == "negation_dropped"


def test_attribution_does_not_depend_on_the_order_of_sources():
    texts = {"S1": LAW, "S2": BLOG, "S3": "Cars pay on bridges."}
    said = "Cars pay EUR 4 on the harbour bridge."
    answers = {
        attribution(said, ["S1"], CoverageIndex(dict(order))).outcome
        for order in (texts.items(), reversed(texts.items()))
    }
    assert answers == {Outcome.PASS}
    assert attribution(said, ["S2"], CoverageIndex(texts)).reason == "other_source_fits_better"


ORDINANCE = "The ferry fare accordingly applies from 1 September 2027. Adults pay EUR 9."
LETTER = (
    "We tell our clients that the ferry fare starts on 1 September 2027. Adults pay EUR 9 and dogs EUR 2."
)
GARDEN = "Roses want sun. Roses and tulips are cut in the third week of March, says the gardener of the town."


def test_a_source_that_states_the_values_is_only_doubted_where_another_has_more_of_the_words():
    index = CoverageIndex({"S1": ORDINANCE, "S2": LETTER, "S3": GARDEN})
    said = "The ferry fare starts on 1 September 2027, clients are told."
    check = attribution(said, ["S1"], index, stated=True)
    assert (check.outcome, check.reason) == (Outcome.UNSURE, "other_source_fits_better")
    assert "S2" in check.detail
    assert attribution(said, ["S2"], index, stated=True).outcome is Outcome.PASS


def test_a_value_that_only_the_rival_has_fails_the_attribution_and_is_named():
    index = CoverageIndex({"S1": ORDINANCE, "S2": LETTER, "S3": GARDEN})
    check = attribution("The ferry fare for dogs is EUR 2.", ["S1"], index)
    assert check.outcome is Outcome.FAIL
    assert "“EUR 2”" in check.detail


def test_a_source_that_hardly_speaks_of_the_claim_fails_the_attribution_by_words():
    index = CoverageIndex({"S1": ORDINANCE, "S2": LETTER, "S3": GARDEN})
    said = "The gardener of the town cuts roses and tulips."
    check = attribution(said, ["S1"], index, stated=True)
    assert (check.outcome, check.reason) == (Outcome.FAIL, "other_source_fits_better")
    assert "same or the opposite" in check.detail, "words alone do not say that the rival agrees"


def test_a_doubt_about_the_source_is_settled_by_a_judge_and_by_nobody_else():
    one = claim(STARTS, quote(STARTS))
    passed = [Check(name=name, outcome=Outcome.PASS, reason="ok") for name in ("citation", "quote", "values")]
    doubt = Check(name="attribution", outcome=Outcome.UNSURE, reason="other_source_fits_better")
    judged = Check(name="judge", outcome=Outcome.PASS, reason="supports", by="model")
    by_code = judged.model_copy(update={"by": "code", "reason": "verbatim"})
    nobody = Check(name="judge", outcome=Outcome.NOT_RUN, reason="no_judge")
    not_run = doubt.model_copy(update={"outcome": Outcome.NOT_RUN})

    def decided(*checks: Check) -> Decision:
        return decide(one, [*passed, *checks], in_conflict=False)[0]

    assert decided(doubt, judged) is Decision.SUPPORTED
    assert decided(doubt, by_code) is Decision.UNREVIEWED
    assert decided(doubt, nobody) is Decision.UNREVIEWED
    assert decided(doubt) is Decision.UNREVIEWED
    assert decided(not_run, judged) is Decision.UNREVIEWED


def test_words_beside_the_main_text_are_told_from_words_that_are_nowhere():
    """The full text locates them; a quotation of them is not supported all the same."""
    beside = "Office hours are from nine to five."
    full = {"S1": f"Menu Home\n{LAW}\n{beside}"}
    found = run(claim(beside, quote(beside)), full_texts=full)["quote"]
    assert (found.outcome, found.reason) == (Outcome.FAIL, "outside_main_text")
    nowhere = run(claim(beside, quote("Office hours are from one to two.")), full_texts=full)["quote"]
    assert nowhere.reason != "outside_main_text"
    assert run(claim(beside, quote(beside)))["quote"].reason != "outside_main_text"


WORDS = ("ferry", "fare", "dogs", "adults", "harbour", "EUR 9", "EUR 2", "12 %", "1 March 2027")


@given(
    texts=st.lists(st.lists(st.sampled_from(WORDS), max_size=8), min_size=1, max_size=5),
    said=st.lists(st.sampled_from(WORDS), min_size=1, max_size=6),
    cited=st.integers(min_value=0, max_value=4),
)
def test_what_words_alone_settle_comes_out_as_with_the_values_of_every_source(
    texts: list[list[str]], said: list[str], cited: int
):
    named = {f"S{n}": f"{'. '.join(text)}." for n, text in enumerate(texts)}
    claim, source = f"{', '.join(said)}.", f"S{cited % len(texts)}"
    seen = {source: cached_values(named[source])}
    whole = attribution(claim, [source], CoverageIndex(named), stated=True)
    short = attribution(claim, [source], CoverageIndex(named), stated=True, seen=seen)
    assert (short.outcome, short.reason) == (whole.outcome, whole.reason)
