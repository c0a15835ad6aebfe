// Nodes that are made by hand, and changed: each is what the call of the same kind gives to a stream.
#include <algorithm>

#include "simt/engine/graphs/capture.hpp"
#include "simt/engine/graphs/graph.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/runtime_api/transfer.hpp"
#include "simt/engine/memory/protected.hpp"

using namespace simt;

namespace {

// Of what a node does, recorded: the call, and its error.
struct Recorded {
  RecordedWork work;
  cudaError_t error = cudaSuccess;
};

template <typename Call>
Recorded record(Call call) {
  Recorded recorded;
  recorded.error = record_by_hand(recorded.work, call);
  return recorded;
}

Recorded kernel(const cudaKernelNodeParams* p) {
  if (!p || p->extra) return {{}, fail(cudaErrorInvalidValue)};
  return record([p] {
    const cudaLaunchConfig_t config{p->gridDim, p->blockDim, p->sharedMemBytes, nullptr, nullptr, 0};
    if (const cudaError_t error = simt_launch_with(&config, p->func)) return error;
    return simt_launch_arguments(p->func, p->kernelParams);
  });
}

Recorded copy(const cudaMemcpy3DParms* p) {
  return record([p] { return cudaMemcpy3DAsync(p, nullptr); });
}

Recorded copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return record([=] { return copy_bytes(to, from, bytes, kind, {"cudaMemcpyAsync", nullptr}); });
}

Recorded set(const cudaMemsetParams* p) {
  if (!p || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4))
    return {{}, fail(cudaErrorInvalidValue)};
  return record([p] {
    const std::size_t width = p->width * p->elementSize, pitch = p->height > 1 ? p->pitch : width;
    const char* const value = reinterpret_cast<const char*>(&p->value);
    return set_rows({static_cast<char*>(p->dst), pitch, pitch * p->height}, {value, value + p->elementSize},
        {width, p->height, 1}, {"cudaMemsetAsync", nullptr});
  });
}

Recorded host(const cudaHostNodeParams* p) {
  if (!p || !may_be_called_back(reinterpret_cast<const void*>(p->fn))) return {{}, fail(cudaErrorInvalidValue)};
  return record([p] { return cudaLaunchHostFunc(nullptr, p->fn, p->userData); });
}

cudaError_t may_add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count) {
  if (const cudaError_t error = check_graph(graph, a_graph)) return error;
  const bool right = node && (after || !count) && std::all_of(after, after + count, [graph](cudaGraphNode_t one) {
    return one && one->graph == graph;
  });
  return right ? cudaSuccess : fail(cudaErrorInvalidValue);
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
    cudaGraphNodeType type, Recorded recorded, void* memory = nullptr) {
  if (recorded.error) return recorded.error;
  *node = add_node(*graph, type, std::move(recorded.work), after, count);
  (*node)->memory = memory;
  return cudaSuccess;
}

cudaError_t change(cudaGraphNode_t node, cudaGraphNodeType type, Recorded recorded) {
  if (!node || node->type != type) return fail(cudaErrorInvalidValue);
  if (recorded.error) return recorded.error;
  node->does = std::move(recorded.work);
  return cudaSuccess;
}

// In an instantiated graph a node goes by the name of the one that it was instantiated from.
cudaError_t change_in(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type, Recorded recorded) {
  if (const cudaError_t error = check_graph(exec, an_instantiated_graph)) return error;
  for (const auto& each : exec->graph->nodes)
    if (each->copy_of == node) return change(each.get(), type, std::move(recorded));
  return fail(cudaErrorInvalidValue);
}

}  // namespace

extern "C" {

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
    std::size_t count, const cudaKernelNodeParams* parameters) {
  if (const cudaError_t error = may_add(node, graph, after, count)) return error;
  return add(node, graph, after, count, cudaGraphNodeTypeKernel, kernel(parameters));
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
    std::size_t count, const cudaMemcpy3DParms* parameters) {
  if (const cudaError_t error = may_add(node, graph, after, count)) return error;
  return add(node, graph, after, count, cudaGraphNodeTypeMemcpy, copy(parameters));
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
    std::size_t count, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (const cudaError_t error = may_add(node, graph, after, count)) return error;
  return add(node, graph, after, count, cudaGraphNodeTypeMemcpy, copy(to, from, bytes, kind));
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
    std::size_t count, const cudaMemsetParams* parameters) {
  if (const cudaError_t error = may_add(node, graph, after, count)) return error;
  return add(node, graph, after, count, cudaGraphNodeTypeMemset, set(parameters));
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
    std::size_t count, const cudaHostNodeParams* parameters) {
  if (const cudaError_t error = may_add(node, graph, after, count)) return error;
  return add(node, graph, after, count, cudaGraphNodeTypeHost, host(parameters));
}
cudaError_t cudaGraphAddChildGraphNode(
    cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count, cudaGraph_t child) {
  if (const cudaError_t error = may_add(node, graph, after, count)) return error;
  if (const cudaError_t error = check_graph(child, a_graph)) return error;
  if (child == graph) return fail(cudaErrorInvalidValue);
  *node = add_node(*graph, cudaGraphNodeTypeGraph, {}, after, count);
  (*node)->child = clone_graph(*child);
  return cudaSuccess;
}
cudaError_t cudaGraphAddEmptyNode(
    cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count) {
  if (const cudaError_t error = may_add(node, graph, after, count)) return error;
  return add(node, graph, after, count, cudaGraphNodeTypeEmpty, {});
}
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
    std::size_t count, cudaMemAllocNodeParams* parameters) {
  if (const cudaError_t error = may_add(node, graph, after, count)) return error;
  if (!parameters || !parameters->bytesize) return fail(cudaErrorInvalidValue);
  Recorded made = record([&] { return cudaMallocAsync(&parameters->dptr, parameters->bytesize, nullptr); });
  return add(node, graph, after, count, cudaGraphNodeTypeMemAlloc, std::move(made), parameters->dptr);
}
cudaError_t cudaGraphAddMemFreeNode(
    cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count, void* pointer) {
  if (const cudaError_t error = may_add(node, graph, after, count)) return error;
  if (!pointer) return fail(cudaErrorInvalidValue);
  Recorded freed = record([=] { return cudaFreeAsync(pointer, nullptr); });
  return add(node, graph, after, count, cudaGraphNodeTypeMemFree, std::move(freed), pointer);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  return change(node, cudaGraphNodeTypeKernel, kernel(parameters));
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* parameters) {
  return change(node, cudaGraphNodeTypeMemcpy, copy(parameters));
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  return change(node, cudaGraphNodeTypeMemset, set(parameters));
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return change(node, cudaGraphNodeTypeHost, host(parameters));
}
cudaError_t cudaGraphExecKernelNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  return change_in(exec, node, cudaGraphNodeTypeKernel, kernel(parameters));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemcpy3DParms* parameters) {
  return change_in(exec, node, cudaGraphNodeTypeMemcpy, copy(parameters));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(
    cudaGraphExec_t exec, cudaGraphNode_t node, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return change_in(exec, node, cudaGraphNodeTypeMemcpy, copy(to, from, bytes, kind));
}
cudaError_t cudaGraphExecMemsetNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  return change_in(exec, node, cudaGraphNodeTypeMemset, set(parameters));
}
cudaError_t cudaGraphExecHostNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return change_in(exec, node, cudaGraphNodeTypeHost, host(parameters));
}
}
