"""What is done to a model's draft before anybody reads it: code takes out, and adds only the word for an inference."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from stet.domain.claims import ClaimKind, LedgerEntry
from stet.domain.question import Topic
from stet.report.blocks import Block, blocks, is_source_list
from stet.report.draft import ANSWER, escape, strip_keys
from stet.report.sentences import Piece, pieces
from stet.research.quotations import WORD_FOR
from stet.verify.normal import fold

_LABEL = 60


class Tidied(NamedTuple):
    """A draft, whether a source list was taken out of it, and how many repeated sentences were."""

    markdown: str
    source_list: bool
    repeated: int


def tidy(markdown: str, entries: Sequence[LedgerEntry], topics: Sequence[Topic]) -> Tidied:
    """A draft without the source list that a model wrote, each sentence of a part once, under the topics' headings.

    Sentences are the same when their words and their keys are. The short answer and the sections may say the same.
    A heading can state what no claim says, and nobody could cite it: so a section is headed by the topic that most of
    its claims are on. What needs nothing is left as it is.
    """
    literal = _literal(markdown, entries)
    read = list(blocks(literal))
    kept = list(_without_sources(read))
    once, repeated = _once(kept)
    headings = {topic.id: topic.text for topic in topics}
    out = _headed(once, {entry.key: headings[entry.topic] for entry in entries if entry.topic in headings})
    if out == read:
        return Tidied(literal, source_list=False, repeated=0)
    return Tidied(_written(out), source_list=len(kept) < len(read), repeated=repeated)


def labelled(markdown: str, entries: Sequence[LedgerEntry]) -> str:
    """A draft in which every sentence on a claim that no source makes begins with the word for what it is."""
    words = {entry.key: WORD_FOR[entry.kind] for entry in entries if entry.kind in WORD_FOR}
    read = list(blocks(markdown))
    out = [Block("text", _worded(block.text, words)) if block.kind == "text" else block for block in read]
    return markdown if out == read else _written(out)


def _worded(text: str, words: Mapping[str, str]) -> str:
    parts: list[str] = []
    for piece in pieces(text):
        raw = "".join(part.raw for part in piece.parts)
        groups = [part.raw for part in piece.parts if part.group]
        found = {
            words[key.strip()] for group in groups for key in group[1:-1].split(",") if key.strip() in words
        }
        bare = raw.lstrip()
        if found and not bare.casefold().startswith(tuple(word.casefold() for word in WORD_FOR.values())):
            raw = f"{raw[: len(raw) - len(bare)]}{min(found)} {bare}"
        parts.append(raw)
    return "".join(parts)


def whole_part(markdown: str) -> str:
    """A text that was cut off, up to the end of its last paragraph that ends with keys; empty where there is none."""
    lines = markdown.rstrip().splitlines()
    while lines and not lines[-1].rstrip(" .").endswith("]"):
        lines.pop()
    return "\n".join(lines).rstrip()


def _literal(markdown: str, entries: Sequence[LedgerEntry]) -> str:
    """Quoted words that hold marks of a draft are made literal: a model copies words, not their escapes."""
    for entry in entries:
        words = " ".join(entry.quotes[0].exact.split()) if entry.kind is ClaimKind.QUOTATION else ""
        safe = escape(words)
        if safe != words and words in markdown and safe not in markdown:
            markdown = markdown.replace(words, safe)
    return markdown


def _without_sources(read: Iterable[Block]) -> Iterable[Block]:
    """Blocks up to a list of sources, and from the next heading on."""
    inside = False
    for block in read:
        if block.kind == "heading":
            inside = is_source_list(strip_keys(block.text).strip())
        elif block.kind == "text" and not inside:
            label, _, rest = block.text.partition("\n")
            bare = label.strip("* ")
            alone = bare.endswith(":") or not rest.strip()
            inside = len(label) < _LABEL and alone and is_source_list(bare)
        if not inside:
            yield block


def _once(kept: Sequence[Block]) -> tuple[list[Block], int]:
    out: list[Block] = []
    seen: set[str] = set()
    repeated = 0
    answer = False
    for block in kept:
        if block.kind == "heading":
            # The body is one part; the short answer is another.
            if answer or not out:
                seen = set()
            answer = _is_answer(block)
            out.append(block)
        elif block.kind == "text":
            found = pieces(block.text)
            mine = [piece for piece in found if _is_new(piece, seen)]
            repeated += len(found) - len(mine)
            text = "".join(part.raw for piece in mine for part in piece.parts).strip()
            if text:
                out.append(Block("text", text if len(mine) < len(found) else block.text))
        else:
            out.append(block)
    return out, repeated


def _headed(read: Sequence[Block], by_key: Mapping[str, str]) -> list[Block]:
    """Blocks under the headings of their claims' topics; those under a heading without a claim join what is before."""
    out: list[Block] = []
    starts = [n for n, block in enumerate(read) if block.kind == "heading"]
    out.extend(read[: starts[0]] if starts else read)
    for start, end in pairwise([*starts, len(read)]):
        heading, inside = read[start], read[start + 1 : end]
        found = Counter(by_key[key] for each in inside for key in _keys(each) if key in by_key)
        if _is_answer(heading):
            out.append(heading)
        elif found:
            text = found.most_common(1)[0][0]
            out.append(heading if heading.text == text else Block("heading", escape(text)))
        out.extend(inside)
    return out


def _keys(block: Block) -> list[str]:
    groups = (part.raw for piece in pieces(block.text) for part in piece.parts if part.group)
    return (
        [key.strip() for group in groups for key in re.split("[,;]", group[1:-1])]
        if block.kind == "text"
        else []
    )


def _is_answer(block: Block) -> bool:
    return block.text.strip(" :*").casefold() == ANSWER.casefold()


def _is_new(piece: Piece, seen: set[str]) -> bool:
    text = fold("".join(part.raw for part in piece.parts)).strip()
    keyed = any(part.group for part in piece.parts)
    if not keyed or text not in seen:
        seen.add(text)
        return True
    return False


def _written(read: Iterable[Block]) -> str:
    forms = {"heading": "## {}", "code": "```\n{}\n```", "text": "{}"}
    return "\n\n".join(forms[block.kind].format(block.text) for block in read) + "\n"
