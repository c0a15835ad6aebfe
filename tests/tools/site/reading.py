# A real browser that reads pages for a test, and a person in front of it who notices what goes wrong.
# Debian: apt-get install chromium; another browser of its kind: COURSE_BROWSER=PATH
from __future__ import annotations

import contextlib
import functools
import http.server
import os
import pathlib
import shutil
import threading
from collections.abc import Iterator

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = ""
try:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import Browser, Page, sync_playwright
except ImportError:
    MISSING = "this Python has no playwright and axe-playwright-python (requirements-browser.txt)"
ASKED = os.environ.get("COURSE_BROWSER")
BROWSER = shutil.which(ASKED) if ASKED else next(filter(None, map(shutil.which, NAMES)), None)
if not BROWSER:
    MISSING = f"no browser: {ASKED or ', '.join(NAMES)}"
LAPTOP, PHONE = {"width": 1300, "height": 850}, {"width": 360, "height": 740}


def need_browser(missing: str = "") -> None:
    """Skips the file of tests that calls it where there is none, or where something else is missing."""
    missing = missing or MISSING
    if missing and ASKED:
        pytest.fail(f"COURSE_BROWSER is set, so a browser must be tried: {missing}")
    if missing:
        pytest.skip(missing, allow_module_level=True)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        pass


@contextlib.contextmanager
def serving(folder: pathlib.Path) -> Iterator[str]:
    """The address of a server of the folder."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextlib.contextmanager
def started() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=BROWSER, args=options)
        yield browser
        browser.close()


class Reader:
    """A page of the browser that remembers what went wrong."""

    def __init__(self, browser: Browser, root: str, **options: object):
        self.page: Page = browser.new_context(**{"viewport": LAPTOP, **options}).new_page()
        self.root, self.wrong = root, []
        self.page.on("console", lambda said: said.type in ("error", "warning") and self.wrong.append(said.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("requestfailed", lambda request: self.wrong.append(f"failed: {request.url}"))
        self.page.on("request", self.note_request)

    def note_request(self, request) -> None:
        if not request.url.startswith((self.root, "data:", "blob:")):
            self.wrong.append(f"outside: {request.url}")

    def open(self, name: str) -> Page:
        self.page.goto(self.root + name)
        return self.page

    def unfold(self) -> None:
        self.page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")

    def faults(self) -> list[str]:
        """Serious ones that axe-core finds in the page as it stands."""
        found = Axe().run(self.page).response["violations"]
        return [
            f"{fault['id']}: {node['target']}"
            for fault in found
            if fault["impact"] in ("serious", "critical")
            for node in fault["nodes"]
        ]
