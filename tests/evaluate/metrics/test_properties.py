"""What holds of every ledger: shares are shares, no order matters, and cells pool by adding."""

import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from metrickit import RUN, entry, on_claim, report, said, score, searched, subject

from stet.domain.claims import Decision, Label, LedgerEntry
from stet.domain.report import Report, Section
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics import TARGETS, Subject, measured
from stet.evaluate.metrics.citing import claim_support, mismatched_citations, missing_citations
from stet.evaluate.metrics.covering import source_diversity
from stet.evaluate.metrics.queries import redundant_searches
from stet.evaluate.metrics.reading import text_redundancy
from stet.evaluate.metrics.truth import calibration_gap

_THINGS = "bridge toll raft lorry barge harbour permit fine crossing ferry".split()
_MADE = ("pays", "needs no permit for", "is dearer than", "does not replace", "may cross before")

texts = st.builds(
    lambda one, verb, other, number: f"The {one} {verb} the {other} in case {number}.",
    st.sampled_from(_THINGS),
    st.sampled_from(_MADE),
    st.sampled_from(_THINGS),
    st.integers(1, 12),
)
scores = st.builds(
    lambda value, sites: score(
        value, Label.HIGH if value >= 0.7 else Label.MEDIUM if value >= 0.4 else Label.LOW, *sites
    ),
    st.integers(0, 100).map(lambda n: n / 100),
    st.lists(st.sampled_from(["a.example", "b.example", "c.example"]), min_size=1, max_size=3, unique=True),
)


@st.composite
def ledgers(draw: st.DrawFn, first: int = 1) -> tuple[LedgerEntry, ...]:
    """Claims of any decision, with and without a score."""
    said_of = draw(st.lists(texts, max_size=5, unique=True))
    return tuple(
        entry(number, text, decision=draw(st.sampled_from(Decision)), score=draw(st.none() | scores))
        for number, text in enumerate(said_of, start=first)
    )


@st.composite
def reports(draw: st.DrawFn, first: int = 1) -> Report:
    """A report whose sentences repeat claims, are bare, or name a key that is nobody's."""
    claims = draw(ledgers(first))
    chosen = st.sampled_from(claims) if claims else st.nothing()
    of_claim = chosen.map(lambda claim: said(claim.text, claim.key))
    bare = texts.map(said)
    unknown = texts.map(lambda text: said(text, "C99"))
    lines = st.lists(of_claim | bare | unknown, max_size=4)
    return report(claims, answer=draw(lines), body=draw(lines))


SHARES = [name for name, target in TARGETS.items() if target.unit == "share"]


@given(reports())
def test_shares_are_between_none_and_all(made: Report) -> None:
    found = measured(subject(made))
    for name in SHARES:
        assert 0 <= found[name].part <= found[name].of
    assert found["source_diversity"].part >= 0


@given(reports())
def test_what_is_wrong_with_citations_is_counted_once(made: Report) -> None:
    found = measured(subject(made))
    wrong = found["mismatched_citations"].part + found["overstated_citations"].part
    assert wrong <= found["mismatched_citations"].of
    assert found["missing_citations"].part + found["mismatched_citations"].of == found["missing_citations"].of


@given(reports(), st.randoms(use_true_random=False))
def test_no_order_of_claims_sources_and_sentences_matters(made: Report, chance: random.Random) -> None:
    def mixed(things: Sequence) -> tuple:
        return tuple(chance.sample(things, len(things)))

    sections = tuple(Section(heading=s.heading, sentences=mixed(s.sentences)) for s in made.sections)
    other = made.model_copy(
        update={
            "claims": mixed(made.claims),
            "sources": mixed(made.sources),
            "answer": mixed(made.answer),
            "sections": sections,
        }
    )
    assert measured(subject(other)) == measured(subject(made))


@given(reports(), texts)
def test_one_more_supported_claim_never_lowers_support(made: Report, text: str) -> None:
    more = entry(50, f"{text} So it is.")
    body = [*(s for section in made.sections for s in section.sentences), said(more.text, more.key)]
    grown = report([*made.claims, more], answer=made.answer, body=body)
    before, after = (claim_support(subject(each)) for each in (made, grown))
    assert (after.part, after.of) == (before.part + 1, before.of + 1)
    assert before.value is None or (after.value or 0) >= before.value


