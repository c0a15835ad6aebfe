// Times the element-wise add on the CPU: layouts × fields used × ways of compiling × threads × sizes.
// Run: ./course bench aos-soa --experiment cpu_sweep
#include <omp.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/03-aos-soa/cpu_loops.hpp"

namespace {

// Memory that its threads touch first, each its own part, as they will use it later.
class Memory {
 public:
  explicit Memory(std::size_t bytes)
      : data_(static_cast<char*>(std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096))) {
    if (!data_) throw std::bad_alloc();
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < bytes; i += 4096)
      std::memset(data_.get() + i, 1, std::min<std::size_t>(4096, bytes - i));
  }
  template <typename T>
  T* at(std::size_t byte) const {
    return reinterpret_cast<T*>(data_.get() + byte);
  }

 private:
  struct Free {
    void operator()(char* data) const { std::free(data); }
  };
  std::unique_ptr<char, Free> data_;
};

using Loop = std::function<void(long first, long last)>;

// The loops of one way of compiling, as functions of a range.
struct Code {
  std::string name;
  decltype(&scalar::add_aos) aos, one_aos;
  decltype(&scalar::add_soa) soa;
  decltype(&scalar::add_one_soa) one_soa;
  decltype(&scalar::add_aosoa) aosoa, one_aosoa;
};

const std::vector<Code> codes = {{"scalar", scalar::add_aos, scalar::add_one_aos, scalar::add_soa, scalar::add_one_soa,
                                     scalar::add_aosoa, scalar::add_one_aosoa},
    {"compiler", compiler::add_aos, compiler::add_one_aos, compiler::add_soa, compiler::add_one_soa,
        compiler::add_aosoa, compiler::add_one_aosoa},
    {"promised", promised::add_aos, promised::add_one_aos, promised::add_soa, promised::add_one_soa,
        promised::add_aosoa, promised::add_one_aosoa},
    {"avx2", avx2::add_aos, avx2::add_one_aos, avx2::add_soa, avx2::add_one_soa, avx2::add_aosoa, avx2::add_one_aosoa}};

// soa_4k: the arrays begin at multiples of 4096 bytes, all at the same place in a page. soa: each 320 bytes further on.
Loop loop_for(
    const std::string& layout, int fields, const Code& code, const Memory& out, const Memory& in, long objects) {
  if (layout == "aos")
    return [=, f = fields == 4 ? code.aos : code.one_aos, o = out.at<Item>(0), s = in.at<Item>(0)](
               long first, long last) { f(o, s, first, last); };
  if (layout == "aosoa")
    return [=, f = fields == 4 ? code.aosoa : code.one_aosoa, o = out.at<Tile>(0), s = in.at<Tile>(0)](
               long first, long last) { f(o, s, first, last); };
  const std::size_t apart = std::size_t(4 * objects + 4095) / 4096 * 4096 + (layout == "soa" ? 320 : 0);
  const auto array = [=](const Memory& memory, std::size_t field, std::size_t shift) {
    return memory.at<int>(field * apart + shift);
  };
  const std::size_t shift = layout == "soa" ? 1600 : 0;  // of in against out
  int *const a = array(out, 0, 0), *const b = array(out, 1, 0), *const c = array(out, 2, 0),
             *const d = array(out, 3, 0);
  const int *const e = array(in, 0, shift), *const f = array(in, 1, shift), *const g = array(in, 2, shift),
                   *const h = array(in, 3, shift);
  if (fields == 4) return [=, add = code.soa](long first, long last) { add(a, b, c, d, e, f, g, h, first, last); };
  return [=, add = code.one_soa](long first, long last) { add(a, e, first, last); };
}

// The objects dealt out to the threads in whole tiles, each thread going over its own again and again.
void run(const Loop& loop, long objects, int threads, long passes) {
#pragma omp parallel num_threads(threads)
  {
    const long tiles = objects / 32, me = omp_get_thread_num();
    const long first = tiles * me / threads * 32, last = tiles * (me + 1) / threads * 32;
    for (long pass = 0; pass < passes; ++pass) loop(first, last);
  }
}

void sweep(harness::Rows& rows) {
  const int all = omp_get_num_procs();
  constexpr long kib = 1024, mib = 1024 * kib;
  for (const long bytes : {16 * kib, 128 * kib, mib, 8 * mib, 64 * mib, 256 * mib, 1024 * mib}) {
    if (harness::dry_run() && bytes > mib) break;
    for (const int threads : {1, all}) {
      if (threads > 1 && bytes < mib) continue;  // less than a page or two for each
      const long objects = bytes / long(2 * sizeof(Item)), passes = std::max(1l, 16 * mib * threads / bytes);
      const Memory out(std::size_t(bytes) / 2 + 65536), in(std::size_t(bytes) / 2 + 65536);
      for (const std::string layout : {"aos", "soa", "soa_4k", "aosoa"})
        for (const int fields : {4, 1})
          for (const Code& code : codes) {
            const Loop loop = loop_for(layout, fields, code, out, in, objects);
            harness::CpuStopwatch stopwatch;
            const harness::TimingRules rules{
                .warm_up = 1, .min_samples = 7, .max_samples = 40, .max_total_ms = 80, .noise = 0.01};
            const harness::Timing time =
                harness::measure(stopwatch, [&] { run(loop, objects, threads, passes); }, rules);
            const double ms = time.median_ms / double(passes), used = double(objects) * fields * 12;
            rows.add({{"layout", layout}, {"fields", fields}, {"code", code.name},
                {"threads", threads == 1 ? "one" : "all"}, {"thread_count", threads}, {"bytes", bytes},
                {"objects", objects}, {"passes", passes}, {"median_ms", ms}, {"q1_ms", time.q1_ms / double(passes)},
                {"q3_ms", time.q3_ms / double(passes)}, {"samples", time.samples},
                {"ns_per_object", ms * 1e6 / double(objects)}, {"used_gb_per_s", used / ms / 1e6}});
          }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "steady_clock, median of a pass over all objects; used bytes: two reads and a write of each field used", sweep);
}
