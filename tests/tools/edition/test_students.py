# The students' edition: nothing of a solution is in it, it works by itself, and an update never touches a student's labs.
# Run: ./course test test_students
from __future__ import annotations

import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib

import pytest

from tools.edition import students
from tools.edition.leaks import bare, distinctive, leaks, lines_of
from tools.edition.pages import for_students, with_verbs_told, without_dead_links
from tools.edition.repository import write_repository
from tools.edition.students import MAY_HAVE, Edition, given_away, students_edition
from tools.errors import CourseError
from tools.model import ROOT, load_course
from tools.taught import read_class

LABS = {lab.name: lab for lab in load_course().labs}
FIRST = next(iter(LABS.values()))


@functools.cache
def edition(text: str = "", fold: bool = False) -> Edition:
    return students_edition(read_class(tomllib.loads(text)), fold)


BOTH = pytest.mark.parametrize("fold", [False, True])


# --- what must not be there ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lab", LABS.values(), ids=LABS)
def test_every_solution_has_lines_that_would_tell_it(lab):
    """Otherwise the next test says nothing about it."""
    mine = {line for line in lines_of(lab.solution.read_text()) if line in distinctive()}
    assert len(mine) >= 3, mine


@BOTH
def test_no_line_of_a_solution_is_in_any_file(fold):
    found = {
        (path, line): distinctive()[bare(line)]
        for path, data in edition(fold=fold).files.items()
        for line in data.decode("utf-8", "replace").splitlines()
        if bare(line) in distinctive()
    }
    allowed = {path for path, _ in found} & MAY_HAVE.keys()
    assert {place: whose for place, whose in found.items() if place[0] not in allowed} == {}
    assert allowed == set(MAY_HAVE), "an exception that is none any more"


def secrets() -> list[pathlib.Path]:
    folders = [ROOT / "solutions", *ROOT.glob("tests/*/wrong"), *ROOT.glob("tests/*/legal")]
    files = [path for folder in folders for path in folder.rglob("*.*") if path.is_file() and path.stem != "skeleton"]
    assert len(files) > 800
    return files


@BOTH
def test_no_solution_and_no_wrong_or_legal_submission_is_there(fold):
    there = {hashlib.sha256(data).hexdigest(): path for path, data in edition(fold=fold).files.items()}
    given = {path for path in edition(fold=fold).files if path.startswith("solutions/")}
    known = {
        path.relative_to(ROOT).as_posix(): there.get(hashlib.sha256(path.read_bytes()).hexdigest())
        for path in secrets()
    }
    assert {path: copy for path, copy in known.items() if copy and path not in given} == {}
    labs = {f"solutions/{lab.slug}/{lab.file}" for lab in LABS.values()}
    assert given and not given & labs and not any(leaks((ROOT / path).read_text()) for path in given)
    rooms = {
        path.split("/")[2] for path in edition(fold=fold).files if path.startswith("tests/") and path.count("/") > 2
    }
    assert "legal" not in rooms and "experiments" not in rooms


def test_wrong_submissions_are_not_even_named():
    names = {path.stem for path in secrets() if "/wrong/" in str(path) and path.stem.count("_") >= 3}
    text = "\n".join(data.decode("utf-8", "replace") for data in edition().files.values())
    assert {name for name in names if name in text} == set()


def test_a_leak_stops_the_export():
    line = next(line for line in FIRST.solution.read_text().splitlines() if bare(line) in distinctive())
    for text in (line, f"+    {line.strip()}", f"// {line}"):
        assert given_away({"chapters/x.md": f"a\n{text}\nb".encode()})
    there = {**edition().files, "chapters/x.md": line.encode()}
    with pytest.raises(CourseError, match=r"would give solutions/.* away: chapters/x.md has its line"):
        students._must_not_leak(there)


# --- pages ----------------------------------------------------------------------------------------------------

PAGE = """## A

*This section shows the solution of `x`.*

secret words

```text
## no heading
```

## B

<details><summary>The solution of <code>x</code></summary>

code

</details>

<details><summary>Answer, and the solution of <code>x</code></summary>

<!-- [[[cog print(snippet("solutions/00-a/x.cu", "f")) ]]] -->
```cuda
f();
```
<!-- [[[end]]] -->

It is <!--= n() -->4<!--/-->.

</details>
"""


