"""Progress on stderr: what each stage came to, how much of the budget is used, and that work goes on."""

import sys
import threading
from contextlib import AbstractContextManager, ExitStack
from decimal import Decimal
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

from stet.cli.terminal import console, cut, lively, one_line
from stet.domain.budget import Budget
from stet.domain.claims import Decision
from stet.domain.events import (
    Assessed,
    Claimed,
    Decided,
    Drafted,
    Event,
    Judged,
    Noted,
    PageFailed,
    PageRead,
    Planned,
    Resumed,
    Reviewed,
    Searched,
    SearchFailed,
    Selected,
    Spoke,
    Stamped,
    Started,
    Stopped,
)
from stet.domain.run import Level
from stet.report.words import plural

if TYPE_CHECKING:
    from rich.console import Console

BEAT = 10.0
"""Seconds without a line after which a reader is told that work goes on."""

_WHY = {
    "coverage": "every topic is covered",
    "no_new_query": "there is nothing new to ask",
    "no_progress": "another round brought nothing",
    "rounds": "the last round is over",
}

_THEN = {
    "planned": "searching",
    "stopped": "weighing what was found",
    "claimed": "judging",
    "judged": "deciding",
    "decided": "writing",
    "drafted": "reviewing",
}
"""What is done after an event of a kind."""


class Tally:
    """Counts over the events of a run.

    `usd` is what the answers of models cost, None once one of them had no known price. Calls that failed are in the
    report's own sum and not here.
    """

    def __init__(self) -> None:
        self.budget = Budget()
        self.calls = self.tokens = 0
        self.usd: Decimal | None = Decimal(0)
        self.estimated = False
        self._searches_itself = False
        self.rounds = self.searches = self.answered = self.hits = self.read = self.failed = 0
        self.stopped: str | None = None
        self.failures: list[SearchFailed] = []

    def see(self, event: Event) -> None:
        """Count an event."""
        match event:
            case Started():
                self.budget = event.spec.budget
            case Searched():
                self.rounds = event.round
                # A model that searches by itself has said how often it did; one search may have several queries.
                self.searches += not self._searches_itself
                self.answered += 1
                self.hits += len(event.hits)
            case SearchFailed():
                self.searches += 1
                self.failures.append(event)
            case Spoke():
                self._spoke(event)
            case PageRead():
                self.read += 1
            case PageFailed(round=number) if number > 0:
                self.failed += 1
            case Stopped():
                self.stopped = event.reason
            case _:
                pass

    def used(self) -> str:
        """How much of the limits is used."""
        limits, tried = self.budget, self.read + self.failed
        failed = f", {self.failed} failed" if self.failed else ""
        searches = plural(limits.searches, "search", "searches")
        return f"{self.searches} of {searches} · {tried} of {plural(limits.pages, 'page')}{failed}"

    def _spoke(self, event: Spoke) -> None:
        self.calls += 1
        self.searches += event.searches
        self._searches_itself = self._searches_itself or event.searches > 0
        self.tokens += event.input_tokens + event.output_tokens
        self.estimated = self.estimated or event.estimated
        self.usd = None if self.usd is None or event.usd is None else self.usd + event.usd

    def asked(self) -> str | None:
        """What was asked of models: calls, tokens, money; None where none was asked."""
        if not self.calls:
            return None
        usd = "price unknown" if self.usd is None else f"{round(self.usd, 4).normalize():f} USD"
        about = "about " if self.estimated else ""
        return f"{plural(self.calls, 'call')} · {about}{plural(self.tokens, 'token')} · {usd}"

    def meter(self) -> str:
        """All that is used so far, against its limits where it has some."""
        return " · ".join(filter(None, (self.used(), self.asked())))

    def before_anything(self) -> bool:
        """Whether a limit ended the reading before a search could be made or a hit be opened."""
        by_limit = self.stopped is not None and self.stopped not in _WHY
        return by_limit and (self.searches == 0 or (self.hits > 0 and self.read + self.failed == 0))

    def all_failed(self) -> bool:
        """Whether searches were made and none was answered."""
        return self.searches > 0 and self.answered == 0


