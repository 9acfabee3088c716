"""No text breaks a run, whatever a search service or a page says."""

import json
import tempfile
from datetime import date
from decimal import Decimal
from pathlib import Path

from casekit import over
from hypothesis import given, settings
from hypothesis import strategies as st

from stet.adapters.extract import extract
from stet.adapters.fetch.pages import read as page_of
from stet.adapters.http import Reply
from stet.adapters.search import searxng
from stet.domain.budget import Budget
from stet.domain.evidence import Fetched, Hit
from stet.ports import Answer, SearchRequest
from stet.report.html import to_html
from stet.report.markdown import to_markdown
from stet.testing import MOMENT

TODAY = date(2026, 11, 30)
DEEP = "How deep is the quarry of Lenten Hill?"
SAID = "The quarry of Lenten Hill is 61 metres deep at its northern wall."


class AnyText:
    """A search that gets these bytes from its service, and a web on which every page is these bytes."""

    name = "searxng"
    usd = Decimal(0)

    def __init__(self, answer: bytes, body: bytes) -> None:
        self.answer, self.body = answer, body

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`."""
        return searxng.parse(self.answer, request)

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        """See `stet.ports.Fetch`."""
        found = extract(self.body, name="page", url=hit.url, today=TODAY)
        reply = Reply(url=hit.url, status=200, headers={}, body=self.body)
        return page_of(hit, found, reply, at=MOMENT, today=TODAY)


ODD = (
    "[C1]",
    "<p>",
    "]]>",
    "](javascript:x)",
    "\x00",
    "\ud800",
    "\u202e",
    "9" * 40,
    "1e999",
    "31 February 2026",
    "\n",
)
TEXT = st.lists(st.sampled_from(("quarry", "not", SAID, *ODD)) | st.text(max_size=20), max_size=12).map(
    " ".join
)
RESULT = st.fixed_dictionaries(
    {
        "url": st.sampled_from(["https://a.example/x", "http://a.example/%ff?[", "https://ü.example/\x7f"])
        | TEXT
    },
    optional={"title": st.none() | TEXT, "content": TEXT, "publishedDate": st.none() | TEXT},
)
ANSWER = st.lists(RESULT, min_size=1, max_size=4).map(lambda rows: json.dumps({"results": rows}).encode())
BODY = st.builds(
    lambda head, text: f"{head}{text}\n\n{SAID}".encode("utf-8", "surrogatepass"),
    st.sampled_from(["", "<title>", "<html><body><h1>", "---\ndate: "]),
    TEXT,
)


@given(answer=ANSWER | st.binary(max_size=40), body=BODY | st.binary(max_size=60))
@settings(max_examples=25, deadline=None)
def test_no_text_of_an_answer_or_a_page_breaks_a_run(answer: bytes, body: bytes):
    """K052, K055: what a run may raise is a StetError, and of these texts alone not even that; quotes stand."""
    door = AnyText(answer, body)
    with tempfile.TemporaryDirectory() as folder:
        came = over(Path(folder), DEEP, [door], door, budget=Budget(rounds=1))
    report = came.done
    texts = {source.id: page_text(door, source.url) for source in report.sources if source.status == "read"}
    for claim in report.claims:
        for quote in claim.quotes:
            assert texts[quote.source][quote.start : quote.end] == quote.exact
    assert to_markdown(report)
    assert to_html(report, texts)


def page_text(door: AnyText, url: str) -> str:
    return extract(door.body, name="page", url=url, today=TODAY).text
