"""Going through claims with a person: each with its words and why it was decided so, and a letter for an answer."""

import sys
from collections.abc import Callable, Mapping, Sequence

from stet.cli.exit import Exit
from stet.cli.page import claim_lines
from stet.cli.terminal import Line, clean, write
from stet.domain.claims import LedgerEntry
from stet.domain.people import MOST_NOTE, Verdict
from stet.domain.report import Report
from stet.errors import StetError
from stet.report.words import plural

Keep = Callable[[str, Verdict, str | None], Report]
"""Keeps a verdict on a claim with its note; the report as it is shown from then on."""

_VERDICTS = {each.value[0]: each for each in Verdict} | {each.value: each for each in Verdict}
_KEYS = "[a]gree  [d]isagree  [u]nclear  [n]ote  [s]kip  [q]uit"


class Stopped(StetError):
    """The reader stopped; what was said before is kept."""

    code = "interrupted"
    retryable = True
    exit_status = Exit.INTERRUPTED


class Reviewing:
    """One person, one report; each answer is kept before the next claim is shown."""

    def __init__(self, report: Report, texts: Mapping[str, str], keep: Keep) -> None:
        self._report, self._texts, self._keep = report, texts, keep
        self._kept = 0

    def through(self, entries: Sequence[LedgerEntry]) -> Report:
        """Ask for each claim, until all are through or the person quits; the report as it is shown then.

        Raises:
            Stopped: by Ctrl-C
        """
        try:
            for number, entry in enumerate(entries, start=1):
                write([Line(), Line(f"claim {number} of {len(entries)} to look at", "dim")])
                write(claim_lines(self._report, entry, self._texts))
                if not self._one(entry):
                    break
        except KeyboardInterrupt:
            kept = plural(self._kept, "decision")
            raise Stopped(
                f"stopped; {kept} kept", hint=f"go on with: stet review {self._report.run}"
            ) from None
        if entries:
            write([Line()])
        return self._report

    def _one(self, entry: LedgerEntry) -> bool:
        """Ask until there is an answer; whether to go on."""
        note: str | None = None
        while True:
            answer = _read(f"{_KEYS} > ")
            # The whole line counts: what is left of a pasted text must not pass for an answer by its first letter.
            said = "quit" if answer is None else answer.strip().casefold()
            if said in {"q", "quit"}:
                return False
            if said in {"s", "skip"}:
                return True
            if said in {"n", "note"}:
                note = _note(note)
            elif said in _VERDICTS:
                self._report = self._keep(entry.key, _VERDICTS[said], note)
                self._kept += 1
                return True


def _note(before: str | None) -> str | None:
    """A line of text; an empty one takes back what was noted before, and one that is too long changes nothing."""
    said = _read("note > ")
    if said is None:
        return before
    text = said.strip()
    if len(text) > MOST_NOTE:
        print(f"that has {len(text):,} characters; {MOST_NOTE:,} is the most", file=sys.stderr)
        return before
    return text or None


def _read(prompt: str) -> str | None:
    """A line that was typed, or None where the input has ended."""
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        print(file=sys.stderr)
        return None
    return clean(line)
