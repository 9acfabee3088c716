"""A claim that is a whole sentence of its source, word for word: then there is no paraphrase that anybody must judge.

Only where nothing beside the sentence can turn it round. In any doubt the answer is None, which costs a judge's call
and nothing else.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from stet.verify.normal import fold, lowered
from stet.verify.sentences import Span
from stet.verify.words import words

_LEAST_WORDS: Final = 4
_ASKS: Final = re.compile("[?？]")
_END: Final = re.compile(r"[.!。！]['\")\]]{0,2}$")
_QUOTES: Final = re.compile('["“”„«»「」『』〝〞]')
# What stands beside a sentence and may deny it, put it in another's mouth, or end it.
_FRAMES: Final = re.compile(
    r"\b(?:untrue|not (?:true|correct|so|the case|apply|hold|mean)|false|falsely|falsehood|incorrect\w{0,2}"
    r"|wrong(?:ly)?|myths?|misconceptions?|misinformation|fiction\w{0,3}|satire|parody|hypothe\w{1,8}|imagin\w{1,6}"
    r"|suppos\w{1,6}|assum\w{1,6}|claim(?:s|ed|ing)?|alleg\w{1,6}|accord\w{1,5} to|rumou?r\w{0,3}|hoax|debunk\w{0,3}"
    r"|den(?:y|ies|ied)|disput\w{1,4}|doubt\w{0,4}|refut\w{1,3}|retract\w{0,4}|correction|erratum|mistak\w{1,3}"
    r"|errors?|withdr\w{1,4}|repeal\w{0,3}|supersed\w{1,3}|replac\w{1,4}|amend\w{0,5}|abolish\w{0,3}|no longer"
    r"|previously|formerly|former|used to|once|draft|propos\w{1,5}|examples?|sample|fake|however|but|except\w{0,6}"
    r"|unless|only if|provided that|instead|contrary|nevertheless|nonetheless|yet|although|derogation|said|says"
    r"|stat(?:es|ed)|reject\w{0,3}|overrul\w{1,3}|overturn\w{0,3}|dismiss\w{0,3}|annul\w{0,4}|invalid\w{0,5}"
    r"|argu\w{1,4}|contend\w{0,3}|believ\w{1,3}|thinks?|thought|accus\w{1,6}|cancel\w{0,4}|suspend\w{0,3}|expir\w{1,3}"
    r"|until|would|joke\w?|nonsense|changed|since then|planned|promis\w{1,3}"
    r"|falsch\w{0,2}|unwahr|unzutreffend|nicht (?:wahr|richtig|mehr)|irrtum|angeblich|behaupt\w{1,4}|jedoch|aber"
    r"|sondern"
    r"|außer|frühere?\w?|entwurf|beispiel\w{0,2}|faux|fausse|inexact\w?|prétend\w{0,3}|selon|toutefois|cependant|mais|sauf"
    r"|ne … plus|n'est pas vrai|projet|exemple|falso|falsa|incorrect[oa]|mentira|según|sin embargo|pero|salvo"
    r"|no es cierto|ya no|borrador|ejemplo)\b"
    "|不实|虚假|错误|谣言|但|然而|除非|草案|例如|据称|誤り|虚偽|デマ|しかし|ただし|ではない|例えば|案"
)
# A sentence that begins so leans on the one before it.
_LEANS: Final = re.compile(
    r"(?:this|that|these|those|it|its|he|she|they|his|her|their|such|here|there|then|thus|so|hence|therefore|otherwise"
    r"|but|and|or|however|yet|also|instead|in (?:this|that|such|these) |under (?:this|that) |dies|diese[rsmn]?|das|er"
    r"|sie|es"
    r"|dort|dann|aber|und|jedoch|sonst|ce|cet|cette|ces|il|elle|ils|elles|cela|mais|et|sinon|este|esta|esto|ese|esa|eso"
    r"|pero|y|él|ella|ellos)\b|这|那|它|他|她|但|この|その|それ|これ|しかし|ただし",
    re.IGNORECASE,
)


def whole_sentence(
    claim: str, text: str, spans: Sequence[Span], within: Span, title: str = ""
) -> Span | None:
    """The sentence of `text` that `claim` is, typography and a last full stop apart; None where it is none.

    `spans` are the sentences of `text`, `within` the window in which it is looked for and all of which may frame it,
    as may the page's `title`. None also for a question, a heading, a sentence in quotation marks, one after a colon or
    beside a question, one that leans on what stands before it, and one with words in its window that may deny it or
    put it in somebody's mouth.
    """
    wanted = fold(claim)
    bare = _bare(wanted)
    if len(words(bare)) < _LEAST_WORDS or _LEANS.match(bare) or _QUOTES.search(wanted):
        return None
    near = 10 + len(wanted) // 5
    first = bisect_left(spans, within.start, key=lambda each: each.start)
    for span in (spans[place] for place in range(first, len(spans))):
        if span.end > within.end:
            break
        if abs(span.end - span.start - len(wanted)) > near:
            continue
        found = fold(text[span.start : span.end])
        if _bare(found) == bare and _END.search(found):
            framed = _framed(text[within.start : span.start], text[span.end : within.end])
            return None if framed or _FRAMES.search(lowered(title)) else span
    return None


def _framed(before: str, after: str) -> bool:
    """Whether what stands around a sentence may turn it round or put it in somebody's mouth."""
    around = lowered(f"{before}\n{after}")
    return before.rstrip().endswith((":", "：")) or any(
        pattern.search(around) for pattern in (_FRAMES, _QUOTES, _ASKS)
    )


def _bare(folded: str) -> str:
    return folded.strip().rstrip(".。").rstrip()
