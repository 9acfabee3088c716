"""The answers of the index of works."""

import json

import pytest

from stet.adapters.search.works import parse
from stet.errors import BadAnswer


def test_works_are_read_with_their_identifiers_in_one_spelling() -> None:
    item = {
        "doi": "https://doi.org/10.5555/ABC",
        "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/31415926"},
        "display_name": "Seals",
        "publication_year": 2019,
        "is_retracted": True,
        "something": "new",
    }
    (work,) = parse(json.dumps({"results": [item]}).encode())
    assert (work.doi, work.pmid, work.year, work.retracted) == ("10.5555/abc", "31415926", 2019, True)


def test_what_the_index_leaves_out_is_not_known() -> None:
    (work,) = parse(b'{"results": [{"doi": null}]}')
    assert (work.doi, work.pmid, work.title, work.retracted) == (None, None, None, None)


@pytest.mark.parametrize(
    "body", [b"", b"<html>busy</html>", b'{"results": 3}', b'{"results": [{"ids": []}]}']
)
def test_another_shape_is_a_bad_answer(body: bytes) -> None:
    with pytest.raises(BadAnswer):
        parse(body)
