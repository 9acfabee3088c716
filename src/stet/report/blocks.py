"""The lines of a draft as headings, code and text blocks."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_BULLET = re.compile(r"[ \t]{0,12}(?:[-*+]|\d{1,4}[.)])[ \t]+")
_RULE = re.compile(r"[ \t]*(?:[-*_=|:][ \t]*){3,}$")
_SOURCE_LISTS = re.compile(
    "references|reference|sources|source|bibliography|footnotes|endnotes|citations|literature|links|quellen"
    "|literatur|quellenverzeichnis|literaturverzeichnis|références|bibliographie|fuentes|referencias|fonti"
    "|bibliografia|参考文献|来源|資料|works cited|sources cited|cited sources|list of sources|source list"
    "|further reading"
)


class Block(NamedTuple):
    """A heading (without its marks), the inside of a code fence, or one paragraph, list item or table row."""

    kind: Literal["heading", "code", "text"]
    text: str


def blocks(markdown: str) -> Iterator[Block]:
    """The blocks of a draft in order."""
    lines: list[str] = []
    fence: str | None = None
    for line in markdown.splitlines():
        opened = _FENCE.match(line)
        if fence is not None:
            if opened and opened[1].startswith(fence) and not line[opened.end() :].strip():
                yield Block("code", "\n".join(lines))
                lines, fence = [], None
            else:
                lines.append(line)
            continue
        heading, item = _HEADING.match(line), _BULLET.match(line)
        if lines and (opened or heading or item or not line.strip() or line.lstrip().startswith(("|", ">"))):
            yield Block("text", "\n".join(lines))
            lines = []
        if opened:
            fence = opened[1]
        elif heading:
            yield Block("heading", line[heading.end() :].strip().rstrip("#").strip())
        elif line.strip() and not _RULE.match(line):
            text = line[item.end() :] if item else line
            lines.append(text.strip().removeprefix(">").strip())
    if lines or fence is not None:
        yield Block("text" if fence is None else "code", "\n".join(lines))


def is_source_list(title: str) -> bool:
    """Whether a heading or label announces a list of sources."""
    return _SOURCE_LISTS.fullmatch(title.strip(" :*_.0123456789").casefold()) is not None
