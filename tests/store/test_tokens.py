"""Tokens and the runs that were started with them, on every database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from stet.domain.budget import Usage
from stet.domain.run import RunSpec, RunStatus
from stet.errors import BudgetExhausted, InputError, NotFound
from stet.ports import CallRecord
from stet.store.sql import SqlStore
from stet.store.tokens import TokenRecord

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
MakeSpec = Callable[..., RunSpec]


def kept(store: SqlStore, name: str = "ann", **limits: object) -> TokenRecord:
    given = {"id": f"t{len(store.tokens()):010}", "name": name, "scopes": ("read", "run"), "created_at": NOON}
    record = TokenRecord.model_validate({**given, **limits})
    store.add_token(record, "0" * 64)
    return record


def test_a_token_comes_back_as_it_was_kept(store: SqlStore):
    record = kept(store, usd=Decimal("0.50"), runs_a_day=3)
    assert store.token(record.id) == (record, "0" * 64)
    assert store.token("t9") is None
    revoked = store.revoke_token("ann", NOON)
    assert store.tokens() == (revoked,)
    assert revoked == record.model_copy(update={"revoked_at": NOON})


@pytest.mark.parametrize("name", ["Ünïcode 橋 \x00 \ud800 ' \" ; --", "%", "a" * 300])
def test_a_hostile_name_is_a_name(store: SqlStore, name: str):
    kept(store, name)
    with pytest.raises(InputError):
        kept(store, name)
    assert store.revoke_token(name, NOON).revoked_at == NOON
    with pytest.raises(NotFound):
        store.revoke_token(name, NOON)


def test_an_id_is_found_before_a_name(store: SqlStore):
    first = kept(store)
    kept(store, first.id)
    assert store.revoke_token(first.id, NOON).id == first.id


def test_runs_are_listed_by_who_started_them(store: SqlStore, make_spec: MakeSpec):
    ann, bob = kept(store), kept(store, "bob")
    runs = {token.id: [store.create(make_spec(), NOON) for _ in range(2)] for token in (ann, bob)}
    nobodys = store.create(make_spec(), NOON)
    for token in (ann, bob):
        for run in runs[token.id]:
            store.granted(store.grant(token, None, NOON), run)
        assert {record.id for record in store.list_runs(owner=token.id)} == set(runs[token.id])
        assert {store.owner(run) for run in runs[token.id]} == {token.id}
        store.grant(token, None, NOON)
    assert store.owner(nobodys) is None
    assert len(store.list_runs()) == 5
    assert store.list_runs(owner="t9") == ()
    assert store.list_runs(search="\x00\ud800", owner=ann.id) == ()


def test_a_run_that_is_over_costs_what_it_cost(
    store: SqlStore, make_spec: MakeSpec, make_call: Callable[..., CallRecord]
):
    token = kept(store, usd=Decimal(1))

    def spent(usd: Decimal | None) -> str:
        run = store.create(make_spec(), NOON)
        store.granted(store.grant(token, Decimal("0.40"), NOON), run)
        store.begin(run, make_call(charged=Usage(usd=usd)), make_spec().budget)
        return run

    def left() -> Decimal:
        grant = store.grant(token, None, NOON)
        store.release(grant)
        return grant.usd or Decimal(0)

    known = spent(Decimal("0.01"))
    assert left() == Decimal("0.60")
    store.settle(known)
    assert left() == Decimal("0.99")
    unknown = spent(None)
    store.settle(unknown)
    assert left() == Decimal("0.59")
    # Nobody settled this one: the program was killed, and the run was gone on with by another.
    lost = spent(Decimal("0.02"))
    assert left() == Decimal("0.19")
    store.update_run(lost, RunStatus.DONE, "approved", NOON)
    assert left() == Decimal("0.57")
    store.delete_run(known)
    store.settle(known)
    assert left() == Decimal("0.57")


def test_a_run_that_goes_on_again_is_the_same_run_of_the_day(store: SqlStore, make_spec: MakeSpec):
    token = kept(store, usd=Decimal(1), runs_a_day=1)
    run = store.create(make_spec(), NOON)
    store.granted(store.grant(token, Decimal("0.60"), NOON), run)
    store.settle(run)
    store.grant_again(token, run, NOON)
    with pytest.raises(BudgetExhausted, match="runs a day"):
        store.grant(token, Decimal(0), NOON)
    free = kept(store, "bob")
    store.grant_again(free, run, NOON)


def test_runs_of_a_day_hold_under_parallel_starts_and_begin_anew_at_midnight(store: SqlStore):
    token = kept(store, runs_a_day=3)

    def start(_: int) -> bool:
        try:
            store.grant(token, None, NOON)
        except BudgetExhausted:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(start, range(16))) == 3
    assert store.grant(token, None, datetime(2026, 12, 1, 0, 0, 1, tzinfo=UTC)).usd is None


def test_money_holds_under_parallel_starts(store: SqlStore):
    token = kept(store, usd=Decimal("1.00"))

    def start(_: int) -> Decimal:
        try:
            return store.grant(token, Decimal("0.30"), NOON).usd or Decimal(0)
        except BudgetExhausted:
            return Decimal(0)

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(start, range(16))) == Decimal("0.90")
    with pytest.raises(BudgetExhausted) as raised:
        store.grant(token, Decimal("0.11"), NOON)
    assert "0.10 USD" in str(raised.value.hint)
    assert store.grant(token, None, NOON).usd == Decimal("0.10")
    with pytest.raises(BudgetExhausted):
        store.grant(token, None, NOON)
    assert store.grant(token, Decimal(0), NOON).usd == Decimal(0)


def test_a_start_that_came_to_nothing_takes_nothing(store: SqlStore):
    token = kept(store, usd=Decimal(1), runs_a_day=1)
    grant = store.grant(token, Decimal(1), NOON)
    store.release(grant)
    assert store.grant(token, Decimal(1), NOON).usd == 1
    # The program was killed in it, and a day is over.
    later = kept(store, name="bob", usd=Decimal(1))
    store.grant(later, Decimal(1), NOON)
    assert store.grant(later, Decimal(1), NOON + timedelta(days=1, seconds=1)).usd == 1
