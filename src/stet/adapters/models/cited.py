"""What a searching model cited, consulted and asked for: pure functions over pydantic-ai's `ModelResponse`.

Source of the formats: the web search pages of the OpenAI, Anthropic and Gemini references. OpenAI marks the link that
it wrote into the text, the two others the words that a page backs; only Anthropic quotes the page.
"""

import html
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from stet.adapters.search.leads import Row
from stet.domain.base import Value
from stet.domain.identity import canonical_host
from stet.ports import SearchRequest

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse, NativeToolReturnPart, TextPart

REDIRECT_HOST = "vertexaisearch.cloud.google.com"
"""Where Gemini's links lead; each answers with a redirect to the page."""

_OPENAI_MARK = re.compile(r"(?<=[?&])utm_source=openai&|[?&]utm_source=openai(?=#|$)")


class Cited(Value):
    """A citation: `text[start:end]` is the words that a page backs, or with `marker` the link that stands for it.

    `quoted` are words of the page by the provider's account, where it gives any; never our evidence.
    """

    url: str
    title: str | None = None
    start: int | None = None
    end: int | None = None
    kind: Literal["content", "marker", "whole"] = "whole"
    quoted: tuple[str, ...] = ()


class Consulted(Value):
    """A page that the provider's search gave or that it opened."""

    url: str
    title: str | None = None


class Found(Value):
    """An answer with its citations in the order of the text, pages consulted, queries issued, and failures."""

    text: str
    citations: tuple[Cited, ...] = ()
    consulted: tuple[Consulted, ...] = ()
    queries: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()


class _Page(BaseModel):
    model_config = ConfigDict(extra="ignore")

    url: str | None = None
    uri: str | None = None
    title: str | None = None


class _Action(BaseModel):
    model_config = ConfigDict(extra="ignore")

    query: str | None = None
    queries: list[str] = []
    url: str | None = None


class _Returned(BaseModel):
    model_config = ConfigDict(extra="ignore")

    sources: list[_Page] = []
    error_code: str | None = None


def found(response: "ModelResponse") -> Found:
    """What the answer holds, each thing once and in order; a part of another shape is passed over."""
    from pydantic_ai.messages import NativeToolCallPart, NativeToolReturnPart, TextPart

    text, cited, actions = "", list[Cited](), list[_Action]()
    returned = list[Consulted]()
    troubles = list[str]()
    for part in response.parts:
        if isinstance(part, TextPart):
            cited += _citations(part, len(text))
            text += part.content
        elif isinstance(part, NativeToolCallPart):
            actions += _actions(part.args)
        elif isinstance(part, NativeToolReturnPart):
            pages, trouble = _results(part)
            returned += pages
            troubles += trouble
    opened = [Consulted(url=action.url) for action in actions if action.url]
    queries = [query for action in actions for query in (action.queries or [action.query]) if query]
    return Found(
        text=text,
        citations=tuple(cited),
        consulted=tuple(dict.fromkeys((*opened, *returned))),
        queries=tuple(dict.fromkeys(queries)),
        troubles=tuple(troubles),
    )


def leads(said: Found, request: SearchRequest) -> tuple[list[Row], SearchRequest]:
    """Rows of cited pages and then of consulted ones, and what is left to filter by."""
    titles = {page.url: page.title for page in said.consulted if page.title}
    rows = [
        Row(url=url, title=title or titles.get(url), snippet=quoted)
        for url, title, quoted in merged(said.citations)
    ]
    rows += [Row(url=page.url, title=page.title) for page in said.consulted]
    rows = [row for row in rows if row.url and not _is_search(row.url)]
    if not any(row.url and _host(row.url) == REDIRECT_HOST for row in rows):
        return rows, request
    open_request = request.model_copy(update={"sites": (), "exclude_sites": ()})
    return [row for row in rows if _allowed(row, request)], open_request


def merged(citations: Iterable[Cited]) -> Iterator[tuple[str, str | None, str | None]]:
    """Each page once, at its first place, with all that was quoted of it."""
    quoted: dict[str, list[str]] = {}
    titles: dict[str, str | None] = {}
    for cited in citations:
        words = quoted.setdefault(cited.url, [])
        words += [text for text in cited.quoted if text not in words]
        titles[cited.url] = titles.get(cited.url) or cited.title
    for url, words in quoted.items():
        yield url, titles[url], " … ".join(words) or None


def _citations(part: "TextPart", offset: int) -> list[Cited]:
    from pydantic_ai.messages import WebCitationSource

    cited: list[Cited] = []
    for citation in part.citations or ():
        anchor = citation.anchor
        for source in citation.sources:
            if not isinstance(source, WebCitationSource):
                continue
            cited.append(
                Cited(
                    url=_unmarked(source.url),
                    title=source.title or None,
                    start=offset + anchor.start if anchor else None,
                    end=offset + anchor.end if anchor else None,
                    kind=anchor.kind if anchor else "whole",
                    quoted=tuple(_bare(text) for text in source.excerpts if _bare(text)),
                )
            )
    return cited


def _actions(args: object) -> list[_Action]:
    try:
        return [_Action.model_validate_json(args) if isinstance(args, str) else _Action.model_validate(args)]
    except ValidationError:
        return []


def _results(part: "NativeToolReturnPart") -> tuple[list[Consulted], list[str]]:
    content: object = part.content
    pages: list[_Page] = []
    troubles: list[str] = []
    try:
        if isinstance(content, list):
            pages = [_Page.model_validate(item) for item in _items(content)]  # pyright: ignore[reportUnknownArgumentType]
        else:
            returned = _Returned.model_validate(content)
            pages = returned.sources
            if returned.error_code:
                troubles = [f"its search failed ({returned.error_code})"]
    except ValidationError:
        return [], []
    found = [(page.url or page.uri, page.title) for page in pages]
    return [Consulted(url=_unmarked(url), title=title or None) for url, title in found if url], troubles


def _items(content: list[JsonValue]) -> list[JsonValue]:
    return [item for item in content if isinstance(item, dict)]


def _unmarked(url: str) -> str:
    """Without the mark that OpenAI puts on the links that it gives."""
    return _OPENAI_MARK.sub("", url)


def _bare(excerpt: str) -> str:
    """Quoted words without entities and without the dots of a cut (Anthropic cuts at 150 characters)."""
    return html.unescape(excerpt).strip().removesuffix("...").strip()


def _host(url: str) -> str:
    return urlsplit(url).hostname or "" if "://" in url else ""


def _is_search(url: str) -> bool:
    """A page of results is no source: Gemini gives one for the weather."""
    return re.match(r"https?://(?:www\.)?google\.[a-z.]{2,6}/search\b", url) is not None


def _allowed(row: Row, request: SearchRequest) -> bool:
    title = row.title or ""
    host = canonical_host(title) if "." in title and " " not in title else None
    if host is None:
        return not request.sites
    wanted = not request.sites or _on(host, request.sites)
    return wanted and not _on(host, request.exclude_sites)


def _on(host: str, sites: Iterable[str]) -> bool:
    known = [site for given in sites if (site := canonical_host(given))]
    return any(host == site or host.endswith(f".{site}") for site in known)
