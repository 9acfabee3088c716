"""The text that the tests of `stet check` share: five statements, of which one stands and one is wrong."""

from pathlib import Path

TEXT = """# The ferry toll

The ferry toll starts on 1 September 2026 for every passenger with a bicycle. [1] Children under nine travel free of
charge. [1] The toll begins in summer. [2] Most of the passengers complain about it. The coffee on board is good. [9]

## Sources

[1] Notice of the harbour office. https://harbour.example/notice
[2] A page elsewhere. https://elsewhere.example/page
"""


def write_text(folder: Path) -> Path:
    """The text as a file: statements that are verbatim, wrong, on a source that is not there, uncited, dangling."""
    path = folder / "text.md"
    path.write_text(TEXT, encoding="utf-8")
    return path
