"""A page as a source: its number, its addresses and what they say of it, its weight by the profile."""

from collections.abc import Callable, Iterable

from stet.confidence.profile import Profile
from stet.confidence.sites import registrable_domain
from stet.domain.evidence import Hit, Page, Source
from stet.domain.identity import arxiv_of, doi_of, normalise_url
from stet.domain.question import Query
from stet.ports import CallRecord


def source_of(page: Page, hit: Hit, query: Query, profile: Profile, number: int) -> Source:
    """The source that a page becomes; kind, weight and site are those of the address that answered."""
    address = page.address
    url = address or hit.url
    kind, authority = profile.classify(address)[:2]
    return Source(
        id=f"S{number}",
        url=url,
        normalized_url=normalise_url(address) if address else hit.url,
        original_url=hit.url if page.path is None and hit.url != url else None,
        canonical_url=page.canonical_url,
        doi=_first(doi_of, url, page.canonical_url, hit.url),
        arxiv=_first(arxiv_of, url, page.canonical_url, hit.url),
        providers=(hit.provider, *hit.also),
        path=page.path,
        title=page.title,
        title_from=page.title_from,
        publisher=page.publisher,
        site=registrable_domain(address) if address else None,
        kind=kind,
        authority=authority,
        published_at=page.published_at,
        published_from=page.published_from,
        modified_at=page.modified_at,
        modified_from=page.modified_from,
        lang=page.lang,
        retrieved_at=page.retrieved_at,
        media_type=page.media_type,
        sha256=page.sha256,
        text_sha256=page.text_sha256,
        query=query.text,
    )


def keys_of(page: Page, hit: Hit) -> tuple[str, ...]:
    """What a page is recognised by: its path; or the address that answered and, by its text, the one it names.

    A page's own word for its address is believed only together with its text: sites that name their front page on
    every page would else lose all but one.
    """
    if page.path is not None:
        return (page.path,)
    keys = [normalise_url(page.address or hit.url)]
    if page.canonical_url:
        keys.append(f"{normalise_url(page.canonical_url)} {page.text_sha256}")
    return tuple(keys)


def fetched_pages(calls: Iterable[CallRecord]) -> dict[tuple[str, str, str | None], Page]:
    """What each fetch said of its page, by content and address, without the texts.

    The store keeps one content once, with the values of whoever saved it first; another run may have found it
    elsewhere, or dated by another hit.
    """
    answers = (call.response for call in calls if call.kind.partition(":")[0] == "fetch")
    pages = (Page.model_validate_json(answer) for answer in answers if answer is not None)
    return {(page.sha256, page.text_sha256, page.path or page.address): page for page in pages}


def _first(reader: Callable[[str], str | None], *urls: str | None) -> str | None:
    return next((found for url in urls if url and (found := reader(url))), None)
