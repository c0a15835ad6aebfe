// Memory of the host's that is not there: a copy to or from a null pointer copies nothing and says so. Nothing from nowhere is
// no error.
// expect: host-pointer line 19 says "cudaMemcpy reads 64 bytes as host memory from a null pointer"
// expect: host-pointer line 20 says "cudaMemcpy writes 64 bytes as host memory to a null pointer"
// expect: host-pointer line 21 says "cudaMemcpy reads 64 bytes as host memory from a null pointer"
// prints: to device: cudaErrorInvalidValue
// prints: to host: cudaErrorInvalidValue
// prints: from host to host: cudaErrorInvalidValue
// prints: nothing: cudaSuccess
// prints: freed: cudaSuccess
#include <cstdio>

void say(const char* what, cudaError_t error) { printf("%s: %s\n", what, cudaGetErrorName(error)); }

int main() {
  char* device;
  char here[64];
  cudaMalloc(&device, 64);
  say("to device", cudaMemcpy(device, nullptr, 64, cudaMemcpyHostToDevice));
  say("to host", cudaMemcpy(nullptr, device, 64, cudaMemcpyDeviceToHost));
  say("from host to host", cudaMemcpy(here, nullptr, 64, cudaMemcpyHostToHost));
  say("nothing", cudaMemcpy(device, nullptr, 0, cudaMemcpyHostToDevice));
  say("freed", cudaFree(nullptr));
  cudaFree(device);
}
