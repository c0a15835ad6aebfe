# Programs that use what the simulator does not have: each must fail with one sentence that names it, at the right line.
# Run: python3 tests/simt/missing_test.py build/simtcc
"""Some of NVIDIA's headers may lie in the compiler's own include folders: the sentence must be the same with and without."""

import os
import pathlib
import subprocess
import sys
import tempfile

HEADERS = {
    "cublasXt.h": "cuBLAS",
    "cufft.h": "cuFFT",
    "cusparse.h": "cuSPARSE",
    "mma.h": "tensor cores (nvcuda::wmma)",
    "cuda_fp8.h": "8-bit floats",
    "cuda_awbarrier.h": "nvcuda::experimental",
    "helper_cuda.h": "the CUDA samples' helpers (common/inc)",
}
# The line that must fail, and what is said of it.
LINES = {
    "cudaGraphConditionalHandle handle;": "the simulator does not have cudaGraphConditionalHandle",
    "cudaGraphNode_t n; cudaGraphAddEventRecordNode(&n, 0, 0, 0, 0);": "the simulator does not have cudaGraphAddEventRecordNode",
    "cudaMemPoolPtrExportData data;": "the simulator does not have cudaMemPoolPtrExportData",
    "cudaIpcMemHandle_t handle;": "the simulator does not have cudaIpcMemHandle_t",
    "CUdeviceptr p; cuMemAddressReserve(&p, 1 << 21, 0, 0, 0);": "the simulator does not have cuMemAddressReserve",
    "CUmemGenericAllocationHandle handle;": "the simulator does not have CUmemGenericAllocationHandle",
    "CUgraph graph;": "the simulator does not have CUgraph",
    "CUlibrary library;": "the simulator does not have CUlibrary",
    "cudaExternalMemory_t memory;": "the simulator does not have cudaExternalMemory_t",
    "texture<float, 2> reference;": "the simulator does not have texture references, which CUDA 12 has removed: use texture objects",
    "cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);": "cudaDeviceSetSharedMemConfig, which CUDA 13 has removed: leave it out",
    "cudaMipmappedArray_t a; cudaFreeMipmappedArray(a);": "the simulator does not have cudaFreeMipmappedArray",
    "float4 f = tex2Dgather<float4>(cudaTextureObject_t(), 0.f, 0.f);": "the simulator does not have tex2Dgather",
    "curandGenerator_t g; curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT);": "cuRAND's functions for the host",
    'int r; asm("add.cc.s32 %0, %1, %2;" : "=r"(r) : "r"(1), "r"(3));': 'the simulator does not run inline PTX like "add.cc.s32 %0, %1, %2"',
    'asm volatile("{ .reg .pred p; setp.ne.s32 p, %0, 0; @p bra end; }" :: "r"(1));': 'the simulator does not run inline PTX like "@p bra end"',
    'int r; asm("mov.b32 %0, 0f00);__builtin_trap(;" : "=r"(r));': "the simulator does not run inline PTX like",
    'float f; asm("ld.local.f32 %0, [%1];" : "=f"(f) : "r"(0));': "the simulator does not run inline PTX like",
    'int r; asm("mov.u32 %0, %gridid;" : "=r"(r));': "the simulator does not run inline PTX like",
    'asm volatile("bar.sync 0, 64;");': 'the simulator does not run inline PTX like "bar.sync 0, 64"',
    'asm volatile("cp.reduce.async.bulk.commit_group;");': 'the simulator does not run inline PTX like "cp.reduce.async.bulk.commit_group"',
    'int r; asm("wgmma.fence.sync.aligned;");': 'the simulator does not run inline PTX like "wgmma.fence.sync.aligned"',
}
# What looks like it and is the program's own.
FINE = [
    "int main() { assert(UINT_MAX > 1u); return std::forward<int>(0); }\n",  # NVIDIA's header includes what these need
    "struct texture { int x; }; texture own; int main() { return own.x; }\n",
    'int main() { int one = 1; asm volatile("" : "+r"(one) :: "memory"); return one - 1; }\n',
    'extern int renamed __asm__("the_name.of_it"); int main() {}\n',
]
# What CUDA 12 had: it works, with a warning that says what stands in its place.
WARNED = {
    "cudaThreadSynchronize();": "CUDA 13 has removed it: call cudaDeviceSynchronize",
    "cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); return p.clockRate != 1980000;": "CUDA 13 has removed it: cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, device) says it",
    "int* p; cudaMallocManaged(&p, 64); return cudaMemPrefetchAsync(p, 64, 0);": "since CUDA 13 a cudaMemLocation says where",
    "int* p; cudaMallocManaged(&p, 64); return cudaMemAdvise(p, 64, cudaMemAdviseSetReadMostly, cudaCpuDeviceId);": "since CUDA 13 a cudaMemLocation says where",
}
# In a .cpp, which is g++'s own.
HOST = {
    "#include <cuda.h>\nint main() { CUmemAccessDesc description; }\n": "program.cpp:2:14: error: the simulator does not have CUmemAccessDesc",
    "#include <cuda_runtime.h>\nint main() { cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte); }\n": "which CUDA 13 has removed: leave it out",
    'extern "C" int cufftPlan1d(int*, int, int, int);\nint main() { return cufftPlan1d(nullptr, 8, 0, 1); }\n': "simtcc: the simulator does not have cuFFT (cufftPlan1d)",
}
# What CUDA's headers for kernels declare, and a program's own may declare again.
FINE_ON_HOST = '#include <cuda_runtime.h>\nextern "C" {\nextern const dim3 blockDim;\nextern const uint3 threadIdx;\n}\nint main() {}\n'
# Compiles, and is said when it runs.
LATE = {
    "__global__ void child() {}\n__global__ void k() { child<<<1, 1>>>(); }\nint main() { k<<<1, 1>>>(); }\n": "the simulator does not run kernels from within kernels",
}


