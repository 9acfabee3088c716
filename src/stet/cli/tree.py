"""The commands and their options, as typer sees them. Their work is in modules that load when it begins."""

from typing import Annotated

import typer

from stet.cli import (
    benchcommand,
    checkcommand,
    costcommand,
    research,
    reviewcommand,
    runscommand,
    servecommand,
)
from stet.cli.options import (
    Docs,
    ExcludeSite,
    Force,
    Form,
    Json,
    JudgeModel,
    Lang,
    Profile,
    ReviewerModel,
    Run,
    Since,
    Site,
    Today,
)
from stet.cli.pages import HELP_OPTIONS, WIDEST, Panels

RESEARCH, READ, DOUBT, MEASURE = "Research", "Read", "Doubt", "Measure"
SERVE, SET_UP = "Serve", "Set up"

app = typer.Typer(
    cls=Panels,
    help="Research a question in your documents or on the web; every sentence leads to exact saved words.",
    epilog='Start with: stet ask "your question" --docs FOLDER, or --search wikipedia. Version: stet --version.',
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": HELP_OPTIONS, "max_content_width": WIDEST},
)
config_app = typer.Typer(cls=Panels, rich_markup_mode=None, no_args_is_help=True)
app.add_typer(
    runscommand.runs_app,
    name="runs",
    invoke_without_command=True,
    rich_help_panel=READ,
    help="List the runs, newest first; delete some, or let go what is past its time.",
)
app.add_typer(
    config_app,
    name="config",
    rich_help_panel=SET_UP,
    help="Say where things are and which settings are in force.",
)


app.command(rich_help_panel=RESEARCH)(research.ask)
app.command(rich_help_panel=RESEARCH)(research.replay)


@app.command(rich_help_panel=READ)
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


@app.command(rich_help_panel=READ)
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


@app.command(rich_help_panel=READ)
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


@app.command(rich_help_panel=READ)
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


@app.command(rich_help_panel=READ)
def export(
    run: Run,
    form: Form = None,
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
        bool, typer.Option("--with-snapshots", help="With -f bundle: the saved pages as well.")
    ] = False,
    force: Force = False,
) -> int:
    """Write a report as a page, a table, a bibliography, or annotations; or the run as one zip (-f bundle)."""
    from stet.cli.export import Wanted
    from stet.cli.export import export as command

    return command(run, form, output, source, Wanted(every, snapshots, force))


app.command(rich_help_panel=DOUBT)(checkcommand.check)
app.command(rich_help_panel=DOUBT)(reviewcommand.review)


@app.command(rich_help_panel=DOUBT)
def audit(
    run: Annotated[
        str | None,
        typer.Argument(
            metavar="RUN|FILE.zip",
            show_default=False,
            help="The run's id, or its beginning; or a bundle, without its store. [default: the last run]",
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Make a report again from what is stored, and name the first thing that does not hold."""
    from stet.cli.audit import audit as command

    return command(run, as_json=json)


@app.command(rich_help_panel=DOUBT)
def plant(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="RUN|FILE",
            show_default=False,
            help="A run, or a cited text by anyone with --sources. [default: the last run]",
        ),
    ] = None,
    sources: Annotated[
        str | None,
        typer.Option("--sources", metavar="FOLDER", help="With FILE: the documents that it cites."),
    ] = None,
    each: Annotated[
        int, typer.Option(metavar="N", min=1, max=100, help="At most N errors of a kind in one place.")
    ] = 3,
    seed: Annotated[int, typer.Option(metavar="N", help="Another number, other errors.")] = 0,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            "--kind", metavar="NAME,…", show_default=False, help="Only these kinds. [default: all of them]"
        ),
    ] = None,
    judge_model: JudgeModel = None,
    reviewer_model: ReviewerModel = None,
    planter_model: Annotated[
        str | None,
        typer.Option("--planter-model", metavar="PROVIDER:MODEL", help="A model that plants as well."),
    ] = None,
    max_usd: Annotated[
        str | None, typer.Option(metavar="SUM", help="At most this many US dollars for models, as 0.50.")
    ] = None,
    fail_under: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            min=0,
            max=1,
            help="Status 1 if fewer are caught, as 0.9, or the original raises an alarm.",
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Plant known errors in copies of a report, and see which of them the reviewer catches."""
    from stet.cli.plant import Place, Voiced, Wanted
    from stet.cli.plant import plant as command

    voiced = Voiced(planter_model, judge_model, reviewer_model, max_usd)
    return command(Place(what, sources), voiced, Wanted(each, seed, tuple(kind or ()), fail_under, json))


app.command(rich_help_panel=MEASURE)(benchcommand.bench)
app.command(rich_help_panel=MEASURE)(benchcommand.compare)
app.command(rich_help_panel=MEASURE)(costcommand.cost)

app.command(rich_help_panel=SERVE)(servecommand.serve)
app.add_typer(
    servecommand.token_app,
    name="token",
    rich_help_panel=SERVE,
    help="Say who may ask over a network: make, list and revoke tokens.",
)


@app.command(rich_help_panel=SET_UP)
def doctor(
    live: Annotated[
        bool,
        typer.Option(
            "--live",
            help="Ask every search provider that is set up for something small, and say what it costs.",
        ),
    ] = False,
    json: Json = False,
) -> int:
    """Say what works here, what does not, and what to do about it."""
    from stet.cli.doctor import doctor as command

    return command(live=live, as_json=json)


@config_app.command("paths")
def config_paths(json: Json = False) -> int:
    """Where the store, the indexes, the logs and the settings are."""
    from stet.cli.settings import paths

    return paths(as_json=json)


@config_app.command("show")
def config_show(json: Json = False) -> int:
    """Every setting in force, and where its value comes from."""
    from stet.cli.settings import show as command

    return command(as_json=json)
