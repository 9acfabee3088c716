"""The quotes of a report as W3C Web Annotations: each says of exact words in a page what a claim made of them.

JSON-LD in the terms of the Web Annotation Data Model (W3C Recommendation of 23 February 2017). A target is the page,
the words by what they are and by where they stand in the saved text (code points), and the state in which it was read.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import datetime
from typing import Literal
from urllib.parse import quote as percent

from pydantic import ConfigDict, Field

from stet.domain.base import Value
from stet.domain.claims import LedgerEntry
from stet.domain.evidence import Quote
from stet.domain.report import ListedSource, Report
from stet.report import people
from stet.report.cited import link, title
from stet.report.clean import visible
from stet.report.fragments import Fragments

BESIDE = 32
"""Characters before and after the words that are given with them."""

_CONTEXT = "http://www.w3.org/ns/anno.jsonld"
_FRAGMENTS = "https://wicg.github.io/scroll-to-text-fragment/"


class _Node(Value):
    model_config = ConfigDict(serialize_by_alias=True)


class TextBody(_Node):
    """What is said: the claim's text, the decision on it, or what a person said of it."""

    type: Literal["TextualBody"] = "TextualBody"
    purpose: Literal["describing", "classifying", "commenting"]
    value: str
    format: Literal["text/plain"] = "text/plain"


class QuoteSelector(_Node):
    """The words, and what stands beside them."""

    type: Literal["TextQuoteSelector"] = "TextQuoteSelector"
    exact: str
    prefix: str | None = None
    suffix: str | None = None


class PositionSelector(_Node):
    """Where the words stand in the saved text."""

    type: Literal["TextPositionSelector"] = "TextPositionSelector"
    start: int
    end: int


class FragmentSelector(_Node):
    """The part of an address that leads a browser to the words."""

    type: Literal["FragmentSelector"] = "FragmentSelector"
    conforms_to: Literal["https://wicg.github.io/scroll-to-text-fragment/"] = Field(
        default=_FRAGMENTS, serialization_alias="conformsTo"
    )
    value: str


class State(_Node):
    """When the page was read, and the name of the bytes that were saved then (RFC 6920)."""

    type: Literal["TimeState"] = "TimeState"
    source_date: datetime | None = Field(default=None, serialization_alias="sourceDate")
    cached: str | None = None


class Target(_Node):
    """Words in a page."""

    type: Literal["SpecificResource"] = "SpecificResource"
    source: str
    selector: tuple[QuoteSelector | PositionSelector | FragmentSelector, ...]
    state: State


class Annotation(_Node):
    """One quote of one claim."""

    id: str
    type: Literal["Annotation"] = "Annotation"
    motivation: Literal["assessing"] = "assessing"
    body: tuple[TextBody, ...]
    target: Target


class Page(_Node):
    """All annotations of a report."""

    id: str
    type: Literal["AnnotationPage"] = "AnnotationPage"
    start_index: int = Field(default=0, serialization_alias="startIndex")
    items: tuple[Annotation, ...]


class Collection(_Node):
    """The document."""

    context: Literal["http://www.w3.org/ns/anno.jsonld"] = Field(
        default=_CONTEXT, serialization_alias="@context"
    )
    id: str
    type: Literal["AnnotationCollection"] = "AnnotationCollection"
    label: str
    total: int
    first: Page


def to_annotations(report: Report, texts: Mapping[str, str], *, every: bool = False) -> str:
    """An annotation for each quote of the claims that the report rests on; with `every` of all claims.

    `texts` are the saved texts by source id, from which the words beside a quote come; a text that is not there, or
    in which the words do not stand, gives none.
    """
    from stet.report.words import cited_keys

    shown = cited_keys(report)
    run = f"urn:stet:{percent(report.run, safe='')}"
    links = Fragments(texts)
    made = tuple(
        Annotation(
            id=f"{run}:{percent(entry.key, safe='')}:{number}",
            body=_body(report, entry, quote),
            target=_target(report.source(quote.source), quote, texts.get(quote.source), links),
        )
        for entry in report.claims
        if every or entry.key in shown
        for number, quote in enumerate(entry.quotes, start=1)
    )
    page = Page(id=f"{run}:annotations:1", items=made)
    label = visible(report.question)
    collection = Collection(id=f"{run}:annotations", label=label, total=len(made), first=page)
    fields = collection.model_dump(mode="json", by_alias=True, exclude_none=True)
    return json.dumps(fields, ensure_ascii=False, indent=2) + "\n"


def _body(report: Report, entry: LedgerEntry, quote: Quote) -> tuple[TextBody, ...]:
    return (
        TextBody(purpose="describing", value=f"{visible(entry.key)}: {visible(entry.text)}"),
        TextBody(purpose="classifying", value=f"decision: {entry.decision.value}"),
        TextBody(purpose="classifying", value=f"stance: {quote.stance.value}"),
        *(TextBody(purpose="commenting", value=told) for told in people.said_of(report, entry.key)),
    )


def _target(source: ListedSource | None, quote: Quote, text: str | None, links: Fragments) -> Target:
    selectors: list[QuoteSelector | PositionSelector | FragmentSelector] = []
    exact = QuoteSelector(exact=_whole(quote.exact))
    if text is not None and text[quote.start : quote.end] == quote.exact:
        exact = QuoteSelector(
            exact=_whole(quote.exact),
            prefix=_whole(text[max(0, quote.start - BESIDE) : quote.start]),
            suffix=_whole(text[quote.end : quote.end + BESIDE]),
        )
    selectors += [exact, PositionSelector(start=quote.start, end=quote.end)]
    if (address := links.link(source, quote)) is not None and ":~:" in address:
        selectors.append(FragmentSelector(value=address[address.index(":~:") :]))
    saved = None if source is None else _name_of(source.sha256)
    state = State(source_date=source.retrieved_at if source else None, cached=saved)
    return Target(source=_address(source, quote, saved), selector=tuple(selectors), state=state)


def _address(source: ListedSource | None, quote: Quote, saved: str | None) -> str:
    """The page's address; a file, which has none that others could use, is named by its content."""
    if source is None:
        return f"urn:stet:source:{percent(quote.source, safe='')}"
    return link(source) or saved or f"urn:stet:source:{percent(title(source), safe='', errors='replace')}"


def _name_of(sha256: str | None) -> str | None:
    """`ni:///sha-256;…` of a content id, the name of bytes by their hash."""
    if sha256 is None or not sha256.startswith("sha256:"):
        return None
    try:
        digest = bytes.fromhex(sha256.removeprefix("sha256:"))
    except ValueError:
        return None
    return f"ni:///sha-256;{urlsafe_b64encode(digest).decode().rstrip('=')}"


def _whole(text: str) -> str:
    """The characters as they are, but for halves of surrogate pairs, which no JSON reader takes."""
    return text.encode("utf-8", "replace").decode()
