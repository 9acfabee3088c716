"""Pages that stand in the way of a page are no evidence."""

import time
from datetime import date

import pytest

from stet.adapters.extract import extract
from stet.adapters.extract.walls import find_refusal, find_wall
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


PASSWORD = '<form><input name="u"><input type="password" name="p"></form>'
LONG = "".join(f"<p>{STORY}</p>" for _ in range(30))


def framed(title: str, main: str, around: str) -> bytes:
    return f"<html><head><title>{title}</title></head><body>{main}{around}</body></html>".encode()


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (page("pier.example", "Please enable JS and disable any ad blocker"), PageStatus.BLOCKED),
        (page("Pier", "Access Denied - Sucuri Website Firewall"), PageStatus.BLOCKED),
        (page("Request Rejected", "The requested URL was rejected. Please consult with your administrator.",
              "Your support ID is: 17"), PageStatus.BLOCKED),
        (page("Error 451", "Readers in a country of the European Economic Area cannot be granted access."),
         PageStatus.BLOCKED),
        (page("Pier", "This site is unavailable in most European countries."), PageStatus.BLOCKED),
        (page("429 Too Many Requests", "nginx"), PageStatus.BLOCKED),
        (page("Pier", "Your browser is not supported. Please use another."), PageStatus.BLOCKED),
        (page("Pier tickets", "You are now in line.", "Your wait is about four minutes."), PageStatus.BLOCKED),
        (page("Welcome to the hotel WiFi", "Enter your room number."), PageStatus.BLOCKED),
        (page("Pier wines", "Are you over 18?", "Yes", "No"), PageStatus.BLOCKED),
        (page("Sign in", PASSWORD), PageStatus.LOGIN),
        (page("Pier | Logga in", PASSWORD, "Glömt lösenordet?"), PageStatus.LOGIN),
        (page("Pier", "Inicie sesión para continuar"), PageStatus.LOGIN),
        (page("Pier review", "Select your institution", "Harbour College"), PageStatus.LOGIN),
        (page("Pier", "Your session has expired."), PageStatus.LOGIN),
        (page("500 Internal Server Error", "nginx"), PageStatus.ERROR),
        (page("Database Error", "Error establishing a database connection"), PageStatus.ERROR),
        (page("Pier", "We'll be back soon!", "We are performing scheduled maintenance."), PageStatus.ERROR),
        (page("Wartungsarbeiten", "Bis gleich."), PageStatus.ERROR),
        (page("Welcome to nginx!", "The server works and has no site yet."), PageStatus.NOT_FOUND),
        (page("Apache2 Ubuntu Default Page: It works", *[STORY] * 30), PageStatus.NOT_FOUND),
        (page("IIS Windows Server"), PageStatus.NOT_FOUND),
        (page("Account Suspended", "This Account has been suspended."), PageStatus.NOT_FOUND),
        (page("Pier closes", "This article is no longer available. It has been removed."), PageStatus.NOT_FOUND),
        (page("Index of /minutes", *[f"2026-{n:02}.pdf" for n in range(1, 13)]), PageStatus.EMPTY),
        (page("Page not found", *[STORY] * 24), PageStatus.NOT_FOUND),
        (framed("pier.example", "<main><p>Verifying you are human.</p></main>", f"<aside>{LONG}</aside>"),
         PageStatus.BLOCKED),
        (framed("Pier", "<h1>Sorry.</h1><p>There is nothing here.</p>", f"<footer>{LONG}</footer>"),
         PageStatus.NOT_FOUND),
        (page("Pier mail", "Pier is part of the Yahoo family of brands. We use cookies to give you our services. "
              "If you accept all, we and our partners also store and read data with cookies, for advertising that "
              "fits you, for measuring advertising and for learning about who reads us. " * 2), PageStatus.BLOCKED),
        (page("Molo", "Noi e i nostri 812 fornitori archiviamo informazioni su un dispositivo, come cookie, e "
              "trattiamo dati personali per annunci e contenuti, per misurarli e per conoscere il pubblico dei "
              "nostri fornitori. Con un clic si accettano i cookie di tutti i fornitori. " * 2), PageStatus.BLOCKED),
    ],
)  # fmt: skip
def test_firewalls_queues_gates_and_servers_without_a_site_are_no_pages(raw: bytes, status: PageStatus):
    """K053: by their words where those are short, by title, heading, form or the page's middle where they are not."""
    found = extract(raw, name="", today=TODAY)
    assert (found.status, found.text) == (status, "")
    assert found.reason


