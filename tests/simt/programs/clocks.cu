// clock64() counts steps: it never goes back, lanes and warps that wait for each other go on at the same time.
// prints: one after the other: yes
// prints: alike without a branch: yes
// prints: apart after loops of different length: yes
// prints: alike after __syncwarp: yes
// prints: alike after __syncthreads: yes
// prints: never back: yes
// prints: a warp with lanes that have ended: yes
#include <cstdio>

struct Seen {
  long long begin, plain, ragged, warp, block;
};

__global__ void look(Seen* seen, int count) {
  const int i = threadIdx.x;
  if (i >= count) return;
  Seen mine;
  mine.begin = clock64();
  mine.plain = clock64();
  volatile int steps = 0;
  for (int k = 0; k < i % 32; ++k) steps = steps + 1;
  mine.ragged = clock64();
  __syncwarp();
  mine.warp = clock64();
  if (i / 32 == 1) for (int k = 0; k < 2000; ++k) steps = steps + 1;
  if (count == int(blockDim.x)) __syncthreads();
  mine.block = clock64();
  seen[i] = mine;
}

const char* words(bool yes) { return yes ? "yes" : "no"; }

int main() {
  Seen* seen;
  cudaMallocManaged(&seen, 96 * sizeof(Seen));
  look<<<1, 96>>>(seen, 96);
  cudaDeviceSynchronize();
  bool after = true, plain = true, ragged = false, warp = true, block = true, back = true;
  for (int i = 0; i < 96; ++i) {
    const Seen &mine = seen[i], &first = seen[i / 32 * 32];
    after &= mine.plain >= mine.begin;
    plain &= mine.begin == first.begin && mine.plain == first.plain;
    ragged |= mine.ragged != first.ragged;
    warp &= mine.warp == first.warp;
    block &= mine.block == seen[0].block;
    back &= mine.plain <= mine.ragged && mine.ragged <= mine.warp && mine.warp < mine.block;
  }
  std::printf("one after the other: %s\nalike without a branch: %s\napart after loops of different length: %s\n", words(after), words(plain), words(ragged));
  std::printf("alike after __syncwarp: %s\nalike after __syncthreads: %s\nnever back: %s\n", words(warp), words(block), words(back));
  look<<<1, 64>>>(seen, 40);
  std::printf("a warp with lanes that have ended: %s\n", words(cudaDeviceSynchronize() == cudaSuccess && seen[39].warp == seen[32].warp));
}
