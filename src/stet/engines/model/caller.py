"""How a model is asked: a call in the journal for each question, and another where the answer was cut or is none."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from pydantic import ValidationError

from stet.domain.base import Value
from stet.domain.budget import Usage
from stet.domain.events import Noted, Spoke
from stet.engines.model.answers import LONGEST, Unreadable, plain, read, without_repetition
from stet.engines.model.fences import Data, fenced
from stet.engines.model.shapes import shape_of
from stet.errors import BadAnswer, BadSetting, IntegrityError
from stet.journal import Journal, retried
from stet.ports import Ask, Finish, Model, Said, Shape
from stet.prompts import prompt

T = TypeVar("T")
V = TypeVar("V", bound=Value)

ROLES = ("planner", "analyst", "writer", "reviewer", "judge", "supervisor")

_LIMITS = {
    "planner": 1_500,
    "analyst": 4_000,
    "writer": 4_000,
    "reviewer": 1_500,
    "judge": 1_500,
    "supervisor": 300,
    "planter": 1_500,
    "single": 1_500,
}
"""The most tokens of an answer. A small window leaves a quarter of itself for the answer at most."""

_SHOWN = 6_000
"""Characters: an unreadable answer up to this long is shown again to the model that gave it."""

_SHORT = 3_000
"""Characters: a question up to this long is asked again in full with the repair."""


def _anything(_: object) -> None:
    return None


class Unusable(BadAnswer):
    """An answer came, was paid for, and is none: refused, empty, too long, or unreadable twice."""


class CutOff(Unusable):
    """The answer was longer than the limit, and than the larger one; `text` is what there is of it."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message, hint="a model with a larger window, or a question with fewer parts")
        self.text = text


@dataclass(frozen=True, slots=True)
class House:
    """What holds for every call of a run: the date, the language where it is prescribed, and what salts the marks."""

    today: date
    language: str | None = None
    salt: str = ""

    def letter(self, head: str, data: Sequence[Data], tail: str = "") -> str:
        """The varying part of a prompt: the date, the language, our words, and the data between fences."""
        tongue = self.language or "the language of the question"
        first = f"Today is {self.today.isoformat()}. Write in {tongue}."
        return fenced(f"{first}\n{head}" if head else first, data, tail, salt=self.salt)


