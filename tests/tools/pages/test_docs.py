# The generated parts of the text: cut out right, up to date, and stale when something changed.
# Run: ./course test test_docs
from __future__ import annotations

import argparse
import pathlib
import subprocess
import sys

import pytest

from tools import model
from tools.build.meson import BUILD
from tools.errors import CourseError
from tools.measure.measurements import not_measured
from tools.model import find_chapters, load_course
from tools.pages.counted import if_measured
from tools.pages.inline import fill_in
from tools.pages.page import page_of
from tools.pages.snippets import _function, _region, _type, lab_table, measured, snippet
from tools.verbs import docs
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


def test_everything_generated_is_up_to_date(tmp_path):
    if not (BUILD / "simtcc").exists():
        pytest.skip("the course is not built: ./course test builds it")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tools.course", "docs", "--check"], cwd=tmp_path, capture_output=True, text=True
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
    with pytest.raises(CourseError, match="no function, no class and no region 'nonsense'"):
        snippet(f"solutions/{lab.slug}/{lab.file}", "nonsense")
    with pytest.raises(CourseError, match="cannot read"):
        snippet("solutions/nowhere.cu", "x")


def test_stale_parts_are_replaced_and_named_with_their_line():
    new = regenerate(PAGE, pathlib.Path("page.md"))
    assert lab_table("01") in new and "\nold\n" not in new and new.endswith("More.\n")
    assert regenerate(new, pathlib.Path("page.md")) == new
    assert differences(PAGE, new)[0][:2] == (3, "old")


def test_a_part_that_fails_is_an_error_that_names_the_page():
    with pytest.raises(CourseError, match="page.md"):
        regenerate(PAGE.replace("lab_table", "no_such_thing"), pathlib.Path("page.md"))


# --- numbers inside a sentence ----------------------------------------------------------------------------------------
NAMES = {"twice": lambda x: 2 * x, "said": lambda text: text, "nothing": lambda: None}


def missing():
    raise not_measured(find_chapters(["01"])[0], "a-box", " --counters")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("takes <!--= twice(4) -->old<!--/--> ms", "takes <!--= twice(4) -->8<!--/--> ms"),
        ("<b>a</b> <!--=twice(4)--><!--/-->", "<b>a</b> <!--=twice(4)-->8<!--/-->"),
        ("**<!--= said('3.6') -->3<!--/-->** times", "**<!--= said('3.6') -->3.6<!--/-->** times"),
        ("a <!--= twice(600_000) -->x<!--/-->", "a <!--= twice(600_000) -->1,200,000<!--/-->"),
        ("a <!--= twice(1.23456) -->x<!--/-->", "a <!--= twice(1.23456) -->2.47<!--/-->"),
        (
            """a <!--= said(f"{twice(2)} 'of' \\"it\\"") -->x<!--/-->""",
            """a <!--= said(f"{twice(2)} 'of' \\"it\\"") -->4 'of' "it"<!--/-->""",
        ),
        (
            "a <!--= twice(1) --><!--/-->, b <!--= 3 > 2 and 'yes' -->no<!--/-->.",
            "a <!--= twice(1) -->2<!--/-->, b <!--= 3 > 2 and 'yes' -->yes<!--/-->.",
        ),
        (
            "| one | <!--= twice(1) -->9<!--/--> | <!--= twice(2) -->9<!--/--> |",
            "| one | <!--= twice(1) -->2<!--/--> | <!--= twice(2) -->4<!--/--> |",
        ),
        ("## In <!--= twice(1) -->9<!--/--> steps", "## In <!--= twice(1) -->2<!--/--> steps"),
        ("<!--? how many | twice(600) |  -->", "<!--? how many | twice(600) | 1,200 -->"),
        ("<!--? which [a / b] | 'a' if 1 | 0 else 'b' | b -->", "<!--? which [a / b] | 'a' if 1 | 0 else 'b' | a -->"),
        ("<!--? a share | said('12.5 %') | 3 -->", "<!--? a share | said('12.5 %') | 12.5 % -->"),
        (
            "```\nx <!--= twice(1) -->9<!--/-->\n```\ny <!--= twice(1) -->9<!--/-->",
            "```\nx <!--= twice(1) -->9<!--/-->\n```\ny <!--= twice(1) -->2<!--/-->",
        ),
    ],
)
def test_a_number_in_a_sentence(before, after):
    assert fill_in(before, NAMES, "page.md") == after
    assert fill_in(after, NAMES, "page.md") == after


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a <!--= twice(1 -->x<!--/-->", r"twice\(1: SyntaxError"),
        ("a <!--= unknown -->x<!--/-->", "unknown: NameError: name 'unknown' is not defined"),
        ("a <!--= measured('none', '1x1') -->x<!--/-->", r"measured\('none', '1x1'\): .*no row of none"),
        ("a <!--= nothing() -->x<!--/-->", "neither a text nor a number"),
        ("a <!--= said('1\\n2') -->x<!--/-->", "must stand on one line"),
        ("a <!--= twice(1) -->x", "all on one line"),
        ("a <!--= twice(1)", "all on one line"),
        ("a <!--/--> b", "all on one line"),
        ("<!--= twice(1) -->x<!--/--> begins", "cannot begin a line"),
        ("- <!--= twice(1) -->x<!--/--> begins", "cannot begin a line"),
        ("2. <!--= twice(1) -->x<!--/--> begins", "cannot begin a line"),
        ("a <!--= 1 --1 -->x<!--/-->", "no '--'"),
        ("| a | <!--= 1 | 2 -->x<!--/--> |", "no '|' in a table"),
        ("<!--? how many | twice(1) -->", "a question is"),
        ("<!--? how many | said('some') | 3 -->", "'some' is no number"),
        ("<!--? which [a / b] | said('c') | a -->", "'c' is none of the choices a, b"),
        ("<!--? how many | unknown | 3 -->", "unknown: NameError"),
    ],
)
def test_a_wrong_number_is_named_with_its_page_and_line(line, words):
    names = {**NAMES, "measured": measured}
    with page_of(find_chapters(["01"])[0]), pytest.raises(CourseError, match=rf"page.md:3: .*{words}"):
        fill_in(f"A page.\n\n{line}\n", names, "page.md")


