"""Which addresses are public, and which may be asked for at all."""

import pytest

from stet.adapters.http import Failure, HttpFailure
from stet.adapters.http.address import is_public, read_address, read_allowed
from stet.errors import BadSetting

PRIVATE = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.9 192.0.0.170 192.0.0.192 192.0.2.1
192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1
255.255.255.255 168.63.129.16
:: ::1 ::2 ::8.8.8.8 ::10.0.0.1 ::ffff:10.0.0.1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::ffff:0:8.8.8.8
64:ff9b::10.0.0.1 64:ff9b::127.0.0.1 64:ff9b:1::8.8.8.8 64:ff9b:1::10.0.0.1 100::1 2001::1 2001:0:0808:0808::f7f7:f7f7
2001:0:0a00:1::1 2001:10::1 2001:20::1 2001:2::1 2001:db8::1 2002:7f00:1::1 2002:a00:1::1 2002:a9fe:a9fe::1
2620:4f:8000::1 3fff::1 3fff:fff:ffff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 2606:4700::1%1 fec0::1
feff::1 ff02::1 ff0e::1 2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:192.168.0.1 1::1 4000::1
localhost example.org 127.1
""".split()
PUBLIC = """
1.1.1.1 8.8.8.8 9.255.255.255 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 198.17.0.1 223.255.255.255
2606:4700::1111 2a00:1450:4001::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 2002:808:808::1 2606:4700::5efe:8.8.8.8
""".split()


@pytest.mark.parametrize("ip", PRIVATE)
def test_an_address_of_any_private_kind_is_not_public(ip: str):
    assert not is_public(ip)


@pytest.mark.parametrize("ip", PUBLIC)
def test_an_address_of_the_internet_is_public(ip: str):
    assert is_public(ip)


@pytest.mark.parametrize(
    ("spelling", "host"),
    [
        ("134744072", "8.8.8.8"),
        ("0x08.0x8.010.8", "8.8.8.8"),
        ("8.8.2056", "8.8.8.8"),
        ("8.8.8.8.", "8.8.8.8"),
        ("８。８．８｡８", "8.8.8.8"),
        ("①.①.①.①", "1.1.1.1"),
        ("[2606:4700:0:0::1111]", "2606:4700::1111"),
        ("EXAMPLE.org.", "example.org"),
        ("straße.example", "xn--strae-oqa.example"),
    ],
)
def test_a_host_has_one_form(spelling: str, host: str):
    assert read_address(f"http://{spelling}/").host == host


@pytest.mark.parametrize(
    "url",
    [
        "",
        "/etc/passwd",
        "//example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "data:text/html,hello",
        "javascript:alert(1)",
        "gopher://example.org/",
        "unix:/var/run/docker.sock",
        "http:example.org",
        "http://",
        "http:///path",
        "http://?q",
        "http://user@example.org/",
        "http://user:secret@example.org/",
        "http://@example.org/",
        "http://example.org:8080/",
        "http://example.org:22/",
        "http://example.org:0/",
        "http://example.org:99999/",
        "http://example.org:port/",
        "http://exa mple.org/",
        "http://exam%70le.org/",
        "http://example..org/",
        "http://-.%00/",
        "http://[::1/",
        "http://[example.org]/",
        "http://[v1.a]/",
        "http://[fe80::1%25eth0]/",
        "http://256.256.256.256/",
        "http://1.2.3.4.5/",
        "http://0x100000000/",
        "http://example.0x7g.1/",
        "http://example.123/",
        "http://08.8.8.8/",
        "https://intranet/",
        "https://localhost/",
        "https://LOCALHOST./",
        "https://a.localhost/",
        "https://wiki.internal/",
        "https://metadata.google.internal/",
        "https://printer.local/",
        "https://nas.localdomain/",
        "https://router.home.arpa/",
        "https://home.arpa/",
        "https://abcdef.onion/",
        "https://example.org/" + "a" * 10_000,
    ],
)
def test_what_is_no_address_of_the_public_web_is_refused(url: str):
    with pytest.raises(HttpFailure) as caught:
        read_address(url)
    assert caught.value.failure is Failure.REFUSED
    assert "secret" not in caught.value.message
    assert len(caught.value.message) < 400


def test_an_address_is_sent_as_it_was_given_but_for_what_cannot_be_sent():
    address = read_address("HTTPS://Bücher.Example:443/a%2Fb/ü x/(1)?q=ä&r=%20#part")
    assert (address.scheme, address.host, address.port) == ("https", "xn--bcher-kva.example", 443)
    assert address.target == "/a%2Fb/%C3%BC%20x/(1)?q=%C3%A4&r=%20"
    assert address.netloc == "xn--bcher-kva.example"
    assert read_address("http://example.org").target == "/"
    assert read_address("http://example.org?q=1").target == "/?q=1"
    assert read_address("https://example.org:80/").netloc == "example.org:80"


def test_a_backslash_does_not_change_whose_host_it_is():
    assert read_address("https://example.org\\@other.example/").host == "example.org"
    with pytest.raises(HttpFailure):
        read_address("https://127.0.0.1\\@example.org/")


def test_a_message_shows_no_query():
    with pytest.raises(HttpFailure) as caught:
        read_address("http://127.0.0.1/path?api_key=secret")
    assert caught.value.message == "http://127.0.0.1/path: 127.0.0.1 is no public address"


ALLOW = ["wiki.internal", "127.0.0.1:8080", "::1", "[::1]:9000", "Straße.local:81", "2130706434:80"]


@pytest.mark.parametrize(
    "url",
    [
        "http://wiki.internal/",
        "https://WIKI.internal./",
        "http://127.0.0.1:8080/",
        "http://0x7f.1:8080/",
        "http://127.0.0.2/",
        "http://[::1]/",
        "http://[0:0::1]:9000/",
        "http://straße.local:81/",
    ],
)
def test_what_the_operator_allows_may_be_private(url: str):
    assert read_address(url, read_allowed(ALLOW)).allowed


@pytest.mark.parametrize(
    "url",
    [
        "http://wiki.internal:8080/",
        "http://a.wiki.internal/",
        "http://xwiki.internal/",
        "http://127.0.0.1/",
        "http://127.0.0.1:8081/",
        "http://[::ffff:127.0.0.1]:8080/",
        "http://localhost:8080/",
        "http://strasse.local:81/",
        "http://[::1]:9001/",
    ],
)
def test_an_allowed_host_allows_no_other_host_or_port(url: str):
    with pytest.raises(HttpFailure):
        read_address(url, read_allowed(ALLOW))


@pytest.mark.parametrize(
    "entry",
    ["", "http://a.example", "a.example/path", "*.a.example", "u@a.example", "a:b", "a:70000", "10.0.0.0/8"],
)
def test_an_entry_that_is_no_host_is_a_bad_setting(entry: str):
    with pytest.raises(BadSetting):
        read_allowed([entry])


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/a/../private/x", "/private/x"),
        ("/./private/x", "/private/x"),
        ("/a/%2e%2E/private/x", "/private/x"),
        ("/a/.%2e/%2e/private/x", "/private/x"),
        ("/../../x", "/x"),
        ("/a/b/..", "/a/"),
        ("/a/.", "/a/"),
        ("/a\\..\\x", "/x"),
        ("/a/...", "/a/..."),
        ("/a/..b/.c", "/a/..b/.c"),
        ("/a//b/", "/a//b/"),
        ("/a?x=/../b", "/a?x=/../b"),
        ("", "/"),
    ],
)
def test_dot_segments_are_taken_out_before_an_address_is_sent(path: str, sent: str):
    """RFC 3986, section 5.2.4; encoded dots as the URL Standard reads them."""
    assert read_address(f"https://pier.example{path}").target == sent
