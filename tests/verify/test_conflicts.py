"""What contradicts, what replaces, what no longer holds."""

from datetime import UTC, date, datetime

import pytest

from stet.domain.claims import Claim, ClaimKind, Scope
from stet.domain.evidence import Quote, Source
from stet.verify.conflicts import find_conflicts, replaces, winner_of, withdrawn_by

WHEN = datetime(2026, 11, 30, tzinfo=UTC)
TOPIC = "When does the bridge toll start?"


def source(key: str, authority: float = 1.0, published: date | None = None) -> Source:
    return Source(
        id=key,
        url=f"https://{key.lower()}.example/",
        normalized_url=f"https://{key.lower()}.example/",
        kind="law",
        authority=authority,
        published_at=published,
        retrieved_at=WHEN,
        sha256="sha256:0",
        text_sha256="sha256:0",
    )


def claim(
    key: str, text: str, at: str, value: str | None, topic: str = "T1", conditions: str | None = None
) -> Claim:
    quote = Quote(source=at, start=0, end=len(text), exact=text)
    return Claim(
        key=key,
        text=text,
        kind=ClaimKind.QUOTATION,
        topic=topic,
        quotes=(quote,),
        value=value,
        scope=Scope(conditions=conditions),
    )


OLD = claim("C1", "The bridge toll starts on 1 March 2027.", "S1", "2027-03-01")
NEW = claim("C2", "The date is replaced: the bridge toll starts on 1 September 2027.", "S2", "2027-09-01")
PLAIN = claim("C2", "The bridge toll starts on 1 September 2027.", "S2", "2027-09-01")
TEXTS = {"S1": OLD.text, "S2": NEW.text}


def test_a_newer_source_of_equal_weight_that_says_so_replaces() -> None:
    sources = {
        "S1": source("S1", published=date(2026, 3, 1)),
        "S2": source("S2", published=date(2026, 10, 1)),
    }
    assert replaces(NEW, OLD, sources, TEXTS)
    assert not replaces(OLD, NEW, sources, TEXTS)
    (conflict,) = find_conflicts([OLD, NEW], {"T1": TOPIC}, sources, TEXTS)
    assert conflict.relation == "change"
    assert conflict.on == TOPIC


@pytest.mark.parametrize(
    ("new", "first", "second"),
    [
        (PLAIN, source("S1", published=date(2026, 3, 1)), source("S2", published=date(2026, 10, 1))),
        (NEW, source("S1", published=date(2026, 3, 1)), source("S2", 0.3, date(2026, 10, 1))),
        (NEW, source("S1", published=date(2026, 3, 1)), source("S2")),
        (NEW, source("S1", published=date(2026, 11, 1)), source("S2", published=date(2026, 10, 1))),
    ],
    ids=["does not say so", "weighs less", "undated", "older"],
)
def test_otherwise_it_is_a_contradiction(new: Claim, first: Source, second: Source) -> None:
    sources = {"S1": first, "S2": second}
    texts = {"S1": OLD.text, "S2": new.text}
    assert not replaces(new, OLD, sources, texts)
    (conflict,) = find_conflicts([OLD, new], {"T1": TOPIC}, sources, texts)
    assert conflict.relation == "contradiction"


def test_nothing_wins_beside_an_equal_that_says_something_else() -> None:
    third = claim("C3", "The bridge toll starts on 5 May 2028.", "S3", "2028-05-05")
    sources = {
        "S1": source("S1", published=date(2026, 3, 1)),
        "S2": source("S2", published=date(2026, 10, 1)),
        "S3": source("S3", published=date(2026, 11, 1)),
    }
    texts = TEXTS | {"S3": third.text}
    assert winner_of([OLD, NEW], sources, texts) is NEW
    assert winner_of([OLD, NEW, third], sources, texts) is None


def test_a_value_that_a_newer_source_calls_the_initial_one_is_withdrawn() -> None:
    sources = {
        "S1": source("S1", published=date(2026, 3, 1)),
        "S2": source("S2", published=date(2026, 10, 1)),
    }
    text = "The roads are late. The initial start of the bridge toll, namely 1 March 2027, cannot be kept."
    assert withdrawn_by(OLD, TOPIC, sources, TEXTS | {"S2": text}) == sources["S2"]
    same = "The bridge toll applies from 1 March 2027 to all vehicles."
    assert withdrawn_by(OLD, TOPIC, sources, TEXTS | {"S2": same}) is None
    elsewhere = "The opera season has its initial opening on 1 March 2027."
    assert withdrawn_by(OLD, TOPIC, sources, TEXTS | {"S2": elsewhere}) is None


def test_months_agree_with_their_days_and_proposals_contradict_nothing() -> None:
    month = claim("C3", "The bridge toll starts in March 2027.", "S3", "2027-03")
    proposed = claim(
        "C4", "The bridge toll starts on 9 May 2029.", "S4", "2029-05-09", conditions="proposed, not in force"
    )
    sources = {key: source(key) for key in ("S1", "S3", "S4")}
    texts = {"S1": OLD.text, "S3": month.text, "S4": proposed.text}
    assert find_conflicts([OLD, month, proposed], {"T1": TOPIC}, sources, texts) == ()


def test_a_law_with_three_fines_has_no_conflict() -> None:
    fines = [
        claim(f"C{n}", f"For offence {name} the fine is up to EUR {sum_} million.", "S1", f"EUR {sum_}000000")
        for n, (name, sum_) in enumerate([("alpha", 35), ("beta", 15), ("gamma", 7)], start=1)
    ]
    assert find_conflicts(fines, {"T1": "What is the fine?"}, {"S1": source("S1")}, {"S1": ""}) == ()


def test_opposite_sentences_of_two_sources_are_a_pair() -> None:
    yes = claim("C1", "Exports are subject to the levy.", "S1", None, topic="T2")
    no = claim("C2", "Exports are not subject to the levy.", "S2", None, topic="T3")
    sources = {"S1": source("S1"), "S2": source("S2")}
    (conflict,) = find_conflicts([yes, no], {"T2": "Scope", "T3": "Change"}, sources, {"S1": "", "S2": ""})
    assert conflict.claims == ("C1", "C2")
    assert {value.value for value in conflict.values} == {yes.text, no.text}
