// Graphs, captured and made by hand: nothing is done until they are launched, and then each time; what they order is in order.
// environment: SIMT_CHECK=all
// prints: captured: nothing yet 0, status 1
// prints: launched three times: 3 6
// prints: nodes 5, roots 1, edges 5
// prints: fork and join: 12
// prints: by hand: 40 40 40, host function called 2
// prints: with other parameters: 42, then again 40
// prints: updated: 7, another topology: 1 910
// prints: a clone of it: 14, child graph: 21
// prints: memory: 5 5, while it is left: 1
// prints: errors: 900 901 900 906 904 905 907 401
#include <cstdio>
#include <cstring>

__global__ void add(int* p, int what) { *p += what; }
__global__ void sum(int* to, const int* a, const int* b) { *to = *a + *b; }
__global__ void fill(int* p, int value) { p[threadIdx.x] = value; }

int called = 0;
void count_call(void* much) { called += *static_cast<int*>(much); }

int value_of(const int* p) {
  int value;
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}
int code(cudaError_t error) {
  cudaGetLastError();
  return error;
}

void captured(int* a, int* b, int* c) {
  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t graph;
  cudaGraphExec_t exec;

  cudaMemset(a, 0, 4);
  cudaMemset(b, 0, 4);
  cudaDeviceSynchronize();
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>(a, 1);
  add<<<1, 1, 0, stream>>>(b, 2);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(stream, &status);
  cudaStreamEndCapture(stream, &graph);
  printf("captured: nothing yet %d, status %d\n", value_of(a), status);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  printf("launched three times: %d %d\n", value_of(a), value_of(b));
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);

  // Two branches, which come together again.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(a, 0, 4, stream);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork);
  add<<<1, 1, 0, stream>>>(a, 3);
  fill<<<1, 1, 0, other>>>(b, 9);
  add<<<1, 1, 0, other>>>(b, 0);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(stream, join);
  sum<<<1, 1, 0, stream>>>(c, a, b);
  cudaStreamEndCapture(stream, &graph);
  size_t nodes = 0, roots = 0, edges = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetRootNodes(graph, nullptr, &roots);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  printf("nodes %zu, roots %zu, edges %zu\n", nodes, roots, edges);
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaGraphDestroy(graph);
  cudaGraphLaunch(exec, other);
  cudaGraphLaunch(exec, stream);  // behind the first: it is the same one
  cudaStreamSynchronize(stream);
  printf("fork and join: %d\n", value_of(c));
  cudaGraphExecDestroy(exec);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
}

