# Submissions that edit their own counters, or would: they win nothing by it, among others that keep their points.
# Run: ./course test test_counters
from __future__ import annotations

import pytest

from tests.tools.grade.students import hand_in, reasons, scores, words
from tools.model import find_lab

LAB = find_lab("transpose_vectorized")  # of those with a budget one that is graded quickly
SOLUTION = LAB.solution.read_text()
# Right results by the wrong accesses: without tampering the points of the suite Memory are lost.
BAD = (LAB.skeleton.parent / "block_32x8.cu").read_text()


def before(text: str) -> str:
    return text + BAD


# Each is refused when it is compiled, for this reason.
REFUSED = {
    "inline_assembly": (before('static void g(long* p) { asm volatile("movq $0, (%0)" : : "r"(p)); }\n'), "inline assembly"),
    "no_sanitize": (BAD.replace("__global__", '__attribute__((no_sanitize("thread"))) __global__'), "attribute no_sanitize"),
    "optimize": (before('#pragma GCC optimize("no-sanitize-coverage")\n'), "#pragma GCC optimize"),
    "section": (before('__attribute__((section("simt_constant"))) int g = 1;\n'), "attribute section"),
    "constructor": (before("__attribute__((constructor)) static void g() {}\n"), "attribute constructor"),
    "callback_defined": (before('extern "C" __attribute__((visibility("hidden"))) void __tsan_write4(void*) {}\n'), "use __tsan_write4"),
    "callback_weak": (before('extern "C" __attribute__((weak)) void __sanitizer_cov_trace_pc() {}\n'), "attribute weak"),
    "record": (before("namespace simt { void forget_launches(); }\n"), "use simt"),
    "dlsym": (before('#include <dlfcn.h>\nstatic void* g = dlsym(RTLD_DEFAULT, "cudaMalloc");\n'), "use dlsym"),
    "mprotect": (before("#include <sys/mman.h>\nstatic int g = mprotect(nullptr, 4096, PROT_READ);\n"), "use mprotect"),
    "memory_as_a_file": (before('#include <cstdio>\nstatic auto* g = std::fopen("/proc/self/mem", "r+");\n'), "use fopen"),
}  # fmt: skip
# These do nothing that they may not.
RIGHT = {
    "solution": SOLUTION,
    "aligned": "struct __attribute__((aligned(16))) Four { float x[4]; };\n" + SOLUTION,
    "table": "#include <vector>\nstatic const std::vector<int> table = {1, 2, 3};\n" + SOLUTION,
    "fence": SOLUTION + '\n__global__ void other() { asm volatile("membar.gl;"); }\n',
}


@pytest.fixture(scope="module")
def graded(course, tmp_path_factory):
    folder, out = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("out")
    for name, (text, _) in REFUSED.items():
        hand_in(folder, name, text, LAB.file)
    for name, text in {**RIGHT, "bad": BAD}.items():
        hand_in(folder, name, text, LAB.file)
    call = [
        LAB.name if word == "elapsed_ticks" else word for word in words(folder, out, "--jobs", "2", any_calls=False)
    ]
    done = course(*call)
    assert done.returncode == 0, done.stderr
    return out


def test_what_edits_counters_is_refused_with_a_sentence(graded):
    found = scores(graded)
    for name, (_, reason) in REFUSED.items():
        said = reasons(graded, name, LAB)
        assert (found[name], reason in said) == (0, True), (name, found[name], said)
        assert "a submission may not" in said and f"{LAB.path.name}:" in said, said


def test_the_others_keep_what_they_won(graded):
    found = scores(graded)
    assert {name: found[name] for name in RIGHT} == dict.fromkeys(RIGHT, LAB.total)
    assert 0 < found["bad"] < LAB.total


def test_what_is_not_refused_says_so(course, tmp_path):
    hand_in(
        tmp_path / "class",
        "mmap",
        "#include <sys/mman.h>\nstatic int g = mprotect(nullptr, 4096, 1);\n" + SOLUTION,
        LAB.file,
    )
    call = words(tmp_path / "class", tmp_path / "out")
    done = course(*[LAB.name if word == "elapsed_ticks" else word for word in call])
    assert done.returncode == 0, done.stderr
    assert scores(tmp_path / "out") == {"mmap": LAB.total}
    assert '"any_calls": true' in (tmp_path / "out" / "mmap" / "result.json").read_text()
