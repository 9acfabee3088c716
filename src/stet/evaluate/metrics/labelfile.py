"""Labels by people as a file: written out to be filled in, and read again."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, cast

from pydantic import ValidationError

from stet.domain.claims import LedgerEntry
from stet.domain.report import Report
from stet.domain.toml import parse_toml
from stet.errors import BadSetting, NotFound
from stet.evaluate.bench.task import Task
from stet.evaluate.metrics.labels import FACTS, FORBIDDEN, TRUTHS, Judgement, Labels, Placed, disagree
from stet.evaluate.metrics.sentences import published, said_in, statements_of
from stet.report.clean import one_line

_LARGEST: Final = 32_000_000
_HINT: Final = (
    "each label has run, claim or sentence or (task and fact), and a verdict; name and note if you like"
)
_FORM: Final = "a file of labels has [[label]] tables, and a name above them if you like"
_HEAD: Final = (
    "# What a person says of the claims and sentences of a run. It comes before what code and models say.\n"
    f"# verdict of a claim: do the quoted words say it? {', '.join(TRUTHS)}\n"
    "# verdict of a sentence: do its claims say it? the same three words\n"
)
_FACTS: Final = (
    f"# verdict of a fact: what does the report make of it? {', '.join(FACTS)};\n"
    f"# of what it must not claim: {', '.join(FORBIDDEN)}\n"
)
_TAIL: Final = '# A verdict that is left empty says nothing.\n\nname = ""\n'


def load_labels(path: Path) -> Labels:
    """The labels in a file: `[[label]]` tables of TOML, or a JSON object a line where its name ends in `.jsonl`.

    Each is a `Judgement` by a person. One with an empty `verdict` says nothing; `name` above the tables of a TOML file
    is the name of all that give none. Whether the runs, claims and sentences exist is seen where they are used.

    Raises:
        NotFound: there is no such file
        BadSetting: it cannot be read, a label is not one, or two people disagree; says which label
    """
    text = _text(path)
    told = _lines(text, path) if path.suffix.lower() == ".jsonl" else _tables(text, path)
    placed = [Placed(place, _judgement(raw, f"{path}: {place}")) for place, raw in told if _filled(raw)]
    disagree(placed, f"{path}: ")
    return Labels(judgements=tuple(each.judgement for each in placed))


def template_of(report: Report, task: Task | None = None) -> str:
    """A file of labels for a person to fill in (TOML): every claim and sentence that the report publishes, unjudged.

    What code and models say of them is left out, since it would be followed. With a task its facts are asked about,
    and what must not be claimed.
    """
    run = f"run = {_string(report.run)}\n"
    asked = (*task.facts, *task.forbidden) if task is not None else ()
    parts = [f"{_HEAD}{_FACTS if asked else ''}{_TAIL}"]
    known = {entry.key: entry for entry in report.claims}
    parts += [
        f"[[label]]\n{run}claim = {_string(key)}\n{_shown(known[key])}{_ASKED}"
        for key in published(report)
        if key in known
    ]
    for text, keys in _sentences(report).items():
        rests = f"# it rests on {one_line(', '.join(keys))}\n" if keys else "# it names no claim\n"
        parts.append(f"[[label]]\n{run}sentence = {_string(text)}\n{rests}{_ASKED}")
    for fact in asked:
        about = (
            f"task = {_string(task.id if task else '')}\nfact = {_string(fact.id)}\n# {one_line(fact.text)}\n"
        )
        parts.append(f"[[label]]\n{run}{about}{_ASKED}")
    return "\n".join(parts)


_ASKED: Final = 'verdict = ""\nnote = ""\n'


def _sentences(report: Report) -> dict[str, tuple[str, ...]]:
    """Each statement once; one with the same words and other claims is asked about with all of them."""
    found: dict[str, tuple[str, ...]] = {}
    for each in statements_of(said_in(report)):
        text = one_line(each.text)
        if text:
            found[text] = tuple(dict.fromkeys((*found.get(text, ()), *each.claims)))
    return found


def _shown(entry: LedgerEntry) -> str:
    quotes = "".join(f"#   {one_line(quote.source)}: “{one_line(quote.exact)}”\n" for quote in entry.quotes)
    return f"# {one_line(entry.text)}\n{quotes}"


def _string(text: str) -> str:
    """A basic string of TOML; what JSON escapes of a line without control characters TOML escapes alike."""
    return json.dumps(one_line(text), ensure_ascii=False)


def _text(path: Path) -> str:
    try:
        # A device or a pipe has no end.
        if path.exists() and (not path.is_file() or path.stat().st_size > _LARGEST):
            raise BadSetting(f"{path} cannot be read: it is no file, or too large", hint=_FORM)
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise NotFound(f"there is no file {path}") from error
    except UnicodeDecodeError as error:
        raise BadSetting(f"{path} is not UTF-8 text") from error
    except (OSError, ValueError) as error:
        raise BadSetting(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error


def _tables(text: str, path: Path) -> Iterator[tuple[str, object]]:
    try:
        raw = parse_toml(text)
    except (ValueError, RecursionError) as error:
        raise BadSetting(f"{path} is not valid TOML: {error}") from error
    name = raw.pop("name", None)
    told: object = raw.pop("label", [])
    if raw or not isinstance(told, list) or not isinstance(name, str | None):
        what = f"“{one_line(next(iter(raw)))[:40]}”" if raw else "name or label"
        raise BadSetting(f"{path}: {what} is not as it should be", hint=_FORM)
    for number, each in enumerate(cast("Sequence[object]", told), start=1):
        named = {"name": name} if name else {}
        filled = {**named, **cast("dict[str, object]", each)} if isinstance(each, dict) else each
        yield f"label {number}", filled


def _lines(text: str, path: Path) -> Iterator[tuple[str, object]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                said: object = json.loads(line)
                # Half of a pair, written as an escape, is no character and could not be kept.
                json.dumps(said, ensure_ascii=False).encode()
            except (ValueError, RecursionError) as error:
                raise BadSetting(f"{path}: line {number} is not JSON: {error}", hint=_HINT) from error
            yield f"line {number}", said


def _filled(raw: object) -> bool:
    """Whether a label says anything: one whose verdict was left empty does not."""
    verdict = cast("dict[str, object]", raw).get("verdict") if isinstance(raw, dict) else None
    return not (isinstance(verdict, str) and not verdict.strip())


def _judgement(raw: object, where: str) -> Judgement:
    try:
        given = Judgement.model_validate(raw)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False)[0]
        field = ".".join(one_line(str(part))[:40] for part in fault["loc"])
        message = fault["msg"].removeprefix("Value error, ")
        raise BadSetting(f"{where}: {f'{field}: ' if field else ''}{message}", hint=_HINT) from error
    if given.by != "person":
        raise BadSetting(f"{where}: by: what stands in a file of labels is a person's", hint=_HINT)
    return given
