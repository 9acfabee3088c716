"""Whether citations lead somewhere, are there, fit, and are not stretched.

The four are those of Liu, Zhang and Liang, “Evaluating Verifiability in Generative Search Engines” (2023), and Gao et
al., “Enabling Large Language Models to Generate Text with Citations” (ALCE, 2023): recall asks whether every statement
is fully supported by what it cites, precision whether every citation supports its statement. Here the unit is told by
each function; what supports is told by labels, and a citation goes by a claim to exact words.
"""

from stet.domain.claims import LedgerEntry
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics.subject import Subject
from stet.report.draft import DraftSentence


def citation_validity(subject: Subject) -> Quotient:
    """Citations that lead to words in a saved text, of all citations: pairs of a sentence and a key that it names.

    One is valid when the claim exists and each of its quotes stands in the saved text of a source that was read, at its
    place and word for word. Worked out from the texts, not taken from the ledger's checks; a text that is not there
    makes the citation invalid, since no reader could follow it either. Says nothing of whether the words support it.
    """
    cited = [key for sentence in subject.sentences for key in sentence.claims]
    valid = {key for key, entry in subject.ledger.items() if _leads(subject, entry)}
    return Quotient(part=sum(key in valid for key in cited), of=len(cited))


def _leads(subject: Subject, entry: LedgerEntry) -> bool:
    read = {source.id for source in subject.report.sources if source.status == "read"}
    return bool(entry.quotes) and all(
        quote.source in read
        and quote.exact != ""
        and quote.start >= 0
        and subject.texts.get(quote.source, "")[quote.start : quote.end] == quote.exact
        for quote in entry.quotes
    )


def claim_support(subject: Subject) -> Quotient:
    """Published claims that their words support, of all published claims (each once).

    As FActScore (Min et al. 2023) is the share of atomic facts that a source of knowledge supports, with the claim as
    the fact and its own sources as the knowledge. By label; one that nobody could judge counts as not supported. By
    the run's own labels it is near 1 wherever only what passed is published: it measures something when others label.
    """
    held = [subject.of_claim(key).verdict for key in subject.published]
    return Quotient(part=held.count("supported"), of=len(held))


def missing_citations(subject: Subject) -> Quotient:
    """Statements that name no claim, of all statements: sentences that the reviewer wants claims for.

    A sentence that says what is missing, and a line that only opens what follows, need none. In a report from memory
    every statement lacks its citation. Says nothing of whether what is cited supports anything.
    """
    missing = sum(not sentence.claims for sentence in subject.statements)
    return Quotient(part=missing, of=len(subject.statements))


def mismatched_citations(subject: Subject) -> Quotient:
    """Statements that cite what does not bear them out, of those that name a claim.

    One of its claims does not exist, or its label is `unsupported`: its citation, quote, values or attribution failed,
    or its words do not say so; or the sentence itself is labelled `unsupported` by its claims.
    """
    citing = _citing(subject)
    return Quotient(part=sum(_mismatched(subject, each) for each in citing), of=len(citing))


def overstated_citations(subject: Subject) -> Quotient:
    """Statements that say more, or more strongly, than what they cite, of those that name a claim.

    The sentence or one of its claims is labelled `overstated`: code found words, values or strength in the sentence
    that its claims do not have; a check of wording failed; or a judge named a part of the claim that its words do not
    say. A doubt about wording is none of these: the word lists that raise it are too blunt to count by.
    One that is mismatched is not counted again.
    """
    citing = _citing(subject)
    stretched = sum(
        not _mismatched(subject, each) and "overstated" in _held(subject, each) for each in citing
    )
    return Quotient(part=stretched, of=len(citing))


def _citing(subject: Subject) -> list[DraftSentence]:
    return [sentence for sentence in subject.statements if sentence.claims]


def _mismatched(subject: Subject, sentence: DraftSentence) -> bool:
    return "unsupported" in _held(subject, sentence)


def _held(subject: Subject, sentence: DraftSentence) -> set[str]:
    """The labels of a sentence and of its claims."""
    claims = (subject.of_claim(key).verdict for key in sentence.claims)
    return {subject.of_sentence(sentence).verdict, *claims}
