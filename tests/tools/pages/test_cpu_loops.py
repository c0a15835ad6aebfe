# What chapter 3 says of the assembly of its loops for the CPU: which are compiled to packed additions, and why not.
# Run: ./course test test_cpu_loops
from __future__ import annotations

import functools
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile

import pytest

from tools.model import ROOT

LOOPS = "tests/03-aos-soa/cpu_loops.hpp"

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64" or not shutil.which("g++") or not shutil.which("objdump"),
    reason="needs g++ and objdump on x86-64",
)


@functools.cache
def assembly(*options: str) -> dict[str, str]:
    """{"scalar::add_aos": its instructions}"""
    with tempfile.TemporaryDirectory() as folder:
        source, object_file = pathlib.Path(folder) / "loops.cpp", pathlib.Path(folder) / "loops.o"
        source.write_text(f'#include "{LOOPS}"\n')
        subprocess.run(["g++", "-O3", f"-I{ROOT}", *options, "-c", source, "-o", object_file], check=True)
        text = subprocess.run(
            ["objdump", "-dC", "--no-show-raw-insn", object_file], check=True, capture_output=True, text=True
        ).stdout
    return {head[1]: body for body in text.split("\n\n") if (head := re.search(r"<(\w+::\w+)\(", body))}


def packed_additions(*options: str) -> dict[str, set[str]]:
    """{"scalar::add_aos": {"xmm"}}: the registers of the packed additions in each loop, none for a loop of single ints."""
    return {
        name: {"ymm" if "%ymm" in line else "xmm" for line in body.splitlines() if "paddd" in line}
        for name, body in assembly(*options).items()
    }


def test_without_the_vectoriser_every_loop_adds_single_ints():
    loops = {name: found for name, found in packed_additions().items() if name.startswith("scalar::")}
    assert len(loops) >= 8
    assert set().union(*loops.values()) == set()


def test_as_it_comes_the_compiler_vectorises_one_layout_and_not_the_other():
    assert packed_additions()["compiler::add_aos"] == {"xmm"}
    assert packed_additions()["compiler::add_soa"] == set()


def test_with_the_promise_it_vectorises_both():
    assert packed_additions()["promised::add_aos"] == packed_additions()["promised::add_soa"] == {"xmm"}
    assert "ymm" in packed_additions()["avx2::add_aos"] & packed_additions()["avx2::add_soa"]


def test_four_arrays_added_to_four_are_22_pairs_that_might_overlap():
    limit = "--param=vect-max-version-for-alias-checks="
    assert packed_additions(limit + "21")["compiler::add_soa"] == set()
    assert packed_additions(limit + "22")["compiler::add_soa"] == {"xmm"}


def test_objects_need_no_promise_and_no_check():
    """As it comes, AoS has as many instructions as with the promise: no test of addresses, no second loop of single ints."""
    assert len(assembly()["compiler::add_aos"].splitlines()) == len(assembly()["promised::add_aos"].splitlines())
    assert len(assembly()["compiler::add_one_soa"].splitlines()) > len(assembly()["promised::add_one_soa"].splitlines())


def test_iterated_sums_go_through_memory_only_where_arrays_might_overlap():
    into_memory = re.compile(r"\badd\s+%\w+,\S*\(")
    assert len(into_memory.findall(assembly()["scalar::repeat_soa"])) == 4
    for layout in ("aos", "fixed"):
        assert not into_memory.search(assembly()[f"scalar::repeat_{layout}"])


def test_with_the_promise_many_iterations_are_a_multiplication():
    for layout in ("aos", "soa", "fixed"):
        assert re.search("mul", assembly()[f"promised::repeat_{layout}"])
        assert not re.search("mul", assembly()[f"compiler::repeat_{layout}"])
