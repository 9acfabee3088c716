"""Formats that need a package beside the usual ones."""

from stet.errors import InputError


class NotInstalled(InputError):
    """The format needs a package that is not installed."""

    code = "not_installed"

    def __init__(self, form: str, error: ImportError) -> None:
        super().__init__(
            f"-f {form} needs the extra “{form}”: {error}", hint=f"pip install 'stet-research[{form}]'"
        )
