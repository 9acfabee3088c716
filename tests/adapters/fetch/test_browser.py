"""A page with its scripts run, by a browser that connects to nothing itself."""

import importlib.util
import os
import socket
from collections.abc import Iterator, Mapping

import pytest

from httpkit import Handler, Raw, Reply, Server, page, routes
from stet.adapters.fetch.browser import BrowserLimits, Chromium, Rendered, find_browser
from stet.adapters.http import Failure, Http, HttpFailure
from stet.errors import BadSetting


@pytest.fixture(scope="module", autouse=True)
def browser() -> None:
    """A machine without a browser skips these tests, but where they must run they fail."""
    installed = importlib.util.find_spec("playwright") is not None
    missing = "the extra `browser` is not installed" if not installed else "no Chromium or Chrome on the PATH"
    if not installed or find_browser() is None:
        assert "CI" not in os.environ, missing
        pytest.skip(missing)


@pytest.fixture
def outside() -> Iterator[Server]:
    """A server that is not allowed."""
    with Server(host="127.0.0.1") as server:
        yield server


async def rendered(
    table: Mapping[str, Reply | Raw | Handler], path: str = "/", limits: BrowserLimits | None = None
) -> tuple[Rendered | HttpFailure, Server]:
    with Server(routes(table)) as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        try:
            return await Chromium(http, limits=limits).render(server.url(path)), server
        except HttpFailure as failure:
            return failure, server
        finally:
            await http.aclose()


async def shown(table: Mapping[str, Reply | Raw | Handler], path: str = "/") -> tuple[Rendered, Server]:
    found, server = await rendered(table, path)
    assert isinstance(found, Rendered), found
    return found, server


async def test_the_text_that_scripts_write_is_there_and_images_and_fonts_are_not_asked_for():
    script = "fetch('/data?n=1').then(r => r.json()).then(d => document.querySelector('main').append(d.dues))"
    found, server = await shown(
        {
            "/": page(
                "<link rel=stylesheet href=/style.css><main></main><img src=/image.png>"
                "<video src=/film.mp4></video><script src=/script.js></script>",
                last_modified="Mon, 02 Mar 2026 10:00:00 GMT",
            ),
            "/style.css": (
                200,
                {"content-type": "text/css"},
                "@font-face {font-family: f; src: url(/font.woff2)}",
            ),
            "/script.js": (200, {"content-type": "text/javascript", "set-cookie": "seen=1"}, script),
            "/data": (200, {"content-type": "application/json"}, '{"dues": "12.40 euros a night"}'),
        }
    )
    assert "<main>12.40 euros a night</main>" in found.html
    assert (found.status, found.final_url) == (200, server.url("/"))
    assert found.headers["last-modified"] == "Mon, 02 Mar 2026 10:00:00 GMT"
    assert sorted(server.paths) == ["/", "/data?n=1", "/script.js", "/style.css"]
    assert all(seen.headers["user-agent"] == "stet-test" for seen in server.requests)
    assert all("cookie" not in seen.headers for seen in server.requests)


async def test_redirects_are_followed_by_us_and_the_final_address_is_known():
    found, server = await shown(
        {
            "/old": (301, {"location": "/moved"}, ""),
            "/moved": (302, {"location": "/new/?a=1&b=2#part"}, ""),
            "/new/": page("<p id=p></p><script src=rel.js></script>"),
            "/new/rel.js": (307, {"location": "/real.js"}, ""),
            "/real.js": (200, {"content-type": "text/javascript"}, "p.textContent = 'written'"),
        },
        "/old",
    )
    assert "written" in found.html
    assert (found.url, found.final_url) == (server.url("/old"), server.url("/new/?a=1&b=2"))
    assert server.paths == ["/old", "/moved", "/new/?a=1&b=2", "/new/rel.js", "/real.js"]


async def test_a_script_that_goes_to_another_page_through_a_redirect_ends_there():
    found, server = await shown(
        {
            "/": page("<script>location = '/gate'</script>"),
            "/gate": (302, {"location": "/in?a=1&b=2"}, ""),
            "/in": page("<p>inside", 404),
        }
    )
    assert "inside" in found.html
    assert (found.status, found.final_url) == (404, server.url("/in?a=1&b=2"))


