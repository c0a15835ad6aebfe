# Which g++ compiles kernels. Meson asks when it configures, and leaves the answer in build/kernel-compiler.
# Run: python3 tools/build/compiler.py FILE
"""Kernels are compiled by g++, whatever compiles the rest. Versions whose counters have been compared with each other, cell
for cell, stand in tools/matrix/rows.toml, and nowhere else."""

from __future__ import annotations

import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

ROWS = pathlib.Path(__file__).resolve().parents[1] / "matrix" / "rows.toml"
OLDEST = 12  # g++ 11 cannot give a variable without a value always the same one (-ftrivial-auto-var-init)


def tested() -> list[int]:
    """Major versions, the preferred one first."""
    versions: list[int] = tomllib.loads(ROWS.read_text(encoding="utf-8"))["tested"]
    return versions


def version(compiler: str) -> str:
    """'14.2.0', or '' where there is no such compiler or it is not g++."""
    path = shutil.which(compiler)
    return _version(path, os.stat(path).st_mtime_ns) if path else ""


@functools.cache  # a check asks five times
def _version(path: str, changed: int) -> str:
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
    except OSError:
        return ""
    found = re.search(r"\) (\d+(\.\d+)+)", said.partition("\n")[0])  # "g++ (Debian 14.2.0-19) 14.2.0"
    return found[1] if found and "Free Software Foundation" in said else ""


def major(compiler: str) -> int:
    return int(version(compiler).partition(".")[0] or 0)


def choose() -> str:
    """g++, if it is a tested one: what else a program links is that compiler's, too. If not, the first tested one that is
    installed; if there is none, g++ all the same. SIMTCC_CXX overrules, here and whenever simtcc runs."""
    if os.environ.get("SIMTCC_CXX"):
        return os.environ["SIMTCC_CXX"]
    candidates = ["g++", *(f"g++-{number}" for number in tested())]
    return next((name for name in candidates if major(name) in tested()), "g++")


def doubt(compiler: str) -> str:
    """One sentence for a person, or ''."""
    found = version(compiler)
    if not found or major(compiler) in tested():
        return ""
    numbers = [str(number) for number in sorted(tested())]
    return (
        f"kernels are compiled by g++ {found}, whose counts nobody has compared: they may differ a little."
        f" Compared are g++ {', '.join(numbers[:-1])} and {numbers[-1]}; one that is installed is taken by itself."
    )


def main(file: str) -> int:
    compiler = choose()
    if not version(compiler):
        print(
            f"kernels are compiled by g++, and {compiler} is none that starts. Debian and Ubuntu: apt-get install g++"
        )
        return 1
    if major(compiler) < OLDEST:
        print(
            f"g++ {version(compiler)} cannot compile kernels, g++ {OLDEST} and newer can: apt-get install g++-{OLDEST}"
        )
        return 1
    pathlib.Path(file).write_text(compiler, encoding="utf-8")
    print(compiler)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
