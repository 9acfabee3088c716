"""An error is an outcome of its own, never the text of a report."""

from pathlib import Path

import pytest
from casekit import Fails, engine_with, over_web

from stet.domain.events import Drafted, Failed, Finished
from stet.errors import BadAnswer, QuotaExceeded, StetError, Unavailable
from stet.testing import canned_page

TEXT = "The lighthouse of Skerry Point was lit for the first time on 4 June 1884 by its keeper."
WHEN = "When was the lighthouse of Skerry Point lit for the first time?"


@pytest.mark.parametrize("role", ["planner", "analyst", "writer"])
@pytest.mark.parametrize(
    "error", [Unavailable("no answer"), BadAnswer("half a reply"), QuotaExceeded("empty")]
)
def test_a_role_that_fails_ends_the_run_without_a_report(tmp_path: Path, role: str, error: StetError):
    """K080: the reason is recorded with its code, and nothing of it is handed in as a draft."""
    page = canned_page("https://skerry.example/", TEXT, title="Lighthouse")
    came = over_web(tmp_path, WHEN, [page], engine=engine_with(**{role: Fails(error)}))
    assert came.report is None
    assert came.error is error
    failed = came.events[-1]
    assert isinstance(failed, Failed)
    assert (failed.code, failed.message) == (error.code, error.message)
    assert not any(isinstance(event, Finished | Drafted) for event in came.events)
