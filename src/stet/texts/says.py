"""What kind of thing a statement says: whether it can be true or false, and whether it gives a figure."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Final

from stet.texts.blocks import Block

_NUMBER: Final = r"\d{1,15}(?:[.,' \u00a0\u202f]\d{1,15}){0,6}"
_LABEL: Final = re.compile(
    r"(?:\b(?:tables?|figures?|figs?\.?|sections?|sec\.|chapters?|parts?|steps?|phases?|stages?|articles?|art\."
    r"|annex|appendix|level|tier|option|version|v\.|no\.|nr\.|page|pp?\.|abschnitt|kapitel|artikel|tabelle"
    r"|abbildung|teil|schritt|chapitre|tableau|étape)\s?\(?|第\s?|[图表]\s?)\Z",
    re.IGNORECASE,
)
_NAME: Final = re.compile(r"\b[A-Z][A-Za-z]{0,30}[ -]\Z")
_VERSION: Final = re.compile(
    r"\d{1,2}(?:\.\d{1,2}){1,2}(?:[–-]\d{1,4}[A-Z])?(?![\d%])"
    r"(?! ?(?:%|percent|per cent|million|billion|trillion|bn|times|points?)\b)"
)
_FIGURE: Final = re.compile(
    rf"(?<![A-Za-z0-9_/\-–#.])[$€£¥₹~≈<>+]?{_NUMBER}(?!\d)(?![A-Za-z_])"
    rf"|(?<![A-Za-z0-9_/\-–#.]){_NUMBER}(?:k|K|m|M|bn|tn|x|kg|g|mg|km|m|cm|mm|nm|ms|s|h|W|kW|MW|GW|TW"
    rf"|kWh|MWh|GWh|TWh|GB|TB|MB|Hz|GHz|MHz"
    r"|°C|bps|pp|th|st|nd|rd)(?![A-Za-z])"
    r"|[$€£¥₹]\s?\d|\d\s?(?:%|‰|°|percent|per cent|Prozent|pour cent|por ciento|million|billion"
    r"|trillion|Mio|Mrd|万|亿|千|百|倍|年|月|日|个|人|元)"
)
# A version before the size of a model (Llama 2 13B), and the number of somebody's product (Meta's Llama 3).
_SIZED: Final = re.compile(r"\d{1,2} \d{1,4}(?:\.\d)?[BM](?![A-Za-z])")
_OWNED: Final = re.compile(r"['’]s (?!Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[A-Z][A-Za-z]{0,30} \Z")
_OWN_NUMBER: Final = re.compile(
    r"\d{1,2}(?=[).,;:]?(?:\s(?!percent|per |[a-z]{0,3}illion|points)|$))(?![.,]\d)"
)
_STANDARD: Final = re.compile(
    r"\b(?:ISO(?:/IEC)?|IEC|EN|DIN|RFC|IEEE|ANSI|ASTM|BS)[ -](?:(?:EN|ISO|IEC)[ -]){0,2}\Z"
)
_LISTED: Final = re.compile(r"\d{1,2}[)）]")
_BRACKETED: Final = re.compile(r"\d{1,4}\]")  # a key of something
_NEAR: Final = 2_000  # characters before a point of a list in which its first one stands
_FIRST_LISTED: Final = ("(1)", "1）", "（1")
_DIGIT: Final = re.compile(r"\d")
_LATIN: Final = re.compile(r"[a-z]{2,20}(?:-[a-z]{2,20})?")
_AMOUNTS: Final = frozenset(
    "half twice double doubled triple tripled halved quadrupled two-thirds one-third three-quarters hundreds"
    " thousands million millions billion billions trillion trillions percent".split()
)
# Parts of the words below, which are looked for first: most statements have none.
_CUES: Final = (
    "half twice doubl tripl halv quadrup third quarter hundred thousand illion per year month week day hour times"
).split()
_COUNTS: Final = frozenset(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
    " twenty thirty forty fifty sixty seventy eighty ninety hundred thousand".split()
)
_COUNTED: Final = frozenset(
    "per hundred thousand times year years month months week weeks day days hour hours quarters thirds".split()
)
_DATES_ITSELF: Final = re.compile(
    r"(?:(?:this|the) (?:report|answer|analysis|review|overview|brief|document) (?:is|was)"
    r" (?:based on (?:data|information|sources)|current|compiled|prepared|written|generated|completed|last updated)\b"
    r"|(?:data |information )?current as of\b|last (?:updated|revised)\b|(?:report|research) date\b"
    r"|(?:prepared|generated|compiled) on\b|stand[:：]|dieser bericht (?:beruht|wurde)\b|à jour (?:au|le)\b"
    r"|este informe se\b|本报告(?:数据)?(?:基于|截至)|(?:数据|信息)截至|报告日期)",
    re.IGNORECASE,
)
_DATE: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4}|(?:\d{1,2}\.? )?[^\W\d_]{3,12}\.? (?:\d{1,2},? )?\d{4}"
    r"|\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?|(?<!\d)(?:19|20)\d\d(?!\d)"
)
_ASKS: Final = re.compile(
    r"\W{0,6}(?:research )?(?:question|frage|pregunta|问题|質問)\W{0,6}[:：]", re.IGNORECASE
)
_FIRST_BLOCKS: Final = 6
_QUESTION: Final = re.compile(r"[?？][\"'”’»)]{0,2}\s*$")
_LEAD_IN: Final = re.compile(r"[:：]\s*$")
_TALK: Final = re.compile(
    r"(?:let me know|would you like|if you(?:'d| would)? (?:like|want|need|wish)|i (?:can|could|will"
    r"|would|hope|have)\b|i'll\b|i've\b|feel free"
    r"|here (?:is|are)\b|below (?:is|are)\b|如你希望|如果你|如需|我可以|如您|wenn du|wenn sie möchten)",
    re.IGNORECASE,
)
_SEE: Final = re.compile(
    r"(?:(?:see|see also|siehe|voir|cf\.?|vgl\.)\s|(?:note|sources?|references?|quellen?|注"
    r"|来源)\s?[:：])[^.]{0,60}\.?\s*$",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W\d_]{1,64}")
_TAIL: Final = 40  # characters in which a text shows how it ends
_ENOUGH: Final = 150  # characters in which a statement has shown how many words it has
_CJK: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def gives_figure(text: str) -> bool:
    """Whether a statement gives a number, amount or date; numbers of tables, sections and names are none."""
    if any(not _is_label(text, found) for found in _numbers(text)):
        return True
    low = text.lower()
    if not any(cue in low for cue in _CUES):
        return False
    words = _LATIN.findall(low)
    if not _AMOUNTS.isdisjoint(words):
        return True
    return any(word.partition("-")[0] in _COUNTS and after in _COUNTED for word, after in pairwise(words))


def _numbers(text: str) -> Iterator[re.Match[str]]:
    """Matches of numbers, in order: only looked for near digits, for most of a text has none."""
    at = 0
    while digit := _DIGIT.search(text, at):
        found = _FIGURE.search(text, max(at, digit.start() - 2))
        if found is None:
            return
        yield found
        at = found.end()


def figures_in(text: str) -> frozenset[str]:
    """The figures of a statement: digits without separators, `%` after a percentage, and words for amounts."""
    found = {
        "".join(char for char in figure.group() if char.isdigit())
        + ("%" if "%" in text[figure.start() : figure.end() + 2] else "")
        for figure in _numbers(text)
        if not _is_label(text, figure)
    }
    return frozenset(found | (_AMOUNTS & set(_LATIN.findall(text.lower()))))


def asked(text: str, blocks: Sequence[Block]) -> frozenset[str]:
    """The figures of the question that a text states as one: its title with a question mark, or `Question: …`.

    Percentages are not among them, for those a question asks about an answer gives.
    """
    found: set[str] = set()
    for place, block in enumerate(blocks[:_FIRST_BLOCKS]):
        words = text[block.start : min(block.end, block.start + 1_000)]
        title = block.kind == "heading" and place == 0 and ("?" in words or "？" in words)
        if title or _ASKS.match(words):
            found |= {figure for figure in figures_in(words) if figure[0].isdigit() and figure[-1] != "%"}
    return frozenset(found)


def dates_itself(text: str) -> bool:
    """Whether a statement says of when the text itself is, and gives no other figure."""
    start = text[:_ENOUGH].lstrip("*_ (")
    return _DATES_ITSELF.match(start) is not None and not gives_figure(_DATE.sub(" ", text))


def _is_label(text: str, found: re.Match[str]) -> bool:
    """Whether a number only numbers something: a part of a document, a point of a list, a version, a standard."""
    start = found.start()
    before = text[max(0, start - 34) : start]
    if before[-1:] == "[" and _BRACKETED.match(text, start):
        return True
    if _LISTED.match(text, start) and before[-1:] in "(（ ":
        near = text[max(0, start - _NEAR) : found.end() + 1]
        if any(one in near for one in _FIRST_LISTED):
            return True
    if _NAME.search(before) and (_VERSION.match(text, start) or _SIZED.match(text, start)):
        return True
    if _OWNED.search(before) and _OWN_NUMBER.match(text, start):
        return True
    numbered = _LABEL.search(before) or _STANDARD.search(before)
    return numbered is not None and not text.startswith(("%", " %"), found.end())


def is_checkable(text: str, *, cited: bool, heading: bool) -> bool:
    """Whether a statement says something that can be true or false.

    Questions, what leads to a list, and what speaks to the reader do not; of what is short and not cited, only what has
    a figure; of headings, only cited ones of some length.
    """
    tail = text[-_TAIL:]
    if _QUESTION.search(tail) or (not cited and _LEAD_IN.search(tail)):
        return False
    if heading:
        return cited and _has_words(text, 5)
    if _TALK.match(text) or (len(text) <= 80 and _SEE.match(text)):
        return False
    if cited:
        return _has_words(text, 1)
    return _has_words(text, 4) or (_has_words(text, 1) and gives_figure(text))


def _has_words(text: str, enough: int) -> bool:
    """Whether a text begins with so many words; two characters of Chinese, Japanese or Korean count as one more."""
    begin = text[:_ENOUGH]
    words = sum(1 for _ in islice(_WORD.finditer(begin), enough))
    return words >= enough or (not begin.isascii() and words + len(_CJK.findall(begin)) // 2 >= enough)
