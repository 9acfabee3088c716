"""What is known of the AI Act, as tasks: facts worked out from the documents named with them, for `tasks_ai_act.py`.

Values and words only: no text of the documents stands here.
"""

from typing import Any

LAW = "eurlex_ai_act_2024_art_{}.html"
OMNIBUS = "eu_reg_2026_1744_extract_oj_2026-07-24.md"
NEWS = "ec_news_ai_omnibus_enters_force_2026-07-27.html"
APPLY = "apply|applicable|application|start|effect|effective|enter"
GPAI = "general-purpose|GPAI"


def part(name: str, text: str, *, unanswerable: bool = False) -> dict[str, Any]:
    """A subquestion."""
    return {"id": name, "text": text, "unanswerable": unanswerable}


def said(
    name: str, text: str, values: list[str], words: list[str], *sources: str, **more: str
) -> dict[str, Any]:
    """A fact or a statement that must not be claimed."""
    return {"id": name, "text": text, "values": values, "words": words, "sources": sources, **more}


def dates(known: dict[str, Any]) -> dict[str, Any]:
    """The main question, with every date that `question.json` has for it."""
    expected = known["expected"]
    right, old = expected["answer_date"], expected["superseded_date"]
    words = ["high-risk|Annex III", APPLY]
    about = "The obligations for high-risk AI systems of Annex III apply from"
    others = sorted(day for day in expected["not_to_confuse"] if day not in (right, old))
    return {
        "id": "annex-iii-date",
        "category": "conflicting_evidence",
        "question": known["question"],
        "subquestions": [part("date", "From which day do they apply?")],
        "facts": [
            said(
                "date",
                f"{about} {right}.",
                [right],
                words,
                OMNIBUS,
                NEWS,
                subquestion="date",
                since="2026-07-27",
            )
        ],
        "forbidden": [
            said("superseded", f"{about} {old}.", [old], words, LAW.format(113), why="superseded"),
            *(said(day, f"{about} {day}.", [day], ["Annex III", APPLY], why="false") for day in others),
        ],
    }


def models() -> dict[str, Any]:
    """Duties of providers of general-purpose models."""
    return {
        "id": "general-purpose",
        "category": "technical",
        "question": "Which obligations apply to providers of general-purpose AI models, from when do they apply, and "
        "what applies to models with systemic risk?",
        "subquestions": [
            part("duties", "Which obligations apply?"),
            part("date", "From when do they apply?"),
            part("systemic", "What applies to models with systemic risk?"),
        ],
        "facts": [
            said(
                "documentation",
                "Providers of general-purpose AI models draw up technical documentation of the model.",
                [], [GPAI, "technical documentation"], LAW.format("053"), subquestion="duties",
            ),
            said(
                "copyright",
                "Providers put in place a policy to comply with copyright law.",
                [], ["policy|policies", "copyright"], LAW.format("053"), subquestion="duties",
            ),
            said(
                "summary",
                "Providers publish a sufficiently detailed summary of the content used for training.",
                [], ["summary", "training|train"], LAW.format("053"), subquestion="duties",
            ),
            said(
                "date",
                "The obligations for general-purpose AI models apply from 2 August 2025.",
                ["2 August 2025"], [f"{GPAI}|Chapter V", f"{APPLY}|became"], LAW.format(113), subquestion="date",
            ),
            said(
                "legacy",
                "General-purpose models placed on the market before 2 August 2025 must comply by 2 August 2027.",
                ["2 August 2027", "2 August 2025"], ["model", "comply|compliant|compliance|apply"],
                LAW.format(111), subquestion="date",
            ),
            said(
                "evaluation",
                "Providers of models with systemic risk perform model evaluation, with adversarial testing.",
                [], ["systemic risk", "model evaluation|adversarial"], LAW.format("055"), subquestion="systemic",
            ),
            said(
                "incidents",
                "Providers of models with systemic risk report serious incidents to the AI Office.",
                [], ["serious incident", "report|document|track", "AI Office"],
                LAW.format("055"), subquestion="systemic",
            ),
        ],
        "forbidden": [
            said(
                "year-late",
                "The obligations for general-purpose AI models apply from 2 August 2026.",
                ["2 August 2026"], [GPAI, APPLY], why="false",
            )
        ],
    }  # fmt: skip


