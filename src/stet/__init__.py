"""stet: research whose every sentence leads to exact words in a saved page.

`await research("question", documents=["folder"])`, or `research_sync` where there is no event loop.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from stet._version import __version__

if TYPE_CHECKING:
    from stet.api import research, research_sync
    from stet.app import WebRequest
    from stet.domain.budget import Budget, Depth
    from stet.domain.report import Report
    from stet.domain.run import Level
    from stet.errors import StetError

_WHERE = {
    "Budget": "stet.domain.budget",
    "Depth": "stet.domain.budget",
    "Level": "stet.domain.run",
    "Report": "stet.domain.report",
    "StetError": "stet.errors",
    "WebRequest": "stet.app",
    "research_sync": "stet.api",
}

__all__ = [
    "Budget",
    "Depth",
    "Level",
    "Report",
    "StetError",
    "WebRequest",
    "__version__",
    "research",
    "research_sync",
]


class _Package(ModuleType):
    """This package: `stet.research` is the function, also after the sub-package of that name was imported.

    The import system binds a sub-package to its parent's attribute; here that binding is let go, and modules
    below are reached by their full names as ever. See docs/decisions/0002-research-is-a-function.md.
    """

    @property
    def research(self) -> Callable[..., Any]:
        return import_module("stet.api").research

    @research.setter
    def research(self, module: ModuleType) -> None:
        pass


def __getattr__(name: str) -> Any:
    # Loaded when first used, so that `import stet` costs nothing.
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if not TYPE_CHECKING:
    sys.modules[__name__].__class__ = _Package
