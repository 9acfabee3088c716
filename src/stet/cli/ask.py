"""`stet ask`: a question in, a checked report out."""

import sys
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from stet.app import App, Listener, Request
from stet.cli.exit import Exit
from stet.cli.interrupt import Interruptible
from stet.cli.output import Destination, destination
from stet.cli.page import report_lines, summary_lines
from stet.cli.progress import Progress, Tally
from stet.cli.setup import ModelFlags, WebFlags, app_of, day_of, request_of, settings_of
from stet.cli.terminal import Line, write
from stet.config import Settings
from stet.domain.events import Stamped
from stet.domain.question import Plan
from stet.domain.report import Report
from stet.errors import (
    BadQuestion,
    BadSetting,
    BudgetExhausted,
    KeyMissing,
    RateLimited,
    StetError,
    Unavailable,
)

_MOST_READ = 1_000_000


class Limits(NamedTuple):
    """The limits given as flags."""

    rounds: int | None
    searches: int | None
    pages: int | None
    seconds: float | None
    usd: str | None


class Asked(NamedTuple):
    """What is asked, as flags say it."""

    question: str | None
    docs: tuple[str, ...]
    level: str | None
    engine: str | None
    profile: str | None
    depth: str | None
    limits: Limits
    web: WebFlags
    models: ModelFlags
    today: str | None
    frozen: str | None
    native: str | None
    require_review: str | None = None


class Wanted(NamedTuple):
    """How the answer is wanted, as flags say it."""

    output: str | None
    form: str | None
    force: bool
    json: bool
    events: bool
    quiet: bool

    def destination(self, question: str) -> Destination:
        """Where the report goes.

        Raises:
            BadSetting: the flags contradict each other, or the file may not be written
        """
        if self.json and self.events:
            raise BadSetting("--json and --events both want stdout", hint="choose one of them")
        if self.json and self.form not in {None, "json"}:
            raise BadSetting(f"--json and -f {self.form} contradict each other", hint="choose one of them")
        if self.events and self.output is None and self.form is not None:
            raise BadSetting(
                "--events takes stdout, so the report needs a file", hint="add -o FILE, or leave out -f"
            )
        return destination("json" if self.json else self.form, self.output, question, force=self.force)


def ask(asked: Asked, wanted: Wanted) -> int:
    """Run a new question and print its report."""
    request, app = _request(asked)
    goal = wanted.destination(request.question or str(request.frozen))
    return _see_through(app, wanted, goal, lambda listeners, begun: app.ask(request, listeners, begun))


def resume(run: str, asked: Asked, wanted: Wanted) -> int:
    """Go on with a run and print its report."""
    fixed = (*asked.limits, *asked.web, *asked.models, asked.frozen, asked.native, asked.require_review)
    if asked.question is not None or asked.docs or any(value is not None for value in fixed):
        raise BadSetting("a run keeps its question, sources and limits", hint=f"stet ask --resume {run}")
    app = app_of()
    with app.store() as store:
        record = store.run(run)
    goal = wanted.destination(record.spec.question)
    return _see_through(app, wanted, goal, lambda listeners, begun: app.resume(record.id, listeners, begun))


def replay(run: str, wanted: Wanted) -> int:
    """Make a run again and print its report."""
    app = app_of()
    with app.store() as store:
        record = store.run(run)
    goal = wanted.destination(record.spec.question)
    report = Interruptible().run(lambda: app.replay(record.id))
    _hand_over(app, report, wanted, goal)
    print(f"run {report.run} made again offline: the same report, byte for byte", file=sys.stderr)
    return Exit.DONE if report.states.report_accepted else Exit.NOT_ACCEPTED


def plan(asked: Asked, wanted: Wanted) -> int:
    """Print the topics and the first queries; nothing is searched."""
    request, app = _request(asked)
    made = Interruptible().run(lambda: app.plan(request))
    if wanted.json:
        print(made.model_dump_json(indent=2))
    else:
        write(_plan_lines(made))
    return Exit.DONE


def _plan_lines(plan: Plan) -> list[Line]:
    lines = [Line(plan.question, "bold"), Line()]
    for topic in plan.topics:
        lines.append(Line(f"{topic.id}  {topic.text}  ({topic.kind.value})"))
        lines += [
            Line(f"search: {query.text}", "dim", 4) for query in plan.queries if query.topic == topic.id
        ]
    return lines


def _request(asked: Asked) -> tuple[Request, App]:
    settings = settings_of(
        {
            "level": asked.level,
            "engine": asked.engine,
            "profile": asked.profile,
            "depth": asked.depth,
            "docs": asked.docs or None,
            "require_review": asked.require_review,
            **asked.limits._asdict(),
            **asked.web.said(),
            **asked.models.said(),
        }
    )
    if asked.frozen is not None:
        return _again(asked, settings), app_of(settings)
    if asked.native is not None and (asked.docs or asked.engine == "quote"):
        raise BadSetting(
            "--native-search asks a model that searches by itself; it reads no documents and quotes nothing",
            hint="leave out --docs and --engine quote, or leave out --native-search",
        )
    request = request_of(settings, _question(asked.question), day_of(asked.today))
    return request.model_copy(update={"native": asked.native}), app_of(settings)


