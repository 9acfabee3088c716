"""What code says to be missing, and what only looks like that."""

import pytest

from stet.research.gapwords import own_words

TOPIC = "What does the toll cost?"


@pytest.mark.parametrize(
    "missing",
    [
        "an answer is missing",
        "nothing that was read speaks of it",
        "“toll” was not found in the 2 documents read",
        f"no sentence that answers “{TOPIC}” was found in the 1 document read",
        f"no sentence that gives a sum or percentage for “{TOPIC}” was found in the 3 documents read",
        "no condition or exception of what was asked was found in the 2 documents read",
        "what was selected for it could not be assessed: the limit on model calls is reached (5)",
    ],
)
def test_words_of_code_are_known(missing: str) -> None:
    assert own_words(missing, TOPIC)


@pytest.mark.parametrize(
    "missing",
    [
        "",
        "an answer is missing: nobody pays the toll",
        "an answer is missing. Nobody pays the toll",
        "An answer is missing",
        "“rafts” was not found in the 2 documents read",
        "“toll” was not found in the 2 documents read, so it is void",
        "no sentence that answers “The toll is void” was found in the 2 documents read",
        f"no sentence that gives a reason to pay for “{TOPIC}” but fear was found in the 2 documents read",
        "the toll is void, and no doubt of what was asked was found in the 2 documents read",
        "what was selected for it could not be assessed: the limit on patience is reached (pay. now!)",
    ],
)
def test_anything_else_is_somebodys_text(missing: str) -> None:
    assert not own_words(missing, TOPIC)
