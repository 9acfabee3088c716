"""What a question asks for: the kind of answer, the words that matter and the names that must be there."""

import re
from enum import StrEnum

from stet.domain.base import Value
from stet.verify.values import Kind, cached_values
from stet.verify.words import STOP_WORDS, stem, words


class AnswerKind(StrEnum):
    """The kind of value that answers a question; `OPEN` where only a sentence can."""

    DATE = "date"
    DURATION = "duration"
    MONEY = "money"
    MEASURE = "measure"
    COUNT = "count"
    IDENTITY = "identity"
    WHO = "who"
    WHERE = "where"
    YES_NO = "yes_no"
    OPEN = "open"


class Focus(Value):
    """The question as rules can use it.

    `terms` are stems of content words in order, without repeats; `must` are sequences of stems (names, law
    references, numbers, quoted words) that a statement must be about; `years` is the time that is asked about, first
    and last year. `until`: asked for is the day with which something ends.
    """

    kind: AnswerKind
    terms: tuple[str, ...]
    must: tuple[tuple[str, ...], ...] = ()
    years: tuple[int, int] | None = None
    until: bool = False


_KINDS: tuple[tuple[AnswerKind, re.Pattern[str]], ...] = (
    (
        AnswerKind.DURATION,
        re.compile(
            r"\bhow long\b|\bwie lange\b|\bcombien de temps\b|\bcuánto tiempo\b|多久|どのくらいの期間"
            r"|\bhow many (?:hours|days|weeks|months|years)\b|\bwie viele (?:stunden|tage|wochen|monate|jahre)\b"
        ),
    ),
    (
        AnswerKind.DATE,
        re.compile(
            r"\bwhen\b|\b(?:what|which|on what|by what) (?:date|day|month|year)\b|\bsince when\b|\bhow soon\b"
            r"|\bdeadline\b|:\s(?:\w{1,8}\s){0,2}(?:date|day|datum|fecha)\b"
            r"|\bwann\b|\bquand\b|\bquelle date\b|\bcu[áa]ndo\b|\bqué fecha\b|什么时候|何时|いつ"
        ),
    ),
    (
        AnswerKind.COUNT,
        re.compile(
            r"\bhow (?:many|often)\b"
            r"|\b(?:population|number of|how large a share|percentage|share of|rate of|proportion)\b"
            r"|\bwie (?:viele|oft)\b|\bcombien de\b|\bcu[áa]nt[oa]s\b|人口"
        ),
    ),
    (
        AnswerKind.MONEY,
        re.compile(
            r"\bhow much\b|\b(?:prices?|costs?|fines?|fees?|penalt(?:y|ies)|sanctions?|fares?|salary|salaries)\b"
            r"|\b(?:budget|revenues?|amount|toll rate)\b|\bwie (?:viel|teuer|hoch)\b"
            r"|\b(?:bussgeld|bußgeld|strafe)\b|\bcombien\b|\bamende\b"
            r"|\bcu[áa]nto\b|\bmulta\b|多少|いくら"
        ),
    ),
    (
        AnswerKind.MEASURE,
        re.compile(
            r"\bhow (?:high|large|big|far|tall|old|heavy|fast|wide|deep)\b|\b(?:length|height|weight|size|distance)\b"
            r"|\b(?:speed|area|width|depth)\b|\bwie (?:gross|groß|lang|weit|schwer|alt)\b"
        ),
    ),
    (
        AnswerKind.IDENTITY,
        re.compile(r"^\W*who (?:is|was|are|were)\b(?! (?:affected|liable|exempt|responsible|subject))"),
    ),
    (
        AnswerKind.WHO,
        re.compile(
            r"\b(?:for|to|by|from) whom\b|\bwhom?\b|\bwhose\b|\bwer\b|\bwen\b|\bwem\b"
            r"|\bqui\b|\bquién(?:es)?\b|谁|だれ|誰"
        ),
    ),
    (AnswerKind.WHERE, re.compile(r"\bwhere\b|\bwo\b|\bwoher\b|\bwohin\b|\boù\b|\bdónde\b|哪里|どこ")),
    (
        AnswerKind.YES_NO,
        re.compile(
            r"^\W*(?:do|does|did|is|are|was|were|can|could|would|should|will|has|have|had|may|must)\b"
            r"|^\W*(?:ist|sind|hat|haben|kann|darf|muss|gilt|wird)\b|^\W*est-ce\b|吗[？?]?\s*$|か[？?]?\s*$"
        ),
    ),
)

# Asking words carry no subject: they say what kind of answer is wanted.
_ASKING = frozenset(
    stem(w)
    for w in (
        "when what which who whom whose where why how many much long date day month year time exactly "
        "precisely please tell explain describe list name say mean amount number true correct really "
        "actually"
    ).split()
)

_LAW = re.compile(
    r"\b(?:annex|article|art\.|section|chapter|recital|paragraph|regulation|directive|rule|schedule|part|title"
    r"|anhang|artikel|annexe|anexo|artículo|§)\s{0,3}(?:\((?:EU|EC|EEC)\)\s{0,2})?(?:No\.?\s{0,2})?"
    r"(?:[IVXLC]{1,6}|\d{1,4}(?:/\d{1,4})?)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“„«]([^\"”“»]{2,80})[\"”“»]")
