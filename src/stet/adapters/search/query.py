"""A query in the words and the length that a provider takes."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from stet.domain.identity import canonical_host
from stet.ports import Remark
from stet.report.clean import one_line

_CONTROL = re.compile("[\u0000-\u001f\u007f-\u009f\ud800-\udfff]")
# What belongs to the character before it: joiners, variation selectors, skin tones.
_ATTACHED = re.compile("[\u200c\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]")


def fitted(
    text: str, *, characters: int, words: int | None = None, reserved: int = 0
) -> tuple[str, tuple[Remark, ...]]:
    """`text` on one line, cut at a word to at most `characters` less the `reserved` ones, and at most `words`.

    A script without spaces is cut between characters, never between a letter and its marks. What was cut is said
    in a remark `query_cut`.
    """
    whole = one_line(_CONTROL.sub(" ", text))
    room = max(characters - reserved, 0)
    kept = whole
    if words is not None:
        kept = " ".join(kept.split()[: max(words, 0)])
    if len(kept) > room:
        kept = _cut(kept, room)
    if kept == whole:
        return whole, ()
    limit = f"{room} characters" + (f" and {words} words" if words is not None else "")
    message = (
        f"the query was cut from {len(whole)} characters ({len(whole.split())} words)"
        f" to {len(kept)} ({len(kept.split())} words): the provider takes {limit}"
    )
    return kept, (Remark(code="query_cut", message=message),)


def _cut(text: str, room: int) -> str:
    if text[room : room + 1] == " ":
        return text[:room]
    head = text[:room]
    at = head.rfind(" ")
    # One long word, or no spaces at all: half the room is too much to give up for a boundary.
    if at > room // 2:
        return head[:at]
    end = room
    while end > 0 and (_attached(text[end]) or text[end - 1] == "\u200d"):
        end -= 1
    return text[:end].rstrip()


def _attached(char: str) -> bool:
    return unicodedata.category(char).startswith("M") or _ATTACHED.match(char) is not None


def sited(
    sites: Sequence[str], exclude: Sequence[str] = (), *, characters: int, words: int | None = None
) -> tuple[str, tuple[Remark, ...]]:
    """`site:a OR site:b -site:c` in at most that many characters and words, for providers without a filter.

    Sites come first, in their order, and as many as fit; at least the answer is filtered by all of them (see
    `leads.hits`). What did not fit is said in a remark `filter_partial`.
    """
    room = characters, 1_000_000 if words is None else words
    wanted = _packed([f"site:{site}" for site in _hosts(sites)], " OR ", "", room)
    every = _packed([f"-site:{site}" for site in _hosts(exclude)], " ", wanted, room)
    # `OR` holds no colon, so operators are what is counted.
    missed = len(_hosts(sites)) + len(_hosts(exclude)) - every.count("site:")
    if not missed:
        return every, ()
    message = (
        f"{missed} of {len(_hosts(sites)) + len(_hosts(exclude))} site filters did not fit into the query;"
        " they were applied to what came back"
    )
    return every, (Remark(code="filter_partial", message=message),)


def _packed(parts: Sequence[str], glue: str, start: str, room: tuple[int, int]) -> str:
    built, link = start, " "
    for part in parts:
        longer = f"{built}{link}{part}" if built else part
        if len(longer) > room[0] or len(longer.split()) > room[1]:
            break
        built, link = longer, glue
    return built


def listed(sites: Sequence[str], most: int, *, what: str = "sites") -> tuple[list[str], tuple[Remark, ...]]:
    """The first `most` hosts, for providers that take a list; what is left out is said as in `sited`."""
    hosts = _hosts(sites)
    if len(hosts) <= most:
        return hosts, ()
    message = f"the provider takes {most} {what}, not {len(hosts)}: the rest were applied to what came back"
    return hosts[:most], (Remark(code="filter_partial", message=message),)


def ignored(provider: str, what: str) -> Remark:
    """A filter that a provider does not have."""
    return Remark(code="filter_ignored", message=f"{provider} cannot filter by {what}")


def _hosts(sites: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(_canonical(sites)))


def _canonical(sites: Sequence[str]) -> Iterator[str]:
    for site in sites:
        host = canonical_host(site)
        if host:
            yield host
