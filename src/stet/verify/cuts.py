"""Where the sentences of one block end: a splitter's proposals, those it leaves out, and those that are none."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import sentencex

END_MARK: Final = re.compile(r"[.!?…:;。！？][\"'”’»)\]]{0,3}\s*$")
_CJK_END: Final = re.compile(r"[。！？][」』”’）]{0,2}")
_UNSAFE: Final = re.compile("[\r\n\v\f\x85\u2028\u2029\ud800-\udfff]")
_ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(\[‘“\"'/])(?:[A-ZÀ-Þ]|Arts?|Regs?|Dir|Nos?|Nr|para?s?|Paras?|pts?|Figs?|Tab|Eqs?|Sec|Ch|vol|pp?|ed|eds"
    r"|Dr|Mr|Mrs|Ms|Prof|St|Inc|Ltd|Co|Corp|vs|v|cf|al|e\.g|i\.e|z\.\s?B|d\.\s?h|u\.\s?a|o\.\s?ä|bzw|ca|vgl|Abs|Art|Ziff|Bd"
    r"|approx|resp|incl|Mio|Mrd|Tsd|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|M|Mme|Sr|Sra|núm|art|art|págs?)\.\s*$"
)
_PART_NUMBER: Final = re.compile(
    r"\b(?:Annex|Anhang|Annexe|Chapter|Title|Part|Section|Class|Category|Group|Appendix|Schedule|Phase|Type"
    r"|Level|Tier) (?:[IVX]{1,5}|[A-Z])\.(?:\s+(?=[A-ZÀ-Þ‘“\"]|$)|$)"
)
_INNER_STOP: Final = re.compile(r"[.!?][\"'”’»)\]]{0,3}\s+(?=[A-ZÀ-Þ‘“\"(])")
_LONG_QUOTATION: Final = 250
_DAY: Final = re.compile(r"(?:^|\s)\d{1,2}\.\s*$")
_MONTH: Final = re.compile(
    r"\s*(?:Jan|Feb|Mär|März|Mar|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz]|Quartal|Halbjahr|Jahrhundert)\w{0,8}\b|\s*[a-zà-ÿ]",
    re.ASCII,
)
CONTINUES: Final = re.compile(r"\s*[a-zà-öø-ÿ0-9,;:)]")
_OPENS: Final = re.compile(r"\s{0,3}(?:\[\d{1,3}\]\s{0,3}){1,5}$")
_SAYS: Final = re.compile(r"[^\W_]")
# A paragraph's own number, as in "1. Member States shall …".
_LABEL: Final = re.compile(r"[‘“'\"]?\(?(?:\d{1,3}[a-z]{0,2}|[a-zA-Z])[.)]")
_INNER_END: Final = re.compile(r"[.!?…。！？](?=[^\W\d_]|\W)")
_PIECE: Final = 20_000


def cuts(text: str, start: int, end: int) -> Iterator[int]:
    """Offsets in `text` at which a sentence of the block `[start, end)` ends and another begins, in order."""
    if not _INNER_END.search(text, start, end):
        return
    # One character for one: offsets hold, and the splitter sees no line ends of its own.
    block = _UNSAFE.sub(" ", text[start:end])
    begin = 0
    for cut in _with_inner(block, _candidates(block)):
        if cut < len(block) and _cut_here(block, begin, cut):
            begin = cut
            yield start + cut


def _with_inner(block: str, cuts: Iterable[int]) -> Iterator[int]:
    """Cuts, and those that the splitter leaves out.

    These are after a numbered part ("under Annex I. The …"), and within a quotation that is a whole text.
    """
    begin = 0
    for cut in cuts:
        ends = _INNER_STOP if cut - begin > _LONG_QUOTATION else _PART_NUMBER
        yield from (match.end() for match in ends.finditer(block, begin, cut) if match.end() < cut)
        yield cut
        begin = cut


def _candidates(block: str) -> Iterator[int]:
    """Where the splitter ends sentences. It is slow on long text without spaces, so CJK sentences are cut before it."""
    at = 0
    for stop in [*(match.end() for match in _CJK_END.finditer(block)), len(block)]:
        while at < stop:
            piece = block[at : min(stop, at + _PIECE)]
            if len(piece) < 8 or not _INNER_END.search(piece):
                at += len(piece)
                if at == stop:
                    yield at
                continue
            for sentence in _segment(piece):
                at += len(sentence)
                yield at


def _segment(text: str) -> list[str]:
    return sentencex.segment("en", text)  # pyright: ignore[reportUnknownVariableType, reportAttributeAccessIssue, reportUnknownMemberType]


def _cut_here(block: str, begin: int, cut: int) -> bool:
    before = block[max(begin, cut - 40) : cut]
    if _PART_NUMBER.search(before):
        return True
    if _CJK_END.search(before[-4:].strip()):
        return True
    if _ABBREVIATION.search(before) or (_DAY.search(before) and _MONTH.match(block, cut)):
        return False
    if CONTINUES.match(block, cut) and not END_MARK.search(before):
        return False
    if not _SAYS.search(before) or _LABEL.fullmatch(before.strip()):
        return False
    return not _OPENS.match(block, cut) and bool(_SAYS.search(block, cut, cut + 200))
