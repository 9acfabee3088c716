"""Texts that settings are made of, refused where they cannot be what they should."""

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator


def without_nul(text: str) -> str:
    """Refuse what no file name, address or name can hold, before it reaches something that fails oddly."""
    if "\0" in text or not text.strip():
        raise ValueError("is empty or holds a NUL character")
    return text


def is_address(text: str) -> str:
    """Refuse what is no http(s) address of a host, before it is asked for."""
    try:
        parts = urlsplit(text.strip())
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        good = False
    if not good:
        raise ValueError("is not an address such as http://127.0.0.1:8080")
    return text.strip()


Text = Annotated[str, AfterValidator(without_nul)]
Address = Annotated[str, AfterValidator(is_address)]
