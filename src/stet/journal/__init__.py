"""The memory of a run: calls written ahead, a budget nothing overshoots, replay, and events in order."""

from stet.journal.journal import LIVE, REPLAY, Journal, Mode
from stet.journal.recorder import Listener, Recorder

__all__ = ["LIVE", "REPLAY", "Journal", "Listener", "Mode", "Recorder"]
