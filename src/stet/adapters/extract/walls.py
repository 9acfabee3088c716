"""Pages that stand in the way of a page: blocks, consent walls, log-ins, teasers before a payment, "not found".

They come with status 200 and look like text. Only a short page can be one, and only words that stand by themselves,
not in a long paragraph and not as a quotation, speak for the site: an article about such pages is long, and quotes.
"""

import re
from typing import NamedTuple

from stet.adapters.extract import wallwords as words
from stet.adapters.extract.wallcore import Core, asks_for_password, read_core
from stet.domain.evidence import PageStatus

_BLOCK_CHARACTERS = 1_500
_TEASER_CHARACTERS = 3_000
_NOTICE_CHARACTERS = 600
_TITLED_CHARACTERS = 300
_LINE_CHARACTERS = 300
_AFTER_CHARACTERS = 400
_MARKUP_CHARACTERS = 2_000_000
_BETWEEN = re.compile(r" [|–—:·-] |: ")
_QUOTES = "\"'“„‚‘«‹「『"


class Wall(NamedTuple):
    """What stands in the way, and in which words it says so."""

    status: PageStatus
    reason: str


class _Said(NamedTuple):
    """What a short page says: its title, its short lines as one lower-case text, all of it, and how long it is."""

    title: str
    text: str
    whole: str
    length: int


def find_wall(title: str | None, text: str, *, seen: str = "", markup: str = "") -> Wall | None:
    """The wall that a page is, by its title and its main text, or None.

    `seen` is all visible text, of which the words right after the main text count: a notice is often taken for
    surroundings. `markup` is the page's HTML, which says some things only to machines (`isAccessibleForFree`,
    whose scripts are loaded).
    """
    name = _plain(title or "")
    core = read_core(markup)
    found = _by_headings(name, core)
    if found is None and len(text) <= _TEASER_CHARACTERS:
        said = _Said(name, _own_words(text, seen), _plain(text), len(text))
        found = _missing(said)
        if found is None and said.length <= _BLOCK_CHARACTERS:
            found = _before_the_page(said, markup)
        found = found or _paywalled(said, markup)
    # What stands beside a short notice may be long, and be taken for the page.
    if found is None and 0 < len(core.text) <= _NOTICE_CHARACTERS < len(text):
        said = _Said(name, _own_words(core.text, ""), _plain(core.text), len(core.text))
        found = _missing(said) or _blocked(said) or _down(said)
    return found


def find_refusal(answer: str) -> Wall | None:
    """What a short JSON body says instead of an answer, or None."""
    match = words.ANSWER.match(answer) if len(answer) <= _NOTICE_CHARACTERS else None
    if match is None or match.lastgroup is None:
        return None
    shown = " ".join(answer.split())[:100]
    return Wall(PageStatus(match.lastgroup.rstrip("_")), f"an answer that refuses: “{shown}”")


def _before_the_page(said: _Said, markup: str) -> Wall | None:
    return (
        _blocked(said)
        or _down(said)
        or _parked(said, markup)
        or _consent(said)
        or _login(said, markup)
        or _aged(said)
        or _scripts(said)
    )


def _by_headings(title: str, core: Core) -> Wall | None:
    """A page whose title and heading both say nothing else, however much stands around it."""
    heading = _plain(core.heading)
    alone = bool(heading) and len(_parts(heading)) == 2 and "(" not in heading
    if alone and words.MISSING_TITLE.fullmatch(title) and words.MISSING_TITLE.fullmatch(heading):
        return Wall(PageStatus.NOT_FOUND, f"a page that says there is no such page: “{title[:100]}”")
    if heading and words.LISTING.fullmatch(title) and words.LISTING.fullmatch(heading):
        return Wall(PageStatus.EMPTY, f"a list of files: “{title[:100]}”")
    if words.DEFAULT_TITLE.fullmatch(title):
        return Wall(PageStatus.NOT_FOUND, f"a server's page before there is a site: “{title[:100]}”")
    return None


def _down(said: _Said) -> Wall | None:
    named = words.DOWN_TITLE.fullmatch(said.title) if said.length <= _TITLED_CHARACTERS else None
    match = _find(words.DOWN, said.text) if said.length <= _NOTICE_CHARACTERS else None
    if named or match:
        return Wall(PageStatus.ERROR, f"the site is down: {_shown(said.text, match)}")
    return None


def _aged(said: _Said) -> Wall | None:
    match = _find(words.AGE, said.text) if said.length <= _TITLED_CHARACTERS else None
    return (
        Wall(PageStatus.BLOCKED, f"a question for one's age: {_shown(said.text, match)}") if match else None
    )


