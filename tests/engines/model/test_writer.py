"""The writer sees the ledger, and what it must not write is taken out or stays visible."""

import pytest

from modelkit import Desk, brief_of, cut_off, entry, plan_of, said, scripted
from stet.domain.budget import Budget
from stet.domain.claims import ClaimKind, Conflict, ConflictValue, Decision
from stet.domain.report import Gap
from stet.errors import BadAnswer, Unavailable
from stet.ports import Finish
from stet.report.draft import parse

PLAN = plan_of("When does it start?", "Who pays?")
ENTRIES = [
    entry("C1", "The toll starts in May.", value="2027-05"),
    entry("C2", "The toll starts in June.", source="S2", value="2027-06"),
    entry("C3", "Lorries pay.", topic="T2"),
    entry("C4", "It fell.", decision=Decision.UNREVIEWED),
]
CONFLICT = Conflict(
    claims=("C1", "C2", "C4"),
    on="When does it start?",
    values=(
        ConflictValue(value="2027-05", source="S1", claim="C1"),
        ConflictValue(value="2027-06", source="S2", claim="C2"),
    ),
)
BRIEF = brief_of(ENTRIES, PLAN, conflicts=(CONFLICT,), gaps=(Gap(topic="T2", missing="boats"),))
DRAFT = """## Short answer

The toll starts in May [C1], or in June [C2].

## When does it start?

The toll starts in May [C1], or in June [C2].

## Who pays?

Lorries pay. [C3]
"""
KEYS = [each.key for each in ENTRIES]
MISSING = "Gap: “Who pays?” – boats."
STATED = f"{DRAFT.strip()}\n\nGap: “Who pays\\?” – boats.\n"
"""The draft as it comes: what is missing is added by code."""


async def test_the_ledger_is_shown_and_the_draft_comes_as_it_was_written(desk: Desk) -> None:
    model = scripted(DRAFT)
    assert await desk.engine(model).writer.write(BRIEF) == STATED
    (asked,) = model.asked
    assert asked.shape is None
    for shown in (
        "C1 (T1, paraphrase, low, S1, value 2027-05): The toll starts in May.",
        "S2: “Page S2”, s2.example, 2026-10-12",
        "C1 against C2, not settled: 2027-05 (C1); 2027-06 (C2)",
        "T2: boats",
    ):
        assert shown in asked.prompt
    assert "It fell." not in asked.prompt
    assert "http" not in asked.prompt
    assert desk.notes == []


async def test_remarks_of_a_review_reach_the_writer(desk: Desk) -> None:
    model = scripted(DRAFT, DRAFT)
    writer = desk.engine(model).writer
    await writer.write(BRIEF)
    await writer.write(BRIEF.model_copy(update={"instructions": ("cited: name the claim",)}))
    assert "cited: name the claim" in model.asked[1].prompt


@pytest.mark.parametrize(
    "added",
    [
        "## References\n\n1. A page, city.example\n2. Another [C9]\n",
        "**Sources:**\n- https://city.example/toll\n- [C7] more\n",
        "Quellen\n\nSeite eins\n",
    ],
)
async def test_a_source_list_that_a_model_wrote_is_taken_out_and_flagged(desk: Desk, added: str) -> None:
    # K013
    draft = await desk.engine(scripted(f"{DRAFT}\n{added}")).writer.write(BRIEF)
    assert desk.codes() == ["source_list"]
    assert parse(draft, KEYS).problems == ()
    assert parse(draft, KEYS).sections == parse(STATED, KEYS).sections


async def test_what_follows_a_source_list_under_its_own_heading_stays(desk: Desk) -> None:
    draft = await desk.engine(scripted(f"## Sources\n\nx\n\n{DRAFT}")).writer.write(BRIEF)
    assert parse(draft, KEYS).sections == parse(STATED, KEYS).sections


async def test_a_sentence_that_repeats_another_is_merged_with_it(desk: Desk) -> None:
    again = f"{DRAFT}\n## More\n\nLorries pay. [C3] And that is so. [C3]\n\n- Lorries pay. [C3]\n"
    draft = parse(await desk.engine(scripted(again)).writer.write(BRIEF), KEYS)
    assert desk.codes() == ["sentences_merged"]
    assert [s.text for s in draft.sentences].count("Lorries pay.") == 1
    # The short answer may say what the body says.
    assert [s.text for s in draft.sentences].count("The toll starts in May, or in June.") == 2
    assert draft.problems == ()


async def test_headings_are_those_of_the_topics_and_state_nothing(desk: Desk) -> None:
    stating = DRAFT.replace("## Who pays?", "## Boats pay 9 crowns from 2030").replace("## When", "### when")
    stating += "\n## What nobody knows: 7 boats\n\nGap: Boats are not spoken of.\n"
    draft = parse(await desk.engine(scripted(stating)).writer.write(BRIEF), KEYS)
    assert [section.heading for section in draft.sections] == [
        "Short answer",
        "When does it start?",
        "Who pays?",
    ]
    assert [s.text for s in draft.sections[2].sentences] == [
        "Lorries pay.",
        "Gap: Boats are not spoken of.",
        MISSING,
    ]
    assert draft.problems == ()


