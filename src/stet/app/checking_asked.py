"""A check of a text that others ask for: by code alone, with nothing fetched, on what they may see."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from stet.app.checking_run import Terms
from stet.app.place import Place, Who
from stet.app.request import profile_of
from stet.app.tokens import refuse_without

if TYPE_CHECKING:
    from stet.app.checking import Checked

PASTED = "text.md"
"""The name of a text that has none."""


def checking_for(
    place: Place,
    who: Who,
    raw: bytes,
    *,
    name: str = PASTED,
    corpus: str | None = None,
    run: str | None = None,
) -> "Callable[[], Checked]":
    """The work of a check, for a thread of its own; what cannot be asked is refused before it begins.

    Raises:
        NotAllowed: they may not read
        NotFound, BadSetting: no such run of theirs, or no such corpus
    """
    from stet.app.checking import Checked, Checking, Wanted

    refuse_without(who, "read")
    known = None if run is None else place.visible(who, run).id
    folder = None if corpus is None else place.folder(corpus)
    profile, today = profile_of(place.settings.profile), place.app.clock.now().date()
    terms = Terms(profile, today, place.settings.budget, None, fetch=False)
    # Pages that others' runs saved are not for everybody's eyes.
    wanted = Wanted(terms, folder, known, saved=who.admin)

    async def work() -> Checked:
        async with Checking(place.app, wanted, _silent) as checking:
            return await checking.check(name, raw)

    return lambda: asyncio.run(work())


def _silent(_: str) -> None:
    """What is said on the way is in the result too."""
