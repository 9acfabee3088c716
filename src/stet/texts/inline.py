"""The inside of one block: marks in brackets, links, addresses, code, formulas and tags, each with its span.

Brackets are paired once with a stack, so that nothing is looked for twice: the work is linear in the block.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from stet.texts.addresses import addresses, of_url
from stet.texts.brackets import POWER, Brackets, Pair
from stet.texts.marks import Names, names_in, runaway
from stet.texts.targets import Targets
from stet.texts.tokens import Kind, Token

_TAG: Final = re.compile(r"(?<!\\)</?[A-Za-z][^<>]{0,600}>")
_HREF: Final = re.compile(r"<a\s[^<>]{0,300}?href\s?=\s?[\"']?([^\"'\s<>]{1,2000})", re.IGNORECASE)
_AUTOLINK: Final = re.compile(r"(?<!\\)<((?:https?://|www\.)[^\s<>]{1,4000})>")
_SUP: Final = re.compile(r"(?<!\\)<sup\b[^<>]{0,100}>([^<>]{1,200})</sup>", re.IGNORECASE)
_POWER_TAG: Final = re.compile(r"[0-9+\-−–()n]{1,12}")
_CARET: Final = re.compile(r"(?<=[\w.,;:!?”)])\^\[?([0-9]{1,3}(?:[,–-][0-9]{1,3}){0,20})\]?\^")
_TOOL: Final = re.compile(
    r":contentReference\[oaicite:(?P<oai>[0-9]{1,4})\](?:\{index=[0-9]{1,4}\})?"
    r"|\ue200?(?:file)?cite(?P<turns>(?:\ue202?turn[0-9]{1,4}[a-z]{1,20}[0-9]{1,4}(?![a-z0-9](?!urn))){1,40})\ue201?"
    r"|(?<![\w【\[,;])(?P<turn>turn[0-9]{1,4}[a-z]{3,20}[0-9]{1,4})(?!\w)"
    r"|\\cite[a-z]{0,3}\*?(?:\[[^\[\]]{0,60}\]){0,2}\{(?P<tex>[^{}\n]{1,300})\}"
    r"|\[cite_start\]"
)
_TURN: Final = re.compile(r"turn[0-9]{1,4}[a-z]{3,20}?[0-9]{1,4}")
_SHOWN: Final = 40  # characters by which a mark of too many numbers is named
_ASSIGNED: Final = re.compile(r"(?:[=∈∉≤≥]|\\in|\b[A-Za-z] in|\binterval|\bCI)[ \t]{0,3}$")
_CODE_WORD: Final = re.compile(
    r"(?:(?<![^\W_])[A-Za-z]|\w*_\w*|\$\w*|(?<!\w)(?:arr|array|args|argv|buf|data|idx|items|list|lst"
    r"|tmp|vec|values|row|rows|self\.\w+))$"
)
_CODE_NEXT: Final = re.compile(r"[ \t]?(?:=(?!=)|[+*/-]=|\.[a-z]\w*\(|\+\+|--(?!-))")


def scan(text: str, *, row: bool = False) -> list[Token]:
    """The tokens of a block's words, in order, none within another but what stands in a link's words."""
    if _SIGNS.isdisjoint(text) and not any(cue in text for cue in _CUES):
        return []
    return _Scanner(text, row).tokens()


_SIGNS: Final = frozenset("[［【〔`$<\\^\ue200")
_CUES: Final = ("://", "www.", "WWW.", "10.", "turn", "oaicite", "PMID", "PubMed", "arxiv", "arXiv", "ARXIV")


class _Scanner:
    def __init__(self, text: str, row: bool) -> None:  # noqa: FBT001 - private
        self.text = text
        self.row = row
        brackets = Brackets(text)
        self.found = brackets.tokens
        self.pairs = brackets.pairs
        self.targets = Targets(text, brackets.closing)

    def tokens(self) -> list[Token]:
        self._in_brackets()
        self._tagged()
        self.found.extend(self._tools())
        self.found.extend(
            Token("address", a.start, a.end, url=a.url) for a in addresses(self.text, bar=self.row)
        )
        return _apart(self.found)

    def _in_brackets(self) -> None:
        done = 0
        for at, pair in enumerate(self.pairs):
            if pair.start < done:
                continue
            token = self._link(pair) or self._words(at) or self._mark(pair)
            if token is not None:
                self.found.append(token)
                done = token.end

    def _link(self, pair: Pair) -> Token | None:
        """A link or image: what stands in round brackets right after square ones."""
        after = pair.end
        if after >= len(self.text) or self.text[after] != "(" or pair.escaped:
            return None
        found = self.targets.find(after)
        if found is None:
            return None
        target, end = found
        content = self.text[pair.inner : pair.inner_end]
        if self.text.startswith("!", pair.start - 1) and pair.start:
            return Token("gone", pair.start - 1, end)
        if content.lstrip().startswith("!["):
            return Token("gone", pair.start, end)
        names = names_in(content.strip().strip("[]［］\\").strip("\\"))
        url = _web(target)
        if names and not names.weak and (url or target.startswith("#") or not target):
            return Token("mark", pair.start, end, names.keys, url=url)
        kind: Kind = "link" if url or _is_path(target) else "kept"
        return Token(kind, pair.start, end, url=url or target, inner=pair.inner, inner_end=pair.inner_end)

    def _words(self, at: int) -> Token | None:
        """`[words][key]`: a link whose target is defined elsewhere, if it is."""
        pair = self.pairs[at]
        after = self.pairs[at + 1] if at + 1 < len(self.pairs) else None
        if after is None or after.start != pair.end or self.text[pair.start] != "[":
            return None
        if not (pair.leaf and after.leaf) or after.inner_end - after.inner > 200:
            return None
        content = self.text[pair.inner : pair.inner_end]
        key = self.text[after.inner : after.inner_end] or content
        if key.startswith("^") or names_in(content) or not _says(content):
            return None
        return Token(
            "words", pair.start, after.end, (key,), inner=pair.inner, inner_end=pair.inner_end, weak=True
        )

    def _mark(self, pair: Pair) -> Token | None:
        if not pair.leaf:
            return None
        content = self.text[pair.inner : pair.inner_end]
        names = names_in(content)
        if names is None:
            if runaway(content) and self._cites(pair, Names((content[-8:],))):
                shown = content if len(content) <= _SHOWN else f"{content[:_SHOWN]}…"
                return Token("mark", pair.start, pair.end, (shown,))
            if (
                len(content) > 100
                or not content.strip()
                or pair.escaped
                or "://" in content
                or "10." in content
                or _is_editorial(content, self.text[pair.end : pair.end + 1])
            ):
                return None
            return Token("mark", pair.start, pair.end, (content.strip(),), weak=True)
        return (
            Token("mark", pair.start, pair.end, names.keys, weak=names.weak)
            if self._cites(pair, names)
            else None
        )

    def _cites(self, pair: Pair, names: Names) -> bool:
        """Whether the place of a bracket lets it be a citation, and not an index, interval or code's parameters."""
        if self.text[pair.start] not in "[\\" or not names.keys[0][-1:].isdigit():
            return True
        before = self.text[max(0, pair.start - 24) : pair.start]
        several = len(names.keys) > 1
        if several and before.endswith("[") and self.text.startswith("]", pair.end):
            return False
        if before[-1:].isalnum() or before[-1:] in ("_", ")", "]"):
            if _CODE_NEXT.match(self.text, pair.end):
                return False
            return before[-1] in ")]" or not _CODE_WORD.search(before.rsplit(" ", 1)[-1])
        return not _ASSIGNED.search(before)

    def _tagged(self) -> None:
        """Superscripts, automatic links, links as tags; other tags are gone."""
        if "<" not in self.text and "^" not in self.text:
            return
        for raised in (*_SUP.finditer(self.text), *_CARET.finditer(self.text)):
            names = names_in(raised[1].strip().strip("[]"))
            if names:
                if POWER.search(self.text[max(0, raised.start() - 4) : raised.start()]):
                    self._power(raised)
                    continue
                weak = (
                    names.weak
                    or raised[0][0] == "^"
                    or self.text[raised.start() - 1 : raised.start()].isdigit()
                )
                self.found.append(
                    Token(
                        "mark",
                        raised.start(),
                        raised.end(),
                        names.keys,
                        weak=weak,
                        inner=raised.start(1),
                        inner_end=raised.end(1),
                    )
                )
            else:
                self._power(raised)
        for link in _AUTOLINK.finditer(self.text):
            if url := _web(link[1]):
                self.found.append(Token("address", link.start(), link.end(), url=url))
        closed = _positions(self.text, "</a>")
        for tag in _TAG.finditer(self.text):
            self.found.append(self._anchor(tag, closed) or Token("gone", tag.start(), tag.end()))

    def _power(self, raised: re.Match[str]) -> None:
        """An exponent: its digits stay raised, for `10<sup>3</sup>` is not 103."""
        if raised[0][0] == "<" and _POWER_TAG.fullmatch(raised[1].strip()):
            self.found.append(
                Token("power", raised.start(), raised.end(), inner=raised.start(1), inner_end=raised.end(1))
            )

    def _anchor(self, tag: re.Match[str], closed: list[int]) -> Token | None:
        href = _HREF.match(tag.group())
        url = _web(href[1]) if href else None
        index = bisect_left(closed, tag.end())
        if url is None or index >= len(closed) or closed[index] - tag.end() > 1_000:
            return None
        inner, end = tag.end(), closed[index]
        names = names_in(self.text[inner:end].strip().strip("[]"))
        if names and not names.weak:
            return Token("mark", tag.start(), end + 4, names.keys, url=url)
        return Token("link", tag.start(), end + 4, url=url, inner=inner, inner_end=end)

    def _tools(self) -> Iterator[Token]:
        if not _tool_cue(self.text):
            return
        for tool in _TOOL.finditer(self.text):
            start, end = tool.span()
            if tool["oai"]:
                yield Token("mark", start, end, (f"oaicite:{tool['oai']}",))
            elif turns := tool["turns"] or tool["turn"]:
                yield Token("mark", start, end, tuple(dict.fromkeys(_TURN.findall(turns))))
            elif tool["tex"]:
                yield Token("mark", start, end, tuple(key.strip() for key in tool["tex"].split(",")))
            else:
                yield Token("gone", start, end)


