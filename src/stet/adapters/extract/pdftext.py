"""The lines of a PDF page as paragraphs."""

import re
from collections.abc import Sequence

from stet.adapters.extract.blocks import squeeze

# PDFium writes U+FFFE or U+0002 where a line ended in a hyphen; some files hold a soft hyphen there.
_LINE_HYPHEN = re.compile(r"(\w{1,40})(?:[\ufffe\x02](?:\n| )?|\u00ad\n)(\w{1,40})")
_WORD = re.compile(r"\w{2,40}(?:-\w{2,40}){0,3}")
_SENTENCE_STOP = re.compile(r"[.!?:;。！？：；][”\"’»)\]⁰¹²³⁴⁵⁶⁷⁸⁹]{0,3}$")
_ITEM = re.compile(
    r"(?:[•●▪◦‣·–—\-\uf0a7\uf0b7\uf0fc*]|\(?(?:[a-zA-Z]|[ivx]{1,5}|\d{1,3})[.)]|\d{1,2}(?:\.\d{1,2}){1,4}\.?)\s"
)
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uff60]")
_NUMBER_DASH = re.compile(r"\d[-–]$")
_CONTROL = re.compile(r"[\x01\x03-\x08\x0e-\x1f\x7f]")
# What a row of accounts ends in.
_AMOUNT = re.compile(r"\s[-(]?\d{1,3}(?:[.,'’\s]?\d{3}){0,5}[.,]\d{2}[)%]?$")
# Words that end no sentence and no heading: the line goes on.
_GOES_ON = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "of",
        "on",
        "or",
        "than",
        "that",
        "the",
        "their",
        "this",
        "to",
        "under",
        "which",
        "with",
        "der",
        "die",
        "das",
        "des",
        "dem",
        "den",
        "und",
        "oder",
        "mit",
        "von",
        "zu",
        "zur",
        "zum",
        "im",
        "in",
        "für",
        "auf",
        "le",
        "la",
        "les",
        "des",
        "du",
        "de",
        "et",
        "ou",
        "dans",
        "par",
        "pour",
        "sur",
        "avec",
        "en",
        "el",
        "los",
        "las",
        "del",
        "y",
        "o",
        "con",
        "por",
        "para",
        "un",
        "une",
        "ein",
        "eine",
        "einer",
        "het",
        "een",
        "van",
        "voor",
        "met",
        "op",
        "te",
    ]
)
_AROUND = 5


def page_texts(pages: Sequence[str], blocks: Sequence[str] = ()) -> list[str]:
    """Every page's text, with line-end hyphens mended and the lines of a paragraph joined.

    The same of `blocks`, which are parts of the pages in another order, comes after them.
    """
    pages = [_plain(p) for p in pages]
    known = {w.lower() for p in pages for w in _WORD.findall(p)}
    return [_paragraphs(_mend(p, known)) for p in (*pages, *map(_plain, blocks))]


def _plain(page: str) -> str:
    page = page.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    return _CONTROL.sub(" ", page)


def _mend(page: str, known: set[str]) -> str:
    """Join what a line end has parted; a hyphen stays where the document has the word so elsewhere."""

    def joined(m: re.Match[str]) -> str:
        whole, parted = m[1] + m[2], f"{m[1]}-{m[2]}"
        if whole.lower() in known:
            return whole
        keep = parted.lower() in known or m[2][0].isupper() or m[1][-1].isdigit() or m[2][0].isdigit()
        return parted if keep else whole

    page = _LINE_HYPHEN.sub(joined, page)
    return page.replace("\ufffe", "-").replace("\x02", "-")


def _paragraphs(page: str) -> str:
    lines = [line for raw in page.split("\n") if (line := squeeze(raw))]
    parts: list[str] = lines[:1]
    for i in range(1, len(lines)):
        # The width of the column is that of the lines around: a page may have columns of several widths.
        around = sorted(len(line) for line in lines[max(0, i - _AROUND) : i + _AROUND])
        parts += (_gap(lines[i - 1], lines[i], around[int(0.8 * (len(around) - 1))]), lines[i])
    return "".join(parts)


def _gap(last: str, line: str, width: int) -> str:
    """What stands between two lines: a blank in a paragraph, a line end in a table, else an empty line."""
    stopped = _SENTENCE_STOP.search(last) is not None
    if _ITEM.match(line) and not _goes_on(last):
        return "\n\n"
    if _NUMBER_DASH.search(last) and line[0].isdigit():
        return ""
    if _AMOUNT.search(last) and _AMOUNT.search(line):
        return "\n"
    if _is_prose(last) and (
        _goes_on(last) or (line[0].islower() and not stopped and len(last) >= 0.5 * width)
    ):
        return " "
    if _is_prose(last) and len(last) >= 0.66 * width and (_is_prose(line) or _SENTENCE_STOP.search(line)):
        if _WIDE.match(last[-1]) and _WIDE.match(line[0]):
            return "\n" if stopped else ""
        if line[0].islower() or not stopped or len(last) >= 0.9 * width:
            return " "
    return "\n\n" if stopped and _is_prose(last) else "\n"


def _goes_on(line: str) -> bool:
    return line.endswith(",") or line.rpartition(" ")[2] in _GOES_ON


def _is_prose(line: str) -> bool:
    """Whether a line reads as running text and not as the row of a table."""
    digits = sum(c.isdigit() for c in line)
    words = line.count(" ") + 1
    return len(line) >= 12 and digits <= 0.25 * len(line) and (words >= 3 or bool(_WIDE.search(line)))
