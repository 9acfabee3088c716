"""Bodies: decompressed piece by piece, and damaged ones told."""

import gzip
import random
import zlib

import pytest

from stet.adapters.http import Failure, HttpFailure
from stet.adapters.http.body import Decoder


def packed(content: bytes) -> bytes:
    """Gzip without the time: names of tests must be the same in every process."""
    return gzip.compress(content, mtime=0)


TEXT = b"".join(b"%d dues\n" % (n * n) for n in range(50_000))


def bare_deflate(data: bytes) -> bytes:
    made = zlib.compressobj(wbits=-15)
    return made.compress(data) + made.flush()


def decoded(encoding: str, data: bytes, step: int = 1_000_000) -> bytes:
    decoder = Decoder(encoding)
    pieces = [piece for at in range(0, len(data), step) for piece in decoder.feed(data[at : at + step])]
    decoder.end()
    assert encoding in ("", "identity") or all(len(piece) <= 65_536 for piece in pieces)
    return b"".join(pieces)


@pytest.mark.parametrize("step", [1, 7, 65_536, 1_000_000])
@pytest.mark.parametrize(
    ("encoding", "data", "text"),
    [
        ("", TEXT[:5_000], TEXT[:5_000]),
        ("identity", TEXT[:5_000], TEXT[:5_000]),
        ("gzip", packed(TEXT), TEXT),
        ("GZIP", packed(b""), b""),
        ("x-gzip", packed(TEXT[:9]) + packed(TEXT[9:]), TEXT),
        ("gzip, identity", packed(TEXT) + bytes(1_000), TEXT),
        ("deflate", zlib.compress(TEXT), TEXT),
        ("deflate", bare_deflate(TEXT), TEXT),
        ("gzip", packed(random.Random(1).randbytes(200_000)), random.Random(1).randbytes(200_000)),
        ("gzip", b"", b""),
    ],
)
def test_a_body_comes_out_as_it_went_in_however_it_is_cut(encoding: str, data: bytes, text: bytes, step: int):
    assert decoded(encoding, data, step) == text


@pytest.mark.parametrize("left", [b"", b"\x1f", b"\x1f\x8b\x08\x00"])
def test_what_one_read_leaves_over_is_not_lost(left: bytes):
    decoder = Decoder("gzip")
    first, second = packed(TEXT), packed(b"the end")
    out = b"".join(decoder.feed(first + left))
    out += b"".join(decoder.feed(second if not left else second[len(left) :]))
    if left == second[: len(left)]:
        decoder.end()
        assert out == TEXT + b"the end"


@pytest.mark.parametrize(
    ("encoding", "data"),
    [
        ("gzip", b"<html>not compressed at all</html>"),
        ("gzip", packed(TEXT)[:-1]),
        ("gzip", packed(TEXT)[:100]),
        ("gzip", packed(TEXT)[:-8] + bytes(8)),
        ("gzip", packed(TEXT) + b"more"),
        ("gzip", b"\x1f"),
        ("deflate", zlib.compress(TEXT)[:-5]),
        ("deflate", b"\x07 what"),
        ("br", b"x"),
        ("zstd", b"x"),
        ("gzip, gzip", b"x"),
        ("rot13", b"x"),
    ],
)
def test_a_damaged_or_unknown_encoding_is_no_answer(encoding: str, data: bytes):
    with pytest.raises(HttpFailure) as caught:
        decoded(encoding, data)
    assert caught.value.failure is Failure.PROTOCOL
