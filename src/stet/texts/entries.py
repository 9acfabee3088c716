"""What an entry of a source list says: address, title, authors, year and identifiers."""

import re
from typing import Final, NamedTuple

from stet.texts.addresses import addresses, of_url
from stet.texts.inline import scan
from stet.texts.source import source_of
from stet.texts.tokens import Token


class Entry(NamedTuple):
    """An entry as it stands: its key if it has one, and the lines of its words."""

    key: str | None
    start: int
    lines: tuple[tuple[int, int], ...]

    @property
    def end(self) -> int:
        """Where its last line ends."""
        return self.lines[-1][1]


class Details(NamedTuple):
    """What an entry gives; None for what it does not."""

    url: str | None
    title: str | None
    authors: str | None
    year: int | None
    doi: str | None
    arxiv: str | None
    pmid: str | None


class Read(NamedTuple):
    """An entry as it was read; `links` are the words and the target of each link or address in it."""

    details: Details
    links: tuple[tuple[str, str], ...]


_LONGEST: Final = 4_000
_IDENTIFIERS: Final = ("10.", "10%2e", "arxiv", "pmid", "pubmed")
_BRIEF: Final = 500
_YEAR: Final = re.compile(r"(?<![\d/.-])(1[5-9]\d\d|20\d\d)(?=[a-z]?(?![\d/]))")
_DATED: Final = re.compile(
    r"[(（]\s?(1[5-9]\d\d|20\d\d)[a-z]?(?:[,，][^()]{0,40})?[)）][.:,]?|(?:(?<=[.,;])|(?<=\.\s)"
    r"|(?<=,\s))\s?(1[5-9]\d\d|20\d\d)[a-z]?[.:]"
)
_QUOTED: Final = re.compile(r"[\"“«„]([^\"”»“]{4,400})[\"”»“]|『([^』]{2,200})』|《([^》]{2,200})》")
_NAME: Final = r"[^\W\d_][\w'’.-]{0,40}"
_AUTHORS: Final = re.compile(rf"{_NAME}(?:[ ,]{{1,2}}(?:{_NAME}|&)){{0,60}}[.,]?\s?$")
_EDGES: Final = ' \t\n-–—:：|,;.·•*_>"“”'
_LABELS: Final = re.compile(
    r"\b(?:available(?: at| from)?|retrieved(?: [\w ,]{0,40})? from|accessed(?: at| from)?|url|link"
    r"|source|online|verfügbar unter|disponible en"
    r"|disponible sur|doi|pmid|arxiv|网址|链接|来源)\s?[:：]?\s{0,3}$",
    re.IGNORECASE,
)
_ACCESS_CUES: Final = ("accessed", "retrieved", "abgerufen", "consulté", "visited")
_ACCESSED: Final = re.compile(
    r"[(\[,.;]?\s?(?:accessed|retrieved|abgerufen|consulté|visited|last accessed)\b[^()\[\]]{0,60}[)\]]?",
    re.IGNORECASE,
)


def read_entry(text: str, entry: Entry) -> Read:
    """What an entry gives of its source."""
    source = source_of(text, entry.lines)
    if len(source.text) > _LONGEST:
        source = source._replace(text=source.text[:_LONGEST])
    tokens = scan(source.text)
    linked = [token for token in tokens if token.url and token.kind in ("link", "address", "mark")]
    found = [a for t in linked if (a := of_url(t.url or "", t.start, t.end))]
    low = source.text.lower()
    more = addresses(source.text) if any(cue in low for cue in _IDENTIFIERS) else ()
    named = [a for a in (*found, *more) if a.doi or a.arxiv or a.pmid]
    first = next((t for t in linked if _is_written(source.text, t)), None)
    words = _words(source.text, tokens)
    authors, year, rest = _signed(words)
    given = Details(
        url=first.url if first else next((a.url for a in (*found, *named)), None),
        title=_title(source.text, first, words, rest),
        authors=authors,
        year=year or _last_year(words),
        doi=next((a.doi for a in named if a.doi), None),
        arxiv=next((a.arxiv for a in named if a.arxiv), None),
        pmid=next((a.pmid for a in named if a.pmid), None),
    )
    written = [t for t in linked if _is_written(source.text, t)]
    return Read(given, tuple((source.text[t.inner : t.inner_end], t.url or "") for t in written))


