"""Text from documents made safe to show: nothing in it may act, in any format."""

import re

_UNSHOWABLE = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff\ufff9-\ufffb]"
)
# Scripts whose words are spelt with joiners (Arabic, Syriac, N'Ko, the Indic ones to Tibetan, Myanmar, Khmer,
# Mongolian and their later blocks), and emoji, which are put together with them.
_JOINED = (
    "[\u0600-\u061b\u061d-\u08ff\u0900-\u109f\u1780-\u180d\u180f-\u18af\u1b00-\u1b7f\ua8e0-\ua8ff"
    "\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00010bff\U00011000-\U000117ff\U0001e900-\U0001e95f"
    "\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
)
_IDEOGRAPH = "[\u3005\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
# What has no width of its own: soft hyphens, fillers, zero-width spaces, direction marks, tags.
_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
)
# Joiners and variation selectors where what stands before them has no use for one.
_USELESS = re.compile(
    f"(?<!{_JOINED})(?<!{_JOINED}\ufe0f)[\u200c\u200d]"
    "|(?<=[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f]"
    f"|(?<!{_IDEOGRAPH})[\U000e0100-\U000e01ef]"
)
_MARKS = re.compile(
    r"[\\`*_\[\]<>|~$^]|&(?=[#\w])|(?<=\S)@(?=\S)|:(?=//)|(?<=www)\.|(?<=mailto):", re.IGNORECASE
)
_AT_START = re.compile(r"([#+\-=:])|(\d{1,9})([.)])")
_LINKABLE = re.compile(
    r"https?://[\w.\-]{1,253}(?::\d{1,5})?(?:[/?#][^\s<>\"'`\\|{}^]{0,1800})?", re.ASCII | re.IGNORECASE
)


def without_hidden(text: str) -> str:
    """`text` without characters that have no width: they can hide words or break them where nobody sees it.

    Joiners stay behind letters and emoji that are written with them.
    """
    return text if text.isascii() else _USELESS.sub("", _HIDDEN.sub("", text))


def visible(text: str) -> str:
    """`without_hidden`, with control characters and overrides of the writing direction shown as U+FFFD.

    Overrides and isolates can make a sentence read as another one; line feeds and tabs stay.
    """
    return _UNSHOWABLE.sub("\ufffd", without_hidden(text))


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
