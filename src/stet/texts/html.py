"""HTML by anyone as Markdown, so that its links, notes and superscripts stay what they are: citations."""

import re
from importlib import import_module
from itertools import chain, islice
from typing import Any, Final

from stet.texts.read import read_text
from stet.texts.values import CitedText

_HIDDEN: Final = frozenset(
    "script style template head noscript svg iframe object select button nav form textarea canvas audio video"
    " math".split()
)
_BLOCKS: Final = frozenset(
    "p div section article main blockquote dl dt dd ul ol figure figcaption table address details"
    " summary aside footer"
    " header hr body html caption thead tbody tfoot center fieldset".split()
)
_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())
_HOLDS_NOTE: Final = frozenset("li p dd td div aside".split())
_MARKER: Final = re.compile(
    r"[\s\[\]()^.,]{0,4}(?:notes?\s|fn\.?\s?)?([0-9]{1,4}|[a-zA-Z]{1,2}|[*†‡§]{1,4})[\s\[\]().,]{0,4}"
)
_BACK: Final = re.compile(
    r"[\s↑↩^⬆⏎\ufe0e\ufe0f†*]*(?:jump up|back|zurück|retour|return)?(?: to (?:text|top"
    r"|content))?[\s↑↩^⬆⏎\ufe0e\ufe0f:]*",
    re.IGNORECASE,
)
_INVISIBLE: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_ESCAPED: Final = re.compile(r"[\\`*$<|]")
_AT_START: Final = re.compile(r"(?:[#>+-]|\d{1,3}[.)])(?=\s)")
_SPACES: Final = re.compile(r"[ \t\r\n\f\u00a0]+")
_TAGS: Final = re.compile(r"<[^<>]{0,10000}>")
_NO_PAGE: Final = re.compile(r"(?:javascript|mailto|tel|data):", re.IGNORECASE)
_DEEPEST: Final = 24
_NEAR: Final = 12  # elements around a note's target that are looked at
_LONGEST: Final = 8_000


def read_html(html: str) -> tuple[str, CitedText]:
    """The words of a page as Markdown, and that Markdown read; all offsets count in the first.

    Links become `[words](url)`, links to notes of the page `[^1]` and these notes `[^1]: …`, rows of tables lines with
    `|`. Scripts, navigation, forms, images and what is hidden are left out. Word documents come here too, as the HTML
    that a converter makes of them. Never raises.
    """
    text = markdown_of(html)
    return text, read_text(text)


def markdown_of(html: str) -> str:
    """The words of a page as Markdown."""
    root = _parse(html)
    if root is None:
        return _TAGS.sub(" ", html)
    return _Writer(root).write()


def _parse(html: str) -> Any:
    etree: Any = import_module("lxml.etree")
    # Characters that no XML tree can hold would end the text where they stand.
    raw = html.replace("\x00", "").encode("utf-8", "replace")
    if not raw.strip():
        return None
    parser = etree.HTMLParser(
        encoding="utf-8", recover=True, no_network=True, remove_comments=True, remove_pis=True, huge_tree=True
    )
    try:
        return etree.fromstring(raw, parser)
    except (etree.LxmlError, ValueError):
        return None


