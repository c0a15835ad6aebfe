// Graphs as wholes: their nodes and edges, copies, instances and launches.
#include "simt/engine/graphs/graph.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "simt/engine/graphs/capture.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/runtime_api/transfer.hpp"

using namespace simt;

namespace simt {

cudaError_t check_graph(const void* graph, const char* what) {
  if (graph && handle_is(graph, what)) return cudaSuccess;
  if (graph && handle_was(graph, what))
    report_host(
        FindingKind::use_after_free, calling_site().function + " is given " + what + " that " + destroyed_handle, "");
  return fail(cudaErrorInvalidValue);
}

cudaGraphNode_t add_node(
    CUgraph_st& graph, cudaGraphNodeType type, RecordedWork does, const cudaGraphNode_t* after, std::size_t count) {
  auto node = std::make_unique<CUgraphNode_st>();
  node->graph = &graph;
  node->type = type;
  node->does = std::move(does);
  if (count) node->after.assign(after, after + count);
  graph.nodes.push_back(std::move(node));
  return graph.nodes.back().get();
}

std::unique_ptr<CUgraph_st> clone_graph(const CUgraph_st& graph) {
  auto clone = std::make_unique<CUgraph_st>();
  std::unordered_map<cudaGraphNode_t, cudaGraphNode_t> copies;
  for (const auto& node : graph.nodes) {
    auto copy = std::make_unique<CUgraphNode_st>(*node);
    copy->graph = clone.get();
    copy->copy_of = node.get();
    copies[node.get()] = copy.get();
    clone->nodes.push_back(std::move(copy));
  }
  for (const auto& node : clone->nodes)
    for (cudaGraphNode_t& before : node->after) before = copies.at(before);
  return clone;
}

std::vector<cudaGraphNode_t> in_order(const CUgraph_st& graph) {
  std::vector<cudaGraphNode_t> sorted;
  std::set<const CUgraphNode_st*> done;
  for (bool found = true; found;) {
    found = false;
    for (const auto& node : graph.nodes) {
      if (done.contains(node.get())) continue;
      if (!std::ranges::all_of(node->after, [&](cudaGraphNode_t before) { return done.contains(before); })) continue;
      done.insert(node.get());
      sorted.push_back(node.get());
      found = true;
    }
  }
  return sorted;
}

cudaGraphNodeType type_of(const RecordedWork& work) {
  const auto has = [&](const char* part) { return work.what.find(part) != std::string::npos; };
  if (work.is_kernel || work.what.starts_with("cublas")) return cudaGraphNodeTypeKernel;
  if (has("Memcpy")) return cudaGraphNodeTypeMemcpy;
  if (has("Memset")) return cudaGraphNodeTypeMemset;
  if (has("Malloc")) return cudaGraphNodeTypeMemAlloc;
  if (has("Free")) return cudaGraphNodeTypeMemFree;
  return has("HostFunc") || has("HostNode") ? cudaGraphNodeTypeHost : cudaGraphNodeTypeEmpty;
}

}  // namespace simt

namespace {

// Gives the nodes of one launch to their branches.
class Player {
 public:
  Player(const CUgraphExec_st& exec, cudaStream_t stream) : exec_(exec), stream_(stream) {
    plan(*exec.graph);
    of_ = ends_.size();
  }

  Clock play(const CUgraph_st& graph, const Clock& begin) {
    Clock end = begin;
    std::unordered_map<cudaGraphNode_t, Clock> done;
    for (const cudaGraphNode_t node : in_order(graph)) {
      Clock after = begin;
      for (const cudaGraphNode_t before : node->after) after.join(done.at(before));
      if (node->child) after = play(*node->child, after);
      else if (node->does.work)
        after = give_to_branch({&exec_, stream_, branches_.at(node), unsigned(of_)}, after, node->does);
      end.join(done[node] = after);
    }
    return end;
  }

 private:
  // Which branch a node goes on in.
  void plan(const CUgraph_st& graph) {
    for (const cudaGraphNode_t node : in_order(graph)) {
      if (node->child) plan(*node->child);
      if (!node->does.work) continue;
      unsigned branch = 0;
      while (branch < ends_.size() && !std::ranges::count(node->after, ends_[branch])) ++branch;
      if (branch == ends_.size()) ends_.emplace_back();
      ends_[branch] = node;
      branches_[node] = branch;
    }
  }

