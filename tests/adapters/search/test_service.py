from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from pydantic import BaseModel, SecretStr

from stet.adapters.http import Bounds, Failure, HttpFailure, Reply
from stet.adapters.search.service import Service, own_words, parsed, retry_after
from stet.errors import BadAnswer, KeyMissing, RateLimited, StetError, Unavailable


class Results(BaseModel):
    results: list[str]


class Fails:
    """A client that never gets an answer."""

    def __init__(self, failure: Failure) -> None:
        self._failure = failure

    async def request(self, method: str, url: str, **_: object) -> Reply:
        raise HttpFailure(self._failure, "harbour.example: no luck")


def waiting(value: str) -> Reply:
    return Reply(url="https://x.example/", status=429, headers={"retry-after": value}, body=b"")


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (Failure.REFUSED, Unavailable),
        (Failure.NO_HOST, Unavailable),
        (Failure.UNREACHABLE, Unavailable),
        (Failure.CERTIFICATE, Unavailable),
        (Failure.TIMEOUT, Unavailable),
        (Failure.TOO_LARGE, BadAnswer),
        (Failure.PROTOCOL, BadAnswer),
    ],
)
async def test_each_failure_has_its_error(failure: Failure, kind: type[StetError]) -> None:
    with pytest.raises(kind, match=r"\Ap: harbour\.example: no luck\Z") as caught:
        await Service(Fails(failure), "p").ask("GET", "https://harbour.example/")
    assert (caught.value.hint is not None) == (failure is Failure.REFUSED)


def test_every_failure_is_read() -> None:
    assert len(Failure) == 7


@pytest.mark.parametrize("value", ["", "  ", "two words", "line\nfeed", "schlüssel", "tab\tbed"])
def test_what_cannot_be_a_key_is_never_sent(value: str) -> None:
    service = Service(Fails(Failure.TIMEOUT), "p", key_variable="P_KEY", key=SecretStr(value))
    with pytest.raises(KeyMissing, match="P_KEY") as caught:
        service.secret()
    assert value.strip() == "" or value not in f"{caught.value}{caught.value.hint}"


def test_white_space_around_a_key_is_no_part_of_it() -> None:
    service = Service(Fails(Failure.TIMEOUT), "p", key_variable="P_KEY", key=SecretStr(" k3y\n"))
    assert service.secret() == "k3y"
    assert "k3y" not in repr(service)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"detail": {"error": "too long"}}', "too long"),
        (b'{"detail": "too long"}', "too long"),
        (b'{"detail": [{"msg": "too long", "loc": ["q"]}]}', "too long"),
        (b'{"error": {"id": "0", "code": "X", "detail": "too long"}}', "too long"),
        (b'{"errors": [{"code": "TOO_LONG"}]}', "TOO_LONG"),
        (b'{"message": "too\\n long\\u001b[0m"}', "too long\ufffd[0m"),
        (b'["too long", "x"]', "too long"),
        (b"too long", "too long"),
        (b"<html>too long</html>", None),
        (b'{"error": "cut', None),
        (b'{"other": "x"}', None),
        (b'{"error": 5}', None),
        (b"", None),
        (b'{"error":' * 2_000, None),
    ],
)
def test_a_service_s_own_words_are_found(body: bytes, words: str | None) -> None:
    assert own_words(body) == words


def test_a_service_s_own_words_are_short() -> None:
    assert len(own_words(b'{"error": "' + b"word " * 500 + b'"}') or "") <= 200
    assert own_words(b"x" * 200_000) is None


def test_a_pause_without_the_server_s_clock_counts_from_ours() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(hours=2), usegmt=True)
    assert retry_after(waiting(later)) == pytest.approx(7_200, abs=30)


@pytest.mark.parametrize(
    "value", ["nan", "inf", "1e3", "1,5", "٣", "Mon, 99 Foo 2026 10:00:00 GMT", "0x10", "9" * 400]
)
def test_a_pause_that_cannot_be_read_is_none(value: str) -> None:
    assert retry_after(waiting(value)) is None


def test_a_wrong_shape_is_said_with_its_place_and_the_service_s_words() -> None:
    with pytest.raises(BadAnswer, match=r"p: the answer has another shape at results\.1: .*valid string"):
        parsed(Results, b'{"results": ["a", 5]}', "p")
    with pytest.raises(BadAnswer, match=r"at results: Field required; the service says: Query too long"):
        parsed(Results, b'{"message": "Query too long", "statusCode": 400}', "p")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_is_no_json_even_where_nobody_looks(number: str) -> None:
    with pytest.raises(BadAnswer, match="p: the answer is no JSON"):
        parsed(Results, f'{{"results": [], "score": {number}}}'.encode(), "p")


def test_half_a_pair_in_a_text_does_not_lose_the_answer() -> None:
    assert parsed(Results, rb'{"results": ["cut \ud83d", "whole \ud83d\ude00"]}', "p").results == [
        "cut ?",
        "whole 😀",
    ]


async def test_a_service_s_own_reading_comes_before_the_status() -> None:
    class Says:
        async def request(self, method: str, url: str, **given: object) -> Reply:
            assert given["bounds"] == Bounds(bytes=9, seconds=1.0, connect_seconds=1.0)
            return waiting("5").model_copy(update={"status": 404})

    bounds = Bounds(bytes=9, seconds=1.0, connect_seconds=1.0)
    with pytest.raises(RateLimited, match="404"):
        await Service(Says(), "p", reads=lambda _: "rate", bounds=bounds).ask("GET", "https://x.example/")
