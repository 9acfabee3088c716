"""Settings: who wins, where a value came from, and what a wrong one is called."""

import os
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.app.settings import engine_of, operator_of
from stet.config import (
    ROLES,
    Flags,
    RoleSetting,
    Settings,
    key,
    load_settings,
    prepare_home,
    shown_store,
    terminal,
    variable_of,
)
from stet.domain.budget import Depth
from stet.domain.run import Level
from stet.errors import BadSetting, StoreError


def load(tmp_path: Path, flags: Flags | None = None, **environ: str) -> Settings:
    project = tmp_path / "project"
    project.mkdir(exist_ok=True)
    return load_settings(flags, environ={"STET_HOME": str(tmp_path / "home"), **environ}, folder=project)


def write(tmp_path: Path, where: str, text: str) -> Path:
    path = tmp_path / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults_need_no_file(tmp_path: Path) -> None:
    settings = load(tmp_path)
    assert settings.home == tmp_path / "home"
    assert settings.store == str(tmp_path / "home" / "stet.sqlite")
    assert (settings.profile, settings.level, settings.depth) == (None, Level.REVIEWED, Depth.STANDARD)
    assert settings.budget == Depth.STANDARD.budget()
    assert settings.origins["home"] == "environment STET_HOME"
    assert {o for name, o in settings.origins.items() if name != "home"} == {"default"}
    assert not (tmp_path / "home").exists(), "reading settings writes nothing"


def test_flag_over_environment_over_project_over_user_over_default(tmp_path: Path) -> None:
    user = write(
        tmp_path, "home/config.toml", 'level = "single"\nengine = "u"\nprofile = "science"\npages = 4\n'
    )
    project = write(tmp_path, "project/stet.toml", 'level = "team"\nengine = "p"\nprofile = "eu-law"\n')
    settings = load(tmp_path, Flags(level=Level.WORKFLOW), STET_LEVEL="reviewed", STET_ENGINE="e")
    assert (settings.level, settings.engine, settings.profile) == (Level.WORKFLOW, "e", "eu-law")
    assert settings.budget.pages == 4
    assert settings.origins["level"] == "flag"
    assert settings.origins["engine"] == "environment STET_ENGINE"
    assert settings.origins["profile"] == str(project)
    assert settings.origins["pages"] == str(user)
    assert settings.origins["depth"] == "default"


def test_limits_replace_single_limits_of_the_depth(tmp_path: Path) -> None:
    settings = load(tmp_path, STET_DEPTH="deep", STET_PAGES="7", STET_USD="0.50", STET_SECONDS="90")
    assert settings.budget.searches == Depth.DEEP.budget().searches
    assert settings.budget.pages == 7
    assert (settings.budget.usd, settings.budget.seconds) == (Decimal("0.50"), 90.0)
    assert settings.origins["searches"] == "environment STET_DEPTH"
    assert settings.origins["pages"] == "environment STET_PAGES"


def test_places_in_a_file_are_beside_that_file(tmp_path: Path) -> None:
    write(
        tmp_path, "project/stet.toml", 'docs = ["papers", "../notes"]\nstore = "s.db"\nprofile = "my.toml"\n'
    )
    settings = load(tmp_path)
    project = tmp_path / "project"
    assert settings.docs == (str(project / "papers"), str(project / "../notes"))
    assert settings.store == str(project / "s.db")
    assert settings.profile == str(project / "my.toml")


def test_places_in_the_environment_are_as_given(tmp_path: Path) -> None:
    settings = load(tmp_path, STET_DOCS=os.pathsep.join(["papers", "", "/data/notes"]))
    assert settings.docs == ("papers", "/data/notes")


def test_a_url_and_a_shipped_profile_are_no_places(tmp_path: Path) -> None:
    write(tmp_path, "home/config.toml", 'store = "postgresql+psycopg://db/stet"\nprofile = "eu-law"\n')
    settings = load(tmp_path)
    assert (settings.store, settings.profile) == ("postgresql+psycopg://db/stet", "eu-law")


