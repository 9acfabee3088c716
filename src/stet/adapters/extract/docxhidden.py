"""Word's hidden text (Office Open XML `w:vanish`), taken out before a document is read."""

import io
import zipfile
from typing import cast

from stet.adapters.extract.tree import Element, etree, remove
from stet.adapters.extract.values import Unreadable
from stet.domain.evidence import PageStatus

_STYLES = "word/styles.xml"
_FALSE = ("0", "false", "off")


def without_hidden(raw: bytes) -> bytes:
    """The document without its hidden text; the same bytes where nothing is hidden.

    Hidden is a run marked so, or one whose own style or paragraph's style says so. The archive must have been checked.

    Raises:
        Unreadable: something is hidden in a part that cannot be read
    """
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    if not any(b"vanish" in part for part in parts.values()):
        return raw
    styles = _hiding_styles(parts[_STYLES]) if _STYLES in parts else frozenset[str]()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, part in parts.items():
            text = name.startswith("word/") and name.endswith(".xml") and name != _STYLES
            archive.writestr(name, _seen(part, styles) if text else part)
    return packed.getvalue()


def _root(part: bytes) -> Element:
    lxml = etree()
    # Without huge_tree, nesting is at most 256 deep, which bounds every look upwards.
    parser = lxml.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        return cast("Element", lxml.fromstring(part, parser))
    except lxml.XMLSyntaxError as error:
        raise Unreadable(PageStatus.BROKEN, "the document's parts cannot be read") from error


def _namespace(root: Element) -> str:
    """The root's namespace in braces: documents are written in one of two, transitional and strict."""
    return root.tag[: root.tag.find("}") + 1]


def _hiding_styles(part: bytes) -> frozenset[str]:
    """The ids of styles that hide, by themselves or by the style that they are based on."""
    root = _root(part)
    w = _namespace(root)
    hides: dict[str, bool | None] = {}
    based: dict[str, str] = {}
    for style in root.iter(f"{w}style"):
        name = style.get(f"{w}styleId") or ""
        hides[name] = _vanishes(style.find(f"{w}rPr"), w)
        based[name] = _value(style.find(f"{w}basedOn"), w)
    return frozenset(name for name in hides if _inherited(name, hides, based))


def _inherited(name: str, hides: dict[str, bool | None], based: dict[str, str]) -> bool:
    for _ in range(20):  # a chain of styles is short, unless it is a circle
        if name not in hides:
            return False
        if (says := hides[name]) is not None:
            return says
        name = based[name]
    return False


def _vanishes(properties: Element | None, w: str) -> bool | None:
    """Whether run properties hide; None where they say nothing."""
    mark = properties.find(f"{w}vanish") if properties is not None else None
    return None if mark is None else _value(mark, w).lower() not in _FALSE


def _seen(part: bytes, styles: frozenset[str]) -> bytes:
    root = _root(part)
    w = _namespace(root)
    for run in list(root.iter(f"{w}r")):
        properties = run.find(f"{w}rPr")
        own = _vanishes(properties, w)
        if own or (own is None and not styles.isdisjoint(_styles_of(run, properties, w))):
            remove(run)
    return cast("bytes", etree().tostring(root, encoding="UTF-8", xml_declaration=True))


def _styles_of(run: Element, properties: Element | None, w: str) -> tuple[str, ...]:
    own = _value(properties.find(f"{w}rStyle"), w) if properties is not None else ""
    around = next((e for e in run.iterancestors() if e.tag == f"{w}p"), None)
    return (own, _value(around.find(f"{w}pPr/{w}pStyle"), w)) if around is not None else (own,)


def _value(element: Element | None, w: str) -> str:
    return (element.get(f"{w}val") or "") if element is not None else ""
