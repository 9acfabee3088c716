"""One page has one identity, and two pages never share one (CASES K043, K044, K046, K047)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.domain.identity import canonical_host, host, normalise_url, url_path

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
    ],
)
def test_different_pages_stay_different(one: str, other: str) -> None:
    assert normalise_url(one) != normalise_url(other)


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
    for url in (text, f"https://{text}", f"https://a.example/{text}", f"https://a.example/x?{text}"):
        once = normalise_url(url)
        assert normalise_url(once) == once


def test_hostile_lengths_take_linear_time() -> None:
    for url in (
        "https://a.example/" + "../" * 100_000,
        "https://a.example/?" + "a=1&" * 100_000,
        "https://" + "a." * 100_000,
        "https://a.example/" + "%" * 300_000,
        "https://a.example" + "/" * 300_000,
    ):
        normalise_url(url)
