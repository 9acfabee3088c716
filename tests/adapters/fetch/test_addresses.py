"""Addresses: what is asked for, and what a redirect or a refresh means; no network."""

import time
from datetime import UTC, datetime

import pytest

from stet.adapters.fetch import addresses, statuses
from stet.adapters.http import Failure, HttpFailure
from stet.domain.evidence import PageStatus
from stet.errors import Unavailable

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("HTTP://Pier.Example:80/a", "http://pier.example"),
        ("https://pier.example/a?b#c", "https://pier.example"),
        ("https://pier.example:8443", "https://pier.example:8443"),
        ("https://Käse.example/", "https://xn--kse-qla.example"),
        ("http://[2001:db8::1]:8080/", "http://[2001:db8::1]:8080"),
    ],
)
def test_an_origin_has_one_spelling(url: str, place: str):
    assert addresses.fault(url) is None
    assert addresses.origin(url) == place
    assert addresses.pace_key(url) == place.partition("://")[2]


@pytest.mark.parametrize(
    ("location", "onward"),
    [
        ("/b", "https://pier.example/b"),
        ("b?x=1#y", "https://pier.example/d/b?x=1"),
        ("//other.example/b", "https://other.example/b"),
        ("http://pier.example/b", "http://pier.example/b"),
        ("/caf\u00c3\u00a9", "https://pier.example/café"),
        ("/caf\u00e9", "https://pier.example/café"),
        ("", "https://pier.example/d/a"),
        ("http://[::1", None),
    ],
)
def test_a_location_is_read_at_its_page(location: str, onward: str | None):
    assert addresses.target("https://pier.example/d/a", location) == onward


@pytest.mark.parametrize(
    ("value", "onward"),
    [
        ("0; url=/b", "https://pier.example/b"),
        ("0;/b", "https://pier.example/b"),
        ("5 ; URL = '/b'", "https://pier.example/b"),
        ("0, /b", "https://pier.example/b"),
        ("6; url=/b", None),
        ("0", None),
        ("0; url=/a", None),
        ("0; url=#part", None),
        ("soon; url=/b", None),
    ],
)
def test_a_refresh_within_five_seconds_to_another_page_leads_on(value: str, onward: str | None):
    raw = f'<meta http-equiv="refresh" content="{value}">'.encode()
    assert addresses.refreshed("https://pier.example/a", raw, None) == onward
    assert addresses.refreshed("https://pier.example/a", b"", value) == onward


def test_hostile_markup_takes_no_time():
    start = time.process_time()
    for unit in (b"<!--", b"<meta ", b"<meta http-equiv=refresh ", b'<meta http-equiv=refresh content="0 ;'):
        addresses.refreshed("https://pier.example/a", unit * (200_000 // len(unit)), None)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("asked", "final", "status"),
    [
        ("https://pier.example/2019/a", "https://www.pier.example/", PageStatus.NOT_FOUND),
        ("https://news.pier.example/a", "https://pier.example/", PageStatus.NOT_FOUND),
        ("https://pier.example/2019/a", "https://quay.example/", PageStatus.NOT_FOUND),
        ("https://sho.rt/x7", "https://quay.example/", None),
        ("https://pier.example/", "https://www.pier.example/en/", None),
        ("https://pier.example/docs", "https://docs.pier.example/", None),
        ("https://pier.example/offices/quay", "https://quay.example/", None),
        ("https://pier.example/topics/robots", "https://pier.example/ai", None),
        ("https://pier.example/index.php", "https://pier.example/", None),
        ("https://pier.example/a", "https://pier.example/?article=a", None),
        ("https://pier.example/a", "https://pier.example/b", None),
        ("https://pier.example/a", "https://consent.pier.example/?continue=a", PageStatus.BLOCKED),
        ("https://pier.example/a", "https://sso.quay.example/sso/a", PageStatus.LOGIN),
        ("https://pier.example/login", "https://www.pier.example/login", None),
        ("https://pier.example/a", "https://pier.example/error-404.html", PageStatus.NOT_FOUND),
        ("https://pier.example/blog/login-design", "https://pier.example/blog/2020/login-design", None),
    ],
)
def test_where_a_redirect_ends_says_what_it_is(asked: str, final: str, status: PageStatus | None):
    astray = addresses.detour(asked, final)
    assert (astray and astray.status) == status


@pytest.mark.parametrize(
    ("failure", "status"),
    [
        (Failure.REFUSED, PageStatus.REFUSED_ADDRESS),
        (Failure.NO_HOST, PageStatus.ERROR),
        (Failure.CERTIFICATE, PageStatus.ERROR),
        (Failure.TIMEOUT, PageStatus.TIMEOUT),
        (Failure.TOO_LARGE, PageStatus.TOO_LARGE),
        (Failure.PROTOCOL, PageStatus.ERROR),
    ],
)
def test_no_answer_has_a_status_with_its_reason(failure: Failure, status: PageStatus):
    """K064, K125: a name that does not resolve or a bad certificate is no missing page."""
    assert statuses.of_failure(HttpFailure(failure, "why")) == (status, "why")


def test_no_connection_is_worth_another_try():
    with pytest.raises(Unavailable):
        statuses.of_failure(HttpFailure(Failure.UNREACHABLE, "why"))


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0),
        ("5", 5.0),
        ("99999999999999999999", 604_800.0),
        ("Mon, 30 Nov 2026 12:01:00 GMT", 60.0),
        ("Mon, 30 Nov 2026 13:01:00 +0100", 60.0),
        ("Mon, 30 Nov 2026 12:01:00 -0000", 60.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 604_800.0),
        ("Mon, 99 Nov 2026 12:01:00 GMT", None),
        ("-5", None),
        ("1.5", None),
        ("", None),
        ("\u0665", None),
    ],
)
def test_when_to_come_back_is_seconds_or_a_date(value: str, seconds: float | None):
    assert statuses.retry_after({"retry-after": value}, NOW) == seconds
