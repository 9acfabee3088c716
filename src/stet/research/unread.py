"""What was not read, and why: a reader must know which documents and pages an answer did not look at."""

from collections.abc import Iterator, Sequence

from stet.domain.events import Event, PageFailed, PageRead, PageSame, Searched
from stet.domain.identity import normalise_url

_NAMED = 10
_ENDS_READING = {"pages", "seconds"}


def unread(given: Sequence[str], events: Sequence[Event], limit: str | None) -> str | None:
    """A few sentences on the documents of `given` and the pages found that no round read, or None when all were.

    `limit` is the limit that ended the reading, if one did.
    """
    why = f"the limit on {limit} came first" if limit in _ENDS_READING else "others came before them"
    return " ".join([*_documents(given, events, why), *_pages(events, why)]) or None


def _documents(given: Sequence[str], events: Sequence[Event], why: str) -> Iterator[str]:
    found = {hit.path for event in events if isinstance(event, Searched) for hit in event.hits}
    tried = {event.source.path for event in events if isinstance(event, PageRead)}
    tried |= {event.hit.path for event in events if isinstance(event, PageFailed)}
    left = [path for path in given if path not in tried]
    if not left:
        return
    yield f"{len(given) - len(left):,} of the {len(given):,} given documents were read."
    if passed_over := [path for path in left if path in found]:
        yield f"Found, but not read, because {why}: {_named(passed_over)}."
    if never_found := [path for path in left if path not in found]:
        yield f"Found by no query: {_named(never_found)}."


def _pages(events: Sequence[Event], why: str) -> Iterator[str]:
    """How much of the web was passed over; how much more there is that no search found, nobody knows."""
    hits = (hit for event in events if isinstance(event, Searched) for hit in event.hits)
    found = {hit.identity for hit in hits if hit.path is None}
    read = [e.source for e in events if isinstance(e, PageRead) and e.source.path is None]
    failed = {e.hit.identity for e in events if isinstance(e, PageFailed) and e.hit.path is None}
    known = failed | {event.hit.identity for event in events if isinstance(event, PageSame)}
    known |= {normalise_url(url) for s in read for url in (s.url, s.original_url) if url}
    if left := found - known:
        total = len(read) + len(failed) + len(left)
        yield f"{len(read):,} of at least {total:,} pages on the web were read."
        yield f"Those found and not read are listed: {why}."


def _named(paths: Sequence[str]) -> str:
    more = len(paths) - _NAMED
    return ", ".join(paths[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")
