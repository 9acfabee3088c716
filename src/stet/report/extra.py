"""Formats that need a package beside the usual ones."""

from importlib.util import find_spec

from stet.errors import InputError

MODULES = {"docx": "docx", "pdf": "typst"}
"""The module that each such format needs; the extra has the format's name."""


class NotInstalled(InputError):
    """The format needs a package that is not installed."""

    code = "not_installed"

    def __init__(self, form: str) -> None:
        super().__init__(
            f"-f {form} needs the extra “{form}”, which is not installed",
            hint=f"pip install 'stet-research[{form}]'",
        )


def need(form: str) -> None:
    """See that what a format needs is there.

    Raises:
        NotInstalled: it is not
    """
    if form in MODULES and find_spec(MODULES[form]) is None:
        raise NotInstalled(form)