void by_hand(int* a, int* b, int* c) {
  cudaGraph_t graph, clone, parent;
  cudaGraphExec_t exec;
  cudaGraphNode_t set, first, copy, host, nodes[2];
  cudaGraphCreate(&graph, 0);
  cudaMemsetParams zero{};
  zero.dst = a;
  zero.elementSize = 4;
  zero.width = 3;
  zero.height = 1;
  zero.value = 38;
  cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &zero);
  int two = 2;
  void* arguments[] = {&a, &two};
  cudaKernelNodeParams kernel{};
  kernel.func = (void*)add;
  kernel.gridDim = kernel.blockDim = dim3(1);
  kernel.kernelParams = arguments;
  cudaGraphAddKernelNode(&first, graph, &set, 1, &kernel);
  two = 1000;  // the node has its own
  int result[3] = {};
  cudaGraphAddMemcpyNode1D(&copy, graph, &first, 1, b, a, 4, cudaMemcpyDeviceToDevice);
  cudaMemcpy3DParms back{};
  back.srcPtr = make_cudaPitchedPtr(b, 4, 1, 1);
  back.dstPtr = make_cudaPitchedPtr(&result[1], 4, 1, 1);
  back.extent = make_cudaExtent(4, 1, 1);
  back.kind = cudaMemcpyDeviceToHost;
  cudaGraphAddMemcpyNode(&nodes[0], graph, &copy, 1, &back);
  int much = 1;
  const cudaHostNodeParams calls{count_call, &much};
  cudaGraphAddHostNode(&host, graph, nodes, 1, &calls);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, 0);
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  printf("by hand: %d %d %d, host function called %d\n", value_of(a), value_of(b), result[1], called);
  two = 4;
  cudaGraphExecKernelNodeSetParams(exec, first, &kernel);
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  printf("with other parameters: %d", result[1]);
  cudaGraphExec_t again;
  cudaGraphInstantiateWithFlags(&again, graph, 0);
  cudaGraphLaunch(again, 0);
  cudaDeviceSynchronize();
  printf(", then again %d\n", result[1]);
  cudaGraphExecDestroy(again);

  // The same nodes with other numbers; and one more.
  cudaGraphClone(&clone, graph);
  cudaGraphNode_t cloned;
  cudaGraphNodeFindInClone(&cloned, set, clone);
  zero.value = 3;
  cudaGraphMemsetNodeSetParams(cloned, &zero);
  cudaGraphNodeFindInClone(&cloned, first, clone);
  cudaGraphKernelNodeSetParams(cloned, &kernel);
  cudaGraphExecUpdateResultInfo updated;
  cudaGraphExecUpdate(exec, clone, &updated);
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  printf("updated: %d", result[1]);
  cudaGraphAddEmptyNode(&cloned, clone, nullptr, 0);
  const cudaError_t refused = cudaGraphExecUpdate(exec, clone, &updated);
  printf(", another topology: %d %d\n", updated.result == cudaGraphExecUpdateErrorTopologyChanged, code(refused));
  cudaGraphExecDestroy(exec);

  // A graph in a graph, twice, with a kernel behind each.
  cudaGraphCreate(&parent, 0);
  void* to_c[] = {&c, &a, &b};
  kernel.func = (void*)sum;
  kernel.kernelParams = to_c;
  cudaGraphAddChildGraphNode(&nodes[0], parent, nullptr, 0, clone);
  cudaGraphAddKernelNode(&nodes[1], parent, &nodes[0], 1, &kernel);
  cudaGraphInstantiate(&exec, parent, 0);
  cudaGraphLaunch(exec, 0);
  printf("a clone of it: %d", value_of(c));
  void* more[] = {&c, &c, &a};
  kernel.kernelParams = more;
  cudaGraphAddKernelNode(&cloned, parent, &nodes[1], 1, &kernel);
  cudaGraphExecDestroy(exec);
  cudaGraphInstantiate(&exec, parent, 0);
  cudaGraphLaunch(exec, 0);
  printf(", child graph: %d\n", value_of(c));
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(parent);
  cudaGraphDestroy(clone);
  cudaGraphDestroy(graph);
}

// Memory that is a graph's: there from the one node to the other, each time.
void memory() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int *p, *kept, result[2] = {}, left = 0;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&p, 4, stream);
  cudaMallocAsync(&kept, 4, stream);
  fill<<<1, 1, 0, stream>>>(p, 5);
  cudaMemcpyAsync(kept, p, 4, cudaMemcpyDeviceToDevice, stream);
  cudaFreeAsync(p, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 2; ++i) {
    cudaGraphLaunch(exec, stream);
    cudaMemcpyAsync(&result[i], kept, 4, cudaMemcpyDeviceToHost, stream);
    if (!i) left = code(cudaGraphLaunch(exec, stream));  // what it allocates is still there
    cudaFreeAsync(kept, stream);
    cudaStreamSynchronize(stream);
    if (i) printf("memory: %d %d, while it is left: %d\n", result[0], result[1], left);
  }
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

// What a capture does not take.
void errors(int* a) {
  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaGraph_t graph;
  printf("errors:");
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>(a, 1);
  printf(" %d", code(cudaStreamSynchronize(stream)));
  printf(" %d", code(cudaStreamEndCapture(stream, &graph)));
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  int* p;
  printf(" %d", code(cudaMalloc(&p, 4)));
  cudaStreamEndCapture(stream, &graph);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  add<<<1, 1>>>(a, 1);
  printf(" %d", code(cudaGetLastError()));
  cudaStreamEndCapture(stream, &graph);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(other, event);
  add<<<1, 1, 0, other>>>(a, 1);
  printf(" %d", code(cudaStreamEndCapture(stream, &graph)));
  cudaEventRecord(event, other);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  printf(" %d", code(cudaStreamWaitEvent(stream, event)));
  cudaStreamEndCapture(stream, &graph);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(event, stream);
  printf(" %d", code(cudaEventQuery(event)));
  cudaStreamEndCapture(stream, &graph);
  cudaGraphDestroy(graph);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  printf(" %d", code(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)));
  cudaStreamEndCapture(stream, &graph);
  cudaGraphDestroy(graph);
  printf("\n");
  cudaStreamSynchronize(other);
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
}

int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 12);
  cudaMalloc(&b, 12);
  cudaMalloc(&c, 12);
  captured(a, b, c);
  by_hand(a, b, c);

  memory();
  errors(a);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
