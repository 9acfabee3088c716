"""Whether the words of a link name another page than the one that it leads to."""

import re
from typing import Final

from stet.domain.identity import url_path
from stet.texts.addresses import of_url, page_of, site_of

_DOMAIN: Final = re.compile(r"(?:[a-z0-9-]{1,63}\.){1,6}([a-z]{2,12})(?:/\S{0,2000})?")
_ENDS: Final = frozenset("com org net int edu gov mil info eu biz news".split())
# Names of files that look like sites: README.md, main.rs.
_FILES: Final = frozenset("cc cs db go gz js lz md ml mm pl ps py rb rs sh so ts".split())
# What forwards to a page, or keeps a copy of it: nobody can tell from the address alone whose page that is.
_FORWARDS: Final = frozenset(
    "doi.org dx.doi.org hdl.handle.net web.archive.org archive.org archive.ph perma.cc".split()
)
_CUT: Final = ("...", "…")
_LONGEST: Final = 2_000


def names_another(words: str, url: str) -> bool:
    """Whether `words`, the words of a link to `url`, are an address or a site (`city.org`) that is not this one.

    Words that are no address name nothing. A site and its subdomains count as the same, and so does an address that
    the words give in part.
    """
    shown = _address(words.strip(" *_`<>()[]"))
    if shown is None:
        return False
    named, leads = _site(shown), _site(url)
    if not named or not leads or leads in _FORWARDS:
        return False
    one, other = of_url(shown, 0, 0), of_url(url, 0, 0)
    if one and other and (one.doi or one.arxiv) and (one.doi, one.arxiv) == (other.doi, other.arxiv):
        return False
    if named != leads:
        return not (named.endswith(f".{leads}") or leads.endswith(f".{named}"))
    if shown.endswith(_CUT) or url_path(shown) in ("", "/"):
        return False
    return not page_of(url).startswith(page_of(shown))


def _address(words: str) -> str | None:
    if len(words) > _LONGEST or " " in words:
        return None
    if words[:8].lower().startswith(("http://", "https://")):
        return words
    if words[:4].lower() == "www.":
        return f"https://{words}"
    found = _DOMAIN.fullmatch(words)
    if found is None or not (found[1] in _ENDS or (len(found[1]) == 2 and found[1] not in _FILES)):
        return None
    return f"https://{words}"


def _site(url: str) -> str:
    return (site_of(url) or "").removeprefix("www.")


def several_pages(urls: list[str]) -> tuple[str, str] | None:
    """Two addresses of an entry that name different pages, if it gives such; identifiers and copies do not count."""
    plain = [
        url
        for url in urls
        if _site(url) not in _FORWARDS and (a := of_url(url, 0, 0)) and not (a.doi or a.arxiv or a.pmid)
    ]
    other = next((url for url in plain[1:] if page_of(url) != page_of(plain[0])), None)
    return None if other is None else (plain[0], other)
