"""stet check on the web: pages that are fetched, saved and compared, and works that are looked up."""

import json
from pathlib import Path

import pytest
from stetcli import Cli

from httpkit import Server, answer, page
from webtown import ELSEWHERE, article


class TestPages:
    """Pages that a text cites are fetched, saved, and compared with what was saved."""

    BODY = "<p>The quay of Port Selby is 240 metres long. It was built in 1934 by the town.</p>"

    def cited(self, server: Server, folder: Path) -> Path:
        path = folder / "cited.md"
        path.write_text(
            f"The quay of Port Selby is 240 metres long. [1]\n\nThe quay was built in 1943. [1]\n\n"
            f"The crane lifts 12 tonnes. [2]\n\n## References\n\n"
            f"1. The quay. {server.url('/quay')}\n2. The crane. {server.url('/crane')}\n",
            encoding="utf-8",
        )
        return path

    def test_a_page_that_can_be_had_is_checked_on_and_one_that_is_not_there_is_not_found(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        quay = page(article("The quay", self.BODY * 4))
        with Server(
            lambda seen: quay if seen.path == "/quay" else page("gone", status=404), host=ELSEWHERE
        ) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            result = cli("check", self.cited(server, tmp_path), "--json")
            found = json.loads(result.out)
            assert result.err == "reading 2 cited pages\n"
            assert [(s["decision"], s["reason"]) for s in found["statements"]] == [
                ("supported", "verbatim"),
                ("unsupported", "date_absent"),
                ("unreviewed", "not_found"),
            ]
            assert [r["state"] for r in found["references"]] == ["fetched", "not_found"]
            assert [f["kind"] for f in found["findings"] if f["kind"] != "no_title"].count("unreachable") == 1
            asked = [path for path in server.paths if path != "/robots.txt"]
            assert sorted(asked) == ["/crane", "/quay"]
            # Once more within a day: what was had is not asked for again.
            cli("check", self.cited(server, tmp_path), "-q")
            again = [path for path in server.paths if path != "/robots.txt"]
            assert again.count("/quay") == 1

    def test_a_page_that_changed_is_told_and_checked_as_it_is_now(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bodies = [self.BODY * 4, self.BODY.replace("240", "260") * 4]
        with Server(lambda _: page(article("The quay", bodies[0])), host=ELSEWHERE) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            path = self.cited(server, tmp_path)
            cli("check", path, "-q")
            bodies.pop(0)
            path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
            found = json.loads(cli("check", path, "--max-age", "0", "--json", "-q").out)
            assert found["statements"][0]["decision"] == "unsupported"
            changed = [f for f in found["findings"] if f["kind"] == "changed_since"]
            assert len(changed) == 2

    def test_without_the_network_a_saved_page_is_checked_on(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Server(lambda _: page(article("The quay", self.BODY * 4)), host=ELSEWHERE) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            path = self.cited(server, tmp_path)
            cli("check", path, "-q")
        found = json.loads(cli("check", path, "--no-fetch", "--json").out)
        assert found["references"][0]["state"] == "saved"
        assert found["statements"][0]["decision"] == "supported"

    def test_an_outage_is_never_said_to_be_a_missing_page(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Server(lambda _: page("busy", status=503), host=ELSEWHERE) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            found = json.loads(cli("check", self.cited(server, tmp_path), "--json", "-q").out)
        assert {s["decision"] for s in found["statements"]} == {"unreviewed"}
        reasons = {s["reason"] for s in found["statements"]}
        assert not reasons & {"not_found", "gone"}
        (told, _) = [f["detail"] for f in found["findings"] if f["kind"] == "unreachable"]
        assert "says nothing of whether the page exists" in told

    def test_no_more_pages_are_fetched_than_the_limit_says(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Server(lambda _: page(article("The quay", self.BODY * 4)), host=ELSEWHERE) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            found = json.loads(
                cli("check", self.cited(server, tmp_path), "--max-pages", "1", "--json", "-q").out
            )
            assert [path for path in server.paths if path != "/robots.txt"] == ["/quay"]
        assert found["statements"][2]["reason"] == "page_limit"

    def test_checks_are_no_runs_to_show(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Server(lambda _: page(article("The quay", self.BODY * 4)), host=ELSEWHERE) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            cli("check", self.cited(server, tmp_path), "-q")
        assert "check of" not in cli("runs").out


class TestWorks:
    """Works named by DOI, PMID or arXiv id are looked up where pages may be fetched."""

    TEXT = (
        "Harbour seals sleep at sea. [1] They dive to 300 metres. [2] Their young swim at once. [3] They molt. [4]\n\n"
        "## References\n\n"
        "[1] Lund, I. (2019). Sleep of harbour seals at sea. https://doi.org/10.5555/seal.1\n"
        "[2] Berg, O. (2011). Diving depths of harbour seals. https://doi.org/10.5555/seal.2\n"
        "[3] Tolby, K. (2015). First swims of seal pups. PMID: 31415926\n"
        "[4] Molt in seals. https://arxiv.org/abs/2101.00001v2\n"
    )

    def checked(
        self, cli: Cli, folder: Path, index: Server, monkeypatch: pytest.MonkeyPatch
    ) -> dict[str, list[str]]:
        monkeypatch.setenv("STET_URLS", f"openalex={index.url('')}")
        path = folder / "seals.md"
        path.write_text(self.TEXT, encoding="utf-8")
        kinds: dict[str, list[str]] = {}
        for finding in json.loads(cli("check", path, "--json", "-q", "--max-pages", "1").out)["findings"]:
            kinds.setdefault(finding["kind"], []).append(finding["detail"])
        return kinds

    def test_what_was_retracted_is_another_work_or_of_another_year_is_told(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused_addresses: list[str]
    ) -> None:
        works = [
            {"doi": "https://doi.org/10.5555/seal.1", "display_name": "Sleep of harbour seals at sea",
             "publication_year": 2019, "is_retracted": True},
            {"doi": "https://doi.org/10.5555/SEAL.2", "display_name": "Tax law of small islands, a survey",
             "publication_year": 2014, "is_retracted": False},
            {"doi": None, "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/31415926"},
             "display_name": "First swims of seal pups", "publication_year": 2015, "is_retracted": False},
        ]  # fmt: skip
        with Server(lambda _: answer({"results": works})) as index:
            found = self.checked(cli, tmp_path, index, monkeypatch)
            asked = [path for path in index.paths if path.startswith("/works")]
        refused_addresses.clear()  # the pages themselves cannot be had here
        assert len(asked) == 2
        assert ["Sleep of harbour seals" in told for told in found["retracted"]] == [True]
        assert ["Tax law" in told for told in found["title_differs"]] == [True]
        assert ["of 2014, not 2011" in told for told in found["year_differs"]] == [True]
        (unknown,) = found["unknown_work"]
        assert "DOI 10.48550/arxiv.2101.00001" in unknown
        assert "may exist all the same" in unknown

    @pytest.mark.parametrize("status", [429, 500, 503])
    def test_an_index_that_does_not_answer_says_nothing_of_a_work(
        self,
        cli: Cli,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        refused_addresses: list[str],
        status: int,
    ) -> None:
        with Server(lambda _: page("busy", status=status)) as index:
            found = self.checked(cli, tmp_path, index, monkeypatch)
        refused_addresses.clear()
        assert len(found["not_looked_up"]) == 4
        assert all("says nothing of whether the work exists" in told for told in found["not_looked_up"])
        assert not found.keys() & {"unknown_work", "retracted", "title_differs"}

    def test_nothing_is_looked_up_where_nothing_may_be_fetched(self, cli: Cli, tmp_path: Path) -> None:
        path = tmp_path / "seals.md"
        path.write_text(self.TEXT, encoding="utf-8")
        found = json.loads(cli("check", path, "--json", "--no-fetch").out)["findings"]
        assert not {f["kind"] for f in found} & {"unknown_work", "not_looked_up"}
