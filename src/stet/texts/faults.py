"""Faults of a text's own citing: what can be said of it without opening a single source."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from stet.domain.identity import url_path
from stet.texts.addresses import page_of, site_of
from stet.texts.blocks import Layout
from stet.texts.marks import runaway
from stet.texts.resolve import Known
from stet.texts.says import asked, dates_itself, figures_in
from stet.texts.values import Citation, Finding, Reference, Statement

_TOOL: Final = re.compile(r"oaicite|turn\d+[a-z]+\d|†")
_NEEDED: Final = re.compile(
    r"\[(?:citation needed|source needed|source\?|ref(?:erence)? needed|verify|insert citation"
    r"|add source|todo[^\]]{0,40}|beleg fehlt|quelle fehlt"
    r"|refnec|cita requerida|来源请求|需要引用|要出典)\]",
    re.IGNORECASE,
)
_REDIRECTS: Final = frozenset(
    "vertexaisearch.cloud.google.com bit.ly t.co tinyurl.com goo.gl ow.ly buff.ly is.gd lnkd.in rb.gy cutt.ly".split()
)
_INVENTED: Final = re.compile(
    r"(?:^|\.)(?:example\.(?:com|org|net)|localhost|your-?domain\.com|domain\.com|website\.com)$"
    r"|\.(?:example|invalid|test)$"
)
_SEARCH: Final = re.compile(r"/(?:search|webhp|s)$")
_SEARCHERS: Final = re.compile(
    r"(?:^|\.)(?:google\.[a-z.]{2,6}|bing\.com|duckduckgo\.com|baidu\.com|yandex\.(?:ru|com)"
    r"|search\.brave\.com)$"
)
_CUT: Final = re.compile(r"(?:\.{3}|…)$")
_WORDS: Final = 12
_FEW: Final = 3


def faults(
    text: str, statements: Sequence[Statement], known: Known, layout: Layout, covered: Collection[int]
) -> tuple[Finding, ...]:
    """The faults of a text, in order of their place, those of the whole text first.

    `covered` are the places of statements whose block cites after them.
    """
    found = [
        *_whole(text, statements, known.references, layout.unclosed),
        *_dangling(statements, known),
        *_keys(known),
        *_duplicated(known.references),
        *_never_cited(statements, known.references),
        *_addresses(known.references),
        *_uncited(statements, covered, asked(text, layout.blocks)),
        *_needed(text),
    ]
    return tuple(sorted(found, key=lambda f: -1 if f.start is None else f.start))


def _whole(
    text: str, statements: Sequence[Statement], references: Sequence[Reference], unclosed: int | None
) -> Iterator[Finding]:
    if unclosed is not None:
        detail = "a block of code begins here and never ends, so nothing after it was read"
        yield Finding(
            kind="unclosed_code",
            where=_first(text[unclosed : unclosed + 200]),
            detail=detail,
            start=unclosed,
            end=len(text),
        )
    if not any(reference.listed for reference in references) and any(s.checkable for s in statements):
        named = {c.name for s in statements for c in s.citations if c.name and c.key is None}
        if references:
            return
        detail = (
            f"the text names {len(named)} sources by keys and lists none of them"
            if named
            else "the text names no source at all"
        )
        yield Finding(kind="no_references", where="", detail=detail)


def _dangling(statements: Sequence[Statement], known: Known) -> Iterator[Finding]:
    """Keys that name nothing, once each, at the first place."""
    places: dict[str, list[Citation]] = defaultdict(list)
    for statement in statements:
        for citation in statement.citations:
            if citation.key is None:
                places[citation.name or citation.marker].append(citation)
    listed = any(reference.listed for reference in known.references)
    for name, citations in places.items():
        first = citations[0]
        if _TOOL.search(first.marker):
            why = "is a mark of a chat program, which leads nowhere outside of it"
        elif runaway(first.marker.strip("[]［］【】〔〕\\")):
            why = "names more sources than one mark is read for"
        else:
            why = (
                "is not in the text's source list" if listed else "is cited, and the text has no source list"
            )
        times = "" if len(citations) == 1 else f" (cited {len(citations)} times)"
        yield Finding(
            kind="dangling", where=name, detail=f"{name} {why}{times}", start=first.start, end=first.end
        )


def _keys(known: Known) -> Iterator[Finding]:
    for key, at in known.twice:
        reference = known.references[at]
        detail = f"{key} names a second source, which is kept as {reference.key}"
        yield Finding(kind="key_twice", where=key, detail=detail, start=reference.start, end=reference.end)
    for differing in known.differing:
        named = (
            "its words name another page"
            if differing.listed is None
            else f"its entry in the list to {differing.listed}"
        )
        detail = f"{differing.name} links to {differing.url}, and {named}"
        yield Finding(
            kind="link_differs", where=differing.name, detail=detail, start=differing.start, end=differing.end
        )
    for at, first, other in known.several:
        reference = known.references[at]
        detail = f"{reference.key} gives two addresses, {first} and {other}; only {reference.url} was taken"
        yield Finding(
            kind="several_addresses",
            where=reference.key,
            detail=detail,
            start=reference.start,
            end=reference.end,
        )
    numbers = sorted(
        {int(r.key) for r in known.references if r.listed and r.key.isdecimal() and len(r.key) <= 4}
    )
    missing = [
        number for one, following in pairwise(numbers) for number in range(one + 1, min(following, one + 51))
    ]
    if missing and len(numbers) > 2:
        shown = ", ".join(map(str, missing[:8])) + (", …" if len(missing) > 8 else "")
        yield Finding(kind="numbers_missing", where=shown, detail=f"the source list leaves out {shown}")


def _duplicated(references: Sequence[Reference]) -> Iterator[Finding]:
    """Listed entries that are one page, or one paper."""
    first: dict[str, Reference] = {}
    for reference in references:
        if not reference.listed:
            continue
        names = [f"doi:{reference.doi}"] if reference.doi else []
        if reference.url:
            names.append(page_of(reference.url))
        earlier = next((first[name] for name in names if name in first), None)
        if earlier is not None:
            detail = f"{reference.key} and {earlier.key} are the same page: {reference.url or reference.doi}"
            yield Finding(
                kind="duplicated",
                where=reference.key,
                detail=detail,
                start=reference.start,
                end=reference.end,
            )
        for name in names:
            first.setdefault(name, reference)


def _never_cited(statements: Sequence[Statement], references: Sequence[Reference]) -> Iterator[Finding]:
    citations = [citation for statement in statements for citation in statement.citations]
    # A numbered link that leads elsewhere than its entry is a fault of its own, and the entry is named all the same.
    cited = {c.key for c in citations} | {c.name for c in citations if c.url}
    listed = sum(reference.listed for reference in references)
    if listed and not citations:
        yield Finding(
            kind="no_citations", where="", detail=f"the text lists {listed} sources and cites none of them"
        )
        return
    for reference in references:
        if reference.listed and reference.key not in cited:
            detail = f"{reference.key} is listed, and no statement cites it"
            yield Finding(
                kind="never_cited",
                where=reference.key,
                detail=detail,
                start=reference.start,
                end=reference.end,
            )


def _addresses(references: Sequence[Reference]) -> Iterator[Finding]:
    bare = [r for r in references if r.url is None and not (r.doi or r.arxiv or r.pmid)]
    if len(bare) > _FEW and all(r.url is None for r in references if r.listed):
        detail = f"none of the {len(bare)} entries gives an address or an identifier"
        yield Finding(kind="no_address", where="", detail=detail, start=bare[0].start, end=bare[-1].end)
        return
    for reference in references:
        fault = _address_fault(reference)
        if fault is not None:
            kind, detail = fault
            yield Finding(
                kind=kind, where=reference.key, detail=detail, start=reference.start, end=reference.end
            )


def _address_fault(reference: Reference) -> tuple[str, str] | None:
    url = reference.url
    if url is None:
        if reference.doi or reference.arxiv or reference.pmid:
            return None
        return "no_address", f"{reference.key} gives neither an address nor an identifier"
    name = site_of(url) or ""
    path = url_path(url)
    if _INVENTED.search(name):
        return "invented_address", f"{url} is an address for examples, where no source can be"
    if _CUT.search(url):
        return "cut_address", f"{url} was cut off"
    if name.removeprefix("www.") in _REDIRECTS:
        return "redirect", f"{url} only forwards to a page, and may stop doing so"
    query = "?" in url
    if _SEARCHERS.search(name) and _SEARCH.search(path) and query:
        return "search_page", f"{url} is a search, whose results change"
    if name and path == "/" and not query and "#!" not in url:
        return "bare_domain", f"{url} is a whole site and no page of it"
    return None


def _uncited(
    statements: Sequence[Statement], covered: Collection[int], given: frozenset[str]
) -> Iterator[Finding]:
    """Statements with figures that nothing cites, neither in them nor after them in their block.

    Figures that only repeat the text's own question (`given`), or date the text itself, need no source.
    """
    for place, statement in enumerate(statements):
        if (
            statement.checkable
            and statement.figures
            and not statement.citations
            and place not in covered
            and not dates_itself(statement.text)
            and not (given and _only_asked(statement.text, given))
        ):
            where = _first(statement.text)
            detail = "a figure without a citation"
            yield Finding(
                kind="uncited_figure", where=where, detail=detail, start=statement.start, end=statement.end
            )


def _only_asked(text: str, given: frozenset[str]) -> bool:
    figures = figures_in(text)
    return bool(figures) and figures <= given


def _needed(text: str) -> Iterator[Finding]:
    for found in _NEEDED.finditer(text):
        detail = "the text itself says that a source is missing"
        yield Finding(
            kind="citation_needed", where=found.group(), detail=detail, start=found.start(), end=found.end()
        )


def _first(text: str) -> str:
    words = text[:200].split()
    if len(words) > _WORDS:
        return " ".join(words[:_WORDS]) + " …"
    short = " ".join(words)
    return short if len(short) <= 80 else short[:80] + "…"
