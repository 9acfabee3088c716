"""From flags to settings and the application."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from stet.app import App, Request
from stet.app.settings import engine_of, operator_of, rule_of, web_of
from stet.config import ROLES, Flags, Settings, checked, load_settings, prepare_home
from stet.errors import BadSetting, StoreError

_WRITTEN = {
    "rounds": "--max-rounds",
    "searches": "--max-searches",
    "pages": "--max-pages",
    "seconds": "--max-seconds",
    "exclude_site": "--exclude-site",
    "max_age": "--max-age",
    "usd": "--max-usd",
    "models": "--…-model",
    "require_review": "--require-review",
}


def settings_of(said: Mapping[str, object]) -> Settings:
    """The settings in force under these flags; None says nothing.

    Raises:
        BadSetting: one of them cannot be used
    """
    flags = checked(
        {k: v for k, v in said.items() if v is not None}, lambda name: _WRITTEN.get(name, f"--{name}")
    )
    return load_settings(flags)


class WebFlags(NamedTuple):
    """Where to look, as flags say it; None says nothing."""

    search: list[str] | None = None
    site: list[str] | None = None
    exclude_site: list[str] | None = None
    since: str | None = None
    lang: str | None = None
    official: bool | None = None
    open: bool | None = None
    max_age: str | None = None

    def said(self) -> dict[str, object]:
        """By the names of the settings."""
        return self._asdict()


class ModelFlags(NamedTuple):
    """Which models play which roles, as flags say it; None says nothing."""

    model: str | None = None
    planner: str | None = None
    analyst: str | None = None
    writer: str | None = None
    reviewer: str | None = None
    judge: str | None = None
    supervisor: str | None = None
    allow_unknown_prices: bool | None = None

    def said(self) -> dict[str, object]:
        """By the names of the settings."""
        roles = {role: named for role in ROLES if (named := getattr(self, role)) is not None}
        return {
            "model": self.model,
            "models": roles or None,
            "allow_unknown_prices": self.allow_unknown_prices,
        }


def request_of(settings: Settings, question: str, today: date | None) -> Request:
    """What is asked, from the settings in force."""
    return Request(
        question=question,
        documents=settings.docs,
        web=web_of(settings, today),
        level=settings.level,
        engine=engine_of(settings),
        model=settings.model,
        models=settings.models.played(settings.model),
        profile=settings.profile,
        budget=settings.budget,
        today=today,
        require_review=rule_of(settings),
    )


def app_of(settings: Settings | None = None) -> App:
    """The application on a home that can be written.

    Raises:
        StoreError: it cannot
        BadSetting: a setting cannot be used
    """
    settings = load_settings(Flags()) if settings is None else settings
    return App(prepare_home(settings), settings.store, operator=operator_of(settings), own_process=True)


def reading_app() -> App:
    """The application for commands that only read: a home that cannot be written will do if it has a store.

    Raises:
        StoreError: there is no store to read, and none can be made
        BadSetting: a setting cannot be used
    """
    settings = load_settings(Flags())
    try:
        return app_of(settings)
    except StoreError:
        # With a URL or a file that is there, the store itself says what is wrong with it, if anything.
        if "://" not in settings.store and not Path(settings.store).is_file():
            raise
        return App(settings.home, settings.store)


def day_of(text: str | None) -> date | None:
    """The date in `text`, or None where there is none.

    Raises:
        BadSetting: it is not a date
    """
    if text is None:
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        raise BadSetting(f"--today: “{text[:40]}” is not a date", hint="write it as 2026-11-30") from error
