"""What is asked over a network stays within what the operator offers."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from pydantic import ValidationError

from stet.app.asked import Asked, offer_of, request_of
from stet.config import Settings, load_settings
from stet.domain.run import Level
from stet.errors import BadSetting

TODAY = date(2026, 11, 30)


def settings(tmp_path: Path, text: str = "") -> Settings:
    (tmp_path / "config.toml").write_text(text)
    return load_settings(environ={"STET_HOME": str(tmp_path)}, folder=tmp_path)


def asked(**said: object) -> Asked:
    return Asked.model_validate({"question": "When does it start?", **said})


def test_nothing_is_offered_that_the_operator_did_not_name(tmp_path: Path):
    offer = offer_of(settings(tmp_path))
    assert (offer.corpora, offer.models, offer.search) == ((), (), ())
    for said in ({"corpora": ["docs"]}, {"search": ["wikipedia"]}, {"model": "openai:gpt-5"}):
        with pytest.raises(BadSetting, match="here"):
            request_of(settings(tmp_path), asked(**said), TODAY)


def test_a_corpus_is_a_folder_by_name_beside_the_settings_file(tmp_path: Path):
    own = settings(tmp_path, '[serve.corpora]\ntoll = "papers/toll"\n')
    assert request_of(own, asked(corpora=["toll", "toll"]), TODAY).documents == (
        str(tmp_path / "papers/toll"),
    )
    for name in ("../toll", "papers/toll", "TOLL", str(tmp_path), ""):
        with pytest.raises((BadSetting, ValidationError)):
            request_of(own, asked(corpora=[name]), TODAY)


def test_documents_go_nowhere_unless_a_search_is_asked_for(tmp_path: Path):
    own = settings(tmp_path, 'search = ["wikipedia"]\n[serve.corpora]\ntoll = "toll"\n')
    assert request_of(own, asked(corpora=["toll"]), TODAY).web is None
    web = request_of(
        own, asked(corpora=["toll"], search=["wikipedia"], since="30d", sites=["a.org"]), TODAY
    ).web
    assert web is not None
    assert (web.search, web.since, web.sites) == (("wikipedia",), date(2026, 10, 31), ("a.org",))
    alone = request_of(own, asked(), TODAY).web
    assert alone is not None
    assert alone.search == ("wikipedia",)
    with pytest.raises(BadSetting, match="since"):
        request_of(own, asked(since="yesterday"), TODAY)


@pytest.mark.parametrize(
    "said",
    [{"since": "90d"}, {"sites": ["a.org"]}, {"exclude_sites": ["a.org"]}, {"lang": "en"}, {"open": False}],
)
def test_what_documents_alone_would_ignore_is_refused(tmp_path: Path, said: dict[str, object]):
    own = settings(tmp_path, 'search = ["wikipedia"]\n[serve.corpora]\ntoll = "toll"\n')
    with pytest.raises(BadSetting, match=f"{next(iter(said))}: .* documents alone"):
        request_of(own, asked(corpora=["toll"], **said), TODAY)


def test_every_provider_of_a_chain_must_be_on_offer(tmp_path: Path):
    own = settings(tmp_path, '[serve]\nsearch = ["wikipedia", "arxiv"]\n')
    assert request_of(own, asked(search=["wikipedia,arxiv"]), TODAY).web is not None
    with pytest.raises(BadSetting, match="brave"):
        request_of(own, asked(search=["wikipedia,brave"]), TODAY)


def test_a_model_is_reached_where_the_operator_says(tmp_path: Path):
    own = settings(
        tmp_path,
        'model = "local:small"\n[models]\nwindow = 9000\n'
        '[models.judge]\nmodel = "local:big"\nurl = "http://127.0.0.1:9/v1"\nkey = "OWN_KEY"\n',
    )
    assert offer_of(own).models == ("local:small", "local:big")
    played = request_of(own, asked(), TODAY).models
    assert (played["judge"].model, played["writer"].model) == ("local:big", "local:small")
    request = request_of(own, asked(model="local:big", models={"writer": "local:small"}), TODAY)
    assert request.engine == "model"
    assert request.models["planner"].url == "http://127.0.0.1:9/v1"
    assert (request.models["writer"].model, request.models["writer"].url) == ("local:small", None)
    assert request.models["planner"].window == 9000
    with pytest.raises(BadSetting, match="openai"):
        request_of(own, asked(model="openai:gpt-5"), TODAY)
    quoting = request_of(own, asked(engine="quote"), TODAY)
    assert (quoting.model, quoting.models) == (None, {})


def test_limits_are_at_most_the_operators(tmp_path: Path):
    own = settings(tmp_path, 'usd = "0.50"\n[serve.limits]\npages = 6\nsearches = 30\n')
    plain = request_of(own, asked(), TODAY).budget
    assert (plain.pages, plain.searches, plain.usd) == (6, 8, Decimal("0.50"))
    less = request_of(own, asked(limits={"usd": "0.1", "searches": 30}, depth="quick"), TODAY)
    assert (less.budget.usd, less.budget.searches, less.budget.rounds) == (Decimal("0.1"), 30, 1)
    for limits in ({"pages": 7}, {"usd": "0.51"}, {"searches": 31}):
        with pytest.raises(BadSetting, match=next(iter(limits))):
            request_of(own, asked(limits=limits), TODAY)
    with pytest.raises(BadSetting, match="pages"):
        request_of(own, asked(depth="deep"), TODAY)


def test_the_operators_rule_for_reviews_stands(tmp_path: Path):
    strict = settings(tmp_path, 'require_review = "all"\n')
    assert str(request_of(strict, asked(require_review="sample:5%"), TODAY).require_review) == "all"
    free = settings(tmp_path)
    assert str(request_of(free, asked(require_review="high-stakes"), TODAY).require_review) == "high-stakes"
    with pytest.raises(BadSetting):
        request_of(free, asked(require_review="some"), TODAY)


def test_what_is_not_said_is_as_the_settings_have_it(tmp_path: Path):
    own = settings(tmp_path, 'level = "workflow"\nprofile = "science"\n')
    request = request_of(own, asked(), TODAY)
    assert (request.level, request.profile, request.engine) == (Level.WORKFLOW, "science", "quote")
    assert request_of(own, asked(level="team", profile="eu-law"), TODAY).profile == "eu-law"


@pytest.mark.parametrize(
    "said",
    [
        {"documents": ["/etc"]},
        {"profile": "/etc/passwd"},
        {"profile": "../profile.toml"},
        {"fetchers": ["http"]},
        {"models": {"writer": {"model": "a", "url": "http://192.0.2.1"}}},
        {"models": {"memory": "a"}},
        {"question": "x" * 20_000},
        {"corpora": ["a"] * 21},
        {"limits": {"model_calls": 1}},
        {"limits": {"usd": "NaN"}},
        {"limits": {"rounds": 0}},
        {"lang": "../"},
    ],
)
def test_no_path_no_address_and_nothing_without_bounds_is_taken(said: dict[str, object]):
    with pytest.raises(ValidationError):
        asked(**said)


def test_a_project_cannot_offer_anything(tmp_path: Path):
    (tmp_path / "stet.toml").write_text('[serve.corpora]\nall = "/"\n')
    with pytest.raises(BadSetting, match="serve"):
        load_settings(environ={"STET_HOME": str(tmp_path / "home")}, folder=tmp_path)


def test_topics_are_the_plan_of_the_run_and_one_of_them_is_the_answer(tmp_path: Path):
    own = settings(tmp_path)
    said = [
        {"text": " Who  pays? ", "kind": "scope", "queries": ["toll payers", "Toll Payers"]},
        {"text": "When?", "kind": "change"},
    ]
    plan = request_of(own, asked(topics=said), TODAY).plan
    assert plan is not None
    assert [(topic.id, topic.text, topic.kind.value) for topic in plan.topics] == [
        ("T1", "Who pays?", "answer"),
        ("T2", "When?", "change"),
    ]
    assert [(query.text, query.topic) for query in plan.queries] == [("toll payers", "T1"), ("When?", "T2")]
    assert request_of(own, asked(), TODAY).plan is None


@pytest.mark.parametrize("topics", [[{"text": "?"}], [{"text": "a", "queries": [" . "]}]])
def test_a_topic_without_a_word_is_refused(tmp_path: Path, topics: list[dict[str, object]]):
    with pytest.raises(BadSetting, match="has no word"):
        request_of(settings(tmp_path), asked(topics=topics), TODAY)


@pytest.mark.parametrize(
    "topics", [[{"text": "a"}] * 6, [{"text": "a" * 401}], [{"text": "a", "queries": ["b"] * 9}], [{}]]
)
def test_topics_are_few_and_short(topics: list[dict[str, object]]):
    with pytest.raises(ValidationError):
        asked(topics=topics)
