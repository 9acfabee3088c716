"""A short piece of a document around what matched: for a list of hits, never for citing."""

import re
from collections.abc import Sequence

WIDTH = 240
_STEM = 4  # a word is looked for without its ending, but never by fewer letters than this


def snippet(text: str, span: tuple[int, int], terms: Sequence[str]) -> str:
    """About `WIDTH` characters of `text[span]` where most of the terms stand close together."""
    piece = " ".join(text[span[0] : span[1]].split())
    if len(piece) <= WIDTH:
        return piece
    at = _best_start(piece, terms)
    end = min(len(piece), at + WIDTH)
    start = max(0, end - WIDTH)
    if start:
        start = piece.find(" ", start, start + 30) + 1 or start
    if end < len(piece):
        end = max(piece.rfind(" ", end - 30, end), 0) or end
    return f"{'… ' if start else ''}{piece[start:end]}{' …' if end < len(piece) else ''}"


def _best_start(piece: str, terms: Sequence[str]) -> int:
    """Where the window with the most distinct terms begins, a little before its first match."""
    stems = sorted({term[: max(_STEM, len(term) - 3)] for term in terms}, key=len, reverse=True)
    if not stems:
        return 0
    pattern = re.compile(
        "|".join(rf"(?<![^\W_]){re.escape(s)}" if s.isascii() else re.escape(s) for s in stems)
    )
    # Lower-casing can change the length of a text in rare scripts; a snippet may then be off by a little.
    matches = [(m.start(), m.group()) for m in pattern.finditer(piece.lower())]
    best, best_count, first = 0, 0, 0
    counts: dict[str, int] = {}
    for position, stem in matches:
        counts[stem] = counts.get(stem, 0) + 1
        while matches[first][0] < position - WIDTH * 3 // 4:
            gone = matches[first][1]
            counts[gone] -= 1
            if not counts[gone]:
                del counts[gone]
            first += 1
        if len(counts) > best_count:
            best, best_count = matches[first][0], len(counts)
    return max(0, best - WIDTH // 8)
