"""Selectors of CSS against elements, as a page first looks: nothing is hovered, nothing opened.

An answer is yes, no, or None: cannot be said here (`:has()`, pseudo-classes that are not known). Names are compared
without regard to case, as browsers do in pages without a doctype.
"""

import re
from collections.abc import Iterable

from stet.adapters.extract.htmlselect import Complex, Compound, Pseudo
from stet.adapters.extract.tree import Element

_NTH = re.compile(r"([+-]?\d{0,6})n(?:\s*([+-])\s*(\d{1,6}))?|([+-]?\d{1,6})")
# Not so before a reader does anything, or in no page at all.
_NOT_YET = frozenset(
    (
        "hover focus active focus-within focus-visible visited target target-within host fullscreen modal popover-open"
        " playing autofill user-invalid user-valid selection current past picture-in-picture buffering stalled"
    ).split()
)
_ALWAYS = frozenset(("scope", "defined", "any-link", "link", "read-only", "future"))
_PLACES = {
    "first-child": "1",
    "last-child": "1",
    "only-child": "1",
    "first-of-type": "1",
    "last-of-type": "1",
    "only-of-type": "1",
}
_ATTRIBUTES = {
    "checked": ("checked", "selected"),
    "disabled": ("disabled",),
    "required": ("required",),
    "open": ("open",),
}
_NO_ATTRIBUTE = {"enabled": "disabled", "optional": "required"}
_MOST_STEPS = 1_000_000
Answer = bool | None


class Costly(Exception):
    """The selectors of a page take more steps than are made for one page."""


class Matcher:
    """Asks of elements whether selectors hold, and counts the steps."""

    def __init__(self) -> None:
        self._steps = 0
        self._places: dict[Element, tuple[int, int, int, int]] = {}
        self._names: dict[Element, set[str]] = {}

    def count(self, steps: int) -> None:
        """Count work that goes with the number of rules and elements.

        Raises:
            Costly: it is too much for one page
        """
        self._steps += steps
        if self._steps > _MOST_STEPS:
            raise Costly("its style sheets take too many steps to be applied")

    def holds(self, selector: Complex, element: Element, at: int = 0) -> Answer:
        """Whether the selector, from its part `at` on, holds for the element.

        Raises:
            Costly: too many steps for one page
        """
        self.count(1)
        comb, compound = selector.parts[at]
        here = self._is(compound, element)
        if here is False or at + 1 == len(selector.parts):
            return here
        comb = selector.parts[at + 1][0]
        found: Answer = False
        for other in _others(comb, element):
            answer = self.holds(selector, other, at + 1)
            if answer:
                return here
            found = None if answer is None else found
        return found

    def _is(self, compound: Compound, element: Element) -> Answer:
        if compound.tag is not None and compound.tag != element.tag:
            return False
        if compound.names and not compound.names <= self._names_of(element):
            return False
        if not all(_has(element, attribute) for attribute in compound.attributes):
            return False
        found: Answer = True
        for pseudo in compound.pseudos:
            answer = self._so(pseudo, element)
            if answer is False:
                return False
            found = None if answer is None else found
        return found

    def _names_of(self, element: Element) -> set[str]:
        names = self._names.get(element)
        if names is None:
            names = self._names[element] = names_of(element)
        return names

    def _so(self, pseudo: Pseudo, element: Element) -> Answer:
        name = pseudo.name
        if name in ("is", "not"):
            answers = [self.holds(selector, element) for selector in pseudo.inner]
            found: Answer = True if True in answers else None if None in answers else False
            return found if name == "is" or found is None else not found
        if name in _NOT_YET or name.startswith(("-webkit-", "-moz-", "-ms-")):
            return False
        if name == "root":
            return element.getparent() is None
        if name in _ALWAYS:
            return True
        if name == "empty":
            return not len(element) and not element.text
        if name in _ATTRIBUTES:
            return any(element.get(attribute) is not None for attribute in _ATTRIBUTES[name])
        if name in _NO_ATTRIBUTE:
            return element.get(_NO_ATTRIBUTE[name]) is None
        return self._placed(name, pseudo.said, element)

    def _placed(self, name: str, said: str, element: Element) -> Answer:
        """`:first-child`, `:nth-of-type(2n+1)` and their like."""
        nth = said if name.startswith("nth-") else _PLACES.get(name)
        if nth is None:
            return None
        first, last, first_of_type, last_of_type = self._place(element)
        of_type = name.endswith("of-type")
        places = (first_of_type, last_of_type) if of_type else (first, last)
        if name.startswith("only-"):
            return places == (1, 1)
        return _is_nth(nth, places[1 if "last" in name else 0])

    def _place(self, element: Element) -> tuple[int, int, int, int]:
        if element not in self._places:
            parent = element.getparent()
            children = [element] if parent is None else list(parent)
            totals: dict[str, int] = {}
            of_type: list[int] = []
            for child in children:
                totals[child.tag] = totals.get(child.tag, 0) + 1
                of_type.append(totals[child.tag])
            for i, child in enumerate(children):
                back = totals[child.tag] - of_type[i] + 1
                self._places[child] = (i + 1, len(children) - i, of_type[i], back)
        return self._places[element]


def names_of(element: Element) -> set[str]:
    """The classes and the id of an element as `.x` and `#x`, in lower case."""
    names = {f".{name}" for name in (element.get("class") or "").lower().split()}
    if name := element.get("id"):
        names.add(f"#{name.lower()}")
    return names


def _others(comb: str, element: Element) -> Iterable[Element]:
    if comb == " ":
        return element.iterancestors()
    if comb == "~":
        return element.itersiblings(preceding=True)
    other = element.getparent() if comb == ">" else element.getprevious()
    return () if other is None else (other,)


def _has(element: Element, attribute: tuple[str, str, str]) -> bool:
    name, operator, value = attribute
    has = element.get(name)
    if has is None or not operator:
        return has is not None
    has = has.lower()
    if operator == "=":
        return has == value
    if operator == "~=":
        return value in has.split()
    if operator == "|=":
        return has == value or has.startswith(f"{value}-")
    if not value:
        return False
    return {"^=": has.startswith, "$=": has.endswith, "*=": has.__contains__}[operator](value)


def _is_nth(said: str, place: int) -> Answer:
    said = {"odd": "2n+1", "even": "2n"}.get(said, said)
    match = _NTH.fullmatch(said)
    if match is None:
        return None
    if match[4]:
        return place == int(match[4])
    step = int(match[1] + "1") if match[1] in ("", "+", "-") else int(match[1])
    rest = place - (int(f"{match[2]}{match[3]}") if match[2] else 0)
    return rest == 0 if step == 0 else rest % step == 0 and rest // step >= 0
