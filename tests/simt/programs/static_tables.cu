// A static array in a kernel is global memory: nvcc loads from it, and so its loads are counted and held to its ends, in
// templates, functions and lambdas, too. A constexpr one is not (its values may be wanted while the program is compiled).
// expect: out-of-bounds global line 24 block (0,0,0) thread (31,0,0) says "reads 4 bytes just past the end of the variable table, which has"
// counts: constant l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 2
// counts: constant l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum 8
// counts: unwritten l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 2
// counts: of_template l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 2
// counts: by_function l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 2
// counts: by_lambda l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 2
// counts: compiled_in l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 1
// prints: 31 31 31 31 31 31 host 3
#include <cstdio>

__global__ void constant(int* out, const int* in) {
  alignas(128) static const int table[32] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  out[threadIdx.x] = table[in[threadIdx.x]];
}
__global__ void unwritten(int* out, const int* in) {
  static short table[2][16] = {{3}, {31}};
  out[threadIdx.x] = table[in[threadIdx.x] / 16][0];
}
__global__ void too_short(int* out, const int* in) {
  static const int table[31] = {};
  out[threadIdx.x] = table[in[threadIdx.x]];
}
template <typename T>
__global__ void of_template(T* out, const T* in) {
  const static T table[2] = {3, 31};
  out[threadIdx.x] = table[in[threadIdx.x] / 16];
}
__host__ __device__ int look_up(int i) {
  static const unsigned char table[4] = {3, 31, 4, 1};
  return table[i];
}
__global__ void by_function(int* out, const int* in) { out[threadIdx.x] = look_up(in[threadIdx.x] / 16); }
__global__ void by_lambda(int* out, const int* in) {
  static const int table[2] = {3, 31};
  const auto look = [](int i) { return table[i]; };
  out[threadIdx.x] = look(in[threadIdx.x] / 16);
}
__global__ void compiled_in(int* out, const int* in) {
  static constexpr int table[2] = {3, 31};
  int wide[table[0]] = {};
  const int i = in[threadIdx.x];
  wide[i % 3] = table[i / 16];
  out[threadIdx.x] = wide[i % 3];
}

int main() {
  int host[32], *in, *out;
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  const auto show = [&](void (*kernel)(int*, const int*)) {
    kernel<<<1, 32>>>(out, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d ", host[31]);
  };
  show(constant), show(unwritten), show(of_template<int>), show(by_function), show(by_lambda), show(compiled_in);
  printf("host %d\n", look_up(0));
  too_short<<<1, 32>>>(out, in);
}