def _missing(said: _Said) -> Wall | None:
    titled = words.MISSING_TITLE.fullmatch(said.title)
    match = _find(words.MISSING, said.text)
    if titled and (match or said.length <= _BLOCK_CHARACTERS):
        return Wall(PageStatus.NOT_FOUND, f"a page that says there is no such page: “{said.title[:100]}”")
    numbered = words.MISSING_NUMBER.match(said.title)
    if match and said.length <= (_BLOCK_CHARACTERS if numbered else _NOTICE_CHARACTERS):
        return Wall(
            PageStatus.NOT_FOUND, f"a page that says there is no such page: {_shown(said.text, match)}"
        )
    brief = _find(words.MISSING_BRIEF, said.text) if said.length <= _TITLED_CHARACTERS else None
    if brief:
        return Wall(
            PageStatus.NOT_FOUND, f"a page that says there is no such page: {_shown(said.text, brief)}"
        )
    return None


def _blocked(said: _Said) -> Wall | None:
    named = words.BLOCKED_TITLE.match(said.title)
    match = _find(words.BLOCKED, said.text)
    # A title alone may be an article's; with hardly any text under it, it is not.
    if match or (named and said.length <= _TITLED_CHARACTERS):
        return Wall(PageStatus.BLOCKED, f"the site blocks the reader: {_shown(said.text, match)}")
    return None


def _parked(said: _Said, markup: str) -> Wall | None:
    match = _find(words.PARKED, said.text)
    if match and (said.length <= _NOTICE_CHARACTERS or _mostly(said.text, "domain", "dominio", "domein")):
        return Wall(PageStatus.NOT_FOUND, f"a parked domain: {_shown(said.text, match)}")
    hosted = (
        words.PARKING_HOST.search(markup[:_MARKUP_CHARACTERS]) if said.length <= _NOTICE_CHARACTERS else None
    )
    return Wall(PageStatus.NOT_FOUND, f"a parked domain, by {hosted[1].lower()}") if hosted else None


def _consent(said: _Said) -> Wall | None:
    # What consent is asked for stands in long paragraphs, too; of other things they speak as well in an article.
    for pattern, text, among in (
        (words.CONSENT, said.text, 40),
        (words.CONSENT, said.whole, 40),
        (words.PARTNERS, said.whole, 20),
    ):
        match = _find(pattern, text)
        if match and _mostly(text, *words.OF_CONSENT, among=among):
            return Wall(PageStatus.BLOCKED, f"a consent wall: {_shown(text, match)}")
    return None


def _login(said: _Said, markup: str) -> Wall | None:
    match = _find(words.LOGIN, said.text) if said.length <= _NOTICE_CHARACTERS else None
    named = said.length <= _NOTICE_CHARACTERS and any(
        words.LOGIN_TITLE.fullmatch(part) for part in _parts(said.title)
    )
    if match or (named and asks_for_password(markup)):
        return Wall(PageStatus.LOGIN, f"a log-in stands before the page: {_shown(said.text, match)}")
    return None


def _scripts(said: _Said) -> Wall | None:
    match = _find(words.NEEDS_SCRIPTS, said.text) if said.length <= _TITLED_CHARACTERS else None
    return (
        Wall(PageStatus.NO_TEXT, f"nothing is shown without scripts: {_shown(said.text, match)}")
        if match
        else None
    )


def _paywalled(said: _Said, markup: str) -> Wall | None:
    match = _find(words.PAYWALLED, said.text)
    if match:
        return Wall(PageStatus.PAYWALLED, f"a teaser before a payment: {_shown(said.text, match)}")
    if said.length > _BLOCK_CHARACTERS:
        return None
    markup = markup[:_MARKUP_CHARACTERS]
    # Of several values (the article's, its parts') one that says "free" is believed.
    free = {value.lower() for value in words.FREE.findall(markup)}
    if free == {"false"} or words.LOCKED.search(markup):
        return Wall(PageStatus.PAYWALLED, "little text, and the page says that it is not free to read")
    return None


def _find(pattern: re.Pattern[str], said: str) -> re.Match[str] | None:
    """The first match that is not a quotation."""
    found = (m for m in pattern.finditer(said) if m.start() == 0 or said[m.start() - 1] not in _QUOTES)
    return next(found, None)


def _own_words(text: str, seen: str) -> str:
    """The short lines: what a site says of itself stands alone, not in a paragraph of an article."""
    last = text.strip().rpartition("\n")[2]
    at = seen.rfind(last)
    after = seen[at + len(last) :][:_AFTER_CHARACTERS] if at >= 0 else ""
    lines = f"{text}\n{after}".split("\n")
    return _plain(" ".join(line for line in lines if len(line) <= _LINE_CHARACTERS))


def _parts(title: str) -> list[str]:
    """A title and its parts: a site's name stands before or behind what the page is."""
    return [title, *(part.strip() for part in _BETWEEN.split(title))]


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split())


def _mostly(said: str, *about: str, among: int = 40) -> bool:
    """Whether a text speaks of little else: one of the words among so many or so."""
    return among * sum(said.count(word) for word in about) >= len(said.split())


def _shown(said: str, match: re.Match[str] | None) -> str:
    start = max(0, match.start() - 20) if match else 0
    return f"“{said[start : start + 100].strip()}”"
