"""The edge: runs a command and turns whatever comes out of it into words and an exit status."""

import errno
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from stet._version import __version__
from stet.cli.exit import Exit
from stet.cli.terminal import clean, ready_streams
from stet.errors import StetError


def run(argv: Sequence[str]) -> int:
    """Run the command in `argv`; never raises, whatever happens."""
    ready_streams()
    as_json = "--json" in _options(argv)
    try:
        status = _invoke(argv)
        sys.stdout.flush()
    except StetError as error:
        return _say(
            Fault(error.code, error.message, error.hint, error.retryable), as_json, Exit(error.exit_status)
        )
    except KeyboardInterrupt:
        return _say(Fault("interrupted", "stopped", None, True), as_json, Exit.INTERRUPTED)
    except BrokenPipeError:
        return _pipe_closed()
    except OSError as error:
        return _say(_file_fault(error), as_json, Exit.USAGE)
    except Exception as error:  # noqa: BLE001  the edge: a bug becomes a log and a status
        return _say(_bug(error), as_json, Exit.BUG)
    return status


_WHILE_WRITING = {errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EDQUOT}


class Fault:
    """What is said of a failure: a code, what and why, the next thing to do."""

    def __init__(self, code: str, message: str, hint: str | None = None, retryable: bool = False) -> None:
        self.code, self.message, self.hint, self.retryable = code, clean(message), hint, retryable

    def json(self) -> str:
        """One line of JSON."""
        said = {"code": self.code, "message": self.message, "hint": self.hint, "retryable": self.retryable}
        return json.dumps(said, ensure_ascii=False)

    def text(self) -> str:
        """Words for a reader."""
        return f"stet: {self.message}" + (f"\n  next: {clean(self.hint)}" if self.hint else "")


def _invoke(argv: Sequence[str]) -> int:
    if list(argv) == ["--version"]:
        print(f"stet {__version__}")
        return Exit.DONE
    import typer

    from stet.cli.pages import page
    from stet.cli.tree import app

    help_page = page(_options(argv))
    if help_page is not None:
        print(help_page)
        return Exit.DONE
    command = typer.main.get_command(app)
    try:
        with command.make_context("stet", list(argv)) as context:
            status = command.invoke(context)
    except typer.Exit as stop:
        return stop.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except typer.TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            print(error.format_message())
            return Exit.USAGE
        raise _usage(error, argv) from error
    return status if isinstance(status, int) else Exit.DONE


class Usage(StetError):
    """The command line itself cannot be understood."""

    code = "usage"
    exit_status = Exit.USAGE


def _usage(error: Exception, argv: Sequence[str]) -> Usage:
    """Typer's complaint, with what to do: see the help page, or put a question with a dash at its place."""
    import typer

    message = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "stet")
    spaced = any(word.startswith("-") and " " in word and "=" not in word for word in _options(argv))
    if spaced and "such option" in message.casefold():
        return Usage(
            message,
            hint='a question that begins with a dash goes last, after two: stet ask --docs PATH -- "-…"',
        )
    return Usage(message, hint=f"{path} --help")


def _options(argv: Sequence[str]) -> list[str]:
    """The words of a command line that may be options."""
    words = list(argv)
    return words[: words.index("--")] if "--" in words else words


def _say(fault: Fault, as_json: bool, status: Exit) -> int:
    with suppress(OSError):  # nobody may be left to tell
        print(fault.json() if as_json else fault.text(), file=sys.stderr, flush=True)
    try:
        sys.stdout.flush()
    except OSError:
        _silence()
    return status


def _pipe_closed() -> int:
    """The reader of our output has gone (`stet show | head`): nothing to complain of."""
    _silence()
    return Exit.DONE


def _silence() -> None:
    """Point stdout at nothing, so that the interpreter's last flush cannot fail."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a test's stdout has no file number
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  open until the process ends


def _file_fault(error: OSError) -> Fault:
    name = error.filename
    where = f"{os.fsdecode(name)}: " if isinstance(name, (str, bytes)) else ""
    if not where and error.errno in _WHILE_WRITING:
        where = "stdout: "  # streams have no name, and files of ours are always named
    why = error.strerror or str(error)
    return Fault(
        "file",
        f"{where}{why[:1].lower()}{why[1:]}",
        "check the path, who may use it, and the space left on the disk",
    )


def _bug(error: Exception) -> Fault:
    import platform
    import traceback
    from datetime import UTC, datetime

    now = datetime.now(UTC)
    where = f"Python {platform.python_version()}, {platform.platform()}"
    text = f"stet {__version__}, {where}, {now.isoformat()}\n\n" + "".join(traceback.format_exception(error))
    what = f"this is a fault in stet ({type(error).__name__})"
    for folder in _log_folders():
        path = folder / f"fault-{now:%Y%m%dT%H%M%S}-{os.getpid()}.log"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", errors="backslashreplace")
        except OSError:
            continue
        return Fault("bug", what, f"report it with what is in {path}")
    return Fault("bug", f"{what}\n{text}", "report it with the lines above")


def _log_folders() -> list[Path]:
    import tempfile

    from stet.config import load_settings

    temporary = Path(tempfile.gettempdir())
    try:
        return [load_settings().home / "logs", temporary]
    except (StetError, OSError):
        return [temporary]
