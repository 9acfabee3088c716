"""TOML by anybody, in time that grows with its length alone."""

import re
import tomllib
from collections.abc import Callable
from typing import Final

_MOST_PARTS: Final = 64
_TOKENS: Final = re.compile(
    r"""
    (?P<text> \"{3} (?:[^"\\]|\\[\s\S]|"(?!""))*+ "{0,5}   # a text over lines may end in two quotes of its own
            | '{3} (?:[^']|'(?!''))*+ '{0,5}
            | " (?:[^"\\\n]|\\.)*+ "?
            | ' [^'\n]*+ '? )
    | (?P<comment> \# [^\n]*+ )
    | (?P<dot> \. )
    | (?P<end> [\n=,{}\[\]] )
    | [^"'\#.\n=,{}\[\]]++
    """,
    re.VERBOSE,
)


def parse_toml(text: str, parse_float: Callable[[str], object] = float) -> dict[str, object]:
    """The tables of a TOML text.

    The parser of the standard library takes the square of the parts of a dotted key (`a.b.c`), so a key of more than 64
    is refused before it sees it.

    Raises:
        ValueError: it is not TOML, or has a key of too many parts
        RecursionError: its arrays or tables are nested too deeply
    """
    dots = 0
    for token in _TOKENS.finditer(text):
        if token.lastgroup == "dot":
            dots += 1
            if dots >= _MOST_PARTS:
                raise ValueError(f"a key of more than {_MOST_PARTS} parts")
        elif token.lastgroup == "end":
            dots = 0
    return tomllib.loads(text, parse_float=parse_float)
