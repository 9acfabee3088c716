"""Which sources were amended by a later one that was read: a law that changes another says so and gives its number."""

import re
from collections.abc import Iterable, Mapping

from stet.domain.evidence import Source
from stet.verify.values import Kind, values

_ACTIVE = re.compile(
    r"\b(?:amend(?:s|ing)|repeal(?:s|ing)|replac(?:es|ing)|correct(?:s|ing)|zur Änderung|ändert|modifiant"
    r"|abrogeant|modifica)\b"
    r"[^.;\n]{0,250}",
    re.IGNORECASE,
)
_PASSIVE = re.compile(r"\b(?:is|are) (?:hereby )?(?:amended|repealed|replaced|corrected)\b", re.IGNORECASE)
_BEFORE = 120
"""Characters before "is amended" in which the number of what is amended stands, within the sentence."""

_NUMBER = re.compile(r"\d{1,4}/\d{1,4}")
_SENTENCE = re.compile(r"[.;\n]\s")
_IN_ADDRESS = re.compile(r"/(\d{4}/\d{1,4}|\d{1,4}/(?:1[89]|20)\d\d)(?=[/#?.]|$)")
_TOP = 1500
"""Characters of a text in which it says what it is and what it changes."""


def amended_by(sources: Iterable[Source], texts: Mapping[str, str]) -> dict[str, str]:
    """By source id, the id of the newest later source of the same kind that says it amends it."""
    dated = sorted(
        ((s.published_at, s) for s in sources if s.published_at is not None), key=lambda d: (d[0], d[1].id)
    )
    own = {source.id: _own_numbers(source) for _, source in dated}
    found: dict[str, str] = {}
    for later, new in dated:
        changed = _changed(f"{new.title or ''}\n{texts[new.id][:_TOP]}") - own[new.id]
        for earlier, old in dated:
            if old.kind == new.kind and earlier < later and own[old.id] & changed:
                found[old.id] = new.id
    return found


def _own_numbers(source: Source) -> frozenset[str]:
    """The numbers by which a source is called: the first of its title, and the one in its address."""
    return frozenset((*_numbers(source.title or "")[:1], *_IN_ADDRESS.findall(source.url)))


def _changed(top: str) -> frozenset[str]:
    """The numbers of what a text says it amends; "as amended by 31/2026" amends nothing."""
    said = [match.group() for match in _ACTIVE.finditer(top)]
    said += [
        _SENTENCE.split(top[max(0, m.start() - _BEFORE) : m.start()])[-1] for m in _PASSIVE.finditer(top)
    ]
    return frozenset(number for words in said for number in _numbers(words))


def _numbers(text: str) -> list[str]:
    return [v.normal for v in values(text) if v.kind is Kind.REFERENCE and _NUMBER.fullmatch(v.normal)]
