"""A report, a claim or a source as lines to read in a terminal."""

from collections.abc import Iterator, Mapping

from stet.cli.terminal import Line, cut, one_line
from stet.domain.claims import Check, Conflict, Decision, LedgerEntry, Outcome
from stet.domain.evidence import Quote, Stance
from stet.domain.report import ListedSource, Report, Sentence
from stet.report import acts, people, view, words
from stet.report.days import long_date, said

_SIGNS = {Outcome.PASS: "✓", Outcome.FAIL: "✕", Outcome.UNSURE: "?", Outcome.NOT_RUN: "–"}
_CONTEXT = 160
_STYLES = {
    Decision.SUPPORTED: "green",
    Decision.CONFLICTING: "yellow",
    Decision.UNSUPPORTED: "red",
    Decision.UNREVIEWED: "yellow",
}


def report_lines(report: Report) -> Iterator[Line]:
    """The report as a page: the answer, the body, what disagrees, what fell, what is missing, the sources."""
    yield Line(report.question, "bold")
    yield Line(
        f"run {report.run} · {long_date(report.today)} · {report.level} · {report.engine} · {report.profile}",
        "dim",
    )
    yield Line(" — ".join(words.outcome(report)), "bold")
    yield from (Line(said) for said in people.lines(report))
    if report.answer:
        yield from _heading("Short answer")
        for sentence in report.answer:
            yield from _sentence(report, sentence, "bold")
    for section in report.sections:
        yield from _heading(section.heading)
        for sentence in section.sentences:
            yield from _sentence(report, sentence)
    yield from _conflicts(report)
    yield from _fallen(report)
    yield from _gaps(report)
    yield from _sources(report)
    if report.notes:
        yield from _heading("Notes")
        yield from (Line(one_line(note), indent=2) for note in report.notes)


def summary_lines(report: Report, written: str | None) -> Iterator[Line]:
    """The last lines after a run: result, counts, cost, what to do next."""
    usage = report.usage
    yield Line()
    yield Line(" — ".join(words.outcome(report)) + (f" {written}" if written else ""))
    yield Line(f"{words.counts(report)} · {words.plural(len(report.gaps), 'gap')}", indent=2)
    yield from (Line(said, indent=2) for said in people.lines(report))
    used = (
        words.plural(usage.searches, "search", "searches"),
        words.plural(usage.pages, "page"),
        words.plural(usage.tokens, "token"),
        words.usd(report),
        f"{usage.seconds:.1f} s",
        f"run {report.run}",
    )
    yield Line(" · ".join(used), indent=2)
    example = _doubtful(report)
    if example is not None:
        yield Line(f"doubt    stet show {report.run}/{example}", indent=2)
    if report.people is not None and not report.people.satisfied:
        yield Line(f"review   stet review {report.run}", indent=2)
    yield Line(f"share    stet export {report.run} -f html -o report.html", indent=2)
    yield Line(f"audit    stet audit {report.run}", indent=2)


def claim_lines(report: Report, entry: LedgerEntry, texts: Mapping[str, str]) -> Iterator[Line]:
    """One claim: its words, its quotes in context, the other side, checks, score, decision and why."""
    yield Line(f"{entry.key}  {words.shape(entry)} {words.verdict(entry)}", f"bold {_STYLES[entry.decision]}")
    yield _pair("claim", entry.text)
    yield _pair("kind", f"{entry.kind.value} · for {entry.topic} {_topic(report, entry.topic)}")
    scope = ", ".join(f"{name}: {value}" for name, value in entry.scope.model_dump(exclude_none=True).items())
    if scope:
        yield _pair("scope", scope)
    for quote in entry.quotes:
        yield from _quote(report, quote, texts)
    for conflict in report.conflicts:
        if entry.key in conflict.claims:
            yield from _against(report, entry, conflict)
    for number, check in enumerate(entry.checks):
        yield _pair("checks" if number == 0 else "", _check(check))
    yield from _score(entry)
    yield _pair("decided", f"{words.DECISIONS[entry.decision]} → {words.humanise(entry.action.value)}")
    yield _pair("why", words.reason(entry))
    for number, taken in enumerate(acts.done_with(report, entry)):
        yield _pair("done" if number == 0 else "", acts.told(taken))
    for number, said_by in enumerate(people.said_of(report, entry.key)):
        yield _pair("people" if number == 0 else "", said_by)
    places = _places(report, entry.key)
    yield _pair("used in", ", ".join(places) if places else "no sentence of the report")


