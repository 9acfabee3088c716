"""The commands that compare, and their options, as typer sees them."""

from typing import Annotated

import typer

from stet.cli.options import AllowUnknownPrices

Levels = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,…", help="Of single, workflow, team, reviewed. [default: the setting's, or reviewed]"
    ),
]
Players = Annotated[
    list[str] | None,
    typer.Option(
        "--models",
        metavar="NAME,…",
        show_default=False,
        help="Who plays: quote, openai:gpt-5, native:openai, … [default: as the settings say]",
    ),
]
Runs = Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="Try every cell N times.")]
Parallel = Annotated[int, typer.Option(metavar="N", min=1, max=64, help="N cells at once.")]
MaxUsd = Annotated[
    str | None,
    typer.Option(metavar="SUM", help="Begin no cell beyond this many US dollars for all, as 5.00."),
]
Plant = Annotated[
    int,
    typer.Option(
        metavar="N", min=0, max=100, help="Plant N errors of a kind in each report, and count those caught."
    ),
]
ResultFile = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Keep the result in FILE. [default: one in the home folder]"
    ),
]
Again = Annotated[
    bool, typer.Option("--again", help="Begin anew; the result that is there is kept beside it.")
]
ResultJson = Annotated[bool, typer.Option("--json", help="The result as JSON on stdout, as in FILE.")]
Page = Annotated[
    str | None,
    typer.Option("--html", metavar="FILE", help="Write a page with tables and charts too, over FILE."),
]
Baseline = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Compare with an earlier result; status 1 if something got worse."),
]
CountSeconds = Annotated[
    bool, typer.Option("--count-seconds", help="With --baseline: to be slower is to be worse, too.")
]
LabelFile = Annotated[
    str | None, typer.Option("--labels", metavar="FILE", help="What people say of claims and facts.")
]
LabelModel = Annotated[
    str | None,
    typer.Option("--judge-model", metavar="PROVIDER:MODEL", help="A model that labels every claim afresh."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")]


def bench(
    tasks: Annotated[
        list[str], typer.Argument(metavar="TASKS", show_default=False, help="Task files, or folders of them.")
    ],
    levels: Levels = None,
    models: Players = None,
    runs: Runs = 1,
    parallel: Parallel = 1,
    max_usd: MaxUsd = None,
    allow_unknown_prices: AllowUnknownPrices = None,
    plant: Plant = 0,
    judge_model: LabelModel = None,
    labels: LabelFile = None,
    baseline: Baseline = None,
    count_seconds: CountSeconds = False,
    output: ResultFile = None,
    again: Again = False,
    html: Page = None,
    json: ResultJson = False,
    quiet: Quiet = False,
) -> int:
    """Run levels and models on the same tasks, go on where it was stopped, and show what they come to."""
    from stet.cli import bench as command
    from stet.cli.benchshown import Goal

    asked = command.Asked(levels, models, runs, plant, judge_model)
    ways = command.Ways(parallel, max_usd, allow_unknown_prices, output, again, labels, quiet)
    return command.bench(tasks, asked, ways, Goal(json, html, baseline, count_seconds))


def compare(
    runs: Annotated[
        list[str], typer.Argument(metavar="RUN", show_default=False, help="Ids of runs, or their beginnings.")
    ],
    frozen: Annotated[
        bool, typer.Option("--frozen", help="Give what they read to every model, and run that.")
    ] = False,
    tasks: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH", show_default=False, help="Tasks with the same questions, for their facts."
        ),
    ] = None,
    levels: Levels = None,
    models: Players = None,
    tries: Annotated[
        int, typer.Option("--runs", metavar="N", min=1, max=1000, help="Try every cell N times.")
    ] = 1,
    parallel: Parallel = 1,
    max_usd: MaxUsd = None,
    allow_unknown_prices: AllowUnknownPrices = None,
    plant: Plant = 0,
    judge_model: LabelModel = None,
    labels: LabelFile = None,
    baseline: Baseline = None,
    count_seconds: CountSeconds = False,
    output: ResultFile = None,
    again: Again = False,
    html: Page = None,
    json: ResultJson = False,
    quiet: Quiet = False,
) -> int:
    """Show finished runs side by side, or give the same saved passages to several models."""
    from stet.cli import bench, compare
    from stet.cli.benchshown import Goal

    asked = bench.Asked(levels, models, tries, plant, judge_model)
    ways = bench.Ways(parallel, max_usd, allow_unknown_prices, output, again, labels, quiet)
    command = compare.frozen if frozen else compare.beside
    return command(runs, tasks or (), asked, ways, Goal(json, html, baseline, count_seconds))
