"""Text from documents made safe to show: nothing in it may act, in any format."""

import re

_UNSHOWABLE = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff\ufff9-\ufffb]"
)
_MARKS = re.compile(
    r"[\\`*_\[\]<>|~$^]|&(?=[#\w])|(?<=\S)@(?=\S)|:(?=//)|(?<=www)\.|(?<=mailto):", re.IGNORECASE
)
_AT_START = re.compile(r"([#+\-=:])|(\d{1,9})([.)])")
_LINKABLE = re.compile(
    r"https?://[\w.\-]{1,253}(?::\d{1,5})?(?:[/?#][^\s<>\"'`\\|{}^]{0,1800})?", re.ASCII | re.IGNORECASE
)


def visible(text: str) -> str:
    """`text` with control characters and bidi overrides shown as U+FFFD; lengths stay the same.

    Overrides and isolates can make a sentence read as another one; line feeds and tabs stay.
    """
    return _UNSHOWABLE.sub("\ufffd", text)


def one_line(text: str) -> str:
    """`visible` text with white space folded to single spaces."""
    return " ".join(visible(" ".join(text.split())).split())


def short(text: str, limit: int) -> str:
    """`one_line` text of at most `limit` characters, cut at a word where there is one."""
    folded = one_line(text)
    if len(folded) <= limit:
        return folded
    head = folded[: limit - 1]
    at = head.rfind(" ")
    return (head[:at] if at > limit // 2 else head).rstrip() + "…"


def markdown_text(text: str) -> str:
    """`text` as a line of Markdown in which nothing takes effect: no link, image, heading, table or HTML."""
    escaped = _MARKS.sub(lambda m: "\\" + m.group(), one_line(text))
    start = _AT_START.match(escaped)
    if start is None:
        return escaped
    if start[1]:
        return "\\" + escaped
    return f"{start[2]}\\{start[3]}{escaped[start.end() :]}"


def web_address(text: str) -> str | None:
    """`text` when it is an http(s) address that may be a link, else None."""
    return text if _LINKABLE.fullmatch(text) else None
