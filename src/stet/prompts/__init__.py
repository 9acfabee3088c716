"""The prompts, one Markdown file each; nothing else reads them.

A prompt is the part of a call that stays the same, so that a provider's prompt cache can hit. It holds no facts and no
date; these stand in the part that varies.
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from stet.domain.base import content_id
from stet.domain.run import PromptHash

NAMES = (
    "claims",
    "coverage",
    "judge",
    "judge_logprob",
    "narrower",
    "planner",
    "planter",
    "repair",
    "reviewer",
    "section",
    "single",
    "supervisor",
    "writer",
)


class Prompt(NamedTuple):
    """A prompt: its name, its text and the content id of the text."""

    name: str
    text: str
    sha256: str


@cache
def prompt(name: str) -> Prompt:
    """The prompt of this name, one of `NAMES`.

    Raises:
        KeyError: there is none
    """
    if name not in NAMES:
        raise KeyError(name)
    text = (files(__name__) / f"{name}.md").read_text(encoding="utf-8").strip()
    return Prompt(name, text, content_id(text))


def all_hashes() -> tuple[PromptHash, ...]:
    """Every prompt by name and content id, in the order of the names: what a run says it was made with."""
    return tuple(PromptHash(name=each, sha256=prompt(each).sha256) for each in NAMES)
