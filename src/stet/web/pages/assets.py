"""Style sheets and scripts: served under an address that holds their hash, so that they are kept for good."""

import hashlib
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from fastapi import APIRouter, Response

from stet.app.place import Place
from stet.errors import NotFound
from stet.report.html import asset

_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FOR_GOOD: Final = "public, max-age=31536000, immutable"
_SHARED: Final = ("report.css", "checked.css")
"""What pages and exported reports have in common."""


class Asset(NamedTuple):
    """A file as it is served."""

    data: bytes
    media_type: str
    hash: str


@lru_cache(maxsize=1)
def assets() -> dict[str, Asset]:
    """The files that are served, by name; nothing else is, whatever is asked for."""
    found = {name: asset(name).encode() for name in _SHARED}
    for file in files("stet.web.pages").joinpath("static").iterdir():
        if _ending(file.name) in _TYPES:
            found[file.name] = file.read_bytes()
    return {
        name: Asset(data, _TYPES[_ending(name)], hashlib.sha256(data).hexdigest()[:16])
        for name, data in found.items()
    }


def static(name: str) -> str:
    """The address of a file, such as `/static/0c1f…/site.css`."""
    return f"/static/{assets()[name].hash}/{name}"


def routes(_: Place) -> APIRouter:
    """The route of the files."""
    router = APIRouter()

    @router.get("/static/{digest}/{name}")
    def file(digest: str, name: str) -> Response:
        found = assets().get(name)
        if found is None or found.hash != digest:
            raise NotFound("there is no such file", hint="load the page anew")
        return Response(found.data, media_type=found.media_type, headers={"Cache-Control": _FOR_GOOD})

    return router


def _ending(name: str) -> str:
    return name[name.rfind(".") :]