def _again(asked: Asked, settings: Settings) -> Request:
    """A request on what another run read; the question is that run's."""
    kept = [asked.question, asked.today, asked.profile, *asked.limits, *asked.web]
    if asked.docs or any(value is not None for value in kept):
        raise BadSetting(
            "a run on what another one read keeps its question, sources, date and limits",
            hint=f"stet ask --replay {asked.frozen} --writer-model …",
        )
    return request_of(settings, "", None).model_copy(
        update={"documents": (), "web": None, "frozen": asked.frozen}
    )


def _question(given: str | None) -> str:
    if given is None:
        raise BadQuestion("there is no question", hint='stet ask "your question" --docs FOLDER')
    if given != "-":
        return given
    # More is too long anyway; a bound keeps an endless stream from filling the memory.
    data = sys.stdin.buffer.read(_MOST_READ)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadQuestion("the question on stdin is not UTF-8 text", hint="save it as UTF-8") from error


def _see_through(
    app: App,
    wanted: Wanted,
    goal: Destination,
    work: Callable[[list[Listener], Callable[[str], None]], Coroutine[Any, Any, Report]],
) -> int:
    running = Interruptible()
    run = ""

    def begun(name: str) -> None:
        nonlocal run
        run = running.run_id = name

    try:
        with Progress(quiet=wanted.quiet) as progress:
            listeners: list[Listener] = [progress]
            if wanted.events:
                listeners.append(_Events(running))
            report = running.run(lambda: work(listeners, begun))
    except KeyboardInterrupt:
        raise Stopped(run) from None
    except StetError as error:
        if run:
            error.hint = "; ".join(filter(None, [error.hint, f"then go on with: stet ask --resume {run}"]))
        raise
    _refuse_nothing(report, progress.tally)
    _hand_over(app, report, wanted, goal)
    if not wanted.quiet:
        _sum_up(report, goal)
    return Exit.DONE if report.states.report_accepted else Exit.NOT_ACCEPTED


class Stopped(StetError):
    """The reader stopped the run."""

    code = "interrupted"
    retryable = True
    exit_status = Exit.INTERRUPTED

    def __init__(self, run: str) -> None:
        said = f"stopped; run {run} is saved" if run else "stopped before the run began"
        again = f"go on with: stet ask --resume {run}" if run else "ask again: documents are not read twice"
        super().__init__(said, hint=again)


class _Events:
    """Prints events; when nobody reads them any more, the run is ended and saved."""

    def __init__(self, running: Interruptible) -> None:
        self._running = running

    def __call__(self, stamped: Stamped) -> None:
        try:
            print(stamped.model_dump_json(), flush=True)
        except BrokenPipeError:
            self._running.stop()


def _hand_over(app: App, report: Report, wanted: Wanted, goal: Destination) -> None:
    """The report, to its file or to stdout; where events were printed, the last of them held it."""
    if wanted.events and goal.path is None:
        return
    if goal.path is None and goal.form is None and sys.stdout.isatty():
        write(report_lines(report))
        return
    with app.store() as store:
        goal.deliver(report, store)


def _sum_up(report: Report, goal: Destination) -> None:
    written = f"Written to {goal.path}." if goal.path is not None else None
    for line in summary_lines(report, written):
        print(f"{' ' * line.indent}{line.text}", file=sys.stderr)


def _refuse_nothing(report: Report, tally: Tally) -> None:
    """A report that had no chance to be one is an error, not a product.

    Raises:
        Unavailable: no search was answered
        KeyMissing: every provider wants a key, or refused the one it got
        BudgetExhausted: a limit came before anything was read
    """
    if report.states.evidence_retrieved:
        return
    if tally.all_failed():
        raise _unanswered(tally)
    if tally.before_anything():
        raise BudgetExhausted(
            str(tally.stopped),
            allowed="before anything was read",
            hint=f"ask again with a higher --max-{tally.stopped}",
        )


def _unanswered(tally: Tally) -> StetError:
    """Why no search was answered, in the words of the last that was not."""
    last = tally.failures[-1]
    message = f"no search was answered: {last.message}"
    if all(event.code == KeyMissing.code for event in tally.failures):
        return KeyMissing(message, hint="see that the key is whole and of this service: stet doctor --live")
    if all(event.code in {Unavailable.code, RateLimited.code} for event in tally.failures):
        return Unavailable(message, hint="try again later, or another provider: stet doctor --live")
    return Unavailable(message, hint="see what each provider answers: stet doctor --live")
