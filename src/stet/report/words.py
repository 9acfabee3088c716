"""The words a reader sees, the same in every format."""

import re
from collections.abc import Iterator

from stet.domain.claims import Check, Decision, LedgerEntry, Outcome, Score
from stet.domain.report import ListedSource, Report, ReportOutcome, ReportQuery
from stet.report.clean import one_line, short
from stet.report.days import long_date, said

MOST_TITLE = 160
MOST_PLACE = 300
MOST_DETAIL = 400
"""Characters of a title, a path or address, and a check's sentence that are shown."""

MEMORY_LEVEL = "single"
QUOTE_ENGINE = "quote"
NOT_JUDGED = "Nothing was judged for meaning."
ALL_FOUND = "Every quotation was found word for word in the saved texts."
SCORE_MEANING = "A score measures how much evidence there is, not whether it is true."

DECISIONS = {
    Decision.SUPPORTED: "supported",
    Decision.CONFLICTING: "conflicting",
    Decision.UNSUPPORTED: "not supported",
    Decision.UNREVIEWED: "not reviewed",
}
SHAPES = {
    Decision.SUPPORTED: "✓",
    Decision.CONFLICTING: "≠",
    Decision.UNSUPPORTED: "✕",
    Decision.UNREVIEWED: "?",
}
OUTCOMES = {
    Outcome.PASS: "passed",
    Outcome.FAIL: "failed",
    Outcome.UNSURE: "unsure",
    Outcome.NOT_RUN: "not run",
}
CHECKS = {
    "citation": "The cited source exists, was read and was given to the writer",
    "quote": "The words stand in the saved text",
    "values": "Numbers, dates and names stand in the quoted words",
    "attribution": "The cited source covers the claim better than the others",
    "wording": "No change of negation, strength or scope",
    "judge": "The words support the claim in meaning",
    "conflicts": "Values in other sources",
    "amendments": "Later amendments of the source",
}
REASONS = {
    "withdrawn": "a newer source names this as what held before",
    "superseded": "a later source says that it changes this",
    "other_value": "another source gives something else",
    "replaces_older": "it replaces what older sources give",
    "no_conflict": "no other value was found",
    "amended_since": "the source was amended since",
}
SINCE_SHAPE = "△"
_LONG_NUMBER = re.compile(r"(?<![\w/.,:\-])[1-9][0-9]{4,14}(?![\w/,:\-]|\.\w)")
_HELD_BEFORE = frozenset({"withdrawn", "superseded"})
_DOCUMENTS = "documents"
"""The provider that stands for a run's own documents."""
_SCOPES = {"official": "official sites", "given": "given sites", "anywhere": "open web"}
_DERIVED_TITLES = {"h1": "heading", "file name": "file name", "url": "address"}


def outcome(report: Report) -> tuple[str, str]:
    """How the run ended: a word or two, and one or two plain sentences."""
    if report.level == MEMORY_LEVEL and report.queries:
        told = (
            "A model answered with its own search. None of its pages was read here and nothing was checked."
        )
        return "From a model's own search", f"{told} Do not rely on it."
    if report.level == MEMORY_LEVEL:
        return "From memory", "No source was read and nothing was checked. Do not rely on it."
    match report.outcome:
        case ReportOutcome.APPROVED:
            return "Approved", " ".join(["Every point of the review passed.", *_but(report)])
        case ReportOutcome.NOT_APPROVED:
            return "Not approved", _why_not(report)
        case ReportOutcome.NO_EVIDENCE:
            return "No evidence", "Nothing that was read answers the question, so no answer is given."
        case ReportOutcome.FAILED:
            return "Failed", "The run ended before there was a report. What was found is kept below."


def _but(report: Report) -> Iterator[str]:
    """What approval does not mean: the report may hold both sides of a dispute, and words that hold no more."""
    open_still = [conflict for conflict in report.conflicts if conflict.relation == "contradiction"]
    voices = {value.source for conflict in open_still for value in conflict.values}
    parts: list[str] = []
    if open_still:
        on = f" on {plural(len(open_still), 'point')}" if len(open_still) > 1 else ""
        differ = "the sources disagree" if len(voices) > 1 else "a source says different things"
        parts.append(f"{differ}{on}, and both sides are shown")
    shown = cited_keys(report)
    if any(entry.key in shown and _held_before(entry) for entry in report.claims):
        parts.append("something that is quoted was changed since, and is marked so")
    if parts:
        all_of_it = "; ".join(parts)
        yield f"{all_of_it[:1].upper()}{all_of_it[1:]}."


