"""The Python interface: the same words as the command line."""

import asyncio
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from stet.app import App, Request, WebRequest
from stet.app.settings import operator_of, rule_of, web_of
from stet.config import checked, load_settings, prepare_home
from stet.domain.budget import Budget
from stet.domain.report import Report
from stet.domain.run import Level


async def research(  # noqa: PLR0913 - keyword-only: what the command line has as options
    question: str,
    *,
    documents: Sequence[str | Path] = (),
    web: WebRequest | None = None,
    level: Level | str | None = None,
    engine: str | None = None,
    profile: str | None = None,
    budget: Budget | None = None,
    today: date | None = None,
    require_review: str | None = None,
    home: Path | None = None,
) -> Report:
    """Research a question in documents on disk, on the web, or in both, and return the checked report.

    What is None comes from the settings, as on the command line; a run with documents searches the web only where
    `web` is given. `home` holds the store and the indexes (default:
    the user's data folder, or `STET_HOME`).

    Raises:
        StetError: what was asked cannot be done, or the run could not go on
    """
    said = {"level": level, "engine": engine, "profile": profile, "require_review": require_review}
    flags = checked(said, str)
    settings = load_settings(flags, home=home)
    request = Request(
        question=question,
        documents=tuple(str(d) for d in documents),
        web=web if web is not None or documents else web_of(settings, today),
        level=settings.level,
        engine=settings.engine,
        profile=settings.profile,
        budget=budget or settings.budget,
        today=today,
        require_review=rule_of(settings),
    )
    app = App(prepare_home(settings), settings.store, operator=operator_of(settings))
    return await app.ask(request)


def research_sync(  # noqa: PLR0913 - as `research`
    question: str,
    *,
    documents: Sequence[str | Path] = (),
    web: WebRequest | None = None,
    level: Level | str | None = None,
    engine: str | None = None,
    profile: str | None = None,
    budget: Budget | None = None,
    today: date | None = None,
    require_review: str | None = None,
    home: Path | None = None,
) -> Report:
    """`research` for where no event loop runs; same arguments, same answer."""
    return asyncio.run(
        research(
            question,
            documents=documents,
            web=web,
            level=level,
            engine=engine,
            profile=profile,
            budget=budget,
            today=today,
            require_review=require_review,
            home=home,
        )
    )
