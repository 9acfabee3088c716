"""The ledger: what a judge said, and which sources count for a claim."""

from datetime import UTC, date, datetime

from stet.confidence.profile import load_profile
from stet.domain.base import content_id
from stet.domain.claims import Check, Claim, ClaimKind, Decision, Outcome
from stet.domain.evidence import Page, PageStatus, Passage, Quote, Source
from stet.domain.question import Plan, Topic, TopicKind
from stet.ports import Evidence
from stet.research.ledger import Bench

AT = datetime(2026, 11, 30, tzinfo=UTC)
TEXTS = {
    "S1": "The toll on the harbour bridge starts on 2 August 2026. Cars pay it.",
    "S2": "The toll on the harbour bridge has been talked about for years. Boats do not pay it.",
}
PLAN = Plan(question="When?", topics=(Topic(id="T1", text="When?", kind=TopicKind.ANSWER),), queries=())


def bench() -> Bench:
    pages = {
        key: Page(
            status=PageStatus.OK,
            url=f"https://{key.lower()}.example/",
            sha256=content_id(text),
            text=text,
            text_sha256=content_id(text),
            retrieved_at=AT,
        )
        for key, text in TEXTS.items()
    }
    sources = tuple(
        Source(
            id=key,
            url=str(page.url),
            normalized_url=str(page.url),
            site=f"{key.lower()}.example",
            kind="unknown",
            authority=0.15,
            retrieved_at=AT,
            sha256=page.sha256,
            text_sha256=page.text_sha256,
        )
        for key, page in pages.items()
    )
    passages = tuple(
        Passage(id=f"P{number}", source=key, start=0, end=len(text))
        for number, (key, text) in enumerate(TEXTS.items(), start=1)
    )
    evidence = Evidence(sources=sources, pages=pages, selected={"T1": passages})
    return Bench(PLAN, evidence, load_profile("eu-law"), date(2026, 11, 30))


def claim(*quotes: tuple[str, str]) -> Claim:
    return Claim(
        key="C1",
        text="The harbour bridge toll starts on 2 August 2026.",
        kind=ClaimKind.PARAPHRASE,
        topic="T1",
        quotes=tuple(
            Quote(
                source=source,
                start=TEXTS[source].index(words),
                end=TEXTS[source].index(words) + len(words),
                exact=words,
            )
            for source, words in quotes
        ),
    )


STARTS = ("S1", "The toll on the harbour bridge starts on 2 August 2026.")
TALK = ("S2", "The toll on the harbour bridge has been talked about for years.")
YES = Check(name="judge", outcome=Outcome.PASS, reason="supports", by="model")


def test_a_source_whose_words_do_not_give_the_value_corroborates_nothing():
    both = bench()
    (entry,), _ = both.ledger([claim(STARTS, TALK)], {"C1": YES})
    assert entry.score is not None
    assert entry.score.corroboration == 1.0
    assert entry.score.strongest == "S1"


def test_a_claim_that_nobody_judged_is_unreviewed_and_one_that_was_is_what_the_judge_said():
    (open_one,), _ = bench().ledger([claim(STARTS)])
    assert open_one.decision is Decision.UNREVIEWED
    (yes,), _ = bench().ledger([claim(STARTS)], {"C1": YES})
    assert yes.decision is Decision.SUPPORTED
    no = YES.model_copy(update={"outcome": Outcome.FAIL, "reason": "does_not_support"})
    (refused,), _ = bench().ledger([claim(STARTS)], {"C1": no})
    assert refused.decision is Decision.UNSUPPORTED
    unsure = YES.model_copy(update={"outcome": Outcome.UNSURE, "reason": "cannot_tell"})
    (left,), _ = bench().ledger([claim(STARTS)], {"C1": unsure})
    assert left.decision is Decision.UNREVIEWED


def test_a_judge_raises_nothing_that_code_has_refused():
    wrong = claim(STARTS).model_copy(update={"text": "The harbour bridge toll starts on 3 March 2031."})
    (entry,), _ = bench().ledger([wrong], {"C1": YES})
    assert entry.decision is Decision.UNSUPPORTED
