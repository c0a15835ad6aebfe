# A class on a real Slurm, of which a node dies in the middle: nothing is lost, nothing is there twice.
# Run: ./course test test_slurm
from __future__ import annotations

import filecmp
import pathlib
import re

import pytest

from tests.tools.grade import slurm_cluster
from tests.tools.grade.slurm_cluster import Cluster, cluster, until
from tests.tools.grade.students import LAB, SOLUTION, grade, hand_in, hostile, no_box, scores

SEED = ("--seed", "4711")
SHARDS = 3

pytestmark = pytest.mark.skipif(bool(slurm_cluster.missing()), reason=slurm_cluster.missing() or "there is one")


@pytest.fixture(scope="module")
def nodes(tmp_path_factory):
    with cluster(tmp_path_factory.mktemp("slurm"), SHARDS) as made:
        yield made


@pytest.fixture
def people(tmp_path) -> pathlib.Path:
    folder = tmp_path / "class"
    for number in range(9):
        hand_in(folder, f"slow_{number}", f"// {number}\n" + hostile("sleep(2);"))
    hand_in(folder, "skeleton", LAB.skeleton.read_text())
    hand_in(folder, "right", SOLUTION)
    (folder / "nothing").mkdir()
    return folder


def submit(course, made: Cluster, people: pathlib.Path, out: pathlib.Path, monkeypatch) -> list[str]:
    """The two jobs' numbers."""
    for name in ("PATH", "SLURM_CONF"):
        monkeypatch.setenv(name, made.environment[name])
    done = grade(course, people, out, *SEED, "--slurm", str(SHARDS), "--jobs", "1")
    assert done.returncode == 0, done.stderr
    return re.findall(r"[jJ]ob (\d+) ", done.stdout)


def state_of(made: Cluster, job: str) -> dict[str, str]:
    """Of each of its tasks, 'COMPLETED' or another word."""
    told = made.say("scontrol", "show", "job", "-o", job)
    return dict(re.findall(r"ArrayTaskId=(\d+) .*?JobState=(\w+)", told)) or {
        "": re.findall(r"JobState=(\w+)", told)[-1]
    }


def test_a_node_dies_in_the_middle(course, nodes, people, tmp_path, monkeypatch):
    out, whole = tmp_path / "out", tmp_path / "whole"
    array, merge = submit(course, nodes, people, out, monkeypatch)

    def one_result() -> list[pathlib.Path]:
        return list(out.glob("shards/2/*/labs/*.json"))

    until(one_result, 120, lambda: slurm_cluster.log(nodes))
    victim = re.search(r"BatchHost=(\w+)", nodes.say("scontrol", "show", "job", "-o", f"{array}_2"))[1]
    nodes.kill_node(victim)
    before = {path: path.stat().st_mtime_ns for path in one_result()}
    assert 0 < len(before) < 4  # in the middle, then
    until(lambda: state_of(nodes, merge)[""] in ("COMPLETED", "FAILED"), 240, lambda: slurm_cluster.log(nodes))
    said = {path.name: path.read_text() for path in (out / "shards").glob("*.log")}
    assert state_of(nodes, merge)[""] == "COMPLETED", said
    assert re.search(r"Restarts=[1-9]", nodes.say("scontrol", "show", "job", "-o", f"{array}_2")), said
    assert f"{len(before)} results of unchanged files are kept" in said["2.log"]
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert grade(course, people, whole, *SEED).returncode == 0
    names = sorted(path.relative_to(whole).as_posix() for path in whole.rglob("*") if path.is_file())
    assert filecmp.cmpfiles(out, whole, names, shallow=False)[1:] == ([], [])
    assert scores(out) == {
        **{f"slow_{n}": LAB.total for n in range(9)},
        "skeleton": 0,
        "right": LAB.total,
        "nothing": 0,
    }
    nodes.start_node(victim)


def test_a_shard_that_fails_is_said_by_the_merge_and_the_same_call_goes_on(
    course, nodes, people, tmp_path, monkeypatch
):
    out = tmp_path / "out"
    taught = course.root / "class.toml"
    taught.write_text("labs = 3")  # an instructor's slip, while tasks wait
    try:
        done = grade(course, people, out, *SEED, "--slurm", "2")
        assert done.returncode == 2 and "labs wants a list" in done.stderr and not out.exists()
    finally:
        taught.unlink()
    array, merge = submit(course, nodes, people, out, monkeypatch)
    until(lambda: list(out.glob("shards/1/*/labs/*.json")), 120, lambda: slurm_cluster.log(nodes))
    nodes.say("scancel", f"{array}_1")
    until(lambda: state_of(nodes, merge)[""] in ("COMPLETED", "FAILED"), 240, lambda: slurm_cluster.log(nodes))
    assert state_of(nodes, merge)[""] == "FAILED" and not (out / "results.csv").exists()
    assert "shard 1/3 in" in (told := (out / "shards" / "merge.log").read_text()) and "call it again" in told
    _, again = submit(course, nodes, people, out, monkeypatch)
    until(lambda: state_of(nodes, again)[""] in ("COMPLETED", "FAILED"), 240, lambda: slurm_cluster.log(nodes))
    assert scores(out)["right"] == LAB.total and len(scores(out)) == 12
    assert "results of unchanged files are kept" in (out / "shards" / "1.log").read_text()
    assert "no box" not in told or no_box()
