"""Links to live pages at the quoted words, followed by a reading of the draft's own steps."""

import unicodedata
from urllib.parse import unquote

import pytest
from harbour import REPORT, TEXTS, quote
from hypothesis import example, given
from hypothesis import strategies as st

from stet.domain.evidence import Quote
from stet.domain.report import ListedSource
from stet.report.fragments import LONGEST_WHOLE, Fragments
from stet.report.html import to_html
from stet.report.markdown import to_markdown

PAGE = ListedSource(
    id="S1", url="https://ellery.example/toll", normalized_url="https://ellery.example/toll", status="read"
)
WORDS = st.sampled_from(
    [
        "the",
        "toll",
        "Toll",
        "a",
        "3.50",
        "can't",
        "déjà",
        "dejà",
        "vu,",
        "x-ray",
        "&",
        "12 %",
        "“so”",
        "ﬁn",
        "über",
        "no.",
    ]
)
LINES = st.lists(st.lists(WORDS, min_size=1, max_size=12).map(" ".join), min_size=1, max_size=5)


class Follow:
    """Steps of the draft “URL Fragment Text Directives” over a text in which a line is a block.

    Every first match counts, so that a directive which has two shows it. Strings are compared without case and
    accents, character by character of the original.
    """

    def __init__(self, text: str, address: str) -> None:
        self.text = text
        prefix, suffix, terms = "", "", []
        for term in address.partition(":~:text=")[2].split(","):
            if term.endswith("-"):
                prefix = unquote(term[:-1])
            elif term.startswith("-"):
                suffix = unquote(term[1:])
            else:
                terms.append(unquote(term))
        self.prefix, self.suffix = prefix, suffix
        self.start, self.end = terms[0], terms[1] if len(terms) == 2 else ""

    def ranges(self) -> list[tuple[int, int]]:
        found = ((self.match(at)) for at in range(len(self.text)))
        return list(dict.fromkeys(match for match in found if match is not None))

    def match(self, at: int) -> tuple[int, int] | None:
        ends_word = bool(self.end) or not self.suffix
        if self.prefix:
            stop = self.equal(self.prefix, at)
            if stop is None or not self.bound(at):
                return None
            at = self.skip(stop)
        elif not self.bound(at):
            return None
        stop = self.equal(self.start, at)
        if stop is None or (ends_word and not self.bound(stop)):
            return None
        if self.end:
            stop = next((s for i in range(stop, len(self.text)) if (s := self.last(i)) is not None), None)
            if stop is None:
                return None
        if self.suffix:
            far = self.equal(self.suffix, self.skip(stop))
            if far is None or not self.bound(far):
                return None
        return at, stop

    def last(self, at: int) -> int | None:
        stop = self.equal(self.end, at)
        if stop is None or not self.bound(at) or (not self.suffix and not self.bound(stop)):
            return None
        return stop

    def equal(self, term: str, at: int) -> int | None:
        """Where `term` ends if it stands at `at`."""
        wanted = base(term)
        got = ""
        while len(got) < len(wanted) and at < len(self.text):
            got += base(self.text[at])
            at += 1
        return at if got == wanted and wanted else None

    def skip(self, at: int) -> int:
        while at < len(self.text) and self.text[at].isspace():
            at += 1
        return at

    def bound(self, at: int) -> bool:
        """Between words: never between letters or digits, nor around a sign that joins two of them."""
        around = self.text[max(0, at - 2) : at + 2]
        before, after = self.text[max(0, at - 1) : at], self.text[at : at + 1]
        if before.isalnum() and after.isalnum():
            return False
        joined = (before in tuple(".,:;'’") or after in tuple(".,:;'’")) and len(around) > 2
        left = at >= 2 and self.text[at - 2].isalnum() and before in tuple(".,:;'’") and after.isalnum()
        right = before.isalnum() and after in tuple(".,:;'’") and self.text[at + 1 : at + 2].isalnum()
        return not (joined and (left or right))


def base(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).casefold()


def quoted(text: str, start: int, end: int, **more: object) -> Quote:
    fields: dict[str, object] = {"source": "S1", "start": start, "end": end, "exact": text[start:end]}
    return Quote.model_validate(fields | more)


def link(text: str, start: int, end: int, source: ListedSource = PAGE, **more: object) -> str | None:
    return Fragments({"S1": text}).link(source, quoted(text, start, end, **more))


@given(lines=LINES, data=st.data())
@example(lines=["the toll the toll"], data=None)
def test_a_link_leads_to_the_quoted_words_and_to_no_others(lines: list[str], data: st.DataObject | None):
    text = "\n".join(lines)
    start, end = 0, len(text) if data is None else 0
    if data is not None:
        places = [0, *(i + 1 for i, c in enumerate(text) if c.isspace())]
        start = data.draw(st.sampled_from(places))
        ends = [i for i, c in enumerate(text) if c.isspace() and i > start] + [len(text)]
        end = data.draw(st.sampled_from(ends))
    address = link(text, start, end)
    if address is not None:
        assert Follow(text, address).ranges() == [(start, end)]


