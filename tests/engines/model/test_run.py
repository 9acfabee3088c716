"""Whole runs in which models play every role: the loop, the ledger, and what is sent in all."""

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from modelkit import QUESTION, sent
from stet.confidence.profile import load_profile
from stet.domain.budget import Budget, Usage
from stet.domain.claims import Decision
from stet.domain.events import Noted, Spoke
from stet.domain.evidence import Fetched
from stet.domain.report import Report, ReportOutcome
from stet.domain.run import Level, RunSpec
from stet.engines.model import ROLES, model_engine
from stet.engines.model.reviewer import POINTS
from stet.journal import Journal, Recorder
from stet.ports import Ask, Finish, Said
from stet.research.run import research
from stet.research.tools import Chain, Tools
from stet.store import open_store
from stet.store.sql import SqlStore
from stet.testing import MOMENT, CannedWeb, FixedClock, canned_page

TODAY = MOMENT.date()
STARTS = "The harbour bridge toll starts on 1 September 2027 for pier"


class Clerk:
    """A model that does each role's work by rule; `sloppy` ones say more than their claims do."""

    name, window = "clerk:1", 128_000
    queries = 2

    def __init__(self, *, sloppy: bool = False) -> None:
        self.sloppy = sloppy
        self.asked: list[Ask] = []

    def bound(self, ask: Ask) -> Usage:
        return Usage(model_calls=1, tokens=(len(ask.system) + len(ask.prompt)) // 3 + ask.limit)

    async def ask(self, ask: Ask) -> Said:
        self.asked.append(ask)
        answer = getattr(self, f"as_{ask.role}")(ask)
        text = answer if isinstance(answer, str) else json.dumps(answer)
        return Said(
            text=text,
            finish=Finish.STOP,
            model="clerk",
            mode="native",
            input_tokens=len(ask.prompt) // 4,
            output_tokens=len(text) // 4,
            usd=Decimal(0),
        )

    def as_planner(self, ask: Ask) -> object:
        topics = ("When does the toll start?", "Who pays the toll?", "What is exempt?", "What changed?")
        kinds = ("answer", "part", "scope", "change")
        quays = iter(range(1, 20))
        return {
            "topics": [
                {
                    "subquestion": text,
                    "kind": kind,
                    "queries": [f"{kind} quay{next(quays)} quay{next(quays)}" for _ in range(self.queries)],
                }
                for text, kind in zip(topics, kinds, strict=True)
            ]
        }

    def as_analyst(self, ask: Ask) -> dict[str, list[object]]:
        """One sentence of each source as it stands, and of every third one in other words."""
        claims: list[object] = []
        for number, (passage, sentence) in enumerate(
            re.findall(rf"(P\d+)[^:\n]*: ({STARTS} \d+\.)", ask.prompt)
        ):
            quotes = [{"passage": passage, "exact": sentence}]
            topic = f"T{number % 4 + 1}"
            claims.append({"topic": topic, "text": sentence, "kind": "quotation", "quotes": quotes})
            if number % 3 == 0:
                pier = sentence.rstrip(".").split()[-1]
                text = f"At pier {pier} tolling begins on 1 September 2027."
                claims.append({"topic": topic, "text": text, "kind": "paraphrase", "quotes": quotes})
        found = re.search(rf"(P\d+)[^:\n]*: ({STARTS} \d+\.)", ask.prompt)
        covered = {"passage": found[1], "quote": found[2]} if found else {}
        topics: list[object] = [{"topic": f"T{n}", "covered": bool(found), **covered} for n in range(1, 5)]
        return {"claims": claims, "topics": topics}

    def as_judge(self, ask: Ask) -> object:
        verdicts: list[object] = []
        for key, pier in re.findall(r"^(C\d+) \(P.*?\): .*? pier (\d+) ", ask.prompt, re.MULTILINE):
            words = f"{STARTS} {pier}."
            told = (
                {"verdict": "supports", "words": words} if words in ask.prompt else {"verdict": "cannot_tell"}
            )
            verdicts.append({"claim": key, **told})
        return {"verdicts": verdicts}

    def as_writer(self, ask: Ask) -> object:
        claims = re.findall(r"^(C\d+) \((T\d), .*?\): (.*)$", ask.prompt, re.MULTILINE)
        more = " and boats pay twice" if self.sloppy else ""
        lines = {
            topic: [f"The page says: “{text}”{more} [{key}]" for key, at, text in claims if at == topic]
            for topic in ("T1", "T2", "T3", "T4")
        }
        body = "\n\n".join(
            f"## Topic {topic}\n\n" + "\n\n".join(said) for topic, said in lines.items() if said
        )
        first = next(each for each in lines.values() if each)[0]
        lead = first[first.rindex("[") + 1 : -1]
        # The short answer gives every side of a conflict, as the prompt wants it.
        sides = next(
            (
                row
                for row in re.findall(r"^(C\d+ against .*?),", ask.prompt, re.MULTILINE)
                if lead in row.split()
            ),
            lead,
        )
        told = [
            each
            for said in lines.values()
            for each in said
            if each[each.rindex("[") + 1 : -1] in sides.split()
        ]
        answer = "\n\n".join(told)
        return f"## Short answer\n\n{answer}\n\n{body}"

    def as_reviewer(self, ask: Ask) -> object:
        fault = {
            "outcome": "fail",
            "sentence": "boats pay twice",
            "instruction": "Take out what no claim says.",
        }
        bad = "boats pay twice" in ask.prompt
        return {
            "points": [
                {
                    "point": point,
                    **(fault if bad and point == "nothing_beyond_claims" else {"outcome": "pass"}),
                }
                for point in POINTS
            ]
        }

    def as_supervisor(self, ask: Ask) -> object:
        return {"parts": [["T1", "T3"], ["T2", "T4"]]}


def pages(count: int = 12) -> list[Fetched]:
    """Pages of 10 kB, each with one sentence that answers, and paragraphs that speak of one topic each."""
    about = ("toll starts", "who pays a toll", "exempt from", "what changed in")
    made: list[Fetched] = []
    for n in range(1, count + 1):
        paragraphs = [
            " ".join(
                f"Clause {n}-{i}-{k} on {about[i % 4]} this order was read aloud in hall {k}."
                for k in range(9)
            )
            for i in range(20)
        ]
        text = "\n\n".join([f"{STARTS} {n}.", *paragraphs])
        made.append(
            canned_page(f"https://pier{n}.example/toll", text[:10_000], title=f"Order of quay{n} wharf{n}")
        )
    return made


class Done:
    """A run that was made."""

    def __init__(self, report: Report, clerk: Clerk) -> None:
        self.report, self.clerk = report, clerk

    def by_role(self) -> dict[str, int]:
        return {role: sent(a for a in self.clerk.asked if a.role == role) for role in ROLES}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with open_store(str(tmp_path / "store.db")) as opened:
        yield opened


def spec_of(level: Level) -> RunSpec:
    return RunSpec(
        question=QUESTION,
        level=level,
        engine="model",
        profile="general",
        profile_json=load_profile("general").model_dump_json(),
        budget=Budget(),
        providers=("canned",),
        today=TODAY,
        version="0",
    )


async def run(
    store: SqlStore, clerk: Clerk, level: Level = Level.WORKFLOW, made: str | None = None, passages: int = 40
) -> Done:
    spec, web, clock = spec_of(level), CannedWeb(pages()), FixedClock()
    made = made or store.create(spec, MOMENT)
    journal = Journal(store, made, spec.budget, clock)
    recorder = Recorder(store, made, clock)

    def note(event: Noted | Spoke) -> None:
        recorder.emit(event)

    tools = Tools(
        searches=(Chain((web,)),),
        fetch=web,
        engine=model_engine(dict.fromkeys(ROLES, clerk), journal, note, today=TODAY),
        journal=journal,
        recorder=recorder,
        pages=store,
        profile=load_profile("general"),
        clock=clock,
        budget=spec.budget,
        today=TODAY,
        level=level,
        passages=passages,
    )
    return Done(await research(tools, made, spec), clerk)


@pytest.mark.parametrize("level", [Level.WORKFLOW, Level.REVIEWED])
async def test_a_run_ends_approved_where_every_sentence_stands(store: SqlStore, level: Level) -> None:
    done = await run(store, Clerk(), level)
    assert done.report.outcome is ReportOutcome.APPROVED
    assert {claim.decision for claim in done.report.claims} <= {Decision.SUPPORTED, Decision.CONFLICTING}
    assert any(claim.kind == "paraphrase" for claim in done.report.claims)


async def test_a_reviewed_workflow_over_twelve_pages_of_ten_thousand_characters_sends_at_most_90_000(
    store: SqlStore,
) -> None:
    done = await run(store, Clerk())
    assert sum(source.status == "read" for source in done.report.sources) == 12
    sums = done.by_role()
    assert sum(sums.values()) <= 90_000
    assert sums["analyst"] <= 60_000


class Doubter(Clerk):
    """Plans few queries, and finds that something is missing when it is first asked."""

    queries = 1

    def as_analyst(self, ask: Ask) -> dict[str, list[object]]:
        answer = super().as_analyst(ask)
        first = sum(each.role == "analyst" for each in self.asked) == 1
        gaps: list[object] = [
            {"topic": f"T{n}", "covered": False, "query": f"quay9 wharf9 hall {n}"} for n in range(1, 5)
        ]
        return {**answer, "topics": gaps} if first else answer


async def test_what_a_later_selection_leaves_out_keeps_the_ground_of_its_claims(store: SqlStore) -> None:
    done = await run(store, Doubter(), passages=2)
    assert sum(asked.role == "analyst" for asked in done.clerk.asked) == 2
    assert {claim.decision for claim in done.report.claims} <= {Decision.SUPPORTED, Decision.CONFLICTING}


@pytest.mark.parametrize("level", [Level.WORKFLOW, Level.REVIEWED])
async def test_a_run_that_is_made_again_asks_nobody_and_says_the_same(store: SqlStore, level: Level) -> None:
    first = await run(store, Clerk(), level)
    again = await run(store, Clerk(), level, made=first.report.run)
    assert again.clerk.asked == []
    assert again.report == first.report


async def test_a_draft_that_says_more_than_its_claims_is_never_approved(store: SqlStore) -> None:
    done = await run(store, Clerk(sloppy=True))
    assert done.report.outcome is ReportOutcome.NOT_APPROVED
    assert len(done.report.review.rounds) == 1 or not done.report.review.rounds[-1].approved
