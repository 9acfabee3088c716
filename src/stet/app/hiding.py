"""What others are told names no folder of this machine."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stet.app.place import Place

Hidden = tuple[tuple[str, str], ...]
"""Folders and what is said in their place, the longest first."""


def hidden_of(place: "Place") -> Hidden:
    """Folders that errors may name, and what others read in their place."""
    settings = place.settings
    known = {folder: f"corpus {name}" for name, folder in settings.serve.corpora.items()}
    known |= {str(place.app.home): "the home folder", settings.store: "the store"}
    known |= {str(settings.home): "the home folder", str(settings.config): "the settings"}
    known |= {sys.prefix: "the program"}
    return tuple(sorted(known.items(), key=lambda each: -len(each[0])))


def without(text: str, hidden: Hidden) -> str:
    """The text with other words in place of the folders."""
    for folder, said in hidden:
        text = text.replace(folder, said)
    return text
