// Graphs whose nodes nothing orders, results that nobody has waited for, and graphs that are no more: each is found.
// environment: SIMT_CHECK=all,leak
// expect: race global line 61 says "host code reads an allocation of 4 bytes at byte 0, graphs_wrong.cu line 61, and set in a graph in stream 1 (launched in line 57) may still write it, line 14: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)"
// expect: use-after-free global line 67 says "cudaMemsetAsync in a graph in stream 1 writes an allocation of 12 bytes, graphs_wrong.cu line 67, which was freed before the stream came to it"
// expect: use-after-free line 75 says "cudaGraphLaunch is given an instantiated graph that has been destroyed, graphs_wrong.cu line 75"
// expect: leak line 41 says "a graph is never destroyed, graphs_wrong.cu line 41"
// expect: leak line 42 says "an instantiated graph is never destroyed, graphs_wrong.cu line 42"
// expect: leak line 68 says "a graph is never destroyed, graphs_wrong.cu line 68"
// expect: race global line 15 says "sum in branch 2 of a graph in stream 1 (launched in line 38) reads an allocation of 12 bytes at byte 0, graphs_wrong.cu line 15, and set in branch 1 of a graph in stream 1 (launched in line 37) may still write it, line 14: nothing orders the two in the graph"
// expect: race global line 14 says "set in stream 2 (launched in line 51) writes an allocation of 12 bytes at byte 0, graphs_wrong.cu line 14, and set in a graph in stream 1 (launched in line 47) may still write it, line 14: nothing orders the two streams (cudaStreamWaitEvent does)"
// prints: 1
#include <cstdio>

__global__ void set(int* p, int what) { *p = what; }
__global__ void sum(int* to, const int* a) { *to = *a; }

int main() {
  int *a, *b, *managed;
  cudaMalloc(&a, 12);
  cudaMalloc(&b, 12);
  cudaMallocManaged(&managed, 4);
  cudaStream_t stream, second;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&second);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaMemset(a, 0, 12);
  cudaDeviceSynchronize();

  // The event is recorded too early: the second stream does not wait for what follows it.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(second, fork);
  set<<<1, 1, 0, stream>>>(a, 1);
  sum<<<1, 1, 0, second>>>(b, a);
  cudaEventRecord(join, second);
  cudaStreamWaitEvent(stream, join);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaDeviceSynchronize();
  // A graph in one stream, a launch in another.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  set<<<1, 1, 0, stream>>>(a, 1);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  set<<<1, 1, 0, second>>>(a, 1);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  // The host does not wait for it.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  set<<<1, 1, 0, stream>>>(managed, 1);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  if (*managed < 0) printf("no\n");
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  // Memory that is freed before the graph is launched.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(b, 0, 12, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaFree(b);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  // An instance that is no more; and graphs that nobody destroys.
  cudaGraphExecDestroy(exec);
  printf("%d\n", cudaGraphLaunch(exec, stream));
  cudaFree(a);
  cudaFree(managed);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(second);
}
