# The rung for many machines under a real mpirun: results against the definition, ranks that die, jobs that cannot begin.
# Run: ./course test test_mpirun      (with Open MPI: apt-get install libopenmpi-dev openmpi-bin)
from __future__ import annotations

import array
import math
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

import pytest

from tools.build.gpu import has_gpu
from tools.build.meson import BUILD, build, outputs

PROGRAMS = sorted(name for name in outputs() if name.startswith("ranks-") and name.endswith((".sim", ".cuda")))
ROWS, COLS = 43, 130


def started(program: str, ranks: int, words: list[str], **more) -> subprocess.Popen:
    if not shutil.which("mpirun"):
        pytest.skip("there is no mpirun: apt-get install libopenmpi-dev openmpi-bin")
    if program.endswith(".cuda") and not has_gpu():
        pytest.skip("there is no GPU; that nvcc compiles it is known")
    around = {
        "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
        "SIMT_DEVICES": "2",
    }  # fmt: skip
    command = ["mpirun", "-n", str(ranks), str(BUILD / program), *words]
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, env={**os.environ, **around}, **pipes, **more)


def run(program: str, ranks: int, *words: object) -> tuple[int, str]:
    job = started(program, ranks, [str(word) for word in words])
    out, err = job.communicate()  # Meson ends a test that hangs
    return job.returncode, out + err


@pytest.fixture(scope="module", params=PROGRAMS or ["none"])
def program(request: pytest.FixtureRequest) -> str:
    if request.param == "none":
        pytest.skip("the build has found no Open MPI: apt-get install libopenmpi-dev openmpi-bin, then ./course setup")
    assert not build([request.param]).failed
    return request.param


def grid_file(path: pathlib.Path, rows: int, cols: int) -> list[float]:
    numbers = random.Random(7)
    cells = [float(numbers.randrange(16)) for _ in range(rows * cols)]
    path.write_bytes(array.array("f", cells).tobytes())
    return cells


def entropy(cells: list[float], rows: int, cols: int, row: int, col: int) -> float:
    window = [
        cells[r * cols + c]
        for r in range(max(0, row - 2), min(rows, row + 3))
        for c in range(max(0, col - 2), min(cols, col + 3))
    ]
    shares = [window.count(symbol) / len(window) for symbol in set(window)]
    return -sum(share * math.log(share) for share in shares)


@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_the_file_holds_what_the_definition_says_of_every_cell(program, ranks, tmp_path):
    cells = grid_file(tmp_path / "in", ROWS, COLS)
    (tmp_path / "out").write_bytes(b"?" * (ROWS * COLS * 4 + 99))  # another one's, and longer
    status, said = run(program, ranks, tmp_path / "in", tmp_path / "out", ROWS, COLS)
    assert status == 0, said
    found = array.array("f", (tmp_path / "out").read_bytes())
    assert len(found) == ROWS * COLS
    wrong = [
        (row, col)
        for row in range(ROWS)
        for col in range(COLS)
        if abs(found[row * COLS + col] - entropy(cells, ROWS, COLS, row, col)) > 1e-5
    ]
    assert wrong == []


def test_any_number_of_ranks_gives_the_same_bits(program, tmp_path):
    grid_file(tmp_path / "in", 11, 40)
    results = set()
    for ranks in (1, 2, 4):
        status, said = run(program, ranks, tmp_path / "in", tmp_path / f"out{ranks}", 11, 40)
        assert status == 0, said
        results.add((tmp_path / f"out{ranks}").read_bytes())
    assert len(results) == 1


def is_alive(process: str) -> bool:
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False


def test_a_rank_that_is_killed_ends_the_job_with_a_sentence(program, tmp_path):
    rows, cols = (1600, 1200) if program.endswith(".sim") else (40000, 20000)
    with (tmp_path / "in").open("wb") as file:  # all one symbol: nobody looks at the result
        file.truncate(4 * rows * cols)
    words = [str(tmp_path / "in"), str(tmp_path / "out"), str(rows), str(cols)]
    job = started(program, 4, words)
    while not ((tmp_path / "out").exists() and (tmp_path / "out").stat().st_size == 4 * rows * cols):
        assert job.poll() is None, job.communicate()
        time.sleep(0.01)
    ranks = pathlib.Path(f"/proc/{job.pid}/task/{job.pid}/children").read_text().split()
    assert len(ranks) == 4
    os.kill(int(ranks[2]), signal.SIGKILL)
    _, said = job.communicate()
    assert job.returncode != 0
    assert "rank 2" in said and "signal 9" in said
    while any(is_alive(rank) for rank in ranks):  # mpirun may be gone a moment before them
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("size", "words"), [(None, "no such file"), (ROWS * COLS * 4 - 4, "bytes"), (ROWS * COLS * 8, "bytes")]
)
def test_a_file_that_is_not_there_or_not_that_long_ends_the_job_with_a_sentence(program, size, words, tmp_path):
    if size is not None:
        (tmp_path / "in").write_bytes(bytes(size))
    status, said = run(program, 3, tmp_path / "in", tmp_path / "out", ROWS, COLS)
    assert status != 0 and "rank " in said and words in said


@pytest.mark.parametrize("cols", ["3x", "", "-3", "1e3", "4294967299"])
def test_what_is_no_number_of_columns_is_asked_for_again(program, cols, tmp_path):
    grid_file(tmp_path / "in", 3, 3)
    status, said = run(program, 2, tmp_path / "in", tmp_path / "out", 3, cols)
    assert status != 0
    assert "usage: IN OUT ROWS COLS" in said


def test_a_rank_without_a_gpu_ends_the_job_with_a_sentence(program, tmp_path):
    if program.endswith(".cuda"):
        pytest.skip("on the simulator a rank can be told that there is no device")
    grid_file(tmp_path / "in", ROWS, COLS)
    words = [str(tmp_path / "in"), str(tmp_path / "out"), str(ROWS), str(COLS)]
    second = [":", "-n", "1", "-x", "SIMT_DEVICES=0", str(BUILD / program), *words]
    job = started(program, 2, [*words, *second])
    _, said = job.communicate()
    assert job.returncode != 0 and "rank 2: no CUDA-capable device is detected" in said
