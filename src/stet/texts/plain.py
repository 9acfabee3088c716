"""The words of a block without marks and markup, with its marks and the way back to the text as given."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from stet.texts.authors import AuthorMark, author_marks
from stet.texts.blocks import Block
from stet.texts.inline import scan
from stet.texts.resolve import Cite, Known
from stet.texts.source import source_of
from stet.texts.tokens import Token


class Mark(NamedTuple):
    """A mark of a block: its span in the block's words, its place in the plain text, and what it cites."""

    start: int
    end: int
    place: int
    cites: tuple[Cite, ...]
    stands: bool = False  # it is a word of the sentence that it stands in
    shown: int = 0  # how many characters of the plain text are its own words


# What is looked behind comes after the first character, so that the search can skip to such characters.
_EMPHASIS: Final = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|\*\*\*?|\*(?<![A-Za-z0-9]\*)(?=[^\s*])|\*(?<=[^\s*]\*)(?![A-Za-z0-9])|~~"
    r"|_(?<!\w_)_{0,2}(?=[^\s_])|_(?<=[^\s_]_)_{0,2}(?!\w)"
)
_BREAK: Final = re.compile(r"<br\b", re.IGNORECASE)
BETWEEN: Final = re.compile(
    r"(?:[\s,;:、，；.&*_]|and\b|see\b|also\b|sources?\b|via\b|cf\b|e\.g\.|来源|參見|参见|见|siehe|vgl)*",
    re.IGNORECASE,
)
_SUBJECT: Final = re.compile(r"\s{1,3}[a-zà-öø-ÿ]")
_ENDED: Final = re.compile(r"(?:[.!?。！？…:][\"'”’»)*_]{0,4}|^)\s{0,4}\Z")
_LETTER: Final = re.compile(r"\s{1,3}[\"“‘(*_]{0,3}[^\W\d_]")
_STOPS: Final = tuple(".,;:!?。，；：！？")
_RAISED: Final = str.maketrans("0123456789+-−–()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁽⁾ⁿ")
STAND_IN: Final = "\uffff"  # a mark that is a word, while sentences are cut


