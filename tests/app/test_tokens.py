"""Tokens: what is kept of them, whom they tell, and limits that hold however many starts there are at once."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from stet.app import App
from stet.app.alone import UnderWay
from stet.app.place import Asked, Place
from stet.app.running import Running
from stet.app.tokens import (
    BadToken,
    NotAllowed,
    TokenTerms,
    Who,
    any_token,
    new_token,
    refuse_without,
    who_has,
)
from stet.config import Serve, load_settings
from stet.domain.run import RunStatus
from stet.errors import BadSetting, BudgetExhausted, Busy, InputError, NotFound
from stet.store import open_store
from stet.store.sql import SqlStore
from stet.store.tokens import TokenRecord

TOLL = Path(__file__).parents[2] / "examples" / "harbour-toll"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ASKED = Asked(question="When does the harbour bridge toll start, and for whom?", corpora=("toll",))


@pytest.fixture
def store(tmp_path: Path):
    made = open_store(str(tmp_path / "stet.sqlite"))
    yield made
    made.close()


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    settings = load_settings(home=tmp_path, environ={}, folder=tmp_path)
    settings = settings.model_copy(update={"serve": Serve(corpora={"toll": str(TOLL)})})
    running = Running(App(tmp_path), most=4)
    yield Place(running.app, running, settings)
    await running.close()


def terms(name: str = "ann", **limits: object) -> TokenTerms:
    return TokenTerms.model_validate({"name": name, "scopes": {"read", "run"}, **limits})


def kept(store: SqlStore, name: str = "ann", **limits: object) -> TokenRecord:
    return new_token(store, terms(name, **limits), NOON).record


def test_a_token_tells_who_has_it_until_it_is_revoked(store: SqlStore):
    assert not any_token(store)
    made = new_token(store, terms(), NOON)
    assert any_token(store)
    who = who_has(store, made.text, NOON)
    assert (who.token, who.scopes) == (made.record.id, {"read", "run"})
    store.revoke_token("ann", NOON)
    with pytest.raises(BadToken):
        who_has(store, made.text, NOON)
    assert not any_token(store)
    assert new_token(store, terms(), NOON).text != made.text


def test_what_is_no_token_opens_nothing_and_is_not_told_apart(store: SqlStore):
    text = new_token(store, terms(), NOON).text
    head, secret = text[:17], text[17:]
    wrong = [
        "",
        "stet_",
        text + "x",
        f"{text}\n",
        text.upper(),
        head + "A" * 43,
        "stet_t0000000000_" + secret,
    ]
    said: set[str] = set()
    for each in (*wrong, "ü" * 70, "\x00", "x" * 100_000):
        with pytest.raises(BadToken) as raised:
            who_has(store, each, NOON)
        said.add(raised.value.message)
    assert len(said) == 1


def test_the_store_holds_no_secret_and_writes_down_the_last_use_now_and_then(store: SqlStore, tmp_path: Path):
    made = new_token(store, terms(), NOON)
    for minutes in (0, 0.5, 2):
        who_has(store, made.text, NOON + timedelta(minutes=minutes))
    assert [record.used_at for record in store.tokens()] == [NOON + timedelta(minutes=2)]
    store.close()
    assert made.text[17:].encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.parametrize("name", ["", " ", "a" * 65, "a\nb", "\u202eann", "../x", "<b>"])
def test_a_name_is_something_that_can_be_read(store: SqlStore, name: str):
    with pytest.raises(BadSetting):
        new_token(store, terms(name), NOON)


def test_a_name_belongs_to_one_token_at_a_time(store: SqlStore):
    new_token(store, terms(), NOON)
    with pytest.raises(InputError, match="already"):
        new_token(store, terms(), NOON)
    with pytest.raises(NotFound):
        store.revoke_token("bob", NOON)


@pytest.mark.parametrize(
    ("has", "needs", "may"),
    [("read", "read", True), ("read", "run", False), ("run", "read", False), ("admin", "run", True)],
)
def test_a_scope_opens_what_it_says(has, needs, may):
    who = Who(token="t", scopes=frozenset({has}))
    assert who.may(needs) is may
    if not may:
        with pytest.raises(NotAllowed, match=needs):
            refuse_without(who, needs)


async def test_what_a_run_cost_takes_the_place_of_what_was_kept_and_its_budget_is_what_was_kept(place: Place):
    token = kept(place.store, usd=Decimal("0.50"), runs_a_day=2)
    who = Who(token=token.id, scopes=frozenset({"read", "run"}))
    run = await place.start(who, ASKED)
    assert place.store.run(run).spec.budget.usd == Decimal("0.50")
    with pytest.raises(BudgetExhausted):
        await place.start(who, ASKED)
    with pytest.raises(UnderWay):
        place.delete(who, run)
    async for _ in place.follow(who, run):
        pass
    assert not place.running.goes_on(run)
    # It read documents alone, and cost nothing.
    again = await place.start(who, ASKED)
    async for _ in place.follow(who, again):
        pass
    with pytest.raises(BudgetExhausted, match="runs a day"):
        await place.start(who, ASKED)
    place.delete(who, run)
    with pytest.raises(BudgetExhausted, match="runs a day"):
        await place.start(who, ASKED)


async def test_what_cannot_start_takes_nothing_of_a_token(place: Place, monkeypatch: pytest.MonkeyPatch):
    token = kept(place.store, usd=Decimal(1), runs_a_day=1)
    who = Who(token=token.id, scopes=frozenset({"read", "run"}))
    with pytest.raises(BadSetting):
        await place.start(who, ASKED.model_copy(update={"corpora": ("none",)}))
    gone = place.settings.serve.model_copy(update={"corpora": {"toll": str(TOLL / "gone")}})
    broken = Place(place.app, place.running, place.settings.model_copy(update={"serve": gone}))
    with pytest.raises(NotFound):
        await broken.start(who, ASKED)
    monkeypatch.setattr(place.running, "_most", 0)
    with pytest.raises(Busy):
        await place.start(who, ASKED)
    monkeypatch.undo()
    run = await place.start(who, ASKED)
    assert place.store.owner(run) == token.id


async def test_a_stopped_run_keeps_its_money_again_before_it_goes_on(place: Place):
    token = kept(place.store, usd=Decimal(1))
    who = Who(token=token.id, scopes=frozenset({"read", "run"}))
    run = await place.start(who, ASKED)
    place.stop(who, run)
    async for _ in place.follow(who, run):
        pass
    if place.store.run(run).status is not RunStatus.INTERRUPTED:
        pytest.fail("the run was over before it could be stopped")
    other = place.store.grant(token, Decimal("0.50"), NOON)
    with pytest.raises(BudgetExhausted):
        await place.resume(who, run)
    assert place.store.run(run).status is RunStatus.INTERRUPTED
    place.store.release(other)
    assert await place.resume(who, run) == run
    with pytest.raises(BudgetExhausted):
        place.store.grant(token, Decimal("0.50"), NOON)
    async for _ in place.follow(who, run):
        pass
    assert place.store.grant(token, Decimal("0.50"), NOON).usd == Decimal("0.50")


async def test_a_run_is_gone_on_with_once_however_many_ask(place: Place):
    token = kept(place.store, usd=Decimal(1))
    who = Who(token=token.id, scopes=frozenset({"read", "run"}))
    run = await place.start(who, ASKED)
    place.stop(who, run)
    async for _ in place.follow(who, run):
        pass
    tried = await asyncio.gather(*(place.resume(who, run) for _ in range(5)), return_exceptions=True)
    assert [each for each in tried if not isinstance(each, Busy)] == [run]
    with pytest.raises(BudgetExhausted):
        place.store.grant(token, Decimal("0.01"), NOON)
    async for _ in place.follow(who, run):
        pass
    kinds = [each.event.kind for each in place.store.events(run)]
    assert (kinds.count("resumed"), kinds.count("finished")) == (1, 1)


async def test_who_has_neither_a_token_nor_everything_sees_nothing(place: Place):
    report = await place.app.ask(place.request_of(ASKED))
    nobody = Who(token=None, scopes=frozenset({"read", "run"}))
    assert place.runs(nobody) == ()
    with pytest.raises(NotFound):
        place.visible(nobody, report.run)


async def test_parallel_starts_of_one_token_are_as_many_as_it_may(place: Place):
    token = kept(place.store, runs_a_day=2)
    who = Who(token=token.id, scopes=frozenset({"run", "read"}))
    begun = await asyncio.gather(*(place.start(who, ASKED) for _ in range(6)), return_exceptions=True)
    runs = [each for each in begun if isinstance(each, str)]
    assert len(runs) == 2
    assert all(isinstance(each, BudgetExhausted) for each in begun if each not in runs)
    assert {record.id for record in place.runs(who)} == set(runs)
