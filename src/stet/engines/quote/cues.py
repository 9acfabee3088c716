"""What the wording of a sentence says of its use: a condition, a change, a proposal, a person, a mere pointer.

Lists of words choose which sentences are shown first. They decide nothing about a claim.
"""

import re

from stet.domain.question import TopicKind
from stet.verify.focus import AnswerKind, Focus
from stet.verify.values import Kind, cached_values
from stet.verify.words import RELATED, stem, stems, words

_SCOPE = re.compile(
    r"\b(?:except|exempt|exempted|exempts|exemptions?|exceptions?|unless|only if|only where|only when|only for"
    r"|provided that|subject to|(?:does|do|shall|did|will) not apply|not apply|without prejudice|limited to"
    r"|excluding|excluded|in the case of|applies only|conditions?|regardless|irrespective|other than|but not"
    r"|(?:at least|more than|over|under|up to|below|above) \d|free of charge|entitled"
    r"|ausgenommen|es sei denn|sauf|excepto|salvo)\b|除外|ただし|除く|以外|不适用",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:amend(?:s|ed|ing|ment)?|replac(?:e|es|ed|ing)|postpon\w{0,6}|defer(?:s|red|ral)?|delay(?:s|ed)?"
    r"|extend(?:s|ed)?|instead of|no longer|repeal\w{0,4}|supersed\w{0,4}|originally|previously|formerly"
    r"|initial(?:ly)?|moved? (?:to|from|back)|brought forward|revis\w{0,5}|chang(?:e|es|ed)|correct(?:ed|ion)"
    r"|disput\w{0,4}|contrary to|withdrawn|abolish\w{0,4}|rather than|geändert|ersetzt|verschoben"
    r"|modifié|remplacé|reporté|modificad[oa]|aplazad[oa])\b|修正|改正|延期|变更|推迟",
    re.IGNORECASE,
)
_PROPOSED = re.compile(
    r"\b(?:propos(?:es|al|als|ing)|(?:is|are|was|were|been) proposed|draft|provisional(?:ly)? (?:agree\w*|political)"
    r"|if adopted|once adopted|political agreement|is considering|under (?:discussion|negotiation)"
    r"|vorgeschlagen|Vorschlag|proposition|propuesta)\b|提案",
    re.IGNORECASE,
)
_TENTATIVE = re.compile(
    r"\b(?:would|could|might|planned|plans? to|expected to|envisage[sd]?|suggests?|pending|geplant)\b",
    re.IGNORECASE,
)
_CURRENT = re.compile(
    r"\b(?:under the current|currently (?:in force|applicable|applies)|current(?:ly)? (?:law|article|rules)"
    r"|as in force|existing law|remains? in force)\b",
    re.IGNORECASE,
)
_UNASSERTED = re.compile(
    r"^\W*(?:if|should|unless|provided)\b|\b(?:den(?:y|ies|ied)|refut(?:e|es|ed)|rumou?r(?:s|ed)?|allege(?:s|d|dly)?|hoax"
    r"|not true|untrue|false(?:ly)?|wrongly|mistaken(?:ly)?|disput(?:es|ed) that|claims? that|hypothetical(?:ly)?"
    r"|supposedly|reportedly|according to rumou?rs|(?:a|probably a) joke|just kidding|i heard|hearsay|april fool)\b",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"\W*(?:for (?:further|more) (?:information|details)|see (?:also|the)?\b|read more|find out more|learn more"
    r"|click|share (?:this|on)|subscribe|sign up|contents?\b|related (?:content|topics?|resources?)"
    r"|last updated?|published\b.{0,30}$|source:|©|copyright)",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\W{0,3}(?:(?:const|let|var|export|static|final)\s){0,2}[\w$-]{1,40}[\"']?\s?[:=]\s?"
    r"(?:[\[{].*[\]}]|[\"'`].*[\"'`])\s?[,;]\s*",
    re.DOTALL,
)
"""A line of a program or of its data: "keywords: ['fines', 'sanctions'],"."""

_FIELD = re.compile(r"[\"'`\]}]\s?,\s{0,20}[\"']?[\w$]{2,40}[\"']?\s?:\s?[\[{\"'`]")
"""Where one field of program data ends and the next begins: "…authorities.', keywords: ['fines'"."""

_POINTS_BACK = re.compile(
    r"\W*(?:\d+\.\s+)?(?:this|these|that|those|such|it|they|he|she|however|therefore|otherwise"
    r"|in (?:this|that|such)|for (?:this|that))\b",
    re.IGNORECASE,
)
_WHOM = re.compile(
    r"\b(?:appl(?:y|ies) (?:only )?to|payable (?:by|for)|(?:must|shall|have to|has to|will) pay|liable"
    r"|charged to|levied on|addressed to|for (?:all|any|every|each) )",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"\b(?:owners?|drivers?|operators?|providers?|deployers?|holders?|users?|citizens|undertakings|persons?"
    r"|companies|vehicles)\b"
)

_PENALTY = re.compile(r"\b(?:penalt(?:y|ies)|fines?|sanctions?|bußgeld|amendes?|multas?)\b", re.IGNORECASE)

_SHORTEST = 12
_FEWEST_WORDS = 4
_AT_A_GLANCE = 350


def is_statement(text: str) -> bool:
    """Whether a span can stand as a claim: words enough, not a question, not a bare label or link list."""
    stripped = text.strip()
    if stripped.endswith(("?", "？", ":", "：")) or len(stripped) < _SHORTEST:
        return False
    if _POINTER.match(stripped) or _CODE.fullmatch(stripped) or _FIELD.search(stripped):
        return False
    return len(words(stripped)) >= _FEWEST_WORDS or not stripped.isascii()


def is_proposed(text: str, title: str, *, law: bool) -> bool:
    """Whether a sentence speaks of what may come: by its own words, or because its document is a proposal.

    A law's "would" and "could" give reasons; elsewhere they say that something has not happened.
    """
    if _CURRENT.search(text):
        return False
    if _PROPOSED.search(text) or _PROPOSED.search(title):
        return True
    return not law and _TENTATIVE.search(text) is not None


def is_unasserted(text: str) -> bool:
    """Whether a sentence reports what is denied, rumoured or conditional rather than saying it."""
    return _UNASSERTED.search(text) is not None


def usefulness(kind: TopicKind, focus: Focus, text: str) -> float:
    """A factor (0 to 1) on a sentence's match: does it read like what the topic wants, stands alone, is it short?"""
    penal = (
        _PENALTY.search(text) is not None and focus.terms and not RELATED[stem("penalty")] & set(focus.terms)
    )
    other = 0.45 if penal and focus.kind in {AnswerKind.MONEY, AnswerKind.WHO} else 1.0
    return _cue(kind, focus, text) * _brevity(len(text)) * other * (0.85 if _POINTS_BACK.match(text) else 1.0)


def _cue(kind: TopicKind, focus: Focus, text: str) -> float:
    if kind is TopicKind.SCOPE:
        return 1.0 if _SCOPE.search(text) else 0.4
    if kind is TopicKind.CHANGE:
        return 1.0 if _CHANGE.search(text) else 0.3
    if focus.kind is AnswerKind.IDENTITY:
        return 1.0 if _names_another(text, focus) else 0.2
    if focus.kind is not AnswerKind.WHO or _WHOM.search(text):
        return 1.0
    return 0.7 if _WHO.search(text) or _names_another(text, focus) else 0.25


def _brevity(length: int) -> float:
    """Of two sentences that say the same, the one that is read at a glance."""
    return 1.0 - min(0.2, max(0, length - _AT_A_GLANCE) / 2500)


def _names_another(text: str, focus: Focus) -> bool:
    """Whether a sentence names somebody or something that the question does not."""
    named = (value for value in cached_values(text) if value.kind is Kind.NAME)
    return any(not set(stems(value.exact)) <= set(focus.terms) for value in named)