def _held_before(entry: LedgerEntry) -> bool:
    return any(c.outcome is Outcome.FAIL and c.reason in _HELD_BEFORE for c in entry.checks)


def cited_keys(report: Report) -> frozenset[str]:
    """The keys that stand in a sentence of the report."""
    sentences = [*report.answer, *(s for section in report.sections for s in section.sentences)]
    return frozenset(key for sentence in sentences for key in sentence.claims)


def _why_not(report: Report) -> str:
    last = report.review.rounds[-1] if report.review.rounds else None
    if last is None:
        return "The review did not pass, or there was none."
    failed = [check for check in last.checks if check.outcome is Outcome.FAIL]
    if not failed:
        left = [check for check in last.checks if check.outcome is not Outcome.PASS]
        failed = [check for check in left if check.by != "code"] or left
    points = [short(said(check.detail) or because(check.reason), 200).rstrip(".") for check in failed[:3]]
    more = f"; and {len(failed) - 3} more" if len(failed) > 3 else ""
    return f"The review found: {'; '.join(points)}{more}."


def counts(report: Report) -> str:
    """Such as: 9 claims: 7 supported · 2 conflicting; 5 sources cited of 12 read, from 4 sites."""
    tally = dict.fromkeys(DECISIONS, 0)
    for entry in report.claims:
        tally[entry.decision] += 1
    parts = [f"{number} {DECISIONS[decision]}" for decision, number in tally.items() if number]
    read = [source for source in report.sources if source.status == "read"]
    cited = [source for source in read if source.cited]
    sites = {source.site for source in cited if source.site}
    claims = plural(len(report.claims), "claim") + (f": {' · '.join(parts)}" if parts else "")
    place = f", from {plural(len(sites), 'site')}" if sites else ""
    return f"{claims}; {plural(len(cited), 'source')} cited of {len(read)} read{place}"


def plural(number: int, noun: str, many: str | None = None) -> str:
    """Such as: 1 site, 2 sites."""
    return f"{number:,} {noun if number == 1 else many or noun + 's'}"


def humanise(code: str) -> str:
    """A code as words."""
    return one_line(code.replace("_", " ")) or "no reason given"


def because(code: str) -> str:
    """The reason code of a check in words."""
    return REASONS.get(code) or humanise(code)


def reason(entry: LedgerEntry) -> str:
    """Why it was decided so: the sentence of the check that decided, else the reason code as words."""
    decisive = [check for check in entry.checks if check.reason == entry.reason and check.detail]
    # Doubt is decided by the first rung that raises it, support by the last one that gives it.
    place = -1 if entry.decision is Decision.SUPPORTED else 0
    why = detail(decisive[place]) if decisive else because(entry.reason)
    return why[:1].upper() + why[1:]


def detail(check: Check) -> str:
    """The check's own sentence for a reader; a title of any length in it does not make it longer than is read."""
    return short(said(check.detail), MOST_DETAIL)


def since(entry: LedgerEntry) -> str | None:
    """What happened to the words after they were published, said beside the decision; None where nothing is known.

    They were changed by a later source, or their source was amended and nobody judged what that means for them.
    """
    if _held_before(entry):
        return "changed since"
    still = any(check.name == "amendments" and check.outcome is not Outcome.PASS for check in entry.checks)
    return "amended since" if still else None


def unsaid(entry: LedgerEntry, sentence: str) -> str | None:
    """`since` for a sentence that cites the claim and does not say so itself, else None."""
    happened = since(entry)
    if happened is None:
        return None
    what, when = happened.split()
    return None if happened in sentence or f"{when} {what}" in sentence else happened


def verdict(entry: LedgerEntry) -> str:
    """The decision in words: supported; or: supported, amended since."""
    return ", ".join(filter(None, [DECISIONS[entry.decision], since(entry)]))


def shape(entry: LedgerEntry) -> str:
    """The decision as a sign, with a second one where something happened since."""
    return SHAPES[entry.decision] + (SINCE_SHAPE if since(entry) else "")


def check_line(check: Check) -> str:
    """What was checked, as words.

    A quotation passes several checks by being one; then the line says that, and claims no judgement that nobody made.
    """
    if check.reason == "verbatim" and check.detail:
        return detail(check).rstrip(".")
    return CHECKS.get(check.name, humanise(check.name).capitalize())


def check_detail(check: Check) -> str:
    """The sentence for the reader that is not in `check_line` already."""
    return "" if check.reason == "verbatim" else detail(check)


def source_title(source: ListedSource | None, limit: int = MOST_TITLE) -> str:
    """The title, else the file's own path or the address; shortened, for the whole of it stands in the JSON."""
    if source is None:
        return "a source that is not listed"
    return short(source.title or source.path or source.url, limit) or source.id


