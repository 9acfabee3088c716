"""`stet search`: what each provider finds, before any of it is read."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from datetime import date
from typing import NamedTuple

from stet.app import App, WebRequest, profile_of
from stet.app.providers import at_hand, chains_of, known
from stet.app.reading import Told, ask_each
from stet.app.request import LONGEST_QUESTION, hosts_of
from stet.app.settings import operator_of, web_of
from stet.cli.exit import Exit
from stet.cli.interrupt import Interruptible
from stet.cli.setup import WebFlags, app_of, day_of, settings_of
from stet.cli.terminal import Line, cut, one_line, write
from stet.confidence.profile import Profile
from stet.confidence.sites import registrable_domain
from stet.config import Settings
from stet.domain.evidence import Hit
from stet.errors import BadQuestion, BadSetting, KeyMissing
from stet.ports import Search, SearchRequest
from stet.report.words import plural

_SEPARATORS = re.compile(r"[\s,;+]+")


class Wanted(NamedTuple):
    """What to search for and how, as flags say it."""

    query: str
    web: WebFlags
    docs: Sequence[str] | None
    limit: int
    profile: str | None
    today: str | None
    json: bool


def search(wanted: Wanted) -> int:
    """Print what each provider found; status 0 when one of them answered.

    Raises:
        BadQuestion, BadSetting, NotFound: it cannot be asked like this
    """
    settings = settings_of({"profile": wanted.profile, "docs": wanted.docs, **wanted.web.said()})
    # Only the index of documents is kept, in the home folder.
    app = app_of(settings) if settings.docs else _homeless(settings)
    today = day_of(wanted.today) or app.clock.now().date()
    web = web_of(settings, today)
    profile = profile_of(settings.profile, settings.docs)
    request = _request(wanted, web)
    names = _names(web, settings.urls) if web is not None else ()
    if not names and not settings.docs:
        raise BadSetting(
            "no provider is named, and none has a key",
            hint="name one with --search; wikipedia needs no key",
        )
    with ExitStack() as held:
        searches: list[str | Search] = list(names)
        dates: dict[str, date | None] = {}
        if settings.docs:
            from stet.adapters.search.documents import DocumentSearch

            corpus = held.enter_context(closing(app.corpus(settings.docs, today)))
            searches.insert(0, DocumentSearch(corpus))
            dates = {document.path: document.published_at for document in corpus.documents}
        told = Interruptible().run(lambda: ask_each(app, searches, request))
    told = tuple(_dated(one, dates) for one in told)
    if wanted.json:
        print(json.dumps(_as_json(request, told, profile), indent=2, ensure_ascii=False))
    else:
        write(line for one in told for line in _lines(one, profile))
    return _status(told)


def _homeless(settings: Settings) -> App:
    return App(settings.home, settings.store, operator=operator_of(settings))


def _request(wanted: Wanted, web: WebRequest | None) -> SearchRequest:
    text = " ".join(wanted.query.split())
    if not text:
        raise BadQuestion("the query is empty", hint='stet search "your query" --search wikipedia')
    if len(text) > LONGEST_QUESTION:
        raise BadQuestion(f"the query has {len(text)} characters; {LONGEST_QUESTION} is the most")
    if web is None:
        return SearchRequest(text=text, limit=wanted.limit, sites=hosts_of(wanted.web.site or (), "--site"))
    return SearchRequest(
        text=text,
        limit=wanted.limit,
        sites=hosts_of(web.sites, "--site"),
        exclude_sites=hosts_of(web.exclude_sites, "--exclude-site"),
        since=web.since,
        lang=web.lang,
    )


def _names(web: WebRequest, urls: Mapping[str, str]) -> tuple[str, ...]:
    """Every provider that is named, however they are parted; with none named, the one that a run would ask."""
    if not web.search:
        return tuple(name for chain in chains_of((), at_hand(urls)) for name in chain)
    said = _SEPARATORS.split(" ".join(web.search).lower())
    names = tuple(dict.fromkeys(name for name in said if name))
    unknown = [name for name in names if name not in known()]
    if unknown or not names:
        raise BadSetting(
            f"there is no search provider “{', '.join(unknown) or web.search[0]}”",
            hint=f"choose of: {', '.join(known())}",
        )
    return names


def _dated(told: Told, dates: Mapping[str, date | None]) -> Told:
    """Hits in documents with the dates of these, which are known already; of a web page only a provider's word is."""
    if not dates or told.answer is None:
        return told
    hits = [
        h.model_copy(update={"published_at": dates.get(h.path)}) if h.path else h for h in told.answer.hits
    ]
    return told._replace(answer=told.answer.model_copy(update={"hits": tuple(hits)}))


def _status(told: Sequence[Told]) -> int:
    if any(one.answer is not None for one in told):
        return Exit.DONE
    keys = all(isinstance(one.error, KeyMissing) for one in told)
    return Exit.KEY if keys else Exit.PROVIDERS


def _lines(told: Told, profile: Profile) -> Iterator[Line]:
    if told.answer is None:
        error = told.error
        if error is not None:
            yield Line(f"{told.name}: {error.code}: {one_line(error.message)}", "bold red")
            yield from [Line(f"next: {one_line(error.hint)}", indent=2)] if error.hint else []
        return
    usd = told.answer.usd
    price = ", price unknown" if usd is None else f", {usd.normalize():f} USD" if usd else ""
    count = plural(len(told.answer.hits), "hit")
    yield Line(f"{told.name}: {count} in {told.seconds:.2f} s{price}", "bold")
    for remark in told.answer.remarks:
        yield Line(f"{remark.code}: {cut(remark.message, 300)}", "dim", 2)
    for hit in told.answer.hits:
        yield Line(cut(hit.title or "untitled", 160), indent=5, label=f"{hit.rank:>3}")
        yield Line(one_line(hit.path or hit.url), "dim", 5)
        yield Line(_facts(hit, profile), "dim", 5)


def _facts(hit: Hit, profile: Profile) -> str:
    kind, authority = profile.classify(hit.url)
    facts = [str(hit.published_at or "no date given"), registrable_domain(hit.url) or "no address"]
    return ", ".join([*facts, profile.kind_title(kind), f"authority {authority:g}"])


def _as_json(request: SearchRequest, told: Sequence[Told], profile: Profile) -> dict[str, object]:
    return {
        "schema": "stet.search/1",
        "query": request.model_dump(mode="json"),
        "profile": profile.name,
        "providers": [_provider(one, profile) for one in told],
    }


def _provider(told: Told, profile: Profile) -> dict[str, object]:
    answer, error = told.answer, told.error
    failed = error and {
        "code": error.code,
        "message": error.message,
        "hint": error.hint,
        "retryable": error.retryable,
    }
    return {
        "name": told.name,
        "seconds": round(told.seconds, 4),
        "usd": str(answer.usd) if answer is not None and answer.usd is not None else None,
        "hits": [_hit(hit, profile) for hit in answer.hits] if answer is not None else [],
        "remarks": [r.model_dump(mode="json") for r in answer.remarks] if answer is not None else [],
        "error": failed,
    }


def _hit(hit: Hit, profile: Profile) -> dict[str, object]:
    kind, authority = profile.classify(hit.url)
    said = hit.model_dump(mode="json", exclude={"provider", "also"})
    return {**said, "site": registrable_domain(hit.url), "kind": kind, "authority": authority}