def test_what_explains_a_solution_is_left_out_or_folded():
    out, folded = (for_students(PAGE, "", [], fold, lambda path: False) for fold in (False, True))
    assert "secret words" not in out and "no heading" not in out and "## B" in out
    assert "<details><summary>After the lab: the way of the solution of <code>x</code></summary>" in folded
    assert "secret words" in folded and folded.count("<details>") == folded.count("</details>") == 2
    for text in (out, folded):
        assert "f();" not in text and "\ncode\n" not in text and "It is 4." in text and "<!--" not in text
        assert "<summary>Answer</summary>" in text


def test_a_dead_link_becomes_its_text():
    text = without_dead_links("[a](../b.md) [c](c.md#d) ![e](e.svg) [f](https://x) `[g](g)`\n", "x/y.md", {"x/c.md"})
    assert text.startswith("a [c](c.md#d)  [f](https://x)")


def test_a_command_that_students_do_not_have_is_said_to_be_another_editions():
    text = "`./course bench --x y`, `./course check x` and\n```sh\n`./course plot`\n```\n"
    told = with_verbs_told(text, ("check",))
    assert told == text.replace("y`", "y` (in the full course)") == with_verbs_told(told, ("check",))
    named = {
        verb
        for path, data in edition().files.items()
        if path.endswith(".md")
        for verb in re.findall(r"`\./course ([a-z]+)\b[^`\n]*`(?! \(in the full course\))", data.decode())
    }
    there = {path.split("/")[2].removesuffix(".py") for path in edition().files if path.startswith("tools/verbs/")}
    assert "check" in named and named <= there | {"setup"}


def test_the_front_page_gives_no_lab_away():
    assert "8×32" not in edition().files["README.md"].decode().split("## Two commands")[0]


@BOTH
def test_every_link_leads_to_a_file_that_is_there(fold):
    files = edition(fold=fold).files
    pages = {path: data.decode() for path, data in files.items() if path.endswith(".md") and "/own/" not in path}
    assert {path: without_dead_links(text, path, files.keys()) for path, text in pages.items()} == pages
    assert not any("[[[cog" in text or "<!--=" in text for text in pages.values())


# --- what is chosen -------------------------------------------------------------------------------------------


def test_labs_points_and_deadlines_are_the_classes():
    other = list(LABS.values())[3]
    text = f"labs = ['{FIRST.name}', '{other.name}']\n[points]\n{other.name} = 31\n[due]\n{FIRST.name} = 2026-10-19T23:59:00+02:00"
    found = edition(text).files
    names = [
        lab["name"]
        for chapter in tomllib.loads(found["course.toml"].decode())["chapters"]
        for lab in chapter.get("labs", [])
    ]
    assert names == [FIRST.name, other.name]
    taught = tomllib.loads(found["class.toml"].decode())
    assert sum(taught["points"][other.name].values()) == 31 and list(taught["due"]) == [FIRST.name]
    assert {path for path in found if path.startswith("labs/")} == {
        f"labs/{lab.slug}/{lab.file}" for lab in (FIRST, other)
    }
    assert "labs, " in found["README.md"].decode() and "1 labs, 31 points" in found["README.md"].decode()


def test_a_lab_is_its_skeleton_whatever_lies_in_labs():
    for lab in LABS.values():
        assert edition().files[f"labs/{lab.slug}/{lab.file}"] == lab.skeleton.read_bytes()


# --- the repository -------------------------------------------------------------------------------------------