@pytest.mark.parametrize(
    "script",
    [
        "history.pushState(null, '', '/chosen')",
        "history.replaceState(null, '', '/chosen?a=1')",
        "location.hash = 'chosen'",
    ],
)
async def test_a_script_does_not_choose_the_address_that_a_page_was_read_at(script: str):
    found, server = await shown({"/": page(f"<p>here</p><script>{script}</script>")}, "/?n=1")
    assert "here" in found.html
    assert found.final_url == server.url("/?n=1")
    assert server.paths == ["/?n=1"]


FILE = (200, {"content-type": "application/octet-stream"}, b"\0" * 100)
SAVED = (200, {"content-type": "text/html", "content-disposition": "attachment; filename=a.html"}, "<p>saved")


@pytest.mark.parametrize(
    "script",
    [
        "l = document.createElement('a'); l.href = '/file'; document.body.append(l); l.click()",
        "l = document.createElement('a'); l.href = '/file'; l.download = 'a'; document.body.append(l); l.click()",
        "location = '/file'",
        "location = '/saved'",
        "location = '/to-file'",
        "document.body.append(Object.assign(document.createElement('iframe'), {src: '/file'}))",
        "f = document.createElement('form'); f.method = 'POST'; document.body.append(f); f.submit()",
    ],
)
@pytest.mark.parametrize("when", ["DOMContentLoaded", "load"])
async def test_a_page_that_starts_a_download_or_sends_a_form_is_still_read(script: str, when: str):
    body = f"<body><p>here</p><script>addEventListener('{when}', () => {{ {script} }})</script>"
    found, server = await shown(
        {
            "/": page(body, last_modified="Mon, 02 Mar 2026 10:00:00 GMT"),
            "/file": FILE,
            "/saved": SAVED,
            "/to-file": (302, {"location": "/file"}, ""),
        }
    )
    assert "<p>here</p>" in found.html
    assert (found.status, found.final_url) == (200, server.url("/"))
    assert found.headers["last-modified"] == "Mon, 02 Mar 2026 10:00:00 GMT"


async def test_a_download_that_starts_while_the_page_is_parsed_does_not_lose_it():
    table = {"/": page("<p>here</p><script>location = '/file'</script><p>more"), "/file": FILE}
    found, server = await rendered(table, limits=BrowserLimits(settle=2))
    assert isinstance(found, Rendered), found
    assert "here" in found.html
    assert found.final_url == server.url("/")


ESCAPES = {
    "fetch": "fetch('{http}', {{mode: 'no-cors'}})",
    "post": "fetch('/', {{method: 'POST', body: 'x'}}); navigator.sendBeacon('{http}', 'x')",
    "xhr": "x = new XMLHttpRequest(); x.open('GET', '{http}'); x.send()",
    "elements": "for (const [n, a] of [['img', 'src'], ['script', 'src'], ['iframe', 'src'], ['video', 'src'], "
    "['object', 'data'], ['embed', 'src'], ['audio', 'src']]) {{ e = document.createElement(n); e[a] = '{http}' + n;"
    " document.body.append(e) }}",
    "links": "for (const r of ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'stylesheet', 'icon', 'manifest'])"
    " {{ l = document.createElement('link'); l.rel = r; l.href = '{http}' + r; l.as = 'script';"
    " document.head.append(l) }}",
    "web socket": "new WebSocket('{ws}')",
    "web socket of a worker": "new Worker(URL.createObjectURL(new Blob([\"new WebSocket('{ws}'); fetch('{http}')\"])))",
    "event source": "new EventSource('{http}')",
    "speculation": "s = document.createElement('script'); s.type = 'speculationrules'; s.textContent ="
    ' \'{{"prerender": [{{"urls": ["{http}"], "eagerness": "immediate"}}]}}\'; document.head.append(s)',
    "form": "f = document.createElement('form'); f.method = 'POST'; f.action = '{http}'; f.target = '_blank';"
    " document.body.append(f); f.submit()",
    "window": "window.open('{http}'); window.open('file:///etc/hostname'); w = window.open('about:blank');"
    " w.location = '{http}'",
    "peer connection": "for (const w of [window, document.body.appendChild(document.createElement('iframe'))"
    ".contentWindow]) {{ try {{ c = new w.RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{udp}'}}, {{urls:"
    " 'turn:127.0.0.1:{port}?transport=tcp', username: 'a', credential: 'b'}}]}}); c.createDataChannel('d');"
    " c.createOffer().then(o => c.setLocalDescription(o)) }} catch {{}} }}",
    "web transport": "new WebTransport('https://127.0.0.1:{udp}/')",
}


