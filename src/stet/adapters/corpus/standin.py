"""A stand-in until `stet.adapters.extract` is there: plain text with a first heading."""

import re
from datetime import date

from stet.adapters.extract.values import Extracted
from stet.domain.evidence import PageStatus


def extract(raw: bytes, *, name: str, today: date) -> Extracted:  # noqa: ARG001
    """Text of Markdown, text and (crudely) HTML."""
    if b"\0" in raw[:4096]:
        return Extracted(status=PageStatus.UNSUPPORTED, reason="binary")
    text = raw.decode("utf-8-sig", "replace")
    if name.endswith(".html"):
        text = re.sub(r"[ \t]{2,20}", " ", re.sub(r"<[^<>]{0,5000}>", " ", text))
    if not text.strip():
        return Extracted(status=PageStatus.EMPTY, reason="no text")
    title = next((line.lstrip("# ") for line in text[:2000].splitlines() if line.strip()), name)
    return Extracted(status=PageStatus.OK, text=text, title=title, title_from="h1", media_type="text/plain")
