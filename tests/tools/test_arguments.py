# Wrong arguments cost nothing: one line, exit status 2, before anything is configured, built or run.
# Run: ./course test test_arguments
from __future__ import annotations

import os
import pathlib
import stat
import threading

import pytest

from tools import course
from tools.build import meson
from tools.files import write_atomic
from tools.model import ROOT

LAB = "labs/01-coalescing/transpose_naive.cu"
PROGRAM = "tests/tools/programs/transpose.cu"
GRADE = "grade {students} --out {scratch}/results"
WRONG = [
    # line of the command, part of what is said
    ("chek", "Did you mean `./course check`?"),
    ("check --nonsense", "unrecognized arguments"),
    ("check transpose_nave", "Did you mean transpose_naive?"),
    ("check --time-limit -1", "more than 0"),
    ("check --time-limit soon", "not 'soon'"),
    ("check --time-limit nan", "not 'nan'"),
    ("check --time-limit 1e300", "at most"),
    ("check --memory-limit 0", "from 1 to"),
    ("check --memory-limit 1.5", "not '1.5'"),
    ("check --memory-limit " + "9" * 30, "from 1 to"),
    ("check --backend opencl", "invalid choice"),
    ("run nowhere", "there is no chapter 'nowhere'"),
    ("run --shape abc", "wants ROWSxCOLS"),
    ("run --shape 0x5", "both at least 1"),
    ("run --shape 5x-1", "wants ROWSxCOLS"),
    ("run --shape 8x8x8", "wants ROWSxCOLS"),
    ("run --shape 4294967297x1", "wants ROWSxCOLS"),
    ("list nowhere", "there is no chapter"),
    ("hint", "arguments are required"),
    ("hint nothing_like_it", "there is no lab"),
    ("hint transpose_naive --all --again", "not allowed with"),
    ("reset nothing_like_it --yes", "there is no lab"),
    (GRADE + " --jobs 0", "from 1 to"),
    (GRADE + " --jobs two", "not 'two'"),
    (GRADE + " --jobs 1000000000", "from 1 to"),
    (GRADE + " --time-limit 0", "more than 0"),
    (GRADE + " --memory-limit -5", "from 1 to"),
    (GRADE + " --lab nothing_like_it", "there is no lab"),
    (GRADE + " --resume --fresh", "not allowed with"),
    ("grade {scratch}/nobody --out {scratch}/results", "is no folder"),
    ("grade {file} --out {scratch}/results", "is no folder"),
    ("grade {students}", "arguments are required: --out"),
    ("grade {students} --out {file}", "is no folder"),
    ("grade {students} --out {file}/deeper", "is no folder"),
    ("grade {students} --out {locked}/results", "no permission in"),
    ("show coalescing nothing_like_it", "has no version"),
    ("show nowhere naive", "there is no chapter"),
    ("diff coalescing naive_8x32 --context -1", "from 0 to"),
    ("diff coalescing a b c", "compares two versions"),
    ("inspect nowhere", "there is no chapter"),
    ("inspect coalescing nothing_like_it", "has no version"),
    ("inspect coalescing naive_8x32 --save", "leave the versions out"),
    ("bench nowhere", "there is no chapter"),
    ("bench --shape 5", "wants ROWSxCOLS"),
    ("bench --dry-run", "--dry-run is for experiments"),
    ("bench --experiment nothing_like_it", "there is no experiment"),
    ("bench simulator --machine ../elsewhere", "cannot be a file's name"),
    ("bench waiting nothing", "there is no part 'nothing' of waiting"),
    ("bench submissions --machine ../elsewhere", "cannot be a file's name"),
    ("bench coalescing --machine a/b", "cannot be a file's name"),
    ("entropy {scratch}/no.png --out {scratch}/a.png", "there is no file"),
    ("entropy {file} --out {scratch}/a.png", "is no picture"),
    ("entropy {broken} --out {scratch}/a.png", "line 1"),
    ("entropy {file} --out {scratch}/a.bmp", "must end in"),
    ("entropy {file} --out {scratch}/no/a.png", "there is no folder"),
    ("entropy {file} --out {scratch}/a.png --levels 1", "2 to 16"),
    ("entropy {file} --out {scratch}/a.png --levels many", "many"),
    ("entropy {file} --out {scratch}/a.png --version v99", "has no version"),
    *(
        (f"{verb} {line}", said)
        for verb in ("profile", "sanitize")
        for line, said in [
            ("{scratch}/no.cu", "there is no file"),
            ("{students}", "is not a file"),
            ("{file}", "must end in .cu"),
            (LAB, "./course check transpose_naive"),
            ("{mainless}", "has no main"),
            (PROGRAM + " --time-limit -1", "more than 0"),
            (PROGRAM + " -I {scratch}/no", "is not there"),
            (PROGRAM + " -I {file}", "is no folder"),
            (PROGRAM + " --json {students}", "is a folder"),
            (PROGRAM + " --json {file}/a.json", "is no folder"),
            (PROGRAM + " --json {locked}/a.json", "no permission in"),
            (PROGRAM + " --json {locked}/deeper/a.json", "no permission in"),
            (PROGRAM + " --json " + PROGRAM, "own source"),
            (PROGRAM + " --nonsense", "unrecognized arguments"),
        ]
    ),
    ("profile " + PROGRAM + " --html {students}", "is a folder"),
    ("profile " + PROGRAM + " --html {locked}/a.html", "no permission in"),
    ("profile " + PROGRAM + " --html " + PROGRAM, "own source"),
    ("plot nowhere", "there is no chapter"),
    ("docs nowhere", "there is no chapter"),
    ("new lab", "arguments are required"),
    ("new lab stencil --like nothing_like_it", "there is no lab"),
    ("new chapter caches --title Caches", "will not do as a chapter"),
    ("test nothing_like_it", "no test"),
    ("test --nonsense", "unrecognized arguments"),
]


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Names for the lines above. Root may write everywhere, so that a folder is locked is told by os.access alone."""
    for name in ("students", "locked", "scratch"):
        (tmp_path / name).mkdir()
    (tmp_path / "file").write_text("not a picture\n")
    (tmp_path / "broken.csv").write_text("1,two\n")
    (tmp_path / "mainless.cu").write_text("__global__ void kernel() {}\n")
    access = os.access

    def allowed(path, mode):
        return access(path, mode) and not (pathlib.Path(path).name == "locked" and mode & os.W_OK)

    monkeypatch.setattr(os, "access", allowed)
    names = {name: tmp_path / name for name in ("students", "locked", "scratch", "file")}
    return {**names, "broken": tmp_path / "broken.csv", "mainless": tmp_path / "mainless.cu"}


@pytest.mark.parametrize("line, said", WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_argument_is_one_line_before_any_build(line, said, places, monkeypatch, capsys):
    def build(targets=()):
        if targets != ["build.ninja"]:  # that is the list of what there is
            pytest.fail("a build began")
        return meson.Outcome({})

    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(meson, "build", build)
    if not line.startswith("test"):  # which asks Meson what tests there are
        monkeypatch.setattr(meson, "configure", build)
    try:
        status = course.main([word.format(**places) for word in line.split()])
    except SystemExit as ended:
        status = ended.code
    out, err = capsys.readouterr()
    assert status == 2, out + err
    assert said in err and err.startswith("course: ") and err.count("\n") == 1, err
    assert not out


def test_a_device_or_a_pipe_is_written_to_and_stays_one(tmp_path):
    pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "file"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()), daemon=True)
    reader.start()
    write_atomic(pipe, "through the pipe")
    reader.join(10)
    assert got == ["through the pipe"] and stat.S_ISFIFO(pipe.stat().st_mode)
    file.write_text("old")
    link.symlink_to(file)
    write_atomic(link, "new")
    assert link.is_symlink() and file.read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link", "pipe"]
