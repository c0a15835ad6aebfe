// Each launch begins host threads and ends them: what one of them had at hand of the simulator's heap goes back.
// environment: SIMT_WORKERS=8
// prints: it stays as large
// skipped: a thread that ends leaves memory behind here
#include <sys/resource.h>

#include <cstdio>
#include <thread>

__global__ void next(int* numbers) {
  numbers[blockIdx.x * blockDim.x + threadIdx.x] += 1;
  __syncthreads();
}

static long most_kib() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  return use.ru_maxrss;
}

static void launch(int* numbers, int times) {
  for (int i = 0; i < times; ++i) next<<<256, 128>>>(numbers);
}

// QEMU keeps some 300 KiB of its own for each thread that there ever was.
static bool threads_leave_nothing() {
  const long before = most_kib();
  for (int i = 0; i < 100; ++i) std::thread([] {}).join();
  return most_kib() - before < 6 * 1024;
}

int main() {
  if (!threads_leave_nothing()) {
    std::fprintf(stderr, "a thread that ends leaves memory behind here\n");
    return 0;
  }
  int* numbers = nullptr;
  cudaMalloc(&numbers, 256 * 128 * sizeof(int));
  cudaMemset(numbers, 0, 256 * 128 * sizeof(int));
  launch(numbers, 50);
  const long before = most_kib();
  launch(numbers, 400);
  const long more = most_kib() - before;
  if (more < 6 * 1024) std::printf("it stays as large\n");
  else std::printf("it has grown by %ld KiB\n", more);
  cudaFree(numbers);
}
