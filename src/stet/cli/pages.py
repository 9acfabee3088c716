"""Help pages: commands under the headings of their panels, in plain text that needs no rich."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from typer.core import TyperGroup

if TYPE_CHECKING:
    from typer._click import HelpFormatter
    from typer._click.core import Command, Context

HELP_OPTIONS = ["-h", "--help"]
WIDEST = 100


class Panels(TyperGroup):
    """A group that lists its commands in the order of the code, under the names of their panels."""

    def format_commands(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the commands; the base class would write them in one list."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                panel = getattr(command, "rich_help_panel", None)
                title = panel if isinstance(panel, str) else "Commands"
                panels.setdefault(title, []).append((name, command.get_short_help_str(limit=200)))
        width = max((len(name) for rows in panels.values() for name, _ in rows), default=0)
        for title, rows in panels.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in rows])


def page(words: Sequence[str]) -> str | None:
    """The help page that a command line asks for, or None where it asks for none or names no command.

    Made without parsing: parsing would load a validation library, which takes longer than all the rest.
    """
    if not any(word in HELP_OPTIONS for word in words):
        return None
    context = _context(_root(), "stet", None)
    for word in words:
        if word.startswith("-") or not isinstance(context.command, TyperGroup):
            break
        command = context.command.commands.get(word)
        if command is None:
            return None
        context = _context(command, word, context)
    return context.get_help()


def all_pages(width: int = 100) -> dict[str, str]:
    """Every help page by the words of its command (`stet`, `stet-ask`, `stet-runs-delete`), at one width."""
    pages: dict[str, str] = {}

    def add(command: "Command", name: str, parent: "Context | None") -> None:
        context = _context(command, name, parent, width)
        pages[context.command_path.replace(" ", "-")] = context.get_help().rstrip() + "\n"
        if isinstance(command, TyperGroup):
            for child in command.commands.values():
                add(child, child.name or "", context)

    add(_root(), "stet", None)
    return pages


def _root() -> "Command":
    from typer.main import get_command

    from stet.cli.tree import app

    return get_command(app)


def _context(command: "Command", name: str, parent: "Context | None", width: int | None = None) -> "Context":
    return command.context_class(
        command,
        info_name=name,
        parent=parent,
        terminal_width=width,
        max_content_width=WIDEST,
        help_option_names=HELP_OPTIONS,
    )
