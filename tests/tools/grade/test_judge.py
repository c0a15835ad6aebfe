# What a submission's code can do to its judge: nothing. Attacks that no compiler has looked at first, among good submissions.
# Run: ./course test test_judge
"""Each attack is a shared library for the lab elapsed_ticks, made by g++ itself, so that only the two processes stand between
it and points that it did not earn: it answers 0 to everything. Those that go for the verdict won full points when tests and
submission were in one process.

What remains is what a submission says of itself: it may send any answer, so it has the points for every right result however
it came by that, and where counters are judged it could send a record of another run. Its code must not reach the simulator's:
that is for what it is compiled from."""

from __future__ import annotations

import os
import pathlib
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.tools.grade.students import no_box
from tools.build.meson import BUILD
from tools.errors import CourseError
from tools.grade import jobs
from tools.grade.box import Box
from tools.grade.grading import Verdict, run_grader
from tools.grade.process import Limits
from tools.grade.sandbox import environment, job_limits, users
from tools.model import find_lab

ROOM = pathlib.Path(__file__).parent / "attacks"
LAB = find_lab("elapsed_ticks")
HEAD = (
    '#include "between.hpp"\n#include "memory.hpp"\n#include <pthread.h>\n#include <signal.h>\n#include <cstdlib>\n'
    "#include <sys/ptrace.h>\n#include <dirent.h>\n#include <dlfcn.h>\n"
)
INCLUDED = '#include "head.hpp"\n'
TYPE = "std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits)"
RIGHT = f"{TYPE} {{ return bits == 64 ? after - before : (after - before) & ((std::uint64_t(1) << bits) - 1); }}"
# The name of a test, a sentence that tells a mistake, and how GoogleTest calls its classes; all with 1 added to each letter.
PLAN, ORACLE, FRAMEWORK = ("".join(chr(ord(letter) + 1) for letter in text) for text in (
    "EveryWidthOnEveryCorner", "two equal readings counted as a whole turn", "N7testing8UnitTestE"
))  # fmt: skip

