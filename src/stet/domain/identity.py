"""Which page an address means: one identity for all its spellings, no identity shared by two pages.

Only for comparing: a page is always fetched by the address as it was given.
"""

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import SplitResult, urlsplit

# Parameters that say where a reader came from and never what is shown. `ref`, `source` and `id` are not
# among them: on many sites they choose the document.
_TRACKING = frozenset(
    {
        "_ga", "_gl", "_hsenc", "_hsmi", "dclid", "fbclid", "gad_source", "gbraid", "gclid",
        "gclsrc", "igshid", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id",
        "oly_enc_id", "ref_src", "srsltid", "ttclid", "twclid", "vero_id", "wbraid", "yclid",
    }
)  # fmt: skip
_TRACKING_PREFIXES = ("utm_", "pk_campaign", "mtm_")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_LABEL = re.compile(r"[a-z0-9_-]{1,63}\Z")
_IPV6 = re.compile(r"[0-9a-f:.]{2,45}\Z")
# The full stops that browsers read as dots between labels.
_DOTS = str.maketrans({"\u3002": ".", "\uff0e": ".", "\uff61": "."})
_DEFAULT_PORT = {"http": 80, "https": 443}


def normalise_url(url: str) -> str:
    """The one spelling that stands for every spelling of an http(s) address; never raises.

    Scheme, `www.`, default port, credentials, fragment, trailing slash, dot segments, tracking parameters,
    the order of different parameters and percent-encoding make no difference. The case of a path, the value
    of any other parameter, and the values and order of a repeated one do. A fragment that begins with `!`
    names a page of a one-page application and is kept. What is not an http(s) address comes back as it is,
    without the white space around it.
    """
    parts = _split(url)
    name = _host_of(parts) if parts else None
    if parts is None or name is None:
        return url.strip()
    if name.startswith("www.") and name.count(".") > 1:
        name = name[4:]
    if ":" in name:
        name = f"[{name}]"
    port = parts.port
    address = name if port in (None, _DEFAULT_PORT[parts.scheme]) else f"{name}:{port}"
    path = _path(parts.path) or "/"
    query = _query(parts.query)
    fragment = f"#{_encode(parts.fragment)}" if parts.fragment.startswith("!") else ""
    return f"https://{address}{path}{'?' + query if query else ''}{fragment}"


def host(url: str) -> str | None:
    """The host of an http(s) address as DNS has it, or None where there is none.

    Lower case, without port, credentials or trailing dot; names outside ASCII in punycode (`xn--`).
    """
    parts = _split(url)
    return _host_of(parts) if parts else None


def url_path(url: str) -> str:
    """The path of an http(s) address in its normal spelling, `/` where it has none."""
    parts = _split(url)
    return (_path(parts.path) or "/") if parts else "/"


def canonical_host(name: str) -> str | None:
    """A host name as DNS has it (see `host`), or None when it is not one."""
    name = name.strip().translate(_DOTS)
    name = name.removesuffix(".")
    if not name or len(name) > 253:
        return None
    if ":" in name:
        return name.lower() if _IPV6.match(name.lower()) else None
    labels = [_ascii_label(label) for label in name.split(".")]
    if not all(_LABEL.match(label) for label in labels):
        return None
    return ".".join(labels)


def _ascii_label(label: str) -> str:
    if label.isascii():
        return label.lower()
    # Not the idna codec of the standard library: its 2003 rules make "ß" into "ss", which is another domain.
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", label).lower())
    if plain.isascii():
        return plain
    try:
        return "xn--" + plain.encode("punycode").decode("ascii")
    except UnicodeError:
        return ""


def _split(url: str) -> SplitResult | None:
    text = url.strip()
    if text[:8].lower().startswith(("http:", "https:")):
        # Browsers read a backslash before the query as a slash; else `https://a\@b` would be host b here.
        head, mark, rest = text.partition("?")
        text = head.replace("\\", "/") + mark + rest
    try:
        parts = urlsplit(text)
        _ = parts.port  # raises where it is no port
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https") and parts.netloc else None


def _host_of(parts: SplitResult) -> str | None:
    name = parts.hostname
    return canonical_host(name) if name else None


def _path(path: str) -> str:
    kept: list[str] = []
    for segment in _encode(path).split("/"):
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    while len(kept) > 1 and not kept[-1]:
        kept.pop()
    return "/".join(kept)


def _query(query: str) -> str:
    pairs = [pair for pair in query.split("&") if pair and not _tracks(pair.partition("=")[0])]
    encoded = [_encode(pair).replace("%20", "+") for pair in pairs]
    # Sorted by name only, and stably: the order of a repeated parameter may mean something.
    return "&".join(sorted(encoded, key=lambda pair: pair.partition("=")[0]))


def _tracks(name: str) -> bool:
    lowered = name.lower()
    return lowered in _TRACKING or lowered.startswith(_TRACKING_PREFIXES)


def _encode(text: str) -> str:
    """Percent-encoding in one form: unreserved characters bare, escapes in capitals, the rest as UTF-8."""
    return "".join(_pieces(text))


def _pieces(text: str) -> Iterator[str]:
    at = 0
    for escape in _ESCAPE.finditer(text):
        yield _escape_raw(text[at : escape.start()])
        char = chr(int(escape.group()[1:], 16))
        yield char if char in _UNRESERVED else escape.group().upper()
        at = escape.end()
    yield _escape_raw(text[at:])


def _escape_raw(text: str) -> str:
    if text.isascii() and text.isprintable() and " " not in text:
        return text
    return "".join(
        char
        if "!" <= char <= "~"
        else "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))
        for char in text
    )
