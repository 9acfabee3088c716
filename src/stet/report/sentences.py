"""Where the sentences of a draft begin and end.

A block of text is cut into pieces: a piece ends after the key groups that close a sentence, or where a
sentence without keys ends. Quotations and escaped marks are never cut. Each step is one pass.
"""

import re
from itertools import pairwise
from typing import NamedTuple

ESCAPED = r"\\[!-/:-@\[-`{-~。！？…【〔〖［⟦]"
QUOTE_MARK = re.compile('[“”"«»„「」『』]')
MASK = "\x00"

_TOKEN = re.compile(ESCAPED + r"|\[[^\[\]\\]{0,200}\]")
_QUOTES = {"“": "”", '"': '"', "«": "»", "„": "“”", "「": "」", "『": "』"}
_STOP = re.compile(r"[.!?…]{1,8}[”\"»’')\]]{0,3}(?=\s+[\w“\"«„(\\‘'*])|[。！？]{1,8}[”」』）]{0,3}(?=\s*\S)")
_END_MARKS = re.compile(r"\s?[.!?。！？]{1,8}[”\"»)]{0,2}|[”\"»)]{1,2}[.!?。！？]{0,3}")
_WORD_END = re.compile(r"[\w.]{1,24}$")
_WORD = re.compile(r"[^\W\d_]{1,64}")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NUMBERED = re.compile("arts?|nos?|nr|paras?|secs?|sect|ch|figs?|eq|vol|pp?|abs|lit|ann|reg|dir")
_ABBREVIATIONS = re.compile(
    "eg|ie|cf|vs|dr|mr|mrs|ms|prof|st|jr|sr|inc|ltd|co|corp|approx|eds?|al|etc|jan|feb|mar|apr|jun|jul|aug|sept?"
    "|oct|nov|dec|ca|bzw|rec|dept|est"
)
_MONTHS = re.compile(r"\s(?:Jan|Feb|M[aä]r|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz])", re.IGNORECASE)


class Part(NamedTuple):
    """A stretch of a piece: a bracket group, or text.

    `bare` is `raw` with escaped marks masked out: what still has a meaning to Markdown.
    """

    raw: str
    bare: str
    group: bool = False


class Piece(NamedTuple):
    """One sentence as written; `tail` is what follows its last key group, closing marks aside."""

    parts: tuple[Part, ...]
    tail: str


def pieces(raw: str) -> list[Piece]:
    """The sentences of a block, in order; joined, their parts are `raw`."""
    found: list[Piece] = []
    parts: list[Part] = []
    shaped = _shape(raw)
    groups = [m for m in _TOKEN.finditer(raw) if m.group()[0] == "["]
    at = 0
    for group in groups:
        for start, end, last in _cut(shaped, at, group.start()):
            parts.append(_part(raw, start, end))
            if not last:
                found.append(_piece(parts))
                parts = []
        parts.append(Part(group.group(), "", group=True))
        at = group.end()
        closing = _closing(raw, group.start(), at)
        if closing is not None:
            if closing > at:
                parts.append(_part(raw, at, closing))
            found.append(_piece(parts))
            parts, at = [], closing
    for start, end, last in _cut(shaped, at, len(raw)):
        parts.append(_part(raw, start, end))
        if not last:
            found.append(_piece(parts))
            parts = []
    if parts:
        found.append(_piece(parts))
    return found


def is_checkable(text: str, *, continued: bool = False) -> bool:
    """Whether a sentence says something that can be true or false of the world.

    It has a digit, a name (a capital after the first word; any capital when `continued`), or the length of a
    statement: five words, or twelve characters of a script without spaces.
    """
    if any(ch.isdigit() for ch in text):
        return True
    words = [m.group() for m in _WORD.finditer(text)]
    named = any(word[0].isupper() and len(word) > 1 for word in words[0 if continued else 1 :])
    return named or len(words) >= 5 or len(_CJK.findall(text)) >= 12


