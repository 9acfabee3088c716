"""The commands that read what is there, and their options, as typer sees them."""

from typing import Annotated

import typer

from stet.cli.options import Docs, ExcludeSite, Force, Json, Lang, Profile, Run, Since, Site, Today


def docs(
    folders: Annotated[
        list[str], typer.Argument(metavar="PATH", show_default=False, help="Folders and files.")
    ],
    today: Today = None,
    json: Json = False,
) -> int:
    """List what can be read, with dates and where they stand, and what is skipped and why."""
    from stet.cli.docs import docs as command

    return command(folders, today, as_json=json)


def read(
    places: Annotated[
        list[str], typer.Argument(metavar="URL|FILE", show_default=False, help="Pages of the web, and files.")
    ],
    url: Annotated[
        str | None, typer.Option("--url", metavar="ADDRESS", help="Where a saved file came from.")
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(metavar="NAME|PATH", help="eu-law, general, science or a TOML file. [default: general]"),
    ] = None,
    today: Today = None,
    json: Annotated[bool, typer.Option("--json", help="One line of JSON on stdout for each.")] = False,
) -> int:
    """Show what the program sees of a page or file: status, title, dates, site, text and passages."""
    from stet.cli.read import Wanted
    from stet.cli.read import read as command

    return command(Wanted(places, url, profile, today, json))


def search(
    query: Annotated[str, typer.Argument(metavar="QUERY", show_default=False, help="What to search for.")],
    search: Annotated[
        list[str] | None,
        typer.Option(
            "--search",
            "-s",
            metavar="NAME,…",
            show_default=False,
            help="The providers to ask, all of them at once. [default: the one that a run would ask]",
        ),
    ] = None,
    docs: Docs = None,
    site: Site = None,
    exclude_site: ExcludeSite = None,
    since: Since = None,
    lang: Lang = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, max=100, help="At most N hits of each.")
    ] = 10,
    profile: Profile = None,
    today: Today = None,
    json: Json = False,
) -> int:
    """Show what each provider finds, with what the profile says of the sites; nothing is read."""
    from stet.cli.search import Wanted
    from stet.cli.search import search as command
    from stet.cli.setup import WebFlags

    web = WebFlags(search, site, exclude_site, since, lang)
    return command(Wanted(query, web, docs, limit, profile, today, json))


def show(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="RUN/C3",
            show_default=False,
            help="A run, or one of its claims or sources. [default: the last run]",
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Read a report; or one claim, with its quotes in context, its checks and its score."""
    from stet.cli.show import show as command

    return command(what, as_json=json)


def export(
    run: Run,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="md, html, json, csv, csl, bibtex, ris, annotations, docx, pdf, bundle. "
            "[default: by FILE's ending; else md]",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write to FILE; a folder gets a name made of the question."
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="S3", help="The saved text of this source instead of the report."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="In a bibliography or annotations also what is not cited.")
    ] = False,
    snapshots: Annotated[
        bool, typer.Option("--with-snapshots", help="With -f bundle or html: the saved texts as well.")
    ] = False,
    force: Force = False,
) -> int:
    """Write a report as a page, document, table, bibliography or annotations; or the run as one zip (-f bundle)."""
    from stet.cli.export import Wanted
    from stet.cli.export import export as command

    return command(run, form, output, source, Wanted(every, snapshots, force))
