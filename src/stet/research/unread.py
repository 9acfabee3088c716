"""Which of the given documents were not read, and why: a reader must know what an answer did not look at."""

from collections.abc import Sequence

from stet.domain.events import Event, PageFailed, PageRead, Searched

_NAMED = 10
_ENDS_READING = {"pages", "seconds"}


def unread(given: Sequence[str], events: Sequence[Event], limit: str | None) -> str | None:
    """A sentence or two on the documents of `given` that no round read, or None when all were.

    `limit` is the limit that ended the reading, if one did.
    """
    found = {hit.path for event in events if isinstance(event, Searched) for hit in event.hits}
    tried = {event.source.path for event in events if isinstance(event, PageRead)}
    tried |= {event.hit.path for event in events if isinstance(event, PageFailed)}
    left = [path for path in given if path not in tried]
    if not left:
        return None
    passed_over = [path for path in left if path in found]
    never_found = [path for path in left if path not in found]
    said = [f"{len(given) - len(left):,} of the {len(given):,} given documents were read."]
    if passed_over:
        why = f"the limit on {limit} came first" if limit in _ENDS_READING else "others came before them"
        said.append(f"Found, but not read, because {why}: {_named(passed_over)}.")
    if never_found:
        said.append(f"Found by no query: {_named(never_found)}.")
    return " ".join(said)


def _named(paths: Sequence[str]) -> str:
    more = len(paths) - _NAMED
    return ", ".join(paths[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")
