"""When checking itself goes wrong: what could not be checked is open, and nothing else changes."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from casekit import TODAY, Fails, over

from stet.confidence.profile import load_profile
from stet.domain.budget import Budget
from stet.domain.claims import Action, Check, Claim, ClaimKind, Decision, LedgerEntry, Outcome
from stet.domain.evidence import Fetched, Hit, Page, PageStatus, Passage, Quote, Source
from stet.domain.question import Plan, Topic
from stet.domain.report import ReportOutcome
from stet.engines.quote.planner import make_plan
from stet.errors import BudgetExhausted, StetError, Unavailable
from stet.ports import Brief, Evidence
from stet.report.markdown import to_markdown
from stet.research.ledger import Bench
from stet.research.review import POINTS, review
from stet.testing import CannedWeb, canned_page
from stet.verify.decide import decide

TEN = range(1, 11)
NOW = datetime(2026, 11, 30, tzinfo=UTC)
MINE = "The mine near the village of Aldering closed on 3 May 2027 for good."
WHEN = "When did the mine near the village of Aldering close?"


# Sentences that have nothing in common, so that none of them contradicts another.
SAID = (
    "Foxes sleep under old hedges. Trams cross the river at dawn. Copper roofs turn green with age. "
    "Bakers rise before everyone else. Maps of that coast show no harbour. Wool keeps warm when wet. "
    "Bees return to lavender each July. Salt was once worth a journey. Lanterns hang along our quay. "
    "Oak burns slower than willow does."
).split(". ")


def evidence(*lost: int) -> tuple[Plan, Evidence, tuple[Claim, ...]]:
    """Ten sources with a quotation each; the texts of some cannot be had."""
    pages: dict[str, Page] = {}
    sources: list[Source] = []
    claims: list[Claim] = []
    for number in TEN:
        key, text = f"S{number}", SAID[number - 1]
        page = canned_page(f"https://say-{number}.example/", text).page
        if number not in lost:
            pages[key] = page
        fields = {name: getattr(page, name) for name in ("url", "sha256", "text_sha256", "retrieved_at")}
        sources.append(
            Source(id=key, normalized_url=page.url or "", kind="unknown", authority=0.15, **fields)
        )
        quote = Quote(source=key, start=0, end=len(text), exact=text)
        claims.append(
            Claim(key=f"C{number}", text=text, kind=ClaimKind.QUOTATION, topic="T1", quotes=(quote,))
        )
    plan = Plan(question="What is known?", topics=(Topic(id="T1", text="What is known?"),), queries=())
    return plan, Evidence(sources=tuple(sources), pages=pages), tuple(claims)


def passages(given: Evidence) -> Evidence:
    selected = tuple(
        Passage(id=f"P{n}", source=s.id, start=0, end=500) for n, s in enumerate(given.sources, start=1)
    )
    return given.model_copy(update={"selected": {"T1": selected}})


@pytest.mark.parametrize("lost", [(), (7,), tuple(TEN)])
def test_a_check_that_could_not_run_leaves_its_claim_open_and_the_others_decided(lost: tuple[int, ...]):
    """K034, K037, K040: one of ten, or all: never refuted, never dropped, and nine verdicts stay."""
    plan, given, claims = evidence(*lost)
    ledger, conflicts = Bench(plan, passages(given), load_profile("general"), TODAY).ledger(claims)
    assert [entry.key for entry in ledger] == [claim.key for claim in claims]
    assert not conflicts
    for number, entry in zip(TEN, ledger, strict=True):
        if number in lost:
            assert (entry.decision, entry.reason) == (Decision.UNREVIEWED, "text_missing")
            assert {check.outcome for check in entry.checks[:6]} == {Outcome.NOT_RUN}
            assert f"S{number}" in entry.checks[0].detail
        else:
            assert entry.decision is Decision.SUPPORTED


def test_an_unknown_source_stays_a_refusal():
    """K040: what was never read is not excused as a check that could not run."""
    plan, given, claims = evidence(3)
    other = claims[0].model_copy(
        update={"quotes": (claims[0].quotes[0].model_copy(update={"source": "S99"}),)}
    )
    ledger, _ = Bench(plan, passages(given), load_profile("general"), TODAY).ledger([other, claims[2]])
    assert [entry.reason for entry in ledger] == ["source_unknown", "text_missing"]
    both = claims[2].model_copy(update={"quotes": (*claims[2].quotes, *other.quotes)})
    ((entry,), _) = Bench(plan, passages(given), load_profile("general"), TODAY).ledger([both])
    assert entry.decision is Decision.UNSUPPORTED


@pytest.mark.parametrize(
    "error", [Unavailable("no answer within 5 s"), BudgetExhausted("tokens", allowed="9")]
)
def test_a_reviewer_that_fails_is_no_approval_and_no_refutation(error: StetError):
    """K034, K037: the draft is not approved, says why, and no claim is touched."""
    plan, given, claims = evidence()
    claim = claims[0].model_copy(update={"kind": ClaimKind.PARAPHRASE, "text": "Old hedges shelter foxes."})
    entry = LedgerEntry(
        **claim.model_dump(), decision=Decision.SUPPORTED, reason="supports", action=Action.ACCEPT
    )
    brief = Brief(plan=plan, sources=given.sources, ledger=(entry,), conflicts=(), gaps=())
    draft = "## Short answer\n\nOld hedges shelter foxes [C1].\n\n## More\n\nOld hedges shelter foxes [C1]."
    done = asyncio.run(review(draft, brief, load_profile("general"), Fails(error), 1))
    assert not done.approved
    left_open = [check for check in done.checks if check.by == "model"]
    assert [check.name for check in left_open] == list(POINTS)
    assert {(check.outcome, check.reason) for check in left_open} == {(Outcome.NOT_RUN, error.code)}
    assert all(error.message in check.detail for check in left_open)
    by_code = [check.outcome for check in done.checks if check.by == "code"]
    assert Outcome.PASS in by_code
    assert Outcome.FAIL not in by_code


class SlowPages:
    """Pages of which one never comes in time."""

    def __init__(self, web: CannedWeb, slow: str) -> None:
        self.web, self.slow = web, slow

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        if hit.url == self.slow:
            raise Unavailable("no answer within 5 s")
        return await self.web.fetch(hit)


def test_one_page_that_times_out_costs_no_other_page(tmp_path: Path):
    """K037: nine are read and decided, the tenth is listed as failed with its reason."""
    web = CannedWeb(
        canned_page(f"https://mine-{n}.example/", f"{MINE} Page {n} of ten says so.", title=f"Mine {n}")
        for n in TEN
    )
    came = over(
        tmp_path, WHEN, [web], SlowPages(web, "https://mine-4.example/"), budget=Budget(pages_per_query=10)
    )
    report = came.done
    assert sum(source.status == "read" for source in report.sources) == 9
    (failed,) = [source for source in report.sources if source.status == "failed"]
    assert (failed.url, failed.reason) == ("https://mine-4.example/", PageStatus.ERROR)
    assert report.outcome is ReportOutcome.APPROVED
    assert "### Failed (1)" in to_markdown(report)


@pytest.mark.parametrize(
    ("outcomes", "decision"),
    [
        ((), "unreviewed"),
        ((Outcome.NOT_RUN,), "unreviewed"),
        ((Outcome.UNSURE,), "unreviewed"),
        ((Outcome.PASS, Outcome.FAIL), "unreviewed"),
        ((Outcome.FAIL,), "unsupported"),
        ((Outcome.PASS,), "supported"),
    ],
)
def test_only_a_plain_answer_of_the_judge_decides(outcomes: tuple[Outcome, ...], decision: str):
    """K034, K038: no answer, an unclear one or two that differ leave the claim open."""
    _, _, claims = evidence()
    sound = [Check(name=name, outcome=Outcome.PASS, reason="ok") for name in ("citation", "quote", "values")]
    sound.append(Check(name="attribution", outcome=Outcome.PASS, reason="ok"))
    votes = [Check(name="judge", outcome=outcome, reason="said", by="model") for outcome in outcomes]
    assert decide(claims[0], [*sound, *votes], in_conflict=False)[0].value == decision


@pytest.mark.parametrize("mark", ['"', "\n", "“”", "[C1] ", "; and when ", "\\", "桥", "?"])
def test_a_long_question_is_planned_once_and_never_repeated_whole(mark: str):
    """K035: queries are bounded whatever stands in a question; the plan says it once more, and no topic grows."""
    question = (f"When does the toll start {mark} and for whom " * 200)[:4000]
    plan = make_plan(question)
    assert 1 <= len(plan.topics) <= 5
    assert all(len(query.text) <= 1000 for query in plan.queries)
    assert len({query.text for query in plan.queries}) == len(plan.queries)
