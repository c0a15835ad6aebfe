# What NVRTC has compiled is kept where SIMT_NVRTC_CACHE says: the same answers, and no compiler is asked again.
# Run: python3 tests/simt/kept_test.py build/simtcc
"""A run without any compiler in PATH shows what comes out of the folder, and what does not."""

import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = r"""
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <cstdio>
#include <string>
int run(const std::string& text) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, text.c_str(), "text.cu", 0, nullptr, nullptr);
  const nvrtcResult result = nvrtcCompileProgram(program, 0, nullptr);
  std::string log(4096, ' '), ptx(1 << 20, ' ');
  nvrtcGetProgramLog(program, &log[0]);
  printf("%s: %s\n", nvrtcGetErrorString(result), log.c_str());
  if (result != NVRTC_SUCCESS) return nvrtcDestroyProgram(&program);
  nvrtcGetPTX(program, &ptx[0]);
  nvrtcDestroyProgram(&program);
  CUmodule module;
  CUfunction function;
  int* out;
  cudaMalloc(&out, 128);
  void* arguments[] = {&out};
  if (cuModuleLoadData(&module, ptx.c_str()) || cuModuleGetFunction(&function, module, "fill")) return 1;
  cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
  int last = 0;
  cudaMemcpy(&last, out + 31, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", last);
  return cudaFree(out);
}
int main(int, char** words) {
  const std::string head = "extern \"C\" __global__ void fill(int* out) { out[threadIdx.x] = ";
  return run(head + words[1] + "; }") + run(head + "nothing; }");
}
"""


def main(simtcc: str) -> int:
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        source, program, kept = folder / "program.cu", folder / "program", folder / "a folder" / "kept"
        source.write_text(PROGRAM, encoding="utf-8")
        subprocess.run([simtcc, source, "-o", program], check=True)

        def said(cache: str | pathlib.Path, value: str = "7", path: str = "/not/there") -> tuple[str, bytes]:
            report = folder / "report.json"
            told = {"SIMT_NVRTC_CACHE": str(cache), "SIMT_REPORT": str(report), "PATH": path}
            done = subprocess.run([program, value], env={**os.environ, **told}, capture_output=True, text=True)
            return done.stdout, report.read_bytes()

        def expect(what: str, good: bool) -> None:
            if not good:
                wrong.append(what)

        usual = os.environ["PATH"]
        without = said("", path=usual)
        expect(f"a program that works: {without[0]}", "\n7\n" in without[0] and "nothing" in without[0])
        expect("without a compiler there is nothing", said("")[0] != without[0] and said(kept)[0] != without[0])
        expect("what failed for want of a compiler is not kept", not any(kept.glob("*")))
        expect("the same while it is kept", said(kept, path=usual) == without)
        expect("the same, kept, with no compiler", said(kept) == without)
        expect("two texts are two files", len(list(kept.glob("*"))) == 2)
        expect("another text is not taken for it", said(kept, "8")[0] != said(kept)[0])
        expect("and is kept beside it", "\n8\n" in said(kept, "8", usual)[0] and "\n8\n" in said(kept, "8")[0])
        for file in kept.glob("*"):
            file.write_bytes(file.read_bytes()[:-1])
        expect("half a file is none", said(kept)[0] != without[0])
        expect("and is written anew", said(kept, path=usual) == without == said(kept))
        expect("a file in the folder's place does no harm", said(source, path=usual) == without)
    print(*wrong, sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