def test_a_number_that_is_not_measured_yet_says_so_and_is_named():
    pending = []
    assert "a <!--= missing() -->(not measured yet)<!--/--> b" in fill_in(
        "\na <!--= missing() -->3<!--/--> b", {"missing": missing}, "p", pending
    )
    assert [(number.line, "--counters --machine a-box" in number.reason) for number in pending] == [(2, True)]
    assert if_measured(missing).startswith("*(Not measured yet: `./course bench 01-coalescing --counters`")


def test_what_a_part_defines_the_numbers_may_use_and_the_chapter_is_the_pages_own():
    chapter = find_chapters(["01"])[0]
    page = (
        "<!-- [[[cog half = 21 ]]] -->\n<!-- [[[end]]] -->\n\nThe answer is <!--= 2 * half -->41<!--/-->.\n\n"
        + PAGE.replace("'01'", "")
    )
    new = regenerate(page, pathlib.Path("page.md"), chapter)
    assert "-->42<!--/-->" in new and lab_table("01") in new
    assert [place for place, _, _ in differences(page, new)][0] == 4
    with pytest.raises(CourseError, match="in no chapter"):
        regenerate(PAGE.replace("'01'", ""), pathlib.Path("page.md"))


def test_a_chapter_may_come_first_or_by_name_or_be_left_out():
    chapter = find_chapters(["01"])[0]
    with page_of(chapter):
        assert lab_table() == lab_table("01") == lab_table(chapter.slug) == lab_table(chapter=chapter)
    with pytest.raises(CourseError, match="there is no chapter '99'"):
        lab_table("99")


def test_docs_check_reports_a_stale_number_and_docs_mends_it(tmp_path, monkeypatch, capsys):
    chapter = find_chapters(["01"])[0]
    monkeypatch.setattr(model, "ROOT", tmp_path)
    monkeypatch.setattr(docs, "figures", lambda chapters, only_check: 0)
    page = chapter.folder / "README.md"
    page.parent.mkdir(parents=True)
    page.write_text("# A page\n\nThere are <!--= 6 * 7 -->41<!--/--> of them.\n")
    args = argparse.Namespace(chapters=[chapter.slug], check=True)
    assert docs.run(args) == 1 and "-->41<!--/-->" in page.read_text()
    assert "README.md:3: stale" in capsys.readouterr().out
    assert (
        docs.run(argparse.Namespace(chapters=[chapter.slug], check=False)) == 0 and "-->42<!--/-->" in page.read_text()
    )
    assert docs.run(args) == 0


def test_a_class_is_cut_to_the_brace_that_ends_it():
    source = "struct Other {};\n\nclass Timer : public Base {\n public:\n  int ms() { return 1; }  // }\n};\nint after;".splitlines()
    assert _type(source, "Timer") == source[2:6]
    assert _type(source, "Base") == []
