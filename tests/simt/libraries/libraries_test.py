# Programs that use CUDA's C++ libraries, compiled with NVIDIA's own headers where there are any (else the test is skipped).
# Run: python3 tests/simt/libraries/libraries_test.py build/simtcc
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def main(simtcc: str) -> int:
    status = 0
    for source in sorted(HERE.glob("*.cu")):
        with tempfile.TemporaryDirectory() as folder:
            program = f"{folder}/program"
            compiled = subprocess.run([simtcc, str(source), "-o", program], capture_output=True, text=True)
            if "nvidia-cuda-cccl" in compiled.stderr:
                print(compiled.stderr.splitlines()[0])
                return SKIPPED
            print(compiled.stderr, end="")
            if compiled.returncode or compiled.stderr:
                status = 1  # a warning would be the student's to read
                continue
            tested = subprocess.run([sys.executable, str(HERE.parent / "program_test.py"), program, str(source)])
            status = status or tested.returncode
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
