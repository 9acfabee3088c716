"""Works that a text names by DOI, PMID or arXiv id: are they what the entry says, and do they still stand?"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from pydantic import TypeAdapter

from stet.domain.base import Value
from stet.domain.budget import Usage
from stet.domain.identity import arxiv_of, doi_of
from stet.errors import BudgetExhausted, KeyMissing, ProviderError
from stet.journal import Journal, retried
from stet.report.checked import CheckedFinding
from stet.texts.values import Reference
from stet.verify.words import content_stems

_AT_ONCE: Final = 50
_YEARS: Final = 1
"""A preprint and its journal version may be a year apart."""
_SHARED: Final = 0.3
"""The share of an entry's words that a work's title must have at least; below it is another work."""
_LEAST_TITLE: Final = 3


class Work(Value):
    """A work as an index knows it; None where the index says nothing."""

    doi: str | None = None
    pmid: str | None = None
    title: str | None = None
    year: int | None = None
    retracted: bool | None = None


_WORKS: Final = TypeAdapter(tuple[Work, ...])


class Index(Protocol):
    """Where works are looked up."""

    @property
    def name(self) -> str:
        """The index's name."""
        ...

    async def look_up(self, kind: str, values: Sequence[str]) -> tuple[Work, ...]:
        """The works with these identifiers of a kind (`doi`, `pmid`); those that are not there are left out.

        Raises:
            KeyMissing, RateLimited, QuotaExceeded, Unavailable, BadAnswer
        """
        ...


class _Named(NamedTuple):
    kind: str
    value: str


async def looked_up(
    references: Sequence[Reference], index: Index, journal: Journal, max_age: float
) -> tuple[CheckedFinding, ...]:
    """What an index says of the works that entries name. An outage says nothing of a work."""
    named = {place: name for place, each in enumerate(references) if (name := _named(each)) is not None}
    found: dict[_Named, Work] = {}
    failed: dict[_Named, str] = {}
    for kind in ("doi", "pmid"):
        values = sorted({name.value for name in named.values() if name.kind == kind})
        for first in range(0, len(values), _AT_ONCE):
            some = values[first : first + _AT_ONCE]
            works = await _ask(index, journal, kind, some, max_age)
            if isinstance(works, str):
                failed.update((_Named(kind, value), works) for value in some)
                continue
            found.update((_Named("doi", work.doi), work) for work in works if work.doi)
            found.update((_Named("pmid", work.pmid), work) for work in works if work.pmid)
    return tuple(
        finding
        for place, name in named.items()
        for finding in _findings(references[place], name, found, failed, index.name)
    )


async def _ask(
    index: Index, journal: Journal, kind: str, values: Sequence[str], max_age: float
) -> tuple[Work, ...] | str:
    reserve = Usage(searches=1)

    async def call() -> tuple[str, Usage]:
        works = await index.look_up(kind, values)
        return _WORKS.dump_json(works).decode(), reserve

    request = {"kind": kind, "values": list(values)}
    try:
        body = await retried(
            lambda: journal.call(f"lookup:{index.name}", request, reserve, call, max_age=max_age),
            journal.attempts,
        )
    except (ProviderError, KeyMissing, BudgetExhausted) as error:
        return error.message
    return _WORKS.validate_json(body)


def _named(reference: Reference) -> _Named | None:
    """The identifier by which a work can be looked up; an arXiv id is a DOI too."""
    doi = reference.doi or (doi_of(reference.url) if reference.url else None)
    if doi:
        return _Named("doi", doi.lower())
    arxiv = reference.arxiv or (arxiv_of(reference.url) if reference.url else None)
    if arxiv:
        return _Named(
            "doi", f"10.48550/arxiv.{arxiv.partition('v')[0] if arxiv[0].isdigit() else arxiv}".lower()
        )
    return _Named("pmid", reference.pmid) if reference.pmid else None


def _findings(
    reference: Reference,
    name: _Named,
    found: Mapping[_Named, Work],
    failed: Mapping[_Named, str],
    index: str,
) -> Iterator[CheckedFinding]:
    spoken = f"{name.kind.upper()} {name.value}"
    if name in failed:
        why = f"{spoken} was not looked up: {failed[name]}. This says nothing of whether the work exists."
        yield _finding(reference, "not_looked_up", why)
        return
    work = found.get(name)
    if work is None:
        detail = f"{index} has no work with {spoken}. It may exist all the same: look it up by hand."
        yield _finding(reference, "unknown_work", detail)
        return
    if work.retracted:
        yield _finding(reference, "retracted", f"{index} says that {spoken}, “{work.title}”, was retracted.")
    if reference.title and work.title and _another(reference.title, work.title):
        yield _finding(reference, "title_differs", f"By {index}, {spoken} is “{work.title}”.")
    if reference.year and work.year and abs(reference.year - work.year) > _YEARS:
        yield _finding(
            reference, "year_differs", f"By {index}, {spoken} is of {work.year}, not {reference.year}."
        )


def _another(entry: str, title: str) -> bool:
    """Whether an entry's title is another work's: it has too few of the title's words."""
    given, own = set(content_stems(entry)), set(content_stems(title))
    return min(len(given), len(own)) >= _LEAST_TITLE and len(given & own) < _SHARED * min(
        len(given), len(own)
    )


def _finding(reference: Reference, kind: str, detail: str) -> CheckedFinding:
    where = f"[{reference.key}] {reference.title or reference.url or ''}".strip()
    return CheckedFinding(kind=kind, where=where, detail=detail, start=reference.start, end=reference.end)
