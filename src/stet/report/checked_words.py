"""The words a reader of a checked text sees, the same on the terminal and on the page."""

from collections.abc import Iterator

from stet.domain.claims import Check, Decision, Outcome
from stet.report.checked import UNCITED, CheckedReference, CheckedSource, CheckedStatement, CheckedText
from stet.report.clean import short
from stet.report.words import DECISIONS, MOST_DETAIL, MOST_PLACE, MOST_TITLE, detail, humanise, plural

STATES = {
    "folder": "read from the folder of sources",
    "run": "read by the run",
    "saved": "saved by an earlier run",
    "fetched": "fetched now",
    "not_fetched": "not fetched",
    "no_address": "no address, and nothing at hand by its name or title",
    "not_cited": "not looked for: no statement cites it",
    "not_found": "not found: the site has no such page",
    "unreachable": "could not be had",
    "page_limit": "not fetched: the limit on pages was reached",
}
NOT_HAD = {
    "not_fetched": "its source was not fetched",
    "no_address": "its source has no address and is not at hand",
    "not_found": "its source is not there any more: the site has no such page",
    "gone": "its source is not there any more: the site says that it is gone",
    "unreachable": "its source could not be had",
    "page_limit": "its source was not fetched: the limit on pages was reached",
}
"""Why a source was not had, as the reason of a statement that cites it."""
REASONS = {
    UNCITED: "it cites nothing",
    "dangling": "its citation points at nothing",
    "no_passage": "no passage of its source speaks of it",
    "no_judge": "its words are not the source's own, and nobody judged them",
    "verbatim": "its words stand in the source; what they mean was not judged",
    "sources_differ": "its sources give different values",
}
FINDINGS = {
    "removed": "What the run wrote and the text leaves out or changes",
    "retracted": "Works that were retracted",
    "link_differs": "Marks that link elsewhere than their entry",
    "dangling": "Citations that point at nothing",
    "key_twice": "Keys that stand for two references",
    "unreachable": "Sources that could not be had",
    "changed_since": "Pages that changed since they were saved",
    "title_differs": "References whose title is another's",
    "year_differs": "Works of another year than the entry says",
    "unknown_work": "Works that the index does not have",
    "duplicated": "One page under several keys",
    "never_cited": "References that are never cited",
    "numbers_missing": "Numbers that the source list leaves out",
    "bare_domain": "References that name a site and no page",
    "invented_address": "Addresses for examples, where no source can be",
    "cut_address": "Addresses that were cut off",
    "redirect": "Addresses that only forward to a page",
    "search_page": "Addresses of a search",
    "no_address": "References without an address",
    "several_addresses": "Entries with several addresses",
    "citation_needed": "Places that ask for a citation",
    "uncited_figure": "Figures without a citation",
    "no_references": "No list of references",
    "no_citations": "No citations",
    "unclosed_code": "Code that does not end",
    "not_prose": "Texts that are no prose",
    "not_looked_up": "Works that could not be looked up",
}
"""Headings of findings, in the order in which they are shown; other kinds follow."""


def because(statement: CheckedStatement) -> str:
    """Why a statement was decided so, as a sentence of the check that decided, else by the reason's own words."""
    if statement.reason in REASONS:
        return REASONS[statement.reason]
    deciding = next((c for c in statement.checks if c.reason == statement.reason and c.detail), None)
    if statement.reason in NOT_HAD and (deciding is None or deciding.name == "citation"):
        return NOT_HAD[statement.reason]
    return short(detail(deciding), MOST_DETAIL) if deciding else humanise(statement.reason)


def doubts(statement: CheckedStatement) -> Iterator[Check]:
    """The checks that did not pass, beyond the one that decided and those that nobody made."""
    for check in statement.checks:
        if check.outcome in (Outcome.FAIL, Outcome.UNSURE) and check.reason != statement.reason:
            yield check


def source_name(source: CheckedSource | None, source_id: str) -> str:
    """Such as: S2 “Harbour Bridge toll”, sources/city.html."""
    if source is None:
        return source_id
    place = short(source.path or source.url or "", MOST_PLACE)
    title = f" “{short(source.title, MOST_TITLE)}”" if source.title else ""
    return f"{source.id}{title}, {place}" if place else f"{source.id}{title}"


def reference_state(reference: CheckedReference) -> str:
    """How the source of a reference was had, or why it was not."""
    return STATES.get(reference.state, humanise(reference.state))


def counted(text: CheckedText) -> str:
    """Such as: 12 statements: 3 supported · 9 not reviewed (2 cite nothing); 9 citations, 8 of them resolved."""
    counts = text.counts
    decided = [f"{counts[d.value]} {DECISIONS[d]}" for d in Decision if counts.get(d.value)]
    uncited = f" ({counts[UNCITED]} cite nothing)" if counts.get(UNCITED) else ""
    parts = [
        f"{plural(counts['statements'], 'statement')}: {' · '.join(decided)}{uncited}"
        if decided
        else "no statement",
        f"{plural(counts['citations'], 'citation')}, {counts['resolved']} of them resolved",
        f"{plural(counts['references'], 'reference')}, {counts['cited']} of them cited"
        if counts["references"]
        else "",
        f"{plural(counts['sources'], 'source')} read",
        plural(counts["findings"], "finding"),
    ]
    return "; ".join(filter(None, parts))
