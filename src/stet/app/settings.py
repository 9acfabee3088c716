"""From the settings in force to what is asked of the web."""

from collections.abc import Sequence
from datetime import date

from stet.app.request import MODEL, Operator, WebRequest
from stet.config import Settings
from stet.config.spans import day, seconds
from stet.domain.people import ReviewRule
from stet.errors import BadSetting

_OF_SEARCH = ("site", "exclude_site", "since", "lang", "official", "open")
"""Settings that say what is searched for, and nothing of documents."""


def web_of(settings: Settings, today: date | None) -> WebRequest | None:
    """What is wanted of the web; None where a run stays with its documents.

    Documents may not be for the world: where there are some, a search that only another place than theirs asks for
    (a settings file, say, while the documents are a flag) is not made.

    Raises:
        BadSetting: a flag says what to search for, and documents alone are read
    """
    asked_with = settings.origins["search"] in {"flag", settings.origins["docs"]}
    if settings.docs and not (settings.search and asked_with):
        given = [name for name in _OF_SEARCH if settings.origins[name] == "flag"]
        refuse_beside_documents([f"--{name.replace('_', '-')}" for name in given], "--search PROVIDER")
        return None
    return WebRequest(
        search=settings.search,
        official=settings.official,
        open=settings.open,
        sites=settings.site,
        exclude_sites=settings.exclude_site,
        since=day(settings.since, today or date.today()) if settings.since else None,  # noqa: DTZ011 - the user's day
        lang=settings.lang,
        fetchers=settings.fetchers,
        max_age=seconds(settings.max_age),
    )


def refuse_beside_documents(given: Sequence[str], search: str) -> None:
    """Refuse what could only be ignored; `search` is how a search is asked for.

    Raises:
        BadSetting: something is given that says what to search for
    """
    if given:
        raise BadSetting(
            f"{', '.join(given)}: says what is searched for, and documents alone are read",
            hint=f"leave it out, or search too: {search}",
        )


def engine_of(settings: Settings) -> str:
    """Who plays the roles: what was said; with a model named and nothing said, the model."""
    named = settings.model is not None or bool(settings.models.named())
    return MODEL if named and settings.origins["engine"] == "default" else settings.engine


def rule_of(settings: Settings) -> ReviewRule | None:
    """Which claims people must agree with; None where nobody has to."""
    return ReviewRule.of(settings.require_review) if settings.require_review else None


def operator_of(settings: Settings) -> Operator:
    """What the operator decides."""
    return Operator(
        allow_host=settings.allow_host,
        urls=settings.urls,
        proxy=settings.proxy,
        contact=settings.contact,
        browser=settings.browser,
        semantic=settings.semantic,
        native={str(name): model for name, model in settings.native.items()},
        prices=settings.prices,
        allow_unknown_prices=settings.allow_unknown_prices,
    )