@pytest.mark.parametrize(
    "store", ["postgresql+psycopg://db/stet", "../other.sqlite", "/tmp/x.sqlite", "~/x.sqlite"]
)
def test_a_projects_file_chooses_no_store_outside_its_own_folder(tmp_path: Path, store: str) -> None:
    write(tmp_path, "project/stet.toml", f'store = "{store}"')
    with pytest.raises(BadSetting, match="its own folder"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('level = "best"', "level"),
        ("level = 3", "level"),
        ("pages = 0", "pages"),
        ('pages = "many"', "pages"),
        ("docs = 5", "docs"),
        ('docs = [""]', "docs"),
        ("seconds = inf", "seconds"),
        ("seconds = nan", "seconds"),
        ("usd = -1", "usd"),
        ('profil = "eu-law"', "profil"),
        ('home = "/x"', "home"),
        ('[budget]\npages = "x"', "budget"),
        ('store = "a\\u0000b"', "store"),
        ("level = ", "not readable as TOML"),
        ("a = " + "[" * 5000, "not readable as TOML"),
    ],
)
def test_a_wrong_file_is_named_with_its_field(tmp_path: Path, text: str, field: str) -> None:
    path = write(tmp_path, "project/stet.toml", text)
    with pytest.raises(BadSetting) as caught:
        load(tmp_path)
    assert caught.value.message.startswith(f"{path}: {field}")


@pytest.mark.parametrize("name", ["STET_LEVEL", "STET_DEPTH", "STET_PAGES", "STET_USD", "STET_SECONDS"])
def test_a_wrong_variable_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadSetting, match=f"^{name}: "):
        load_settings(environ={name: "nonsense"}, folder=tmp_path)


def test_bytes_that_are_no_text_are_a_clear_error(tmp_path: Path) -> None:
    path = write(tmp_path, "project/stet.toml", "")
    path.write_bytes(b"\xff\xfe\x00level")
    with pytest.raises(BadSetting, match="not readable as TOML"):
        load(tmp_path)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    write(tmp_path, "project/stet.toml", '\ufefflevel = "team"')
    assert load(tmp_path).level is Level.TEAM


def test_an_empty_variable_is_not_set(tmp_path: Path) -> None:
    assert load(tmp_path, STET_LEVEL="", STET_DOCS="").origins["level"] == "default"


def test_a_variable_that_means_nothing_is_told(tmp_path: Path) -> None:
    assert load(tmp_path, STET_PROFIEL="eu-law", STET_LEVEL="team").ignored == ("STET_PROFIEL",)


def test_the_project_file_is_looked_for_inside_the_repository_only(tmp_path: Path) -> None:
    write(tmp_path, "stet.toml", 'level = "single"')
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    deep = tmp_path / "repo" / "a" / "b"
    deep.mkdir(parents=True)
    environ = {"STET_HOME": str(tmp_path / "home")}
    assert load_settings(environ=environ, folder=deep).project is None
    inside = write(tmp_path, "repo/stet.toml", 'level = "team"')
    assert load_settings(environ=environ, folder=deep).project == inside
    assert load_settings(environ=environ, folder=tmp_path / "home").project is None


def test_a_home_given_in_code_moves_store_and_file(tmp_path: Path) -> None:
    write(tmp_path, "other/config.toml", 'level = "team"')
    settings = load_settings(home=tmp_path / "other", environ={}, folder=tmp_path)
    assert settings.level is Level.TEAM
    assert settings.store == str(tmp_path / "other" / "stet.sqlite")


def test_without_a_home_the_users_folders_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = load_settings(environ={}, folder=tmp_path)
    assert settings.home.name == "stet"
    assert settings.origins["home"] == "default"


def test_the_home_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    settings = load(tmp_path, STET_HOME=str(tmp_path / "a" / "b"))
    assert prepare_home(settings) == tmp_path / "a" / "b"
    assert (tmp_path / "a" / "b").stat().st_mode & 0o077 == 0
    assert not list((tmp_path / "a" / "b").iterdir())


def test_a_home_that_cannot_be_made_is_a_store_error_with_the_way_out(tmp_path: Path) -> None:
    write(tmp_path, "file", "")
    with pytest.raises(StoreError) as caught:
        prepare_home(load(tmp_path, STET_HOME=str(tmp_path / "file" / "home")))
    assert "STET_HOME" in (caught.value.hint or "")
    with pytest.raises(StoreError):
        prepare_home(load(tmp_path, STET_HOME=str(tmp_path / "file")))


