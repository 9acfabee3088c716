"""Whole runs of the program with a model on loopback: levels, bad models, crashes, replays, other writers."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from httpkit import Reply, answer, page
from modeltown import ASKED, CLERK, TOLL, Asked, Clerk, ClerkTown, Rule, clerk
from stet.app import App, Operator, Request, WebRequest
from stet.cli import main
from stet.cli.page import report_lines
from stet.config import RoleSetting
from stet.domain.claims import Decision
from stet.domain.events import Event, Noted, Searched
from stet.domain.report import Report, ReportOutcome
from stet.domain.run import Level
from stet.evaluate.audit import audit
from stet.report.html import to_html
from stet.report.json import to_json
from stet.report.markdown import to_markdown
from stet.saved import texts_of
from webtown import NOTE, ORDINANCE, QUESTION, Town, town

TODAY = date(2026, 11, 30)
FERRY = (
    Rule(
        "When does the ferry fee start?",
        "answer",
        ("ferry fee Port Selby start",),
        r"starts on|fee .* starts",
    ),
    Rule("Who pays the ferry fee?", "part", ("ferry fee Port Selby drivers",), r"is paid by|Drivers pay"),
    Rule("Who is exempt?", "scope", ("ferry fee Port Selby exempt",), r"are exempt"),
    Rule("Is there a discount?", "scope", ("ferry fee Port Selby discount",), r"discount of"),
)


class Run:
    """A run over the example documents, with what happened in it."""

    def __init__(self, home: Path, place: ClerkTown) -> None:
        self.app = App(home, operator=place.operator())
        self.events: list[Event] = []

    async def ask(self, level: Level = Level.WORKFLOW, **fields: object) -> Report:
        request = {"question": ASKED, "documents": (str(TOLL),), "today": TODAY, "level": level, **fields}
        return await self.app.ask(
            Request.model_validate({"engine": "model", "model": CLERK, **request}),
            [lambda stamped: self.events.append(stamped.event)],
        )

    def codes(self) -> list[str]:
        return [event.code for event in self.events if isinstance(event, Noted)]


def holds(app: App, report: Report) -> None:
    """What is true of every report, whatever its model says: it cites what there is, in the words that are there."""
    with app.store() as store:
        assert audit(store, report.run).report
        texts = texts_of(store, report.run)
    stand = {entry.key for entry in report.claims if entry.decision is not Decision.UNSUPPORTED}
    read = {source.id for source in report.sources if source.status == "read"}
    for entry in report.claims:
        assert entry.quotes
        for quote in entry.quotes:
            assert quote.source in read
            assert texts[quote.source][quote.start : quote.end] == quote.exact
    if report.outcome is ReportOutcome.APPROVED:
        for sentence in said(report):
            assert bool(sentence.claims) != sentence.text.startswith("Gap: ")
            assert set(sentence.claims) <= stand
            assert "http" not in sentence.text


def said(report: Report):
    return [*report.answer, *(sentence for section in report.sections for sentence in section.sentences)]


@pytest.mark.parametrize(
    ("level", "outcome", "roles"),
    [
        (Level.WORKFLOW, ReportOutcome.APPROVED, {"planner", "analyst", "judge", "writer", "reviewer"}),
        (Level.TEAM, ReportOutcome.NOT_APPROVED, {"planner", "supervisor", "analyst", "judge", "writer"}),
        (
            Level.REVIEWED,
            ReportOutcome.APPROVED,
            {"planner", "supervisor", "analyst", "judge", "writer", "reviewer"},
        ),
    ],
)
async def test_a_report_cites_what_there_is_in_the_words_that_are_there(
    tmp_path: Path, level: Level, outcome: ReportOutcome, roles: set[str]
) -> None:
    with clerk() as place:
        run = Run(tmp_path, place)
        report = await run.ask(level)
    holds(run.app, report)
    assert report.outcome is outcome
    assert set(place.roles()) == roles
    assert len(place.of("analyst")) == (1 if level is Level.WORKFLOW else 2)
    assert {topic.id for topic in report.topics if topic.covered} == {"T1", "T2", "T3", "T4"}
    assert {entry.kind for entry in report.claims} == {"quotation", "paraphrase"}
    assert report.usage.model_calls == len(place.asked)
    sent = sum(each.characters // 4 for each in place.asked)
    assert report.usage.tokens > sent
    assert report.usage.usd == 0


async def test_what_comes_from_memory_says_so_in_every_form_and_is_never_approved(tmp_path: Path) -> None:
    memory = (
        "The toll starts on 1 March 2027 [1]. See https://toll.example/.\n\n## Sources\n\n[1] The gazette."
    )
    with clerk(Clerk(memory=memory, lenient=True)) as place:
        run = Run(tmp_path, place)
        report = await run.ask(Level.SINGLE, documents=())
    assert place.roles() == ["single"]
    assert report.outcome is ReportOutcome.NOT_APPROVED
    assert not report.states.report_accepted
    assert not report.claims
    for shown in (
        to_markdown(report),
        to_html(report, {}),
        "\n".join(each.text for each in report_lines(report)),
    ):
        assert "From memory" in shown
        assert "nothing was checked" in shown
    assert '"level":"single"' in to_json(report).replace(": ", ":")
    assert "From memory" in to_json(report)
    holds(run.app, report)


def _after_answer(added: str) -> Callable[[str], str]:
    """A draft with more under its first heading."""
    return lambda draft: draft.replace("## Short answer\n\n", f"## Short answer\n\n{added}\n\n", 1)


def _at_first_key(words: str) -> Callable[[str], str]:
    """A draft whose first sentence says more before its keys."""
    return lambda draft: draft.replace(" [C", f" {words} [C", 1)


SPOILT: dict[str, tuple[Callable[[str], str], bool]] = {
    "a sentence without a claim": (_after_answer("Boats pay the toll twice."), True),
    "a sentence that says more than its claims": (_after_answer("Boats pay the toll twice. [C1]"), False),
    "a key that nobody gave": (_after_answer("The toll starts in the autumn. [C99]"), True),
    "an address": (_after_answer("The toll is explained at https://toll.example/faq. [C1]"), True),
    "a link": (_after_answer("The toll is explained [here](https://toll.example/faq). [C1]"), True),
    "a number": (_after_answer("The toll brings in 37 million euros. [C1]"), True),
    "a number beside a quotation": (_at_first_key("and costs lorries 410 euros"), True),
    "words beside a quotation": (_at_first_key("and every boat pays twice"), False),
    "another day in a quotation": (lambda draft: draft.replace("1 September 2027", "1 October 2027"), True),
    "values that changed places": (
        lambda draft: (
            draft.replace("1 September 2027", "1 X 2027")
            .replace("1 March 2027", "1 September 2027")
            .replace("1 X 2027", "1 March 2027")
        ),
        True,
    ),
    "one side of a conflict": (
        lambda draft: "\n".join(line for line in draft.splitlines() if "1 March 2027" not in line),
        True,
    ),
    "nothing": (lambda _: "## Short answer\n", True),
}


@pytest.mark.parametrize("fault", SPOILT)
async def test_a_draft_with_a_fault_is_kept_and_never_approved(tmp_path: Path, fault: str) -> None:
    """K010, K011, K022, K031: also where the reviewer's model lets everything pass, code does not."""
    spoil, lenient = SPOILT[fault]
    with clerk(Clerk(spoil=spoil, lenient=lenient)) as place:
        run = Run(tmp_path, place)
        report = await run.ask()
    assert report.outcome is ReportOutcome.NOT_APPROVED
    assert len(place.of("writer")) == 2
    assert report.review.rounds
    assert not any(each.approved for each in report.review.rounds)
    holds(run.app, report)


