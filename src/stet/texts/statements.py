"""The statements of a block: its sentences without marks and markup, each with what it cites."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from stet.texts.authors import AuthorMark, author_marks
from stet.texts.blocks import Block, Source, source_of
from stet.texts.inline import Token, scan
from stet.texts.resolve import Cite, Known
from stet.texts.says import gives_figure, is_checkable
from stet.texts.values import Citation, Statement
from stet.verify.cuts import cuts
from stet.verify.sentences import sentences


class Mark(NamedTuple):
    """A mark of a block: its span in the block's words, its place in the plain text, and what it cites."""

    start: int
    end: int
    place: int
    cites: tuple[Cite, ...]
    stands: bool = False  # it is a word of the sentence that it stands in
    shown: int = 0  # how many characters of the plain text are its own words


_EMPHASIS: Final = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|\*{2,3}|(?<![A-Za-z0-9])\*(?=[^\s*])|(?<=[^\s*])\*(?![A-Za-z0-9])|~~|(?<!\w)_{1,3}(?=[^\s_])"
    r"|(?<=[^\s_])_{1,3}(?!\w)"
)
_BREAK: Final = re.compile(r"<br\b", re.IGNORECASE)
_BETWEEN: Final = re.compile(
    r"(?:[\s,;:、，；.&*_]|and\b|see\b|also\b|sources?\b|via\b|cf\b|e\.g\.|来源|參見|参见|见|siehe|vgl)*",
    re.IGNORECASE,
)
_SUBJECT: Final = re.compile(r"\s{1,3}[a-zà-öø-ÿ]")
_ENDED: Final = re.compile(r"(?:[.!?。！？…:][\"'”’»)*_]{0,4}|^)\s{0,4}\Z")
_LETTER: Final = re.compile(r"\s{1,3}[\"“‘(*_]{0,3}[^\W\d_]")
_SOURCES: Final = re.compile(
    r"\s{0,4}(?:key |main )?(?:sources?|references?|citations?|quellen?|fuentes?|sources? citées?|来源"
    r"|参考|資料|出典)\s?[:：]",
    re.IGNORECASE,
)
_STOPS: Final = tuple(".,;:!?。，；：！？")
_STAND_IN: Final = "\uffff"  # a mark that is a word, while sentences are cut


