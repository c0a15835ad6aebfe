# One self-contained page: the site's look and its drawing of a warp, with no request to anywhere.
from __future__ import annotations

import html
import json
import pathlib
from collections.abc import Iterable

from tools.model import ROOT, load_course

OWN = pathlib.Path(__file__).resolve().parent / "static"
SITE = ROOT / "tools" / "site" / "static"
STYLES = (SITE / "common.css", OWN / "report.css")
SCRIPTS = (SITE / "rules.js", SITE / "drawing.js", OWN / "report.js")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def document(title: str, body: Iterable[str], requests: list[dict]) -> str:
    """`requests` are those that the page draws: an element with data-request="N" shows the N-th."""
    data = json.dumps(requests, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{text(title)}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><link rel="icon" href="data:,">',
            f"<style>\n{_all(STYLES)}</style></head><body>",
            f'<header><b>{text(load_course().name)}</b><button type="button" class="theme" hidden></button></header>',
            "<main>",
            *body,
            "</main>",
            f'<script type="application/json" id="requests">{data}</script>',
            f"<script>\n{_all(SCRIPTS)}</script></body></html>\n",
        ]
    )


def text(words: str) -> str:
    return html.escape(words)


def scrolling(what: str, content: str) -> str:
    """What is wider than a phone moves by itself, under a finger and under the arrow keys."""
    return f'<div class="wide" tabindex="0" role="region" aria-label="{text(what)}">{content}</div>'


def _all(files: Iterable[pathlib.Path]) -> str:
    return "".join(file.read_text(encoding="utf-8") for file in files)
