"""What the page on MCP says is so."""

import re
from pathlib import Path

from mcpkit import Served
from stet.domain.budget import Depth
from stet.mcp import checks, edge, evidence, reports, runs

PAGE = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")


async def test_every_tool_and_every_resource_stands_in_its_table(served: Served):
    async with served.client() as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        templates = (await client.list_resource_templates()).resource_templates
    rows = dict(re.findall(r"^\| `([a-z_]+)` \|.*\| (yes|no)[^|]*\|$", PAGE, re.MULTILINE))
    assert {name: changes == "no" for name, changes in rows.items()} == {
        name: bool(tool.annotations and tool.annotations.read_only_hint) for name, tool in tools.items()
    }
    schemes = set(re.findall(r"^\| `([a-z]+)://", PAGE, re.MULTILINE))
    assert schemes == {each.uri_template.partition(":")[0] for each in templates}


def test_the_bounds_are_those_that_hold():
    for said in (
        f"within {edge.SECONDS:.0f} seconds",
        f"parts of {evidence.MOST_CHARACTERS:,} characters",
        f"Claims come {reports.MOST_CLAIMS} at a time",
        f"{checks.MOST_STATEMENTS} at a time",
        f"`--depth {runs.SMALL.value}`",
        "newest 200 runs",
    ):
        assert said in " ".join(PAGE.split()), said
    assert runs.SMALL is Depth.QUICK