def _is_written(text: str, token: Token) -> bool:
    """Whether an address stands there as such, and is not made from an identifier."""
    return (
        token.kind != "address"
        or "//" in text[token.start : token.end]
        or "www." in text[token.start : token.end]
    )


def _words(text: str, tokens: list[Token]) -> str:
    """The words of an entry without addresses, tags and marks; a link's words stay."""
    parts: list[str] = []
    at = 0
    for token in tokens:
        parts.append(text[at : token.start])
        if token.kind in ("link", "kept", "words"):
            parts.append(text[token.inner : token.inner_end])
        elif token.kind == "mark" and token.weak:
            parts.append(text[token.start : token.end])
        at = token.end
        if token.kind == "address":
            parts.append("\n")
    parts.append(text[at:])
    return "".join(parts).replace("**", "").replace("`", "")


def _signed(words: str) -> tuple[str | None, int | None, str]:
    """Authors and year where an entry begins with them, and what comes after."""
    found = _DATED.search(words[:600])
    if not found:
        return None, None, words
    before = words[: found.start()].strip(" \t\n*_,.;:")
    year = int(found[1] or found[2])
    if (
        not before
        or len(before) > 400
        or not (before[0].isupper() or _is_cjk(before[0]) or len(before) <= 40)
    ):
        return None, year, words
    if found[1] and (_AUTHORS.match(before) or _is_cjk(before[0])) and ":" not in before:
        return before, year, words[found.end() :]
    if found[2] and _AUTHORS.match(before) and len(before) <= 200 and ("," in before or " " in before):
        return before, year, words[found.end() :]
    return None, year, words


def _is_cjk(char: str) -> bool:
    return "\u3040" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af"


def _last_year(words: str) -> int | None:
    # An entry that goes on with an abstract has years of anything in it.
    years = _YEAR.findall(_undated(words if len(words) <= _BRIEF else words[:200]))
    return int(years[-1]) if years else None


def _undated(words: str) -> str:
    """Words without the day on which a page was looked at."""
    low = words.lower()
    return _ACCESSED.sub(" ", words) if any(cue in low for cue in _ACCESS_CUES) else words


def _title(text: str, linked: Token | None, words: str, rest: str) -> str | None:
    if linked is not None and linked.kind == "link":
        inner = _tidy(text[linked.inner : linked.inner_end])
        if inner and "://" not in inner and len(inner) > 2:
            return inner
    if rest is not words and (signed := _tidy(_first_sentence(rest))):
        return signed
    if (quoted := _QUOTED.search(words[:_BRIEF])) and quoted.start() <= 120:
        return _tidy(next(part for part in quoted.groups() if part))
    if len(words) > _BRIEF:
        return _tidy(_first_sentence(words))[:200] or None
    pieces = [piece for part in _undated(words).split("\n") if (piece := _tidy(part))]
    return max(pieces[:4], key=len)[:500] if pieces else None


def _first_sentence(text: str) -> str:
    bare = text.strip(_EDGES)
    found = re.search(r"[.。?!](?=\s|$)", bare)
    return bare[: found.start()] if found and found.start() >= 8 else bare


def _tidy(piece: str) -> str:
    bare = piece.strip(_EDGES)
    if label := _LABELS.search(bare, max(0, len(bare) - 60)):
        bare = bare[: label.start()]
    plain = " ".join(bare.replace("\\", "").split()).strip(_EDGES)
    for opening, closing in ("()", "[]", "（）"):
        if plain.endswith(opening):
            plain = plain[:-1].strip(_EDGES)
        if plain.startswith(closing):
            plain = plain[1:].strip(_EDGES)
    return plain[:500]
