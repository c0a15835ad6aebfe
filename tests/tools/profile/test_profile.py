# ./course profile over small programs: counters, sentences, the page, and programs that end badly.
# Run: ./course test test_profile
from __future__ import annotations

import html.parser
import json
import os
import re
import signal
import subprocess
import time

import pytest

from tests.tools.cuda_programs import (
    PAST_THE_END,
    TRANSPOSE,
    compiled_program,
    ending_with,
    line_of,
    plain,
    read,
    reports_of,
    write,
)

METRICS = {
    *(
        f"l1tex__t_{what}_pipe_lsu_mem_global_op_{op}.sum"
        for what in ("requests", "sectors")
        for op in ("ld", "st", "red", "atom")
    ),
    "memory_l2_theoretical_sectors_global",
    "memory_l2_theoretical_sectors_global_ideal",
    "memory_l1_tag_requests_global",
    "memory_l1_wavefronts_shared",
    "memory_l1_wavefronts_shared_ideal",
}
CACHES = (
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum",
    "lts__t_sectors_srcunit_tex_op_read.sum",
    "lts__t_sectors_srcunit_tex_op_write.sum",
    "lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum",
    "lts__d_sectors_fill_device.sum",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("some programs")


@pytest.fixture(scope="module")
def transpose(course, folder):
    """The command's words and its JSON, once for all."""
    write(folder, "transpose.cu", TRANSPOSE)
    done = course(
        "profile", "transpose.cu", "--json", "out.json", "--html", "out.html", "--", "one", "--json", cwd=folder
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, read(folder / "out.json"), (folder / "out.html").read_text(encoding="utf-8")


def test_the_json_has_ncus_names_and_counts(transpose):
    _, report, _ = transpose
    assert [launch["kernel"] for launch in report["launches"]] == ["transpose"] * 3 + ["tile"]
    first, last = report["launches"][0], report["launches"][-1]
    assert (first["grid"], first["block"]) == ([8, 32, 1], [32, 8, 1])
    assert set(first["metrics"]) >= METRICS and all(isinstance(value, int) for value in first["metrics"].values())
    assert first["metrics"]["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"] == 2048
    assert first["metrics"]["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"] == 2048 * 32
    assert first["metrics"]["memory_l2_theoretical_sectors_global_ideal"] == 2048 * 8
    assert (last["metrics"]["memory_l1_wavefronts_shared"], last["metrics"]["memory_l1_wavefronts_shared_ideal"]) == (
        32 * 33,
        64,
    )


def test_the_text_has_a_row_a_shape_and_the_worst_line_first(transpose):
    text, _, _ = transpose
    assert text.startswith("argument one\nargument --json\n")  # the program's own words, and what follows -- is its own
    assert "transpose ×3 8×32 32×8 4,096 73,728 18 (4) – 100 %" in plain(text)
    assert "tile 1 32×32 64 256 4 (4) 1,056 (64) 100 %" in plain(text)
    places = re.findall(r"^transpose\.cu:(\d+)", text, re.M)
    assert places[0] == str(line_of(TRANSPOSE, "out[x * n + y]")) and len(places) == 3
    assert "global store, 4 bytes a lane: 6,144 requests, 32 sectors a request (ideal 4), 100 % of lanes active" in text
    assert "Neighbouring lanes are 1,024 bytes apart" in text
    assert "32 wavefronts a request (ideal 1)" in text and "a 32-way bank conflict. Pad each row by one word" in text
    assert "no times" in text and not re.search(r"\d ?(ms|µs|us)\b", text)


class Page(html.parser.HTMLParser):
    VOID = {"meta", "link", "br", "img", "rect", "line", "path"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict]] = []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_needs_nothing_else(transpose):
    _, _, text = transpose
    page = Page()
    page.feed(text)
    assert page.open == []
    tags = [tag for tag, _ in page.seen]
    assert not {"img", "iframe", "object"} & set(tags) and tags.count("script") == 2
    assert all(
        value.startswith(("#", "data:,"))
        for _, attributes in page.seen
        for name, value in attributes.items()
        if name in ("href", "src")
    )
    assert not re.search(r"url\(|@import|https?://", text)
    drawn = {attributes["data-request"] for _, attributes in page.seen if "data-request" in attributes}
    assert drawn == {"0", "1", "2", "3", "4", "5"}  # every access of a line once, however often it is shown
    assert "prefers-color-scheme: dark" in text
    assert text.count("<h2>") == 3 and "__syncthreads" in text


def test_the_same_bytes_every_time_on_one_worker_or_two(course, folder, transpose, monkeypatch):
    """The program twenty times; the command, which reads what that leaves, once for each number of workers."""
    for workers in "12":
        monkeypatch.setenv("SIMT_WORKERS", workers)
        done = course(
            "profile", "transpose.cu", "--json", "again.json", "--html", "again.html", "--", "one", "--json", cwd=folder
        )
        assert done.stdout == transpose[0]
        assert (folder / "again.json").read_bytes() == (folder / "out.json").read_bytes()
        assert (folder / "again.html").read_bytes() == (folder / "out.html").read_bytes()
    reports = reports_of(compiled_program(course, "transpose"), folder, "one", "--json")
    assert len(set(reports)) == 1 and '"kernel": "tile"' in reports[0]


def test_a_program_is_compiled_once_and_again_when_what_it_includes_changes(course, folder):
    write(folder, "size.cuh", "#define SIZE 32\n")
    write(folder, "sized.cu", '#include <size.cuh>\n__global__ void k(int* p) { p[threadIdx.x] = 1; }\n'
          "int main() { int* p; cudaMalloc(&p, 4096); k<<<1, SIZE * TIMES>>>(p); }\n")  # fmt: skip

    def block() -> tuple[int, bool]:
        done = course("profile", "sized.cu", "-I.", "-D", "TIMES=2", "--json", "-", cwd=folder)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)["launches"][0]["block"][0], "compiling" in done.stderr

    assert [block(), block()] == [(64, True), (64, False)]
    write(folder, "size.cuh", "#define SIZE 64\n")
    assert block() == (128, True)


