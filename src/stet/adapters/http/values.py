"""What one exchange over HTTP is asked within, what it brings, and how it fails."""

from collections.abc import Mapping
from enum import StrEnum

from pydantic import Field

from stet.domain.base import Value


class Bounds(Value):
    """Limits of one exchange.

    `bytes` counts the body after decompression and while it is read; `seconds` is the whole exchange, from the
    look-up of the name to the last byte; `connect_seconds` the part until the connection stands;
    `header_bytes` all header lines together. With `cut` a body that goes on beyond `bytes` is cut there and is no
    failure.
    """

    bytes: int = Field(default=20_000_000, ge=1)
    seconds: float = Field(default=30.0, gt=0)
    connect_seconds: float = Field(default=10.0, gt=0)
    header_bytes: int = Field(default=65_536, ge=1)
    cut: bool = False


class Reply(Value):
    """One answer; a redirect is an answer like any other.

    `headers` have lower-case names; of a repeated one the values are joined by `, `. `body` is decompressed.
    `peer` is the address that was connected to.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    peer: str | None = None
    seconds: float = 0.0


class Failure(StrEnum):
    """Why there is no answer."""

    REFUSED = "refused"
    """The address is none that may be reached."""
    NO_HOST = "no_host"
    """The name does not resolve."""
    UNREACHABLE = "unreachable"
    """No connection, or it broke."""
    CERTIFICATE = "certificate"
    """The certificate is not the host's, or nobody vouches for it."""
    TIMEOUT = "timeout"
    TOO_LARGE = "too_large"
    PROTOCOL = "protocol"
    """What came is not HTTP, or its encoding is damaged."""


class HttpFailure(Exception):
    """No answer; `failure` says why, the message says it to a reader and holds no key."""

    def __init__(self, failure: Failure, message: str) -> None:
        super().__init__(message)
        self.failure = failure
        self.message = message
