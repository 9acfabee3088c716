"""Exit statuses; `StetError.exit_status` holds the same numbers."""

from enum import IntEnum


class Exit(IntEnum):
    """What the shell is told."""

    DONE = 0
    """Done, and accepted where there was something to accept."""

    NOT_ACCEPTED = 1
    """Done, but the report was not approved, nothing was found, or an audit found something."""

    USAGE = 2
    """The command, a setting or a file cannot be used."""

    BUDGET = 3
    """A limit was reached before there was anything usable."""

    KEY = 4
    """A key is missing or was refused."""

    PROVIDERS = 5
    """Outside services are not available."""

    BUG = 70
    """Our fault; a log says more."""

    INTERRUPTED = 130
    """Stopped by the reader; what was done is saved."""
