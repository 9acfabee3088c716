"""Citations that are wrong, missing or invented: what a draft, a ledger and a report make of them."""

import re
import socket
import time
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from casekit import Says, engine_with, over, over_folder, over_web

from stet.adapters.extract import extract
from stet.domain.budget import Budget
from stet.domain.claims import Claim, ClaimKind, Outcome
from stet.domain.events import Drafted, Reviewed
from stet.domain.evidence import Quote, Source
from stet.domain.question import Plan
from stet.domain.report import Report, ReportOutcome
from stet.engines.quote import quote_engine
from stet.evaluate.audit import audit
from stet.ports import Coverage, Evidence
from stet.report.draft import parse
from stet.report.html import to_html
from stet.report.json import from_json, to_json
from stet.report.markdown import to_markdown
from stet.report.view import source_lists
from stet.store import open_store
from stet.testing import CannedWeb, ScriptedSearch, canned_page
from stet.verify.decide import decide
from stet.verify.ladder import EvidenceIndex, check_claim

KEYS = ("C1", "C2")
SEED = "What does a bag of clover seed cost?"
PRICE = "A bag of clover seed costs 18 euros at every garden centre of the county."


def source(key: str = "S1", **fields: object) -> Source:
    values: dict[str, object] = {
        "id": key,
        "url": f"https://{key.lower()}.example/",
        "normalized_url": f"https://{key.lower()}.example/",
        "kind": "unknown",
        "authority": 0.15,
        "retrieved_at": datetime(2026, 1, 1, tzinfo=UTC),
        "sha256": "sha256:0",
        "text_sha256": "sha256:0",
    }
    return Source.model_validate(values | fields)


def decided(
    said: str, text: str, quoted: str, kind: ClaimKind = ClaimKind.PARAPHRASE
) -> tuple[str, str, str]:
    """The decision on a claim over one source, its reason, and the first rung that did not pass."""
    start = max(0, text.find(quoted))
    quote = Quote(source="S1", start=start, end=start + len(quoted), exact=quoted)
    claim = Claim(key="C1", text=said, kind=kind, topic="T1", quotes=(quote,))
    checks = check_claim(claim, EvidenceIndex([source()], {"S1": text}))
    decision, reason, _ = decide(claim, checks, in_conflict=False)
    first = next((check.name for check in checks if check.outcome is not Outcome.PASS), "")
    return decision.value, reason, first


def listed(report: Report, status: str) -> list[str]:
    return [Path(s.path or s.url).name for s in report.sources if s.status == status]


def draft(body: str) -> tuple[list[str], list[str], list[tuple[str, ...]]]:
    """The codes of the problems, the sentences, and the keys of each."""
    found = parse(f"## Short answer\n\n{body}\n", KEYS)
    return (
        [p.code for p in found.problems],
        [s.text for s in found.sentences],
        [s.claims for s in found.sentences],
    )


def test_figures_that_the_cited_page_does_not_have_are_not_published():
    """K001: every number of a claim must stand in the words it cites."""
    page = (
        "A Mac mini makes a quiet home server. It sips power, sits on a shelf, and runs a small search engine "
        "without complaint. Many owners put a database on it."
    )
    said = "A Mac mini with 24 GB handled 20 million documents (2.5 GB) at a p95 under 200 ms."
    decision, reason, rung = decided(said, page, "runs a small search engine without complaint")
    assert (decision, rung) == ("unsupported", "values")
    assert reason.endswith("_absent")


def test_a_neighbours_doi_is_no_typography():
    """K002: fuzzy locating never bridges a different identifier, and nobody's judgement is no support."""
    page = (
        "Scaling deep learning for materials discovery. Nature 624, 80–85 (2023). "
        "https://doi.org/10.1038/s41586-023-06735-9 Article. N. J. Szymanski et al. An autonomous laboratory. "
        "Nature 624, 86–91 (2023). https://doi.org/10.1038/s41586-023-06734-w"
    )
    mixed = "An autonomous laboratory. Nature 624, 86–91 (2023). https://doi.org/10.1038/s41586-023-06735-9"
    assert decided(mixed, page, mixed, ClaimKind.QUOTATION)[0] == "unsupported"
    said = "Szymanski et al. (2023) is https://doi.org/10.1038/s41586-023-06735-9"
    assert decided(said, page, page)[0] in {"unsupported", "unreviewed"}


def test_nothing_found_is_said_with_the_queries_and_nothing_is_written(tmp_path: Path):
    """K004: empty search results never reach a writer."""
    writer = Says("## Short answer\n\nIt costs 18 euros [C1].")
    came = over(tmp_path, SEED, [ScriptedSearch([])], CannedWeb([]), engine=engine_with(writer=writer))
    report = came.done
    assert writer.asked == 0
    assert report.outcome is ReportOutcome.NO_EVIDENCE
    assert report.queries
    assert {query.hits for query in report.queries} == {0}
    answer = next(gap for gap in report.gaps if gap.topic == "T1")
    assert set(answer.queries) <= {query.text for query in report.queries}
    assert answer.queries
    assert all(f"searched for: {query}" in to_markdown(report) for query in answer.queries)


