"""The commands over stored runs, and their options, as typer sees them."""

from typing import Annotated

import typer

from stet.cli.options import Json
from stet.cli.pages import Panels

runs_app = typer.Typer(cls=Panels, rich_markup_mode=None)

_Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")]


@runs_app.callback()
def runs(
    context: typer.Context,
    search: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Only runs with TEXT in their question.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most N runs.")] = 20,
    deleted: Annotated[
        bool, typer.Option("--deleted", help="The runs that were deleted: when, and why.")
    ] = False,
    json: Json = False,
) -> int:
    """List the runs, newest first; delete some, or let go what is past its time."""
    if context.invoked_subcommand is not None:
        return 0
    from stet.cli.runs import list_deleted, list_runs

    return list_deleted(as_json=json) if deleted else list_runs(search, limit, as_json=json)


@runs_app.command("delete")
def runs_delete(
    runs: Annotated[
        list[str], typer.Argument(metavar="RUN", show_default=False, help="Ids, or their beginnings.")
    ],
    yes: _Yes = False,
) -> int:
    """Delete runs and the saved pages that no other run names. There is no way back."""
    from stet.cli.runs import delete_runs

    return delete_runs(runs, yes=yes)


@runs_app.command("purge")
def runs_purge(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would go, and stop.")] = False,
    yes: _Yes = False,
    json: Json = False,
) -> int:
    """Let go of pages, words of calls, and runs that are past the times in [retention]."""
    from stet.cli.purge import purge

    return purge(dry_run=dry_run, yes=yes, as_json=json)
