"""Markdown to readable plain text: the words without the markup, block by block."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from stet.adapters.extract.blocks import Block, squeeze, tidy
from stet.adapters.extract.mdhidden import Veil

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

_MAX_INLINE = 10_000
_WORDS_ONLY = re.compile(r"[^\n\\`*_~\[\]!<>&]*")  # no character that begins any inline markup
_HTML_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_BREAK = re.compile(r"<br\s{0,3}/?>", re.IGNORECASE)
_RAISED_TAG = re.compile(r"<(/?)sup\b", re.IGNORECASE)
_STRUCK_TAG = re.compile(r"<(/?)(?:del|s|strike)\b", re.IGNORECASE)


def read_markdown(text: str) -> list[Block]:
    """The blocks of a Markdown text, front matter already taken off.

    Emphasis, link and image markup and HTML tags are dropped and their text is kept; struck-out text is
    dropped, because its author has withdrawn it. Lines of one paragraph become one line.
    """
    return _Reader().read(_parser().parse(tidy(text)))


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    """The parser, made once: it keeps what it knows of a text in a state of that text, so threads share it."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": 60}).enable(["table", "strikethrough"])
    parser.core.ruler.at("inline", _parse_inline)
    parser.parse("a *b*")  # its tables of rules are filled on first use, which two threads must not share
    return parser


def _parse_inline(state: "StateCore") -> None:
    """Parse the inside of blocks where there is anything to parse.

    One beyond all reason stays as it is: the parser is not linear in it.
    """
    from markdown_it.token import Token

    for token in state.tokens:
        if token.type == "inline":
            token.children = token.children or []
            if len(token.content) <= _MAX_INLINE and not _WORDS_ONLY.fullmatch(token.content):
                state.md.inline.parse(token.content, state.md, state.env, token.children)
            else:
                token.children.append(Token("text", "", 0, content=token.content))


class _Reader:
    """Turns the flat list of tokens into blocks."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.lists: list[int | None] = []  # the next number of each open list; None for bullets
        self.marker = ""
        self.group = 0
        self.groups = 0
        self.row: list[str] | None = None
        self.heading = 0
        self.veil = Veil()

    def read(self, tokens: "Sequence[Token]") -> list[Block]:
        for token in tokens:
            self._token(token)
        return self.blocks

    def _token(self, token: "Token") -> None:
        kind = token.type
        if kind == "inline":
            self._inline(token)
        elif kind in ("fence", "code_block"):
            self._add("pre", token.content.rstrip("\n"))
        elif kind == "html_block":
            self._html(token.content)
        elif kind.startswith("heading"):
            self.heading = int(token.tag[1]) if token.nesting == 1 else 0
        elif kind.endswith(("_list_open", "_list_close")):
            self._list(token)
        elif kind.startswith("list_item"):
            self._item(token)
        elif kind.startswith(("table", "tr_")):
            self._table(token)

    def _list(self, token: "Token") -> None:
        if token.nesting == 1:
            self._open_list(token)
            return
        self.lists.pop()
        self.marker = ""
        if not self.lists:
            self.group = 0

    def _table(self, token: "Token") -> None:
        if token.type == "table_open":
            self.groups += 1
            self.group = self.groups
        elif token.type == "table_close":
            self.group = 0 if not self.lists else self.group
        elif token.type == "tr_open":
            self.row = []
        elif token.type == "tr_close" and self.row is not None:
            row, self.row = self.row, None
            if any(row):
                self._add("row", " | ".join(row).rstrip())

    def _open_list(self, token: "Token") -> None:
        number = token.attrGet("start") if token.type == "ordered_list_open" else None
        if token.type == "ordered_list_open":
            self.lists.append(int(number) if number is not None else 1)
        else:
            self.lists.append(None)
        if len(self.lists) == 1:
            self.groups += 1
            self.group = self.groups

    def _item(self, token: "Token") -> None:
        if token.nesting == -1:
            self.marker = ""
            return
        number = self.lists[-1] if self.lists else None
        indent = "  " * (len(self.lists) - 1)
        if number is None:
            self.marker = f"{indent}- "
        else:
            self.marker = f"{indent}{number}{token.markup or '.'} "
            self.lists[-1] = number + 1

    def _inline(self, token: "Token") -> None:
        text = inline_text(token.children or [])
        if self.row is not None:
            self.row.append(squeeze(text))
        elif self.heading:
            self._add("heading", squeeze(text), self.heading)
        else:
            self._add(
                "item" if self.marker else "text", "\n".join(squeeze(line) for line in text.split("\n"))
            )

    def _add(self, kind: str, text: str, level: int = 0) -> None:
        if not text.strip() or self.veil.drawn:
            return
        marker, self.marker = self.marker, ""
        # A second paragraph or a piece of code inside a list item stands apart from the items around it.
        group = self.group if kind in ("item", "row") else 0
        if kind == "heading":
            marker = ""
        self.blocks.append(Block(kind, marker + text.strip("\n"), level, group))

    def _html(self, content: str) -> None:
        content = _HTML_COMMENT.sub("", content)
        content = self.veil.over(content)
        if not content.strip():
            return
        from stet.adapters.extract.htmlwalk import fragment_blocks

        for block in fragment_blocks(content):
            group = block.group and block.group + 1_000_000  # never the number of a Markdown list
            self.blocks.append(block._replace(group=group))


def inline_text(children: "Sequence[Token]") -> str:
    """The text of inline tokens; a hard break is a newline, a soft one a space."""
    parts: list[str] = []
    struck = 0
    raised: int | None = None
    veil = Veil()
    for token in children:
        if token.type == "html_inline":
            veil.over(token.content)
            raised = _raised(parts, raised, token.content)
        if veil.drawn:
            continue
        struck = max(0, struck + _striking(token))
        if struck:
            continue
        if token.type in ("text", "code_inline", "text_special"):
            parts.append(token.content)
        elif token.type == "softbreak":
            parts.append(" ")
        elif token.type == "hardbreak" or (token.type == "html_inline" and _BREAK.match(token.content)):
            parts.append("\n")
    return "".join(parts)


def _raised(parts: "list[str]", since: int | None, tag: str) -> int | None:
    """Where in `parts` the open `<sup>` began; at its end its digits are raised, for `10<sup>3</sup>` is not 103."""
    found = _RAISED_TAG.match(tag)
    if found is None:
        return since
    if not found[1]:
        return len(parts)
    if since is not None:
        from stet.adapters.extract.htmlblocks import raised_digits

        parts[since:] = [raised_digits("".join(parts[since:]))]
    return None


def _striking(token: "Token") -> int:
    """1 where struck-out text begins, -1 where it ends."""
    if token.type in ("s_open", "s_close"):
        return token.nesting
    struck = _STRUCK_TAG.match(token.content) if token.type == "html_inline" else None
    return 0 if struck is None else -1 if struck[1] else 1
