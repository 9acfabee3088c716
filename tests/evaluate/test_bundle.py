"""A run in one file: audited without its store, and refused where it would do harm."""

import asyncio
import io
import json
import tracemalloc
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeltown import ASKED, CLERK, TOLL, clerk
from stet.app import App, Request
from stet.domain.people import PersonDecision, Verdict
from stet.errors import IntegrityError, StetError
from stet.evaluate.bundle import MANIFEST, bundle, manifest, packed
from stet.evaluate.bundle_audit import audit_bundle
from stet.evaluate.bundle_read import NotABundle, read_members
from stet.store import open_store
from stet.store.sql import SqlStore

NOTICE = (
    "---\ntitle: Ferry ordinance </script><img onerror=x>\nurl: https://council.example/ferry\ndate: 2026-05-04\n---\n"
    "The ferry toll starts on 1 September 2026 for every lorry.\n\nBicycles are exempt from the ferry toll.\n\n"
    + "A paragraph on the history of the pier. \n\n" * 60
    + "Unquoted words.\n"
)


class Made:
    """Both bundles of one run, and the run itself."""

    def __init__(self, folder: Path) -> None:
        (folder / "docs").mkdir()
        (folder / "docs" / "law.md").write_text(NOTICE, encoding="utf-8")
        request = Request(
            question="When does the ferry toll start?",
            documents=(str(folder / "docs"),),
            today=date(2026, 11, 30),
        )
        report = asyncio.run(App(folder / "home").ask(request))
        self.run = report.run
        with open_store(str(folder / "home" / "stet.sqlite")) as store:
            self.shared = bundle(store, self.run)
            self.whole = bundle(store, self.run, snapshots=True)
            self.again = bundle(store, self.run, snapshots=True)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("bundled"))


