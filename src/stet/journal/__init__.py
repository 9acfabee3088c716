"""The memory of a run: calls written ahead, a budget nothing overshoots, replay, and events in order."""

from stet.journal.journal import LIVE, REPLAY, Journal, Mode
from stet.journal.recorder import Listener, Recorder
from stet.journal.retry import ATTEMPTS, LONGEST_WAIT, retried

__all__ = ["ATTEMPTS", "LIVE", "LONGEST_WAIT", "REPLAY", "Journal", "Listener", "Mode", "Recorder", "retried"]
