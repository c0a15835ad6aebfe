// Legal: lambdas that use dynamic shared memory by its name, which nvcc lets them do without capturing it.
// environment: SIMT_CHECK=all
// prints: right
#include <cstdio>

template <class T>
__global__ void turned(T* out) {
  extern __shared__ __align__(16) T tile[];
  const int n = blockDim.x, me = threadIdx.x;
  const auto none = [](int i) -> T& { return tile[i]; };
  const auto copied = [=](int i) -> T { return tile[n - 1 - i]; };
  const auto named = [n](int i) {
    const auto inner = [=](int k) { return tile[k]; };
    return inner(n - 1 - i);
  };
  const auto referred = [&](int i) { return tile[n - 1 - i]; };
  const auto shadowed = [](T* tile) { return tile[0]; };
  none(me) = T(me);
  __syncthreads();
  T mine[2] = {T(5), T(6)};
  out[me] = copied(me) + named(me) + referred(me) + shadowed(mine);
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 128);
  turned<<<1, 32, 128>>>(out);
  int host[32];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::puts(host[0] == 3 * 31 + 5 && host[31] == 5 ? "right" : "wrong");
  cudaFree(out);
}