def compile_it(simtcc: str, folder: pathlib.Path, text: str, name: str = "program.cu") -> tuple[int, str]:
    source = folder / name
    source.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [simtcc, str(source), "-o", str(folder / "program")],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "LC_ALL": "C"},
    )
    return done.returncode, done.stderr


def main(simtcc: str) -> int:
    cases = [
        (f"\n#include <{header}>\nint main() {{}}\n", f"the simulator does not have {what} (<{header}>)", 2)
        for header, what in HEADERS.items()
    ]
    lead = "#include <cooperative_groups.h>\n#include <cuda.h>\nnamespace cg = cooperative_groups;\n__global__ void k() {\n"
    cases += [(f"{lead}  {line}\n}}\nint main() {{}}\n", sentence, 5) for line, sentence in LINES.items()]
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for text, sentence, line in cases:
            status, messages = compile_it(simtcc, folder, text)
            if status == 0 or not any(
                sentence in said and f"program.cu:{line}:" in said for said in messages.splitlines()
            ):
                wrong.append(f"line {line} does not say `{sentence}`, exit {status}:\n{text}{messages[:600]}")
        for text in FINE:
            status, messages = compile_it(simtcc, folder, text)
            if status:
                wrong.append(f"should compile:\n{text}{messages[:600]}")
        for statements, sentence in WARNED.items():
            text = f"int main() {{\n  cudaDeviceProp properties = {{}};\n  {statements}\n}}\n"
            status, messages = compile_it(simtcc, folder, text)
            status = status or subprocess.run([str(folder / "program")], timeout=60).returncode
            warnings = [line for line in messages.splitlines() if "warning:" in line]
            if status or not warnings or not all(sentence in line for line in warnings):
                wrong.append(f"does not warn `{sentence}` alone, exit {status}:\n{text}{messages[:600]}")
        for text, sentence in HOST.items():
            status, messages = compile_it(simtcc, folder, text, "program.cpp")
            if status == 0 or sentence not in messages:
                wrong.append(f"does not say `{sentence}`, exit {status}:\n{text}{messages[:600]}")
        status, messages = compile_it(simtcc, folder, FINE_ON_HOST, "program.cpp")
        if status:
            wrong.append(f"should compile:\n{FINE_ON_HOST}{messages[:600]}")
        for text, sentence in LATE.items():
            (folder / "program").unlink(missing_ok=True)
            status, messages = compile_it(simtcc, folder, text)
            report = folder / "report.json"
            if status == 0 and (folder / "program").exists():
                subprocess.run([str(folder / "program")], env={**os.environ, "SIMT_REPORT": str(report)}, timeout=60)
            if not report.exists() or sentence not in report.read_text(encoding="utf-8"):
                wrong.append(f"when it runs, it does not say `{sentence}`:\n{text}{messages[:600]}")
    print(*wrong, sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