@pytest.mark.parametrize("home", ["a\0b", " "])
def test_a_home_that_is_no_path_is_a_bad_setting(tmp_path: Path, home: str) -> None:
    with pytest.raises(BadSetting, match="STET_HOME"):
        load(tmp_path, STET_HOME=home)


def test_no_secret_is_shown(tmp_path: Path) -> None:
    url = "postgresql+psycopg://ann:hunter2@db.example:5432/stet?sslpassword=hunter2"
    settings = load(tmp_path, STET_STORE=url, OPENAI_API_KEY="hunter2")
    shown = [row.value for row in settings.rows()] + [value for _, value in settings.paths()]
    assert "hunter2" not in " ".join(shown)
    assert {row.name: row.value for row in settings.rows()}["store"] == (
        "postgresql+psycopg://ann:***@db.example:5432/stet"
    )
    assert "hunter2" not in repr(key("OPENAI_API_KEY", {"OPENAI_API_KEY": "hunter2"}))


def test_a_wrong_value_is_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(BadSetting) as caught:
        load(tmp_path, STET_STORE="postgresql://ann:hunter2@db/\0")
    assert "hunter2" not in f"{caught.value.message}{caught.value.hint}"


@given(st.text(max_size=60).map(lambda tail: f"x://ann:hunter2@{tail}") | st.text(max_size=60))
def test_showing_any_store_never_fails(store: str) -> None:
    assert "hunter2" not in shown_store(store)


def test_keys_have_their_usual_names() -> None:
    found = key("OPENAI_API_KEY", {"OPENAI_API_KEY": " k "})
    assert found is not None
    assert found.get_secret_value() == "k"
    assert key("OPENAI_API_KEY", {"OPENAI_API_KEY": " "}) is None
    with pytest.raises(BadSetting):
        key("AWS_SECRET", {})


def test_googles_key_has_a_second_name() -> None:
    def held(**environ: str) -> tuple[str, str | None]:
        found = key("GEMINI_API_KEY", environ)
        return variable_of("GEMINI_API_KEY", environ), found.get_secret_value() if found else None

    assert held() == ("GEMINI_API_KEY", None)
    assert held(GOOGLE_API_KEY="google-key") == ("GOOGLE_API_KEY", "google-key")
    assert held(GOOGLE_API_KEY="google-key", GEMINI_API_KEY=" ") == ("GOOGLE_API_KEY", "google-key")
    assert held(GOOGLE_API_KEY="google-key", GEMINI_API_KEY="gemini-key") == ("GEMINI_API_KEY", "gemini-key")
    with pytest.raises(BadSetting, match=r"^GOOGLE_API_KEY holds"):
        key("GEMINI_API_KEY", {"GOOGLE_API_KEY": "two words"})
    # A variable that was named is read, and no other.
    assert key("GEMINI_API_KEY", {"GOOGLE_API_KEY": "google-key"}, named=True) is None


COMMON = """
model = "local:qwen3:8b"
[models]
window = 8192
seconds = 1800
judge = { model = "anthropic:claude-sonnet-4-5", window = 64000 }
writer = "local:other"
"""


def test_what_is_said_of_all_models_holds_for_each_that_says_nothing_else(tmp_path: Path) -> None:
    write(tmp_path, "home/config.toml", COMMON)
    settings = load(tmp_path)
    played = settings.models.played(settings.model)
    assert tuple(played) == ROLES
    assert {role: said.model for role, said in played.items()} == {
        **dict.fromkeys(ROLES, "local:qwen3:8b"),
        "judge": "anthropic:claude-sonnet-4-5",
        "writer": "local:other",
    }
    assert {role: said.window for role, said in played.items()} == {
        **dict.fromkeys(ROLES, 8192),
        "judge": 64000,
    }
    assert {said.seconds for said in played.values()} == {1800}
    shown = {row.name: row.value for row in settings.rows()}["models"]
    assert shown.startswith("window=8192 seconds=1800.0 writer=local:other judge=")
    assert "(window 64000)" in shown


def test_what_is_said_of_all_models_names_none(tmp_path: Path) -> None:
    write(tmp_path, "home/config.toml", "[models]\nwindow = 8192\n")
    settings = load(tmp_path)
    assert settings.models.played(None) == {}
    assert engine_of(settings) == "quote"
    assert settings.models.played("local:a")["writer"] == RoleSetting(model="local:a", window=8192)


