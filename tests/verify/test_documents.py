"""The date that a source bears may be told of the source, and of nothing else."""

from datetime import UTC, date, datetime

import pytest

from stet.domain.claims import Claim, ClaimKind, Outcome
from stet.domain.evidence import Quote, Source
from stet.verify.evidence import EvidenceIndex
from stet.verify.ladder import check_claim

TEXT = "The fares include value added tax. Dogs travel free."
TITLE = "Fare decision 44/2026 for the Selby ferry"


def values_reason(text: str, title: str = TITLE) -> tuple[Outcome, str]:
    source = Source(
        id="S1",
        url="https://selby.example/fares",
        normalized_url="https://selby.example/fares",
        title=title,
        kind="law",
        authority=1.0,
        published_at=date(2026, 11, 9),
        retrieved_at=datetime(2026, 11, 30, tzinfo=UTC),
        sha256="sha256:0",
        text_sha256="sha256:0",
    )
    quote = Quote(source="S1", start=0, end=len(TEXT), exact=TEXT)
    claim = Claim(key="C1", text=text, kind=ClaimKind.PARAPHRASE, topic="T1", quotes=(quote,))
    check = next(
        each for each in check_claim(claim, EvidenceIndex([source], {"S1": TEXT})) if each.name == "values"
    )
    return check.outcome, check.reason


@pytest.mark.parametrize(
    "text",
    [
        "As stated in the fare decision of 9 November 2026, the fares include value added tax.",
        "The decision of November 2026 includes value added tax.",
        "The fare decision was published on 09.11.2026.",
        "The decision dated 2026-11-09 includes value added tax.",
        "Value added tax is included (Fare decision, 9 Nov 2026).",
        "According to the notice of 9 November 2026 the fares include value added tax.",
        "Decision 44/2026 includes value added tax.",
    ],
)
def test_a_source_may_be_called_by_its_date_in_every_form(text: str) -> None:
    assert values_reason(text)[0] is Outcome.PASS


@pytest.mark.parametrize(
    "text",
    [
        "The fares apply from 9 November 2026.",
        "Value added tax is included (9 November 2026).",
        "The decision raises the fares on 9 November 2026.",
        "The strike of 9 November 2026 changed the fares.",
        "The ruling of 9 November 2026 changed the fares.",
        "The fare decision of 9 November 2025 includes value added tax.",
        "The fare decision of 10 November 2026 includes value added tax.",
        "The fare decision of 9 November 2026 takes effect on 9 October 2026.",
        "As stated in the decision, the fares apply from 9 November 2026.",
        "Dogs travelled free on 9 November 2026, says the decision.",
        "Decision 45/2026 includes value added tax.",
    ],
)
def test_the_date_of_a_source_supports_nothing_but_what_is_said_of_the_source(text: str) -> None:
    assert values_reason(text)[0] is Outcome.FAIL


def test_a_document_of_another_name_does_not_take_the_date_of_the_source() -> None:
    assert values_reason("The decision of 9 November 2026 includes tax.", "Ferry letter")[0] is Outcome.FAIL
