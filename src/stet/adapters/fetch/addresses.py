"""Addresses of pages: which are asked for at all, where a redirect leads, and when it leads astray."""

import contextlib
import html
import re
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from stet.adapters.http.address import without_dots
from stet.domain.evidence import PageStatus
from stet.domain.identity import host

_LONGEST = 8_000
"""Servers need not read longer ones (RFC 9110, section 4.1)."""
_DEFAULT_PORT = {"http": 80, "https": 443}
_HOME = re.compile(
    r"(?:index|home|default|start|accueil|startseite|main)(?:\.\w{2,5})?\Z"
    r"|(?:ar|bg|cs|da|de|el|en|es|et|fi|fr|ga|he|hr|hu|it|ja|ko|lt|lv|mt|nl|no|pl|pt|ro|ru|sk|sl|sv|tr|uk|zh)"
    r"(?:[-_][a-z]{2})?\Z"
)
_LOGIN = re.compile(
    r"(?:log-?in|log-?on|sign-?in|signin|sso|oauth2?|saml2?|authorize|authenticate|anmelden|connexion)(?:\.\w{2,5})?\Z"
)
_CONSENT_HOST = re.compile(r"(?:consent|cookie-?wall|privacy-?gate)\.")
_CONSENT_PATH = re.compile(
    r"(?:collectconsent|cookie-?wall|cookie-?consent|consent-?wall|privacy-?gate|consent)\Z"
)
_MISSING = re.compile(
    r"(?:404|not-?found|page-?not-?found|error-?404|404-?error|pagenotfound|notfound)(?:\.\w{2,5})?\Z"
)

_REFRESH = re.compile(
    r"<meta\s[^<>]{0,300}?http-equiv\s{0,3}=\s{0,3}[\"']?refresh\b[^<>]{0,2000}>", re.IGNORECASE
)
_CONTENT = re.compile(r"\bcontent\s{0,3}=\s{0,3}(?:\"([^\"]{0,4000})\"|'([^']{0,4000})')", re.IGNORECASE)
_REFRESH_VALUE = re.compile(
    r"\s{0,9}(\d{1,6})(?:\.\d{0,6})?\s{0,9}[;,]?\s{0,9}(?:url\s{0,9}=\s{0,9})?(.{1,4000})", re.IGNORECASE
)
_REFRESH_SECONDS = 5
_HEAD_CHARACTERS = 100_000


class Detour(NamedTuple):
    """Where a redirect led that is not the page asked for."""

    status: PageStatus
    reason: str


def fault(url: str) -> str | None:
    """Why an address is not asked for at all, or None. Whether its host may be reached is not looked at."""
    if len(url) > _LONGEST:
        return f"the address has {len(url):,} characters; at most {_LONGEST:,} are sent"
    if any(c < " " or c == "\x7f" for c in url.strip()):
        return "the address has control characters in it"
    try:
        parts = urlsplit(url.strip())
        scheme, named = parts.scheme, bool(parts.username or parts.password or "@" in parts.netloc)
    except ValueError:
        return "the address is malformed"
    if scheme not in _DEFAULT_PORT:
        return (
            f"only http and https addresses are read, not “{scheme[:20]}:”" if scheme else "it is no address"
        )
    if named:
        return "the address has a user name or password in it"
    return None if host(url) else "the address has no host, or one that cannot be"


def origin(url: str) -> str:
    """Scheme, host and port of an address that has no fault, as one string without a slash at its end."""
    parts = urlsplit(url.strip())
    return f"{parts.scheme}://{_place(url)}"


def as_sent(url: str) -> str:
    """An address that has no fault as a server sees it: no fragment, no dot segments, slashes for backslashes."""
    head, mark, query = urldefrag(url.strip()).url.partition("?")
    parts = urlsplit(head.replace("\\", "/"))
    return f"{parts.scheme}://{parts.netloc}{without_dots(parts.path) or '/'}{mark}{query}"


def pace_key(url: str) -> str:
    """Whose patience a request uses: the host, with the port where it is not the usual one."""
    return _place(url)


