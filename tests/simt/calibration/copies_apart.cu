// Calibration: one warp's copies from places apart to places apart, 4, 8 and 16 bytes: what takes wavefronts.
#include <cuda_pipeline.h>

#include <functional>

#include "results.cuh"

template <int bytes>
__global__ void apart(int* out, const int* in, const int* from, const int* to, int lanes) {
  __shared__ alignas(128) int s[2048];
  const int t = threadIdx.x;
  if (t < lanes) __pipeline_memcpy_async(&s[to[t]], &in[from[t]], bytes);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  if (t < lanes) out[t] = s[to[t]];
}

using Place = std::function<int(int)>;
void probe(int* out, const int* in, const char* name, int bytes, int lanes, const Place& from, const Place& to) {
  const int* const f = filled<int>(32, [&](size_t l) { return from(int(l)); });
  const int* const g = filled<int>(32, [&](size_t l) { return to(int(l)); });
  measured(name, out, 64, [&] {
    if (bytes == 4) apart<4><<<1, 32>>>(out, in, f, g, lanes);
    if (bytes == 8) apart<8><<<1, 32>>>(out, in, f, g, lanes);
    if (bytes == 16) apart<16><<<1, 32>>>(out, in, f, g, lanes);
  });
}

int main() {
  const int* in = filled<int>(1 << 14, [](size_t i) { return int(i); });
  int* out = zeros<int>(64);
  static char name[400][96];
  int count = 0;
  for (const int bytes : {4, 8, 16}) {
    const int w = bytes / 4;
    // Groups of so many lanes, and between them a gap at the source, at the target, or at both.
    for (const int together : {16, 8, 4, 2, 1})
      for (const int gap : {8, 16, 32, 40}) {
        snprintf(name[count], 96, "%d bytes, groups of %d, %d apart at the source", bytes, together, gap);
        probe(out, in, name[count++], bytes, 32, [=](int l) { return w * l + l / together * gap; }, [=](int l) { return w * l; });
        if (together < 8 && gap != 8) continue;
        snprintf(name[count], 96, "%d bytes, groups of %d, %d apart at the target", bytes, together, gap);
        probe(out, in, name[count++], bytes, 32, [=](int l) { return w * l; }, [=](int l) { return w * l + l / together * gap; });
        snprintf(name[count], 96, "%d bytes, groups of %d, %d apart at both", bytes, together, gap);
        probe(out, in, name[count++], bytes, 32, [=](int l) { return w * l + l / together * gap; }, [=](int l) { return w * l + l / together * gap; });
      }
    for (const int shift : {4, 8, 12, 16, 24, 28}) {
      for (const int lanes : {32, 8}) {
        snprintf(name[count], 96, "%d bytes, %d lanes, from word %d", bytes, lanes, shift);
        probe(out, in, name[count++], bytes, lanes, [=](int l) { return w * l + shift; }, [=](int l) { return w * l; });
      }
      snprintf(name[count], 96, "%d bytes, to word %d", bytes, shift);
      probe(out, in, name[count++], bytes, 32, [=](int l) { return w * l; }, [=](int l) { return w * l + shift; });
      snprintf(name[count], 96, "%d bytes, from and to word %d", bytes, shift);
      probe(out, in, name[count++], bytes, 32, [=](int l) { return w * l + shift; }, [=](int l) { return w * l + shift; });
    }
    snprintf(name[count], 96, "%d bytes, from back to front", bytes);
    probe(out, in, name[count++], bytes, 32, [=](int l) { return w * (31 - l); }, [=](int l) { return w * l; });
    snprintf(name[count], 96, "%d bytes, to back to front", bytes);
    probe(out, in, name[count++], bytes, 32, [=](int l) { return w * l; }, [=](int l) { return w * (31 - l); });
    snprintf(name[count], 96, "%d bytes, all of one", bytes);
    probe(out, in, name[count++], bytes, 32, [=](int) { return 0; }, [=](int l) { return w * l; });
    snprintf(name[count], 96, "%d bytes, pairs of one", bytes);
    probe(out, in, name[count++], bytes, 32, [=](int l) { return l / 2 * w; }, [=](int l) { return w * l; });
    snprintf(name[count], 96, "%d bytes, at random", bytes);
    probe(out, in, name[count++], bytes, 32, [=](int l) { return l * 2654435761u % 2000 * w; }, [=](int l) { return w * l; });
    snprintf(name[count], 96, "%d bytes, mixed in their place", bytes);
    probe(out, in, name[count++], bytes, 32, [=](int l) { return l * 7 % 32 * w; }, [=](int l) { return w * l; });
    snprintf(name[count], 96, "%d bytes, mixed at both", bytes);
    probe(out, in, name[count++], bytes, 32, [=](int l) { return l * 7 % 32 * w; }, [=](int l) { return l * 7 % 32 * w; });
  }
  return finish();
}
