// Launches by a graph, and destroys neither the graph nor what was made of it.
// fails: Correctness.NothingLeft: a graph
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaGraphNode_t node;
  cudaGraphCreate(&graph, 0);
  void* arguments[] = {&out, &in, &a, &b, &count};
  cudaKernelNodeParams what = {};
  what.func = reinterpret_cast<void*>(line_kernel);
  what.gridDim = dim3((count + 255) / 256);
  what.blockDim = dim3(256);
  what.kernelParams = arguments;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &what);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, nullptr);
  cudaDeviceSynchronize();
}
