"""The YAML block that may stand at the head of a Markdown or text file."""

import re
from datetime import date
from typing import TYPE_CHECKING, NamedTuple, cast

from stet.adapters.extract.blocks import squeeze
from stet.adapters.extract.dates import MODIFIED, PUBLISHED, Stated, no_date, shown
from stet.adapters.extract.datewords import parse_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import yaml

_MAX_CHARS = 16_384
_MAX_DROPPED = 200_000
_OPEN = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$\n?", re.MULTILINE)
_FIELD = re.compile(r"[A-Za-z_]{2,30}:[ \t]")
_YAML_LINE = re.compile(
    r"[ \t]{0,20}(?:[\w.\-\"']{1,60}[ \t]{0,3}:(?:\s|$)|- |#|[!&*{\[%\]}|>])|[ \t]{2,20}\S"
)
_TAGS = (None, "!", "tag:yaml.org,2002:str")
_KEYS = {
    "title": ("title",),
    "url": ("url", "canonical_url", "canonical", "source_url", "link", "source"),
    "publisher": ("publisher", "site_name", "site", "organisation", "organization"),
    PUBLISHED: ("published", "published_at", "date_published", "publish_date", "pubdate", "date"),
    MODIFIED: (
        "modified",
        "updated",
        "updated_at",
        "last_updated",
        "lastmod",
        "last_modified",
        "date_modified",
    ),
    "lang": ("lang", "language"),
}
FRONT_MATTER = "front matter"


class FrontMatter(NamedTuple):
    """What the block says, and `body`, the rest of the text. `fault` says what could not be read."""

    body: str
    title: str | None = None
    url: str | None = None
    publisher: str | None = None
    lang: str | None = None
    stated: tuple[Stated, ...] = ()
    fault: str | None = None


def read_front_matter(text: str) -> FrontMatter:
    """Split `text` into front matter and body.

    A block that is meant to be front matter and cannot be read is neither text nor believed: it is dropped,
    and `fault` says why. A `---` before anything else is a line across the page.
    """
    opening = _OPEN.match(text)
    if not opening:
        return FrontMatter(text)
    start = opening.end()
    closing = _CLOSE.search(text, start, start + _MAX_DROPPED)
    if not closing:
        end = _end_of_fields(text, start)
        return FrontMatter(text[end:], fault=_fault("it has no end")) if end > start else FrontMatter(text)
    block, body = text[start : closing.start()], text[closing.end() :]
    meant = _is_meant(block)
    if len(block) > _MAX_CHARS:
        long = _fault(f"it is longer than {_MAX_CHARS:,} characters")
        return FrontMatter(body, fault=long) if meant else FrontMatter(text)
    try:
        fields = _fields(block)
    except _NotRead as error:
        return FrontMatter(body, fault=_fault(str(error))) if meant else FrontMatter(text)
    return FrontMatter(text) if fields is None else _read(fields, body)


def _fault(why: str) -> str:
    return f"front matter could not be read: {why}"


def _is_meant(block: str) -> bool:
    """Whether most lines of a block are such as stand in YAML, rather than prose between two lines."""
    lines = [line for line in block.splitlines() if line.strip()]
    return 2 * sum(_YAML_LINE.match(line) is not None for line in lines) >= len(lines) > 0


def _end_of_fields(text: str, start: int) -> int:
    """Where the lines that are plainly fields end; `start` where there are none."""
    if not _FIELD.match(text, start):
        return start
    at = start
    while at < min(len(text), start + _MAX_DROPPED):
        line_end = text.find("\n", at)
        line_end = len(text) if line_end < 0 else line_end + 1
        line = text[at:line_end]
        if not line.strip() or not _YAML_LINE.match(line):
            break
        at = line_end
    return at


def _read(fields: dict[str, str], body: str) -> FrontMatter:
    def first(key: str) -> str | None:
        return next((v for k in _KEYS[key] if k in fields and (v := squeeze(fields[k]))), None)

    stated: list[Stated] = []
    faults: list[str] = []
    for what in (PUBLISHED, MODIFIED):
        value = first(what)
        day: date | None = parse_date(value) if value else None
        if day:
            stated.append(Stated(0, FRONT_MATTER, what, day))
        elif value:
            stated.append(Stated(0, FRONT_MATTER, what, None, value))
            faults.append(f"{what}: {no_date(FRONT_MATTER, value)}")
    url = next(
        (u for k in _KEYS["url"] if (u := fields.get(k, "").strip()).startswith(("http://", "https://"))),
        None,
    )
    return FrontMatter(
        body, first("title"), url, first("publisher"), first("lang"), tuple(stated), "; ".join(faults) or None
    )


class _NotRead(Exception):
    """The block is not to be read as YAML; the message says why."""


def _fields(block: str) -> dict[str, str] | None:
    """The plain fields of a YAML mapping by lower-case name; None for YAML that is no mapping.

    Raises:
        _NotRead: it is no YAML, or holds what front matter has no use for
    """
    import yaml

    loader = cast("type[yaml.BaseLoader]", getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    try:
        # Events, and no objects: aliases cannot grow, tags make nothing, nesting takes no stack.
        parsed: object = yaml.parse(block, loader)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        events = list(cast("Iterable[yaml.Event]", parsed))
    except RecursionError as error:
        raise _NotRead("it is nested too deep") from error
    except (yaml.YAMLError, ValueError) as error:
        raise _NotRead(_told(error)) from error
    return _mapping(events)


def _mapping(events: "Sequence[yaml.Event]") -> dict[str, str] | None:
    """The pairs of words of the mapping that the events of a document are, its outermost level only."""
    import yaml

    if not isinstance(events[min(2, len(events) - 1)], yaml.MappingStartEvent):
        return None
    fields: dict[str, str] = {}
    depth, key, at_key = 0, None, True
    for event in events:
        if isinstance(event, yaml.AliasEvent):
            raise _NotRead("aliases are not read")
        if getattr(event, "tag", None) not in _TAGS:
            raise _NotRead("tags are not read")
        value = event.value if isinstance(event, yaml.ScalarEvent) else None
        if isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth == 1 and isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent):
            if not at_key and key is not None and value is not None:
                fields[key.lower()] = value
            if isinstance(event, yaml.ScalarEvent | yaml.CollectionEndEvent):
                key, at_key = (value if at_key else None), not at_key
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
    return fields


def _told(error: Exception) -> str:
    """The problem and its line, of the many lines of a YAML error."""
    problem = getattr(error, "problem", None) or str(error).partition("\n")[0] or type(error).__name__
    mark: object = getattr(error, "problem_mark", None)
    line = getattr(mark, "line", None)
    return shown(str(problem), 80) + (f" (line {line + 2})" if isinstance(line, int) else "")
