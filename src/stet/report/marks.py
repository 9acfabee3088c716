"""Saved texts with the quoted words marked, as pieces that a template can write one after another."""

import re
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import Literal, NamedTuple

WHOLE_UP_TO = 60_000
AROUND = 1_500
CONTEXT = 300
_BLANK = re.compile(r"[ \t]*\n\s*")
_ENDS = ".!?。！？\n"


class Span(NamedTuple):
    """Words of a text to mark, `[start, end)`, the anchor a link lands on and the claim they belong to."""

    start: int
    end: int
    anchor: str
    claim: str


class Token(NamedTuple):
    """What comes next: text, a mark's beginning (`anchor` may be empty), its end, or a cut.

    An outermost end names the claims of all the marks in it, so that their links stand behind the words.
    """

    kind: Literal["text", "open", "close", "cut"]
    text: str = ""
    anchor: str = ""
    claims: tuple[str, ...] = ()


class Context(NamedTuple):
    """Exact words and what stands around them; `more_before` and `more_after` say that the text goes on."""

    before: str
    exact: str
    after: str
    more_before: bool
    more_after: bool


def context(text: str, start: int, end: int) -> Context:
    """The words `[start, end)` with up to two sentences or 300 characters on each side."""
    low, high = max(0, start - CONTEXT), min(len(text), end + CONTEXT)
    before, after = text[low:start], text[end:high]
    cut = _after_ends(before, 2)
    if cut == 0 and low > 0:
        space = before.find(" ")
        cut = space + 1 if 0 <= space < len(before) - 1 else 0
    stop = _before_ends(after, 2)
    if stop == len(after) and high < len(text):
        space = after.rfind(" ")
        stop = space if space > 0 else stop
    return Context(
        before=_BLANK.sub("\n", before[cut:].lstrip()),
        exact=text[start:end],
        after=_BLANK.sub("\n", after[:stop].rstrip()),
        more_before=bool(text[: low + cut].strip()),
        more_after=bool(text[end + stop :].strip()),
    )


def _after_ends(before: str, sentences: int) -> int:
    """Where the last `sentences` whole sentences of `before` begin, 0 when it holds fewer."""
    seen = 0
    for at in range(len(before.rstrip()) - 2, -1, -1):
        if before[at] in _ENDS and before[at + 1].isspace():
            seen += 1
            if seen == sentences:
                return at + 1
    return 0


def _before_ends(after: str, sentences: int) -> int:
    """Where the first `sentences` sentences of `after` end; the rest of a cut sentence counts as one."""
    seen = 0
    for at, ch in enumerate(after):
        if ch in _ENDS and at > 1 and (at + 1 == len(after) or after[at + 1].isspace()):
            seen += 1
            if seen == sentences:
                return at + 1
    return len(after)


def marked(text: str, spans: Iterable[Span]) -> tuple[Token, ...]:
    """`text` as tokens with every span marked; a long text is cut to the parts around its spans.

    Marks nest. Of two spans that cross, the later one is marked in two pieces with its anchor on the first.
    """
    ordered = sorted(set(spans), key=lambda s: (s.start, -s.end, s.anchor))
    tokens: list[Token] = []
    at = 0
    for low, high in _windows(len(text), ordered):
        if low > at:
            tokens.append(Token("cut", f"{low - at:,}"))
        inside = [span for span in ordered if low <= span.start and span.end <= high]
        tokens += _tokens(text, low, high, inside)
        at = high
    if at < len(text):
        tokens.append(Token("cut", f"{len(text) - at:,}"))
    return tuple(tokens)


def _windows(length: int, spans: Sequence[Span]) -> list[tuple[int, int]]:
    if length <= WHOLE_UP_TO:
        return [(0, length)]
    windows: list[tuple[int, int]] = []
    for span in spans:
        low, high = max(0, span.start - AROUND), min(length, span.end + AROUND)
        if windows and low <= windows[-1][1]:
            windows[-1] = (windows[-1][0], max(high, windows[-1][1]))
        else:
            windows.append((low, high))
    return windows


def _tokens(text: str, low: int, high: int, spans: Sequence[Span]) -> list[Token]:
    tokens: list[Token] = []
    ends: list[int] = []
    claims: list[str] = []
    at = low
    waiting = [(span.start, -span.end, span.anchor, span.claim) for span in spans]
    heapify(waiting)

    def close(until: int) -> None:
        nonlocal at
        while ends and ends[-1] <= until:
            end = ends.pop()
            tokens.append(Token("text", text[at:end]))
            tokens.append(Token("close", claims=() if ends else tuple(dict.fromkeys(claims))))
            if not ends:
                claims.clear()
            at = end

    while waiting:
        start, minus_end, anchor, claim = heappop(waiting)
        close(start)
        end = -minus_end
        if ends and end > ends[-1]:
            heappush(waiting, (ends[-1], minus_end, "", claim))
            end = ends[-1]
        else:
            claims.append(claim)
        tokens.append(Token("text", text[at:start]))
        tokens.append(Token("open", anchor=anchor))
        ends.append(end)
        at = start
    close(high)
    tokens.append(Token("text", text[at:high]))
    return [token for token in tokens if token.kind != "text" or token.text]