@pytest.fixture
def datagrams() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.setblocking(False)
        yield listening


async def test_no_script_reaches_what_may_not_be_reached(outside: Server, datagrams: socket.socket):
    places = {
        "http": outside.url("/"),
        "ws": outside.url("/").replace("http", "ws"),
        "port": outside.port,
        "udp": datagrams.getsockname()[1],
    }
    tries = "".join(f"try {{ {script.format(**places)} }} catch (e) {{}}\n" for script in ESCAPES.values())
    script = f"<body><script>{tries}\nsetTimeout(() => document.title = 'all tried', 1200)</script>"
    waits = "<script>setTimeout(() => fetch('/wait'), 400); setTimeout(() => fetch('/wait'), 800);"
    found, server = await shown(
        {"/": page(f"{script}{waits} setTimeout(() => fetch('/wait'), 1300)</script>")}
    )
    assert "<title>all tried</title>" in found.html
    assert outside.accepted == 0
    with pytest.raises(BlockingIOError):
        datagrams.recv(1)
    assert {seen.method for seen in server.requests} == {"GET"}


@pytest.mark.parametrize(
    "body",
    [
        "<script>location = '{}'</script>",
        "<meta http-equiv=refresh content='0;url={}'>",
        "<script>location = '/to-it'</script>",
    ],
)
async def test_a_page_that_leads_to_what_may_not_be_reached_is_none(body: str, outside: Server):
    found, _ = await rendered(
        {"/": page(body.format(outside.url())), "/to-it": (302, {"location": outside.url()}, "")}
    )
    assert isinstance(found, HttpFailure), found
    assert found.failure is Failure.REFUSED
    assert outside.accepted == 0


async def test_a_refused_address_or_a_missing_page_costs_no_browser(outside: Server):
    http = Http(user_agent="stet-test")
    with pytest.raises(HttpFailure) as caught:
        await Chromium(http).render(outside.url())
    await http.aclose()
    assert caught.value.failure is Failure.REFUSED
    assert outside.accepted == 0
    found, _ = await rendered({"/": Raw([])})
    assert isinstance(found, HttpFailure)
    assert found.failure is Failure.UNREACHABLE


async def test_a_script_without_end_is_left_and_its_browser_is_gone():
    found, _ = await rendered(
        {"/": page("<p>begun<script>while (true) {}</script>")}, limits=BrowserLimits(seconds=8)
    )
    assert isinstance(found, HttpFailure)
    assert found.failure is Failure.TIMEOUT


async def test_a_page_that_never_comes_to_rest_is_taken_as_it_stands_and_its_requests_are_bounded():
    script = "<p>here</p><script>setInterval(() => fetch('/more?' + Math.random()), 20)</script>"
    limits = BrowserLimits(settle=1.5, requests=12)
    found, server = await rendered({"/": page(script), "/more": page("more")}, limits=limits)
    assert isinstance(found, Rendered)
    assert "here" in found.html
    assert len(server.requests) == 12


async def test_the_bytes_of_a_page_are_bounded_together():
    sent = [0]

    def large(_: object) -> Reply:
        sent[0] += 1
        return 200, {"content-type": "text/plain"}, b"x" * 400_000

    script = "<p>here</p><script>for (let n = 0; n < 20; n++) fetch('/large?' + n)</script>"
    found, _ = await rendered({"/": page(script), "/large": large}, limits=BrowserLimits(bytes=1_000_000))
    assert isinstance(found, Rendered)
    assert 1 <= sent[0] <= 12, "not all of the twenty"


async def test_a_page_that_grows_beyond_its_bytes_is_too_large():
    script = "<script>document.write('x'.repeat(3000000))</script>"
    found, _ = await rendered({"/": page(script)}, limits=BrowserLimits(bytes=2_000_000))
    assert isinstance(found, HttpFailure)
    assert found.failure is Failure.TOO_LARGE


def test_a_browser_that_is_not_there_is_a_bad_setting():
    with pytest.raises(BadSetting, match="no browser"):
        Chromium(Http(user_agent="stet-test"), executable="/nowhere/chromium")
