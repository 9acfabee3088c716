"""doctor: whose models are set up, who plays which role, and what those of the settings answer."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from stetcli import Cli, Result

from httpkit import Raw, Reply, Seen, Server, answer, page
from stet.cli import modelfindings
from stet.config import ROLES
from wirekit import chat, refusing, saying, sent

PROVIDERS = ("openai", "openai-responses", "anthropic", "google", "openrouter", "cometapi", "local")
CONFIG = """
[models]
writer = {{ model = "openai:gpt-5-mini", url = "{url}", key = "MY_KEY" }}
"""


SEARCHES = ("duckduckgo", "wikipedia", "openalex", "arxiv", "crossref", "europepmc")


@pytest.fixture(autouse=True)
def searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """What stands for the searches that need no key; they are another test's."""
    with Server(lambda _: page("not here", status=404)) as server:
        monkeypatch.setenv("STET_URLS", " ".join(f"{name}={server.url('')}" for name in SEARCHES))
        yield server


def findings(result: Result) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for each in json.loads(result.out)["findings"]:
        found.setdefault(each["name"], []).append(each)
    return found


def test_every_provider_is_listed_with_its_variable_and_its_address(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "made-up-key")
    monkeypatch.setenv("STET_URLS", "cometapi=https://me:secret@gateway.example/v1")
    result = cli("doctor", "--json")
    assert result.status == 0
    found = findings(result)
    one = {name: found[f"model:{name}"][0] for name in PROVIDERS}
    assert one["anthropic"]["state"] == "ok"
    assert one["anthropic"]["seen"] == "ANTHROPIC_API_KEY is set; asked at https://api.anthropic.com"
    assert (one["openai"]["state"], one["openai"]["ok"]) == ("off", True)
    assert "OPENAI_API_KEY is not set" in one["openai"]["seen"]
    assert one["cometapi"]["seen"].endswith("gateway.example/v1 (urls)")
    assert one["local"]["seen"].endswith("OPENAI_BASE_URL is not set")
    assert "secret" not in result.out
    assert "made-up-key" not in result.out
    assert "public lists as of 20" in found["prices"][0]["seen"]
    assert "model" not in found


def test_a_word_for_a_key_is_told_from_a_key(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "EMPTY")
    monkeypatch.setenv("GOOGLE_API_KEY", "made-up-key")
    monkeypatch.setenv("STET_URLS", "openai=http://gateway.example/v1")
    found = findings(cli("doctor", "--json"))
    told = (
        "OPENAI_API_KEY is set, to less than 8 characters: no key of a service, and not taken out of answers"
    )
    assert told in found["model:openai"][0]["seen"]
    # At the service itself it would be refused.
    states = {name: found[f"model:{name}"][0]["state"] for name in ("openai", "openai-responses", "google")}
    assert states == {"openai": "ok", "openai-responses": "off", "google": "ok"}
    assert found["model:google"][0]["seen"].startswith("GOOGLE_API_KEY is set; asked at")


