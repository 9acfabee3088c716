"""How a model likes to be asked: a table to begin with, and what its refusals taught.

A shape can be asked for in three ways: `native` (the service holds the model to a JSON schema), `tool` (the answer is
the arguments of a function that the model must call) and `prompted` (the schema stands in the prompt). The limit of
the answer has two names in the chat format. Servers disagree on all of this and on parameters, and say so in the words
of a 400; what one refused is never sent to it again by the same `Memory`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from stet.adapters.models.providers import Format, Seat
from stet.domain.base import Value

MODES = ("native", "tool", "prompted")
LIMITS = ("max_completion_tokens", "max_tokens")

# (provider, beginning of the model's name, mode); the longest beginning that fits decides.
_FIRST_MODE = (
    ("openai", "", "native"),
    ("openai", "gpt-3.5", "tool"),
    ("openai", "gpt-4-", "tool"),
    ("openai-responses", "", "native"),
    ("anthropic", "", "native"),
    ("anthropic", "claude-3", "tool"),
    ("anthropic", "claude-opus-4-0", "tool"),
    ("anthropic", "claude-opus-4-2", "tool"),
    ("anthropic", "claude-sonnet-4-0", "tool"),
    ("anthropic", "claude-sonnet-4-2", "tool"),
    ("google", "", "native"),
    ("google", "gemma", "prompted"),
    ("openrouter", "", "tool"),
    ("openrouter", "openai/", "native"),
    ("openrouter", "google/", "native"),
    ("cometapi", "", "tool"),
    ("cometapi", "gpt-", "native"),
    ("cometapi", "o1", "native"),
    ("cometapi", "o3", "native"),
    ("cometapi", "o4", "native"),
    ("cometapi", "gemini", "native"),
    ("local", "", "native"),
)
_FIRST_LIMIT = (
    ("openai", "", "max_completion_tokens"),
    ("openrouter", "", "max_tokens"),
    ("cometapi", "", "max_tokens"),
    ("cometapi", "gpt-5", "max_completion_tokens"),
    ("cometapi", "gpt-6", "max_completion_tokens"),
    ("cometapi", "o1", "max_completion_tokens"),
    ("cometapi", "o3", "max_completion_tokens"),
    ("cometapi", "o4", "max_completion_tokens"),
    ("local", "", "max_tokens"),
)

_NAMES = {
    "native": (
        "response_format",
        "json_schema",
        "json schema",
        "structured output",
        "output_config",
        "output_format",
        "text.format",
        "responseschema",
        "response_schema",
        "response_json_schema",
        "responsejsonschema",
        "response_mime_type",
        "responsemimetype",
        "grammar",
    ),
    "tool": ("tool_choice", "tool choice", "tools", "tool use", "tool call", "function call", "toolconfig"),
    "temperature": ("temperature",),
    "top_p": ("top_p", "topp"),
    "seed": ("seed",),
    "effort": ("reasoning_effort", "reasoning.effort", "reasoning", "thinking", "effort"),
}
_UNWANTED = re.compile(
    r"unsupported|not support|n't support|not compatible|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed"
    r"|extra (?:inputs|fields)|only the default|deprecated|not available|no endpoints|instead|cannot be used"
)
_TEACHING = (400, 404, 422, 501)


class Habits(Value):
    """What one model refused (modes, names of the limit, parameters), and which names of the limit it ignored."""

    refused: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


class Memory:
    """What was learned, by base URL and model; shared by the models of a process."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Habits] = {}

    def of(self, place: Seat) -> Habits:
        """The habits of a model, as far as they are known."""
        return self._known.get((place.base_url, place.model), Habits())

    def refuse(self, place: Seat, what: str) -> None:
        """Never send `what` there again."""
        known = self.of(place)
        refused = tuple(dict.fromkeys((*known.refused, what)))
        self._known[place.base_url, place.model] = known.model_copy(update={"refused": refused})

    def ignore(self, place: Seat, what: str) -> None:
        """The server took `what`, and did not heed it."""
        known = self.of(place)
        ignored = tuple(dict.fromkeys((*known.ignored, what)))
        self._known[place.base_url, place.model] = known.model_copy(update={"ignored": ignored})


@dataclass(frozen=True, slots=True)
class Manner:
    """How one call is made: the mode of the shape (`text` for prose), the limit's name, the parameters sent."""

    mode: str
    limit: str | None
    parameters: tuple[str, ...] = ()


def manner(place: Seat, habits: Habits, *, shaped: bool, parameters: Iterable[str] = ()) -> Manner:
    """How to ask next: what the table says, without what was refused; a name that is heeded before one that is not."""
    mode = _ladder(_listed(_FIRST_MODE, place), MODES, habits.refused)[0] if shaped else "text"
    limit = None
    if place.provider.format is Format.CHAT:
        left = _ladder(_listed(_FIRST_LIMIT, place), LIMITS, habits.refused)
        limit = next((name for name in left if name not in habits.ignored), left[0])
    return Manner(mode, limit, tuple(name for name in parameters if name not in habits.refused))


def lesson(status: int, text: str, sent: Manner) -> str | None:
    """Which part of what was sent the words of a refusal are about, or None where they are about something else.

    `text` is the body of the answer. A limit that is too high, a wrong value of a parameter that is known, and a
    refusal that names nothing that was sent, teach nothing.
    """
    if status not in _TEACHING:
        return None
    words = text[:20_000].casefold()
    unwanted = _UNWANTED.search(words) is not None
    if status != 404:
        if unwanted and sent.limit and re.search(rf"\b{sent.limit}\b", words):
            return sent.limit
        for name in sent.parameters:
            if unwanted and any(spelling in words for spelling in _NAMES[name]):
                return name
    if any(spelling in words for spelling in _NAMES.get(sent.mode, ())):
        return sent.mode
    return None


def _listed(table: tuple[tuple[str, str, str], ...], place: Seat) -> str:
    model = place.model.casefold()
    fitting = [row for row in table if row[0] == place.provider.name and model.startswith(row[1])]
    return max(fitting, key=lambda row: len(row[1]))[2]


def _ladder(first: str, every: tuple[str, ...], refused: tuple[str, ...]) -> list[str]:
    """`first` and then the others in order, without those refused; never empty."""
    order = list(dict.fromkeys((first, *every)))
    return [name for name in order if name not in refused] or order[-1:]
