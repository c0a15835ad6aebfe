// What the checkers remember does not grow with the number of blocks, nor with how often the same thing is wrong.
// environment: SIMT_CHECK=race,uninitialized
// prints: bounded
// expect: uninitialized shared line 19
// expect: uninitialized shared line 21
// expect: race shared line 19
// notes: race global line 21
// The second launch, with more blocks, finds the same:
// expect: uninitialized shared line 19
// expect: uninitialized shared line 21
// expect: race shared line 19
// notes: race global line 21
#include <sys/resource.h>

#include <cstdio>

__global__ void wrong_everywhere(unsigned* out) {
  __shared__ unsigned counts[256];
  atomicAdd(&counts[threadIdx.x], 1u);  // the first of them reads what nobody has written
  for (int i = 0; i < 8; ++i)
    out[i] = counts[(threadIdx.x + i) % 128 + 64] + blockIdx.x;  // with no barrier, and what nobody has counted
  __syncthreads();
}

static long peak_mib() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss / 1024;
}

int main() {
  unsigned* out = nullptr;
  cudaMalloc(&out, 4096);
  wrong_everywhere<<<16, 128>>>(out);
  const long before = peak_mib();
  wrong_everywhere<<<2'500, 128>>>(out);
  const long more = peak_mib() - before;
  if (more <= 2) std::printf("bounded\n");
  else std::printf("%ld MiB more\n", more);
  cudaFree(out);
}
