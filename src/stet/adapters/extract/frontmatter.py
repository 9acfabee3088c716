"""The YAML block that may stand at the head of a Markdown or text file."""

import re
from datetime import date
from typing import NamedTuple

from stet.adapters.extract.blocks import squeeze
from stet.adapters.extract.dates import MODIFIED, PUBLISHED, Stated
from stet.adapters.extract.datewords import parse_date

_MAX_CHARS = 16_384
_OPEN = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$\n?", re.MULTILINE)
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
    """Split `text` into front matter and body; a block that is no YAML mapping stays text, with a fault."""
    opening = _OPEN.match(text)
    if not opening:
        return FrontMatter(text)
    closing = _CLOSE.search(text, opening.end(), opening.end() + _MAX_CHARS)
    block = text[opening.end() : closing.start()] if closing else ""
    if not closing:
        # Without an end it is a thematic break, unless it plainly begins with a field.
        begun = re.match(r"[A-Za-z_]{2,30}:[ \t]", text[opening.end() : opening.end() + 40])
        return FrontMatter(text, fault="front matter has no end; it was left in the text" if begun else None)
    fields, fault = _fields(block)
    if fault or not fields:
        return FrontMatter(text, fault=fault)
    return _read(fields, text[closing.end() :])


def _read(fields: dict[str, str], body: str) -> FrontMatter:
    def first(key: str) -> str | None:
        return next((squeeze(fields[k]) for k in _KEYS[key] if squeeze(fields.get(k, ""))), None)

    stated: list[Stated] = []
    faults: list[str] = []
    for what in (PUBLISHED, MODIFIED):
        value = first(what)
        day: date | None = parse_date(value) if value else None
        if day:
            stated.append(Stated(0, FRONT_MATTER, what, day))
        elif value:
            faults.append(f"front matter: {value[:40]!r} is not one full date")
    url = next(
        (u for k in _KEYS["url"] if (u := fields.get(k, "").strip()).startswith(("http://", "https://"))),
        None,
    )
    return FrontMatter(
        body, first("title"), url, first("publisher"), first("lang"), tuple(stated), "; ".join(faults) or None
    )


def _fields(block: str) -> tuple[dict[str, str], str | None]:
    """The plain fields of a YAML mapping by lower-case name, or why there are none."""
    import yaml

    if block.count("[") + block.count("{") > 200:
        return {}, "front matter is nested too deep; it was left in the text"

    class Loader(yaml.BaseLoader):
        """Everything stays a string; aliases are refused, since merged aliases can grow without bound."""

        def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
            if self.check_event(yaml.AliasEvent):  # pyright: ignore[reportUnknownMemberType]
                raise yaml.YAMLError("aliases are not read")
            return super().compose_node(parent, index)

    try:
        loaded: object = yaml.load(block, Loader)  # noqa: S506 - BaseLoader makes nothing but strings
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        line = str(error).splitlines()[0] if str(error) else type(error).__name__
        return {}, f"front matter is not valid YAML ({line[:80]}); it was left in the text"
    if not isinstance(loaded, dict):
        return {}, None
    pairs: dict[object, object] = loaded  # pyright: ignore[reportUnknownVariableType]
    return {k.lower(): v for k, v in pairs.items() if isinstance(k, str) and isinstance(v, str)}, None
