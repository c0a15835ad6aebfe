// A loop that never ends is found where its threads wait for each other in every round, too.
// expect: timeout line 9 block (0,0,0) thread (0,0,0) says "a loop that never ends"
// expect: timeout line 12 block (0,0,0) thread (0,0,0)
namespace simt {
void set_operation_limit(unsigned long operations);  // fewer than usual, so that this takes no time
}

__global__ void at_barrier(const int* flag) {
  while (*flag == 0) __syncthreads();
}
__global__ void at_vote(const int* flag) {
  while (__any_sync(~0u, *flag == 0)) {}
}

int main() {
  simt::set_operation_limit(200'000);
  int* flag = nullptr;
  for (int i = 0; i < 2; ++i) {
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    i == 0 ? at_barrier<<<1, 64>>>(flag) : at_vote<<<1, 64>>>(flag);
    cudaDeviceSynchronize();
    cudaDeviceReset();
  }
}