@pytest.mark.parametrize(("name", "text", "says"), [
    ("missing.cu", None, "there is no file missing.cu"),
    ("plain.cpp", "int main() {}\n", "plain.cpp is no CUDA source"),
    ("broken.cu", "int main() { return nothing; }\n", "broken.cu does not compile"),
])  # fmt: skip
def test_what_cannot_be_run_is_one_sentence(course, folder, name, text, says):
    if text:
        write(folder, name, text)
    for verb in ("profile", "sanitize"):
        done = course(verb, name, "--json", "none.json", cwd=folder)
        assert done.returncode == 2
        assert says in done.stderr.splitlines()[-1]
        assert "Traceback" not in done.stderr and done.stdout == ""
        assert not (folder / "none.json").exists()
    if name == "broken.cu":
        assert "broken.cu:1:" in done.stderr and "nothing" in done.stderr


ENDINGS = {
    "exit": ("exit(5);", "exit status 5"),
    "_exit": ("_exit(5);", "exit status 5"),
    "quick_exit": ("std::quick_exit(5);", "exit status 5"),
    "abort": ("std::abort();", "SIGABRT"),
    "crash": ("*(volatile int*)nullptr = 1;", "SIGSEGV"),
    "kill": ("raise(SIGKILL);", "SIGKILL"),
    "hang": ("for (;;) pause();", "still running after 1 s and was stopped, in its host code"),
}


@pytest.mark.parametrize(("last", "says"), ENDINGS.values(), ids=ENDINGS)
def test_a_program_that_ends_badly_keeps_its_launches(course, tmp_path, last, says):
    write(tmp_path, "bad.cu", ending_with(last))
    done = course("profile", "bad.cu", "--json", "bad.json", "--time-limit", "1", cwd=tmp_path)
    assert done.returncode == 1
    assert says in done.stdout
    assert [launch["kernel"] for launch in read(tmp_path / "bad.json")["launches"]] == ["fill"]
    assert "bad.cu:6" in done.stdout


def test_a_stopped_launch_has_no_counters_and_says_so(course, tmp_path):
    write(tmp_path, "past.cu", PAST_THE_END)
    done = course("profile", "past.cu", cwd=tmp_path)
    assert done.returncode == 1
    assert "fill 1 128 stopped" in plain(done.stdout)
    assert "just past the end of" in done.stdout and "./course sanitize past.cu" in done.stdout


