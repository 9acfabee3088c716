"""The lines of a PDF page as paragraphs."""

import re

from stet.adapters.extract.blocks import squeeze

# PDFium writes U+FFFE or U+0002 where a line ended in a hyphen; some files hold a soft hyphen there.
_LINE_HYPHEN = re.compile(r"(\w{1,40})(?:[\ufffe\x02](?:\n| )?|\u00ad\n)(\w{1,40})")
_WORD = re.compile(r"\w{2,40}(?:-\w{2,40}){0,3}")
_STOP = re.compile(r"[.!?:;。！？：；”\"»)\]]\s*$")
_SENTENCE_STOP = re.compile(r"[.!?:;。！？：；][”\"’»)\]]{0,2}$")
_ITEM = re.compile(
    r"(?:[•●▪◦‣·–—\-\uf0a7\uf0b7\uf0fc*]|\(?(?:[a-zA-Z]|[ivx]{1,5}|\d{1,3})[.)]|\d{1,2}(?:\.\d{1,2}){1,4}\.?)\s"
)
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uff60]")


def page_texts(pages: list[str]) -> list[str]:
    """Every page's text, with line-end hyphens mended and the lines of a paragraph joined."""
    pages = [p.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "") for p in pages]
    known = {w.lower() for p in pages for w in _WORD.findall(p)}
    return [_paragraphs(_mend(p, known)) for p in pages]


def _mend(page: str, known: set[str]) -> str:
    """Join what a line end has parted. A hyphen of the word itself stays where the document has it elsewhere."""

    def joined(m: re.Match[str]) -> str:
        whole, parted = m[1] + m[2], f"{m[1]}-{m[2]}"
        if whole.lower() in known:
            return whole
        keep = parted.lower() in known or m[2][0].isupper() or m[1][-1].isdigit() or m[2][0].isdigit()
        return parted if keep else whole

    page = _LINE_HYPHEN.sub(joined, page)
    return page.replace("\ufffe", "-").replace("\x02", "-")


def _paragraphs(page: str) -> str:
    lines = [squeeze(line) for line in page.split("\n")]
    lengths = sorted(len(line) for line in lines if len(line) > 20)
    width = lengths[int(0.8 * (len(lengths) - 1))] if lengths else 0
    parts: list[str] = []
    last = ""
    for line in lines:
        if not line:
            last = ""
            continue
        parts.append(_gap(last, line, width) if parts else "")
        parts.append(line)
        last = line
    return "".join(parts)


def _gap(last: str, line: str, width: int) -> str:
    """What stands between two lines: nothing that shows within a paragraph, a line end in a table, else a blank."""
    if not last or _ITEM.match(line):
        return "\n\n"
    if (
        _is_prose(last)
        and len(last) >= 0.66 * width
        and (_is_prose(line) or _SENTENCE_STOP.search(line) or line[0].islower())
    ):
        full = len(last) >= 0.85 * width
        if line[0].islower() or not _SENTENCE_STOP.search(last) or full:
            return "" if _WIDE.match(last[-1]) and _WIDE.match(line[0]) else " "
    return "\n\n" if _SENTENCE_STOP.search(last) and _is_prose(last) else "\n"


def _is_prose(line: str) -> bool:
    """Whether a line reads as running text and not as the row of a table."""
    digits = sum(c.isdigit() for c in line)
    words = line.count(" ") + 1
    return len(line) >= 12 and digits <= 0.15 * len(line) and (words >= 4 or bool(_WIDE.search(line)))
