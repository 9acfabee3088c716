"""The report as JSON: schema `stet.report/1`, the contract that other tools read."""

import json
from typing import Any

from pydantic import ValidationError

from stet.domain.report import SCHEMA, Report
from stet.errors import InputError


class NotAReport(InputError):
    """The text is not a report of this schema."""

    code = "not_a_report"


def to_json(report: Report, *, dense: bool = False) -> str:
    """One JSON document, `schema` first, then the fields in their order; money as a string, dates as ISO.

    Equal reports give equal text. `dense` leaves out the white space that only people need.
    """
    document = report.model_dump(mode="json", by_alias=True)
    if dense:
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def from_json(text: str) -> Report:
    """The report in `text`.

    Raises:
        NotAReport: the text is no JSON, or not of this schema
    """
    try:
        return Report.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        message = f"not a {SCHEMA} document: {where + ': ' if where else ''}{first['msg']}"
        raise NotAReport(message, hint="export it again: stet export RUN -f json") from error


def json_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of `to_json`'s document."""
    schema = Report.model_json_schema(by_alias=True, mode="serialization")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{SCHEMA.replace('/', ':').replace('.', ':')}",
        **schema,
        "title": SCHEMA,
    }


def schema_text() -> str:
    """The published text of the schema, `docs/schema/stet.report-1.json`."""
    return json.dumps(json_schema(), ensure_ascii=False, indent=2) + "\n"
