"""Typography-only normal forms of a text, each with a way back to the original offsets.

The *typographic* form folds what a typesetter may change without changing a word: quotes, dashes, spaces, ligatures
and other compatibility characters, marks that are not visible. The *letters* form keeps only letters and digits in
lower case: it finds words whatever stands between them, and proves nothing by itself.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import Final, NamedTuple

# Superscripts, subscripts, circles and fractions stay: folding them to digits would turn 10² into 102.
_FOLDED_FORMS: Final = ("<compat>", "<wide>", "<narrow>", "<font>", "<noBreak>", "<square>", "<small>")

_SINGLE: Final = {
    **dict.fromkeys("‘’‚‛`´ʹʼ′＇‹›", "'"),
    **dict.fromkeys("“”„‟«»″＂〝〞〟", '"'),
    **dict.fromkeys("‐‑‒–—―−﹘﹣－⁃", "-"),
    **dict.fromkeys("\t\n\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029", " "),
}

# An override (U+202D, U+202E) shows letters in another order than they have: it is not dropped, so it matches nothing.
# A soft hyphen, or what PDF readers leave for a hyphen at a line's end: it goes, and the line break with it.
_BREAKS: Final = "\u00ad\x02\ufffe"
_INVISIBLE: Final = _BREAKS + "\u200b-\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff\uffff\\x00\\x01\\x03"
_LINE_HYPHEN: Final = r"(?P<hyphen>[-\u2010\u2011][ \t]{0,8}\r?\n[ \t]{0,40})"
_LENGTH: Final = rf"{_LINE_HYPHEN}|(?P<gap>[\s{_INVISIBLE}]{{2,}}|[{_INVISIBLE}])"
_WIDE: Final = (
    "\u0132\u0133\u0149\u01c4-\u01cc\u01f1-\u01f3\u0587\u2025\u2026\u203c\u2047-\u2049\u20a8\u2100-\u214f\u2160-\u217f"
    "\u2488-\u249b\u3200-\u33ff\ufb00-\ufb06\ufb13-\ufb17"
)
_MARKS: Final = "\u0300-\u036f\u3099\u309a"
_PLAIN: Final = re.compile(_LENGTH)
_RARE: Final = re.compile(f"[{_WIDE}{_MARKS}]")
_FULL: Final = re.compile(rf"{_LENGTH}|(?P<marked>[^{_MARKS}][{_MARKS}]+)|(?P<wide>[{_WIDE}])")

_WORD: Final = re.compile(r"[^\W_]+")
# Markers of notes, as in “grew [3]”, belong to the page and not to the sentence.
NOTE: Final = re.compile(r"\[\d{1,3}(?:[,;-] ?\d{1,3}){0,5}\]")


class _OneToOne(dict[int, str]):
    """Folds characters that stay one character; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = _SINGLE.get(char, char)
        if folded == char and code > 0x7F:
            wide = unicodedata.normalize("NFKC", char)
            if len(wide) == 1 and (unicodedata.decomposition(char).startswith(_FOLDED_FORMS) or wide == " "):
                folded = _SINGLE.get(wide, wide)
            else:
                folded = " " if char.isspace() else _canonical(char)
        self[code] = folded
        return folded


def _canonical(char: str) -> str:
    composed = unicodedata.normalize("NFC", char)
    return composed if len(composed) == 1 else char


_FOLD: Final = _OneToOne()


class _Edit(NamedTuple):
    start: int
    end: int
    original_start: int
    original_end: int


class _Letters(NamedTuple):
    text: str
    at: list[int]
    form_at: list[int]


class Normalised:
    """A text and its normal forms, made once.

    `text` is the original, `form` the typographic form. Offsets count characters.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        pattern = _PLAIN if text.isascii() or not _RARE.search(text) else _FULL
        pieces: list[str] = []
        edits: list[_Edit] = []
        last = length = 0
        for match in pattern.finditer(text):
            start, end = match.span()
            inside = text[start - 1 : start].isdigit() and text[end : end + 1].isdigit()
            new = _replacement(match.lastgroup, match.group(), between_digits=inside)
            pieces.append(text[last:start])
            length += start - last
            pieces.append(new)
            edits.append(_Edit(length, length + len(new), start, end))
            length += len(new)
            last = end
        pieces.append(text[last:])
        self.form = "".join(pieces).translate(_FOLD)
        self._edits = edits
        self._starts = [edit.start for edit in edits]

    def original_start(self, at: int) -> int | None:
        """Where the character of `form` at `at` begins in `text`; None inside a character that became several."""
        place = bisect_right(self._starts, at) - 1
        if place < 0:
            return at
        edit = self._edits[place]
        if at < edit.end:
            return edit.original_start if at == edit.start else None
        return edit.original_end + at - edit.end

    def original_end(self, at: int) -> int | None:
        """Where `form[:at]` ends in `text`; None inside a character that became several."""
        place = bisect_left(self._starts, at) - 1
        if place < 0:
            return at
        edit = self._edits[place]
        return None if at < edit.end else edit.original_end + at - edit.end

    def form_offset(self, original: int) -> int:
        """The offset in `form` nearest to an offset of `text`."""
        place = bisect_right(self._edits, original, key=lambda edit: edit.original_start) - 1
        if place < 0:
            return min(original, len(self.form))
        edit = self._edits[place]
        return edit.start if original < edit.original_end else edit.end + original - edit.original_end

    @cached_property
    def _letters(self) -> _Letters:
        lower = lowered(self.form)
        # Blanking keeps every offset where it was.
        lower = NOTE.sub(lambda note: " " * len(note.group()), lower) if "[" in lower else lower
        pieces: list[str] = []
        at: list[int] = []
        form_at: list[int] = []
        length = 0
        for match in _WORD.finditer(lower):
            word = match.group()
            pieces.append(word)
            at.append(length)
            form_at.append(match.start())
            length += len(word)
        return _Letters("".join(pieces), at, form_at)

    @property
    def letters(self) -> str:
        """Only the letters and digits, in lower case, without markers of notes such as [3]."""
        return self._letters.text

    def letters_to_form(self, at: int) -> int:
        """The offset in `form` of the character of `letters` at `at`."""
        letters = self._letters
        place = bisect_right(letters.at, at) - 1
        return letters.form_at[place] + at - letters.at[place]

    def letters_offset(self, form: int) -> int:
        """The offset in `letters` of the first letter at or after an offset of `form`."""
        letters = self._letters
        place = bisect_left(letters.form_at, form)
        return letters.at[place] if place < len(letters.at) else len(letters.text)


def _replacement(kind: str | None, found: str, *, between_digits: bool) -> str:
    if kind == "gap":
        hidden = found[0] in _BREAKS or not any(char.isspace() for char in found)
        if hidden and between_digits:
            # What a reader does not see, or what was a hyphen at a line's end, must not make "10-12" into 1012.
            return "-" if found[0] in _BREAKS else " "
        return "" if hidden else " "
    if kind == "hyphen":
        return "-"
    if kind == "marked":
        return unicodedata.normalize("NFC", found)
    folded = unicodedata.decomposition(found).startswith(_FOLDED_FORMS)
    return unicodedata.normalize("NFKC", found) if folded else found


def lowered(text: str) -> str:
    """`text` in lower case with every character at its old offset."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def fold(text: str) -> str:
    """The typographic form of `text`, without outer spaces: equal forms differ in typography only."""
    return Normalised(text).form.strip()
