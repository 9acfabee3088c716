"""The starter tasks, run with the engine `quote`: what it finds of their facts, and that the rest is named."""

import asyncio
from pathlib import Path

import pytest

from stet.app import App, Request
from stet.domain.report import Report
from stet.domain.run import Level
from stet.evaluate.bench.facts import claimed, found
from stet.evaluate.bench.load import load_tasks
from stet.evaluate.bench.task import Task

TASKS = load_tasks([Path(__file__).parents[3] / "examples" / "tasks"])
NAMES = [task.id for task in TASKS]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    app = App(tmp_path_factory.mktemp("home"))
    return {task.id: asyncio.run(app.ask(asked(task))) for task in TASKS}


def asked(task: Task) -> Request:
    return Request(
        question=task.question,
        documents=task.documents,
        level=Level.WORKFLOW,
        budget=task.limits.budget(),
        today=task.today,
    )


def verdicts(task: Task, report: Report) -> dict[str, str]:
    return {
        each.statement: each.verdict
        for each in (*found(report, task.facts), *claimed(report, task.forbidden))
    }


def test_there_are_four_tasks_in_the_order_in_which_one_would_ask():
    assert NAMES == ["toll-when", "toll-whom", "toll-penalty", "toll-changes"]