def source_lines(source: ListedSource, text: str | None) -> Iterator[Line]:
    """One source: what is known of it, and the beginning of its saved text."""
    yield Line(f"{source.id}  {words.source_title(source)}", "bold")
    if (origin := words.title_origin(source)) is not None:
        yield _pair("title", origin.removeprefix("title "))
    yield _pair("where", words.source_place(source))
    if source.path is not None and source.url != source.path:
        yield _pair("address", cut(source.url, words.MOST_PLACE))
    yield _pair("date", words.source_date(source))
    yield _pair("kind", " · ".join(filter(None, [source.kind, source.site])) or "unknown")
    if source.authority is not None:
        yield _pair("weight", f"authority {source.authority:g}")
    state = "cited" if source.cited else source.status
    why = words.unusable(source)
    yield _pair("state", state + (f": {why}" if why else ""))
    if source.query:
        by = words.found_by(source)
        yield _pair("found by", source.query + (f" ({by})" if by else ""))
    if source.sha256:
        yield _pair("content", source.sha256)
    if text is not None:
        yield _pair("text", f"{len(text):,} characters, beginning: {cut(text[:600], 300)}")


def _heading(text: str) -> Iterator[Line]:
    yield Line()
    yield Line(one_line(text), "bold underline")


def _sentence(report: Report, sentence: Sentence, style: str = "") -> Iterator[Line]:
    """A sentence; one that quotes a claim's exact words has them on a line of their own."""
    named = [_named(report, key, sentence.text) for key in sentence.claims]
    keys = f" [{', '.join(named)}]" if named else ""
    text = " ".join(sentence.text.split())
    entries = [entry for key in sentence.claims if (entry := report.claim(key)) is not None]
    quoted = [f"“{' '.join(quote.exact.split())}”" for entry in entries for quote in entry.quotes[:1]]
    exact = next((marked for marked in quoted if marked in text), None)
    if exact is None:
        yield Line(f"{text}{keys}", indent=2)
        return
    before, _, after = text.partition(exact)
    if before.strip():
        yield Line(before.strip(), indent=2)
    yield Line(f"{exact}{keys}", style, 4)
    if any(letter.isalnum() for letter in after):
        yield Line(after.strip(), "dim", 4)


def _named(report: Report, key: str, sentence: str) -> str:
    entry = report.claim(key)
    happened = words.unsaid(entry, sentence) if entry else None
    return f"{key} {happened}" if happened else key


def _conflicts(report: Report) -> Iterator[Line]:
    found = view.disagreements(report)
    if found:
        yield from _heading("Disagreements")
    for disagreement in found:
        yield Line(disagreement.title, indent=2)
        yield Line(disagreement.explanation, "dim", 2)
        for place, side in enumerate(disagreement.sides):
            score = side.entry.score if side.entry else None
            weight = f"{words.score_number(score)} {score.label.value}" if score else "no score"
            yield Line(f"{disagreement.role(place)}: {side.said} [{side.claim}] · {weight}", indent=4)
            for value in side.sources:
                title = words.source_title(report.source(value.source), 100)
                yield Line(f"{value.source}  {title} · {disagreement.dated(place, value)}", "dim", 6)


def _fallen(report: Report) -> Iterator[Line]:
    fallen = view.not_supported(report)
    if fallen:
        yield from _heading("What we could not support")
    for entry in fallen:
        yield Line(
            f"{entry.key}  {one_line(entry.text)} — {words.verdict(entry)}: {words.reason(entry)}", indent=2
        )


