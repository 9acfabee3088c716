"""`stet plant FILE`: errors in a cited text by anyone, found or not by what `stet check` does."""

import sys
from collections.abc import Mapping
from contextlib import closing
from datetime import date

from stet.app import App, profile_of
from stet.app.checking import STDIN, Checking, Wanted
from stet.app.checking_run import Terms, judge_model
from stet.config import Settings
from stet.domain.evidence import PageStatus
from stet.errors import BadSetting
from stet.evaluate.planting import planting
from stet.evaluate.planting_text import TextExaminer
from stet.evaluate.planting_values import Order, Plantings
from stet.report.checked import CheckedText

_COPY = "copy.md"


async def planted_file(
    app: App, settings: Settings, sources: str | None, judged: bool, order: Order
) -> Plantings:
    """Everything planted in the text that the order names.

    Raises:
        NotFound: no such file or folder, or nothing in it can be read
        BadSetting: no folder of sources is given
        StetError: what the checking raises
    """
    if sources is None:
        raise BadSetting(
            "a text is planted in beside its sources, and none are given",
            hint=f"stet plant {order.of} --sources FOLDER",
        )
    today = app.clock.now().date()
    judge = judge_model(app, settings.models.played(None)["judge"], settings.budget) if judged else None
    terms = Terms(profile_of(settings.profile), today, settings.budget, judge, fetch=False)
    async with Checking(app, Wanted(terms, sources), _quiet) as checking:
        raw = sys.stdin.buffer.read() if order.of == STDIN else None
        first = await checking.check(order.of, raw)

        async def check(text: str) -> CheckedText:
            return (await checking.check(_COPY, text.encode("utf-8", "surrogatepass"))).found

        examiner = TextExaminer(check)
        target = await examiner.original(first.text, _texts(app, sources, today, first.found))
        found = await planting(target, examiner, order.model_copy(update={"form": "text"}))
    faults, unsettled = len(examiner.faults), examiner.unsettled
    return Plantings(of=order.of, question="", plantings=(found,), faults=faults, unsettled=unsettled)


def _texts(app: App, folder: str, today: date, found: CheckedText) -> Mapping[str, str]:
    """The texts of the sources that were read from the folder, by path."""
    texts: dict[str, str] = {}
    with closing(app.corpus([folder], today)) as corpus:
        for source in found.sources:
            if source.path is not None:
                page = corpus.fetch(source.path, at=app.clock.now()).page
                if page.status is PageStatus.OK:
                    texts[source.path] = page.text
    return texts


def _quiet(_: str) -> None:
    """Progress that nobody wants: every copy would tell the same."""
