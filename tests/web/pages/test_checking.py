"""A text by anyone, pasted or uploaded, checked on a page."""

import pytest

from stet.app.tokens import Who
from stet.errors import NotFound
from stet.report.checked import CheckedText
from stet.web.pages import checking

HTML = {"Origin": "http://127.0.0.1:8321", "Accept": "text/html"}
TEXT = "The toll starts on 1 March 2027 [1].\n\n## Sources\n\n[1] Harbour Bridge Ordinance\n"


async def checked(client, data, file=None):
    files = {"file": file} if file else {"file": ("", b"")}
    return await client.post("/check", data=data, files=files, headers=HTML)


async def test_a_pasted_text_is_checked_and_its_page_can_be_loaded_anew(served):
    client = served.client()
    answer = await checked(client, {"text": TEXT, "corpus": "toll"})
    assert answer.status_code == 303, answer.text
    for _ in range(2):
        page = await client.get(answer.headers["location"])
        assert page.status_code == 200
        assert 'id="statement-1"' in page.text
        assert "References" in page.text
    found = (await client.get(f"{answer.headers['location']}.json")).json()
    assert found["statements"][0]["text"].startswith("The toll starts")
    direct = await client.post("/check.json", data={"text": TEXT, "corpus": "toll"}, headers=HTML)
    assert direct.json() == found


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("draft.md", TEXT.encode()),
        ("draft.txt", TEXT.encode()),
        ("draft.html", b"<p>The toll starts on 1 March 2027 <a href='https://example.org/a'>[1]</a>.</p>"),
    ],
)
async def test_a_file_is_taken_as_the_command_line_takes_it(served, name, body):
    answer = await checked(served.client(), {}, (name, body))
    assert answer.status_code == 303, answer.text
    page = (await served.client().get(answer.headers["location"])).text
    assert name in page
    assert "1 March 2027" in page


async def test_a_text_is_checked_on_what_ones_own_run_read_and_on_no_other(served):
    ann, bob = (served.client(served.token(name, "read", "run")) for name in ("ann", "bob"))
    run = await served.done(ann)
    assert f'value="{run}"' in (await ann.get("/check")).text
    assert run not in (await bob.get("/check")).text
    assert (await checked(ann, {"text": TEXT, "run": run})).status_code == 303
    assert (await checked(bob, {"text": TEXT, "run": run})).status_code == 404


@pytest.mark.parametrize(
    "said", ["x", f"# Toll\n\nSee below.\n\n---\n\n{TEXT}", "- a\n- b\n\n| c |\n|---|\n| d |\n"]
)
async def test_a_text_with_paragraphs_that_state_nothing_is_checked_on_a_run_too(served, said):
    client = served.client()
    answer = await checked(client, {"text": said, "run": await served.done(client)})
    assert answer.status_code == 303, answer.text
    assert (await client.get(answer.headers["location"])).status_code == 200


async def test_what_was_found_is_for_who_had_it_checked(served):
    ann, bob = (served.client(served.token(name, "read")) for name in ("ann", "bob"))
    place = (await checked(ann, {"text": TEXT})).headers["location"]
    assert (await ann.get(place)).status_code == 200
    for path in (place, f"{place}.json"):
        assert (await bob.get(path)).status_code == 404
    assert (await checked(served.client(served.token("eve", "run")), {"text": TEXT})).status_code == 403


@pytest.mark.parametrize(
    ("data", "file", "status", "words"),
    [
        ({}, None, 422, "there is no text"),
        ({"text": "a b"}, ("a.md", b"c d"), 422, "not both"),
        ({"text": "?!"}, None, 422, "no word"),
        ({"text": "a " * 100_001}, None, 422, "200,000 characters"),
        ({"text": "A toll.", "corpus": "../toll"}, None, 422, "no corpus"),
        ({"text": "A toll.", "run": "r0"}, None, 404, "no run"),
        ({}, ("a.png", b"\x89PNG\r\n\x1a\n" + b"\x00" * 64), 422, "a.png"),
        ({}, ("a.docx", b"PK\x03\x04" + b"\x00" * 64), 422, "a.docx"),
    ],
)
async def test_what_cannot_be_checked_is_said_above_the_form(served, data, file, status, words):
    answer = await checked(served.client(), data, file)
    assert answer.status_code == status
    assert 'role="alert"' in answer.text
    assert words in answer.text
    assert str(served.place.app.home) not in answer.text


async def test_a_file_that_is_too_large_is_refused_and_one_that_is_long_is_not_kept_for_ever(served):
    large = await checked(served.client(), {}, ("a.txt", b"a b " * 600_000))
    assert large.status_code == 413


def test_only_the_last_checks_are_kept():
    kept, who = checking.Kept(), Who()
    nothing = CheckedText(file="a.md", statements=(), references=(), findings=(), counts={})
    marks = [checking.Checked(nothing, str(n)) for n in range(40)]
    names = [kept.put(who, mark) for mark in marks]
    assert kept.get(who, names[-1]).text == "39"
    with pytest.raises(NotFound):
        kept.get(who, names[0])


HOSTILE = [
    '"><img src=x onerror=alert(1)>.md',
    "../../etc/passwd",
    "..\\..\\boot.ini",
    "a\u202egpj.md",
    "</script><script>alert(1)</script>.md",
    "x" * 300 + ".md",
    "-",
    ".",
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
async def test_a_hostile_name_of_a_file_opens_nothing_and_does_nothing(served, name):
    answer = await checked(
        served.client(), {}, (name, b"<img src=x onerror=alert(1)> A toll of 3 EUR [1].\n")
    )
    assert answer.status_code == 303, answer.text
    page = (await served.client().get(answer.headers["location"])).text
    for bad in ("<img", "<script>", "\u202e", "etc/passwd", "x" * 130):
        assert bad not in page