def _gaps(report: Report) -> Iterator[Line]:
    if report.gaps:
        yield from _heading("What is missing")
    for gap in report.gaps:
        yield Line(f"{one_line(view.topic_of(report, gap))}: {said(gap.missing)}", indent=2)
        if gap.queries:
            yield Line("searched: " + " · ".join(one_line(query) for query in gap.queries), "dim", 4)


def _sources(report: Report) -> Iterator[Line]:
    titles = ("Sources cited", "Read, not cited", "Found, not read", "Failed")
    for title, sources in zip(titles, view.source_lists(report), strict=True):
        if sources:
            yield from _heading(f"{title} ({len(sources)})")
        for source in sources:
            yield Line(" · ".join(_listed(source)), indent=2)


def _listed(source: ListedSource) -> Iterator[str]:
    yield f"{source.id}  {words.source_title(source)}"
    if words.titled(source):
        yield words.source_place(source)
    if source.status == "read":
        yield words.source_date(source)
    if (why := words.unusable(source)) is not None:
        yield why


def _quote(report: Report, quote: Quote, texts: Mapping[str, str]) -> Iterator[Line]:
    yield _pair("against" if quote.stance is Stance.CONTRADICTS else "quote", f"“{quote.exact}”")
    source = report.source(quote.source)
    place = [quote.source]
    if source is not None:
        title = words.source_title(source) if words.titled(source) else ""
        place += [title, words.source_place(source), words.source_date(source)]
    place += [
        f"page {quote.page}" if quote.page else "",
        words.heading(quote.heading or ""),
        f"characters {quote.start}–{quote.end}",
    ]
    yield Line(" · ".join(one_line(part) for part in place if part), "dim", 11)
    text = texts.get(quote.source)
    if text is not None:
        before = one_line(text[max(0, quote.start - _CONTEXT) : quote.start])
        after = one_line(text[quote.end : quote.end + _CONTEXT])
        exact = one_line(text[quote.start : quote.end])
        yield Line(f"… {before} »{exact}« {after} …", "dim", 11)


def _against(report: Report, entry: LedgerEntry, conflict: Conflict) -> Iterator[Line]:
    for key in conflict.claims:
        other = report.claim(key)
        # Sentences that say opposite things have no value: any other of them is the other side.
        if other is not None and key != entry.key and (other.value is None or other.value != entry.value):
            yield _pair(
                "against", f"{key}: “{other.text}” ({', '.join(quote.source for quote in other.quotes)})"
            )


def _check(check: Check) -> str:
    by = "" if check.by == "code" else f" (by {check.by})"
    return f"{_SIGNS[check.outcome]} {check.name}{by}: {words.detail(check) or words.because(check.reason)}"


def _score(entry: LedgerEntry) -> Iterator[Line]:
    if entry.score is None:
        yield _pair("score", "none: no source supports it")
        return
    held = entry.score
    factors = "authority × recency × corroboration"
    yield _pair(
        "score", f"{words.score_number(held)} {held.label.value}: {factors} = {words.score_formula(held)}"
    )
    sites = ", ".join(one_line(site) for site in held.sites)
    yield Line(f"strongest source {held.strongest} · counted: {sites}", "dim", 11)
    yield Line(words.SCORE_MEANING, "dim", 11)


def _places(report: Report, key: str) -> list[str]:
    places = ["Short answer"] if any(key in sentence.claims for sentence in report.answer) else []
    return places + [
        one_line(s.heading) for s in report.sections if any(key in t.claims for t in s.sentences)
    ]


def _doubtful(report: Report) -> str | None:
    """The claim that most deserves a look: the first side of a conflict, else the first one cited."""
    if report.conflicts:
        return report.conflicts[0].claims[0]
    return next((key for sentence in report.answer for key in sentence.claims), None)


def _pair(name: str, value: str) -> Line:
    return Line(one_line(value), indent=11, label=f"  {name}")


def _topic(report: Report, topic: str) -> str:
    return next((one_line(t.text) for t in report.topics if t.id == topic), "")
