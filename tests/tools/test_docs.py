# The generated parts of the text: cut out right, up to date, and stale when something changed.
# Run: ./course test test_docs
from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

from tools.build import BUILD
from tools.errors import CourseError
from tools.model import ROOT, load_course
from tools.snippets import _function, _region, lab_table, snippet
from tools.verbs.docs import differences, regenerate

SOURCE = """\
// A file.
void helper(int a, int b = f({}));

// Says what it does; prose is the chapter's.
template <int size>
__global__ void kernel(float* out,
                       const float* in) {
  if (in[0] == '}') {  // }
    out[0] = "}"[0];  /* } */
  }
}

void helper(int a, int b) {
  kernel<<<1, 2>>>(nullptr, nullptr);
  // [inside]
  call(a);

  call(b);
  // [/inside]
}
""".splitlines()
PAGE = "Text.\n<!-- [[[cog print(lab_table('01')) ]]] -->\nold\n<!-- [[[end]]] -->\nMore.\n"


def test_everything_generated_is_up_to_date():
    if not (BUILD / "simtcc").exists():
        pytest.skip("the course is not built: ./course test builds it")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tools.course", "docs", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_function_is_cut_with_its_template_line_and_to_its_own_brace():
    found = _function(SOURCE, "kernel")
    assert found[0] == "template <int size>" and found[-1] == "}" and len(found) == 7


def test_a_definition_is_found_not_a_declaration_nor_a_call():
    assert _function(SOURCE, "helper")[0] == "void helper(int a, int b) {"
    assert _function(SOURCE, "call") == []


def test_a_region_loses_its_indentation():
    assert _region(SOURCE, "inside") == ["call(a);", "", "call(b);"]


def test_a_name_that_is_not_there_is_an_error():
    lab = load_course().labs[0]
    with pytest.raises(CourseError, match="no function and no region 'nonsense'"):
        snippet(f"solutions/{lab.slug}/{lab.file}", "nonsense")
    with pytest.raises(CourseError, match="cannot read"):
        snippet("solutions/nowhere.cu", "x")


def test_stale_parts_are_replaced_and_named_with_their_line():
    new = regenerate(PAGE, pathlib.Path("page.md"))
    assert lab_table("01") in new and "\nold\n" not in new and new.endswith("More.\n")
    assert regenerate(new, pathlib.Path("page.md")) == new
    assert differences(PAGE, new)[0][:2] == (3, "old")


def test_an_error_in_a_page_names_the_page():
    with pytest.raises((CourseError, NameError)):
        regenerate(PAGE.replace("lab_table", "no_such_thing"), pathlib.Path("page.md"))
