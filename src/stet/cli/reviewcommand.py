"""The command by which people decide on claims, and its options, as typer sees them."""

from typing import Annotated

import typer

from stet.cli.options import Json, Run


def review(
    run: Run,
    claim: Annotated[
        str | None,
        typer.Argument(metavar="C3", show_default=False, help="A claim; without one, ask claim by claim."),
    ] = None,
    verdict: Annotated[
        str | None,
        typer.Argument(
            metavar="agree|disagree|unclear", show_default=False, help="What you say of it, having looked."
        ),
    ] = None,
    note: Annotated[str | None, typer.Option(metavar="TEXT", help="Why, in at most 2000 characters.")] = None,
    action: Annotated[
        str | None,
        typer.Option(
            metavar="ACTION",
            help="What should become of it: accept, narrow, investigate, label_inference or remove.",
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who decides. [default: the setting name]")
    ] = None,
    sample: Annotated[
        str | None, typer.Option(metavar="SHARE", help="Only a sample of the claims, as 20%.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Another number, another sample. [default: by the run's id]"),
    ] = None,
    json: Json = False,
) -> int:
    """Say of each claim whether its words support it; kept beside what the program decided."""
    from stet.cli.review import Said, Spot
    from stet.cli.review import review as command

    return command(run, Said(claim, verdict, note, action, name), Spot(sample, seed), as_json=json)
