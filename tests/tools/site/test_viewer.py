# The viewer's rules in the browser against the simulator's own, on thousands of random warps, and its traces.
# Run: ./course test test_viewer
from __future__ import annotations

import json
import random
import shutil
import subprocess

import pytest

from tools.build.meson import BUILD
from tools.model import ROOT
from tools.site.traces import PATH as TRACES

STATIC = ROOT / "tools" / "site" / "static"
WARPS = 6000
WIDTHS = (1, 2, 4, 8, 16)
NODE = shutil.which("node")


def random_warp(chance: random.Random) -> dict:
    """Lines, pairs, broadcasts, crowds and chaos; sometimes with lanes switched off."""
    bytes_a_lane = chance.choice(WIDTHS)
    kind = chance.choice(("line", "pairs", "every other", "crowd", "chaos", "two lines", "groups"))
    base, step = chance.randrange(512), chance.choice((0, 1, 2, 3, 4, 7, 8, 16, 31, 32, 33, 34, 36, 64, 1000))
    spread = chance.choice((2, 8, 64, 5000))
    chaos = [chance.randrange(spread) for _ in range(32)]
    element = {
        "line": lambda lane: lane * step,
        "pairs": lambda lane: chaos[lane // 2],
        "every other": lambda lane: chaos[lane // 4 * 2 + lane % 2],
        "crowd": lambda lane: chaos[lane % 3] * 32,
        "chaos": lambda lane: chaos[lane],
        "two lines": lambda lane: lane % 16 * step + lane // 16 * chaos[0],
        "groups": lambda lane: chaos[lane // 8] * 32 + lane % 8,
    }[kind]
    mask = chance.choice((0xFFFFFFFF, 0xFFFFFFFF, chance.getrandbits(32), 1 << chance.randrange(32), 0x0000FFFF, 0))
    space = chance.choice(("global", "shared"))
    shift = chance.choice((0, 0, 0, 4, 1)) if space == "global" else 0
    lanes = [[lane, (base + element(lane)) * bytes_a_lane + shift] for lane in range(32) if mask >> lane & 1]
    return {"space": space, "store": chance.random() < 0.5, "bytes": bytes_a_lane, "lanes": lanes}


def simulated(warps: list[dict]) -> list[int]:
    """Sectors or wavefronts of each, as the simulator's own functions count them."""
    program = BUILD / "tests" / "tools" / "count-requests.sim"
    if not program.exists():
        pytest.skip("the course is not built: ./course test test_viewer builds it")
    lines = []
    for warp in warps:
        words = [warp["space"], int(warp["store"]), warp["bytes"], len(warp["lanes"]), *sum(warp["lanes"], [])]
        lines.append(" ".join(map(str, words)))
    done = subprocess.run([program], input="\n".join(lines), capture_output=True, text=True, check=True)
    return [int(word) for word in done.stdout.split()]


def run_javascript(expression: str, given: object, *scripts: str) -> object:
    """What the expression of `given` is after the scripts, as JSON: by node, or by a browser."""
    sources = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in scripts)
    if NODE:
        program = f"{sources}\nconst given = JSON.parse(require('fs').readFileSync(0, 'utf8'));\n"
        program += f"process.stdout.write(JSON.stringify({expression}));"
        done = subprocess.run([NODE, "-e", program], input=json.dumps(given), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip("neither node nor a browser (requirements-browser.txt) to run JavaScript")
    browser_path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not browser_path:
        pytest.skip("neither node nor a browser to run JavaScript")
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"]).new_page()
        return page.evaluate(f"given => {{ {sources}\n return {expression}; }}", given)


COUNT = "given.map((warp) => Rules.count({ ...warp, lanes: new Map(warp.lanes) }).cost)"


@pytest.mark.parametrize("seed", range(3))
def test_the_browser_counts_what_the_simulator_counts(seed):
    chance = random.Random(seed)
    warps = [random_warp(chance) for _ in range(WARPS)]
    for width in WIDTHS:
        for space in ("global", "shared"):
            assert sum(warp["bytes"] == width and warp["space"] == space for warp in warps) > 100
    expected = simulated(warps)
    assert len(set(expected)) > 30  # from 0 to 64: the warps are of many kinds
    found = run_javascript(COUNT, warps, "rules.js")
    wrong = [(warp, theirs, ours) for warp, theirs, ours in zip(warps, expected, found, strict=True) if theirs != ours]
    assert not wrong, f"{len(wrong)} of {WARPS}, the first: {wrong[0]}"


def test_the_browser_counts_what_the_simulator_counted_of_the_kernels():
    requests = [
        request
        for kernel in json.loads(TRACES.read_text(encoding="utf-8"))
        for seen in kernel["warps"]
        for request in seen["requests"]
    ]
    assert len(requests) > 200
    for request in requests:
        request["store"] = request["op"] != "load"
        request["lanes"] = [[lane, place] for lane, place in enumerate(request["lanes"]) if place is not None]
    assert run_javascript(COUNT, requests, "rules.js") == [request["cost"] for request in requests]


NUMBERS = {"lane": 7, "x": 5, "y": 3, "pad": 1, "base": 100}
VALUES = {
    "base + 33 * lane": 331,
    "x * (32 + pad) + (y ^ x)": 171,
    "7 - 2 - 1": 4,
    "-7 / 2": -3,  # as in C, towards zero
    "-7 % 4": -3,
    "1 + 2 << 3": 24,
    "6 & 3 == 3": 0,  # as in C: 6 & (3 == 3)
    "lane < 16 && x != 5 || y == 3": 1,
    "lane > 3 ? x : y": 5,
    "!x + ~0": -1,
    "~(lane | 8)": -16,
    "2147483648 * 2": 4294967296,
}
WRONG = {
    "": "missing at the end",
    "lane +": "missing at the end",
    "(lane": "')' is missing at the end",
    "lane lane": "'lane' was not expected",
    "lane.constructor": "'.' was not expected",
    "alert(1)": "'alert' is not known",
    "lane / 0": "division by zero",
    "lane = 3": "'=' was not expected",
}


def test_an_expression_means_what_it_means_in_c():
    expression = "given[0].map((text) => Expression.compile(text, Object.keys(given[1]))(given[1]))"
    assert run_javascript(expression, [list(VALUES), NUMBERS], "expression.js") == list(VALUES.values())


def test_a_wrong_expression_says_what_is_wrong_with_it():
    tried = "(() => { try { return Expression.compile(text, ['lane'])({ lane: 1 }); } catch (error) { return error.message; } })()"
    said = run_javascript(f"given.map((text) => {tried})", list(WRONG), "expression.js")
    for (text, words), message in zip(WRONG.items(), said, strict=True):
        assert words in message, text
