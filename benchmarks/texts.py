"""Reading texts by anyone: `python benchmarks/texts.py DATA_FOLDER [--show NAME]`.

DATA_FOLDER holds `reports/*.md` (see its README). Printed:

- for each report its marks by form, citations, those without a reference, references, findings by kind;
- time of 1 MB of these reports, in processor time, the best of three;
- time of hostile texts at one and two times a size, and the ratio: 2 is linear.
"""

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from stet.texts.html import read_html
from stet.texts.read import read_text
from stet.texts.values import Citation

FORMS = (
    ("【n†…】", r"【.*†.*】"),
    ("【n】", r"【.*】"),
    ("［n］", r"［.*］|\[[０-９]+\]"),
    ("[[n]](url)", r"\[\[\d+\]\]\(.*"),
    ("[n](url)", r"\[\^?\d+\]\(.*"),
    ("[^n]", r"\[\^.*\]"),
    ("[n-m]", r"\[.*\d[-–]\d.*\]"),
    ("[n, m]", r"\[\d.*[,;].*\]"),
    ("[n]", r"\[\d+\]"),
    ("[S1]", r"\[[A-Z]\d.*\]"),
    ("[text](url)", r"\[[\s\S]*\]\([\s\S]*"),
    ("<sup>", r"<sup.*"),
    ("chat program", r".*(?:oaicite|turn\d).*"),
    ("address", r"<?(?:https?://|www\.).*"),
    ("identifier", r"(?i)(?:doi|10\.|pmid|arxiv).*"),
    ("author, year", r"[\s\S]*\d{4}[a-z]?[)）]?"),
)

