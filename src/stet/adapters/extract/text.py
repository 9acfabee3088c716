"""Plain text."""

from stet.adapters.extract.blocks import paragraphs
from stet.domain.evidence import Mark


def read_text(text: str) -> tuple[str, tuple[Mark, ...]]:
    """The text with its lines as they are; form feeds are page breaks and become blank lines."""
    return paragraphs(text.replace("\f", "\n\n")), ()
