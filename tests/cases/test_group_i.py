"""Local models and providers: one server is enough, each role may have its own, and any language is one."""

from pathlib import Path

import pytest
from clerkkit import CANAL, RULES, ask, written

from modeltown import CLERK, Clerk, Rule, clerk
from stet.cli import main
from stet.config import ROLES, RoleSetting
from stet.domain.report import Report, ReportOutcome
from stet.domain.run import Level
from stet.report.markdown import to_markdown


def test_a_server_of_ones_own_is_all_that_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """K094: no key of anybody, no network, one address."""
    documents = written(tmp_path / "documents")
    with clerk(Clerk(rules=RULES)) as place:
        monkeypatch.setenv("OPENAI_BASE_URL", place.server.url("/v1"))
        status = main(["ask", CANAL, "--docs", str(documents), "--model", CLERK, "--json", "-q"])
        report = Report.model_validate_json(capsys.readouterr().out)
        assert not any("authorization" in seen.headers for seen in place.server.requests)
    assert status == 0
    assert (report.engine, report.outcome) == ("model", ReportOutcome.APPROVED)


@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("openai:gpt-5-mini", "OPENAI_API_KEY"),
        ("anthropic:claude-haiku-4-5", "ANTHROPIC_API_KEY"),
        ("google:gemini-2.5-flash", "GEMINI_API_KEY"),
        ("openrouter:x/y", "OPENROUTER_API_KEY"),
        ("cometapi:gpt-5", "COMETAPI_KEY"),
        ("local:any", "OPENAI_BASE_URL"),
    ],
)
def test_what_is_missing_is_named_with_the_way_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], model: str, variable: str
):
    """K094: the variable that is not set, and the engine that needs none."""
    documents = written(tmp_path / "documents")
    status = main(["ask", CANAL, "--docs", str(documents), "--model", model])
    said = capsys.readouterr().err
    assert status == (2 if variable == "OPENAI_BASE_URL" else 4)
    assert variable in said
    assert variable == "OPENAI_BASE_URL" or "--engine quote" in said


async def test_each_role_can_have_an_address_of_its_own(tmp_path: Path):
    """K095"""
    with (
        clerk(Clerk(rules=RULES)) as one,
        clerk(Clerk(rules=RULES)) as two,
        clerk(Clerk(rules=RULES)) as three,
    ):
        models = {
            role: RoleSetting(model=CLERK, url=place.server.url("/v1"))
            for role, place in zip(ROLES, (one, two, three, one, two, three), strict=True)
        }
        came = await ask(one, tmp_path / "home", model=None, models=models, level=Level.REVIEWED)
    for role, place in zip(ROLES, (one, two, three, one, two, three), strict=True):
        others = [each for each in (one, two, three) if each is not place]
        assert not any(role in other.roles() for other in others)
    assert {"planner", "analyst", "writer", "reviewer", "judge"} <= {
        *one.roles(), *two.roles(), *three.roles()
    }  # fmt: skip
    assert came.report.outcome is ReportOutcome.APPROVED


async def test_an_answer_without_a_source_is_labelled_and_never_approved(tmp_path: Path):
    """K097: a model that is asked from memory; and one that finds nothing to quote writes nothing."""
    silent = tuple(rule._replace(answers="nothing fits this") for rule in RULES)
    with clerk(Clerk(rules=silent, lenient=True)) as place:
        recalled = await ask(place, tmp_path / "a", level=Level.SINGLE)
        empty = await ask(place, tmp_path / "b")
    assert recalled.report.outcome is ReportOutcome.NOT_APPROVED
    assert to_markdown(recalled.report).startswith("**From memory.**")
    assert empty.report.outcome is ReportOutcome.NO_EVIDENCE
    assert place.of("writer") == []


LANGUAGES = {
    "vi": (
        "Phí kênh Overton bắt đầu từ khi nào?",
        "Phí kênh Overton bắt đầu khi nào?",
        "Phí kênh Overton bắt đầu từ ngày 3 tháng 3 năm 2027.",
        r"bắt đầu từ ngày",
    ),
    "zh": (
        "奥弗顿运河的通行费从什么时候开始？",
        "通行费什么时候开始？",
        "奥弗顿运河的通行费从2027年3月3日开始，每艘船（货船）收费1.5万元。",
        r"开始",
    ),
    "ar": (
        "متى تبدأ رسوم قناة أوفرتون؟",
        "متى تبدأ الرسوم؟",
        "تبدأ رسوم قناة أوفرتون في 3 مارس 2027 على جميع المراكب.",
        r"تبدأ",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_language_of_a_question_is_that_of_its_report(tmp_path: Path, language: str):
    """K098: digits, wide brackets and right-to-left text come through claims, checks, draft and review."""
    question, topic, sentence, answers = LANGUAGES[language]
    other = "?" if language == "vi" else "؟" if language == "ar" else "？"
    rules = (
        Rule(topic, "answer", (question.rstrip("?？؟"),), answers),
        Rule(f"Overton{other}", "scope", (f"Overton {language}",), "nothing fits this"),
    )
    documents = {"a.md": f"---\nurl: https://a.example/\n---\n\n{sentence}\n"}
    with clerk(Clerk(rules=rules, paraphrases=False)) as place:
        came = await ask(place, tmp_path / "home", question=question, documents=documents)
    for each in place.asked:
        assert "Write in the language of the question." in each.prompt
        assert question in each.prompt
    (claim,) = came.report.claims
    assert claim.text == claim.quotes[0].exact == sentence
    assert came.report.outcome is ReportOutcome.APPROVED
    assert sentence in to_markdown(came.report).replace("\\", "")
