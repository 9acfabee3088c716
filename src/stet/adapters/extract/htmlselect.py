"""Selectors of CSS (Selectors Level 4), read into what is asked of an element."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from stet.adapters.extract.htmldeclared import unescaped

_NAME = r"(?:[\w-]|[^\x00-\x7f]|\\[0-9a-fA-F]{1,6}\s?|\\.)+"
_PART = re.compile(
    rf"(?P<mark>[.#]?)(?P<name>{_NAME})|(?P<any>\*)|(?P<self>&)|(?P<pseudo>::?)(?P<of>{_NAME})(?P<open>\()?"
    r"|\[\s*(?P<attr>[^\]\s=~|^$*]+)\s*(?:(?P<op>[~|^$*]?=)\s*(?P<value>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[^\]\s]+)"
    r"\s*[isIS]?\s*)?\]|(?P<comb>\s*[>+~]\s*|\s+)"
)
_SIMPLE = re.compile(r"(?P<mark>[.#]?)(?P<name>[A-Za-z_][\w-]*)(?P<attr>)")
_INSIDE = re.compile(r"\\.|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[()\[\],]|[^()\[\],\\\"']+|.", re.DOTALL)
_OLD_ELEMENTS = frozenset(("before", "after", "first-line", "first-letter"))


class Pseudo(NamedTuple):
    """A pseudo-class: its name, and what stands in its parentheses as text or selectors."""

    name: str
    said: str = ""
    inner: "tuple[Complex, ...]" = ()


class Compound(NamedTuple):
    """What one element must be: its tag, classes and ids (`.x`, `#x`), attributes (name, operator, value), the rest."""

    tag: str | None
    names: frozenset[str]
    attributes: tuple[tuple[str, str, str], ...]
    pseudos: tuple[Pseudo, ...]

    @property
    def named(self) -> bool:
        """Whether it asks for a class, an id or an attribute, as a bare tag or `:empty` does not."""
        inner = (s for p in self.pseudos if p.name == "is" for s in p.inner)
        return bool(self.names or self.attributes) or any(s.parts[0][1].named for s in inner)

    @property
    def plain(self) -> bool:
        """Whether tag, classes and id are all that it asks for."""
        return not self.attributes and not self.pseudos


class Complex(NamedTuple):
    """Compounds from right to left, each with the combinator on its right; `weight` is its specificity.

    `around` are the tags, classes and ids that elements around the last one must bear.
    """

    parts: tuple[tuple[str, Compound], ...]
    weight: tuple[int, int, int]
    around: frozenset[str]


def split_list(text: str) -> list[str]:
    """The parts of a list between its commas, those inside of parentheses and strings left alone."""
    if "(" not in text and "[" not in text and "\\" not in text:
        return text.split(",")
    parts: list[list[str]] = [[]]
    depth = 0
    for match in _INSIDE.finditer(text):
        piece = match[0]
        depth += (piece in ("(", "[")) - (piece in (")", "]"))
        if piece == "," and depth <= 0:
            parts.append([])
        else:
            parts[-1].append(piece)
    return ["".join(part) for part in parts]


def read_list(text: str, parents: tuple[Complex, ...] = (), depth: int = 0) -> tuple[Complex, ...]:
    """The selectors of a list; those that are none, or are of pseudo-elements, are left out.

    `parents` are those of the rule around it: `&`, and without it what the selector stands under.
    """
    found = (read_selector(part.strip(), parents, depth) for part in split_list(text))
    return tuple(selector for selector in found if selector is not None)


def read_selector(text: str, parents: tuple[Complex, ...] = (), depth: int = 0) -> Complex | None:
    """One selector, or None."""
    if depth > 8 or not text:
        return None
    if not parents and (match := _SIMPLE.fullmatch(text)):
        compound = _compound([match])
        return Complex((("", compound),), _weight(compound), frozenset())
    parts: list[tuple[str, list[re.Match[str] | Pseudo]]] = [("", [])]
    nested = Pseudo("is", "", parents) if parents else Pseudo("scope")
    own, at = False, 0
    while at < len(text):
        match = _PART.match(text, at)
        if match is None:
            return None
        at = match.end()
        if (comb := match["comb"]) is not None:
            parts.append((comb.strip() or " ", []))
        elif match["self"]:
            own = True
            parts[-1][1].append(nested)
        elif match["pseudo"]:
            pseudo, at = _read_pseudo(match, text, at, parents, depth)
            if pseudo is None:
                return None
            parts[-1][1].append(pseudo)
        else:
            parts[-1][1].append(match)
    return _built(parts, nested if parents and not own else None)


def _read_pseudo(
    match: re.Match[str], text: str, at: int, parents: tuple[Complex, ...], depth: int
) -> tuple[Pseudo | None, int]:
    name = unescaped(match["of"]).lower()
    said = ""
    if match["open"]:
        level, start = 1, at
        for piece in _INSIDE.finditer(text, at):
            level += (piece[0] in ("(", "[")) - (piece[0] in (")", "]"))
            at = piece.end()
            if level == 0:
                break
        said = text[start : at - 1 if level == 0 else at].strip()
    if match["pseudo"] == "::" or name in _OLD_ELEMENTS:
        return None, at
    if name in ("not", "is", "where", "matches", "any", "-webkit-any", "-moz-any"):
        return Pseudo("not" if name == "not" else "is", name, read_list(said, parents, depth + 1)), at
    return Pseudo(name, said.lower()), at


def _built(parts: list[tuple[str, list[re.Match[str] | Pseudo]]], nested: Pseudo | None) -> Complex | None:
    if nested is not None:
        # `> .x` and `.x` in a rule stand under what the rule is for.
        first = [(" ", parts[0][1])] if parts[0][1] else []
        parts = [("", [nested]), *first, *parts[1:]]
    compounds = [(comb, _compound(found)) for comb, found in parts]
    if any(not found for _, found in parts):
        return None
    weights = [_weight(compound) for _, compound in compounds]
    total = (sum(w[0] for w in weights), sum(w[1] for w in weights), sum(w[2] for w in weights))
    # Each with the combinator that leads from the one on its right to it.
    combs = [*(comb for comb, _ in compounds[1:]), ""]
    chain = tuple(reversed([(comb, c) for comb, (_, c) in zip(combs, compounds, strict=True)]))
    return Complex(chain, total, _around(chain))


def _around(chain: tuple[tuple[str, Compound], ...]) -> frozenset[str]:
    """What must stand around: the compounds that lead to the last one by ` ` or `>`, those after a sibling left out."""
    found: set[str] = set()
    for comb, compound in chain[1:]:
        if comb in ("+", "~"):
            break
        found |= compound.names
        if compound.tag is not None:
            found.add(compound.tag)
    return frozenset(found)


def _compound(found: Iterable[re.Match[str] | Pseudo]) -> Compound:
    tag: str | None = None
    names: set[str] = set()
    attributes: list[tuple[str, str, str]] = []
    pseudos: list[Pseudo] = []
    for part in found:
        if isinstance(part, Pseudo):
            pseudos.append(part)
        elif part["name"]:
            name = unescaped(part["name"]).lower()
            if part["mark"]:
                names.add(part["mark"] + name)
            else:
                tag = name
        elif part["attr"]:
            value = part["value"] or ""
            value = value[1:-1] if value[:1] in ("'", '"') else value
            attributes.append((unescaped(part["attr"]).lower(), part["op"] or "", unescaped(value).lower()))
    return Compound(tag, frozenset(names), tuple(attributes), tuple(pseudos))


def _weight(compound: Compound) -> tuple[int, int, int]:
    ids = sum(name[0] == "#" for name in compound.names)
    classes = len(compound.names) - ids + len(compound.attributes)
    total = (ids, classes, int(compound.tag is not None))
    for pseudo in compound.pseudos:
        if pseudo.name in ("is", "not"):
            inner = max((c.weight for c in pseudo.inner), default=(0, 0, 0))
            added = (0, 0, 0) if pseudo.said == "where" else inner
        else:
            added = (0, 1, 0)
        total = (total[0] + added[0], total[1] + added[1], total[2] + added[2])
    return total