class BlockReader:
    """Reads one block into statements; `known` resolves, and learns the addresses that are linked to."""

    def __init__(self, block: Block, text: str, known: Known, heading: str | None) -> None:
        self.block = block
        self.whole = text
        self.known = known
        self.heading = heading
        self.source: Source = source_of(text, block.lines)
        self.text = self.source.text
        self.parts: list[str] = []
        self.length = 0
        self.shown: list[tuple[int, int]] = []  # (place in plain text, place in the words) of each piece
        self.marks: list[Mark] = []

    def read(self) -> tuple[list[Statement], list[Citation]]:
        """The statements, and the citations of a block that says nothing itself."""
        self._assemble()
        plain = "".join(self.parts)
        spans = [
            span for span in self._spans(plain) if any(char.isalnum() for char in plain[span[0] : span[1]])
        ]
        if not spans or (self.marks and self._only_names(plain)):
            return [], [citation for mark in self.marks for citation in self._citations(mark)]
        owned: list[list[Mark]] = [[] for _ in spans]
        starts = [start for start, _ in spans]
        for mark in self.marks:
            owned[self._owner(mark, starts)].append(mark)
        return [self._statement(plain, *span, marks) for span, marks in zip(spans, owned, strict=True)], []

    def _only_names(self, plain: str) -> bool:
        """Whether a block is `Sources:` and marks, with no other words."""
        head = _SOURCES.match(plain)
        if head is None or len(plain) > 20_000:
            return False
        at = head.end()
        for mark in self.marks:
            if not _BETWEEN.fullmatch(plain, at, max(at, mark.place)):
                return False
            at = max(at, mark.place + mark.shown)
        return _BETWEEN.fullmatch(plain, at) is not None

    def _owner(self, mark: Mark, starts: list[int]) -> int:
        """The sentence that a mark belongs to: the one it stands in, or the one before it."""
        place = mark.place + 1 if mark.stands else mark.place
        return max(0, bisect_right(starts, place - 1) - 1)

    def _assemble(self) -> None:
        """The plain text of the block, with the way back, and its marks."""
        at = 0
        tokens = _with_authors(self.text, scan(self.text, row=self.block.kind == "row"))
        for token in self._wrapped(tokens):
            if token.start > at:
                self._show(at, token.start)
            if isinstance(token, AuthorMark):
                self._author(token)
            elif isinstance(token, Token):
                self._token(token)
            at = max(at, token.end)
        self._show(at, len(self.text))

    def _wrapped(self, tokens: "list[Token | AuthorMark]") -> "Iterator[Token | AuthorMark | _Gone]":
        """Tokens, and what stands between those that share brackets of their own: `([1], [2])`, `(see [4])`."""
        at = 0
        while at < len(tokens):
            last = self._enclosed(tokens, at)
            if last is None:
                yield tokens[at]
                at += 1
                continue
            before, end, index = last
            yield _Gone(before, tokens[at].start)
            for inner in range(at, index + 1):
                token = tokens[inner]
                yield (
                    token._replace(kind="address")
                    if isinstance(token, Token) and token.kind == "link"
                    else token
                )
                following = tokens[inner + 1].start if inner < index else end
                yield _Gone(token.end, following)
            at = index + 1

    def _enclosed(self, tokens: "list[Token | AuthorMark]", at: int) -> tuple[int, int, int] | None:
        """Where brackets around nothing but marks begin and end, and the last mark in them."""
        first = tokens[at]
        if not _is_mark(first):
            return None
        floor = tokens[at - 1].end if at else 0
        opening = max(self.text.rfind(char, max(floor, first.start - 24), first.start) for char in "([（")
        if opening < 0 or not _BETWEEN.fullmatch(self.text, opening + 1, first.start):
            return None
        closing = {"(": ")", "[": "]", "（": "）"}[self.text[opening]]
        index = at
        while index < len(tokens) and _is_mark(tokens[index]):
            between = _BETWEEN.match(self.text, tokens[index].end)
            stop = between.end() if between else tokens[index].end
            if self.text.startswith(closing, stop):
                return (opening, stop + 1, index) if self._all_cite(tokens[at : index + 1]) else None
            if index + 1 >= len(tokens) or stop != tokens[index + 1].start:
                return None
            index += 1
        return None

    def _all_cite(self, tokens: "list[Token | AuthorMark]") -> bool:
        return all(
            isinstance(token, Token)
            and (token.kind != "mark" or self.known.token(token, self._origin(token)) is not None)
            for token in tokens
        )

    def _origin(self, token: Token) -> int:
        return self.source.origin(token.start)

    def _show(self, start: int, end: int) -> None:
        """Append words of the block, without emphasis."""
        at = start
        for mark in _EMPHASIS.finditer(self.text, start, end):
            self._append(at, self.text[at : mark.start()])
            at = mark.end()
        self._append(at, self.text[at:end])

    def _append(self, origin: int, words: str) -> None:
        if words:
            self.shown.append((self.length, origin))
            self.parts.append(words)
            self.length += len(words)

    def _token(self, token: Token) -> None:
        if token.kind == "gone":
            if _BREAK.match(self.text, token.start):
                self._append(token.start, " ")
        elif token.kind == "kept":
            self._append(token.inner, self.text[token.inner : token.inner_end])
        elif token.kind == "link":
            self._link(token)
        elif token.kind == "address":
            self._add(token, (Cite(None, self._linked(token), token.url),), shown=False)
        elif token.kind == "words":
            cites = self.known.token(token, self._origin(token))
            if cites is None:
                self._append(token.start, self.text[token.start : token.end])
            else:
                self._add(token, cites, shown=True)
                self._show(token.inner, token.inner_end)
        else:
            self._bracket(token)

    def _bracket(self, token: Token) -> None:
        cites = self.known.token(token, self._origin(token))
        if cites is None:
            self._append(token.start, self.text[token.start : token.end])
        else:
            self._add(token, cites, shown=False)

    def _link(self, token: Token) -> None:
        cites = (Cite(None, self._linked(token), token.url),)
        if self._trails(token):
            self._add(token, cites, shown=False)
        else:
            self._add(token, cites, shown=True)
            begin = self.length
            self._show(token.inner, token.inner_end)
            self.marks[-1] = self.marks[-1]._replace(shown=self.length - begin)

    def _linked(self, token: Token) -> int:
        words = " ".join(self.text[token.inner : token.inner_end].replace("*", "").split())
        start = self._origin(token)
        return self.known.link(token.url or "", words or None, start, start + token.end - token.start)

    def _trails(self, token: Token) -> bool:
        """Whether a link stands after the end of a sentence, and no sentence begins with it."""
        before = self.text[max(0, token.start - 8) : token.start]
        if (
            token.start == 0
            or not before.strip()
            or not _ENDED.search(before)
            or before.rstrip()[-1:] in ":："
        ):
            return False
        return not _LETTER.match(self.text, token.end) and not self.text.startswith(("'", "’"), token.end)

    def _add(self, token: "Token | AuthorMark", cites: tuple[Cite, ...], *, shown: bool) -> None:
        before = self.text[max(0, token.start - 8) : token.start]
        ended = _ENDED.search(before) is not None and (token.start == 0 or bool(before.strip()))
        stands = not shown and ended and _SUBJECT.match(self.text, token.end) is not None
        if not shown and not stands and self.text[token.end : token.end + 1] in _STOPS:
            self._close_up()
        self.marks.append(Mark(token.start, token.end, self.length, cites, stands or shown))
        if stands:
            self._append(token.start, _STAND_IN)

    def _close_up(self) -> None:
        """Take back the space before a mark that a stop follows, so that `rose [1].` says "rose."."""
        while self.parts and self.parts[-1].endswith((" ", "\n")):
            last = self.parts[-1].rstrip(" \n")
            self.length -= len(self.parts[-1]) - len(last)
            self.parts[-1] = last
            if last:
                return
            self.parts.pop()
            self.shown.pop()

    def _author(self, token: AuthorMark) -> None:
        cites = tuple(Cite(work.written, self.known.work(work)) for work in token.works)
        missing = sum(c.reference is None for c in cites)
        expected = token.sure or (self.known.has_authors and token.shown_end == token.start)
        if missing and not expected:
            self._append(token.start, self.text[token.start : token.end])
            return
        self._add(token, cites, shown=token.shown_end > token.start)
        self._append(token.start, self.text[token.start : token.shown_end])

    def _spans(self, plain: str) -> list[tuple[int, int]]:
        if self.block.kind in ("row", "heading"):
            return _trimmed(plain, [(0, len(plain))])
        masked = plain.replace(_STAND_IN, "X")
        if self.block.kind == "text" and len(self.block.lines) > 1:
            return _trimmed(plain, _joined(plain, [(span.start, span.end) for span in sentences(masked)]))
        ends = [*cuts(masked, 0, len(masked)), len(masked)]
        return _trimmed(plain, _joined(plain, list(zip([0, *ends], ends, strict=False))))

    def _statement(self, plain: str, start: int, end: int, marks: list[Mark]) -> Statement:
        citations = tuple(citation for mark in marks for citation in self._citations(mark))
        text = _tidy(plain[start:end], row=self.block.kind == "row")
        first = self.source.origin(self._place(start))
        last = self.source.origin(self._place(end - 1)) + 1
        heading = self.block.kind == "heading"
        head = self.block.kind == "row" and self.block.level > 0
        return Statement(
            text=text,
            start=min([first, *(c.start for c in citations)]),
            end=max([last, *(c.end for c in citations)]),
            citations=citations,
            heading=self.heading,
            checkable=not head and is_checkable(text, cited=bool(citations), heading=heading),
            figures=gives_figure(text),
        )

    def _citations(self, mark: Mark) -> Iterator[Citation]:
        start, end = self.source.origin(mark.start), self.source.origin(mark.end - 1) + 1
        for cite in mark.cites:
            key = None if cite.reference is None else self.known.references[cite.reference].key
            yield Citation(
                marker=self.whole[start:end], start=start, end=end, key=key, name=cite.name, url=cite.url
            )

    def _place(self, at: int) -> int:
        """The place in the block's words of a character of the plain text."""
        index = max(0, bisect_right(self.shown, (at, len(self.text))) - 1)
        shown, origin = self.shown[index]
        return origin + at - shown


