"""Whether the actions of a run agree with its last ledger."""

from collections.abc import Sequence

from stet.domain.claims import Action, Decision, LedgerEntry, Taken

_STANDS = frozenset({Decision.SUPPORTED, Decision.CONFLICTING})


def disagreement(taken: Sequence[Taken], ledger: Sequence[LedgerEntry]) -> str | None:
    """What an action says that the ledger does not bear out, or None.

    A claim that was taken out does not stand, and each that does not stand was taken out; a narrowed claim stands as
    it now is. A run of an earlier version tells of no actions.
    """
    if not taken:
        return None
    stands = {entry.text for entry in ledger if entry.decision in _STANDS}
    removed = {(each.claim, each.text) for each in taken if each.action is Action.REMOVE}
    fallen = {(entry.key, entry.text) for entry in ledger if entry.decision not in _STANDS}
    for key, _ in sorted(removed - fallen):
        return f"{key} was taken out, and the ledger has it otherwise"
    for key, _ in sorted(fallen - removed):
        return f"{key} does not stand, and nothing says that it was taken out"
    for each in taken:
        if each.became is not None and each.became not in stands:
            return f"what {each.claim} was narrowed to does not stand"
    return None
