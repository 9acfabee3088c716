"""A change that makes a statement say what its source says mends it, and is no error."""

import pytest

from stet.evaluate.plant.edits import Edit
from stet.evaluate.plant.truth import mends

SOURCE = (
    "Lorries pay the quay fee. Rowing boats and canoes do not pay the quay fee. The fine is 90 euros for each landing. "
    "The fee rises from 4 to 5 euros. The fee applies from 1 May 2027."
)


def edit(words: str, old: str, new: str) -> Edit:
    return Edit(words.index(old), words.index(old) + len(old), new)


@pytest.mark.parametrize(
    ("words", "old", "new", "wanted"),
    [
        ("Canoes pay the quay fee", "pay", "do not pay", True),
        ("Canoes do not pay the quay fee", "do not pay", "pay", False),
        ("Lorries pay the quay fee", "pay", "do not pay", False),
        ("The fine is 60 euros for each landing", "60", "90", True),
        ("The fine is 90 euros for each landing", "90", "60", False),
        ("The fee rises to 5 euros", "5", "4", False),
        ("The fee applies from 1 May 2026", "2026", "2027", True),
        ("The fine is 90 euros for each landing at night", " at night", "", True),
        ("The fine is 90 euros for each landing", " for each landing", "", False),
        ("Nobody knows. Canoes pay the quay fee", "pay", "do not pay", True),
        ("Nothing like it is written anywhere", "is", "is not", False),
    ],
)
def test_a_change_mends_what_the_source_says_otherwise(words: str, old: str, new: str, wanted: bool) -> None:
    assert mends(words, edit(words, old, new), (SOURCE,)) is wanted


def test_two_sentences_that_disagree_mend_nothing() -> None:
    words = "The fine is 60 euros for each landing"
    both = (SOURCE, "The fine is 60 euros for each landing.")
    assert not mends(words, edit(words, "60", "90"), both)


@pytest.mark.parametrize("text", ["a.1" * 200_000, ". " * 300_000, "word " * 150_000, "a\n" * 200_000])
def test_hostile_sources_take_time_in_their_length_alone(text: str) -> None:
    words = "The fine is 60 euros. " * 2_000
    mends(words, edit(words, "60", "90"), (text,))
