"""The command that checks texts by anyone, and its options, as typer sees them."""

from typing import Annotated

import typer

from stet.cli.options import Json, Profile, Today


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
            metavar="DIR", help="A folder with the sources: by address, DOI, file name, title or manifest."
        ),
    ] = None,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            "--fail-on",
            metavar="WHAT,…",
            show_default=False,
            help="End with status 1 on: unsupported, conflicting, uncited, unreviewed.",
        ),
    ] = None,
    profile: Profile = None,
    today: Today = None,
    json: Json = False,
) -> int:
    """Check any cited text: find its citations, read what they cite, and say which statements that supports."""
    from stet.cli.check import Asked
    from stet.cli.check import check as command

    return command(Asked(files, sources, profile, today, fail_on or (), json))
