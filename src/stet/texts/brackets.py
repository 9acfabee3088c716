"""The brackets of a block's words, paired once with a stack; code, formulas and escapes are found on the way."""

import re
from bisect import bisect_left
from collections import defaultdict
from typing import Final, NamedTuple

from stet.texts.marks import names_in
from stet.texts.tokens import Token


class Pair(NamedTuple):
    """Square brackets at `[start, end)` around `[inner, inner_end)`; `leaf` where no others stand in them."""

    start: int
    inner: int
    inner_end: int
    end: int
    leaf: bool
    escaped: bool


_SPECIAL: Final = re.compile(r"\\[!-/:-@\[-`{-~]|`+|\$\$?|[\[\]［］【】〔〕()]")
_SQUARE: Final = re.compile(r"\\[!-/:-@\[-`{-~]|`+|\$\$?|[\[\]［］【】〔〕]")
_FAMILY: Final = {"[": 0, "］": 0, "［": 0, "]": 0, "【": 1, "】": 1, "〔": 2, "〕": 2}
POWER: Final = re.compile(
    r"(?:(?<![12][0-9]{3})(?<=[0-9)])|(?:^|[^A-Za-z])(?:[a-zµμ]|[kcdmµμn]m|ft|in|yd|mi|kg|Hz))$"
)
_RAISED: Final = re.compile(r"\^\{?\[?([0-9]{1,3}(?:[,–-][0-9]{1,3}){0,20})\]?\}?")
_FORMULA: Final = re.compile(r"[\\^_={}<>]")


class Brackets:
    """Pairs of square brackets, where round ones close, and the tokens that were found between them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pairs: list[Pair] = []
        self.closing: dict[int, int] = {}
        self.tokens: list[Token] = []
        self._pair()
        self.pairs.sort()

    def _pair(self) -> None:
        """Pair brackets; find code, formulas and escapes on the way."""
        text = self.text
        ticks = _Closers(text, "`")
        dollars = _Closers(text, "$")
        open_square: list[tuple[int, int, bool]] = []
        open_round: list[int] = []
        skip = 0
        last_closed = -1
        # Round brackets matter only as targets of links.
        specials = _SPECIAL if "](" in text or "］(" in text or "】(" in text or "〕(" in text else _SQUARE
        for special in specials.finditer(text):
            at, mark = special.start(), special.group()
            if at < skip:
                continue
            if mark[0] == "`":
                skip = self._code(at, len(mark), ticks)
            elif mark[0] == "$":
                skip = self._formula(at, mark, dollars)
            elif mark in "()":
                self._round(at, mark, open_round)
            elif mark[-1] in "[［【〔":
                open_square.append((at, special.end(), len(mark) > 1))
            elif mark[-1] in _FAMILY:
                if open_square and _FAMILY[text[open_square[-1][1] - 1]] == _FAMILY[mark[-1]]:
                    start, inner, escaped = open_square.pop()
                    self.pairs.append(Pair(start, inner, at, special.end(), last_closed < start, escaped))
                    last_closed = start
            else:
                self.tokens.append(Token("kept", at, at + 2, inner=at + 1, inner_end=at + 2))

    def _round(self, at: int, mark: str, opened: list[int]) -> None:
        if mark == "(":
            opened.append(at)
        elif opened:
            self.closing[opened.pop()] = at

    def _code(self, at: int, length: int, ticks: "_Closers") -> int:
        end = ticks.after(length, at + length)
        if end is None:
            return at + length
        self.tokens.append(Token("kept", at, end + length, inner=at + length, inner_end=end))
        return end + length

    def _formula(self, at: int, mark: str, dollars: "_Closers") -> int:
        begin = at + len(mark)
        end = dollars.after(len(mark), begin)
        most = 200 if len(mark) == 1 else 4_000
        if end is None or not 0 < end - begin <= most:
            return begin
        content = self.text[begin:end]
        if not _is_formula(content, self.text[end + len(mark) : end + len(mark) + 1], double=len(mark) > 1):
            return begin
        raised = _RAISED.fullmatch(content.strip())
        names = names_in(raised[1]) if raised and not POWER.search(self.text[max(0, at - 4) : at]) else None
        if names:
            self.tokens.append(Token("mark", at, end + len(mark), names.keys, weak="[" not in content))
        else:
            self.tokens.append(Token("kept", at, end + len(mark), inner=begin, inner_end=end))
        return end + len(mark)


class _Closers:
    """Where runs of one character stand, by their length: what closes a run is found without looking again."""

    def __init__(self, text: str, char: str) -> None:
        self.runs: dict[int, list[int]] = defaultdict(list)
        if char in text:
            for run in re.finditer(f"{re.escape(char)}+", text):
                self.runs[len(run.group())].append(run.start())

    def after(self, length: int, at: int) -> int | None:
        runs = self.runs.get(length, [])
        index = bisect_left(runs, at)
        return runs[index] if index < len(runs) else None


def _is_formula(content: str, after: str, *, double: bool) -> bool:
    """Whether what stands between dollar signs is a formula and not two sums of money."""
    if double:
        return True
    if content[0].isspace() or content[-1].isspace() or after.isdigit() or "\n" in content:
        return False
    return bool(_FORMULA.search(content)) or (
        len(content) <= 12 and " " not in content and not content[0].isdigit()
    )
