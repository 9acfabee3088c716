"""Whole runs with a real, small model on loopback: what it says may be poor, and never passes for more than it is.

Left out unless asked for: `scripts/test --live-local`. The server is the one at OPENAI_BASE_URL, else the one that
`../shared/tools/local-model/serve.py` starts. Each run prints a line with its outcome and what it took.
"""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from stet.app import App, Operator, Request
from stet.config import ROLES, RoleSetting
from stet.domain.budget import Budget
from stet.domain.claims import Decision
from stet.domain.report import Report, ReportOutcome, Sentence
from stet.domain.run import Level, RunStatus
from stet.errors import ProviderError
from stet.evaluate.audit import audit
from stet.report.json import to_json
from stet.saved import texts_of

pytestmark = [pytest.mark.live_local, pytest.mark.timeout(7_200)]

HERE = Path(__file__).resolve()
TOLL = HERE.parents[2] / "examples" / "harbour-toll"
BESIDE = HERE.parents[3] / "shared"
SERVER = BESIDE / "tools" / "local-model" / "serve.py"
AI_ACT = BESIDE / "data" / "ai_act"
BUDGET = Budget(rounds=1, searches=2, pages=2, claims=6)
WINDOW = 8_192
SMALL_WINDOW = 4_096
"""Of questions on long pages: what this model says at length it only repeats, and two cores take minutes for it."""
SECONDS = 1_500.0
"""A call may wait for other work of the machine."""
FIRST_START = 1_800.0
"""Seconds: the first start may have to get the model."""

SAID = frozenset({Decision.SUPPORTED, Decision.CONFLICTING})
NUMBER = re.compile(r"\d+")
ADDRESS = re.compile(r"https?:|www\.", re.IGNORECASE)


class Case(NamedTuple):
    """A question and the documents that it is asked of."""

    question: str
    documents: Path
    profile: str | None = None
    window: int = WINDOW


CASES = {
    "toll": Case("When does the harbour bridge toll start, and for whom?", TOLL),
    "annex-iii": Case(
        "When do the AI Act's obligations for Annex III high-risk AI systems start to apply?",
        AI_ACT,
        "eu-law",
        SMALL_WINDOW,
    ),
    "fines": Case(
        "What fines does Article 99 of the AI Act set for prohibited AI practices?",
        AI_ACT,
        "eu-law",
        SMALL_WINDOW,
    ),
    "deployers": Case(
        "What must a deployer of a high-risk AI system do under Article 26 of the AI Act?",
        AI_ACT,
        "eu-law",
        SMALL_WINDOW,
    ),
}
"""Each name's question; every level is tried on the small folder, the two with a reviewer's ledger on the large one."""
NAMES = (
    *(("toll", level) for level in Level),
    *(
        (name, level)
        for name in ("annex-iii", "fines", "deployers")
        for level in (Level.WORKFLOW, Level.REVIEWED)
    ),
)
RUNS = tuple((CASES[name], level) for name, level in NAMES)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The base URL of a server that answers."""
    if given := os.environ.get("OPENAI_BASE_URL"):
        wait(given, 10.0)
        yield given
        return
    if not SERVER.exists():
        pytest.skip(
            "no local model: OPENAI_BASE_URL is not set, and ../shared/tools/local-model is not there"
        )
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, str(SERVER), "--port", str(port), "--ctx", str(WINDOW)])
    try:
        url = f"http://127.0.0.1:{port}/v1"
        wait(url, FIRST_START, process)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=30)


def wait(url: str, seconds: float, process: "subprocess.Popen[bytes] | None" = None) -> None:
    """Until the server lists its models."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(f"{url}/models", timeout=10):
                return
        except (urllib.error.URLError, OSError) as error:
            if time.monotonic() > end or (process is not None and process.poll() is not None):
                pytest.fail(f"no model answers at {url}: {error}")
            time.sleep(1)


@pytest.mark.parametrize(("case", "level"), RUNS, ids=[f"{name}-{level}" for name, level in NAMES])
async def test_what_a_weak_model_writes_keeps_every_promise_or_is_not_approved(
    case: Case, level: Level, address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if not case.documents.exists():
        pytest.skip("no documents: they are in ../shared/data/ai_act, beside the project")
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    app = App(tmp_path, operator=Operator())
    role = RoleSetting(model="local:model", window=case.window, temperature=0.0, seconds=SECONDS)
    begun: list[str] = []
    start = time.monotonic()
    try:
        report = await app.ask(
            Request(
                question=case.question,
                documents=(str(case.documents),),
                profile=case.profile,
                level=level,
                engine="model",
                models=dict.fromkeys(ROLES, role),
                budget=BUDGET,
            ),
            begun=begun.append,
        )
    except ProviderError as error:
        # A plan that cannot be read, or a server that is too slow, ends the run: typed, kept, and nothing is published.
        with app.store() as store:
            assert store.run(begun[0]).status is RunStatus.FAILED
        told(case, level, f"failed ({error.code}: {error.message[:100]})", time.monotonic() - start)
        return
    used = f"{report.usage.model_calls} calls, {report.usage.tokens} tokens"
    claims = f"{len(report.claims)} claims, {sum(c.decision in SAID for c in report.claims)} said"
    told(case, level, f"{report.outcome.value}, {claims}, {used}", time.monotonic() - start)
    with app.store() as store:
        texts = texts_of(store, report.run)
        audit(store, report.run)
    quotes_stand(report, texts)
    only_what_is_supported_is_approved(report, texts)
    assert to_json(await app.replay(report.run)) == to_json(report)


def told(case: Case, level: Level, came: str, seconds: float) -> None:
    print(
        f"\nlive: {level.value}, {case.documents.name}, “{case.question}”: {came}, {seconds:.0f} s",
        flush=True,
    )


def quotes_stand(report: Report, texts: "dict[str, str]") -> None:
    """Each citation exists and was read, each quote stands where it says."""
    read = {source.id for source in report.sources if source.status == "read"}
    known = {entry.key for entry in report.claims}
    for entry in report.claims:
        assert entry.quotes
        for quote in entry.quotes:
            assert quote.source in read
            assert texts[quote.source][quote.start : quote.end] == quote.exact
    for sentence in sentences(report):
        assert set(sentence.claims) <= known


def only_what_is_supported_is_approved(report: Report, texts: "dict[str, str]") -> None:
    """An approved report rests on supported claims alone, and has no number or address that its sources lack."""
    if report.outcome is not ReportOutcome.APPROVED:
        assert not report.states.report_accepted
        return
    claims = {entry.key: entry for entry in report.claims}
    topics = " ".join(topic.text for topic in report.topics) + report.question
    for sentence in sentences(report):
        cited = [claims[key] for key in sentence.claims]
        assert all(entry.decision in SAID for entry in cited), sentence.text
        behind = [texts[quote.source] for entry in cited for quote in entry.quotes]
        dates = [str(source.published_at) for source in report.sources if source.published_at]
        there = set(NUMBER.findall(" ".join([*behind, *dates, topics])))
        assert {n.lstrip("0") for n in NUMBER.findall(sentence.text)} <= {n.lstrip("0") for n in there}, (
            sentence.text
        )
        assert not ADDRESS.search(sentence.text) or any(
            word in text for text in behind for word in sentence.text.split() if ADDRESS.search(word)
        ), sentence.text


def sentences(report: Report) -> tuple[Sentence, ...]:
    return (*report.answer, *(s for section in report.sections for s in section.sentences))
