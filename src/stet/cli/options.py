"""Options that several commands share, as typer sees them."""

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
Run = Annotated[
    str, typer.Argument(metavar="RUN", show_default=False, help="The run's id, or its beginning.")
]
Today = Annotated[
    str | None,
    typer.Option("--today", metavar="DATE", help="The date to reckon from, as 2026-11-30. [default: today]"),
]
Docs = Annotated[
    list[str] | None,
    typer.Option(
        "--docs",
        "-d",
        metavar="PATH",
        show_default=False,
        help="A folder or file to read; may be given many times.",
    ),
]
Profile = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|PATH",
        help="eu-law, general, science or a TOML file. [default: the folder's own, else general]",
    ),
]
Search = Annotated[
    list[str] | None,
    typer.Option(
        "--search",
        "-s",
        metavar="NAME,…",
        show_default=False,
        help="Search the web with a provider, the next where it cannot answer; several of these are asked at once.",
    ),
]
Site = Annotated[
    list[str] | None,
    typer.Option("--site", metavar="HOST", show_default=False, help="Search only this site, or these."),
]
ExcludeSite = Annotated[
    list[str] | None,
    typer.Option("--exclude-site", metavar="HOST", show_default=False, help="Leave a site out."),
]
Since = Annotated[
    str | None, typer.Option("--since", metavar="WHEN", help="Nothing older: 90d, 2y, or 2026-05-01.")
]
Lang = Annotated[str | None, typer.Option("--lang", metavar="CODE", help="Pages in one language, as en.")]
Official = Annotated[
    bool | None,
    typer.Option(
        "--official/--no-official",
        show_default=False,
        help="Search the profile's official sites, before and beside the open web. [default: yes]",
    ),
]
Open = Annotated[
    bool | None,
    typer.Option("--open/--no-open", show_default=False, help="Search the open web. [default: yes]"),
]
MaxAge = Annotated[
    str | None,
    typer.Option(
        "--max-age", metavar="SPAN", help="Take again what was searched or fetched within SPAN. [default: 1d]"
    ),
]

Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        "-m",
        metavar="PROVIDER:MODEL",
        help="The model of every role, as openai:gpt-5 or local:qwen.",
    ),
]
PlannerModel = Annotated[
    str | None, typer.Option("--planner-model", metavar="PROVIDER:MODEL", help="Another for who plans.")
]
AnalystModel = Annotated[
    str | None,
    typer.Option(
        "--analyst-model", metavar="PROVIDER:MODEL", help="Another for who reads passages and makes claims."
    ),
]
WriterModel = Annotated[
    str | None, typer.Option("--writer-model", metavar="PROVIDER:MODEL", help="Another for who writes.")
]
ReviewerModel = Annotated[
    str | None,
    typer.Option("--reviewer-model", metavar="PROVIDER:MODEL", help="Another for who reviews the draft."),
]
JudgeModel = Annotated[
    str | None,
    typer.Option("--judge-model", metavar="PROVIDER:MODEL", help="Another for who judges what claims mean."),
]
SupervisorModel = Annotated[
    str | None,
    typer.Option("--supervisor-model", metavar="PROVIDER:MODEL", help="Another for who divides the work."),
]
AllowUnknownPrices = Annotated[
    bool | None,
    typer.Option(
        "--allow-unknown-prices", show_default=False, help="Go on where a limit on money cannot be kept."
    ),
]
RequireReview = Annotated[
    str | None,
    typer.Option(
        "--require-review",
        metavar="RULE",
        help="Accepted only when people agree with these claims: high-stakes, all, or sample:20%.",
    ),
]
Replay = Annotated[
    str | None,
    typer.Option(
        "--replay",
        metavar="RUN",
        help="Write anew from what RUN read: no search, no fetch; other models may write.",
    ),
]
NativeSearch = Annotated[
    str | None,
    typer.Option(
        "--native-search",
        metavar="NAME",
        help="With --level single: the answer of openai, anthropic or google.",
    ),
]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write the report to FILE and not to stdout."),
]
Form = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="FORMAT",
        help="md, html, json, csv, csl, bibtex, ris, annotations, docx, pdf. [default: by FILE's ending; else md]",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite FILE if it is there.")]
