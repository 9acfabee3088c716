"""From the rows of an answer to hits: leads in order, clean, on the wanted sites."""

import html
import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from email.utils import parsedate_to_datetime

from stet.domain.base import Value
from stet.domain.evidence import Hit
from stet.domain.identity import canonical_host, host
from stet.ports import Answer, Remark, SearchRequest
from stet.report.clean import short

_LONGEST_URL, _LONGEST_TITLE, _LONGEST_SNIPPET = 4_096, 300, 2_000
_CONTROL = re.compile("[\u0000-\u001f\u007f-\u009f]")
# Elements that providers put into titles and snippets, with those of JATS and MathML; other angle brackets are
# the text's own ("Vec<T>", "a < b").
_INLINE = re.compile(
    r"</?(?:b|strong|em|i|u|mark|span|sub|sup|a|font|small|code|q|cite|bdi|wbr|scp|"
    r"(?:jats|mml|m|xml):(?!p\b|title\b|sec\b)[a-z][\w-]*)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_BLOCK = re.compile(
    r"</?(?:br|p|div|li|ul|ol|h[1-6]|tr|td|th|hr|jats:p|jats:title|jats:sec)(?:\s[^<>]*)?/?>", re.IGNORECASE
)
_ISO = re.compile(r"\s*(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}.*)?\s*", re.ASCII | re.DOTALL)
_RFC = re.compile(r"\s*(?:[A-Za-z]{3,9}, ?)?\d{1,2} [A-Za-z]{3} \d{4}\b.*", re.ASCII | re.DOTALL)
_PLACEHOLDERS = frozenset({"example.com", "example.org", "example.net", "localhost"})


class Row(Value):
    """One result as a provider gave it, before anything is believed."""

    url: str | None
    title: str | None = None
    snippet: str | None = None
    published_at: date | None = None


def answer(
    provider: str,
    rows: Iterable[Row],
    request: SearchRequest,
    *,
    remarks: Sequence[Remark] = (),
    usd: Decimal | None = Decimal(0),
) -> Answer:
    """The hits of `rows`, with the given remarks.

    Where every row leads to a placeholder such as `example.com`, a remark `suspicious` says so: a search
    service that is not set up answers like that.
    """
    rows = tuple(rows)
    hosts = {name for row in rows if row.url and (name := host(row.url))}
    if hosts and {name.removeprefix("www.") for name in hosts} <= _PLACEHOLDERS:
        found = Remark(
            code="suspicious",
            message=f"{provider} leads only to {', '.join(sorted(hosts)[:3])}: is the service set up?",
        )
        remarks = (*remarks, found)
    return Answer(hits=hits(provider, rows, request), remarks=tuple(remarks), usd=usd)


def hits(provider: str, rows: Iterable[Row], request: SearchRequest) -> tuple[Hit, ...]:
    """Hits in the order of `rows`, ranked from 1, at most `request.limit`.

    Left out are rows without an http(s) address, repeated ones, and those that the request's sites, excluded
    sites and `since` rule out, whatever the provider made of them. A row without a date stays: its page may
    have one. Titles and snippets are plain text on one line, of at most 300 and 2,000 characters.
    """
    kept: dict[str, Hit] = {}
    for row in rows:
        if len(kept) >= request.limit:
            break
        url = (row.url or "").strip()
        if not _wanted(url, row.published_at, request):
            continue
        hit = Hit(
            url=url,
            title=plain(row.title, _LONGEST_TITLE),
            snippet=plain(row.snippet, _LONGEST_SNIPPET),
            provider=provider,
            rank=len(kept) + 1,
            published_at=row.published_at,
        )
        kept.setdefault(hit.identity, hit)
    return tuple(kept.values())


def _wanted(url: str, published_at: date | None, request: SearchRequest) -> bool:
    name = host(url) if len(url) <= _LONGEST_URL and not _CONTROL.search(url) else None
    if name is None:
        return False
    if request.sites and not _on(name, request.sites):
        return False
    if _on(name, request.exclude_sites):
        return False
    return request.since is None or published_at is None or published_at >= request.since


def _on(name: str, sites: Sequence[str]) -> bool:
    """Whether a host is one of the sites or below one, by whole labels: counterexample.com is not example.com."""
    known = [site for given in sites if (site := canonical_host(given))]
    return any(name == site or name.endswith(f".{site}") for site in known)


def plain(text: str | None, limit: int) -> str | None:
    """`text` without mark-up and control characters, on one line of at most `limit`; None where nothing is left.

    Entities are read once: what a page shows as `&lt;b&gt;` stays text.
    """
    if not text:
        return None
    # What is far beyond the limit is not worth cleaning.
    bare = _INLINE.sub("", _BLOCK.sub(" ", text[: limit * 20]))
    return short(_CONTROL.sub(" ", html.unescape(bare)), limit) or None


def published(text: str | None) -> date | None:
    """The day that a provider gives for a page, from ISO 8601 or the form of mail headers (RFC 5322).

    None for anything else: words such as "3 days ago" count from a moment that nobody states, and a year or a
    month alone is no day.
    """
    if not text or len(text) > 100:
        return None
    try:
        if found := _ISO.fullmatch(text):
            return date.fromisoformat(found[1])
        return parsedate_to_datetime(text).date() if _RFC.fullmatch(text) else None
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def noting(found: Answer, remarks: Sequence[Remark]) -> Answer:
    """`found` with remarks on how it was asked for, before its own."""
    return found.model_copy(update={"remarks": (*remarks, *found.remarks)})
