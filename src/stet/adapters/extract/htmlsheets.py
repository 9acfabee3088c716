"""The rules of a page's own style sheets that can hide text, by what they are for.

A rule whose condition cannot be known here (`@container`, an unknown media feature, `@supports not`) is unsure.
"""

import re
from base64 import b64decode
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from stet.adapters.extract.htmldeclared import Declared, declared, pieces, unescaped
from stet.adapters.extract.htmlselect import Complex, read_list
from stet.adapters.extract.tree import Element

MOST_CHARACTERS = 2_500_000
MOST_RULES = 30_000
_DEEPEST = 60
_LONGEST_PRELUDE = 500_000
_WIDTH, _HEIGHT = 1280.0, 800.0  # pixels of the window in which a page is taken to be seen
_FEATURE = re.compile(r"\(\s*(min-|max-)?(?:device-)?(width|height)\s*:\s*([\d.]{1,8})\s*(px|em|rem)?\s*\)")
_RANGE = re.compile(r"\(\s*(width|height)\s*([<>]=?)\s*([\d.]{1,8})\s*(px|em|rem)?\s*\)")
_FIRST_LOOK = {
    "(color)": True,
    "(hover:hover)": True,
    "(hover)": True,
    "(hover:none)": False,
    "(pointer:fine)": True,
    "(pointer:coarse)": False,
    "(any-hover:none)": False,
    "(any-pointer:coarse)": False,
    "(orientation:landscape)": True,
    "(orientation:portrait)": False,
    "(prefers-color-scheme:light)": True,
    "(prefers-color-scheme:dark)": False,
    "(prefers-reduced-motion:no-preference)": True,
    "(prefers-reduced-motion:reduce)": False,
    "(prefers-reduced-motion)": False,
    "(scripting:enabled)": True,
    "(scripting:none)": False,
    "(forced-colors:active)": False,
    "(forced-colors:none)": True,
    "(-ms-high-contrast:active)": False,
    "(-ms-high-contrast:none)": False,
    "(display-mode:standalone)": False,
    "(display-mode:browser)": True,
}
_OTHER_MEDIA = frozenset(
    ("print", "speech", "aural", "braille", "embossed", "handheld", "projection", "tty", "tv")
)
_IMPORT = re.compile(r"\s*@import\b", re.IGNORECASE)
_DATA = re.compile(r"data:text/css[^,]{0,100}?(;\s*base64)?,(.*)", re.DOTALL | re.IGNORECASE)


class Rule(NamedTuple):
    """Whom a rule is for and what it declares.

    `layered` rules yield to others; `order` is their order; `so_far` counts the selectors up to here.
    """

    selectors: tuple[Complex, ...]
    declared: Declared
    layered: bool
    sure: bool
    order: int
    so_far: int


class Sheets(NamedTuple):
    """The rules of a page, and whether there is a style sheet that was not read."""

    rules: list[Rule]
    unread: bool


class TooMuch(Exception):
    """The page's style sheets are longer than what is read of any."""


class _Open:
    """A block of a sheet that is open: what it begins with, whether and how it counts, its declarations so far."""

    def __init__(self, prelude: str, around: "_Open | None", *, sure: bool = True) -> None:
        self.prelude, self.around = prelude, around
        self.off = around is not None and around.off
        self.layered = around is not None and around.layered
        self.sure = around.sure if around is not None else sure
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
        sure = holds_on_screen(media)
        if sure is not False:
            unread = _read(text, rules, sure=sure is True) or unread
    return Sheets(rules, unread)


def holds_on_screen(query: str) -> bool | None:
    """Whether a media query holds for a wide screen; None where that is not known."""
    answers = [_one_query(part.strip().lower()) for part in query.split(",")]
    return True if True in answers else None if None in answers else False


def _one_query(query: str) -> bool | None:
    if not query:
        return True
    negated = query.startswith("not ")
    query = query.removeprefix("not ").removeprefix("only ").strip()
    found: bool | None = True
    for part in re.split(r"\s+and\s+", query):
        answer = _one_condition(part.strip())
        if answer is False:
            found = False
            break
        found = None if answer is None else found
    return found if not negated or found is None else not found


def _one_condition(part: str) -> bool | None:
    if part in ("all", "screen"):
        return True
    if part in _OTHER_MEDIA:
        return False
    if match := _FEATURE.fullmatch(part):
        bound, size = _length(match[3], match[4]), _WIDTH if match[2] == "width" else _HEIGHT
        return size >= bound if match[1] == "min-" else size <= bound if match[1] else size == bound
    if match := _RANGE.fullmatch(part):
        bound, size = _length(match[3], match[4]), _WIDTH if match[1] == "width" else _HEIGHT
        return {"<": size < bound, "<=": size <= bound, ">": size > bound, ">=": size >= bound}[match[2]]
    return _FIRST_LOOK.get(part.replace(" ", ""))


def _length(digits: str, unit: str | None) -> float:
    try:
        return float(digits) * (1 if unit in (None, "px") else 16)
    except ValueError:
        return 0.0


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


def _read(text: str, rules: list[Rule], *, sure: bool) -> bool:
    """Add the rules of a sheet; whether it asks for another sheet."""
    stack = [_Open("", None, sure=sure)]
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
        return _Open(prelude, around)
    name, _, rest = unescaped(prelude).partition(" ")
    name, paren, inner = name.lower().partition("(")
    rest = f"{paren}{inner} {rest}".strip()
    scope = name == "@scope" and rest.startswith("(")
    block = _Open(rest[1:].partition(" to ")[0].strip().removesuffix(")") if scope else "", around)
    if name == "@media":
        answer = holds_on_screen(rest)
        block.off, block.sure = block.off or answer is False, block.sure and answer is True
    elif name == "@layer":
        block.layered = True
    elif name == "@supports":
        block.sure = block.sure and not rest.lower().startswith("not")
    elif name == "@scope":
        block.sure = block.sure and scope and " to " not in rest
    elif name == "@container":
        block.sure = False
    else:
        block.off = True
    return block


def _closed(block: _Open, rules: list[Rule]) -> None:
    if block.off:
        return
    said = declared(block.said)
    if (said.normal or said.important) and (selectors := block.selectors()):
        so_far = len(selectors) + (rules[-1].so_far if rules else 0)
        rules.append(Rule(selectors, said, block.layered, block.sure, len(rules), so_far))
        if so_far > MOST_RULES:
            raise TooMuch(f"more than {MOST_RULES:,} selectors in its style sheets that can hide something")
