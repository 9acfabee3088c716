"""The words a reader sees, the same in every format."""

from datetime import date

from stet.domain.claims import Check, Decision, LedgerEntry, Outcome, Score
from stet.domain.report import ListedSource, Report, ReportOutcome
from stet.report.clean import one_line, short

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
_DERIVED_TITLES = {"h1": "heading", "file name": "file name", "url": "address"}
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def long_date(day: date) -> str:
    """A date as 12 October 2026."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def outcome(report: Report) -> tuple[str, str]:
    """How the run ended: a word or two, and a plain sentence."""
    if report.level == MEMORY_LEVEL:
        return "From memory", "No source was read and nothing was checked. Do not rely on it."
    match report.outcome:
        case ReportOutcome.APPROVED:
            return "Approved", "Every check of the review passed."
        case ReportOutcome.NOT_APPROVED:
            return "Not approved", _why_not(report)
        case ReportOutcome.NO_EVIDENCE:
            return "No evidence", "Nothing that was read answers the question, so no answer is given."
        case ReportOutcome.FAILED:
            return "Failed", "The run ended before there was a report. What was found is kept below."


def _why_not(report: Report) -> str:
    last = report.review.rounds[-1] if report.review.rounds else None
    failed = [check for check in last.checks if check.outcome is Outcome.FAIL] if last else []
    if not failed:
        return "The review did not pass, or there was none."
    points = [short(check.detail or humanise(check.reason), 200).rstrip(".") for check in failed[:3]]
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
    """A reason code as words."""
    return one_line(code.replace("_", " ")) or "no reason given"


def reason(entry: LedgerEntry) -> str:
    """Why it was decided so: the sentence of the check that decided, else the reason code as words."""
    decisive = [check for check in entry.checks if check.reason == entry.reason and check.detail]
    # Doubt is decided by the first rung that raises it, support by the last one that gives it.
    place = -1 if entry.decision is Decision.SUPPORTED else 0
    said = one_line(decisive[place].detail) if decisive else humanise(entry.reason)
    return said[:1].upper() + said[1:]


def check_line(check: Check) -> str:
    """What was checked, as words.

    A quotation passes several checks by being one; then the line says that, and claims no judgement that nobody made.
    """
    if check.reason == "verbatim" and check.detail:
        return one_line(check.detail).rstrip(".")
    return CHECKS.get(check.name, humanise(check.name).capitalize())


def check_detail(check: Check) -> str:
    """The sentence for the reader that is not in `check_line` already."""
    return "" if check.reason == "verbatim" else one_line(check.detail)


def source_title(source: ListedSource | None, limit: int = 300) -> str:
    """The title, else the file's own path or the address."""
    if source is None:
        return "a source that is not listed"
    return short(source.title or source.path or source.url, limit) or source.id


def title_origin(source: ListedSource) -> str | None:
    """Such as: title from: file name. None where the document states its title itself, or has none."""
    place = _DERIVED_TITLES.get(source.title_from or "") if source.title else None
    return f"title from: {place}" if place else None


def source_place(source: ListedSource) -> str:
    """The user's own path, or the address."""
    return one_line(source.path or source.url)


def source_date(source: ListedSource | None, *, provenance: bool = True) -> str:
    """Such as: 12 October 2026 (date from: front matter), or: undated."""
    if source is None or source.published_at is None:
        return "undated"
    origin = (
        f" (date from: {one_line(source.published_from)})" if provenance and source.published_from else ""
    )
    return long_date(source.published_at) + origin


def citation_name(entry: LedgerEntry, source: ListedSource | None) -> str:
    """The accessible name of a citation: Citation C3, supported, City of Ellery, 12 October 2026."""
    named = f"{source_title(source, 80)}, {source_date(source, provenance=False)}" if source else "no source"
    return f"Citation {one_line(entry.key)}, {DECISIONS[entry.decision]}, {named}"


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
