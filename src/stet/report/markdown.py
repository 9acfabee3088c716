"""The report as Markdown: one text file that reads well as it is."""

from collections.abc import Iterable, Mapping

from stet.domain.claims import LedgerEntry, Outcome
from stet.domain.evidence import Quote, Stance
from stet.domain.report import ListedSource, Report, Sentence
from stet.report import acts, people, view, words
from stet.report.clean import markdown_text as md
from stet.report.clean import web_address
from stet.report.days import said
from stet.report.facts import facts_of, made_of
from stet.report.fragments import Fragments


def to_markdown(report: Report, texts: Mapping[str, str] | None = None) -> str:
    """The whole report. Everything that comes from a question, a source or a writer is literal text in it.

    With the saved `texts` of its sources by id, links of quotes lead to the words in the live page.
    """
    links = Fragments(texts or {})
    parts = [
        _head(report),
        _section("Short answer", _answer(report)),
        *(
            _section(md(section.heading) or "Untitled", _sentences(report, section.sentences))
            for section in report.sections
        ),
        _section("Disagreements", _disagreements(report)),
        _section("What we could not support", _not_supported(report)),
        _section("What was taken out of the draft", _taken_out(report)),
        _section("Gaps", _gaps(report)),
        _section("Claims", _claims(report, links)),
        _section("Score factors", _scores(report)),
        _section("Sources", _sources(view.source_lists(report))),
        _section("How it was made", _made(report)),
        _section("Notes", "\n".join(f"- {md(note)}" for note in report.notes)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(heading: str, body: str) -> str:
    return f"## {heading}\n\n{body}" if body else ""


def _head(report: Report) -> str:
    verdict, because = words.outcome(report)
    lines = [f"**{verdict}.** {md(because)}", f"**Asked:** {md(report.question)}"]
    lines.append(f"As of {words.long_date(report.today)} · {words.counts(report)}")
    if report.states.needs_human_review:
        lines.append("A person should look at this before anyone relies on it.")
    if (line := words.judgement(report)) is not None:
        lines.append(line)
    lines += [md(said) for said in people.lines(report)]
    return "\n\n".join(lines)


def _answer(report: Report) -> str:
    if report.answer:
        return _sentences(report, report.answer)
    return "No answer is given: nothing that was read supports one."


def _sentences(report: Report, sentences: Iterable[Sentence]) -> str:
    return "\n\n".join(md(s.text) + _keys(report, s) for s in sentences)


def _keys(report: Report, sentence: Sentence) -> str:
    return "".join(f" {_key(report, key)}{_since(report, key, sentence.text)}" for key in sentence.claims)


def _since(report: Report, key: str, sentence: str) -> str:
    entry = report.claim(key)
    happened = words.unsaid(entry, sentence) if entry else None
    return f" ({happened})" if happened else ""


def _key(report: Report, key: str) -> str:
    """`[C3]` as a link to the claim's entry; a key without an entry stays text."""
    if report.claim(key) is None or not key.isalnum():
        return f"\\[{md(key)}: no such claim\\]"
    return f"[[{key}]](#{key.lower()})"


def _disagreements(report: Report) -> str:
    blocks: list[str] = []
    for found in view.disagreements(report):
        lines = [f"### {md(found.title)}", found.explanation]
        rows: list[str] = []
        for place, side in enumerate(found.sides):
            score = side.entry.score if side.entry else None
            weight = f"score {words.score_number(score)} ({score.label.value})" if score else "no score"
            rows.append(f"- **{found.role(place)}: {md(side.said)}** {_key(report, side.claim)}, {weight}")
            for value in side.sources:
                source = report.source(value.source)
                rows.append(f"  - {md(words.source_title(source))}, {found.dated(place, value)}")
        blocks.append("\n\n".join([*lines, "\n".join(rows)]))
    return "\n\n".join(blocks)


def _not_supported(report: Report) -> str:
    lines: list[str] = []
    for entry in view.not_supported(report):
        verdict = f"**{words.verdict(entry)}**, {md(words.reason(entry))}"
        lines.append(f"- {md(entry.text)} {_key(report, entry.key)}: {verdict}")
        lines += [f"  - {md(acts.told(taken))}" for taken in acts.done_with(report, entry)]
    return "\n".join(lines)


def _taken_out(report: Report) -> str:
    lines: list[str] = []
    for each in acts.sentences_out(report):
        keys = "".join(f" {_key(report, key)}" for key in each.claims)
        lines.append(f"- {md(each.text)}{keys}: {md(acts.why_out(each))}")
    return "\n".join(lines)


def _gaps(report: Report) -> str:
    lines: list[str] = []
    for gap in report.gaps:
        lines.append(f"- **{md(view.topic_of(report, gap))}**: {md(said(gap.missing))}")
        lines += [f"  - searched for: {md(query)}" for query in gap.queries]
    return "\n".join(lines)


def _claims(report: Report, links: Fragments) -> str:
    return "\n\n".join(_claim(report, entry, links) for entry in report.claims)


def _claim(report: Report, entry: LedgerEntry, links: Fragments) -> str:
    lines = [
        f"### {md(entry.key)}",
        f"{md(entry.text)}",
        f"Claim {md(entry.key)} is {md(acts.nature(report, entry))}.",
    ]
    verdict = f"**{words.verdict(entry)}**: {md(words.reason(entry))}"
    scope = [f"{name}: {md(value)}" for name, value in entry.scope if value]
    lines.append(verdict + (f" (limited to {'; '.join(scope)})" if scope else ""))
    lines += [_quote(report, quote, links) for quote in entry.quotes]
    done = [f"- Action: {md(acts.told(taken))}" for taken in acts.done_with(report, entry)]
    done += [f"- Reviewed by a person: {md(said)}" for said in people.said_of(report, entry.key)]
    return "\n\n".join(
        [*lines, *_checks(entry), *(["\n".join(done)] if done else []), _weight(report, entry)]
    )


def _weight(report: Report, entry: LedgerEntry) -> str:
    """A claim's score with its factors."""
    if entry.score is None:
        return "Score: none, no source supports it."
    strongest = words.source_title(report.source(entry.score.strongest), 120)
    sites = ", ".join(entry.score.sites)
    label = f"{words.score_number(entry.score)} ({entry.score.label.value})"
    factors = f"authority × recency × corroboration: {words.score_formula(entry.score)}"
    return f"Score: {label}, {factors}; strongest source {md(strongest)}; independent sites: {md(sites)}."


def _checks(entry: LedgerEntry) -> list[str]:
    """What passed in one line, by name; whatever else a check came to in a line of its own with its reason."""
    passed = [md(words.check_line(c)) for c in entry.checks if c.outcome is Outcome.PASS]
    rest = [
        f"- {md(words.check_line(c))}: {words.OUTCOMES[c.outcome]}"
        f"{f' ({md(words.check_detail(c))})' if words.check_detail(c) else ''}"
        for c in entry.checks
        if c.outcome is not Outcome.PASS
    ]
    if passed:
        rest.append(f"- Passed: {'; '.join(passed)}")
    return ["\n".join(rest)] if rest else []


def _quote(report: Report, quote: Quote, links: Fragments) -> str:
    source = report.source(quote.source)
    if source is None:
        return f"> {md(quote.exact)}\n\n(the source {md(quote.source)} is not listed)"
    place = [f"page {quote.page}"] if quote.page is not None else []
    place += [f"under “{md(words.heading(quote.heading))}”"] if quote.heading else []
    against = "Against the claim: " if quote.stance is Stance.CONTRADICTS else ""
    link = links.link(source, quote)
    address = f"<{link}>" if link else _address(source)
    where = ", ".join([address, *place, md(words.source_date(source))])
    return f"> {md(quote.exact)}\n\n{against}{md(words.source_title(source))} ({md(source.id)}), {where}"


def _address(source: ListedSource) -> str:
    link = None if source.path else web_address(source.url)
    if link:
        return f"<{link}>"
    return f"{'file ' if source.path else ''}{md(words.source_place(source))}"


def _scores(report: Report) -> str:
    cited = words.cited_keys(report)
    scored = [(entry, entry.score) for entry in report.claims if entry.key in cited and entry.score]
    if not scored:
        return ""
    rows = [
        "| claim | score | authority × recency × corroboration | strongest source | independent sites |",
        "| --- | --- | --- | --- | --- |",
    ]
    for entry, score in scored:
        label = f"{words.score_number(score)} {score.label.value}"
        strongest = md(words.source_title(report.source(score.strongest), 80))
        sites = ", ".join(md(site) for site in score.sites)
        key = _key(report, entry.key)
        rows.append(
            f"| {key} | {label} | {words.score_formula(score)} | {strongest} | {len(score.sites)}: {sites} |"
        )
    return f"{words.SCORE_MEANING}\n\n" + "\n".join(rows)


def _sources(lists: view.SourceLists) -> str:
    titled = (
        ("Cited", lists.cited),
        ("Read, not cited", lists.read),
        ("Found, not read", lists.found),
        ("Failed", lists.failed),
    )
    return "\n\n".join(
        f"### {heading} ({len(sources)})\n\n" + ("\n".join(_source(s) for s in sources) or "None.")
        for heading, sources in titled
    )


def _source(source: ListedSource) -> str:
    title = [md(words.source_title(source))] if words.titled(source) else []
    return f"- {md(source.id)}: {', '.join([*title, _address(source), *facts_of(source, md)])}"


def _made(report: Report) -> str:
    return "\n".join(f"- {fact}" for fact in made_of(report, md))
