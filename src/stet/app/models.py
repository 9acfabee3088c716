"""Models for the roles of a run: from settings and spec to the port, with keys and prices checked before it begins."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydantic import SecretStr

from stet.app.native import NativeRecall
from stet.app.request import Operator, Request
from stet.config import ROLES, OwnPrice, RoleSetting, key, openai_base_url
from stet.domain.budget import Usage
from stet.domain.run import RoleModel, RunSpec
from stet.errors import BadSetting, KeyMissing, ReplayMiss
from stet.journal import Journal
from stet.ports import Ask, Said

if TYPE_CHECKING:
    from stet.adapters.models.prices import Prices
    from stet.adapters.models.providers import Access
    from stet.adapters.models.talk import TalkingModel

_OPENAI = frozenset({"openai", "openai-responses", "local"})
"""Providers whose address the variable OPENAI_BASE_URL gives."""

NATIVE_SEARCHES = ("openai", "anthropic", "google")
"""Providers of models that search by themselves."""

NATIVE_ROLE = "native"
"""The role of the model that such a provider answers with, where another than its usual one is named."""

_TRIAL = Ask(role="price", model="", system="", prompt="", limit=1)


class Models:
    """Makes models; what one server taught of how it wants to be asked, all that are made here know."""

    def __init__(self, operator: Operator) -> None:
        from stet.adapters.models.habits import Memory

        self._operator = operator
        self._memory: Memory = Memory()

    def chosen(self, request: Request) -> tuple[RoleModel, ...]:
        """The model of every role, with all that a run needs to ask it again.

        Raises:
            BadSetting: a role has none, a name is none, or a limit on money stands beside an unknown price
            KeyMissing: a provider has no key; names the variable
        """
        if request.native is not None:
            self.access(request.native)
            model = request.model.rpartition(":")[2] if request.model else None
            return (RoleModel(role=NATIVE_ROLE, model=model),) if model else ()
        found: list[RoleModel] = []
        for role in ROLES:
            setting = request.models.get(role) or (
                RoleSetting(model=request.model) if request.model else None
            )
            if setting is None:
                raise BadSetting(
                    f"the {role} has no model",
                    hint="name one for all roles: --model openai:gpt-5, or go on without: --engine quote",
                )
            found.append(self._checked(role, setting, request))
        return tuple(found)

    def _checked(self, role: str, setting: RoleSetting, request: Request) -> RoleModel:
        spoken = RoleModel(role=role, **setting.model_dump())
        model = self.talking(spoken)
        model.check()
        limited = request.budget.usd is not None and not self._operator.allow_unknown_prices
        if limited and model.bound(_TRIAL).usd is None:
            raise BadSetting(
                f"no price of {setting.model} is known, so a limit on money cannot be kept",
                hint="give its price in [[prices]] of your settings, or allow it: --allow-unknown-prices",
            )
        return spoken.model_copy(update={"window": model.window})

    def talking(self, role: RoleModel) -> "TalkingModel":
        """The model of a role, as it is asked.

        Raises:
            BadSetting: its name, address or key cannot be one
        """
        from stet.adapters.models.providers import KEY_VARIABLES, Access
        from stet.adapters.models.talk import Settings, TalkingModel

        provider = role.model.partition(":")[0]
        url = self._operator.urls.get(provider) or (openai_base_url() if provider in _OPENAI else None)
        # A role's own address gets the key that is named with it, and no other: the usual one is for the usual place.
        usual = KEY_VARIABLES.get(provider) if role.url is None else None
        access = Access(base_url=role.url or url, key=_key(role, usual), proxy=self._operator.proxy)
        given = role.model_dump(include={"temperature", "effort", "window", "seconds"}, exclude_none=True)
        settings = Settings.model_validate(given)
        return TalkingModel(role.model, access, settings, _prices(self._operator.prices), self._memory)

    def native(self, spec: RunSpec, journal: Journal, *, recorded: bool = False) -> NativeRecall:
        """A provider's own search, as the spec names it; `recorded` for a replay, in which nobody is asked.

        Raises:
            BadSetting, KeyMissing: it cannot be asked
        """
        assert spec.native is not None  # noqa: S101 - see `doors.engine_of`
        chosen = next((role.model for role in spec.models if role.role == NATIVE_ROLE), None)
        from stet.adapters.models.providers import Access

        access = Access() if recorded else self.access(spec.native)
        return NativeRecall(spec.native, access, journal, chosen)

    def access(self, name: str) -> "Access":
        """Where the search of a provider is reached, and with which key.

        Raises:
            BadSetting: there is no such provider
            KeyMissing: its key is not set
        """
        from stet.adapters.models.providers import KEY_VARIABLES, Access

        if name not in NATIVE_SEARCHES:
            raise BadSetting(
                f"there is no native search “{name}”", hint=f"choose of: {', '.join(NATIVE_SEARCHES)}"
            )
        variable = KEY_VARIABLES[name]
        secret = key(variable)
        if secret is None:
            raise KeyMissing(
                f"the search of {name} needs {variable}, which is not set", hint=f"export {variable}=…"
            )
        url = self._operator.urls.get(f"native:{name}") or self._operator.urls.get(name)
        return Access(base_url=url, key=secret, proxy=self._operator.proxy)


class Recorded:
    """A model that answers from the journal alone, by its name."""

    def __init__(self, role: RoleModel) -> None:
        self._role = role

    @property
    def name(self) -> str:
        """See `stet.ports.Model`."""
        return self._role.model

    @property
    def window(self) -> int:
        """See `stet.ports.Model`."""
        assert self._role.window is not None  # noqa: S101 - `Models.chosen` writes it into every spec
        return self._role.window

    def bound(self, ask: Ask) -> Usage:
        """See `stet.ports.Model`; nothing is used."""
        return Usage(model_calls=1)

    async def ask(self, ask: Ask) -> Said:
        """See `stet.ports.Model`.

        Raises:
            ReplayMiss: always
        """
        raise ReplayMiss(f"{self.name} was not asked this as {ask.role} then")


def _key(role: RoleModel, usual: str | None) -> SecretStr | None:
    if role.key is not None:
        return key(role.key, named=True)
    return key(usual) if usual is not None else None


def _prices(own: Sequence[OwnPrice]) -> "Prices":
    from stet.adapters.models.prices import Price, Prices

    return Prices(
        {
            (price.at, price.model): Price(input=price.input, output=price.output, cached=price.cached)
            for price in own
        }
    )
