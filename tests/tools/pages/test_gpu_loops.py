# What chapters 3 and 4 say of the code that nvcc makes: the order of loads and stores, what it joins and what it keeps; and what
# simt/README.md says of tables.
# Run: ./course test test_gpu_loops
from __future__ import annotations

import functools
import pathlib
import re
import shutil
import subprocess
import tempfile

import pytest

from tools.build.meson import environment
from tools.model import ROOT

NVCC = shutil.which("nvcc", path=environment()["PATH"])
pytestmark = pytest.mark.skipif(not NVCC, reason="needs nvcc")

EXPERIMENTS = '#include "tests/03-aos-soa/experiments/{}.cu"\n'
SMALL = """\
struct Item { int a, b, c, d; };
struct alignas(16) Aligned { int a, b, c, d; };
template <typename T> __device__ void add(T& out, const T& in) { out.a += in.a; out.b += in.b; out.c += in.c; out.d += in.d; }
extern "C" __global__ void fields(Item* out, const Item* in) { add(out[threadIdx.x], in[threadIdx.x]); }
extern "C" __global__ void aligned(Aligned* out, const Aligned* in) { add(out[threadIdx.x], in[threadIdx.x]); }
extern "C" __global__ void whole(Item* out, const Item* in) {
  const Item more = in[threadIdx.x];
  Item sum = out[threadIdx.x];
  add(sum, more);
  out[threadIdx.x] = sum;
}
extern "C" __global__ void promised(Item* __restrict__ out, const Item* __restrict__ in, int iterations) {
  for (int k = 0; k < iterations; ++k) add(out[threadIdx.x], in[threadIdx.x]);
}
extern "C" __global__ void clocks(long long* out) { out[0] = clock(); out[1] = clock64(); }
"""


@functools.cache
def ptx(source: str) -> dict[str, list[str]]:
    """{kernel's mangled name: its lines of PTX}"""
    with tempfile.TemporaryDirectory() as folder:
        program, text = pathlib.Path(folder) / "program.cu", pathlib.Path(folder) / "program.ptx"
        program.write_text(source)
        subprocess.run([NVCC, "-std=c++20", "-O3", "-arch=sm_90", f"-I{ROOT}", "-ptx", program, "-o", text], check=True)
        parts = re.split(r"\.entry (\w+)", text.read_text())[1:]
    return {name: body.splitlines() for name, body in zip(parts[::2], parts[1::2], strict=True)}


def accesses(source: str, *words: str) -> str:
    """L for a load and S for a store of global memory, 4 for one of four ints, [ and ] around what is repeated; of the
    one kernel whose name has all the words."""
    (lines,) = (lines for name, lines in ptx(source).items() if all(word in name for word in words))
    found, labels = "", {}
    for line in lines:
        if access := re.search(r"(ld|st)\.global\S*", line):
            found += ("L" if access[1] == "ld" else "S") + ("4" if ".v4" in access[0] else "")
        elif label := re.match(r"(\$L\w+):", line):
            labels[label[1]] = len(found)
        elif (branch := re.search(r"bra\S*\s+(\$L\w+)", line)) and branch[1] in labels:
            start = labels[branch[1]]
            found = found[:start] + "[" + found[start:] + "]"
    return found


def test_nvcc_keeps_the_order_of_the_source():
    assert accesses(SMALL, "fields") == 4 * "LLS"
    order = EXPERIMENTS.format("gpu_order")
    for layout in ("3Aos", "3Soa", "5TiledILi32E"):
        assert accesses(order, "add_in_turn", layout) == 4 * "LLS"
        assert accesses(order, "add_loads_first", layout) == 8 * "L" + 4 * "S"
    assert accesses(SMALL, "whole") == 8 * "L" + 4 * "S"


def test_a_promise_in_the_type_joins_the_fields():
    assert accesses(SMALL, "aligned") == "L4L4S4"


def test_with_restrict_many_iterations_load_and_store_once():
    assert accesses(SMALL, "promised").replace("[]", "") == 8 * "L" + 4 * "S"


def test_iterated_sums_stay_in_registers_unless_the_fields_might_overlap():
    iterations = EXPERIMENTS.format("gpu_iterations")
    for layout in ("3Aos", "5TiledILi32E"):
        assert accesses(iterations, "repeat", layout).endswith("LLLL[LSLSLSLS]")
    assert accesses(iterations, "repeat", "3Soa").endswith("[" + 4 * "LLS" + "]")


def test_clock_and_clock64_read_the_same_counter():
    assert sum("%clock64" in line for line in ptx(SMALL)["clocks"]) == 2
    assert not any(re.search(r"%clock\b", line) for line in ptx(SMALL)["clocks"])


TABLES = """\
struct Pair { float a, b; };
struct Pairs { Pair in[4]; };
MEMORY CONST float floats[4] = {1, 2, 3, 4};
MEMORY CONST Pairs pairs = {{{1, 2}, {3, 4}, {5, 6}, {7, 8}}};
extern "C" __global__ void floats_unknown(float* out) { out[threadIdx.x] = floats[threadIdx.x & 3]; }
extern "C" __global__ void pairs_unknown(float* out) { out[threadIdx.x] = pairs.in[threadIdx.x & 3].b; }
extern "C" __global__ void floats_known(float* out) {
#pragma unroll
  for (int i = 0; i < 4; ++i) out[i] = floats[i];
}
extern "C" __global__ void pairs_known(float* out) {
#pragma unroll
  for (int i = 0; i < 4; ++i) out[i] = pairs.in[i].b;
}
"""


@pytest.mark.parametrize(("memory", "load"), [("__device__", "ld.global"), ("__constant__", "ld.const")])
@pytest.mark.parametrize(("table", "const"), [("floats", "constexpr"), ("pairs", "const")])
def test_nvcc_loads_from_a_table_where_it_does_not_know_the_index(memory, load, table, const):
    kernels = ptx(TABLES.replace("MEMORY", memory).replace("CONST", const))
    loads = [sum(load in line for line in kernels[f"{table}_{index}"]) for index in ("unknown", "known")]
    assert loads == [1, 0]
