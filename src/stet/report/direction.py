"""Which way a text is written, and what its letters say of its language."""

import re
from collections.abc import Iterator
from unicodedata import bidirectional

_RIGHT = frozenset({"R", "AL"})
_KANA = re.compile("[\u3041-\u30ff\uff66-\uff9d]")
_HANGUL = re.compile("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_EVER_RIGHT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def right_to_left(text: str) -> bool:
    """Whether the first letter that has a direction runs to the left (rules P2 and P3 of Unicode's UAX 9)."""
    if not _EVER_RIGHT.search(text):
        return False
    strong = (kind for kind in map(bidirectional, text) if kind == "L" or kind in _RIGHT)
    return next(strong, "L") in _RIGHT


def pieces(text: str, *, rtl: bool) -> Iterator[tuple[str, bool]]:
    """`text` in parts that run one way, each with whether it runs to the left; `rtl` is the paragraph's way.

    What has no direction of its own goes with letters that stand on both sides of it, else with the paragraph.
    """
    if not rtl and not _EVER_RIGHT.search(text):
        yield text, False
        return
    begin, way, loose, last = 0, rtl, 0, rtl
    for at, char in enumerate(text):
        kind = bidirectional(char)
        if kind != "L" and kind not in _RIGHT:
            continue
        here = kind != "L"
        if here != last:
            # What stands between two ways belongs to the paragraph.
            cut = loose if last != rtl else at
            if cut > begin:
                yield text[begin:cut], way
                begin = cut
            if here == rtl:
                way = rtl
            else:
                if at > begin:
                    yield text[begin:at], rtl
                    begin = at
                way = here
            last = here
        loose = at + 1
    if way != rtl and loose < len(text):
        yield text[begin:loose], way
        begin, way = loose, rtl
    if begin < len(text):
        yield text[begin:], way


def language(text: str) -> str | None:
    """`ja`, `ko` or `zh` where the letters say so, for the shapes of characters that the three share; else None."""
    if _KANA.search(text):
        return "ja"
    if _HANGUL.search(text):
        return "ko"
    return "zh" if _HAN.search(text) else None
