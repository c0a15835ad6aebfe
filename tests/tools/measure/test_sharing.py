# What was measured on a machine as one file: it comes back as it was, and a file that is not whole is refused.
# Run: ./course test test_sharing
from __future__ import annotations

import json
import pathlib
import re

import pytest

from tools.errors import CourseError
from tools.measure import sharing
from tools.measure.sharing import keep, share, verify
from tools.model import ROOT, load_course

MACHINE = load_course().chapters[1].machine
TIMES = f"data/{load_course().chapters[1].slug}/measured/{MACHINE}.csv"
COUNTERS = TIMES.replace(".csv", "-counters.csv")


@pytest.fixture(scope="module")
def shared(tmp_path_factory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("shared") / "machine.json"
    share(path, MACHINE)
    return path


def test_every_table_of_the_machine_is_in_it_and_good(shared):
    found = verify(shared)
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / "data").glob(f"*/measured/{MACHINE}*.csv")}
    assert found.keys() == there and len(there) > 20
    assert all((ROOT / name).read_text() == text for name, text in found.items())


def test_what_is_kept_is_what_was_shared(shared, tmp_path, monkeypatch):
    monkeypatch.setattr(sharing, "ROOT", tmp_path)
    keep(verify_with(shared))
    assert (tmp_path / TIMES).read_text() == (ROOT / TIMES).read_text()


def verify_with(path: pathlib.Path) -> dict[str, str]:
    return json.loads(path.read_text())["tables"]


def changed(shared: pathlib.Path, tmp_path: pathlib.Path, name: str, old: str, new: str) -> pathlib.Path:
    said = json.loads(shared.read_text())
    text = re.sub(old, new, said["tables"][name], count=1, flags=re.M)
    assert text != said["tables"][name]
    said["tables"][name] = text
    (tmp_path / "changed.json").write_text(json.dumps(said))
    return tmp_path / "changed.json"


ROW = r"^(load_aligned,512,512,)(\d+),([\d.]+),([\d.]+),([\d.]+),(\d+),([\d.]+)$"
WRONG = {
    (TIMES, ROW, r"\1\2,0.000001,\4,\5,\6,\7"): "times of load_aligned at 512x512 that no measurement gives",
    (TIMES, ROW, r"\1\2,\3,\4,\5,\6,99999.0"): "says 99999.0 GB/s of load_aligned at 512x512",
    (TIMES, ROW, r"\1\2,fast,\4,\5,\6,\7"): "that is no number",
    (TIMES, ROW, r"\1\2,nan,\4,\5,\6,\7"): "that no measurement gives",
    (TIMES, ROW, r"\1\2"): "rows, or some that are not whole",
    (TIMES, "^load_aligned,", "my_own,"): "versions that the chapter has not: my_own",
    (TIMES, "median_ms", "mean_ms"): "has other columns",
    (TIMES, "^# date: .*\n", ""): "does not say its date",
    (TIMES, "^# machine: .*", "# machine: another"): "is of another",
    (COUNTERS, ",32768,", ",many,"): "that is no count",
    (COUNTERS, "load_sectors", "secrets"): "has other columns",
}


@pytest.mark.parametrize(("name", "old", "new"), WRONG)
def test_a_table_that_cannot_be_right_is_refused(shared, tmp_path, name, old, new):
    with pytest.raises(CourseError, match=re.escape(WRONG[name, old, new])):
        verify(changed(shared, tmp_path, name, old, new))


@pytest.mark.parametrize("name", ["../x.csv", "README.md", TIMES.replace(".csv", "-nothing.csv"), f"/{TIMES}"])
def test_nothing_but_a_table_of_the_course_is_in_it(shared, tmp_path, name):
    said = json.loads(shared.read_text())
    (tmp_path / "x.json").write_text(json.dumps({**said, "tables": {name: "a\n1\n"}}))
    with pytest.raises(CourseError, match="is no table of this course"):
        verify(tmp_path / "x.json")


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 1, "machine": "../x", "tables": {"a": "b"}}', '{"format": 2}']
)
def test_another_file_is_one_sentence(tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(CourseError, match="is no file that"):
        verify(tmp_path / "x.json")


def test_a_machine_without_a_table_is_one_sentence(tmp_path):
    with pytest.raises(CourseError, match="nothing was measured under the name mine"):
        share(tmp_path / "x.json", "mine")
    assert not (tmp_path / "x.json").exists()
