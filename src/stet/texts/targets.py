"""Where links lead: what stands in round brackets right after square ones."""

import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import Final

_LONGEST: Final = 8_000
_SPACE: Final = re.compile(r"\s")


class Targets:
    """The targets of a block's links; `closing` says where each round bracket closes."""

    def __init__(self, text: str, closing: Mapping[int, int]) -> None:
        self.text = text
        self.closing = closing
        self.spaces: list[int] | None = None

    def find(self, opening: int) -> tuple[str, int] | None:
        """Where a link leads, and where it ends."""
        begin = opening + 1
        close = self.closing.get(opening)
        if close is not None and close - begin > _LONGEST:
            close = None
        space = self._next_space(begin)
        if close is None or (
            space < close
            and self.text[begin : begin + 4].lower() != "http"
            and self.text[begin : begin + 1] != "<"
        ):
            if close is not None and space < close and (titled := self._titled(begin, space, close)):
                return titled, close + 1
            return self._unbalanced(begin, space)
        content = self.text[begin:close]
        if space >= close:
            return content.strip("<>"), close + 1
        if titled := self._titled(begin, space, close):
            return titled, close + 1
        if content.startswith("<") and ">" in content:
            return content[1:].partition(">")[0], close + 1
        return (
            (content.replace(" ", "%20"), close + 1) if len(content) <= 400 and "\n" not in content else None
        )

    def _titled(self, begin: int, space: int, close: int) -> str | None:
        """The target before a title in quotation marks, or between blanks."""
        if close - begin > 4_000:
            return None
        content = self.text[begin:close].strip()
        target, _, rest = content.partition(" ")
        rest = rest.strip()
        if not target or (rest and rest[0] not in "\"'(“"):
            return None
        return target.strip("<>") if space < close else None

    def _unbalanced(self, begin: int, space: int) -> tuple[str, int] | None:
        """The target where its own brackets do not pair: up to the last closing one before a blank."""
        if self.text[begin : begin + 4].lower() != "http":
            return None
        end = self.text.rfind(")", begin, min(space, begin + 4_000))
        return (self.text[begin:end], end + 1) if end > begin else None

    def _next_space(self, at: int) -> int:
        if self.spaces is None:
            self.spaces = [m.start() for m in _SPACE.finditer(self.text)]
        index = bisect_left(self.spaces, at)
        return self.spaces[index] if index < len(self.spaces) else len(self.text)
