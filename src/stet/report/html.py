"""The report as one HTML page that asks for nothing from outside and needs no script.

Each citation is a link to its claim's entry; each entry shows the exact words in their context and leads to
the same words marked in the saved text. Everything from documents goes through jinja's escaping and
`clean.visible`.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from stet.domain.report import Report
from stet.report import acts, people, view, words
from stet.report.clean import one_line, visible, web_address
from stet.report.days import long_date, said
from stet.report.json import to_json
from stet.report.shown import OnePage, Shown

_ACTIVE = re.compile("[<>&\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]")


def to_html(report: Report, texts: Mapping[str, str], *, snapshots: bool = False) -> str:
    """The page; `texts` holds the saved text of each source by its id.

    Quotes are shown with the sentences around them; with `snapshots` the saved texts stand in the page too, with the
    quotes marked. A quote whose words do not stand in the text at its place is shown with a warning and never marked;
    a source without a text in `texts` is listed without it.
    """
    return _render(Shown(report, texts, OnePage(snapshots=snapshots)), snapshots=snapshots)


def _render(shown: Shown, *, snapshots: bool) -> str:
    report = shown.report
    answer = shown.lines(report.answer)
    sections = [(section.heading, shown.lines(section.sentences)) for section in report.sections]
    claims = {entry.key: shown.claim(i, entry) for i, entry in enumerate(report.claims, 1)}
    lists = view.source_lists(report)
    kept = lists.cited + lists.read if snapshots else ()
    style, script = page_style(), asset("report.js")
    return (
        environment()
        .get_template("report.html.j2")
        .render(
            report=report,
            words=words,
            acts=acts,
            people=people,
            web_address=web_address,
            outcome=words.outcome(report),
            judgement=words.judgement(report),
            answer=answer,
            sections=sections,
            claims=list(claims.values()),
            ledger=[claims[entry.key] for entry in view.weakest_first(report.claims)],
            fallen=[claims[entry.key] for entry in view.not_supported(report)],
            disagreements=[(d, [shown.side(side) for side in d.sides]) for d in view.disagreements(report)],
            sentences_out=[
                (each, [shown.marker(key) for key in each.claims]) for each in acts.sentences_out(report)
            ],
            gaps=[(view.topic_of(report, gap), gap) for gap in report.gaps],
            lists=lists,
            saved=[text for source in kept if (text := shown.text(source))],
            shown=shown,
            data=for_script(to_json(report, dense=True)),
            style=style,
            script=script,
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        )
    )


def for_script(data: str) -> str:
    """JSON that cannot end or open anything in HTML or reorder what is shown, still the same JSON."""
    return _ACTIVE.sub(lambda found: f"\\u{ord(found.group()):04x}", data)


def asset(name: str) -> str:
    """A style sheet or script that stands in every page."""
    return files("stet.report").joinpath("templates", name).read_text(encoding="utf-8")


def page_style() -> str:
    """The style of a page that stands alone: how things look, and where they stand on it."""
    return asset("report.css") + asset("export.css")


@lru_cache(maxsize=2)
def environment(package: str | None = None) -> Environment:
    """Templates whose every value is escaped, and made harmless before; those of `package` come first."""
    packages = ("stet.report",) if package is None else (package, "stet.report")
    made = Environment(
        loader=ChoiceLoader([PackageLoader(each) for each in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    made.filters.update(line=one_line, long_date=long_date, said=said, humanise=words.humanise)
    return made


def _shown(value: object) -> object:
    """What a template writes: plain text without anything that could reorder or hide what follows."""
    return visible(value) if type(value) is str else value