def _shape(raw: str) -> str:
    """`raw` with the inside of quotations and every escaped mark masked, same length.

    A quotation ends before the next key group at the latest: an unpaired mark can hide nothing.
    """
    out = list(raw)
    chars = list(raw)
    limits: list[int] = []
    for token in _TOKEN.finditer(raw):
        if token.group()[0] == "[":
            limits.append(token.start())
        else:
            out[token.start()] = out[token.start() + 1] = MASK
            chars[token.start()] = chars[token.start() + 1] = MASK
    start = 0
    for limit in [*limits, len(raw)]:
        for begin, end in _quotations(chars, start, limit):
            out[begin:end] = MASK * (end - begin)
        start = limit
    return "".join(out)


def _quotations(chars: list[str], start: int, end: int) -> list[tuple[int, int]]:
    """The outermost paired quotations in `[start, end)`, as the spans between their marks."""
    text = "".join(chars[start:end])
    if not QUOTE_MARK.search(text):
        return []
    stack: list[tuple[str, int]] = []
    open_count = dict.fromkeys(_QUOTES, 0)
    spans: list[tuple[int, int]] = []
    for mark in QUOTE_MARK.finditer(text):
        ch, at = mark.group(), mark.start()
        opener = next((o for o, closers in _QUOTES.items() if ch in closers and open_count[o]), None)
        if opener is not None:
            while True:
                top, begin = stack.pop()
                open_count[top] -= 1
                if top == opener:
                    break
            while spans and spans[-1][0] > begin + start:
                spans.pop()
            spans.append((begin + 1 + start, at + start))
        elif ch in _QUOTES and not (ch == '"' and at and (text[at - 1].isalnum() or text[at - 1] in ".,;!?")):
            stack.append((ch, at))
            open_count[ch] += 1
    return spans


def _cut(shaped: str, start: int, end: int) -> list[tuple[int, int, bool]]:
    """`[start, end)` cut at ends of sentences: (start, end, whether it is the last)."""
    cuts = [
        stop.end()
        for stop in _STOP.finditer(shaped, start, end)
        if not _is_abbreviation(shaped, start, stop) and _begins(shaped, stop.end(), end)
    ]
    spans = [(a, b, False) for a, b in pairwise([start, *cuts, end]) if a < b]
    if spans:
        spans[-1] = (*spans[-1][:2], True)
    return spans


def _is_abbreviation(shaped: str, start: int, stop: re.Match[str]) -> bool:
    at = stop.start()
    if stop.group() != ".":
        return False
    word = _WORD_END.search(shaped[max(start, at - 24) : at])
    if word is None:
        return False
    last = word.group().casefold()
    if last.isdigit():  # "2. August" is a day, any other number before a stop ends its sentence
        return len(last) <= 2 and _MONTHS.match(shaped, at + 1) is not None
    if _NUMBERED.fullmatch(last):
        return shaped[at + 1 : at + 3].strip()[:1] in tuple("0123456789IVXLC")
    # A lone letter is an initial ("J. Smith"), inner dots are "U.S."
    initial = (len(last) == 1 and last.isalpha()) or ("." in last and not last[-1].isdigit())
    return initial or _ABBREVIATIONS.fullmatch(last) is not None


def _begins(shaped: str, at: int, end: int) -> bool:
    """Whether what follows looks like the beginning of a sentence: anything but a small letter."""
    rest = shaped[at : min(end, at + 8)].lstrip(" \t\n*")
    return bool(rest) and not rest[0].islower()


def _closing(raw: str, start: int, end: int) -> int | None:
    """Where the sentence ends that the group `[start, end)` may close, or None when it goes on."""
    marks = _END_MARKS.match(raw, end)
    if marks and re.match(r"\s|$|[^\w\s.,]", raw[marks.end() : marks.end() + 1]):
        return marks.end()
    after = raw[end : end + 8].lstrip()
    if not after or after[0] == "[":
        return None if after else end
    ended = raw[max(0, start - 6) : start].rstrip().rstrip("”\"»’')")[-1:] in tuple(".!?…。！？:")
    return end if (ended and after[0] not in ",;") or after[0].isupper() or after[0] in '“"«„' else None


def _part(raw: str, start: int, end: int) -> Part:
    text = raw[start:end]
    return Part(text, re.sub(ESCAPED, MASK, text))


def _piece(parts: list[Part]) -> Piece:
    groups = [i for i, part in enumerate(parts) if part.group]
    tail = "".join(part.raw for part in parts[groups[-1] + 1 :]) if groups else ""
    return Piece(tuple(parts), tail)
