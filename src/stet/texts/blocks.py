"""The blocks of a Markdown or plain text, by lines: headings, paragraphs, list items, table rows, notes.

Only what citing needs is told apart. Code is left out; a fence that says it holds Markdown is read as text, for
models often wrap a whole answer in one. Comments, front matter and marks of quoting count as nothing.
"""

import re
from typing import Final, Literal, NamedTuple

type_ = Literal["text", "item", "row", "heading", "note", "rule"]


class Block(NamedTuple):
    """One block; `lines` are spans `(start, end)` of its words, without what marks the block.

    `level` is that of a heading, `label` the number of a list item (`3`) or the name of a note (`^2`), `indent` the
    column of a list item. `bold` says that the whole block stands in bold: a heading in all but name.
    """

    kind: type_
    start: int
    lines: tuple[tuple[int, int], ...]
    level: int = 0
    label: str = ""
    indent: int = 0

    @property
    def end(self) -> int:
        """Where its last line ends."""
        return self.lines[-1][1] if self.lines else self.start


class Layout(NamedTuple):
    """The blocks of a text in order, and where a fence of code begins that never ends.

    `text` is the text with comments and front matter as spaces: offsets hold, and nothing of them is read.
    """

    blocks: tuple[Block, ...]
    unclosed: int | None
    text: str


_LINE: Final = re.compile(r"[^\n]*\n?")
_QUOTED: Final = re.compile(r" {0,3}(?:> ?){1,20}")
_FENCE: Final = re.compile(r"[ \t]{0,12}(`{3,}|~{3,})[ \t]*([^`\n]{0,200})$")
_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)")
_RULE: Final = re.compile(r"[ \t]*([-*_=])(?:[ \t]*\1){2,}[ \t]*$")
_UNDERLINE: Final = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_ITEM: Final = re.compile(
    r"(?P<indent>[ \t]*)(?:(?P<bullet>[-*+•◦▪●·‣–])|(?P<number>[0-9]{1,3})[.)]|(?P<wide>[0-9]{1,3})[．、）]"
    r"|[（(](?P<round>[0-9]{1,3})[)）]|(?P<letter>[a-z])[.)])(?:[ \t\u3000]+|(?<=[．、）])|$)"
)
_BOX: Final = re.compile(r"\[[ xX]\][ \t]+")
_NOTE: Final = re.compile(r" {0,3}\[(\^[^\[\]\s]{1,100})\]:[ \t]*")
_DEFINED: Final = re.compile(
    r" {0,3}\[([^\[\]\n]{1,200})\]:[ \t]*(?=<?(?:https?://|www\.|doi:|10\.\d{4}))", re.IGNORECASE
)
_NUMBERED: Final = re.compile(r" {0,3}\[([A-Za-z]{0,3}[0-9]{1,4})\]:[ \t]+")
_FRONT: Final = re.compile(r"---[ \t]*\r?\n")
_FRONT_END: Final = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_PROSE: Final = re.compile(r"[ \t]*(?:\S{1,60}[ \t]+){5}\S")
_TABLE: Final = frozenset(" \t|:-")


def lay_out(text: str) -> Layout:
    """The blocks of `text`; linear in its length."""
    return _Reader(_without_comments(text), text).read()


def _without_comments(text: str) -> str:
    """The text with comments and front matter as spaces: offsets hold."""
    kept: list[str] = []
    at = 1 if text.startswith("\ufeff") else 0  # a byte order mark
    if _FRONT.match(text, at) and (end := _FRONT_END.search(text, at + 4, 20_000)):
        at = end.end() if ":" in text[: end.start()] else at
    if at:
        kept.append(_blank(text[:at]))
    while (start := text.find("<!--", at)) >= 0 and (end_at := text.find("-->", start + 4)) >= 0:
        kept.extend((text[at:start], _blank(text[start : end_at + 3])))
        at = end_at + 3
    return "".join((*kept, text[at:])) if kept else text


def _blank(text: str) -> str:
    return "".join("\n" if char == "\n" else " " for char in text)


