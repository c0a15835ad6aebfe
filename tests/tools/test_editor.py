# An editor opens the course without errors: clangd parses kernels and launches with no CUDA toolkit.
# Run: ./course test test_editor
from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from tools.build.meson import BUILD
from tools.model import ROOT, load_course

SOURCES = sorted(lab.solution for lab in load_course().labs)
KERNEL = """\
#include <cstdio>
#include <vector>
__device__ float helper(float x) { return sqrtf(x) + fminf(x, 2.0f) + max(3, 4); }
template <int n>
__global__ void kernel(float* out, const float4* in) {
  __shared__ float tile[32][33];
  extern __shared__ float dynamic[];
  tile[threadIdx.y][threadIdx.x] = helper(in[blockIdx.x].x);
  __syncthreads();
  if (threadIdx.x == 0) printf("%d\\n", n);
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + dynamic[0];
}
int main() {
  std::vector<float> host(3);
  float* device = nullptr;
  cudaMalloc(&device, 12);
  kernel<3><<<dim3(3, 2), 32, 128>>>(device, reinterpret_cast<const float4*>(device));
  return cudaMemcpy(host.data(), device, 12, cudaMemcpyDeviceToHost);
}
"""
# All of CUDA's headers that the simulator has, at once, and what a kernel may call of them.
HEADERS = ROOT / "simt" / "include"
INCLUDES = "".join(
    f"#include <{path.relative_to(HEADERS)}>\n"
    for path in sorted([*HEADERS.glob("*.h"), *HEADERS.glob("cooperative_groups/*.h"), *HEADERS.glob("crt/*.h")])
)
USES = """\
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(128)
kernel(int* out, const int* in, const __half* half, const __nv_bfloat16* brain) {
  alignas(16) __shared__ int stage[2][128];
  __shared__ __mbarrier_t full;
  __mbarrier_init(&full, 128);
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  __pipeline_memcpy_async(&stage[0][threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_arrive_on(&full);
  const __mbarrier_token_t token = __mbarrier_arrive(&full);
  while (!__mbarrier_try_wait(&full, token, 100)) continue;
  while (!__mbarrier_test_wait_parity(&full, 0)) continue;
  __pipeline_wait_prior(1);
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, stage[1], in, sizeof stage[1]);
  cg::wait(block);
  const int* neighbour = cluster.map_shared_rank(&stage[0][0], (cluster.block_rank() + 1) % cluster.num_blocks());
  const unsigned at = __cvta_generic_to_shared(&full);
  unsigned done;
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(at), "l"(in), "r"(128), "r"(at) : "memory");
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(done) : "r"(at), "r"(0u) : "memory");
  float product;
  asm("mul.f32 %0, %1, %2;" : "=f"(product) : "f"(2.0f), "f"(3.0f));
  const auto warp = cg::tiled_partition<32>(block);
  out[threadIdx.x] = neighbour[3] + cg::reduce(warp, done, cg::plus<unsigned>()) + cg::inclusive_scan(warp, 3);
  out[0] = __half2float(half[3]) + __bfloat162float(brain[2]) + cuCrealf(make_cuFloatComplex(product, CUDART_PI_F));
}
void launch(int* out) { kernel<<<8, 128>>>(out, out, nullptr, nullptr); }
"""


def errors(path) -> list[str]:
    if not shutil.which("clangd"):
        pytest.skip("clangd is not installed")
    if not (BUILD / "compile_commands.json").exists():
        pytest.skip("the course is not configured")
    # Of one line only it also tries what an editor asks of each word; errors are found in all.
    # Its errors are the compiler's: what clang-tidy would say beside them are warnings.
    command = ["clangd", f"--check={path}", "--check-lines=1", "--clang-tidy=false", "--pch-storage=memory"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stderr
    return re.findall(r"^E\[\S+\] \[.*$", said, re.M)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_solution_opens_without_errors(path):
    assert errors(path) == []


def test_what_students_write_opens_without_errors_and_a_mistake_does_not():
    path = BUILD / "editor_test.cu"
    path.write_text(KERNEL)
    assert errors(path) == []
    path.write_text(KERNEL.replace("device = nullptr", "device = nulptr"))
    assert len(errors(path)) == 1


def test_the_headers_open_without_errors():
    path = BUILD / "editor_test.cu"
    path.write_text(INCLUDES + USES)
    assert errors(path) == []
    path.write_text(INCLUDES + USES.replace("__pipeline_commit()", "__pipeline_comit()"))
    assert len(errors(path)) == 1
