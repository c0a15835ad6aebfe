# ./course toolkit: the folder that other projects' builds take for CUDA's, with the simulator in it.
from __future__ import annotations

import argparse

from tools.build.meson import BUILD, SIMULATOR, must_build, need_sim
from tools.console import say

HELP = "print a folder to use as CUDA's: other projects' CMake and make build for the simulator with it"
EXAMPLES = ["toolkit"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        f"{parser.epilog or ''}export CUDA_PATH=$(./course toolkit) CUDACXX=$CUDA_PATH/bin/nvcc; cmake -B build finds it, "
        "and so does make where its nvcc is $CUDA_PATH/bin/nvcc. With SIMT_SANITIZE=1 what was built sanitizes itself.\n"
    )


def run(args: argparse.Namespace) -> int:
    need_sim()
    must_build([*SIMULATOR, "libcudart.so", "toolkit"])
    say(str(BUILD / "toolkit"), verbatim=True)
    return 0
