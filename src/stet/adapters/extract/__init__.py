"""From raw bytes to text with its metadata. Bad content is an answer with a status, never an error."""

from datetime import date

from stet.adapters.extract.values import Extracted, Head, Limits, Unreadable
from stet.domain.evidence import PageStatus

__all__ = ["Extracted", "Head", "Limits", "extract"]


def extract(
    raw: bytes,
    *,
    name: str,
    declared_type: str | None = None,
    url: str | None = None,
    today: date,
    limits: Limits = Limits(),  # noqa: B008 - a frozen value
) -> Extracted:
    """The text of a document and what it says about itself.

    `name` is a file name or the last part of a URL; it and `declared_type` (a Content-Type) count only where
    the bytes leave room. `url` is where the bytes came from. A date after `today` is unknown.
    """
    from stet.adapters.extract.read import read

    try:
        return read(raw, name, declared_type, url, today, limits)
    except Unreadable as refused:
        return Extracted(status=refused.status, reason=refused.reason)
    except Exception as error:  # noqa: BLE001 - the edge: hostile bytes can trip any parser, and one must not stop a run
        return Extracted(
            status=PageStatus.ERROR, reason=f"could not be read ({type(error).__name__}: {error})"[:200]
        )