_NAME = re.compile(
    r"(?<![\w.])(?:[A-ZÀ-ÖØ-Þ][\w’'&.-]{0,30})(?:\s(?:(?:of|the|de|von|van|&)\s)?[A-ZÀ-ÖØ-Þ0-9][\w’'&.-]{0,30}){0,5}"
)
# "How high", "how old" ask for a measure; their adjectives say nothing of the thing. CJK asks without spaces.
_HOW = re.compile(
    r"\bhow (?:much|many|high|large|big|far|tall|old|heavy|fast|wide|deep|long|often|soon)\b"
    r"|\bwie (?:hoch|viel|viele|lange?|alt|weit)\b"
    r"|从?(?:什么时候|何时)(?:起|开始)?|多少|几|吗|是否|谁|哪里|いつから|いつ|いくら|ですか|ますか|でしょうか|だれ|誰|どこ|何時",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    r"\b(?:until|till|by|before) (?:when|what|which)\b|\bbis wann\b|\bjusqu['’]à quand\b|\bhasta cu[áa]ndo\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:1\d|20|21)\d\d(?!\d)")
_NUMBER = re.compile(r"(?<!\w)\d[\d.,/]{0,18}\d(?!\w)|(?<!\w)\d(?!\w)")


def answer_kind(question: str) -> AnswerKind:
    """The kind of answer that `question` asks for, by its asking words."""
    lowered = question.casefold()
    return next((kind for kind, pattern in _KINDS if pattern.search(lowered)), AnswerKind.OPEN)


def focus_of(question: str) -> Focus:
    """What `question` is about and what kind of answer it wants."""
    years, timeless = _time(question)
    timeless = _HOW.sub(" ", timeless)
    terms: dict[str, None] = {}
    for word in words(timeless):
        if word not in STOP_WORDS and stem(word) not in _ASKING:
            terms.setdefault(stem(word))
    must = {
        **_phrases(_LAW, timeless),
        **_phrases(_QUOTED, timeless, group=1),
        **_names(timeless),
        **_phrases(_NUMBER, timeless),
    }
    kept = tuple(
        phrase for phrase in must if not any(phrase != other and _inside(phrase, other) for other in must)
    )
    kind = answer_kind(question)
    if kind is AnswerKind.YES_NO and (asked := _asked_value(question)) is not None:
        # "Is it true that … from 2 August 2026?" is answered by the date that holds, whatever it is.
        kind, years = asked, None
    until = _UNTIL.search(question) is not None
    return Focus(kind=kind, terms=tuple(terms), must=kept, years=years, until=until)


def _asked_value(question: str) -> AnswerKind | None:
    """The kind of the value that a yes-or-no question puts forward: a whole date or a sum, or None."""
    for value in cached_values(question):
        if value.kind is Kind.DATE and len(value.normal) == len("2026-08-02"):
            return AnswerKind.DATE
        if value.kind is Kind.MONEY:
            return AnswerKind.MONEY
    return None


def _time(question: str) -> tuple[tuple[int, int] | None, str]:
    """The years that a question asks about, and the question without its dates."""
    days = [value for value in cached_values(question) if value.kind is Kind.DATE]
    years = [int(year) for day in days for year in _YEAR.findall(day.exact)]
    timeless = question
    for day in reversed(days):
        timeless = f"{timeless[: day.start]} {timeless[day.end :]}"
    return (min(years), max(years)) if years else None, timeless if years else question


def spoken_names(question: str) -> tuple[tuple[str, ...], ...]:
    """The names, law references, quoted words and numbers of a question as they are written, for searching."""
    found = {**_phrases(_LAW, question, spoken=True), **_phrases(_QUOTED, question, group=1, spoken=True)}
    found |= {**_names(question, spoken=True), **_phrases(_NUMBER, question, spoken=True)}
    return tuple(
        phrase for phrase in found if not any(phrase != other and _inside(phrase, other) for other in found)
    )


def _phrases(
    pattern: re.Pattern[str], text: str, group: int = 0, *, spoken: bool = False
) -> dict[tuple[str, ...], None]:
    found: dict[tuple[str, ...], None] = {}
    for match in pattern.finditer(text):
        phrase = tuple(word if spoken else stem(word) for word in words(match.group(group)))
        if phrase:
            found.setdefault(phrase)
    return found


def _names(question: str, *, spoken: bool = False) -> dict[tuple[str, ...], None]:
    """Capitalised sequences; a question's first word counts only as part of a longer one."""
    found: dict[tuple[str, ...], None] = {}
    for match in _NAME.finditer(question):
        parts = words(match.group())
        # "When", "What", "Does" open a question in capitals without naming anything.
        while parts and (stem(parts[0]) in _ASKING or parts[0] in STOP_WORDS):
            parts = parts[1:]
        while parts and parts[-1] in STOP_WORDS:
            parts = parts[:-1]
        if parts and not (match.start() == 0 and len(parts) == 1):
            found.setdefault(tuple(word if spoken else stem(word) for word in parts))
    return found


def _inside(inner: tuple[str, ...], outer: tuple[str, ...]) -> bool:
    width = len(inner)
    return width < len(outer) and any(outer[i : i + width] == inner for i in range(len(outer) - width + 1))
