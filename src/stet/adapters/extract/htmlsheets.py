"""The rules of a page's own style sheets that can hide text, by what they are for.

A rule whose condition cannot be known here (`@container`, an unknown media feature, `@supports not`) may hold: None.
"""

import re
from base64 import b64decode
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from stet.adapters.extract.htmldeclared import Declared, declared, pieces, unescaped
from stet.adapters.extract.htmlmedia import Views, both, holds_on_screen
from stet.adapters.extract.htmlselect import Complex, read_list
from stet.adapters.extract.tree import Element

_EVERYWHERE: Views = (True, True)
_NOWHERE: Views = (False, False)
MOST_CHARACTERS = 2_500_000
MOST_RULES = 30_000
_DEEPEST = 60
_LONGEST_PRELUDE = 500_000
_IMPORT = re.compile(r"\s*@import\b", re.IGNORECASE)
_DATA = re.compile(r"data:text/css[^,]{0,100}?(;\s*base64)?,(.*)", re.DOTALL | re.IGNORECASE)


class Rule(NamedTuple):
    """Whom a rule is for and what it declares.

    `layered` rules yield to others; `holds` says in which windows the rule counts; `order` is their order; `so_far`
    counts the selectors up to here.
    """

    selectors: tuple[Complex, ...]
    declared: Declared
    layered: bool
    holds: Views
    order: int
    so_far: int


class Sheets(NamedTuple):
    """The rules of a page, and whether there is a style sheet that was not read."""

    rules: list[Rule]
    unread: bool


class TooMuch(Exception):
    """The page's style sheets are longer than what is read of any."""


class _Open:
    """A block of a sheet that is open: what it begins with, where it counts, its declarations so far."""

    def __init__(self, prelude: str, around: "_Open | None", holds: Views) -> None:
        self.prelude, self.around = prelude, around
        self.layered = around is not None and around.layered
        self.holds = both(around.holds, holds) if around is not None else holds
        self.said: list[str] = []
        self._selectors: tuple[Complex, ...] | None = None

    def selectors(self) -> tuple[Complex, ...]:
        """Whom the block is for, those of the blocks around it in them; read when a declaration needs them."""
        if self._selectors is None:
            outer = self.around.selectors() if self.around is not None else ()
            if len(self.prelude) > _LONGEST_PRELUDE or self.prelude.count(",") > MOST_RULES:
                raise TooMuch("a list of selectors in its style sheets that is too long")
            self._selectors = read_list(self.prelude, outer) if self.prelude else outer
        return self._selectors


def read_sheets(root: Element) -> Sheets:
    """All style sheets in a page: `<style>`, and those that stand in a link as data.

    Raises:
        TooMuch: they are too long
    """
    rules: list[Rule] = []
    unread, left = False, MOST_CHARACTERS
    for text, media in _texts(root):
        if text is None:
            unread = True
            continue
        left -= len(text)
        if left < 0:
            raise TooMuch(f"more than {MOST_CHARACTERS:,} characters of style sheets")
        holds = holds_on_screen(media)
        if holds != _NOWHERE:
            unread = _read(text, rules, holds) or unread
    return Sheets(rules, unread)


def _texts(root: Element) -> Iterator[tuple[str | None, str]]:
    """The text and media of each sheet; None for one that is somewhere else."""
    for element in root.iter("style", "link"):
        media = element.get("media") or ""
        if element.tag == "style":
            kind = (element.get("type") or "text/css").strip().lower()
            # With scripts, as a reader has them, nothing in `<noscript>` counts.
            around = {e.tag for e in element.iterancestors()}
            if kind == "text/css" and not around & {"noscript", "template"}:
                yield "".join(element.itertext()), media
        elif "stylesheet" in (element.get("rel") or "").lower().split():
            match = _DATA.match((element.get("href") or "").strip())
            yield (_of_data(match) if match else None), media


def _of_data(match: re.Match[str]) -> str:
    raw = unquote_to_bytes(match[2])
    try:
        return (b64decode(raw) if match[1] else raw).decode("utf-8", "replace")
    except ValueError:
        return ""


def _read(text: str, rules: list[Rule], holds: Views) -> bool:
    """Add the rules of a sheet; whether it asks for another sheet. `holds` says where the sheet counts."""
    stack = [_Open("", None, holds)]
    waiting: list[str] = []
    asks = False
    for piece in pieces(text.replace("<!--", "").replace("-->", "")):
        if piece == "{":
            stack.append(_opened("".join(waiting).strip(), stack[-1]))
            waiting = []
            if len(stack) > _DEEPEST:
                raise TooMuch("style sheets that are nested too deep")
        elif piece in ("}", ";"):
            said, waiting = "".join(waiting), []
            asks = asks or (len(stack) == 1 and _IMPORT.match(said) is not None)
            if len(stack) > 1:
                stack[-1].said.append(said)
                if piece == "}":
                    _closed(stack.pop(), rules)
        else:
            waiting.append(piece)
    # What is left open at the end is closed there.
    stack[-1].said.append("".join(waiting))
    while len(stack) > 1:
        _closed(stack.pop(), rules)
    return asks


def _opened(prelude: str, around: _Open) -> _Open:
    if not prelude.startswith("@"):
        return _Open(prelude, around, _EVERYWHERE)
    name, _, rest = unescaped(prelude).partition(" ")
    name, paren, inner = name.lower().partition("(")
    rest = f"{paren}{inner} {rest}".strip()
    scope = name == "@scope" and rest.startswith("(")
    subject = rest[1:].partition(" to ")[0].strip().removesuffix(")") if scope else ""
    block = _Open(subject, around, _condition(name, rest, scope=scope))
    block.layered = block.layered or name == "@layer"
    return block


def _condition(name: str, rest: str, *, scope: bool) -> Views:
    """Where a block that begins with this at-rule counts."""
    if name == "@media":
        return holds_on_screen(rest)
    if name == "@layer":
        return _EVERYWHERE
    if name == "@supports":
        return (None, None) if rest.lower().startswith("not") else _EVERYWHERE
    if name == "@scope":
        return _EVERYWHERE if scope and " to " not in rest else (None, None)
    return (None, None) if name == "@container" else _NOWHERE


def _closed(block: _Open, rules: list[Rule]) -> None:
    if block.holds == _NOWHERE:
        return
    said = declared(block.said)
    if (said.normal or said.important) and (selectors := block.selectors()):
        so_far = len(selectors) + (rules[-1].so_far if rules else 0)
        rules.append(Rule(selectors, said, block.layered, block.holds, len(rules), so_far))
        if so_far > MOST_RULES:
            raise TooMuch(f"more than {MOST_RULES:,} selectors in its style sheets that can hide something")