class _Reader:
    """Collects blocks while the lines go by."""

    def __init__(self, text: str, given: str) -> None:
        self.text = text
        self.given = given
        self.blocks: list[Block] = []
        self.kind: type_ = "text"
        self.lines: list[tuple[int, int]] = []
        self.start = self.indent = 0
        self.label = ""
        self.fence = ""
        self.fence_at: int | None = None
        self.wrapped = ""  # the fence around text that is no code
        self.blank = True
        self.in_list = self.in_table = self.in_code = False

    def read(self) -> Layout:
        for line in _LINE.finditer(self.text):
            start, end = line.span()
            while end > start and self.text[end - 1] in "\r\n":
                end -= 1
            quoted = _QUOTED.match(self.text, start, end)
            self._line(quoted.end() if quoted else start, end)
        self._close()
        return Layout(tuple(self.blocks), self.fence_at, self.text)

    def _line(self, start: int, end: int) -> None:
        while end > start and self.text[end - 1] in " \t":
            end -= 1
        if self._fenced(start, end):
            return
        if start >= end:
            self._close()
            self.blank = True
            self.in_table = self.in_code = False
            return
        if not (self._heading(start, end) or self._ruled(start, end) or self._row(start, end)):
            self._words(start, end)
        self.blank = False

    def _fenced(self, start: int, end: int) -> bool:
        found = (
            _FENCE.match(self.text, start, end)
            if self.text.startswith(("`", "~", " ", "\t"), start)
            else None
        )
        if self.fence:
            if found and found[1].startswith(self.fence) and not found[2].strip():
                self.fence, self.fence_at = "", None
            return True
        if not found:
            return False
        self._close()
        if self.wrapped and found[1].startswith(self.wrapped) and not found[2].strip():
            self.wrapped = ""
        elif found[2].strip().lower() in ("markdown", "md"):
            self.wrapped = found[1]
        else:
            self.fence, self.fence_at = found[1], start
        self.blank = True
        return True

    def _heading(self, start: int, end: int) -> bool:
        found = _HEADING.match(self.text, start, end) if "#" in self.text[start : start + 4] else None
        if not found:
            return False
        self._close()
        last = end
        while last > found.end() and self.text[last - 1] == "#":
            last -= 1
        while last > found.end() and self.text[last - 1] in " \t":
            last -= 1
        self.blocks.append(Block("heading", start, ((found.end(), last),), level=len(found[1])))
        self.in_list = self.in_table = False
        return True

    def _ruled(self, start: int, end: int) -> bool:
        if self.text[end - 1] not in "-=*_":
            return False
        if (
            self.lines
            and self.kind == "text"
            and len(self.lines) == 1
            and _UNDERLINE.match(self.text, start, end)
        ):
            only = self.lines[0]
            if only[1] - only[0] <= 120 and self.text[only[1] - 1] not in ".。!?]】":
                level = 1 if self.text[end - 1] == "=" else 2
                self.blocks.append(Block("heading", self.start, (only,), level=level))
                self.lines = []
                return True
        if not _RULE.match(self.text, start, end):
            return False
        self._close()
        self.blocks.append(Block("rule", start, ((start, end),)))
        self.in_list = False
        return True

    def _row(self, start: int, end: int) -> bool:
        if "|" not in self.text[start:end]:
            return False
        line = self.text[start:end]
        if "-" in line and _TABLE.issuperset(line):
            header = self.lines.pop() if self.lines and not self.in_table else None
            self._close()
            if header is not None:
                self.blocks.append(Block("row", header[0], (header,), level=1))
            elif self.blocks and self.blocks[-1].kind == "row" and self.in_table:
                self.blocks[-1] = self.blocks[-1]._replace(level=1)
            self.in_table = True
            return True
        if self.in_table or line.lstrip().startswith("|"):
            self._close()
            self.blocks.append(Block("row", start, ((start, end),)))
            self.in_table = True
            return True
        return False

    def _words(self, start: int, end: int) -> None:
        """A line of words: the beginning of an item or note, or a further line of what is open."""
        self.in_table = False
        if self._note(start, end) or self._item(start, end):
            return
        first = start
        while self.text[first] in " \t":
            first += 1
        if not self.lines:
            if self._is_code(start, first, end):
                return
            self.kind, self.start, self.label = "text", first, ""
            self.in_list = self.in_list and first > start
            self.indent = first - start
        self.lines.append((first, end))

    def _is_code(self, start: int, first: int, end: int) -> bool:
        deep = first - start >= 4 or self.text.startswith("\t", start)
        deep = deep and self.given[start:first].isspace()  # and not a comment
        if not deep or self.in_list:
            self.in_code = False
        elif self.blank:
            self.in_code = not _PROSE.match(self.text, start, end)
        return self.in_code

    def _note(self, start: int, end: int) -> bool:
        if self.text[first_of(self.text, start, end)] != "[":
            return False
        found = next((m for p in (_NOTE, _DEFINED, _NUMBERED) if (m := p.match(self.text, start, end))), None)
        if not found:
            return False
        self._open("note", start, found.end(), end, found[1])
        return True

    def _item(self, start: int, end: int) -> bool:
        found = _ITEM.match(self.text, start, end)
        if not found:
            return False
        indent = len(found["indent"].expandtabs(4))
        number = found["number"] or found["wide"] or found["round"] or ""
        if (indent >= 4 and self.blank and not self.in_list) or self.in_code:
            return False
        if self.lines and self.kind != "item" and (found["letter"] or number not in ("", "0", "1")):
            return False  # a wrapped line that happens to begin with a number
        at = found.end()
        if box := _BOX.match(self.text, at, end):
            at = box.end()
        self._open("item", start, at, end, number)
        self.indent, self.in_list = indent, True
        return True

    def _open(self, kind: type_, start: int, at: int, end: int, label: str) -> None:
        self._close()
        self.kind, self.start, self.label, self.indent = kind, start, label, 0
        self.lines.append((min(at, end), end))

    def _close(self) -> None:
        if self.lines:
            self.blocks.append(
                Block(self.kind, self.start, tuple(self.lines), label=self.label, indent=self.indent)
            )
            self.lines = []


def first_of(text: str, start: int, end: int) -> int:
    """Where the first character that is no blank stands; the last place where there is none."""
    while start < end - 1 and text[start] in " \t":
        start += 1
    return start
