# What the tests of the site share: the site, built once a file of tests.
from __future__ import annotations

import pathlib

import pytest

from tools.site import can_build

REPOSITORY = "https://example.org/somebody/warpwise"


@pytest.fixture(scope="module")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    if can_build():
        pytest.skip(f"{can_build()}; without COURSE_PYTHON, ./course test installs it")
    from tools.site.build import build_site

    root = tmp_path_factory.mktemp("a site")  # with a space in its path
    build_site(root / "out", REPOSITORY, root / "room")
    return root / "out"
