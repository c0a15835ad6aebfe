// A table that is wanted again, and a stream that is wanted once, pass through L2: what hints keep of the table.
// Run: ./course bench caches --experiment hints
#include <algorithm>
#include <memory>

#include "harness/device_buffer.hpp"
#include "tests/common/memory_traffic.hpp"

namespace {

enum class Hint { none, loads_cs, both_cs, both_cg, persisting, streaming };
constexpr std::pair<Hint, const char*> names[] = {{Hint::none, "none"}, {Hint::loads_cs, "__ldcs"},
    {Hint::both_cs, "__ldcs, __stcs"}, {Hint::both_cg, "__ldcg, __stcg"}, {Hint::persisting, "the table persists"},
    {Hint::streaming, "the stream's window streams"}};

__global__ void read_table(float* sink, const float4* table, int count) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) sum += table[i].x;
  if (sum == 0.12345f) *sink = sum;
}

template <Hint hint>
__global__ void copy_stream(float4* out, const float4* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  if constexpr (hint == Hint::loads_cs) out[i] = __ldcs(in + i);
  else if constexpr (hint == Hint::both_cs) __stcs(out + i, __ldcs(in + i));
  else if constexpr (hint == Hint::both_cg) __stcg(out + i, __ldcg(in + i));
  else out[i] = in[i];
}

// From here on, what this stream's kernels touch of these bytes is kept as `property` says.
void set_window(void* begin, std::size_t bytes, cudaAccessProperty property) {
  cudaStreamAttrValue value{};
  value.accessPolicyWindow.base_ptr = begin;
  value.accessPolicyWindow.num_bytes = bytes;
  value.accessPolicyWindow.hitRatio = 1.0f;
  value.accessPolicyWindow.hitProp = property;
  value.accessPolicyWindow.missProp = cudaAccessPropertyNormal;
  experiments::must(cudaStreamSetAttribute(nullptr, cudaStreamAttributeAccessPolicyWindow, &value), "a window");
}

struct Memory {
  explicit Memory(std::size_t mib)
      : in(128 * mib / 4, "in"), out(128 * mib / 4, "out"), table(32 * mib / 4, "table"), sink(64, "sink") {}
  harness::DeviceBuffer<float> in, out, table, sink;
};

void run(const Memory& memory, Hint hint, int table_bytes, int stream_bytes, bool twice) {
  const auto* table = reinterpret_cast<const float4*>(memory.table.get());
  const auto* in = reinterpret_cast<const float4*>(memory.in.get());
  auto* out = reinterpret_cast<float4*>(memory.out.get());
  const int rows = table_bytes / 16, count = stream_bytes / 16, blocks = (count + 255) / 256;
  const bool keeps = hint == Hint::persisting;
  if (keeps) {
    experiments::must(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, std::size_t(table_bytes)), "a limit");
    set_window(memory.table.get(), std::size_t(table_bytes), cudaAccessPropertyPersisting);
  }
  read_table<<<264, 512>>>(memory.sink.get(), table, rows);
  if (hint == Hint::streaming)
    set_window(
        memory.out.get(), std::min(std::size_t(stream_bytes), std::size_t(128) << 20), cudaAccessPropertyStreaming);
  switch (hint) {
    case Hint::loads_cs:
      copy_stream<Hint::loads_cs><<<blocks, 256>>>(out, in, count);
      break;
    case Hint::both_cs:
      copy_stream<Hint::both_cs><<<blocks, 256>>>(out, in, count);
      break;
    case Hint::both_cg:
      copy_stream<Hint::both_cg><<<blocks, 256>>>(out, in, count);
      break;
    default:
      copy_stream<Hint::none><<<blocks, 256>>>(out, in, count);
  }
  if (twice) read_table<<<264, 512>>>(memory.sink.get(), table, rows);
  if (keeps || hint == Hint::streaming) set_window(nullptr, 0, cudaAccessPropertyNormal);
  if (keeps) {
    experiments::must(cudaCtxResetPersistingL2Cache(), "letting the table go");
    experiments::must(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0), "a limit");
  }
}

std::vector<experiments::Work> list() {
  const bool dry = harness::dry_run();
  const std::size_t mib = dry ? 256 : 1 << 20;
  const auto memory = std::make_shared<Memory>(mib);
  experiments::must(cudaMemset(memory->in.get(), 0, 128 * mib), "clearing");
  experiments::must(cudaMemset(memory->table.get(), 0, 32 * mib), "clearing");
  std::vector<experiments::Work> all;
  for (const int table : {4, 16})
    for (const int stream : {32, 64, 128})
      for (const auto& [hint, name] : names)
        for (const bool twice : {false, true})
          all.push_back({{{"hint", name}, {"table_mib", table}, {"stream_mib", stream}, {"table_reads", twice ? 2 : 1}},
              long((std::size_t(table) + 2 * std::size_t(stream)) * mib / 32),
              [=] { run(*memory, hint, int(table * mib), int(stream * mib), twice); }});
  return all;
}

}  // namespace

int main(int argc, char** argv) { return experiments::run_traffic_experiment(argc, argv, list); }
