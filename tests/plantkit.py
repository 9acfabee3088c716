"""Written reports to plant errors in: a clerk that tells sentences of the harbour toll in words of its own."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from modeltown import CLERK, TOLL, Clerk, Rule, clerk
from stet.app import App, Request
from stet.domain.report import Report
from stet.domain.run import Level
from stet.testing import MOMENT


class Told(NamedTuple):
    """Words that a sentence of a source begins with, and the same in other words."""

    begins: str
    text: str


TOLD: Mapping[str, tuple[Told, ...]] = {
    "When does the Harbour Bridge toll start?": (
        Told("The Harbour Bridge toll starts on 1 September", "The toll is due from 1 September 2027."),
        Told("The Harbour Bridge toll applies from 1 March", "The first ordinance set the start for 1 March 2027."),
        Told("An earlier draft of the amendment", "A start on 1 June 2027 was proposed and not adopted."),
        Told("The Authority reminds operators", "The Authority's approval ends on 31 August 2032."),
    ),
    "Who pays the Harbour Bridge toll?": (
        Told(
            "The Harbour Bridge toll applies to goods vehicles",
            "Goods vehicles of more than 3.5 tonnes have to pay the Harbour Bridge toll.",
        ),
        Told(
            "Where a goods vehicle draws a trailer",
            "If a goods vehicle pulls a trailer, both masses count together.",
        ),
        Told("Foreign goods vehicles are treated", "Foreign goods vehicles are treated no differently."),
    ),
    "What does an unpaid crossing cost?": (
        Told("The penalty for crossing the Harbour Bridge", "Each unpaid crossing costs a penalty of 240 euros."),
        Told(
            "The penalty is reduced to 120 euros",
            "Whoever pays within 14 days after the notice pays 120 euros instead.",
        ),
        Told(
            "The penalty for an unpaid crossing rises",
            "Marrow & Pike say that the penalty went up from 180 to 240 euros.",
        ),
        Told(
            "The keeper may object in writing",
            "An objection in writing is possible within 30 days after the notice.",
        ),
    ),
    "What is the toll and who is exempt?": (
        Told(
            "The toll for one crossing of the Harbour Bridge is",
            "A crossing costs 6.50 euros for goods vehicles of up to 12 tonnes and 9.80 euros for heavier ones.",
        ),
        Told("Between 22:00 and 05:00", "At night the toll is 20 percent lower."),
        Told("Goods vehicles without exhaust", "Until 31 December 2029 goods vehicles without exhaust pay half."),
        Told("The Treasurer expects revenue", "The Treasurer expects 4.1 million euros in the first full year."),
        Told("The revenue may be used only", "The money may be spent on the upkeep of the bridge only."),
        Told("Buses in scheduled public service", "Buses in scheduled public service do not have to pay the toll."),
    ),
}  # fmt: skip
_QUERIES = (
    (
        "Harbour Bridge toll start date",
        "Harbour Bridge toll ordinance amendment",
        "Roads Authority note charging",
    ),
    ("Harbour Bridge toll goods vehicles", "goods vehicle trailer mass"),
    ("penalty unpaid crossing Harbour Bridge", "enforcement rules penalty notice objection"),
    ("tariff decision toll euros", "exempt buses public service toll"),
)


@dataclass
class Reteller(Clerk):
    """A clerk whose claims are paraphrases that were written by hand; it judges and reviews leniently."""

    rules: tuple[Rule, ...] = tuple(
        Rule(topic, "part", queries, "|".join(re.escape(told.begins) for told in TOLD[topic]))
        for topic, queries in zip(TOLD, _QUERIES, strict=True)
    )
    lenient: bool = True

    def _claims(self, topic: str, passage: str, sentence: str) -> list[object]:
        told = next((t for many in TOLD.values() for t in many if sentence.startswith(t.begins)), None)
        if told is None:
            return []
        quotes = [{"passage": passage, "exact": sentence}]
        return [{"topic": topic, "quotes": quotes, "text": told.text, "kind": "paraphrase"}]


async def written_run(home: Path) -> Report:
    """A finished run whose report is written in other words than its sources'; it is in the store at `home`."""
    with clerk(Reteller()) as place:
        app = App(home, operator=place.operator())
        return await app.ask(
            Request(
                question="When does the Harbour Bridge toll start, who pays it and what does it cost?",
                documents=(str(TOLL),),
                engine="model",
                model=CLERK,
                level=Level.WORKFLOW,
                today=MOMENT.date(),
            )
        )
