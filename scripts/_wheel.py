"""Check that a wheel holds every file of the package: `python scripts/_wheel.py WHEEL`."""

import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"


def main(wheel: str) -> int:
    """Print what is in the checkout and not in the wheel, and the other way round."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    paths = [
        path for path in (SOURCE / "stet").rglob("*") if path.is_file() and "__pycache__" not in path.parts
    ]
    wanted = {path.relative_to(SOURCE).as_posix() for path in paths}
    for name in sorted(wanted ^ packed):
        print(f"{'missing from' if name in wanted else 'only in'} the wheel: {name}")
    data = sorted(name for name in packed if not name.endswith(".py"))
    print(f"{len(packed)} files in the wheel, {len(data)} of them data: {', '.join(data)}")
    return 1 if wanted != packed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
