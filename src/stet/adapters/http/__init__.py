"""HTTP for everything that leaves the house: public addresses only, pinned, bounded in size and time."""

from stet.adapters.http.client import Http
from stet.adapters.http.values import Bounds, Failure, HttpFailure, Reply

__all__ = ["Bounds", "Failure", "Http", "HttpFailure", "Reply"]