@pytest.mark.parametrize(
    ("page", "name", "title", "where"),
    [
        ("<h1>Seed prices</h1><p>They vary.</p>", "x", "Seed prices", "h1"),
        ("<html><head><title> </title></head><body><p>They vary.</p></body></html>", "seed-prices.html",
         "seed-prices", "file name"),
        ("<p>They vary a good deal from town to town.</p>", "", None, None),
    ],
)  # fmt: skip
def test_a_title_that_a_page_does_not_give_is_derived_and_says_so(
    page: str, name: str, title: str | None, where: str | None
):
    """K005: never invented; from the heading, the file's name, or absent (then the address is shown)."""
    found = extract(page.encode(), name=name, today=date(2026, 11, 30))
    assert (found.title, found.title_from) == (title, where)


def test_a_derived_title_is_marked_in_the_report(tmp_path: Path):
    """K005: a reader can tell a heading or a file's name from a title that the document states."""
    stated = f"---\ntitle: Prices\n---\n\n# Other heading\n\n{PRICE}"
    documents = {
        "stated.md": stated,
        "plain.txt": f"{PRICE} It was 17 euros.",
        "headed.md": f"# Seed\n\n{PRICE} Yes.",
    }
    report = over_folder(tmp_path, SEED, documents)
    where = {Path(s.path or "").name: s.title_from for s in report.sources if s.status == "read"}
    assert where == {"stated.md": "front matter", "plain.txt": "file name", "headed.md": "h1"}
    for shown in (to_markdown(report), to_html(report, {})):
        assert "title from: file name" in shown
        assert "title from: heading" in shown
        assert "title from: front matter" not in shown