class _Gone(NamedTuple):
    """Words that are only there to hold marks together."""

    start: int
    end: int


def _is_mark(token: "Token | AuthorMark") -> bool:
    return isinstance(token, Token) and token.kind in ("mark", "link", "address")


def _with_authors(text: str, tokens: list[Token]) -> "list[Token | AuthorMark]":
    """Tokens in order with the citations by author and year that stand outside them."""
    found = sorted(author_marks(text))
    if not found:
        return [*tokens]
    merged: list[Token | AuthorMark] = []
    at = 0
    for mark in found:
        while at < len(tokens) and tokens[at].start < mark.start:
            merged.append(tokens[at])
            at += 1
        free = not merged or merged[-1].end <= mark.start
        if free and (at >= len(tokens) or tokens[at].start >= mark.end):
            merged.append(mark)
    return [*merged, *tokens[at:]]


def _joined(plain: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans, with what goes on in lower case after `!` or `?` (a title that ends so) joined to what it goes on with."""
    kept: list[tuple[int, int]] = []
    for start, end in spans:
        before = plain[max(0, start - 6) : start].rstrip()[-1:]
        if kept and before in ("!", "?") and plain[start : start + 3].lstrip()[:1].islower():
            kept[-1] = (kept[-1][0], end)
        else:
            kept.append((start, end))
    return kept


def _trimmed(plain: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for first, last in spans:
        start, end = first, last
        while start < end and plain[start].isspace():
            start += 1
        while end > start and plain[end - 1].isspace():
            end -= 1
        if start < end:
            kept.append((start, end))
    return kept


_BEFORE_STOP: Final = re.compile(r"[ \t\n]{1,8}(?=[.,;:!?。，；：！？)）])")
_STOPPED: Final = re.compile(r"(?<=[!?:。！？])\s?\.(?=\s|$)")
_EMPTY: Final = re.compile(r"[(（\[][\s,;]{0,8}[)）\]]")


def _tidy(text: str, *, row: bool) -> str:
    plain = _EMPTY.sub("", text.replace(_STAND_IN, " "))
    if row:
        cells = [" ".join(cell.split()) for cell in plain.strip().strip("|").split("|")]
        return " | ".join(_BEFORE_STOP.sub("", cell) for cell in cells)
    return _STOPPED.sub("", _BEFORE_STOP.sub("", " ".join(plain.split())))
