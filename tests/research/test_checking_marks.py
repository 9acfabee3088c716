"""By what references and pages know each other."""

import pytest
from checkkit import page

from stet.research.checking_marks import address_of, marks_of_page, marks_of_reference, names_file, same_title
from stet.texts.values import Reference


def reference(key: str = "1", **fields: str) -> Reference:
    return Reference.model_validate({"key": key, "start": 0, "end": 1, **fields})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            {"url": "http://www.harbour.example/page/?utm_source=x#top"},
            {"url": "https://harbour.example/page"},
        ),
        ({"url": "https://dx.doi.org/10.5555/ABC"}, {"doi": "10.5555/abc"}),
        ({"url": "https://journal.example/doi/full/10.5555/abc"}, {"doi": "10.5555/abc"}),
        ({"url": "https://arxiv.org/pdf/2101.00001v3"}, {"arxiv": "2101.00001"}),
        ({"url": "https://pubmed.ncbi.nlm.nih.gov/31415926/"}, {"pmid": "31415926"}),
    ],
)
def test_spellings_of_one_address_share_a_mark(one: dict[str, str], other: dict[str, str]) -> None:
    assert marks_of_reference(reference(**one)) & marks_of_reference(reference(**other))


def test_two_pages_of_a_site_share_none() -> None:
    one = marks_of_reference(reference(url="https://harbour.example/page?id=1"))
    assert not one & marks_of_reference(reference(url="https://harbour.example/page?id=2"))
    assert marks_of_page(page("Text.", "harbour")) == {"url:https://harbour.example/page"}


def test_an_identifier_is_an_address_where_there_is_no_other() -> None:
    assert address_of(reference(doi="10.5555/abc")) == "https://doi.org/10.5555/abc"
    assert address_of(reference(arxiv="2101.00001")) == "https://arxiv.org/abs/2101.00001"
    assert address_of(reference(pmid="31415926")) == "https://pubmed.ncbi.nlm.nih.gov/31415926/"
    assert address_of(reference(title="A book")) is None
    assert address_of(reference(url="sources/a.md")) is None


def test_titles_are_one_in_any_typing_with_or_without_the_site_s_name() -> None:
    assert same_title("The new bridge toll: what to know", "The New Bridge Toll – What to Know")
    assert same_title("Harbour Bridge toll | City of Ellery", "Harbour Bridge toll")
    assert not same_title("Harbour Bridge toll", "Harbour Bridge toll postponed and narrowed")
    assert not same_title("Report", "Report")
    assert not same_title(None, "Harbour Bridge toll")


def test_a_file_is_named_by_its_path_its_stem_or_a_key() -> None:
    assert names_file(reference(url="sources/01-notice.md"), "/papers/x/sources/01-notice.md")
    assert names_file(reference(key="smith2021"), "papers/Smith 2021.pdf")
    assert names_file(reference(title="01-notice.md"), "sources/01-notice.md")
    assert not names_file(reference(key="1"), "sources/11.md")


def test_a_title_may_hold_the_name_of_its_file() -> None:
    assert names_file(Reference(key="1", title="Tolls in the city. “a.html”.", start=0, end=1), "src/a.html")
    assert not names_file(
        Reference(key="1", title="Tolls in the city. ba.html", start=0, end=1), "src/a.html"
    )
    assert not names_file(Reference(key="1", title="Tolls in the city", start=0, end=1), "src/city")
