"""The day at a site, where a moment is given in UTC and the page names its country."""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from stet.adapters.extract.datewords import parse_date

# Hours from UTC, least and greatest in a country, summer time included (IANA time zone database, mainland). Only
# countries that are wholly on one side. The United States are left out: their tag is what programs are delivered with.
_HOURS = {
    "ar": (-3, -3),
    "au": (8, 11),
    "br": (-5, -2),
    "ca": (-8, -2.5),
    "cl": (-6, -3),
    "cn": (8, 8),
    "co": (-5, -5),
    "hk": (8, 8),
    "id": (7, 9),
    "in": (5.5, 5.5),
    "jp": (9, 9),
    "kr": (9, 9),
    "mx": (-8, -5),
    "nz": (12, 13),
    "pe": (-5, -5),
    "ph": (8, 8),
    "sg": (8, 8),
    "th": (7, 7),
    "tw": (8, 8),
    "ve": (-4, -4),
    "vn": (7, 7),
}
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|\+00:?00)")
_REGION = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z]{4})?[-_]([A-Za-z]{2})")


def region_of(tags: Iterable[str | None]) -> str | None:
    """The country in the first language tag (`fr-CA`, `pt_BR`) that has one, in lower case."""
    found = (m[1].lower() for tag in tags if tag and (m := _REGION.fullmatch(tag.strip())))
    return next(found, None)


def day_there(value: str, region: str | None) -> date | None:
    """The one date that `value` states; of a moment in UTC the day in the country, if that is one day in all of it."""
    day = parse_date(value)
    if day is None or region not in _HOURS or not _MOMENT.fullmatch(value.strip()):
        return day
    moment = datetime.fromisoformat(value.strip()[:16]).replace(tzinfo=UTC)
    if (moment.hour, moment.minute) == (0, 0):
        # Midnight is how programs write a day without a time.
        return day
    days = {(moment + timedelta(hours=hours)).date() for hours in _HOURS[region]}
    return days.pop() if len(days) == 1 else day