@given(lines=st.lists(st.text(max_size=40), max_size=4), data=st.data())
def test_no_text_makes_a_link_that_leads_astray(lines: list[str], data: st.DataObject):
    text = "\n".join(lines)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    address = link(text, start, end)
    if address is not None:
        assert address.isascii()
        assert address.count("#:~:text=") == 1


SENTENCE = "Later, sales rose by 4 % - again & again."


def test_a_short_quote_stands_whole_with_every_sign_of_the_syntax_encoded():
    text = f"Before. {SENTENCE} After."
    assert link(text, 8, 8 + len(SENTENCE)) == (
        "https://ellery.example/toll#:~:text="
        "Later%2C%20sales%20rose%20by%204%20%25%20%2D%20again%20%26%20again."
    )


def test_a_long_quote_is_named_by_its_first_and_last_words():
    exact = "It begins with these words " + "and goes on " * 20 + "until it ends with those."
    assert len(exact) > LONGEST_WHOLE
    address = link(f"Before. {exact} After.", 8, 8 + len(exact))
    assert address is not None
    assert address.endswith(":~:text=It%20begins%20with%20these,it%20ends%20with%20those.")
    assert Follow(f"Before. {exact} After.", address).ranges() == [(8, 8 + len(exact))]


def test_words_that_stand_twice_are_told_apart_by_what_stands_beside_them():
    text = "In May the toll rose. In June the toll rose. Then it fell."
    first, second = text.index("the toll rose"), text.rindex("the toll rose")
    made = [link(text, at, at + len("the toll rose")) for at in (first, second)]
    assert made[0] is not None
    assert made[0].endswith("text=In%20May-,the%20toll%20rose")
    assert made[1] is not None
    assert Follow(text, made[1]).ranges() == [(second, second + len("the toll rose"))]


def test_there_is_no_link_where_the_words_cannot_be_told_apart():
    text = "\n".join(["The toll rose."] * 50)
    at = 15 * 20
    assert link(text, at, at + 14) is None


def test_a_quote_over_several_lines_is_named_by_terms_of_one_line_each():
    text = "A heading\nThe car pays\n3.50 euro.\nThe end"
    address = link(text, 10, 33)
    assert address is not None
    assert address.endswith("text=The%20car%20pays,3.50%20euro.")


def test_words_that_are_not_at_their_place_get_no_link():
    wrong = Quote(source="S1", start=0, end=4, exact="toll")
    assert Fragments({"S1": "The toll"}).link(PAGE, wrong) is None
    assert Fragments({}).link(PAGE, wrong) is None


def test_a_quote_that_begins_within_a_word_leads_nowhere_else():
    address = link("untold, told", 2, 6)
    assert address is None or Follow("untold, told", address).ranges() == [(2, 6)]


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "ftp://ellery.example/", "file:///etc/passwd", "law.md"]
)
def test_only_pages_of_the_web_are_linked(url: str):
    source = PAGE.model_copy(update={"url": url})
    assert link("The toll.", 0, 9, source) is None
    assert link("The toll.", 0, 9, PAGE.model_copy(update={"path": "law.md"})) is None


def test_an_address_keeps_its_own_fragment_and_a_pdf_opens_at_its_page():
    assert link("The toll.", 0, 9, PAGE.model_copy(update={"url": "https://a.example/x#top"})) == (
        "https://a.example/x#top:~:text=The%20toll."
    )
    pdf = PAGE.model_copy(update={"media_type": "application/pdf"})
    assert link("The toll.", 0, 9, pdf, page=14) == "https://ellery.example/toll#page=14"
    assert link("The toll.", 0, 9, pdf) is None


@pytest.mark.parametrize(
    "text",
    ["x " * 300_000, "x. " * 200_000 + "y", ("\n" * 40 + "a b") * 20_000, "é x " * 100_000],
    ids=["pairs", "stops", "gaps", "accents"],
)
def test_a_text_that_repeats_itself_is_given_up_and_not_counted_out(text: str):
    middle = len(text) // 2
    fragments = Fragments({"S1": text})
    looked = [fragments.link(PAGE, quoted(text, at, at + 30)) for at in range(middle, middle + 20)]
    assert set(looked) == {None}


def test_reports_link_to_the_live_page_at_the_words():
    words = quote("S2", "The toll is collected from 1 July 2027.")
    address = Fragments(TEXTS).link(REPORT.source("S2"), words)
    assert address is not None
    assert f'href="{address}"' in to_html(REPORT, TEXTS)
    assert f"<{address}>" in to_markdown(REPORT, TEXTS)
    assert ":~:text=" not in to_markdown(REPORT)
