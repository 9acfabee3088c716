"""Which page an address means: one identity for all its spellings, no identity shared by two pages.

Only for comparing: a page is always fetched by the address as it was given.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import SplitResult, unquote, urlsplit

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
# ISO 26324: a prefix of digits, a slash, and anything; the case of ASCII letters makes no difference.
_DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/\S+\Z")
_DOI_LENGTH = 2048  # what Crossref registers at most
_DOI_HOSTS = frozenset({"doi.org", "www.doi.org", "dx.doi.org"})
_DOI_SCHEME = re.compile(r"(?:doi:|info:doi/)\s*(.+)\Z", re.IGNORECASE | re.DOTALL)
_PUBLISHER_DOI = re.compile(r"/doi/(?:[a-z]{2,12}/){0,2}(10\.[0-9].*)\Z", re.IGNORECASE | re.DOTALL)
_AFTER_DOI = re.compile(r"/(?:abstract|epdf|epub|full|fulltext|html|pdf|summary)\Z", re.IGNORECASE)
_CLOSERS = {")": "(", "]": "[", "}": "{", ">": "<"}
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
# https://info.arxiv.org/help/arxiv_identifier.html: since April 2007 by month and number, before that under an
# archive, whose subject class (`math.GT`) is no part of the canonical id.
_ARXIV_ID = re.compile(
    r"([0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5}|([a-z]+(?:-[a-z]+)?)(?:\.[A-Za-z-]{2,9})?"
    r"(/[0-9]{2}(?:0[1-9]|1[0-2])[0-9]{3}))(v[1-9][0-9]{0,3})?\Z"
)
_ARXIV_HOSTS = frozenset({"arxiv.org", "www.arxiv.org", "export.arxiv.org"})
_ARXIV_PATH = re.compile(r"/(abs|pdf|html|format|ps|src|e-print)/(.+)\Z", re.DOTALL)
_ARXIV_DOI = "10.48550/arxiv."


@lru_cache(maxsize=4096)
def normalise_url(url: str) -> str:
    """The one spelling that stands for every spelling of an http(s) address; never raises.

    Scheme, `www.`, default port, credentials, fragment, trailing slash, dot segments, tracking parameters,
    the order of different parameters and percent-encoding make no difference. The case of a path, the value
    of any other parameter, and the values and order of a repeated one do. A fragment that begins with `!`
    names a page of a one-page application and is kept. The hosts and spellings of a DOI's own address are one,
    and so are those of an arXiv paper's page or PDF. What is not an http(s) address comes back as it is, without
    the white space around it.
    """
    parts = _split(url)
    name = _host_of(parts) if parts else None
    if parts is None or name is None:
        return url.strip()
    if name.startswith("www.") and name.count(".") > 1:
        name = name[4:]
    if ":" in name:
        name = f"[{name}]"
    port = parts.port if parts.port != _DEFAULT_PORT[parts.scheme] else None
    path = _path(parts.path) or "/"
    if port is None:
        name, path = _scholarly(name, path)
    address = name if port is None else f"{name}:{port}"
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


def doi_of(url: str) -> str | None:
    """The DOI that an address names, decoded and in lower case (`10.1000/xyz`), or None.

    Read from addresses of doi.org, from `doi:` and `info:doi/`, and from publishers' addresses with `/doi/` in the
    path, where words such as `full` or `pdf` around the DOI are not part of it. Punctuation at the end belongs to
    the sentence it was copied from, but a closing bracket with its opening one belongs to the DOI.
    """
    parts = _split(url)
    name = _host_of(parts) if parts else None
    if parts is None or name is None:
        scheme = _DOI_SCHEME.match(url.strip())
        return _doi(scheme[1]) if scheme else None
    if name in _DOI_HOSTS:
        return _doi(parts.path[1:])
    found = _PUBLISHER_DOI.search(parts.path)
    return _doi(_AFTER_DOI.sub("", found[1].rstrip("/"))) if found else None


def arxiv_of(url: str) -> str | None:
    """The arXiv id that an address names, with its version if it has one (`2401.01234v2`, `hep-th/9901001`), or None.

    Read from addresses of arxiv.org, from `arXiv:` and from DOIs that arXiv registered.
    """
    parts = _split(url)
    if parts and _host_of(parts) in _ARXIV_HOSTS:
        found = _ARXIV_PATH.match(_path(parts.path))
        return _arxiv_id(found[2].removesuffix(".pdf") if found[1] == "pdf" else found[2]) if found else None
    text = url.strip()
    if text[:6].lower() == "arxiv:":
        return _arxiv_id(text[6:].strip())
    doi = doi_of(text)
    return _arxiv_id(doi.removeprefix(_ARXIV_DOI)) if doi and doi.startswith(_ARXIV_DOI) else None


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


def _scholarly(name: str, path: str) -> tuple[str, str]:
    """Host and path of a DOI's or an arXiv paper's address in their one spelling; others as they are."""
    if name in _DOI_HOSTS:
        doi = _doi_path(path)
        return ("doi.org", doi) if doi else (name, path)
    found = _ARXIV_PATH.match(path) if name in _ARXIV_HOSTS else None
    if found and found[1] in ("abs", "pdf", "html"):
        named = _arxiv_id(found[2].removesuffix(".pdf") if found[1] == "pdf" else found[2])
        if named:
            return "arxiv.org", f"/{found[1]}/{named}"
    return name, path


def _doi_path(path: str) -> str | None:
    """A DOI's path decoded, in lower case and encoded again; None where that could make it another path."""
    decoded = _decoded(path[1:])
    if decoded is None or not _DOI.match(decoded):
        return None
    lowered = decoded.translate(_LOWER)
    for char in "%?#\\":  # these would be read as something else; the percent sign first
        lowered = lowered.replace(char, f"%{ord(char):02X}")
    again = "/" + _escape_raw(lowered)
    return again if _path(again) == again else None


def _doi(text: str) -> str | None:
    decoded = _decoded(text)
    if decoded is None or len(decoded) > _DOI_LENGTH:
        return None
    kept = decoded.strip()
    while kept and (kept[-1] in ".,;:!?'\"/\u2019\u201d" or _unopened(kept)):
        kept = kept[:-1]
    return kept.translate(_LOWER) if _DOI.match(kept) else None


def _unopened(text: str) -> bool:
    opener = _CLOSERS.get(text[-1])
    return opener is not None and text.count(text[-1]) > text.count(opener)


def _decoded(text: str) -> str | None:
    try:
        return unquote(text, errors="strict")
    except UnicodeError:
        return None


def _arxiv_id(text: str) -> str | None:
    found = _ARXIV_ID.match(text)
    if not found:
        return None
    whole, archive, number, version = found.groups()
    return (f"{archive}{number}" if archive else whole) + (version or "")


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
