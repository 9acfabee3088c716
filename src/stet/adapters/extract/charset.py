"""Bytes to characters."""

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What browsers do with these labels (WHATWG Encoding Standard): the larger set that contains the named one.
_LARGER = {
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "windows-1252": "cp1252",
    "iso-8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "tis-620": "cp874",
}
_META = re.compile(rb"<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}[\"']?([A-Za-z0-9_\-:]{2,40})", re.IGNORECASE)
_XML = re.compile(
    rb"^\s{0,20}<\?xml[^>]{0,200}?encoding\s{0,5}=\s{0,5}[\"']([A-Za-z0-9_\-:]{2,40})", re.IGNORECASE
)
_DECLARED = re.compile(r"charset\s{0,5}=\s{0,5}[\"']?([A-Za-z0-9_\-:]{2,40})", re.IGNORECASE)
_SAMPLE = 65_536


def decode(raw: bytes, declared_type: str | None = None) -> str:
    """The characters of `raw`; never fails, and never changes valid UTF-8.

    Order: byte-order mark, valid UTF-8, nearly valid UTF-8, what the page says (its own words before the
    server's, which are more often wrong), then detection by content.
    """
    for bom, name in _BOMS:
        if raw.startswith(bom):
            return raw.decode(name, "replace")
    if wide := _wide_without_bom(raw):
        return raw.decode(wide, "replace")
    if b"\x1b$" not in raw[:_SAMPLE]:  # ISO-2022-JP is ASCII bytes, hence valid UTF-8
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            text = raw.decode("utf-8", "replace")
            if _mostly_utf8(text):
                return text
    for label in _labels(raw, declared_type):
        text = _try(raw, label)
        if text is not None:
            return text
    return _detect(raw)


def _wide_without_bom(raw: bytes) -> str | None:
    sample = raw[:2_000]
    if len(sample) < 8:
        return None
    odd, even = sample[1::2].count(0), sample[::2].count(0)
    half = len(sample) // 2
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.6 * half and odd < 0.1 * half else None


def _mostly_utf8(text: str) -> bool:
    """Whether the replaced bytes are few beside the multi-byte characters that were read: a cut or a slip."""
    bad = text.count("\ufffd")
    good = sum(1 for c in text if c > "\x7f") - bad
    return good >= 10 * bad


def _labels(raw: bytes, declared_type: str | None) -> list[str]:
    head = raw[:4_096]
    found = [m.group(1).decode("ascii") for m in (_XML.search(head), _META.search(head)) if m]
    if declared_type and (m := _DECLARED.search(declared_type)):
        found.append(m.group(1))
    return found


def _try(raw: bytes, label: str) -> str | None:
    """`raw` by this label, or None where the label is unknown or clearly wrong for these bytes."""
    name = _LARGER.get(label.lower(), label)
    try:
        codec = codecs.lookup(name)
    except LookupError:
        return None
    if codec.name == "utf-8":
        return None
    try:
        text = raw.decode(codec.name, "replace")
    except (LookupError, ValueError):  # `base64`, `rot13`, `idna`: codecs, but not of text
        return None
    return text if text.count("\ufffd") * 50 <= max(len(text), 50) else None


def _detect(raw: bytes) -> str:
    from resiliparse.parse.encoding import detect_encoding

    name = detect_encoding(raw[:_SAMPLE], from_html_meta=False)
    text = _try(raw, name) if name else None
    return text if text is not None else raw.decode("cp1252", "replace")
