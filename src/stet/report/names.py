"""File names for exports, from any title."""

import re
import unicodedata

from stet.report.clean import one_line

_KEEP = re.compile(r"[^\w.\-]+")
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)", re.IGNORECASE)
MAX_BYTES = 120


def file_name(title: str, extension: str, fallback: str = "report") -> str:
    """A name that every common file system takes: at most 120 bytes of UTF-8, a dot and the extension.

    Letters and digits of any script stay; everything else becomes `-`. There is never a folder in it, a
    hidden file or a device name of Windows. `extension` comes from the program; `fallback` stands in for an
    empty title.
    """
    folded = unicodedata.normalize("NFC", one_line(title)).replace("\ufffd", "")
    stem = _KEEP.sub("-", folded)
    stem = re.sub(r"[-.]{2,}", "-", stem)
    stem = _cut(stem).strip("-._ ")
    if not stem or _DEVICES.match(stem):
        stem = f"{fallback}-{stem}" if stem else fallback
    return f"{stem}.{extension}"


def _cut(stem: str) -> str:
    """At most `MAX_BYTES` bytes, at a word where there is one, never within a character."""
    raw = stem.encode("utf-8", "ignore")
    if len(raw) <= MAX_BYTES:
        return stem
    head = raw[:MAX_BYTES].decode("utf-8", "ignore")
    at = head.rfind("-")
    return head[:at] if at > len(head) // 2 else head
