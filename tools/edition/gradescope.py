# An autograder for Gradescope: one zip, with the course as far as grading takes it, setup.sh and run_autograder.
from __future__ import annotations

import io
import pathlib
import re
import zipfile

from tools.edition.class_text import class_text
from tools.edition.files import course_list, tools_of, tracked
from tools.errors import CourseError
from tools.files import write_atomic
from tools.grade.private import LIST, SOURCES, as_toml, read_private
from tools.model import ROOT, load_course
from tools.taught import Class

VERBS = ("tools.verbs.grade", "tools.verbs.check", "tools.grade.gradescope")
NEEDED = re.compile(
    r"course$|meson|requirements[\w-]*\.txt$|simt/|harness/|data/[^/]+/(?!measured/|compiled/)|tests/(common/|harness/|meson)"
)
OF_CHAPTERS = re.compile(r"(tests|solutions)/\d\d-[^/]+/(?!wrong/|legal/|experiments/)")
SKELETON = re.compile(r"tests/[^/]+/wrong/([^/]+)/skeleton\.\w+$")
OUT = re.compile(r"tests/harness/(command_lines|same_verdict)_test\.py$|.*\.(cuh|svg|md)$|data/(matrix|submissions)/")
SETUP = """#!/bin/sh
# Gradescope calls this once, as root, when it builds the autograder: installs, builds, and tries every grader on its solution.
set -eu
cd "${0%/*}/course"
chmod a+x course  # not everything that unpacks a zip keeps that
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends bubblewrap
# Kernels are compiled by g++ 12 or newer, which Ubuntu 22.04 has beside its own.
if apt-cache show g++-12 >/dev/null 2>&1 && ! apt-cache policy g++ | grep -q 'Candidate: 4:1[2-9]'; then
  apt-get install -y -qq --no-install-recommends g++-12
fi
./course setup
# Submissions are compiled and run by users that have no name, who must be able to get to the simulator, and to nothing else.
chmod a+x ../.. .. .
chmod -R a+rX .
[ ! -d private ] || chmod -R go-rwx private
mkdir -p /tmp/course-nobody/nobody
cp -r solutions /tmp/course-nobody/nobody/labs  # graders are built and tried of what somebody has handed in
options=$(PYTHONPATH=$PWD .venv/bin/python -P -m tools.grade.gradescope --options)
./course grade /tmp/course-nobody/nobody --out /tmp/course-nobody/results $options
rm -rf /tmp/course-nobody
chmod -R go-rwx solutions tests build/solutions-* .course
"""
RUN = """#!/bin/sh
# Gradescope calls this for each submission. What it says of a failure that is no student's fault is for the instructor.
home=${AUTOGRADER:-/autograder}
cd "$home/source/course" || exit 2
chmod go-rwx "$home/results" "$home/submission_metadata.json" 2>/dev/null
export PYTHONPATH=$PWD
exec .venv/bin/python -X utf8 -P -m tools.grade.gradescope "$home"
"""


def write_autograder(path: str, taught: Class, private: pathlib.Path | None = None) -> int:
    """Returns how many files it has. `private`: a folder of private tests, which go with it."""
    chosen = {lab.name for lab in taught.labs}
    others = {lab.name for lab in load_course().labs} - chosen
    tools, files = tools_of(VERBS), dict[str, bytes]()
    for name in tracked():
        skeleton = SKELETON.match(name)
        wanted = NEEDED.match(name) or OF_CHAPTERS.match(name) or name in tools or (skeleton and skeleton[1] in chosen)
        if wanted and not OUT.match(name) and not _is_anothers(name, others):
            files[name] = (ROOT / name).read_bytes()
    for name in [name for name, data in files.items() if name.startswith("tests/") and b'#include "solutions/' in data]:
        del files[name]
    for lab in taught.labs:
        if f"tests/{lab.slug}/{lab.name}.cpp" not in files:
            raise CourseError(f"git does not track the grader of {lab.name}: `git add` what is new, then export.")
        files[f"labs/{lab.slug}/{lab.file}"] = lab.skeleton.read_bytes()
    if private:
        found = read_private(private, list(taught.labs))
        files[f"private/{LIST}"] = as_toml(found).encode()
        for source in private.iterdir():
            if source.suffix in SOURCES and (source.suffix != ".cpp" or source.stem in found):
                files[f"private/{source.name}"] = source.read_bytes()
    files["course.toml"] = course_list(others, files.keys()).encode()
    files["class.toml"] = class_text(taught, for_grading=True).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {"setup.sh": SETUP.encode(), "run_autograder": RUN.encode()}.items():
            archive.writestr(_entry(name, True), data)
        for name, data in sorted(files.items()):
            archive.writestr(_entry(f"course/{name}", name == "course"), data)
    write_atomic(pathlib.Path(path), made.getvalue())
    return len(files) + 2


def _is_anothers(name: str, others: set[str]) -> bool:
    """The grader or the solution of a lab that this class has not."""
    labs = [lab for lab in load_course().labs if lab.name in others]
    return name in {f"tests/{lab.slug}/{lab.name}.cpp" for lab in labs}


def _entry(name: str, program: bool) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (0o100755 if program else 0o100644) << 16
    return entry
