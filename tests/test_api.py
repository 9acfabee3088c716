"""The Python interface: the words of the command line, async and not."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

import stet
from stet import Budget, StetError, research, research_sync
from stet.domain.run import Level
from stet.errors import BadQuestion, BadSetting, NotFound

QUESTION = "When does the ferry toll start?"


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    """One document."""
    folder = tmp_path / "ferry"
    folder.mkdir()
    (folder / "notice.md").write_text(
        "# Ferry\n\nThe ferry toll starts on 1 September 2026.\n", encoding="utf-8"
    )
    return folder


async def test_a_question_gets_a_report(ferry: Path, tmp_path: Path) -> None:
    report = await research(QUESTION, documents=[ferry], today=date(2026, 11, 30), home=tmp_path / "home")
    assert report.question == QUESTION
    assert report.claims[0].quotes[0].exact == "The ferry toll starts on 1 September 2026."
    assert (tmp_path / "home" / "stet.sqlite").exists()


def test_the_same_without_an_event_loop(ferry: Path, clean_environment: Path) -> None:
    report = research_sync(
        QUESTION,
        documents=[str(ferry)],
        level="workflow",
        profile="science",
        budget=Budget(rounds=1),
        today=date(2026, 11, 30),
    )
    assert (report.level, report.profile) == ("workflow", "science")
    assert (clean_environment / "stet.sqlite").exists()


def test_what_is_not_said_comes_from_the_settings(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STET_LEVEL", "team")
    assert research_sync(QUESTION, documents=[ferry]).level == "team"
    assert research_sync(QUESTION, documents=[ferry], level=Level.WORKFLOW).level == "workflow"


@pytest.mark.parametrize(
    ("question", "level", "kind"),
    [("", None, BadQuestion), ("Why?", "best", BadSetting), ("Why?", "single", BadSetting)],
)
async def test_errors_are_of_the_tree(
    ferry: Path, question: str, level: str | None, kind: type[StetError]
) -> None:
    with pytest.raises(kind):
        await research(question, documents=[ferry], level=level)
    with pytest.raises(NotFound):
        await research("Why?", documents=[ferry / "nowhere"])


def test_the_function_stays_after_the_package_of_its_name_was_imported(ferry: Path) -> None:
    from stet.research import run

    assert run.__name__ == "stet.research.run"
    assert callable(stet.research)
    assert asyncio.run(stet.research(QUESTION, documents=[ferry])).question == QUESTION


async def test_a_report_that_people_must_review_is_not_accepted(ferry: Path, tmp_path: Path) -> None:
    report = await research(QUESTION, documents=[ferry], require_review="all", home=tmp_path / "home")
    assert report.outcome == "approved"
    assert not report.states.report_accepted
    assert report.people is not None
    assert report.people.open == tuple(entry.key for entry in report.claims)
    with pytest.raises(BadSetting):
        await research(QUESTION, documents=[ferry], require_review="some", home=tmp_path / "home")
