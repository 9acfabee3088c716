"""Hits of several answers as one list."""

from stet.domain.evidence import Hit
from stet.research.searching import merged


def hit(url: str, provider: str, rank: int) -> Hit:
    return Hit(url=url, provider=provider, rank=rank)


def test_hits_come_by_rank_and_at_one_rank_in_the_order_of_the_answers():
    official = [hit("https://a.example/1", "x", 1), hit("https://a.example/2", "x", 2)]
    anywhere = [hit("https://b.example/1", "x", 1), hit("https://b.example/2", "x", 2)]
    assert [h.url for h in merged([official, anywhere])] == [
        "https://a.example/1",
        "https://b.example/1",
        "https://a.example/2",
        "https://b.example/2",
    ]


def test_a_page_stands_once_where_it_ranked_best_with_every_provider_that_gave_it():
    """K041, K043: whatever its spelling."""
    found = merged(
        [
            [hit("https://c.example/", "x", 1), hit("https://www.a.example/page/", "x", 2)],
            [hit("http://a.example/page?utm_source=y", "y", 1)],
            [hit("https://a.example/page#part", "z", 7)],
        ]
    )
    assert [(h.url, h.provider, h.also) for h in found] == [
        ("https://c.example/", "x", ()),
        ("http://a.example/page?utm_source=y", "y", ("x", "z")),
    ]


def test_two_pages_stay_two():
    """K044."""
    urls = [
        "https://a.example/?ref=v1",
        "https://a.example/?ref=v2",
        "https://a.example/Ref",
        "https://a.example/ref",
    ]
    assert [h.url for h in merged([[hit(url, "x", n) for n, url in enumerate(urls, 1)]])] == urls


def test_one_provider_that_gave_a_page_twice_is_named_once():
    found = merged([[hit("https://a.example/", "x", 1)], [hit("https://a.example/", "x", 3)]])
    assert [(h.provider, h.also) for h in found] == [("x", ())]


def test_nothing_merged_is_nothing():
    assert merged([]) == merged([(), ()]) == ()
