# course.toml against the tree, and every lab against itself: orphans, hints, skeletons, solutions.
# Run: ./course test test_course
from __future__ import annotations

import os
import pathlib
import re

import pytest

from tools.measure.measurements import read_measurement
from tools.model import LEVELS, ROOT, Lab, load_course

COURSE = load_course()
LABS = {lab.name: lab for lab in COURSE.labs}
VERSIONS = {
    f"{chapter.slug}/{version.name}": (chapter, version) for chapter in COURSE.chapters for version in chapter.versions
}
SLUGS = [chapter.slug for chapter in COURSE.chapters]


def names(folder: pathlib.Path, pattern: str = "*") -> set[str]:
    return {path.name for path in folder.glob(pattern) if not path.name.startswith((".", "__"))}


@pytest.mark.parametrize("name", LABS)
def test_a_lab_says_what_it_is_for(name):
    lab = LABS[name]
    assert lab.minutes > 0 and lab.level in LEVELS and lab.outcomes
    assert not any("TODO" in outcome or outcome[0].isupper() or outcome.endswith(".") for outcome in lab.outcomes)


def test_chapters_build_on_earlier_ones_and_say_what_else_they_assume():
    for place, chapter in enumerate(COURSE.chapters):
        assert set(chapter.prerequisites) <= set(SLUGS[:place]) and chapter.assumes


@pytest.mark.parametrize("room", ["labs", "solutions", "chapters"])
def test_no_folder_is_an_orphan(room):
    assert {path.name for path in (ROOT / room).iterdir() if path.is_dir()} <= set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_file_is_an_orphan(slug):
    chapter = next(chapter for chapter in COURSE.chapters if chapter.slug == slug)
    files = {lab.file for lab in chapter.labs}
    assert names(ROOT / "labs" / slug) == files
    assert names(ROOT / "solutions" / slug) == files | {version.source for version in chapter.versions}
    wrong = ROOT / "tests" / slug / "wrong"
    assert names(wrong) == {lab.name for lab in chapter.labs}
    for folder in ("wrong", "legal"):
        assert names(ROOT / "tests" / slug / folder) <= {lab.name for lab in chapter.labs}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_experiment_and_every_file_of_measurements_belongs_to_the_list(slug):
    chapter = next(chapter for chapter in COURSE.chapters if chapter.slug == slug)
    assert names(ROOT / "tests" / slug / "experiments") == {experiment.source for experiment in chapter.experiments}
    known = {"": None, "-counters": None} | {
        f"-{experiment.name}": experiment.name for experiment in chapter.experiments
    }
    for path in chapter.measured.glob("*"):
        said = read_measurement(path).provenance
        files = {
            f"{said['machine']}{suffix}.csv"
            for suffix, experiment in known.items()
            if experiment == said.get("experiment")
        }
        assert path.name in files, f"{path.name} is the table of no machine and no experiment of the list"


def test_experiment_names_are_unique_and_none_is_a_files_of_another_kind():
    experiments = [experiment for chapter in COURSE.chapters for experiment in chapter.experiments]
    assert len({experiment.name for experiment in experiments}) == len(experiments)
    assert not {experiment.name for experiment in experiments} & {"counters", "all"}
    for chapter in COURSE.chapters:
        plots = [
            "time",
            "bandwidth",
            "share",
            *(plot.name for experiment in chapter.experiments for plot in experiment.plots),
        ]
        assert len(set(plots)) == len(plots), "two plots of one name"


def test_who_is_timed_by_an_experiment_names_one_of_the_chapter():
    for chapter in COURSE.chapters:
        there = {experiment.name for experiment in chapter.experiments}
        assert {version.timed_by for version in chapter.versions} - {""} <= there
        assert {name for version in chapter.versions for name in version.calls} <= {
            version.name for version in chapter.versions
        }


def test_lab_names_and_stems_are_unique():
    assert len({lab.name for lab in COURSE.labs}) == len(COURSE.labs) == len({lab.stem for lab in COURSE.labs})


def test_no_second_list():
    """What a chapter is made of stands in course.toml; the build and the tools name no lab and no version."""
    names = {lab.name for lab in COURSE.labs} | {version.name for _, version in VERSIONS.values()}
    words = {name for name in names if not name.isalpha()}  # "shared" and "fast" are words of the language as well
    # A chapter's figures show certain kernels; what draws them may name them.
    tools = [path for path in (ROOT / "tools").rglob("*.py") if not {"figures", "numbers"} & set(path.parts)]
    files = [ROOT / "meson.build", ROOT / "tests" / "meson.build", ROOT / "course", *tools]
    found = []
    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines()
        code = [
            line for line in lines if not re.match(r"\s*(#|\"|//|EXAMPLES|f?\"\"\")", line) and "EXAMPLES" not in line
        ]
        text = "\n".join(line for line in code if "snippet(" not in line and "simulated(" not in line)
        found += [f"{path.name}: {word}" for word in words if re.search(rf"\b{word}\b", text)]
    assert found == []


