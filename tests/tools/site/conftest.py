# What the tests of the site and of reports share: the site, built once a file of tests, and a browser.
from __future__ import annotations

import pathlib
from collections.abc import Iterator

import pytest

from tests.tools.site.reading import started
from tools.site import can_build

REPOSITORY = "https://example.org/somebody/warpwise"


@pytest.fixture(scope="module")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    if can_build():
        pytest.skip(f"{can_build()}; without COURSE_PYTHON, ./course test installs it")
    from tools.site.build import build_site

    root = tmp_path_factory.mktemp("ein Buch für alle")  # with spaces and an umlaut in its path
    build_site(root / "out", REPOSITORY, root / "room")
    return root / "out"


@pytest.fixture(scope="module")
def browser() -> Iterator:
    with started() as browser:
        yield browser
