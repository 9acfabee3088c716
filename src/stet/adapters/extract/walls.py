"""Pages that stand in the way of a page: blocks, consent walls, log-ins, teasers before a payment.

They come with status 200 and look like text. Only a short page can be one: an article about such pages is long.
Wording collected from what sites show; each phrase is lower case.
"""

import re
from typing import NamedTuple

from stet.domain.evidence import PageStatus

_BLOCK_CHARACTERS = 1_500
_TEASER_CHARACTERS = 3_000

_BLOCKED_TITLES = re.compile(
    r"just a moment|attention required|access (?:to this page has been )?denied|pardon our interruption"
    r"|are you a (?:robot|human)|security check|checking your browser|ddos-guard|please wait\.\.\.|human verification"
    r"|robot check|before you continue|nur einen moment|un instant|un momento"
)
_BLOCKED = re.compile(
    r"enable javascript and cookies to continue|please enable cookies|(?:sorry, )?you have been blocked"
    r"|why have i been blocked|verify(?:ing)? (?:that )?you are (?:a )?human|checking (?:if the site|your browser)"
    r"|unusual traffic from your|access to this page has been denied|request unsuccessful\. incapsula"
    r"|complete the (?:captcha|security check)|you don't have permission to access .{1,200} on this server"
    r"|performance (?:&|and) security by cloudflare|cloudflare ray id|please turn (?:on|off) your ad ?blocker"
    r"|our systems have detected unusual|press (?:&|and) hold to confirm"
)
_CONSENT = re.compile(
    r"before you continue to \w+|we value your privacy|(?:accept|allow) all(?: cookies)?\b.{0,200}\breject"
    r"|to (?:view|read|access) this (?:page|content|site),? (?:please )?(?:accept|enable) (?:all )?cookies"
    r"|(?:continue|agree) with (?:ads|advertising)|mit werbung weiterlesen"
    r"|continuer sans accepter|alle cookies akzeptieren",
    re.DOTALL,
)
_PAYWALLED = re.compile(
    r"subscribe (?:now )?to (?:continue|keep|read|unlock)|this (?:article|story|content|page) is (?:only )?"
    r"(?:for|available to|reserved for|exclusive to) (?:our )?(?:paying )?(?:subscribers|members)"
    r"|to (?:continue|keep) reading(?: this)?[, ].{0,60}(?:subscribe|subscription|trial|account|sign up)"
    r"|(?:already a|existing) (?:subscriber|member)\? ?(?:please )?(?:log|sign) ?in"
    r"|become a (?:subscriber|member) to read"
    r"|you have (?:reached|read) (?:your|all).{0,40}free articles|réservé aux abonnés|il vous reste [\d.,]{1,6} ?% de"
    r"|weiterlesen mit|lesen sie diesen artikel mit|exklusiv für abonnent|sólo para suscriptores|hazte suscriptor"
)
_LOGIN = re.compile(
    r"(?:please )?(?:log|sign) ?in to (?:continue|view|see|access|read)|you must (?:be logged in|log in|sign in)"
    r"|bitte melden sie sich an|veuillez vous connecter|inicia sesión para"
)


class Wall(NamedTuple):
    """What stands in the way, and in which words it says so."""

    status: PageStatus
    reason: str


def find_wall(title: str | None, text: str) -> Wall | None:
    """The wall that a page is, by its title and its main text, or None."""
    if len(text) > _TEASER_CHARACTERS:
        return None
    said = " ".join(text.lower().replace("’", "'").split())
    if len(text) <= _BLOCK_CHARACTERS:
        named = _BLOCKED_TITLES.match((title or "").lower().strip())
        blocked = _BLOCKED.search(said)
        # A title alone may be an article's; with hardly any text under it, it is not.
        if blocked or (named and len(text) <= 300):
            return Wall(PageStatus.BLOCKED, f"the site blocks the reader: “{_shown(said, blocked)}”")
        consent = _CONSENT.search(said)
        if consent and _mostly(said, "cookie", "privacy", "consent", "partners", "advertising", "werbung"):
            return Wall(PageStatus.BLOCKED, f"a consent wall: “{_shown(said, consent)}”")
        login = _LOGIN.search(said)
        if login and len(text) <= 600:
            return Wall(PageStatus.LOGIN, f"a log-in stands before the page: “{_shown(said, login)}”")
    paid = _PAYWALLED.search(said)
    if paid:
        return Wall(PageStatus.PAYWALLED, f"a teaser before a payment: “{_shown(said, paid)}”")
    return None


def _mostly(said: str, *words: str) -> bool:
    """Whether a text speaks of little else: one of the words in every forty words or so."""
    return 40 * sum(said.count(word) for word in words) >= len(said.split())


def _shown(said: str, match: re.Match[str] | None) -> str:
    start = max(0, match.start() - 20) if match else 0
    return said[start : start + 100].strip()
