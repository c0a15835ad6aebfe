// A kernel's heap holds many small pieces at a time, and as many again when they are given back; so does device memory in turn.
// prints: 40960 pieces in turn: 0 missing, cudaSuccess
// prints: 40000 pieces at a time: 0 missing, cudaSuccess
// prints: 40000 allocations in turn: 0 missing, cudaSuccess
#include <cuda_runtime.h>

#include <cstdio>

struct Piece {
  int numbers[6];
};

__global__ void in_turn(int* missing) {
  Piece* const piece = new Piece;
  if (!piece) atomicAdd(missing, 1);
  if (piece) piece->numbers[threadIdx.x % 6] = 1;
  delete piece;
}
__global__ void take(Piece** pieces, int count, int* missing) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  pieces[i] = new Piece;
  if (!pieces[i]) atomicAdd(missing, 1);
  else pieces[i]->numbers[0] = i;
}
__global__ void give_back(Piece** pieces, int count, int* missing) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  if (pieces[i] && pieces[i]->numbers[0] != i) atomicAdd(missing, 1);
  delete pieces[i];
}

static void tell(const char* what, int* missing) {
  int number = -1;
  const cudaError_t error = cudaMemcpy(&number, missing, sizeof number, cudaMemcpyDeviceToHost);
  std::printf("%s: %d missing, %s\n", what, number, cudaGetErrorName(error));
}

int main() {
  constexpr int count = 40'000, blocks = (count + 255) / 256;
  int* missing = nullptr;
  cudaMalloc(&missing, sizeof *missing);
  cudaMemset(missing, 0, sizeof *missing);
  in_turn<<<160, 256>>>(missing);
  tell("40960 pieces in turn", missing);

  Piece** pieces = nullptr;
  cudaMalloc(&pieces, count * sizeof *pieces);
  take<<<blocks, 256>>>(pieces, count, missing);
  give_back<<<blocks, 256>>>(pieces, count, missing);
  tell("40000 pieces at a time", missing);
  cudaFree(pieces);

  for (int i = 0; i < 40'000; ++i) {
    void* memory = nullptr;
    if (cudaMalloc(&memory, 4096) != cudaSuccess || cudaMemset(memory, 0, 4096) != cudaSuccess) break;
    cudaFree(memory);
  }
  tell("40000 allocations in turn", missing);
  cudaFree(missing);
}
