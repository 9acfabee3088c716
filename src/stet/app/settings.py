"""From the settings in force to what is asked of the web."""

from datetime import date

from stet.app.request import MODEL, Operator, WebRequest
from stet.config import Settings
from stet.config.spans import day, seconds
from stet.domain.people import ReviewRule


def web_of(settings: Settings, today: date | None) -> WebRequest | None:
    """What is wanted of the web; None where a run stays with its documents.

    Documents may not be for the world: where there are some, a search that only another place than theirs asks for
    (a settings file, say, while the documents are a flag) is not made.
    """
    asked_with = settings.origins["search"] in {"flag", settings.origins["docs"]}
    if settings.docs and not (settings.search and asked_with):
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