@pytest.mark.parametrize("lab", LABS.values(), ids=LABS)
def test_lab_is_complete(lab: Lab):
    assert (ROOT / "tests" / lab.slug / f"{lab.name}.cpp").exists(), "no grader"
    assert lab.solution.exists(), "no solution"
    assert lab.skeleton.exists(), (
        f"no pristine skeleton: cp {lab.path.relative_to(ROOT)} {lab.skeleton.relative_to(ROOT)}"
    )
    assert lab.total > 0 and all(points > 0 for points in lab.points.values())
    assert len(lab.hints) >= 3, "fewer than three hints"
    assert all(len(hint.split()) >= 5 for hint in lab.hints), "an empty hint"
    assert len(set(lab.hints)) == len(lab.hints), "the same hint twice"
    assert lab.title


@pytest.mark.parametrize("lab", LABS.values(), ids=LABS)
def test_nothing_of_a_lab_is_left_for_a_person_to_write(lab: Lab):
    """`./course new lab` writes the rest; this names what only a person can."""
    entry = [lab.title, *lab.hints]
    assert not any(text.startswith("TODO") for text in entry), (
        f"course.toml: title and hints of {lab.name}, in your words"
    )
    wrong = [path for path in lab.skeleton.parent.glob("*.c*") if path.stem != "skeleton"]
    assert wrong, (
        f"{lab.skeleton.parent.relative_to(ROOT)}/: a wrong submission beside the skeleton, as a student would err"
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_of_a_chapter_is_left_for_a_person_to_write(slug):
    for page in (ROOT / "chapters" / slug).glob("*.md"):
        assert "TODO:" not in page.read_text(encoding="utf-8"), (
            f"{page.relative_to(ROOT)} has a TODO: the text is yours"
        )
    row = next((line for line in (ROOT / "README.md").read_text().splitlines() if f"(chapters/{slug}/" in line), "")
    assert row and "TODO:" not in row, f"README.md: the row of {slug} in the table of chapters"


@pytest.mark.parametrize("lab", LABS.values(), ids=LABS)
def test_skeleton_says_what_is_to_do_and_solution_leaves_nothing(lab: Lab):
    skeleton, solution = lab.skeleton.read_text(), lab.solution.read_text()
    assert "TODO" in skeleton, "a skeleton without a TODO"
    assert "TODO" not in solution
    most = 120 if lab.title.startswith("Challenge:") else 70
    assert len(skeleton.splitlines()) <= most
    assert len(solution.splitlines()) <= (
        300 if most > 70 else most
    )  # a challenge's way is long where its task is short
    for text in (skeleton, solution):
        assert text.startswith("// ") and "\n// Run: ./course " in text, "first line: what it is; second: how to run it"


@pytest.mark.parametrize("lab", LABS.values(), ids=LABS)
def test_lab_in_the_tree_is_the_pristine_skeleton(lab: Lab):
    """On the developers' side. A student's labs differ, as they should, so there it is skipped."""
    if lab.path.exists() and lab.path.read_bytes() == lab.skeleton.read_bytes():
        return
    copy = f"cp {lab.path.relative_to(ROOT)} {lab.skeleton.relative_to(ROOT)}"
    if os.environ.get("CI") != "true":
        pytest.skip(f"you have worked on {lab.name}; who changes the skeleton itself: {copy}")
    pytest.fail(f"labs/ and the pristine copy differ: {copy}")


@pytest.mark.parametrize("slug", SLUGS)
def test_chapter_has_ten_wrong_submissions_each_with_its_reason(slug):
    wrong = [path for path in (ROOT / "tests" / slug / "wrong").glob("*/*.c*") if path.stem != "skeleton"]
    assert len(wrong) >= 10
    for path in wrong:
        assert re.search(r"^// fails: \S+: \S", path.read_text(), re.M), f"{path.name} does not say why it must fail"


@pytest.mark.parametrize(("chapter", "version"), VERSIONS.values(), ids=VERSIONS)
def test_version_has_its_source_and_function(chapter, version):
    source = ROOT / "solutions" / chapter.slug / version.source
    assert source.exists()
    assert re.search(rf"\b{version.function}\s*\(", source.read_text())


@pytest.mark.parametrize(
    ("files", "timed_by"), [(["gpu_versions.cuh", "v15.cuh"], ""), (["cpu_versions.hpp"], "threads")]
)
def test_experiments_of_chapter_5_compile_in_every_version_of_their_kind(files, timed_by):
    """C++ names each where it includes it, so that list is held against course.toml's."""
    chapter = next(chapter for chapter in COURSE.chapters if chapter.slug == "05-entropy")
    text = "".join((ROOT / "tests" / chapter.slug / file).read_text(encoding="utf-8") for file in files)
    wanted = [version for version in chapter.versions if version.timed_by == timed_by]
    included = re.findall(
        rf'^namespace (?:solutions::)?(\w+) {{\n#include "solutions/{chapter.slug}/(.+)"\n}}', text, re.M
    )
    assert included == [(version.name, version.source) for version in wanted]
    listed = re.findall(r'{"(\w+)", solutions::(\w+)::(\w+)}', text)
    assert listed == [(version.name, version.name, version.function) for version in wanted]


@pytest.mark.parametrize("slug", SLUGS)
def test_chapter_has_its_text_and_its_labs_are_in_it(slug):
    text = (ROOT / "chapters" / slug / "README.md").read_text(encoding="utf-8")
    for lab in (lab for lab in COURSE.labs if lab.slug == slug):
        assert lab.name in text, f"the chapter never mentions {lab.name}: ./course docs puts it into the table of labs"
