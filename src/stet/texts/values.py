"""A text by anyone as it was read: statements, the citations that they carry, and the references these point at.

All offsets count characters (code points) of the text as it was given to the reader: `text[start:end]` is what stands
there, with its marks and its markup. Of a file that is its text after decoding: a byte order mark is no character of
it, line ends are its own.
"""

from stet.domain.base import Value


class Citation(Value):
    """One pointer of a statement to one reference.

    `marker` is what stands in the text (`[3]`, `【31†L290-L298】`, `(Smith, 2021)`, or the words of a link); a marker
    that names several references is several citations with the same span. `key` is that of the reference, None where
    the marker points at nothing; `name` is the key as the marker has it, None where it has none (a link by its words);
    `url` the address where the marker is a link itself.
    """

    marker: str
    start: int
    end: int
    key: str | None = None
    name: str | None = None
    url: str | None = None


class Statement(Value):
    """A sentence, list item, table row or heading, and what it cites.

    `text` is what it says on one line, without its markers and without markup; exponents in tags are raised (`10³`).
    `start` and `end` are its span as written, so `text[start:end]` of the whole text is more than `text`: markup, line
    ends, and markers that follow the full stop. `checkable` is False for what states nothing (a question, a heading
    without citations, "see below"). `figures` says that it gives a number, amount or date.
    """

    text: str
    start: int
    end: int
    citations: tuple[Citation, ...] = ()
    heading: str | None = None
    checkable: bool = True
    figures: bool = False


class Reference(Value):
    """An entry of a source list, or an address that a statement links to.

    `key` is as the text has it (`3`, `S1`), or the address itself for an inline link; an entry without a key gets one
    of author and year (`smith2021`) or its address. Where a text uses a key again for another entry (a list per
    section), that one's key is `3#2`: no two references have the same. `listed` is False where the text has no list
    that names it. Author, year and identifiers are those that the entry gives.
    """

    key: str
    url: str | None = None
    title: str | None = None
    start: int
    end: int
    listed: bool = True
    authors: str | None = None
    year: int | None = None
    doi: str | None = None
    arxiv: str | None = None
    pmid: str | None = None


class Finding(Value):
    """A fault of the text's own citing, whatever its sources say.

    `kind`: `dangling`, `duplicated`, `never_cited`, `bare_domain`, `uncited_figure`, `no_references`, `key_twice`, ….
    `where` is the marker, key or first words; the span is None where the whole text is meant.

    `uncited_figure` is a statement with a number, amount or date that cites nothing, and after which its own block (a
    paragraph, list item or table row) cites nothing either: a citation at the end of a paragraph counts for the figures
    before it, one at the beginning not for those after it. None are versions of products, numbers of standards, figures
    that only repeat the question that the text states, and the date of the text itself. `link_differs` is a link
    whose words are the address of another site or page, or a numbered one whose entry has another address.
    `several_addresses` is an entry that names two pages, of which one was taken. `not_prose` stands alone: the text is
    JSON, and nothing of it was read.
    """

    kind: str
    where: str
    detail: str
    start: int | None = None
    end: int | None = None


class CitedText(Value):
    """What was read of a text. `body_end` is where its (last) source list begins, the text's length without one."""

    statements: tuple[Statement, ...]
    references: tuple[Reference, ...]
    findings: tuple[Finding, ...]
    body_end: int
