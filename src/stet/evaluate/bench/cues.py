"""Words that turn what a sentence seems to say: past, planned, doubted, false, left open; and where a clause ends.

Lists for reading reports against reference facts, in six languages as far as they go. They are shared with nothing
that checks a report: a check and its measure must not fail together. Every pattern is linear in the text.
"""

import re
from typing import Final

from stet.verify.words import stem


def _any(*lines: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(lines)})(?!\w)", re.IGNORECASE)


OPEN: Final = _any(
    "propos(?:e|es|ed|al|als|ing)|draft(?:ed)?|planned|plans? to",
    "expect(?:s|ed|ing)?|intends? to|want(?:s|ed)?",
    "wish(?:es|ed)?|hop(?:e|es|ed|ing)|aims? to|demand(?:s|ed)?|vot(?:e|es|ing) on",
    "likely|unlikely|possibly|perhaps|probably|reportedly|allegedly|alleged|supposedly|rumou?red|considering|envisage[sd]",
    "suggest(?:s|ed)|recommend(?:s|ed)|whether|unclear|unknown|uncertain|undecided|assum(?:e|es|ed|ing)|hypothetical(?:ly)?",
    "(?:no|neither) (?:source|document|page|text|report)s? (?:says?|states?|shows?|confirms?|mentions?|gives?)",
    "(?:nothing|nobody|none) (?:in|of|among) (?:[^\\W\\d_]{1,20} ){1,5}(?:says?|states?|shows?|mentions?)",
    "vorgeschlagen|Vorschlag|geplant|voraussichtlich|möglicherweise|vielleicht|wahrscheinlich|angeblich|ob",
    "proposée?s?|prévue?s?|peut-être|probablement|envisagée?s?",
    "propuest[oa]s?|previst[oa]s?|posiblemente|quizás|probablemente",
)
"""What is only proposed, possible or asked: neither said nor denied."""

MODAL: Final = _any(
    r"would|could|might|may|should|ought|(?<!which )(?<!that )(?:is|are|was|were|been|being) (?:\w{1,20} )?intended to",
    "würden?|könnten?|soll(?:en|ten?)?|pourrai(?:t|ent)|serai(?:t|ent)|podrían?|serían?",
)
"""The same, before what it leaves open. "Systems intended to be used by" describes, "it is intended to start" plans."""

ALLOWED: Final = _any(
    "may|can|could|allowed|permitted|able|accepted|entitled|kann|können|darf|dürfen|peut|peuvent|puede"
)
"""Where a statement speaks of what may be done, "may" and "could" leave nothing open."""

UNREAL: Final = re.compile(r"\s*(?:had|were|should)\s", re.IGNORECASE)
"""How a sentence begins that says what would be if: "Had the kiln …"."""

NOW: Final = _any("now|by now|meanwhile|today|currently|nunmehr|jetzt|désormais|ahora")

PAST: Final = _any(
    "originally|initially|previously|formerly|until then|at first|first planned|was to|were to|used to|superseded",
    "had (?:to|been|provided|planned|set|said|applied|started|foreseen)|no longer|not any more",
    "the (?:old|former|previous|earlier)|would have|was supposed to|was due to",
    "ursprünglich|zunächst|bisher|früher|nicht mehr|initialement|auparavant|autrefois",
    "ne [^\\W\\d_]{1,20} plus|originalmente|anteriormente|inicialmente|antes era|ya no",
)
"""What held or was meant to, and does not hold."""

WAS: Final = _any("was|were|had|war|waren|hatten?|était|étaient|avait|avaient|era|eran|tenía|tenían")
"""Verbs in the past: with a day until which it was so, it is so no longer."""

TOGETHER: Final = _any(
    "together|jointly|combined|between them|zusammen|gemeinsam|ensemble|conjointement|juntos|conjuntamente"
)
"""What several did or have between them is not said of one of them."""

FALSE: Final = _any(
    "myth|misconception|rumou?r|hoax|false|falsely|incorrect|incorrectly|wrong|wrongly|mistaken|mistakenly",
    "erroneous|erroneously|untrue|outdated|out of date|obsolete|falsch|fälschlich|irrtümlich|überholt|veraltet",
    "faux|fausse|erronée?|obsolète|dépassée?|falso|falsa|erróneo|errónea|incorrecto|incorrecta|obsoleto|obsoleta",
)
THEREOF: Final = re.compile(
    r"\s*,?\s*(?:which|this|that|and this|but this|but that|das|ce qui|lo cual)\s", re.IGNORECASE
)
"""How a clause begins that judges the one before it."""

IF: Final = _any("if|unless|once|provided that|subject to|falls|sofern|wenn|sous réserve|si|a menos que")
ENDS: Final = _any(
    "end|ends|ended|expire[sd]?|cease[sd]?|stop|stops|stopped|lapse[sd]?|terminate[sd]?|abolish(?:es|ed)?|endet|enden",
    "läuft aus|expiren?t?|cessent?|prend fin|termina|expira|cesa",
)
OTHERS: Final = re.compile(
    r"(?<!\w)(?:unlike|in contrast to|as opposed to|other than|apart from|except(?: for)?|excluding|unless"
    r"|with the exception of|but not|ausgenommen|außer|im Gegensatz zu|anders als|sauf|contrairement à"
    r"|à l'exception de|salvo|excepto"
    r"|a diferencia de)\s[^,;:()]{1,120}",
    re.IGNORECASE,
)
"""What is named to be left out: a statement about it is not made."""

