"""What the tests of the web reader share: a story, a page of it, a hit."""

from collections.abc import Callable
from datetime import date

from stet.adapters.fetch.web import WebFetch
from stet.domain.evidence import Hit

Make = Callable[..., WebFetch]
STORY = (
    "The council voted on Tuesday to close the north pier for repairs. Work begins in March and is to last "
    "until the end of the summer, the harbour master said. "
)
ARTICLE = (
    "<html lang=en><head><title>Pier closes</title></head><body><h1>Pier closes</h1>"
    f"<p>{STORY * 3}</p></body></html>"
)
NO_ROBOTS = (404, {}, "")


def hit(url: str, published_at: date | None = None) -> Hit:
    return Hit(url=url, title="From a search", provider="canned", rank=1, published_at=published_at)
