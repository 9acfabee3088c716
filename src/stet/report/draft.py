"""From a writer's Markdown to sections, sentences and claim keys, with everything that breaks the rules.

A draft has `##` headings; every checkable sentence ends with its keys (`[C3]`, `[C3, C7]`); a sentence that
begins `Inference:` or `Recommendation:` names the claims it rests on; one that begins `Gap:` says what is
missing and needs none. Nothing else stands in square brackets; there is no URL, source list, code or HTML. A
backslash makes the next punctuation mark literal; text inside quotation marks is never split.

Nothing is repaired: an unknown key stays visible in its sentence, so that the sentence cannot pass for a bare
fact. Every step is linear in the length of the draft.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from stet.domain.report import Section, Sentence
from stet.report.blocks import Block, blocks, is_source_list
from stet.report.sentences import ESCAPED, Piece, is_checkable, pieces

ANSWER = "Short answer"
MAX_PROBLEMS = 200
MAX_SUGGESTIONS = 50

_HTML = re.compile(r"<(?:[A-Za-z!?]|/[A-Za-z])")
_URL = re.compile(r"\b(?:https?|ftp|file)://|\bwww\.[\w-]|\bmailto:|\.[A-Za-z]{2,24}/\w", re.IGNORECASE)
_KEY = re.compile(r"C[1-9][0-9]{0,5}")
_KEY_GROUP = re.compile(r"\s{0,4}\[C[1-9][0-9]{0,5}(?:\s?[,;]\s?C[1-9][0-9]{0,5}){0,40}\]")
# Reference marks as other programs write them; words in such brackets are ordinary punctuation.
_FOREIGN_MARK = re.compile(r"[【〔〖［⟦]\s{0,4}\^?\d")
_KEY_LIKE = re.compile(r"(?:[A-Za-z]{0,3}-?[0-9]{1,6}|[A-Za-z]{1,40}[0-9]{1,6}\w{0,40}(?: .{0,60})?)")
_ESCAPE = re.compile(
    r"[\\`*_\[\]<>|~&\"【〔〖［⟦。！？]|(?<!\S)#|^[-+]|(?<=^\d)\)|(?<=^\d\d)\)|(?<=^\d\d\d)\)|(?<=^\d\d\d\d)\)"
    r"|[.!?…](?=[\s”\"»’')]|$)|:(?=//)|(?<=mailto):|(?<=www)\.|(?<=[a-z])/(?=\w)",
    re.IGNORECASE,
)


class SentenceKind(StrEnum):
    """What a sentence of a draft is."""

    STATEMENT = "statement"
    INFERENCE = "inference"
    RECOMMENDATION = "recommendation"
    GAP = "gap"


class DraftSentence(NamedTuple):
    """A sentence as plain text, without its keys, and the known keys it names, in order."""

    text: str
    claims: tuple[str, ...] = ()
    kind: SentenceKind = SentenceKind.STATEMENT


class DraftSection(NamedTuple):
    """A heading as plain text and its sentences."""

    heading: str
    sentences: tuple[DraftSentence, ...]


class DraftProblem(NamedTuple):
    """A rule that the draft breaks.

    `code` is `empty`, `no_heading`, `no_answer`, `uncited`, `unknown_key`, `brackets`, `url`, `source_list`,
    `code`, `html` or `too_many`; `sentence` is the text it was found in, if there is one.
    """

    code: str
    detail: str
    sentence: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What a draft says. It may be approved only when `problems` is empty."""

    sections: tuple[DraftSection, ...]
    problems: tuple[DraftProblem, ...] = ()

    @property
    def answer(self) -> tuple[Sentence, ...]:
        """The sentences of the first section named "Short answer", as the report holds them."""
        section = next((s for s in self.sections if _is_answer(s.heading)), None)
        return () if section is None else _as_report(section).sentences

    @property
    def body(self) -> tuple[Section, ...]:
        """Every other section, as the report holds them; those without a sentence are left out."""
        first = next((i for i, s in enumerate(self.sections) if _is_answer(s.heading)), None)
        return tuple(_as_report(s) for i, s in enumerate(self.sections) if i != first and s.sentences)

    @property
    def sentences(self) -> tuple[DraftSentence, ...]:
        """All sentences in order."""
        return tuple(sentence for section in self.sections for sentence in section.sentences)


