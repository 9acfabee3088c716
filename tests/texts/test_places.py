"""Which statement a citation belongs to, what the statement says, and where it stands."""

import pytest

from stet.texts.read import read_text

LIST = "\n\n## Sources\n\n[1] One: https://a.example.org/1\n[2] Two: https://a.example.org/2\n"


def pairs(text: str) -> list[tuple[str, list[str | None]]]:
    return [(s.text, [c.name for c in s.citations]) for s in read_text(text + LIST).statements]


def test_a_mark_after_the_full_stop_belongs_to_the_sentence_before_it():
    found = pairs("Tolls rose in spring.[1] Ferries stopped. [2] Quays froze.")
    assert found == [("Tolls rose in spring.", ["1"]), ("Ferries stopped.", ["2"]), ("Quays froze.", [])]


def test_a_mark_that_begins_a_sentence_in_lower_case_is_its_subject():
    found = pairs("Tolls rose in spring. [2] reports that ferries stopped.")
    assert found == [("Tolls rose in spring.", []), ("reports that ferries stopped.", ["2"])]


def test_marks_after_a_chinese_full_stop_belong_to_the_sentence_before_them():
    assert pairs("收费上涨。【1】【2】渡轮停运。") == [("收费上涨。", ["1", "2"]), ("渡轮停运。", [])]


def test_links_after_the_full_stop_are_not_words_of_the_next_sentence():
    text = "Tolls rose. [Port office](https://p.example.org/x)\n\n[The port](https://p.example.org/y) closed in May."
    read = read_text(text)
    assert [(s.text, len(s.citations)) for s in read.statements] == [
        ("Tolls rose.", 1),
        ("The port closed in May.", 1),
    ]


def test_a_table_row_is_a_statement_and_its_head_is_not_checkable():
    read = read_text("| Port | Toll |\n|---|---|\n| North | 12% [1][2] |\n" + LIST)
    head, row = read.statements
    assert (head.text, head.checkable) == ("Port | Toll", False)
    assert (row.text, [c.name for c in row.citations], row.figures) == ("North | 12%", ["1", "2"], True)


def test_list_items_are_statements_without_their_bullets_and_numbers():
    assert pairs("- Tolls rose [1]\n- Ferries stopped\n\n1. Quays froze [2]\n") == [
        ("Tolls rose", ["1"]),
        ("Ferries stopped", []),
        ("Quays froze", ["2"]),
    ]


def test_a_heading_is_a_statement_only_when_it_cites():
    read = read_text("# Ports\n\n## Tolls [1]\n\nThey rose.\n" + LIST)
    assert [(s.text, s.heading, s.checkable) for s in read.statements] == [
        ("Tolls", "Ports", False),
        ("They rose.", "Tolls", False),
    ]


def test_marks_on_a_line_of_their_own_belong_to_the_last_statement():
    read = read_text("Tolls rose.\n\n[1][2]\n" + LIST)
    (statement,) = read.statements
    assert [c.name for c in statement.citations] == ["1", "2"]
    assert statement.end == read.statements[0].citations[-1].end


def test_a_line_of_sources_belongs_to_the_paragraph_above_it():
    read = read_text(
        "Tolls rose in May.\n\n*Sources: [A](https://a.example.org/a), [B](https://a.example.org/b).*\n"
    )
    (statement,) = read.statements
    assert [c.url for c in statement.citations] == ["https://a.example.org/a", "https://a.example.org/b"]


def test_a_text_of_nothing_but_marks_keeps_its_words():
    read = read_text("[123, 456]")
    assert [(s.text, s.checkable) for s in read.statements] == [("[123, 456]", False)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("**Tolls** rose by *a lot*, to 5*3 [1].", "Tolls rose by a lot, to 5*3."),
        ("Tolls rose ([1], [2]).", "Tolls rose."),
        ("Tolls\nrose [1] , then fell.", "Tolls rose, then fell."),
        ("As [1] and [2] say.", "As and say."),
        ("Use `rate[1]` and $a_1$ there.", "Use rate[1] and a_1 there."),
        ("Tolls <b>rose</b><br>again.", "Tolls rose again."),
        ("> Tolls rose [1].", "Tolls rose."),
        ("The film Ahoy! opened [1].", "The film Ahoy! opened."),
    ],
)
def test_a_statement_is_what_it_says_without_marks_and_markup(text, says):
    assert read_text(text + LIST).statements[0].text == says


def test_spans_count_in_the_text_as_given():
    text = "> Tolls rose [1].\r\n> Ferries **stopped**.[2]\r\n\r\n- A quay\r\n  froze 【1】\r\n" + LIST
    read = read_text(text)
    assert [text[s.start : s.end] for s in read.statements] == [
        "Tolls rose [1].",
        "Ferries **stopped**.[2]",
        "A quay\r\n  froze 【1】",
    ]
    assert all(text[c.start : c.end] == c.marker for s in read.statements for c in s.citations)


@pytest.mark.parametrize(
    ("text", "checkable", "figures"),
    [
        ("Tolls rose by 12 % in the north.", True, True),
        ("Tolls rose in May 2021.", True, True),
        ("Half of the ferries stopped running.", True, True),
        ("Two hundred ferries stopped running.", True, True),
        ("Tolls rose in the whole north.", True, False),
        ("Table 3 lists the ports of Section 2.", True, False),
        ("Model GPT-4 and Llama 3.2 read the tables.", True, False),
        ("Why did tolls rise by 5 %?", False, True),
        ("The following three ports closed:", False, False),
        ("See below.", False, False),
        ("Overview", False, False),
        ("If you want, I can add 5 more ports.", False, True),
    ],
)
def test_what_can_be_checked_and_what_gives_a_figure(text, checkable, figures):
    (statement,) = read_text(text).statements
    assert (statement.checkable, statement.figures) == (checkable, figures)


def test_an_answer_wrapped_in_a_markdown_fence_is_read():
    assert pairs("```markdown\nTolls rose [1].\n```") == [("Tolls rose.", ["1"])]


def test_front_matter_and_comments_say_nothing():
    assert pairs("---\ntitle: Tolls [2]\n---\n<!-- [2] -->Tolls rose [1].") == [("Tolls rose.", ["1"])]


def test_a_span_holds_the_emphasis_that_begins_or_ends_right_at_it():
    text = "- **Tolls:** they rose. *Ferries* stopped. **Quays froze.** `Locks` opened.\n\n__Ports__ closed\n"
    assert [text[s.start : s.end] for s in read_text(text).statements] == [
        "**Tolls:** they rose.",
        "*Ferries* stopped.",
        "**Quays froze.**",
        "`Locks` opened.",
        "__Ports__ closed",
    ]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("10<sup>3</sup> units", "10³ units"),
        ("10<sup>-3</sup> mol", "10⁻³ mol"),
        ("2020<sup>3</sup> units", "2020³ units"),
        ("5 m<sup>2</sup> of quay", "5 m² of quay"),
        ("the 2<sup>nd</sup> quay", "the 2nd quay"),
        ("CO<sub>2</sub> of quays", "CO2 of quays"),
    ],
)
def test_exponents_in_tags_stay_raised(written, said):
    (statement,) = read_text(f"The port makes {written} a year.").statements
    assert (statement.text, statement.citations) == (f"The port makes {said} a year.", ())


def test_a_byte_order_mark_moves_no_offset_and_hides_no_heading():
    text = "\ufeff# Tolls\n\nThey rose [1].\n"
    (statement,) = read_text(text).statements
    assert (statement.heading, text[statement.start : statement.end]) == ("Tolls", "They rose [1].")
