"""The common forms of values in six languages, each told from its nearest wrong neighbours.

`tests/fixtures/forms.txt` has what a source says, what a claim may say of it and what it may not.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stet.verify.values import missing_values

FORMS = Path(__file__).parent.parent / "fixtures" / "forms.txt"


def rows(mark: str) -> Iterator[object]:
    kind = read = ""
    for line in FORMS.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            kind = line[3:]
        elif line.startswith(mark):
            yield pytest.param(line[2:], read, id=f"{kind}: {line[2:62]} | {read[:40]}")
        elif line and line[0] not in "#+-":
            read = line


@pytest.mark.parametrize(("claim", "read"), list(rows("+ ")))
def test_a_fair_claim_states_no_value_that_is_not_there(claim: str, read: str):
    assert [(each.exact, each.reason) for each in missing_values(claim, read)] == []


@pytest.mark.parametrize(("claim", "read"), list(rows("- ")))
def test_a_wrong_value_is_missed_and_said_in_a_sentence(claim: str, read: str):
    missing = missing_values(claim, read)
    assert missing, f"{claim!r} passes on {read!r}"
    assert all(each.detail.endswith(".") and each.exact in claim for each in missing)
