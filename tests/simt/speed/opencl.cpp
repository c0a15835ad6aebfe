// Runs the kernels of kernels.cl as kernels.cu runs its own: same input, same check, same line of output.
// Run: g++ -O2 opencl.cpp -lOpenCL -o opencl && oclgrind --data-races ./opencl kernels.cl KERNEL SIZE REPEATS
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr long long square = 32, rows_each = 8, tile = 16, threads = 256, bins = 64, items_each = 16;

int input_at(long long i) { return int((i * 1103515245ll + 12345) >> 8 & 7); }

void must(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "OpenCL: %s failed with %d\n", what, status);
  std::exit(2);
}

// What a kernel gets and what must come out of it. All cells are 4 bytes: floats, or for the histogram integers.
struct Work {
  std::size_t global[2] = {1, 1}, local[2] = {1, 1};
  long long results = 0;
  bool integers = false, two_inputs = false;
  std::function<double(long long)> input, expected;
};

Work work_of(const std::string& kernel, long long n, int repeats) {
  const long long cells = n * n;
  const auto set = [](std::size_t* sizes, long long x, long long y) {
    sizes[0] = std::size_t(x), sizes[1] = std::size_t(y);
  };
  Work work;
  work.input = [](long long i) { return input_at(i); };
  work.results = cells;
  if (kernel == "transpose") {
    set(work.global, n, n / (square / rows_each)), set(work.local, square, rows_each);
    work.expected = [n](long long i) { return input_at(i % n * n + i / n); };
  } else if (kernel == "reduction") {
    set(work.global, cells, 1), set(work.local, threads, 1);
    work.results = cells / threads;
    work.expected = [](long long i) {
      int sum = 0;
      for (int k = 0; k < threads; ++k) sum += input_at(i * threads + k);
      return sum;
    };
  } else if (kernel == "stencil") {
    set(work.global, n, n), set(work.local, 32, 8);
    work.expected = [n](long long i) {
      const long long row = i / n, col = i % n;
      if (row == 0 || col == 0 || row == n - 1 || col == n - 1) return 0;
      return input_at(i) + input_at(i - 1) + input_at(i + 1) + input_at(i - n) + input_at(i + n);
    };
  } else if (kernel == "histogram") {
    set(work.global, cells / items_each, 1), set(work.local, threads, 1);
    work.results = bins;
    work.integers = true;
    work.input = [](long long i) { return input_at(i) * 8 + input_at(i + 5); };
    std::vector<double> counts(bins);
    for (long long i = 0; i < cells; ++i) counts[std::size_t(work.input(i))] += repeats;
    work.expected = [counts](long long i) { return counts[std::size_t(i)]; };
  } else if (kernel == "product") {
    set(work.global, n, n), set(work.local, tile, tile);
    work.two_inputs = true;
    work.expected = [n](long long i) {
      int sum = 0;
      for (long long k = 0; k < n; ++k) sum += input_at(i / n * n + k) * input_at(k * n + i % n);
      return sum;
    };
  } else {
    std::fprintf(stderr, "there is no kernel %s\n", kernel.c_str());
    std::exit(2);
  }
  return work;
}

void put(unsigned char* cell, double value, bool integer) {
  if (integer) *reinterpret_cast<int*>(cell) = int(value);
  else *reinterpret_cast<float*>(cell) = float(value);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::fprintf(stderr, "usage: %s FILE.cl KERNEL SIZE REPEATS\n", argv[0]), 2;
  const long long n = std::atoll(argv[3]);
  const int repeats = std::atoi(argv[4]);
  const Work work = work_of(argv[2], n, repeats);
  const std::size_t cells = std::size_t(n * n);

  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int status = CL_SUCCESS;
  must(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  must(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  must(status, "clCreateCommandQueue");
  std::ostringstream text;
  text << std::ifstream(argv[1]).rdbuf();
  const std::string source = text.str();
  const char* start = source.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &start, nullptr, &status);
  must(status, "clCreateProgramWithSource");
  must(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, argv[2], &status);
  must(status, "clCreateKernel");

  std::vector<unsigned char> in(cells * 4), out(std::size_t(work.results) * 4);
  for (std::size_t i = 0; i < cells; ++i) put(&in[i * 4], work.input((long long)i), work.integers);
  const auto buffer = [&](std::vector<unsigned char>& host) {
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, host.size(), nullptr, &status);
    must(status, "clCreateBuffer");
    must(clEnqueueWriteBuffer(queue, made, CL_TRUE, 0, host.size(), host.data(), 0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
    return made;
  };
  cl_uint argument = 0;
  const auto give = [&](std::size_t bytes, const void* value) {
    must(clSetKernelArg(kernel, argument++, bytes, value), "clSetKernelArg");
  };
  cl_mem result = buffer(out), left = buffer(in);
  give(sizeof result, &result), give(sizeof left, &left);
  if (work.two_inputs) {
    cl_mem right = buffer(in);
    give(sizeof right, &right);
  }
  const cl_int size = cl_int(work.integers ? (long long)cells : n);
  give(sizeof size, &size);

  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i)
    must(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, work.global, work.local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  must(clFinish(queue), "clFinish");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  must(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, out.size(), out.data(), 0, nullptr, nullptr),
      "clEnqueueReadBuffer");

  bool right = true;
  for (long long i = 0; i < work.results && right; ++i) {
    const unsigned char* cell = &out[std::size_t(i) * 4];
    right = (work.integers ? double(*reinterpret_cast<const int*>(cell))
                           : double(*reinterpret_cast<const float*>(cell))) == work.expected(i);
  }
  std::printf("%lld %.9f %s\n", (long long)(work.global[0] * work.global[1]) * repeats, seconds.count(),
      right ? "right" : "wrong");
  return right ? 0 : 1;
}
