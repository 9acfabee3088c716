"""The parts of the document that are the audit: claims with their words, scores, sources, how it was made."""

from collections.abc import Iterator

from stet.domain.claims import LedgerEntry, Outcome
from stet.domain.evidence import Quote, Stance
from stet.domain.report import ListedSource, Report
from stet.report import acts, people, view, words
from stet.report.clean import web_address
from stet.report.document import Anchors, Block, Heading, Span, Table, Words, item, line, plain
from stet.report.facts import facts_of, made_of
from stet.report.fragments import Fragments


def claims(report: Report, anchors: Anchors, links: Fragments) -> Iterator[Block]:
    """Each claim under a heading of its own, with its words, checks and score."""
    shown: set[str] = set()
    for entry in report.claims:
        # A key that stands twice is a link to the first of them.
        anchor = None if entry.key in shown else anchors.of(entry.key)
        shown.add(entry.key)
        yield Heading(3, line(entry.key) or "Claim", anchor)
        yield from _claim(report, entry, links)


def _claim(report: Report, entry: LedgerEntry, links: Fragments) -> Iterator[Block]:
    yield plain(entry.text)
    yield plain(f"Claim {entry.key} is {acts.nature(report, entry)}.")
    scope = [f"{name}: {line(value)}" for name, value in entry.scope if value]
    limited = f" (limited to {'; '.join(scope)})" if scope else ""
    yield Words((Span(words.verdict(entry), bold=True), Span(f": {line(words.reason(entry))}{limited}")))
    for quote in entry.quotes:
        yield from _quote(report, quote, links)
    yield from _checks(entry)
    for taken in acts.done_with(report, entry):
        yield item(Span(line(f"Action: {acts.told(taken)}")))
    for told in people.said_of(report, entry.key):
        yield item(Span(line(f"Reviewed by a person: {told}")))
    yield plain(_weight(report, entry))


def _quote(report: Report, quote: Quote, links: Fragments) -> Iterator[Block]:
    yield Words((Span(line(quote.exact)),), "quote")
    source = report.source(quote.source)
    if source is None:
        yield plain(f"(the source {line(quote.source)} is not listed)")
        return
    place = [f"page {quote.page}"] if quote.page is not None else []
    place += [f"under “{words.heading(quote.heading)}”"] if quote.heading else []
    against = "Against the claim: " if quote.stance is Stance.CONTRADICTS else ""
    yield Words(
        (
            Span(f"{against}{line(words.source_title(source))} ({line(source.id)}), "),
            _address(source, links.link(source, quote)),
            Span("".join(f", {line(part)}" for part in [*place, words.source_date(source)])),
        ),
        ltr=True,
    )


def _address(source: ListedSource, link: str | None = None) -> Span:
    """The file's own path, or the address; a link where it is one, to the words themselves where `link` leads there."""
    href = link or (None if source.path else web_address(source.url))
    shown = line(words.source_place(source))
    return Span(f"file {shown}" if source.path else shown, href=href)


def _checks(entry: LedgerEntry) -> Iterator[Block]:
    for check in entry.checks:
        if check.outcome is not Outcome.PASS:
            detail = line(words.check_detail(check))
            why = f" ({detail})" if detail else ""
            yield item(Span(f"{line(words.check_line(check))}: {words.OUTCOMES[check.outcome]}{why}"))
    passed = [line(words.check_line(check)) for check in entry.checks if check.outcome is Outcome.PASS]
    if passed:
        yield item(Span(f"Passed: {'; '.join(passed)}"))


def _weight(report: Report, entry: LedgerEntry) -> str:
    """A claim's score with its factors."""
    if entry.score is None:
        return "Score: none, no source supports it."
    strongest = words.source_title(report.source(entry.score.strongest), 120)
    sites = ", ".join(entry.score.sites)
    label = f"{words.score_number(entry.score)} ({entry.score.label.value})"
    factors = f"authority × recency × corroboration: {words.score_formula(entry.score)}"
    return f"Score: {label}, {factors}; strongest source {strongest}; independent sites: {sites}."


def scores(report: Report, anchors: Anchors) -> Iterator[Block]:
    """The factors of every score that the report's text rests on, as a table."""
    cited = words.cited_keys(report)
    scored = [(entry, entry.score) for entry in report.claims if entry.key in cited and entry.score]
    if not scored:
        return
    yield plain(words.SCORE_MEANING)
    rows = tuple(
        (
            (anchors.key(entry.key),),
            (Span(f"{words.score_number(score)} {score.label.value}"),),
            (Span(words.score_formula(score)),),
            (Span(line(words.source_title(report.source(score.strongest), 80))),),
            (Span(line(f"{len(score.sites)}: {', '.join(score.sites)}")),),
        )
        for entry, score in scored
    )
    header = (
        "claim",
        "score",
        "authority × recency × corroboration",
        "strongest source",
        "independent sites",
    )
    yield Table(header, (2, 3, 5, 6, 5), rows)


def sources(lists: view.SourceLists) -> Iterator[Block]:
    """The four lists of sources."""
    titled = (
        ("Cited", lists.cited),
        ("Read, not cited", lists.read),
        ("Found, not read", lists.found),
        ("Failed", lists.failed),
    )
    for heading, listed in titled:
        yield Heading(3, f"{heading} ({len(listed)})")
        if not listed:
            yield plain("None.")
        for source in listed:
            yield _source(source)


def _source(source: ListedSource) -> Words:
    named = f"{line(words.source_title(source))}, " if words.titled(source) else ""
    rest = "".join(f", {line(fact)}" for fact in facts_of(source, line))
    return item(Span(f"{line(source.id)}: {named}"), _address(source), Span(rest))


def made(report: Report) -> Iterator[Block]:
    """The run, its queries and its review."""
    for fact in made_of(report, line):
        yield item(Span(line(fact)))
