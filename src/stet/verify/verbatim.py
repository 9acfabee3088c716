"""A claim that is a whole sentence of its source, word for word: then there is no paraphrase that anybody must judge.

Only where nothing beside the sentence can turn it round. In any doubt the answer is no, which costs a judge's call and
nothing else.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

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
    r"|no es cierto|ya no|borrador|ejemplo|lies?|baseless|unfounded|untruth\w?|removed|lüge\w?|mensonge\w?)\b"
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


# What denies outright, in a sentence near by or in a heading.
_DENIES: Final = re.compile(
    r"\b(?:untrue|untruth\w?|not (?:true|correct|so|the case|hold|believe)|false|falsely|falsehood\w?|incorrect\w{0,2}"
    r"|wrong(?:ly)?|myths?|misconceptions?|misinformation|satire|parody|rumou?r\w{0,3}|hoax\w{0,2}|debunk\w{0,3}|lies?"
    r"|baseless|unfounded|refut\w{1,3}|retract\w{0,4}|erratum|mistak\w{1,3}|errors?|fake\w?|joke\w?|nonsense|alleg\w{1,6}"
    r"|fiction\w{0,3}|falsch\w{0,2}|unwahr|unzutreffend|nicht (?:wahr|richtig)|irrtum|angeblich|lüge\w?|faux|fausse"
    r"|inexact\w?|mensonge\w?|pas vrai|falso|falsa|mentira|no es cierto)\b"
    r"|(?:^|[.!?\n])\W{0,4}(?:no|nein|non|nope|never)\s?(?:[.!]|$)|不实|虚假|错误|谣言|誤り|虚偽|デマ"
)
# A heading or title under which nothing is said for a fact.
_UNSURE_PART: Final = re.compile(
    r"\b(?:claims|false claims?|examples?|specimen|draft|proposals?|behauptungen|entwurf)\b"
)
# What the rest of a sentence may have that denies the quoted part of it, limits it, or puts it in another's mouth.
_TURNS: Final = re.compile(
    r"\b(?:no|not|never|nobody|none|nothing|neither|nor|cannot|without|hardly|barely|scarcely|if|when|whether|may|might"
    r"|could|should|can|perhaps|possibly|probably|only|even|that|who|which|while|once|before|after|as|like|n't|was|were"
    r"|nicht|nie|kein\w{0,2}|ohne|wenn|falls|ob|dass|kaum|nur|vielleicht|ne|pas|jamais|sans|si|que|peut|seulement"
    r"|no|nunca|sin|tal vez|solo)\b|n't\b|不|没|非|如果|若|ない|なら"
)
# The end of a block that goes on in the next one.
_GOES_ON: Final = re.compile(
    r"(?:\b(?:that|whether|if|says?|said|dass|ob|que|si)|[,:：–-])\W{0,3}$", re.IGNORECASE
)
_NEW_BLOCK: Final = re.compile(
    r"\n[ \t\r]{0,20}\n|\n[ \t]{0,20}(?=[-–—•‣*·●○|#>]|\(?[0-9]{1,3}[.)]\s|\(?[a-zA-Z]{1,4}\))| \| "
)
# What may end a block that a quotation goes on after: a lead-in, a point of a list, a full stop.
_STOPS: Final = re.compile(r"[.!:;,。！：；，]['\")\]’”»]{0,2}\s*$")
_LABEL: Final = re.compile(r"\W{0,20}(?:\(?(?:[0-9]{1,4}|[a-zA-Z])[.)]\s{0,4})?")
_APART: Final = (";", "；")
_AFTER: Final = re.compile(r"\s*[,;(–—-]")
_HIDDEN: Final = re.compile("[\u202a-\u202e\u2066-\u2069]|[0-9][\u00ad\u200b-\u200f\u2060\ufeff]+[0-9]")
_BESIDE: Final = 3
_LEAD: Final = 40


class Setting(NamedTuple):
    """What words stand in: a text with its sentences and headings, and what stands over them, title and headings."""

    text: str
    spans: Sequence[Span]
    headings: Sequence[Span] = ()
    over: str = ""


def says(found: Span, setting: Setting, *, part: bool = False) -> bool:
    """Whether a text says the words at `found` itself, as sentences of its own that nothing near by turns round.

    With `part` they may be the beginning of a sentence, or stand after a semicolon, where the rest of it neither
    denies nor limits them. Never for headings, cells of a table, questions, words that are joined across a heading,
    paragraph or point, and words beside an outright denial or a question.
    """
    text, spans, headings, over = setting
    first = bisect_right(spans, found.start, key=lambda span: span.end)
    last = bisect_left(spans, found.end, key=lambda span: span.start)
    if first >= last or _HIDDEN.search(text[found.start : found.end]):
        return False
    if any(head.start < found.end and found.start < head.end for head in headings):
        return False
    around = (spans[max(0, first - _BESIDE) : first], spans[last : last + _BESIDE])
    return (
        _in_one_piece(found, text, spans[first:last])
        and _cut_fairly(found, text, Span(spans[first].start, spans[last - 1].end), part=part)
        and not _denied(text, *around, over)
    )


def hidden(text: str) -> bool:
    """Whether a text has marks that nobody sees and that change what is read, in its digits or in its direction."""
    return _HIDDEN.search(text) is not None


def _in_one_piece(found: Span, text: str, spans: Sequence[Span]) -> bool:
    """Whether no words are joined that the page keeps apart: cells, a heading and what follows, two points."""
    line = Span(text.rfind("\n", 0, found.start) + 1, text.find("\n", found.end))
    if "|" in text[line.start : line.end if line.end >= 0 else len(text)]:
        return False
    cuts = [found.start + cut.start() for cut in _NEW_BLOCK.finditer(text[found.start : found.end])]
    cuts += [one.end for one, other in pairwise(spans) if "\n" in text[one.end : other.start]]
    return all(_STOPS.search(text[max(found.start, cut - 8) : cut]) for cut in cuts)


def _cut_fairly(found: Span, text: str, sentence: Span, *, part: bool) -> bool:
    before, after = text[sentence.start : found.start], text[found.end : sentence.end]
    lead = text[max(0, sentence.start - _LEAD) : sentence.start].rstrip()
    if lead.endswith((":", "：")) or _ASKS.search(after):
        return False
    if _LABEL.fullmatch(before) and not any(char.isalnum() for char in after):
        return part or not _QUOTES.search(before + after)
    if not part or not (_LABEL.fullmatch(before) or before.rstrip().endswith(_APART)):
        return False
    rest = lowered(f"{before}\n{after}")
    fair = not any(char.isalnum() for char in after) or _AFTER.match(after)
    return bool(fair) and not any(each.search(rest) for each in (_TURNS, _FRAMES, _QUOTES, _ASKS))


def _denied(text: str, before: Sequence[Span], after: Sequence[Span], over: str) -> bool:
    near = [text[span.start : span.end] for span in (*before[-1:], *after[:1])]
    beside = "\n".join(text[span.start : span.end] for span in (*before, *after))
    above = lowered(over)
    return bool(
        _DENIES.search(lowered(beside))
        or _DENIES.search(above)
        or _UNSURE_PART.search(above)
        or any(_ASKS.search(each) for each in near)
        or (before and _GOES_ON.search(text[max(0, before[-1].end - _LEAD) : before[-1].end]))
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
    if len(words(bare)) < _LEAST_WORDS or _LEANS.match(bare) or _QUOTES.search(wanted) or hidden(claim):
        return None
    near = 10 + len(wanted) // 5
    first = bisect_left(spans, within.start, key=lambda each: each.start)
    for span in (spans[place] for place in range(first, len(spans))):
        if span.end > within.end:
            break
        if abs(span.end - span.start - len(wanted)) > near:
            continue
        found = fold(text[span.start : span.end])
        if _bare(found) == bare and _END.search(found) and not hidden(text[span.start : span.end]):
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
