"""Sites are registrable domains, by the public suffix list and without the network."""

import pytest

from stet.confidence.sites import registrable_domain


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://eur-lex.europa.eu/eli", "europa.eu"),
        ("https://www.bbc.co.uk/news", "bbc.co.uk"),
        ("https://ann.github.io/x", "ann.github.io"),
        ("https://ben.github.io/x", "ben.github.io"),
        ("https://github.io/", "github.io"),
        ("https://news.gull-bay.example/x", "gull-bay.example"),
        ("http://127.0.0.1:8000/", "127.0.0.1"),
        ("http://[::1]/", "::1"),
        ("http://localhost/", "localhost"),
        ("https://www.bücher.de/", "xn--bcher-kva.de"),
        ("docs/a.md", None),
        ("", None),
    ],
)
def test_registrable_domain(url: str, site: str | None) -> None:
    assert registrable_domain(url) == site
