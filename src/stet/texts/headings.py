"""Headings that announce a list of sources, in the languages that texts are mostly written in."""

import re
import unicodedata
from typing import Final

from stet.texts.blocks import Block

_NAMES: Final = frozenset(
    name.strip()
    for name in """
    source, sources, reference, references, reference list, list of references, references and notes,
    notes and references, bibliography, works cited, sources cited, cited sources, cited works,
    literature, literature cited, list of sources, source list, sources and references,
    references and sources, sources consulted, sources used, key sources, main sources, citations,
    citation list, endnotes, footnotes, notes, links, further reading, references used, web sources,
    online sources, primary sources, secondary sources, selected references, selected bibliography,
    additional sources, resources, sources and further reading, references and further reading,
    source links, reference links, urls, quellen, quelle, quellenverzeichnis, quellenangaben,
    literatur, literaturverzeichnis, einzelnachweise, referenzen, nachweise, fußnoten,
    quellen und literatur, literatur und quellen, belege, weblinks, références, référence,
    bibliographie, sources et références, références bibliographiques, notes et références, liens,
    fuentes, fuente, referencias, referencia, bibliografía, referencias bibliográficas,
    fuentes consultadas, notas, enlaces, fonti, riferimenti, bibliografia, riferimenti bibliografici,
    sitografia, note, note e riferimenti, fontes, referências, referências bibliográficas,
    bibliografia e fontes, bronnen, bronvermelding, bronnenlijst, referenties, literatuur,
    literatuurlijst, voetnoten, källor, källförteckning, referenser, litteratur, kilder, referanser,
    kildeliste, litteraturliste, referencer, lähteet, viitteet, źródła, bibliografia i źródła,
    przypisy, literatura, zdroje, prameny, odkazy, források, irodalom, hivatkozások, surse, izvori,
    kaynaklar, kaynakça, nguồn, tài liệu tham khảo, nguồn tham khảo, daftar pustaka, referensi, sumber,
    источники, источник, литература, список литературы, ссылки, примечания, библиография,
    использованные источники, джерела, література, список використаних джерел, посилання, πηγές,
    αναφορές, βιβλιογραφία, 参考文献, 參考文獻, 参考资料, 參考資料, 引用来源, 资料来源, 資料來源, 来源,
    來源, 引用, 引用文献, 参考来源, 参考链接, 文献, 信息来源, 数据来源, 参考, 参考文献与来源,
    主要参考文献, 主要参考资料, 主要来源, 出典, 出典一覧, 引用元, 情報源, 参照, 参考サイト, 脚注, 注释,
    资料, 資料, 참고문헌, 참고 문헌, 출처, 참고자료, 참고 자료, 각주, المراجع, المصادر, مراجع, مصادر,
    المصادر والمراجع, منابع, מקורות, ביבליוגרפיה, הערות שוליים, संदर्भ, स्रोत, แหล่งอ้างอิง, อ้างอิง,
    บรรณานุกรม, เอกสารอ้างอิง
    """.split(",")
)
_AROUND: Final = re.compile(r"^[\W\d_]*(?:[ivxIVX]{1,5}[.)]\s)?|[\W_]+$")
_ASIDE: Final = re.compile(r"\s?[(（][^()（）]{1,60}[)）]\s?[:：]?$")
_CJK_NUMBER: Final = re.compile(r"^[一二三四五六七八九十]{1,3}[、．.]\s?")
_LONGEST: Final = 100


def source_level(block: Block, text: str) -> int | None:
    """The level of a heading of a source list, or None where the block is none.

    A line of its own in bold, or one that ends in a colon, heads a list below every real heading: level 7.
    """
    if len(block.lines) != 1 or block.kind not in ("heading", "text", "item"):
        return None
    start, end = block.lines[0]
    if end - start > _LONGEST:
        return None
    line = text[start:end]
    if not _names_sources(line):
        return None
    if block.kind == "heading":
        return block.level
    if block.kind == "item":
        # "7. References" is a heading; "- Sources" is a point of a list.
        return 7 if block.label and ":" not in line else None
    return 7


def _names_sources(line: str) -> bool:
    plain = unicodedata.normalize("NFC", _ASIDE.sub("", line.strip(" *_#")))
    plain = _CJK_NUMBER.sub("", plain.strip(" *_"))
    return " ".join(_AROUND.sub("", plain).casefold().split()).replace(" & ", " and ") in _NAMES
