"""How long things are kept: the table `[retention]`."""

from typing import Annotated

from pydantic import AfterValidator

from stet.config.spans import is_span, seconds
from stet.domain.base import Value

_DAY = 86_400.0


def _is_long(text: str) -> str:
    """A span of a day at least: what is shorter is more likely a slip than a wish."""
    if seconds(is_span(text)) < _DAY:
        raise ValueError("is less than a day")
    return text


Span = Annotated[str, AfterValidator(_is_long)]


class Retention(Value):
    """Spans such as `90d`, counted from a run's last step; None keeps a thing for good.

    `pages` are the saved pages with their texts, `calls` the words of requests and answers, `runs` all of a run.
    """

    pages: Span | None = None
    calls: Span | None = None
    runs: Span | None = None

    def after(self, name: str) -> float | None:
        """After how many seconds `pages`, `calls` or `runs` go; None: never."""
        span: str | None = getattr(self, name)
        return None if span is None else seconds(span)

    def shown(self) -> str:
        """For a reader of the settings."""
        return " ".join(f"{name}={span}" for name, span in self if span is not None)
