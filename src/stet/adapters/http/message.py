"""What is sent."""

import json as json_text
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from stet.adapters.http.address import Address

# These say how the exchange is made, which is not the caller's to choose.
_OURS = frozenset(
    {
        "host",
        "accept-encoding",
        "connection",
        "content-length",
        "transfer-encoding",
        "proxy-authorization",
        "te",
    }
)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request, ready to be sent."""

    method: str
    address: Address
    headers: tuple[tuple[bytes, bytes], ...]
    content: bytes | None


def with_params(url: str, params: Mapping[str, str] | None) -> str:
    """The address with parameters at the end of its query; the fragment, which is never sent, is dropped."""
    if not params:
        return url
    plain = url.partition("#")[0]
    mark = "" if plain.endswith(("?", "&")) else "&" if "?" in plain else "?"
    return f"{plain}{mark}{urlencode(params)}"


def write(
    method: str,
    address: Address,
    user_agent: str,
    headers: Mapping[str, str],
    *,
    json: object | None,
    form: Mapping[str, str] | None,
) -> Outgoing:
    """The request; a header of the caller's counts before ours, except those that say how the exchange is made."""
    sent = {"accept": "*/*", "user-agent": user_agent}
    content: bytes | None = None
    if json is not None:
        content = json_text.dumps(json, ensure_ascii=False, allow_nan=False).encode()
        sent["content-type"] = "application/json"
    elif form is not None:
        content = urlencode(form).encode()
        sent["content-type"] = "application/x-www-form-urlencoded"
    sent |= {name.lower(): value for name, value in headers.items() if name.lower() not in _OURS}
    sent |= {"host": address.netloc, "accept-encoding": "gzip"}
    if content is not None:
        sent["content-length"] = str(len(content))
    return Outgoing(
        method=method.upper(),
        address=address,
        headers=tuple((name.encode(), value.encode()) for name, value in sent.items()),
        content=content,
    )