@given(reports(), st.data())
def test_a_claim_that_a_person_clears_never_lowers_support_nor_adds_a_mismatch(
    made: Report, data: st.DataObject
) -> None:
    if not made.claims:
        return
    key = data.draw(st.sampled_from([claim.key for claim in made.claims]))
    plain, cleared = subject(made), subject(made, labels=[on_claim(key, "supported")])
    assert claim_support(cleared).part >= claim_support(plain).part
    assert mismatched_citations(cleared).part <= mismatched_citations(plain).part
    assert missing_citations(cleared) == missing_citations(plain)


@given(reports(), st.data())
def test_one_more_site_never_lowers_diversity(made: Report, data: st.DataObject) -> None:
    scored = [claim for claim in made.claims if claim.score is not None]
    if not scored:
        return
    chosen = data.draw(st.sampled_from(scored))
    held = chosen.score
    assert held is not None
    wider = chosen.model_copy(
        update={"score": held.model_copy(update={"sites": (*held.sites, "new.example")})}
    )
    grown = made.model_copy(update={"claims": tuple(wider if c is chosen else c for c in made.claims)})
    before, after = source_diversity(subject(made)), source_diversity(subject(grown))
    assert after.of == before.of
    assert after.part >= before.part


@given(reports(), texts)
def test_a_statement_said_once_more_is_one_repetition_more(made: Report, text: str) -> None:
    body = [*(s for section in made.sections for s in section.sentences), said(text)]
    once = text_redundancy(subject(report(made.claims, answer=made.answer, body=body)))
    twice = text_redundancy(subject(report(made.claims, answer=made.answer, body=[*body, said(text)])))
    assert (twice.part, twice.of) == (once.part + 1, once.of + 1)


@given(st.lists(st.tuples(texts, st.sets(st.sampled_from("abcd"), max_size=3)), max_size=5), texts)
def test_a_query_asked_again_is_one_redundant_search_more(asked: list, text: str) -> None:
    def events(*queries: tuple) -> list:
        return [
            searched(words, *(f"https://{site}.example/" for site in sorted(sites)), round=number)
            for number, (words, sites) in enumerate(queries, start=1)
        ]

    once = redundant_searches(subject(report(), events=events(*asked, (text, {"e"}))))
    twice = redundant_searches(subject(report(), events=events(*asked, (text, {"e"}), (text, {"f"}))))
    assert (twice.part, twice.of) == (once.part + 1, once.of + 1)


def _pooled(one: Subject, other: Subject) -> dict[str, Quotient]:
    first, second = measured(one), measured(other)
    return {name: first[name] + second[name] for name in TARGETS}


@given(reports(first=1), reports(first=11))
def test_two_reports_pool_to_what_both_are_together(one: Report, other: Report) -> None:
    # Each half has the sentences of the other's claims beside it then, so words may only be told apart by labels.
    labels = [on_claim(claim.key, "supported") for claim in (*one.claims, *other.claims) if claim.score]
    halves = [
        subject(made, labels=[label for label in labels if made.claim(label.claim or "")])
        for made in (one, other)
    ]
    whole = report(
        [*one.claims, *other.claims],
        answer=[*one.answer, *other.answer],
        body=[s for made in (one, other) for section in made.sections for s in section.sentences],
    )
    together, pooled = measured(subject(whole, labels=labels)), _pooled(*halves)
    unknown = {s.claims for s in (*one.answer, *other.answer)} | {
        s.claims for made in (one, other) for section in made.sections for s in section.sentences
    }
    exact = {"citation_validity", "missing_citations", "source_diversity", "mismatched_citations"}
    exact |= {"calibration_high", "calibration_medium", "calibration_low"}
    if ("C99",) not in unknown:  # that key is one claim in the whole and one in each half
        exact.add("claim_support")
    for name in exact:
        assert together[name] == pooled[name], name
    assert together["calibration_gap"].part <= pooled["calibration_gap"].part + 1e-9
    assert together["text_redundancy"].part >= pooled["text_redundancy"].part


@given(reports())
def test_the_gap_is_nothing_only_where_scores_promise_what_holds(made: Report) -> None:
    sure = made.model_copy(
        update={
            "claims": tuple(
                claim.model_copy(
                    update={
                        "decision": Decision.SUPPORTED,
                        "score": score(1.0, Label.HIGH) if claim.score else None,
                    }
                )
                for claim in made.claims
            )
        }
    )
    assert sure.run == RUN
    assert calibration_gap(subject(sure)).part == 0
