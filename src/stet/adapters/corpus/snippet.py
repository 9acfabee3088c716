"""A short piece of a document around what matched: for a list of hits, never for citing."""

import re
from collections.abc import Sequence

from stet.adapters.corpus.terms import unspaced

WIDTH = 240
_WORD = re.compile(r"[^\W_]+")
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
    matches = _matches(piece.lower(), terms)
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


def _matches(piece: str, terms: Sequence[str]) -> list[tuple[int, str]]:
    """Where terms stand, roughly: words that begin like them, and any place for scripts without spaces.

    Lower-casing can change the length of a text in rare scripts; a snippet is then off by a little.
    """
    stems: dict[str, list[str]] = {}
    found: list[tuple[int, str]] = []
    for term in terms:
        if unspaced(term):
            at = piece.find(term)
            found += [(at, term)] if at >= 0 else []
        else:
            stems.setdefault(term[:_STEM], []).append(term[: max(_STEM, len(term) - 3)])
    for word in _WORD.finditer(piece):
        text = word.group()
        for stem in stems.get(text[:_STEM], ()):
            if text.startswith(stem):
                found.append((word.start(), stem))
                break
    return sorted(found)
