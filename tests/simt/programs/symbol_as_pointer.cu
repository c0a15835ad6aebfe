// The name of a device's variable given as a pointer: in host code it is the host's variable. CUDA refuses it as device memory
// and, without a word, takes it as host memory. What is printed is what an H200 prints.
// expect: host-pointer global line 28 says "cudaMemcpy writes 128 bytes to table, symbol_as_pointer.cu line 28: in host code table is the name of a variable of the host's, and no address on the device; use cudaMemcpyToSymbol with table, or get its address from cudaGetSymbolAddress"
// expect: host-pointer global line 29 says "cudaMemcpy reads 4 bytes from total, symbol_as_pointer.cu line 29: in host code total is the name of a variable of the host's, and no address on the device; use cudaMemcpyFromSymbol with total"
// expect: host-pointer global line 30 says "cudaMemset writes 4 bytes to total, symbol_as_pointer.cu line 30: in host code total is the name of a variable of the host's, and no address on the device; get its address from cudaGetSymbolAddress"
// expect: host-pointer global line 31 says "cudaMemcpy reads 128 bytes as host memory from table"
// expect: host-pointer global line 32 says "cudaMemcpy writes 128 bytes as host memory to table"
// expect: host-pointer global line 33 says "cudaMemcpy writes 128 bytes as host memory to table"
// expect: host-pointer global line 39 says "cudaCreateTextureObject reads 128 bytes from table"
// expect: host-pointer global line 18 block (0,0,0) thread (1,0,0) says "reads 4 bytes through an address of total that host code gave it, symbol_as_pointer.cu line 18: in host code total is the name of a variable of the host's; use total in the kernel, or pass what cudaGetSymbolAddress gives"
// prints: 1 1 1, 0 0 0, 0, 1 700
#include <cstdio>

__constant__ int table[32];
__device__ int total;

__global__ void read(int* out, const int* in, bool at_all) {
  if (at_all && threadIdx.x > 0) out[threadIdx.x] = *in;
}

int main() {
  int host[32] = {}, *memory;
  cudaMalloc(&memory, sizeof host);
  // The name by itself does no harm.
  read<<<1, 32>>>(memory, &total, false);
  cudaMemcpyToSymbol(table, host, sizeof host);
  cudaPointerAttributes attributes;
  const int copied = cudaMemcpy(table, host, sizeof host, cudaMemcpyHostToDevice);
  const int back = cudaMemcpy(host, &total, sizeof total, cudaMemcpyDeviceToHost);
  const int set = cudaMemset(&total, 0, sizeof total);
  const int within = cudaMemcpy(memory, table, sizeof host, cudaMemcpyHostToDevice);
  const int out = cudaMemcpy(table, memory, sizeof host, cudaMemcpyDeviceToHost);
  const int by_default = cudaMemcpy(table, host, sizeof host, cudaMemcpyDefault);
  cudaPointerGetAttributes(&attributes, table);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {table, cudaCreateChannelDesc<int>(), sizeof host};
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0; const int made = cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  read<<<1, 32>>>(memory, &total, true);
  printf("%d %d %d, %d %d %d, %d, %d %d\n", copied, back, set, within, out, by_default, attributes.type, made, cudaDeviceSynchronize());
}
