// Later: hints to loads and stores, said by the model before an H100 counted them.
#include "../caches.cuh"

enum class By { plain, ldg, ldcg, ldcs, ldca, ldlu };
template <By by>
__device__ float get(const float* at) {
  if constexpr (by == By::ldg) return __ldg(at);
  if constexpr (by == By::ldcg) return __ldcg(at);
  if constexpr (by == By::ldcs) return __ldcs(at);
  if constexpr (by == By::ldca) return __ldca(at);
  if constexpr (by == By::ldlu) return __ldlu(at);
  return *at;
}
// Three points of a line, one above the other.
template <By by>
__global__ void three_points(float* out, const float* in, int width) {
  const size_t i = size_t(blockIdx.y) * width + blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = get<by>(in + i) + get<by>(in + i + 1) + get<by>(in + i + 2);
}
__global__ void stored_past(float* out, const float* in) {
  __stcg(&out[index()], in[index()]);
  __syncthreads();
  __stcs(&out[index() ^ 1], out[index()] + 1);
}

int main() {
  float *in = zeros<float>((1 << 22) + 4096), *out = zeros<float>(1 << 22);
  const dim3 grid(8, 1000);
  label("three points");
  three_points<By::plain><<<grid, 256>>>(out, in, 2048);
  label("three points by __ldg");
  three_points<By::ldg><<<grid, 256>>>(out, in, 2048);
  label("three points by __ldcg");
  three_points<By::ldcg><<<grid, 256>>>(out, in, 2048);
  label("three points by __ldcs");
  three_points<By::ldcs><<<grid, 256>>>(out, in, 2048);
  label("three points by __ldca");
  three_points<By::ldca><<<grid, 256>>>(out, in, 2048);
  label("three points by __ldlu");
  three_points<By::ldlu><<<grid, 256>>>(out, in, 2048);
  label("stored by __stcg and __stcs");
  stored_past<<<4096, 256>>>(out, in);
  return finish();
}