class _Writer:
    """Writes a tree as Markdown in one walk, without recursion."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self.parts: list[str] = []
        self.lists: list[int | None] = []  # the next number of each open list, None for bullets
        self.heads: list[bool] = []  # of each open row, whether all its cells are heads
        self.links: list[str | None] = []
        self.begins = True  # nothing stands in this line yet
        self.verbatim = 0
        self.done: set[Any] = set()  # elements that are left out, or written whole
        self.labels, self.noted = _notes(root)

    def write(self) -> str:
        """The whole tree."""
        etree: Any = import_module("lxml.etree")
        walker = etree.iterwalk(self.root, events=("start", "end"))
        for event, element in walker:
            if event == "end":
                if element not in self.done:
                    self._end(element)
                self._after(element)
            elif self._skipped(element) or self._noted(element):
                self.done.add(element)
                walker.skip_subtree()
            else:
                self._start(element)
                self._text(element.text)
        return re.sub(r"\n{3,}", "\n\n", "".join(self.parts)).strip() + "\n"

    def _skipped(self, element: Any) -> bool:
        if not isinstance(element.tag, str) or element.tag in _HIDDEN:
            return True
        if element.get("hidden") is not None or _INVISIBLE.search(element.get("style") or ""):
            return True
        return element.tag == "a" and self._is_back(element)

    def _is_back(self, element: Any) -> bool:
        href = element.get("href") or ""
        if not href.startswith("#") or href[1:] in self.labels:
            return False
        return _BACK.fullmatch("".join(element.itertext())[:60]) is not None

    def _after(self, element: Any) -> None:
        if element is not self.root:
            self._text(element.tail)

    def _start(self, element: Any) -> None:
        tag = element.tag
        label = self.noted.get(element)
        if tag in _HEADINGS:
            self._open(f"\n\n{'#' * int(tag[1])} ")
        elif label is not None and tag != "li":
            self._open(f"\n\n[^{label}]: ")
        elif tag in ("ul", "ol", "li"):
            self._listed(element, tag, label)
        elif tag in ("tr", "td", "th", "br"):
            self._cell(tag)
        elif tag == "a":
            self._link(element)
        elif tag in ("pre", "code", "sup"):
            self._marked(tag)
        elif tag in _BLOCKS and not self.heads and not (self.begins and self.lists):
            self._open("\n\n")

    def _listed(self, element: Any, tag: str, label: str | None) -> None:
        if tag == "li":
            self._item(label)
        else:
            self._list(element, tag)

    def _cell(self, tag: str) -> None:
        if tag == "br":
            self._open(" " if self.heads else "\n")
        elif tag == "tr":
            self.heads.append(True)
            self._open("\n|")
        elif self.heads:
            self.heads[-1] = self.heads[-1] and tag == "th"

    def _end(self, element: Any) -> None:
        tag = element.tag
        if tag in ("ul", "ol"):
            if self.lists:
                self.lists.pop()
            self._open("\n\n" if not self.lists else "\n")
        elif tag == "tr":
            self._row(element)
        elif tag in ("td", "th"):
            self.parts.append(" |")
        elif tag == "a":
            closing = self.links.pop() if self.links else None
            if closing:
                self.parts.append(f"]({closing})")
        elif tag == "pre":
            self.verbatim -= 1
            self._open("\n```\n\n")
        elif tag in ("code", "sup"):
            self.parts.append(self._mark_end(tag))
        elif (tag in _BLOCKS or tag in _HEADINGS) and not self.heads and not self.lists:
            self._open("\n\n")

    def _open(self, words: str) -> None:
        self.parts.append(words)
        self.begins = True

    def _item(self, label: str | None) -> None:
        depth = min(max(0, len(self.lists) - 1), _DEEPEST)
        number = self.lists[-1] if self.lists else None
        if number is not None and self.lists:
            self.lists[-1] = number + 1
        if label is not None:
            self._open(f"\n[^{label}]: ")
        else:
            self._open("\n" + "  " * depth + ("- " if number is None else f"{number % 1000}. "))

    def _list(self, element: Any, tag: str) -> None:
        start = element.get("start") or "1"
        number = int(start) if start.isascii() and start.isdigit() and len(start) <= 3 else 1
        self.lists.append(number if tag == "ol" else None)
        self._open("\n\n" if len(self.lists) == 1 else "\n")

    def _row(self, element: Any) -> None:
        heads = self.heads.pop() if self.heads else False
        if heads:
            cells = max(1, sum(child.tag in ("td", "th") for child in element))
            self._open("\n|" + "---|" * min(cells, 100))
        following = element.getnext()
        self._open("" if following is not None and following.tag == "tr" else "\n")

    def _link(self, element: Any) -> None:
        href = (element.get("href") or "").strip()
        if not href or href[0] == "#" or _NO_PAGE.match(href) or not "".join(element.itertext()).strip():
            self.links.append(None)
            return
        self.parts.append("[")
        plain = re.sub(r"[\s<>\\]", lambda m: f"%{ord(m.group()):02X}", href[:_LONGEST])
        self.links.append(re.sub(r"[()]", r"\\\g<0>", plain))

    def _noted(self, element: Any) -> bool:
        """Write a link to a note of the page; False for anything else."""
        href = (element.get("href") or "").strip() if element.tag == "a" else ""
        label = self.labels.get(href[1:]) if href.startswith("#") else None
        if label is None or not _MARKER.fullmatch("".join(element.itertext())[:60]):
            return False
        self.parts.append(f"[^{label}]")
        self.begins = False
        return True

    def _marked(self, tag: str) -> None:
        if tag == "pre":
            self._open("\n\n```\n")
            self.verbatim += 1
        elif not self.verbatim:
            self.parts.append("`" if tag == "code" else "<sup>")

    def _mark_end(self, tag: str) -> str:
        return "" if self.verbatim else "`" if tag == "code" else "</sup>"

    def _text(self, words: str | None) -> None:
        if not words:
            return
        if self.verbatim:
            self.parts.append(words.replace("```", "'''"))
            return
        plain = _SPACES.sub(" ", words)
        if self.begins:
            plain = plain.lstrip()
            if not plain:
                return
        escaped = _ESCAPED.sub(r"\\\g<0>", plain)
        if self.begins and (mark := _AT_START.match(escaped)):
            at = mark.end() - 1
            escaped = f"{escaped[:at]}\\{escaped[at:]}"
        self.begins = False
        if any(self.links[-2:]):
            escaped = escaped.replace("[", "\\[").replace("]", "\\]")
        self.parts.append(escaped)


def _notes(root: Any) -> tuple[dict[str, str], dict[Any, str]]:
    """Labels of the notes that a page links to, by the id of the target and by the element that holds the note."""
    targets = {
        name: e for e in root.iter() if isinstance(e.tag, str) and (name := e.get("id") or e.get("name"))
    }
    labels: dict[str, str] = {}
    noted: dict[Any, str] = {}
    used: set[str] = set()
    for link in root.iter("a"):
        href = link.get("href") or ""
        name = href[1:]
        if not href.startswith("#") or name not in targets or name in labels:
            continue
        marker = _MARKER.fullmatch("".join(link.itertext())[:60])
        holder = _holder(targets[name])
        if (
            marker is None
            or holder is None
            or any(e is holder for e in islice(link.iterancestors(), 4 * _NEAR))
        ):
            continue
        label = noted.get(holder) or _fresh(marker[1], used)
        labels[name] = noted[holder] = label
    return labels, noted


def _holder(target: Any) -> Any:
    """The block that is the note of a target: itself or the nearest one around it."""
    for element in chain((target,), islice(target.iterancestors(), _NEAR)):
        if element.tag in _HEADINGS:
            return None
        if element.tag in _HOLDS_NOTE:
            return element
    return None


def _fresh(label: str, used: set[str]) -> str:
    name, times = label, 1
    while name in used:
        times += 1
        name = f"{label}-{times}"
    used.add(name)
    return name
