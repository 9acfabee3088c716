"""The commands and their options, as typer sees them. Their work is in modules that load when it begins."""

from typing import Annotated

import typer

from stet.cli import (
    benchcommand,
    checkcommand,
    costcommand,
    mcpcommand,
    readcommand,
    research,
    reviewcommand,
    runscommand,
    servecommand,
)
from stet.cli.options import Json, JudgeModel, ReviewerModel
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

app.command(rich_help_panel=READ)(readcommand.docs)
app.command(rich_help_panel=READ)(readcommand.read)
app.command(rich_help_panel=READ)(readcommand.search)
app.command(rich_help_panel=READ)(readcommand.show)
app.command(rich_help_panel=READ)(readcommand.export)

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
app.command(rich_help_panel=SERVE)(mcpcommand.mcp)
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
