"""Pages that stand in the way of a page are no evidence."""

import time
from datetime import date

import pytest

from stet.adapters.extract import extract
from stet.adapters.extract.walls import find_wall
from stet.domain.evidence import PageStatus

TODAY = date(2026, 11, 30)
STORY = (
    "The council voted on Tuesday to close the north pier for repairs. Work begins in March and is to last "
    "until the end of the summer, the harbour master said. "
)


def page(title: str, *paragraphs: str) -> bytes:
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>".encode()


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (page("Just a moment...", "Enable JavaScript and cookies to continue"), PageStatus.BLOCKED),
        (page("Attention Required!", "Please enable cookies.", "Sorry, you have been blocked",
              "You are unable to access pier.example", "Cloudflare Ray ID: 8a1"), PageStatus.BLOCKED),
        (page("Access Denied", "Reference #18.2f"), PageStatus.BLOCKED),
        (page("pier.example", "Verifying you are human. This may take a few seconds."), PageStatus.BLOCKED),
        (page("Cookies", "We value your privacy. We and our 812 partners store cookies.", "Accept all Reject all"),
         PageStatus.BLOCKED),
        (page("Pier closes", STORY, "Subscribe to continue reading", "Already a subscriber? Log in"),
         PageStatus.PAYWALLED),
        (page("Pier closes", STORY, "This article is for subscribers only."), PageStatus.PAYWALLED),
        (page("Le quai ferme", STORY, "Il vous reste 82.4% de cet article à lire."), PageStatus.PAYWALLED),
        (page("Minutes", "Please log in to continue."), PageStatus.LOGIN),
    ],
)  # fmt: skip
def test_a_wall_has_a_status_and_no_text(raw: bytes, status: PageStatus):
    """K053: with status 200, and never content."""
    found = extract(raw, name="page.html", today=TODAY)
    assert (found.status, found.text) == (status, "")
    assert found.reason


@pytest.mark.parametrize(
    "raw",
    [
        page("Pier closes", STORY),
        page("Just a moment: the pier in ten pictures", STORY * 3),
        page("Access denied to the north pier", STORY * 3),
        page(
            "Cookies of the harbour bakery",
            STORY,
            "All cookies are baked on the day. Accept all forms of payment.",
        ),
        page(
            "How sites block readers",
            STORY * 20,
            "Sorry, you have been blocked",
            "Subscribe to continue reading",
        ),
        page("Newsletter", STORY, "Subscribe to our newsletter. Log in to comment."),
    ],
)
def test_a_page_that_only_speaks_of_such_things_is_read(raw: bytes):
    """K053: an article is no wall because of its words."""
    assert extract(raw, name="page.html", today=TODAY).status is PageStatus.OK


def test_a_note_about_walls_is_no_wall():
    """K053: plain text and Markdown are what a person wrote, not what a site answered."""
    assert extract(b"Sorry, you have been blocked", name="a.txt", today=TODAY).status is PageStatus.OK


@pytest.mark.parametrize(
    "unit",
    ["accept all ", "to continue reading ", "you have read your ", "you don't have permission to access "],
)
def test_hostile_text_takes_no_time(unit: str):
    start = time.process_time()
    find_wall("t", (unit * 3_000)[:3_000])
    find_wall("t", (unit * 3_000)[:1_500])
    assert time.process_time() - start < 0.5
