# ./course new: a lab or a chapter is all there and can be built at once, or nothing is written.
# Run: ./course test test_new
from __future__ import annotations

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.tools.tree import tracked
from tools.authoring.course_list import with_chapter
from tools.authoring.lab import declarations
from tools.build.meson import BUILD
from tools.errors import CourseError
from tools.grade.grading import run_grader
from tools.grade.process import Limits
from tools.model import ROOT, load_course

MADE = "made_up_7"
KINDS = (("solutions", ""), ("labs", ""), ("wrong", "-skeleton"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The course without its history and its simulator."""
    root = tmp_path_factory.mktemp("new") / "course"
    for path in tracked():
        if path.endswith("/h200.h") or not path.startswith(("simt/", "tests/simt/", "data/")):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, root / path)
    return root


@pytest.fixture
def copy(whole: pathlib.Path) -> Iterator[pathlib.Path]:
    """It again, as it was before the test."""
    before = state(whole)
    yield whole
    made, changed = new_files(whole, before)
    for path in made:
        (whole / path).unlink()
    for path in changed:
        (whole / path).write_bytes(before[path])


def call(root: pathlib.Path, *words: str) -> subprocess.CompletedProcess:
    # Python's bytecode would be files of its own.
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(root.parent / "bytecode")}
    environment = {**os.environ, "COURSE_PYTHON": sys.executable, "PYTHONPATH": "", **kept}
    return subprocess.run([root / "course", *words], cwd=root, env=environment, capture_output=True, text=True)


def state(root: pathlib.Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def new_files(root: pathlib.Path, before: dict[str, bytes]) -> tuple[set[str], set[str]]:
    """Made, and changed."""
    after = state(root)
    return after.keys() - before.keys(), {path for path in before if after.get(path) != before[path]}


@pytest.mark.parametrize(
    "like", ["transpose_naive", "sectors_touched", "add_aos", "stopwatch", "entropy_v14", "entropy_v15"]
)
def test_a_lab_has_every_file_and_its_entry_below_its_neighbour(copy, like):
    near = next(lab for lab in load_course().labs if lab.name == like)
    before = state(copy)
    done = call(copy, "new", "lab", MADE, "--like", like)
    assert done.returncode == 0, done.stderr
    suffix = pathlib.PurePath(near.file).suffix
    made, changed = new_files(copy, before)
    assert made == {f"{room}/{near.slug}/{MADE}{suffix}" for room in ("labs", "solutions")} | {
        f"tests/{near.slug}/{MADE}.cpp",
        f"tests/{near.slug}/wrong/{MADE}/skeleton{suffix}",
    }
    assert changed <= {"course.toml", f"tests/{near.slug}/interface.hpp"}
    old, new = before["course.toml"].decode(), (copy / "course.toml").read_text()
    entry = re.search(rf'\n\[\[chapters\.labs\]\]\nname = "{MADE}".*?\n\]\n', new, re.S)
    assert new.replace(entry[0], "", 1) == old, "comments and layout of the rest stay"
    listed = json.loads(call(copy, "list", "--json").stdout)
    names = [lab["name"] for chapter in listed for lab in chapter["labs"]]
    assert names.index(MADE) == names.index(like) + 1
    assert "TODO" in (copy / "labs" / near.slug / f"{MADE}{suffix}").read_text()


def with_simulator(copy: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """A copy of the copy; its simulator is the course's own."""
    own = folder / "course"
    shutil.copytree(copy, own, ignore=lambda place, _: ["simt"] if pathlib.Path(place) == copy else [])
    (own / "simt").symlink_to(ROOT / "simt")
    return own


def test_an_existing_build_learns_of_the_lab(whole, tmp_path):
    """Configured before, it builds what was added after. Of one chapter, without other tests: that is quicker."""
    copy = with_simulator(whole, tmp_path)
    course = copy / "course.toml"
    head, *chapters = course.read_text().split("[[chapters]]\n")
    course.write_text("[[chapters]]\n".join([head, next(text for text in chapters if '"transpose_naive"' in text)]))
    for room in ("harness", "tools"):
        (copy / "tests" / room / "meson.build").unlink()
    setup = subprocess.run(["meson", "setup", copy / "build", copy, "-Dcuda=disabled"], capture_output=True, text=True)
    assert setup.returncode == 0, setup.stdout[-2000:]
    assert call(copy, "new", "lab", MADE, "--like", "transpose_naive").returncode == 0
    wanted = {f"grade-{MADE}.sim", *(f"{kind}-{MADE}{end}.sim.so" for kind, end in KINDS)}
    words = "from tools.build.meson import outputs; print('\\n'.join(outputs()))"
    known = subprocess.run(
        [sys.executable, "-c", words],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
    )
    assert wanted <= set(known.stdout.split()), known.stderr


@pytest.mark.parametrize(("like", "chapter"), [("transpose_naive", ""), ("aosoa", ""), ("aos_to_soa", "01-coalescing")])
@pytest.mark.skipif(not (BUILD / "simtcc").exists(), reason="the course is not built: ./course test builds it")
def test_its_solution_wins_every_point(whole, tmp_path, like, chapter):
    """Compiled and linked as the build does it with the lab that it is made from."""
    copy = with_simulator(whole, tmp_path)
    near = next(lab for lab in load_course().labs if lab.name == like)
    if not (BUILD / near.grader("sim")).exists():
        pytest.skip("the course is not built: ./course test builds it")
    where = ["--chapter", chapter] if chapter else []
    assert call(copy, "new", "lab", MADE, "--like", like, *where).returncode == 0
    slug = chapter or near.slug
    commands = subprocess.run(
        ["ninja", "-C", BUILD, "-t", "commands", near.grader("sim")], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    source = f"tests/{near.slug}/{near.name}.cpp"
    (compiling,) = [line for line in commands if line.endswith(f"../{source}")]
    # Without the precompiled header, which knows the headers of the tests by other paths than the copy's.
    words = [word for word in shlex.split(compiling) if word not in ("-include", "graders.hpp", "-fpch-preprocess")]
    there = words[words.index("-o") + 1]
    made = {f"../{source}": str(copy / "tests" / slug / f"{MADE}.cpp"), there: str(tmp_path / "grader.o")}
    subprocess.run([f"-I{copy}" if word == "-I.." else made.get(word, word) for word in words], cwd=BUILD, check=True)
    linking = [made.get(word, word) for word in shlex.split(commands[-1])]
    linking[linking.index("-o") + 1] = str(tmp_path / "grader")
    subprocess.run(linking + [f"-Wl,-rpath,{BUILD}"], cwd=BUILD, check=True)
    (tmp_path / "player.sim").symlink_to(BUILD / "player.sim")
    file = copy / "solutions" / slug / f"{MADE}{pathlib.PurePath(near.file).suffix}"
    subprocess.run([BUILD / "simtcc", "-shared", "-fopenmp", file, "-o", tmp_path / "lab.so"], check=True)
    verdict = run_grader(near, "sim", tmp_path / "grader", tmp_path / "lab.so", tmp_path, Limits(), dict(os.environ))
    assert verdict.score == near.total, verdict.failures()


def test_a_chapter_and_a_lab_of_another_chapter_in_it(copy):
    before = state(copy)
    assert call(copy, "new", "chapter", "98-made-up", "--title", "Made up: “why”").returncode == 0
    made, changed = new_files(copy, before)
    assert made == {"chapters/98-made-up/README.md", "tests/98-made-up/interface.hpp"}
    assert changed == {"course.toml", "README.md"}
    assert (copy / "README.md").read_text().count("| 98. [Made up](chapters/98-made-up/README.md) |") == 1
    assert call(copy, "new", "lab", MADE, "--like", "aos_to_soa", "--chapter", "98-made-up").returncode == 0
    header = (copy / "tests/98-made-up/interface.hpp").read_text()
    assert (
        f"void {MADE}(Arrays out, const Item* in, int count);" in header and "tests/03-aos-soa/interface.hpp" in header
    )
    listed = json.loads(call(copy, "list", "--json").stdout)
    assert [(chapter["slug"], [lab["name"] for lab in chapter["labs"]]) for chapter in listed][-1] == (
        "98-made-up",
        [MADE],
    )


def test_chapters_stand_by_their_numbers():
    text = '[course]\n\n[[chapters]]\nslug = "01-a"\n\n# of b\n[[chapters]]\nslug = "03-b"\n'
    for slug, place in (("00-n", 0), ("02-n", 1), ("04-n", 2)):
        new = with_chapter(text, slug, f'[[chapters]]\nslug = "{slug}"\n')
        slugs = re.findall(r'slug = "(.*)"', new)
        assert slugs.index(slug) == place and sorted(slugs) == slugs
        assert '# of b\n[[chapters]]\nslug = "03-b"' in new


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lab", "Bad", "--like", "add_aos"], "'Bad' will not do as a name"),
        (["lab", "class", "--like", "add_aos"], "means something in C++"),
        (["lab", "add_soa", "--like", "add_aos"], "there is a lab add_soa already"),
        (["lab", "load_aligned", "--like", "add_aos"], "has a version called load_aligned already"),
        (["lab", MADE, "--like", "transpose_naife"], "Did you mean transpose_naive?"),
        (["lab", MADE, "--like", "add_aos", "--chapter", "97-none"], "there is no chapter '97-none'"),
        (["lab", MADE], "required: --like"),
        (["chapter", "6-x", "--title", "t"], "'6-x' will not do as a chapter"),
        (["chapter", "01-other", "--title", "t"], "there is a chapter 01-coalescing already"),
        (["chapter", "99-new", "--title", " "], "needs a title"),
        (["chapter", "99-new", "--title", "a\nb"], "needs a title on one line"),
        ([], "required: KIND"),
    ],
)
def test_what_will_not_do_is_one_line_and_nothing_is_written(copy, words, said):
    before = state(copy)
    done = call(copy, "new", *words)
    assert done.returncode == 2 and done.stdout == ""
    assert said in done.stderr and done.stderr.count("\n") == 1
    assert new_files(copy, before) == (set(), set())


def test_a_file_in_the_way_stops_it_before_anything_is_written(copy):
    (copy / "tests" / "01-coalescing" / f"{MADE}.cpp").write_text("mine\n")
    before = state(copy)
    done = call(copy, "new", "lab", MADE, "--like", "transpose_naive")
    assert done.returncode == 2 and f"{MADE}.cpp is there already" in done.stderr
    assert new_files(copy, before) == (set(), set())


def test_a_write_that_fails_takes_everything_back(tmp_path):
    from tools.authoring.changes import Changes

    (tmp_path / "old").write_text("old\n")
    (tmp_path / "file").write_text("a file is no folder\n")
    changes = Changes()
    changes.make(tmp_path / "new" / "deep" / "a", "a\n")
    changes.edit(tmp_path / "old", "new\n")
    changes.made[tmp_path / "file" / "b"] = "b\n"
    with pytest.raises((CourseError, NotADirectoryError)):
        changes.apply()
    assert state(tmp_path) == {"old": b"old\n", "file": b"a file is no folder\n"} and not (tmp_path / "new").exists()


def test_declarations_are_found_over_lines_and_beside_comments():
    text = "// about f(int);\nvoid f(int a,\n       int b);  // why\nvoid g(); // like f;\nEntropy\n    f;\n"
    assert declarations(text, "f") == ["void f(int a,\n       int b);  // why", "Entropy\n    f;"]
