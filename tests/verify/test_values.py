import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.verify.coverage import Window, covers
from stet.verify.values import Kind, missing_values, values


def normals(text: str, kind: Kind) -> list[str]:
    return [found.normal for found in values(text) if found.kind is kind]


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("up to EUR 35 000 000 or 7 %", Kind.MONEY, ["EUR 35000000"]),
        ("It cost $94.", Kind.MONEY, ["USD 94"]),
        (
            "$1.2 bn, £5m, 3,5 Mio. Euro, 3万元, 85k USD",
            Kind.MONEY,
            ["USD 1200000000", "GBP 5000000", "EUR 3500000", "CNY 30000", "USD 85000"],
        ),
        ("between $3-5 million", Kind.MONEY, ["USD 3000000", "USD 5000000"]),
        ("a 10-15 % rise, 3 per cent", Kind.PERCENT, ["10 %", "15 %", "3 %"]),
        ("up three percentage points or 50 basis points", Kind.POINTS, ["3 points", "0.5 points"]),
        (
            "5 km, -5 °C, 24-hour, five kilograms, 10 to 20 GB",
            Kind.QUANTITY,
            ["5 km", "-5 °C", "24 h", "5 kg", "10 GB", "20 GB"],
        ),
        ("10^25 FLOPs", Kind.QUANTITY, ["10000000000000000000000000 FLOP"]),
        ("twenty-five, two thousand three hundred, 25亿", Kind.NUMBER, ["25", "2300", "2500000000"]),
        ("1,234,567.89 and 1.234.567,89 and 1'234", Kind.NUMBER, ["1234567.89", "1234567.89", "1234"]),
        ("the twentieth day, 5th place", Kind.ORDINAL, ["#20", "#5"]),
    ],
)
def test_amounts(text: str, kind: Kind, expected: list[str]):
    assert normals(text, kind) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 August 2026", ["2026-08-02"]),
        ("August 2, 2026", ["2026-08-02"]),
        ("2026-08-02", ["2026-08-02"]),
        ("2.8.2026", ["2026-08-02"]),
        ("am 3. März 2024", ["2024-03-03"]),
        ("le 4 mars 2025", ["2025-03-04"]),
        ("el 5 de mayo de 2026", ["2026-05-05"]),
        ("2026年8月2日", ["2026-08-02"]),
        ("in August 2026", ["2026-08"]),
        ("in Q3 2023", ["2023-Q3"]),
        ("in 2026", ["2026"]),
        ("on 5 May", ["--05-05"]),
        ("it may rain in may", []),
        ("31 February 2026 is none but its year", ["2026"]),
    ],
)
def test_dates(text: str, expected: list[str]):
    assert normals(text, Kind.DATE) == expected


def test_a_date_with_slashes_keeps_both_readings():
    (found,) = values("03/04/2025")
    assert {found.normal, found.also} == {"2025-04-03", "2025-03-04"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Article 6(2) and Annex III", ["article 6(2)", "annex III"]),
        ("Regulation (EU) 2024/1689", ["2024/1689"]),
        ("Regulations (EU) 2018/1139 and (EU) 2023/1230", ["2018/1139", "2023/1230"]),
        (
            "Articles 102 to 110, Sections 1, 2, and 3",
            ["article 102", "article 110", "section 1", "section 2", "section 3"],
        ),
        ("OJ L, 2026/1744", ["2026/1744"]),
    ],
)
def test_references_are_neither_numbers_nor_dates(text: str, expected: list[str]):
    found = values(text)
    assert [value.normal for value in found if value.kind is Kind.REFERENCE] == expected
    assert not [value for value in found if value.kind in (Kind.NUMBER, Kind.DATE, Kind.MONEY)]


@pytest.mark.parametrize(
    "text",
    [
        "version 2.10.3",
        "v1.2",
        "call +49 30 1234567",
        "https://x.org/2024/05/06?n=12",
        "ISO 9001:2015",
        "see [12]",
        "192.168.0.1",
    ],
)
def test_codes_have_no_values(text: str):
    assert [found for found in values(text) if found.kind is not Kind.NAME] == []


