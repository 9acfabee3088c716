"""A rich report about an invented harbour toll, made by hand, with the saved texts behind it."""

# ruff: noqa: E501 (a hand-made table reads better in long lines)

from datetime import UTC, date, datetime
from decimal import Decimal

from stet.domain.claims import (
    Action,
    Check,
    ClaimKind,
    Conflict,
    ConflictValue,
    Decision,
    Label,
    LedgerEntry,
    Outcome,
    Scope,
    Score,
)
from stet.domain.evidence import PageStatus, Quote, Stance
from stet.domain.report import (
    Gap,
    ListedSource,
    Report,
    ReportOutcome,
    ReportQuery,
    ReportTopic,
    ReportUsage,
    Review,
    ReviewRound,
    Section,
    Sentence,
    States,
)

HOSTILE = "</script><script>alert(1)</script><!-- ![x](http://evil.example/p.png) [y](javascript:alert(2)) | # *b* `c`"

ORDINANCE = (
    "# Ordinance 14/2026 on the Ellery harbour bridge\n\n"
    "Article 1. This ordinance concerns the harbour bridge. It applies to every vehicle that crosses it.\n\n"
    "Article 2. The toll is collected from 1 March 2027. The council may set a later date by amendment.\n\n"
    "Article 3. A car pays 3.50 euro and a lorry over 7.5 tonnes pays 12 euro. Bicycles cross without charge.\n"
)
AMENDMENT = (
    "Ordinance 31/2026. In Article 2 of Ordinance 14/2026 the words “1 March 2027” are replaced.\n\n"
    "The toll is collected from 1 July 2027. This ordinance enters into force on the day of its publication.\n"
)
CITY = (
    "Harbour bridge toll\n\nThe toll starts on 1 July 2027. Residents with a harbour permit pay half.\n"
    "Buses of the city lines are exempt.\n\nQuestions: the roads desk, weekdays from nine to four.\n"
)
VENDOR = "SwiftTag shop\n\nGet your tag before the toll starts on 1 March 2027! " + "Buy now. " * 40
BLOG = "My notes. Motorcycles pay nothing, says a man at the ferry. " + HOSTILE + "\n"
ARABIC = "رسوم الجسر\n\nتبدأ الرسوم في 1 يوليو 2027. تدفع السيارة 3.50 يورو.\n"
LONG = (
    "The tariff decision. "
    + "Paragraph without interest. " * 3000
    + "A lorry pays 12 euro. "
    + "More of it. " * 900
)

TEXTS = {"S1": ORDINANCE, "S2": AMENDMENT, "S3": CITY, "S4": VENDOR, "S5": BLOG, "S6": ARABIC, "S7": LONG}


def quote(source: str, exact: str, **more: object) -> Quote:
    start = TEXTS[source].index(exact)
    return Quote.model_validate(
        {"source": source, "start": start, "end": start + len(exact), "exact": exact, **more}
    )


def score(
    value: float, label: Label, factors: tuple[float, float, float], strongest: str, *sites: str
) -> Score:
    return Score(
        value=value,
        label=label,
        authority=factors[0],
        recency=factors[1],
        corroboration=factors[2],
        strongest=strongest,
        sites=sites,
    )


PASSED = (
    Check(
        name="citation",
        outcome=Outcome.PASS,
        reason="read",
        detail="The source was read and given to the writer.",
    ),
    Check(
        name="quote",
        outcome=Outcome.PASS,
        reason="exact",
        detail="The words stand in the saved text exactly.",
    ),
    Check(name="values", outcome=Outcome.PASS, reason="equal"),
    Check(name="judge", outcome=Outcome.NOT_RUN, reason="no_judge", detail="No judge was asked."),
)


def claim(key: str, text: str, *quotes: Quote, held: Score | None = None, **more: object) -> LedgerEntry:
    fields: dict[str, object] = {
        "key": key,
        "text": text,
        "kind": ClaimKind.QUOTATION,
        "topic": "T1",
        "quotes": quotes,
        "checks": PASSED,
        "decision": Decision.SUPPORTED,
        "reason": "quotation_found",
        "action": Action.ACCEPT,
        "score": held,
    }
    return LedgerEntry.model_validate(fields | more)


def differs(detail: str) -> tuple[Check, ...]:
    return (*PASSED, Check(name="conflicts", outcome=Outcome.FAIL, reason="other_value", detail=detail))


