"""The command that checks texts by anyone, and its options, as typer sees them."""

from typing import Annotated

import typer

from stet.cli.options import AllowUnknownPrices, Force, Json, MaxAge, Profile, Today


def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", show_default=False, help="Markdown, text, HTML, DOCX or PDF; - reads stdin."
        ),
    ],
    sources: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            help="A folder (or a file) with the sources: by address, DOI, file name, title or manifest.",
        ),
    ] = None,
    run: Annotated[
        str | None,
        typer.Option(metavar="RUN", help="The text is a report of this run: check it on what the run read."),
    ] = None,
    fetch: Annotated[
        bool,
        typer.Option(
            "--fetch/--no-fetch",
            show_default=False,
            help="Fetch cited pages that are not at hand. [default: yes]",
        ),
    ] = True,
    judge_model: Annotated[
        str | None,
        typer.Option(
            "--judge-model",
            metavar="PROVIDER:MODEL",
            help="Who judges statements in other words than their sources'.",
        ),
    ] = None,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            "--fail-on",
            metavar="WHAT,…",
            show_default=False,
            help="End with status 1 on: unsupported, conflicting, uncited, unreviewed, or a finding, as removed.",
        ),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option("--html", metavar="FILE", help="Write a page of the text and its sources' words."),
    ] = None,
    force: Force = False,
    json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")] = False,
    max_pages: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Fetch at most N pages a text. [default: 60]")
    ] = None,
    max_usd: Annotated[
        str | None, typer.Option(metavar="SUM", help="At most this many US dollars a text, as 0.50.")
    ] = None,
    max_age: MaxAge = None,
    allow_unknown_prices: AllowUnknownPrices = None,
    profile: Profile = None,
    today: Today = None,
) -> int:
    """Check any cited text: find its citations, read what they cite, and say which statements that supports."""
    from stet.cli.check import Asked, Ground
    from stet.cli.check import check as command

    limits = (max_pages, max_usd, max_age, allow_unknown_prices)
    ground = Ground(sources, run, fetch, judge_model, *limits, profile, today)
    return command(Asked(files, ground, fail_on or (), html, force, json, quiet))
