"""Words as the index holds them, and a question as the index understands it.

FTS5's own tokeniser knows words by the spaces between them. Chinese, Japanese, Korean, Thai and their like
are rewritten as overlapping pairs of characters before they reach it, in documents and questions alike.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from stet.adapters.corpus.stopwords import STOP_WORDS

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
_RUN = re.compile(f"[{_UNSPACED}]+")
_WORD = re.compile(r"[^\W_]+")
MAX_TERMS = 48
MAX_QUERY = 4_000  # characters; what stands beyond is not looked at

# When something comes to hold is said in other words by the law, by who explains it and by who asks. For each
# language: words that ask for a time, words for holding, and what is then looked for as well.
BEGINNING = {
    "en": (
        "when since date dates deadline",
        "start starts started begin begins commence commences apply applies effect effective force",
        "start,begin,commence,apply,application,into force,take effect,effective",
    ),
    "de": (
        "wann seit datum stichtag frist",
        "beginnt beginnen beginn gilt gelten anwendbar kraft inkrafttreten",
        "beginn,gilt,gelten,inkrafttreten,in kraft",
    ),
    "fr": (
        "quand depuis date délai",
        "commence commencer commencent applique appliquer appliquent applicable vigueur",
        "commence,applique,application,en vigueur",
    ),
    "es": (
        "cuándo cuando desde fecha plazo",
        "empieza empezar comienza comenzar aplica aplican aplicar aplicable vigor",
        "empieza,comienza,aplicación,en vigor",
    ),
}


def for_index(text: str) -> str:
    """`text` as the tokeniser should see it: compatibility forms folded, unspaced scripts as pairs."""
    if text.isascii():
        return text.replace("\0", " ")
    folded = unicodedata.normalize("NFKC", text).replace("\0", " ")
    # A lone surrogate out of a broken file is no word, and SQLite takes none.
    clean = folded.encode("utf-8", "replace").decode("utf-8")
    return _RUN.sub(lambda run: f" {' '.join(_pairs(run.group()))} {run.group()[-1]} ", clean)


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)]


class Terms(NamedTuple):
    """A question's own words, and other words for the same things."""

    own: tuple[str, ...]
    related: tuple[str, ...]


def query_terms(text: str) -> Terms:
    """The distinct words to look for, at most `MAX_TERMS`; function words only if there are no others.

    The list of function words is that of the language most of them belong to, lest the German "die" take
    the verb out of an English question.
    """
    words = _words(unicodedata.normalize("NFKC", text[:MAX_QUERY]).lower())
    counts = {lang: sum(word in stops for word in words) for lang, stops in STOP_WORDS.items()}
    lang = max(counts, key=lambda name: counts[name])
    content = [word for word in words if word not in STOP_WORDS[lang]]
    own = tuple(dict.fromkeys(content or words))[:MAX_TERMS]
    times, holding, others = BEGINNING[lang]
    asked = not set(words).isdisjoint(times.split()) and not set(words).isdisjoint(holding.split())
    return Terms(own, tuple(word for word in others.split(",") if asked and word not in own))


def _words(text: str) -> list[str]:
    words: list[str] = []
    for word in _WORD.findall(text):
        start = 0
        for run in _RUN.finditer(word):
            words += filter(None, [word[start : run.start()], *(_pairs(run.group()) or [run.group()])])
            start = run.end()
        words += filter(None, [word[start:]])
    return words


def unspaced(term: str) -> bool:
    """Whether a term is of a script that puts no spaces between words."""
    return _RUN.fullmatch(term) is not None


def quoted(term: str) -> str:
    """A term as an FTS5 string. A lone character of an unspaced script also finds the pairs it begins."""
    literal = '"' + term.replace('"', '""') + '"'
    return f"{literal} *" if len(term) == 1 and unspaced(term) else literal


def any_of(terms: Iterable[str]) -> str:
    """The FTS5 expression that matches any of the terms."""
    return " OR ".join(quoted(term) for term in terms)
