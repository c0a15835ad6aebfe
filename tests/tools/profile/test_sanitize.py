# ./course sanitize over small programs, wrong and right: exit status, JSON, sentences, and programs that end badly.
# Run: ./course test test_sanitize
from __future__ import annotations

import json
import re

import pytest

from tests.tools.cuda_programs import (
    PAST_THE_END,
    RACE,
    compiled_program,
    ending_with,
    line_of,
    read,
    reports_of,
    write,
)

KEYS = {"kind", "memory", "message", "file", "line", "kernel", "block", "thread"}
SOUND = ending_with("return cudaFree(out) == cudaSuccess ? 0 : 4;")


def sanitize(course, folder, text: str, *words: str):
    write(folder, "program.cu", text)
    done = course("sanitize", "program.cu", "--json", "found.json", *words, cwd=folder)
    path = folder / "found.json"
    return done, read(path)["findings"] if path.exists() else None


def test_a_clean_program(course, tmp_path):
    done, findings = sanitize(course, tmp_path, SOUND, "--leak-check")
    assert (done.returncode, findings) == (0, []), done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "program.cu: no findings in 1 launch"


def test_an_access_past_the_end(course, tmp_path):
    done, findings = sanitize(course, tmp_path, PAST_THE_END)
    line = line_of(PAST_THE_END, "if (i <= n)")
    assert done.returncode == 1
    found = next(finding for finding in findings if finding["kind"] == "out-of-bounds")
    assert set(found) >= KEYS
    assert (found["memory"], found["line"], found["kernel"]) == ("global", line, "fill")
    assert (found["block"], found["thread"]) == ([0, 0, 0], [100, 0, 0])
    assert found["file"] == str((tmp_path / "program.cu").resolve())
    assert (
        f"program.cu:{line}: error: out-of-bounds (global memory): block (0,0), thread (100,0) writes 4 bytes"
        in done.stdout
    )
    excerpt = re.findall(r"^  ([ >]) +(\d+) \|", done.stdout, re.M)
    assert excerpt[:5] == [(">" if number == line else " ", str(number)) for number in range(line - 2, line + 3)]
    assert "1 out-of-bounds" in done.stdout.splitlines()[-1]


def test_both_ends_of_a_race(course, tmp_path):
    done, findings = sanitize(course, tmp_path, RACE)
    lines = {line_of(RACE, "tile[threadIdx.x] ="), line_of(RACE, "out[threadIdx.x] =")}
    assert done.returncode == 1
    race = next(finding for finding in findings if finding["kind"] == "race")
    assert {race["line"], race["other"]["line"]} == lines
    assert {
        int(line)
        for line in re.findall(r"^program\.cu:(\d+): (?:error: race|note: the other access)", done.stdout, re.M)
    } == lines


def test_equal_findings_are_folded(course, tmp_path):
    again = RACE.replace("  reverse<<<1, 64>>>(out);\n", "  for (int i = 0; i < 3; ++i) reverse<<<1, 64>>>(out);\n")
    done, findings = sanitize(course, tmp_path, again)
    assert sum(finding["kind"] == "race" for finding in findings) == 3
    assert done.stdout.count("error: race") == 1 and "(×3; the first is shown)" in done.stdout
    assert "1 race" in done.stdout.splitlines()[-1] and done.stdout.splitlines()[-1].endswith("in 3 launches")


def test_two_writes_of_one_value_are_a_note(course, tmp_path):
    text = SOUND.replace("out[threadIdx.x] = 1;", "*out = 1;")
    done, findings = sanitize(course, tmp_path, text)
    assert (done.returncode, findings) == (0, [])
    assert "note: race (global memory)" in done.stdout and read(tmp_path / "found.json")["notes"]


ENDINGS = {
    "exit": ("std::exit(5);", 5, "exit status 5"),
    "_exit": ("_exit(0);", 0, "no findings"),
    "abort": ("std::abort();", 2, "SIGABRT"),
    "crash": ("*(volatile int*)nullptr = 1;", 2, "crashed on the host"),
    "hang": ("for (;;) pause();", 1, "the program, in its host code, was still running after 2 s and was stopped"),
    "device pointer on the host": ("return *out;", 1, "host code reads 4 bytes of device memory"),
    "division by zero": ("divide<<<1, 1>>>(out, 0); return 0;", 1, "divides an integer by zero"),
    "crash in a kernel": ("crash<<<1, 1>>>(out); return 0;", 1, "while the kernel crash ran"),
}


SAME_VALUE = """\
__global__ void any(int* found, int launch) {
  if (threadIdx.x & 1) found[0] = 1;  // odd
  else found[0] = 1;
  if (launch > 1 && threadIdx.x == 0) found[0] = 1;
}
int main() {
  int* found;
  if (cudaMalloc(&found, 4) != cudaSuccess) return 3;
  for (int launch = 0; launch < 5; ++launch) any<<<2, 64>>>(found, launch);
  return cudaDeviceSynchronize() == cudaSuccess && cudaFree(found) == cudaSuccess ? 0 : 4;
}
"""


