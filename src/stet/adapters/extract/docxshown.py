"""What a Word document shows, made plain for its reader: hidden text taken out, wrapped text unwrapped.

Office Open XML, ECMA-376 part 1: 17.3.2.41 `vanish`, 17.4.20 `hidden` rows, 17.7 styles, 17.16.19 `fldSimple`.
"""

import io
import zipfile
from typing import NamedTuple, cast

from stet.adapters.extract.tree import Element, etree, remove
from stet.adapters.extract.values import Unreadable
from stet.domain.evidence import PageStatus

_FALSE = ("0", "false", "off")
# Both namespaces of documents, transitional and strict.
_WORDS = (
    "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}",
    "{http://purl.oclc.org/ooxml/wordprocessingml/main}",
)
_MATH = (
    "{http://schemas.openxmlformats.org/officeDocument/2006/math}",
    "{http://purl.oclc.org/ooxml/officeDocument/math}",
)
# Around text that is shown, and passed over by the reader.
_WRAPPERS = ("fldSimple", "dir", "bdo", "ruby", "rubyBase")
_MARKS_OF_XML = (b"<", b"\xef\xbb\xbf<", b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")


class _Styles(NamedTuple):
    """What styles say of hiding, by id; the ids of the default ones; and whether the document hides by default."""

    says: dict[str, bool | None]
    defaults: dict[str, str]
    document: bool


def shown(raw: bytes) -> bytes:
    """The document without what is hidden, and with what its reader would pass over made plain.

    Where styles contradict each other, what may be hidden is taken out.
    The archive must have been checked.

    Raises:
        Unreadable: a part that cannot be read, or is nested too deep
    """
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    roots = {
        name: _root(part, name) for name, part in parts.items() if part.lstrip().startswith(_MARKS_OF_XML)
    }
    words = {name: root for name, root in roots.items() if root is not None and _namespace(root) in _WORDS}
    # By what they hold: which name a part has is the document's own choice.
    styles = _styles([root for root in words.values() if root.tag == f"{_namespace(root)}styles"])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, part in parts.items():
            if name in words:
                _take_out(words[name], styles)
                _unwrap(words[name])
                archive.writestr(name, etree().tostring(words[name], encoding="UTF-8", xml_declaration=True))
            elif name not in roots or roots[name] is not None:
                archive.writestr(name, part)
    return packed.getvalue()


def _root(part: bytes, name: str) -> Element | None:
    """The root of a part of XML; None where the part need not be XML and is none."""
    lxml = etree()
    # Without huge_tree, nesting is at most 256 deep, which bounds every look upwards.
    parser = lxml.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        return cast("Element", lxml.fromstring(part, parser))
    except (lxml.XMLSyntaxError, ValueError) as error:
        if not name.endswith((".xml", ".rels")):
            return None
        why = (
            "the document is nested too deep"
            if "depth" in str(error)
            else "the document's parts cannot be read"
        )
        raise Unreadable(PageStatus.BROKEN, why) from error


def _namespace(root: Element) -> str:
    """The root's namespace in braces."""
    return root.tag[: root.tag.find("}") + 1]


def _styles(roots: list[Element]) -> _Styles:
    says: dict[str, bool | None] = {}
    based: dict[str, str] = {}
    defaults: dict[str, str] = {}
    document = False
    for root in roots:
        w = _namespace(root)
        document |= _vanishes(root.find(f"{w}docDefaults/{w}rPrDefault/{w}rPr"), w) or False
        for style in root.iter(f"{w}style"):
            name = style.get(f"{w}styleId") or ""
            says[name] = _vanishes(style.find(f"{w}rPr"), w)
            based[name] = _value(style.find(f"{w}basedOn"), w)
            if (style.get(f"{w}default") or "0").lower() not in _FALSE:
                defaults[style.get(f"{w}type") or ""] = name
    return _Styles({name: _inherited(name, says, based) for name in says}, defaults, document)


def _inherited(name: str, says: dict[str, bool | None], based: dict[str, str]) -> bool | None:
    seen: set[str] = set()
    while name in says and name not in seen and len(seen) < 100:
        if says[name] is not None:
            return says[name]
        seen.add(name)
        name = based[name]
    return None


def _vanishes(properties: Element | None, w: str) -> bool | None:
    """Whether run properties hide; None where they say nothing."""
    mark = properties.find(f"{w}vanish") if properties is not None else None
    return None if mark is None else _value(mark, w).lower() not in _FALSE


def _take_out(root: Element, styles: _Styles) -> None:
    w = _namespace(root)
    # Looked up from the properties, of which there are few: from each run it would be the square of a long paragraph.
    paragraphs = {_owner(e): _value(e, w) for e in root.iter(f"{w}pStyle")}
    tables = {_owner(e): _value(e, w) for e in root.iter(f"{w}tblStyle")}
    rows = {_owner(e) for e in root.iter(f"{w}hidden") if _value(e, w).lower() not in _FALSE}
    for run in list(root.iter(f"{w}r")):
        around = list(run.iterancestors())
        properties = run.find(f"{w}rPr")
        hides = _vanishes(properties, w)
        if hides is None:
            own = _value(properties.find(f"{w}rStyle"), w) if properties is not None else ""
            paragraph = next((e for e in around if e.tag == f"{w}p"), None)
            table = next((e for e in around if e.tag == f"{w}tbl"), None)
            used = (
                own or styles.defaults.get("character", ""),
                paragraphs.get(paragraph, "") or styles.defaults.get("paragraph", ""),
                tables.get(table, ""),
            )
            said = [styles.says.get(style) for style in used]
            hides = True in said or (styles.document and False not in said)
        if hides or not rows.isdisjoint(around):
            remove(run)


def _owner(element: Element) -> Element | None:
    """Whose property an element is: it stands in the properties, and they in their owner."""
    properties = element.getparent()
    return properties.getparent() if properties is not None else None


def _unwrap(root: Element) -> None:
    w = _namespace(root)
    for element in list(root.iter(*(f"{w}{name}" for name in _WRAPPERS))):
        _replace(element, list(element))
    for m in _MATH:
        for around in list(root.iter(f"{m}oMathPara")):
            _replace(around, list(around))
        for formula in list(root.iter(f"{m}oMath")):
            run = etree().Element(f"{w}r")
            words = etree().SubElement(run, f"{w}t")
            words.text = _formula(formula, m)
            words.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
            _replace(formula, [run])


def _formula(formula: Element, m: str) -> str:
    """A formula in one line; one with fractions, powers and the like is named and not flattened into another number."""
    if any(part.tag != f"{m}r" for part in formula):
        return "[formula]"
    return "".join(part.text or "" for part in formula.iter(f"{m}t"))


def _replace(element: Element, by: list[Element]) -> None:
    """Put elements in the place of another."""
    parent = element.getparent()
    if parent is not None:
        for part in by:
            element.addprevious(part)
        remove(element)


def _value(element: Element | None, w: str) -> str:
    return (element.get(f"{w}val") or "") if element is not None else ""
