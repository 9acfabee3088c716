"""How much markup is read of a page: counted before a tree is made of it, where time and memory go."""

import re

from stet.adapters.extract.values import Unreadable
from stet.domain.evidence import PageStatus

MOST_TAGS = 80_000
MOST_ATTRIBUTES = 500_000
# In one tag: the parser compares each attribute with all before it.
MOST_OF_ONE = 2_000
_TAG = re.compile(r"<[a-zA-Z]")
_BEGINNING = re.compile(r"<!--|<([a-zA-Z][^\s/>]*)")
_ATTRIBUTE = re.compile(r"[\s/]*[^\s/>][^\s/>=]*(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]*))?")
_END = {
    "script": re.compile(r"</script", re.IGNORECASE),
    "style": re.compile(r"</style", re.IGNORECASE),
    "!--": re.compile("-->"),
}
# Below this there cannot be attributes enough to matter.
_FEW_CHARACTERS = 100_000


def refuse_costly(text: str) -> None:
    """Raise for a page with more tags or attributes than are read.

    Raises:
        Unreadable: there are more
    """
    tags = sum(1 for _ in _TAG.finditer(text))
    if tags > MOST_TAGS:
        raise _too_large(f"{tags:,} tags; at most {MOST_TAGS:,} are read")
    if len(text) > _FEW_CHARACTERS:
        _count_attributes(text)


def _count_attributes(text: str) -> None:
    total, at = 0, 0
    left = dict(_END)
    while match := _BEGINNING.search(text, at):
        at = match.end()
        if match[1] is None:
            # Looked for once only where there is none: else such a page would be read over and over.
            at = _after(left, "!--", text, at)
            continue
        count = 0
        while found := _ATTRIBUTE.match(text, at):
            at = found.end()
            count += 1
            if count > MOST_OF_ONE:
                raise _too_large(f"a tag with more than {MOST_OF_ONE:,} attributes")
        total += count
        if total > MOST_ATTRIBUTES:
            raise _too_large(f"more than {MOST_ATTRIBUTES:,} attributes")
        at = _after(left, match[1].lower(), text, at)


def _after(left: dict[str, re.Pattern[str]], what: str, text: str, at: int) -> int:
    """Where a script, style sheet or comment ends; `at` where it does not."""
    if what not in left:
        return at
    end = left[what].search(text, at)
    if end is None:
        del left[what]
    return end.start() if end else at


def _too_large(reason: str) -> Unreadable:
    return Unreadable(PageStatus.TOO_LARGE, reason)
