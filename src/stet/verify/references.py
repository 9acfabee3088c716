"""References to laws and parts of documents, and codes that only look like numbers.

What stands in a reference ("Article 6(2)", "Regulation (EU) 2024/1689", "Annex III") or a code (a URL, a version, a
telephone number) is neither an amount nor a date.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from stet.verify.spelled import han


class Reference(NamedTuple):
    """A reference or code at `[start, end)`; `normal` is empty for a code, which nobody compares."""

    start: int
    end: int
    normal: str


_PART: Final = {
    **dict.fromkeys(("article", "articles", "art", "arts", "artikel", "artículo", "artículos",
    "artikels", "artikeln"), "article"),
    **dict.fromkeys(("annex", "annexes", "anhang", "annexe", "anexo"), "annex"),
    **dict.fromkeys(("section", "sections", "sec", "abschnitt", "sección"), "section"),
    **dict.fromkeys(("chapter", "chapters", "kapitel", "chapitre", "capítulo"), "chapter"),
    **dict.fromkeys(("recital", "recitals", "erwägungsgrund", "considérant", "considerando"), "recital"),
    **dict.fromkeys(("paragraph", "paragraphs", "para", "paras", "absatz", "abs", "paragraphe",
    "apartado"), "paragraph"),
    **dict.fromkeys(("point", "points", "buchstabe", "letter"), "point"),
    **dict.fromkeys(("table", "tables", "tab", "tabelle", "tableau", "tabla"), "table"),
    **dict.fromkeys(("figure", "figures", "fig", "figs", "abbildung"), "figure"),
    **dict.fromkeys(("title", "part", "rule", "schedule", "clause", "appendix", "protocol"), ""),
    **dict.fromkeys(("page", "pages", "pp", "p", "no", "nos", "nr", "footnote", "step", "equation", "eq"), "-"),
    "§": "section", "§§": "section",
}  # fmt: skip
_ITEM: Final = r"(?:\d{1,4}[a-z]{0,2}|[IVXLC]{1,7}|[A-Z])(?:\s?\([0-9a-z]{1,4}\)){0,4}"
_NEXT: Final = (
    r"(?:\s?[,;]\s?(?:and\s|or\s|und\s|et\s|y\s)?|\s(?:and|or|to|und|bis|et|y|à|through)\s|\s?[-–—]\s?)"
)
_LISTED: Final = rf"(?:{_ITEM}|\([0-9a-z]{{1,4}}\))"
_PARTS: Final = re.compile(
    rf"(?:\w{{1,16}}|§§?)\.?[\s\u00a0]?(?P<items>{_LISTED}(?![\w%]|\.\d)"
    rf"(?:{_NEXT}{_LISTED}(?!\w|\.\d|\s?%|,\d)){{0,12}})"
)
_BREAK: Final = re.compile(_NEXT)

_ACT: Final = re.compile(
    r"(?<![\w/])(?:No\.?\s?)?(?P<number>\d{1,4}/\d{1,4})(?:/(?:EU|EC|EEC|UE|CE|EG|EWG|JHA|CFSP))?(?![\w/]|\.\d)"
)
_IS_ACT: Final = re.compile(
    r"(?:\((?:EU|EC|EEC|UE|CE|EG|EWG|Euratom)[^)]{0,12}\)|Regulations?|Directives?|Decisions?|Reg\.|Dir\.|Verordnung|Richtlinie|Beschluss"
    r"|R[eè]glement|D[ée]cision|Reglamento|Directiva|Decisión|OJ L,?|No\.?|Nr\.?|n[°º])[\s\u00a0]{0,2}(?:No\.?\s?)?$"
)
_LAW: Final = re.compile(r"\((?:EU|EC|EEC|UE|CE|EG|EWG)\)[\s\u00a0](?:No\.?\s)?$")

_ADDRESS: Final = re.compile(
    r"https?://[^\s<>\"”’]{1,2000}|www\.[^\s<>\"”’]{1,2000}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}"
)
# Matched where digits begin, or one sign before: versions, telephone numbers, notes, times of day, identifiers.
_CODE: Final = re.compile(
    r"10\.\d{4,9}/[^\s<>\"]{1,200}"
    r"|(?!\d{1,3}(?:\.\d{3}){3})\d{1,4}(?:\.\d{1,5}){3}(?![\w.]\d)"
    r"|(?!\d{1,3}(?:\.\d{3}){2})\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w.])"
    r"|(?:\+\d{1,3}|\(0?\d{2,5}\))[\s./-]{0,2}\d{1,4}(?:[\s./-]\d{2,8}){1,5}(?!\w)"
    r"|0\d{1,4}[\s/-]\d{3,8}(?:[\s-]\d{2,8}){0,3}(?![\w%])"
    r"|\d{3}[-.]\d{3,4}[-.]\d{4}(?![\w-])"
    r"|\[\d{1,3}(?:[,–-]\s?\d{1,3}){0,5}\]"
    r"|\d{1,2}:\d{2}(?::\d{2})?(?!\w)"
)
# Matched where one of these words begins.
CODE_WORDS: Final = frozenset("iso iec en din rfc cve isbn issn com celex arxiv pmid doi v version c".split())
_NAMED_CODE: Final = re.compile(
    r"(?:ISO|IEC|EN|DIN|RFC|CVE|ISBN|ISSN|COM|CELEX|arXiv|PMID|doi)(?:/[A-Z]{2,4})?[\s:/-]{1,2}[\d(][\w:/().-]{0,24}(?<![.:)])"
    r"|[vV](?:ersion)?\.?\s?\d{1,4}(?:\.\d{1,6}){0,4}(?!\w)|C-\d{1,4}/\d{2}"
)
_CODED_BEFORE: Final = re.compile(r"[\w.,/-]")
# "Article 6, paragraph 2" is Article 6(2), and so is "paragraph 2 of Article 6".
_PARAGRAPH: Final = re.compile(
    r",?\s(?:paragraph|para\.?|Absatz|Abs\.|paragraphe|par\.|apartado)[\s\u00a0](?P<number>\d{1,3})(?![\w.]\d)",
    re.IGNORECASE,
)
_OF_ARTICLE: Final = re.compile(
    r"\s(?:of|des|von|de l['’]|del)\s?(?:article|art\.|artikels?|artículo)\s(?P<item>\d{1,4}[a-z]{0,2})(?!\w)",
    re.IGNORECASE,
)
_NUMERAL: Final = r"(?:\d{1,4}|[一二三四五六七八九十百]{1,5})"
_HAN: Final = re.compile(rf"第(?P<article>{_NUMERAL})[条條](?:第?(?P<paragraph>{_NUMERAL})[款项項])?")
PART_WORDS: Final = frozenset(_PART)


def references(text: str, digits: Iterable[int], words: Iterable[tuple[int, str]]) -> Iterator[Reference]:
    """The references and codes of `text`; spans may overlap.

    `digits` are the offsets where a run of digits begins; `words` the offsets of words, with the word in lower case,
    that are in `PART_WORDS` or `CODE_WORDS`.
    """
    if "http" in text or "www." in text or "@" in text:
        for match in _ADDRESS.finditer(text):
            yield Reference(match.start(), match.end(), "")
    for at in digits:
        yield from _digits(text, at)
    for at, word in words:
        if word in CODE_WORDS and (code := _NAMED_CODE.match(text, at)):
            yield Reference(at, code.end(), "")
        elif word in PART_WORDS and (parts := _PARTS.match(text, at)):
            yield from _parts(parts, word)
    if "条" in text or "條" in text:
        yield from _han(text)
    at = text.find("§")
    while at >= 0:
        if parts := _PARTS.match(text, at):
            yield from _parts(parts, "§")
        at = text.find("§", at + 2)


def _digits(text: str, at: int) -> Iterator[Reference]:
    start = at - 1 if text[at - 1 : at] in ("+", "(", "[") else at
    grouped = text[at - 1 : at].isspace() and text[at - 2 : at - 1].isdigit()
    if not grouped and not _CODED_BEFORE.match(text[start - 1 : start]):
        for begin in dict.fromkeys((start, at)):
            if code := _CODE.match(text, begin):
                yield Reference(begin, code.end(), "")
                return
    if act := _ACT.match(text, at):
        yield from _act(text, act)


def _act(text: str, match: re.Match[str]) -> Iterator[Reference]:
    number = match["number"]
    known = _IS_ACT.search(text[max(0, match.start() - 32) : match.start()]) or match.end() > match.end(
        "number"
    )
    year = any(len(half) == 4 and half[0] in "12" for half in number.split("/"))
    if known or (year and number.count("/") == 1):
        prefix = _LAW.search(text[max(0, match.start() - 12) : match.start()])
        if prefix:
            yield Reference(match.start() - len(prefix.group()), match.start(), "")
        yield Reference(match.start(), match.end(), number)


def _han(text: str) -> Iterator[Reference]:
    for match in _HAN.finditer(text):
        article, paragraph = _number(match["article"]), _number(match["paragraph"])
        if article is not None:
            inner = "" if paragraph is None else f"({paragraph})"
            yield Reference(match.start(), match.end(), f"article {article}{inner}")


def _number(written: str | None) -> int | None:
    if written is None:
        return None
    return int(written) if written.isdigit() else han(written)


def _parts(match: re.Match[str], word: str) -> Iterator[Reference]:
    kind = _PART[word]
    base = match.start("items")
    small = match.group()[0].islower()
    spans = _continued(match["items"], list(_between(match["items"])))
    for begin, end in spans:
        written = match["items"][begin:end]
        # "point I made", "part A of": a lone capital after a small word is a word.
        if len(written) == 1 and written.isalpha() and small:
            return
        label = written.replace(" ", "").replace("\u00a0", "")
        start, stop = base + begin if begin else match.start(), base + end
        normal = "" if kind == "-" else f"{kind or word} {label}"
        if (begin, end) == spans[-1]:
            stop, normal = _within(match.string, stop, kind, label, normal)
        yield Reference(start, stop, normal)


def _within(text: str, end: int, kind: str, label: str, normal: str) -> tuple[int, str]:
    """The end and normal form of a reference that goes on with its paragraph, or with what it is a paragraph of."""
    if kind in ("article", "section") and (paragraph := _PARAGRAPH.match(text, end)):
        return paragraph.end(), f"{normal}({paragraph['number']})"
    if kind == "paragraph" and (whole := _OF_ARTICLE.match(text, end)):
        return whole.end(), f"article {whole['item']}({label.strip('()')})"
    return end, normal


_ROMAN: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ROMAN_LABEL: Final = re.compile(
    r"(?P<kind>annex|chapter|title|part|section|article|table|figure) (?P<label>[ivxlc]+)(?![a-z])"
)


def comparable(normal: str) -> str:
    """A reference in the form in which equal ones are equal: lower case, Roman numbers as digits."""
    low = normal.lower()
    match = _ROMAN_LABEL.match(low)
    if match is None:
        return low
    values = [_ROMAN[char] for char in match["label"]]
    signed = (-value if value < max(values[place:]) else value for place, value in enumerate(values))
    return f"{match['kind']} {sum(signed)}{low[match.end() :]}"


_INNER: Final = re.compile(r"\((?:(?P<digits>\d+)|\w+)\)")


def _continued(items: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The items up to a mark that begins the next point of a list: "(ii)" in "Annex III; and (ii) from 2028".

    A bare bracket goes on only with one of its kind ("Article 6(1) and (2)", "points (a) and (b)"), and never behind a
    semicolon.
    """
    kinds = {_is_digits(each) for each in _INNER.finditer(items, *spans[0])}
    for place, (start, end) in enumerate(spans[1:], 1):
        inner = [_is_digits(each) for each in _INNER.finditer(items, start, end)]
        another = not inner or inner[0] not in kinds or ";" in items[spans[place - 1][1] : start]
        if items.startswith("(", start) and another:
            return spans[:place]
        kinds.update(inner)
    return spans


def _is_digits(match: re.Match[str]) -> bool:
    return match["digits"] is not None


def _between(items: str) -> Iterator[tuple[int, int]]:
    at = 0
    for cut in _BREAK.finditer(items):
        yield at, cut.start()
        at = cut.end()
    yield at, len(items)
