# The files of the course as git knows them, for tests of the whole tree.
from __future__ import annotations

import subprocess

import pytest

from tools.model import ROOT


def tracked(*patterns: str) -> list[str]:
    """Paths from the root of files that git tracks, or would, and that are there. Skips where there is no git."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("there is no git")
    if done.returncode:
        pytest.skip("this copy of the course is no git checkout")
    return sorted(path for path in set(done.stdout.splitlines()) if (ROOT / path).is_file())
