// Calibration: one copy to shared memory in its many forms. Which of them are asynchronous (LDGSTS), and of what size?
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cuda/pipeline>

#include "calibration.cuh"

namespace cg = cooperative_groups;

constexpr int threads = 128;

struct Three {
  int x, y, z;
};

// [by_thread]
template <typename T, typename Size>
__global__ void by_thread(T* out, const T* in, Size bytes) {
  __shared__ T tile[threads];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], bytes, pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  __syncthreads();
  out[threadIdx.x] = tile[threads - 1 - threadIdx.x];
  pipe.consumer_release();
}
// [/by_thread]

// [by_group]
template <typename Size>
__global__ void by_group(char* out, const char* in, int to, int from, Size bytes) {
  __shared__ alignas(16) char tile[1024];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile + to, in + from, bytes);
  cg::wait(block);
  if (threadIdx.x < size_t(bytes)) out[threadIdx.x] = tile[to + threadIdx.x];
}
// [/by_group]

// The group and the pipeline, both: whoever is in the block takes part in the copy.
template <typename T, typename Size>
__global__ void by_pipeline(T* out, const T* in, int to, int from, Size bytes) {
  __shared__ alignas(16) T tile[1024 / sizeof(T)];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire();
  cuda::memcpy_async(block, tile + to, in + from, bytes, pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  if (threadIdx.x < size_t(bytes) / sizeof(T)) out[threadIdx.x] = tile[to + threadIdx.x];
  pipe.consumer_release();
}

// The other way: from shared to global memory.
__global__ void outwards(float* out, const float* in) {
  __shared__ float tile[threads];
  tile[threadIdx.x] = in[threadIdx.x];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&out[threadIdx.x], &tile[threadIdx.x], cuda::aligned_size_t<4>(4), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();
}

template <int size>
__global__ void primitive(int4* out, const int4* in) {
  __shared__ int4 tile[threads];
  for (int i = 0; i < 16; i += size)
    __pipeline_memcpy_async(
        reinterpret_cast<char*>(&tile[threadIdx.x]) + i, reinterpret_cast<const char*>(&in[threadIdx.x]) + i, size);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[threads - 1 - threadIdx.x];
}

template <typename T, typename Size>
void thread_of(const char* name, char* out, char* in, Size bytes) {
  label(name);
  by_thread<<<1, threads>>>(reinterpret_cast<T*>(out), reinterpret_cast<const T*>(in), bytes);
}

template <typename T, typename Size>
void pipeline_of(const char* name, char* out, char* in, int to, int from, Size bytes) {
  label(name);
  by_pipeline<<<1, threads>>>(reinterpret_cast<T*>(out), reinterpret_cast<const T*>(in), to, from, bytes);
}

int main() {
  char* in = filled<char>(1 << 14, [](size_t i) { return char(i * 31); });
  char* out = zeros<char>(1 << 14);
  label("__pipeline_memcpy_async, 4 bytes");
  primitive<4><<<1, threads>>>(reinterpret_cast<int4*>(out), reinterpret_cast<const int4*>(in));
  label("__pipeline_memcpy_async, 8 bytes");
  primitive<8><<<1, threads>>>(reinterpret_cast<int4*>(out), reinterpret_cast<const int4*>(in));
  label("__pipeline_memcpy_async, 16 bytes");
  primitive<16><<<1, threads>>>(reinterpret_cast<int4*>(out), reinterpret_cast<const int4*>(in));
  thread_of<char>("thread, char", out, in, sizeof(char));
  thread_of<short>("thread, short", out, in, sizeof(short));
  thread_of<float>("thread, float", out, in, sizeof(float));
  thread_of<float2>("thread, float2", out, in, sizeof(float2));
  thread_of<Three>("thread, three ints", out, in, sizeof(Three));
  thread_of<float4>("thread, float4", out, in, sizeof(float4));
  thread_of<float>("thread, aligned_size_t<4>", out, in, cuda::aligned_size_t<4>(4));
  thread_of<float2>("thread, aligned_size_t<8>", out, in, cuda::aligned_size_t<8>(8));
  thread_of<float4>("thread, aligned_size_t<16>", out, in, cuda::aligned_size_t<16>(16));
  label("thread, to global memory");
  outwards<<<1, threads>>>(reinterpret_cast<float*>(out), reinterpret_cast<const float*>(in));
  const auto group = [&](const char* name, int to, int from, auto bytes) {
    label(name);
    by_group<<<1, threads>>>(out, in, to, from, bytes);
  };
  group("group, 512 bytes", 0, 0, size_t(512));
  group("group, 512 bytes, aligned_size_t<16>", 0, 0, cuda::aligned_size_t<16>(512));
  group("group, 512 bytes, both at byte 8", 8, 8, size_t(512));
  group("group, 512 bytes, both at byte 4", 4, 4, size_t(512));
  group("group, 512 bytes, both at byte 2", 2, 2, size_t(512));
  group("group, 512 bytes, both at byte 1", 1, 1, size_t(512));
  group("group, 512 bytes, from byte 8 to 0", 0, 8, size_t(512));
  group("group, 512 bytes, from byte 4 to 0", 0, 4, size_t(512));
  group("group, 512 bytes, from byte 2 to 0", 0, 2, size_t(512));
  group("group, 512 bytes, from byte 1 to 0", 0, 1, size_t(512));
  group("group, 510 bytes", 0, 0, size_t(510));
  group("group, 100 bytes", 0, 0, size_t(100));
  pipeline_of<char>("pipeline, 512 chars", out, in, 0, 0, size_t(512));
  pipeline_of<float>("pipeline, 128 floats", out, in, 0, 0, size_t(512));
  pipeline_of<float>("pipeline, 128 floats, both at the second", out, in, 1, 1, size_t(512));
  pipeline_of<float>("pipeline, 128 floats, from the second to the first", out, in, 0, 1, size_t(512));
  pipeline_of<float>("pipeline, 127 floats", out, in, 0, 0, size_t(508));
  pipeline_of<float4>("pipeline, 32 float4", out, in, 0, 0, size_t(512));
  pipeline_of<float>("pipeline, 128 floats, aligned_size_t<16>", out, in, 0, 0, cuda::aligned_size_t<16>(512));
  return finish();
}
