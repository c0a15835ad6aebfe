// Every compiler the same: branches that may be merged, turned into selections or tables, and loops that may be changed.
#include "../calibration/calibration.cuh"

enum class Kind { add, sub, both, none };

__global__ void if_converted(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  float x = a[i];
  if (key[i] > 5) x = a[i + 64];
  out[i] = x;
  if (key[i] & 1) out[i + 64] = a[i];
  else out[i + 64] = a[i + 1];
  float y = 0;
  if (key[i] & 2) y = 3;
  out[i + 128] = y;
  if (key[i] == 4) out[i + 192] = 1;
}
__global__ void ternaries(float* out, const float* a, const float* b, const int* key) {
  const int i = threadIdx.x;
  out[i] = key[i] & 1 ? a[i] : a[i + 64];
  out[i + 64] = key[i] & 1 ? a[i] : 0;
  out[i + 128] = (key[i] & 2 ? a : b)[i];
  out[i + 192] = key[i] > 3 ? key[i] > 6 ? a[i] : b[i] : a[i] + b[i];
  *(key[i] & 4 ? &out[i + 256] : &out[i + 320]) = 1;
}
// A choice of floats between two loads of shared memory that follow each other: 12 and 13 jump for it, 14 does not.
__global__ void choices_between_loads(float* out, const float* a) {
  __shared__ float s[64 * 8];
  const int i = threadIdx.x;
  for (int k = 0; k < 8; ++k) s[k * 64 + i] = a[i + k];
  __syncthreads();
  for (int o = 0; o < 8; ++o) {
    float sum = s[o];
    for (int k = 0; k < 4; ++k) sum += s[64 + o * 4 + k];
    out[i + 64 * o] = sum > 0 ? sum : 0;
  }
}
__global__ void same_tails(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  if (key[i] & 1) {
    out[i] = a[i];
    out[i + 64] = a[i + 64];
  } else {
    out[i] = 1;
    out[i + 64] = a[i + 64];
  }
  if (key[i] & 2) out[i + 128] = a[i];
  else if (key[i] & 4) out[i + 128] = a[i];
  else out[i + 128] = a[i] + 1;
}
__global__ void same_heads(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  if (key[i] & 1) {
    const float x = a[i];
    out[i] = x;
  } else {
    const float x = a[i];
    out[i + 64] = x * 2;
  }
}
__global__ void short_circuits(int* out, const int* a, const int* b) {
  const int i = threadIdx.x;
  out[i] = a[i] > 3 && b[i] > 3;
  out[i + 64] = a[i] > 3 || b[i] > 3 || a[i + 64] > 2;
  if (!(a[i] == b[i] && a[i + 64] != b[i + 64])) out[i + 128] = 1;
  out[i + 192] = (a[i] > 3) & (b[i] > 3);
  if (a[i] == 1 || a[i] == 3 || a[i] == 5 || a[i] == 8) out[i + 256] = 1;
}
__global__ void switches(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  switch (key[i]) {
    case 0:
      out[i] = a[i];
      break;
    case 1:
    case 2:
      out[i] = a[i + 1];
      [[fallthrough]];
    case 3:
      out[i + 64] = a[i + 2];
      break;
    case 4:
      out[i + 64] = 5;
      break;
    case 5:
      out[i + 64] = 5;
      break;
    case 9:
      return;
    default:
      out[i] = a[i] + 1;
  }
  float x = 0;
  switch (key[i] % 8) {
    case 0:
      x = 1;
      break;
    case 1:
      x = 4;
      break;
    case 2:
      x = 9;
      break;
    case 3:
      x = 16;
      break;
    case 4:
      x = 25;
      break;
    case 5:
      x = 36;
      break;
    default:
      x = 2;
  }
  out[i + 128] = x;
  switch (Kind(key[i] % 4)) {
    case Kind::add:
      out[i + 192] = a[i] + a[i + 64];
      break;
    case Kind::sub:
      out[i + 192] = a[i] - a[i + 64];
      break;
    case Kind::both:
      out[i + 192] = a[i] * a[i + 64];
      break;
    case Kind::none:
      break;
  }
}
__global__ void invariant_loads(float* out, const float* a, const int* key, const int* n) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < *n; ++k) sum += a[i] + key[k];
  out[i] = sum;
  for (int k = 0; k < *n; ++k) out[i + 64] += a[k];
  for (int k = 0; k < *n; ++k) {
    if (key[i] & 1) out[i + 128] = a[i];
    if (key[0] & 1) out[i + 192] += 1;
  }
}
__global__ void unswitched(float* out, const float* a, const int* key, int mode) {
  const int i = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    if (mode) out[i + 64 * k] = a[i + 64 * k];
    else out[i + 64 * k] += key[i];
  }
}
__global__ void constant_trips(float* out, const float* a) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 3; ++k) sum += a[i + k];
#pragma unroll
  for (int k = 0; k < 4; ++k) sum += a[i + 64 * k];
