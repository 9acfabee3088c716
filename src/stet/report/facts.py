"""What is said of a source and of a run in every format; `shown` writes words of others as the format needs."""

from collections.abc import Callable

from stet.domain.report import ListedSource, Report
from stet.report import acts, words

Shown = Callable[[str], str]


def facts_of(source: ListedSource, shown: Shown) -> list[str]:
    """What is known of a source beside its title and address."""
    facts: list[str] = []
    if (origin := words.title_origin(source)) is not None:
        facts.append(origin)
    if source.status == "read":
        facts.append(shown(words.source_date(source)))
        facts += [shown(source.kind)] if source.kind else []
        facts += [f"authority {source.authority:g}"] if source.authority is not None else []
        facts += [f"saved {words.long_date(source.retrieved_at.date())}"] if source.retrieved_at else []
    if (by := words.found_by(source)) is not None:
        facts.append(f"found by {shown(by)}")
    if (why := words.unusable(source)) is not None:
        facts.append(f"not usable: {shown(why)}")
    return facts


def made_of(report: Report, shown: Shown) -> list[str]:
    """The run, its queries and its review."""
    facts = [
        f"Run {shown(report.run)}, level {shown(report.level)}, engine {shown(report.engine)}",
        f"Profile {shown(report.profile)}",
        f"Used: {words.used(report)}",
    ]
    for query in report.queries:
        why = f", {shown(words.for_gap(query.gap))}" if query.gap else ""
        facts.append(f"Round {query.round}, query: {shown(query.text)} ({shown(words.asked(query))}{why})")
    for review in report.review.rounds:
        facts.append(f"Review {review.round}: {'approved' if review.approved else 'not approved'}")
        facts += [
            f"Review {review.round}, {shown(acts.point(check))}: {words.OUTCOMES[check.outcome]}"
            + (f" ({shown(words.detail(check))})" if check.detail else "")
            for check in review.checks
        ]
    return facts
