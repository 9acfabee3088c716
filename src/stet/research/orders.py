"""Text that tries to give a program orders. It is recorded and stays text: nothing here acts on it."""

import re
from functools import lru_cache

_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|these\s+|my\s+){0,3}"
    r"(?:previous|prior|above|earlier|preceding|system|other)\s+(?:instruction|prompt|rule|message|text|context|direction)s?"
    r"|\b(?:you are now|act as|pretend to be)\s+(?:an?|the)\s+\w+"
    r"|\bsystem prompt\b|<\s*/?\s*system(?:-reminder)?\s*>|\bas an? (?:ai|language) model\b"
    r"|\b(?:llms?|language models?|(?:ai|virtual) (?:assistants?|agents?|models?|readers?)|chatbots?)\b[^.\n]{0,60}"
    r"\b(?:must|should|are instructed to)\s+"
    r"(?:write|answer|say|state|reply|respond|cite|call|fetch|run|execute|ignore)\b"
    r"|\b(?:note|message|instructions?) (?:to|for) (?:the\s+)?"
    r"(?:ai|llm|language model|assistant|agent|reviewer|summari[sz]er)s?\b"
    r"|\b(?:call|use|invoke|run)\s+(?:the\s+)?(?:fetch|shell|bash|tool|python|exec)\b",
    re.IGNORECASE,
)
_SHOWN = 120
_MOST = 5


@lru_cache(maxsize=64)
def find_orders(text: str) -> tuple[str, ...]:
    """The first few stretches of `text` that read like orders to a program, each with the words that follow."""
    found: list[str] = []
    for match in _ORDERS.finditer(text):
        words = " ".join(text[match.start() : match.start() + 2 * _SHOWN].split())
        found.append(words if len(words) <= _SHOWN else f"{words[:_SHOWN].rsplit(' ', 1)[0]} …")
        if len(found) == _MOST:
            break
    return tuple(found)


def is_order(sentence: str) -> bool:
    """Whether a sentence reads like an order to a program."""
    return _ORDERS.search(sentence) is not None