@pytest.mark.parametrize(
    ("text", "status"),
    [
        *((text, PageStatus.BLOCKED) for text in (
            "Conferma di non essere un robot", "Bevestig dat je geen robot bent", "Bekräfta att du inte är en robot",
            "Bekræft, at du ikke er en robot", "Vahvista, ettet ole robotti", "Potvrďte, že nejste robot",
            "Potwierdź, że nie jesteś robotem", "Confirme que você não é um robô", "Подтвердите, что вы не робот",
            "Robot olmadığınızı doğrulayın", "ロボットではないことを確認してください", "请确认您不是机器人",
            "로봇이 아닙니다", "تأكيد أنك لست روبوت",
        )),
        *((text, PageStatus.LOGIN) for text in (
            "Accedi per continuare", "Log in om verder te gaan", "Logga in för att fortsätta", "Kirjaudu sisään",
            "Zaloguj się, aby kontynuować", "Přihlaste se", "Войдите в систему", "Giriş yapın", "ログインしてください",
            "请登录后查看", "로그인이 필요합니다", "تسجيل الدخول",
        )),
        *((text, PageStatus.NOT_FOUND) for text in (
            "Sidan du söker kunde inte hittas", "Siden du leder efter findes ikke", "Etsimääsi sivua ei löytynyt",
            "Hledaná stránka neexistuje", "Strona, której szukasz, nie istnieje", "A página que você procura saiu",
            "Aradığınız sayfa bulunamadı", "お探しのページは見つかりません", "您访问的页面不存在",
            "요청하신 페이지를 찾을 수 없습니다", "الصفحة التي تبحث عنها غير موجودة",
        )),
    ],
)  # fmt: skip
def test_walls_are_known_in_many_languages(text: str, status: PageStatus):
    assert extract(page("Pier", text), name="", today=TODAY).status is status


@pytest.mark.parametrize(
    "raw",
    [
        page("Sign in", STORY * 5, PASSWORD),
        page("How to sign in at the harbour office", STORY, PASSWORD),
        page("Page not found: what a good one says", *[STORY] * 24),
        page("Welcome to nginx! A first look", STORY, "The first page says “Welcome to nginx!” and little more."),
        page("Scheduled maintenance of the north pier", STORY, "The pier is closed until the end of the summer."),
        page("Why 451 is a number", STORY, "The code “Error 451” stands for what is not shown for legal reasons."),
        page("The European Economic Area", STORY, "The European Economic Area was made by a treaty in 1994."),
        page("Index of harbours", *[STORY] * 3),
        page("Who must be over 18 at the pier", STORY * 3, "You must be over 18 to hire a boat."),
        page("Our partners", STORY * 3, "We and our partners rebuilt the pier, and the bakery gave cookies."),
        page("Sessions", STORY, "A site that says “your session has expired” loses what was written, a study found."),
        framed("Pier closes", f"<main><h1>Pier closes</h1>{LONG}</main>", "<aside>Page not found</aside>"),
        framed("Pier closes", "<header><h1>Pier</h1></header><main>", f"{LONG}"),
    ],
)  # fmt: skip
def test_a_page_about_servers_gates_and_queues_is_read(raw: bytes):
    found = extract(raw, name="", today=TODAY)
    assert (found.status, found.reason) == (PageStatus.OK, None)


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ('{"error":"unauthorized"}', PageStatus.LOGIN),
        ('{"errors": [{"message": "Authentication required"}]}', PageStatus.LOGIN),
        ('{"status": 403, "detail": "no"}', PageStatus.BLOCKED),
        ('{"message": "Rate limit exceeded"}', PageStatus.BLOCKED),
        ('{"title": "Not Found"}', PageStatus.NOT_FOUND),
        ('{"code": 500}', PageStatus.ERROR),
        ('{"title": "Harbour dues", "amount": 404}', None),
        ('{"title": "Pier closes", "text": "The error 404 was found in no list."}', None),
        ('["unauthorized"]', None),
        ('{"error": null, "dues": [12.4]}', None),
        ('{"error": "unauthorized", "more": "' + "x" * 600 + '"}', None),
    ],
)
def test_a_short_json_answer_may_be_a_refusal(answer: str, status: PageStatus | None):
    found = find_refusal(answer)
    assert (found.status if found else None) is status


def test_a_note_about_walls_is_no_wall():
    """K053: plain text and Markdown are what a person wrote, not what a site answered."""
    assert extract(b"Sorry, you have been blocked", name="a.txt", today=TODAY).status is PageStatus.OK


@pytest.mark.parametrize(
    "unit",
    [
        "accept all ", "to continue reading ", "you have read your ", "you don't have permission to access ",
        "the page you requested at ", "the requested url ", "404 ", "page not found ", "the domain ", "a-", "\n",
        "<main>", "<aside", "<h1>", "<input type=x ", "we and our ", "index of /", "welcome to a ", '{"error": ',
    ],
)  # fmt: skip
def test_hostile_text_takes_no_time(unit: str):
    start = time.process_time()
    for length in (600, 1_500, 3_000):
        text = (unit * 3_000)[:length]
        find_wall(text, text, seen=text, markup=unit * 10_000)
    markup = '<meta article:content_tier href="//a.' * 50_000 + "isAccessibleForFree content=" * 50_000
    find_wall("t", "x", seen="x", markup=markup)
    find_refusal((unit * 600)[:600])
    assert time.process_time() - start < 2