  const CUgraphExec_st& exec_;
  cudaStream_t stream_;
  std::vector<cudaGraphNode_t> ends_;  // of the branches
  std::unordered_map<cudaGraphNode_t, unsigned> branches_;
  std::size_t of_ = 0;
};

// Gives as many as there is room for; says how many there are.
cudaError_t give_list(const std::vector<cudaGraphNode_t>& list, cudaGraphNode_t* nodes, std::size_t* count) {
  if (!count) return fail(cudaErrorInvalidValue);
  if (nodes)
    for (std::size_t i = 0; i < *count; ++i) nodes[i] = i < list.size() ? list[i] : nullptr;
  if (!nodes || *count > list.size()) *count = list.size();
  return cudaSuccess;
}

bool has_node(const CUgraph_st& graph, cudaGraphNodeType type, const void* memory) {
  return std::ranges::any_of(
      graph.nodes, [&](const auto& node) { return node->type == type && node->memory == memory; });
}

// What the graph allocates and does not free itself must have been freed since its last launch; frees it, if it was
// instantiated so. As calls are made, whenever the stream comes to them.
bool prepare_memory(const CUgraphExec_st& exec, cudaStream_t stream) {
  const CUgraph_st& graph = *exec.graph;
  for (const auto& node : graph.nodes) {
    const bool takes = node->type == cudaGraphNodeTypeMemAlloc, gives = node->type == cudaGraphNodeTypeMemFree;
    if (!(takes || gives) || !device_memory.contains(reinterpret_cast<std::uint64_t>(node->memory))) continue;
    Allocation* const memory = device_memory.at_granule(reinterpret_cast<std::uint64_t>(node->memory));
    if (!memory || has_node(graph, takes ? cudaGraphNodeTypeMemFree : cudaGraphNodeTypeMemAlloc, node->memory))
      continue;
    if (takes && memory->left_by_graph) {
      if (!(exec.flags & cudaGraphInstantiateFlagAutoFreeOnLaunch)) return false;
      in_stream(stream, "cudaGraphLaunch", Until::given, [at = node->memory] { device_memory.release(at); });
    }
    memory->left_by_graph = takes;
  }
  return true;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  if (!graph || flags) return fail(cudaErrorInvalidValue);
  *graph = new CUgraph_st;
  handle_made(*graph, a_graph);
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  if (const cudaError_t error = check_graph(graph, a_graph)) return error;
  handle_gone(graph);
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  if (!clone) return fail(cudaErrorInvalidValue);
  if (const cudaError_t error = check_graph(graph, a_graph)) return error;
  *clone = clone_graph(*graph).release();
  handle_made(*clone, a_graph);
  return cudaSuccess;
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* found, cudaGraphNode_t node, cudaGraph_t clone) {
  if (!found) return fail(cudaErrorInvalidValue);
  if (const cudaError_t error = check_graph(clone, a_graph)) return error;
  for (const auto& each : clone->nodes)
    if (each->copy_of == node) return *found = each.get(), cudaSuccess;
  return fail(cudaErrorInvalidValue);
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  if (const cudaError_t error = check_graph(graph, a_graph)) return error;
  std::vector<cudaGraphNode_t> all;
  for (const auto& node : graph->nodes) all.push_back(node.get());
  return give_list(all, nodes, count);
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  if (const cudaError_t error = check_graph(graph, a_graph)) return error;
  std::vector<cudaGraphNode_t> roots;
  for (const auto& node : graph->nodes)
    if (node->after.empty()) roots.push_back(node.get());
  return give_list(roots, nodes, count);
}
cudaError_t cudaGraphGetEdges(
    cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* edges, std::size_t* count) {
  if (const cudaError_t error = check_graph(graph, a_graph)) return error;
  if (!count || bool(from) != bool(to)) return fail(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> begins, ends;
  for (const auto& node : graph->nodes)
    for (const cudaGraphNode_t before : node->after) begins.push_back(before), ends.push_back(node.get());
  if (edges) std::fill_n(edges, std::min(*count, begins.size()), cudaGraphEdgeData{});
  std::size_t same = *count;
  if (const cudaError_t error = give_list(begins, from, &same)) return error;
  return give_list(ends, to, count);
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  if (!node || !type) return fail(cudaErrorInvalidValue);
  return *type = node->type, cudaSuccess;
}
cudaError_t cudaGraphNodeGetDependencies(
    cudaGraphNode_t node, cudaGraphNode_t* nodes, cudaGraphEdgeData* edges, std::size_t* count) {
  if (!node || !count) return fail(cudaErrorInvalidValue);
  if (edges) std::fill_n(edges, std::min(*count, node->after.size()), cudaGraphEdgeData{});
  return give_list(node->after, nodes, count);
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
    const cudaGraphEdgeData*, std::size_t count) {
  if (const cudaError_t error = check_graph(graph, a_graph)) return error;
  for (std::size_t i = 0; i < count; ++i) {
    if (!from[i] || !to[i] || from[i]->graph != graph || to[i]->graph != graph) return fail(cudaErrorInvalidValue);
    to[i]->after.push_back(from[i]);
  }
  return cudaSuccess;
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  if (!node) return fail(cudaErrorInvalidValue);
  CUgraph_st& graph = *node->graph;
  for (const auto& other : graph.nodes) std::erase(other->after, node);
  std::erase_if(graph.nodes, [node](const auto& each) { return each.get() == node; });
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  if (!exec) return fail(cudaErrorInvalidValue);
  if (const cudaError_t error = check_graph(graph, a_graph)) return error;
  if (flags & cudaGraphInstantiateFlagDeviceLaunch) {
    report_host(FindingKind::unsupported, "the simulator does not launch graphs from within kernels");
    return fail(cudaErrorNotSupported);
  }
  if (in_order(*graph).size() != graph->nodes.size()) return fail(cudaErrorInvalidValue);
  *exec = new CUgraphExec_st{clone_graph(*graph), flags, {}};
  handle_made(*exec, an_instantiated_graph);
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
// "Any executions in-flight will complete."
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  if (const cudaError_t error = check_graph(exec, an_instantiated_graph)) return error;
  branches_are_gone(exec);
  handle_gone(exec);
  delete exec;
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  if (const cudaError_t error = check_graph(exec, an_instantiated_graph)) return error;
  return check_stream(stream);
}
// "Only one instance of graphExec may be executing at a time. Each launch is ordered behind both any previous work in stream
// and any previous launches of graphExec."
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (const cudaError_t error = check_graph(exec, an_instantiated_graph)) return error;
  if (const cudaError_t error = check_stream(stream)) return error;
  // A launch in a stream that is captured is a node of the graph that comes of it.
  const std::shared_ptr<CUgraph_st> child = recorders ? clone_graph(*exec->graph) : nullptr;
  if (child && record_child(stream, child)) return cudaSuccess;
  if (!prepare_memory(*exec, stream)) return fail(cudaErrorInvalidValue);
  Clock begin = exec->done;
  if (settings.timeline_is_kept) begin.join(mark_in_stream(stream));
  exec->done = Player(*exec, stream).play(*exec->graph, begin);
  if (settings.timeline_is_kept) stream_waits_for(stream, exec->done);
  return sticky_error();
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result) {
  if (!result) return fail(cudaErrorInvalidValue);
  if (const cudaError_t error = check_graph(exec, an_instantiated_graph)) return error;
  if (const cudaError_t error = check_graph(graph, a_graph)) return error;
  std::unique_ptr<CUgraph_st> updated = clone_graph(*graph);
  *result = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  const auto& before = exec->graph->nodes;
  const auto refuse = [&](cudaGraphExecUpdateResult why, cudaGraphNode_t node) {
    *result = {why, node, nullptr};
    return fail(cudaErrorGraphExecUpdateFailure);
  };
  if (before.size() != updated->nodes.size()) return refuse(cudaGraphExecUpdateErrorTopologyChanged, nullptr);
  const auto number_of = [](const CUgraph_st& of, cudaGraphNode_t node) {
    return std::ranges::find(of.nodes, node, [](const auto& each) { return each.get(); }) - of.nodes.begin();
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    const CUgraphNode_st &old = *before[i], &now = *updated->nodes[i];
    if (old.type != now.type) return refuse(cudaGraphExecUpdateErrorNodeTypeChanged, graph->nodes[i].get());
    bool same = old.after.size() == now.after.size();
    for (std::size_t k = 0; same && k < old.after.size(); ++k)
      same = number_of(*exec->graph, old.after[k]) == number_of(*updated, now.after[k]);
    if (!same) return refuse(cudaGraphExecUpdateErrorTopologyChanged, graph->nodes[i].get());
  }
  // The nodes keep the names that they were instantiated from.
  for (std::size_t i = 0; i < before.size(); ++i) {
    before[i]->does = std::move(updated->nodes[i]->does);
    before[i]->child = std::move(updated->nodes[i]->child);
  }
  return cudaSuccess;
}
}
