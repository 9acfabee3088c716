"""Sentences that say opposite things in nearly the same words."""

import pytest

from stet.verify.opposition import agree, opposed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Exports are subject to the levy.", "Exports are not subject to the levy."),
        ("The levy is always due on Sundays.", "The levy is never due on Sundays."),
        ("The vote was lawful.", "The vote was unlawful."),
        ("All drivers under 21 are excluded.", "No drivers under 21 are excluded."),
        ("The penalty for crossing is 180 euros.", "The penalty for crossing is 240 euros."),
        ("The grain levy starts on 1 May 2027.", "The grain levy starts on 1 June 2027."),
        ("The ferry may carry dogs.", "The ferry may not carry dogs."),
        ("Dogs are permitted on the ferry.", "Dogs are prohibited on the ferry."),
        ("Registration is mandatory for lorries.", "Registration is voluntary for lorries."),
        ("Coaches are subject to the toll.", "Coaches are exempt from the toll."),
        ("Traffic increased after the toll began.", "Traffic decreased after the toll began."),
        ("Das Parken auf der Brücke ist erlaubt.", "Das Parken auf der Brücke ist verboten."),
        ("Das Parken auf der Brücke ist erlaubt.", "Das Parken auf der Brücke ist nicht erlaubt."),
        ("Le stationnement sur le pont est autorisé.", "Le stationnement sur le pont est interdit."),
        ("The city wrote the report.", "The city did not write the report."),
        ("No passenger has to register.", "Every passenger has to register."),
        ("The bridge is 1,500 m long.", "The bridge is 1.9 km long."),
        (
            "According to the ministry, the bridge is 1,500 m long.",
            "The city says the bridge is 1,600 m long.",
        ),
        (
            "The levy applies to every foreign lorry that crosses the bridge at night.",
            "Critics said in May that the levy does not apply to a foreign lorry that crosses the bridge at night.",
        ),
    ],
)
def test_opposite_sentences_are_seen_and_never_merged(one: str, other: str) -> None:
    assert opposed(one, other)
    assert opposed(other, one)
    assert not agree(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The toll starts on 1 May 2027.", "The ferry does not take cars."),
        ("Cars pay 3 euros.", "Lorries of more than 12 tonnes pay 9 euros on weekdays."),
        ("The fine is 180 euros.", "The fine is 180 euros."),
        ("Lock 11 is 1111 metres long.", "Lock 12 is 1212 metres long."),
        ("The door number 1 is painted red.", "The door number 2 is painted green."),
        ("Article 5 applies from 1 May 2027.", "Article 6 applies from 1 June 2027."),
        ("The fine is 180 euros, later 240 euros.", "The fine is 200 euros, later 240 euros."),
        ("Dogs are not permitted on the ferry.", "Dogs are prohibited on the ferry."),
        ("The vote was not unlawful.", "The vote was lawful."),
        ("Most drivers pay by card.", "Many drivers pay by card."),
        ("The bridge is 1,500 m long.", "The bridge is 1.5 km long."),
        ("12 % of the drivers pay by card.", "A share of 0.12 of the drivers pay by card."),
        ("In 2023 the toll for cars was 3 euros.", "In 2024 the toll for cars was 4 euros."),
        ("In 2023 dogs were permitted on the ferry.", "Since 2024 dogs are not permitted on the ferry."),
        ("The toll for cars is 3 euros.", "The toll for lorries is 9 euros."),
        ("In Germany 12 % of drivers pay by card.", "In France 15 % of drivers pay by card."),
        ("The ferry carried 400 to 600 cars.", "The ferry carried 523 cars."),
        ("The bridge opened on 1 May 2020.", "The bridge was approved on 3 June 2016."),
        ("Payment is due no later than 1 May 2027.", "Payment is due by 1 May 2027."),
        (
            "The harbour town had 55,145 people and 1,015 women for every 1,000 men.",
            "No religion 2 %: The harbour town had 55,145 people and 1,015 women for all 1,000 men.",
        ),
        ("Cars pay not only the toll but a fee.", "Cars pay the toll and a fee."),
        ("The toll is not usually charged on Sundays.", "The toll is charged on Sundays."),
        ("The camel cannot fit in a dog house.", "Dog houses are built to fit dogs."),
        (
            "The ferry does not carry horses across the bay.",
            "Many people believe that the ferry carries horses across the bay.",
        ),
    ],
)
def test_sentences_on_other_things_are_not_opposed(one: str, other: str) -> None:
    assert not opposed(one, other)


def test_the_same_statement_in_other_order_agrees() -> None:
    assert agree("From 1 May 2027 the levy is due.", "The levy is due from 1 May 2027.")
    assert not agree("The levy is due from 1 May 2027.", "The levy is due from 1 June 2027.")
    assert not agree("The levy may be due.", "The levy is always due.")
