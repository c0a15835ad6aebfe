// Lanes of one request store at the same place: whose value stays.
// Beside the simulator, on a GPU:  nvcc -O3 -arch=sm_90 one_place.cu -o one_place && ./one_place
// CUDA says that one of them is there. An H200 takes 32 lanes at once where each stores 4 bytes or fewer, 16 of 8 bytes, 8 of
// 16, and of those at once the lowest one's value stays (data/simt/printed/nvidia-h200.csv).
// prints: global char 0 5 20 0 7
// prints: global int 0 5 20 0 7
// prints: global volatile 0 5 20 0 7
// prints: global 8 bytes 16 16 20 21 21
// prints: global 16 bytes 24 24 24 28 28
// prints: shared char 0 5 20 0 7
// prints: shared int 0 5 20 0 7
// prints: shared 8 bytes 16 16 20 21 21
// prints: shared 16 bytes 24 24 24 28 28
// prints: pairs of bytes 0 2 4 26 28 30
// prints: modulo 3: 0 1 2
#include <cstdio>

template <class T>
struct alignas(sizeof(T) * 2) Twice {
  T value, again;
};

template <class T>
__device__ void set(T& place, int value) { place = T(value); }
template <class T>
__device__ void set(Twice<T>& place, int value) { place = Twice<T>{T(value), T(value)}; }
template <class T>
__device__ int value_of(const T& place) { return int(place); }
template <class T>
__device__ int value_of(const Twice<T>& place) { return int(place.value); }

// Every `step`th lane from `least` on.
template <class T>
__global__ void into_global(T* place, int step, int least) {
  const int t = threadIdx.x;
  if (t >= least && t % step == 0) set(*place, t);
}
__global__ void into_volatile(volatile int* place, int step, int least) {
  const int t = threadIdx.x;
  if (t >= least && t % step == 0) *place = t;
}
template <class T>
__global__ void into_shared(int* out, int step, int least) {
  __shared__ T place;
  const int t = threadIdx.x;
  if (t >= least && t % step == 0) set(place, t);
  __syncthreads();
  *out = value_of(place);
}
template <class T>
__global__ void read(int* out, const T* place) { *out = value_of(*place); }
__global__ void pairs_of_bytes(unsigned char* out) { out[threadIdx.x / 2] = threadIdx.x; }
__global__ void modulo(int* out, int n) { out[threadIdx.x % n] = threadIdx.x; }

char* device;

template <class Store>
void show(const char* name, Store store) {
  std::printf("%s", name);
  for (const auto& [step, least] : {std::pair(1, 0), {1, 5}, {1, 20}, {7, 0}, {7, 1}}) {
    int found = -1;
    store(step, least);
    cudaMemcpy(&found, device + 512, sizeof found, cudaMemcpyDeviceToHost);
    std::printf(" %d", found);
  }
  std::printf("\n");
}
template <class T>
void show_both(const char* name, bool global) {
  int* out = reinterpret_cast<int*>(device + 512);
  T* place = reinterpret_cast<T*>(device);
  show(name, [=](int step, int least) {
    if (global) into_global<<<1, 32>>>(place, step, least), read<<<1, 1>>>(out, place);
    else into_shared<T><<<1, 32>>>(out, step, least);
  });
}

int main() {
  cudaMalloc(&device, 1024);
  show_both<unsigned char>("global char", true);
  show_both<int>("global int", true);
  int* const place = reinterpret_cast<int*>(device);
  show("global volatile", [=](int step, int least) {
    into_volatile<<<1, 32>>>(place, step, least), read<<<1, 1>>>(place + 128, place);
  });
  show_both<long long>("global 8 bytes", true);
  show_both<Twice<long long>>("global 16 bytes", true);
  show_both<unsigned char>("shared char", false);
  show_both<int>("shared int", false);
  show_both<long long>("shared 8 bytes", false);
  show_both<Twice<long long>>("shared 16 bytes", false);
  unsigned char bytes[16];
  pairs_of_bytes<<<1, 32>>>(reinterpret_cast<unsigned char*>(device));
  cudaMemcpy(bytes, device, sizeof bytes, cudaMemcpyDeviceToHost);
  std::printf("pairs of bytes %d %d %d %d %d %d\n", bytes[0], bytes[1], bytes[2], bytes[13], bytes[14], bytes[15]);
  int words[3];
  modulo<<<1, 32>>>(place, 3);
  cudaMemcpy(words, device, sizeof words, cudaMemcpyDeviceToHost);
  std::printf("modulo 3: %d %d %d\n", words[0], words[1], words[2]);
  cudaFree(device);
}
