"""What the rules of a page and an element's own `style` say of the element, in the order of the cascade."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from stet.adapters.extract.htmldeclared import Declared, Styles, again, of_attribute
from stet.adapters.extract.htmlmatch import Matcher, names_of
from stet.adapters.extract.htmlselect import Complex
from stet.adapters.extract.htmlsheets import Rule
from stet.adapters.extract.htmlvalues import substitute
from stet.adapters.extract.tree import Element

Variables = Mapping[str, str]


class Said(NamedTuple):
    """The styles that hold; `worst` has those over them that only may hold, where there are any.

    `variables` are the custom properties (`--name`) that hold for the element and what is in it.
    """

    sure: Styles
    worst: Styles | None
    variables: Variables


class _Candidate(NamedTuple):
    selector: Complex
    rule: Rule


_STEPS_OF_A_CASCADE = 20
_ASKED = re.compile(r"var\(\s*(--[^\s,()]{1,200})")
_Matched = tuple[tuple[tuple[int, int, int], Rule, bool], ...]


class Rules:
    """The rules of a page as they hold in one window, found by the last part of their selectors."""

    def __init__(
        self, rules: list[Rule], view: int = 0, attributes: Iterable[str] = (), matcher: Matcher | None = None
    ) -> None:
        """`view` is the number of the window; `attributes` are the page's `style` attributes, for their variables.

        One `matcher` for all windows counts the steps of the page.
        """
        self._view = view
        self._matcher = matcher or Matcher()
        self._by_key: dict[str, list[_Candidate]] = {}
        self._attributes: set[str] = set()
        self._known: dict[tuple[str, ...], list[_Candidate]] = {}
        self._cascaded: dict[tuple[object, ...], Said] = {}
        own = (of_attribute(text) for text in attributes if "var(" in text.lower() or "\\" in text)
        self._asked = _asked((*(rule.declared for rule in rules), *own))
        for rule in rules:
            if rule.holds[view] is False:
                continue
            for selector in rule.selectors:
                self._by_key.setdefault(self._key(selector), []).append(_Candidate(selector, rule))

    def _key(self, selector: Complex) -> str:
        last = selector.parts[0][1]
        if last.names:
            return min(last.names)  # an id before a class
        if last.attributes:
            self._attributes.add(last.attributes[0][0])
            return f"[{last.attributes[0][0]}"
        return last.tag or "*"

    def of(self, element: Element, above: Variables, around: frozenset[str] = frozenset()) -> Said:
        """What holds for the element; `above` are the variables of the one around it, `around` the names there.

        Raises:
            Costly: too many selectors were tried for one page
        """
        own = element.get("style")
        matched = self._matched(element, around) if self._by_key else ()
        if not own and not matched:
            return Said({}, None, above)
        key = (own, *((weight, rule.order, sure) for weight, rule, sure in matched))
        cascaded = self._cascaded.get(key)
        if cascaded is None:
            self._matcher.count(_STEPS_OF_A_CASCADE)
            declared = of_attribute(own) if own else Declared({}, {})
            cascaded = self._cascaded[key] = _cascade(matched, declared, self._asked)
        variables = above
        if cascaded.variables:
            self._matcher.count(len(above) + len(cascaded.variables))
            variables = {**above, **cascaded.variables}
        worst = _resolved(cascaded.worst, variables) if cascaded.worst is not None else None
        return Said(_resolved(cascaded.sure, variables), worst, variables)

    def around(self, element: Element, above: frozenset[str]) -> frozenset[str]:
        """The tags, classes and ids of an element and those above it; none where no rule asks for them."""
        return above | names_of(element) | {element.tag} if self._by_key else above

    def _matched(self, element: Element, around: frozenset[str]) -> _Matched:
        found: list[tuple[tuple[int, int, int], Rule, bool]] = []
        candidates = self._candidates(element)
        self._matcher.count(len(candidates))
        for selector, rule in candidates:
            if not selector.around <= around:
                continue
            last = selector.parts[0][1]
            told = len(selector.parts) == 1 and last.plain
            answer = told or self._matcher.holds(selector, element)
            sure = rule.holds[self._view] is True and answer is True
            # What only may hold is believed of what it names.
            if answer is not False and (sure or last.named):
                found.append((selector.weight, rule, sure))
        return tuple(found)

    def _candidates(self, element: Element) -> list[_Candidate]:
        """The rules whose last compound can be this element, by tag, classes, id and names of attributes."""
        keys = element.keys()
        told = [f"[{name}" for name in keys if name in self._attributes] if self._attributes else []
        key = (element.tag, element.get("class") or "", element.get("id") or "", *told)
        found = self._known.get(key)
        if found is None:
            names = names_of(element)
            found = [
                candidate
                for name in (*names, *told, element.tag, "*")
                for candidate in self._by_key.get(name, ())
                if candidate.selector.parts[0][1].names <= names
                and candidate.selector.parts[0][1].tag in (None, element.tag)
            ]
            self._known[key] = found
        return found


def _asked(every: Iterable[Declared]) -> frozenset[str]:
    """The variables whose values matter: those that a declaration, or another variable, puts in."""
    values = (value for said in every for styles in said for value in styles.values())
    return frozenset(name for value in values if "var(" in value for name in _ASKED.findall(value))


def _cascade(matched: _Matched, own: Declared, asked: frozenset[str]) -> Said:
    """Weaker first: layers, rules by weight and order, the element's own, then what is important."""
    ordered = sorted(matched, key=lambda m: (not m[1].layered, m[0], m[1].order))
    said, worst = _merged([m for m in ordered if m[2]], own), None
    if not all(m[2] for m in ordered):
        worst = _plain(_merged(ordered, own))
    return Said(_plain(said), worst, {name: said[name] for name in asked & said.keys()})


def _plain(styles: Styles) -> Styles:
    return {name: value for name, value in styles.items() if not name.startswith("--")}


def _merged(ordered: list[tuple[tuple[int, int, int], Rule, bool]], own: Declared) -> Styles:
    found: Styles = {}
    for _, rule, _ in ordered:
        found |= rule.declared.normal
    found |= own.normal
    # Of what is important, layers come last of all.
    for _, rule, _ in sorted(ordered, key=lambda m: m[1].layered):
        found |= rule.declared.important
    return found | own.important


def _resolved(styles: Styles, variables: Variables) -> Styles:
    """The styles with their variables put in."""
    if not any("var(" in value for value in styles.values()):
        return styles
    found: Styles = {}
    for name, value in styles.items():
        found |= again(name, substitute(value, variables)) if "var(" in value else {name: value}
    return found