class Progress(AbstractContextManager["Progress"]):
    """Shows a run on stderr: a line a stage, and on a terminal a last line that moves; `quiet` shows nothing.

    Also keeps the tally, quiet or not.
    """

    def __init__(self, *, quiet: bool, beat: float = BEAT) -> None:
        self.tally = Tally()
        self._quiet = quiet
        self._beat = beat
        self._begun = self._spoke = monotonic()
        self._doing = "reading the documents"
        self._over = threading.Event()
        self._open = ExitStack()
        self._console: Console | None = None

    def __enter__(self) -> Self:
        if self._quiet:
            return self
        if lively(sys.stderr):
            from rich.live import Live
            from rich.text import Text

            self._console = console(sys.stderr)
            live = Live(
                get_renderable=lambda: Text(f"{self._clock()}  {self._now()} …", style="dim", no_wrap=True),
                console=self._console,
                transient=True,
                refresh_per_second=4,
                redirect_stdout=False,  # stdout is the product, wherever stderr is drawn
                redirect_stderr=False,
            )
            self._open.enter_context(live)
        else:
            pulse = threading.Thread(target=self._pulse, daemon=True)
            pulse.start()
            self._open.callback(pulse.join)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._open.close()

    def __call__(self, stamped: Stamped) -> None:
        """Take note of an event, and say what it finishes."""
        event = stamped.event
        self.tally.see(event)
        if self._quiet:
            return
        self._doing = self._next(event) or self._doing
        said = self._said(event)
        if said is not None:
            self.say(*said)

    def say(self, stage: str, words: str) -> None:
        """A line that stays."""
        if self._quiet:
            return
        line = f"{stage:<9}{one_line(words)}"
        self._spoke = monotonic()
        if self._console is not None:
            self._console.print(f"{line:<72}  {self._clock()}", style="dim")
        else:
            print(f"{line}  ({self._clock()})", file=sys.stderr, flush=True)

    def _now(self) -> str:
        """What is being done, and what was used so far; on the first line there is nothing to count yet."""
        tally = self.tally
        counted = tally.meter() if tally.searches or tally.failed or tally.read else tally.asked()
        return f"{self._doing}: {counted}" if counted else self._doing

    def _next(self, event: Event) -> str | None:
        match event:
            case Started(spec=spec) if spec.engine == "model":
                return "answering" if spec.level is Level.SINGLE else "planning"
            case Searched() | SearchFailed() | PageRead() | PageFailed():
                return f"round {max(1, self.tally.rounds)}, reading"
            case Selected():
                return f"round {event.round}, assessing"
            case Reviewed() if not event.review.approved and event.review.round == 1:
                return "writing again"
            case _:
                return _THEN.get(event.kind)

    def _said(self, event: Event) -> tuple[str, str] | None:  # noqa: PLR0911  one line a kind of event
        match event:
            case Resumed():
                return "resume", f"calls that were finished, and are not repeated: {event.calls}"
            case Planned():
                topics = plural(len(event.plan.topics), "topic")
                return "plan", f"{topics} · {plural(len(event.plan.queries), 'query', 'queries')}"
            case Noted(code="corpus"):
                return "docs", event.message
            case Noted():
                return "note", cut(f"{event.where or 'run'}: {event.message}", 300)
            case SearchFailed():
                return "failed", f"{event.provider}: {event.message}"
            case Assessed():
                covered = sum(topic.covered for topic in event.topics)
                return (
                    f"round {event.round}",
                    f"{self.tally.meter()} · {covered} of {plural(len(event.topics), 'topic')} covered",
                )
            case Stopped():
                return "stop", _WHY.get(event.reason, f"the limit on {event.reason} is reached")
            case Decided():
                claims = plural(len(event.ledger), "claim")
                return "check", f"{claims}: {counted([e.decision for e in event.ledger])}"
            case Reviewed():
                faults = len(event.review.instructions)
                verdict = "approved" if event.review.approved else f"not approved, {plural(faults, 'point')}"
                return "review", f"round {event.review.round}: {verdict}"
            case _:
                return self._of_models(event) if self.tally.calls else None

    def _of_models(self, event: Event) -> tuple[str, str] | None:
        """Steps that take their time where models make them."""
        asked = self.tally.asked()
        match event:
            case Claimed():
                return "claims", f"{plural(len(event.claims), 'claim')} to check · {asked}"
            case Judged():
                return "judge", f"{plural(len(event.votes), 'vote')} · {asked}"
            case Drafted():
                took = self.tally.meter() if self.tally.searches and not self.tally.stopped else asked
                return "draft", f"number {event.round} · {took}"
            case _:
                return None

    def _clock(self) -> str:
        seconds = int(monotonic() - self._begun)
        return f"{seconds // 60}:{seconds % 60:02d}"

    def _pulse(self) -> None:
        while not self._over.wait(self._beat / 10):
            if monotonic() - self._spoke >= self._beat:
                try:
                    self.say("…", self._now())
                except (OSError, ValueError):  # nobody reads stderr any more
                    return


def counted(decisions: list[Decision]) -> str:
    """How many of each decision, in a fixed order."""
    parts = [f"{decisions.count(kind)} {kind.value}" for kind in Decision if kind in decisions]
    return ", ".join(parts) or "none"
