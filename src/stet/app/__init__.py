"""The only place that knows both sides: settings in, adapters into ports, a report out."""

from stet.app.app import App, Listener, SystemClock
from stet.app.request import DEFAULT_PROFILE, LONGEST_QUESTION, Operator, Request, WebRequest, profile_of

__all__ = [
    "DEFAULT_PROFILE",
    "LONGEST_QUESTION",
    "App",
    "Listener",
    "Operator",
    "Request",
    "SystemClock",
    "WebRequest",
    "profile_of",
]