def test_a_note_is_said_once_a_place(course, tmp_path):
    done, findings = sanitize(course, tmp_path, SAME_VALUE)
    assert (done.returncode, findings) == (0, [])
    lines = re.findall(r"^program\.cu:(\d+): note: race", done.stdout, re.M)
    odd = line_of(SAME_VALUE, "odd")
    assert lines and len(lines) == len(set(lines)) and str(odd) in lines
    assert re.search(rf"^program\.cu:{odd}: note: .*\(×5; the first is shown\)$", done.stdout, re.M)
    assert [note["line"] for note in read(tmp_path / "found.json")["notes"]] == [int(line) for line in lines]


@pytest.mark.parametrize(("last", "status", "says"), ENDINGS.values(), ids=ENDINGS)
def test_how_a_program_ends(course, tmp_path, last, status, says):
    done, findings = sanitize(course, tmp_path, ending_with(last), "--time-limit", "2")
    assert done.returncode == status, done.stdout + done.stderr
    assert says in done.stdout and findings is not None
    assert bool(findings) == (status == 1)


@pytest.mark.parametrize(
    ("first", "status", "says"),
    [
        ("return 7;", 7, "program.cu: no findings in 0 launches"),
        ("std::abort();", 2, "SIGABRT"),
        ("for (;;) pause();", 1, "1 finding: 1 timeout in 0 launches"),
        ("crash<<<1, 1>>>(out);", 1, "1 finding: 1 crash in 1 launch"),
    ],
    ids=["exit", "abort", "hang", "crash in the first kernel"],
)
def test_a_program_that_fails_before_it_has_launched_anything(course, tmp_path, first, status, says):
    text = ending_with("return 0;").replace("  fill<<<", f"  {first}\n  fill<<<")
    done, _ = sanitize(course, tmp_path, text, "--time-limit", "2")
    assert done.returncode == status, done.stdout + done.stderr
    assert says in done.stdout


REFUSED = """\
#include <cuda_runtime.h>
int main() {
  cudaArray_t array;
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float>();
  int refused = 0;
  for (int i = 0; i < 3; ++i)
    refused += cudaMalloc3DArray(&array, &element, cudaExtent{8, 8, 0}, cudaArrayTextureGather) == cudaErrorNotSupported;
  return refused == 3 ? 0 : 1;
}
"""


def test_a_refused_call_is_said_once(course, tmp_path):
    done, findings = sanitize(course, tmp_path, REFUSED)
    assert (done.returncode, findings) == (0, [])
    line = line_of(REFUSED, "cudaMalloc3DArray(")
    assert [said for said in done.stderr.splitlines() if said.startswith("simt")] == [
        "simt: cudaMalloc3DArray asks for what the simulator does not have, and fails with cudaErrorNotSupported"
        f", program.cu line {line}"
    ]


def test_what_was_found_before_a_crash_is_shown(course, tmp_path):
    text = RACE.replace("  return cuda", "  cudaDeviceSynchronize();\n  __builtin_trap();\n  return cuda")
    done, findings = sanitize(course, tmp_path, text)
    assert done.returncode == 1
    assert any(finding["kind"] == "race" for finding in findings) and "error: race" in done.stdout
    assert "What would have happened after that was not seen" in done.stdout


def test_a_kernel_that_runs_too_long_is_a_finding(course, tmp_path):
    kernel = "__global__ void slow(volatile int* p) { for (int i = 0; i < 1000000000; ++i) p[threadIdx.x] = i; }\n"
    text = kernel + ending_with("slow<<<1024, 1024>>>(out); return cudaDeviceSynchronize();").replace("256", "4096")
    done, findings = sanitize(course, tmp_path, text, "--time-limit", "1")
    assert done.returncode == 1
    assert [(finding["kind"], finding["kernel"]) for finding in findings] == [("timeout", "slow")]
    assert "slow was still running after 1 s" in done.stdout


def test_json_on_standard_output_stays_clean(course, tmp_path):
    write(tmp_path, "program.cu", ending_with('printf("my own words\\n"); return 0;'))
    done = course("sanitize", "program.cu", "--json", "-", cwd=tmp_path)
    assert json.loads(done.stdout)["findings"] == [] and "my own words" in done.stderr


def test_the_same_bytes_every_time_on_one_worker_or_two(course, tmp_path, monkeypatch):
    """The program twenty times; the command, which reads what that leaves, once for each number of workers."""
    write(tmp_path, "many_races.cu", RACE.replace("<<<1, 64>>>", "<<<512, 64>>>"))
    seen = set()
    for workers in "12":
        monkeypatch.setenv("SIMT_WORKERS", workers)
        done = course("sanitize", "many_races.cu", "--json", "found.json", cwd=tmp_path)
        seen.add((done.returncode, done.stdout, (tmp_path / "found.json").read_bytes()))
    assert len(seen) == 1
    reports = reports_of(compiled_program(course, "many_races"), tmp_path, SIMT_CHECK="all")
    assert len(set(reports)) == 1 and '"race"' in reports[0]
