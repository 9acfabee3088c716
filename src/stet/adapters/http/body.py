"""A body as it comes: counted while it is read, and decompressed in small pieces."""

import zlib
from collections.abc import Iterator

from stet.adapters.http.values import Failure, HttpFailure

_PIECE = 65_536
_MEMBERS = 10_000
_GZIP = 31
_ZLIB = 15
_RAW_DEFLATE = -15


class Decoder:
    """Undoes one Content-Encoding: gzip (of any number of members), deflate (with or without zlib's header), none.

    A piece given out has at most 64 KiB, whatever it was compressed to; of gzip at most 10,000 members are read.

    Args:
        encoding: the value of Content-Encoding.

    Raises:
        HttpFailure: `protocol`; the encoding was not asked for
    """

    def __init__(self, encoding: str) -> None:
        names = [
            name for part in encoding.lower().split(",") if (name := part.strip()) not in ("", "identity")
        ]
        if len(names) > 1 or (names and names[0] not in ("gzip", "x-gzip", "deflate")):
            raise HttpFailure(Failure.PROTOCOL, f"its encoding {encoding[:40]!r} was not asked for")
        self._name = names[0] if names else ""
        self._state: zlib._Decompress | None = None
        self._begun = False
        self._after = False
        self._members = 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What these bytes add to the body, in pieces.

        Raises:
            HttpFailure: `protocol`, the bytes are damaged; `too_large`, there are too many members
        """
        if not self._name:
            yield data
            return
        try:
            yield from self._decompress(data)
        except zlib.error:
            raise HttpFailure(Failure.PROTOCOL, f"its {self._name} encoding is damaged") from None

    def end(self) -> None:
        """Say that there are no more bytes.

        Raises:
            HttpFailure: `protocol`; the encoding is not at its end
        """
        if self._begun and self._state is not None:
            raise HttpFailure(Failure.PROTOCOL, f"its {self._name} encoding is cut off")

    def _decompress(self, data: bytes) -> Iterator[bytes]:
        while True:
            if self._state is None:
                if self._after:
                    # Some servers fill up with zeros; deflate has no second member at all.
                    data = data.lstrip(b"\0") if self._name != "deflate" else b""
                if not data:
                    return
                self._state = zlib.decompressobj(self._window(data))
                self._begun = True
                self._members += 1
                if self._members > _MEMBERS:
                    raise HttpFailure(
                        Failure.TOO_LARGE, f"its {self._name} encoding has more than {_MEMBERS:,} members"
                    )
            piece = self._state.decompress(data, _PIECE)
            data = self._state.unconsumed_tail
            if piece:
                yield piece
            if self._state.eof:
                data = self._state.unused_data
                self._state, self._after = None, True
            elif not data and len(piece) < _PIECE:
                return

    def _window(self, data: bytes) -> int:
        if self._name != "deflate":
            return _GZIP
        # RFC 9110 means zlib by deflate, and some servers send it bare. The low half of zlib's first byte is 8,
        # and of bare deflate's hardly ever: it would be a stored block with set padding bits.
        return _ZLIB if data[0] & 0x0F == 8 else _RAW_DEFLATE
