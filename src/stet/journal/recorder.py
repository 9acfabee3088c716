"""The recorder: what the run decided, in order, each thing once."""

from collections import defaultdict, deque
from collections.abc import Callable, Sequence

from stet.domain.base import value_id
from stet.domain.events import Event, Failed, Resumed, Stamped
from stet.ports import Clock, EventStore

Listener = Callable[[Stamped], None]

# Each session resumes and fails for itself, even when it does so in the same words as the one before.
_OF_A_SESSION = (Resumed, Failed)


class Recorder:
    """Writes events and tells listeners.

    Over a run that already has events, one that says the same as an event recorded before is taken for that
    event: it is not written again, and listeners get it with its first number and time. Equal events are
    matched one to one, so a run that goes through its past once more adds nothing, and what is really new
    comes after.

    Args:
        store: where the events are written.
        run: the run they belong to.
        clock: gives their times.
        listeners: called with each event once it is written.
    """

    def __init__(self, store: EventStore, run: str, clock: Clock, listeners: Sequence[Listener] = ()) -> None:
        self._store = store
        self._run = run
        self._clock = clock
        self._listeners = tuple(listeners)
        self._emitted: list[Event] = []
        self._past: dict[str, deque[Stamped]] = defaultdict(deque)
        self._recorded: list[Event] = []
        for stamped in store.events(run):
            self._recorded.append(stamped.event)
            if not isinstance(stamped.event, _OF_A_SESSION):
                self._past[value_id(stamped.event)].append(stamped)

    def emit(self, event: Event) -> Stamped:
        """Record an event and tell the listeners; returns it as it stands in the run.

        Raises:
            StoreError: the event cannot be written; no listener was told
        """
        stamped = self._met(event)
        if stamped is None:
            stamped = self._store.append(self._run, event, self._clock.now())
            self._recorded.append(stamped.event)
        self._emitted.append(stamped.event)
        for listener in self._listeners:
            listener(stamped)
        return stamped

    @property
    def emitted(self) -> tuple[Event, ...]:
        """What this session recorded or met again, in order: the run as it stands in this session's eyes."""
        return tuple(self._emitted)

    @property
    def recorded(self) -> tuple[Event, ...]:
        """Every event of the run, those of earlier sessions too, in the order of their numbers."""
        return tuple(self._recorded)

    def _met(self, event: Event) -> Stamped | None:
        """The earlier event that says the same, taken off the list, or None."""
        if not self._past or isinstance(event, _OF_A_SESSION):
            return None
        key = value_id(event)
        equals = self._past.get(key)
        if equals is None:
            return None
        first = equals.popleft()
        if not equals:
            del self._past[key]
        return first
