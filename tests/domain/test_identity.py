"""One page has one identity, and two pages never share one (CASES K043, K044, K046, K047)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.domain.identity import arxiv_of, canonical_host, doi_of, host, normalise_url, url_path

SPELLINGS = (
    "https://example.com/Docs/page?a=1&b=2",
    "http://example.com/Docs/page?a=1&b=2",
    "https://www.example.com/Docs/page?a=1&b=2",
    "HTTPS://Example.COM./Docs/page/?a=1&b=2",
    "https://example.com:443/Docs/page?b=2&a=1",
    "http://example.com:80/Docs/page?b=2&a=1#section-3",
    "https://example.com/Docs/./x/../page?a=1&b=2&utm_source=mail&fbclid=xyz",
    "https://example.com/%44ocs/p%61ge?a=%31&b=2",
    "  https://user:secret@example.com/Docs/page?a=1&b=2 ",
)


@pytest.mark.parametrize("url", SPELLINGS)
def test_spellings_of_one_page_are_one(url: str) -> None:
    assert normalise_url(url) == "https://example.com/Docs/page?a=1&b=2"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/?ref=v1", "https://a.example/?ref=v2"),
        ("https://a.example/?id=1&id=2", "https://a.example/?id=1&id=3"),
        ("https://a.example/?id=1&id=2", "https://a.example/?id=2&id=1"),
        ("https://a.example/?id=1&id=1", "https://a.example/?id=1"),
        ("https://a.example/Page", "https://a.example/page"),
        ("https://a.example/a%2Fb", "https://a.example/a/b"),
        ("https://a.example/?q=a%26b", "https://a.example/?q=a&b"),
        ("https://a.example/?q=%2B", "https://a.example/?q=+"),
        ("https://a.example:8080/", "https://a.example/"),
        ("https://a.example/#!/one", "https://a.example/#!/two"),
        ("https://example.com/", "https://counterexample.com/"),
        ("https://straße.de/", "https://strasse.de/"),
        ("https://example.com/x", "https://sub.example.com/x"),
        ("https://m.example.com/x", "https://example.com/x"),
        ("https://en.m.wikipedia.org/wiki/X", "https://en.wikipedia.org/wiki/X"),
        ("https://amp.example.com/x", "https://example.com/x"),
        ("https://example.com/x/amp", "https://example.com/x"),
        ("https://example.com/x?amp=1", "https://example.com/x"),
        ("https://example.com/x.amp.html", "https://example.com/x.html"),
        ("https://example.com/?Ref=v1", "https://example.com/?ref=v1"),
        ("https://example.com/?a=B", "https://example.com/?a=b"),
        ("https://example.com/?a", "https://example.com/?a="),
        ("https://example.com/?utmost=1", "https://example.com/"),
        ("https://example.com/?source=a", "https://example.com/?source=b"),
        ("https://example.com/%E9", "https://example.com/%C3%A9"),
        ("https://example.com/a%3Fb", "https://example.com/a?b"),
        ("https://example.com//x", "https://example.com/x"),
        ("https://arxiv.org/abs/2401.01234", "https://arxiv.org/pdf/2401.01234"),
        ("https://arxiv.org/abs/2401.01234", "https://arxiv.org/html/2401.01234"),
        ("https://arxiv.org/abs/2401.01234", "https://arxiv.org/abs/2401.01234v1"),
        ("https://arxiv.org/pdf/2401.01234v1", "https://arxiv.org/pdf/2401.01234v2.pdf"),
        ("https://arxiv.org/list/cs/new", "https://export.arxiv.org/list/cs/new"),
        ("https://arxiv.org/abs/hep-th/9901001", "https://arxiv.org/abs/hep-ph/9901001"),
        ("https://doi.org/10.1000/xyz", "https://doi.org/10.1000/xyz."),
        ("https://doi.org/10.1000/xyz", "https://doi.org/10.1000/xyz_1"),
        ("https://doi.org/10.1000/a%25b", "https://doi.org/10.1000/ab"),
        ("https://doi.org/10.1000/a%3Fb", "https://doi.org/10.1000/a?b"),
        ("https://doi.org/10.1000/xyz", "https://publisher.example/doi/10.1000/xyz"),
        ("https://publisher.example/doi/10.1000/XYZ", "https://publisher.example/doi/10.1000/xyz"),
        ("https://doi.org/10.1000/xyz", "https://doi.org:8443/10.1000/xyz"),
        ("https://doi.org/Resources", "https://doi.org/resources"),
    ],
)
def test_different_pages_stay_different(one: str, other: str) -> None:
    assert normalise_url(one) != normalise_url(other)


@pytest.mark.parametrize(
    "url",
    [
        "https://doi.org/10.1000/Xyz(2)_b",
        "http://dx.doi.org/10.1000/XYZ(2)_B",
        "https://www.doi.org/10.1000/xyz%282%29%5Fb",
        "http://DOI.org:80/10.1000%2fxyz(2)_b?utm_source=x#section",
    ],
)
def test_spellings_of_one_doi_are_one_page(url: str) -> None:
    assert normalise_url(url) == "https://doi.org/10.1000/xyz(2)_b"


def test_what_a_doi_needs_encoded_stays_encoded() -> None:
    once = normalise_url("https://doi.org/10.1000/A%3fB%23c%25d%5Ce%C3%A9")
    assert once == "https://doi.org/10.1000/a%3Fb%23c%25d%5Ce%C3%A9"
    assert doi_of(once) == "10.1000/a?b#c%d\\eé"


def test_spellings_of_one_arxiv_page_are_one() -> None:
    for url in ("http://www.arxiv.org/pdf/2401.01234v2", "https://export.arxiv.org/pdf/2401.01234v2.pdf"):
        assert normalise_url(url) == "https://arxiv.org/pdf/2401.01234v2"
    for url in ("http://export.arxiv.org/abs/math.GT/0309136", "https://arxiv.org/abs/math/0309136/"):
        assert normalise_url(url) == "https://arxiv.org/abs/math/0309136"


@pytest.mark.parametrize(
    ("url", "doi"),
    [
        ("https://doi.org/10.1000/XYZ", "10.1000/xyz"),
        ("http://dx.doi.org/10.1000/xyz?from=feed#top", "10.1000/xyz"),
        ("doi:10.1000/xyz", "10.1000/xyz"),
        ("DOI: 10.1000/xyz.", "10.1000/xyz"),
        ("info:doi/10.1000/xyz", "10.1000/xyz"),
        ("https://doi.org/10.1000%2F456%2378", "10.1000/456#78"),
        ("https://doi.org/10.1016/S0140-6736(20)30183-5", "10.1016/s0140-6736(20)30183-5"),
        ("https://doi.org/10.1000/xyz).", "10.1000/xyz"),
        ("https://doi.org/10.1000/(a)b_c", "10.1000/(a)b_c"),
        (
            "https://doi.org/10.1002/1097(199806)49:8%3C693::AID-A4%3E3.0.CO;2-O",
            "10.1002/1097(199806)49:8<693::aid-a4>3.0.co;2-o",
        ),
        ("https://journal.example/doi/full/10.1000/Xyz", "10.1000/xyz"),
        ("https://journal.example/doi/10.1000.12/a/b/pdf?needAccess=true", "10.1000.12/a/b"),
        ("https://journal.example/doi/pdf/10.1000/xyz/", "10.1000/xyz"),
        ("https://journal.example/doi/book/full/10.1000%2Fxyz", "10.1000/xyz"),
        ("https://journal.example/article?doi=10.1000/xyz", None),
        ("https://journal.example/xdoi/10.1000/xyz", None),
        ("https://doi.org/", None),
        ("https://doi.org/10.1/xyz", None),
        ("https://doi.org/10.1000/", None),
        ("https://doi.org/api/handles/10.1000/xyz", None),
        ("https://doi.org.evil.example/10.1000/xyz", None),
        ("https://notdoi.org/10.1000/xyz", None),
        ("https://doi.org/10.1000/a%FF", None),
        ("https://doi.org/10.1000/" + "x" * 3000, None),
        ("10.1000/xyz", None),
        ("doi:", None),
        ("", None),
    ],
)
def test_a_doi_is_recognised_where_it_is_one(url: str, doi: str | None) -> None:
    assert doi_of(url) == doi


@pytest.mark.parametrize(
    ("url", "paper"),
    [
        ("https://arxiv.org/abs/2401.01234v2", "2401.01234v2"),
        ("https://arxiv.org/abs/0704.0001", "0704.0001"),
        ("http://export.arxiv.org/pdf/2401.01234.pdf", "2401.01234"),
        ("https://www.arxiv.org/html/2401.01234v1#S2", "2401.01234v1"),
        ("https://arxiv.org/abs/hep-th/9901001v3", "hep-th/9901001v3"),
        ("https://arxiv.org/pdf/math.GT/0309136.pdf", "math/0309136"),
        ("arXiv:2401.01234v2", "2401.01234v2"),
        ("arxiv: cond-mat/0001001", "cond-mat/0001001"),
        ("https://doi.org/10.48550/arXiv.2401.01234", "2401.01234"),
        ("doi:10.48550/ARXIV.HEP-TH/9901001", "hep-th/9901001"),
        ("https://arxiv.org/abs/2413.01234", None),
        ("https://arxiv.org/abs/2401.01234v0", None),
        ("https://arxiv.org/abs/2401.01234.pdf", None),
        ("https://arxiv.org/abs/2401.0123456", None),
        ("https://arxiv.org/list/cs.CL/recent", None),
        ("https://notarxiv.org/abs/2401.01234", None),
        ("https://arxiv.org.evil.example/abs/2401.01234", None),
        ("https://doi.org/10.1000/arxiv.2401.01234", None),
        ("2401.01234", None),
        ("", None),
    ],
)
def test_an_arxiv_paper_is_recognised_with_its_version(url: str, paper: str | None) -> None:
    assert arxiv_of(url) == paper


def test_a_parameter_that_looks_like_an_entity_stays_intact() -> None:
    assert normalise_url("https://a.example/?x=1&copyright=2") == "https://a.example/?copyright=2&x=1"


def test_parentheses_and_letters_outside_ascii_have_one_form() -> None:
    assert normalise_url("https://en.wikipedia.org/wiki/Foo_(a)_(b)").endswith("/wiki/Foo_(a)_(b)")
    assert normalise_url("https://a.example/é?q=ü b") == normalise_url(
        "https://a.example/%c3%a9?q=%C3%BC%20b"
    )
    assert normalise_url("https://BÜCHER.example/") == normalise_url("https://xn--bcher-kva.example")


@pytest.mark.parametrize(
    "text",
    ["", "docs/a.md", "mailto:a@b.example", "https://", "https://[::1", "https://a.example:99999/x", "C:\\a"],
)
def test_what_is_no_address_comes_back_as_it_is(text: str) -> None:
    assert normalise_url(text) == text
    assert host(text) is None


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://WWW.Example.com:8443/x", "www.example.com"),
        ("https://eur-lex.europa.eu@evil.example/", "evil.example"),
        ("https://evil.example\\@eur-lex.europa.eu/", "evil.example"),
        ("https://bücher。example/", "xn--bcher-kva.example"),
        ("http://[2001:DB8::1]:80/", "2001:db8::1"),
        ("https://exa mple.com/", None),
        ("//example.com/x", None),
    ],
)
def test_host(url: str, name: str | None) -> None:
    assert host(url) == name


def test_canonical_host_refuses_what_dns_cannot_hold() -> None:
    assert canonical_host("a..example") is None
    assert canonical_host("a" * 64 + ".example") is None
    assert canonical_host(".".join(["a" * 60] * 5)) is None
    assert canonical_host("Example.COM.") == "example.com"


def test_url_path() -> None:
    assert url_path("https://a.example") == "/"
    assert url_path("https://a.example/x/../Y/?q") == "/Y"


@given(st.text(max_size=60))
def test_any_text_is_handled_and_a_second_pass_changes_nothing(text: str) -> None:
    for url in (
        text,
        f"https://{text}",
        f"https://a.example/{text}",
        f"https://a.example/x?{text}",
        f"https://doi.org/10.1000/{text}",
        f"https://arxiv.org/pdf/{text}",
    ):
        doi_of(url)
        arxiv_of(url)
        once = normalise_url(url)
        assert normalise_url(once) == once


def test_hostile_lengths_take_linear_time() -> None:
    for url in (
        "https://a.example/" + "../" * 100_000,
        "https://a.example/?" + "a=1&" * 100_000,
        "https://" + "a." * 100_000,
        "https://a.example/" + "%" * 300_000,
        "https://a.example" + "/" * 300_000,
        "https://doi.org/10.1000/" + ")" * 300_000,
        "https://a.example" + "/doi/full" * 50_000,
        "https://arxiv.org/abs/" + "a-" * 150_000,
    ):
        normalise_url(url)
        doi_of(url)
        arxiv_of(url)