HOSTILE: dict[str, Callable[[int], str]] = {
    '"[" and digits': lambda n: "[" + "1" * n,
    "brackets nested": lambda n: "[" * (n // 2) + "]" * (n // 2),
    "[1] again and again": lambda n: "[1]" * (n // 3),
    "[1-200] again and again": lambda n: "[1-200] " * (n // 400),
    "fences unclosed": lambda n: "```\n" * (n // 4),
    "backticks of many lengths": lambda n: "".join("`" * (i % 200 + 1) + " " for i in range(n // 100)),
    "no space": lambda n: "a" * n,
    "<sup> unclosed": lambda n: "<sup>" * (n // 5),
    "<a href unclosed": lambda n: '<a href="http://a.uk/' * (n // 21),
    "links nested": lambda n: "[a](" * (n // 8) + ")" * (n // 8),
    "links nested with blanks": lambda n: "[a](http://b.uk/ " * (n // 18) + ")" * (n // 18),
    "address of brackets": lambda n: "http://a.uk/" + ")" * n,
    "addresses with bars in a row": lambda n: "| " + "http://a.uk/|" * (n // 13),
    "addresses": lambda n: "".join(f"http://a.uk/{i} " for i in range(n // 18)),
    "dollars": lambda n: "$a " * (n // 3),
    "stars": lambda n: "*a " * (n // 3),
    "comments unclosed": lambda n: "<!--" * (n // 4),
    "lines of one letter": lambda n: "a\n" * (n // 2),
    "items": lambda n: "- a\n" * (n // 4),
    "numbered items with addresses": lambda n: "1. a http://a.uk/c\n" * (n // 19),
    "headings of sources": lambda n: "# Sources\n\ntext\n\n" * (n // 17),
    "entries": lambda n: "".join(f"[{i}] T http://a.uk/{i}\n" for i in range(n // 24)),
    "lists that are none": lambda n: "".join(
        f"[1] T http://a.uk/{i}\n\nword word\n\n" for i in range(n // 34)
    ),
    "marks alone": lambda n: "Fact one is here.\n\n" + "[1]\n\n" * (n // 5),
    "names without years": lambda n: "Smith and " * (n // 10) + "(2020)",
    "authors, listed": lambda n: "## References\n\n- " + "A and " * (n // 6) + "(2020). T.\n",
    "years": lambda n: "(2020) " * (n // 7),
    "rows": lambda n: "| a | b |\n" * (n // 10),
    "marks too wide": lambda n: "[1-999999999] " * (n // 14),
    "one mark of numbers": lambda n: "[" + "1," * (n // 2) + "1]",
    "links named as sites": lambda n: "[city.org](http://a.uk/b) " * (n // 26),
    "entry of addresses": lambda n: "## Sources\n\n[1] " + "http://a.uk/b http://c.uk/d " * (n // 28),
    "JSON nested": lambda n: '{"a":' * (n // 5),
    "JSON lines": lambda n: '{"a": 1}\n' * (n // 9),
    "figures": lambda n: "7 " * (n // 2),
    "points of lists": lambda n: "2) " * (n // 3),
    "one paragraph of figures": lambda n: "A ship has 7 oars. " * (n // 19),
    "exponents": lambda n: "10<sup>3</sup> " * (n // 15),
    "emphasis and marks": lambda n: "**a** [1] " * (n // 10),
    "sentences in Chinese": lambda n: "中文。" * (n // 3),
}
HOSTILE_HTML: dict[str, Callable[[int], str]] = {
    "HTML nested": lambda n: "<div>" * (n // 5) + "a",
    "HTML links to notes": lambda n: "<li id=x>" * (n // 20) + "<a href='#x'>1</a>" * (n // 36),
    "HTML comments": lambda n: "<!--" * (n // 4),
    "HTML cells": lambda n: "<table><tr>" + "<td>a" * (n // 5),
}


def form(citation: Citation) -> str:
    """The form of a citation's marker."""
    return next((name for name, pattern in FORMS if re.fullmatch(pattern, citation.marker)), "other")


def report(path: Path) -> None:
    """Print what was read of one file."""
    read = read_text(path.read_text(encoding="utf-8"))
    citations = [c for s in read.statements for c in s.citations]
    marks = Counter(form(c) for c in {(c.start, c.end): c for c in citations}.values())
    kinds = Counter(f.kind for f in read.findings)
    print(
        f"{path.stem[:30]:30} statements {len(read.statements):4}  citations {len(citations):4}"
        f"  resolved {sum(c.key is not None for c in citations):4}  dangling {sum(c.key is None for c in citations):4}"
        f"  references {len(read.references):3}, listed {sum(r.listed for r in read.references):3}"
    )
    print("   ", ", ".join(f"{name} {count}" for name, count in marks.most_common()) or "no marks")
    print("   ", ", ".join(f"{name} {count}" for name, count in kinds.most_common()) or "no findings")
    named = {f.where for f in read.findings if f.kind == "dangling"}
    assert all(c.key is not None or (c.name or c.marker) in named for c in citations), path.name


def seconds(read: Callable[[str], object], text: str, times: int = 1) -> float:
    """Processor time of reading a text, the best of some."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        read(text)
        best = min(best, time.process_time() - start)
    return best


def speed(paths: list[Path]) -> None:
    """Print the time of 1 MB (a million characters) of the Markdown reports."""
    texts = [text for path in paths if not (text := path.read_text(encoding="utf-8")).startswith("{")]
    whole = "\n\n".join(texts)
    text = (whole * (1_000_000 // len(whole) + 1))[:1_000_000]
    print(f"1,000,000 characters of reports: {seconds(read_text, text, 3):.2f} s (target 1)")


def hostile(size: int) -> None:
    """Print times and ratios of hostile texts."""
    for read, cases in ((read_text, HOSTILE), (read_html, HOSTILE_HTML)):
        for name, make in cases.items():
            once, twice = seconds(read, make(size), 2), seconds(read, make(2 * size), 2)
            print(f"{name:32} {once:6.2f} s {twice:6.2f} s  ratio {twice / max(once, 1e-3):.1f}")


def show(path: Path) -> None:
    """Print every statement, reference and finding of a file."""
    read = read_text(path.read_text(encoding="utf-8"))
    for statement in read.statements:
        flags = f"{'C' if statement.checkable else '-'}{'F' if statement.figures else '-'}"
        print(flags, statement.text, [(c.marker[:40], c.key) for c in statement.citations])
    for value in (*read.references, *read.findings):
        print(value)


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument(
        "--show", metavar="NAME", help="print all that was read of the files whose name begins so"
    )
    parser.add_argument(
        "--size", type=int, default=250_000, help="characters of a hostile text (default 250,000)"
    )
    options = parser.parse_args()
    folder: Path = options.data / "reports"
    if not folder.is_dir():
        sys.exit(f"{folder} is no folder: DATA_FOLDER holds reports/*.md")
    paths = [path for path in sorted(folder.glob("*.md")) if path.name != "README.md"]
    if options.show:
        for path in paths:
            if path.name.startswith(options.show):
                show(path)
        return
    for path in paths:
        report(path)
    speed(paths)
    hostile(options.size)


if __name__ == "__main__":
    main()
