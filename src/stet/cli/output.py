"""Where a report goes and in which format."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from stet.domain.report import Report
from stet.errors import BadSetting
from stet.saved import texts_of

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

FORMATS = ("md", "html", "json", "csv", "csl", "bibtex", "ris", "annotations", "docx", "pdf")
_ENDINGS = {
    ".md": "md",
    ".markdown": "md",
    ".html": "html",
    ".htm": "html",
    ".json": "json",
    ".csl.json": "csl",
    ".csv": "csv",
    ".bib": "bibtex",
    ".ris": "ris",
    ".jsonld": "annotations",
    ".docx": "docx",
    ".pdf": "pdf",
}

_NO_TEXT = frozenset({"docx", "pdf"})
_WITHOUT_TEXTS = frozenset({"json", "csv", "csl", "bibtex", "ris"})


class Destination(NamedTuple):
    """A format, or None where the reader left it open, and a file, or None for stdout."""

    form: str | None
    path: Path | None
    force: bool

    def deliver(
        self, report: Report, store: "SqlStore", *, every: bool = False, snapshots: bool = False
    ) -> None:
        """Write or print the report."""
        from stet.report.formats import FORMATS as MADE
        from stet.report.formats import exported

        form = self.form or "md"
        texts = {} if form in _WITHOUT_TEXTS else texts_of(store, report.run)
        data = exported(report, form, texts, every=every, snapshots=snapshots)
        if MADE[form].text:
            self.put(data.decode())
        elif self.path is not None:
            save(self.path, data, force=self.force)
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)

    def put(self, text: str) -> None:
        """Write or print a text, as it is.

        Raises:
            OSError: the file cannot be written; nothing of it is left half-written
        """
        if self.path is not None:
            save(self.path, text, force=self.force)
            return
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def destination(
    form: str | None,
    output: str | None,
    question: str,
    *,
    force: bool,
    any_ending: bool = False,
    bundle: bool = False,
) -> Destination:
    """What `-f` and `-o` mean together; a folder gets a file named after the question.

    A file's ending names the format unless `-f` does; `any_ending` is for what is no report and has none.
    With `bundle` that is named too among what could be meant.

    Raises:
        BadSetting: no such format or ending, or the file is there already
        NotInstalled: the format needs an extra that is not there
    """
    known_format(form, bundle=bundle)
    if output is None or output == "-":
        _can_be_made(form, None)
        return Destination(form, None, force)
    if "\0" in output or not output:
        raise BadSetting("-o: this cannot be the name of a file")
    path = Path(output)
    if path.is_dir():
        from stet.report.formats import FORMATS as MADE
        from stet.report.names import file_name

        form = form or "md"
        path /= file_name(question, MADE[form].ending)
    elif not path.parent.is_dir():
        raise BadSetting(f"-o: there is no folder {path.parent}", hint=f"mkdir -p {path.parent}")
    if form is None and not any_ending:
        form = _named_by(path, bundle=bundle)
    _refuse_existing(path, force=force)
    _can_be_made(form, path)
    return Destination(form or "md", path, force)


def _named_by(path: Path, *, bundle: bool) -> str:
    ending = "".join(path.suffixes[-2:]).lower()
    if ending not in _ENDINGS:
        ending = path.suffix.lower()
    if ending and ending not in _ENDINGS:
        raise BadSetting(
            f"-o: a report cannot be written as {ending[:20]}",
            hint=f"end the name in one of: {', '.join([*_ENDINGS, *(['.zip'] if bundle else [])])}; "
            f"or say which with -f {'|'.join(_forms(bundle=bundle))}",
        )
    return _ENDINGS.get(ending, "md")


def _forms(*, bundle: bool) -> tuple[str, ...]:
    return (*FORMATS, "bundle") if bundle else FORMATS


def known_format(form: str | None, *, bundle: bool = False) -> None:
    """Refuse a format that is not one.

    Raises:
        BadSetting
    """
    if form is not None and form not in FORMATS:
        raise BadSetting(
            f"there is no format “{form[:40]}”", hint=f"one of: {', '.join(_forms(bundle=bundle))}"
        )


def _can_be_made(form: str | None, path: Path | None) -> None:
    """Refuse before anything is spent what could not be written in the end."""
    from stet.report.extra import need

    if form is None:
        return
    need(form)
    if form in _NO_TEXT and path is None and sys.stdout.isatty():
        raise BadSetting(f"-f {form} is no text for a terminal", hint="name a file with -o")


def save(path: Path, content: str | bytes, *, force: bool) -> None:
    """Write a file so that it is whole or not there.

    Raises:
        BadSetting: it is there already
        OSError: it cannot be written
    """
    import os
    import tempfile

    data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
    part: Path | None = None
    try:
        if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
            path.write_bytes(data)
            return
        number, name = tempfile.mkstemp(dir=path.parent, prefix=".stet-", suffix=".part")
        part = Path(name)
        with os.fdopen(number, "wb") as file:
            file.write(data)
        _refuse_existing(path, force=force)
        part.chmod(0o666 & ~_mask())
        part.replace(path)
    except OSError as error:
        # The reader knows the file by the name that was given.
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def _refuse_existing(path: Path, *, force: bool) -> None:
    if path.is_file() and not force:
        raise BadSetting(
            f"{path} is there already", hint="add --force to overwrite it, or choose another name"
        )


def _mask() -> int:
    import os

    mask = os.umask(0)
    os.umask(mask)
    return mask
