"""A judge by log-probability is named as one, and nobody else is."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from httpkit import Raw, Reply, Seen, Server, answer
from modeltown import ASKED, CLERK, TOLL, clerk
from stet.app import App, Operator, Request
from stet.config import RoleSetting
from stet.domain.claims import ClaimKind, Decision
from stet.errors import BadSetting
from stet.report.json import to_json
from wirekit import chat


@pytest.mark.parametrize(
    ("model", "models"),
    [
        ("logprob:local:m", {}),
        ("local:m", {"writer": RoleSetting(model="logprob:local:m")}),
    ],
)
async def test_a_role_that_must_write_cannot_be_asked_for_probabilities(
    tmp_path: Path, model: str, models: dict[str, RoleSetting]
) -> None:
    app = App(tmp_path, operator=Operator(urls={"local": "http://127.0.0.1:9/v1"}))
    request = Request(question=ASKED, engine="model", model=model, models=models, documents=(str(TOLL),))
    with pytest.raises(BadSetting, match="as judge alone") as caught:
        await app.ask(request)
    assert "--judge-model" in (caught.value.hint or "")


def told(probabilities: bool) -> Callable[[Seen], Reply | Raw]:
    """A judge's service that says yes, and how sure it is or not."""

    def handle(_: Seen) -> Reply | Raw:
        said = chat("Yes", finish="length")
        tops = [
            {"token": "Yes", "logprob": -0.01, "bytes": None},
            {"token": "No", "logprob": -4.6, "bytes": None},
        ]
        first = {"token": "Yes", "logprob": -0.01, "bytes": None, "top_logprobs": tops}
        if probabilities:
            cast("list[dict[str, object]]", said["choices"])[0]["logprobs"] = {"content": [first]}
        return answer(said)

    return handle


@pytest.mark.parametrize(("probabilities", "reason"), [(True, "not_calibrated"), (False, "unreadable")])
async def test_a_yes_that_nobody_measured_supports_nothing_and_is_replayed_as_it_was(
    tmp_path: Path, *, probabilities: bool, reason: str
) -> None:
    with clerk() as town, Server(told(probabilities)) as judge:
        app = App(tmp_path, operator=town.operator())
        models = {"judge": RoleSetting(model="logprob:local:sure", url=judge.url("/v1"))}
        request = Request(question=ASKED, engine="model", model=CLERK, models=models, documents=(str(TOLL),))
        report = await app.ask(request)
        assert judge.requests
    paraphrased = [claim for claim in report.claims if claim.kind is ClaimKind.PARAPHRASE]
    assert {(claim.decision, claim.reason) for claim in paraphrased} == {(Decision.UNREVIEWED, reason)}
    assert to_json(await App(tmp_path).replay(report.run)) == to_json(report)