def _is_editorial(content: str, after: str) -> bool:
    """Whether an editor changed a letter: `[T]he toll`."""
    return len(content) == 1 and after.isalpha()


def _tool_cue(text: str) -> bool:
    return "cite" in text or ("turn" in text and _TURN.search(text) is not None)


def _positions(text: str, part: str) -> list[int]:
    return [m.start() for m in re.finditer(re.escape(part), text, re.IGNORECASE)]


def _web(target: str) -> str | None:
    """The address of a link's target, if it is one on the web."""
    bare = target.strip().replace("\\", "")
    if bare[:4].lower() == "www.":
        bare = f"https://{bare}"
    if bare[:8].lower().startswith(("http://", "https://")):
        return bare if of_url(bare, 0, 0) else None
    return None


def _is_path(target: str) -> bool:
    """Whether a link leads to a file beside the text."""
    return (
        bool(target)
        and target[0] != "#"
        and ":" not in target[:12]
        and "." in target
        and len(target) <= 1_000
    )


def _says(content: str) -> bool:
    return any(char.isalpha() for char in content)


_RANK: Final = {"kept": 0, "link": 1, "mark": 1, "power": 1, "words": 2, "address": 3, "gone": 4}


def _apart(found: list[Token]) -> list[Token]:
    """Tokens in order, without those that begin inside one before."""
    kept: list[Token] = []
    end = 0
    for token in sorted(found, key=lambda t: (t.start, _RANK[t.kind], -t.end)):
        if token.start >= end:
            kept.append(token)
            end = token.end
    return kept
