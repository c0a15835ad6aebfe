# A folder that looks to build systems like CUDA's own toolkit, and is the simulator. Meson makes it.
# Run: python3 tools/build/toolkit.py BUILD/toolkit INCLUDE
"""bin/nvcc is simtcc, include/ the simulator's headers, and every library its own. CMake, NVIDIA's Makefiles and others
find it as $CUDA_PATH, or by the nvcc in it."""

from __future__ import annotations

import pathlib
import shutil
import sys

# libcudart.so is libsimt.so under its full path (meson.build): what is linked with it finds it wherever it runs.
LIBRARIES = ["libcudart_static.a", "libcuda.so", "libnvrtc.so", "libcublas.so", "libcublasLt.so"]
NO_MEMBERS = b"!<arch>\n"


def make(folder: pathlib.Path, include: pathlib.Path) -> None:
    build = folder.parent
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("bin", "lib64/stubs", "nvvm/libdevice"):
        (folder / name).mkdir(parents=True)
    (folder / "bin" / "nvcc").symlink_to(build / "simtcc")
    (folder / "include").symlink_to(include)
    for name in LIBRARIES:
        (folder / "lib64" / name).symlink_to(build / "libcudart.so")
    # For the linker, so that gcc can link as well: kernels' objects here need C++'s library, where nvcc's may do without.
    (folder / "lib64" / "libcudart.so").write_text(f"INPUT ( {build / 'libcudart.so'} AS_NEEDED ( -lstdc++ ) )\n")
    (folder / "lib64" / "stubs" / "libcuda.so").symlink_to(build / "libcudart.so")
    (folder / "lib64" / "libcudadevrt.a").write_bytes(NO_MEMBERS)
    (folder / "version.json").write_text('{"cuda": {"name": "Warpwise simulator", "version": "13.0.0"}}\n')


if __name__ == "__main__":
    make(pathlib.Path(sys.argv[1]).absolute(), pathlib.Path(sys.argv[2]))
