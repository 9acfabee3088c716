"""`stet read`: what the program sees of a page or a file."""

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stet.app import App, profile_of
from stet.app.reading import Look, Seen, SeenPassage, is_address, look_at
from stet.app.settings import operator_of
from stet.cli.exit import Exit
from stet.cli.interrupt import Interruptible
from stet.cli.setup import day_of, settings_of
from stet.cli.terminal import Line, cut, one_line, write
from stet.confidence.profile import Profile
from stet.config import checked
from stet.domain.evidence import PageStatus
from stet.domain.identity import host
from stet.errors import BadSetting, NotFound
from stet.report.words import grouped, plural

_SHOWN = 3
"""Passages shown to a reader."""
_NAMED = 5


class Wanted(NamedTuple):
    """What to read and how, as flags say it."""

    places: Sequence[str]
    address: str | None
    profile: str | None
    today: str | None
    json: bool


def read(wanted: Wanted) -> int:
    """Print what is seen of every place; status 1 when one of them cannot be used.

    Raises:
        NotFound: a file is not there; told at the end, when all others were read
        BadSetting: an option cannot be used
    """
    places = checked({"docs": tuple(wanted.places)}, lambda _: "URL|FILE").docs or ()
    settings = settings_of({"profile": wanted.profile})
    _check(wanted.address, places)
    profile = profile_of(settings.profile)
    # Nothing is kept, so no home is made.
    app = App(settings.home, settings.store, operator=operator_of(settings))
    today = day_of(wanted.today) or app.clock.now().date()
    looks: list[tuple[str, bool, bool]] = []

    def tell(look: Look) -> None:
        if wanted.json:
            _print_json(look)
        else:
            write([*([Line()] if looks else []), *_lines(look, profile)])
        looks.append((look.place, look.seen.status is PageStatus.OK, look.missing))

    Interruptible().run(
        lambda: look_at(app, places, tell, address=wanted.address, profile=profile, today=today)
    )
    if missing := [place for place, _, gone in looks if gone]:
        raise _not_there(missing)
    return Exit.DONE if all(good for _, good, _ in looks) else Exit.NOT_ACCEPTED


def _check(address: str | None, places: Sequence[str]) -> None:
    if address is None:
        return
    if len(places) != 1 or is_address(places[0]):
        raise BadSetting("--url is the address of one saved file", hint="stet read FILE --url ADDRESS")
    if host(address) is None:
        raise BadSetting(
            f"--url: “{cut(address, 80)}” is not an address", hint="write it as https://example.org/page"
        )


def _not_there(missing: Sequence[str]) -> NotFound:
    more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
    hint = "check the path"
    if host(f"https://{missing[0]}") and "." in missing[0].partition("/")[0]:
        hint = f"check the path; a page of the web begins with https://, as https://{missing[0]}"
    return NotFound(f"no such file: {', '.join(missing[:_NAMED])}{more}", hint=hint)


def _print_json(look: Look) -> None:
    print(look.seen.model_dump_json(), flush=True)
    if look.reason and look.seen.status is not PageStatus.OK:
        print(f"{look.seen.status}: {one_line(look.place)}: {cut(look.reason, 300)}", file=sys.stderr)


def _lines(look: Look, profile: Profile) -> Iterator[Line]:
    seen = look.seen
    good = seen.status is PageStatus.OK
    yield Line(f"{seen.status}: {one_line(seen.url)}", "bold" if good else "bold red")
    if seen.url != look.place:
        yield _pair("read from", look.place)
    if look.reason:
        yield _pair("because" if not good else "note", cut(grouped(look.reason), 400))
    if good:
        yield _pair("title", _with_origin(seen.title, seen.title_from))
        yield _pair("published", _with_origin(seen.published_at, seen.published_from))
        yield _pair("modified", _with_origin(seen.modified_at, seen.modified_from))
    kind = profile.kind_title(seen.kind)
    yield _pair(
        "site", f"{seen.site or 'no address'}: {kind}, authority {seen.authority:g} (profile {profile.name})"
    )
    if good:
        yield _pair("text", _sizes(seen))
    yield _pair("time", f"{seen.seconds:.2f} s")
    for number, passage in enumerate(seen.passages[:_SHOWN], start=1):
        yield from _passage(number, passage, seen.text)
    if good:
        left = len(seen.passages) - _SHOWN
        rest = f"{plural(left, 'more passage')}; " if left > 0 else ""
        yield Line(f"{rest}the whole text and all offsets: add --json", "dim", 2)


def _passage(number: int, passage: SeenPassage, text: str) -> Iterator[Line]:
    place = [f"page {passage.page}"] if passage.page is not None else []
    place += [f"under “{cut(passage.heading, 100)}”"] if passage.heading else []
    yield Line(", ".join([f"passage {number}, [{passage.start}, {passage.end})", *place]), "dim", 2)
    yield Line(cut(text[passage.start : passage.end], 300), indent=4)


def _sizes(seen: Seen) -> str:
    parts = [plural(len(seen.text), "character")]
    if seen.pages is None and len(seen.full_text) > len(seen.text):
        parts.append(f"{len(seen.full_text):,} with all that surrounds it")
    parts.append(plural(len(seen.passages), "passage"))
    parts += [plural(seen.pages, "page")] if seen.pages is not None else []
    parts += [fact for fact in (seen.media_type, seen.lang) if fact]
    return ", ".join(parts)


def _with_origin(value: object, origin: str | None) -> str:
    """Such as: 2026-05-04 (json-ld); or why there is none: none (meta, not a date: 99)."""
    return cut(f"{'none' if value is None else value}{f' ({origin})' if origin else ''}", 300)


def _pair(name: str, value: str) -> Line:
    return Line(one_line(value), indent=13, label=f"  {name}")
