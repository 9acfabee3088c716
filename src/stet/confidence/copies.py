"""Near-copies: which texts are one text, so that a reprint does not count as a second voice.

Texts are compared by their distinct runs of five words (shingles: Broder, "On the resemblance and containment
of documents", 1997), without case and punctuation; characters of scripts that write no spaces count as words.
Two rules:

- Texts of similar length (one not more than twice the other) are near-copies when half of the smaller one's
  runs stand in the other. Retellings in own words share a few per cent, articles of one law share their
  boilerplate, a lightly edited post keeps most of its runs.
- A short text that stands in a longer one (quoted, or reprinted with additions) is one text with it: the
  words have one origin. A page that reprints several texts joins only the largest of them, since the parts do
  not become copies of each other by being printed together.

The share is estimated from at most 128 runs of each text, those with the smallest hashes; it is exact for
shorter texts and within about 0.09 (two standard errors) for longer ones. The work grows with the total
length of the texts: a run that stands in many texts is followed for only the first 16 of them, and the others
are judged by their rarer runs.
"""

import heapq
import re
import unicodedata
from array import array
from collections import Counter
from collections.abc import Mapping
from zlib import crc32

_WIDTH = 5
_PROBES = 128
_OWNERS = 16
_ENOUGH = 8
_SHARE = 0.5
_SIMILAR = 2
_BLANK = re.compile(rb" ")

# Thai, Lao, Burmese, Khmer, kana, Han: written without spaces, so each character is a word.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")


def copy_groups(texts: Mapping[str, str]) -> dict[str, str]:
    """The group of each source id: the smallest id among its near-copies (`S2` before `S10`).

    A text without words is a group of its own. The order of `texts` makes no difference.
    """
    ids = sorted(texts, key=_by_id)
    runs = {source: _runs(texts[source]) for source in ids}
    groups = _Groups(ids)
    first: dict[bytes, str] = {}
    for source in ids:
        if runs[source]:
            groups.join(first.setdefault(runs[source].tobytes(), source), source)
    distinct = {source: runs[source] for source in first.values()}
    inside = _shares(distinct)
    contained: list[tuple[str, str]] = []
    for (part, whole), share in inside.items():
        if share >= _SHARE and len(distinct[part]) <= len(distinct[whole]):
            if len(distinct[whole]) <= _SIMILAR * len(distinct[part]):
                groups.join(part, whole)
            else:
                contained.append((part, whole))
    _attach(contained, distinct, groups)
    return {source: groups.root(source) for source in ids}


def _attach(contained: list[tuple[str, str]], runs: Mapping[str, "array[int]"], groups: "_Groups") -> None:
    """Join each longer text with the largest of the texts that stand in it."""
    largest: dict[str, str] = {}
    for part, whole in sorted(contained, key=lambda pair: (-len(runs[pair[0]]), _by_id(pair[0]))):
        largest.setdefault(groups.root(whole), part)
    for whole, part in largest.items():
        groups.join(part, whole)


def _shares(runs: Mapping[str, "array[int]"]) -> dict[tuple[str, str], float]:
    """For pairs (part, whole) with runs in common, the share of the part's runs that stand in the whole."""
    owners: dict[int, list[str]] = {}
    asked: Counter[str] = Counter()
    for source, own in runs.items():
        for run in heapq.nsmallest(_PROBES, own):
            followed = owners.setdefault(run, [])
            if len(followed) < _OWNERS:
                followed.append(source)
                asked[source] += 1
    shares: dict[tuple[str, str], float] = {}
    for whole, own in runs.items():
        found: Counter[str] = Counter()
        for run in own:
            if run in owners:
                found.update(owners[run])
        for part, count in found.items():
            if part != whole and asked[part] >= min(_ENOUGH, len(runs[part])):
                shares[part, whole] = count / asked[part]
    return shares


def _runs(text: str) -> "array[int]":
    """The distinct hashes of the runs of a text, sorted; a text shorter than a run is one run."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    if not words:
        return array("I")
    joined = " ".join(words).encode("utf-8", "surrogatepass")
    starts = [0, *(match.end() for match in _BLANK.finditer(joined))]
    ends = [*(at - 1 for at in starts[_WIDTH:]), len(joined)] if len(words) > _WIDTH else [len(joined)]
    view = memoryview(joined)
    return array("I", sorted({crc32(view[start:end]) for start, end in zip(starts, ends, strict=False)}))


def _by_id(source: str) -> tuple[int, str]:
    return (len(source), source)


class _Groups:
    """Disjoint sets of ids, each named by its smallest."""

    def __init__(self, ids: list[str]) -> None:
        self._parent = {source: source for source in ids}

    def root(self, source: str) -> str:
        while self._parent[source] != source:
            self._parent[source] = self._parent[self._parent[source]]
            source = self._parent[source]
        return source

    def join(self, one: str, other: str) -> None:
        small, large = sorted((self.root(one), self.root(other)), key=_by_id)
        self._parent[large] = small