@pytest.mark.parametrize(
    ("first", "says"),
    [
        ("crash<<<1, 1>>>(out);", "the kernel crash did not end, so there are no counters."),
        ("exit(5);", "the program ended before it launched a kernel."),
        ("return 0;", "no kernel was launched."),
    ],
)
def test_why_there_is_no_launch_to_show(course, tmp_path, first, says):
    write(tmp_path, "first.cu", ending_with("return 0;").replace("  fill<<<", f"  {first}\n  fill<<<"))
    done = course("profile", "first.cu", cwd=tmp_path)
    assert f"first.cu: {says}" in done.stdout
    assert done.stdout.count("no kernel") == says.count("no kernel")


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_stopping_the_command_stops_the_program(course, tmp_path, sent):
    write(
        tmp_path,
        "hang.cu",
        ending_with('printf("pid %d\\n", getpid()); fflush(stdout); signal(SIGINT, SIG_IGN); for (;;) pause();'),
    )
    process = course.start("profile", "hang.cu", cwd=tmp_path)
    pid = int(process.stdout.readline().split()[1])
    time.sleep(0.3)
    process.send_signal(sent)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err and "The program was stopped" in out and "hang.cu:6" in out
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_programs_input_is_the_callers(course, tmp_path):
    write(tmp_path, "cat.cu", ending_with("for (int c; (c = getchar()) != EOF;) putchar(c);"))
    process = course.start("profile", "cat.cu", cwd=tmp_path, stdin=subprocess.PIPE)
    out, _ = process.communicate("typed\n", timeout=60)
    assert out.startswith("typed\n") and process.returncode == 0


def test_help_shows_examples(course):
    for verb in ("profile", "sanitize"):
        done = course(verb, "--help")
        assert (
            done.returncode == 0
            and f"./course {verb} " in done.stdout
            and "FILE.cu" in done.stdout
            and "-- " in done.stdout
        )


def test_lines_of_a_program_that_was_compiled_at_run_time(course):
    done = course("profile", "tests/simt/programs/nvrtc.cu", "--html", "-")
    shown = re.sub(r"<[^>]*>", "", done.stdout)
    assert "if (threadIdx.x &lt; half) part[threadIdx.x] += part[threadIdx.x + half];" in shown, shown + done.stderr
    done = course("profile", "tests/simt/programs/nvrtc.cu")
    assert "scale.cu:15 sum_up if (threadIdx.x < half) part[threadIdx.x]" in " ".join(done.stdout.split()), (
        done.stdout + done.stderr
    )


def test_caches_are_added_where_they_are_asked_for(course, folder, transpose):
    options = ("--caches", "--json", "caches.json", "--html", "caches.html")
    done = course("profile", "transpose.cu", *options, "--", "one", "--json", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    text, without, html = transpose
    launches, before = read(folder / "caches.json")["launches"], without["launches"]
    for launch, plain_one in zip(launches, before, strict=True):
        assert set(CACHES) <= set(launch["metrics"]) and not set(CACHES) & set(plain_one["metrics"])
        assert launch["caches"]["gpu"] == "h200" and launch["caches"]["measured"] is True
        sites = [site for site in launch["sites"] if site["space"] == "global"]
        by_line = sum(site["caches"]["filled"] for site in sites)
        assert (
            launch["metrics"]["lts__d_sectors_fill_device.sum"] == by_line + 96
        )  # the launch's own: instructions, parameters
        for site in launch["sites"]:
            site.pop("caches", None)
        launch["metrics"] = {name: value for name, value in launch["metrics"].items() if name not in CACHES}
        launch.pop("caches")
    assert launches == before  # nothing else has changed
    assert "a model of the caches of NVIDIA H200" in plain(done.stdout) and "caches of" not in text
    assert "of sectors in L1" in done.stdout and "Caches:" not in text
    page = (folder / "caches.html").read_text(encoding="utf-8")
    assert "<h2>Caches</h2>" in page and "<h2>Caches</h2>" not in html and "filled from DRAM" in page


def test_another_gpu_is_said_to_be_unmeasured(course, folder, transpose):
    done = course("profile", "transpose.cu", "--caches", "--gpu", "l4", "--", "one", "--json", cwd=folder)
    assert done.returncode == 0 and "nobody has held it against such a GPU" in plain(done.stdout)


def test_l2_keeps_what_it_has_where_it_is_told_so(course, folder, transpose):
    """The third launch of the same transpose finds all of its matrix in L2."""
    options = ("--caches", "--cache-control", "none", "--json", "kept.json")
    done = course("profile", "transpose.cu", *options, "--", "one", "--json", cwd=folder)
    assert done.returncode == 0
    fills = [launch["metrics"]["lts__d_sectors_fill_device.sum"] for launch in read(folder / "kept.json")["launches"]]
    assert fills[0] > 0 and fills[1:3] == [0, 0]
