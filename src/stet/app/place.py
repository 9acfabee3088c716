"""Where requests of others are met: who asks, what they may do, and which runs are theirs.

What the operator offers is in the settings; see `stet.app.asked`. Web pages, the REST interface and the MCP server
stand on this, so that one rule holds for all of them.
"""

import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from anyio import to_thread

from stet.app import asked as asking
from stet.app.alone import UnderWay, goes_on_somewhere
from stet.app.app import App
from stet.app.asked import Asked, Offer
from stet.app.request import MODEL, Request
from stet.app.running import Running
from stet.app.tokens import EVERYTHING, NotAllowed, Scope, Who, refuse_without
from stet.config import Settings
from stet.domain.events import Stamped
from stet.domain.question import Plan
from stet.domain.report import Report
from stet.domain.run import RunStatus
from stet.errors import Busy, NotFound
from stet.ports import RunRecord
from stet.saved import report_of, with_people
from stet.store.tokens import TokenRecord

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

__all__ = ["EVERYTHING", "Asked", "Offer", "Place", "Scope", "Who"]

_RUN = re.compile(r"r[0-9a-z]{11}\Z")
MOST_LISTED = 200
"""Runs in one list."""


@dataclass(frozen=True)
class Place:
    """All that an interface for others needs: the application, its runs, and what the operator allows.

    Every method that takes `who` looks whether they may, and whether the run is theirs: another's run is not found.
    Those that are not coroutines read or write the store, and belong on a thread where many are served.
    """

    app: App
    running: Running
    settings: Settings

    @property
    def store(self) -> "SqlStore":
        """The store of the runs."""
        return self.running.store

    @property
    def offer(self) -> Offer:
        """What may be asked for."""
        return asking.offer_of(self.settings)

    def request_of(self, asked: Asked) -> Request:
        """The request that becomes of what is asked.

        Raises:
            BadSetting: something is asked for that is not on offer
        """
        return asking.request_of(self.settings, asked, self.app.clock.now().date())

    def folder(self, corpus: str) -> str:
        """Where a corpus is.

        Raises:
            BadSetting: it is not on offer
        """
        return asking.folders_of(self.settings, (corpus,))[0]

    def visible(self, who: Who, run: str) -> RunRecord:
        """The run with this id, for who may see it.

        Raises:
            NotAllowed: they may not read
            NotFound: none, or another's
        """
        refuse_without(who, "read")
        # The beginning of an id would tell of other runs that begin so.
        if _RUN.match(run) is None or not self._theirs(who, run):
            raise _no(run)
        try:
            return self.store.run(run)
        except NotFound:
            raise _no(run) from None

    def runs(
        self, who: Who, limit: int = 20, before: str | None = None, search: str | None = None
    ) -> tuple[RunRecord, ...]:
        """Their runs, newest first: those older than the run `before`, with `search` in the question.

        Raises:
            NotAllowed: they may not read
            NotFound: `before` is no run that they see
        """
        refuse_without(who, "read")
        if before is not None:
            before = self.visible(who, before).id
        # Who has neither a token nor everything owns nothing.
        owner = None if who.admin else who.token or ""
        return self.store.list_runs(min(limit, MOST_LISTED), before=before, search=search, owner=owner)

    def report(self, who: Who, run: str) -> Report:
        """The report of a run as it is shown, with what people said of it.

        Raises:
            NotAllowed: they may not read
            NotFound: no such run for them, or it has no report yet
        """
        record = self.visible(who, run)
        try:
            report = report_of(self.store, record.id)
        except NotFound:
            raise NotFound(
                f"run {record.id} has no report yet", hint="follow its events until it has ended"
            ) from None
        return with_people(self.store, report)

    async def plan(self, who: Who, asked: Asked) -> Plan:
        """The checklist and the first queries of what is asked; a model that plans is asked for it.

        Raises:
            NotAllowed: they may not run, or the money of their token is counted by the run
            StetError: what was asked cannot be done
        """
        refuse_without(who, "run")
        request = self.request_of(asked)
        token = await to_thread.run_sync(self._token, who)
        if request.engine == MODEL and token is not None and token.usd is not None:
            raise NotAllowed(
                "a plan by a model costs money that counts for no run",
                hint="start the run: its plan is its first step",
            )
        return await self.running.elsewhere(lambda: self.app.plan(request))

    async def start(self, who: Who, asked: Asked) -> str:
        """Start a run that is theirs, and return its id as soon as it has one.

        Raises:
            NotAllowed: they may not run
            Busy, StetError: as `Running.start`
        """
        refuse_without(who, "run")
        request = self.request_of(asked)
        token = await to_thread.run_sync(self._token, who)
        if token is None:
            return await self.running.start(request)
        grant = await to_thread.run_sync(self.store.grant, token, request.budget.usd, self.app.clock.now())
        if grant.usd is not None:
            request = request.model_copy(
                update={"budget": request.budget.model_copy(update={"usd": grant.usd})}
            )

        def over(run: str | None) -> None:
            if run is None:
                self.store.release(grant)
            else:
                self.store.settle(run)

        try:
            return await self.running.start(request, lambda run: self.store.granted(grant, run), over)
        except Busy:
            # Nothing was tried, so that nobody tells that it is over.
            await to_thread.run_sync(self.store.release, grant)
            raise

    async def resume(self, who: Who, run: str) -> str:
        """Go on with a run of theirs that was interrupted or failed.

        Raises:
            NotAllowed: they may not run
            NotFound: no such run for them
            UnderWay: it goes on
            Busy, StetError: as `Running.resume`
        """
        refuse_without(who, "run")
        record = await to_thread.run_sync(self.visible, who, run)
        if record.status is RunStatus.DONE:
            return record.id
        if self._goes_on(record.id):
            raise UnderWay(f"run {record.id} goes on already", hint="follow its events")
        owner = await to_thread.run_sync(self._owner, record.id)
        if owner is None:
            return await self.running.resume(record.id)
        await to_thread.run_sync(self.store.grant_again, owner, record.id, self.app.clock.now())
        try:
            return await self.running.resume(record.id, lambda _: self.store.settle(record.id))
        except Busy:
            # Where somebody else was quicker, the money is kept for what they started.
            if not self.running.goes_on(record.id):
                await to_thread.run_sync(self.store.settle, record.id)
            raise

    def stop(self, who: Who, run: str) -> bool:
        """Stop a run of theirs at its next step; False where it does not go on in this process.

        Raises:
            NotAllowed: they may not run
            NotFound: no such run for them
        """
        refuse_without(who, "run")
        return self.running.stop(self.visible(who, run).id)

    def delete(self, who: Who, run: str) -> None:
        """Delete a run of theirs, for good.

        Raises:
            NotAllowed: they may not run
            NotFound: no such run for them
            UnderWay: it goes on
        """
        refuse_without(who, "run")
        record = self.visible(who, run)
        if self._goes_on(record.id):
            raise UnderWay(f"run {record.id} goes on", hint="stop it first, where it was started")
        self.store.settle(record.id)
        now = self.app.clock.now()
        self.store.delete_run(record.id, now)
        self.store.sweep(now)

    def follow(self, who: Who, run: str, after: int = 0) -> AsyncGenerator[tuple[Stamped, ...]]:
        """The events of a run of theirs, as `Running.follow`.

        Raises:
            NotAllowed: they may not read
            NotFound: no such run for them
        """
        return self.running.follow(self.visible(who, run).id, after)

    def _goes_on(self, run: str) -> bool:
        return self.running.goes_on(run) or goes_on_somewhere(self.app.home, run)

    def _theirs(self, who: Who, run: str) -> bool:
        return who.admin or (who.token is not None and self.store.owner(run) == who.token)

    def _token(self, who: Who) -> TokenRecord | None:
        """The token of who asks, as it is kept, looked at anew: its limits hold for what they start."""
        found = self.store.token(who.token) if who.token is not None else None
        return found[0] if found else None

    def _owner(self, run: str) -> TokenRecord | None:
        """The token that a run was started with, whose limits hold for it whoever goes on with it."""
        owner = self.store.owner(run)
        found = self.store.token(owner) if owner is not None else None
        return found[0] if found else None


def _no(run: str) -> NotFound:
    return NotFound(f"there is no run {run[:40]}", hint="see the list of runs")