class Plain:
    """The plain words of a block (`text`) and its marks; `known` resolves, and learns what is linked to."""

    def __init__(self, block: Block, whole: str, known: Known) -> None:
        self.block = block
        self.known = known
        self.source = source_of(whole, block.lines)
        self.words = self.source.text
        self.parts: list[str] = []
        self.length = 0
        self.shown: list[tuple[int, int]] = []  # (place in plain text, place in the words) of each piece
        self.marks: list[Mark] = []
        self._assemble()
        self.text = "".join(self.parts)

    def origin(self, at: int) -> int:
        """The offset in the whole text of a character of the plain text."""
        index = max(0, bisect_right(self.shown, (at, len(self.words))) - 1)
        shown, origin = self.shown[index]
        return self.source.origin(origin + at - shown)

    def _assemble(self) -> None:
        at = 0
        tokens = _with_authors(self.words, scan(self.words, row=self.block.kind == "row"))
        for token in self._wrapped(tokens):
            if token.start > at:
                self._show(at, token.start)
            if isinstance(token, AuthorMark):
                self._author(token)
            elif isinstance(token, Token):
                self._token(token)
            at = max(at, token.end)
        self._show(at, len(self.words))

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
                yield _unshown(token)
                following = tokens[inner + 1].start if inner < index else end
                yield _Gone(token.end, following)
            at = index + 1

    def _enclosed(self, tokens: "list[Token | AuthorMark]", at: int) -> tuple[int, int, int] | None:
        """Where brackets around nothing but marks begin and end, and the last mark in them."""
        first = tokens[at]
        if not _is_mark(first):
            return None
        floor = tokens[at - 1].end if at else 0
        if floor == first.start:
            return None
        opening = max(self.words.rfind(char, max(floor, first.start - 24), first.start) for char in "([（")
        if opening < 0 or not BETWEEN.fullmatch(self.words, opening + 1, first.start):
            return None
        closing = {"(": ")", "[": "]", "（": "）"}[self.words[opening]]
        index = at
        while index < len(tokens) and _is_mark(tokens[index]):
            between = BETWEEN.match(self.words, tokens[index].end)
            stop = between.end() if between else tokens[index].end
            if self.words.startswith(closing, stop):
                return (opening, stop + 1, index) if self._all_cite(tokens[at : index + 1]) else None
            if index + 1 >= len(tokens) or stop != tokens[index + 1].start:
                return None
            index += 1
        return None

    def _all_cite(self, tokens: "list[Token | AuthorMark]") -> bool:
        return all(
            isinstance(token, Token)
            and (
                token.kind not in ("mark", "words")
                or self.known.token(token, self._origin(token)) is not None
            )
            for token in tokens
        )

    def _origin(self, token: Token) -> int:
        return self.source.origin(token.start)

    def _show(self, start: int, end: int) -> None:
        """Append words of the block, without emphasis."""
        words = self.words[start:end]
        if not ("*" in words or "_" in words or "~~" in words or "\\" in words):
            self._append(start, words)
            return
        at = start
        for mark in _EMPHASIS.finditer(self.words, start, end):
            self._append(at, self.words[at : mark.start()])
            at = mark.end()
        self._append(at, self.words[at:end])

    def _append(self, origin: int, words: str) -> None:
        if words:
            self.shown.append((self.length, origin))
            self.parts.append(words)
            self.length += len(words)

    def _token(self, token: Token) -> None:
        if token.kind == "gone":
            if _BREAK.match(self.words, token.start):
                self._append(token.start, " ")
        elif token.kind == "kept":
            self._append(token.inner, self.words[token.inner : token.inner_end])
        elif token.kind == "link":
            self._link(token)
        elif token.kind == "power":
            self._raise(token)
        elif token.kind == "address":
            self._add(token, (Cite(None, self._linked(token), token.url),), shown=False)
        elif token.kind == "words":
            cites = self.known.token(token, self._origin(token))
            if cites is None:
                self._append(token.start, self.words[token.start : token.end])
            else:
                self._add(token, cites, shown=True)
                self._show(token.inner, token.inner_end)
        else:
            self._bracket(token)

    def _bracket(self, token: Token) -> None:
        cites = self.known.token(token, self._origin(token))
        if cites is not None:
            self._add(token, cites, shown=False)
        elif self.words[token.start] == "<":
            self._raise(token)
        else:
            self._append(token.start, self.words[token.start : token.end])

    def _raise(self, token: Token) -> None:
        """Append an exponent with its digits raised."""
        self._append(token.inner, self.words[token.inner : token.inner_end].translate(_RAISED))

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
        words = " ".join(self.words[token.inner : token.inner_end].replace("*", "").split())
        start = self._origin(token)
        return self.known.link(token.url or "", words or None, start, start + token.end - token.start)

    def _trails(self, token: Token) -> bool:
        """Whether a link stands after the end of a sentence, and no sentence begins with it."""
        before = self.words[max(0, token.start - 8) : token.start]
        if (
            token.start == 0
            or not before.strip()
            or not _ENDED.search(before)
            or before.rstrip()[-1:] in ":："
        ):
            return False
        return not _LETTER.match(self.words, token.end) and not self.words.startswith(("'", "’"), token.end)

    def _add(self, token: "Token | AuthorMark", cites: tuple[Cite, ...], *, shown: bool) -> None:
        stands = not shown and _SUBJECT.match(self.words, token.end) is not None and self._ended(token.start)
        if not shown and not stands and self.words[token.end : token.end + 1] in _STOPS:
            self._close_up()
        self.marks.append(Mark(token.start, token.end, self.length, cites, stands or shown))
        if stands:
            self._append(token.start, STAND_IN)

    def _ended(self, at: int) -> bool:
        """Whether a sentence ends right before `at`, or none has begun."""
        before = self.words[max(0, at - 8) : at]
        return _ENDED.search(before) is not None and (at == 0 or bool(before.strip()))

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
            self._append(token.start, self.words[token.start : token.end])
            return
        self._add(token, cites, shown=token.shown_end > token.start)
        self._append(token.start, self.words[token.start : token.shown_end])


class _Gone(NamedTuple):
    """Words that are only there to hold marks together."""

    start: int
    end: int


def _unshown(token: "Token | AuthorMark") -> "Token | AuthorMark":
    """A link whose words are only the name of its source."""
    if isinstance(token, Token) and token.kind in ("link", "words"):
        return token._replace(kind="address" if token.kind == "link" else "mark")
    return token


def _is_mark(token: "Token | AuthorMark") -> bool:
    return isinstance(token, Token) and token.kind in ("mark", "link", "address", "words")


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
