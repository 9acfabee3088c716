"""Which addresses may be reached: public ones, by name or by number, and what the operator allows by name.

What counts as public follows the IANA special-purpose address registries; numbers for hosts are read as browsers
read them (URL Standard, "host parsing"), because `0x7f.1` reaches this machine as surely as `127.0.0.1` does.
"""

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, urlsplit

from stet.adapters.http.values import Failure, HttpFailure
from stet.domain.identity import canonical_host
from stet.errors import BadSetting

URL_CHARACTERS = 8_192
DEFAULT_PORT = {"http": 80, "https": 443}

Allowed = frozenset[tuple[str, int]]
"""Hosts in canonical form, each with a port, that may be private."""

_WEB_PORTS = (80, 443)
_SHOWN = 200
_HERE = re.compile(r"\.|%2e", re.IGNORECASE)
_UP = re.compile(r"(?:\.|%2e){2}", re.IGNORECASE)
# Printable ASCII that stands for itself in a path or query; "%" too, since an address comes encoded.
_PLAIN = "!#$%&'()*+,-./:;=?@[]_~"
_PRIVATE_SUFFIXES = (".internal", ".local", ".localdomain", ".localhost", ".home.arpa", ".onion")

# Whole, and not left to `is_global`, whose table grew from release to release of Python.
_REFUSED_V4 = tuple(
    ipaddress.IPv4Network(net)
    for net in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "168.63.129.16/32",  # answers to virtual machines of one cloud, with their keys
    )
)  # fmt: skip
_UNICAST_V6 = ipaddress.IPv6Network("2000::/3")
_REFUSED_V6 = tuple(
    ipaddress.IPv6Network(net) for net in ("2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20")
)
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_ISATAP = (b"\x00\x00\x5e\xfe", b"\x02\x00\x5e\xfe")


@dataclass(frozen=True, slots=True)
class Address:
    """An http(s) address, taken apart.

    `host` is canonical, an IPv6 address without brackets; `target` is path and query as they are sent;
    `allowed` says that the operator lets it be private. `shown` is for messages and has no query.
    """

    scheme: str
    host: str
    port: int
    target: str
    allowed: bool
    shown: str

    @property
    def netloc(self) -> str:
        """The host as it stands in an address, with its port unless that is the scheme's own."""
        return _netloc(self.scheme, self.host, self.port)


def is_public(ip: str) -> bool:
    """Whether an IP address is one of the public internet.

    An IPv6 address that carries an IPv4 one (mapped, 6to4, NAT64, ISATAP) is public only if that one is; the
    compatible, translated, Teredo and local NAT64 forms never are, nor is an address with a scope (`%eth0`).
    """
    if "%" in ip:
        return False
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return False
    return _public_v4(address) if isinstance(address, ipaddress.IPv4Address) else _public_v6(address)


def _public_v6(address: ipaddress.IPv6Address) -> bool:
    if address.ipv4_mapped is not None:
        return _public_v4(address.ipv4_mapped)
    if address in _NAT64:
        return _public_v4(ipaddress.IPv4Address(address.packed[12:]))
    if address not in _UNICAST_V6 or any(address in net for net in _REFUSED_V6):
        return False
    if address.sixtofour is not None:
        return _public_v4(address.sixtofour)
    if address.packed[8:12] in _ISATAP and not _public_v4(ipaddress.IPv4Address(address.packed[12:])):
        return False
    return address.is_global


def _public_v4(address: ipaddress.IPv4Address) -> bool:
    return address.is_global and not any(address in net for net in _REFUSED_V4)


def read_allowed(entries: Iterable[str]) -> Allowed:
    """The operator's list: `host` stands for its ports 80 and 443, `host:port` for that port alone.

    Raises:
        BadSetting: an entry is neither
    """
    found: set[tuple[str, int]] = set()
    for entry in entries:
        text = entry.strip()
        bare = text.count(":") > 1 and not text.startswith("[")
        try:
            parts = urlsplit(f"http://[{text}]" if bare else f"http://{text}")
            ports = _WEB_PORTS if parts.port is None else (parts.port,)
            host = _host(parts)
        except (ValueError, HttpFailure):
            host, ports, parts = None, (), None
        if (
            host is None
            or parts is None
            or parts.path
            or parts.query
            or parts.fragment
            or "@" in parts.netloc
        ):
            raise BadSetting(
                f"{entry!r} cannot be allowed: it is no host",
                hint="write `host` or `host:port`, without a path",
            )
        found.update((host, port) for port in ports)
    return frozenset(found)


