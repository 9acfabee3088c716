"""What people decided on claims: appended to a chain of the run, never changed."""

import sqlalchemy as sa

from stet.domain.people import PersonDecision
from stet.store.database import Database, append, run_row, save_run
from stet.store.rows import Cell, storable, time_text
from stet.store.schema import REVIEWS

_COLUMNS = ("claim", "verdict", "action", "note", "name", "at")
_ALL = (
    sa.select(*(REVIEWS.c[name] for name in _COLUMNS))
    .where(REVIEWS.c.run == sa.bindparam("run"))
    .order_by(REVIEWS.c.number)
)


class Reviews:
    """The store's part for people."""

    database: Database

    def decide(self, run: str, decision: PersonDecision) -> None:
        """Append what a person said, by the run's full id. The run does not become younger by it.

        Raises:
            NotFound: no such run
            StoreError: the store cannot be written
        """
        with self.database.writing() as connection:
            row = run_row(connection, run, lock=True)
            save_run(connection, append(connection, row, "reviews", _cells(decision)))

    def decisions(self, run: str) -> tuple[PersonDecision, ...]:
        """All that people said of a run, oldest first, by its full id.

        Raises:
            NotFound: no such run
            IntegrityError: a row is not what this program writes
        """
        with self.database.reading() as connection:
            if run_row(connection, run).reviews == 0:
                return ()
            rows = connection.execute(_ALL, {"run": run}).mappings().all()
            return tuple(PersonDecision.model_validate(dict(row)) for row in rows)


def _cells(decision: PersonDecision) -> dict[str, Cell]:
    return {
        "claim": storable(decision.claim),
        "verdict": decision.verdict.value,
        "action": decision.action.value if decision.action else None,
        "note": None if decision.note is None else storable(decision.note),
        "name": storable(decision.name),
        "at": time_text(decision.at),
    }
