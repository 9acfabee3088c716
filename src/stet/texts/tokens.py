"""What is told apart inside a block."""

from typing import Literal, NamedTuple

Kind = Literal["mark", "link", "address", "words", "kept", "power", "gone"]


class Token(NamedTuple):
    """Something at `[start, end)` of a block's words that is more than its characters.

    `mark` names keys, `link` has words `[inner, inner_end)` and leads to `url`, `address` is its own link, `words`
    is `[words][key]`; `kept` shows `[inner, inner_end)` (code, formulas), `power` shows it raised,
    `gone` shows nothing (tags, images).
    """

    kind: Kind
    start: int
    end: int
    names: tuple[str, ...] = ()
    url: str | None = None
    inner: int = 0
    inner_end: int = 0
    weak: bool = False
