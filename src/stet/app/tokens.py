"""Who asks: tokens, what they open, and how they are made and looked at.

A token is `stet_`, its id, `_` and a secret of 256 random bits. The store keeps the SHA-256 of the secret: nobody can
guess so many bits, so that a slow hash, as passwords need, would only slow down every request. Secrets are compared
in constant time.
"""

import hashlib
import hmac
import re
import secrets
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

from stet.domain.base import Value
from stet.errors import BadSetting, StetError
from stet.store.tokens import TokenRecord

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

Scope = Literal["read", "run", "admin"]
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)
EVERYTHING: Final[frozenset[Scope]] = frozenset(SCOPES)

_TOKEN = re.compile(r"stet_(t[0-9a-z]{10})_([A-Za-z0-9_-]{43})\Z")
_NAME = re.compile(r"[\w][\w .@-]{0,63}\Z")
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_NOBODY = hashlib.sha256(b"").hexdigest()


class BadToken(StetError):
    """A token is missing, unknown, malformed or revoked; which of these is not said."""

    code = "bad_token"
    exit_status = 4


class NotAllowed(StetError):
    """Who asks may not do this."""

    code = "not_allowed"
    exit_status = 4


class Who(Value):
    """Who asks: the id of their token, None for the person at this machine, and what they may do.

    `read` sees one's own runs; `run` starts, stops, resumes and deletes them; `admin` sees and does all of it with
    everybody's.
    """

    token: str | None = None
    scopes: frozenset[Scope] = EVERYTHING

    @property
    def admin(self) -> bool:
        """Whether they see everybody's runs."""
        return "admin" in self.scopes

    def may(self, scope: Scope) -> bool:
        """Whether they may do what `scope` opens."""
        return self.admin or scope in self.scopes


def refuse_without(who: Who, scope: Scope) -> None:
    """Refuse who has not this scope.

    Raises:
        NotAllowed: they have not
    """
    if not who.may(scope):
        raise NotAllowed(f"this token has not the scope {scope}", hint="ask the operator for one that has")


class NewToken(NamedTuple):
    """A token as it is handed out, once, and what is kept of it."""

    text: str
    record: TokenRecord


class TokenTerms(Value):
    """What a new token opens; None is no limit. `usd` is the most for all its runs together."""

    name: str
    scopes: frozenset[Scope]
    runs_a_day: int | None = None
    usd: Decimal | None = None


def new_token(store: "SqlStore", terms: TokenTerms, at: datetime) -> NewToken:
    """Make a token and keep its hash; its text is nowhere but in what is returned.

    Raises:
        BadSetting: the name cannot be one, or there is no scope
        InputError: a token that is not revoked has this name
    """
    if _NAME.match(terms.name) is None:
        raise BadSetting("a token's name has letters, digits, spaces and . @ - _, and at most 64 of them")
    if not terms.scopes:
        raise BadSetting("a token without a scope opens nothing", hint=f"choose of: {', '.join(SCOPES)}")
    token = "t" + "".join(secrets.choice(_ALPHABET) for _ in range(10))
    secret = secrets.token_urlsafe(32)
    record = TokenRecord(
        id=token,
        name=terms.name,
        scopes=tuple(scope for scope in SCOPES if scope in terms.scopes),
        runs_a_day=terms.runs_a_day,
        usd=terms.usd,
        created_at=at,
    )
    store.add_token(record, _hash(secret))
    return NewToken(f"stet_{token}_{secret}", record)


def who_has(store: "SqlStore", text: str, at: datetime) -> Who:
    """Who has this token.

    Raises:
        BadToken: it opens nothing
    """
    found = _TOKEN.match(text)
    known = store.token(found[1]) if found else None
    # An unknown token takes as long as a known one with another secret.
    same = hmac.compare_digest(_hash(found[2] if found else ""), known[1] if known else _NOBODY)
    if not same or known is None or known[0].revoked_at is not None:
        raise BadToken("the token opens nothing here", hint="ask the operator for a new one: stet token new")
    store.token_used(known[0], at)
    return Who(token=known[0].id, scopes=frozenset(scope for scope in SCOPES if scope in known[0].scopes))


def any_token(store: "SqlStore") -> bool:
    """Whether there is a token that opens something."""
    return any(record.revoked_at is None for record in store.tokens())


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