async def test_a_list_of_sources_that_a_model_wrote_is_in_no_report(tmp_path: Path) -> None:
    """K013"""
    listed = "## References\n\n1. Gazette, https://gazette.example/, accessed today\n2. Courier\n"
    with clerk(Clerk(spoil=lambda draft: f"{draft}\n\n{listed}")) as place:
        run = Run(tmp_path, place)
        report = await run.ask()
    assert "source_list" in run.codes()
    assert "gazette.example/," not in to_markdown(report)
    assert report.outcome is ReportOutcome.APPROVED
    holds(run.app, report)


async def test_a_researcher_that_fails_is_a_gap_and_the_others_report(tmp_path: Path) -> None:
    def failing(asked: Asked, _: int) -> Reply | None:
        return answer({"error": {"message": "no"}}, 500) if "T2 (part)" in asked.prompt else None

    def of_second(asked: Asked, number: int) -> Reply | None:
        return failing(asked, number) if asked.role == "analyst" else None

    with clerk(failing=of_second) as place:
        run = Run(tmp_path, place)
        report = await run.ask(Level.REVIEWED)
    assert run.codes().count("researcher_failed") >= 1
    assert {topic.id for topic in report.topics if topic.covered} == {"T1", "T3"}
    assert {gap.topic for gap in report.gaps} == {"T2", "T4"}
    assert report.outcome is ReportOutcome.APPROVED
    holds(run.app, report)


