"""The commands that research, and their options, as typer sees them."""

from typing import Annotated

import typer

from stet.cli.options import (
    AllowUnknownPrices,
    AnalystModel,
    Docs,
    ExcludeSite,
    Force,
    Form,
    Json,
    JudgeModel,
    Lang,
    MaxAge,
    Model,
    NativeSearch,
    Official,
    Open,
    Output,
    PlannerModel,
    Profile,
    Replay,
    RequireReview,
    ReviewerModel,
    Run,
    Search,
    Since,
    Site,
    SupervisorModel,
    Today,
    WriterModel,
)


def ask(
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="QUESTION", show_default=False, help="What to find out; - reads it from stdin."
        ),
    ] = None,
    docs: Docs = None,
    search: Search = None,
    site: Site = None,
    exclude_site: ExcludeSite = None,
    since: Since = None,
    lang: Lang = None,
    official: Official = None,
    open_web: Open = None,
    max_age: MaxAge = None,
    model: Model = None,
    planner_model: PlannerModel = None,
    analyst_model: AnalystModel = None,
    writer_model: WriterModel = None,
    reviewer_model: ReviewerModel = None,
    judge_model: JudgeModel = None,
    supervisor_model: SupervisorModel = None,
    allow_unknown_prices: AllowUnknownPrices = None,
    replay: Replay = None,
    native_search: NativeSearch = None,
    require_review: RequireReview = None,
    level: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="single, workflow, team or reviewed. [default: reviewed]"),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Who plays the roles: quote, or model where one is named.",
        ),
    ] = None,
    profile: Profile = None,
    depth: Annotated[
        str | None,
        typer.Option(metavar="DEPTH", help="How far to go: quick, standard or deep. [default: standard]"),
    ] = None,
    max_rounds: Annotated[
        int | None,
        typer.Option("--max-rounds", "--rounds", metavar="N", help="At most N rounds of reading."),
    ] = None,
    max_searches: Annotated[int | None, typer.Option(metavar="N", help="At most N searches.")] = None,
    max_pages: Annotated[int | None, typer.Option(metavar="N", help="At most N documents read.")] = None,
    max_seconds: Annotated[
        float | None, typer.Option(metavar="N", help="No new step after N seconds.")
    ] = None,
    max_usd: Annotated[
        str | None, typer.Option(metavar="SUM", help="At most this many US dollars, as 0.50.")
    ] = None,
    today: Today = None,
    output: Output = None,
    form: Form = None,
    force: Force = False,
    json: Annotated[bool, typer.Option("--json", help="The report as JSON: the same as -f json.")] = False,
    events: Annotated[
        bool, typer.Option("--events", help="Every event as a line of JSON, as it happens.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress and no summary on stderr.")
    ] = False,
    resume: Annotated[
        str | None,
        typer.Option(
            metavar="RUN", help="Go on with a run that was interrupted; no finished call is repeated."
        ),
    ] = None,
    plan_only: Annotated[bool, typer.Option("--plan-only", help="Print the plan and stop.")] = False,
) -> int:
    """Research a question in documents or on the web, check every statement, and print the report."""
    from stet.cli import ask as command
    from stet.cli.setup import ModelFlags, WebFlags

    limits = command.Limits(max_rounds, max_searches, max_pages, max_seconds, max_usd)
    web = WebFlags(search, site, exclude_site, since, lang, official, open_web, max_age)
    roles = (planner_model, analyst_model, writer_model, reviewer_model, judge_model, supervisor_model)
    models = ModelFlags(model, *roles, allow_unknown_prices)
    asked = command.Asked(
        question,
        tuple(docs or ()),
        level,
        engine,
        profile,
        depth,
        limits,
        web,
        models,
        today,
        replay,
        native_search,
        require_review,
    )
    wanted = command.Wanted(output, form, force, json, events, quiet)
    if resume is not None:
        return command.resume(resume, asked, wanted)
    return command.plan(asked, wanted) if plan_only else command.ask(asked, wanted)


def replay(
    run: Run,
    output: Output = None,
    form: Annotated[
        str | None,
        typer.Option("--format", "-f", metavar="FORMAT", help="md, html or json. [default: md]"),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Make a stored run again, offline, and print its report: the same, byte for byte."""
    from stet.cli import ask as command

    return command.replay(run, command.Wanted(output, form, force, json, events=False, quiet=False))
