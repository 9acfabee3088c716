"""The command that says what runs cost, and its options, as typer sees them."""

from typing import Annotated

import typer

from stet.cli.options import Json


def cost(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RUN", show_default=False, help="Ids, or their beginnings. [default: the last run]"
        ),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="WHEN", help="All runs begun since then: 30d, 1y, or 2026-11-01."),
    ] = None,
    counts: Annotated[
        str | None,
        typer.Option("--counts", metavar="FILE", help="Work the same sum out of counters in a TOML file."),
    ] = None,
    bill: Annotated[
        str | None,
        typer.Option(
            "--bill", metavar="FILE", help="Compare with a provider's usage export (CSV), by model and day."
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Say what runs cost, by line, role, model and provider, and what an accepted report costs."""
    from stet.cli.cost import Asked
    from stet.cli.cost import cost as command

    return command(Asked(tuple(runs or ()), since, counts, bill), as_json=json)
