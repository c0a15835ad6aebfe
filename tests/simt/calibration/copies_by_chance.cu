// Calibration: one warp's copies between places drawn by chance, 4, 8 and 16 bytes: whether what copies_apart.cu taught is a law.
#include <cuda_pipeline.h>

#include "results.cuh"

template <int bytes>
__global__ void by_chance(int* out, const int* in, const int* from, const int* to, const int* takes_part) {
  __shared__ alignas(128) int s[2048];
  const int t = threadIdx.x;
  // Not `if (takes_part[t]) copy`: of a copy of 16 bytes under a predicate, ncu 2025.3 counts nothing where it counts instructions.
  if (!takes_part[t]) return;
  const int place = to[t];
  __pipeline_memcpy_async(&s[place], &in[from[t]], bytes);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[place];
}

unsigned drawn = 1;
int draw(int below) {
  drawn = drawn * 1664525u + 1013904223u;
  return int(drawn >> 8) % below;
}

int main() {
  const int* in = filled<int>(1 << 14, [](size_t i) { return int(i); });
  int* out = zeros<int>(64);
  static char name[200][96];
  int count = 0;
  for (const int bytes : {4, 8, 16}) {
    const int w = bytes / 4;
    // Of so many lanes of 32, from one of so many places, to one of so many that are all different.
    for (const int lanes : {32, 24})
      for (const int sources : {24, 64, 400})
        for (const int targets : {32, 64, 400})
          for (int again = 0; again < 2; ++again) {
            int free[400];
            for (int i = 0; i < targets; ++i) free[i] = i;
            for (int i = targets - 1; i > 0; --i) {
              const int j = draw(i + 1), kept = free[i];
              free[i] = free[j], free[j] = kept;
            }
            const int* const f = filled<int>(32, [&](size_t) { return w * draw(sources); });
            const int* const g = filled<int>(32, [&](size_t l) { return w * free[l]; });
            const int* const p = filled<int>(32, [&](size_t) { return int(draw(32) < lanes); });
            snprintf(name[count], 96, "%d bytes, %d lanes of 32, %d places to %d, %d", bytes, lanes, sources, targets, again);
            measured(name[count++], out, 64, [&] {
              if (bytes == 4) by_chance<4><<<1, 32>>>(out, in, f, g, p);
              if (bytes == 8) by_chance<8><<<1, 32>>>(out, in, f, g, p);
              if (bytes == 16) by_chance<16><<<1, 32>>>(out, in, f, g, p);
            });
          }
  }
  return finish();
}