def git(folder: pathlib.Path, *words: str) -> str:
    who = {f"GIT_{role}_{key}": "x@y" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}
    done = subprocess.run(["git", *words], cwd=folder, env={**os.environ, **who}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def exported(tmp_path_factory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("edition") / "class"
    assert "files, " in write_repository(folder, edition())
    return folder


def test_it_is_committed_whole_and_again_is_nothing_new(exported):
    assert git(exported, "status", "--porcelain") == "" and os.access(exported / "course", os.X_OK)
    assert write_repository(exported, edition()) == "nothing has changed"
    assert git(exported, "log", "--format=%s") == "The course for students\n"


def test_the_command_works_there(exported):
    environment = {**os.environ, "COURSE_PYTHON": sys.executable}
    for name in ("PYTHONPATH", "COURSE_BUILD", "COURSE_CLASS"):
        environment.pop(name, None)

    def said(*words: str) -> str:
        done = subprocess.run([exported / "course", *words], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    labs = [lab["name"] for chapter in json.loads(said("list", "--json")) for lab in chapter["labs"]]
    assert labs == list(LABS)
    for words, sentence in {("check", "--solution"): "has no solutions", ("grade", "x"): "no verb 'grade'"}.items():
        done = subprocess.run([exported / "course", *words], env=environment, capture_output=True, text=True)
        assert done.returncode == 2 and sentence in done.stderr
    assert "Hint 1" in said("hint", FIRST.name) and "  grade  " not in said("--help")
    files = ["tests/tools/test_edition.py", "tests/tools/test_console.py"]
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]
    done = subprocess.run(
        command, cwd=exported, env={**environment, "PYTHONPATH": str(exported)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    git(exported, "checkout", "--quiet", ".")


def test_an_update_by_git_pull_touches_no_lab_that_a_student_has(tmp_path):
    """Committed work and work that is not, a lab with a new skeleton, one that is gone, one that is new."""
    teacher, student = tmp_path / "class", tmp_path / "mine"
    committed, begun, gone, fresh = list(LABS.values())[:4]
    first = edition(f"without = ['{fresh.name}']")
    write_repository(teacher, first)
    git(tmp_path, "clone", "--quiet", str(teacher), str(student))

    def place(lab):
        return student / "labs" / lab.slug / lab.file

    for lab in (committed, begun, gone):
        place(lab).write_text(f"// my {lab.name}\n")
        if lab is not begun:
            git(student, "add", str(place(lab)))
            git(student, "commit", "--quiet", "--message", "mine", "--", str(place(lab)))
    second = edition(f"without = ['{gone.name}']\n[points]\n{committed.name} = 99")
    skeletons = {f"labs/{lab.slug}/{lab.file}": b"// another skeleton\n" for lab in (committed, begun)}
    done = write_repository(teacher, Edition(second.labs, {**second.files, **skeletons, "README.md": b"new\n"}))
    assert done.startswith("a commit more")
    git(student, "pull", "--quiet", "--no-rebase", "--no-edit")
    assert {lab.name: place(lab).read_text() for lab in (committed, begun, gone)} == {
        lab.name: f"// my {lab.name}\n" for lab in (committed, begun, gone)
    }
    assert place(fresh).read_bytes() == fresh.skeleton.read_bytes() and (student / "README.md").read_text() == "new\n"
    assert git(student, "status", "--porcelain").strip() == f"M labs/{begun.slug}/{begun.file}"


def test_what_is_staged_and_not_committed_makes_git_stop_with_everything_as_it_was(tmp_path):
    teacher, student = tmp_path / "class", tmp_path / "mine"
    write_repository(teacher, edition())
    git(tmp_path, "clone", "--quiet", str(teacher), str(student))
    place = student / "labs" / FIRST.slug / FIRST.file
    place.write_text("// staged\n")
    git(student, "add", str(place))
    write_repository(teacher, Edition(edition().labs, {**edition().files, "README.md": b"new\n"}))
    git(student, "commit", "--quiet", "--allow-empty", "--only", "--message", "so that it must merge")
    done = subprocess.run(["git", "pull", "--no-rebase", "--no-edit"], cwd=student, capture_output=True, text=True)
    assert done.returncode and place.read_text() == "// staged\n"


def test_what_is_not_an_edition_is_not_written_to(tmp_path):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(CourseError, match="is no students' edition that"):
        write_repository(tmp_path, edition())
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_work_that_is_not_committed_is_not_swept_away(tmp_path):
    write_repository(tmp_path / "class", edition())
    (tmp_path / "class" / "README.md").write_text("my own words\n")
    with pytest.raises(CourseError, match="changes that are not committed"):
        write_repository(tmp_path / "class", edition())


def test_the_folder_must_lie_outside_of_the_course(course):
    done = course("export", "--students", str(course.root / "class"))
    assert done.returncode == 2 and "lies in the course itself" in done.stderr
    done = course("export", "--students", str(course.root.parent / "class"), "--labs", "nobody")
    assert done.returncode == 2 and "there is no lab and no chapter 'nobody'" in done.stderr
    assert not (course.root.parent / "class").exists()
