"""Whether a site lets this reader read: robots.txt (RFC 9309), asked for once and kept for a day."""

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from stet.adapters.fetch import addresses, statuses
from stet.adapters.http import Bounds, Failure, Http, HttpFailure, Reply
from stet.adapters.http.pace import Pace
from stet.domain.evidence import PageStatus
from stet.errors import RateLimited, Unavailable
from stet.ports import Clock

if TYPE_CHECKING:
    from protego import Protego

TOKEN = "stet"
"""The name that robots.txt may address this reader by."""

_DAY = 86_400.0
_FOR_NOW = 300.0
_READ = 500_000
_HOPS = 5
_ORIGINS = 2_000
_LONGEST_DELAY = 10.0
_BOUNDS = Bounds(bytes=_READ + 1, seconds=20.0, cut=True)
_ADDRESSED = re.compile(r"\s{0,99}user(?:-|\s{0,9})agent(?:\s{0,99}:|\s)\s{0,99}([^#]{0,500})", re.IGNORECASE)
_OURS = re.compile(rf"{TOKEN}(?![\w-])", re.IGNORECASE)
# The first two begin as the third and fourth do, which are therefore looked at before.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# These befall the page as well, and say more there than here.
_OF_THE_HOST = frozenset((Failure.REFUSED, Failure.NO_HOST, Failure.CERTIFICATE))


def user_agent(version: str, contact: str | None = None) -> str:
    """How this reader presents itself: `stet/1.0 (+https://example.org/contact)`."""
    return f"{TOKEN}/{version} (+{contact})" if contact else f"{TOKEN}/{version}"


class Permission(NamedTuple):
    """Whether an address may be read, why not, and how many seconds the site wants between requests.

    `status` is what becomes of the page: `robots` where the site says so, else what befell the question.
    """

    allowed: bool
    reason: str | None = None
    delay: float | None = None
    status: PageStatus = PageStatus.ROBOTS


@dataclass(frozen=True, slots=True)
class _Rules:
    """What an origin's robots.txt said, and until when that holds.

    `parsed` is None where there is none, which allows everything; `closed` says why nothing may be read.
    """

    until: float
    parsed: "Protego | None" = None
    closed: str | None = None
    status: PageStatus = PageStatus.ROBOTS


class Robots:
    """The robots.txt of every origin, shared by all runs of a process."""

    def __init__(self, http: Http, *, pace: Pace, clock: Clock) -> None:
        self._http = http
        self._pace = pace
        self._clock = clock
        self._rules: dict[str, _Rules] = {}
        self._one_each = Pace(in_all=1_000, at_once=1, gap=0.0)

    async def permission(self, url: str) -> Permission:
        """Whether `url`, an address without fault, may be read.

        No robots.txt (any 4xx) allows everything; one that cannot be had (5xx, no connection) forbids
        everything for five minutes (RFC 9309, section 2.3.1).

        Raises:
            HttpFailure: the host is refused, unknown, or has a bad certificate
            RateLimited: the site was asked too often
        """
        origin = addresses.origin(url)
        # One asks and the others of the same origin wait for the answer.
        async with self._one_each.turn(origin):
            rules = self._rules.get(origin)
            if rules is None or rules.until <= self._clock.monotonic():
                rules = await self._ask(f"{origin}/robots.txt")
                self._keep(origin, rules)
        if rules.closed is not None:
            return Permission(allowed=False, reason=rules.closed, status=rules.status)
        if rules.parsed is None:
            return Permission(allowed=True)
        delay = rules.parsed.crawl_delay(TOKEN)
        delay = None if delay is None else min(max(0.0, float(delay)), _LONGEST_DELAY)
        if rules.parsed.can_fetch(addresses.as_sent(url), TOKEN):
            return Permission(allowed=True, delay=delay)
        return Permission(
            allowed=False, reason=f"{origin}/robots.txt asks readers to stay away from this address"
        )

    async def _ask(self, url: str) -> _Rules:
        try:
            reply = await self._follow(url)
            verdict = statuses.of_reply(reply, self._clock.now()) if reply is not None else None
        except HttpFailure as error:
            if error.failure in _OF_THE_HOST:
                raise
            late = error.failure is Failure.TIMEOUT
            return self._closed(url, error.message, PageStatus.TIMEOUT if late else PageStatus.ERROR)
        except RateLimited as error:
            self._pace.told(addresses.pace_key(url), error.retry_after)
            raise
        except Unavailable as error:
            return self._closed(url, error.message)
        until = self._clock.monotonic() + _DAY
        if reply is None or verdict is not None:
            return _Rules(until)
        return _Rules(until, parsed=_parse(reply.body))

    async def _follow(self, url: str) -> Reply | None:
        """The answer after at most five redirects; None where they lead nowhere."""
        for _ in range(_HOPS + 1):
            async with self._pace.turn(addresses.pace_key(url)):
                reply = await self._http.request("GET", url, bounds=_BOUNDS)
            if reply.status not in statuses.REDIRECTS:
                return reply
            onward = addresses.target(url, reply.headers.get("location", ""))
            if onward is None or addresses.fault(onward):
                return None
            url = onward
        return None

    def _closed(self, url: str, why: str, status: PageStatus = PageStatus.ROBOTS) -> _Rules:
        return _Rules(
            self._clock.monotonic() + _FOR_NOW,
            closed=f"{url} cannot be had, so nothing is read for now: {why}",
            status=status,
        )

    def _keep(self, origin: str, rules: _Rules) -> None:
        self._rules.pop(origin, None)
        while len(self._rules) >= _ORIGINS:
            del self._rules[next(iter(self._rules))]
        self._rules[origin] = rules


def _parse(body: bytes) -> "Protego":
    from protego import Protego

    # Lines past the bound are not read (RFC 9309, section 2.5); the last one may be cut, and half a rule is none.
    encoding = next((name for mark, name in _MARKS if body.startswith(mark)), "utf-8-sig")
    text = body[:_READ].decode(encoding, "replace")
    if len(body) > _READ:
        text = text.rpartition("\n")[0]
    return Protego.parse("\n".join(map(_addressed, text.splitlines())))


def _addressed(line: str) -> str:
    """A line of robots.txt, where it names a reader, as naming this one, all, or another.

    A name is a whole product token (RFC 9309, section 2.2.1); Protego takes any beginning of ours for ours.
    """
    named = _ADDRESSED.match(line)
    if named is None:
        return line
    if _OURS.match(named[1]):
        return f"User-agent: {TOKEN}"
    return "User-agent: *" if named[1].startswith("*") else "User-agent: another"
