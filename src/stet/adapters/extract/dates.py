"""When a document was published and last changed, each with the place that says so."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import takewhile
from typing import NamedTuple

from stet.adapters.extract.blocks import squeeze
from stet.adapters.extract.datewords import find_dates, is_ambiguous

PUBLISHED = "published"
MODIFIED = "modified"


class Stated(NamedTuple):
    """A date that a document states in a `place` of this `rank` (0 is the strongest).

    Where the words `said` there give no date, `day` is None.
    """

    rank: int
    place: str
    what: str
    day: date | None
    said: str = ""


class Dated(NamedTuple):
    """The dates of a document, each with its place; a place without a date says why it gives none."""

    published_at: date | None = None
    published_from: str | None = None
    modified_at: date | None = None
    modified_from: str | None = None


_EARLIEST = date(1800, 1, 1)
_SEPARATOR = r"(?:^|[|·•–—(,;/]|\s-\s)\s{0,3}"
_PUBLISHED = re.compile(
    _SEPARATOR
    + r"(?:first\s|originally\s|date\s{1,2})?(?P<word>published|publication(?:\sdate)?|publish\sdate|posted|"
    r"issued|released|release\sdate|date|datum|date\sof\spublication|veröffentlicht|erschienen|publié(?:e)?|mise\sen\sligne|"
    r"date\sde\spublication|publicado|fecha\sde\spublicación|pubblicato|gepubliceerd|opublikowano|发布时间|发布日期|公開日)\b",
    re.IGNORECASE,
)
_MODIFIED = re.compile(
    _SEPARATOR
    + r"(?P<word>(?:page\s|content\s)?(?:last|latest)\s(?:update|updated|modified|modification|revised|"
    r"reviewed|"
    r"edited|"
    r"changed|observed|checked|verified)|updated|modified|revised|as\sof|date\smodified|stand|zuletzt\saktualisiert|"
    r"aktualisiert(?:\sam)?|dernière\smise\sà\sjour|mis\sà\sjour|última\sactualización|actualizado|ultimo\saggiornamento|"
    r"aggiornato|última\satualização|atualizado|laatst\sbijgewerkt|bijgewerkt|更新时间|最終更新日?)\b",
    re.IGNORECASE,
)
_GAZETTE = re.compile(
    r"(?:official\sjournal\sof\sthe\seuropean\sunion\b.{0,20}?)?\bOJ\s{1,2}[LC]\b.{0,40}", re.IGNORECASE
)
_COPYRIGHT = re.compile(r"©|\(c\)\s{0,3}\d{4}|copyright|all rights reserved", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{1,40}")
# What may stand beside a date in a line that only dates the page.
_BESIDE_A_DATE = frozenset(
    [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
        "montag",
        "dienstag",
        "mittwoch",
        "donnerstag",
        "freitag",
        "samstag",
        "sonntag",
        "lundi",
        "mardi",
        "mercredi",
        "jeudi",
        "vendredi",
        "samedi",
        "dimanche",
        "lunes",
        "martes",
        "miércoles",
        "jueves",
        "viernes",
        "sábado",
        "domingo",
        "at",
        "on",
        "um",
        "uhr",
        "à",
        "le",
        "am",
        "pm",
        "utc",
        "gmt",
        "cet",
        "cest",
        "est",
        "edt",
        "pst",
        "pdt",
        "bst",
        "ist",
        "min",
        "read",
        "minutes",
        "the",
        "den",
        "h",
        "t",
        "z",
        "by",
        "de",
        "updated",
        "hour",
        "hours",
        "day",
        "days",
        "ago",
    ]
)
_SHORT = 160
# A longer line is the text itself: a day further down is one that it speaks of.
_LEAD = 200
_TOP = 16
_BOTTOM = 14
_URL_DAY = re.compile(
    r"(?<!\d)((?:19|20)\d{2})(?:([/-])(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)|/([1-9]|1[0-2])/([1-9]|[12]\d|3[01])/)"
)


def settle(stated: Iterable[Stated], today: date) -> Dated:
    """One publication and one modification date, each from the strongest place that states it.

    Two different dates of one rank, one after `today`, or words that are no date leave that date unknown:
    weaker places cannot mend it.
    """
    found = list(stated)
    published, published_from = _strongest(found, PUBLISHED, today)
    modified, modified_from = _strongest(found, MODIFIED, today)
    return Dated(published, published_from, modified, modified_from)


def reconciled(stated: Sequence[Stated], weighty: Sequence[int], seen: Sequence[int]) -> list[Stated]:
    """The same dates, with what other places say against the strongest date of publication.

    A day before or after it, in one of the ranks `seen` by readers, is the day at the site: machines write the
    time of another zone. Anything else in one of the `weighty` ranks contradicts it, and there are two dates.
    """
    days: dict[int, dict[date, str]] = {}
    for s in stated:
        if s.what == PUBLISHED and s.day is not None:
            days.setdefault(s.rank, {}).setdefault(s.day, s.place)
    rank = min((s.rank for s in stated if s.what == PUBLISHED), default=0)
    if rank not in days:
        return list(stated)
    best = days[rank]
    others = [s for s in stated if s.what != PUBLISHED or s.rank != rank]
    for other in seen:
        if other > rank and len(shown := days.get(other, {})) == 1:
            day, place = next(iter(shown.items()))
            if all(abs((day - d).days) == 1 for d in best):
                return [Stated(rank, place, PUBLISHED, day), *others]
    for other in weighty:
        against = days.get(other, {}) if other > rank else {}
        if against and all(abs((day - d).days) > 1 for day in against for d in best):
            place = f"{next(iter(best.values()))} and {next(iter(against.values()))}"
            return [*(Stated(rank, place, PUBLISHED, day) for day in (*best, *against)), *others]
    return list(stated)


def _strongest(found: Sequence[Stated], what: str, today: date) -> tuple[date | None, str | None]:
    of_kind = [s for s in found if s.what == what]
    if not of_kind:
        return None, None
    rank = min(s.rank for s in of_kind)
    best = [s for s in of_kind if s.rank == rank]
    place = best[0].place
    days = sorted({s.day for s in best if s.day is not None})
    if not days:
        return None, no_date(place, best[0].said)
    if len(days) > 1:
        return None, f"{place}, more than one date: {days[0]} and {days[1]}"
    if days[0] < _EARLIEST:
        return None, no_date(place, days[0].isoformat())
    return as_of(days[0], place, today)


def as_of(day: date, place: str | None, today: date) -> tuple[date | None, str | None]:
    """A date and its place as they count on a day: one that has not come is none, and its place says so."""
    if day <= today:
        return day, place
    return None, f"{place or 'the document'}, after the as-of date: {day.isoformat()}"


def no_date(place: str, said: str) -> str:
    """What a place says that cannot be taken for a date, with the reason; at most 40 characters of it."""
    why = "could be two dates" if is_ambiguous(said) else "not a date"
    return f"{place}, {why}: {shown(said)}"


def shown(said: str, most: int = 40) -> str:
    """Words of a document as they may stand in a message: one line, printable, cut."""
    text = squeeze("".join(c if c.isprintable() else " " for c in said[: 10 * most]))
    return text if len(text) <= most else f"{text[: most - 1]}…"


def visible(lines: Sequence[str], rank: int, title: str | None = None) -> list[Stated]:
    """Dates that short lines near the title, or at the very end, give to the document itself.

    A line counts when a word such as "Published" or "Last update" introduces its date, when such a word is
    the whole line and a date the next, when it is a reference to the Official Journal, or when a line close
    below or right above the title is nothing but a date. Copyright lines never count.
    """
    rows = [line.strip(" *_#>-\t") for line in lines]
    rows = [row for row in rows if row]
    start = next((i for i, row in enumerate(rows) if title and row == title), 0)
    top = rows[max(0, start - 3) : start + _TOP]
    bottom = rows[max(start + _TOP, len(rows) - _BOTTOM) :]
    found: list[Stated] = []
    for part, is_top in ((top, True), (bottom, False)):
        for i, row in enumerate(part):
            following = part[i + 1] if i + 1 < len(part) else ""
            found += [s for s in _of_line(row, following, rank) if is_top or s.what == MODIFIED]
    if not any(s.what == PUBLISHED for s in found):
        below = takewhile(lambda row: len(row) <= _LEAD, rows[start + 1 : start + 6])
        near = [*below, *rows[max(0, start - 2) : start]]
        found += _bare(near if title else [], rank)
    return found


def _of_line(row: str, following: str, rank: int) -> list[Stated]:
    if len(row) > 2 * _SHORT or _COPYRIGHT.search(row):
        return []
    if (m := _GAZETTE.match(row)) and (days := [d for _, _, d in find_dates(m.group(0))]):
        return [Stated(rank, "OJ reference", PUBLISHED, days[0])]
    if len(row) > _SHORT:
        return []
    found: list[Stated] = []
    for what, pattern in ((PUBLISHED, _PUBLISHED), (MODIFIED, _MODIFIED)):
        if m := pattern.search(row):
            rest = row[m.end() : m.end() + 60]
            near = next(((s, d) for s, _, d in find_dates(rest) if s <= 24), None)
            if near is None and not rest.strip(" :") and m.start() == 0 and len(following) <= 40:
                near = next(((s, d) for s, _, d in find_dates(following) if s <= 12), None)
            if near is not None:
                found.append(Stated(rank, "visible text", what, near[1]))
    return found


def _bare(rows: Sequence[str], rank: int) -> list[Stated]:
    for row in rows:
        spans = list(find_dates(row)) if len(row) <= 60 else []
        if len(spans) == 1:
            start, end, day = spans[0]
            words = _WORDS.findall((row[:start] + " " + row[end:]).lower())
            if all(w in _BESIDE_A_DATE for w in words):
                return [Stated(rank, "visible text", PUBLISHED, day)]
    return []


def of_url(url: str | None, rank: int) -> list[Stated]:
    """The day that stands in the path of a URL, as in `/2026/03/03/` or `-2026-03-03`."""
    if not url:
        return []
    path = url.partition("://")[2].partition("/")[2].partition("?")[0]
    found = {(m[1], m[3] or m[5], m[4] or m[6]) for m in _URL_DAY.finditer(path)}
    if len(found) != 1:
        return []
    year, month, day = (int(x) for x in found.pop())
    try:
        return [Stated(rank, "url", PUBLISHED, date(year, month, day))]
    except ValueError:
        return []