#pragma unroll 1
  for (int k = 0; k < 2; ++k) sum -= a[i * 2 + k];
  for (int k = 7; k >= 0; k -= 2) sum *= a[k];
  out[i] = sum;
  for (int j = 0; j < 2; ++j)
    for (int k = 0; k < 2; ++k) out[64 + i * 4 + j * 2 + k] = a[i + j] * a[i + k];
}
__global__ void loops_with_many_ends(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  int k = 0;
  while (true) {
    if (k >= key[i]) break;
    if (a[k] > 8) {
      out[i] = a[k];
    continue_at:
      ++k;
      continue;
    }
    out[i + 64] = a[k];
    if (k == 5) goto continue_at;
    if (k++ == 7) return;
  }
  do out[i + 128] += a[k];
  while (--k > 0);
}
__global__ void empty_loops(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  for (int k = 0; k < key[i]; ++k) {
  }
  float unused = 0;
  for (int k = 0; k < key[i]; ++k) unused += a[k];
  int last = 0;
  for (int k = 0; k < key[i]; ++k) last = k * 3;
  out[i] = last;
}
__global__ void minimum_and_maximum(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  float most = a[i];
  int where = 0;
  for (int k = 1; k < 5; ++k) {
    if (a[i + 13 * k] > most) most = a[i + 13 * k], where = k;
    out[i] = fmaxf(out[i], a[i + k]);
  }
  out[i + 64] = most + where;
  out[i + 128] = key[i] > 4 ? key[i] : 4;
  out[i + 192] = key[i] < 0 ? -key[i] : key[i];
  if (a[i] > out[i + 256]) out[i + 256] = a[i];
}
__global__ void arithmetic(int* out, const int* a, const int* b, unsigned n) {
  const int i = threadIdx.x;
  out[i] = a[i] / (b[i] | 1) + a[i] % (b[i] | 1);
  out[i + 64] = a[i] / 7 + a[i] % 7 + int(unsigned(a[i]) / n);
  out[i + 128] = __popc(a[i]) + __clz(a[i]) + __ffs(b[i]);
  out[i + 192] = a[i] * 8 + (a[i] << b[i] % 4);
  out[i + 256] = int(float(a[i]) * 1.5f) + int(rintf(b[i] * 0.5f));
}
__global__ void early_ends(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  if (i >= 60) return;
  if (key[i] == 3) {
    out[i] = a[i];
    return;
  }
  for (int k = 0; k < 4; ++k) {
    if (key[i + k] == 7) return;
    out[i + 64] = a[k];
  }
  out[i] = a[i];
}
__global__ void grid_strides(float* out, const float* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (i % 3 == 0) continue;
    out[i] = a[i] + a[n - 1 - i];
  }
}
__global__ void stencil(float* out, const float* a, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  float sum = 0;
  int count = 0;
  for (int r = max(row - 1, 0); r <= min(row + 1, rows - 1); ++r)
    for (int c = max(col - 1, 0); c <= min(col + 1, cols - 1); ++c, ++count) sum += a[r * cols + c];
  out[row * cols + col] = sum / count;
}
__global__ void warps(int* out, const int* key) {
  const int i = threadIdx.x;
  int x = key[i];
  for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xffffffff, x, d);
  if (i % 32 == 0) out[i / 32] = x;
  const unsigned even = __ballot_sync(0xffffffff, key[i] % 2 == 0);
  if (even >> i % 32 & 1) atomicAdd(&out[64 + key[i]], 1);
  out[128 + i] = __popc(even) + (__any_sync(0xffffffff, key[i] == 3) ? atomicMax(&out[300], key[i]) : 0);
}

