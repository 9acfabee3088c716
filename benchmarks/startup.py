"""How long `import stet` and `stet --help` take: `python benchmarks/startup.py [--runs N]`.

Best of N fresh processes each, beside an empty Python, so that a slow machine shows as such; then the ten
modules that cost most.
"""

import argparse
import re
import subprocess
import sys
import time

HELP = "import sys, stet.cli; sys.argv = ['stet', '--help']; stet.cli.main()"
TARGET = 0.5
IMPORT = re.compile(r"import time:\s+(\d+) \|\s+(\d+) \|\s*(\S+)")


def best(code: str, runs: int) -> float:
    """Seconds of the fastest of `runs` processes."""
    times: list[float] = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False)
        times.append(time.perf_counter() - start)
    return min(times)


def dearest(code: str, most: int = 10) -> list[tuple[float, str]]:
    """The modules whose own import takes longest: seconds and name."""
    command = [sys.executable, "-X", "importtime", "-c", code]
    said = subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
    ).stderr
    return sorted(((int(own) / 1e6, name) for own, _, name in IMPORT.findall(said)), reverse=True)[:most]


def main() -> None:
    """Print a line for each, and what they spend their time on."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    empty = best("pass", runs)
    print(f"empty Python   {empty:.3f} s")
    for name, code in (("import stet", "import stet"), ("stet --help", HELP)):
        seconds = best(code, runs)
        print(f"{name:14} {seconds:.3f} s  {seconds / empty:.1f} × empty, target {TARGET} s")
    print("\nown import time under stet --help")
    for seconds, name in dearest(HELP):
        print(f"  {seconds:.3f} s  {name}")


if __name__ == "__main__":
    main()