def test_a_base_url_is_that_of_every_provider_it_moves(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:8080/v1")
    found = findings(cli("doctor", "--json"))
    for name in ("openai", "openai-responses", "local"):
        assert found[f"model:{name}"][0]["seen"].endswith("http://127.0.0.1:8080/v1 (OPENAI_BASE_URL)")
    assert "OPENAI_BASE_URL" not in found["model:openrouter"][0]["seen"]
    assert found["model:local"][0]["state"] == "ok"


def test_a_key_that_is_none_is_a_fault_of_its_provider(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "two words")
    result = cli("doctor", "--json")
    assert result.status == 2
    found = findings(result)
    for name in ("keys", "model:google"):
        assert found[name][0]["state"] == "fault"
        assert "GEMINI_API_KEY holds something that is no key" in found[name][0]["seen"]
    assert found["model:anthropic"][0]["ok"]
    assert "two words" not in result.out


def test_a_model_without_its_key_is_a_fault_that_names_the_variable(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STET_MODEL", "openrouter:some/model")
    result = cli("doctor", "--json")
    assert result.status == 2
    (found,) = findings(result)["model"]
    assert "plays every role" in found["seen"]
    assert "OPENROUTER_API_KEY is not set" in found["seen"]
    assert "--engine quote" in found["hint"]


def test_a_role_that_nobody_plays_is_a_fault_where_models_play(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("STET_MODELS", "writer=local:small judge=local:other")
    missing, *played = findings(cli("doctor", "--json"))["model"]
    assert missing["seen"] == "nobody plays planner, analyst, reviewer, supervisor"
    assert [each["seen"].partition(";")[0] for each in played] == [
        "local:small plays writer",
        "local:other plays judge",
    ]
    monkeypatch.setenv("STET_ENGINE", "quote")
    assert all(each["ok"] for each in findings(cli("doctor", "--json"))["model"])


def test_only_models_that_the_settings_name_are_asked_and_each_once(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(saying(chat("ready"))) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url("/v1"))
        monkeypatch.setenv("OPENAI_API_KEY", "made-up-key")
        quiet = cli("doctor", "--live", "--json")
        assert server.accepted == 0
        assert "of the settings" not in quiet.err
        monkeypatch.setenv("STET_MODEL", "local:small")
        monkeypatch.setenv("STET_MODELS", "judge=local:other")
        result = cli("doctor", "--live", "--json")
        assert len(server.paths) == 2
        assert [sent(server, number)["max_tokens"] for number in (0, 1)] == [16, 16]
    assert result.err.endswith("asking 2 models of the settings once each; at most 0 USD in all\n")
    played = {each["seen"].partition(";")[0]: each for each in findings(result)["model"]}
    most = ", ".join(role for role in ROLES if role != "judge")
    assert set(played) == {f"local:small plays {most}", "local:other plays judge"}
    assert all(each["state"] == "ok" for each in played.values())
    assert all("; small-2026-11-01 answered in " in each["seen"] for each in played.values())
    assert "made-up-key" not in result.out


def test_what_a_look_costs_is_said_before_and_after(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "priced"
    home.mkdir()
    monkeypatch.setenv("STET_HOME", str(home))
    with Server(saying(chat("ready"))) as server:
        monkeypatch.setenv("MY_KEY", "made-up-key")
        (home / "config.toml").write_text(CONFIG.format(url=server.url("/v1")))
        result = cli("doctor", "--live", "--json")
        prices = (
            f'\n[[prices]]\nat = "{server.url("/v1")}"\nmodel = "gpt-5-mini"\ninput = 1000\noutput = 2000\n'
        )
        (home / "config.toml").write_text(CONFIG.format(url=server.url("/v1")) + prices)
        priced = cli("doctor", "--live", "--json")
    assert "at most 0 USD in all, and what those without a known price ask" in result.err
    assert findings(result)["model"][-1]["seen"].endswith("price unknown")
    last = priced.err.splitlines()[-1]
    assert "unknown" not in last
    assert float(last.split("at most ")[1].split()[0]) > 0
    seen = findings(priced)["model"][-1]["seen"]
    assert "(set for the role)" in seen
    assert seen.endswith("0.058 USD")
    assert "1 price of your own" in findings(priced)["prices"][0]["seen"]


def test_a_service_is_asked_again_in_the_manner_that_it_wants(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def handle(seen: Seen) -> Reply | Raw:
        assert isinstance(seen.json, dict)
        if "max_tokens" in seen.json:
            return refusing(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return answer(chat("ready"))

    with Server(handle) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url("/v1"))
        monkeypatch.setenv("STET_MODEL", "local:small")
        (found,) = findings(cli("doctor", "--live", "--json"))["model"]
    assert found["state"] == "ok"
    assert len(server.paths) == 2


def test_a_call_takes_no_longer_than_the_role_is_given(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STET_HOME", str(tmp_path))
    with Server(delay=30) as slow:
        monkeypatch.setenv("OPENAI_BASE_URL", slow.url("/v1"))
        (tmp_path / "config.toml").write_text('[models]\njudge = { model = "local:small", seconds = 0.5 }\n')
        found = findings(cli("doctor", "--live", "--json"))["model"][-1]
    assert found["state"] == "fault"
    assert "none within 0.5 seconds" in found["seen"]


def test_a_search_by_a_model_is_not_tried_unless_it_is_chosen(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, searches: Server
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "made-up-key")
    names = (*SEARCHES, "native:anthropic")
    monkeypatch.setenv("STET_URLS", " ".join(f"{name}={searches.url('')}" for name in names))
    (found,) = findings(cli("doctor", "--live", "--json"))["native:anthropic"]
    assert (found["state"], "ANTHROPIC_API_KEY is set; by claude" in found["seen"]) == ("ok", True)
    assert not [path for path in searches.paths if path.endswith("/messages")]
    monkeypatch.setenv("STET_SEARCH", "native:anthropic")
    (found,) = findings(cli("doctor", "--live", "--json"))["native:anthropic"]
    assert found["state"] == "fault"
    assert [path for path in searches.paths if path.endswith("/messages")]


def test_a_server_that_fails_or_hangs_is_a_fault_and_the_rest_goes_on(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modelfindings, "_SECONDS", 1.0)
    monkeypatch.setenv("STET_MODEL", "local:small")
    with Server(delay=30) as slow:
        monkeypatch.setenv("OPENAI_BASE_URL", slow.url("/v1"))
        (found,) = findings(cli("doctor", "--live", "--json"))["model"]
    assert found["state"] == "fault"
    assert "unavailable: no answer within 1 s" in found["seen"]
    with Server(lambda _: page("gone", status=500)) as broken:
        monkeypatch.setenv("OPENAI_BASE_URL", broken.url("/v1"))
        (found,) = findings(cli("doctor", "--live", "--json"))["model"]
    assert "; unavailable: " in found["seen"]
