"""A value that the passage gives to something else than the claim does."""

from datetime import UTC, datetime

import pytest

from stet.domain.claims import Check, Claim, ClaimKind, Outcome
from stet.domain.evidence import Quote, Source
from stet.verify.evidence import EvidenceIndex
from stet.verify.ladder import check_claim

PERIODS = (
    "The rules come in steps. Boats of class A that carry passengers have 24 months to fit the new lamps. "
    "Boats of class B that carry goods have 36 months to fit them. Owners are told by letter."
)
ONE_SENTENCE = (
    "Small ferries must be fitted within 24 months, while large tankers must be fitted within 36 months."
)
TABLE = "Kind of boat | Period\nPassenger ferries | 24 months\nCargo barges | 36 months\nFishing boats | 12 months\n"
FINES = "The fine for late fitting is EUR 500. The fine for false papers is EUR 9,000. Both are paid in Hull."
DAYS = "The north gate opens on 3 May 2027. The south gate opens on 9 June 2027, and the fair begins then."
LAW = (
    "Systems that Annex III lists follow after 24 months. Systems built into products under Annex I follow after "
    "36 months."
)


def checks(said: str, read: str) -> dict[str, Check]:
    then = datetime(2026, 1, 1, tzinfo=UTC)
    source = Source(
        id="S1",
        url="s",
        normalized_url="s",
        kind="law",
        authority=1.0,
        retrieved_at=then,
        sha256="",
        text_sha256="",
    )
    quote = Quote(source="S1", start=0, end=len(read), exact=read)
    claim = Claim(key="C1", text=said, kind=ClaimKind.PARAPHRASE, topic="T1", quotes=(quote,))
    return {check.name: check for check in check_claim(claim, EvidenceIndex([source], {"S1": read}))}


@pytest.mark.parametrize(
    ("said", "read", "instead"),
    [
        ("Passenger boats of class A get 36 months to fit the lamps.", PERIODS, "24 months"),
        ("Large tankers have to be fitted in 24 months.", ONE_SENTENCE, "36 months"),
        ("Small ferries have to be fitted in three years, that is 36 months.", ONE_SENTENCE, "24 months"),
        ("Passenger ferries have 36 months.", TABLE, "24 months"),
        ("Late fitting costs a fine of EUR 9,000.", FINES, "EUR 500"),
        ("The north gate opens on 9 June 2027.", DAYS, "3 May 2027"),
        ("Systems listed in Annex III follow after 36 months.", LAW, "24 months"),
    ],
)
def test_a_value_of_another_thing_fails_and_the_right_one_is_shown(said: str, read: str, instead: str):
    values = checks(said, read)["values"]
    assert (values.outcome, values.reason) == (Outcome.FAIL, "value_of_another")
    assert instead in values.detail


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Passenger boats of class A get 24 months to fit the lamps.", PERIODS),
        ("Boats of class B have 36 months.", PERIODS),
        ("Owners have 24 or 36 months.", PERIODS),
        ("Large tankers have to be fitted in 36 months.", ONE_SENTENCE),
        ("Cargo barges have three years, or 36 months.", TABLE),
        ("Those with false papers pay EUR 9,000.", FINES),
        ("The fair starts on 9 June 2027.", DAYS),
        ("Systems built into Annex I products follow after 36 months.", LAW),
        ("A and B take 3 and 5 days respectively.", "Tasks A and B take 3 and 5 days respectively."),
    ],
)
def test_a_value_with_its_own_words_is_no_one_elses(said: str, read: str):
    found = checks(said, read)
    assert found["values"].outcome is Outcome.PASS
    assert found["wording"].reason != "value_elsewhere"


@pytest.mark.parametrize(
    "said",
    [
        "Goods boats of class B get 24 months to fit the lamps.",
        "The lamps must be fitted within 36 months at the latest.",
    ],
)
def test_a_value_that_may_be_of_another_thing_is_a_flag_for_the_judge(said: str):
    """The first is wrong and the second right: code cannot tell, since "them" says what is fitted."""
    found = checks(said, PERIODS)
    assert found["values"].outcome is Outcome.PASS
    assert (found["wording"].outcome, found["wording"].reason) == (Outcome.UNSURE, "value_elsewhere")
