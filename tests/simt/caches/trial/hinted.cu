// Trial: loads and stores with hints, written and said by the model before an H100 counted them.
#include "../caches.cuh"

enum class Hint { none, cg, cs, ldg, evict_last };
template <Hint hint>
__device__ float load(const float* at) {
  if constexpr (hint == Hint::cg) return __ldcg(at);
  if constexpr (hint == Hint::cs) return __ldcs(at);
  if constexpr (hint == Hint::ldg) return __ldg(at);
  return *at;
}
// A table that all blocks read several times, beside a stream that is read once.
template <Hint of_table, Hint of_stream>
__global__ void table_and_stream(float* out, const float* table, const float* stream, int rounds) {
  float sum = 0;
  for (int r = 0; r < rounds; ++r)
    for (int i = threadIdx.x; i < 16 << 8; i += blockDim.x)
      sum += load<of_table>(table + i) + load<of_stream>(stream + (size_t(blockIdx.x) * rounds + r) * (16 << 8) + i);
  keep(out, sum);
}
__global__ void copied(float* out, const float* in, int times) {
  for (int t = 0; t < times; ++t) __stcs(&out[index()], in[index()]);
}
__global__ void stored_through(float* out, const float* in) { __stwt(&out[index()], __ldcv(&in[index()])); }

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 22);
  label("table of 16 KiB and a stream");
  table_and_stream<Hint::none, Hint::none><<<264, 256>>>(out, in, in + 4096, 8);
  label("table of 16 KiB and a stream past L1");
  table_and_stream<Hint::none, Hint::cg><<<264, 256>>>(out, in, in + 4096, 8);
  label("table of 16 KiB and a stream by __ldcs");
  table_and_stream<Hint::ldg, Hint::cs><<<264, 256>>>(out, in, in + 4096, 8);
  label("table past L1 and a stream");
  table_and_stream<Hint::cg, Hint::none><<<264, 256>>>(out, in, in + 4096, 8);
  label("copied twice by __stcs");
  copied<<<4096, 256>>>(out, in, 2);
  label("stored by __stwt, loaded by __ldcv");
  stored_through<<<4096, 256>>>(out, in);
  return finish();
}
