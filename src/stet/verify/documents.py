"""What a claim says of its source itself: the date that the source bears, and acts that its title names.

“As stated in the decision of 9 November 2026, …” gives the date of the document and no date of what it says. It may
come from what is known of the source, and only where the words put it as the source's own date.
"""

import re
from collections.abc import Iterable
from typing import Final

from stet.verify.dates import date_covered
from stet.verify.words import content_stems

_REACH: Final = 120
_BRACKETED: Final = 80
_DOCUMENT: Final = (
    r"decisions?|ordinances?|regulations?|directives?|laws?|acts?|notices?|notes?|reports?|articles?|pages?|posts?|memos?"
    r"|memorandum|letters?|statements?|releases?|study|papers?|guidance|guidelines?|opinions?|rulings?|judgments?|judgements?"
    r"|orders?|rules|minutes|surveys?|briefings?|circulars?|handbooks?|updates?"
    r"|Verordnung|Beschluss|Bericht|Mitteilung|Vermerk|Entscheidung|Gesetz|Urteil|Studie|Schreiben|Bekanntmachung"
    r"|décision|règlement|ordonnance|communiqué|rapport|loi|arrêt|étude|lettre|avis"
    r"|decisión|ordenanza|informe|reglamento|ley|sentencia|estudio|comunicado|carta"
)
# "decision of", "page, last updated on": the noun, a few words, and what joins them to the date.
_OF: Final = re.compile(
    rf"(?<!\w)(?P<noun>{_DOCUMENT})(?!\w)(?:\s(?:(?:No|Nr)\.?\s)?\d[\w/]{{0,12}})?"
    r"(?:\s(?:on|for|about|concerning|by|amending|zur|zum|über|sur|sobre)(?:\s[^\W\d_]{1,20}){1,8}?)?"
    r"(?:,?\s(?:(?:last|as|was|were|is)\s)?(?:of|dated|published|issued|posted|updated|vom|du|de|del)|,)"
    r"(?:\s(?:on|in|am|im|le|en|el|the))?\s?$",
    re.IGNORECASE,
)
_BORNE: Final = re.compile(
    r"(?<!\w)(?:(?:was|were|is|last|first|and|as)\s)?(?:published|dated|updated|posted|veröffentlicht|datiert|publiée?|datée?"
    r"|publicad[oa]|fechad[oa])(?:\s(?:on|in|am|vom|im|le|en|el))?\s?$",
    re.IGNORECASE,
)
_TOLD: Final = re.compile(
    r"(?<!\w)(?:according to|(?:as )?(?:stated|reported|announced|published|set out|laid down|noted) (?:in|by)"
    r"|in (?:its|their|his|her|the)|laut|nach|gemäß|selon|d['’]après|según|de acuerdo con)\s[^.;:!?()\"“”\n]{0,80}$",
    re.IGNORECASE,
)
_BRACKET: Final = re.compile(rf"\((?P<named>[^()\n]{{2,{_BRACKETED}}}),\s$")


_ACT: Final = re.compile(r"(?<![\w/.])\d{1,4}/\d{1,4}(?![\w/]|\.\d)")


def acts(title: str) -> tuple[str, ...]:
    """The numbers of acts in a title ("31/2026")."""
    return tuple(match.group() for match in _ACT.finditer(title[:500]))


def is_own_date(wanted: str, wording: str, start: int, own: Iterable[str], title: str) -> bool:
    """Whether a date at `start` of a claim is one that its source bears, and the claim puts it as the source's own.

    `wanted` and `own` are normal forms (“2026-11-09”); a month or a year of an own date counts as well. The words
    before it must speak of a document that is told to be the one cited (an attribution), or is called what the
    source's title calls it, or must give the date as the one on which it was published.
    """
    if not any(date_covered(wanted, each) for each in own):
        return False
    before = wording[max(0, start - _REACH) : start]
    titled = frozenset(content_stems(title))
    if _BORNE.search(before):
        return not titled.isdisjoint(content_stems(before)) or _DOCUMENTED.search(before) is not None
    bracket = _BRACKET.search(before)
    if bracket is not None:
        return not titled.isdisjoint(content_stems(bracket["named"]))
    named = _OF.search(before)
    if named is None:
        return False
    return _TOLD.search(before) is not None or not titled.isdisjoint(content_stems(named["noun"]))


_DOCUMENTED: Final = re.compile(rf"(?<!\w)(?:{_DOCUMENT}|source|website|site)(?!\w)", re.IGNORECASE)
