# A student's way through list, check, hint, reset and run, in a scratch copy of the course.
# Run: ./course test test_verbs
from __future__ import annotations

import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import time

import pytest

from tools.course import main
from tools.errors import CourseError
from tools.model import ROOT, load_course
from tools.verbs import check

LAB = "transpose_naive"
QUICK = "event_timer"  # is graded in no time


@pytest.fixture(autouse=True)
def untouched(course):
    """Every test starts from the skeleton; where it is there, it need not be built again."""
    lab = next(lab for lab in load_course().labs if lab.name == LAB)
    if not course.lab(LAB).exists() or course.lab(LAB).read_text() != lab.skeleton.read_text():
        course.lab(LAB).write_text(lab.skeleton.read_text())
    (course.root / ".course" / "state.json").unlink(missing_ok=True)


def solution() -> str:
    return next(lab for lab in load_course().labs if lab.name == LAB).solution.read_text()


def state(course) -> dict:
    chapters = json.loads(course("list", "--json").stdout)
    return next(lab for chapter in chapters for lab in chapter["labs"] if lab["name"] == LAB)


def test_skeleton_fails_with_its_own_message_and_the_next_step(course):
    done = course("check", LAB)
    assert done.returncode == 1, done.stderr
    assert "no kernel was launched" in done.stdout
    assert f"./course hint {LAB}" in done.stdout
    assert "labs/01-coalescing/transpose_naive.cu is as it came" in done.stdout
    assert state(course)["state"] == "untouched"
    with course.lab(LAB).open("a") as file:
        file.write("// not any more\n")
    done = course("check", LAB)
    assert done.returncode == 1 and "is as it came" not in done.stdout


def test_a_bare_check_takes_what_is_touched_and_nothing_else(course):
    done = course("check")
    assert done.returncode == 0 and "nothing to check" in done.stderr
    first = load_course().labs[0]
    assert f"./course check {first.name}" in done.stdout and first.file in done.stdout
    assert course("check", "--json").stdout == "[]\n"
    solved, other = (next(lab for lab in load_course().labs if lab.name == name) for name in (QUICK, "warp_clock"))
    course.lab(solved.name).write_text(solved.solution.read_text())
    course.lab(other.name).write_text("// touched\n" + other.skeleton.read_text())
    done = course("check")
    assert f"checking 2 labs: {solved.name}, {other.name}" in done.stderr
    assert done.returncode == 1 and "10 of 10 points" in done.stdout and "in 2 labs." in done.stdout
    course.lab(other.name).write_text(other.skeleton.read_text())
    assert len(json.loads(course("check", "--json").stdout)) == 1
    course.lab(solved.name).write_text(solved.skeleton.read_text())


def test_solution_passes_and_is_remembered(course):
    course.lab(LAB).write_text(solution())
    done = course("check", LAB)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "10 of 10 points" in done.stdout
    found = state(course)
    assert (found["state"], found["score"]) == ("solved", 10)
    with course.lab(LAB).open("a") as file:
        file.write("// one more thought\n")
    assert state(course)["state"] == "in progress"  # what was checked is not what is there


def test_wrong_size_is_a_failure_in_the_graders_words(course):
    course.lab(LAB).write_text(solution().replace("if (row >= rows || col >= cols) return;", ""))
    done = course("check", LAB)
    assert done.returncode == 1
    assert "past the end of" in done.stdout and "transpose_naive.cu line" in done.stdout
    assert "✗ Correctness" in done.stdout and "✓ Memory" in done.stdout


def test_compile_error_is_the_students_and_can_be_clicked(course):
    course.lab(LAB).write_text(solution().replace("dim3 grid(", "dim3 grid"))
    done = course("check", LAB, cwd=course.root / "labs")
    assert done.returncode == 1
    assert "does not compile" in done.stdout
    assert "01-coalescing/transpose_naive.cu:" in done.stdout and "../labs" not in done.stdout
    assert "error:" in done.stdout


def test_own_prints_are_shown_apart_and_decide_nothing(course):
    lie = '#include <cstdio>\nvoid transpose_naive(float*, const float*, int, int) { std::puts("[  PASSED  ] 12 tests."); }\n'
    course.lab(LAB).write_text(lie)
    done = course("check", LAB)
    assert done.returncode == 1
    assert "Your program printed:\n  | [  PASSED  ] 12 tests." in done.stdout


def test_exit_0_is_no_pass(course):
    course.lab(LAB).write_text(
        "#include <cstdlib>\nvoid transpose_naive(float*, const float*, int, int) { std::exit(0); }\n"
    )
    done = course("check", LAB)
    assert done.returncode == 1
    assert "ended from inside with exit status 0" in done.stdout


@pytest.mark.parametrize("selector", ["naive", "transpose_naive.cu", "{path}", "../01-coalescing/transpose_naive.cu"])
def test_a_part_of_the_name_or_the_file_selects(course, selector):
    done = course("check", selector.format(path=course.lab(LAB)), "--json", cwd=course.lab(LAB).parent)
    assert [entry["lab"] for entry in json.loads(done.stdout)] == [LAB]


def test_an_unknown_lab_gets_the_closest_name(course):
    done = course("check", "transpose_nave")
    assert done.returncode == 2
    assert "Did you mean transpose_naive?" in done.stderr
    assert "Traceback" not in done.stderr


def test_unknown_verb_and_bad_option(course):
    assert course("chek").returncode == 2
    assert "Did you mean `./course check`?" in course("chek").stderr
    assert course("check", "--nonsense").returncode == 2


