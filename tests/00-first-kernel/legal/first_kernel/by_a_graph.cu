// Legal: a graph, launched once, then destroyed.
#include <cuda_runtime.h>

__global__ void line_kernel(float* __restrict__ out, const float* __restrict__ in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = fmaf(a, in[i], b);
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  line_kernel<<<(count + 255) / 256, 256, 0, stream>>>(out, in, a, b, count);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