def parse(markdown: str, keys: Collection[str]) -> Draft:
    """Read a draft; `keys` are the claim keys the writer was given."""
    reader = _Reader(frozenset(keys))
    for block in blocks(markdown):
        reader.take(block)
    return reader.finish()


def escape(text: str) -> str:
    """`text` as literal text of a draft: one line, every mark that means something to a draft made literal.

    `parse` gives it back unchanged but for white space, never splits it and finds no key or link in it. Put
    between quotation marks it stays one quotation, whatever it holds.
    """
    return _ESCAPE.sub(lambda m: "\\" + m.group(), " ".join(text.split()))


def strip_keys(text: str) -> str:
    """`text` without its well-formed key groups (`[C3, C7]`); every other bracket stays as it is."""
    return _KEY_GROUP.sub("", text)


class _Reader:
    """Collects sections and problems while the blocks go by."""

    def __init__(self, keys: frozenset[str]) -> None:
        self.keys = keys
        self.sections: list[tuple[str, list[DraftSentence]]] = []
        self.problems: list[DraftProblem] = []
        self.suggested: dict[str, str | None] = {}
        self.in_sources = False
        self.untitled = False

    def problem(self, code: str, detail: str, sentence: str | None = None) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(DraftProblem(code, detail, sentence))
        elif len(self.problems) == MAX_PROBLEMS:
            self.problems.append(
                DraftProblem("too_many", f"more than {MAX_PROBLEMS} problems; the rest are not listed")
            )

    def take(self, block: Block) -> None:
        if block.kind == "code":
            self.problem("code", "a draft holds no code block", block.text[:400])
        elif block.kind == "heading":
            self.heading(block.text)
        elif not self.in_sources:
            self.text(block.text)

    def heading(self, raw: str) -> None:
        title = strip_keys(_plain(raw)).strip()
        self.in_sources = is_source_list(title)
        if self.in_sources:
            self.problem(
                "source_list", f"the source list “{title}” was written by hand; code makes that list"
            )
            return
        self.faults(raw, pieces(raw), title)
        self.sections.append((title, []))

    def text(self, raw: str) -> None:
        label, _, rest = raw.partition("\n")
        if (
            len(label) < 60
            and is_source_list(_plain(label))
            and (label.rstrip("* ").endswith(":") or not rest.strip())
        ):
            self.in_sources = True
            self.problem("source_list", "a list of sources was written by hand; code makes that list", label)
            return
        if not self.sections:
            self.sections.append(("", []))
            self.untitled = True
        found = pieces(raw)
        sentences = self.sections[-1][1]
        for piece in found:
            if sentence := self.sentence(piece):
                sentences.append(sentence)
        self.faults(raw, found, _plain(raw)[:400])

    def sentence(self, piece: Piece) -> DraftSentence | None:
        claims: list[str] = []
        kept: list[str] = []
        parts: list[str] = []
        for part in piece.parts:
            if not part.group:
                parts.append(_plain(part.raw))
                continue
            known, unknown = self.split_group(part.raw)
            claims += [key for key in dict.fromkeys(known) if key not in claims]
            kept += unknown
            if not known:
                parts.append(part.raw)
            elif unknown:
                parts.append(f" [{', '.join(unknown)}]")
        text = _tidy(parts)
        if not any(ch.isalnum() for ch in text):
            return None
        for item in kept:
            self.unknown(item, text)
        kind = kind_of(text)
        if kind is not SentenceKind.GAP and not kept:
            self.uncited(DraftSentence(text, tuple(claims), kind), piece.tail)
        return DraftSentence(text, tuple(claims), kind)

    def uncited(self, sentence: DraftSentence, tail: str) -> None:
        if sentence.claims:
            if tail and is_checkable(_plain(tail), continued=True):
                end = _plain(tail).strip()[:200]
                self.problem("uncited", f"the end of the sentence names no claim: “{end}”", sentence.text)
        elif sentence.kind is not SentenceKind.STATEMENT:
            self.problem("uncited", f"the {sentence.kind.value} names no claim it rests on", sentence.text)
        elif is_checkable(sentence.text):
            self.problem("uncited", "the sentence can be checked but names no claim", sentence.text)

    def split_group(self, raw: str) -> tuple[list[str], list[str]]:
        items = [item.strip() for item in re.split(r"[,;]", raw[1:-1])]
        if not all(_KEY_LIKE.fullmatch(item) for item in items):
            return [], []
        return [i for i in items if i in self.keys], [i for i in items if i not in self.keys]

    def unknown(self, item: str, sentence: str) -> None:
        if item not in self.suggested:
            self.suggested[item] = self.nearest(item) if len(self.suggested) < MAX_SUGGESTIONS else None
        near = self.suggested[item]
        hint = f"; the nearest known key is {near}" if near else ""
        self.problem("unknown_key", f"there is no claim “{item}”{hint}", sentence)

    def nearest(self, item: str) -> str | None:
        from rapidfuzz.distance import OSA

        ranked = sorted((OSA.distance(item.upper(), key), len(key), key) for key in self.keys)
        return ranked[0][2] if ranked else None

    def faults(self, raw: str, found: list[Piece], where: str) -> None:
        """Brackets, URLs and HTML outside literal text."""
        for piece in found:
            for part in piece.parts:
                if part.group and self.split_group(part.raw) == ([], []):
                    self.problem(
                        "brackets", f"only claim keys stand in square brackets, not “{part.raw[:80]}”", where
                    )
                elif not part.group and ("[" in part.bare or "]" in part.bare):
                    self.problem("brackets", "a square bracket has no partner", where)
        bare = "".join(part.bare for piece in found for part in piece.parts)
        if (mark := _FOREIGN_MARK.search(bare)) is not None:
            shown = bare[mark.start() : mark.start() + 80]
            self.problem("brackets", f"only claim keys stand in square brackets, not “{shown}”", where)
        if _URL.search(bare):
            self.problem("url", "a draft holds no address; code adds them", where)
        if _HTML.search(bare):
            self.problem("html", "a draft holds no HTML", where)

    def finish(self) -> Draft:
        sections = tuple(DraftSection(heading, tuple(sentences)) for heading, sentences in self.sections)
        if not any(section.sentences for section in sections):
            self.problems.insert(0, DraftProblem("empty", "the draft has no sentence"))
        elif self.untitled:
            self.problems.insert(0, DraftProblem("no_heading", "text stands before the first heading"))
        elif not any(_is_answer(section.heading) and section.sentences for section in sections):
            self.problems.insert(0, DraftProblem("no_answer", f"there is no section “{ANSWER}”"))
        return Draft(sections, tuple(self.problems))