def test_documents_alone_reach_for_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """K007: not even loopback, not even a name is looked up."""

    def refuse(*args: object, **_: object) -> None:
        raise AssertionError(args)

    for name in ("connect", "connect_ex", "sendto", "sendmsg"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("getaddrinfo", "create_connection", "gethostbyname"):
        monkeypatch.setattr(socket, name, refuse)
    named = "---\nurl: https://www.garden.example/prices?utm_source=x\n---\n\n"
    report = over_folder(tmp_path, SEED, {"a.md": named + PRICE, "b.html": f"<h1>Seed</h1><p>{PRICE}</p>"})
    assert report.outcome is ReportOutcome.APPROVED


def test_every_file_is_read_or_named_with_the_reason(tmp_path: Path):
    """K008: nine files with a fact each, a file that no query can find, and a limit."""
    colours = "red green blue yellow black white brown pink grey".split()
    documents: dict[str, str | bytes] = {
        f"door-{n}.md": f"# Door {n}\n\nThe harbour office door number {n} is painted {colour}."
        for n, colour in enumerate(colours)
    }
    documents["recipe.txt"] = "Beat four eggs with sugar until foamy, then fold in flour."
    documents["broken.pdf"] = b"%PDF-1.7 cut"
    question = "Which colour is each door of the harbour office painted?"
    report = over_folder(tmp_path, question, documents, budget=Budget(pages=4))
    assert len(listed(report, "read")) == 4
    assert listed(report, "failed") == ["broken.pdf"]
    (note,) = [n for n in report.notes if "given documents were read" in n]
    assert note.startswith("4 of the 10 given documents were read.")
    assert "because the limit on pages came first" in note
    assert "Found by no query: " in note
    not_read = set(documents) - {"broken.pdf"} - set(listed(report, "read"))
    assert all(f"/{name}" in note for name in not_read)
    assert note in to_markdown(report).replace("\\", "")


def test_a_writer_that_never_searched_and_invents_links_is_refused(tmp_path: Path):
    """K010: eight addresses and no key: not approved, and no address becomes a link."""
    invented = [f"https://example-{n}.example/study" for n in range(8)]
    text = "## Short answer\n\n" + "\n\n".join(
        f"Study {n} proves it ({url})." for n, url in enumerate(invented)
    )
    page = canned_page("https://garden.example/a", f"# Seed\n\n{PRICE}", title="Seed")
    came = over_web(tmp_path, SEED, [page], engine=engine_with(writer=Says(text)))
    report = came.done
    assert report.outcome is ReportOutcome.NOT_APPROVED
    assert not report.states.report_accepted
    assert not any(source.cited for source in report.sources)
    failed = {check.name for check in report.review.rounds[-1].checks if check.outcome is Outcome.FAIL}
    assert "cited" in failed
    html = to_html(report, {"S1": page.page.text})
    links = re.findall(r'href="(http[^"]*)"', html)
    assert not set(links) & set(invented)
    assert not re.findall(r"\]\(http|<http[^>]*example-\d", to_markdown(report))


@pytest.mark.parametrize("changed", ["https://garden.example/b", "www.garden.example/a", "garden.example/a"])
def test_an_address_in_a_draft_is_a_fault_whatever_it_is(changed: str):
    """K011: no writer types addresses, so a changed character can never pass for a source."""
    codes, texts, _ = draft(f"It costs 18 euros, see {changed} [C1].")
    assert "url" in codes
    assert changed in texts[0]


@pytest.mark.parametrize(
    ("case", "body", "codes", "kept"),
    [
        ("K013", "A is 5 [1].\n\n## More\n\nB is 6 [1].\n\n## References\n\n1. Some study, 2020",
         {"unknown_key", "source_list"}, ["[1]", "[1]"]),
        ("K014", "A is 5 [5, 7].", {"unknown_key"}, ["[5, 7]"]),
        ("K019", "A is 5 [cite: 12].", {"brackets"}, ["[cite: 12]"]),
        ("K020", "A is 5 [hildebrand1916solubility pages 14–17].", {"unknown_key"}, ["pages 14–17"]),
        ("K020", "Ishikawa and Hashimoto, 2011, show it.", {"uncited"}, ["2011"]),
        ("K022", "A is 5 % (pqac-deadbeef).", {"uncited"}, ["(pqac-deadbeef)"]),
        ("K022", "A is 5 % [pqac-deadbeef].", {"brackets"}, ["[pqac-deadbeef]"]),
        ("K023", "`arr[1]` is 5 [C1].", {"unknown_key"}, ["arr[1]"]),
        ("K023", "[2020, 2021, 2022]", {"unknown_key"}, ["[2020, 2021, 2022]"]),
        ("K025", "A is 5 " + "".join(f"[{n}]" for n in range(16, 399)) + ".", {"unknown_key"}, ["[398]"]),
        ("K025", "A is 5【1-8，14-17】 [C1].", {"brackets"}, ["【1-8，14-17】"]),
        ("K025", "A is 5 [^1] [C1].", {"brackets"}, ["[^1]"]),
        ("K025", "A is 5 [1](#sources).", {"unknown_key"}, ["[1](#sources)"]),
        ("K025", "A is 5 [C1]\nhttps://a.example/x", {"url"}, ["https://a.example/x"]),
        ("K026", "A is 5 [C1]. B is 6 [C2]. D is 7 [C3].", {"unknown_key"}, ["[C3]"]),
        ("K026", "D is 7 [C2, C3].", {"unknown_key"}, ["[C3]"]),
        ("K019", "A is 5【12†source】 [C1].", {"brackets"}, ["【12†source】"]),
        ("K019", "A is 5［1］ [C1].", {"brackets"}, ["［1］"]),
    ],
)  # fmt: skip
def test_what_is_no_key_is_a_fault_and_never_vanishes(case: str, body: str, codes: set[str], kept: list[str]):
    """K013, K014, K019, K020, K022, K023, K025, K026: a bare fact is never left where a reference was unknown."""
    found, texts, claims = draft(body)
    assert codes <= set(found), case
    for mark in kept:
        assert any(mark in text for text in texts), case
    assert {key for keys in claims for key in keys} <= set(KEYS), case


def test_code_in_a_draft_is_refused_and_left_out_of_the_sentences():
    """K023: the words around it stay as they were, and nothing of the code becomes a citation."""
    codes, texts, claims = draft("It is 5 [C1].\n\n```py\nx = arr[1]  # [C2]\n```\n\nIt is 6 [C2].")
    assert codes == ["code"]
    assert texts == ["It is 5.", "It is 6."]
    assert claims == [("C1",), ("C2",)]


@pytest.mark.parametrize(
    "text", ["", "   \n\n", "I could not find any sources. [1]", "## References\n\n- none"]
)
def test_a_draft_without_a_single_known_key_is_kept_and_not_published(tmp_path: Path, text: str):
    """K028: the draft stays among the events, with the reason it was refused for."""
    page = canned_page("https://garden.example/a", f"# Seed\n\n{PRICE}", title="Seed")
    came = over_web(tmp_path, SEED, [page], engine=engine_with(writer=Says(text)))
    assert came.done.outcome is ReportOutcome.NOT_APPROVED
    assert [event.markdown for event in came.events if isinstance(event, Drafted)][-1] == text
    review = next(event.review for event in came.events if isinstance(event, Reviewed))
    assert not review.approved
    cited = next(check for check in review.checks if check.name == "cited")
    assert (cited.outcome, cited.reason) == (Outcome.FAIL, "uncited")
    assert cited.detail
    assert to_markdown(came.done).startswith("**Not approved.**")


def test_cited_read_and_found_are_apart(tmp_path: Path):
    """K029: ten pages come up and eight are read, three of which carry the answer."""
    documents: dict[str, str | bytes] = {
        f"price-{n}.md": f"---\nurl: https://shop-{n}.example/\n---\n\nA bag of clover seed costs {n} euros."
        for n in (11, 12, 13)
    }
    for n in range(7):
        documents[f"other-{n}.md"] = (
            f"# Garden {n}\n\nThis page about clover, seed and bags sells nothing at all; visit {n}."
        )
    report = over_folder(tmp_path, SEED, documents, budget=Budget(pages=8))
    lists = source_lists(report)
    assert {Path(s.path or "").name for s in lists.cited} == {"price-11.md", "price-12.md", "price-13.md"}
    assert (len(lists.cited), len(lists.read), len(lists.found), len(lists.failed)) == (3, 5, 2, 0)
    shown = to_markdown(report)
    assert all(
        f"### {title}" in shown for title in ("Cited (3)", "Read, not cited (5)", "Found, not read (2)")
    )


def test_the_same_words_with_another_figure_are_no_support():
    """K031: likeness of wording supports nothing."""
    page = "In the survey of last spring, 62 % of firms used the new method in their daily work."
    said = "In the survey of last spring, 80 % of firms used the new method in their daily work."
    assert decided(said, page, page)[:1] == ("unsupported",)
    assert decided(said, page, page)[2] == "values"
    assert decided(said, page, said, ClaimKind.QUOTATION)[1] == "altered"


ADDRESSES = (
    "https://en.wikipedia.org/wiki/Foo_(a)_(b)",
    "https://a.example/x|y?q=[1]",
    "https://a.example/end.",
    "https://a.example/end，",
    "https://a.example/a b",
    "https://a.example/?a=1&copyright=2",
)


@pytest.mark.parametrize("url", ADDRESSES)
def test_an_address_stays_whole_in_every_format(tmp_path: Path, url: str):
    """K032: neither cut at a parenthesis nor joined with what follows, and never the end of a link or cell."""
    page = canned_page(url, f"# Seed\n\n{PRICE}", title="Seed")
    report = over_web(tmp_path, SEED, [page]).done
    assert [source.cited for source in report.sources] == [True]
    assert from_json(to_json(report)).sources[0].url == url
    shown = to_markdown(report)
    assert f"<{url}>" in shown or url in re.sub(r"\\(.)", r"\1", shown)
    html = to_html(report, {}).replace("&amp;", "&")
    assert f'href="{url}"' in html or f"<bdi>{url}</bdi>" in html


@pytest.mark.parametrize("unit", ["[", "[1", "【1】", "]", "[C1, ", "C1 "])
def test_a_megabyte_of_hostile_draft_is_parsed_in_proportion(unit: str):
    """K023: eight times the text takes about eight times as long, and the known blow-up is nothing at all."""

    def seconds(size: int) -> float:
        start = time.process_time()
        parse("## Short answer\n\n" + unit * (size // len(unit)), KEYS)
        return time.process_time() - start

    small, large = seconds(125_000), seconds(1_000_000)
    assert large < 0.2 or large < 30 * small
    start = time.process_time()
    parse("[" + "1" * 60 + "!", KEYS)
    assert time.process_time() - start < 0.1


class SecondThoughts:
    """The quote engine's analyst, which claims nothing any more once it has read for the second time."""

    def __init__(self) -> None:
        self.inner = quote_engine().analyst
        self.asked = 0

    async def assess(self, plan: Plan, evidence: Evidence, asked: Sequence[str]) -> Coverage:
        self.asked += 1
        return await self.inner.assess(plan, evidence, asked)

    async def analyse(self, plan: Plan, evidence: Evidence) -> tuple[Claim, ...]:
        return await self.inner.analyse(plan, evidence) if self.asked == 1 else ()


def test_a_draft_of_an_earlier_round_is_kept_and_is_not_the_report(tmp_path: Path):
    """K028: what was drafted on the way stays among the events, and an audit knows it from the last word."""
    pages = [canned_page(f"https://g-{n}.example/", f"{PRICE} Shop {n}.", title="Seed") for n in range(9)]
    came = over_web(tmp_path, SEED, pages, engine=engine_with(analyst=SecondThoughts()))
    assert came.done.outcome is ReportOutcome.NO_EVIDENCE
    assert not came.done.answer
    assert any(isinstance(event, Drafted) for event in came.events)
    with open_store(str(tmp_path / "store.sqlite")) as store:
        assert audit(store, came.done.run).report