def over_web(place: Town, model: ClerkTown, home: Path) -> tuple[App, Request]:
    """The program and a request over a small web."""
    operator = Operator(
        allow_host=(place.official.place, place.elsewhere.place),
        urls={"searxng": place.search.url(""), "local": model.server.url("/v1")},
    )
    request = Request(
        question=QUESTION,
        web=WebRequest(search=("searxng",)),
        profile=place.profile,
        engine="model",
        model=CLERK,
        today=TODAY,
    )
    return App(home, operator=operator), request


def test_researchers_issue_no_query_and_fetch_no_page_twice(tmp_path: Path) -> None:
    rules = (*FERRY[:2], FERRY[3], FERRY[3]._replace(text="Is there a season ticket?"))
    events: list[Event] = []
    with (
        clerk(Clerk(rules=rules, asks="ferry fee Port Selby reduced")) as model,
        town(tmp_path, {"/ordinance": page(ORDINANCE)}, {"/note": page(NOTE)}) as place,
    ):
        app, request = over_web(place, model, tmp_path / "home")
        report = asyncio.run(app.ask(request, [lambda stamped: events.append(stamped.event)]))
        paths = Counter([*place.official.paths, *place.elsewhere.paths])
        queries = Counter(place.searches())
    assert {path for path, times in paths.items() if times > 1} <= {"/robots.txt"}
    assert set(queries.values()) == {1}
    searched = Counter((e.query.text, e.sites) for e in events if isinstance(e, Searched))
    assert set(searched.values()) == {1}
    # Both researchers lack something, and both propose the same query for it.
    assert sum("reduced" in text for text, _ in searched) == 2
    assert len(model.of("analyst")) == 2
    assert report.outcome is ReportOutcome.APPROVED


