"""What a bundle holds, as an RO-Crate: a run as an action, the program as its instrument, the files it made.

Terms of RO-Crate 1.1 and of the profile Process Run Crate 0.5 (Workflow Run RO-Crate working group).
"""

import json
from datetime import datetime
from typing import NamedTuple

from stet.domain.report import Report

NAME = "ro-crate-metadata.json"

_CRATE = "https://w3id.org/ro/crate/1.1"
_PROFILE = "https://w3id.org/ro/wfrun/process/0.5"
_TYPES = {
    "html": "text/html",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "md": "text/markdown",
    "csv": "text/csv",
    "txt": "text/plain",
}


class Member(NamedTuple):
    """A file of a bundle: its name, size in bytes, and hash in hexadecimal digits."""

    name: str
    size: int
    sha256: str


class Ran(NamedTuple):
    """When a run was made, and by which version of the program."""

    began: datetime
    ended: datetime
    version: str


def crate(report: Report, ran: Ran, members: tuple[Member, ...]) -> str:
    """The text of `ro-crate-metadata.json`; the same for the same run."""
    names = [{"@id": member.name} for member in members]
    made = [each for each in names if each["@id"].startswith("report.") or each["@id"] == "ledger.csv"]
    given = [each for each in names if each not in made]
    program = f"#stet-{ran.version}"
    graph: list[dict[str, object]] = [
        {
            "@id": NAME,
            "@type": "CreativeWork",
            "conformsTo": {"@id": _CRATE},
            "about": {"@id": "./"},
        },
        {
            "@id": "./",
            "@type": "Dataset",
            "name": report.question,
            "description": f"A report of stet on this question, run {report.run}, with its ledger and evidence.",
            "datePublished": ran.ended.date().isoformat(),
            "license": {"@id": "#licence"},
            "conformsTo": {"@id": _PROFILE},
            "hasPart": names,
            "mentions": {"@id": f"#run-{report.run}"},
        },
        {"@id": _PROFILE, "@type": "CreativeWork", "name": "Process Run Crate", "version": "0.5"},
        {
            "@id": "#licence",
            "@type": "CreativeWork",
            "name": "No licence is given: quotes and saved pages belong to those who wrote them",
        },
        {"@id": program, "@type": "SoftwareApplication", "name": "stet", "softwareVersion": ran.version},
        {
            "@id": f"#run-{report.run}",
            "@type": "CreateAction",
            "name": f"Run {report.run}",
            "description": f"level {report.level}, engine {report.engine}, profile {report.profile}",
            "startTime": ran.began.isoformat(),
            "endTime": ran.ended.isoformat(),
            "instrument": {"@id": program},
            "object": given,
            "result": made,
        },
        *(_file(member) for member in members),
    ]
    document = {"@context": f"{_CRATE}/context", "@graph": graph}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _file(member: Member) -> dict[str, object]:
    ending = member.name.rpartition(".")[2]
    return {
        "@id": member.name,
        "@type": "File",
        "name": member.name,
        "encodingFormat": _TYPES.get(ending, "application/octet-stream"),
        "contentSize": str(member.size),
        "sha256": member.sha256,
    }