async def test_unknown_keys_and_addresses_stay_visible(desk: Desk) -> None:
    # K022
    bad = DRAFT.replace("Lorries pay. [C3]", "Lorries pay. [C9] See https://city.example/.")
    draft = parse(await desk.engine(scripted(bad)).writer.write(BRIEF), KEYS)
    assert {problem.code for problem in draft.problems} >= {"unknown_key", "url"}


async def test_quoted_words_with_marks_of_a_draft_are_made_literal(desk: Desk) -> None:
    words = "The toll [see § 2] starts. It is *due* at once."
    brief = brief_of([entry("C1", words, kind=ClaimKind.QUOTATION)])
    text = f"## Short answer\n\nThe city says: “{words}” [C1]\n\n## Start\n\nThe city says: “{words}” [C1]\n"
    draft = parse(await desk.engine(scripted(text)).writer.write(brief), ["C1"])
    assert draft.problems == ()
    assert [s.text for s in draft.sentences] == [f"The city says: “{words}”"] * 2


async def test_thinking_is_no_part_of_a_draft(desk: Desk) -> None:
    # K070
    draft = await desk.engine(scripted(f"<think>Is it May?</think>\n```markdown\n{DRAFT}```")).writer.write(
        BRIEF
    )
    assert draft == STATED


async def test_a_long_ledger_is_written_section_by_section(desk: Desk) -> None:
    entries = [
        entry(f"C{n}", f"Pier {n} pays {n} crowns.", topic="T2" if n % 2 else "T1") for n in range(1, 51)
    ]
    brief = brief_of(entries, PLAN)
    model = scripted("Pier 1 pays. [C1]", "## When\n\nPier 2 pays. [C2]", "Pier 1 pays. [C1]")
    draft = await desk.engine(model).writer.write(brief)
    assert [section.heading for section in parse(draft, [e.key for e in entries]).sections] == [
        "Short answer",
        "When does it start?",
        "Who pays?",
    ]
    assert len(model.asked) == 3
    assert [asked.prompt.count(" crowns.") for asked in model.asked] == [6, 25, 25]


async def test_a_small_window_gets_the_ledger_in_parts(desk: Desk) -> None:
    # K077
    entries = [
        entry(f"C{n}", f"Pier {n} pays {n} crowns, {'and so on, ' * 20}each day.") for n in range(1, 60)
    ]
    model = scripted(*[f"Part {n}. [C1]" for n in range(30)], window=3_000)
    await desk.engine(model).writer.write(brief_of(entries, PLAN))
    told = [n for n in range(1, 60) if any(f"\nC{n} (" in asked.prompt for asked in model.asked)]
    assert told == list(range(1, 60))
    for asked in model.asked:
        assert (len(asked.system) + len(asked.prompt)) / 3 + asked.limit <= 3_000


async def test_a_draft_that_is_cut_off_twice_is_written_by_section_and_a_cut_section_says_so(
    desk: Desk,
) -> None:
    # K079
    model = scripted(
        cut_off("## Short answer\n\nThe toll"),
        cut_off("## Short answer\n\nThe toll starts in"),
        "The toll starts in May. [C1]",
        cut_off("The toll starts"),
        cut_off("The toll starts in May. [C1]\n\nOr, as others have"),
        "Lorries pay. [C3]",
    )
    draft = parse(await desk.engine(model).writer.write(BRIEF), KEYS)
    assert [s.text for s in draft.sentences] == [
        "The toll starts in May.",
        "The toll starts in May.",
        "Gap: This section was cut off.",
        "Lorries pay.",
        MISSING,
    ]
    assert desk.codes() == ["draft_cut"]


async def test_an_error_never_becomes_a_draft(desk: Desk) -> None:
    # K080
    for error in (Unavailable("down"), BadAnswer("context length exceeded")):
        with pytest.raises(type(error)):
            await desk.engine(scripted(error, error)).writer.write(BRIEF)
    with pytest.raises(BadAnswer, match="refused"):
        await desk.engine(scripted(said("I must not.", Finish.REFUSED))).writer.write(
            BRIEF.model_copy(update={"instructions": ("x",)})
        )


async def test_where_no_call_is_left_code_writes_quotations(desk: Desk) -> None:
    poor = Desk(desk.store, Budget(model_calls=0))
    model = scripted(DRAFT)
    draft = parse(await poor.engine(model).writer.write(BRIEF), KEYS)
    assert not model.asked
    assert poor.codes() == ["written_by_code"]
    assert {key for s in draft.sentences for key in s.claims} == {"C1", "C2", "C3"}
    assert draft.problems == ()
