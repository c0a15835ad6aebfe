// Of a launch the last blocks may run alone; what all of them together leave in a variable is then left as it was.
// prints: 10: 1 1 1 1 1 1 1 1 1 1, 0 left
// prints: 3: 0 0 0 0 0 0 0 1 1 1, 0 left
// prints: 10: 1 1 1 1 1 1 1 1 1 1, 0 left
// prints: 10: 1 1 1 1 1 1 1 1 1 1, 0 left
#include <cstdio>

namespace simt {
void let_last_blocks_run(unsigned long blocks);
}

__device__ unsigned ticket;  // 0 again when all blocks have drawn

__global__ void draw(int* ran) {
  atomicInc(&ticket, gridDim.x - 1);
  ran[blockIdx.x] = 1;
}

int main() {
  constexpr int blocks = 10;
  for (const unsigned long last : {0, 3, 0, 20}) {
    simt::let_last_blocks_run(last);
    int *ran = nullptr, of_host[blocks], all = 0;
    cudaMalloc(&ran, sizeof of_host);
    cudaMemset(ran, 0, sizeof of_host);
    draw<<<blocks, 1>>>(ran);
    cudaMemcpy(of_host, ran, sizeof of_host, cudaMemcpyDeviceToHost);
    cudaFree(ran);
    simt::let_last_blocks_run(0);
    for (const int one : of_host) all += one;
    std::printf("%d:", all);
    for (const int one : of_host) std::printf(" %d", one);
    unsigned left = 0;
    cudaMemcpyFromSymbol(&left, ticket, sizeof left);
    std::printf(", %u left\n", left);
  }
}
