"""Keys in what services answer: some repeat the key that they were sent, and no key is kept or shown."""

SHORTEST = 8
"""Characters. What is shorter is a word or a placeholder (`EMPTY`, `none`), which answers hold by chance."""


def without_key(body: bytes, key: str) -> bytes:
    """An answer with the key taken out; one too short to be told from words stays, since the words are needed."""
    return body.replace(key.encode(), b"[key]") if len(key) >= SHORTEST else body
