"""What can go wrong with a model beyond what goes wrong with any service."""

from stet.errors import ProviderError


class Learned(ProviderError):
    """The service said how it wants to be asked. That is remembered; to ask again at once is worth it."""

    code = "learned"
    retryable = True


class TooLong(ProviderError):
    """Question and answer together are longer than the model, or its account, can take at once."""

    code = "too_long"


class UnknownModel(ProviderError):
    """The service does not know the model by this name."""

    code = "unknown_model"
    exit_status = 2
