"""Everything that can go wrong, as a tree.

StetError
├── InputError            usage, configuration or file: exit 2
│   ├── BadQuestion       empty or too long
│   ├── BadSetting        an option, profile, level or date that is not one
│   ├── NotFound          no such run, claim, source or file
│   └── StoreError        the store cannot be opened, is foreign, newer, locked or read-only
├── BudgetExhausted       a limit was reached before a call: exit 3 when nothing usable was there
├── Busy                  as many runs go on as may: try again later
├── KeyMissing            a key is missing or was refused: exit 4
├── ProviderError         an outside service failed: exit 5
│   ├── RateLimited       try again after `retry_after` seconds
│   ├── QuotaExceeded     the account has nothing left
│   ├── Unavailable       time-out, no connection, 5xx
│   ├── BadAnswer         the answer does not have the agreed shape
│   ├── Learned           the service said how it wants to be asked: ask again, that way
│   ├── TooLong           question and answer are longer than a model can take
│   └── UnknownModel      the service knows no model of this name
├── Refused               an address or path that policy forbids
├── ReplayMiss            a replay asked for a call that the stored run never made
└── IntegrityError        the store no longer says what was written

Each has a stable `code`, says whether it is `retryable`, and may carry a `hint`: the next thing to do.
"""

from typing import ClassVar


class StetError(Exception):
    """The root of the tree; never raised itself."""

    code: ClassVar[str] = "error"
    retryable: ClassVar[bool] = False
    exit_status: ClassVar[int] = 70

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class InputError(StetError):
    """What was given cannot be used."""

    code = "input"
    exit_status = 2


class BadQuestion(InputError):
    """The question is empty or longer than a question can be."""

    code = "bad_question"


class BadSetting(InputError):
    """An option, profile, level or date that is not one."""

    code = "bad_setting"


class NotFound(InputError):
    """No such run, claim, source or file."""

    code = "not_found"


class StoreError(InputError):
    """The store cannot be used: foreign, newer than the program, locked, read-only or full."""

    code = "store"


class BudgetExhausted(StetError):
    """A limit was reached; raised before the call that would have passed it."""

    code = "budget"
    exit_status = 3

    def __init__(self, limit: str, *, allowed: str, hint: str | None = None) -> None:
        super().__init__(f"the limit on {limit} is reached ({allowed})", hint=hint)
        self.limit = limit
        self.allowed = allowed


class Busy(StetError):
    """As many runs go on at one time as may."""

    code = "busy"
    retryable = True
    exit_status = 5


class KeyMissing(StetError):
    """A key is missing or was refused."""

    code = "key_missing"
    exit_status = 4


class ProviderError(StetError):
    """An outside service failed."""

    code = "provider"
    exit_status = 5


class RateLimited(ProviderError):
    """Asked too often; `retry_after` is in seconds where the service said so."""

    code = "rate_limited"
    retryable = True

    def __init__(self, message: str, *, retry_after: float | None = None, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after


class QuotaExceeded(ProviderError):
    """The account has nothing left."""

    code = "quota"


class Unavailable(ProviderError):
    """Time-out, no connection or a 5xx."""

    code = "unavailable"
    retryable = True


class BadAnswer(ProviderError):
    """The answer does not have the agreed shape."""

    code = "bad_answer"


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


class Refused(StetError):
    """An address or path that policy forbids."""

    code = "refused"
    exit_status = 2


class ReplayMiss(StetError):
    """A replay asked for a call that the stored run never made."""

    code = "replay_miss"
    exit_status = 2


class IntegrityError(StetError):
    """The store no longer says what was written."""

    code = "integrity"
    exit_status = 1
