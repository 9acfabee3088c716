"""What `stet doctor` finds."""

from typing import Literal, NamedTuple

from stet.errors import StetError


class Finding(NamedTuple):
    """One line: what was looked at, whether it works, what was seen, what to do.

    `warning`: it works, and something about it looks wrong. `off`: it could be there and is not, which is no fault.
    """

    name: str
    ok: bool
    seen: str
    hint: str | None = None
    warning: bool = False
    off: bool = False

    @property
    def state(self) -> Literal["ok", "off", "warn", "fault"]:
        """In a word."""
        if not self.ok:
            return "fault"
        return "warn" if self.warning else "off" if self.off else "ok"


def fault(name: str, error: StetError) -> Finding:
    """An error as a finding."""
    return Finding(name, False, error.message, error.hint)