RESPECTIVELY: Final = _any(
    "respectively|jeweils|beziehungsweise|respectivement|respectivamente|in that order"
)

BEFORE_OLD: Final = re.compile(
    r"(?<!\w)(?:instead of|rather than|in place of|in lieu of|in the place of|originally|previously|formerly|initially"
    r"|first planned for|replac(?:es|ing)|supersed(?:es|ing)|up from|down from|until then|statt|anstatt"
    r"|anstelle von|bisher|zuvor|früher|au lieu du?|en lugar del?|en vez del?|antes)\s"
    r"(?:(?:the|on|from|by|for|of|date|amount|a|des|am|ab|dem|le|la|el)\s){0,3}[\"“‘'„«]?$",
    re.IGNORECASE,
)
"""What stands before a value that no longer holds; to be matched in the characters before it."""

BY: Final = re.compile(
    r"(?<!\w)(?:by|um)\s(?:(?:about|around|up to|more than|over|at least|less than|a)\s){0,2}$", re.IGNORECASE
)
"""What stands before the size of a step."""

FURTHER: Final = re.compile(
    r"(?<!\w)(?:additional|extra|further|another|zusätzliche?n?|weitere?n?|supplémentaires?|adicional(?:es)?|otros)\s$",
    re.IGNORECASE,
)
"""What stands before a value that comes on top of the one that is spoken of."""

BEHIND_OLD: Final = re.compile(
    r"[\"”’'»“]?,?\s(?:is|are|was|were|has been|have been|had been|shall be|wird|wurde|est|a été|se|fue)\s"
    r"(?:\w{1,20}\s){0,2}"
    r"(?:replaced|changed|postponed|moved|deferred|amended|deleted|repealed|superseded|raised|lowered|ersetzt|verschoben"
    r"|geändert|aufgehoben|remplacée?|reportée?|modifiée?|abrogée?|reemplazad[oa]|sustituid[oa]|aplazad[oa]|modificad[oa])"
    r"(?!\w)",
    re.IGNORECASE,
)
FROM: Final = re.compile(r"(?:(?<!\w)(?:from|von|vom|de|du|desde|del)\s|[从由自])$", re.IGNORECASE)
TO: Final = re.compile(
    r"(?:\s(?:to|auf|zu|zum|à|au|a|al)\s(?:the\s|den\s)?|\s?(?:→|->)\s?|[到至])$", re.IGNORECASE
)
CHANGED: Final = _any(
    "mov(?:e|es|ed|ing)|chang(?:e|es|ed|ing)|postpon(?:e|es|ed|ing)|defer(?:s|red|ring)?|delay(?:s|ed|ing)?|shift(?:s|ed)?",
    "push(?:es|ed)?|bring|brings|brought|r[io]ses?|risen|rais(?:e|es|ed|ing)|increas(?:e|es|ed|ing)|lower(?:s|ed|ing)?",
    "reduc(?:e|es|ed|ing)|f[ae]lls?|fallen|cut|drop(?:s|ped)?|replac(?:e|es|ed|ing)|amend(?:s|ed|ing)|extend(?:s|ed)?",
    "goes|went|set back|put back|verschoben|verschiebt|erhöht|steigt|gesenkt|sinkt|geändert",
    "reportée?|passe|portée?|relevée?|aplaza|aplazad[oa]|sube|baja|aumenta|pasa",
)

FOLLOWING: Final = re.compile(
    r"of|for|from|with|behind|without|near|beside|than|(?!including|concerning|regarding|covering|excepting)[^\W\d_]{3,20}ing"
)
"""A word that ties what follows to the noun before it: "cars following ambulances"."""

OF_WHICH: Final = re.compile(r",?\s(?:of which|of whom|davon|wovon|dont|de los cuales)\s", re.IGNORECASE)
"""How a clause begins that is about a part of what was said."""

HARD: Final = re.compile(
    r"[;；。\n]|\s\|\s|,\s(?=(?:of which|of whom|davon|wovon|dont|de los cuales|(?:that|those) (?:for|of|in)"
    r"|and|but|while|whereas|although|though|which|who|where|und|aber|sondern|während|die|der|das|et|mais|tandis|qui|y|pero|sino|mientras|que)\s)|\s(?=(?:but|while|whereas|although|though|aber|sondern|mais|pero|sino)"
    r"\s)|\s(?=(?:and|und|et|y)\s(?:the|a|an|it|they|this|that|its|their|not|there|die|der|das|es|sie|nicht|il|elle|ils|elles"
    r"|ce|non|el|ella|ellos|no)\s)|\s(?=(?:that|which|who)\s(?:is|are|was|were|has|have|had|will|must|may|can|does|do|did"
    r"|shall|applies|apply|pays|pay)\s)|\s[–—]\s",
    re.IGNORECASE,
)
"""Where a clause may end."""

