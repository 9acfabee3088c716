"""What an operator offers to those who ask over a network: the table `[serve]`."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from stet.config.texts import Text
from stet.domain.base import Value

MOST_RUNS = 4
"""Runs at one time, where nothing else is said."""

Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")]
Host = Annotated[str, Field(pattern=r"^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$")]


class Ceiling(Value):
    """The most that one run may be asked to use; None: as much as the settings themselves allow a run."""

    rounds: Annotated[int, Field(ge=1)] | None = None
    searches: Annotated[int, Field(ge=1)] | None = None
    pages: Annotated[int, Field(ge=1)] | None = None
    claims: Annotated[int, Field(ge=1)] | None = None
    usd: Annotated[Decimal, Field(ge=0)] | None = None
    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None


class Serve(Value):
    """What is on offer. Who asks names corpora, models and search providers, and never a path or an address.

    `corpora` are folders of documents by their names. `models` and `search` are what may be asked for: None stands
    for those that the settings name elsewhere. `limits` are the most for one run, `runs` how many go on at one time.
    `hosts` are the names under which the server is reached, beside its address; with `tokens_only` a token is needed
    on this machine too, as behind a proxy.
    """

    corpora: Mapping[Name, Text] = {}
    models: tuple[Text, ...] | None = None
    search: tuple[Text, ...] | None = None
    limits: Ceiling = Ceiling()
    runs: Annotated[int, Field(ge=1, le=1_000)] = MOST_RUNS
    hosts: tuple[Host, ...] = ()
    tokens_only: bool = False

    def placed(self, beside: Callable[[str], str]) -> "Serve":
        """The same, with its folders as `beside` places them."""
        return self.model_copy(update={"corpora": {name: beside(at) for name, at in self.corpora.items()}})

    def shown(self) -> str:
        """For a reader of the settings."""
        said = self.model_dump(mode="json", exclude={"corpora", "limits"}, exclude_defaults=True)
        most = self.limits.model_dump(mode="json", exclude_none=True)
        parts = [f"{name}={value}" for name, value in said.items()]
        parts += [f"limits.{name}={value}" for name, value in most.items()]
        return " ".join([*parts, *(f"corpora.{name}={folder}" for name, folder in self.corpora.items())])
