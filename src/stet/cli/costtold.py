"""What `stet cost` prints: amounts first, what they are for behind them."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from stet.cli.terminal import Line, one_line, table
from stet.evaluate.cost.money import over, shown
from stet.evaluate.cost.reconcile import Compared, Reconciled, Side
from stet.evaluate.cost.values import LINES, Breakdown, CostReport, Group, Item, RunCost
from stet.report.words import plural

UNKNOWN, UNDEFINED = "unknown", "undefined"
_WIDE = 12
_LISTED = 20


def told(report: CostReport) -> Iterator[Line]:
    """The lines, the parts of what models cost, the runs where there are several, and an accepted report."""
    found = report.breakdown
    yield Line(f"{report.of}: {plural(found.attempts, 'attempt')}, {found.accepted} accepted", "bold")
    yield from _states(report)
    yield Line()
    many = found.attempts > 1
    yield Line("for", "dim", *_columns([found.currency, *(["an attempt"] if many else [])]))
    for line in found.lines:
        own = line.items[0] if len(line.items) == 1 and line.items[0].what == LINES[line.line] else None
        yield _amount(_what(own) if own else LINES[line.line], line.amount, line.known, found)
        for item in () if own else line.items:
            yield _amount(f"  {_what(item)}", item.amount, item.known, found)
    yield _amount("total", found.total, found.known, found, "bold")
    if found.left_out:
        named = ", ".join(LINES[name] for name in found.left_out)
        yield Line(f"not in [costs], and left out: {named}")
    for title, groups in (
        ("role", report.by_role),
        ("model", report.by_model),
        ("provider", report.by_provider),
    ):
        yield from _groups(f"models by {title}", groups, found)
    yield from _runs(report.runs)
    yield Line()
    yield Line(f"an accepted report costs {_per_accepted(found)}", "bold")


def _states(report: CostReport) -> Iterator[Line]:
    ended = (
        ("failed", report.failed),
        ("interrupted", report.interrupted),
        ("not ended, or killed", report.running),
    )
    states = [f"{count} {what}" for what, count in ended if count]
    if states:
        yield Line(f"counted with what they used: {', '.join(states)}")
    if report.unsettled:
        calls = plural(report.unsettled, "call")
        yield Line(f"{calls} of models without an answer: counted with the most that was reserved")
    if report.estimated:
        yield Line(
            f"about: of {plural(report.estimated, 'call')} the service counted no tokens, a bound stands in"
        )


def _amount(what: str, amount: Decimal | None, known: Decimal, found: Breakdown, style: str = "") -> Line:
    shares = [amount]
    if found.attempts > 1:
        shares.append(over(amount, found.attempts) if amount is not None else None)
    left = f" ({shown(known)} of it known)" if amount is None and known else ""
    return Line(
        f"{what}{left}", style, *_columns([UNKNOWN if each is None else shown(each) for each in shares])
    )


def _columns(cells: Sequence[str]) -> tuple[int, str]:
    """Cells to the right in columns, as the indent and the label of a line."""
    label = "".join(f"{cell:>{_WIDE}}" for cell in cells)
    return len(label) + 2, label


def _what(item: Item) -> str:
    unit = "" if item.what == item.unit else f" {item.unit}"
    return f"{one_line(item.what)}, {item.count:,f}{unit}"


def _groups(title: str, groups: Sequence[Group], found: Breakdown) -> Iterator[Line]:
    if groups:
        yield Line()
        yield Line(title, "bold")
    for group in groups:
        cached = f" ({group.cached:,} cached)" if group.cached else ""
        tokens = f"{group.input:,}{cached} + {group.output:,} tokens"
        yield _amount(
            f"{one_line(group.name)}, {plural(group.calls, 'call')}, {tokens}",
            group.amount,
            group.known,
            found,
        )


def _runs(runs: Sequence[RunCost]) -> Iterator[Line]:
    """The dearest runs, those first of which the cost is unknown."""
    if not runs:
        return
    dearest = sorted(runs, key=lambda run: (run.total is not None, -run.known))[:_LISTED]
    yield Line()
    yield Line("runs, the dearest first", "bold")
    for run in dearest:
        state = run.outcome or run.status
        when = run.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
        amount = UNKNOWN if run.total is None else shown(run.total)
        yield Line(f"{run.run}  {when}  {state}", "", *_columns([amount]))
    if len(runs) > _LISTED:
        yield Line(f"and {plural(len(runs) - _LISTED, 'run')} more: all of them with --json")


def _per_accepted(found: Breakdown) -> str:
    if found.undefined:
        return f"{UNDEFINED}: none was accepted"
    if found.per_accepted is None:
        return f"{UNKNOWN}: a price is not known"
    return f"{shown(found.per_accepted)} {found.currency}: the cost of all attempts by those accepted"


def compared(found: Reconciled) -> Iterator[Line]:
    """Our counters beside a bill: by day and model, all together, and what stands aside."""
    whose = found.whose or "a provider that its columns do not name"
    days = f", {found.first} to {found.last}" if found.first else ""
    yield Line(
        f"bill of {whose}{days}: {plural(found.bill_rows, 'row')}, amounts in {found.currency}", "bold"
    )
    if not found.providers:
        yield Line("compared with the calls to all providers")
    if not found.currency_named:
        yield Line(f"the bill names no currency; it is taken as {found.currency}, that of [costs]")
    head = (
        "day",
        "model",
        "tokens: ours",
        "theirs",
        "difference",
        "share",
        "cost: ours",
        "theirs",
        "difference",
        "share",
    )
    for line in table([head, *map(_row, found.rows), _row(found.total)]):
        yield Line(line)
    yield from _aside(found)


def _row(row: Compared) -> tuple[str, ...]:
    name = row.model if row.ours and row.theirs else f"{row.model} ({'ours' if row.ours else 'theirs'} alone)"
    return (
        row.day.isoformat() if row.day else "",
        one_line(name) if row.day else "all",
        _tokens(row.ours),
        _tokens(row.theirs),
        "–" if row.tokens is None else f"{row.tokens:+,}",
        _share(row.tokens_share),
        _money(row.ours),
        _money(row.theirs),
        "–" if row.amount is None else shown(row.amount),
        _share(row.amount_share),
    )


def _tokens(side: Side | None) -> str:
    if side is None:
        return "0"
    return "–" if side.input is None or side.output is None else f"{side.input:,} + {side.output:,}"


def _money(side: Side | None) -> str:
    if side is None:
        return shown(Decimal(0))
    return UNKNOWN if side.amount is None else shown(side.amount)


def _share(share: float | None) -> str:
    return "–" if share is None else f"{share:+.2%}"


def _aside(found: Reconciled) -> Iterator[Line]:
    """What is in no row of the table, each kind with its number."""
    if found.credits:
        yield Line(f"credits in the bill: {shown(found.credits)}")
    if found.empty_rows:
        yield Line(f"rows of the bill in which nothing was billed: {found.empty_rows}")
    if found.outside:
        yield Line(f"calls of ours on days beyond those of the bill: {found.outside}")
    if found.unsettled:
        yield Line(f"calls of ours without an answer, which may have been billed: {found.unsettled}")
    if found.unreadable_rows:
        yield Line(f"rows of the bill that could not be read: {found.unreadable_rows}", "bold")
    for row in found.unreadable:
        yield Line(f"line {row.line}: {row.why}", indent=2)
    more = found.unreadable_rows - len(found.unreadable)
    if more:
        yield Line(f"and {more} more", indent=2)
