"""Near-copies: edited posts and quotations are one text, articles with common boilerplate are not."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from stet.confidence.copies import copy_groups


def words(stem: str, count: int) -> list[str]:
    return [f"{stem}{n}" for n in range(count)]


def test_a_lightly_edited_post_is_a_copy_whatever_its_case_and_punctuation() -> None:
    post = words("w", 200)
    edited = ["changed" if n % 15 == 7 else f"{word.upper()}," for n, word in enumerate(post)]
    assert copy_groups({"S10": " ".join(post), "S2": " ".join(edited)}) == {"S10": "S2", "S2": "S2"}


def test_a_retelling_is_not_a_copy() -> None:
    one = "Lorries above 3.5 tonnes pay the bridge toll from 1 September 2027, the amended ordinance says."
    two = "From 1 September 2027 a toll is due on the bridge; the amendment limits it to heavy lorries."
    assert copy_groups({"S1": one, "S2": two}) == {"S1": "S1", "S2": "S2"}


def test_articles_that_share_their_frame_are_not_copies() -> None:
    frame = words("frame", 80)
    texts = {f"S{n}": " ".join([*frame[:40], *words(f"own{n}x", 120), *frame[40:]]) for n in range(1, 30)}
    assert copy_groups(texts) == {source: source for source in texts}


def test_a_copy_is_found_among_articles_that_share_their_frame() -> None:
    frame = words("frame", 80)
    texts = {f"S{n}": " ".join([*frame, *words(f"own{n}x", 120)]) for n in range(1, 40)}
    texts["S99"] = texts["S35"].replace("own35x60 ", "another ")
    groups = copy_groups(texts)
    assert groups.pop("S99") == "S35"
    assert all(group == source for source, group in groups.items())


def test_a_quoted_text_is_one_with_the_page_that_quotes_it() -> None:
    note = words("note", 60)
    page = [*words("before", 300), *note, *words("after", 300)]
    assert copy_groups({"S1": " ".join(page), "S2": " ".join(note)}) == {"S1": "S1", "S2": "S1"}


def test_a_digest_does_not_make_its_parts_copies_of_each_other() -> None:
    one, two = words("one", 60), words("two", 50)
    digest = [*one, *words("own", 100), *two, *words("more", 100)]
    groups = copy_groups({"S1": " ".join(one), "S2": " ".join(two), "S3": " ".join(digest)})
    assert groups == {"S1": "S1", "S2": "S2", "S3": "S1"}


def test_texts_without_words_are_no_copies_and_short_ones_must_be_equal() -> None:
    texts = {"S1": "", "S2": " … ", "S3": "Closed today", "S4": "closed today!", "S5": "Closed on Monday"}
    assert copy_groups(texts) == {"S1": "S1", "S2": "S2", "S3": "S3", "S4": "S3", "S5": "S5"}


def test_text_without_spaces_is_compared_by_characters() -> None:
    text = "自二〇二七年九月一日起，港口大桥对三点五吨以上的货车收取通行费，公共汽车免收，违者处以罚款。"
    other = "市政府昨日公布了新的图书馆开放时间，周末延长两个小时，并增加了儿童阅览室的座位数量。"
    groups = copy_groups({"S1": text, "S2": text.replace("货车", "卡车"), "S3": other})
    assert groups == {"S1": "S1", "S2": "S1", "S3": "S3"}


def test_many_copies_of_one_text_are_one_group() -> None:
    text = words("w", 150)
    texts = {f"S{n}": " ".join([*text, f"site{n}"]) for n in range(1, 120)}
    assert set(copy_groups(texts).values()) == {"S1"}


@given(st.lists(st.text(alphabet="abcd 。文", max_size=60), max_size=6), st.randoms(use_true_random=False))
def test_order_never_matters_and_groups_are_named_by_a_member(texts: list[str], random: Random) -> None:
    named = {f"S{n}": text for n, text in enumerate(texts, 1)}
    shuffled = list(named)
    random.shuffle(shuffled)
    groups = copy_groups(named)
    assert groups == copy_groups({source: named[source] for source in shuffled})
    assert set(groups) == set(named)
    assert all(groups[group] == group for group in groups.values())


@given(st.text(max_size=200))
def test_a_text_is_a_copy_of_itself(text: str) -> None:
    assert copy_groups({"S1": f"words {text}", "S2": f"words {text}"}) == {"S1": "S1", "S2": "S1"}
