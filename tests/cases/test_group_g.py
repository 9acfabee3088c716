"""An error is an outcome of its own, never the text of a report."""

from pathlib import Path

import pytest
from casekit import Fails, engine_with, over_web
from clerkkit import RULES, ask, changing

from httpkit import answer
from modeltown import CLERK, Clerk, clerk
from stet.app import App
from stet.config import ROLES, RoleSetting
from stet.domain.events import Drafted, Failed, Finished
from stet.domain.report import ReportOutcome
from stet.domain.run import RunStatus
from stet.errors import BadAnswer, QuotaExceeded, StetError, TooLong, Unavailable
from stet.report.markdown import to_markdown
from stet.testing import canned_page
from wirekit import chat

TEXT = "The lighthouse of Skerry Point was lit for the first time on 4 June 1884 by its keeper."
WHEN = "When was the lighthouse of Skerry Point lit for the first time?"


@pytest.mark.parametrize("role", ["planner", "analyst", "writer"])
@pytest.mark.parametrize(
    "error", [Unavailable("no answer"), BadAnswer("half a reply"), QuotaExceeded("empty")]
)
def test_a_role_that_fails_ends_the_run_without_a_report(tmp_path: Path, role: str, error: StetError):
    """K080: the reason is recorded with its code, and nothing of it is handed in as a draft."""
    page = canned_page("https://skerry.example/", TEXT, title="Lighthouse")
    came = over_web(tmp_path, WHEN, [page], engine=engine_with(**{role: Fails(error)}))
    assert came.report is None
    assert came.error is error
    failed = came.events[-1]
    assert isinstance(failed, Failed)
    assert (failed.code, failed.message) == (error.code, error.message)
    assert not any(isinstance(event, Finished | Drafted) for event in came.events)


LOCKS = {
    f"{n}.md": (
        f"---\ntitle: Lock {n}\nurl: https://lock-{n}.example/\ndate: 2026-10-01\n---\n# Lock {n}\n\n"
        f"The canal toll of Overton starts on 3 March 2027 at lock {n}.\n\n"
        + "\n\n".join(f"Barges of class {i} wait at lock {n} when the canal toll is due." for i in range(64))
    )
    for n in range(10, 20)
}


async def test_more_evidence_than_a_window_holds_is_shown_in_several_calls_and_each_fits(tmp_path: Path):
    """K077: a model of 8,000 tokens and documents of 40,000 characters."""
    with clerk(Clerk(rules=RULES)) as place:
        came = await ask(
            place,
            tmp_path / "home",
            documents=LOCKS,
            model=None,
            models={role: RoleSetting(model=CLERK, window=8_000) for role in ROLES},
        )
    assert sum(len(text) for text in LOCKS.values()) > 40_000
    calls = place.of("analyst")
    assert len(calls) > 1
    for each in place.asked:
        sent = len((each.system + each.prompt).encode()) // 3
        assert sent + int(str(each.body["max_tokens"])) <= 8_000
    (reason,) = [gap.missing for gap in came.report.gaps if gap.topic == "T2"]
    assert reason
    assert came.report.outcome is ReportOutcome.APPROVED


async def test_a_section_that_ends_in_the_middle_is_marked_and_the_sources_are_all_there(tmp_path: Path):
    """K079: references are made by code, so that no limit of a model can cut them off."""
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "writer", lambda text, _: answer(chat(f"{text}\n\nThe toll st", finish="length")))
        came = await ask(place, tmp_path / "home")
    assert "draft_cut" in came.codes()
    shown = to_markdown(came.report)
    assert "This section was cut off" in shown
    assert "The toll st\n" not in shown
    cited = [source for source in came.report.sources if source.cited]
    assert cited
    assert f"### Cited ({len(cited)})" in shown
    assert all(source.title and source.title in shown for source in cited)


@pytest.mark.parametrize("role", ["planner", "writer"])
@pytest.mark.parametrize(
    ("status", "words", "kind"),
    [
        (500, "the server is on fire", Unavailable),
        (400, "This model's maximum context length is 8192 tokens", TooLong),
    ],
)
async def test_an_error_of_a_model_is_the_end_of_a_run_and_no_report(
    tmp_path: Path, role: str, status: int, words: str, kind: type[StetError]
):
    """K080: its words are in no draft, and nothing is cut from the evidence to try it once more."""
    refused = answer({"error": {"message": words, "type": "invalid_request_error", "code": None}}, status)
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, role, lambda _, __: refused)
        with pytest.raises(kind):
            await ask(place, tmp_path / "home")
        app = App(tmp_path / "home", operator=place.operator())
        with app.store() as store:
            (record,) = store.list_runs()
            events = [stamped.event for stamped in store.events(record.id)]
    assert (record.status, record.outcome) == (RunStatus.FAILED, kind.code)
    assert not any(isinstance(event, Finished | Drafted) for event in events)
    assert len({each.content for each in place.of(role)}) == 1
    assert len(place.of(role)) <= 2