def test_every_verb_has_help_with_examples(course, capsys):
    verbs = [path.stem for path in (course.root / "tools" / "verbs").glob("[a-z]*.py")]
    assert {"list", "check", "hint", "reset", "run", "test", "bench", "plot", "docs", "grade"} <= set(verbs)
    for verb in verbs:
        with pytest.raises(SystemExit) as ended:
            main([verb, "--help"])
        assert ended.value.code == 0 and f"examples:\n  ./course {verb}" in capsys.readouterr().out, verb
    assert course("grade", "--help").returncode == 0


def test_reset_needs_a_yes_and_keeps_a_backup(course):
    course.lab(LAB).write_text("// mine\n")
    assert course("reset", LAB).returncode == 2
    assert course.lab(LAB).read_text() == "// mine\n"
    assert course("reset", LAB, "--yes").returncode == 0
    assert state(course)["state"] == "untouched"
    backups = list((course.root / ".course" / "backups" / LAB).iterdir())
    assert [backup.read_text() for backup in backups] == ["// mine\n"]
    assert "already" in course("reset", LAB).stdout


def test_reset_brings_back_a_deleted_lab(course):
    course.lab(LAB).unlink()
    assert "is missing" in course("check", LAB).stderr
    assert course("reset", LAB, "--yes").returncode == 0
    assert course.lab(LAB).exists()


def test_hints_come_one_at_a_time(course):
    text = (course.root / "course.toml").read_text()
    lab = next(lab for lab in load_course().labs if lab.name == LAB)
    if len(lab.hints) < 3:
        pytest.fail(f"{LAB} has fewer than three hints")
    assert text  # the copy is complete
    first, second = course("hint", LAB).stdout, course("hint", LAB).stdout
    assert "Hint 1 of" in first and "Hint 2 of" not in first
    assert "Hint 2 of" in second and "Hint 1 of" not in second
    everything = course("hint", LAB, "--all").stdout
    assert everything.count("Hint ") == len(lab.hints)
    assert "the last one" in course("hint", LAB).stdout


def test_a_gpu_leaves_out_the_labs_that_have_no_kernel(capsys):
    labs = load_course().labs
    kernels = check.with_kernels(labs)
    assert 0 < len(kernels) < len(labs) and not any(lab.host_only for lab in kernels)
    assert "left out" in capsys.readouterr().err
    host = [lab for lab in labs if lab.host_only][:1]
    assert check.with_kernels(host) == host  # asked for alone: chosen_backends says why not
    with pytest.raises(CourseError, match="no cuda backend"):
        check.chosen_backends(host[0], "cuda")


def test_watch_checks_again_after_a_save(course):
    lab = next(lab for lab in load_course().labs if lab.name == QUICK)
    process = course.start("check", QUICK, "--watch")
    try:
        assert "fewer than two events were created" in read_until(process, "Watching")
        replacement = course.lab(QUICK).with_suffix(".tmp")  # as editors save
        replacement.write_text(lab.solution.read_text())
        replacement.rename(course.lab(QUICK))
        assert "10 of 10 points" in read_until(process, "Watching")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
        course.lab(QUICK).write_text(lab.skeleton.read_text())
    assert process.returncode == 0


def read_until(process, word: str, seconds: float = 30) -> str:
    said, ends = "", time.monotonic() + seconds
    while word not in said and time.monotonic() < ends:
        if select.select([process.stdout], [], [], 0.2)[0]:
            said += os.read(process.stdout.fileno(), 65536).decode()
    return said


def test_run_shows_counters_and_no_times_without_a_gpu(course):
    done = course("run", "coalescing")
    assert done.returncode == 0, done.stderr
    assert "simulated counts, no times" in done.stdout and "median ms" not in done.stdout
    rows = {line.split("  ")[0]: line.split() for line in done.stdout.splitlines()}
    # What an H200 counted for these kernels (see the measured counters of the chapter).
    assert rows["naive transpose, block 32×8"][-5:] == ["4", "(4)", "32,768", "32", "(4)"]
    assert rows["float4 4×4 transpose, block 16×16"][-5:] == ["16", "(16)", "8,192", "16", "(16)"]
    assert (course.root / "chapters" / "01-coalescing" / "simulated-sectors.svg").exists()


def test_run_json_is_json_alone(course):
    """Of all chapters: one call, and not at a shape that takes long."""
    reports = json.loads(course("run", "--json", "--no-plots", "--shape", "4x64").stdout)
    assert [report["chapter"] for report in reports] == [
        chapter.slug for chapter in load_course().chapters if chapter.versions
    ]
    for report in reports:
        results = report["runs"][0]["results"]
        assert {(result["rows"], result["cols"]) for result in results} == {(4, 64)}
        assert all(result["correct"] for result in results)


def test_it_works_through_a_symlink_and_from_anywhere(course, tmp_path: pathlib.Path):
    link = tmp_path / "warpwise"
    link.symlink_to(course.root / "course")
    (tmp_path / "json.py").write_text("raise SystemExit('a file of the student was imported')\n")
    inherited = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [str(link), "list"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**inherited, "COURSE_PYTHON": sys.executable},
    )
    assert done.returncode == 0 and LAB in done.stdout, done.stderr


def test_what_judges_is_loaded_while_the_compiler_is_at_work():
    asked = "import sys, tools.verbs.check; sys.exit('tools.grade.grading' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, "-P", "-c", asked], env=environment).returncode == 0
