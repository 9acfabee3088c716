"""References of a text, and which of them a citation means."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from stet.texts.addresses import Address, of_url, page_of
from stet.texts.authors import Work
from stet.texts.entries import Details, Entry, read_entry
from stet.texts.lists import Listed
from stet.texts.marks import key_form
from stet.texts.shown import names_another, several_pages
from stet.texts.tokens import Token
from stet.texts.values import Reference


class Cite(NamedTuple):
    """One pointer: the key as the text writes it, the place of its reference, and its own address."""

    name: str | None
    reference: int | None
    url: str | None = None


class Differs(NamedTuple):
    """A link that leads elsewhere than its words say, or than the entry of its number (`listed`)."""

    name: str
    start: int
    end: int
    url: str
    listed: str | None


_NOTHING: Final = Details(None, None, None, None, None, None, None)
_LONGEST_TITLE: Final = 300


class Known:
    """The references of a text: those of its lists, and addresses that it links to, added as they are met."""

    def __init__(self, text: str, listed: Listed) -> None:
        self.references: list[Reference] = []
        self.differing: list[Differs] = []
        self.several: list[tuple[int, str, str]] = []  # places of entries with two addresses, and these
        self.twice: list[tuple[str, int]] = []  # keys that name a second entry, and its place
        self._taken: dict[str, int] = {}
        self._lists: list[tuple[int, dict[str, int]]] = []
        self._notes: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._pages: dict[str, int] = {}
        self._authors: dict[tuple[str, int], list[int]] = defaultdict(list)
        self._linked: dict[str, dict[str, int]] = defaultdict(dict)  # pages of numbers that no list has
        for entries in listed.lists:
            self._add_list(text, entries)
        for entry in listed.notes:
            at = self._add(text, entry)
            self._notes[key_form(entry.key or "")].append((entry.start, at))
        self._starts = [start for start, _ in self._lists]
        self._apart = self._overlap()

    @property
    def has_authors(self) -> bool:
        """Whether any entry begins with authors and a year."""
        return bool(self._authors)

    def find(self, name: str, at: int) -> int | None:
        """The reference that `name` means at the offset `at` of the text, or None."""
        form = key_form(name)
        order = (self._in_notes, self._in_lists) if name.startswith("^") else (self._in_lists, self._in_notes)
        for look in order:
            if (found := look(form, at)) is not None:
                return found
        return None

    def work(self, work: Work) -> int | None:
        """The listed reference of these authors and year, or None."""
        if not work.names:
            return None
        found = self._authors.get((work.names[0], work.year), [])[:50]
        for name in work.names[1:]:
            narrower = [at for at in found if name in _author_words(self.references[at])]
            found = narrower or found
        if work.letter:
            lettered = [at for at in found if self.references[at].key.endswith(f"{work.year}{work.letter}")]
            found = lettered or found
        return found[0] if found else None

    def link(self, url: str, title: str | None, start: int, end: int) -> int:
        """The reference of an address that the text links to; a new one where no list has it."""
        if title:
            self._misled(title, url, start, end)
        page = page_of(url)
        address = of_url(url, start, end)
        for name in (page, *_identifiers(address)):
            if name in self._pages:
                return self._pages[name]
        return self._new(url, url, title, address, (start, end))

    def _misled(self, words: str, url: str, start: int, end: int) -> None:
        if "." in words and names_another(words, url):
            self.differing.append(Differs(words[:_LONGEST_TITLE], start, end, url, None))

    def numbered(self, name: str, url: str, start: int, end: int) -> int:
        """The reference of a number that is a link itself: its entry in the list, unless that leads elsewhere."""
        listed = self.find(name, start)
        page = page_of(url)
        if listed is not None:
            entry = self.references[listed]
            if entry.url is None or _same_page(entry.url, url):
                return listed
            if page not in self._linked[name]:
                self.differing.append(Differs(name, start, end, url, entry.url))
        pages = self._linked[name]
        if page not in pages:
            if pages and listed is None:
                self.twice.append((name, len(self.references)))
            pages[page] = self._new(name, url, None, of_url(url, start, end), (start, end))
        return pages[page]

    def token(self, token: Token, at: int) -> tuple[Cite, ...] | None:
        """What a mark cites, or None where it is no citation."""
        if token.url is not None:
            return tuple(
                Cite(name, self.numbered(name, token.url, at, at + token.end - token.start), token.url)
                for name in token.names
            )
        cites = tuple(Cite(name, self.find(name, at)) for name in token.names)
        if token.weak and any(cite.reference is None for cite in cites):
            return None
        return cites

    def _in_notes(self, form: str, at: int) -> int | None:
        notes = self._notes.get(form)
        if not notes:
            return None
        return next((place for start, place in notes[:50] if start > at), notes[0][1])

    def _in_lists(self, form: str, at: int) -> int | None:
        if not self._lists:
            return None
        own = min(bisect_right(self._starts, at), len(self._lists) - 1)
        found = self._lists[own][1].get(form)
        if found is not None or self._apart:
            return found
        return self._merged.get(form)

    def _overlap(self) -> bool:
        """Whether lists share keys, so that each section has its own."""
        self._merged: dict[str, int] = {}
        shared = False
        for _, keys in self._lists:
            for form, place in keys.items():
                shared = shared or form in self._merged
                self._merged.setdefault(form, place)
        return shared

    def _add_list(self, text: str, entries: Sequence[Entry]) -> None:
        keys: dict[str, int] = {}
        for entry in entries:
            at = self._add(text, entry)
            keys.setdefault(key_form(entry.key or self.references[at].key), at)
        self._lists.append((entries[0].start, keys))

    def _add(self, text: str, entry: Entry) -> int:
        found, links = read_entry(text, entry)
        for words, url in links:
            self._misled(words, url, entry.start, entry.end)
        key = entry.key or _made_key(found, text[entry.start : entry.start + 400])
        key = key or text[entry.lines[0][0] : entry.lines[0][1]].strip()[:80] or "?"
        at = self._append(key, found, entry.start, entry.end, listed=True, keyed=entry.key is not None)
        if len(links) > 1 and (pages := several_pages([url for _, url in links])) is not None:
            self.several.append((at, *pages))
        for name in (found.url and page_of(found.url), *_identifiers(found)):
            if name:
                self._pages.setdefault(name, at)
        if found.year:
            for word in _author_words(self.references[at]):
                self._authors[word, found.year].append(at)
        return at

    def _new(
        self, key: str, url: str, title: str | None, address: Address | None, span: tuple[int, int]
    ) -> int:
        found = _NOTHING._replace(url=url, title=(title or "")[:_LONGEST_TITLE].strip() or None)
        if address is not None:
            found = found._replace(doi=address.doi, arxiv=address.arxiv, pmid=address.pmid)
        at = self._append(key, found, *span, listed=False, keyed=False)
        for name in (page_of(url), *_identifiers(address)):
            self._pages.setdefault(name, at)
        return at

    def _append(self, key: str, found: Details, start: int, end: int, *, listed: bool, keyed: bool) -> int:
        times = self._taken.get(key, 0) + 1
        self._taken[key] = times
        at = len(self.references)
        if times > 1:
            if keyed:
                self.twice.append((key, at))
            key = f"{key}#{times}"
        self.references.append(Reference(key=key, start=start, end=end, listed=listed, **found._asdict()))
        return at


def _same_page(one: str, other: str) -> bool:
    first, second = page_of(one), page_of(other)
    return first == second or bool(
        set(_identifiers(of_url(one, 0, 0))) & set(_identifiers(of_url(other, 0, 0)))
    )


def _identifiers(found: Address | Details | None) -> list[str]:
    """Identifiers in the form in which they are compared; versions of one paper are one."""
    if found is None:
        return []
    names: list[str] = []
    if found.doi:
        names.append(f"doi:{found.doi}")
    if found.arxiv:
        names.append(f"arxiv:{found.arxiv.partition('v')[0] if found.arxiv[0].isdigit() else found.arxiv}")
    if found.pmid:
        names.append(f"pmid:{found.pmid}")
    return names


def _made_key(found: Details, words: str) -> str | None:
    """The key of an entry that has none: first author and year, else its address, else its title."""
    if found.authors and found.year and (names := _words(found.authors)):
        lettered = re.search(rf"{found.year}[a-z](?![a-z])", words)
        return names[0] + (lettered.group() if lettered else str(found.year))
    return found.url or found.title


def _author_words(reference: Reference) -> list[str]:
    """Words of an entry's authors, in lower case; of one whose authors were not told apart, nothing."""
    return _words(reference.authors)[:40] if reference.authors else []


def _words(names: str) -> list[str]:
    bare = "".join(char if char.isalpha() or char in "'’‐-" else " " for char in names.casefold())
    return [
        word for word in bare.split() if len(word) > 1 and word not in ("and", "und", "et", "al", "the", "of")
    ]
