"""By what a reference and a page know each other: address, DOI, arXiv id, PMID; then name and title."""

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Final

from stet.domain.evidence import Page
from stet.domain.identity import arxiv_of, doi_of, host, normalise_url, url_path
from stet.texts.values import Reference

_VERSION: Final = re.compile(r"v[0-9]{1,4}\Z")
_PUBMED: Final = re.compile(r"/(?:pubmed/)?([0-9]{1,9})\Z")
_PUBMED_HOSTS: Final = frozenset({"pubmed.ncbi.nlm.nih.gov", "www.ncbi.nlm.nih.gov", "ncbi.nlm.nih.gov"})
_LEAST_TITLE: Final = 12
"""Letters and digits: shorter titles ("Introduction") name nothing."""
_SITE_NAME: Final = re.compile(r"\s[-–—|·:]\s")


def marks_of_reference(reference: Reference) -> frozenset[str]:
    """What identifies the work that a reference names."""
    marks = _marks([reference.url] if reference.url else [])
    if reference.doi:
        marks |= _marks([f"doi:{reference.doi}"])
    if reference.arxiv:
        marks |= _marks([f"arXiv:{reference.arxiv}"])
    if reference.pmid:
        marks.add(f"pmid:{reference.pmid}")
    return frozenset(marks)


def marks_of_page(page: Page) -> frozenset[str]:
    """What identifies a page: every address that it is known by."""
    return frozenset(_marks(filter(None, (page.url, page.final_url, page.canonical_url))))


def _marks(urls: Iterable[str]) -> set[str]:
    marks: set[str] = set()
    for url in urls:
        if (name := host(url)) is not None:
            marks.add(f"url:{normalise_url(url)}")
            if name in _PUBMED_HOSTS and (found := _PUBMED.search(url_path(url))):
                marks.add(f"pmid:{found[1]}")
        if (doi := doi_of(url)) is not None:
            marks.add(f"doi:{doi}")
        if (arxiv := arxiv_of(url)) is not None:
            # Another version is another text, and yet the work that is meant.
            marks.add(f"arxiv:{_VERSION.sub('', arxiv)}")
    return marks


def address_of(reference: Reference) -> str | None:
    """Where the page of a reference can be fetched, or None where it names no address."""
    if reference.url and host(reference.url) is not None:
        return reference.url
    if reference.doi:
        return f"https://doi.org/{reference.doi}"
    if reference.arxiv:
        return f"https://arxiv.org/abs/{reference.arxiv}"
    return f"https://pubmed.ncbi.nlm.nih.gov/{reference.pmid}/" if reference.pmid else None


def same_title(one: str | None, other: str | None) -> bool:
    """Whether two titles are one: letters and digits alike, the name of the site apart."""
    left, right = _title_forms(one), _title_forms(other)
    return bool(left & right)


def _title_forms(title: str | None) -> set[str]:
    if not title:
        return set()
    cut = _SITE_NAME.split(title[:600])
    forms = {_plain(title[:600]), _plain(cut[0]), _plain(" ".join(cut[:-1]))}
    return {form for form in forms if len(form) >= _LEAST_TITLE}


def names_file(reference: Reference, path: str) -> bool:
    """Whether a reference names a file.

    As a path in its address, by a key or title that is the file's name, or by a title with the name and ending in it.
    """
    stem = _plain(PurePosixPath(path).stem)
    if reference.url and host(reference.url) is None:
        named = PurePosixPath(reference.url.partition("#")[0]).parts[-1:]
        if named and named[0] == PurePosixPath(path).name:
            return True
    name = PurePosixPath(path).name.casefold()
    if "." in name and name in _names_in(reference.title or ""):
        return True
    names = {_plain(reference.key), _plain(reference.title or "")} - {""}
    return stem in names or _plain(PurePosixPath(path).name) in names


def _names_in(title: str) -> Iterator[str]:
    """The words of a title, as names of files: without folders and without marks around them."""
    for word in title[:600].casefold().split():
        yield PurePosixPath(word.strip("()[]<>.,;:\"'`“”")).name


def _plain(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
