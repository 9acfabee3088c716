"""A judge by log-probability is named as one, and nobody else is."""

from pathlib import Path

import pytest

from modeltown import ASKED, CLERK, TOLL, clerk
from stet.app import App, Operator, Request
from stet.config import RoleSetting
from stet.domain.claims import ClaimKind, Decision
from stet.errors import BadSetting


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


async def test_a_service_that_tells_no_probabilities_leaves_paraphrases_unreviewed(tmp_path: Path) -> None:
    with clerk() as town:
        app = App(tmp_path, operator=town.operator())
        models = {"judge": RoleSetting(model=f"logprob:{CLERK}")}
        request = Request(question=ASKED, engine="model", model=CLERK, models=models, documents=(str(TOLL),))
        report = await app.ask(request)
        assert town.of("judge") == []
        assert len(town.of("odds")) > 1
    judged = [claim for claim in report.claims if claim.kind is ClaimKind.PARAPHRASE]
    assert judged
    assert {claim.decision for claim in judged} <= {Decision.UNREVIEWED, Decision.UNSUPPORTED}
