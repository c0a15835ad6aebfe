// Non-blocking streams, which the default one waits for; they do not wait for it.
// Legal: what the caller gave is there when the function is called.
#include <cuda_runtime.h>
#include <thread>
#include <vector>
struct Arrays {
  int *a, *b, *c, *d;
};

class Side {
 public:
  Side() {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&here, cudaEventDisableTiming);
  }
  ~Side() {
    cudaEventDestroy(here);
    cudaStreamDestroy(stream);
  }
  cudaStream_t stream;
  cudaEvent_t here;
};
__global__ void plus(int* to, const int* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] += from[i];
}
void add_soa(Arrays out, Arrays in, int count) {
  int* const to[] = {out.a, out.b, out.c, out.d};
  int* const from[] = {in.a, in.b, in.c, in.d};
  cudaEvent_t before;
  cudaEventCreateWithFlags(&before, cudaEventDisableTiming);
  cudaEventRecord(before, 0);
  Side side[4];
  for (int f = 0; f < 4; ++f) {
    plus<<<(count + 255) / 256, 256, 0, side[f].stream>>>(to[f], from[f], count);
    cudaEventRecord(side[f].here, side[f].stream);
    cudaStreamWaitEvent(0, side[f].here, 0);
  }
  cudaEventDestroy(before);
}
void add_soa_cpu(Arrays out, Arrays in, int count) {
  std::vector<std::thread> four;
  int* const to[] = {out.a, out.b, out.c, out.d};
  int* const from[] = {in.a, in.b, in.c, in.d};
  for (int f = 0; f < 4; ++f)
    four.emplace_back([=] {
      for (int i = 0; i < count; ++i) to[f][i] += from[f][i];
    });
  for (auto& one : four) one.join();
}