CLAIMS = (
    claim(
        "C1",
        "The toll is collected from 1 July 2027.",
        quote("S2", "The toll is collected from 1 July 2027.", heading="Ordinance 31/2026"),
        quote("S3", "The toll starts on 1 July 2027."),
        quote("S6", "تبدأ الرسوم في 1 يوليو 2027."),
        held=score(
            1.0, Label.HIGH, (1.0, 1.0, 1.4), "S2", "ellery.example", "harbour.example", "jisr.example"
        ),
    ),
    claim(
        "C2",
        "The toll is collected from 1 March 2027.",
        quote("S1", "The toll is collected from 1 March 2027.", heading="Article 2", page=3),
        quote("S4", "the toll starts on 1 March 2027!"),
        held=score(0.5, Label.MEDIUM, (1.0, 0.5, 1.0), "S1", "ellery.example"),
        decision=Decision.CONFLICTING,
        reason="other_value",
        action=Action.INVESTIGATE,
        checks=differs("C1 gives 1 July 2027, from a later source that says it changes this."),
    ),
    claim(
        "C3",
        "A car pays 3.50 euro and a lorry over 7.5 tonnes pays 12 euro.",
        quote(
            "S1",
            "A car pays 3.50 euro and a lorry over 7.5 tonnes pays 12 euro.",
            heading="Article 3",
            page=3,
        ),
        held=score(0.5, Label.MEDIUM, (1.0, 0.5, 1.0), "S1", "ellery.example"),
        scope=Scope(population="cars and lorries", units="euro a crossing"),
    ),
    claim(
        "C4",
        "Residents with a harbour permit pay half.",
        quote("S3", "Residents with a harbour permit pay half."),
        held=score(0.68, Label.MEDIUM, (0.85, 0.8, 1.0), "S3", "harbour.example"),
    ),
    claim(
        "C5",
        "Bicycles cross without charge.",
        quote("S1", "Bicycles cross without charge."),
        held=score(0.5, Label.MEDIUM, (1.0, 0.5, 1.0), "S1", "ellery.example"),
    ),
    claim(
        "C6",
        "Motorcycles pay nothing.",
        quote("S5", "Motorcycles pay nothing, says a man at the ferry."),
        held=score(0.12, Label.LOW, (0.15, 0.8, 1.0), "S5", "notes.example"),
        decision=Decision.UNSUPPORTED,
        reason="values_missing",
        action=Action.REMOVE,
        checks=(
            *PASSED[:2],
            Check(
                name="values",
                outcome=Outcome.FAIL,
                reason="values_missing",
                detail="The source only repeats hearsay.",
            ),
        ),
    ),
    claim(
        "C7",
        "A lorry pays 12 euro.",
        quote("S7", "A lorry pays 12 euro."),
        quote("S1", "a lorry over 7.5 tonnes pays 12 euro"),
        held=score(0.84, Label.HIGH, (0.7, 1.0, 1.2), "S7", "ellery.example", "roads.example"),
    ),
    claim(
        "C8",
        "Every vehicle pays, buses included.",
        quote("S1", "It applies to every vehicle that crosses it."),
        quote("S3", "Buses of the city lines are exempt.", stance=Stance.CONTRADICTS),
        held=score(0.5, Label.MEDIUM, (1.0, 0.5, 1.0), "S1", "ellery.example"),
        decision=Decision.CONFLICTING,
        reason="other_value",
        action=Action.NARROW,
        checks=differs("C9 gives another value: exempt."),
    ),
    claim(
        "C9",
        "Buses of the city lines are exempt.",
        quote("S3", "Buses of the city lines are exempt."),
        held=score(0.68, Label.MEDIUM, (0.85, 0.8, 1.0), "S3", "harbour.example"),
        decision=Decision.CONFLICTING,
        reason="other_value",
        action=Action.INVESTIGATE,
        checks=differs("C8 gives another value: every vehicle."),
    ),
    claim(
        "C10",
        f"A page says {HOSTILE}",
        quote("S5", HOSTILE),
        kind=ClaimKind.PARAPHRASE,
        decision=Decision.UNREVIEWED,
        reason="no_judge",
        action=Action.INVESTIGATE,
    ),
)


def listed(number: int, title: str, url: str, site: str | None = None, **more: object) -> ListedSource:
    fields: dict[str, object] = {
        "id": f"S{number}",
        "url": url,
        "normalized_url": url,
        "title": title,
        "site": site,
        "kind": "law" if number < 3 else "other",
        "authority": 1.0 if number < 3 else 0.5,
        "retrieved_at": datetime(2026, 11, 30, 9, 30, tzinfo=UTC),
        "media_type": "text/markdown",
        "sha256": "sha256:" + str(number % 10) * 64,
        "status": "read",
        "cited": number in {1, 2, 3, 4, 6, 7},
    }
    return ListedSource.model_validate(fields | more)


