"""Models for the roles of a run: from settings and spec to the port, with keys and prices checked before it begins."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pydantic import SecretStr

from stet.app.native import NATIVE_ROLE, NativeRecall, native_model, native_most
from stet.app.prices import own_prices
from stet.app.providers import NATIVE, address_of, native_access
from stet.app.request import Operator, Request
from stet.config import ROLES, USD, OwnPrice, RoleSetting, key
from stet.domain.budget import Usage
from stet.domain.events import Noted, Spoke
from stet.domain.run import RoleModel, RunSpec
from stet.errors import BadSetting, ReplayMiss
from stet.journal import Journal
from stet.ports import Ask, Said

if TYPE_CHECKING:
    from stet.adapters.models.prices import Prices
    from stet.adapters.models.providers import Access
    from stet.adapters.models.talk import TalkingModel

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
            return (self._searching(request.native, request),)
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
        self._affordable(setting.model, model.bound(_TRIAL), request)
        return spoken.model_copy(update={"window": model.window})

    def _searching(self, name: str, request: Request) -> RoleModel:
        """The model behind a provider's own search: as `--model` says, or the setting `native`, or the usual one."""
        access = self._access(name)
        model = native_model(name, request.model, self._operator.native.get(name))
        self._affordable(model, native_most(name, access, model), request)
        return RoleModel(role=NATIVE_ROLE, model=model)

    def _affordable(self, model: str, most: Usage, request: Request) -> None:
        limited = request.budget.usd is not None and not self._operator.allow_unknown_prices
        if limited and most.usd is None:
            raise BadSetting(
                f"no price of {model} is known, so a limit on money cannot be kept",
                hint="give its price in [[prices]] of your settings, or allow it: --allow-unknown-prices",
            )

    def talking(self, role: RoleModel) -> "TalkingModel":
        """The model of a role, as it is asked.

        Raises:
            BadSetting: its name, address or key cannot be one
        """
        from stet.adapters.models.providers import BY_ODDS, KEY_VARIABLES, Access
        from stet.adapters.models.talk import Settings, TalkingModel

        if role.model.strip().startswith(BY_ODDS) and role.role != "judge":
            raise BadSetting(
                f"a model is asked for probabilities as judge alone, not as {role.role}",
                hint=f"--judge-model {role.model}, and for the others {role.model.strip().removeprefix(BY_ODDS)}",
            )
        provider = role.model.strip().removeprefix(BY_ODDS).partition(":")[0]
        url = address_of(provider, self._operator.urls)
        # A role's own address gets the key that is named with it, and no other: the usual one is for the usual place.
        usual = KEY_VARIABLES.get(provider) if role.url is None else None
        access = Access(base_url=role.url or url, key=_key(role, usual), proxy=self._operator.proxy)
        given = role.model_dump(include={"temperature", "effort", "window", "seconds"}, exclude_none=True)
        settings = Settings.model_validate(given)
        return TalkingModel(role.model, access, settings, _prices(self._operator.prices), self._memory)

    def native(
        self,
        spec: RunSpec,
        journal: Journal,
        note: Callable[[Noted | Spoke], None],
        *,
        recorded: bool = False,
    ) -> NativeRecall:
        """A provider's own search, as the spec names it; `recorded` for a replay, in which nobody is asked.

        Raises:
            BadSetting, KeyMissing: it cannot be asked
        """
        from stet.adapters.models.providers import Access

        assert spec.native is not None  # noqa: S101 - see `doors.engine_of`
        chosen = next((role.model for role in spec.models if role.role == NATIVE_ROLE), None)
        access = Access() if recorded else self._access(spec.native)
        return NativeRecall(spec.native, access, journal, note, chosen)

    def _access(self, name: str) -> "Access":
        return native_access(name, address_of(f"{NATIVE}{name}", self._operator.urls), self._operator.proxy)


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
    from stet.adapters.models.prices import Prices

    # The journal counts in US dollars; a price in another currency says nothing of them.
    return Prices(own_prices(own, USD))