# Each is what is done when the library is loaded; then every call gives 0.
VERDICT = {
    "splice_report": 'go_between([](std::string s) { return replaced(s, "\\"fail\\"", "\\"pass\\""); });',
    "forge_report": (
        "std::thread([] { for (;;) { for (int f = 0; f < 4096; ++f) {"
        ' const char* line = "\\n{\\"event\\":\\"test\\",\\"suite\\":\\"Correctness\\",\\"test\\":\\"NoWrap\\",'
        '\\"result\\":\\"pass\\",\\"messages\\":[]}\\n{\\"event\\":\\"end\\"}\\n"; if (write(f, line, strlen(line)) < 0) continue; }'
        " usleep(100); } }).detach();"
    ),
    "silence_assertions": 'for (void* f : functions_with("AssertHelper")) silence(f);',
    "silence_failures": 'for (void* f : functions_with("AddTestPartResult")) silence(f);',
    "silence_harness": 'for (void* f : functions_with("harness6Report")) silence(f);',
    "silence_player": 'for (void* f : functions_with("harness6answer")) silence(f);',
}
MESSAGES = {
    "garbage": "go_between([](std::string s) { for (char& c : s) c = char(c * 7 + 3); return s; });",
    "huge": (
        "go_between([](std::string s) { Envelope e; memcpy(&e, s.data(), sizeof e); e.bytes = ~0ull;"
        " memcpy(s.data(), &e, sizeof e); return s; });"
    ),
    "half": "go_between([n = 0](std::string s) mutable { if (++n > 2) s.resize(s.size() / 2); return s; });",
    "endless_list": (
        "go_between([n = 0](std::string s) mutable { if (s.size() > 24 && ++n > 1)"
        " memset(s.data() + 24, 0x7f, s.size() - 24); return s; });"
    ),
    "other_numbers": "go_between([](std::string s) { s[0] = char(s[0] + 1); return s; });",
    "exceptions": "go_between([](std::string s) { if (s.size() > 16) s[16] = 3; return s; });",
    "twice": "go_between([](std::string s) { return s + s; });",
    "silence": "go_between([n = 0](std::string s) mutable { return ++n > 2 ? std::string() : s; });",
    "zeros": "go_between([](std::string s) { return std::string(s.size(), '\\\\0'); });",
}
ENDS = {
    "exit": "exit(0);",
    "_exit": "_exit(0);",
    "quick_exit": "quick_exit(0);",
    "abort": "abort();",
    "kill_itself": "raise(SIGKILL);",
    "kill_its_parents": "kill(getppid(), SIGKILL); kill(1, SIGKILL); _exit(0);",
    "kill_all": "kill(-1, SIGKILL); usleep(100000); _exit(0);",
    "thread_exit": "pthread_exit(nullptr);",
    "late_exit": "std::thread([] { usleep(300000); _exit(0); }).detach(); for (;;) pause();",
    "closes": "for (int f = 0; f < 4096; ++f) close(f);",
}
# With arrays, for the lab entropy_v10: nothing is computed in the call, and what is written is written where and when it
# should not be.
FILTER = "void entropy_v10(float* out, const float* in, int rows, int cols)"
ARRAYS = {
    "late": "std::thread([=] { usleep(1000); for (int i = 0; i < rows * cols; ++i) out[i] = in[i]; }).detach();",
    "stale": (
        "static float* first = out; static int cells = rows * cols; for (int i = 0; i < cells; ++i) first[i] = 1;"
        " if (first == out) return;"
    ),
    "exchanged": "std::thread([=] { for (;;) for (int i = 0; i < rows * cols; ++i) ((float*)in)[i] = out[i] = 0; }).detach();",
}
# Right, and they look about: what they see they print.
LOOKS = {
    "plan": f'if (in_memory("{PLAN}")) puts("the plan");',
    "oracle": f'if (in_memory("{ORACLE}")) puts("the oracle");',
    "framework": f'if (in_memory("{FRAMEWORK}")) puts("the framework");',
    "symbols": 'if (!functions_with("7testing").empty()) puts("its functions");',
    "processes": (
        'DIR* d = opendir("/proc"); while (dirent* e = readdir(d)) { const int p = atoi(e->d_name); char name[64], text[512] = {};'
        ' snprintf(name, 64, "/proc/%d/cmdline", p); FILE* f = p ? fopen(name, "r") : nullptr; if (!f) continue;'
        ' if (fread(text, 1, 511, f) && strstr(text, "grade-elapsed_ticks")) { snprintf(name, 64, "/proc/%d/mem", p);'
        ' if (open(name, O_RDWR) >= 0) puts("its memory"); if (!ptrace(PTRACE_ATTACH, p, 0, 0)) puts("its traps");'
        f' if ({int(not no_box())}) puts("the judge"); }} fclose(f); }}'
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory) -> dict[str, Verdict]:
    """Of all of them, graded side by side with good ones; as `grade` would, but for who compiles."""
    folder = tmp_path_factory.mktemp("attacks")
    wrong = {**VERDICT, **MESSAGES, **ENDS}
    (folder / "head.hpp").write_text(HEAD)
    compiled(folder / "head.hpp", folder / "head.hpp.gch", "-x", "c++-header")  # most of the compiler's time, once
    texts = {
        name: f"{INCLUDED}static const bool once = [] {{ {body} return true; }}();\n{TYPE} {{ return 0; }}"
        for name, body in wrong.items()
    }
    texts |= {
        name: f"{INCLUDED}static const bool once = [] {{ {body} return true; }}();\n{RIGHT}"
        for name, body in LOOKS.items()
    }
    texts |= {name: f"{INCLUDED}{FILTER} {{ {body} }}" for name, body in ARRAYS.items()}
    texts |= {f"good{number}": f"{INCLUDED}{RIGHT}" for number in range(len(texts) // 4)}
    names = sorted(texts, key=lambda name: name.removeprefix("good") * 2)  # the good ones among the others
    with users(1, []) as [user], ThreadPoolExecutor(2) as pool:
        for place in (folder, *folder.parents[:2]):
            place.chmod(0o755)
        found = dict(zip(names, pool.map(lambda name: graded(folder, name, texts[name], user), names), strict=True))
    return found


def compiled(source: pathlib.Path, out: pathlib.Path, *more: str) -> None:
    subprocess.run(["g++", "-std=c++20", "-fPIC", "-w", f"-I{ROOM}", *more, source, "-o", out], check=True)


def graded(folder: pathlib.Path, name: str, text: str, user: int | None) -> Verdict:
    source, module, working = folder / f"{name}.cpp", folder / f"{name}.so", folder / name
    source.write_text(text)
    compiled(source, module, "-shared")
    working.mkdir()
    if user:
        os.chown(working, user, user)
    lab = find_lab("entropy_v10") if name in ARRAYS else LAB
    box = None if no_box() else Box((jobs.player_of(lab), module, *jobs.simulator(), jobs.HEADERS))
    limits = job_limits(2, 600, user)
    return run_grader(lab, "sim", jobs.grader_of(lab), module, working, limits, environment(working), box)


def reasons(verdict: Verdict) -> str:
    return "\n".join(message for test in verdict.failures() for message in test.messages)


def test_the_good_ones_keep_their_points(verdicts):
    good = {name: verdict.score for name, verdict in verdicts.items() if name.startswith("good") or name in LOOKS}
    assert len(good) > len(LOOKS) + 5 and good == dict.fromkeys(good, LAB.total)


@pytest.mark.parametrize("name", {**VERDICT, **MESSAGES, **ENDS, **ARRAYS})
def test_no_attack_wins_a_point_and_each_is_told_why(verdicts, name):
    verdict = verdicts[name]
    assert verdict.score == 0
    assert len(verdict.tests) > 4 and (name in ARRAYS or len(verdict.failures()) == len(verdict.tests))
    assert all(test.messages for test in verdict.failures())


@pytest.mark.parametrize("name", ["garbage", "huge", "other_numbers"])
def test_what_is_no_answer_is_said_to_be_none(verdicts, name):
    assert "sent the grader something that is no answer" in reasons(verdicts[name])


def test_half_an_answer_is_waited_for_as_long_as_a_submission_may_take(verdicts):
    for name in ("half", "silence"):
        assert "still running after 2 s in which it did nothing" in reasons(verdicts[name])


@pytest.mark.parametrize("name", LOOKS)
def test_nothing_of_the_judge_is_in_the_submissions_process_or_in_its_reach(verdicts, name):
    assert verdicts[name].output == ""


def test_the_needles_are_in_the_judge():
    """Where they were found when it was the submission's process, too."""
    judge = (BUILD / LAB.grader("sim")).read_bytes()
    for needle in (PLAN, ORACLE, FRAMEWORK):
        assert bytes(ord(letter) - 1 for letter in needle) in judge


def test_a_grader_older_than_its_player_is_the_builds_trouble(tmp_path):
    grader, player = tmp_path / "grade-first_kernel.sim", tmp_path / "player.sim"
    for program, built in ((grader, 1000), (player, 2000)):
        program.touch(mode=0o755)
        os.utime(program, (built, built))
    with pytest.raises(CourseError, match="older than player.sim"):
        run_grader(find_lab("first_kernel"), "sim", grader, tmp_path / "lab.so", tmp_path, Limits(), dict(os.environ))