class Caller:
    """Asks the models of a run through its journal.

    Args:
        models: the model of each role; `single` is played by the writer's.
        journal: writes each call down before it is made.
        note: told what a reader should know, and of every answer what it took.
        house: what holds for every call.
        ended: the messages of bad answers that ended earlier sessions of the run. The journal holds these answers, and
            would serve them for ever; so what ended a session is asked once more in the next, as a call of its own. A
            replay knows the same messages and finds that call in the journal.
    """

    def __init__(
        self,
        models: Mapping[str, Model],
        journal: Journal,
        note: Callable[[Noted | Spoke], None],
        house: House,
        ended: Iterable[str] = (),
    ) -> None:
        self._models = models
        self._ended = Counter(ended)
        self._journal = journal
        self._beyond: set[str] = set()
        self.note = note
        self.house = house

    def room(self, role: str, system: str, shape: type[Value] | None = None) -> int:
        """How many tokens the varying part of a question may have."""
        schema = tokens(shape_of(shape).json_schema) if shape else 0
        return self._model(role).window - self._limit(role) - tokens(system) - schema - _MARGIN

    async def ask(
        self, role: str, system: str, letter: str, shape: type[V], fits: Callable[[V], str | None] = _anything
    ) -> V:
        """An answer of a shape; one that cannot be read is asked for once more, with what was wrong.

        `fits` says what is wrong with a value that has the shape, or None.

        Raises:
            BadAnswer: refused, empty, cut off twice, or unreadable twice
            StetError: what the journal and the model raise
        """
        asked = self._ask(role, system, letter, shape_of(shape))
        return await self._anew(lambda repeat: self._shaped(asked, repeat, shape, fits))

    async def _anew(self, once: Callable[[int], Awaitable[T]]) -> T:
        """What `once` gives, asked anew as often as its failure ended a session."""
        repeat = 0
        while True:
            try:
                return await once(repeat)
            except Unusable as error:
                if self._ended[error.message] <= 0:
                    raise
                self._ended[error.message] -= 1
                repeat += 1

    async def _shaped(self, asked: Ask, repeat: int, shape: type[V], fits: Callable[[V], str | None]) -> V:
        text = await self._text(asked, repeat)
        try:
            return _read(text, shape, fits)
        except Unreadable as fault:
            again = self._repair(asked, text, str(fault))
        text = await self._text(again, repeat)
        try:
            return _read(text, shape, fits)
        except Unreadable as fault:
            raise Unusable(
                f"the {asked.role} ({asked.model}) gave an answer that cannot be read, and so again when told why: "
                f"{str(fault)[:400]}",
                hint="another model for this role, or engine quote, which needs none",
            ) from None

    async def prose(self, role: str, system: str, letter: str) -> str:
        """An answer in prose.

        Raises:
            CutOff: it was longer than both limits
            BadAnswer: refused, empty or far too long
            StetError: what the journal and the model raise
        """
        asked = self._ask(role, system, letter, None)
        return await self._anew(lambda repeat: self._prose(asked, repeat))

    async def _prose(self, asked: Ask, repeat: int) -> str:
        text = await self._text(asked, repeat)
        if len(text) > LONGEST:
            raise Unusable(
                f"the {asked.role} ({asked.model}) wrote {len(text)} characters, more than anybody reads"
            )
        return text

    async def odds(self, role: str, system: str, letter: str, most: int) -> Said:
        """An answer of one token, with the probabilities of so many of the likeliest.

        Raises:
            StetError: what the journal and the model raise
        """
        asked = self._ask(role, system, letter, None)
        return await self._said(asked.model_copy(update={"limit": 1, "odds": most}), 0)

    def _model(self, role: str) -> Model:
        model = self._models.get("writer" if role == "single" else role)
        if model is None:
            raise BadSetting(f"no model plays the {role}")
        return model

    def _limit(self, role: str) -> int:
        return min(_LIMITS[role], self._model(role).window // 4)

    def _ask(self, role: str, system: str, letter: str, shape: Shape | None) -> Ask:
        return Ask(
            role=role,
            model=self._model(role).name,
            system=system,
            prompt=letter,
            shape=shape,
            limit=self._limit(role),
        )

    def _repair(self, asked: Ask, text: str, fault: str) -> Ask:
        """The question once more with what was wrong; without the data where the answer itself can be put right."""
        data = [Data("what was wrong", fault[:_SHOWN])]
        shown = len(text) <= _SHOWN and ("{" in text or "[" in text)
        if shown:
            data.append(Data("your last answer", text))
        letter = fenced(prompt("repair").text, data, salt=self.house.salt)
        if not shown or len(asked.prompt) <= _SHORT:
            letter = f"{asked.prompt}\n\n{letter}"
        return asked.model_copy(update={"prompt": letter})

    async def _text(self, asked: Ask, repeat: int) -> str:
        """The text of an answer; a cut one is asked for once more with twice the room, where there is any."""
        said = await self._said(asked, repeat)
        text, cut = self._kept(asked, said)
        if said.finish is Finish.LENGTH and not cut:
            free = self._model(asked.role).window - tokens(asked.system) - tokens(asked.prompt) - _MARGIN
            larger = min(2 * asked.limit, free)
            if larger > asked.limit:
                said = await self._said(asked.model_copy(update={"limit": larger}), repeat)
                text, cut = self._kept(asked, said)
            if said.finish is Finish.LENGTH and not cut:
                raise CutOff(f"the answer of the {asked.role} ({asked.model}) was cut off at its limit", text)
        if said.finish is Finish.REFUSED:
            raise Unusable(f"the {asked.role} ({asked.model}) refused to answer: {text[:200]}".rstrip(": "))
        if not text:
            raise Unusable(f"the {asked.role} ({asked.model}) gave an empty answer")
        return text

    def _kept(self, asked: Ask, said: Said) -> tuple[str, bool]:
        # A value that is complete may end alike four times over; only one that was stopped has lost its thread.
        if asked.shape is not None and said.finish is not Finish.LENGTH:
            return plain(said.text), False
        kept = without_repetition(said.text)
        if kept.cut:
            left = len(said.text) - len(kept.text)
            message = f"the {asked.role} repeated one block without end; {left} characters of it were cut"
            self.note(Noted(code="repetition", message=message, where=asked.model))
        return plain(kept.text), kept.cut

    async def _said(self, asked: Ask, repeat: int = 0) -> Said:
        model = self._model(asked.role)

        async def make() -> tuple[str, Usage]:
            said = await model.ask(asked)
            used = Usage(model_calls=1, tokens=said.input_tokens + said.output_tokens, usd=said.usd)
            return said.model_dump_json(), used

        def call() -> Awaitable[str]:
            return self._journal.call(f"model:{asked.role}", asked, model.bound(asked), make, repeat=repeat)

        try:
            said = Said.model_validate_json(await retried(call, self._journal.attempts))
        except ValidationError as error:
            raise IntegrityError("a model's answer in the journal is not one") from error
        self._measure(asked, said)
        # From what the journal holds and nothing else, so that a replay tells the same.
        self.note(Spoke(role=asked.role, **said.model_dump(exclude={"text", "finish", "odds"})))
        return said

    def _measure(self, asked: Ask, said: Said) -> None:
        """Say, once of each model, that the limit of an answer is nothing to it: what it may cost has no bound then."""
        if said.estimated or said.output_tokens <= asked.limit or asked.model in self._beyond:
            return
        self._beyond.add(asked.model)
        message = f"answered with {said.output_tokens} tokens where {asked.limit} were the limit"
        self.note(Noted(code="limit_ignored", message=message, where=asked.model))


def _read(text: str, shape: type[V], fits: Callable[[V], str | None]) -> V:
    value = read(text, shape)
    if (fault := fits(value)) is not None:
        raise Unreadable(fault)
    return value


_MARGIN = 200
"""Tokens kept free for what a provider adds to a call: roles, the schema, the name of a tool."""


def tokens(text: str) -> int:
    """How many tokens a text has at most, as far as one can tell without its model: one for three bytes of UTF-8."""
    return len(text.encode("utf-8", "surrogatepass")) // 3 + 1
