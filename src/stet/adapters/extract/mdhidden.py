"""Text that HTML inside Markdown hides, where the tags stand apart from the text between them."""

import re

_TAG = re.compile(r"<(/?)([a-z][a-z0-9]{0,20})\b[^<>]{0,2000}>", re.IGNORECASE)
_MAY_HIDE = re.compile(r"style|hidden|color", re.IGNORECASE)
_NEVER_TEXT = frozenset(("template", "noscript", "script", "style", "svg", "iframe", "textarea", "select"))
_VOID = frozenset(("area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))


class Veil:
    """Whether a tag that hides what it begins is open; it is drawn until that tag's own end."""

    def __init__(self) -> None:
        self._tag = ""
        self._depth = 0

    @property
    def drawn(self) -> bool:
        """Whether what stands here is hidden."""
        return self._depth > 0

    def over(self, html: str) -> str:
        """Take note of the tags in a piece of HTML; what is left of it to be read."""
        seen: list[str] = []
        at = 0
        for match in _TAG.finditer(html):
            tag = match[2].lower()
            if self._depth:
                if tag == self._tag and not match[0].endswith("/>"):
                    self._depth += -1 if match[1] else 1
                    at = match.end()
            elif not match[1] and tag not in _VOID and _hides(match[0], tag):
                seen.append(html[at : match.start()])
                self._tag, self._depth = tag, 1
        if not self._depth:
            seen.append(html[at:])
        return "".join(seen)


def _hides(text: str, tag: str) -> bool:
    if tag in _NEVER_TEXT:
        return True
    if not _MAY_HIDE.search(text):
        return False
    from stet.adapters.extract.htmlhidden import hides

    return hides(text)
