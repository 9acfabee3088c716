"""The Python interface: the same words as the command line."""

import asyncio
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from stet.app import App, Request
from stet.config import checked, load_settings, prepare_home
from stet.domain.budget import Budget
from stet.domain.report import Report
from stet.domain.run import Level


async def research(
    question: str,
    *,
    documents: Sequence[str | Path],
    level: Level | str | None = None,
    engine: str | None = None,
    profile: str | None = None,
    budget: Budget | None = None,
    today: date | None = None,
    home: Path | None = None,
) -> Report:
    """Research a question in documents on disk and return the checked report.

    What is None comes from the settings, as on the command line. `home` holds the store and the indexes (default:
    the user's data folder, or `STET_HOME`).

    Raises:
        StetError: what was asked cannot be done, or the run could not go on
    """
    flags = checked({"level": level, "engine": engine, "profile": profile}, str)
    settings = load_settings(flags, home=home)
    request = Request(
        question=question,
        documents=tuple(str(d) for d in documents),
        level=settings.level,
        engine=settings.engine,
        profile=settings.profile,
        budget=budget or settings.budget,
        today=today,
    )
    return await App(prepare_home(settings), settings.store).ask(request)


def research_sync(
    question: str,
    *,
    documents: Sequence[str | Path],
    level: Level | str | None = None,
    engine: str | None = None,
    profile: str | None = None,
    budget: Budget | None = None,
    today: date | None = None,
    home: Path | None = None,
) -> Report:
    """`research` for where no event loop runs; same arguments, same answer."""
    return asyncio.run(
        research(
            question,
            documents=documents,
            level=level,
            engine=engine,
            profile=profile,
            budget=budget,
            today=today,
            home=home,
        )
    )