def target(url: str, location: str) -> str | None:
    """Where `location`, read at `url`, leads, without its fragment; None where it is no address."""
    # Servers send UTF-8 where only ASCII is allowed, and headers are read as Latin-1.
    with contextlib.suppress(UnicodeError):
        location = location.encode("latin-1").decode("utf-8")
    try:
        return urldefrag(urljoin(url, location.strip())).url or None
    except ValueError:
        return None


def refreshed(url: str, raw: bytes, header: str | None) -> str | None:
    """Where a page sends its reader on within five seconds by itself (`Refresh`, `<meta http-equiv>`), or None."""
    value = header or _meta_refresh(raw)
    parsed = _REFRESH_VALUE.match(value) if value else None
    if parsed is None or int(parsed[1]) > _REFRESH_SECONDS:
        return None
    onward = target(url, parsed[2].strip().strip("'\""))
    return onward if onward and onward != urldefrag(url).url else None


def detour(asked: str, final: str) -> Detour | None:
    """What a redirect says by where it led: a log-in, a consent wall, a page for missing pages, the home page."""
    was, now = _segments(asked), _segments(final)
    if was == now and host(asked) == host(final):
        return None
    for segment in now:
        if _LOGIN.match(segment) and segment not in was:
            return Detour(PageStatus.LOGIN, f"redirected to a log-in: {_short(final)}")
        if _CONSENT_PATH.match(segment) and segment not in was:
            return Detour(PageStatus.BLOCKED, f"redirected to a consent wall: {_short(final)}")
        if _MISSING.match(segment) and segment not in was:
            return Detour(PageStatus.NOT_FOUND, f"redirected to a page for what is missing: {_short(final)}")
    if _CONSENT_HOST.match(host(final) or "") and host(asked) != host(final):
        return Detour(PageStatus.BLOCKED, f"redirected to a consent wall: {_short(final)}")
    if _is_home(final) and not _is_home(asked) and _is_lost(asked, final, was):
        return Detour(PageStatus.NOT_FOUND, f"redirected to the home page: {_short(final)}")
    return None


def last_part(url: str) -> str:
    """The last part of an address's path, decoded; empty where there is none."""
    try:
        path = urlsplit(url.strip()).path
    except ValueError:
        return ""
    return unquote(path.rstrip("/").rpartition("/")[2])


def _meta_refresh(raw: bytes) -> str | None:
    tag = _REFRESH.search(_without_comments(raw[:_HEAD_CHARACTERS].decode("utf-8", "replace")))
    content = _CONTENT.search(tag.group()) if tag else None
    return html.unescape(content[1] or content[2] or "") if content else None


def _without_comments(text: str) -> str:
    kept: list[str] = []
    while True:
        before, opened, text = text.partition("<!--")
        kept.append(before)
        if not opened:
            return "".join(kept)
        text = text.partition("-->")[2]


def _place(url: str) -> str:
    name, parts = host(url) or "", urlsplit(url.strip())
    name = f"[{name}]" if ":" in name else name
    return name if parts.port in (None, _DEFAULT_PORT.get(parts.scheme)) else f"{name}:{parts.port}"


def _segments(url: str) -> list[str]:
    try:
        return [unquote(s).lower() for s in urlsplit(url.strip()).path.split("/") if s]
    except ValueError:
        return []


def _is_home(url: str) -> bool:
    return not urlsplit(url.strip()).query and all(_HOME.match(segment) for segment in _segments(url))


def _is_lost(asked: str, final: str, was: list[str]) -> bool:
    """Whether the home page at `final` stands for a page that is gone.

    On another site or below this one it may be what a short link or a name in the path means.
    """
    here, there = ((host(url) or "").removeprefix("www.") for url in (asked, final))
    if here == there or here.endswith(f".{there}"):
        return True
    return len(was) > 1 and not set(was) & set(there.split("."))


def _short(url: str) -> str:
    return url if len(url) <= 100 else f"{url[:99]}…"