# One process imports once and forks a child for each point; a child kills itself after so many events.
CHILDREN = """
import asyncio, os, signal, sys
from datetime import date
from pathlib import Path
from stet.adapters.models.clients import made  # it takes longest to load, and each child would load it
from stet.app import App, Operator, Request

url, question, documents = sys.argv[1:4]
for argument in sys.argv[4:]:
    home, last = argument.rsplit(":", 1)
    child = os.fork()
    if child == 0:
        def listen(stamped):
            if stamped.number == int(last):
                os.kill(os.getpid(), signal.SIGKILL)
        app = App(Path(home), operator=Operator(urls={"local": url}))
        request = Request(question=question, documents=(documents,), engine="model", model="local:clerk",
                          level="reviewed", today=date(2026, 11, 30))
        asyncio.run(app.ask(request, [listen]))
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.mark.timeout(400)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_a_killed_run_goes_on_and_asks_no_model_again_what_it_answered(tmp_path: Path) -> None:
    with clerk() as place:
        run = Run(tmp_path / "whole", place)
        whole = asyncio.run(run.ask(Level.REVIEWED))
        kinds = [event.kind for event in run.events]
        calls = len(place.asked)
        # The steps between are a quotation engine's too, and are gone through in tests/cases/test_group_k.py.
        steps = ("planned", "divided", "assessed", "claimed", "judged", "decided", "drafted", "reviewed")
        points = sorted(kinds.index(step) + 1 for step in steps)
        homes = {point: tmp_path / f"home-{point}" for point in points}
        for home in homes.values():
            shutil.copytree(tmp_path / "whole" / "indexes", home / "indexes")
        del place.asked[:]
        arguments = [f"{home}:{point}" for point, home in homes.items()]
        command = [sys.executable, "-c", CHILDREN, place.server.url("/v1"), ASKED, str(TOLL), *arguments]
        subprocess.run(command, check=True, capture_output=True, timeout=200)
        begun = len(place.asked)
        for home in homes.values():
            app = App(home, operator=place.operator())
            with app.store() as store:
                (record,) = store.list_runs()
            report = asyncio.run(app.resume(record.id))
            assert report.answer == whole.answer
            assert report.claims == whole.claims
            holds(app, report)
    # The marks of fences are of the run, so that no two runs ask the same.
    assert calls < begun < calls * len(points)
    assert Counter(each.content for each in place.asked).most_common(1)[0][1] == 1
    assert len(place.asked) == calls * len(points)


@pytest.mark.parametrize("level", list(Level))
async def test_a_run_is_made_again_byte_for_byte_when_the_model_is_gone(tmp_path: Path, level: Level) -> None:
    with clerk() as place:
        run = Run(tmp_path, place)
        report = await run.ask(level, **({"documents": ()} if level is Level.SINGLE else {}))
    assert to_json(await App(tmp_path).replay(report.run)) == to_json(report)
    assert len(place.asked) == report.usage.model_calls


def test_another_writer_writes_from_what_was_read_without_a_search_or_a_fetch(tmp_path: Path) -> None:
    with (
        clerk(Clerk(rules=FERRY)) as model,
        town(tmp_path, {"/ordinance": page(ORDINANCE)}, {"/note": page(NOTE)}) as place,
    ):
        app, request = over_web(place, model, tmp_path / "home")
        first = asyncio.run(app.ask(request))
        before = (place.search.accepted, place.official.accepted, place.elsewhere.accepted)
        model.clerk.spoil = lambda draft: draft.replace("The source says", "One page has it")
        again = Request(
            question="",
            engine="model",
            model=CLERK,
            models={"writer": RoleSetting(model="local:other")},
            frozen=first.run,
        )
        second = asyncio.run(app.ask(again))
        assert (place.search.accepted, place.official.accepted, place.elsewhere.accepted) == before
        assert {each.body["model"] for each in model.of("writer")} == {"clerk", "other"}
        assert model.roles().count("planner") == 1
    assert second.run != first.run
    assert second.outcome is first.outcome is ReportOutcome.APPROVED
    assert [claim.quotes for claim in second.claims] == [claim.quotes for claim in first.claims]
    assert all("One page has it" in each.text for each in said(second) if "“" in each.text and each.claims)
    assert (second.usage.searches, second.usage.pages) == (first.usage.searches, first.usage.pages)
    holds(app, second)
    assert to_json(asyncio.run(app.replay(second.run))) == to_json(second)


def test_the_command_line_asks_a_server_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with clerk() as place:
        monkeypatch.setenv("OPENAI_BASE_URL", place.server.url("/v1"))
        asked = ["ask", ASKED, "--docs", str(TOLL), "--model", CLERK, "--today", "2026-11-30", "--json"]
        status = main(asked)
        shown = capsys.readouterr()
        assert status == 0, shown.err
        report = Report.model_validate_json(shown.out)
        assert (report.engine, report.outcome) == ("model", ReportOutcome.APPROVED)
        assert re.search(r"^plan +4 topics", shown.err, re.MULTILINE)
        replayed = [
            "ask",
            "--replay",
            report.run,
            "--model",
            CLERK,
            "--writer-model",
            "local:other",
            "--json",
        ]
        assert main(replayed) == 0
        second = Report.model_validate_json(capsys.readouterr().out)
        assert "other" in {each.body["model"] for each in place.asked}
    assert main(["replay", second.run, "--json"]) == 0
    assert Report.model_validate_json(capsys.readouterr().out) == second
    assert main(["audit", second.run]) == 0