ASIDE: Final = re.compile(r",\s(?:which|who|where|die|der|das|welche[rs]?|qui|que)\s", re.IGNORECASE)
"""How a relative clause begins that a comma ends."""

JOINT: Final = re.compile(r"\s(?=(?:and|or|und|oder|et|ou|y|o)\s)|,\s", re.IGNORECASE)
"""Where one ends if both sides have a verb."""

SOFT: Final = re.compile(
    r",\s|\s(?=(?:and|or|but|und|oder|aber|et|ou|mais|y|o|pero)\s)|[:;()（），、]\s?|\s[|–—]\s"
)
"""Where, between two values of a kind, what is said of the first ends."""

FINITE: Final = frozenset(
    "is are was were has have had do does did will shall must may can could would should cannot pay pays paid cost "
    "costs apply applies applied start starts started begin begins began remain remains cross crosses ist sind war "
    "wird werden gilt gelten muss müssen kostet kosten zahlt zahlen est sont doit doivent paie paient payent coûte "
    "coûtent es son debe deben paga pagan cuesta cuestan".split()
)
AUXILIARY: Final = frozenset(
    "do does did is are was were has have had will shall must may can could would should need be been".split()
)
"""A "not" behind one of these denies the verb that follows."""

RELATIVE: Final = frozenset(
    "who that which whoever whose where if when wer welche welcher qui quiconque quien quienes".split()
)
WITHOUT: Final = frozenset("without ohne sans sin".split())
LEADING: Final = frozenset(
    stem(word)
    for word in "cost amount total equal reach stand set come run rise fall increase decrease remain now still then "
    "already again longer yet just well even since until within upon seit depuis desde "
    "sondern sino ist sind beträgt kostet est sont es son".split()
)
"""Stems that may lead to a value without being what it belongs to."""

CARRIERS: Final = frozenset(
    stem(word)
    for word in "amount sum total rate limit maximum minimum max min date level value figure mass weight length height "
    "width speed period term time number fee price part half share start beginning day month year turnover".split()
)
"""Stems of nouns to which "of" joins a value that is still said of the subject."""

OF_NOUN: Final = re.compile(
    r"(?<!\w)(?P<noun>[^\W\d_]{2,40})\s(?:of|von|de|del|du)\s(?:(?:about|around|up to|more than|over|at least|less than"
    r"|not more than|no more than|at most|EUR|USD|the|a)\s){0,2}$",
    re.IGNORECASE,
)
DENIED_BEFORE: Final = re.compile(
    r"(?<!\w)(?:not|nicht|pas|no|never|cannot|\w{2,8}n['’]t)(?!\w)[^;.]{0,60}$", re.IGNORECASE
)
OF: Final = re.compile(r"\s(?:of|der|des|von|de|del|du)\s", re.IGNORECASE)
NOT_UNTIL: Final = re.compile(
    r"(?<!\w)(?:until|till|bis|hasta|jusqu['’](?:au|en)?)\s?(?:the\s|zum\s|el\s)?$", re.IGNORECASE
)
UNTIL: Final = re.compile(
    r"(?:(?<!\w)(?:until|till|through|by|before|prior to|no later than|not later than|at the latest by|up to|bis"
    r"|bis zum|vor|vor dem|spätestens am|jusqu'au|jusqu’au|jusqu'en|avant|avant le|hasta"
    r"|hasta el|antes del?)\s(?:the\s|on\s)?(?:end of\s|Ende\s|fin\s)?"
    r"|(?<=\d)[-–—]|\s[-–—]\s)$",
    re.IGNORECASE,
)
SINCE: Final = re.compile(
    r"(?<!\w)(?:from|since|as of|as from|starting|starting on|starting from|beginning|beginning on|effective"
    r"|with effect from|on|ab|ab dem|seit|seit dem|am|à partir du|dès le|depuis|depuis le|le|desde|desde el"
    r"|a partir del?|el)\s(?:the\s)?$",
    re.IGNORECASE,
)
CJK_UNTIL: Final = re.compile(r"\s?(?:まで|之前|以前|前|为止)")
CJK_SINCE: Final = re.compile(r"\s?(?:から|以降|より|起|开始|に開始)")
CJK_DENIAL: Final = re.compile(r"不(?!仅|但|只)|未|没有|ません|ない|なく|ず[、。]")
QUESTION: Final = re.compile(r"[?？][\"”’»)\]]{0,3}\s*$")
GAP: Final = re.compile(r"\s*Gap: “")
ATTRIBUTED: Final = re.compile(
    r"(?P<head>(?:[^“”:]{1,80}: )?(?:According|according) to “[^“”]{0,400}” \([^“”]{0,400}\)[^“”()]{0,60}: )"
    r"“(?P<words>[^“”]*)”"
)
"""A quotation as the engine `quote` writes it (`stet.research.quotations`)."""

HELD: Final = re.compile(r"An earlier value|Said earlier|, amended since|, since withdrawn|, as a proposal")
"""What the head of such a quotation says of it: it is shown as one that does not stand."""
