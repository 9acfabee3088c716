"""What an answer over HTTP, or none, means for a page."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from stet.adapters.http import Failure, HttpFailure, Reply
from stet.domain.evidence import PageStatus
from stet.errors import RateLimited, Unavailable

_BY_CODE = {
    401: (PageStatus.LOGIN, "the site asks for a log-in"),
    402: (PageStatus.PAYWALLED, "the site asks for a payment"),
    403: (PageStatus.BLOCKED, "the site does not let the reader in"),
    404: (PageStatus.NOT_FOUND, "there is no such page"),
    410: (PageStatus.GONE, "the page was taken away"),
    413: (PageStatus.ERROR, "the server finds the request too large"),
    414: (PageStatus.ERROR, "the server finds the address too long"),
    451: (PageStatus.BLOCKED, "not shown for legal reasons"),
    999: (PageStatus.BLOCKED, "the site does not let the reader in"),
}
_BY_FAILURE = {
    Failure.REFUSED: PageStatus.REFUSED_ADDRESS,
    Failure.TIMEOUT: PageStatus.TIMEOUT,
    Failure.TOO_LARGE: PageStatus.TOO_LARGE,
}
# Firewalls say so in a header of their own, whatever the code.
_CHALLENGES = (
    ("cf-mitigated", "Cloudflare"),
    ("x-amzn-waf-action", "AWS WAF"),
    ("x-datadome", "DataDome"),
)
_LONGEST_PAUSE = 7 * 86_400.0
TOO_OFTEN = frozenset((429, 503))
REDIRECTS = frozenset((301, 302, 303, 307, 308))


class Verdict(NamedTuple):
    """A status and why."""

    status: PageStatus
    reason: str


def of_failure(error: HttpFailure) -> Verdict:
    """What no answer means.

    Raises:
        Unavailable: there was no connection, or it broke
    """
    if error.failure is Failure.UNREACHABLE:
        raise Unavailable(error.message) from error
    return Verdict(_BY_FAILURE.get(error.failure, PageStatus.ERROR), error.message)


def of_reply(reply: Reply, now: datetime) -> Verdict | None:
    """What an answer's code and headers mean, or None where there is a body to be read.

    Raises:
        RateLimited: 429, or 503 with a time to come back
        Unavailable: any other 5xx
    """
    code, headers = reply.status, reply.headers
    firewall = next((name for header, name in _CHALLENGES if _challenges(headers, header, code)), None)
    if firewall is not None:
        return Verdict(
            PageStatus.BLOCKED, f"{firewall} wants the reader to prove that it is a person ({code})"
        )
    pause = retry_after(headers, now)
    if code == 429 or (code == 503 and pause is not None):
        raise RateLimited(f"asked too often ({code})", retry_after=pause)
    if 500 <= code < 600:
        raise Unavailable(f"the server failed ({code})")
    if code in {204, 205}:
        return Verdict(PageStatus.EMPTY, f"the server sent no content ({code})")
    if code == 206 or not 200 <= code < 300:
        status, reason = _BY_CODE.get(code, (PageStatus.ERROR, "an answer that is no page"))
        return Verdict(status, f"{reason} ({code})")
    return None


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds until the server wants to be asked again, at most a week; None where it does not say.

    The header holds seconds or a date (RFC 9110, section 10.2.3).
    """
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return min(float(value[:12]), _LONGEST_PAUSE)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    # A date with the zone "-0000" comes without one.
    seconds = (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() - now.timestamp()
    return min(max(0.0, seconds), _LONGEST_PAUSE)


def _challenges(headers: Mapping[str, str], name: str, code: int) -> bool:
    value = headers.get(name, "").lower()
    if name == "x-datadome":
        return bool(value) and code in {401, 403, 405, 429}
    return value in {"challenge", "captcha", "block"}