def _as_report(section: DraftSection) -> Section:
    sentences = tuple(Sentence(text=s.text, claims=s.claims) for s in section.sentences)
    return Section(heading=section.heading, sentences=sentences)


def _is_answer(heading: str) -> bool:
    return heading.strip(" :*").casefold() == ANSWER.casefold()


def kind_of(text: str) -> SentenceKind:
    """What a sentence is, by the word that it begins with."""
    head, colon, _ = text[:20].lstrip("*_ ").partition(":")
    kinds = {
        "inference": SentenceKind.INFERENCE,
        "recommendation": SentenceKind.RECOMMENDATION,
        "gap": SentenceKind.GAP,
    }
    return kinds.get(head.strip("* ").casefold(), SentenceKind.STATEMENT) if colon else SentenceKind.STATEMENT


def _plain(raw: str) -> str:
    """Text without its escapes and bold marks, white space folded (an edge keeps one space)."""
    text = re.sub(rf"{ESCAPED}|\*\*", lambda m: m.group()[1] if m.group()[0] == "\\" else "", raw)
    return re.sub(r"\s+", " ", text)


def _tidy(parts: list[str]) -> str:
    """Join what is left of a sentence when its keys are gone: no space before a mark, no second full stop."""
    done: list[str] = []
    for part in parts:
        before = done[-1] if done else ""
        rest = part
        if part.lstrip(" ")[:1] in tuple(".,;:!?。！？") and done:
            done[-1], rest = before.rstrip(), part.lstrip()
        if done and rest[:1] == "." and before.rstrip("”\"»’') ")[-1:] in tuple(".!?…。！？"):
            rest = rest[1:]
        done.append(rest)
    return re.sub(r" {2,}", " ", "".join(done)).strip()