def read_address(url: str, allowed: Allowed = frozenset()) -> Address:
    """Take an address apart and see whether it may be asked for at all, before anything is looked up.

    Raises:
        HttpFailure: `refused`
    """
    parts = _split(url)
    host = _host(parts)
    port = DEFAULT_PORT[parts.scheme] if parts.port is None else parts.port
    path = _encode(without_dots(parts.path)) or "/"
    address = Address(
        scheme=parts.scheme,
        host=host,
        port=port,
        target=f"{path}?{_encode(parts.query)}" if parts.query else path,
        allowed=(host, port) in allowed,
        shown=f"{parts.scheme}://{_netloc(parts.scheme, host, port)}{path}"[:_SHOWN],
    )
    if not address.allowed:
        _refuse_private(address)
    return address


def without_dots(path: str) -> str:
    """A path without `.` and `..` as segments (RFC 3986, section 5.2.4), encoded ones too (URL Standard).

    A server may take them out itself, so that what is asked for would not be what robots.txt was asked about.
    """
    kept: list[str] = []
    segment = ""
    for segment in path.split("/"):
        if _UP.fullmatch(segment):
            if len(kept) > 1:
                kept.pop()
        elif not _HERE.fullmatch(segment):
            kept.append(segment)
    if _UP.fullmatch(segment) or _HERE.fullmatch(segment):
        kept.append("")  # what stood for a folder ends in a slash
    return "/".join(kept)


def _netloc(scheme: str, host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return name if port == DEFAULT_PORT[scheme] else f"{name}:{port}"


def _refuse_private(address: Address) -> None:
    if address.port not in _WEB_PORTS:
        raise _refused(f"{address.shown}: port {address.port} is neither 80 nor 443")
    if _is_number(address.host):
        if not is_public(address.host):
            raise _refused(f"{address.shown}: {address.host} is no public address")
        return
    if "." not in address.host:
        raise _refused(f"{address.shown}: {address.host} is no public name")
    if f".{address.host}".endswith(_PRIVATE_SUFFIXES):
        raise _refused(f"{address.shown}: {address.host} is a name for private use")


def _split(url: str) -> SplitResult:
    if len(url) > URL_CHARACTERS:
        raise _refused(f"an address of {len(url):,} characters; at most {URL_CHARACTERS:,} are asked for")
    # As browsers do, and as the identity of addresses has it: a backslash before the query is a slash.
    head, mark, rest = url.strip().partition("?")
    try:
        parts = urlsplit(head.replace("\\", "/") + mark + rest)
        port = parts.port
    except ValueError:
        raise _refused("an address that cannot be read") from None
    if parts.scheme not in DEFAULT_PORT:
        raise _refused(
            f"only http and https are read, not {parts.scheme[:20] or 'an address without a scheme'}"
        )
    if "@" in parts.netloc:
        raise _refused("an address that carries a user name or password")
    if port == 0:
        raise _refused("an address with port 0")
    return parts


def _host(parts: SplitResult) -> str:
    """The one form of a host: a name as DNS has it, or an IP address as it is usually written."""
    name = canonical_host(parts.hostname or "")
    if name is None or ("[" in parts.netloc) != (":" in name):
        raise _refused("an address without a host that can be read")
    if ":" in name:
        try:
            return ipaddress.IPv6Address(name).compressed
        except ValueError:
            raise _refused("an address whose host is no IPv6 address") from None
    last = name.rpartition(".")[2]
    if last.isdigit() or _number(last) is not None:
        return _v4(name)
    return name


def _v4(name: str) -> str:
    """An IPv4 address in any of the forms of `inet_aton`: decimal, octal, hexadecimal, one to four parts."""
    numbers = [_number(part) for part in name.split(".")]
    *first, last = numbers
    if last is None or len(numbers) > 4 or last >= 256 ** (4 - len(first)):
        raise _refused("an address whose host is no IPv4 address")
    value = last
    for place, number in enumerate(first):
        if number is None or number > 255:
            raise _refused("an address whose host is no IPv4 address")
        value += number << (8 * (3 - place))
    return str(ipaddress.IPv4Address(value))


def _number(label: str) -> int | None:
    try:
        if label.startswith("0x"):
            return int(label[2:] or "0", 16) if "_" not in label else None
        if not label.isdigit():
            return None
        return int(label, 8 if len(label) > 1 and label.startswith("0") else 10)
    except ValueError:
        return None


def _is_number(host: str) -> bool:
    return ":" in host or host.rpartition(".")[2].isdigit()


def _encode(text: str) -> str:
    return quote(text, safe=_PLAIN, errors="replace")


def _refused(message: str) -> HttpFailure:
    return HttpFailure(Failure.REFUSED, message)
