# What code hosts run: valid by the hosts' own schemas, calling nothing that is not there, allowed no more than it needs.
# Run: ./course test test_workflows    (none of it has run on a host)
from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest
import yaml

from tools.edition.students import RUNNERS
from tools.model import ROOT

SCHEMA = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
WORKFLOWS = [*sorted((ROOT / ".github" / "workflows").glob("*.yml")), ROOT / RUNNERS[".github/workflows/classroom.yml"]]
GITLAB = ROOT / RUNNERS[".gitlab-ci.yml"]
each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
WANTS = {"actions/deploy-pages": {"pages": "write", "id-token": "write"}}


def valid(schema: str, path: pathlib.Path) -> subprocess.CompletedProcess:
    return subprocess.run([*SCHEMA, f"vendor.{schema}", str(path)], capture_output=True, text=True)


def read(path: pathlib.Path) -> dict:
    return yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # `on` is a word here


@each_workflow
def test_a_workflow_is_one_by_githubs_schema(path):
    done = valid("github-workflows", path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_job_is_one_by_gitlabs_schema():
    done = valid("gitlab-ci", GITLAB)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("old", ["runs-on: ", "    steps:", "needs: build"])
def test_a_mistake_in_a_key_is_found(old, tmp_path):
    text = (ROOT / ".github" / "workflows" / "pages.yml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "w.yml").write_text(text.replace(old, old.replace("s", "z", 1).replace("runz", "runs_")))
    assert valid("github-workflows", tmp_path / "w.yml").returncode == 1


@each_workflow
def test_what_it_calls_is_there(path):
    text = path.read_text(encoding="utf-8")
    verbs = {verb.stem for verb in (ROOT / "tools" / "verbs").glob("*.py")} | {"setup"}
    assert set(re.findall(r"\./course (\w+)", text)) <= verbs
    called = [name for words in re.findall(r"\./course test ([\w ]+)", text) for name in words.split()]
    files = {file.stem for file in (ROOT / "tests" / "tools").rglob("test_*.py")}
    assert {name for name in called if name.startswith("test_")} <= files
    assert all((ROOT / script).is_file() for script in re.findall(r"python3 ([\w/]+\.py)", text))
    jobs = read(path)["jobs"]
    for job in jobs.values():
        needed = job.get("needs", [])
        assert {needed} if isinstance(needed, str) else set(needed) <= jobs.keys()


def test_only_the_job_that_publishes_the_site_may_do_so():
    workflow = read(ROOT / ".github" / "workflows" / "pages.yml")
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        wanted: dict[str, str] = {}
        for step in job["steps"]:
            wanted |= WANTS.get(step.get("uses", "").partition("@")[0], {})
        assert job.get("permissions", {}) == wanted
    [upload] = [step for step in workflow["jobs"]["build"]["steps"] if "upload-pages" in step.get("uses", "")]
    runs = [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    assert upload["with"]["path"] == "site" and "--out site/slides" in runs[-1] and "./course site" in runs[0]
