"""What remains of a run that was deleted."""

from datetime import datetime
from typing import Literal

from stet.domain.base import Value

Why = Literal["asked", "retention"]


class Left(Value):
    """Hashes and counts of a deleted run: enough to recognise its spec and its log, and no word of them."""

    created_at: datetime
    spec_sha256: str
    calls: int
    calls_head: str
    events: int
    events_head: str
    reviews: int
    reviews_head: str


class Forgotten(Value):
    """A run that was deleted: because somebody asked, or because its time was over."""

    run: str
    at: datetime
    why: Why
    left: Left
