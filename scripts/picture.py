"""Make the README's picture anew: `python scripts/picture.py`.

Asks the example's question, serves the run, opens a citation in Chromium, and writes docs/images/report.png.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from stet.adapters.fetch.browser import find_browser

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "report.png"
QUESTION = "When does the harbour bridge toll start, and for whom?"
MOST = 150_000
"""Bytes of the picture."""


def main() -> int:
    """Write the picture; 1 where it is too large."""
    with tempfile.TemporaryDirectory() as home:
        environ = {**os.environ, "STET_HOME": home}
        stet = [sys.executable, "-m", "stet"]
        asked = [*stet, "ask", QUESTION, "--docs", "examples/harbour-toll", "--json", "-q"]
        made = subprocess.run(asked, env=environ, cwd=ROOT, check=True, capture_output=True, text=True)
        run = json.loads(made.stdout)["run"]
        serve = [*stet, "serve", "--port", "0"]
        with subprocess.Popen(serve, env=environ, stderr=subprocess.PIPE, text=True, cwd=home) as process:
            assert process.stderr is not None  # noqa: S101 - it was asked for
            address = process.stderr.readline().split()[2]
            try:
                _picture(f"{address}r/{run}")
            finally:
                process.terminate()
                process.wait(60)
    size = PICTURE.stat().st_size
    print(f"{PICTURE.relative_to(ROOT)}: {size:,} bytes")
    return int(size > MOST)


def _picture(address: str) -> None:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=find_browser(), args=["--no-sandbox", "--disable-lcd-text"]
        )
        page = browser.new_page(viewport={"width": 1100, "height": 560}, device_scale_factor=0.82)
        page.goto(address)
        page.get_by_label("Citation C2").first.click()
        page.wait_for_selector("#pane-close")
        page.evaluate("scrollTo(0, 425)")
        PICTURE.parent.mkdir(exist_ok=True)
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