FRONT = {"published_from": "front matter"}
SOURCES = (
    listed(1, "Ordinance 14/2026 on the harbour bridge", "law/01-ordinance.pdf", "ellery.example",
           path="law/01-ordinance.pdf", published_at=date(2026, 2, 3), **FRONT),
    listed(2, "Ordinance 31/2026 amending Ordinance 14/2026", "https://law.ellery.example/2026/31", "ellery.example",
           published_at=date(2026, 10, 12), published_from="json-ld"),
    listed(3, "City of Ellery: harbour bridge toll", "https://harbour.example/toll?lang=en#start", "harbour.example",
           published_at=date(2026, 7, 1), published_from="visible text"),
    listed(4, "SwiftTag shop", "https://swifttag.example/", "swifttag.example"),
    listed(5, HOSTILE, "javascript:alert(3)", "notes.example"),
    listed(6, "رسوم جسر الميناء \u202eevil\u202c", "https://jisr.example/toll", "jisr.example", published_at=date(2026, 9, 1)),
    listed(7, "Tarif" + "x" * 300, "tariff/13-decision.md", None, path="tariff/13-decision.md",
           published_at=date(2026, 11, 2), **FRONT),
    listed(8, "Ferry terminal notice", "notices/12-ferry.txt", None, path="notices/12-ferry.txt"),
    ListedSource(id="H1", url="https://courier.example/toll", normalized_url="https://courier.example/toll",
                 title="Toll row | Courier", status="found", query="harbour bridge toll start"),
    ListedSource(id="F1", url="scans/plan.pdf", normalized_url="scans/plan.pdf", path="scans/plan.pdf",
                 status="failed", reason=PageStatus.NO_TEXT, query="harbour bridge toll start"),
    ListedSource(id="F2", url="https://locked.example/", normalized_url="https://locked.example/",
                 status="failed", reason=PageStatus.PAYWALLED, query="who pays"),
)  # fmt: skip


def sentence(text: str, *keys: str) -> Sentence:
    return Sentence(text=text, claims=keys)


REPORT = Report(
    run="7f3a9c0e51d2",
    question="When does the harbour bridge toll start, and for whom?",
    level="reviewed",
    engine="quote",
    today=date(2026, 11, 30),
    profile="harbour",
    outcome=ReportOutcome.NOT_APPROVED,
    states=States(evidence_retrieved=True, coverage_passed=False, report_accepted=False, needs_human_review=True),
    topics=(
        ReportTopic(id="T1", text="When does the toll start?", covered=True),
        ReportTopic(id="T2", text="Who pays, and who is exempt?", covered=False, gap="nothing on motorcycles"),
    ),
    answer=(
        sentence("According to “Ordinance 31/2026” (12 October 2026): “The toll is collected from 1 July 2027.”", "C1"),
        sentence("According to “Ordinance 14/2026” (3 February 2026): “The toll is collected from 1 March 2027.”", "C2"),
        sentence("According to “Ordinance 14/2026”: “A car pays 3.50 euro and a lorry over 7.5 tonnes pays 12 euro.”",
                 "C3", "C7"),
    ),
    sections=(
        Section(heading="Who pays, and who is exempt?", sentences=(
            sentence("According to the city: “Residents with a harbour permit pay half.”", "C4"),
            sentence("According to the ordinance: “Bicycles cross without charge.”", "C5"),
            sentence("According to the ordinance: “It applies to every vehicle that crosses it.”", "C8"),
            sentence("According to the city: “Buses of the city lines are exempt.”", "C9", "C99"),
        )),
        Section(heading=HOSTILE, sentences=(sentence(HOSTILE, "C10"),)),
    ),
    claims=CLAIMS,
    conflicts=(
        Conflict(claims=("C1", "C2"), on="the day from which the toll is collected", relation="change", values=(
            ConflictValue(value="1 July 2027", source="S2", published_at=date(2026, 10, 12), claim="C1"),
            ConflictValue(value="1 July 2027", source="S3", published_at=date(2026, 7, 1), claim="C1"),
            ConflictValue(value="1 March 2027", source="S1", published_at=date(2026, 2, 3), claim="C2"),
            ConflictValue(value="1 March 2027", source="S4", claim="C2"),
        )),
        Conflict(claims=("C9", "C8"), on="whether buses pay", values=(
            ConflictValue(value="exempt", source="S3", published_at=date(2026, 7, 1), claim="C9"),
            ConflictValue(value="every vehicle", source="S1", published_at=date(2026, 2, 3), claim="C8"),
        )),
    ),
    gaps=(
        Gap(topic="T2", missing="No source says whether motorcycles pay.",
            queries=("harbour bridge toll motorcycles", "motorcycle exemption Ellery")),
    ),
    sources=SOURCES,
    queries=(
        ReportQuery(text="harbour bridge toll start", topic="T1", round=1, hits=8),
        ReportQuery(text="harbour bridge toll motorcycles", topic="T2", gap="motorcycles", round=2, hits=0),
    ),
    review=Review(approved=False, rounds=(
        ReviewRound(round=1, approved=False, checks=(
            Check(name="every_sentence_cited", outcome=Outcome.PASS, reason="ok"),
            Check(name="gaps_stated", outcome=Outcome.FAIL, reason="gap_open", detail="One topic is not covered: motorcycles."),
        )),
    )),
    usage=ReportUsage(searches=4, pages=9, model_calls=0, tokens=0, usd=Decimal("0.00"), seconds=1.84),
    notes=("A page tried to give orders; its words were kept as data.", HOSTILE),
)  # fmt: skip
