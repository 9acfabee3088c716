"""What the cases of models share: a run over a few invented documents with the clerk in every role."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from casekit import TODAY

from httpkit import Reply, answer
from modeltown import CLERK, Asked, ClerkTown, Rule, completion
from stet.app import App, Request
from stet.domain.events import Event, Noted
from stet.domain.report import Report
from stet.domain.run import Level

CANAL = "When does the canal toll of Overton start, and who pays it?"
DOCUMENTS = {
    "notice.md": (
        "---\ntitle: Notice of the canal office\nurl: https://canal.example/notice\ndate: 2026-10-01\n---\n"
        "# Canal toll\n\nThe canal toll of Overton starts on 3 March 2027 for barges.\n\n"
        "The canal toll of Overton is paid by the masters of barges.\n"
    ),
    "paper.md": (
        "---\ntitle: The Overton Paper\nurl: https://paper.example/toll\ndate: 2026-10-05\n---\n"
        "# Toll\n\nThe canal toll of Overton starts on 3 March 2027, says the canal office.\n"
    ),
}
RULES = (
    Rule(
        "When does the canal toll start?", "answer", ("canal toll Overton starts",), r"toll of Overton starts"
    ),
    Rule("Who pays the canal toll?", "part", ("canal toll Overton paid masters",), r"is paid by"),
)


class Came(NamedTuple):
    """A run that was seen through: its program, its report and its events."""

    app: App
    report: Report
    events: tuple[Event, ...]

    def codes(self) -> list[str]:
        """The codes of what was noted."""
        return [event.code for event in self.events if isinstance(event, Noted)]


def written(folder: Path, documents: Mapping[str, str] = DOCUMENTS) -> Path:
    """The documents, in a new folder."""
    folder.mkdir()
    for name, text in documents.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


async def ask(
    place: ClerkTown,
    home: Path,
    *,
    documents: Mapping[str, str] = DOCUMENTS,
    operator: Mapping[str, object] | None = None,
    **fields: object,
) -> Came:
    """See a run through; `fields` are those of the request."""
    folder = written(home.with_name(f"{home.name}-documents"), documents)
    app = App(home, operator=place.operator(**(operator or {})))
    request = {"question": CANAL, "documents": (str(folder),), "engine": "model", "model": CLERK, **fields}
    events: list[Event] = []
    report = await app.ask(
        Request.model_validate({"today": TODAY, "level": Level.WORKFLOW, "profile": "general", **request}),
        [lambda stamped: events.append(stamped.event)],
    )
    return Came(app, report, tuple(events))


Change = Callable[[str, int], str | Reply | None]
"""What becomes of the text of an answer, given how many of the role came before; None leaves it as it is."""


def changing(place: ClerkTown, role: str, change: Change, **message: Any) -> None:
    """Let a role's answers be others; `message` are more fields of `wirekit.chat`."""

    def failing(asked: Asked, before: int) -> Reply | None:
        if asked.role != role:
            return None
        text = place.clerk.says(asked.role, asked.prompt)
        made = change(text, before)
        if made is None or isinstance(made, tuple):
            return made
        return answer(completion(place.clerk, asked, made, **message))

    place.failing = failing
