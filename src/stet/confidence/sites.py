"""Which site an address belongs to: the unit in which independent sources are counted."""

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from stet.domain.identity import host

if TYPE_CHECKING:
    from tldextract import TLDExtract

# RFC 2606 and RFC 6761: never in the public suffix list, so each second label is a site of its own.
_RESERVED = (".example", ".test", ".invalid", ".localhost")
_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}\Z")


def registrable_domain(url: str) -> str | None:
    """The site of an http(s) address: the registrable domain by the public suffix list; None without a host.

    The private part of the list counts: `ann.github.io` and `ben.github.io` are two sites. An IP address and
    a host without a dot are sites of their own; under an unlisted top-level domain it is the last two
    labels. The list is the snapshot inside the tldextract package; nothing is downloaded.
    """
    name = host(url)
    return _registrable(name) if name else None


@lru_cache(maxsize=8192)
def _registrable(name: str) -> str:
    if ":" in name or _IPV4.match(name) or "." not in name:
        return name
    if not name.endswith(_RESERVED):
        found = _extractor()(name)
        if found.suffix:
            # A public suffix itself (github.io) has no domain before it: it is its own site.
            return f"{found.domain}.{found.suffix}" if found.domain else name
    return ".".join(name.split(".")[-2:])


@cache
def _extractor() -> "TLDExtract":
    from tldextract import TLDExtract  # slow to import

    return TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)
