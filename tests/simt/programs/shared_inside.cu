// Legal: several shared arrays used to their last bytes, a row read on into the next one, two arrays cut out of dynamic memory.
// environment: SIMT_CHECK=all
// prints: right
#include <cstdio>

struct Pair {
  int left[16], right[16];
};

template <int Width>
__global__ void use(int* out) {
  extern __shared__ int dynamic[];
  __shared__ int tile[4][Width];
  __shared__ Pair pair;
  __shared__ char bytes[32];
  __shared__ int flag;
  int* second = dynamic + 32;
  const int i = threadIdx.x;
  if (i == 0) flag = 7;
  bytes[i] = char(i);
  if (i < 16) pair.left[i] = pair.right[i] = 1;
  dynamic[i] = i;
  second[i] = -i;
  for (int row = 0; row < 4; ++row)
    if (i < Width) tile[row][i] = row;
  __syncthreads();
  // The tile as one row of 4 * Width.
  int sum = flag + bytes[31 - i] + dynamic[31 - i] + second[i] + (i < 4 * Width ? (&tile[0][0])[i] : 0);
  sum += reinterpret_cast<int*>(&pair)[i];
  out[i] = sum;
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 128);
  use<8><<<1, 32, 256>>>(out);
  int host[32];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::puts(host[0] == 7 + 31 + 31 + 0 + 0 + 1 && host[31] == 7 + 0 + 0 - 31 + 3 + 1 ? "right" : "wrong");
  cudaFree(out);
}