def test_roles_are_joined_over_all_places(tmp_path: Path) -> None:
    user = write(tmp_path, "home/config.toml", COMMON)
    project = write(tmp_path, "project/stet.toml", '[models]\nanalyst = "openai:gpt-5"\nwindow = 16000\n')
    flags = Flags.model_validate({"models": {"writer": "openai:o5"}})
    settings = load(tmp_path, flags, STET_MODELS="judge=openai:j effort=low")
    named = {role: said.model for role, said in settings.models.named().items()}
    assert named == {"analyst": "openai:gpt-5", "writer": "openai:o5", "judge": "openai:j"}
    assert (settings.models.window, settings.models.seconds, settings.models.effort) == (16000, 1800, "low")
    # A role is taken whole: another model there has no use for what was said of the first one.
    assert settings.models.judge == RoleSetting(model="openai:j")
    assert settings.origins["models"] == f"flag, environment STET_MODELS, {project}, {user}"


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("windw = 8192", "models.windw: no such setting"),
        ("window = 10", "models.window: "),
        ('window = "much"', "models.window: "),
        ("seconds = 0", "models.seconds: "),
        ("seconds = nan", "models.seconds: "),
        ('writer = { model = "a:b", window = 10 }', "models.writer.window: "),
        ("writer = { window = 8192 }", "models.writer.model: "),
        ("writer = 5", "models.writer: "),
        ('url = "http://a.example"', "models.url: no such setting"),
        ('poet = "a:b"', "models.poet: no such setting"),
    ],
)
def test_a_wrong_table_of_models_is_named_with_its_field(tmp_path: Path, said: str, place: str) -> None:
    path = write(tmp_path, "home/config.toml", f"[models]\n{said}\n")
    with pytest.raises(BadSetting) as caught:
        load(tmp_path)
    assert caught.value.message.startswith(f"{path}: {place}")
    assert "window" in (caught.value.hint or "")


def test_a_projects_file_says_of_no_role_where_it_is_reached(tmp_path: Path) -> None:
    write(
        tmp_path,
        "project/stet.toml",
        '[models]\nwindow = 8192\nwriter = { model = "a:b", url = "http://c.example" }',
    )
    with pytest.raises(BadSetting, match=r"models\.writer\.url: a project's file cannot set this"):
        load(tmp_path)


def test_models_that_search_by_themselves_have_a_setting(tmp_path: Path) -> None:
    write(tmp_path, "home/config.toml", '[native]\nopenai = "gpt-5"\n')
    settings = load(tmp_path)
    assert operator_of(settings).native == {"openai": "gpt-5"}
    rows = {row.name: row.value for row in settings.rows()}
    assert (rows["native"], rows["urls"]) == ("openai=gpt-5", "-")
    shown = {row.name: row.value for row in load(tmp_path, STET_URLS="tavily=http://a:b@c.example").rows()}
    assert shown["urls"] == "tavily=http://a:***@c.example"
    assert operator_of(load(tmp_path, STET_NATIVE="google=gemini-3-pro")).native == {"google": "gemini-3-pro"}
    write(tmp_path, "home/config.toml", '[native]\nbing = "gpt-5"\n')
    with pytest.raises(BadSetting, match=r"native\.bing"):
        load(tmp_path)


def test_the_limit_on_claims_is_that_of_the_depth_or_ones_own(tmp_path: Path) -> None:
    assert [load(tmp_path, STET_DEPTH=depth).budget.claims for depth in ("quick", "standard", "deep")] == [
        12,
        20,
        60,
    ]
    settings = load(tmp_path, STET_CLAIMS="35")
    assert (settings.budget.claims, settings.origins["claims"]) == (35, "environment STET_CLAIMS")
    assert settings.budget.pages == Depth.STANDARD.budget().pages


@pytest.mark.parametrize(
    ("environ", "color", "dumb"),
    [
        ({}, None, False),
        ({"NO_COLOR": ""}, None, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
        ({"FORCE_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, False, True),
    ],
)
def test_the_terminal(environ: dict[str, str], color: bool | None, dumb: bool) -> None:
    assert terminal(environ) == (color, dumb)


def test_every_row_has_an_origin(tmp_path: Path) -> None:
    rows = list(load(tmp_path).rows())
    assert [row.name for row in rows] == ["home", *Flags.model_fields]
    assert all(row.origin for row in rows)
