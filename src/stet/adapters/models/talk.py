"""A model that answers: one call, one HTTP exchange, one `Said` or one typed error."""

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from stet.adapters.http import Reply
from stet.adapters.models.call import called, messages, parameters, private
from stet.adapters.models.habits import Habits, Manner, Memory, lesson, manner
from stet.adapters.models.prices import Counted, Prices
from stet.adapters.models.providers import Access, Seat, check_key, seat
from stet.adapters.models.said import asked_tokens, said
from stet.domain.base import Value
from stet.domain.budget import Usage
from stet.errors import Learned
from stet.ports import Ask, Said

if TYPE_CHECKING:
    from pydantic_ai.settings import ModelSettings

DEFAULT_WINDOW = 32_000
"""Tokens of question and answer, for a model that no list knows."""


class Settings(Value):
    """How a model is asked beside the question; None leaves a parameter to the service.

    `seconds` limits the whole call; `window` overrides how many tokens question and answer may have together.
    """

    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    seed: int | None = None
    effort: Literal["minimal", "low", "medium", "high"] | None = None
    seconds: float = Field(default=300.0, gt=0)
    window: int | None = Field(default=None, gt=0)

    def given(self) -> tuple[str, ...]:
        """The parameters that are set."""
        names = ("temperature", "top_p", "seed", "effort")
        return tuple(name for name in names if getattr(self, name) is not None)


class TalkingModel:
    """The Model port over any provider.

    A 400 that says how the service wants to be asked raises `Learned`, which is retryable: the next call is made in
    another manner. `memory` may be shared by many models.

    Raises:
        BadSetting: `name` or `access` cannot be used
    """

    def __init__(
        self,
        name: str,
        access: Access,
        settings: Settings | None = None,
        prices: Prices | None = None,
        memory: Memory | None = None,
    ) -> None:
        self._seat = seat(name, access)
        self._settings = settings or Settings()
        self._prices = prices or Prices()
        self._memory = memory or Memory()

    @property
    def name(self) -> str:
        """See `stet.ports.Model`."""
        return self._seat.name

    @property
    def window(self) -> int:
        """See `stet.ports.Model`: as set, or by the public list, or 32,000."""
        return self._settings.window or self._prices.window(self._seat) or DEFAULT_WINDOW

    def check(self) -> None:
        """See that the model can be asked at all, before anything is planned.

        Raises:
            KeyMissing: it needs a key and has none
        """
        check_key(self._seat)

    def bound(self, ask: Ask) -> Usage:
        """See `stet.ports.Model`; every three bytes of the question count as a token, and the limit in full."""
        asked = asked_tokens(ask)
        usd = self._prices.usd(self._seat, Counted(input=asked, output=ask.limit))
        return Usage(model_calls=1, tokens=asked + ask.limit, usd=usd)

    async def ask(self, ask: Ask) -> Said:
        """See `stet.ports.Model`; exactly one HTTP exchange.

        Raises:
            Learned: ask again at once
            TooLong, UnknownModel: besides the errors of the port
        """
        habits = self._memory.of(self._seat)
        how = manner(self._seat, habits, shaped=ask.shape is not None, parameters=self._settings.given())
        response = await called(
            self._seat,
            how,
            messages(ask.system, ask.prompt, ask.shape if how.mode == "prompted" else None),
            _sent(self._seat, self._settings, how, ask),
            parameters(ask.shape, how.mode),
            seconds=self._settings.seconds,
            inspect=lambda reply: self._learn(reply, how, habits),
        )
        answer = said(response, ask, how.mode, self._seat, self._prices)
        if how.limit and not answer.estimated and answer.output_tokens > ask.limit:
            self._memory.ignore(self._seat, how.limit)
        return answer

    def _learn(self, reply: Reply, how: Manner, habits: Habits) -> None:
        """Remember what a refusal is about.

        Raises:
            Learned: it is about the manner of asking, and there is another
        """
        what = lesson(reply.status, reply.body.decode("utf-8", "replace"), how)
        if what is None or what in habits.refused:
            return
        self._memory.refuse(self._seat, what)
        raise Learned(f"{self.name} does not take {what!r} and is asked without it from now on")


def _sent(place: Seat, settings: Settings, how: Manner, ask: Ask) -> "ModelSettings":
    sent = private(place, odds=ask.odds)
    sent["max_tokens"] = ask.limit
    if "temperature" in how.parameters and settings.temperature is not None:
        sent["temperature"] = settings.temperature
    if "top_p" in how.parameters and settings.top_p is not None:
        sent["top_p"] = settings.top_p
    if "seed" in how.parameters and settings.seed is not None:
        sent["seed"] = settings.seed
    if "effort" in how.parameters and settings.effort is not None:
        sent["thinking"] = settings.effort
    return sent