def penalties() -> dict[str, Any]:
    """Fines, and what the amendment of 2026 added."""
    return {
        "id": "penalties",
        "category": "technical",
        "question": "What are the penalties for prohibited AI practices, for other infringements and for incorrect "
        "information, and what do small companies pay?",
        "subquestions": [
            part("prohibited", "What is the fine for prohibited practices?"),
            part("others", "What is the fine for other infringements?"),
            part("information", "What is the fine for incorrect information?"),
            part("small", "What holds for small companies?"),
        ],
        "facts": [
            said(
                "prohibited",
                "Prohibited AI practices are subject to fines of up to EUR 35 000 000 or up to 7 % of turnover.",
                ["EUR 35 000 000", "7 %"], ["prohibit|prohibition|Article 5", "fine|penalty|penalties"],
                LAW.format("099"), subquestion="prohibited",
            ),
            said(
                "others",
                "Infringements by operators are subject to fines of up to EUR 15 000 000 or up to 3 % of turnover.",
                ["EUR 15 000 000", "3 %"], ["fine|penalty|penalties", "operator|other infringement|other obligation"],
                LAW.format("099"), subquestion="others",
            ),
            said(
                "information",
                "Incorrect information is subject to fines of up to EUR 7 500 000 or up to 1 % of turnover.",
                ["EUR 7 500 000", "1 %"], ["incorrect|misleading", "fine|penalty|penalties"],
                LAW.format("099"), subquestion="information",
            ),
            said(
                "lower",
                "In the case of SMEs each fine is the lower of the percentage and the amount.",
                [], ["SME|start-up|SMC", "lower"], LAW.format("099"), OMNIBUS, subquestion="small",
            ),
        ],
        "forbidden": [
            said(
                "too-low",
                "Prohibited AI practices are subject to fines of up to EUR 15 000 000.",
                ["EUR 15 000 000"], ["prohibited practice|prohibited AI practice", "fine|penalties"], why="false",
            ),
            said(
                "too-much",
                "Prohibited AI practices are subject to fines of up to EUR 40 000 000.",
                ["EUR 40 000 000"], ["prohibit|prohibition", "fine|penalty|penalties"], why="false",
            ),
            said(
                "half-more",
                "Incorrect or misleading information costs up to 1.5 % of turnover.",
                ["1.5 %"], ["incorrect|misleading", "turnover"], "ec_faq_navigating_ai_act.md", why="false",
            ),
        ],
    }  # fmt: skip


def duties() -> dict[str, Any]:
    """Duties of providers and deployers of high-risk systems."""
    return {
        "id": "duties",
        "category": "technical",
        "question": "What must providers of high-risk AI systems do, what must deployers of high-risk AI systems do, "
        "and how long must logs be kept?",
        "subquestions": [
            part("providers", "What must providers do?"),
            part("deployers", "What must deployers do?"),
            part("logs", "How long must logs be kept?"),
        ],
        "facts": [
            said(
                "risk",
                "A risk management system is established for high-risk AI systems.",
                [], ["risk management system", "high-risk", "establish|implement|maintain|set up"],
                LAW.format("009"), subquestion="providers",
            ),
            said(
                "quality",
                "Providers have a quality management system.",
                [], ["quality management system", "provider|high-risk"], LAW.format("016"), subquestion="providers",
            ),
            said(
                "marking",
                "Providers affix the CE marking to the high-risk AI system.",
                [], ["CE marking", "affix"], LAW.format("016"), subquestion="providers",
            ),
            said(
                "oversight",
                "Deployers assign human oversight to natural persons who have the necessary competence.",
                [], ["deployer", "human oversight", "assign"], LAW.format("026"), subquestion="deployers",
            ),
            said(
                "impact",
                "Deployers that are public bodies perform an assessment of the impact on fundamental rights.",
                [], ["fundamental rights", "assessment|assess", "perform|carry out|conduct", "public"],
                LAW.format("027"), subquestion="deployers",
            ),
            said(
                "logs",
                "Deployers keep the logs for at least six months.",
                ["6 months"], ["log", "keep|retain|period"], LAW.format("026"), subquestion="logs",
            ),
        ],
        "forbidden": [
            said(
                "logs-year",
                "Deployers keep the logs for at least 12 months.",
                ["12 months"], ["log", "keep|retain|period"], why="false",
            )
        ],
    }  # fmt: skip


def transition() -> dict[str, Any]:
    """What holds for systems that are on the market already."""
    return {
        "id": "transition",
        "category": "current_events",
        "question": "Which high-risk AI systems already on the market must comply with the AI Act, by when must "
        "systems used by public authorities comply, and by when must generators of synthetic content comply?",
        "subquestions": [
            part("legacy", "Which systems on the market must comply?"),
            part("public", "By when must systems used by public authorities comply?"),
            part("synthetic", "By when must generators of synthetic content comply?"),
        ],
        "facts": [
            said(
                "changed",
                "High-risk AI systems on the market before the date of application of Chapter III are covered only if "
                "they are subject to significant changes.",
                [],
                [
                    "high-risk", "significant change|significantly modified|significantly changed",
                    "date of application|application date|2 December 2027|2 August 2028",
                ],
                OMNIBUS, subquestion="legacy", since="2026-07-27",
            ),
            said(
                "public",
                "High-risk AI systems used by public authorities must comply by 2 August 2030.",
                ["2 August 2030"], ["public authority", "comply|compliant|compliance"],
                LAW.format(111), OMNIBUS, subquestion="public",
            ),
            said(
                "synthetic",
                "Generators of synthetic content on the market must comply with Article 50(2) by 2 December 2026.",
                ["2 December 2026"], ["synthetic|Article 50(2)|watermark|mark", "comply|compliance|apply"],
                OMNIBUS, subquestion="synthetic", since="2026-07-27",
            ),
        ],
        "forbidden": [
            said(
                "old-cut",
                "High-risk AI systems on the market before 2 August 2026 are covered only if they are subject to "
                "significant changes.",
                ["2 August 2026"], ["high-risk", "significant change|significantly modified|significantly changed"],
                LAW.format(111), why="superseded",
            )
        ],
    }  # fmt: skip
