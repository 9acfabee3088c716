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


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (page("Page not found", "The page you are looking for could not be found."), PageStatus.NOT_FOUND),
        (page("404", "Oops."), PageStatus.NOT_FOUND),
        (page("Error 404 | Pier", "Sorry, we couldn't find that page."), PageStatus.NOT_FOUND),
        (page("Pier", "404 Not Found", "nginx"), PageStatus.NOT_FOUND),
        (page("404 – Seite nicht gefunden", "Zur Startseite"), PageStatus.NOT_FOUND),
        (page("Quai", "La page que vous recherchez n'existe pas."), PageStatus.NOT_FOUND),
        (page("Página no encontrada - Muelle", "Volver"), PageStatus.NOT_FOUND),
        (page("ページが見つかりません", "ホーム"), PageStatus.NOT_FOUND),
        (page("Page not found", "Most read", *[f"Pier news number {n}" for n in range(20)]), PageStatus.NOT_FOUND),
        (page("pier.example", "This domain is for sale.", "Buy this domain"), PageStatus.NOT_FOUND),
        (page("pier.example", "pier.example is for sale", "Make an offer"), PageStatus.NOT_FOUND),
        (page("pier.example", "Diese Domain steht zum Verkauf."), PageStatus.NOT_FOUND),
        (page("pier.example", '<img src="//img.sedoparking.com/a.png">Related'), PageStatus.NOT_FOUND),
        (page("Bitte warten", "Bitte aktivieren Sie JavaScript und Cookies, um fortzufahren."), PageStatus.BLOCKED),
        (page("Quai", "Tout accepter", "Refuser", "Nos partenaires utilisent des cookies."), PageStatus.BLOCKED),
        (page("Muelle", "Aceptar todas las cookies", "Configurar", "Usamos publicidad."), PageStatus.BLOCKED),
        (page("Kai", "Mit Werbung weiterlesen", "Werbung und Tracking durch 200 Partner."), PageStatus.BLOCKED),
        (page("Pier", "Please enable JavaScript to use this site."), PageStatus.NO_TEXT),
        (page("Pier closes", STORY, '<script type="application/ld+json">{"@type": "NewsArticle",'
              ' "isAccessibleForFree": false}</script>'), PageStatus.PAYWALLED),
        (page("Pier closes", STORY, '<script type="application/ld+json">{"isAccessibleForFree":"False"}</script>'),
         PageStatus.PAYWALLED),
        (b'<html><head><meta property="article:content_tier" content="locked"></head><body>'
         + page("Pier closes", STORY), PageStatus.PAYWALLED),
        (page("Pier closes", STORY, '</p><aside class="promo"><p>Subscribe to continue reading</p></aside>'),
         PageStatus.PAYWALLED),
        (page("Der Kai schliesst", STORY, "Nur f&uuml;r Abonnenten"), PageStatus.PAYWALLED),
        (page("Il molo chiude", STORY, "Contenuto riservato agli abbonati"), PageStatus.PAYWALLED),
    ],
)  # fmt: skip
def test_what_is_missing_for_sale_or_not_free_is_no_page_in_any_language(raw: bytes, status: PageStatus):
    """K053: soft 404, parked domain, consent in other languages, and what a page says only to machines."""
    found = extract(raw, name="", today=TODAY)
    assert (found.status, found.text) == (status, "")
    assert found.reason


@pytest.mark.parametrize(
    "raw",
    [
        page("What a 404 page should say", STORY, "Say “the page you are looking for could not be found”."),
        page("404 Squadron", STORY, "The squadron flew from the north pier for three summers."),
        page("How cookie walls work", STORY, 'A wall says "to read this page, please accept all cookies" and '
             "hides the rest; the council asked for consent that is free, and for a privacy notice on each page."),
        page("Why paywalls fail", STORY, "Readers who see “subscribe to continue reading” leave, the survey found."),
        page("Paywalls", STORY + "The notice, which reads subscribe to continue reading, was shown to every second "
             "visitor of the site in the first week of the trial, and to all of them in the second. " + STORY),
        page("Article 7 Subscriptions", "(1) A provider shall state the price of a subscription before a subscriber "
             "is bound.", "(2) Access to content shall not depend on consent to cookies.",
             "(3) A page that is not available shall be answered with the code 404."),
        page("Domains", STORY, "The harbour's old domain was sold; the new one is for the whole council."),
        page("Free", STORY, '<script type="application/ld+json">{"isAccessibleForFree": true, "hasPart":'
             ' {"isAccessibleForFree": false}}</script>'),
        page("Metered", STORY * 12, '<script type="application/ld+json">{"isAccessibleForFree": false}</script>'),
        page("Comments", STORY, "Leave a reply", "You must be logged in to post a comment."),
        page("Pier closes", "<nav><a>Already a subscriber? Log in</a></nav>", STORY),
    ],
)  # fmt: skip
def test_a_short_page_about_such_pages_is_read(raw: bytes):
    """K053: an article about cookie walls, paywalls or 404 pages, and a law on subscriptions, are pages."""
    found = extract(raw, name="", today=TODAY)
    assert (found.status, found.reason) == (PageStatus.OK, None)


def test_a_note_about_walls_is_no_wall():
    """K053: plain text and Markdown are what a person wrote, not what a site answered."""
    assert extract(b"Sorry, you have been blocked", name="a.txt", today=TODAY).status is PageStatus.OK


@pytest.mark.parametrize(
    "unit",
    [
        "accept all ", "to continue reading ", "you have read your ", "you don't have permission to access ",
        "the page you requested at ", "the requested url ", "404 ", "page not found ", "the domain ", "a-", "\n",
    ],
)  # fmt: skip
def test_hostile_text_takes_no_time(unit: str):
    start = time.process_time()
    for length in (600, 1_500, 3_000):
        text = (unit * 3_000)[:length]
        find_wall(text, text, seen=text, markup=unit * 10_000)
    markup = '<meta article:content_tier href="//a.' * 50_000 + "isAccessibleForFree content=" * 50_000
    find_wall("t", "x", seen="x", markup=markup)
    assert time.process_time() - start < 2
