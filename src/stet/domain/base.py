"""The root of all values, canonical JSON and tagged content ids."""

import hashlib
import json
from typing import Any

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A frozen value: no extra fields, equal when its fields are equal."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="null")


def canonical_json(value: Any) -> str:
    """The one JSON text of `value`: sorted keys, no spaces, no escapes beyond what JSON demands.

    Part of the contract: every content id and every link of a hash chain is made over this text.
    """
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def content_id(data: bytes | str) -> str:
    """The tagged hash of `data` (text as UTF-8): `sha256:` and 64 hex digits.

    The tag names the algorithm, so that a change of algorithm can never pass for a change of content.
    """
    # Lone surrogates can come out of broken files; they must hash, not crash.
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return f"sha256:{hashlib.sha256(raw).hexdigest()}"


def value_id(value: Any) -> str:
    """The content id of a value: the hash of its canonical JSON."""
    return content_id(canonical_json(value))