def opened(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def written(folder: Path, data: bytes) -> Path:
    path = folder / "run.zip"
    path.write_bytes(data)
    return path


def resealed(members: Mapping[str, bytes]) -> bytes:
    """The members with a manifest that fits them, as a forger would write it."""
    return packed({**members, MANIFEST: manifest(members)})


def test_the_same_run_gives_the_same_bytes(made: Made):
    assert made.whole == made.again


def test_a_bundle_with_snapshots_is_made_again_from_beginning_to_end(made: Made, tmp_path: Path):
    found = audit_bundle(written(tmp_path, made.whole))
    assert found.audit.run == made.run
    assert found.audit.checked_again
    assert (found.audit.quotes > 0, found.audit.quotes_gone, found.audit.pages_gone) == (True, 0, 0)
    assert found.made_again == found.members


def test_a_shared_bundle_holds_no_page_and_says_what_cannot_be_checked(made: Made, tmp_path: Path):
    found = audit_bundle(written(tmp_path, made.shared))
    assert not found.audit.checked_again
    assert found.audit.pages_gone == 1
    assert found.audit.quotes_gone > 0
    assert not any(name.startswith("pages/") for name in opened(made.shared))
    assert not any(b"Unquoted words" in data for data in opened(made.shared).values())
    assert any(b"Unquoted words" in data for data in opened(made.whole).values())


@pytest.mark.parametrize("which", ["shared", "whole"])
def test_whatever_is_changed_is_named(made: Made, tmp_path: Path, which: str):
    members = opened(getattr(made, which))
    for name in sorted(members.keys() - {MANIFEST}):
        changed = {**members, name: members[name].replace(b"2026", b"2027", 1)}
        if changed == members:
            changed[name] += b" "
        with pytest.raises(IntegrityError, match=name):
            audit_bundle(written(tmp_path, packed(changed)))
        with pytest.raises(StetError):  # the forger made the manifest fit
            audit_bundle(written(tmp_path, resealed(changed)))


def test_a_bundle_that_names_another_version_still_has_the_report_of_its_rows(made: Made, tmp_path: Path):
    members = opened(made.shared)
    members["stet.json"] = members["stet.json"].replace(b'"version": "', b'"version": "9')
    told = json.loads(members["report.json"])
    newer = {**members, "report.json": json.dumps({**told, "of_later": 1}).encode()}
    assert audit_bundle(written(tmp_path, resealed(newer))).made_again is None
    for forged in ({**told, "outcome": "not_approved"}, {**told, "claims": told["claims"][1:]}):
        carried = {**members, "report.json": json.dumps(forged).encode()}
        with pytest.raises(IntegrityError, match=r"report\.json"):
            audit_bundle(written(tmp_path, resealed(carried)))


def test_a_member_too_many_or_too_few_is_found(made: Made, tmp_path: Path):
    members = opened(made.whole)
    more = resealed({**members, "extra.txt": b"x"})
    with pytest.raises(IntegrityError, match=r"^extra\.txt"):
        audit_bundle(written(tmp_path, more))
    fewer = {name: data for name, data in members.items() if name != "report.md"}
    with pytest.raises(IntegrityError, match=r"^report\.md"):
        audit_bundle(written(tmp_path, resealed(fewer)))


def test_the_crate_is_read_by_its_library_and_names_every_file(made: Made, tmp_path: Path):
    from rocrate.rocrate import ROCrate

    with zipfile.ZipFile(io.BytesIO(made.whole)) as file:
        file.extractall(tmp_path / "crate")
    crate = ROCrate(tmp_path / "crate")
    action = crate.dereference(f"#run-{made.run}")
    assert action is not None
    assert action.type == "CreateAction"
    assert action["instrument"]["name"] == "stet"
    assert "report.html" in {each.id for each in action["result"]}
    assert "pages/0001.txt" in {each.id for each in action["object"]}
    described = {each.id for each in crate.data_entities}
    assert described == set(opened(made.whole)) - {MANIFEST, "ro-crate-metadata.json", "stet.json"}


def test_words_of_others_do_nothing_in_the_page(made: Made):
    page = opened(made.whole)["report.html"].decode()
    assert "<img" not in page


def test_rows_that_are_none_are_refused(made: Made, tmp_path: Path):
    members = opened(made.whole)
    row = json.loads(members["events.jsonl"].splitlines()[0])
    for wrong in (
        b"{}\n",
        b"[]\n",
        b"nothing\n",
        b"[" * 20_000,
        json.dumps(row | {"number": 2**70}).encode(),
    ):
        with pytest.raises(StetError):
            audit_bundle(written(tmp_path, resealed({**members, "events.jsonl": wrong})))


def zipped(*named: tuple[str, bytes], mode: int = 0o100644, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in named:
            info = zipfile.ZipInfo(name)
            info.external_attr, info.compress_type = mode << 16, method
            file.writestr(info, data)
    return out.getvalue()


def encrypted() -> bytes:
    data = bytearray(zipped(("stet.json", b"{}")))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    return bytes(data)


def lying() -> bytes:
    """The list says that a member is small; what is packed is not."""
    data = bytearray(zipped(("stet.json", b"x" * 50_000)))
    at = data.index(b"PK\x01\x02") + 24
    data[at : at + 4] = (10).to_bytes(4, "little")
    return bytes(data)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("no zip", b"%PDF-1.7 nothing of the kind here", "no zip"),
        ("empty", b"", "too small"),
        ("up", zipped(("../stet.json", b"{}")), "name that no bundle has"),
        ("absolute", zipped(("/etc/passwd", b"{}")), "name that no bundle has"),
        ("backslash", zipped(("a\\b.json", b"{}")), "name that no bundle has"),
        ("link", zipped(("stet.json", b"/etc/passwd"), mode=0o120777), "no plain file"),
        ("many", zipped(*((f"pages/{n:04}.raw", b"") for n in range(10_000))), "at most 5000"),
        ("bomb", zipped(("stet.json", bytes(50_000_000))), "bomb"),
        ("other packing", zipped(("stet.json", b"{}"), method=zipfile.ZIP_BZIP2), "packed in a way"),
        ("encrypted", encrypted(), "encrypted"),
        ("lying", lying(), "damaged|not as large"),
        ("nothing in it", zipped(("report.md", b"x")), "no bundle|stet.json"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_no_bundle_or_does_harm_is_refused(tmp_path: Path, name: str, data: bytes, why: str):
    assert name
    with pytest.raises(NotABundle, match=why):
        audit_bundle(written(tmp_path, data))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_stands_twice_is_refused(tmp_path: Path):
    with pytest.raises(NotABundle, match="twice"):
        audit_bundle(written(tmp_path, zipped(("stet.json", b"{}"), ("stet.json", b"[]"))))


def test_a_bundle_that_is_cut_off_is_refused(made: Made, tmp_path: Path):
    for length in range(1, len(made.shared), len(made.shared) // 20):
        with pytest.raises(NotABundle):
            list(read_members(written(tmp_path, made.shared[:length])))


def test_a_byte_that_is_changed_anywhere_in_a_member_is_found(made: Made, tmp_path: Path):
    members = opened(made.whole)
    named = sorted(name for name, data in members.items() if data)

    @settings(max_examples=25, deadline=None)
    @given(st.sampled_from(named), st.integers(0, 1 << 20), st.integers(1, 255))
    def changed(name: str, place: int, by: int) -> None:
        data = bytearray(members[name])
        data[place % len(data)] ^= by
        with pytest.raises(StetError):
            audit_bundle(written(tmp_path, packed({**members, name: bytes(data)})))

    changed()


def told_again(folder: Path, question: str, document: str, change: Callable[[SqlStore, str], None]) -> bytes:
    """The bundle of a run that something was done to before it was written."""
    (folder / "docs").mkdir()
    (folder / "docs" / "law.md").write_text(document, encoding="utf-8")
    request = Request(question=question, documents=(str(folder / "docs"),), today=date(2026, 11, 30))
    report = asyncio.run(App(folder / "home").ask(request))
    with open_store(str(folder / "home" / "stet.sqlite")) as store:
        change(store, report.run)
        return bundle(store, report.run, snapshots=True)


def purged(store: SqlStore, run: str) -> None:
    at = datetime(2026, 12, 1, tzinfo=UTC)
    store.purge_calls(run, at)
    store.purge_pages(run, at)


def nothing(store: SqlStore, run: str) -> None:
    assert store.run(run).id == run


def test_a_run_whose_pages_are_gone_is_audited_with_what_is_left(tmp_path: Path):
    data = told_again(tmp_path, "When does the ferry toll start?", NOTICE, purged)
    found = audit_bundle(written(tmp_path, data))
    assert (found.audit.pages_gone, found.made_again) == (1, found.members)
    assert not any(b"Unquoted words" in each for each in opened(data).values())


def doubted(store: SqlStore, run: str) -> None:
    said = PersonDecision(
        claim="C1",
        verdict=Verdict.DISAGREE,
        name="N. Marsh",
        note="</script> \u202e",
        at=datetime(2026, 12, 1, tzinfo=UTC),
    )
    store.decide(run, said)


def test_what_people_said_of_a_run_is_in_its_bundle_and_audited(tmp_path: Path):
    data = told_again(tmp_path, "When does the ferry toll start?", NOTICE, doubted)
    found = audit_bundle(written(tmp_path, data))
    assert found.made_again == found.members
    members = opened(data)
    assert b"N. Marsh" in members["reviews.jsonl"]
    assert b"N. Marsh disagrees" in members["report.md"]
    changed = {**members, "reviews.jsonl": members["reviews.jsonl"].replace(b"disagree", b"agree", 1)}
    with pytest.raises(StetError):
        audit_bundle(written(tmp_path, resealed(changed)))


def test_a_long_question_and_hostile_titles_are_audited_too(tmp_path: Path):
    question = "When does the ferry toll start, </script>\u202e../" + "and " * 240 + "why?"
    title = "../../etc/passwd \u202e</script><img src=x onerror=alert(1)>" + "x" * 300
    data = told_again(tmp_path, question[:1000], NOTICE.replace("Ferry ordinance", title, 1), nothing)
    found = audit_bundle(written(tmp_path, data))
    assert found.made_again == found.members
    assert b"<img" not in opened(data)["report.html"]


@pytest.mark.parametrize("snapshots", [True, False])
def test_the_bundle_of_a_run_that_a_model_wrote_is_made_again_without_the_model(
    tmp_path: Path, snapshots: bool
):
    request = Request(
        question=ASKED, documents=(str(TOLL),), today=date(2026, 11, 30), engine="model", model=CLERK
    )
    with clerk() as town:
        report = asyncio.run(App(tmp_path / "home", operator=town.operator()).ask(request))
        asked = len(town.roles())
        with open_store(str(tmp_path / "home" / "stet.sqlite")) as store:
            data = bundle(store, report.run, snapshots=snapshots)
        found = audit_bundle(written(tmp_path, data))
        assert len(town.roles()) == asked > 4
    assert found.audit.run == report.run
    assert found.made_again == found.members
    assert found.audit.checked_again is snapshots
    assert (found.audit.quotes_gone == 0) is snapshots


def test_a_bomb_is_refused_in_bounded_memory(tmp_path: Path):
    path = written(tmp_path, zipped(*((f"pages/{n:04}.raw", bytes(4_000_000)) for n in range(40))))
    tracemalloc.start()
    with pytest.raises(NotABundle, match="bomb"):
        list(read_members(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000
