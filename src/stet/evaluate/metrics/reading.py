"""What a reader goes through: how long it takes to come, and how often it says the same again."""

from stet.domain.claims import ClaimKind
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics.subject import Subject
from stet.report.draft import DraftSentence
from stet.research.book import bare, even
from stet.verify.opposition import agree
from stet.verify.words import content_stems

_ALIKE = 0.7
"""The share of words of content (Jaccard) from which two sentences that agree are one, as where claims are compared."""


def latency(subject: Subject) -> Quotient:
    """Seconds by run: wall time of the run over all its sessions. Of runs served from a cache it says little."""
    return Quotient(part=subject.report.usage.seconds, of=1)


def text_redundancy(subject: Subject) -> Quotient:
    """Statements that only say again what another says, of all; the short answer and the body each by itself.

    Two say the same when they share 70 % of their words of content, give the same values, deny nothing that the other
    does not, and not both have words of their own. Of a sentence that quotes, the quoted words are compared. Of several
    that say the same all but one count. A paraphrase in other words is not seen.
    """
    answer = len(subject.report.answer)
    places = [(number < answer, each) for number, each in enumerate(subject.sentences)]
    wanted = set(subject.statements)
    parts = [[each for first, each in places if first is part and each in wanted] for part in (True, False)]
    repeated = sum(len(part) - _distinct([_said(subject, each) for each in part]) for part in parts)
    return Quotient(part=repeated, of=sum(len(part) for part in parts))


def _said(subject: Subject, sentence: DraftSentence) -> str:
    """What a sentence says: the words that it quotes, without who said them, where it does nothing else."""
    entries = [subject.ledger[key] for key in sentence.claims if key in subject.ledger]
    quoted = [
        entry.quotes[0].exact for entry in entries if entry.kind is ClaimKind.QUOTATION and entry.quotes
    ]
    within = even(sentence.text)
    if quoted and len(quoted) == len(entries) and all(even(words) in within for words in quoted):
        return " … ".join(quoted)
    return bare(sentence.text)


def _distinct(texts: list[str]) -> int:
    """How many groups of texts that say the same; whoever joins two of them makes one."""
    stems = [frozenset(content_stems(text)) for text in texts]
    group = list(range(len(texts)))

    def root(place: int) -> int:
        while group[place] != place:
            group[place] = group[group[place]]
            place = group[place]
        return place

    for later in range(len(texts)):
        for earlier in range(later):
            one, other = root(earlier), root(later)
            if one != other and _same(texts[earlier], texts[later], stems[earlier], stems[later]):
                group[max(one, other)] = min(one, other)
    return sum(root(place) == place for place in range(len(texts)))


def _same(one: str, other: str, mine: frozenset[str], theirs: frozenset[str]) -> bool:
    if " ".join(one.split()) == " ".join(other.split()):
        return True
    if not mine or not theirs or (mine - theirs and theirs - mine):
        return False
    return len(mine & theirs) >= _ALIKE * len(mine | theirs) and agree(one, other)
