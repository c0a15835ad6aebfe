# Writes how many registers nvcc gives the kernels of the caches' programs, which the model asks for where nvcc is not there.
# Run where nvcc is: python3 tests/simt/caches/registers.py
"""data/simt/caches/registers.csv: a row a kernel, by its mangled name; for sm_90, with the flags that the launches were counted
with. ncu says the same of the launches (launch__registers_per_thread)."""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
FLAGS = ("-std=c++17", "-O3", "-arch=sm_90")


def rows_of(program: pathlib.Path) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        command = ["nvcc", *FLAGS, "-cubin", "-Xptxas", "-v", program, "-o", pathlib.Path(folder, "cubin")]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    found = re.findall(r"Compiling entry function '(\w+)'.*?Used (\d+) registers", said, re.S)
    return sorted(f"{program.stem},{number},{kernel}" for kernel, number in found)


def main() -> int:
    version = subprocess.run(["nvcc", "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[-1]
    head = ["# made by: tests/simt/caches/registers.py", f"# compiler: {version}", f"# flags: {' '.join(FLAGS)}"]
    with concurrent.futures.ThreadPoolExecutor() as workers:
        rows = [
            row
            for rows in workers.map(
                rows_of, sorted(path for path in HERE.rglob("*.cu") if path.stem not in ("memory", "cost"))
            )
            for row in rows
        ]
    target = ROOT / "data" / "simt" / "caches" / "registers.csv"
    target.write_text("\n".join([*head, "program,registers,kernel", *rows, ""]), encoding="utf-8")
    print(f"{len(rows)} kernels -> {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