def title_origin(source: ListedSource) -> str | None:
    """Such as: title from: file name. None where the document states its title itself, or has none."""
    place = _DERIVED_TITLES.get(source.title_from or "") if source.title else None
    return f"title from: {place}" if place else None


def source_place(source: ListedSource) -> str:
    """The user's own path, or the address; shortened when it is longer than anyone reads."""
    return short(source.path or source.url, MOST_PLACE)


def titled(source: ListedSource) -> bool:
    """Whether the source has a title of its own, so that its place is not said already."""
    return bool(one_line(source.title or "")) and source.title != (source.path or source.url)


def heading(text: str) -> str:
    """The heading that words stand under, shortened."""
    return short(text, MOST_TITLE)


def unusable(source: ListedSource) -> str | None:
    """Why a source was not used: no text (a scan without text); None where it was."""
    if source.reason is None:
        return None
    kind = humanise(source.reason.value)
    more = short(said(grouped(source.detail or "")), MOST_DETAIL).rstrip(".")
    return f"{kind} ({more})" if more and more.casefold() != kind else kind


def source_date(source: ListedSource | None, *, provenance: bool = True) -> str:
    """Such as: 12 October 2026 (date from: front matter), or: undated, and why a date there does not count."""
    if source is None or source.published_at is None:
        why = one_line(source.published_from or "") if source is not None and provenance else ""
        return f"undated ({why})" if why else "undated"
    origin = (
        f" (date from: {one_line(source.published_from)})" if provenance and source.published_from else ""
    )
    return long_date(source.published_at) + origin


def citation_name(entry: LedgerEntry, source: ListedSource | None) -> str:
    """The accessible name of a citation: Citation C3, supported, City of Ellery, 12 October 2026."""
    named = f"{source_title(source, 80)}, {source_date(source, provenance=False)}" if source else "no source"
    return f"Citation {one_line(entry.key)}, {verdict(entry)}, {named}"


def score_number(score: Score) -> str:
    """Such as: 0.14."""
    return f"{score.value:.2f}"


def score_formula(score: Score) -> str:
    """Such as: 0.15 × 0.8 × 1.2 = 0.144, with the cap where it applies."""
    product = score.authority * score.recency * score.corroboration
    capped = ", capped at 1" if product > 1 + 1e-9 else ""
    return (
        f"{score.authority:g} × {score.recency:g} × {score.corroboration:g} = {round(product, 4):g}{capped}"
    )


def grouped(text: str) -> str:
    """A sentence about sizes with its long numbers as they are read: 70,000,000 bytes."""
    return _LONG_NUMBER.sub(lambda m: f"{int(m.group()):,}", text)


def for_gap(gap: str) -> str:
    """Why a further query was made, from the sentence that says what was missing."""
    return f"asked because of a gap: {short(said(gap), MOST_DETAIL).rstrip('.')}"


def asked(query: ReportQuery) -> str:
    """What came of a query, and of the web, where and by whom it was asked: official sites, tavily: 3 hits."""
    came = f"failed, {humanise(query.failed)}" if query.failed else plural(query.hits, "hit")
    if query.provider is None or query.provider == _DOCUMENTS:
        return came
    return f"{_SCOPES[query.scope]}, {one_line(query.provider)}: {came}"


def found_by(source: ListedSource) -> str | None:
    """The providers that found it, such as: tavily, wikipedia. None for what the run was given."""
    return ", ".join(one_line(name) for name in source.providers if name != _DOCUMENTS) or None


def usd(report: Report) -> str:
    """The money used; an unknown price is not zero."""
    spent = report.usage.usd
    return "price unknown" if spent is None else f"{spent.normalize():f} USD"


def used(report: Report) -> str:
    """What the run used, in one line."""
    usage = report.usage
    parts = (
        plural(usage.searches, "search", "searches"),
        plural(usage.pages, "page"),
        plural(usage.model_calls, "model call"),
        plural(usage.tokens, "token"),
        usd(report),
        f"{usage.seconds:.1f} s",
    )
    return ", ".join(parts)


def judgement(report: Report) -> str | None:
    """For a report without a judge, the line that says what was checked and what was not; else None."""
    if report.engine != QUOTE_ENGINE or not report.claims:
        return None
    found = [check for entry in report.claims for check in entry.checks if check.name == "quote"]
    all_found = bool(found) and all(check.outcome is Outcome.PASS for check in found)
    return f"{ALL_FOUND} {NOT_JUDGED}" if all_found else NOT_JUDGED