def test_names_and_sentence_starts():
    text = (
        "However, President Emmanuel Macron left Paris. The European Commission's AI Office said so. "
        "Growth is U.S. business."
    )
    assert {"Emmanuel Macron", "Paris", "European Commission", "AI Office"} <= {f.exact for f in values(text)}
    assert "Growth" not in {f.exact for f in values(text)}


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("due August 2026", "due on 2 August 2026"),
        ("in Q3 2023", "on 2 August 2023"),
        ("about 12 %", "it was 12.1 %"),
        ("EUR 35 million", "up to EUR 35 000 000 or"),
        ("two of them", "2 of them"),
        ("1.5 km", "after 1,500 m"),
        ("10 km away", "6.2 miles away"),
        ("5 weeks", "35 days"),
        ("3 °C", "37.4 °F"),
        ("Small Mid-Cap aid", "the SMC aid"),
        ("the SMCs", "help for small mid-caps"),
        ("the French law", "a law of France"),
        ("Sean Penn left", "Penn left"),
        ("Article 6", "Article 6(2) says"),
        ("the 19-year-old signed", "Ibe, 19, signed"),
        ("3 of the firms and 1 of mine", "three firms and one other"),
        ("more than 100 people", "103 people"),
        ("up 3 percentage points", "from 12 % to 15 %"),
        ("grew by 25 %", "from 80 to 100"),
        ("a total of 30", "10 here, 20 there"),
        ("half of 20, that is 50 %", "half of 20, that is 10 of 20"),
    ],
)
def test_covered(claim: str, evidence: str):
    assert missing_values(claim, evidence) == ()


@pytest.mark.parametrize(
    ("claim", "evidence", "reason"),
    [
        ("due 2 August 2026", "due in August 2026", "date_less_precise"),
        ("due 2 August 2027", "due on 2 August 2026", "date_absent"),
        ("62 %", "80 % of firms", "percent_absent"),
        ("USD 35 million", "up to EUR 35 000 000 or", "unit_differs"),
        ("8 percentage points", "8 % and 16 %", "unit_differs"),
        ("Barack Obama spoke", "Angela Merkel spoke", "name_absent"),
        ("Jane Smith spoke", "John Smith spoke", "name_absent"),
        ("Article 6(2)", "Article 6 says", "reference_absent"),
        ("20 km", "20 miles", "unit_differs"),
        ("5 people", "80 and 75 people", "number_absent"),
        ("more than 5 people", "8 people", "number_absent"),
        ("20 M docs with <200 ms", "a small home server", "number_absent"),
    ],
)
def test_not_covered(claim: str, evidence: str, reason: str):
    missing = missing_values(claim, evidence)
    assert [each.reason for each in missing][:1] == [reason]
    assert missing[0].exact in claim


def test_a_derivation_is_shown():
    claim, evidence = "It rose 3 percentage points.", "from 12 % to 15 % of sales"
    coverage = covers(values(claim), Window(evidence, values(evidence)), claim)
    assert [each.formula for each in coverage.derived] == ["12 % → 15 %: +3 points"]


@given(st.integers(0, 10**12))
def test_numbers_round_trip_in_every_grouping(number: int):
    english = f"{number:,}"
    for written in (str(number), english, english.replace(",", "\u202f"), english.replace(",", "'")):
        (found, *_) = [f for f in values(f"we saw {written} cats") if f.kind in (Kind.NUMBER, Kind.DATE)]
        assert found.amount == number
    if number >= 10**6:
        (found,) = [f for f in values(f"we saw {english.replace(',', '.')} cats") if f.kind is Kind.NUMBER]
        assert found.amount == number


@given(st.integers(0, 10**6), st.integers(1, 999))
def test_decimals_round_trip(whole: int, part: int):
    for written in (f"{whole}.{part:03}1", f"{whole}.{part:03}1".replace(".", ",")):
        (found,) = [f for f in values(f"we saw {written} % there") if f.kind is Kind.PERCENT]
        assert found.amount == Decimal(f"{whole}.{part:03}1")


HOSTILE = st.text(
    alphabet=st.sampled_from(
        list("0123456789.,'’ \u202f-–/:()[]%$€£ABIVXabcdemn°万亿年月日Qth+^²⁵½٣\ud800İß\n§")
    ),
    max_size=120,
)


@given(HOSTILE)
def test_any_text_gives_values_that_stand_in_it(text: str):
    for found in values(text):
        assert text[found.start : found.end] == found.exact != ""


@given(HOSTILE)
def test_a_text_covers_itself(text: str):
    kinds = (Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.QUANTITY, Kind.DATE, Kind.REFERENCE)
    assert not [each for each in missing_values(text, text) if each.value.kind in kinds]


@given(st.text(max_size=150))
def test_any_text_at_all(text: str):
    for found in values(text):
        assert re.search(r"\w", found.exact) or found.exact


def test_a_date_stands_in_running_cjk_text():
    found = [value for value in values("粮食税从2027年5月1日起征收。") if value.kind is Kind.DATE]
    assert [value.normal for value in found] == ["2027-05-01"]
