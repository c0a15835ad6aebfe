// Graphs: work that is written down once and given to streams as often as it is launched.
//
// A node is what a call would have given to its stream (streams/timeline.hpp): calls that make nodes do the same as those
// that work in streams, while their work is recorded. A launch gives the nodes to branches, which are streams of the
// graph's own: a node goes on in the branch of one that it comes after, if no other has, else it begins a branch. So what
// the graph leaves unordered, the timeline takes for unordered.
//
// Source: CUDA C++ Programming Guide, "CUDA Graphs"; CUDA Runtime API reference, "Graph Management".
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "simt/engine/streams/timeline.hpp"
#include "simt/include/simt/api_graphs.h"

struct CUgraphNode_st {
  CUgraph_st* graph = nullptr;
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  simt::RecordedWork does;             // nothing where a node only orders others
  std::vector<cudaGraphNode_t> after;  // of the same graph
  std::shared_ptr<CUgraph_st> child;
  cudaGraphNode_t copy_of = nullptr;  // the node that this one is the clone of
  void* memory = nullptr;             // of an allocation, or of its release
};
struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  // in the order in which they were made
};
struct CUgraphExec_st {
  std::unique_ptr<CUgraph_st> graph;
  unsigned long long flags = 0;
  simt::Clock done;  // its launches so far: each comes after the one before it
};

namespace simt {

constexpr char a_graph[] = "a graph", an_instantiated_graph[] = "an instantiated graph";

// What is wrong with a graph that a call was given is said; null where nothing is.
cudaError_t check_graph(const void* graph, const char* what);
cudaGraphNode_t add_node(
    CUgraph_st& graph, cudaGraphNodeType type, RecordedWork does, const cudaGraphNode_t* after, std::size_t count);
std::unique_ptr<CUgraph_st> clone_graph(const CUgraph_st& graph);
// Each after all that it comes after; fewer than there are where they go round in a circle.
std::vector<cudaGraphNode_t> in_order(const CUgraph_st& graph);
// By what the call that gave the work is called.
cudaGraphNodeType type_of(const RecordedWork& work);

}  // namespace simt
