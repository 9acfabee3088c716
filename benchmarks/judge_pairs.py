"""The sample of labelled pairs on which a judge is calibrated and measured, and what its model says of them."""

import json
import random
from collections.abc import Sequence
from hashlib import sha256
from itertools import islice, zip_longest
from pathlib import Path
from typing import NamedTuple

from claims_data import Pair
from claims_veto import checks_of

from stet.adapters.models.talk import TalkingModel
from stet.domain.claims import Outcome
from stet.engines.model.logprob import PROMPT, TOPS, letter_of, probability
from stet.ports import Ask, Odds, Said
from stet.prompts import prompt

LEARNT = (
    "attributionbench",
    "dialfact_small",
    "fool_me_twice",
    "q2_wow",
    "sci_exaggeration",
    "summedits",
)
FOREIGN = ("begin", "factcheck_gpt_stance", "fever_symmetric", "fib_model_generated", "negation_nli")
FIRST, SECOND, WHOLE = 0, 1, None
COUNTS = {FIRST: 28, SECOND: 10, WHOLE: 14}
SEED = 2026
EVIDENCE, CLAIM = (40, 700), (10, 400)


class Judged(NamedTuple):
    """A pair, the part of the sample it is in, and how likely the model found support."""

    pair: Pair
    part: int | None
    likely: float


def chosen(every: Sequence[Pair]) -> list[tuple[Pair, int | None]]:
    """The sample, the parts taking turns: a run that is broken off has something of each."""
    groups = [(file, FIRST) for file in LEARNT] + [(file, WHOLE) for file in FOREIGN]
    groups += [(file, SECOND) for file in LEARNT]
    queues = [[(pair, part) for pair in _some(every, file, part)] for file, part in groups]
    return [one for turn in zip_longest(*queues) for one in turn if one is not None]


def _some(every: Sequence[Pair], file: str, part: int | None) -> list[Pair]:
    """Pairs of a part of a file, as many supported as unsupported, taking turns."""
    fitting = [
        pair
        for pair in every
        if pair.file == file
        and EVIDENCE[0] <= len(pair.evidence) <= EVIDENCE[1]
        and CLAIM[0] <= len(pair.claim) <= CLAIM[1]
        and (part is WHOLE or _half(pair) == part)
    ]
    rng = random.Random(f"{SEED}:{file}:{part}")  # noqa: S311
    sides: list[list[Pair]] = []
    for supported in (True, False):
        side = [pair for pair in fitting if pair.supported is supported]
        rng.shuffle(side)
        # Nobody asks a judge of what code refutes, so nothing is learnt from it.
        useful = (pair for pair in side if part != FIRST or not refuted(pair))
        sides.append(list(islice(useful, COUNTS[part] // 2)))
    return [pair for two in zip_longest(*sides) for pair in two if pair is not None]


def _half(pair: Pair) -> int:
    return int(sha256(pair.evidence.encode("utf-8", "surrogatepass")).hexdigest()[:8], 16) % 2


class Asked:
    """The model, and its answers by what it was asked, kept in a file."""

    def __init__(self, model: TalkingModel | None, cache: Path | None) -> None:
        self._model, self._cache = model, cache
        self._known: dict[str, list[Odds]] = {}
        self.calls = 0
        for line in cache.read_text().splitlines() if cache and cache.exists() else ():
            key, told = json.loads(line)
            self._known[key] = [Odds(token=token, logprob=logprob) for token, logprob in told]

    async def likely(self, pair: Pair) -> float | None:
        """How likely the model finds support; None where it was not asked, or says neither yes nor no."""
        system, letter = prompt(PROMPT).text, letter_of(pair.evidence, pair.claim)
        key = sha256(f"{system}\0{letter}".encode("utf-8", "surrogatepass")).hexdigest()
        if key not in self._known and self._model is not None:
            ask = Ask(role="judge", model=self._model.name, system=system, prompt=letter, limit=1, odds=TOPS)
            said: Said = await self._model.ask(ask)
            self.calls += 1
            self._known[key] = list(said.odds)
            if self._cache is not None:
                with self._cache.open("a") as sink:
                    sink.write(json.dumps([key, [[o.token, o.logprob] for o in said.odds]]) + "\n")
        return probability(self._known[key]) if key in self._known else None


def refuted(pair: Pair) -> bool:
    """Whether code alone finds a fault."""
    return any(check.outcome is Outcome.FAIL for check in checks_of(pair))