__global__ void until_done(int* out, const int* key) {
  const int i = threadIdx.x;
  bool done = false;
  while (!done) {
    const int leader = __ffs(__activemask()) - 1, chosen = __shfl_sync(__activemask(), key[i], leader);
    if (key[i] == chosen) {
      out[i] = chosen;
      done = true;
    }
  }
  out[i + 64] = 1;
}
__global__ void until_both(int* out, const int* key) {
  const int i = threadIdx.x;
  int more = key[i], rounds = 0;
  bool found = false;
  while (more && !found) {
    if (key[i + rounds] % 3 == 0) found = true;
    else --more;
    out[i + 64 * ++rounds] = more;
  }
  out[i] = found;
}
__global__ void locked(int* out, int* lock, const int* key) {
  for (bool mine = false; !mine;) {
    if (atomicCAS(lock, 0, 1) == 0) {
      out[0] += key[threadIdx.x];
      mine = true;
      atomicExch(lock, 0);
    }
  }
  out[threadIdx.x + 1] = 1;
}
int main() {
  float* out = zeros<float>(8192);
  float* a = filled<float>(8192, [](size_t i) { return float(i * 5 % 17); });
  float* b = filled<float>(8192, [](size_t i) { return float(i * 3 % 13); });
  int* words = zeros<int>(4096);
  int* key = filled<int>(256, [](size_t i) { return int(i * 7 % 11); });
  int* other = filled<int>(256, [](size_t i) { return int(i * 5 % 7); });
  label("if converted"), if_converted<<<1, 64>>>(out, a, key);
  label("ternaries"), ternaries<<<1, 64>>>(out, a, b, key);
  label("choices between loads"), choices_between_loads<<<1, 64>>>(out, a);
  label("same tails"), same_tails<<<1, 64>>>(out, a, key);
  label("same heads"), same_heads<<<1, 64>>>(out, a, key);
  label("short circuits"), short_circuits<<<1, 64>>>(words, key, other);
  label("switches"), switches<<<1, 64>>>(out, a, key);
  label("invariant loads"), invariant_loads<<<1, 64>>>(out, a, key, other + 1);
  for (long mode : {0, 1}) label("unswitched %ld", mode), unswitched<<<1, 64>>>(out, a, key, int(mode));
  label("constant trips"), constant_trips<<<1, 64>>>(out, a);
  label("loops with many ends"), loops_with_many_ends<<<1, 64>>>(out, a, key);
  label("empty loops"), empty_loops<<<1, 64>>>(out, a, key);
  label("minimum and maximum"), minimum_and_maximum<<<1, 64>>>(out, a, key);
  label("arithmetic"), arithmetic<<<1, 64>>>(words, key, other, 5);
  label("early ends"), early_ends<<<1, 64>>>(out, a, key);
  label("grid strides"), grid_strides<<<3, 32>>>(out, a, 1000);
  label("stencil"), stencil<<<dim3(2, 3), dim3(16, 4)>>>(out, a, 11, 29);
  label("warps"), warps<<<1, 64>>>(words, key);
  label("until done"), until_done<<<1, 64>>>(words, other);
  label("until both"), until_both<<<1, 64>>>(words, key);
  label("locked"), locked<<<1, 64>>>(words, words + 4000, key);
  return finish();
}
