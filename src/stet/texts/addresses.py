"""Addresses and identifiers in running text: where they end, and what page they name."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from stet.domain.identity import arxiv_of, doi_of, host, normalise_url, url_path


class Address(NamedTuple):
    """An address or identifier at `[start, end)` of a text; `url` is where it leads."""

    start: int
    end: int
    url: str
    doi: str | None = None
    arxiv: str | None = None
    pmid: str | None = None


_END: Final = r"\s<>\"“”„«»‹›「」『』《》〈〉【】，。；！？、（）…\u200b\u200e\u200f\ue000-\uf8ff"
_NAMED: Final = (
    r"|\b(?:PMID|PubMed(?: ID)?)[:：]?[ \t]?(?P<pmid>[1-9][0-9]{3,8})\b"
    r"|\barxiv[:：][ \t]?(?P<arxiv>[0-9]{4}\.[0-9]{4,5}(?:v[0-9]{1,3})?"
    r"|[a-z-]{2,12}(?:\.[A-Z]{2})?/[0-9]{7}(?:v[0-9]{1,3})?)"
)


def _pattern(end: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<url>(?:https?://|www\.(?=[\w-]+\.))[^{end}]+)"
        rf"|(?<![\w./])(?:doi:?[ \t]?)?(?P<doi>10\.[0-9]{{4,9}}/[^{end}]+)" + _NAMED,
        re.IGNORECASE,
    )


_ADDRESS: Final = _pattern(_END)
_IN_ROW: Final = _pattern(_END + "|")
_CUES: Final = ("http", "www.", "10.", "doi", "pmid", "pubmed", "arxiv")
_LONGEST: Final = 8_000
_TRAILING: Final = frozenset(".,;:!?'’‘*`_~\\")
_CLOSERS: Final = {")": "(", "]": "[", "}": "{"}
_PUBMED: Final = re.compile(r"/(?:pubmed/)?([1-9][0-9]{3,8})/?\Z")


def addresses(text: str, *, bar: bool = False) -> Iterator[Address]:
    """The addresses and identifiers in a text, in order; with `bar`, `|` ends one, as in a table."""
    pattern = _IN_ROW if bar else _ADDRESS
    at = 0
    for start in _starts(text):
        found = pattern.match(text, start) if start >= at else None
        if found is None:
            continue
        kind = found.lastgroup or "url"
        value = trimmed(found[kind]) if kind in ("url", "doi") else found[kind]
        last = found.start(kind) + len(value)
        at = max(last, found.start() + 1)
        if (address := _address(kind, value, found.start(), last)) is not None:
            yield address


def _starts(text: str) -> list[int]:
    """Where an address or identifier may begin: plain searches are many times faster than a pattern with choices."""
    low = text.lower()
    if len(low) != len(text):  # a few letters become two
        low = "".join(char.lower() if char.isascii() else char for char in text)
    starts: list[int] = []
    for cue in _CUES:
        at = low.find(cue)
        while at >= 0:
            starts.append(at)
            at = low.find(cue, at + 1)
    return sorted(starts)


def trimmed(address: str) -> str:
    """An address without the marks that belong to the sentence around it.

    A closing bracket stays where the address itself opens one.
    """
    end = len(address)
    if not end or (address[-1] not in _CLOSERS and address[-1] not in _TRAILING):
        return address
    counts = {mark: address.count(mark) for mark in "()[]{}"}
    while end:
        last = address[end - 1]
        if last in _CLOSERS and counts[last] > counts[_CLOSERS[last]]:
            counts[last] -= 1
        elif last not in _TRAILING:
            break
        end -= 1
    return address[:end]


def _address(kind: str, value: str, start: int, end: int) -> Address | None:
    if kind == "url":
        return of_url(value if value[:4].lower() == "http" else f"https://{value}", start, end)
    if kind == "doi":
        doi = doi_of(f"doi:{value}")
        return (
            Address(start, end, f"https://doi.org/{doi}", doi=doi, arxiv=arxiv_of(f"doi:{doi}"))
            if doi
            else None
        )
    if kind == "pmid":
        return Address(start, end, f"https://pubmed.ncbi.nlm.nih.gov/{value}/", pmid=value)
    arxiv = arxiv_of(f"arxiv:{value}")
    return Address(start, end, f"https://arxiv.org/abs/{arxiv}", arxiv=arxiv) if arxiv else None


def of_url(url: str, start: int, end: int) -> Address | None:
    """The address that a URL is, with the identifiers in it; None where it has no host."""
    found = _known(url)
    return found and found._replace(start=start, end=end)


@lru_cache(maxsize=4096)
def _known(url: str) -> Address | None:
    name = site_of(url) if len(url) <= _LONGEST else None
    if name is None or "." not in name:
        return None
    found = _PUBMED.match(url_path(url)) if name.endswith("ncbi.nlm.nih.gov") else None
    doi = doi_of(url) if "10." in url or "10%2E" in url.upper() else None
    arxiv = arxiv_of(url) if "arxiv" in url.lower() else None
    return Address(0, 0, url, doi=doi, arxiv=arxiv, pmid=found[1] if found else None)


@lru_cache(maxsize=4096)
def site_of(url: str) -> str | None:
    """The host that a URL names, None where it names none."""
    return host(url)


@lru_cache(maxsize=4096)
def page_of(url: str) -> str:
    """The one spelling of the page that a URL means."""
    return normalise_url(url)
