"""Citations by author and year: `(Smith et al., 2021; Doe, 2019a)`, `Smith and Doe (2021)`, `（张三，2021）`."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple


class Work(NamedTuple):
    """A work as a citation names it: words of its authors' names, in order, in lower case, and its year."""

    names: tuple[str, ...]
    year: int
    letter: str
    written: str


class AuthorMark(NamedTuple):
    """A citation at `[start, end)`; `shown_end` is where the names end that belong to the sentence.

    `sure` says that its form can hardly mean anything else (`et al.`, two names), listed or not.
    """

    start: int
    end: int
    shown_end: int
    works: tuple[Work, ...]
    sure: bool


_YEAR: Final = r"(?:1[5-9]|20)[0-9]{2}"
_ROUND: Final = re.compile(r"[(（]([^()（）]{3,500})[)）]")
_HAS_YEAR: Final = re.compile(rf"(?<!\d){_YEAR}(?!\d)")
_DATED: Final = re.compile(
    rf"(?P<names>.{{2,160}}?)[,，]?\s?(?P<years>{_YEAR}[a-z]?(?:[,，]\s?{_YEAR}[a-z]?){{0,5}})"
    r"(?:\s?[,:，：]\s?[\w .–-]{1,30})?\Z",
    re.DOTALL,
)
_ONE_YEAR: Final = re.compile(rf"({_YEAR})([a-z]?)")
_LEAD: Final = re.compile(
    r"(?:(?:see|also|e\.g\.|eg|cf\.|i\.e\.|siehe|vgl\.|voir|ver|for example|reviewed in|in|by),?\s){1,4}",
    re.IGNORECASE,
)
_NAME: Final = r"(?:(?:van|von|de|der|den|di|da|la|le|el|al|bin|ten)\s){0,3}[A-ZÀ-ÞĀ-Ž][\w'’‐-]{1,40}"
_SENTENCE: Final = re.compile(
    rf"(?P<names>{_NAME}(?:\s(?:et\sal\.?|(?:and|&|und|et|y|e)\s(?:{_NAME}|colleagues)))?)(?:['’]s)?,?\s"
    rf"(?P<round>[(（])?(?P<years>{_YEAR}[a-z]?)(?(round)(?:,[^()（）]{{0,30}})?[)）])(?!\d)"
)
_AL: Final = re.compile(r"al\.?,?\s\Z")
_JOINT: Final = re.compile(r"\bet\s?al\b|&|\s(?:and|und|et|y)\s|等")
_WORD: Final = re.compile(r"[^\W\d_][\w'’‐-]*")
_SMALL: Final = frozenset(
    "and und et y e al the of for on in to de la le der den des di da del van von dos du el a an bin ten at".split()
)
_DATE_WORDS: Final = frozenset(
    "january february march april may june july august september october november december jan feb mar"
    " apr jun jul aug sep sept oct nov"
    " dec spring summer autumn fall winter since until by early late mid circa ca in from between q1 q2"
    " q3 q4 fy h1 h2 version"
    " edition accessed retrieved updated table figure section chapter article januar februar märz mai"
    " juni juli oktober dezember"
    " janvier février mars avril juin juillet août septembre octobre novembre décembre".split()
)


def author_marks(text: str) -> Iterator[AuthorMark]:
    """The citations by author and year in a block's words; those in brackets and those in the sentence."""
    if not ("(" in text or "（" in text or "et al" in text) or not _HAS_YEAR.search(text):
        return
    done: list[tuple[int, int]] = []
    for found in _ROUND.finditer(text):
        if _HAS_YEAR.search(found[1]) and (mark := _bracketed(found)) is not None:
            done.append(found.span())
            yield mark
    at = 0
    for found in _sentences(text):
        while at < len(done) and done[at][1] <= found.start():
            at += 1
        inside = at < len(done) and done[at][0] < found.end()
        if not inside and (mark := _in_sentence(found)) is not None:
            yield mark


def _sentences(text: str) -> Iterator[re.Match[str]]:
    """Matches of names with a year: only looked for before a year in brackets or after `al.`."""
    low = 0
    for year in _HAS_YEAR.finditer(text):
        before = text[max(low, year.start() - 130) : year.start()]
        if before.endswith(("(", "（")) or _AL.search(before):
            window = _SENTENCE.finditer(text, year.start() - len(before), min(len(text), year.end() + 40))
            found = next((match for match in window if match.end("years") >= year.end()), None)
            if found:
                low = found.end()
                yield found


def _bracketed(found: re.Match[str]) -> AuthorMark | None:
    works: list[Work] = []
    sure = False
    for part in re.split(r"[;；]", found[1]):
        bare = part.strip()
        lead = _LEAD.match(bare)
        dated = _DATED.fullmatch(bare[lead.end() :] if lead else bare)
        if not dated or not _are_names(dated["names"]):
            return None
        sure = sure or _JOINT.search(dated["names"]) is not None
        works.extend(_works(dated))
    return AuthorMark(found.start(), found.end(), found.start(), tuple(works), sure)


def _in_sentence(found: re.Match[str]) -> AuthorMark | None:
    names = found["names"]
    joint = _JOINT.search(names) is not None
    if not found["round"] and not re.search(r"\bet\sal\b", names):
        return None
    if not _are_names(names):
        return None
    return AuthorMark(found.start(), found.end(), found.end("names"), tuple(_works(found)), joint)


def _works(found: re.Match[str]) -> Iterator[Work]:
    names = tuple(
        word.casefold().removesuffix("'s").removesuffix("’s")
        for word in _WORD.findall(found["names"])
        if word.casefold() not in _SMALL
    )
    for year in _ONE_YEAR.finditer(found["years"]):
        yield Work(names, int(year[1]), year[2], f"{found['names'].strip(' ,')} {year.group()}")


def _are_names(names: str) -> bool:
    words = _WORD.findall(names)
    if not words or len(words) > 16 or any(char.isdigit() for char in names):
        return False
    if any(word.casefold() in _DATE_WORDS for word in words):
        return False
    return all(not word[0].islower() or word.casefold() in _SMALL for word in words)
